"""The rounds of a game of one's own: who begins, what a shot changes, and when round and match are over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.chance import toss
from rules.clusters import naturally
from rules.free.clearing import clear, past_the_edge
from rules.free.goals import result
from rules.free.moves import left_to_play
from rules.free.scoring import judge, tally
from rules.free.setup import check_board, check_owners, check_zones, chosen, seated, side_of
from rules.players import Player, after_side, in_turn, sides
from rules.ruleset import State
from rules.ruling import RulesError, Ruling, listed
from sim.actions import Flick, Launch, Place
from sim.board import Board
from sim.layout import Layout
from sim.shot import Shot
from sim.values import Status


def start(
    board: Board,
    players: tuple[Player, ...],
    *,
    options: Mapping[str, str] | None = None,
    seed: int = 0,
    layout: Layout | None = None,
) -> State:
    """Return a match with no round opened yet; see :meth:`rules.ruleset.RuleSet.start`.

    Pieces that lie on the table from the start are judged like all others, after the first shot.
    """
    settled = chosen(board, options)
    check_zones(board, settled)
    table = seated(board, tuple(players), settled)
    check_board(board, table, settled)
    initial = Layout() if layout is None else layout
    check_owners(initial, table)
    if settled["off_board"] == "dead":
        off: dict[str, Status] = dict.fromkeys(past_the_edge(board, initial), "dead")
        initial = initial.with_statuses(off)
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


def _starter(state: State, number: int) -> tuple[str, str]:
    """Return the side that begins a round for which nobody was named, and why."""
    known = sides(state.players)
    if state.starter is None:
        side = known[toss(state.seed, "starter", len(known))]
        return side, f"nobody was named to begin, so it was drawn (seed {state.seed}): {side} begins."
    began = side_of(state.players, state.starter)
    order = after_side(state.players, began)
    how = state.options["starter"]
    if how == "same":
        return began, f"{began} began the round before and begins round {number}, too."
    if how in ("loser", "winner"):
        points = state.points or dict.fromkeys(known, 0)
        wanted = min(points.values()) if how == "loser" else max(points.values())
        side = next(side for side in order if points[side] == wanted)
        had = f"{'fewest' if how == 'loser' else 'most'} points of the round before ({wanted})"
        shared = sum(has == wanted for has in points.values()) > 1
        turn = " and is the next in turn of those who had them" if shared else ""
        return side, f"{side} had the {had}{turn}, and begins round {number}."
    return order[0], f"{began} began the round before, so {order[0]} begins round {number}."


def _named(state: State, starter: str) -> str:
    """Return the person whom a script names to begin: by name, or by the name of a side whose turn is one's own."""
    if state.player(starter) is None and starter not in sides(state.players):
        names = listed([player.name for player in state.players])
        raise RulesError("F1", f"{starter} can't begin, since only {names} play")
    side = starter if starter in sides(state.players) else side_of(state.players, starter)
    turn = in_turn(state.players, side, state.rotation)
    if starter not in (side, turn):
        raise RulesError("F4", f"{starter} can't begin: in {side} it is {turn}'s turn")
    return turn


def open_round(
    state: State, *, starter: str | None = None, flick_off: bool = False
) -> tuple[State, tuple[Ruling, ...]]:
    """Open the next round; see :meth:`rules.ruleset.RuleSet.open_round`."""
    if state.match_over:
        clause = "F21" if state.outcome == "draw" else "F19" if state.options["goal"] == "most" else "F20"
        raise RulesError(clause, f"the match is over after round {state.number}; there is no further round")
    if flick_off:
        raise RulesError("F3", "there is no flick-off: who begins is named, or else drawn")
    if state.opened and not state.round_over:
        left = [f"{side} ({left_to_play(state, side)} left)" for side in sides(state.players)]
        raise RulesError("F13", f"round {state.number} is not over until all pieces are played: {listed(left)}")
    number = state.number + 1
    if starter is not None:
        first = _named(state, starter)
        why = Ruling("F3", f"{starter} was named to begin round {number}.", side_of(state.players, first))
    else:
        side, said = _starter(state, number)
        first, why = in_turn(state.players, side, state.rotation), Ruling("F3", said, side)
    rulings = [why]
    if number > 1 and state.layout.pieces:
        gathered = "all pieces go back to the hands, dead ones and those that were taken off as well."
        rulings.append(Ruling("F5", gathered, pieces=naturally(state.layout.ids)))
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
    """Return who is next: of the following side with a piece left, or None where none has."""
    for side in after_side(state.players, last):
        if left_to_play(state, side) > 0:
            return in_turn(state.players, side, state.rotation)
    return None


def after(state: State, shot: Shot) -> tuple[State, tuple[Ruling, ...]]:
    """Return the state after a shot and the rulings on it; see :meth:`rules.ruleset.RuleSet.after`."""
    action = shot.action
    # a table that settles belongs to the turn before it
    if isinstance(action, Flick | Launch | Place) and not state.unsettled:
        side = side_of(state.players, action.by)
        state = replace(
            state,
            flicked={**state.flicked, action.by: state.flicked.get(action.by, 0) + 1},
            played={**state.played, side: state.played.get(side, 0) + 1},
            rotation={**state.rotation, side: state.rotation.get(side, 0) + 1},
        )
        state = replace(state, to_play=_next_to_play(state, side))
    now = clear(state, shot)
    state = replace(state, layout=now.layout, unsettled=now.taken)
    if now.taken or state.to_play is not None or state.round_over or not state.opened:
        return state, now.rulings
    return _close_round(state, now.rulings)


def _close_round(state: State, rulings: tuple[Ruling, ...]) -> tuple[State, tuple[Ruling, ...]]:
    """Score a round whose last piece is played and at rest, and the match if this round decides it."""
    judged = judge(state.board, state.layout, state.players, state.options)
    points = tally(judged, state.players)
    made = result(state.totals, points, state.options, state.number)
    state = replace(
        state,
        points=points,
        totals=made.totals,
        round_over=True,
        match_over=made.winner is not None or made.draw,
        winner=made.winner,
        outcome="won" if made.winner is not None else "draw" if made.draw else "unfinished",
    )
    return state, (*rulings, *judged, *made.rulings)
