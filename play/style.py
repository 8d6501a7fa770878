"""Colours of the pictures. The fills of pieces are Okabe and Ito's, which colour-blind people tell apart."""

from __future__ import annotations

INK = "#26292e"
FAINT = "#767d86"
PAPER = "#ffffff"
TABLE = "#efe9df"
MAT = "#fbfaf7"
EDGE = "#4a4f57"
CORD = "#8c5a2b"
CONTACT = "#0072b2"
NORTH = "#b2182b"
SOUTH = "#2166ac"
VALUE = "#857a5c"
WORDS = "#6b7078"
FONT = "DejaVu Sans"  # comes with matplotlib, so that a picture is the same on every machine

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
DEAD_LINES = "#c2c6cc"


def owner_colour(colour: str | None, index: int) -> str:
    """Return the fill for an owner's colour, or the one in turn."""
    if colour in OWNERS:
        return OWNERS[colour]
    return OTHERS[index % len(OTHERS)]


def zone_tint(kind: str, owner: str | None) -> str:
    """Return the fill of a zone."""
    if kind == "dead":
        return DEAD_TINT
    if kind in ("flick", "launch"):
        return FLICK_TINTS.get(owner or "", TABLE)
    return ZONE_TINTS.get(owner or "", MAT)


def mixed(colour: str, other: str, share: float) -> str:
    """Return `colour` with a share of `other` in it; both as ``#rrggbb``.

    Examples
    --------
    >>> mixed("#000000", "#ffffff", 0.2)
    '#333333'
    """
    pairs = [(int(colour[k : k + 2], 16), int(other[k : k + 2], 16)) for k in (1, 3, 5)]
    return "#" + "".join(f"{round(a + share * (b - a)):02x}" for a, b in pairs)


def ink_on(colour: str) -> str:
    """Return the colour of words that are read on `colour`: dark, or white on a dark one."""
    red, green, blue = (int(colour[k : k + 2], 16) for k in (1, 3, 5))
    return PAPER if 0.30 * red + 0.59 * green + 0.11 * blue < 130.0 else INK
