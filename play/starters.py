"""Scripts to start from: what ``magpuck new`` prints."""

from __future__ import annotations

from sim.errors import InputError

_HEAD = """\
# A script of {title}. Play it with: magpuck run FILE
# Lengths in mm, x along the board, y across it. Angles counter-clockwise from +x.

game = "{game}"
board = "{game}"{pad}# a board that ships, or the path of your own, relative to this file
seed = 1                        # draws what is left to chance
"""

_KALIDE = """\
[options]                       # magpuck rules kalide lists them
starter = "alternate"           # or "flick_off_winner"
{players}
# A round is over when all pucks are flicked, in turn; then it is scored. A match has three.
[[rounds]]
# starter = "{first}"           # left out: the flick-off, or else the seed, decides
# flick_off = true              # makes this round the flick-off: one flick each

[[rounds.shots]]
by = "{first}"
action = "flick"
from_mm = [850, 150]            # in the own Flick Zone: yellow's is x above 750, red's x below 150
speed_m_s = 1.6
heading_deg = 180
spin_rad_s = 0
face = "up"                     # or "down"; left out: drawn

[[rounds.shots]]
by = "{second}"
action = "flick"
from_mm = [50, 150]
speed_m_s = 1.6
heading_deg = 10

# Another flick goes below, or, before one's own, a dead puck of the other player's out of the own Flick Zone:
# [[rounds.shots]]
# by = "{first}"
# action = "remove"
# piece = "{second}-1"
"""

_KINETI_GO = """\
[options]                       # magpuck rules kineti-go lists them
both_twenty = "draw"            # or "play_on"
{players}
# A round is over when both have fired three pucks, in turn; then it is scored. The first to reach exactly 20 wins.
[[rounds]]
starter = "{first}"             # left out: the seed decides; later whoever went last

[[rounds.shots]]
by = "{first}"
action = "launch"
yoke_mm = [90, 152.5]           # the mouth of the yoke's slot, in the shooting area
heading_deg = 0
draw_mm = 30                    # how far the puck is pulled in; the yoke's magnets then do the work
face = "up"

[[rounds.shots]]
by = "{second}"
action = "launch"
yoke_mm = [90, 140]
heading_deg = 3
draw_mm = 28
"""

_TOKKA = """\
[options]                       # magpuck rules tokka lists them
variant = "tokka"               # or "original": to 15, a stone that hangs over the far edge counts 4
{players}
# A round is over when both teams have played their four stones, in turn; then it is scored. The first to reach 12 wins.
[[rounds]]
starter = "{first}"             # left out: the seed decides; later the round's winner

[[rounds.shots]]
by = "{first}"
action = "flick"
from_mm = [60, 100]             # in front of the first cross rail
speed_m_s = 1.5
heading_deg = 0

[[rounds.shots]]
by = "{second}"
action = "flick"
from_mm = [60, 120]
speed_m_s = 1.6
heading_deg = -2
"""

_KLUSTER = """\
[cord]
# the corners of the cord, which closes by itself; stones go inside it
points_mm = [
    [150, 250], [190, 160], [280, 110], [390, 110], [470, 170],
    [500, 260], [460, 350], [370, 400], [260, 390], [180, 340],
]

[bag]                           # what is shared out, drawn by the seed
S = 8
M = 8
L = 8
{players}
# One stone a turn, entirely inside the cord. Whoever makes stones join, or pushes one out, picks them up.
# Who has none left wins. A turn ends with end_turn, or when another player acts.
[[rounds]]
# starter = "{first}"           # left out: who had most stones left last game, or else the shortest player

[[rounds.shots]]
by = "{first}"
action = "place"
at_mm = [230, 250]
angle_deg = 0
# size = "M"                    # left out: the first in hand
# face = "up"                   # left out: drawn

[[rounds.shots]]
by = "{first}"
action = "end_turn"             # understood where another player acts

[[rounds.shots]]
by = "{second}"
action = "hover"                # the stone in the hand moves others by its field
path_mm = [[420, 250], [400, 250]]
height_mm = 40                  # of its middle above the table
speed_m_s = 0.1

[[rounds.shots]]
by = "{second}"
action = "place"
at_mm = [420, 250]

[[rounds.shots]]
by = "{second}"
action = "move_cord"            # its first point takes hold of the nearest part of the cord
path_mm = [[500, 260], [510, 260]]
speed_m_s = 0.1

[[rounds.shots]]
by = "{second}"
action = "end_turn"
"""

_FREE = """\
[options]                       # magpuck rules free lists them; what is left out is as in the board's own [options]
pieces = 4                      # for each side and round
{players}
# A round is over when all pieces are played, in turn; then it is scored. On this board a match has three.
[[rounds]]
starter = "{first}"             # left out: the seed decides; later as option starter says

[[rounds.shots]]
by = "{first}"
action = "flick"                # or "launch" or "place", where option action says so
from_mm = [60, 150]             # in the flick zone
speed_m_s = 1.55
heading_deg = 0

[[rounds.shots]]
by = "{second}"
action = "flick"
from_mm = [60, 100]
speed_m_s = 1.6
heading_deg = 6
"""

_GAMES = {
    "kineti-go": ("Kineti-Go", _KINETI_GO, ("Gold", "Black"), ("gold", "black"), (2, 2)),
    "kalide": ("Ka'lide", _KALIDE, ("Yellow", "Red"), ("yellow", "red"), (2, 40)),
    "tokka": ("TOKKA Shuffle", _TOKKA, ("Black", "White"), ("black", "white"), (2, 8)),
    "kluster": ("Kluster", _KLUSTER, (), (), (1, 24)),
    "free": ("a game of one's own", _FREE, (), (), (1, 40)),
}
_NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal")


def starter(game: str, count: int = 2) -> str:
    """Return a commented script of a game for `count` players.

    More than two play Ka'lide as a knockout and TOKKA in two teams.

    Raises
    ------
    InputError
        If the game isn't played by that many.
    """
    title, body, sides, colours, (least, most) = _GAMES[game]
    if not least <= count <= most:
        many = f"{least}" if least == most else f"from {least} to {most}"
        raise InputError("--players", "", f"must be {many} for {game}", count)
    plain = count == 2 and sides
    names = sides if plain else tuple(_NAMES[k] if k < len(_NAMES) else f"P{k + 1}" for k in range(count))
    teams = sides if game == "tokka" and count > 2 else ()
    lines = []
    for k, name in enumerate(names):
        lines += ["", "[[players]]", f'name = "{name}"']
        if teams:
            lines += [f'team = "{teams[k % 2]}"', f'colour = "{colours[k % 2]}"']
        elif plain:
            lines.append(f'colour = "{colours[k]}"')
        if game == "kluster":
            lines.append(f"height_cm = {170 + 2 * k}")
    head = _HEAD.format(title=title, game=game, pad=" " * max(1, 22 - len(game)))
    if game == "kalide" and count > 2:
        head += 'format = "knockout"             # full matches, and the winners go on; the seed draws who meets whom\n'
    first, second = names[0], names[1] if len(names) > 1 else names[0]
    return head + "\n" + body.format(players="\n".join(lines) + "\n", first=first, second=second)
