"""Compare the ratios of two runs: ``python -m benchmarks.compare OLD NEW``.

Only ratios are compared: times depend on the machine and on what else it does. Exit status 1 if one is worse by more
than a quarter, or a bar that was met no longer is; 2 if a file cannot be read.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from benchmarks.bars import load

ALLOWED = 1.25
"""By how much a ratio may be worse: two runs on a shared machine differ by as much."""


def worse(old: dict[str, dict[str, Any]], new: dict[str, dict[str, Any]]) -> list[str]:
    """Return a line for each bar that has become worse."""
    lines = []
    for name, before in old.items():
        after = new.get(name)
        if after is None or before["figure"] is None or after["figure"] is None:
            continue
        if before["unit"] == after["unit"] == "times" and before["bar"]:
            down = before["bar"].startswith("≤")
            factor = after["figure"] / before["figure"] if down else before["figure"] / after["figure"]
            if factor > ALLOWED:
                lines.append(f"{name}: {before['figure']:.3g} was, {after['figure']:.3g} is")
                continue
        if before["met"] and after["met"] is False:
            lines.append(f"{name}: {before['bar']} was met, is not: {after['figure']:.3g}")
    return lines


def main(arguments: list[str]) -> int:
    """Print what is worse; return the exit status."""
    if len(arguments) != 2:
        print("usage: python -m benchmarks.compare OLD NEW", file=sys.stderr)
        return 2
    try:
        old, new = (load(Path(name)) for name in arguments)
    except (OSError, ValueError, KeyError, TypeError) as error:
        print(f"cannot compare {' and '.join(arguments)}: {error}", file=sys.stderr)
        return 2
    lines = worse(old, new)
    print(
        "\n".join(lines) if lines else f"no ratio is worse by more than {ALLOWED - 1:.0%}, and every bar met still is"
    )
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
