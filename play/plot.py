"""Pictures with matplotlib, from the values of :mod:`play.figures`.

No global state is touched, and nothing is shown on a screen.
"""

from __future__ import annotations

import io
import math
import textwrap
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from play import style
from play.drawing import draw_scene
from play.figures import Caption, Scene, ScoreMark, board_scene, final_scene, last_round, shot_scenes
from play.record import Record
from sim.board import Board

# All sizes are in inches, at 100 dots each.
WIDTH = 16.0
DPI = 100
SIDE = 0.5
HEAD = 0.75
KEY = 0.62
GAP = 0.14
PANEL_HEAD = 0.34
LINE = 0.235
ONE_COLUMN = 4  # rulings that still stand in one column
LETTERS = 11.5  # per inch of the caption


def draw_board(board: Board, path: str | Path | None = None, ax: Axes | None = None) -> Figure:
    """Draw an empty board.

    Parameters
    ----------
    path : where to write a PNG; left out: nowhere
    ax : Axes to draw on, without title and caption; left out: a figure of its own

    Returns
    -------
    Figure
    """
    return _drawn(board_scene(board), path, ax)


def draw_final(record: Record, path: str | Path | None = None, ax: Axes | None = None) -> Figure:
    """Draw where everything lies at the end, the last round's rulings beneath.

    Arguments and result are those of :func:`draw_board`.
    """
    return _drawn(final_scene(record), path, ax)


def draw_trajectories(record: Record, path: str | Path | None = None, number: int | None = None) -> Figure:
    """Draw a round's shots as small multiples; one shot alone fills the picture.

    Parameters
    ----------
    path : where to write a PNG; left out: nowhere
    number : the round's; left out: the last one that has a shot

    Returns
    -------
    Figure

    Raises
    ------
    KeyError
        There is no such round, or no shot in it.
    """
    scenes = shot_scenes(record, number)
    if not scenes:
        figure = _single(final_scene(record))
    elif len(scenes) == 1:
        figure = _single(scenes[0])
    else:
        last = last_round(record)
        shown = number if number is not None or last is None else last.number
        figure = _multiples(f"{record.title} · the shots of round {shown}", scenes)
    return _written(figure, path)


def board_figure(board: Board) -> Figure:
    """Return a picture of an empty board."""
    return draw_board(board)


def final_figure(record: Record) -> Figure:
    """Return where everything lies at the end, the last round's rulings beneath."""
    return draw_final(record)


def trajectories_figure(record: Record) -> Figure:
    """Return the last round's shots as small multiples; one shot alone fills the picture."""
    return draw_trajectories(record)


def png(figure: Figure) -> bytes:
    """Return a figure as a PNG; the same figure gives the same bytes, without date or versions."""
    buffer = io.BytesIO()
    # a light compression: drawing a round should not take longer than playing it
    figure.savefig(
        buffer,
        format="png",
        dpi=figure.dpi,
        facecolor=style.PAPER,
        bbox_inches=None,
        metadata={"Software": None},
        pil_kwargs={"compress_level": 3},
    )
    return buffer.getvalue()


def _drawn(scene: Scene, path: str | Path | None, ax: Axes | None) -> Figure:
    if ax is None:
        return _written(_single(scene), path)
    draw_scene(ax, scene)
    figure = ax.get_figure(root=True)
    assert figure is not None
    return _written(figure, path)


def _written(figure: Figure, path: str | Path | None) -> Figure:
    if path is not None:
        Path(path).write_bytes(png(figure))
    return figure


def _figure(height: float) -> Figure:
    figure = Figure(figsize=(WIDTH, height), dpi=DPI, facecolor=style.PAPER)
    FigureCanvasAgg(figure)
    return figure


def _aspect(scene: Scene) -> float:
    x0, y0, x1, y1 = scene.extent
    return (y1 - y0) / (x1 - x0)


def _single(scene: Scene) -> Figure:
    """Draw one scene over the whole width: title and scores above it, key and rulings beneath."""
    columns = caption_columns(scene.caption)
    width = WIDTH - 1.5 * SIDE
    body = width * _aspect(scene)
    foot = LINE * max((len(column) for column in columns), default=0) + (0.3 if columns else 0.0)
    height = HEAD + body + KEY + foot
    figure = _figure(height)
    axes = figure.add_axes((SIDE / WIDTH, (foot + KEY) / height, width / WIDTH, body / height))
    draw_scene(axes, scene)
    _title(figure, scene.title, SIDE, height)
    _scores(figure, scene.scores, height)
    _key(figure, (*scene.key, "mm"), (foot + 0.2) / height)
    for k, column in enumerate(columns):
        figure.text(
            (SIDE + k * (WIDTH - SIDE) / len(columns)) / WIDTH, (foot - 0.08) / height, "\n".join(column),
            fontsize=11, va="top", color=style.INK, linespacing=1.4, fontfamily=style.FONT,
        )  # fmt: skip
    return figure


def _multiples(title: str, scenes: tuple[Scene, ...]) -> Figure:
    """Draw scenes of one extent side by side, row by row."""
    columns = 2 if len(scenes) <= 4 else 3
    rows = math.ceil(len(scenes) / columns)
    panel = (WIDTH - GAP * (columns + 1)) / columns
    tall = panel * _aspect(scenes[0])
    height = HEAD + rows * (PANEL_HEAD + tall) + KEY
    figure = _figure(height)
    for k, scene in enumerate(scenes):
        row, column = divmod(k, columns)
        left = GAP + column * (panel + GAP)
        low = height - HEAD - row * (PANEL_HEAD + tall) - PANEL_HEAD - tall
        axes = figure.add_axes((left / WIDTH, low / height, panel / WIDTH, tall / height))
        draw_scene(axes, scene, ticks=False)
        figure.text(
            (left + 0.03) / WIDTH, (low + tall + 0.08) / height, scene.title,
            fontsize=11.5, color=style.INK, fontfamily=style.FONT,
        )  # fmt: skip
    _title(figure, title, GAP + 0.03, height)
    # numbers stand in for faces here, since the pieces are too small for both
    signs = [words for scene in scenes for words in scene.key if not words.startswith(("●", "×", "|"))]
    _key(figure, ("paths darken with time", *dict.fromkeys(signs)), 0.5 * KEY / height)
    return figure


def _title(figure: Figure, title: str, left: float, height: float) -> None:
    figure.text(
        left / WIDTH, 1 - 0.42 / height, title, va="center_baseline", fontsize=17, fontweight="bold",
        color=style.INK, fontfamily=style.FONT,
    )  # fmt: skip


def _scores(figure: Figure, scores: tuple[ScoreMark, ...], height: float) -> None:
    """Set the sides' scores at the upper right, each behind a disc of its colour."""
    right, y = WIDTH - 0.5 * SIDE, height - 0.42
    for score in reversed(scores):
        text = figure.text(
            right / WIDTH, y / height, score.text, ha="right", va="center_baseline", fontsize=16,
            color=style.INK, fontfamily=style.FONT,
        )  # fmt: skip
        left = text.get_window_extent().x0 / DPI
        figure.text(
            (left - 0.1) / WIDTH, y / height, "●", ha="right", va="center_baseline", fontsize=19,
            color=style.mixed(score.colour, style.INK, 0.08), fontfamily=style.FONT,
        )  # fmt: skip
        right = left - 0.65


def _key(figure: Figure, words: tuple[str, ...], y: float) -> None:
    figure.text(
        1 - 0.5 * SIDE / WIDTH, y, "     ".join(words), ha="right", va="center", fontsize=10.5,
        color=style.FAINT, fontfamily=style.FONT,
    )  # fmt: skip


def caption_columns(caption: Caption) -> tuple[tuple[str, ...], ...]:
    """Break rulings into the lines of one or two columns of about equal length."""
    entries = [*caption.rulings, *([f"and {caption.more} more"] if caption.more else [])]
    if not entries:
        return ()
    count = 1 if len(entries) <= ONE_COLUMN else 2
    letters = int(LETTERS * (WIDTH - 1.5 * SIDE) / count)
    wrapped = [textwrap.wrap(entry, letters, subsequent_indent="        ") for entry in entries]
    total = sum(len(lines) for lines in wrapped)
    columns: list[list[str]] = [[] for _ in range(count)]
    for lines in wrapped:
        # the first column is filled to at least half, and no ruling is split between the two
        column = columns[0] if len(columns[0]) * count < total else columns[-1]
        column.extend(lines)
    return tuple(tuple(column) for column in columns if column)
