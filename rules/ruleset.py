"""What every game's rules offer: frozen states, scores and options, and the methods between them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

from rules.players import Player
from rules.ruling import Ruling
from sim.actions import Action
from sim.board import Board
from sim.layout import Layout
from sim.pieces import Piece
from sim.shot import Shot


@dataclass(frozen=True)
class Option:
    """A choice between two readings of a clause: the values, the default first."""

    name: str
    values: tuple[str, ...]
    clause: str
    meaning: str

    @property
    def default(self) -> str:
        """The value taken when nothing is said."""
        return self.values[0]


@dataclass(frozen=True)
class Score:
    """What a layout is worth, as if the round were over.

    Attributes
    ----------
    points : dict of side to int
        Of this layout alone.
    rulings : tuple of Ruling
        In natural order of their first piece; their points add up to `points`.
    clusters : tuple of tuples of ids
        Groups of two and more that stick together, naturally sorted.
    removed : tuple of ids
        Pieces that are off the table, naturally sorted.
    totals : dict of side to int
        The totals before, and these points.
    winner : str or None
        A side, where this layout decides the match.
    """

    points: dict[str, int]
    rulings: tuple[Ruling, ...]
    clusters: tuple[tuple[str, ...], ...]
    removed: tuple[str, ...]
    totals: dict[str, int]
    winner: str | None


@dataclass(frozen=True)
class State:
    """A match between two actions.

    Attributes
    ----------
    number : int
        The round: 0 is the flick-off, or none opened yet.
    flick_off : bool
        Whether the open round is the flick-off.
    opened : bool
        Whether a round was ever opened.
    starter : str or None
        Who began this round.
    first_starter, flick_off_winner : str or None
        Who began round 1, and who won the flick-off.
    flicked : dict of person to int
        Flicks in this round.
    played : dict of side to int
        Pieces that have come into play in this round.
    totals : dict of side to int
        Over the rounds that are over.
    points : dict of side to int, or None
        Of this round, once it is over.
    to_play : str or None
        The person whose turn it is; None: either player's, or nobody's when the round is over.
    initial : Layout
        What lay on the table before the first round.
    """

    board: Board
    players: tuple[Player, ...]
    options: dict[str, str]
    seed: int = 0
    number: int = 0
    flick_off: bool = False
    opened: bool = False
    starter: str | None = None
    first_starter: str | None = None
    flick_off_winner: str | None = None
    flicked: dict[str, int] = field(default_factory=dict)
    played: dict[str, int] = field(default_factory=dict)
    layout: Layout = field(default_factory=Layout)
    initial: Layout = field(default_factory=Layout)
    totals: dict[str, int] = field(default_factory=dict)
    points: dict[str, int] | None = None
    to_play: str | None = None
    round_over: bool = False
    match_over: bool = False
    winner: str | None = None
    outcome: Literal["won", "draw", "unfinished"] = "unfinished"

    def player(self, name: str) -> Player | None:
        """Return the person of that name, or None."""
        return next((player for player in self.players if player.name == name), None)


class RuleSet(Protocol):
    """A game's rules. Every method is pure: same arguments, same result, and nothing else changes."""

    @property
    def game(self) -> str:
        """Name of the game."""

    @property
    def options(self) -> tuple[Option, ...]:
        """Every option, with its values and its clause."""

    def clauses(self) -> dict[str, str]:
        """Return every clause by id, in one sentence."""

    def start(
        self,
        board: Board,
        players: tuple[Player, ...],
        *,
        options: Mapping[str, str] | None = None,
        seed: int = 0,
        layout: Layout | None = None,
    ) -> State:
        """Return a match with no round opened yet.

        Raises
        ------
        RulesError
            If the board, the players or an option don't fit the game.
        """

    def open_round(
        self, state: State, *, starter: str | None = None, flick_off: bool = False
    ) -> tuple[State, tuple[Ruling, ...]]:
        """Open the next round: clear the table and say who starts, and why.

        Raises
        ------
        RulesError
            If the round before is not over, the match is over, or the starter does not play.
        """

    def legal(self, state: State, action: Action) -> Ruling | None:
        """Return None if the action is legal now, else the ruling that forbids it."""

    def next_piece(self, state: State, by: str) -> Piece:
        """Return the piece that `by` would play next."""

    def draw_face(self, state: State, piece_id: str) -> Literal["up", "down"]:
        """Return which face is up where nobody can tell: drawn from seed, round and piece alone."""

    def after(self, state: State, shot: Shot) -> tuple[State, tuple[Ruling, ...]]:
        """Return the match after a shot, with what the referee says about it.

        The layout stays as it lies until the next round is opened. The round's last shot brings its scoring.
        """

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
        """Judge a layout as if the round were over.

        Parameters
        ----------
        before : mapping of side to int
            Totals before this round.
        number : int or None
            Which round it is, where that is known.

        Raises
        ------
        RulesError
            If the board, the players, their totals or an option don't fit the game.
        """
