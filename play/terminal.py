"""What every command does at a terminal: where it writes, and how it complains."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import typer

if TYPE_CHECKING:
    from rich.console import Console


def console_for(json_to: str | None) -> Console:
    """Where people read: standard error, if standard output is for JSON."""
    from rich.console import Console

    return Console(stderr=json_to == "-", soft_wrap=True, highlight=False)


def check_json(json_to: str | None, force: bool, source: str | None = None) -> None:
    """Refuse a place for JSON that can't or must not be written; InputError."""
    from play.outputs import check_file

    if json_to is not None and json_to != "-":
        check_file(Path(json_to), "--json", force, None if source is None else Path(source))


def write_json(json_to: str | None, text: str) -> None:
    """Write JSON where it was asked for, if anywhere."""
    from play.outputs import write_whole

    if json_to == "-":
        sys.stdout.write(text)
        sys.stdout.flush()
    elif json_to is not None:
        write_whole(Path(json_to), text.encode())


def as_text(value: Any) -> str:
    """Return values as JSON text."""
    return json.dumps(value, indent=1, allow_nan=False, ensure_ascii=False) + "\n"


def say_compiling() -> None:
    """Say why the first shot on a machine takes a while."""
    from sim.simulation import is_compiled

    if not is_compiled():
        complain("compiling the step loop, once on this machine; some 20 s")


def usage_error(message: str) -> NoReturn:
    """Say that the command was called wrongly."""
    raise typer.BadParameter(message)


def complain(message: str) -> None:
    """Say on standard error what is wrong."""
    sys.stderr.write(f"magpuck: {message}\n")
    sys.stderr.flush()
