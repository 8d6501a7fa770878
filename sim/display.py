"""How boards, layouts and shots show themselves in notebooks: by a viewer from outside.

The physics draws nothing and knows no package that does. A viewer is a module with the functions of :class:`Viewer`.
One is found by its name only when something is to be shown: the name that was set with :func:`set_viewer`, or else
that of an entry point of the group ``magpuck.viewer`` among the installed packages.
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, Protocol, cast

GROUP = "magpuck.viewer"
_chosen: list[str] = []


class Viewer(Protocol):
    """What draws a board, a layout or a shot."""

    def plot(self, thing: Any, ax: Any = None, **options: Any) -> Any:
        """Draw a thing on Axes, or on a figure of its own, and return the Axes."""

    def png(self, thing: Any) -> bytes:
        """Return a thing as a PNG."""


def set_viewer(module: str) -> None:
    """Name the module that draws, instead of what is installed; it is imported when first needed."""
    _chosen[:] = [module]


def viewer() -> Viewer | None:
    """Return the viewer, or None where there is none."""
    names = _chosen or [entry.value for entry in entry_points(group=GROUP)]
    return cast("Viewer", import_module(names[0])) if names else None


def plot(thing: Any, ax: Any = None, **options: Any) -> Any:
    """Draw a thing and return matplotlib's Axes; RuntimeError where there is no viewer."""
    found = viewer()
    if found is None:
        raise RuntimeError("nothing here can draw: import play, or install magpuck with it")
    return found.plot(thing, ax, **options)


def png(thing: Any) -> bytes | None:
    """Return a thing as a PNG for notebooks, which write its repr where it is None."""
    found = viewer()
    return None if found is None else found.png(thing)
