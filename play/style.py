"""Colours and sizes of the pictures. The palette is Okabe and Ito's, which colour-blind people tell apart."""

from __future__ import annotations

INK = "#26292e"
FAINT = "#8b9199"
TABLE = "#efe9df"
MAT = "#fbfaf7"
EDGE = "#4a4f57"
CONTACT = "#0072b2"

OWNERS = {
    "yellow": "#f0c419",
    "red": "#d55e00",
    "gold": "#e69f00",
    "black": "#3b3f45",
    "white": "#f7f7f7",
}
"""Fill of a piece by its owner's colour."""

OTHERS = ("#56b4e9", "#009e73", "#cc79a7", "#0072b2", "#e69f00", "#f0e442")
"""Fills for owners without a colour, in turn."""

ZONE_TINTS = {
    "yellow": "#fdf3c4",
    "red": "#f9dcc8",
    "gold": "#fbe8c0",
    "black": "#dcdee1",
    "white": "#ffffff",
}
FLICK_TINTS = {"yellow": "#f7e7a1", "red": "#f2c3a4"}
DEAD_TINT = "#d9dce0"


def owner_colour(colour: str | None, index: int) -> str:
    """Return the fill for an owner's colour, or the next free one."""
    if colour in OWNERS:
        return OWNERS[colour]
    return OTHERS[index % len(OTHERS)]
