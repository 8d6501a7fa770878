"""``magpuck bench``: measure, beside the bars."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer

from play.terminal import as_text, check_json, console_for, usage_error, write_json

SUITES = ("kernel", "shot", "sweep")
"""Modules of ``benchmarks`` that may have a function ``bars(quick)``; one that isn't there is not offered."""


def offered() -> list[str]:
    """Return the suites that there are."""
    from importlib.util import find_spec

    if find_spec("benchmarks") is None:
        usage_error("the benchmarks are not installed: run magpuck bench where the sources are")
    return [name for name in SUITES if find_spec(f"benchmarks.{name}") is not None]


def bench(
    suite: Annotated[str, typer.Argument(help="kernel, or all.")] = "all",
    json_to: Annotated[
        Optional[str],  # noqa: UP045 - typer reads it at run time
        typer.Option("--json", metavar="FILE|-", help="Write the result as JSON; - is standard output."),
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Fewer repeats, and nothing that takes long.")] = False,
    write_to: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option("--write", metavar="FILE", help="Put the table between the marks of a markdown file."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace files of an earlier run.")] = False,
) -> None:
    """Measure how fast it is, as ratios within one run."""
    there = offered()
    if suite not in (*there, "all"):
        usage_error(f"no benchmark called {suite!r}; there is {', '.join((*there, 'all'))}")
    check_json(json_to, force)
    if write_to is not None and not Path(write_to).is_file():
        usage_error(f"--write needs a markdown file that exists, got {write_to}")
    from importlib import import_module

    from rich.markup import escape
    from rich.table import Table

    from benchmarks.bars import as_json, figure_text, markdown, write_between_marks

    console = console_for(json_to)
    if not console.is_terminal:
        console.width = 160
    measured = {}
    for name in there if suite == "all" else [suite]:
        with console.status(f"measuring: {name}"):
            measured[name] = import_module(f"benchmarks.{name}").bars(quick)
        table = Table(title=name, title_justify="left", box=None, padding=(0, 1))
        for head in ("", "figure", "bar", "", ""):
            table.add_column(head, justify="right" if head == "figure" else "left")
        for bar in measured[name]:
            colour = {"met": "green", "not met": "red"}.get(bar.verdict, "default")
            verdict = f"[{colour}]{bar.verdict}[/{colour}]"
            table.add_row(escape(bar.name), figure_text(bar), bar.bar, verdict, escape(bar.note))
        console.print(table)
    write_json(json_to, as_text(as_json(measured)))
    if write_to is not None:
        try:
            write_between_marks(Path(write_to), markdown(measured))
        except (OSError, ValueError) as error:
            usage_error(str(error))
