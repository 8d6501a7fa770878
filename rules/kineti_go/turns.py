"""Kineti-Go's rounds: who begins, what a shot changes, and when round and match are over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.chance import toss
from rules.clusters import naturally
from rules.kineti_go.irregular import clear
from rules.kineti_go.moves import left_to_launch
from rules.kineti_go.scoring import judge, result
from rules.kineti_go.setup import PUCKS, check_board, check_owners, chosen, person_of, seated, side_of
from rules.players import Player, after_side, sides
from rules.ruleset import State
from rules.ruling import RulesError, Ruling, listed
from sim.actions import Launch
from sim.board import Board
from sim.layout import Layout
from sim.shot import Shot


def start(
    board: Board,
    players: tuple[Player, ...],
    *,
    options: Mapping[str, str] | None = None,
    seed: int = 0,
    layout: Layout | None = None,
) -> State:
    """Return a match with no round opened yet; see :meth:`rules.ruleset.RuleSet.start`.

    Pucks that lie on the table from the start are judged like all others, after the first shot.
    """
    settled = chosen(board, options)
    table = seated(tuple(players))
    check_board(board)
    initial = Layout() if layout is None else layout
    check_owners(initial, table)
    known = sides(table)
    return State(
        board=board,
        players=table,
        options=settled,
        seed=seed,
        flicked={player.name: 0 for player in table},
        played=dict.fromkeys(known, 0),
        layout=initial,
        initial=initial,
        totals=dict.fromkeys(known, 0),
    )


def _starter(state: State, number: int) -> tuple[str, Ruling]:
    """Say who begins a round where nobody was named, and why."""
    known = sides(state.players)
    if state.starter is not None:
        # they alternate with as many pucks each, so who did not begin was the last
        last = after_side(state.players, side_of(state.players, state.starter))[0]
        why = f"{last} went last in the round before, and so goes first in round {number}."
        return person_of(state.players, last), Ruling("G5", why, last)
    side = known[toss(state.seed, "starter", len(known))]
    why = f"nobody was named to begin, so a coin was tossed (seed {state.seed}): {side} goes first."
    return person_of(state.players, side), Ruling("G3", why, side)


def _named(state: State, starter: str) -> str:
    """Return the person whom a script names to begin, by name or by side."""
    if starter in sides(state.players):
        return person_of(state.players, starter)
    if state.player(starter) is None:
        names = listed([player.name for player in state.players])
        raise RulesError("G1", f"{starter} can't begin, since only {names} play")
    return starter


def open_round(
    state: State, *, starter: str | None = None, flick_off: bool = False
) -> tuple[State, tuple[Ruling, ...]]:
    """Open the next round; see :meth:`rules.ruleset.RuleSet.open_round`."""
    if state.match_over:
        clause = "G21" if state.outcome == "draw" else "G18"
        raise RulesError(clause, f"the match is over after round {state.number}; there is no further round")
    if flick_off:
        raise RulesError("G3", "Kineti-Go has no flick-off: who begins is named, or else a coin is tossed")
    named = None if starter is None else _named(state, starter)
    if state.opened and not state.round_over:
        left = [f"{p.name} ({left_to_launch(state, p.name)} left)" for p in state.players]
        raise RulesError("G4", f"round {state.number} is not over until all pucks are launched: {listed(left)}")
    number = state.number + 1
    if named is not None:
        side = side_of(state.players, named)
        first, why = named, Ruling("G3" if number == 1 else "G5", f"{starter} was named to begin round {number}.", side)
    else:
        first, why = _starter(state, number)
    rulings = [why]
    if number > 1 and state.layout.pieces:
        gathered = f"all pucks go back to their owners, {PUCKS} each, those that were taken off as well."
        rulings.append(Ruling("G5", gathered, pieces=naturally(state.layout.ids)))
    opened = replace(
        state,
        number=number,
        opened=True,
        starter=first,
        first_starter=first if number == 1 else state.first_starter,
        flicked=dict.fromkeys(state.flicked, 0),
        played=dict.fromkeys(state.played, 0),
        layout=state.initial if number == 1 else Layout(),
        points=None,
        to_play=first,
        round_over=False,
        unsettled=False,
    )
    return opened, tuple(rulings)


def _next_to_play(state: State, last: str) -> str | None:
    """Return who launches next, or None when all pucks are launched."""
    for side in after_side(state.players, side_of(state.players, last)):
        name = person_of(state.players, side)
        if left_to_launch(state, name) > 0:
            return name
    return None


def after(state: State, shot: Shot) -> tuple[State, tuple[Ruling, ...]]:
    """Return the state after a shot and the rulings on it; see :meth:`rules.ruleset.RuleSet.after`."""
    action = shot.action
    launched = None
    # a table that settles belongs to the launch before it
    if isinstance(action, Launch) and not state.unsettled:
        launched = action.piece.id
        side = side_of(state.players, action.by)
        state = replace(
            state,
            flicked={**state.flicked, action.by: state.flicked.get(action.by, 0) + 1},
            played={**state.played, side: state.played.get(side, 0) + 1},
        )
        state = replace(state, to_play=_next_to_play(state, action.by))
    layout, rulings, unsettled = clear(state, shot, launched)
    state = replace(state, layout=layout, unsettled=unsettled)
    if unsettled or state.to_play is not None or state.round_over or not state.opened:
        return state, rulings
    return _close_round(state, rulings)


def _close_round(state: State, rulings: tuple[Ruling, ...]) -> tuple[State, tuple[Ruling, ...]]:
    """Score a round whose last puck is launched and at rest, and the match if this round decides it."""
    points, judged = judge(state.board, state.layout, state.players, state.options)
    made = result(state.totals, points, state.options)
    over = made.winner is not None or made.draw
    state = replace(
        state,
        points=points,
        totals=made.totals,
        round_over=True,
        match_over=over,
        winner=made.winner,
        outcome="won" if made.winner is not None else "draw" if made.draw else "unfinished",
    )
    return state, (*rulings, *judged, *made.rulings)
