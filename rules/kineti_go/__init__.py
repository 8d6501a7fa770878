"""Kineti-Go: two players launch magnetic pucks from a yoke, for the majority in zones worth 1 to 3."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from rules.kineti_go import moves, scoring, turns
from rules.kineti_go.clauses import CLAUSES, OPTIONS, READINGS
from rules.kineti_go.setup import COLOURS
from rules.players import Player
from rules.ruleset import EndTurn, Option, Score, Simple, State
from rules.ruling import Ruling
from sim.actions import Action
from sim.board import Board
from sim.layout import Layout
from sim.pieces import Piece
from sim.shot import Shot


class KinetiGo(Simple):
    """Kineti-Go's rule set; its methods are described in :class:`rules.ruleset.RuleSet`."""

    game = "kineti-go"
    options: tuple[Option, ...] = OPTIONS
    colours: tuple[str, ...] = COLOURS

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
        """Return a match with no round opened yet. RulesError if the set-up doesn't fit."""
        del bag, stones_left
        return turns.start(board, players, options=options, seed=seed, layout=layout)

    def open_round(
        self, state: State, *, starter: str | None = None, flick_off: bool = False
    ) -> tuple[State, tuple[Ruling, ...]]:
        """Open the next round: gather the pucks and say who begins, and why."""
        return turns.open_round(state, starter=starter, flick_off=flick_off)

    def legal(self, state: State, action: Action | EndTurn) -> Ruling | None:
        """Return None if the action is legal now, else the ruling that forbids it."""
        return moves.legal(state, action)

    def now_legal(self, state: State) -> str:
        """Say what would be legal now, in words."""
        return moves.now_legal(state)

    def next_piece(self, state: State, by: str, size: str | None = None) -> Piece:
        """Return the puck that `by` would launch next; its size is always the same."""
        del size
        return moves.next_piece(state, by)

    def draw_face(self, state: State, piece_id: str) -> Literal["up", "down"]:
        """Return "up": a puck's faces can be told apart, and nobody launches it upside down unless asked to."""
        del state, piece_id
        return "up"

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
        del number
        return scoring.score(board, layout, players, before=before, options=options)


RULES = KinetiGo()
"""The one rule set; it holds no state."""
