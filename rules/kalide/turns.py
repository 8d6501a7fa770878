"""Ka'lide's rounds: who starts, what a shot changes, and when round and match are over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.chance import toss
from rules.clusters import naturally
from rules.kalide.flickoff import decide
from rules.kalide.moves import left_to_flick
from rules.kalide.scoring import ROUNDS, judge, leader, newly_dead, tally
from rules.kalide.setup import check_board, chosen, seated
from rules.players import Player, sides
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


def _other(state: State, name: str | None) -> str:
    return next(player.name for player in state.players if player.name != name)


def _starter(state: State, number: int) -> tuple[str, Ruling]:
    """Say who starts a round where nobody was named, and why."""
    if number > 1 and state.starter is not None:
        if state.options["starter"] == "flick_off_winner":
            name = state.flick_off_winner or state.first_starter or state.starter
            kept = "won the flick-off" if state.flick_off_winner else "started the first round"
            return name, Ruling("L8", f"{name} {kept} and so starts round {number}, too.")
        name = _other(state, state.starter)
        return name, Ruling("L8", f"{state.starter} started the round before, so {name} starts round {number}.")
    if state.flick_off_winner is not None:
        name = state.flick_off_winner
        return name, Ruling("L2", f"{name} won the flick-off and starts round {number}.")

    name = state.players[toss(state.seed, "starter", len(state.players))].name
    none = "the flick-off was not decided" if state.opened else "there was no flick-off"
    return name, Ruling("L2", f"{none}, so a coin was tossed (seed {state.seed}): {name} starts round {number}.")


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
        missing = [f"{p.name} ({left_to_flick(state, p.name)} left)" for p in state.players]
        raise RulesError("L6", f"round {state.number} is not over until all have flicked: {listed(missing)}")
    if starter is not None and state.player(starter) is None:
        names = listed([player.name for player in state.players])
        raise RulesError("L1", f"{starter} can't start, since only {names} play")
    if flick_off and (state.number > 0 or state.flick_off_winner is not None):
        raise RulesError("L2", "the flick-off comes once, before the first round")

    number = 0 if flick_off else state.number + 1
    if flick_off:
        first, why = (
            starter,
            Ruling("L2", "the flick-off: each plays one puck, the nearest to the 200 circle starts."),
        )
    elif starter is not None:
        first, why = starter, Ruling("L8", f"{starter} was named to start round {number}.")
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
    """Return who is next: the following person with a puck left, or the same one where only they have any."""
    names = [player.name for player in state.players]
    k = names.index(last)
    order = names[k + 1 :] + names[: k + 1]
    return next((name for name in order if left_to_flick(state, name) > 0), None)


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
    state = replace(state, layout=layout, flicked=flicked, played=played)
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
