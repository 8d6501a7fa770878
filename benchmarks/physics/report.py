"""The table of known answers: for the terminal, as markdown, and as JSON."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.physics.cases import Outcome

BEGIN, END = "<!-- known answers: begin -->", "<!-- known answers: end -->"
HEADS = ("case", "known", "source", "ours", "error", "tolerance", "result")


def _number(value: float) -> str:
    """Ten digits at the most, as the known answers have."""
    if math.isnan(value):
        return "none"
    return f"{value:.10g}".replace("-", "−")


def _ours(outcome: Outcome) -> str:
    """Ours with ten digits, but two where zero is known: the others are rounding."""
    if outcome.case.known == 0.0 and outcome.ours != 0.0:
        return f"{outcome.ours:.1e}".replace("-", "−")
    return _number(outcome.ours)


def _size(value: float, outcome: Outcome) -> str:
    """An error or a tolerance, with its unit where it has one, and "rel." where it is a share."""
    if math.isnan(value):
        return ""
    unit = outcome.case.unit if outcome.case.absolute else "rel."
    return f"{value:.1e} {unit}".rstrip().replace("-", "−") if value else "0"


def _cells(outcome: Outcome) -> tuple[str, ...]:
    case = outcome.case
    return (
        case.name,
        f"{_number(case.known)} {case.unit}".rstrip(),
        case.source,
        outcome.fault or _ours(outcome),
        _size(outcome.error, outcome),
        _size(case.tolerance, outcome),
        "pass" if outcome.passes else "FAIL",
    )


def verdict(outcomes: Sequence[Outcome]) -> str:
    """How many are within their tolerance."""
    passed = sum(outcome.passes for outcome in outcomes)
    return f"{passed} of {len(outcomes)} known answers within their tolerance"


def show(outcomes: Sequence[Outcome], console: Console) -> None:
    """Print a table for each section, and the verdict."""
    for section, group in groupby(outcomes, key=lambda outcome: outcome.case.section):
        table = Table(title=section, title_justify="left", title_style="bold", box=None, padding=(0, 1))
        for head, justify in zip(HEADS, ("left", "right", "left", "right", "right", "right", "left"), strict=True):
            table.add_column(head, justify=justify, no_wrap=justify == "right")  # type: ignore[arg-type]
        for outcome in group:
            table.add_row(*_cells(outcome), style=None if outcome.passes else "bold red")
        console.print(table)
        console.print()
    console.print(verdict(outcomes))


def markdown(outcomes: Sequence[Outcome]) -> str:
    """One table for all sections, and the verdict, as markdown."""
    heads = ("section", *HEADS)
    lines = [f"{verdict(outcomes)}.", "", f"| {' | '.join(heads)} |", f"|{' --- |' * len(heads)}"]
    for outcome in outcomes:
        cells = (cell.replace("|", "\\|") for cell in (outcome.case.section, *_cells(outcome)))
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def write_between_marks(file: Path, text: str) -> None:
    """Replace what stands between the two marks of `file`; ValueError if they are not there, in order, once each."""
    content = file.read_text(encoding="utf-8")
    lines = content.splitlines()
    if lines.count(BEGIN) != 1 or lines.count(END) != 1 or lines.index(BEGIN) > lines.index(END):
        raise ValueError(f"{file} must have the lines {BEGIN} and {END}, once each and in this order")
    first, last = lines.index(BEGIN), lines.index(END)
    new = [*lines[: first + 1], "", *text.splitlines(), "", *lines[last:]]
    file.write_text("\n".join(new) + "\n", encoding="utf-8")


def as_json(outcomes: Sequence[Outcome], seconds: float) -> dict[str, Any]:
    """Return the outcomes as plain values; `ours` and `error` are null where there was a fault."""
    rows = []
    for outcome in outcomes:
        case = outcome.case
        got = not math.isnan(outcome.ours)
        rows.append(
            {
                "section": case.section,
                "case": case.name,
                "known": case.known,
                "unit": case.unit,
                "source": case.source,
                "ours": outcome.ours if got else None,
                "error": outcome.error if got else None,
                "tolerance": case.tolerance,
                "absolute": case.absolute,
                "passes": outcome.passes,
                "fault": outcome.fault,
            }
        )
    return {"passed": all(outcome.passes for outcome in outcomes), "seconds": round(seconds, 2), "cases": rows}
