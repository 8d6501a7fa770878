"""The private state of one simulation: the pieces in play, and what was gathered so far.

A run has stages (a hand above the table, then none); a stage has stretches, each in a Space of its own, since a piece
that falls, turns over or is lifted changes what there is to collide.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable

import numpy as np

from sim.actions import Action
from sim.assembly import Hand, Slot, make_state, make_table, obstacles
from sim.board import Board, Wall
from sim.happenings import bond_events
from sim.kernels import tables as t
from sim.layout import Layout
from sim.settings import Settings
from sim.shot import Energies, Event, Shot, Trajectory
from sim.stepping import step_batch, step_compiled
from sim.tipped import after_tipping
from sim.values import Face, Floats, Status, frozen
from sim.world import build

BUDGET = 20_000  # substeps in one compiled call, a few tenths of a second: how long an interrupt may wait
ENOUGH = 500_000  # substeps after which it is asked whether the end can be reached
MOST_SUBSTEPS = 10_000_000


class SimulationError(RuntimeError):
    """The motion left the numbers that a computer can hold, can't be followed that long, or a piece has no room."""


class Run:
    """One simulation under way. `bodies` (n, 6) hold place, angle, velocity and spin of every piece of the start."""

    def __init__(self, board: Board, start: Layout, velocities: Floats, spins: Floats, settings: Settings) -> None:
        self.board, self.start, self.settings = board, start, settings
        self.bodies = np.column_stack([start.positions, start.angles, velocities, spins])
        self.tilts = np.zeros((len(start), t.TILTS))
        self.pieces = list(start.pieces)
        self.faces: list[Face] = list(start.faces)
        self.active = list(start.on_table)
        self.statuses: list[Status] = list(start.statuses)
        self.now = self.rest_time = 0.0
        self.substeps = 0
        self.friction_loss = self.contact_loss = self.carried_off = 0.0
        self.events: list[Event] = []
        self.rows: list[tuple[float, Floats]] = [(0.0, self.bodies.copy())]
        self.touched: dict[tuple[str, str], float] = {}
        self.parted: dict[tuple[str, str], float] = {}
        self.at_rest = False
        self.start_kinetic = self.kinetic()
        self.start_magnetic: float | None = None
        self.raised = [0.0] * len(start)
        self.end_magnetic = 0.0
        self.cord = start.cord
        self.cords: list[tuple[float, Floats]] = []

    def stage(
        self, board: Board | None = None, hand: Hand | None = None, slot: Slot | None = None, until: float = math.inf
    ) -> None:
        """Go on until all rests, or to `until` (s) or the settings' end; walls and magnets may be the stage's own."""
        wanted = math.inf if self.settings.until is None else self.settings.until
        limit = self.settings.limit if self.settings.until is None else math.inf
        until = min(until, wanted, limit)
        if self.now >= until:
            return
        while self._stretch(board or self.board, hand, slot, until):
            pass

    def _stretch(self, board: Board, hand: Hand | None, slot: Slot | None, until: float) -> bool:
        """Run the pieces in play until all is done (False) or one of them changed its nature (True)."""
        settings = self.settings
        self.at_rest = False
        if not self.active:
            self.at_rest = True
            self.carried_off += self.end_magnetic
            self.end_magnetic = 0.0
            return False
        layout = self._layout()
        ids = [self.pieces[k].id for k in self.active]
        table = make_table(board, layout, self.active, settings.accuracy, hand, slot)
        state = make_state(table, self.bodies[self.active], self.tilts[self.active], settings, until)
        state.clock[t.NOW] = self.now
        state.clock[t.NEXT_RECORD] = (math.floor(self.now / settings.record_every + 1e-9) + 1) * settings.record_every
        kinds = [self.pieces[k].kind for k in self.active]
        solid = obstacles(board, layout, self.active)
        walls = [(wall.restitution, wall.friction) for wall in solid]
        world = build(table, state, [k.restitution for k in kinds], [k.friction for k in kinds], walls)
        step: Callable[..., None] = step_compiled if settings.loop == "compiled" else step_batch
        try:
            while True:
                state.counts[t.BUDGET] = BUDGET
                step(table, state, world)
                self._collect(solid, state, ids)
                status = int(state.counts[t.STATUS])
                if status == t.PAUSED and self._too_long(int(state.counts[t.SUBSTEPS]), float(state.clock[t.NOW]), ids):
                    status = t.TIME_UP
                if status not in (t.BUFFER_FULL, t.PAUSED):
                    break
        finally:
            world.close()
        self._take(state, table)
        if status == t.NOT_FINITE:
            raise SimulationError(
                f"the motion did not stay finite at {self.now:.6g} s: forces between {', '.join(ids)} are too large "
                "for their masses"
            )
        if status == t.PIECE_FELL:
            gone = [k for k, past in zip(self.active, state.beyond, strict=True) if past]
            for k in gone:
                self._leaves(k, "removed")
            return True
        if status == t.PIECE_TURNED:
            self._take_turned(board, state)
            return True
        self.at_rest = status == t.AT_REST
        return False

    def _too_long(self, substeps: int, now: float, ids: list[str]) -> bool:
        """Whether to give up on a motion so fast, beside the time asked for, that it would take hours."""
        done, until = self.substeps + substeps, self.settings.until
        if done < ENOUGH:
            return False
        if until is None:
            return done > MOST_SUBSTEPS // 2
        needed = done * until / now
        if needed > MOST_SUBSTEPS:
            raise SimulationError(
                f"the motion of {', '.join(ids)} is too fast to be followed for {until:g} s: {done} substeps led to "
                f"{now:.3g} s, and the rest would need some {needed:.1g}"
            )
        return False

    # -- gathering

    def _take(self, state: t.State, table: t.Table) -> None:
        """Take bodies, books and clock at the end of a stretch."""
        self.substeps += int(state.counts[t.SUBSTEPS])
        self.friction_loss += float(state.books[t.FRICTION_LOSS])
        self.contact_loss += float(state.books[t.CONTACT_LOSS])
        start = float(state.books[t.START_MAGNETIC])
        if self.start_magnetic is None:
            self.start_magnetic = start
        else:
            # what has left the table, or come to it, since the last stretch
            self.carried_off += self.end_magnetic - start
        self.end_magnetic = float(state.books[t.END_MAGNETIC])
        self.now = float(state.clock[t.NOW])
        self.bodies[self.active] = state.body
        self.tilts[self.active] = state.tilt

    def _leaves(self, k: int, status: Status) -> None:
        """Take piece k out of play, its motion with it."""
        before = self.kinetic()
        self.statuses[k] = status
        self.active.remove(k)
        risen = float(self.tilts[k, t.RISEN]) if self.tilts[k, t.PHASE] != t.LYING else 0.0
        self.carried_off += before - self.kinetic() + risen * self.pieces[k].kind.mass * self.board.gravity
        self.bodies[k, 3:] = 0.0
        self.tilts[k] = 0.0

    def _take_turned(self, board: Board, state: t.State) -> None:
        """Lay down what has turned over, stand up what stands on edge, take away what a magnet has lifted."""
        for k in list(self.active):
            phase, piece = int(self.tilts[k, t.PHASE]), self.pieces[k]
            if phase == t.LIFTED:
                by = int(self.tilts[k, t.LIFTER])
                in_hand = by >= len(board.magnets)
                name = "hand" if in_hand else board.magnets[by].name
                self.events.append(Event(self.now, "lifted", (piece.id,), name))
                self._leaves(k, "hand" if in_hand else "removed")
                self.bodies[k, :2] = state.hand if in_hand else board.magnets[by].position[:2]
            elif phase in (t.OVERTURNED, t.STANDING):
                body, kind, face = after_tipping(piece.kind, self.faces[k], self.bodies[k], self.tilts[k])
                if phase == t.STANDING:
                    self.raised[k] += float(self.tilts[k, t.RISEN]) * kind.mass * self.board.gravity
                self.bodies[k], self.faces[k] = body, face
                self.pieces[k] = dataclasses.replace(piece, kind=kind)
                self.tilts[k] = 0.0
                turned = phase == t.OVERTURNED
                self.events.append(Event(self.now, "flipped" if turned else "tipped", (piece.id,)))

    def _collect(self, solid: tuple[Wall, ...], state: t.State, ids: list[str]) -> None:
        """Take events and records out of the loop's buffers."""
        n = len(ids)
        for time, code, first, other in state.events[: state.counts[t.EVENTS]]:
            i, j = int(first), int(other)
            if code == t.LEFT_BOARD:
                self.events.append(Event(float(time), "left_board", (ids[i],)))
            elif j < n:
                self.events.append(Event(float(time), "contact", tuple(sorted((ids[i], ids[j])))))
            else:
                self.events.append(Event(float(time), "contact", (ids[i],), solid[j - n].name))
        state.counts[t.EVENTS] = 0
        for row in state.records[: state.counts[t.RECORDS]]:
            bodies = self.bodies.copy()
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

    def finish(self) -> None:
        """Go on to the wanted end where all rests before it, and add the last instant."""
        until = self.settings.until
        self.rest_time = self.now
        for k in self.active:
            if self.tilts[k, t.PHASE] == t.LEANING:
                # off the flat, and balanced there: neither over nor back
                self.events.append(Event(self.now, "tipped", (self.pieces[k].id,)))
            if self.tilts[k, t.PHASE] != t.LYING:
                self.raised[k] += float(self.tilts[k, t.RISEN]) * self.pieces[k].kind.mass * self.board.gravity
        if until is not None and self.at_rest:
            self.wait(until)
        if self.rows[-1][0] >= self.now and len(self.rows) > 1:
            self.rows.pop()
        if self.now > 0.0:
            last = self.bodies.copy()
            last[:, :2] += self.tilts[:, [t.GONE]] * self.tilts[:, t.TOWARD_X : t.TOWARD_Y + 1]
            self.rows.append((self.now, last))

    def wait(self, until: float) -> None:
        """Let time pass, to `until` (s), over a table at rest."""
        every = self.settings.record_every
        still = self.bodies.copy()
        k = math.floor(self.now / every + 1e-9) + 1
        while k * every < until and k * every > self.rows[-1][0]:
            self.rows.append((k * every, still))
            k += 1
        self.now = max(self.now, until)

    def kinetic(self) -> float:
        """Kinetic energy of the pieces in play, J."""
        total = 0.0
        for k in self.active:
            piece, body = self.pieces[k], self.bodies[k]
            if not piece.pinned:
                total += 0.5 * piece.kind.mass * float(body[3] ** 2 + body[4] ** 2)
            total += 0.5 * piece.kind.inertia * float(body[5] ** 2)
            total += float(self.tilts[k, t.MOTION])
        return total

    # -- the result

    def _layout(self) -> Layout:
        return dataclasses.replace(
            self.start,
            pieces=tuple(self.pieces),
            positions=self.bodies[:, :2],
            angles=self.bodies[:, 2],
            faces=tuple(self.faces),
            statuses=tuple(self.statuses),
            cord=self.cord,
        )

    def shot(self, action: Action) -> Shot:
        """Freeze everything."""
        layout = self._layout()
        found = bond_events(self.board, self.start, layout, self.touched, self.parted, self.rest_time)
        events = [*self.events, *found]
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
                self.kinetic(),
                self.end_magnetic,
                self.friction_loss,
                self.contact_loss,
                self.carried_off,
                float(sum(self.raised)),
            ),
            velocities=frozen(self.bodies[:, 3:5]),
            spins=frozen(self.bodies[:, 5]),
            duration=self.now,
            at_rest=self.at_rest,
            substeps=self.substeps,
            cords=tuple(self.cords),
        )
