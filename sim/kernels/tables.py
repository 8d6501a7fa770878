"""The arrays that the step loop works on, as named tuples that compiled code can take.

Everything is SI. n pieces, w walls, f fixed magnets, k outline corners, c rows of the friction curves, t classes of
magnets (one a size; class 0: points), h knots of the hand's path.
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
SUBSTEPS, EVENTS, RECORDS, IMPACT, STARTED, FELL, STATUS, BUDGET, TURNED = range(9)
COUNTS = 9
# values of counts[STATUS]
RUNNING, AT_REST, TIME_UP, BUFFER_FULL, PIECE_FELL, NOT_FINITE, PAUSED, PIECE_TURNED = range(8)
# columns of `tilt`: angle (rad) and its rate, the direction of the edge it tips over, its phase, the magnet that lifts,
# how far the centre has gone, how much higher it is (m), and the energy of the turn (J), at the end of a stretch
TILT, TURN_RATE, TOWARD_X, TOWARD_Y, PHASE, LIFTER, GONE, RISEN, MOTION = range(9)
TILTS = 9
# phases of a piece that may tip
LYING, TIPPING, OVERTURNED, STANDING, LIFTED, LEANING = range(6)
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
    magnets: Floats  # (f, 6) position and moment; the hand's stone, if there is one, is the last
    magnet_class: Ints  # (n + f,)
    class_sizes: Floats  # (t, 2) radius and height of the cylinder
    class_rules: Ints  # (t, 2) first rule and number of rules
    rule_gaps: Floats  # (rules,) least clearance
    rule_spans: Ints  # (rules, 2) first point and number of points
    points: Floats  # (points, 4), see sim.quadrature.Rule
    series: Floats  # (t * t, 3, terms) of two upright magnets, see sim.quadrature.upright_series
    series_from: Floats  # (t * t,) least squared distance at which it holds
    level: Floats  # (t * t, knots, 2) of two upright magnets at one height, see sim.quadrature.level_knots
    level_from: Floats  # (t * t,) distance at which the magnets touch; -1: not tabulated
    tip_inertia: Floats  # (n,) about a horizontal axis through the middle; 0: never tips
    hand_path: Floats  # (h, 3) time, x, y of the stone in the hand; h = 0: no hand
    slot: Floats  # (6,) mouth of the yoke's slot, direction out of it, its length and half width; length 0: none
    walls: Floats  # (w, 5) ends and half thickness
    outline: Floats  # (k, 2), k = 0 for an endless table
    friction: Floats  # (3, 2): static and kinetic, on the surface, beyond, and in the slot
    curves: Floats  # (2, c, 2): F and T at u = R|ω| / (v + R|ω|), of a disc and of a ring
    contact_of: Ints  # (n,) which curve
    gravity: float
    accuracy: float
    drops: bool  # pieces that pass the outline are gone


class State(NamedTuple):
    """What changes from substep to substep."""

    body: Floats  # (n, 6): x, y, angle, vx, vy, spin, all of one instant
    force: Floats  # (n, 6): Fx, Fy, Fz and the torques about z, x and y, at these positions
    tilt: Floats  # (n, TILTS)
    hand: Floats  # (2,) where the hand is at the instant that forces are taken for
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
    after: Floats  # (n, 6): force where the drift ends
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
