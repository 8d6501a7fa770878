"""What sticks to what: a pure question about a layout, asked by events and by rules alike.

Two pieces stick when their gap is at most 0.5 mm and the radial force between them attracts. A piece sticks
to a fixed magnet when it overlaps the magnet's footprint and the force along the line of centres in space
attracts. A piece on edge sticks to nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from sim.board import Board, FixedMagnet
from sim.gaps import gap, overlap_area
from sim.layout import Layout
from sim.pieces import PieceKind
from sim.values import MU0, Floats

STICKING_GAP = 5e-4
"""Largest gap over which two attracting pieces stick, m."""

LEAST_OVERLAP = 1e-9
"""Share of a piece's area above which an overlap is one; below, it is a tangent."""

_GAP_ERROR = 1e-9  # m, to which a gap is known: one of 0.5 mm exactly, written in decimals, still sticks
_FORCE_ERROR = 1e-12  # of the scale 3μ0·m1·m2/(4πr⁴): below it, the sign of a force that vanishes is rounding
_NEAREST = 1e-30  # m, below which two centres are one place, and no line joins them


@dataclass(frozen=True)
class Bond:
    """Two pieces that stick, or one piece and a fixed magnet.

    Attributes
    ----------
    pieces : two ids in natural order, or one
    magnet : name of the fixed magnet, or None
    gap : m
        Between the rims seen from above, or from the piece's rim to the footprint's; negative where they
        overlap.
    force : N
        Along the line of centres; negative: it attracts.
    """

    pieces: tuple[str, ...]
    magnet: str | None
    gap: float
    force: float


def bonds(board: Board, layout: Layout) -> tuple[Bond, ...]:
    """Every bond of a layout, in natural order of the ids.

    Parameters
    ----------
    board : Board
        For its fixed magnets.
    layout : Layout
        Pieces that lie on the table count, live or dead; those on edge stick to nothing.
    """
    moments, centres = layout.moments(), layout.centres()
    flat = [k for k in layout.on_table if layout.faces[k] != "edge"]
    found = [*_piece_bonds(layout, flat, moments, centres)]
    for magnet in board.magnets:
        found += _magnet_bonds(magnet, layout, flat, moments, centres)
    found.sort(key=lambda bond: ([natural_key(p) for p in bond.pieces], natural_key(bond.magnet or "")))
    return tuple(found)


def clusters(board: Board, layout: Layout) -> tuple[tuple[str, ...], ...]:
    """List the groups of two and more that stick together, directly or through others, naturally sorted.

    A fixed magnet joins no pieces: two that stick to the same one are not a cluster by that.
    """
    group = {piece_id: {piece_id} for piece_id in layout.ids}
    for bond in bonds(board, layout):
        if bond.magnet is None:
            first, second = (group[p] for p in bond.pieces)
            if first is not second:
                first |= second
                for piece_id in second:
                    group[piece_id] = first
    unique = {id(members): members for members in group.values() if len(members) > 1}
    found = [tuple(sorted(members, key=natural_key)) for members in unique.values()]
    return tuple(sorted(found, key=lambda members: [natural_key(p) for p in members]))


def radial_force(m1: Floats, m2: Floats, r: Floats) -> float:
    """Force of dipole 1 on dipole 2 along r (3,) m, from 1 to 2, N; negative attracts.

    Moments (3,) in A·m². Zero where it vanishes but for rounding, as for moments at right angles, and where
    the two are in one place.

    Notes
    -----
    Yung, Landecker, Villani 1998: d·F = 3μ0/(4πr⁴)·[m1·m2 − 3(m1·d)(m2·d)] with d = r/|r|.
    """
    distance = float(np.sqrt(r @ r))
    if distance < _NEAREST:
        return 0.0
    d = r / distance
    share = float(m1 @ m2 - 3.0 * (m1 @ d) * (m2 @ d))
    if abs(share) <= _FORCE_ERROR * float(np.sqrt((m1 @ m1) * (m2 @ m2))):
        return 0.0
    return float(3.0 * MU0 / (4.0 * np.pi * distance**4) * share)


def natural_key(text: str) -> tuple[tuple[int, int, str], ...]:
    """Sort key by which ``Red-2`` comes before ``Red-10``."""
    # a split at a captured group puts what lies between first, so every second part is a number
    parts = re.split(r"(\d+)", text)
    key = [(1, int(part), part) if k % 2 else (0, 0, part) for k, part in enumerate(parts)]
    return tuple(part for part in key if part[2])


def _piece_bonds(layout: Layout, flat: list[int], moments: Floats, centres: Floats) -> Iterator[Bond]:
    at, angles, kinds = layout.positions, layout.angles, [piece.kind for piece in layout.pieces]
    for p, i in enumerate(flat):
        for j in flat[p + 1 :]:
            r = at[j] - at[i]
            reach = kinds[i].radius + kinds[j].radius + STICKING_GAP + _GAP_ERROR
            if r @ r > reach * reach:
                continue
            between = gap(kinds[i], at[i], angles[i], kinds[j], at[j], angles[j])
            if between > STICKING_GAP + _GAP_ERROR:
                continue
            force = radial_force(moments[i], moments[j], centres[j] - centres[i])
            if force < 0.0:
                first, second = sorted((layout.pieces[i].id, layout.pieces[j].id), key=natural_key)
                yield Bond((first, second), None, between, force)


def _magnet_bonds(
    magnet: FixedMagnet, layout: Layout, flat: list[int], moments: Floats, centres: Floats
) -> Iterator[Bond]:
    footprint = PieceKind(magnet.name, "disc", (magnet.radius, magnet.radius), height=0.0, mass=0.0)
    place, moment = np.array(magnet.position), np.array(magnet.moment)
    for i in flat:
        piece, at, angle = layout.pieces[i], layout.positions[i], float(layout.angles[i])
        shapes = (piece.kind, at, angle, footprint, place[:2], 0.0)
        if overlap_area(*shapes) <= LEAST_OVERLAP * piece.kind.contact_area:
            continue
        force = radial_force(moment, moments[i], centres[i] - place)
        if force < 0.0:
            yield Bond((piece.id,), magnet.name, gap(*shapes), force)
