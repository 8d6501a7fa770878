"""What a simulation returns: trajectory, events, energies, and the layout in which all rests again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from sim.actions import Action
from sim.layout import Layout
from sim.values import Floats

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
