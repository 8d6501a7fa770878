"""The command ``magpuck replay``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def replay(
    source: Annotated[str, typer.Argument(metavar="DIR|result.json", help="A run's directory or result.")],
    html_to: Annotated[str, typer.Option("--html", metavar="FILE", help="Where to write the page.")],
    force: Annotated[bool, typer.Option("--force", help="Replace a page of an earlier run.")] = False,
) -> None:
    """Write a page that replays a run, for a browser without network."""
    from play.outputs import check_file, write_whole
    from play.replaypage import replay_page
    from play.replot import load_run
    from play.terminal import console_for
    from sim.errors import InputError

    target = Path(html_to)
    check_file(target, "--html", force)
    record = load_run(source, trajectories=True)
    try:
        page = replay_page(record)
    except (TypeError, ValueError, KeyError, IndexError, AttributeError) as error:
        raise InputError(source, "", f"must be as a run writes it ({error})") from None
    write_whole(target, page.encode())
    console_for(None).print(f"{target}", highlight=False, markup=False)
