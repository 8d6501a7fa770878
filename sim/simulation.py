"""One action played out: a pure function of board, layout, action and settings."""

from __future__ import annotations

import math
import os
from pathlib import Path

import numpy as np

from sim.actions import Action, Flick, Hover, Launch, MoveCord, Place, Release, Remove
from sim.board import Board
from sim.handling import hover, launch, move_cord, with_cord
from sim.layout import Layout
from sim.running import Run
from sim.settings import Settings
from sim.shot import Shot
from sim.values import Floats


def is_compiled() -> bool:
    """Whether the step loop is already in numba's cache on this machine (or was compiled in this process)."""
    from sim.kernels.loop import play

    stats = getattr(play, "signatures", ())
    if stats:
        return True
    directory = Path(os.environ.get("NUMBA_CACHE_DIR") or Path(__file__).parent / "kernels" / "__pycache__")
    return any(directory.rglob("loop.play-*.nbi"))


def simulate(
    board: Board,
    layout: Layout,
    action: Action,
    *,
    seed: int = 0,
    settings: Settings | None = None,
) -> Shot:
    """Play one action until all rests (or to ``settings.until``).

    Parameters
    ----------
    board : Board
    layout : Layout
        Everything at rest before the action; it is not changed.
    action : Flick, Launch, Place, Hover, MoveCord, Remove, Settle or Release
    seed : int
        For actions that draw something; none of those here does, so that it changes nothing.
    settings : Settings

    Returns
    -------
    Shot
        The same bits for the same arguments, whatever ran before.

    Raises
    ------
    SimulationError
        If the motion does not stay finite.
    KeyError
        If the action names a piece that is not there.
    ValueError
        If the board has no yoke to launch from, there is no cord to move, or a path or speed is none.
    """
    del seed
    settings = settings or Settings()
    start, velocities, spins = _set_going(layout, action)
    run = Run(board, start, velocities, spins, settings)
    if isinstance(action, Launch):
        launch(run, action)
    elif isinstance(action, Hover):
        hover(run, action)
    elif isinstance(action, MoveCord):
        move_cord(run, action)
    else:
        run.stage(with_cord(run))
    run.finish()
    return run.shot(action)


def _set_going(layout: Layout, action: Action) -> tuple[Layout, Floats, Floats]:
    """Return the layout and the velocities (n, 2) and spins (n,) with which an action begins."""
    if isinstance(action, Flick | Place):
        layout = layout.with_piece(action.piece, action.position, action.angle, action.face)
    elif isinstance(action, Launch):
        layout = layout.with_piece(action.piece, action.start, action.angle, action.face)
    elif isinstance(action, Remove):
        layout = layout.with_statuses({action.piece_id: "removed"})
    velocities = np.zeros((len(layout), 2))
    spins = np.zeros(len(layout))
    if isinstance(action, Flick):
        velocities[-1] = (action.speed * math.cos(action.heading), action.speed * math.sin(action.heading))
        spins[-1] = action.spin
    elif isinstance(action, Release):
        for piece_id, velocity in action.velocities.items():
            velocities[layout.index(piece_id)] = velocity
        for piece_id, spin in action.spins.items():
            spins[layout.index(piece_id)] = spin
    return layout, velocities, spins
