"""Kluster: magnetic stones are laid inside a cord, and whoever makes some join picks them up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from rules.kluster import moves, scoring, turns
from rules.kluster.clauses import CLAUSES, OPTIONS, READINGS
from rules.players import Player
from rules.ruleset import EndTurn, Option, Score, Simple, State
from rules.ruling import Ruling
from sim.actions import Action
from sim.board import Board
from sim.layout import Layout
from sim.pieces import Piece
from sim.shot import Shot


class Kluster(Simple):
    """Kluster's rule set; its methods are described in :class:`rules.ruleset.RuleSet`."""

    game = "kluster"
    options: tuple[Option, ...] = OPTIONS
    colours: tuple[str, ...] = ()

    def clauses(self) -> dict[str, str]:
        """Return every clause by id, in one sentence."""
        return dict(CLAUSES)

    def readings(self) -> dict[str, str]:
        """Return, by clause, what was settled where the rulebook is silent and no option says otherwise."""
        return dict(READINGS)

    def start(
        self,
        board: Board,
        players: tuple[Player, ...],
        *,
        options: Mapping[str, str] | None = None,
        seed: int = 0,
        layout: Layout | None = None,
        bag: Mapping[str, int] | None = None,
        stones_left: Mapping[str, int] | None = None,
    ) -> State:
        """Return a game that is dealt and not yet opened; `layout` brings the cord. RulesError if it doesn't fit."""
        return turns.start(board, players, options=options, seed=seed, layout=layout, bag=bag, stones_left=stones_left)

    def open_round(
        self, state: State, *, starter: str | None = None, flick_off: bool = False
    ) -> tuple[State, tuple[Ruling, ...]]:
        """Open the one round that a game is, and say who starts, and why. There is no flick-off."""
        return turns.open_round(state, starter=starter, flick_off=flick_off)

    def legal(self, state: State, action: Action | EndTurn) -> Ruling | None:
        """Return None if the action is legal now, else the ruling that forbids it."""
        return moves.legal(state, action)

    def now_legal(self, state: State) -> str:
        """Say what would be legal now, in words."""
        return moves.now_legal(state)

    def void(self, state: State, action: Action) -> tuple[State, tuple[Ruling, ...]] | None:
        """Return the game after a stone was laid where that is no placement, or None for what is to be played."""
        return turns.void(state, action)

    def end_turn(self, state: State, end: EndTurn) -> tuple[State, tuple[Ruling, ...]]:
        """Return the game with the turn passed on by its player."""
        return turns.end_turn(state, end)

    def next_piece(self, state: State, by: str, size: str | None = None) -> Piece:
        """Return the stone of a size that `by` has in hand; without a size the first one."""
        return moves.next_piece(state, by, size)

    def draw_face(self, state: State, piece_id: str) -> Literal["up", "down"]:
        """Return which pole is up: drawn from seed, round and id alone."""
        return moves.draw_face(state, piece_id)

    def after(self, state: State, shot: Shot) -> tuple[State, tuple[Ruling, ...]]:
        """Return the game after a shot, with what the referee says about it."""
        return turns.after(state, shot)

    def score(
        self,
        board: Board,
        layout: Layout,
        players: tuple[Player, ...],
        *,
        before: Mapping[str, int] | None = None,
        number: int | None = None,
        options: Mapping[str, str] | None = None,
    ) -> Score:
        """Say what has to be picked up of a layout; there are no points, and one round only."""
        del number
        return scoring.score(board, layout, players, before=before, options=options)


RULES = Kluster()
"""The one rule set; it holds no state."""
