"""Scripts without a game: a bare table, some pieces, and how they are let go."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from play.tables import check_apart
from sim.actions import Release
from sim.board import Board, Surface
from sim.boardfile import MM, friction_of, kind_of, magnets_of, metres, walls_of
from sim.errors import NOTHING, Place
from sim.layout import Layout
from sim.pieces import Piece
from sim.values import Vector2, frozen

if TYPE_CHECKING:
    from play import filemodels as files


@dataclass(frozen=True, eq=False)
class BareTable:
    """An experiment on a table without a game.

    Attributes
    ----------
    path : the file, as named by the user
    seed : int or None
    board : surface, walls, fixed magnets, gravity; no zones
    layout : the pieces where they start
    release : their velocities (m/s) and spins (rad/s) at the start
    until : s, reached in any case; None: until all rests
    record_every : s
    """

    path: str
    seed: int | None
    board: Board
    layout: Layout
    release: Release
    until: float | None
    record_every: float


def bare_table_of(data: dict[str, Any], place: Place) -> BareTable:
    """Turn the content of a script without a game into values in SI; InputError for a fault."""
    from play.filemodels import BareTableFile
    from sim.reading import validate

    table = validate(BareTableFile, data, place)
    layout, release = _pieces(table, place)
    return BareTable(
        path=place.file,
        seed=table.seed,
        board=_board(table, place),
        layout=layout,
        release=release,
        until=table.run.until_s,
        record_every=table.run.record_every_ms * 1e-3,
    )


def _board(table: files.BareTableFile, place: Place) -> Board:
    bare = table.table
    friction = friction_of(bare.friction_static, bare.friction_kinetic, place.at("table"))
    outline = None
    if bare.size_mm is not None:
        x, y = bare.size_mm[0] * MM, bare.size_mm[1] * MM
        outline = frozen([(0.0, 0.0), (x, 0.0), (x, y), (0.0, y)], (4, 2))
    return Board(
        name="bare table",
        surface=Surface(outline, bare.edge, friction),
        beyond=friction,
        walls=walls_of(table.walls),
        magnets=magnets_of(table.magnets, place),
        gravity=bare.gravity_m_s2,
    )


def _pieces(table: files.BareTableFile, place: Place) -> tuple[Layout, Release]:
    layout = Layout()
    velocities: dict[str, Vector2] = {}
    spins: dict[str, float] = {}
    place = place.at("pieces")
    if not table.pieces:
        raise place.error("must list at least one piece", NOTHING)
    for i, piece in enumerate(table.pieces):
        here = place.at(i)
        if piece.id in layout.ids:
            raise here.at("id").error("must differ from the other pieces' ids", piece.id)
        kind = kind_of(piece, piece.id, here, table.contact.restitution, table.contact.friction)
        if any(piece.velocity_m_s):
            if piece.pinned:
                raise here.at("velocity_m_s").error("must be left out of a pinned piece, which only turns")
            velocities[piece.id] = piece.velocity_m_s
        if piece.spin_rad_s:
            spins[piece.id] = piece.spin_rad_s
        layout = layout.with_piece(
            Piece(piece.id, kind, pinned=piece.pinned),
            metres(piece.at_mm),
            math.radians(piece.angle_deg),
            piece.face,
        )
    check_apart(layout, place)
    return layout, Release(velocities, spins)
