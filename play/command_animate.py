"""The command ``magpuck animate``: a moving picture of a run, from its files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer

from play.terminal import console_for, usage_error


def animate(
    source: Annotated[str, typer.Argument(metavar="DIR|result.json", help="A run's directory or result.")],
    gif_to: Annotated[
        Optional[str],  # noqa: UP045 - typer reads it at run time
        typer.Option("--gif", metavar="FILE", help="Left out, as --mp4: animation.gif."),
    ] = None,
    mp4_to: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option("--mp4", metavar="FILE", help="Needs the extra: pip install 'magpuck[video]'."),
    ] = None,
    slow: Annotated[float, typer.Option("--slow", help="How many times slower than in reality.")] = 1.0,
    fps: Annotated[int, typer.Option("--fps", min=1, max=60, help="Frames a second.")] = 25,
    round_number: Annotated[
        Optional[int],  # noqa: UP045
        typer.Option("--round", help="Left out: the last one with a shot."),
    ] = None,
    shot: Annotated[
        Optional[int],  # noqa: UP045
        typer.Option("--shot", help="One shot of the round; left out: all."),
    ] = None,
    dark: Annotated[bool, typer.Option("--dark", help="Light on dark.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print nothing.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace files of an earlier run.")] = False,
) -> None:
    """Make a moving picture of a run, in real time or slowed."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from play.animate import film
    from play.moving import ffmpeg, gif, mp4
    from play.outputs import check_file, write_whole
    from play.replot import load_run
    from play.style import DARK, LIGHT
    from sim.errors import InputError

    if gif_to is not None and mp4_to is not None:
        usage_error("--gif and --mp4 exclude each other: run it twice")
    option = "--gif" if mp4_to is None else "--mp4"
    target = Path(mp4_to if mp4_to is not None else gif_to if gif_to is not None else "animation.gif")
    program = ffmpeg() if mp4_to is not None else ""
    if program is None:
        usage_error("--mp4 needs ffmpeg: pip install 'magpuck[video]', or make a --gif")
    check_file(target, option, force)
    record = load_run(source, trajectories=True)
    try:
        moving = film(record, number=round_number, shot=shot, fps=fps, slow=slow)
    except KeyError as error:
        option = "--round" if shot is None else "--shot"
        raise InputError(source, option, f"must name what is there, but: {error.args[0]}") from None
    except ValueError as error:
        usage_error(str(error))
    theme = DARK if dark else LIGHT
    bar = Progress(
        TextColumn("drawing"),
        BarColumn(),
        TextColumn("{task.completed} of {task.total} frames"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=quiet or not Console(stderr=True).is_terminal,
    )
    with bar:
        task = bar.add_task("drawing", total=moving.frames)

        def step() -> None:
            bar.advance(task)

        content = gif(moving, theme, step) if not program else mp4(moving, program, theme, step)
    write_whole(target, content)
    if not quiet:
        console_for(None).print(f"{target}", highlight=False, markup=False)
