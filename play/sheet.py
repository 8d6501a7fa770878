"""A sheet of paper for pictures: its size, title, scores, key and caption, and how it becomes a PNG."""

from __future__ import annotations

import io
import textwrap
from pathlib import Path

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from play import style
from play.figures import Caption, ScoreMark
from play.style import Theme

# All sizes are in inches, at 100 dots each.
WIDTH = 16.0
DPI = 100
SIDE = 0.5
HEAD = 0.75
KEY = 0.62
GAP = 0.14
PANEL_HEAD = 0.56
LINE = 0.235
ONE_COLUMN = 4  # rulings that still stand in one column
LETTERS = 11.5  # per inch of the caption
PANEL_LETTERS = 13.5  # per inch of what is said over a panel
PANEL_RULINGS = 16


def png(figure: Figure) -> bytes:
    """Return a figure as a PNG; the same figure gives the same bytes, without date or versions."""
    buffer = io.BytesIO()
    # a light compression: drawing a round should not take longer than playing it
    figure.savefig(
        buffer,
        format="png",
        dpi=figure.dpi,
        facecolor=figure.get_facecolor(),
        bbox_inches=None,
        metadata={"Software": None},
        pil_kwargs={"compress_level": 3},
    )
    return buffer.getvalue()


def written(figure: Figure, path: str | Path | None) -> Figure:
    """Write a figure as a PNG where a path is given; return it."""
    if path is not None:
        Path(path).write_bytes(png(figure))
    return figure


def figure(height: float, theme: Theme) -> Figure:
    """Return an empty sheet of the usual width."""
    sheet = Figure(figsize=(WIDTH, height), dpi=DPI, facecolor=theme.paper)
    FigureCanvasAgg(sheet)
    return sheet


def rulings(figure: Figure, columns: tuple[tuple[str, ...], ...], foot: float, height: float, theme: Theme) -> None:
    """Set the caption's columns into the lowest `foot` inches."""
    for k, column in enumerate(columns):
        figure.text(
            (SIDE + k * (WIDTH - SIDE) / len(columns)) / WIDTH, (foot - 0.08) / height, "\n".join(column),
            fontsize=11, va="top", color=theme.ink, linespacing=1.4, fontfamily=style.FONT,
        )  # fmt: skip


def title(figure: Figure, words: str, left: float, height: float, theme: Theme) -> None:
    """Set a title at the upper left."""
    figure.text(
        left / WIDTH, 1 - 0.42 / height, words, va="center_baseline", fontsize=17, fontweight="bold",
        color=theme.ink, fontfamily=style.FONT,
    )  # fmt: skip


def scores(figure: Figure, marks: tuple[ScoreMark, ...], height: float, theme: Theme) -> None:
    """Set the sides' scores at the upper right, each behind a disc of its colour."""
    right, y = WIDTH - 0.5 * SIDE, height - 0.42
    for score in reversed(marks):
        text = figure.text(
            right / WIDTH, y / height, score.text, ha="right", va="center_baseline", fontsize=16,
            color=theme.ink, fontfamily=style.FONT,
        )  # fmt: skip
        left = text.get_window_extent().x0 / DPI
        figure.text(
            (left - 0.1) / WIDTH, y / height, "●", ha="right", va="center_baseline", fontsize=19,
            color=style.mixed(score.colour, theme.ink, 0.08), fontfamily=style.FONT,
        )  # fmt: skip
        right = left - 0.65


def key(figure: Figure, words: tuple[str, ...], y: float, theme: Theme) -> None:
    """Set what the signs mean at the right, at a height `y` of the figure."""
    figure.text(
        1 - 0.5 * SIDE / WIDTH, y, "     ".join(words), ha="right", va="center", fontsize=10.5,
        color=theme.faint, fontfamily=style.FONT,
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


def lines_of(words: str, width: float, size: float = 11.0) -> list[str]:
    """Break words into lines of `width` inches."""
    return [line for part in words.split("\n") for line in textwrap.wrap(part, int(LETTERS * width * 11.0 / size))]


def paragraph(
    figure: Figure,
    words: str,
    left: float,
    top: float,
    height: float,
    width: float,
    theme: Theme,
    *,
    size: float = 11.0,
    bold: bool = False,
) -> None:
    """Set words below `top`, from `left` on and `width` wide, all in inches of a sheet `height` tall."""
    figure.text(
        left / WIDTH, top / height, "\n".join(lines_of(words, width, size)), fontsize=size, va="top",
        color=theme.ink, linespacing=1.4, fontfamily=style.FONT, fontweight="bold" if bold else "normal",
    )  # fmt: skip
