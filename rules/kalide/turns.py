"""Ka'lide's rounds: who starts, what a shot changes, and when round and match are over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.chance import toss
from rules.clusters import naturally
from rules.kalide.flickoff import decide
from rules.kalide.moves import left_to_flick
from rules.kalide.scoring import judge, leader, newly_dead, tally
from rules.kalide.setup import ROUNDS, check_board, chosen, seated
from rules.players import Player, after_side, in_turn, sides
from rules.ruleset import State
from rules.ruling import RulesError, Ruling, listed
from sim.actions import Flick, Remove
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
    settled = chosen(options)
    table = seated(tuple(players))
    check_board(board)
    initial = Layout() if layout is None else layout
    known = sides(table)
    for piece in initial.pieces:
        if piece.owner is not None and piece.owner not in known:
            raise RulesError("L1", f"{piece.id} belongs to {piece.owner}, who doesn't play; {listed(known)} do")
    dead: dict[str, Status] = {d.piece_id: "dead" for d in newly_dead(board, initial, table, settled)}
    initial = initial.with_statuses(dead)
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


def _next_of(state: State, side: str) -> str:
    """Return the member of a side whose turn it is."""
    return in_turn(state.players, side, state.rotation)


def _side(state: State, name: str) -> str:
    return next(player.side for player in state.players if player.name == name)


def _starter(state: State, number: int) -> tuple[str, Ruling]:
    """Say who starts a round where nobody was named, and why."""
    if number > 1 and state.starter is not None:
        began = _side(state, state.starter)
        if state.options["starter"] == "flick_off_winner":
            side = _side(state, state.flick_off_winner or state.first_starter or state.starter)
            kept = "won the flick-off" if state.flick_off_winner else "started the first round"
            return _next_of(state, side), Ruling("L8", f"{side} {kept} and so starts round {number}, too.")
        side = after_side(state.players, began)[0]
        return _next_of(state, side), Ruling(
            "L8", f"{began} started the round before, so {side} starts round {number}."
        )
    if state.flick_off_winner is not None:
        side = _side(state, state.flick_off_winner)
        return _next_of(state, side), Ruling("L2", f"{side} won the flick-off and starts round {number}.")

    known = sides(state.players)
    side = known[toss(state.seed, "starter", len(known))]
    none = "the flick-off was not decided" if state.opened else "there was no flick-off"
    why = f"{none}, so a coin was tossed (seed {state.seed}): {side} starts round {number}."
    return _next_of(state, side), Ruling("L2", why)


def _named(state: State, starter: str, flick_off: bool) -> str:
    """Return the person whom a script names to start: by name, or the one whose turn it is in a side of that name."""
    if starter in sides(state.players):
        return _next_of(state, starter)
    if state.player(starter) is None:
        names = listed([player.name for player in state.players])
        raise RulesError("L1", f"{starter} can't start, since only {names} play")
    turn = _next_of(state, _side(state, starter))
    if not flick_off and turn != starter:
        raise RulesError("L31", f"{starter} can't start: in {_side(state, starter)} it is {turn}'s turn")
    return starter


def _cleared(state: State) -> Layout:
    """Return what lies on the table when the next round begins."""
    if state.number == 0:
        return state.initial  # nothing was played yet but the flick-off, whose pucks go back to the hands
    if state.options["dead_pucks"] == "keep":
        layout = state.layout
        return layout.only([k for k in layout.on_table if layout.statuses[k] == "dead"])
    return Layout()


def open_round(
    state: State, *, starter: str | None = None, flick_off: bool = False
) -> tuple[State, tuple[Ruling, ...]]:
    """Open the next round; see :meth:`rules.ruleset.RuleSet.open_round`.

    A flick-off without a named starter may be begun by either player.
    """
    if state.match_over:
        raise RulesError("L28", f"the match is over after round {state.number}; there is no further round")
    untouched = state.flick_off and not any(state.flicked.values())
    if state.opened and not state.round_over and not untouched:
        left = {side: left_to_flick(state, _next_of(state, side)) for side in sides(state.players)}
        missing = [f"{side} ({count} left)" for side, count in left.items()]
        raise RulesError("L6", f"round {state.number} is not over until all have flicked: {listed(missing)}")
    named = None if starter is None else _named(state, starter, flick_off)
    if flick_off and (state.number > 0 or state.flick_off_winner is not None):
        raise RulesError("L2", "the flick-off comes once, before the first round")

    number = 0 if flick_off else state.number + 1
    if flick_off:
        first, why = (
            named,
            Ruling("L2", "the flick-off: each plays one puck, the nearest to the 200 circle starts."),
        )
    elif named is not None:
        first, why = named, Ruling("L8", f"{starter} was named to start round {number}.")
    else:
        first, why = _starter(state, number)
    layout = _cleared(state)
    rulings = [why]
    if number > 1 and any(status == "dead" for status in state.layout.statuses):
        if layout.pieces:
            rulings.append(Ruling("L11", "dead pucks stay on the table until the match ends.", pieces=layout.ids))
        else:
            dead = [state.layout.pieces[k].id for k, s in enumerate(state.layout.statuses) if s == "dead"]
            rulings.append(Ruling("L11", "the table is cleared, dead pucks too.", pieces=naturally(dead)))
    opened = replace(
        state,
        number=number,
        flick_off=flick_off,
        opened=True,
        starter=first,
        first_starter=first if number == 1 else state.first_starter,
        flicked=dict.fromkeys(state.flicked, 0),
        played=dict.fromkeys(state.played, 0),
        layout=layout,
        points=None,
        to_play=first,
        round_over=False,
    )
    return opened, tuple(rulings)


def _next_to_play(state: State, last: str) -> str | None:
    """Return who is next: of the following side with a puck left, or of the same one where only it has any."""
    for side in after_side(state.players, _side(state, last)):
        name = _next_of(state, side)
        if left_to_flick(state, name) > 0:
            return name
    return None


def _buried(state: State, shot: Shot, layout: Layout) -> tuple[Layout, tuple[Ruling, ...]]:
    """Mark what died in a shot: return the layout and the rulings."""
    was_dead = {state.layout.pieces[k].id for k, s in enumerate(state.layout.statuses) if s == "dead"}
    # a dead puck stays dead wherever it was drawn (L13), whatever a shot says
    kept: dict[str, Status] = {
        piece.id: "dead"
        for piece, status in zip(layout.pieces, layout.statuses, strict=True)
        if piece.id in was_dead and status == "live"
    }
    layout = layout.with_statuses(kept)
    left = {piece_id for event in shot.events if event.kind == "left_board" for piece_id in event.pieces}
    left &= set(layout.ids) - was_dead
    owners = {piece.id: piece.owner for piece in layout.pieces}
    flicked = shot.action.piece.id if isinstance(shot.action, Flick) else None
    # in the flick-off only distance counts, and only a puck off the mat has none
    options = {**state.options, "flick_zone_overshoot": "live"} if state.flick_off else state.options
    deaths = newly_dead(state.board, layout, state.players, options)
    left |= {death.piece_id for death in deaths if not death.overshot}
    overshot = {death.piece_id for death in deaths if death.overshot} - left
    rulings = []
    for name in naturally([*left, *overshot]):
        if name in overshot:
            why = f"{name} came to rest with its centre in the opposing Flick Zone and is dead."
            rulings.append(Ruling("L9", why, owners[name], (name,)))
        elif name == flicked or flicked is None:
            why = f"{name}'s centre passed the edge of the mat, so it is dead."
            rulings.append(Ruling("L9", why, owners[name], (name,)))
        else:
            why = f"{name} was driven off the mat by {flicked}'s flick, which is allowed, and is dead."
            rulings.append(Ruling("L17", why, owners[name], (name,)))
    dying: dict[str, Status] = {
        name: "dead" for name in left | overshot if layout.statuses[layout.index(name)] == "live"
    }
    return layout.with_statuses(dying), tuple(rulings)


def after(state: State, shot: Shot) -> tuple[State, tuple[Ruling, ...]]:
    """Return the state after a shot and the rulings on it; see :meth:`rules.ruleset.RuleSet.after`."""
    layout, rulings = _buried(state, shot, shot.layout)
    action = shot.action
    if isinstance(action, Remove):
        k = layout.index(action.piece_id)
        why = f"{action.by} takes {action.piece_id} off, dead in the Flick Zone."
        gone = layout.with_statuses({action.piece_id: "removed"})
        taken = Ruling("L12", why, layout.pieces[k].owner, (action.piece_id,))
        return replace(state, layout=gone), (taken, *rulings)
    if not isinstance(action, Flick):
        return replace(state, layout=layout), rulings

    player = state.player(action.by)
    if player is None:
        raise KeyError(f"nobody called {action.by!r} plays")
    flicked = {**state.flicked, action.by: state.flicked.get(action.by, 0) + 1}
    played = {**state.played, player.side: state.played.get(player.side, 0) + 1}
    rotation = dict(state.rotation)
    if not state.flick_off:
        rotation[player.side] = rotation.get(player.side, 0) + 1
    state = replace(state, layout=layout, flicked=flicked, played=played, rotation=rotation)
    state = replace(state, to_play=_next_to_play(state, action.by))
    if state.flick_off:
        if state.to_play is not None:
            return state, rulings
        state, decision = decide(state)
        return state, (*rulings, *decision)
    if state.to_play is not None:
        return state, rulings
    return _close_round(state, rulings)


def _close_round(state: State, rulings: tuple[Ruling, ...]) -> tuple[State, tuple[Ruling, ...]]:
    """Score a round whose last puck was flicked, and the match if this round decides it."""
    judged = judge(state.board, state.layout, state.players, state.options)
    points = tally(judged, state.players)
    totals = {side: total + points[side] for side, total in state.totals.items()}
    state = replace(state, points=points, totals=totals, round_over=True)
    if state.number < ROUNDS:
        return state, (*rulings, *judged)
    best = leader(totals)
    result = ", ".join(f"{side} {total}" for side, total in totals.items())
    if best is not None:
        won = Ruling("L28", f"{best} wins after {state.number} rounds ({result}).", best)
        return replace(state, match_over=True, winner=best, outcome="won"), (*rulings, *judged, won)
    if state.options["tie"] == "sudden_death":
        on = Ruling("L28", f"equal totals after {state.number} rounds ({result}): one more round decides.")
        return state, (*rulings, *judged, on)
    draw = Ruling("L28", f"equal totals after {state.number} rounds ({result}): a draw.")
    return replace(state, match_over=True, outcome="draw"), (*rulings, *judged, draw)
