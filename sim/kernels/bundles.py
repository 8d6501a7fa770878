"""The named tuples of :mod:`sim.kernels.tables` as structures that compiled functions pass by one pointer.

A named tuple of arrays is passed field by field, some two hundred values a call; compiling that took most of the time
of a first start. The structures share the tuples' memory, so that Python goes on reading the tuples.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.experimental import structref

from sim.kernels.jit import merged
from sim.kernels.tables import Native, State, Table


@structref.register
class Bundle(types.StructRef):
    """The compiled side of a structure."""


class BundleProxy(structref.StructRefProxy):
    """What Python holds of a structure: a handle to hand back to compiled code, no more."""


structref.define_boxing(Bundle, BundleProxy)  # type: ignore[no-untyped-call]
_new: Any = structref.new

_DIMENSIONS = {
    "semi_axes": 2, "moment": 2, "magnets": 2, "walls": 2, "outline": 2, "friction": 2, "curves": 3,
    "class_sizes": 2, "class_rules": 2, "rule_spans": 2, "points": 2, "series": 3, "level": 3,
    "hand_path": 2, "tilt": 2, "body": 2, "force": 2, "reaction": 2,
    "armed": 2, "apart": 2, "touched": 2, "parted": 2, "drift": 2, "after": 2,
    "caps": 2, "before": 2, "usage": 2, "contact": 2, "events": 2, "records": 2, "joints": 2,
}  # fmt: skip
_INTS = {
    "magnet_class", "class_rules", "rule_spans", "contact_of",
    "mode", "calm", "beyond", "armed", "apart", "counts", "joined",
}  # fmt: skip
_COUNTS = {"read_count", "write_count", "arbiter_counts", "arbiter_int_counts"}
_POINTERS = {"bodies", "joints", "arbiter_ints", "ids"}
_SCALARS = {"gravity": types.float64, "accuracy": types.float64, "drops": types.boolean}


def _bundle(tuple_class: Any) -> Any:
    """Structure type of a named tuple's fields."""
    fields = []
    for name, kind in tuple_class.__annotations__.items():
        if "uint64" in str(kind) and name not in _POINTERS:
            field: Any = types.uint64
        elif name in _SCALARS:
            field = _SCALARS[name]
        else:
            number = (
                types.int64
                if name in _INTS
                else types.int32
                if name in _COUNTS
                else types.uint64
                if name in _POINTERS
                else types.float64
            )
            field = types.Array(number, _DIMENSIONS.get(name, 1), "C")
        fields.append((name, field))
    return Bundle(fields)  # type: ignore[no-untyped-call]


TABLE = _bundle(Table)
STATE = _bundle(State)
NATIVE = _bundle(Native)


@merged
def bundle_table(fields: Table) -> Table:
    """Return the structure over a Table's arrays."""
    bundle: Any = _new(TABLE)
    bundle.mass = fields.mass
    bundle.inverse_mass = fields.inverse_mass
    bundle.inertia = fields.inertia
    bundle.friction_radius = fields.friction_radius
    bundle.semi_axes = fields.semi_axes
    bundle.height = fields.height
    bundle.moment = fields.moment
    bundle.magnets = fields.magnets
    bundle.magnet_class = fields.magnet_class
    bundle.class_sizes = fields.class_sizes
    bundle.class_rules = fields.class_rules
    bundle.rule_gaps = fields.rule_gaps
    bundle.rule_spans = fields.rule_spans
    bundle.points = fields.points
    bundle.series = fields.series
    bundle.series_from = fields.series_from
    bundle.level = fields.level
    bundle.level_from = fields.level_from
    bundle.tip_inertia = fields.tip_inertia
    bundle.hand_path = fields.hand_path
    bundle.slot = fields.slot
    bundle.walls = fields.walls
    bundle.outline = fields.outline
    bundle.friction = fields.friction
    bundle.curves = fields.curves
    bundle.contact_of = fields.contact_of
    bundle.gravity = fields.gravity
    bundle.accuracy = fields.accuracy
    bundle.drops = fields.drops
    return bundle


@merged
def bundle_state(fields: State) -> State:
    """Return the structure over a State's arrays."""
    bundle: Any = _new(STATE)
    bundle.body = fields.body
    bundle.force = fields.force
    bundle.tilt = fields.tilt
    bundle.hand = fields.hand
    bundle.mode = fields.mode
    bundle.reaction = fields.reaction
    bundle.calm = fields.calm
    bundle.beyond = fields.beyond
    bundle.armed = fields.armed
    bundle.apart = fields.apart
    bundle.touched = fields.touched
    bundle.parted = fields.parted
    bundle.clock = fields.clock
    bundle.books = fields.books
    bundle.counts = fields.counts
    bundle.drift = fields.drift
    bundle.after = fields.after
    bundle.caps = fields.caps
    bundle.before = fields.before
    bundle.usage = fields.usage
    bundle.contact = fields.contact
    bundle.events = fields.events
    bundle.records = fields.records
    return bundle


@merged
def bundle_native(fields: Native) -> Native:
    """Return the structure over a Native's arrays."""
    bundle: Any = _new(NATIVE)
    bundle.space = fields.space
    bundle.step = fields.step
    bundle.set_time_step = fields.set_time_step
    bundle.each_body = fields.each_body
    bundle.get_body = fields.get_body
    bundle.set_body = fields.set_body
    bundle.each_arbiter = fields.each_arbiter
    bundle.get_arbiter = fields.get_arbiter
    bundle.set_max_force = fields.set_max_force
    bundle.add_constraint = fields.add_constraint
    bundle.remove_constraint = fields.remove_constraint
    bundle.filter_arbiters = fields.filter_arbiters
    bundle.reader = fields.reader
    bundle.writer = fields.writer
    bundle.arbiter_reader = fields.arbiter_reader
    bundle.bodies = fields.bodies
    bundle.joints = fields.joints
    bundle.joined = fields.joined
    bundle.read_count = fields.read_count
    bundle.write_count = fields.write_count
    bundle.arbiter_counts = fields.arbiter_counts
    bundle.arbiter_int_counts = fields.arbiter_int_counts
    bundle.read_buffer = fields.read_buffer
    bundle.write_buffer = fields.write_buffer
    bundle.arbiter_floats = fields.arbiter_floats
    bundle.arbiter_ints = fields.arbiter_ints
    bundle.ids = fields.ids
    return bundle
