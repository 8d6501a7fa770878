"""A layout: everything at rest on the table between two actions, as frozen arrays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from sim.pieces import Piece, faced
from sim.values import Face, Floats, Status, Vector2, frozen


@dataclass(frozen=True, eq=False)
class Layout:
    """Pieces at rest. All arrays are read-only; every change makes a new layout.

    Attributes
    ----------
    pieces : tuple of n Piece
    positions : (n, 2) m
    angles : (n,) rad
    faces : n of "up", "down", "edge"
    statuses : n of "live", "dead" (lies where it fell, still pulls), "removed" and "hand" (both off the table)
    cord : (k, 2) m or None
        Corners of the closed cord.
    """

    pieces: tuple[Piece, ...] = ()
    positions: Floats = field(default_factory=lambda: frozen((), (0, 2)))
    angles: Floats = field(default_factory=lambda: frozen(()))
    faces: tuple[Face, ...] = ()
    statuses: tuple[Status, ...] = ()
    cord: Floats | None = None

    def __post_init__(self) -> None:
        n = len(self.pieces)
        object.__setattr__(self, "positions", frozen(self.positions, (n, 2)))
        object.__setattr__(self, "angles", frozen(self.angles, (n,)))
        object.__setattr__(self, "faces", tuple(self.faces) or ("up",) * n)
        object.__setattr__(self, "statuses", tuple(self.statuses) or ("live",) * n)
        if len(self.faces) != n or len(self.statuses) != n:
            raise ValueError(f"a layout of {n} pieces needs {n} faces and statuses")
        ids = [piece.id for piece in self.pieces]
        if len(set(ids)) != n:
            twice = sorted({i for i in ids if ids.count(i) > 1})
            raise ValueError(f"piece id given twice: {', '.join(twice)}")

    def __len__(self) -> int:
        return len(self.pieces)

    @property
    def ids(self) -> tuple[str, ...]:
        """Ids of the pieces, in their order."""
        return tuple(piece.id for piece in self.pieces)

    def index(self, piece_id: str) -> int:
        """Index of a piece. KeyError if it is not here."""
        for k, piece in enumerate(self.pieces):
            if piece.id == piece_id:
                return k
        raise KeyError(f"no piece {piece_id!r}; there are {', '.join(self.ids) or 'none'}")

    @property
    def on_table(self) -> tuple[int, ...]:
        """Indices of the pieces that lie on the table (live or dead) and so pull and push."""
        return tuple(k for k, status in enumerate(self.statuses) if status in ("live", "dead"))

    def moments(self) -> Floats:
        """Return the moments in the table's frame, (n, 3) A·m²."""
        out = np.zeros((len(self), 3))
        for k, piece in enumerate(self.pieces):
            mx, my, mz = faced(piece.kind.moment, self.faces[k])
            c, s = np.cos(self.angles[k]), np.sin(self.angles[k])
            out[k] = (c * mx - s * my, s * mx + c * my, mz)
        return out

    def centres(self) -> Floats:
        """Return the centres in space, (n, 3) m: half a height above the table, or half a width on edge."""
        heights = [piece.kind.centre_height(face) for piece, face in zip(self.pieces, self.faces, strict=True)]
        return np.hstack([self.positions, np.array(heights).reshape(-1, 1)])

    def with_piece(
        self,
        piece: Piece,
        position: Vector2,
        angle: float = 0.0,
        face: Face = "up",
        status: Status = "live",
    ) -> Layout:
        """Return this layout and one more piece, placed last."""
        return replace(
            self,
            pieces=(*self.pieces, piece),
            positions=np.vstack([self.positions, [position]]),
            angles=np.append(self.angles, angle),
            faces=(*self.faces, face),
            statuses=(*self.statuses, status),
        )

    def with_statuses(self, changes: dict[str, Status]) -> Layout:
        """Return this layout with other statuses for some pieces, by id."""
        statuses = list(self.statuses)
        for piece_id, status in changes.items():
            statuses[self.index(piece_id)] = status
        return replace(self, statuses=tuple(statuses))

    def only(self, indices: Sequence[int]) -> Layout:
        """Return the layout of some of the pieces, in the order of `indices`."""
        k = list(indices)
        return replace(
            self,
            pieces=tuple(self.pieces[i] for i in k),
            positions=self.positions[k],
            angles=self.angles[k],
            faces=tuple(self.faces[i] for i in k),
            statuses=tuple(self.statuses[i] for i in k),
        )

    def without(self, piece_ids: Iterable[str]) -> Layout:
        """Return the layout without some pieces, by id."""
        gone = set(piece_ids)
        return self.only([k for k, piece in enumerate(self.pieces) if piece.id not in gone])

    def plot(self, ax: Any = None, **options: Any) -> Any:
        """Draw the layout and return matplotlib's Axes.

        Parameters
        ----------
        ax : Axes to draw on; left out: a figure of its own, of which pyplot knows nothing
        **options : ``board`` it lies on (an endless table where left out), ``kind`` "layout" or "field", ``style``
            "light" or "dark"

        Raises
        ------
        RuntimeError
            If no package that draws is at hand; see :mod:`sim.display`.
        """
        from sim.display import plot

        return plot(self, ax, **options)

    def _repr_png_(self) -> bytes | None:
        """Return the layout as a picture for notebooks."""
        from sim.display import png

        return png(self)
