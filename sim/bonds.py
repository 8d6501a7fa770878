"""What sticks to what: a pure question about a layout, asked by events and by rules alike.

Two pieces stick when their gap is at most 0.5 mm and the radial force between them attracts. A piece sticks to a fixed
magnet when it overlaps the magnet's footprint and the force along the line of centres in space attracts. A piece on
edge sticks to nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from sim.board import Board
from sim.layout import Layout
from sim.pieces import PieceKind
from sim.values import MU0, Floats

STICKING_GAP = 5e-4
"""Largest gap over which two attracting pieces stick, m."""


@dataclass(frozen=True)
class Bond:
    """Two pieces that stick, or one piece and a fixed magnet.

    `gap` in m (between the rims, or to the footprint's edge; negative: overlap); `force` in N along the line of
    centres, negative: attracting.
    """

    pieces: tuple[str, ...]
    magnet: str | None
    gap: float
    force: float


def natural_key(text: str) -> tuple[tuple[int, int, str], ...]:
    """Sort key by which ``Red-2`` comes before ``Red-10``."""
    parts = re.split(r"(\d+)", text)
    return tuple((1, int(p), "") if p.isdigit() else (0, 0, p) for p in parts)


def radial_force(m1: Floats, m2: Floats, r: Floats) -> float:
    """Force of dipole 1 on dipole 2 along r (from 1 to 2), N; negative attracts.

    Yung, Landecker, Villani 1998: n·F = 3μ0/(4πr⁴)·[m1·m2 − 3(m1·n)(m2·n)].
    """
    distance = float(np.sqrt(r @ r))
    n = r / distance
    return float(3.0 * MU0 / (4.0 * np.pi * distance**4) * (m1 @ m2 - 3.0 * (m1 @ n) * (m2 @ n)))


def _support(kind: PieceKind, angle: float, direction: Floats) -> Floats:
    """How far a piece reaches along unit directions (k, 2), m."""
    a, b = kind.semi_axes
    c, s = np.cos(angle), np.sin(angle)
    along = a * (direction @ np.array([c, s]))
    across = b * (direction @ np.array([-s, c]))
    return np.sqrt(along * along + across * across)


def piece_gap(kind1: PieceKind, at1: Floats, angle1: float, kind2: PieceKind, at2: Floats, angle2: float) -> float:
    """Gap between two pieces, m; negative: how deep they overlap. Exact for discs, to 1e-9 m for ellipses.

    The largest over directions n of n·(c2 − c1) − h1(n) − h2(−n), with h the support function.
    """
    r = at2 - at1
    distance = float(np.hypot(*r))
    if kind1.shape == "disc" and kind2.shape == "disc":
        return distance - kind1.radius - kind2.radius

    centre, width = float(np.arctan2(r[1], r[0])), np.pi / 2.0
    best = -np.inf
    while width > 1e-9:
        angles = centre + np.linspace(-width, width, 41)
        n = np.stack([np.cos(angles), np.sin(angles)], axis=1)
        gaps = n @ r - _support(kind1, angle1, n) - _support(kind2, angle2, n)
        k = int(np.argmax(gaps))
        best, centre, width = float(gaps[k]), float(angles[k]), width / 10.0
    return best


def bonds(board: Board, layout: Layout) -> tuple[Bond, ...]:
    """Every bond of a layout, in natural order of the ids.

    Parameters
    ----------
    board : Board
        For its fixed magnets.
    layout : Layout
        Pieces that lie on the table count, live or dead.
    """
    moments, centres = layout.moments(), layout.centres()
    flat = [k for k in layout.on_table if layout.faces[k] != "edge"]
    found = []
    for p, i in enumerate(flat):
        kind = layout.pieces[i].kind
        for j in flat[p + 1 :]:
            other = layout.pieces[j].kind
            gap = piece_gap(
                kind, layout.positions[i], layout.angles[i], other, layout.positions[j], layout.angles[j]
            )
            if gap > STICKING_GAP:
                continue
            r = centres[j] - centres[i]
            if not r.any():
                continue
            force = radial_force(moments[i], moments[j], r)
            if force < 0.0:
                pair = sorted((layout.pieces[i].id, layout.pieces[j].id), key=natural_key)
                found.append(Bond(tuple(pair), None, gap, force))
        for magnet in board.magnets:
            footprint = PieceKind("", "disc", (magnet.radius, magnet.radius), 0.0, 1.0)
            at = np.array(magnet.position[:2])
            gap = piece_gap(kind, layout.positions[i], layout.angles[i], footprint, at, 0.0)
            r = centres[i] - np.array(magnet.position)
            if gap >= 0.0 or not r.any():
                continue
            force = radial_force(np.array(magnet.moment), moments[i], r)
            if force < 0.0:
                found.append(Bond((layout.pieces[i].id,), magnet.name, gap, force))
    found.sort(key=lambda bond: ([natural_key(p) for p in bond.pieces], bond.magnet or ""))
    return tuple(found)


def clusters(board: Board, layout: Layout) -> tuple[tuple[str, ...], ...]:
    """Groups of two and more pieces that stick together, directly or through others, naturally sorted."""
    group = {piece_id: {piece_id} for piece_id in layout.ids}
    for bond in bonds(board, layout):
        if bond.magnet is None:
            first, second = (group[p] for p in bond.pieces)
            if first is not second:
                first |= second
                for piece_id in second:
                    group[piece_id] = first
    unique = {id(g): g for g in group.values() if len(g) > 1}
    found = [tuple(sorted(g, key=natural_key)) for g in unique.values()]
    return tuple(sorted(found, key=lambda g: [natural_key(p) for p in g]))
