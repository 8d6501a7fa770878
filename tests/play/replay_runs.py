"""Runs that the tests of the replay page look at, each played once."""

from functools import cache
from pathlib import Path

from play.match import run
from play.replot import load_run

ROOT = Path(__file__).parents[2]
HOSTILE = "</script><img src=x onerror=alert(1)>&{{data}}\u2028"

GAME = """
game = "kalide"
[[players]]
name = "Ann"
colour = "yellow"
[[players]]
name = "Bob"
colour = "red"
[[rounds]]
starter = "Ann"
[[rounds.shots]]
by = "Ann"
action = "flick"
from_mm = [850, 150]
speed_m_s = 1.6
heading_deg = 180
face = "up"
[[rounds.shots]]
by = "Bob"
action = "flick"
from_mm = [50, 150]
speed_m_s = 1.9
heading_deg = 0
face = "down"
"""

TABLE = """
[[pieces]]
id = "a"
shape = "disc"
diameter_mm = 25
height_mm = 8
mass_g = 10
at_mm = [0, 0]
velocity_m_s = [0.5, 0]
"""


@cache
def kalide_round():
    """Return the round of the examples, twelve shots."""
    return run(ROOT / "examples" / "kalide_round.toml")


def played(directory, text):
    """Return what comes of a script."""
    script = directory / "script.toml"
    script.write_text(text, encoding="utf-8")
    return run(script)


def written(record, directory):
    """Write a run's files, and return it as read back from them."""
    directory.mkdir(exist_ok=True)
    (directory / "result.json").write_text(record.to_text(), encoding="utf-8")
    (directory / "trajectory.npz").write_bytes(record.npz())
    return load_run(directory, trajectories=True)


def hostile(directory):
    """Return a run in which Ann's name would end a script and open an image."""
    name = HOSTILE.replace("\u2028", "\\u2028")
    return played(directory, GAME.replace('"Ann"', f'"{name}"'))
