"""What every game's rules offer: frozen states, scores and options, and the methods between them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

from rules.players import Player
from rules.ruling import RulesError, Ruling
from sim.actions import Action
from sim.board import Board
from sim.layout import Layout
from sim.pieces import Piece
from sim.shot import Shot


@dataclass(frozen=True)
class Option:
    """A choice between readings of a clause: the values, the default first. A `whole` one takes any whole number."""

    name: str
    values: tuple[str, ...]
    clause: str
    meaning: str
    whole: bool = False

    @property
    def default(self) -> str:
        """The value taken when nothing is said."""
        return self.values[0]

    def takes(self, value: str) -> bool:
        """Whether the option has that value."""
        return value in self.values or (self.whole and value.isascii() and value.isdigit() and int(value) > 0)

    @property
    def choices(self) -> str:
        """The values in words."""
        return " or ".join(self.values) + (" or another whole number above 0" if self.whole else "")


def settled(game: str, clause: str, options: tuple[Option, ...], given: Mapping[str, str] | None) -> dict[str, str]:
    """Return every option with its value, the default where none is given; `clause` is cited for an unknown name.

    Raises
    ------
    RulesError
        For a name that isn't an option, or a value that the option doesn't have.
    """
    known = {option.name: option for option in options}
    for name, value in (given or {}).items():
        if name not in known:
            raise RulesError(clause, f"{game} has no option {name!r}; it has {', '.join(known)}")
        if not known[name].takes(value):
            raise RulesError(known[name].clause, f"option {name} must be {known[name].choices}, not {value!r}")
    return {option.name: (given or {}).get(option.name, option.default) for option in options}


@dataclass(frozen=True)
class EndTurn:
    """A player's turn is over, where the rules leave that to the player. No physics."""

    by: str = ""


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
    outside, picks_up
        Kluster: ids of the stones that are not wholly within the cord, and how many stones have to be picked up.
    """

    points: dict[str, int]
    rulings: tuple[Ruling, ...]
    clusters: tuple[tuple[str, ...], ...]
    removed: tuple[str, ...]
    totals: dict[str, int]
    winner: str | None
    outside: tuple[str, ...] = ()
    picks_up: int | None = None


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
    rotation : dict of side to int
        Pieces played over the whole match: whose turn it is within a team.
    unsettled : bool
        Pieces were taken off, so that the table has to settle, by a shot of :class:`sim.Settle`, before play goes on.
    hands : dict of side to tuple of str
        Kluster: kinds of the stones in hand, in the order in which they were drawn.
    laid : bool
        Kluster: the stone of this turn lies.
    picked_up : int
        Kluster: how often stones were picked up, for the solo game.
    previous : str or None
        Kluster: who had the turn before, to whom a late snap belongs.
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
    rotation: dict[str, int] = field(default_factory=dict)
    unsettled: bool = False
    hands: dict[str, tuple[str, ...]] = field(default_factory=dict)
    laid: bool = False
    picked_up: int = 0
    previous: str | None = None

    def player(self, name: str) -> Player | None:
        """Return the person of that name, or None."""
        return next((player for player in self.players if player.name == name), None)


class Simple:
    """What most games have in common: no turns to end, no actions that come to nothing, no sizes."""

    def void(self, state: State, action: Action) -> tuple[State, tuple[Ruling, ...]] | None:
        """Return None: every legal action is played."""
        del state, action
        return None

    def end_turn(self, state: State, end: EndTurn) -> tuple[State, tuple[Ruling, ...]]:
        """Return the match as it is: a turn ends with its action."""
        del end
        return state, ()


class RuleSet(Protocol):
    """A game's rules. Every method is pure: same arguments, same result, and nothing else changes."""

    @property
    def game(self) -> str:
        """Name of the game."""

    @property
    def options(self) -> tuple[Option, ...]:
        """Every option, with its values and its clause."""

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours that players may have, where the game has any."""

    def clauses(self) -> dict[str, str]:
        """Return every clause by id, in one sentence."""

    def readings(self) -> dict[str, str]:
        """Return, by clause, what was settled where the rulebook is silent and no option says otherwise."""

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
        """Return a match with no round opened yet.

        Parameters
        ----------
        bag : mapping of kind of stone to int
            Kluster: what there is to share out.
        stones_left : mapping of side to int
            Kluster: what everyone had in hand when the last game ended.

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

    def legal(self, state: State, action: Action | EndTurn) -> Ruling | None:
        """Return None if the action is legal now, else the ruling that forbids it."""

    def now_legal(self, state: State) -> str:
        """Say what would be legal now, in words."""

    def void(self, state: State, action: Action) -> tuple[State, tuple[Ruling, ...]] | None:
        """Return what a legal action that comes to nothing leads to, or None for one that is to be played."""

    def end_turn(self, state: State, end: EndTurn) -> tuple[State, tuple[Ruling, ...]]:
        """Return the match after a turn was ended by its player."""

    def next_piece(self, state: State, by: str, size: str | None = None) -> Piece:
        """Return the piece that `by` would play next, of a size where the game has sizes."""

    def draw_face(self, state: State, piece_id: str) -> Literal["up", "down"]:
        """Return which face is up where nobody can tell: drawn from seed, round and piece alone."""

    def after(self, state: State, shot: Shot) -> tuple[State, tuple[Ruling, ...]]:
        """Return the match after a shot, with what the referee says about it.

        The layout stays as it lies until the next round is opened. The round's last shot brings its scoring. Where
        the state is `unsettled`, the next shot has to be a :class:`sim.Settle`, whose rulings belong to this one.
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
