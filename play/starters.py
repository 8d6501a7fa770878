"""Scripts to start from: what ``magpuck new`` prints."""

from __future__ import annotations

_KALIDE = """\
# A script of Ka'lide. Play it with: magpuck run FILE
# Lengths in mm, from the mat's corner: x along it, y across it. Angles counter-clockwise from +x.

game = "kalide"
board = "kalide"                # a board that ships, or the path of your own, relative to this file
seed = 1                        # draws what is left to chance: pucks' faces, and who starts where nobody is named

[options]                       # magpuck rules kalide lists them
starter = "alternate"           # or "flick_off_winner"

[[players]]
name = "Yellow"
colour = "yellow"               # flicks from x above 750, towards 180 degrees

[[players]]
name = "Red"
colour = "red"                  # flicks from x below 150, towards 0 degrees
# pucks = 8                     # a handicap; each has six otherwise

# A round is over after six flicks of each player, in turn; then it is scored. A match has three.
[[rounds]]
starter = "Yellow"              # left out: the flick-off, or else the seed, decides

[[rounds.shots]]
by = "Yellow"
action = "flick"
from_mm = [850, 150]            # in the own Flick Zone
speed_m_s = 1.6
heading_deg = 180
spin_rad_s = 0
face = "up"                     # or "down"; left out: drawn

[[rounds.shots]]
by = "Red"
action = "flick"
from_mm = [50, 150]
speed_m_s = 1.6
heading_deg = 10

# Another flick goes below, or, before one's own, a dead puck of the other player's out of the own Flick Zone:
# [[rounds.shots]]
# by = "Yellow"
# action = "remove"
# piece = "Red-1"
"""

STARTERS = {"kalide": _KALIDE}
"""A commented script by game, each with two players."""
