"""Physics of pieces on a table: dipoles, friction, contacts. Knows no game and no player.

Names are loaded when first used, so that importing :mod:`sim` costs nothing and draws in no graphics.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sim import dipoles
    from sim.actions import Action, Flick, Hover, Launch, MoveCord, Place, Release, Remove, Settle
    from sim.board import Board, FixedMagnet, Friction, Rail, Surface, Wall, Yoke, Zone
    from sim.boardfile import load_board
    from sim.cord import CordKind
    from sim.layout import Layout
    from sim.magnets import Magnet
    from sim.pieces import Piece, PieceKind
    from sim.pulls import Forces, forces
    from sim.settings import Settings
    from sim.shot import Energies, Event, Shot, Trajectory
    from sim.simulation import simulate
    from sim.sticking import Bond, bonds

_HOME = {
    "Action": "sim.actions",
    "Flick": "sim.actions",
    "Place": "sim.actions",
    "MoveCord": "sim.actions",
    "Launch": "sim.actions",
    "Hover": "sim.actions",
    "Release": "sim.actions",
    "Remove": "sim.actions",
    "Settle": "sim.actions",
    "Board": "sim.board",
    "FixedMagnet": "sim.board",
    "Friction": "sim.board",
    "Rail": "sim.board",
    "Surface": "sim.board",
    "Wall": "sim.board",
    "Yoke": "sim.board",
    "Zone": "sim.board",
    "CordKind": "sim.cord",
    "load_board": "sim.boardfile",
    "Bond": "sim.sticking",
    "bonds": "sim.sticking",
    "Forces": "sim.pulls",
    "forces": "sim.pulls",
    "Layout": "sim.layout",
    "Magnet": "sim.magnets",
    "Piece": "sim.pieces",
    "PieceKind": "sim.pieces",
    "Settings": "sim.settings",
    "Energies": "sim.shot",
    "Event": "sim.shot",
    "Shot": "sim.shot",
    "Trajectory": "sim.shot",
    "simulate": "sim.simulation",
}

__all__ = [
    "Action",
    "Board",
    "Bond",
    "CordKind",
    "Energies",
    "Event",
    "FixedMagnet",
    "Flick",
    "Forces",
    "Friction",
    "Hover",
    "Launch",
    "Layout",
    "Magnet",
    "MoveCord",
    "Piece",
    "PieceKind",
    "Place",
    "Rail",
    "Release",
    "Remove",
    "Settings",
    "Settle",
    "Shot",
    "Surface",
    "Trajectory",
    "Wall",
    "Yoke",
    "Zone",
    "bonds",
    "dipoles",
    "forces",
    "load_board",
    "simulate",
]


def __getattr__(name: str) -> Any:
    if name == "dipoles":
        return import_module("sim.dipoles")
    if name not in _HOME:
        raise AttributeError(f"module 'sim' has no attribute {name!r}")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value
