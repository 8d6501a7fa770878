"""What scripts and positions share: game, board, players, options, and pieces that lie on the table."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rules import GAMES
from rules.players import Player
from sim.board import Board
from sim.boardfile import board_names, load_board, metres
from sim.errors import NOTHING, Place
from sim.gaps import gap
from sim.layout import Layout
from sim.pieces import Piece, PieceKind
from sim.polygon import opened
from sim.values import Floats, Status, Vector2, frozen

if TYPE_CHECKING:
    from play import filemodels as files

HAIR = 2.5e-5
"""Overlap of two pieces that is no fault, m: a contact at rest may be pressed in by twice the slop."""

BY_HAND = 1e-3
"""Overlap that is no fault in positions measured by hand, m."""


def refuse_others(data: dict[str, Any], wanted: str, place: Place) -> None:
    """Raise InputError where a file is plainly of another kind than `wanted`, "script" or "positions"."""
    phrase = "a script" if wanted == "script" else wanted
    if "surface" in data:
        raise place.error(f"must be {phrase}, but has [surface], as a board has")
    if wanted == "script" and "game" in data and "pieces" in data and "rounds" not in data:
        raise place.error("must be a script, but has [[pieces]] in place of [[rounds]], as positions have")
    if wanted == "positions" and "rounds" in data and "pieces" not in data:
        raise place.error("must be positions, but has [[rounds]] in place of [[pieces]], as a script has")


def game_of(data: dict[str, Any], place: Place) -> str:
    """Return the game that a file names; InputError where it can't be played here."""
    from sim.reading import choice, nearest

    game = data.get("game", NOTHING)
    if game in GAMES:
        return str(game)
    place = place.at("game")
    near = nearest(game, GAMES) if isinstance(game, str) else None
    must = f"must be {choice(GAMES)}" + (f" (did you mean {near}?)" if near else "")
    raise place.error(must, game)


def board_for(name: str | None, game: str, place: Place) -> tuple[Board, str]:
    """Return a game's board and its name as the file gives it; a path is relative to the file."""
    from sim.reading import choice, there

    name = name or game
    here = place.at("board")
    if name in board_names():
        board = load_board(name)
    else:
        path = Path(place.file).parent / name
        if not (there(path) and path.is_file()):
            raise here.error(f"must be a board that ships ({choice(board_names())}) or a file", name)
        board = load_board(path)
    if board.game not in (None, game):
        raise here.error(f"must be a board for {game}, and {name} is one for {board.game}")
    return board, name


def players_of(tables: Sequence[files.PlayerTable], place: Place) -> tuple[Player, ...]:
    """Return the players; at least one, and no name twice."""
    players: list[Player] = []
    place = place.at("players")
    if not tables:
        raise place.error("must list the players, each with a name", NOTHING)
    for i, table in enumerate(tables):
        if any(table.name == other.name for other in players):
            raise place.at(i, "name").error("must differ from the other players' names", table.name)
        height = None if table.height_cm is None else table.height_cm / 100.0
        players.append(Player(table.name, table.colour, table.team, table.pucks, height))
    return tuple(players)


def known_player(name: str, players: Sequence[Player], place: Place) -> str:
    """Return the name of one of the players; InputError if it is none."""
    from sim.reading import choice

    names = [player.name for player in players]
    if name not in names:
        raise place.error(f"must be one of the players, {choice(names)}", name)
    return name


def sides_of(players: Sequence[Player]) -> tuple[str, ...]:
    """Return the sides, in the order in which the players name them."""
    return tuple(dict.fromkeys(player.side for player in players))


def known_side(name: str, players: Sequence[Player], place: Place) -> str:
    """Return the name of one of the sides; InputError if it is none."""
    from sim.reading import choice

    sides = sides_of(players)
    if name not in sides:
        raise place.error(f"must be one of the sides, {choice(sides)}", name)
    return name


def options_of(chosen: Mapping[str, str | int], game: str, place: Place) -> dict[str, str]:
    """Return the options, each known to the game and with one of its values."""
    import rules
    from sim.reading import unknown_key

    known = {option.name: option for option in rules.load(game).options}
    place = place.at("options")
    for name, value in chosen.items():
        if name not in known:
            raise unknown_key(place, f"option of {game}", name, list(known))
        if not known[name].takes(str(value)):
            raise place.at(name).error(f"must be {known[name].choices}", value)
    return {name: str(value) for name, value in chosen.items()}


def puck_of(board: Board, size: str | None, place: Place) -> PieceKind:
    """Return the kind of a piece: of a size, or else the board's puck, or else its first kind."""
    kinds = ", ".join(board.pieces) or "none"
    if size is not None and size not in board.pieces:
        raise place.at("size").error(f"must be a kind of piece of board {board.name} ({kinds})", size)
    if not board.pieces:
        raise place.error(f"must have a board with a [pieces.puck], and {board.name} has {kinds}")
    if size is None:
        return board.pieces.get("puck") or next(iter(board.pieces.values()))
    return board.pieces[size]


def cord_of(corners_mm: Sequence[Vector2], place: Place) -> Floats:
    """Return the corners of a cord, (k, 2) m; the last is joined to the first, and may repeat it."""
    corners = opened(list(corners_mm))
    if len(corners) < 3:
        raise place.error("must be three corners or more, [[x, y], ...]", corners_mm)
    return frozen([metres(corner) for corner in corners], (len(corners), 2))


def placed(
    tables: Sequence[files.PlacedTable],
    players: Sequence[Player],
    board: Board,
    place: Place,
    *,
    overlap: float = HAIR,
) -> Layout:
    """Return the layout of pieces that lie on a game's table.

    Parameters
    ----------
    tables : the pieces; an id that is left out is OWNER-N, counted in order for each owner
    place : the place of the list in the file
    overlap : how deep two pieces may lie in each other, m
    """
    layout = Layout()
    count: dict[str, int] = {}
    given = {table.id for table in tables}
    for i, table in enumerate(tables):
        here = place.at(i)
        owner = known_side(table.owner, players, here.at("owner"))
        piece_id = table.id
        if piece_id is None:
            count[owner] = count.get(owner, 0) + 1
            piece_id = f"{owner}-{count[owner]}"
            if piece_id in given:
                raise here.at("id").error(f"must be given, since another piece is named {piece_id} already")
        elif piece_id in layout.ids:
            raise here.at("id").error("must differ from the other pieces' ids", piece_id)
        piece = Piece(piece_id, puck_of(board, table.size, here), owner)
        angle = math.radians(table.angle_deg)
        status: Status = table.status or "live"
        layout = layout.with_piece(piece, metres(table.at_mm), angle, table.face, status)
    check_apart(layout, place, overlap)
    return layout


def check_apart(layout: Layout, place: Place, overlap: float = HAIR) -> None:
    """Raise InputError for the first piece that lies in an earlier one, by more than `overlap` (m).

    Pieces off the table are passed over, and pieces on edge: they take up less room than their outline.
    """
    flat = [k for k in layout.on_table if layout.faces[k] != "edge"]
    for p, j in enumerate(flat):
        for i in flat[:p]:
            one, two = layout.pieces[i], layout.pieces[j]
            between = gap(
                one.kind,
                layout.positions[i],
                float(layout.angles[i]),
                two.kind,
                layout.positions[j],
                float(layout.angles[j]),
            )
            if between < -overlap:
                why = f"but {two.id} overlaps {one.id} by {-between * 1e3:.3g} mm"
                raise place.at(j, "at_mm").error(f"must be clear of other pieces, {why}")
