"""What Kluster needs before it can be played: people, a cord, and a bag of stones to share out."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from rules.chance import shuffled
from rules.kluster.clauses import OPTIONS
from rules.players import Player, members, sides
from rules.ruleset import State, settled
from rules.ruling import RulesError, listed
from rules.setdown import in_mm
from sim.board import Board
from sim.cord import crossing
from sim.layout import Layout
from sim.values import Floats, Status, frozen

KINDS = ("S", "M", "L")
STONES = 24
PICK_UPS = 2
"""How often someone who plays alone may pick stones up."""


@dataclass(frozen=True)
class Dealt(State):
    """A game of Kluster between two actions.

    Attributes
    ----------
    stones_left : dict of side to int
        What everyone had in hand when the last game ended; empty: there was none.
    aside : tuple of str
        Kinds of the stones that couldn't be shared evenly.
    cut_short : str or None
        Whose turn the rules have just ended; to end it in words as well changes nothing, until somebody acts.
    """

    stones_left: dict[str, int] = field(default_factory=dict)
    aside: tuple[str, ...] = ()
    cut_short: str | None = None


def chosen(board: Board, options: Mapping[str, str] | None) -> dict[str, str]:
    """Return every option with its value: as given, or as the board has it, or the default.

    Raises
    ------
    RulesError
        For a name that isn't an option, or a value that the option doesn't have.
    """
    return settled("Kluster", "S1", OPTIONS, {**board.options, **(options or {})})


def seated(players: tuple[Player, ...]) -> tuple[Player, ...]:
    """Return the players, each a side of their own.

    Raises
    ------
    RulesError
        S1, if there are none, two of one name or one team, or someone with a handicap; S4 for a height that is none.
    """
    if not players:
        raise RulesError("S1", "Kluster needs one player at least")
    names = [player.name for player in players]
    for player in players:
        if names.count(player.name) > 1:
            raise RulesError("S1", f"two players are called {player.name}")
        together = members(players, player.side)
        if len(together) > 1:
            who = listed([member.name for member in together])
            raise RulesError("S1", f"all players play for themselves, so {who} can't be one side")
        if player.pucks is not None:
            raise RulesError("S1", f"all players have as many stones, so {player.name} can't be given {player.pucks}")
        if player.height is not None and not 0.0 < player.height < math.inf:
            raise RulesError("S4", f"player {player.name}'s height must be above 0, not {player.height:g} m")
    return players


def check_board(board: Board) -> None:
    """Raise RulesError if the board serves another game."""
    if board.game not in (None, "kluster"):
        raise RulesError("S1", f"board {board.name} serves the rules of {board.game}, not Kluster")


def check_owners(layout: Layout, players: tuple[Player, ...]) -> None:
    """Raise RulesError for a stone that belongs to somebody who doesn't play."""
    known = sides(players)
    for piece in layout.pieces:
        if piece.owner is not None and piece.owner not in known:
            raise RulesError("S1", f"{piece.id} belongs to {piece.owner}, not one of the players {listed(known)}")


def bounded(cord: Floats | None) -> Floats:
    """Return the corners of a cord that bounds an area, (k, 2) m, none of them twice in a row.

    Raises
    ------
    RulesError
        S2, if there is no cord, it crosses or touches itself, or encloses nothing.
    """
    if cord is None:
        raise RulesError("S2", "there is no cord to play in")
    if cord.ndim != 2 or cord.shape[1] != 2 or not np.isfinite(cord).all():
        raise RulesError("S2", "the cord needs corners with two finite numbers each")
    points = [(float(x), float(y)) for x, y in cord]
    points = [point for k, point in enumerate(points) if point != points[k - 1]]  # the last may repeat the first
    if len(points) < 3:
        raise RulesError("S2", f"a cord bounds no area with fewer than 3 corners, and this one has {len(points)}")
    corners = frozen(points, (len(points), 2))
    met = crossing(corners)
    if met is not None:
        (a, b), (c, d) = ((in_mm(points[k]), in_mm(points[(k + 1) % len(points)])) for k in met)
        raise RulesError("S2", f"the cord crosses itself: from {a} to {b} it meets the part from {c} to {d}")
    x, y = (corners - corners[0]).T
    if not abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1))) > 1e-12 * float(x @ x + y @ y):
        raise RulesError("S2", "the cord encloses nothing")
    return corners


def laid_out(layout: Layout | None, board: Board, players: tuple[Player, ...]) -> Layout:
    """Return what lies on the table at the start: the cord, and stones if there are any.

    Raises
    ------
    RulesError
        S2 for the cord; S1 for a stone of a kind that can't be in a hand, or of somebody who doesn't play.
    """
    layout = Layout() if layout is None else layout
    cord = bounded(layout.cord)
    check_owners(layout, players)
    for piece in layout.pieces:
        kind = piece.kind.name
        if kind not in board.pieces:
            kinds = listed(list(board.pieces)) or "none"
            raise RulesError("S1", f"{piece.id} is a stone of kind {kind}, and board {board.name} has {kinds}")
    # no stone of Kluster's is ever dead: one that lies on the table plays
    live: dict[str, Status] = {layout.pieces[k].id: "live" for k in layout.on_table}
    return replace(layout.with_statuses(live), cord=cord)


def filled(bag: Mapping[str, int] | None, board: Board) -> dict[str, int]:
    """Return how many stones of each kind there are to share out, in the board's order.

    Left out, it is 24 stones, as many of each size; a board with other kinds has 24 of these.

    Raises
    ------
    RulesError
        S1, for a bag that the board has no stones for.
    """
    if bag is None:
        kinds = [kind for kind in KINDS if kind in board.pieces] or list(board.pieces)
        if not kinds:
            raise RulesError("S1", f"board {board.name} has no kind of stone")
        each, more = divmod(STONES, len(kinds))
        return {kind: each + (k < more) for k, kind in enumerate(kinds)}
    for kind, count in bag.items():
        if count < 0:
            raise RulesError("S1", f"the bag can't hold {count} stones of kind {kind}")
        if count and kind not in board.pieces:
            kinds_here = listed(list(board.pieces)) or "none"
            raise RulesError("S1", f"the bag holds stones of kind {kind}, which the table has none of: {kinds_here}")
    return {kind: bag[kind] for kind in board.pieces if bag.get(kind, 0)}


def dealt(
    bag: Mapping[str, int], players: tuple[Player, ...], seed: int, uneven: str
) -> tuple[dict[str, tuple[str, ...]], tuple[str, ...]]:
    """Draw the stones one by one, round the table: return the hands by side, and what stays aside.

    Raises
    ------
    RulesError
        S1, if there aren't enough for a stone each.
    """
    drawn = shuffled(seed, "bag", [kind for kind, count in bag.items() for _ in range(count)])
    many = len(players)
    if len(drawn) < many:
        stones = f"{len(drawn)} stone" + ("" if len(drawn) == 1 else "s")
        raise RulesError("S1", f"the bag holds {stones}, too few for {many} hands")
    shared = len(drawn) if uneven == "first_players" else len(drawn) // many * many
    hands = {player.side: tuple(drawn[k:shared:many]) for k, player in enumerate(players)}
    return hands, tuple(drawn[shared:])


def remembered(stones_left: Mapping[str, int] | None, players: tuple[Player, ...]) -> dict[str, int]:
    """Return what everyone had left in the last game, 0 for those not named; empty where there was none.

    Raises
    ------
    RulesError
        S3, for somebody who doesn't play, or a count below 0.
    """
    known = sides(players)
    for side, count in (stones_left or {}).items():
        if side not in known:
            raise RulesError("S3", f"{side} had stones left last game, but is none of the players {listed(known)}")
        if count < 0:
            raise RulesError("S3", f"player {side} can't have had {count} stones left")
    return {side: (stones_left or {}).get(side, 0) for side in known} if stones_left else {}
