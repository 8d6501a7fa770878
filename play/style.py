"""Colours of the pictures, light and dark.

The fills of pieces are Okabe and Ito's, which colour-blind people tell apart; they are the same on light and on dark.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

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


@dataclass(frozen=True, eq=False)
class Theme:
    """The colours of everything but pieces: `ink` on `paper`, a `mat` on a `table`, and what is drawn on it.

    `rim` is drawn around pieces; `flow` names matplotlib's map for fields, `lines` the colour of field lines on it.
    """

    name: str
    ink: str
    faint: str
    paper: str
    table: str
    mat: str
    edge: str
    rim: str
    cord: str
    contact: str
    value: str
    words: str
    dead_tint: str
    dead_lines: str
    zones: Mapping[str, str]
    flicks: Mapping[str, str]
    flow: str
    lines: str


LIGHT = Theme(
    "light", INK, FAINT, PAPER, TABLE, MAT, EDGE, INK, CORD, CONTACT, VALUE, WORDS, DEAD_TINT, DEAD_LINES,
    ZONE_TINTS, FLICK_TINTS, "Blues", "#20242a",
)  # fmt: skip
DARK = Theme(
    name="dark",
    ink="#e9e7e2",
    faint="#9aa1ab",
    paper="#15171a",
    table="#1f2226",
    mat="#2b2f35",
    edge="#737a84",
    rim="#e9e7e2",
    cord="#d9a066",
    contact="#56b4e9",
    value="#cfc6a8",
    words="#b4bac3",
    dead_tint="#3a3e45",
    dead_lines="#565c65",
    zones={"yellow": "#4d4623", "red": "#54341f", "gold": "#4f3f1c", "black": "#1d1f23", "white": "#4a4e55"},
    flicks={"yellow": "#6a5f24", "red": "#71401d"},
    flow="magma",
    lines="#d8d4cc",
)
THEMES = {"light": LIGHT, "dark": DARK}


def theme_of(name: str) -> Theme:
    """Return a theme by its name; ValueError for another."""
    if name not in THEMES:
        raise ValueError(f"style must be {' or '.join(THEMES)}, got {name!r}")
    return THEMES[name]


def owner_colour(colour: str | None, index: int) -> str:
    """Return the fill for an owner's colour, or the one in turn."""
    if colour in OWNERS:
        return OWNERS[colour]
    return OTHERS[index % len(OTHERS)]


def zone_tint(kind: str, owner: str | None, theme: Theme = LIGHT) -> str:
    """Return the fill of a zone."""
    if kind == "dead":
        return theme.dead_tint
    if kind in ("flick", "launch"):
        return theme.flicks.get(owner or "", theme.table)
    return theme.zones.get(owner or "", theme.mat)


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
    return PAPER if lightness(colour) < 130.0 else INK


def lightness(colour: str) -> float:
    """Return how light a colour is, from 0 to 255."""
    red, green, blue = (int(colour[k : k + 2], 16) for k in (1, 3, 5))
    return 0.30 * red + 0.59 * green + 0.11 * blue
