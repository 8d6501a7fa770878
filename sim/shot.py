"""What a simulation returns: trajectory, events, energies, and the layout in which all rests again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

import numpy as np

from sim.actions import Action
from sim.layout import Layout
from sim.values import Floats, frozen

EventKind: TypeAlias = Literal[
    "contact",
    "snapped",
    "parted",
    "left_board",
    "tipped",
    "flipped",
    "lifted",
    "stuck_to_magnet",
    "cord_crossed",
    "at_rest",
    "gave_up",
]


@dataclass(frozen=True)
class Event:
    """What happened at `time` (s) to `pieces` (ids); `other` names a wall or fixed magnet where one took part."""

    time: float
    kind: EventKind
    pieces: tuple[str, ...] = ()
    other: str | None = None


@dataclass(frozen=True, eq=False)
class Trajectory:
    """Where everything was. Positions and velocities of a row belong to the same instant.

    Attributes
    ----------
    times : (k,) s
    ids : n piece ids
    positions : (k, n, 2) m
    angles : (k, n) rad, unwrapped
    velocities : (k, n, 2) m/s
    spins : (k, n) rad/s
    """

    times: Floats
    ids: tuple[str, ...]
    positions: Floats
    angles: Floats
    velocities: Floats
    spins: Floats


@dataclass(frozen=True)
class Energies:
    """Energy book of a shot, J. Each loss is summed from its own impulses, so that the balance is a check.

    Attributes
    ----------
    carried_off : of the pieces that left the table, their motion and their field's energy; negative where a hand put in
    raised : weight times the height that pieces on edge stand above where they lay
    """

    start_kinetic: float
    start_magnetic: float
    end_kinetic: float
    end_magnetic: float
    friction_loss: float
    contact_loss: float
    carried_off: float = 0.0
    raised: float = 0.0

    @property
    def imbalance(self) -> float:
        """End energy plus losses less start energy, J: zero for a perfect integration."""
        end = self.end_kinetic + self.end_magnetic + self.friction_loss + self.contact_loss
        end += self.carried_off + self.raised
        return end - self.start_kinetic - self.start_magnetic


@dataclass(frozen=True, eq=False)
class Shot:
    """One action, played out.

    Attributes
    ----------
    action : Action
    start : Layout
        The table as the action set it going, the new piece included.
    layout : Layout
        The table after it: same pieces in the same order.
    velocities : (n, 2) m/s, spins : (n,) rad/s
        Zero, unless the run was ended before all rested.
    duration : float, s
    at_rest : bool
    substeps : int
    cords : tuple of (s, (k, 2) m)
        Where the cord lay when, while it was moved.
    """

    action: Action
    start: Layout
    layout: Layout
    trajectory: Trajectory
    events: tuple[Event, ...]
    energies: Energies
    velocities: Floats
    spins: Floats
    duration: float
    at_rest: bool
    substeps: int
    cords: tuple[tuple[float, Floats], ...] = ()

    def plot(self, ax: Any = None, **options: Any) -> Any:
        """Draw the shot and return matplotlib's Axes.

        Parameters
        ----------
        ax : Axes to draw on; left out: a figure of its own, of which pyplot knows nothing
        **options : ``board`` it was played on (an endless table where left out), ``kind`` "trajectories", "field",
            "energy" or "speed", ``style`` "light" or "dark"

        Raises
        ------
        RuntimeError
            If no package that draws is at hand; see :mod:`sim.display`.
        """
        from sim.display import plot

        return plot(self, ax, **options)

    def _repr_png_(self) -> bytes | None:
        """Return the shot as a picture for notebooks."""
        from sim.display import png

        return png(self)


def still(layout: Layout, action: Action, start: Layout | None = None) -> Shot:
    """Return a shot in which nothing moves: `layout` is the table after it, `start` before (None: the same)."""
    n = len(layout)
    nothing = frozen(np.zeros((1, n)))
    return Shot(
        action=action,
        start=layout if start is None else start,
        layout=layout,
        trajectory=Trajectory(
            times=frozen([0.0]),
            ids=layout.ids,
            positions=frozen(layout.positions, (1, n, 2)),
            angles=frozen(layout.angles, (1, n)),
            velocities=frozen(np.zeros((1, n, 2))),
            spins=nothing,
        ),
        events=(),
        energies=Energies(0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
        velocities=frozen(np.zeros((n, 2))),
        spins=frozen(np.zeros(n)),
        duration=0.0,
        at_rest=True,
        substeps=0,
    )


def joined(first: Shot, second: Shot) -> Shot:
    """Return two shots as one, the second beginning where and when the first ends; ValueError for other pieces.

    What a hand took away between them counts as carried off.
    """
    a, b = first.trajectory, second.trajectory
    if a.ids != b.ids:
        raise ValueError(f"shots of {', '.join(a.ids)} and of {', '.join(b.ids)} can't be joined")
    later = first.duration
    events = [event for event in first.events if event.kind != "at_rest"]
    events += [replace(event, time=event.time + later) for event in second.events]
    e, f = first.energies, second.energies
    taken = e.end_kinetic + e.end_magnetic - f.start_kinetic - f.start_magnetic
    return replace(
        first,
        layout=second.layout,
        trajectory=Trajectory(
            times=frozen(np.concatenate([a.times, b.times[1:] + later])),
            ids=a.ids,
            positions=frozen(np.concatenate([a.positions, b.positions[1:]])),
            angles=frozen(np.concatenate([a.angles, b.angles[1:]])),
            velocities=frozen(np.concatenate([a.velocities, b.velocities[1:]])),
            spins=frozen(np.concatenate([a.spins, b.spins[1:]])),
        ),
        events=tuple(events),
        energies=Energies(
            e.start_kinetic,
            e.start_magnetic,
            f.end_kinetic,
            f.end_magnetic,
            e.friction_loss + f.friction_loss,
            e.contact_loss + f.contact_loss,
            e.carried_off + f.carried_off + taken,
            e.raised + f.raised,
        ),
        velocities=second.velocities,
        spins=second.spins,
        duration=later + second.duration,
        at_rest=second.at_rest,
        substeps=first.substeps + second.substeps,
        cords=(*first.cords, *((time + later, nodes) for time, nodes in second.cords)),
    )
