"""Find a match worth watching by trying, and write it down as a script.

Before each shot a number of random ones are tried, and the best is taken: the one after which its player would lead by
most if the round ended then. What is worth seeing (:data:`SHOWN`) is liked a little more, the first time that it
happens. Run it again when forces are refined:
``python examples/find_match.py kineti-go examples/kineti_go_match.toml --seed 6``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import TypeAdapter

import rules
import sim
from play.filemodels import ShotTable
from play.lines import action_of, line_of
from play.turn import Turn, advance
from rules.players import Player
from rules.ruleset import RuleSet, State

Shot = dict[str, Any]
"""An action with the keys and units of a script."""

Sampler = Callable[[np.random.Generator, State], Shot]

GOALS = {"kineti-go": 20, "tokka": 12}
PLAYERS = {
    "kineti-go": (Player("Gold", "gold"), Player("Black", "black")),
    "tokka": (Player("Black", "black"), Player("White", "white")),
}
SHOWN = {"kineti-go": "G16", "tokka": "T8"}
"""A clause to be seen in the match: pucks that stick together are taken off, a stone is knocked off."""
LIKED = 3.0
"""What the first such ruling is worth, in points."""
_SHOT: TypeAdapter[Any] = TypeAdapter(ShotTable)


def launch(rng: np.random.Generator, state: State) -> Shot:
    """Return a random launch; now and then of a puck upside down, which sticks to others and takes them along."""
    zone = next(zone for zone in state.board.zones if zone.kind == "launch")
    assert zone.polygon is not None
    assert state.board.yoke is not None
    (_, y0), (x1, y1) = 1e3 * zone.polygon.min(axis=0), 1e3 * zone.polygon.max(axis=0)
    middle = 0.5 * (y0 + y1)
    radius = 1e3 * state.board.pieces["puck"].radius
    return {
        "action": "launch",
        "yoke_mm": [round(float(x1) - 1.0, 1), round(float(middle + rng.uniform(-0.3, 0.3) * (y1 - y0)), 1)],
        "heading_deg": round(float(rng.uniform(-14, 14)), 1),
        "draw_mm": round(float(rng.uniform(0.15, 0.98) * (1e3 * state.board.yoke.length - radius)), 1),
        "face": "down" if rng.random() < 0.3 else "up",
    }


def push(rng: np.random.Generator, state: State) -> Shot:
    """Return a random push of a stone."""
    del state
    return {
        "action": "flick",
        "from_mm": [60, int(rng.integers(3, 18)) * 10],
        "speed_m_s": round(float(rng.uniform(1.2, 2.1)), 2),
        "heading_deg": round(float(rng.uniform(-8, 8)), 1),
    }


SAMPLERS: dict[str, Sampler] = {"kineti-go": launch, "tokka": push}


def lead(rule_set: RuleSet, turn: Turn, side: str, goal: int, before: dict[str, int]) -> float:
    """How far a side would be ahead if the round ended now; reaching the goal is worth most."""
    state = turn.state
    score = rule_set.score(state.board, state.layout, state.players, before=before, options=state.options)
    ahead = sum(n if name == side else -n for name, n in score.points.items())
    if score.winner is not None:
        ahead += 50 if score.winner == side else -50
    if score.totals[side] > goal:
        ahead -= 5
    return float(ahead)


def find(game: str, seed: int, tries: int, most_rounds: int) -> tuple[list[tuple[str, list[Shot]]], State]:
    """Return the rounds (starter and shots) of a match, and how it ended."""
    rng = np.random.default_rng(seed)
    rule_set = rules.load(game)
    state = rule_set.start(sim.load_board(game), PLAYERS[game], seed=seed)
    found: list[tuple[str, list[Shot]]] = []
    seen = False
    while not state.match_over and len(found) < most_rounds:
        first = PLAYERS[game][0].name if not found else None
        state, _ = rule_set.open_round(state, starter=first)
        before = dict(state.totals)
        shots: list[Shot] = []
        found.append((str(state.to_play), shots))
        while not state.round_over:
            by = str(state.to_play)
            best: tuple[float, Shot, Turn] | None = None
            for _ in range(tries):
                shot = {"by": by, **SAMPLERS[game](rng, state)}
                action = action_of(line_of(_SHOT.validate_python(shot), ""), rule_set, state)
                if rule_set.legal(state, action) is not None:
                    continue
                turn = advance(rule_set, state, action, seed=seed)
                value = lead(rule_set, turn, by, GOALS[game], before)
                if not seen and any(ruling.clause == SHOWN[game] for ruling in turn.rulings):
                    value += LIKED
                if best is None or value > best[0]:
                    best = (value, shot, turn)
            if best is None:
                raise ValueError(f"no legal shot by {by} in {tries} tries; try another --seed")
            _, shot, turn = best
            state = turn.state
            shots.append(shot)
            seen = seen or any(ruling.clause == SHOWN[game] for ruling in turn.rulings)
            said = "; ".join(f"{r.clause} {r.why}" for r in turn.rulings if not r.points)
            print(f"round {len(found)}  {by:6} {said}", file=sys.stderr)
        print(f"round {len(found)}  {state.points}  totals {state.totals}", file=sys.stderr)
    return found, state


def written(value: object) -> str:
    """Return a value as TOML."""
    return f'"{value}"' if isinstance(value, str) else str(value)


def script(game: str, seed: int, rounds: list[tuple[str, list[Shot]]]) -> str:
    """Write a match as a script."""
    lines = [
        f"# A match of {game}, found by examples/find_match.py with seed {seed}: of a number of random shots each time",
        "# the one was taken after which its player was ahead by most.",
        "",
        f'game = "{game}"',
        f"seed = {seed}",
        "",
    ]
    for player in PLAYERS[game]:
        lines += ["[[players]]", f'name = "{player.name}"', f'colour = "{player.colour}"', ""]
    for k, (starter, shots) in enumerate(rounds, start=1):
        lines += [f"[[rounds]]  # {k}", *([f'starter = "{starter}"'] if k == 1 else []), ""]
        for shot in shots:
            lines += ["[[rounds.shots]]", *(f"{key} = {written(value)}" for key, value in shot.items()), ""]
    return "\n".join(lines)


def main() -> None:
    """Find a match and write it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(SAMPLERS))
    parser.add_argument("file", type=Path, help="where to write the script")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tries", type=int, default=16, help="for each shot")
    parser.add_argument("--rounds", type=int, default=12, help="at most")
    arguments = parser.parse_args()
    rounds, state = find(arguments.game, arguments.seed, arguments.tries, arguments.rounds)
    arguments.file.write_text(script(arguments.game, arguments.seed, rounds), encoding="utf-8")
    print(f"{state.outcome}: {state.winner}, {state.totals}", file=sys.stderr)


if __name__ == "__main__":
    main()
