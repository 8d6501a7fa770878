"""Pictures of boards, shots and ends with matplotlib, from the values of :mod:`play.figures`.

No global state is touched, and nothing is shown on a screen.
"""

from __future__ import annotations

import math
import textwrap
from dataclasses import replace
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from play import sheet
from play.drawing import draw_scene
from play.figures import (
    Caption,
    Scene,
    board_scene,
    caption_of,
    final_scene,
    last_round,
    layout_scene,
    shot_scenes,
)
from play.record import Record
from play.sheet import GAP, HEAD, KEY, LINE, PANEL_HEAD, PANEL_LETTERS, PANEL_RULINGS, SIDE, WIDTH, caption_columns, png
from play.style import FONT, Theme, theme_of
from sim.board import Board
from sim.layout import Layout

__all__ = [
    "board_figure",
    "caption_columns",
    "draw_board",
    "draw_final",
    "draw_layout",
    "draw_trajectories",
    "final_figure",
    "png",
    "trajectories_figure",
]


def draw_board(board: Board, path: str | Path | None = None, ax: Axes | None = None, *, style: str = "light") -> Figure:
    """Draw an empty board.

    Parameters
    ----------
    path : where to write a PNG; left out: nowhere
    ax : Axes to draw on, without title and caption; left out: a figure of its own
    style : {"light", "dark"}

    Returns
    -------
    Figure

    Raises
    ------
    ValueError
        For another style.
    """
    return _drawn(board_scene(board), path, ax, theme_of(style))


def draw_layout(
    board: Board, layout: Layout, path: str | Path | None = None, ax: Axes | None = None, *, style: str = "light"
) -> Figure:
    """Draw a layout on a board. The other arguments, result and errors are those of :func:`draw_board`."""
    return _drawn(layout_scene(board, layout), path, ax, theme_of(style))


def draw_final(
    record: Record, path: str | Path | None = None, ax: Axes | None = None, *, style: str = "light"
) -> Figure:
    """Draw where everything lies at the end, the last round's rulings beneath.

    Arguments, result and errors are those of :func:`draw_board`.
    """
    return _drawn(final_scene(record), path, ax, theme_of(style))


def draw_trajectories(
    record: Record,
    path: str | Path | None = None,
    number: int | None = None,
    *,
    shot: int | None = None,
    ax: Axes | None = None,
    style: str = "light",
) -> Figure:
    """Draw a round's shots as small multiples, its rulings beneath; one shot alone fills the picture.

    Parameters
    ----------
    path : where to write a PNG; left out: nowhere
    number : the round's; left out: the last one that has a shot
    shot : number of one shot of that round; left out: all of them
    ax : Axes to draw one shot on: `shot`, or the round's last
    style : {"light", "dark"}

    Returns
    -------
    Figure

    Raises
    ------
    KeyError
        There is no such round, or no such shot in it.
    ValueError
        For another style.
    """
    theme = theme_of(style)
    scenes = shot_scenes(record, number)
    if ax is not None and shot is None:
        scenes = scenes[-1:]
    if shot is not None:
        chosen = last_round(record) if number is None else next(r for r in record.rounds if r.number == number)
        played = () if chosen is None else chosen.shots
        scenes = tuple(s for s, one in zip(scenes, played, strict=True) if one.number == shot)
        if not scenes:
            raise KeyError(f"no shot {shot} in the round")
    if ax is not None:
        return _drawn(scenes[0] if scenes else final_scene(record), path, ax, theme)
    if not scenes:
        figure = _single(final_scene(record), theme)
    elif len(scenes) == 1:
        figure = _single(_with_what_happened(scenes[0]), theme)
    else:
        last = last_round(record)
        shown = number if number is not None or last is None else last.number
        one = next(r for r in record.rounds if r.number == shown and r.shots)
        figure = _multiples(
            f"{record.title} · the shots of round {shown}", scenes, caption_of(one.rulings, PANEL_RULINGS), theme
        )
    return sheet.written(figure, path)


def _with_what_happened(scene: Scene) -> Scene:
    """Put what happened above the rulings."""
    if not scene.said:
        return scene
    first = f"{scene.said}."
    return replace(scene, caption=replace(scene.caption, rulings=(first, *scene.caption.rulings)))


def board_figure(board: Board, style: str = "light") -> Figure:
    """Return a picture of an empty board."""
    return draw_board(board, style=style)


def final_figure(record: Record, style: str = "light") -> Figure:
    """Return where everything lies at the end, the last round's rulings beneath."""
    return draw_final(record, style=style)


def trajectories_figure(record: Record, style: str = "light") -> Figure:
    """Return the last round's shots as small multiples; one shot alone fills the picture."""
    return draw_trajectories(record, style=style)


def _drawn(scene: Scene, path: str | Path | None, ax: Axes | None, theme: Theme) -> Figure:
    if ax is None:
        return sheet.written(_single(scene, theme), path)
    draw_scene(ax, scene, theme=theme)
    figure = ax.get_figure(root=True)
    assert figure is not None
    return sheet.written(figure, path)


def _aspect(scene: Scene) -> float:
    x0, y0, x1, y1 = scene.extent
    return (y1 - y0) / (x1 - x0)


def _single(scene: Scene, theme: Theme) -> Figure:
    """Draw one scene over the whole width: title and scores above it, key and rulings beneath."""
    columns = caption_columns(scene.caption)
    width = WIDTH - 1.5 * SIDE
    body = width * _aspect(scene)
    foot = LINE * max((len(column) for column in columns), default=0) + (0.3 if columns else 0.0)
    height = HEAD + body + KEY + foot
    figure = sheet.figure(height, theme)
    axes = figure.add_axes((SIDE / WIDTH, (foot + KEY) / height, width / WIDTH, body / height))
    draw_scene(axes, scene, theme=theme)
    sheet.title(figure, scene.title, SIDE, height, theme)
    sheet.scores(figure, scene.scores, height, theme)
    sheet.key(figure, (*scene.key, "mm"), (foot + 0.2) / height, theme)
    sheet.rulings(figure, columns, foot, height, theme)
    return figure


def _multiples(title: str, scenes: tuple[Scene, ...], caption: Caption, theme: Theme) -> Figure:
    """Draw scenes of one extent side by side, row by row."""
    columns = 2 if len(scenes) <= 4 else 3 if len(scenes) <= 15 else 4
    rows = math.ceil(len(scenes) / columns)
    panel = (WIDTH - GAP * (columns + 1)) / columns
    tall = panel * _aspect(scenes[0])
    lines = caption_columns(caption)
    foot = LINE * max((len(column) for column in lines), default=0) + (0.3 if lines else 0.0)
    height = HEAD + rows * (PANEL_HEAD + tall) + KEY + foot
    figure = sheet.figure(height, theme)
    for k, scene in enumerate(scenes):
        row, column = divmod(k, columns)
        left = GAP + column * (panel + GAP)
        low = height - HEAD - row * (PANEL_HEAD + tall) - PANEL_HEAD - tall
        axes = figure.add_axes((left / WIDTH, low / height, panel / WIDTH, tall / height))
        draw_scene(axes, scene, ticks=False, theme=theme)
        figure.text(
            (left + 0.03) / WIDTH, (low + tall + 0.27) / height, scene.title,
            fontsize=11.5, color=theme.ink, fontfamily=FONT,
        )  # fmt: skip
        room = int(PANEL_LETTERS * panel)
        figure.text(
            (left + 0.03) / WIDTH, (low + tall + 0.08) / height, textwrap.shorten(scene.said, room, placeholder=" …"),
            fontsize=9.5, color=theme.faint, fontfamily=FONT,
        )  # fmt: skip
    sheet.title(figure, title, GAP + 0.03, height, theme)
    # numbers stand in for faces here, since the pieces are too small for both
    signs = [words for scene in scenes for words in scene.key if not words.startswith(("●", "×", "|", "N,"))]
    sheet.key(figure, ("paths grow stronger with time", *dict.fromkeys(signs)), (foot + 0.5 * KEY) / height, theme)
    sheet.rulings(figure, lines, foot, height, theme)
    return figure
