"""Shots of every kind of action, and one hash over all that came of them. Run as a program, it writes the hash."""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Literal

import numpy as np

import sim
from sim.cord import resample

FILE = Path(__file__).with_name("golden.json")
PARTS = ("numpy", "numba", "llvmlite", "pymunk")
FRICTION = sim.Friction(0.3, 0.22)
YOKE = sim.Yoke(0.08, 0.026, sim.Friction(0.15, 0.12), (sim.FixedMagnet("y", (-0.07, 0.0, 0.004), (0.0, 0.0, 2.0)),))


def board(**more: object) -> sim.Board:
    wall = sim.Wall("rail", (-0.3, -0.12), (0.4, -0.12), 0.01, 0.6, 0.2)
    surface = sim.Surface(np.array([[-0.3, -0.2], [0.4, -0.2], [0.4, 0.2], [-0.3, 0.2]]), "open", FRICTION)
    return sim.Board("golden", surface, FRICTION, walls=(wall,), yoke=YOKE, **more)  # type: ignore[arg-type]


def stone(scale: float, moment: float) -> sim.PieceKind:
    axes = (0.0125 * scale, 0.010 * scale)
    return sim.PieceKind("stone", "ellipse", axes, 0.010 * scale, 0.0128 * scale**3, (0.0, 0.0, moment), 0.3, 0.3)


def pieces() -> sim.Layout:
    finite = sim.Magnet(grade="N35", diameter=0.012, height=0.003)
    puck = sim.PieceKind(
        "puck", "disc", (0.0125, 0.0125), 0.008, 0.01, finite.vector, 0.7, 0.2, cylinder=finite.cylinder
    )
    lying = sim.PieceKind("lying", "disc", (0.0125, 0.0125), 0.008, 0.01, (0.3, 0.1, 0.0), 0.7, 0.2, "ring")
    circle = np.linspace(0, 2 * np.pi, 90, endpoint=False)
    cord = resample(0.11 * np.column_stack([np.cos(circle), np.sin(circle)]))
    layout = sim.Layout(cord=cord)
    for k, (kind, place, angle) in enumerate(
        [
            (puck, (0.05, 0.01), 0.0),
            (puck, (-0.02, 0.06), 0.3),
            (lying, (-0.03, -0.05), 1.0),
            (stone(1.0, 0.79), (0.06, 0.07), 0.6),
            (stone(0.8, -0.4), (-0.06, 0.015), 2.0),
        ]
    ):
        layout = layout.with_piece(sim.Piece(f"p{k}", kind), place, angle, "down" if k == 1 else "up")
    return layout


def shots(loop: Literal["compiled", "batch"]) -> Iterator[sim.Shot]:
    """Flick, launch, place, hover, move the cord, remove, let go."""
    settings = sim.Settings(loop=loop, limit=5.0)
    layout = pieces()
    bare = sim.Layout(layout.pieces, layout.positions, layout.angles, layout.faces)
    new = sim.Piece("new", stone(0.9, 0.56))
    yield sim.simulate(board(), bare, sim.Flick(new, (-0.2, 0.02), 1.7, 0.05, 9.0), settings=settings)
    yield sim.simulate(board(), bare, sim.Launch(sim.Piece("q", layout.pieces[0].kind), (-0.15, 0.0), 0.1, 0.045))
    yield sim.simulate(board(), bare, sim.Place(new, (0.01, 0.02), 0.4), settings=settings)
    yield sim.simulate(board(), bare, sim.Hover(new, ((-0.1, 0.05), (0.08, 0.0)), 0.03, 0.2), settings=settings)
    yield sim.simulate(board(), layout, sim.MoveCord(((0.11, 0.0), (0.08, 0.01)), 0.15), settings=settings)
    yield sim.simulate(board(), bare, sim.Remove("p2"), settings=settings)
    yield sim.simulate(board(), bare, sim.Release({"p0": (-1.0, 0.2)}, {"p4": 20.0}), settings=settings)


def digest(shot: sim.Shot) -> str:
    """Hash of all numbers and events of a shot."""
    hashed = hashlib.sha256()
    path = shot.trajectory
    arrays = [path.times, path.positions, path.angles, path.velocities, path.spins]
    arrays += [shot.layout.positions, shot.layout.angles]
    if shot.layout.cord is not None:
        arrays.append(shot.layout.cord)
    for array in arrays:
        hashed.update(np.ascontiguousarray(array).tobytes())
    told = [(event.time.hex(), event.kind, event.pieces, event.other) for event in shot.events]
    energies = shot.energies
    hashed.update(repr((told, shot.layout.faces, shot.layout.statuses, energies.friction_loss.hex())).encode())
    return hashed.hexdigest()


def here() -> dict[str, str]:
    """What the bits depend on."""
    return {
        "machine": platform.machine(),
        "c library": " ".join(platform.libc_ver()),
        **{part: version(part) for part in PARTS},
    }


if __name__ == "__main__":
    content = {"on": here(), "digests": [digest(shot) for shot in shots("compiled")]}
    FILE.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
