"""TOKKA Shuffle's rounds: who begins, what a shot changes, and when round and match are over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.chance import toss
from rules.clusters import naturally
from rules.places import on_surface
from rules.players import Player, after_side, in_turn, sides
from rules.ruleset import State
from rules.ruling import RulesError, Ruling, listed
from rules.tokka.course import direction, end_near
from rules.tokka.moves import left_to_play
from rules.tokka.scoring import judge, lost_by_place, tally, winner
from rules.tokka.setup import TARGETS, check_board, check_owners, chosen, seated, winning_clause
from sim.actions import Flick, Settle
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
    """Return a match with no round opened yet; see :meth:`rules.ruleset.RuleSet.start`."""
    check_board(board)
    settled = chosen(board, options)
    table = seated(tuple(players))
    known = sides(table)
    initial = Layout() if layout is None else layout
    check_owners(initial, known)
    initial = initial.with_statuses(dict.fromkeys(lost_by_place(board, initial), "removed"))
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


def _side(state: State, name: str) -> str:
    return next(player.side for player in state.players if player.name == name)


def _next_of(state: State, side: str) -> str:
    """Return the member of a side whose turn it is."""
    return in_turn(state.players, side, state.rotation)


def _starter(state: State, number: int) -> tuple[str, Ruling]:
    """Return the side that begins a round for which nobody was named, and why."""
    known = sides(state.players)
    if state.starter is None or state.points is None:
        side = known[toss(state.seed, "starter", len(known))]
        why = f"either side may begin, so a coin was tossed (seed {state.seed}): {side} begins round {number}."
        return side, Ruling("T4", why, side)
    won = [side for side in known if state.points[side] > 0]
    if won:
        return won[0], Ruling("T17", f"{won[0]} won round {state.number} and begins round {number}.", won[0])
    began = _side(state, state.starter)
    side = began if state.options["scoreless"] == "same_begins" else after_side(state.players, began)[0]
    again = "again" if side == began else f"after {began}"
    return side, Ruling("T18", f"nobody scored in round {state.number}: {side} begins round {number}, {again}.", side)


def _named(state: State, starter: str) -> str:
    """Return the side whom a script names to begin: by its own name, or by the member whose turn it is."""
    if starter in sides(state.players):
        return starter
    if state.player(starter) is None:
        names = listed([player.name for player in state.players])
        raise RulesError("T1", f"{starter} can't begin, since only {names} play")
    side = _side(state, starter)
    turn = _next_of(state, side)
    if turn != starter:
        raise RulesError("T1", f"{starter} can't begin: in {side} it is {turn}'s turn")
    return side


def open_round(
    state: State, *, starter: str | None = None, flick_off: bool = False
) -> tuple[State, tuple[Ruling, ...]]:
    """Open the next round; see :meth:`rules.ruleset.RuleSet.open_round`."""
    if flick_off:
        raise RulesError("T4", "TOKKA Shuffle has no flick-off: either side may begin")
    if state.match_over:
        clause = winning_clause(state.options)
        raise RulesError(clause, f"the match is over after round {state.number}; there is no further round")
    if state.opened and not state.round_over:
        missing = [f"{side} ({left_to_play(state, side)} left)" for side in sides(state.players)]
        raise RulesError("T6", f"round {state.number} is not over until all stones are played: {listed(missing)}")
    number = state.number + 1
    if starter is None:
        side, why = _starter(state, number)
    else:
        side = _named(state, starter)
        why = Ruling("T4" if number == 1 else "T17", f"{starter} was named to begin round {number}.", side)
    first = _next_of(state, side)
    opened = replace(
        state,
        number=number,
        opened=True,
        starter=first,
        first_starter=first if number == 1 else state.first_starter,
        flicked=dict.fromkeys(state.flicked, 0),
        played=dict.fromkeys(state.played, 0),
        # lost stones are back in the hands, too
        layout=state.initial if number == 1 else Layout(),
        points=None,
        to_play=first,
        round_over=False,
    )
    return opened, (why,)


def _taken_off(state: State, shot: Shot) -> tuple[Layout, tuple[Ruling, ...], bool]:
    """Take the stones off that were lost in a shot.

    A stone is lost from the moment its centre passes the outline, so that it makes no difference whether it falls
    there or slides on over the table, even if it comes back from there.

    Returns
    -------
    layout : Layout
    rulings : tuple of Ruling
    moved : bool
        Whether what stays may move, since a magnet was taken off that had come to rest with it.
    """
    layout = shot.layout
    off = {layout.pieces[k].id for k, status in enumerate(layout.statuses) if status in ("removed", "hand")}
    left = {piece_id for event in shot.events if event.kind == "left_board" for piece_id in event.pieces}
    gone = {state.layout.pieces[k].id for k, s in enumerate(state.layout.statuses) if s in ("removed", "hand")}
    outside = set(lost_by_place(state.board, layout))
    lost = naturally(list(((left & set(layout.ids)) | off | outside) - gone))
    moved = any(any(layout.pieces[layout.index(name)].kind.moment) for name in lost if name not in off)
    pushed = shot.action.piece.id if isinstance(shot.action, Flick) else None
    rulings = tuple(_lost(state, layout, name, pushed, past=name in left | outside) for name in lost)
    changes: dict[str, Status] = dict.fromkeys(lost, "removed")
    return layout.with_statuses(changes), rulings, moved


def _lost(state: State, layout: Layout, name: str, pushed: str | None, *, past: bool) -> Ruling:
    """Rule on a stone that was lost in a shot; `past`: its centre passed the outline."""
    k = layout.index(name)
    owner = layout.pieces[k].owner
    if not past:
        return Ruling("T3", f"{name} no longer lies on the board and is lost for this round.", owner, (name,))
    if on_surface(state.board, *layout.positions[k].tolist()):
        why = f"{name} left the board before it came back, and is lost for this round."
        return Ruling("T3", why, owner, (name,))
    over = end_near(state.board, direction(state.board), *layout.positions[k].tolist())
    if pushed not in (name, None):
        why = f"{name} was knocked off over the {over} by {pushed}, which is allowed, and is lost for this round."
        return Ruling("T8", why, owner, (name,))
    clause = "T7" if over == "far end" else "T20"
    return Ruling(clause, f"{name} went off over the {over} and is lost for this round.", owner, (name,))


def after(state: State, shot: Shot) -> tuple[State, tuple[Ruling, ...]]:
    """Return the state after a shot and the rulings on it; see :meth:`rules.ruleset.RuleSet.after`."""
    layout, rulings, moved = _taken_off(state, shot)
    action = shot.action
    if isinstance(action, Flick):
        player = state.player(action.by)
        if player is None:
            raise KeyError(f"nobody called {action.by!r} plays")
        state = replace(
            state,
            flicked={**state.flicked, action.by: state.flicked.get(action.by, 0) + 1},
            played={**state.played, player.side: state.played.get(player.side, 0) + 1},
            rotation={**state.rotation, player.side: state.rotation.get(player.side, 0) + 1},
            # until the table has settled it is still this player's shot
            to_play=action.by,
        )
    elif not (isinstance(action, Settle) and state.unsettled):
        return replace(state, layout=layout), rulings
    state = replace(state, layout=layout, unsettled=moved)
    if moved:
        return state, rulings
    state = replace(state, to_play=_next_to_play(state))
    return (state, rulings) if state.to_play is not None else _close_round(state, rulings)


def _next_to_play(state: State) -> str | None:
    """Return who is next: of the other side, or of the same one where only it has stones left."""
    if state.to_play is None:
        return None
    for side in after_side(state.players, _side(state, state.to_play)):
        if left_to_play(state, side) > 0:
            return _next_of(state, side)
    return None


def _close_round(state: State, rulings: tuple[Ruling, ...]) -> tuple[State, tuple[Ruling, ...]]:
    """Score a round whose last stone was played, and the match if this round decides it."""
    judged = judge(state.board, state.layout, state.players, state.options)
    points = tally(judged, state.players)
    totals = {side: total + points[side] for side, total in state.totals.items()}
    state = replace(state, points=points, totals=totals, round_over=True)
    first = winner(totals, state.options)
    if first is None:
        return state, (*rulings, *judged)
    target = TARGETS[state.options["variant"]]
    result = ", ".join(f"{side} {total}" for side, total in totals.items())
    why = f"{first} has {totals[first]} points, {target} or more, and wins after round {state.number} ({result})."
    won = Ruling(winning_clause(state.options), why, first)
    return replace(state, match_over=True, winner=first, outcome="won"), (*rulings, *judged, won)
