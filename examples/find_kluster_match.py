"""Find a game of Kluster worth watching by trying, and write it down as a script.

Two people lay stones in turn, each where room is left. Ann makes two stones join with the one in her hand; Bob moves
one aside with his, and lays it in its place. So Bob is ahead; but then he draws the cord in, stones join, and while he
lays what he has picked up, Ann wins:
``python examples/find_kluster_match.py examples/kluster_match.toml``.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import TypeAdapter

import rules
import sim
from play.filemodels import ShotTable
from play.lines import action_of, line_of
from play.turn import Turn, advance, end_turn_before
from rules.players import Player
from rules.ruleset import EndTurn, State

Shot = dict[str, Any]
"""An action with the keys and units of a script."""

PLAYERS = (Player("Ann", height=1.64), Player("Bob", height=1.79))
CORD = [
    [150, 250], [170, 180], [230, 125], [320, 105], [410, 120], [480, 170],
    [500, 250], [475, 325], [410, 380], [320, 395], [235, 375], [175, 320],
]  # fmt: skip
RULES = rules.load("kluster")
BRIEF = sim.Settings(limit=2.0)
_SHOT: TypeAdapter[Any] = TypeAdapter(ShotTable)


@dataclass
class Game:
    """A game in the making: where it stands, and what was done so far, each with a comment."""

    state: State
    seed: int
    rng: np.random.Generator
    done: list[tuple[str, Shot]] = field(default_factory=list)

    def tried(self, shot: Shot, state: State | None = None) -> Turn | None:
        """Return what an action would lead to, or None where it is illegal."""
        state = self.state if state is None else state
        state, _ = end_turn_before(RULES, state, shot["by"])
        action = action_of(line_of(_SHOT.validate_python(shot), ""), RULES, state)
        if RULES.legal(state, action) is not None:
            return None
        if isinstance(action, EndTurn) or RULES.void(state, action) is not None:
            return None
        # nobody wants to wait for stones that creep along each other
        if not sim.simulate(state.board, state.layout, action, settings=BRIEF).at_rest:
            return None
        return advance(RULES, state, action, seed=self.seed)

    def keep(self, shot: Shot, turn: Turn, comment: str) -> None:
        """Take an action over."""
        self.state = turn.state
        self.done.append((comment, shot))
        print(f"{len(self.done):3}  {shot['by']} {shot['action']}: {comment}  {turn.state.totals}", file=sys.stderr)


def turn_of(state: State) -> str:
    """Return whose turn it is, or will be once one that is over is ended."""
    names = [player.name for player in state.players]
    now = names.index(str(state.to_play))
    return names[(now + state.laid) % len(names)]


def lying(state: State) -> np.ndarray:
    """Return the places of the stones on the table, (n, 2) mm."""
    return 1e3 * state.layout.positions[list(state.layout.on_table)]


def inner(state: State) -> tuple[np.ndarray, np.ndarray]:
    """Return the corners of the box round the cord, mm."""
    assert state.layout.cord is not None
    return 1e3 * state.layout.cord.min(axis=0), 1e3 * state.layout.cord.max(axis=0)


def room(state: State, at: np.ndarray) -> float:
    """Return how far a place is from all stones, and twice as far as that from the cord, mm."""
    assert state.layout.cord is not None
    free = float(np.hypot(*(1e3 * state.layout.cord - at).T).min())
    stones = lying(state)
    return min(2.0 * free, float(np.hypot(*(stones - at).T).min()) if len(stones) else math.inf)


def spread(game: Game, by: str, among: int) -> Shot:
    """Return the laying of a stone where most room is left, of some places that are tried."""
    low, high = inner(game.state)
    best: tuple[float, np.ndarray] | None = None
    for _ in range(among):
        at = game.rng.uniform(low, high).round()
        value = room(game.state, at)
        if best is None or value > best[0]:
            best = (value, at)
    assert best is not None
    return laid(game, by, best[1])


def laid(game: Game, by: str, at: np.ndarray) -> Shot:
    """Return the laying of a stone at a place, mm."""
    return {
        "by": by,
        "action": "place",
        "at_mm": [float(at[0]), float(at[1])],
        "angle_deg": int(game.rng.integers(0, 12)) * 15,
        "size": str(game.rng.choice(sorted(set(game.state.hands[by])))),
        "face": str(game.rng.choice(["up", "down"])),
    }


def carried(game: Game, by: str) -> Shot:
    """Return the carrying of a stone past one that lies."""
    stones = lying(game.state)
    goal = stones[int(game.rng.integers(len(stones)))] + game.rng.uniform(-12, 12, 2)
    turn = game.rng.uniform(0, 2 * math.pi)
    way = game.rng.uniform(10, 45) * np.array([math.cos(turn), math.sin(turn)])
    path = [[float(round(v, 0)) for v in point] for point in (goal, goal + way)]
    return {
        "by": by,
        "action": "hover",
        "path_mm": path,
        "height_mm": int(game.rng.integers(24, 40)),
        "speed_m_s": 0.1,
        "size": str(game.rng.choice(sorted(set(game.state.hands[by])))),
        "face": str(game.rng.choice(["up", "down"])),
    }


def drawn_in(game: Game, by: str) -> Shot:
    """Return the drawing in of the cord, from somewhere towards its middle."""
    assert game.state.layout.cord is not None
    nodes = 1e3 * game.state.layout.cord
    start = nodes[int(game.rng.integers(len(nodes)))]
    middle = nodes.mean(axis=0) + game.rng.uniform(-30, 30, 2)
    way = (middle - start) / math.dist(middle, start) * game.rng.uniform(40, 110)
    # and some of the way back, so that it lies clear of the stones again
    path = [[float(round(v, 0)) for v in point] for point in (start, start + way, start + 0.6 * way)]
    return {"by": by, "action": "move_cord", "path_mm": path, "speed_m_s": 0.15}


def joined(turn: Turn) -> int:
    """Return how many stones an action made its player pick up."""
    return sum(len(ruling.pieces) for ruling in turn.rulings if ruling.clause != "S12")


def shifted(before: State, after: State) -> dict[str, float]:
    """Return how far stones that lay before and after were moved, mm."""
    old, new = before.layout, after.layout
    names = [old.pieces[k].id for k in old.on_table]
    ways = {n: 1e3 * math.dist(old.positions[old.index(n)], new.positions[new.index(n)]) for n in names}
    return {n: way for n, way in ways.items() if new.statuses[new.index(n)] == "live"}


def calm(before: State, turn: Turn) -> bool:
    """Whether nothing joined, tipped or was touched in a turn."""
    hits = [e for e in turn.shot.events if e.kind == "tipped" or (e.kind == "contact" and e.other is None)]
    return not joined(turn) and not hits and turn.state.layout.faces[: len(before.layout)] == before.layout.faces


def quietly(game: Game, tries: int) -> None:
    """Lay a stone so that nothing joins."""
    by = turn_of(game.state)
    for _ in range(tries):
        shot = spread(game, by, int(game.rng.integers(3, 40)))
        turn = game.tried(shot)
        if turn is None or turn.state.layout.ids == game.state.layout.ids or not calm(game.state, turn):
            continue
        if max(shifted(game.state, turn.state).values(), default=0.0) < 4.0:
            game.keep(shot, turn, "a stone that disturbs no other")
            return
    raise ValueError(f"no quiet place for {by} in {tries} tries; try another --seed")


def clumsily(game: Game, tries: int) -> None:
    """Make two stones join with the one in the hand."""
    by = turn_of(game.state)
    for _ in range(tries):
        shot = carried(game, by)
        turn = game.tried(shot)
        if turn is not None and joined(turn) == 2 and any(r.clause == "S11" for r in turn.rulings):
            two = " and ".join(next(r for r in turn.rulings if r.clause == "S11").pieces)
            game.keep(shot, turn, f"by the stone in {by}'s hand {two} join: two more to lay, and none laid")
            return
    raise ValueError(f"no stones that join under {by}'s hand in {tries} tries; try another --seed")


def cleverly(game: Game, tries: int) -> None:
    """Draw a stone aside with the one in the hand, and lay that one where it lay: before, there was no room."""
    by = turn_of(game.state)
    for _ in range(tries):
        shot = carried(game, by)
        turn = game.tried(shot)
        if turn is None or not calm(game.state, turn):
            continue
        stone, way = max(shifted(game.state, turn.state).items(), key=lambda item: item[1])
        if way < 20.0:
            continue
        before = game.state.layout
        place = laid(game, by, (1e3 * before.positions[before.index(stone)]).round())
        after = game.tried(place, turn.state)
        if after is None or not calm(turn.state, after) or after.state.layout.ids == turn.state.layout.ids:
            continue
        game.keep(shot, turn, f"{stone} gives way to the stone in {by}'s hand, by {way:.0f} mm,")
        game.keep(place, after, f"which is laid where {stone} has lain")
        return
    raise ValueError(f"no stone that gives way to {by}'s in {tries} tries; try another --seed")


def greedily(game: Game, tries: int) -> None:
    """Draw the cord in, so that stones join: two that come back are enough to fall behind."""
    by = turn_of(game.state)
    for _ in range(tries):
        shot = drawn_in(game, by)
        turn = game.tried(shot)
        if turn is not None and joined(turn) >= 2 and all(r.clause in ("S15", "S12") for r in turn.rulings):
            many = joined(turn)
            game.keep(shot, turn, f"{by} draws the cord in to make room; {many} stones join, and that costs the game")
            return
    raise ValueError(f"no move of the cord that makes stones join in {tries} tries; try another --seed")


STORY: tuple[Callable[[Game, int], None], ...] = (
    *[quietly] * 12,
    clumsily,
    *[quietly] * 2,
    cleverly,
    *[quietly] * 5,
    greedily,
)
"""What happens in turn; from there on both lay their stones quietly until somebody has won."""


def find(seed: int, tries: int) -> Game:
    """Return a game that is over. ValueError if a wish stays unmet."""
    layout = sim.Layout(cord=np.array(CORD) / 1000.0)
    state = RULES.start(sim.load_board("kluster"), PLAYERS, seed=seed, layout=layout)
    state, _ = RULES.open_round(state)
    game = Game(state, seed, np.random.default_rng(seed))
    for step in STORY:
        step(game, tries)
    while not game.state.match_over:
        quietly(game, tries)
    return game


def written(value: object) -> str:
    """Return a value as TOML."""
    return f'"{value}"' if isinstance(value, str) else str(value)


def script(game: Game) -> str:
    """Write the game as a script."""
    lines = [
        "# A game of Kluster, found by examples/find_kluster_match.py. Bob is ahead until he draws the cord in; the",
        "# comments say what each action leads to.",
        "",
        'game = "kluster"',
        'board = "kluster"',
        f"seed = {game.seed}",
        "",
        "[cord]",
        "points_mm = [",
        *(f"    {corner}," for corner in CORD),
        "]",
        "",
    ]
    for player in PLAYERS:
        lines += ["[[players]]", f'name = "{player.name}"', f"height_cm = {100 * (player.height or 0):.0f}", ""]
    lines += ["[[rounds]]", ""]
    for comment, shot in game.done:
        lines += [f"[[rounds.shots]]  # {comment}", *(f"{key} = {written(value)}" for key, value in shot.items()), ""]
    return "\n".join(lines)


def main() -> None:
    """Find a game and write it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="where to write the script")
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--tries", type=int, default=400, help="for each action")
    arguments = parser.parse_args()
    game = find(arguments.seed, arguments.tries)
    arguments.file.write_text(script(game), encoding="utf-8")
    print(f"{game.state.outcome}: {game.state.winner}, {game.state.totals}", file=sys.stderr)


if __name__ == "__main__":
    main()
