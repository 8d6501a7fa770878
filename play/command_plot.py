"""The command ``magpuck plot``: a picture of a run, from its files."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import cast

from play.terminal import console_for, usage_error


def plot_run(
    source: str,
    kind: str,
    png_to: str | None,
    round_number: int | None,
    shot: int | None,
    height_mm: float,
    piece: str | None,
    face: str | None,
    *,
    dark: bool,
    quiet: bool,
    force: bool,
) -> None:
    """Draw a run into a PNG file; a terminal is told how long to wait, a pipe gets the file's name alone.

    Raises
    ------
    InputError
        For files that are no run's, a place that can't be written, or a round, shot or piece that isn't there.
    """
    from play.graphs import KINDS, draw
    from play.outputs import check_file, write_whole
    from play.plot import png
    from play.replot import load_run
    from sim.errors import InputError
    from sim.values import Face

    if kind not in KINDS:
        usage_error(f"--kind must be {', '.join(KINDS[:-1])} or {KINDS[-1]}, got {kind!r}")
    if face not in (None, "up", "down"):
        usage_error(f"--face must be up or down, got {face!r}")
    if kind != "field" and (piece is not None or face is not None or height_mm != 0.0):
        usage_error("--piece, --face and --height-mm are of --kind field")
    if kind == "final" and (round_number is not None or shot is not None):
        usage_error("--kind final shows the end of the run: leave out --round and --shot")
    if not abs(height_mm) < 1e6:
        usage_error(f"--height-mm must be below a kilometre, got {height_mm:g}")
    target = Path(png_to) if png_to is not None else Path(f"{kind}.png")
    check_file(target, "--png", force)
    console = console_for(None)
    with console.status(f"drawing {kind}") if console.is_terminal and not quiet else nullcontext():
        record = load_run(source, trajectories=kind != "final")
        try:
            figure = draw(
                record,
                kind,
                round=round_number,
                shot=shot,
                style="dark" if dark else "light",
                height=1e-3 * height_mm,
                piece=piece,
                face=cast("Face | None", face),
            )
        except KeyError as error:
            said = str(error.args[0])
            option = "--piece" if "piece" in said else "--round" if "round" in said and shot is None else "--shot"
            raise InputError(source, option, f"must name what is there, but: {said}") from None
        content = png(figure)
    write_whole(target, content)
    if not quiet:
        console.print(f"{target}", highlight=False)
