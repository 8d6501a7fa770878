"""A bar: a figure that was measured, and what it has to be."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

BEGIN, END = "<!-- bars: begin -->", "<!-- bars: end -->"


@dataclass(frozen=True)
class Bar:
    """One figure with its bar.

    Attributes
    ----------
    name : str
        What was measured; the same in every run, so that runs can be compared.
    figure : float or None
        None if it could not be measured; `note` says why.
    unit : str
        "times" for a ratio.
    bar : str
        What it must be: "≤ 1.3", "≥ 50"; "" for a figure without a bar.
    met : bool or None
        None without a figure or a bar.
    note : str
        Settings, errors, or why there is no figure.
    """

    name: str
    figure: float | None
    unit: str
    bar: str
    met: bool | None
    note: str = ""

    @property
    def verdict(self) -> str:
        """The word for the table."""
        return {True: "met", False: "not met", None: ""}[self.met]


def at_most(name: str, figure: float, most: float, unit: str = "times", note: str = "") -> Bar:
    """Return a bar that a figure must not pass."""
    return Bar(name, figure, unit, f"≤ {most:g}", figure <= most, note)


def at_least(name: str, figure: float, least: float, unit: str = "times", note: str = "") -> Bar:
    """Return a bar that a figure must reach."""
    return Bar(name, figure, unit, f"≥ {least:g}", figure >= least, note)


def missing(name: str, why: str, bar: str = "") -> Bar:
    """Return a bar without a figure."""
    return Bar(name, None, "times", bar, None, why)


def interleaved(works: dict[str, Callable[[], Any]], repeats: int, least: float = 2e-3) -> dict[str, float]:
    """Return the shortest time of a call of each work, s.

    One after the other, over and over, so that what else the machine does falls on all alike. A work that is short is
    called often enough to last `least` seconds.
    """
    often: dict[str, int] = {}
    best: dict[str, float] = {}
    for name, work in works.items():
        work()
        begun = perf_counter()
        work()
        often[name] = max(1, round(least / max(perf_counter() - begun, 1e-7)))
        best[name] = float("inf")
    for _ in range(repeats):
        for name, work in works.items():
            begun = perf_counter()
            for _ in range(often[name]):
                work()
            best[name] = min(best[name], (perf_counter() - begun) / often[name])
    return best


def machine() -> dict[str, str]:
    """What it ran on."""
    import numba
    import numpy

    name = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text().splitlines():
            if line.startswith("model name"):
                name = line.split(":", 1)[1].strip()
                break
    return {
        "processor": name,
        "cores": str(os.cpu_count()),
        "system": platform.system(),
        "python": platform.python_version(),
        "numpy": numpy.__version__,
        "numba": numba.__version__,
    }


def as_json(suites: dict[str, list[Bar]]) -> dict[str, Any]:
    """Return all bars as JSON values."""
    return {"machine": machine(), "suites": {name: [asdict(bar) for bar in bars] for name, bars in suites.items()}}


def figure_text(bar: Bar) -> str:
    """Three digits and the unit."""
    return "" if bar.figure is None else f"{bar.figure:.3g} {bar.unit}"


def markdown(suites: dict[str, list[Bar]]) -> str:
    """Return the tables as markdown, with the machine."""
    lines = [", ".join(f"{key} {value}" for key, value in machine().items()) + "."]
    for name, bars in suites.items():
        lines += ["", f"### {name}", "", "| | figure | bar | | |", "|---|---:|---|---|---|"]
        lines += [f"| {b.name} | {figure_text(b)} | {b.bar} | {b.verdict} | {b.note} |" for b in bars]
    return "\n".join(lines)


def write_between_marks(path: Path, text: str) -> None:
    """Put `text` between the marks of a markdown file; ValueError if it has none."""
    old = path.read_text(encoding="utf-8")
    if BEGIN not in old or END not in old:
        raise ValueError(f"{path} has no lines {BEGIN} and {END} for the table to stand between")
    head, tail = old.split(BEGIN, 1)[0], old.split(END, 1)[1]
    path.write_text(f"{head}{BEGIN}\n{text}\n{END}{tail}", encoding="utf-8")


def load(path: Path) -> dict[str, dict[str, Any]]:
    """Return the bars of a JSON file by suite and name."""
    suites = json.loads(path.read_text(encoding="utf-8"))["suites"]
    return {f"{suite}: {bar['name']}": bar for suite, bars in suites.items() for bar in bars}
