"""A game of one's own: zones with values on a board of one's own, and options in place of a rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from rules.free import moves, scoring, turns
from rules.free.clauses import CLAUSES, OPTIONS, READINGS
from rules.players import Player
from rules.ruleset import EndTurn, Option, Score, Simple, State
from rules.ruling import Ruling
from sim.actions import Action
from sim.board import Board
from sim.layout import Layout
from sim.pieces import Piece
from sim.shot import Shot


class Free(Simple):
    """The generic rule set; its methods are described in :class:`rules.ruleset.RuleSet`."""

    game = "free"
    options: tuple[Option, ...] = OPTIONS
    colours: tuple[str, ...] = ()
    """Any word is a colour here: what counts are those of the board's zones."""

    def clauses(self) -> dict[str, str]:
        """Return every clause by id, in one sentence."""
        return dict(CLAUSES)

    def readings(self) -> dict[str, str]:
        """Return, by clause, what was settled where a clause leaves something open."""
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
        """Return a match with no round opened yet. RulesError if the set-up doesn't fit."""
        del bag, stones_left
        return turns.start(board, players, options=options, seed=seed, layout=layout)

    def open_round(
        self, state: State, *, starter: str | None = None, flick_off: bool = False
    ) -> tuple[State, tuple[Ruling, ...]]:
        """Open the next round: gather the pieces and say who begins, and why."""
        return turns.open_round(state, starter=starter, flick_off=flick_off)

    def legal(self, state: State, action: Action | EndTurn) -> Ruling | None:
        """Return None if the action is legal now, else the ruling that forbids it."""
        return moves.legal(state, action)

    def now_legal(self, state: State) -> str:
        """Say what would be legal now, in words."""
        return moves.now_legal(state)

    def next_piece(self, state: State, by: str, size: str | None = None) -> Piece:
        """Return the piece that `by` would play next, of the kind that `size` names."""
        return moves.next_piece(state, by, size)

    def draw_face(self, state: State, piece_id: str) -> Literal["up", "down"]:
        """Return which face is up where the player doesn't say: by option `face`."""
        return moves.draw_face(state, piece_id)

    def after(self, state: State, shot: Shot) -> tuple[State, tuple[Ruling, ...]]:
        """Return the match after a shot, with what the referee says about it."""
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
        """Judge a layout as if the round were over."""
        return scoring.score(board, layout, players, before=before, number=number, options=options)


RULES = Free()
"""The one rule set; it holds no state."""
