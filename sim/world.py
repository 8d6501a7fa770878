"""A pymunk Space built from a layout for one shot, and the addresses by which the compiled loop reaches it.

Nothing in a Space outlives its shot. Lengths in the Space are in units of 1/1024 m. Every piece has two shapes: one
meets pieces, with the square roots of its restitution and friction (the engine multiplies those of two shapes, so two
equal pieces give their own values, unlike ones the geometric mean); the other meets walls, with 1 and 1, so that a
wall's values hold for any piece. Circles are centred on their bodies.
"""

from __future__ import annotations

import ctypes
import math
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

import numpy as np
import pymunk
import pymunk.batch as batch
from numpy.typing import NDArray
from pymunk import _chipmunk
from pymunk._chipmunk_cffi import ffi, lib

from sim.kernels.limits import SLOP
from sim.kernels.tables import SCALE, Native, State, Table

PINNED_MASS = 1e9  # kg; the engine wants a finite mass
CORNERS = 128  # of the polygon that stands for an ellipse in contact
ITERATIONS = 25  # of the engine's solver; a cluster of 12 wants more than the default 10

_PIECES, _TO_WALLS, _WALLS = 1, 2, 4

READ_FIELDS = (
    batch.BodyFields.POSITION | batch.BodyFields.ANGLE | batch.BodyFields.VELOCITY | batch.BodyFields.ANGULAR_VELOCITY
)
WRITE_FIELDS = (
    batch.BodyFields.POSITION
    | batch.BodyFields.VELOCITY
    | batch.BodyFields.ANGULAR_VELOCITY
    | batch.BodyFields.FORCE
    | batch.BodyFields.TORQUE
)
ARBITER_FIELDS = (
    batch.ArbiterFields.BODY_A_ID
    | batch.ArbiterFields.BODY_B_ID
    | batch.ArbiterFields.TOTAL_IMPULSE
    | batch.ArbiterFields.CONTACT_COUNT
    | batch.ArbiterFields.POINT_A_1
    | batch.ArbiterFields.POINT_B_1
    | batch.ArbiterFields.POINT_A_2
    | batch.ArbiterFields.POINT_B_2
)


@dataclass
class World:
    """A Space with its bodies and friction joints. Keeps alive what the addresses in `native` point to."""

    space: pymunk.Space
    bodies: list[pymunk.Body]
    joints: list[tuple[pymunk.PivotJoint, pymunk.GearJoint]]
    native: Any = None
    keep: list[Any] = field(default_factory=list)

    def close(self) -> None:
        """Take the joints out of the Space again, so that its end frees each thing once."""
        for pair in self.joints:
            for joint in pair:
                if lib.cpConstraintGetSpace(joint._constraint) != ffi.NULL:
                    lib.cpSpaceRemoveConstraint(self.space._space, joint._constraint)


@lru_cache(maxsize=64)
def _ellipse_corners(a: float, b: float) -> list[tuple[float, float]]:
    """Corners of a polygon that holds the ellipse and touches it at the middle of each side."""
    reach = 1.0 / math.cos(math.pi / CORNERS)
    steps = (2.0 * math.pi * k / CORNERS for k in range(CORNERS))
    return [(a * reach * math.cos(t), b * reach * math.sin(t)) for t in steps]


def build(
    table: Table,
    state: State,
    restitution: list[float],
    friction: list[float],
    walls: list[tuple[float, float]],
) -> World:
    """Build the Space. `restitution` and `friction` are those of each piece, `walls` those of each wall."""
    space = pymunk.Space()
    space.iterations = ITERATIONS
    space.collision_slop = SLOP * SCALE
    space.collision_persistence = 1
    bodies, joints = [], []
    for i in range(state.body.shape[0]):
        mass = table.mass[i] if table.inverse_mass[i] > 0.0 else PINNED_MASS
        body = pymunk.Body(mass, table.inertia[i] * SCALE * SCALE)
        body.position = (state.body[i, 0] * SCALE, state.body[i, 1] * SCALE)
        body.angle = state.body[i, 2]
        a, b = (float(v) * SCALE for v in table.semi_axes[i])
        shapes: list[pymunk.Shape] = []
        for category, mask in ((_PIECES, _PIECES), (_TO_WALLS, _WALLS)):
            shape: pymunk.Shape = (
                pymunk.Circle(body, a) if a == b else pymunk.Poly(body, _ellipse_corners(a, b), radius=0.0)
            )
            shape.filter = pymunk.ShapeFilter(categories=category, mask=mask)
            meets_pieces = category == _PIECES
            shape.elasticity = math.sqrt(restitution[i]) if meets_pieces else 1.0
            shape.friction = math.sqrt(friction[i]) if meets_pieces else 1.0
            shapes.append(shape)
        space.add(body, *shapes)
        pivot = pymunk.PivotJoint(space.static_body, body, (0.0, 0.0), (0.0, 0.0))
        gear = pymunk.GearJoint(space.static_body, body, 0.0, 1.0)
        for joint in (pivot, gear):
            joint.max_bias = 0.0
            joint.max_force = 0.0
        bodies.append(body)
        joints.append((pivot, gear))
    for k, (bounce, rub) in enumerate(walls):
        x1, y1, x2, y2, half = (float(v) * SCALE for v in table.walls[k])
        segment = pymunk.Segment(space.static_body, (x1, y1), (x2, y2), half)
        segment.filter = pymunk.ShapeFilter(categories=_WALLS, mask=_TO_WALLS)
        segment.elasticity, segment.friction = bounce, rub
        space.add(segment)
    return World(space, bodies, joints)


@cache
def _library() -> ctypes.CDLL:
    return ctypes.CDLL(_chipmunk.__file__)


def _address(name: str) -> np.uint64:
    return np.uint64(ctypes.cast(getattr(_library(), name), ctypes.c_void_p).value or 0)


def forget_contacts(space: pymunk.Space, body: pymunk.Body) -> None:
    """Drop the kept impulses of a body's contacts. The binding does not name this function; the library exports it."""
    function = _library().cpSpaceFilterArbiters
    function.argtypes = [ctypes.c_void_p] * 3
    function.restype = None
    function(int(_pointer(space._space)), int(_pointer(body._body)), None)


def _pointer(thing: Any) -> np.uint64:
    return np.uint64(int(ffi.cast("uintptr_t", thing)))


def _float_array(size: int, keep: list[Any]) -> tuple[Any, NDArray[np.float64], NDArray[np.int32]]:
    """Return a C float array of the library with room for `size`, its memory as an array, and its length as a view."""
    # the library doubles an array that is nearly full, which would move it: leave room
    array = ffi.gc(lib.pmFloatArrayNew(size + 8), lib.pmFloatArrayFree)
    keep.append(array)
    values = np.frombuffer(ffi.buffer(array.arr, 8 * size), np.float64)
    count = np.frombuffer(ffi.buffer(ffi.addressof(array, "num"), 4), np.int32)
    return array, values, count


def _batched(fields: int, floats: Any, ints: Any, keep: list[Any]) -> np.uint64:
    data = ffi.new("pmBatchedData *")
    data.fields = fields
    data.floatArray = floats
    data.intArray = ints
    keep.append(data)
    return _pointer(data)


def connect(world: World) -> Native:
    """Collect addresses and buffers for the compiled loop. OSError or AttributeError where the library has none."""
    n = len(world.bodies)
    pairs = n * (n - 1) // 2 + 16 * n + 16
    keep = world.keep
    # the Space's static body is walked after the pieces: it has a row of its own, all zeros
    reader, read_buffer, read_count = _float_array(6 * (n + 1), keep)
    writer, write_buffer, write_count = _float_array(8 * (n + 1), keep)
    arbiters, arbiter_floats, arbiter_counts = _float_array(10 * pairs, keep)
    int_array = ffi.gc(lib.pmIntArrayNew(3 * pairs + 8), lib.pmIntArrayFree)
    keep.append(int_array)
    arbiter_ints = np.frombuffer(ffi.buffer(int_array.arr, 8 * 3 * pairs), np.uint64)
    arbiter_int_counts = np.frombuffer(ffi.buffer(ffi.addressof(int_array, "num"), 4), np.int32)
    joints = np.array(
        [[_pointer(pivot._constraint), _pointer(gear._constraint)] for pivot, gear in world.joints], np.uint64
    ).reshape(n, 2)
    write_buffer[:] = 0.0
    native = Native(
        space=_pointer(world.space._space),
        step=_address("cpSpaceStep"),
        set_time_step=_address("cpSpaceSetCurrentTimeStep"),
        each_body=_address("cpSpaceEachBody"),
        get_body=_address("pmSpaceBodyGetIteratorFuncBatched"),
        set_body=_address("pmSpaceBodySetIteratorFuncBatched"),
        each_arbiter=_address("cpSpaceEachCachedArbiter"),
        get_arbiter=_address("pmSpaceArbiterIteratorFuncBatched"),
        set_max_force=_address("cpConstraintSetMaxForce"),
        add_constraint=_address("cpSpaceAddConstraint"),
        remove_constraint=_address("cpSpaceRemoveConstraint"),
        filter_arbiters=_address("cpSpaceFilterArbiters"),
        reader=_batched(READ_FIELDS.value, reader, int_array, keep),
        writer=_batched(WRITE_FIELDS.value, writer, int_array, keep),
        arbiter_reader=_batched(ARBITER_FIELDS.value, arbiters, int_array, keep),
        bodies=np.array([_pointer(body._body) for body in world.bodies], np.uint64),
        joints=joints,
        joined=np.zeros(n, np.int64),
        read_count=read_count,
        write_count=write_count,
        arbiter_counts=arbiter_counts,
        arbiter_int_counts=arbiter_int_counts,
        read_buffer=read_buffer,
        write_buffer=write_buffer,
        arbiter_floats=arbiter_floats,
        arbiter_ints=arbiter_ints,
        ids=np.array([body.id for body in world.bodies], np.uint64),
    )
    _check(world, native)
    return native


def _check(world: World, native: Native) -> None:
    """See that bodies are walked in the order they were added, and read where they are. RuntimeError if not."""
    n = len(world.bodies)
    ids = batch.Buffer()
    batch.get_space_bodies(world.space, batch.BodyFields.BODY_ID | READ_FIELDS, ids)
    found = np.frombuffer(ids.int_buf(), np.uint64)
    values = np.frombuffer(ids.float_buf(), np.float64).reshape(-1, 6)
    places = np.array([body.position for body in world.bodies]).reshape(-1, 2)
    if not (np.array_equal(found[:n], native.ids) and np.array_equal(values[:n, :2], places) and len(found) == n + 1):
        raise RuntimeError("this build of pymunk walks bodies in another order than they were added")
