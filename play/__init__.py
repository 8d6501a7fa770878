"""Drives physics and rules: scripts, records, reports, pictures and the command line."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from sim.display import set_viewer

if TYPE_CHECKING:
    from play.match import run
    from play.record import Record

_HOME = {"Record": "play.record", "run": "play.match"}

__all__ = ["Record", "run"]

set_viewer("play.notebook")  # a name only: nothing is loaded before something is to be shown


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'play' has no attribute {name!r}")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value
