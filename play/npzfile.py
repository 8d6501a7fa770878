"""The file ``trajectory.npz``: beside the trajectories, what pictures need of a run and its result does not hold.

A bare table has no board file, so the table and the kinds of its pieces are kept as JSON in the archive's comment,
where they are no array among those of the trajectory. A game's shots keep the energy book, the yoke's place, the way
of the hand and the cord's, as arrays of their own.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.actions import Hover, Launch
from sim.board import Board, FixedMagnet, Friction, Surface, Wall
from sim.layout import Layout
from sim.pieces import Piece, PieceKind
from sim.shot import Energies, Shot
from sim.values import frozen

MOST_CORDS = 60  # moments at which a moved cord is kept: as many as a picture's motion needs
_MOST_COMMENT = 65_535  # bytes; a zip archive has room for no more
_BOOK = (
    "start_kinetic", "start_magnetic", "end_kinetic", "end_magnetic", "friction_loss", "contact_loss", "carried_off",
    "raised",
)  # fmt: skip


def shot_arrays(shot: Shot, prefix: str) -> dict[str, NDArray[Any]]:
    """Return what is kept of a game's shot beside its trajectory.

    ``energy_J`` (8,) in the order of :class:`sim.shot.Energies`. Of a launch ``launch`` (4,): the yoke's mouth, m, its
    heading, rad, and the draw, m. Of a piece in the hand ``hand`` (k, 4): its way and height, m, and speed, m/s. Of a
    moved cord ``cord_t_s`` (c,) and ``cord_m`` (c, k, 2).
    """
    out: dict[str, NDArray[Any]] = {f"{prefix}energy_J": np.array([getattr(shot.energies, name) for name in _BOOK])}
    action = shot.action
    if isinstance(action, Launch):
        out[f"{prefix}launch"] = np.array([*action.yoke, action.heading, action.draw])
    elif isinstance(action, Hover):
        out[f"{prefix}hand"] = np.array([(*point, action.height, action.speed) for point in action.path])
    if shot.cords and len({nodes.shape for _, nodes in shot.cords}) == 1:
        chosen = np.unique(np.linspace(0, len(shot.cords) - 1, MOST_CORDS).astype(int))
        out[f"{prefix}cord_t_s"] = np.array([shot.cords[k][0] for k in chosen])
        out[f"{prefix}cord_m"] = np.stack([shot.cords[k][1] for k in chosen])
    return out


def energies_of(values: NDArray[Any] | None) -> Energies | None:
    """Return the energy book of an array ``energy_J``; None where there is none."""
    return None if values is None else Energies(*(float(v) for v in values))


def table_text(board: Board, layout: Layout) -> str:
    """Return a bare table and its pieces as JSON, in SI units; empty where it would not fit into the comment."""
    kinds = list(dict.fromkeys(piece.kind for piece in layout.pieces))
    values = {
        "surface": asdict(board.surface),
        "beyond": asdict(board.beyond),
        "walls": [asdict(wall) for wall in board.walls],
        "magnets": [asdict(magnet) for magnet in board.magnets],
        "gravity": board.gravity,
        "kinds": [asdict(kind) for kind in kinds],
        "pieces": {
            piece.id: [kinds.index(piece.kind), face, piece.pinned]
            for piece, face in zip(layout.pieces, layout.faces, strict=True)
        },
    }
    text = json.dumps(values, default=lambda array: array.tolist(), separators=(",", ":"))
    return text if len(text) <= _MOST_COMMENT else ""


def read_table(text: str) -> tuple[Board, dict[str, tuple[Piece, str]]]:
    """Return the table of :func:`table_text`, and its pieces with their faces by id.

    Raises
    ------
    ValueError, KeyError, TypeError
        If the text is not of that form.
    """
    values = json.loads(text)
    surface = values["surface"]
    outline = None if surface["outline"] is None else frozen(surface["outline"])
    kinds = [PieceKind(**_tupled(kind)) for kind in values["kinds"]]
    board = Board(
        name="bare table",
        surface=Surface(outline, surface["edge"], Friction(**surface["friction"])),
        beyond=Friction(**values["beyond"]),
        walls=tuple(Wall(**_tupled(wall)) for wall in values["walls"]),
        magnets=tuple(FixedMagnet(**_tupled(magnet)) for magnet in values["magnets"]),
        gravity=values["gravity"],
    )
    pieces = {name: (Piece(name, kinds[k], None, pinned), face) for name, (k, face, pinned) in values["pieces"].items()}
    return board, pieces


def _tupled(values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in values.items()}


def with_comment(archive: bytes, text: str) -> bytes:
    """Return an archive with `text` as its comment."""
    if not text:
        return archive
    buffer = io.BytesIO(archive)
    with zipfile.ZipFile(buffer, "a") as file:
        file.comment = text.encode()
    return buffer.getvalue()


def comment_of(path: Path) -> str:
    """Return the comment of an archive; empty where there is none, or no archive."""
    try:
        with zipfile.ZipFile(path) as file:
            return file.comment.decode(errors="replace")
    except (OSError, zipfile.BadZipFile):
        return ""
