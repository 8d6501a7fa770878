"""One action played out: a pure function of board, layout, action and settings."""

from __future__ import annotations

import dataclasses
import math
import os
from collections.abc import Callable
from pathlib import Path

import numpy as np

from sim.actions import Action, Flick, Release, Remove
from sim.assembly import make_state, make_table
from sim.board import Board
from sim.kernels import tables as t
from sim.layout import Layout
from sim.settings import Settings
from sim.shot import Energies, Event, Shot, Trajectory
from sim.stepping import step_batch, step_compiled
from sim.sticking import Bond, bonds
from sim.values import Floats, Status, frozen
from sim.world import build

BUDGET = 20_000  # substeps in one compiled call, a few tenths of a second: how long an interrupt may wait
MOST_SUBSTEPS = 20_000_000


class SimulationError(RuntimeError):
    """The motion left the numbers that a computer can hold, or a piece was put where another lies."""


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
    action : Flick, Remove, Settle or Release
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
    """
    del seed
    settings = settings or Settings()
    start, velocities, spins = _set_going(layout, action)
    run = _Run(board, start, velocities, spins, settings)
    run.play()
    return run.shot(action)


def _set_going(layout: Layout, action: Action) -> tuple[Layout, Floats, Floats]:
    """Return the layout and the velocities (n, 2) and spins (n,) with which an action begins."""
    if isinstance(action, Flick):
        layout = layout.with_piece(action.piece, action.position, action.angle, action.face)
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


class _Run:
    """The private state of one simulation: the pieces still in play, and what was gathered so far."""

    def __init__(self, board: Board, start: Layout, velocities: Floats, spins: Floats, settings: Settings) -> None:
        self.board, self.start, self.settings = board, start, settings
        self.bodies = np.column_stack([start.positions, start.angles, velocities, spins])
        self.active = list(start.on_table)
        self.statuses: list[Status] = list(start.statuses)
        self.now = 0.0
        self.substeps = 0
        self.friction_loss = self.contact_loss = 0.0
        self.events: list[Event] = []
        self.rows: list[tuple[float, Floats]] = [(0.0, self.bodies.copy())]
        self.touched: dict[tuple[str, str], float] = {}
        self.parted: dict[tuple[str, str], float] = {}
        self.at_rest = False
        self.start_kinetic = self._kinetic()
        self.start_magnetic: float | None = None
        self.end_magnetic = 0.0

    # -- playing

    def play(self) -> None:
        """Run stretch after stretch; a stretch ends when a piece falls off the table."""
        while self._stretch():
            pass
        self._finish()

    def _stretch(self) -> bool:
        """Run the pieces in play until all is done (False) or one fell off and the rest go on (True)."""
        settings = self.settings
        until = math.inf if settings.until is None else settings.until
        if not self.active:
            self.at_rest = True
            return False
        ids = [self.start.pieces[k].id for k in self.active]
        table = make_table(self.board, self.start, self.active, settings.accuracy)
        state = make_state(
            table,
            self.bodies[self.active],
            settings,
            min(until, settings.limit) if settings.until is None else until,
        )
        state.clock[t.NOW] = self.now
        state.clock[t.NEXT_RECORD] = (math.floor(self.now / settings.record_every + 1e-9) + 1) * settings.record_every
        kinds = [self.start.pieces[k].kind for k in self.active]
        walls = [(wall.restitution, wall.friction) for wall in self.board.walls]
        world = build(table, state, [k.restitution for k in kinds], [k.friction for k in kinds], walls)
        step: Callable[..., None] = step_compiled if settings.loop == "compiled" else step_batch
        try:
            while True:
                state.counts[t.BUDGET] = BUDGET
                step(table, state, world)
                self._collect(state, ids)
                status = int(state.counts[t.STATUS])
                if status == t.PAUSED and self.substeps + state.counts[t.SUBSTEPS] > MOST_SUBSTEPS:
                    status = t.TIME_UP
                if status not in (t.BUFFER_FULL, t.PAUSED):
                    break
        finally:
            world.close()
        self.substeps += int(state.counts[t.SUBSTEPS])
        self.friction_loss += float(state.books[t.FRICTION_LOSS])
        self.contact_loss += float(state.books[t.CONTACT_LOSS])
        if self.start_magnetic is None:
            self.start_magnetic = float(state.books[t.START_MAGNETIC])
        self.end_magnetic = float(state.books[t.END_MAGNETIC])
        self.now = float(state.clock[t.NOW])
        self.bodies[self.active] = state.body
        if status == t.NOT_FINITE:
            raise SimulationError(
                f"the motion did not stay finite at {self.now:.6g} s: forces between {', '.join(ids)} are too large "
                "for their masses"
            )
        if status == t.PIECE_FELL:
            gone = [k for k, past in zip(self.active, state.beyond, strict=True) if past]
            for k in gone:
                self.statuses[k] = "removed"
                self.bodies[k, 3:] = 0.0
            self.active = [k for k in self.active if k not in gone]
            return True
        self.at_rest = status == t.AT_REST
        return False

    # -- gathering

    def _collect(self, state: t.State, ids: list[str]) -> None:
        """Take events and records out of the loop's buffers."""
        n = len(ids)
        for time, code, first, other in state.events[: state.counts[t.EVENTS]]:
            i, j = int(first), int(other)
            if code == t.LEFT_BOARD:
                self.events.append(Event(float(time), "left_board", (ids[i],)))
            elif j < n:
                self.events.append(Event(float(time), "contact", tuple(sorted((ids[i], ids[j])))))
            else:
                self.events.append(Event(float(time), "contact", (ids[i],), self.board.walls[j - n].name))
        state.counts[t.EVENTS] = 0
        for row in state.records[: state.counts[t.RECORDS]]:
            bodies = self.rows[-1][1].copy()
            bodies[self.active] = row[1:].reshape(n, 6)
            self.rows.append((float(row[0]), bodies))
        state.counts[t.RECORDS] = 0
        for i in range(n):
            for j in range(i + 1, n):
                pair = (ids[i], ids[j])
                if state.touched[i, j] >= 0.0:
                    self.touched[pair] = float(state.touched[i, j])
                if state.parted[i, j] > 0.0:
                    self.parted[pair] = float(state.parted[i, j])

    def _finish(self) -> None:
        """Go on to the wanted end where all rests before it, and add the last instant."""
        until = self.settings.until
        if until is not None and self.at_rest:
            every = self.settings.record_every
            still = self.bodies.copy()
            k = len(self.rows)
            while k * every < until:
                self.rows.append((k * every, still))
                k += 1
            self.rest_time = self.now
            self.now = until
        else:
            self.rest_time = self.now
        if self.rows[-1][0] >= self.now and len(self.rows) > 1:
            self.rows.pop()
        if self.now > 0.0:
            self.rows.append((self.now, self.bodies.copy()))

    def _kinetic(self) -> float:
        """Kinetic energy of the pieces in play, J."""
        total = 0.0
        for k in self.active:
            piece, body = self.start.pieces[k], self.bodies[k]
            if not piece.pinned:
                total += 0.5 * piece.kind.mass * float(body[3] ** 2 + body[4] ** 2)
            total += 0.5 * piece.kind.inertia * float(body[5] ** 2)
        return total

    # -- the result

    def shot(self, action: Action) -> Shot:
        """Freeze everything."""
        layout = dataclasses.replace(
            self.start,
            positions=self.bodies[:, :2],
            angles=self.bodies[:, 2],
            statuses=tuple(self.statuses),
        )
        events = [*self.events, *self._bond_events(layout)]
        if self.at_rest:
            events.append(Event(self.rest_time, "at_rest", ()))
        elif self.settings.until is None:
            events.append(Event(self.now, "gave_up", ()))
        events.sort(key=lambda event: (event.time, event.kind in ("at_rest", "gave_up")))
        states = np.stack([bodies for _, bodies in self.rows])
        return Shot(
            action=action,
            start=self.start,
            layout=layout,
            trajectory=Trajectory(
                times=frozen([time for time, _ in self.rows]),
                ids=self.start.ids,
                positions=frozen(states[:, :, :2]),
                angles=frozen(states[:, :, 2]),
                velocities=frozen(states[:, :, 3:5]),
                spins=frozen(states[:, :, 5]),
            ),
            events=tuple(events),
            energies=Energies(
                self.start_kinetic,
                self.start_magnetic or 0.0,
                self._kinetic(),
                self.end_magnetic if self.active else 0.0,
                self.friction_loss,
                self.contact_loss,
            ),
            velocities=frozen(self.bodies[:, 3:5]),
            spins=frozen(self.bodies[:, 5]),
            duration=self.now,
            at_rest=self.at_rest,
            substeps=self.substeps,
        )

    def _bond_events(self, layout: Layout) -> list[Event]:
        """What snapped together or parted between the two layouts, at the times the loop noted."""
        old = {bond_key(b) for b in bonds(self.board, self.start)}
        new = {bond_key(b) for b in bonds(self.board, layout)}
        found = []
        for pieces, magnet in sorted(old | new, key=lambda key: (key[0], key[1] or "")):
            is_old, is_new = (pieces, magnet) in old, (pieces, magnet) in new
            if magnet is not None:
                if is_new and not is_old:
                    found.append(Event(self.rest_time, "stuck_to_magnet", pieces, magnet))
                continue
            if is_old and not is_new:
                parted = self._noted(self.parted, pieces)
                found.append(Event(self.rest_time if parted is None else parted, "parted", pieces))
            if is_new and not is_old:
                touched = self._noted(self.touched, pieces)
                found.append(Event(self.rest_time if touched is None else touched, "snapped", pieces))
        return found

    @staticmethod
    def _noted(book: dict[tuple[str, str], float], pieces: tuple[str, ...]) -> float | None:
        a, b = pieces
        return book.get((a, b), book.get((b, a)))


def bond_key(bond: Bond) -> tuple[tuple[str, ...], str | None]:
    """What makes two bonds the same: who sticks to what."""
    return tuple(sorted(bond.pieces)), bond.magnet
