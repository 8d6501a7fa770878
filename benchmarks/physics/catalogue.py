"""The list of the modules that hold cases. A new section is a module with CASES, and its name here."""

from __future__ import annotations

from importlib import import_module

from benchmarks.physics.cases import Case

MODULES = (
    "section_1",
    "section_2",
    "section_3",
    "section_4",
    "section_5",
    "section_6",
    "section_7",
    "section_8",
    "section_9",
    "section_10",
    "section_11",
    "conservation",
)


def all_cases() -> tuple[Case, ...]:
    """Every case, in the order of the modules."""
    return tuple(case for name in MODULES for case in import_module(f"benchmarks.physics.{name}").CASES)
