"""The arrays that the step loop works on, as named tuples that compiled code can take.

Everything is SI. n pieces, w walls, f fixed magnets, k outline corners, c rows of the friction curve.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.values import Floats

Ints = NDArray[np.int64]

# modes of a piece
STUCK, FREE, HELD = 0, 1, 2
# indices into `clock`
NOW, DT, UNTIL, LIMIT, NEXT_RECORD, RECORD_EVERY = range(6)
CLOCKS = 6
# indices into `books`
FRICTION_LOSS, CONTACT_LOSS, START_MAGNETIC, END_MAGNETIC = range(4)
BOOKS = 4
# indices into `counts`
SUBSTEPS, EVENTS, RECORDS, IMPACT, STARTED, FELL, STATUS, BUDGET = range(8)
COUNTS = 8
# values of counts[STATUS]
RUNNING, AT_REST, TIME_UP, BUFFER_FULL, PIECE_FELL, NOT_FINITE, PAUSED = range(7)
# event codes
CONTACT, LEFT_BOARD = 1.0, 2.0


class Table(NamedTuple):
    """What does not change during a run."""

    mass: Floats  # (n,)
    inverse_mass: Floats  # (n,), 0 for a pinned piece
    inertia: Floats  # (n,)
    friction_radius: Floats  # (n,)
    semi_axes: Floats  # (n, 2)
    height: Floats  # (n,) of the magnet and centre of mass
    moment: Floats  # (n, 3) in the piece's frame, face applied
    magnets: Floats  # (f, 6) position and moment
    walls: Floats  # (w, 5) ends and half thickness
    outline: Floats  # (k, 2), k = 0 for an endless table
    friction: Floats  # (2, 2): static and kinetic, on the surface and beyond
    curve: Floats  # (c, 2): F and T at u = R|ω| / (v + R|ω|)
    gravity: float
    accuracy: float
    drops: bool  # pieces that pass the outline are gone


class State(NamedTuple):
    """What changes from substep to substep."""

    body: Floats  # (n, 6): x, y, angle, vx, vy, spin, all of one instant
    force: Floats  # (n, 4): Fx, Fy, Fz and the vertical torque, at these positions
    mode: Ints  # (n,) STUCK, FREE or HELD
    reaction: Floats  # (n, 3): what contacts exert on a piece that is stuck in a cluster
    calm: Ints  # (n,) substeps in a row that a held piece has been below the limits of rest
    beyond: Ints  # (n,) 1 where the centre is past the outline
    armed: Ints  # (n, n + w) 1 where the gap has been above 0.1 mm since the last contact
    apart: Ints  # (n, n + w) 1 where the gap has been above a few µm since the last touch
    touched: Floats  # (n, n + w) time of the last touch, -1 for none
    parted: Floats  # (n, n) time at which the gap last rose above the sticking distance, -1 for none
    clock: Floats  # (CLOCKS,)
    books: Floats  # (BOOKS,) losses and magnetic energies, J
    counts: Ints  # (COUNTS,)
    drift: Floats  # (n, 3): velocity and spin of this substep's drift
    after: Floats  # (n, 4): force where the drift ends
    caps: Floats  # (n, 2): largest force and torque of the joints of a held piece
    before: Floats  # (n, 6): body at the start of the substep
    usage: Floats  # (n, 2): friction force and torque that a held piece used in the last substep
    contact: Floats  # (n, 3): impulse and angular impulse from contacts in this substep
    events: Floats  # (capacity, 4): time, code, piece, other
    records: Floats  # (capacity, 1 + 6 n)


class Native(NamedTuple):
    """Addresses and shared buffers of the Space; lengths there are in units of 1/SCALE m."""

    space: np.uint64
    step: np.uint64
    set_time_step: np.uint64
    each_body: np.uint64
    get_body: np.uint64
    set_body: np.uint64
    each_arbiter: np.uint64
    get_arbiter: np.uint64
    set_max_force: np.uint64
    add_constraint: np.uint64
    remove_constraint: np.uint64
    filter_arbiters: np.uint64
    reader: np.uint64
    writer: np.uint64
    arbiter_reader: np.uint64
    bodies: NDArray[np.uint64]  # (n,)
    joints: NDArray[np.uint64]  # (n, 2) pivot and gear of each piece
    joined: Ints  # (n,) 1 where the joints are in the Space
    read_count: NDArray[np.int32]
    write_count: NDArray[np.int32]
    arbiter_counts: NDArray[np.int32]  # views into the C arrays' lengths: floats
    arbiter_int_counts: NDArray[np.int32]
    read_buffer: Floats
    write_buffer: Floats
    arbiter_floats: Floats
    arbiter_ints: NDArray[np.uint64]
    ids: NDArray[np.uint64]  # (n,) the bodies' ids, as contacts name them


SCALE = 1024.0
"""Length units of the Space in a metre: a power of two, so that scaling is exact. Near a millimetre, since the engine
has absolute tolerances made for pixels."""
