"""Kluster's turns: who starts, what an action changes, and when the game is over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.chance import toss
from rules.kluster.picking import find, is_late, rulings_on
from rules.kluster.scoring import is_inside
from rules.kluster.setup import (
    PICK_UPS,
    Dealt,
    bounded,
    check_board,
    chosen,
    dealt,
    filled,
    laid_out,
    remembered,
    seated,
)
from rules.players import Player
from rules.ruleset import EndTurn, State
from rules.ruling import RulesError, Ruling, listed
from rules.setdown import in_mm
from sim.actions import Action, Place, Settle
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
    bag: Mapping[str, int] | None = None,
    stones_left: Mapping[str, int] | None = None,
) -> State:
    """Return a game that is dealt and not yet opened; see :meth:`rules.ruleset.RuleSet.start`."""
    settled = chosen(board, options)
    table = seated(tuple(players))
    check_board(board)
    initial = laid_out(layout, board, table)
    hands, aside = dealt(filled(bag, board), table, seed, settled["uneven"])
    return Dealt(
        board=board,
        players=table,
        options=settled,
        seed=seed,
        played=dict.fromkeys(hands, 0),
        layout=initial,
        initial=initial,
        hands=hands,
        totals=_counts(hands),
        stones_left=remembered(stones_left, table),
        aside=aside,
    )


def open_round(
    state: State, *, starter: str | None = None, flick_off: bool = False
) -> tuple[State, tuple[Ruling, ...]]:
    """Open the one round that a game is; see :meth:`rules.ruleset.RuleSet.open_round`."""
    if state.opened:
        over = "the game is over" if state.match_over else "the game is not over yet"
        raise RulesError("S18", f"{over}, and a game is one round")
    if flick_off:
        raise RulesError("S3", "there is no flick-off in Kluster: the last game, or the heights, say who starts")
    first, why = _starter(state) if starter is None else _named(state, starter)
    opened = replace(state, number=1, opened=True, starter=first, first_starter=first, to_play=first)
    return opened, (why, _shared(state))


def _named(state: State, starter: str) -> tuple[str, Ruling]:
    """Return the person whom a script names to start."""
    for player in state.players:
        if starter in (player.name, player.side):
            return player.name, Ruling("S3", f"{player.name} was named to start.", player.side)
    names = listed([player.name for player in state.players])
    raise RulesError("S3", f"{starter} can't start, since only {names} play")


def _starter(state: State) -> tuple[str, Ruling]:
    """Say who starts where nobody was named, and why."""
    if len(state.players) == 1:
        (alone,) = state.players
        return alone.name, Ruling("S21", f"{alone.name} plays alone and may pick stones up twice.", alone.side)
    left = state.stones_left if isinstance(state, Dealt) else {}
    tied, why = state.players, "this is the first game"
    if left:
        most = max(left.values())
        tied = tuple(player for player in state.players if left[player.side] == most)
        if len(tied) == 1:
            (first,) = tied
            many = f"{most} stone{'' if most == 1 else 's'}, the most of all"
            return first.name, Ruling("S3", f"{first.name} had {many}, left last game and starts.", first.side)
        why = f"{listed([player.name for player in tied])} had {most} left last game"
    heights = [player.height for player in tied if player.height is not None]
    # someone of unknown height may be the shortest
    short = tuple(player for player in tied if player.height is None or player.height == min(heights))
    first = short[0]
    if len(short) == 1 and first.height is not None:
        how = f"is the shortest, {_cm(first.height)}"
        return first.name, Ruling("S4", f"{why}, and {first.name} {how}: {first.name} starts.", first.side)
    known = all(player.height is not None for player in short)
    names = listed([player.name for player in short])
    equal = f"{names} are equally short" if known else f"who is the shortest of {names} is not known"
    first = short[toss(state.seed, "starter", len(short))]
    drawn = f"{why}, and {equal}, so it was drawn (seed {state.seed}): {first.name} starts."
    return first.name, Ruling("S4", drawn, first.side)


def _cm(height: float) -> str:
    return f"{100.0 * height:g} cm"


def _shared(state: State) -> Ruling:
    """Say what everyone has in hand."""
    hands = listed([f"{side} has {len(hand)} stones ({' '.join(hand)})" for side, hand in state.hands.items()])
    aside = state.aside if isinstance(state, Dealt) else ()
    rest = f"; {len(aside)} can't be shared and stay{'s' if len(aside) == 1 else ''} aside" if aside else ""
    return Ruling("S1", f"the bag is shared out: {hands}{rest}.")


def _counts(hands: Mapping[str, tuple[str, ...]]) -> dict[str, int]:
    """Return how many stones everyone has in hand, which is what the totals are."""
    return {side: len(hand) for side, hand in hands.items()}


def _passed_on(state: State) -> State:
    """Return the game with the turn passed on, clockwise."""
    names = [player.name for player in state.players]
    k = names.index(state.to_play) if state.to_play in names else -1
    return replace(state, to_play=names[(k + 1) % len(names)], previous=state.to_play, laid=False)


def end_turn(state: State, end: EndTurn) -> tuple[State, tuple[Ruling, ...]]:
    """Return the game with the turn passed on by its player; nothing is said about it."""
    if isinstance(state, Dealt) and state.cut_short == end.by:
        return _cut_short(state, None), ()
    return _passed_on(state), ()


def _cut_short(state: State, by: str | None) -> State:
    """Return the game with a note of whose turn the rules have just ended."""
    return replace(state, cut_short=by) if isinstance(state, Dealt) else state


def void(state: State, action: Action) -> tuple[State, tuple[Ruling, ...]] | None:
    """Return the game after a stone was laid across the cord or outside it, where that is no placement; else None."""
    if not isinstance(action, Place) or state.options["outside_placement"] == "pick_up":
        return None
    cord = bounded(state.layout.cord)
    if is_inside(cord, action.piece.kind, action.position, action.angle, action.face):
        return None
    player = state.player(action.by)
    why = (
        f"{action.by} lays a stone at {in_mm(action.position)}, where it is not wholly inside the cord: it goes back to"
        " the hand, and the turn is over."
    )
    state = _cut_short(_passed_on(state), action.by)
    return state, (Ruling("S7", why, None if player is None else player.side),)


def after(state: State, shot: Shot) -> tuple[State, tuple[Ruling, ...]]:
    """Return the game after a shot and the rulings on it; see :meth:`rules.ruleset.RuleSet.after`.

    While the table settles, and between turns, what joins belongs to the one who had the turn before.
    """
    action, late = shot.action, is_late(state, shot)
    found = find(state, shot)
    by = state.previous if late else state.to_play
    player = state.player(by or action.by)
    if player is None:
        raise KeyError(f"nobody called {by or action.by!r} plays")
    same_pick_up = state.unsettled
    state = replace(state, layout=shot.layout, unsettled=False)
    if not isinstance(action, Settle):
        state = _cut_short(replace(state, previous=None), None)
    if isinstance(action, Place):
        state = _laid(state, action, player.side)
    crossed = _cord_let_go(shot, player)
    if not found:
        state, said = _at_rest(state, player, laid=isinstance(action, Place))
        return state, (*crossed, *said)

    before = len(state.hands[player.side])
    said = rulings_on(found, player.name, player.side, before, late)
    state = _picked_up(state, said[-1].pieces, player.side)
    if not late:
        state = _cut_short(_passed_on(state), player.name)
    if not same_pick_up:
        state = replace(state, picked_up=state.picked_up + 1)
        if len(state.players) == 1:
            said = (*said, _occasion(state.picked_up, player))
    return state, (*crossed, *said)


def _cord_let_go(shot: Shot, player: Player) -> tuple[Ruling, ...]:
    """Say that a move of the cord ended early, where it would have crossed itself."""
    if not any(event.kind == "cord_crossed" for event in shot.events):
        return ()
    why = f"drawn any farther the cord would cross itself, so {player.name} lets it go there."
    return (Ruling("S2", why, player.side),)


def _laid(state: State, place: Place, side: str) -> State:
    """Return the game with the stone of a turn out of the hand."""
    hand = list(state.hands[side])
    hand.remove(place.piece.kind.name)
    hands = {**state.hands, side: tuple(hand)}
    played = {**state.played, side: state.played.get(side, 0) + 1}
    return replace(state, hands=hands, totals=_counts(hands), played=played, laid=True)


def _picked_up(state: State, pieces: tuple[str, ...], side: str) -> State:
    """Return the game with stones in the hand of a side, and the table still to settle without them."""
    layout = state.layout
    kinds = tuple(layout.pieces[layout.index(name)].kind.name for name in pieces)
    hands = {**state.hands, side: (*state.hands[side], *kinds)}
    off: dict[str, Status] = dict.fromkeys(pieces, "hand")
    return replace(state, layout=layout.with_statuses(off), hands=hands, totals=_counts(hands), unsettled=True)


def _occasion(number: int, player: Player) -> Ruling:
    """Say which pick-up this is of someone who plays alone."""
    if number > PICK_UPS:
        why = f"that is pick-up {number}, and only {PICK_UPS} are allowed: the game is over once all has come to rest."
    else:
        why = f"that is pick-up {number} of the {PICK_UPS} that are allowed, so {player.name} plays on."
    return Ruling("S21", why, player.side)


def _at_rest(state: State, player: Player, laid: bool) -> tuple[State, tuple[Ruling, ...]]:
    """Return the game after a shot in which nothing had to be picked up; `laid`: a stone was laid in it."""
    name, side, lying = player.name, player.side, len(state.layout.on_table)
    over = replace(state, points={}, to_play=None, round_over=True, match_over=True)
    if len(state.players) == 1 and state.picked_up > PICK_UPS:
        left, stones = len(state.hands[side]), "stone" if lying == 1 else "stones"
        why = f"the game ends with {lying} {stones} inside the cord and {left} in {name}'s hand."
        return replace(over, outcome="draw"), (Ruling("S23", why, side),)
    if not laid or state.hands[side]:
        return state, ()
    last = Ruling("S18", f"{name}'s last stone lies, and nothing has joined: the game is over.", side)
    if len(state.players) == 1:
        result = Ruling("S23", f"all {lying} stones lie inside the cord: a total victory for {name}.", side)
    else:
        result = Ruling("S20", f"{name} has no stone left and wins; {_left_over(state, side)}.", side)
    return replace(over, winner=side, outcome="won"), (last, result)


def _left_over(state: State, winner: str) -> str:
    """Say what the others have left, and what that means for the next game."""
    left = {side: count for side, count in state.totals.items() if side != winner}
    each = listed([f"{side} {'has ' if k == 0 else ''}{count}" for k, (side, count) in enumerate(left.items())])
    most = [side for side, count in left.items() if count == max(left.values())]
    starts = most[0] if len(most) == 1 else f"the shortest of {listed(most)}"
    return f"{each} left, so {starts} starts the next game"
