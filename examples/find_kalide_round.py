"""Find a Ka'lide round worth watching, and write it down as a script.

Shots are tried one after the other. Each is kept only if it does what is wanted of it and does so as well at 1 % less
and 1 % more speed. In the round that is looked for, a cluster scores, a puck goes dead and one is knocked away. Run it
again when forces are refined: ``python examples/find_kalide_round.py examples/kalide_round.toml``.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

import rules
import sim
from rules.players import Player
from rules.ruleset import RuleSet, State
from sim.sticking import clusters

PLAYERS = (Player("Yellow", "yellow"), Player("Red", "red"))
WIGGLE = (1.0, 0.99, 1.01)

Wanted = Callable[[State, State, sim.Shot, str], str]
"""State before, state after, the shot, the piece flicked -> what happened, as one word; empty: not wanted."""


def stays(before: State, after: State, shot: sim.Shot, piece: str) -> str:
    """The puck stops on a space of its player's section, and nothing else moves."""
    del before
    return "stays" if _value(after, piece) >= 100 and _moved(shot) == {piece} else ""


def joins(before: State, after: State, shot: sim.Shot, piece: str) -> str:
    """The puck snaps to another, both in the section of its player."""
    del before
    for group in clusters(after.board, after.layout):
        if piece in group and _value(after, piece) >= 100 and all(_status(after, p) == "live" for p in group):
            return "joins " + " ".join(group)
    del shot
    return ""


def knocks(before: State, after: State, shot: sim.Shot, piece: str) -> str:
    """The puck sends a live one of the other player off the mat or well out of its place."""
    for other in before.layout.ids:
        if other.split("-")[0] == piece.split("-")[0] or _status(before, other) != "live":
            continue
        was, now = before.layout.index(other), after.layout.index(other)
        way = math.dist(before.layout.positions[was], after.layout.positions[now])
        if way > 0.12 and any(event.kind == "contact" for event in shot.events):
            return f"knocks {other} {_status(after, other)}"
    return ""


def dies(before: State, after: State, shot: sim.Shot, piece: str) -> str:
    """The puck overshoots and lies dead, not far from the mat."""
    del before, shot
    x, y = after.layout.positions[after.layout.index(piece)]
    return "dies" if _status(after, piece) == "dead" and -0.15 < x < 1.05 and -0.1 < y < 0.4 else ""


ROUND: tuple[tuple[str, Wanted], ...] = (
    ("Yellow", stays),
    ("Red", stays),
    ("Yellow", joins),
    ("Red", dies),
    ("Yellow", stays),
    ("Red", knocks),
    ("Yellow", knocks),
    ("Red", stays),
    ("Yellow", stays),
    ("Red", joins),
    ("Yellow", stays),
    ("Red", stays),
)


def _status(state: State, piece: str) -> str:
    return state.layout.statuses[state.layout.index(piece)]


def _moved(shot: sim.Shot) -> set[str]:
    ways = np.hypot(*(shot.layout.positions - shot.start.positions).T)
    return {piece for piece, way in zip(shot.layout.ids, ways, strict=True) if way > 1e-4}


def _value(state: State, piece: str) -> int:
    """Value of the last zone that covers the puck's centre, for its own side; 0 elsewhere."""
    x, y = state.layout.positions[state.layout.index(piece)]
    owner = piece.split("-")[0].lower()
    value = 0
    for zone in state.board.zones:
        if zone.circle is not None:
            cx, cy, r = zone.circle
            inside = math.hypot(x - cx, y - cy) < r - 0.004
        else:
            assert zone.polygon is not None
            low, high = zone.polygon.min(axis=0) + 0.004, zone.polygon.max(axis=0) - 0.004
            inside = bool(low[0] < x < high[0] and low[1] < y < high[1])
        if inside:
            value = zone.value if zone.kind == "score" and zone.owner == owner else 0
    return value


def candidates(by: str, rng: np.random.Generator) -> Iterator[tuple[float, float, float, float, str]]:
    """Places (mm), speeds, headings and faces to try, without end."""
    while True:
        x = 850 if by == "Yellow" else 50
        y = int(rng.integers(4, 27)) * 10
        speed = float(rng.integers(120, 215)) / 100
        turn = float(rng.integers(-120, 121)) / 10
        heading = (180 + turn) if by == "Yellow" else turn
        yield x, y, speed, heading, str(rng.choice(["up", "down"]))


def play(
    rule_set: RuleSet, state: State, by: str, shot: tuple[float, float, float, float, str]
) -> tuple[State, sim.Shot]:
    """Play one flick."""
    x, y, speed, heading, face = shot
    flick = sim.Flick(
        rule_set.next_piece(state, by),
        (x / 1000, y / 1000),
        speed,
        math.radians(heading),
        face="up" if face == "up" else "down",
        by=by,
    )
    forbidden = rule_set.legal(state, flick)
    if forbidden is not None:
        raise ValueError(str(forbidden))
    done = sim.simulate(state.board, state.layout, flick)
    return rule_set.after(state, done)[0], done


def find(seed: int, tries: int) -> list[tuple[str, str, tuple[float, float, float, float, str]]]:
    """Return the round's shots with what each does. ValueError if a wish stays unmet."""
    rng = np.random.default_rng(seed)
    rule_set = rules.load("kalide")
    state = rule_set.start(sim.load_board("kalide"), PLAYERS)
    state, _ = rule_set.open_round(state, starter="Yellow")
    found = []
    for number, (by, wanted) in enumerate(ROUND, start=1):
        for _, candidate in zip(range(tries), candidates(by, rng), strict=False):
            outcomes = []
            for share in WIGGLE:
                x, y, speed, heading, face = candidate
                try:
                    after, shot = play(rule_set, state, by, (x, y, speed * share, heading, face))
                except ValueError:
                    outcomes.append("")
                    break
                piece = shot.layout.ids[-1]
                outcomes.append(wanted(state, after, shot, piece))
                if not outcomes[-1]:
                    break
            if outcomes[0] and len(set(outcomes)) == 1 and len(outcomes) == len(WIGGLE):
                state, _ = play(rule_set, state, by, candidate)
                found.append((by, outcomes[0], candidate))
                print(f"{number:2}  {by:6}  {outcomes[0]}", file=sys.stderr)
                break
        else:
            raise ValueError(f"shot {number} by {by}: no shot {wanted.__name__} in {tries} tries; try another --seed")
    return found


def script(shots: list[tuple[str, str, tuple[float, float, float, float, str]]]) -> str:
    """Write the round as TOML."""
    lines = [
        "# A round of Ka'lide: twelve flicks, found by examples/find_kalide_round.py. Each does what its comment",
        "# says at 1 % less and 1 % more speed as well.",
        "",
        'game = "kalide"',
        'board = "kalide"',
        "seed = 1",
        "",
    ]
    for player in PLAYERS:
        lines += ["[[players]]", f'name = "{player.name}"', f'colour = "{player.colour}"', ""]
    lines += ["[[rounds]]", 'starter = "Yellow"', ""]
    for by, what, (x, y, speed, heading, face) in shots:
        lines += [
            f"[[rounds.shots]]  # {what}",
            f'by = "{by}"',
            'action = "flick"',
            f"from_mm = [{x}, {y}]",
            f"speed_m_s = {speed:.2f}",
            f"heading_deg = {heading:.1f}",
            f'face = "{face}"',
            "",
        ]
    return "\n".join(lines)


def main() -> None:
    """Find a round and write it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="where to write the script")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tries", type=int, default=4000, help="for each shot")
    arguments = parser.parse_args()
    text = script(find(arguments.seed, arguments.tries))
    arguments.file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
