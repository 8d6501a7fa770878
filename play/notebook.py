"""Draws boards, layouts and shots for :mod:`sim.display`: in notebooks, and on Axes that are given."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from play.graphs import draw
from play.graphs import draw_field as field_of
from play.plot import draw_board, draw_layout
from play.plot import png as png_of
from play.record import Record, RoundRecord, ShotRecord
from play.style import OWNERS
from sim.board import Board, Friction, Surface
from sim.layout import Layout
from sim.shot import Shot

TABLE = Board("table", Surface(None, "open", Friction()), Friction())
"""Under what is shown without a board: an endless table."""


def plot(thing: Any, ax: Axes | None = None, **options: Any) -> Axes:
    """Draw a board, layout or shot and return the Axes; see ``plot`` of each for the options."""
    figure = _drawn(thing, ax, **options)
    return figure.axes[0] if ax is None else ax


def png(thing: Any) -> bytes:
    """Return a board, layout or shot as a PNG."""
    return png_of(_drawn(thing, None))


@singledispatch
def _drawn(thing: Any, ax: Axes | None, **options: Any) -> Figure:
    raise TypeError(f"can't draw a {type(thing).__name__}")


@_drawn.register
def _(thing: Board, ax: Axes | None, *, style: str = "light") -> Figure:
    return draw_board(thing, ax=ax, style=style)


@_drawn.register
def _(
    thing: Layout,
    ax: Axes | None,
    *,
    board: Board | None = None,
    kind: str = "layout",
    style: str = "light",
    **options: Any,
) -> Figure:
    board = board or TABLE
    if kind == "field":
        return field_of(board, thing, ax=ax, style=style, **options)
    if kind != "layout":
        raise ValueError(f"kind must be layout or field, got {kind!r}")
    return draw_layout(board, thing, ax=ax, style=style)


@_drawn.register
def _(
    thing: Shot, ax: Axes | None, *, board: Board | None = None, kind: str = "trajectories", **options: Any
) -> Figure:
    return draw(record_of(board or TABLE, thing), kind, ax=ax, **options)


def record_of(board: Board, shot: Shot) -> Record:
    """Return a shot as the record of a run of its own; owners called by a colour have it."""
    owners = {piece.owner: None for piece in shot.start.pieces if piece.owner is not None}
    by = getattr(shot.action, "by", "")
    one = ShotRecord(1, by, type(shot.action).__name__.lower(), shot, shot.layout)
    return Record(
        title=board.name,
        game=None,
        board=board,
        board_name=board.name,
        seed=0,
        start=shot.start,
        rounds=(RoundRecord(1, (), (one,)),),
        owners={name: name.lower() if name.lower() in OWNERS else None for name in owners},
    )
