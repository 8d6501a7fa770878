"""One action of a game, played out: physics and rules in turn until the table is quiet and judged."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rules.ruleset import EndTurn
from rules.ruling import Ruling
from sim.actions import Action, Settle
from sim.shot import Shot, joined, still

if TYPE_CHECKING:
    from rules.ruleset import RuleSet, State


class Turn(NamedTuple):
    """What an action led to: the match after it, the shot, and what the referee says about it."""

    state: State
    shot: Shot
    rulings: tuple[Ruling, ...]


def advance(rule_set: RuleSet, state: State, action: Action | EndTurn, *, seed: int = 0) -> Turn:
    """Play a legal action, and let the table settle for as long as pieces have to be taken off it.

    Parameters
    ----------
    rule_set : RuleSet
    state : State
    action : Action or EndTurn
        It must be legal: ``rule_set.legal(state, action)`` is None.
    seed : int
        For the simulation.

    Returns
    -------
    Turn
        Its shot runs from the action to the last settling; the same arguments give the same bits.
    """
    from sim.simulation import simulate

    if isinstance(action, EndTurn):
        after, rulings = rule_set.end_turn(state, action)
        return Turn(after, still(after.layout, Settle(action.by)), rulings)
    nothing = rule_set.void(state, action)
    if nothing is not None:
        after, rulings = nothing
        return Turn(after, still(after.layout, action), rulings)
    shot = simulate(state.board, state.layout, action, seed=seed)
    state, rulings = rule_set.after(state, shot)
    while state.unsettled:
        # each time pieces were taken off, so that this ends
        more = simulate(state.board, state.layout, Settle(action.by), seed=seed)
        state, said = rule_set.after(state, more)
        shot, rulings = joined(shot, more), (*rulings, *said)
    return Turn(state, shot, rulings)


def end_turn_before(rule_set: RuleSet, state: State, by: str) -> tuple[State, tuple[Ruling, ...]]:
    """End the turn of whoever's it is, where `by` is another one and the rules allow it: it is understood."""
    turn = state.to_play
    if turn is None or turn == by:
        return state, ()
    end = EndTurn(turn)
    if rule_set.legal(state, end) is not None:
        return state, ()
    return rule_set.end_turn(state, end)
