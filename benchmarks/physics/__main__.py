"""Compute every known answer and print the table: ``python -m benchmarks.physics``.

Exit status 1 if one is out of its tolerance, 2 if a file cannot be written.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from rich.console import Console

from benchmarks.physics.cases import measured
from benchmarks.physics.catalogue import all_cases
from benchmarks.physics.report import as_json, markdown, show, verdict, write_between_marks


def main(arguments: list[str] | None = None) -> int:
    """Run, print, write; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.physics", description="Known answers of physics.")
    parser.add_argument("--write", metavar="FILE", type=Path, help="put the table between the marks of a markdown file")
    parser.add_argument("--json", metavar="FILE|-", help="write the outcomes as JSON; - is standard output")
    given = parser.parse_args(arguments)
    begun = time.perf_counter()
    outcomes = [measured(case) for case in all_cases()]
    seconds = time.perf_counter() - begun
    console = Console(stderr=given.json == "-", highlight=False)
    if not console.is_terminal:
        console.width = 160
    show(outcomes, console)
    console.print(f"in {seconds:.1f} s")
    try:
        if given.write is not None:
            write_between_marks(given.write, markdown(outcomes))
        if given.json is not None:
            text = json.dumps(as_json(outcomes, seconds), indent=1, ensure_ascii=False, allow_nan=False) + "\n"
            if given.json == "-":
                sys.stdout.write(text)
            else:
                Path(given.json).write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    if all(outcome.passes for outcome in outcomes):
        return 0
    print(f"out of tolerance: only {verdict(outcomes)}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
