"""Check a file without running it: a script, positions or a board.

Of a script, that includes every action that can be seen to be illegal without physics.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from play.positions import Positions, positions_of, positions_of_result
from play.script import BareTable, FlickLine, RemoveLine, Script, script_of
from rules import GAMES
from rules.players import Player
from sim.actions import Action, Flick, Remove
from sim.board import Board
from sim.errors import Place
from sim.layout import Layout
from sim.shot import Energies, Shot, Trajectory
from sim.values import frozen

if TYPE_CHECKING:
    from rules.ruleset import RuleSet, State

COLOURS = {"kalide": ("yellow", "red")}
"""Two players with whom a board is tried, by game."""


def check(path: str | Path) -> list[str]:
    """Read a script, positions or a board, and say in a line or two what it is.

    Raises
    ------
    sim.errors.InputError
        For the first fault, an action that the rules forbid whatever the physics included.
    """
    from sim.reading import read_json, read_toml

    place = Place(str(path))
    if Path(path).suffix.lower() == ".json":
        return _check_positions(positions_of_result(read_json(path), place), place)
    data = read_toml(path)
    kind = kind_of_file(data, place)
    if kind == "board":
        return _check_board(data, place, Path(path).stem)
    if kind == "positions":
        return _check_positions(positions_of(data, place), place)
    script = script_of(data, place)
    if isinstance(script, BareTable):
        return [f"{place.file}: a bare table, {_count(len(script.layout), 'piece')}"]
    check_script(script)
    flicks = sum(isinstance(shot, FlickLine) for line in script.rounds for shot in line.shots)
    what = f"{_count(len(script.players), 'player')}, {_count(len(script.rounds), 'round')}"
    return [f"{place.file}: a script for {script.game}, {what}, {_count(flicks, 'flick')}"]


def kind_of_file(data: dict[str, Any], place: Place) -> str:
    """Return "script", "positions" or "board", from the tables that a file has."""
    if "surface" in data or "zones" in data:
        return "board"
    if "rounds" in data or "table" in data or "start" in data:
        return "script"
    if "game" in data or "players" in data:
        return "positions" if "pieces" in data or "before" in data else "script"
    if "pieces" in data or "run" in data:
        return "script"
    found = ", ".join(data) or "nothing in it"
    must = "must be a script ([[rounds]] or [table]), positions ([[players]], [[pieces]]) or a board ([surface])"
    raise place.error(f"{must}, and has {found}")


def check_script(script: Script) -> None:
    """Walk through a script's actions by the rules alone; InputError at the first that is illegal.

    Where a puck comes to rest is not known here, so each is taken off the table after its flick. Turns,
    counts and places of flicks are judged so; what depends on the table (whether a dead puck may be removed,
    whether a place is free, who won a flick-off) is left to the run.
    """
    import rules
    from rules.ruling import RulesError

    rule_set = rules.load(script.game)
    place = Place(script.path)
    _try_board(script.board, place.at("board"))
    try:
        state = rule_set.start(
            script.board,
            script.players,
            options=script.options,
            seed=script.seed or 0,
            layout=script.start,
        )
    except RulesError as error:
        raise place.at("players").error(f"must fit the rules: {error}") from None
    after_flick_off = False
    for line in script.rounds:
        here = Place(script.path, line.where)
        starter = line.starter
        if starter is None and after_flick_off and line.shots:
            # who won it is not known here: whoever acts first is taken to have
            starter = line.shots[0].by
        after_flick_off = line.flick_off or (after_flick_off and script.options.get("starter") == "flick_off_winner")
        try:
            state, _ = rule_set.open_round(state, starter=starter, flick_off=line.flick_off)
        except RulesError as error:
            raise here.error(f"must fit the rules: {error}") from None
        for shot in line.shots:
            at = Place(script.path, shot.where)
            if isinstance(shot, FlickLine):
                state = _flicked(rule_set, state, shot, at)
            else:
                _removable(rule_set, state, shot, at)


def _flicked(rule_set: RuleSet, state: State, line: FlickLine, place: Place) -> State:
    """Return the state after a flick whose puck is taken off the table."""
    piece = rule_set.next_piece(state, line.by)
    face = line.face or rule_set.draw_face(state, piece.id)
    flick = Flick(piece, line.position, line.speed, line.heading, line.spin, line.angle, face, line.by)
    _judge(rule_set, state, flick, place)
    state, _ = rule_set.after(state, _unseen(state.layout, flick))
    return state


def _removable(rule_set: RuleSet, state: State, line: RemoveLine, place: Place) -> None:
    """Raise InputError for a removal out of turn; whether the piece may go, only the table can tell."""
    out_of_turn = state.to_play is not None and line.by != state.to_play
    if state.match_over or state.round_over or out_of_turn:
        _judge(rule_set, state, Remove(line.piece_id, line.by), place)


def _judge(rule_set: RuleSet, state: State, action: Action, place: Place) -> None:
    """Raise InputError with the ruling, where the rules forbid an action."""
    ruling = rule_set.legal(state, action)
    if ruling is not None:
        legal = f" Legal: {ruling.legal}" if ruling.legal else ""
        raise place.error(f"must be a legal action, but {ruling}{legal}")


def _unseen(layout: Layout, flick: Flick) -> Shot:
    """Return a shot of which only its action is known: no motion, and all pieces off the table after it."""
    start = layout.with_piece(flick.piece, flick.position, flick.angle, flick.face)
    n = len(start)
    still = frozen([], (0, n, 2))
    nothing = frozen([], (0, n))
    return Shot(
        action=flick,
        start=start,
        layout=start.with_statuses(dict.fromkeys(start.ids, "removed")),
        trajectory=Trajectory(frozen([]), start.ids, still, nothing, still, nothing),
        events=(),
        energies=Energies(0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
        velocities=frozen([0.0] * 2 * n, (n, 2)),
        spins=frozen([0.0] * n, (n,)),
        duration=0.0,
        at_rest=True,
        substeps=0,
    )


def _check_board(data: dict[str, Any], place: Place, stem: str) -> list[str]:
    from sim.boardfile import board_of
    from sim.filemodels import BoardFile
    from sim.reading import validate

    board = board_of(validate(BoardFile, data, place), place, stem)
    _try_board(board, place)
    what = f"a board for {board.game}" if board.game else "a board"
    found = [f"{place.file}: {what}, {_count(len(board.zones), 'zone')}, {_count(len(board.walls), 'wall')}"]
    if "yoke" in data:
        found.append(f"{place.file}: its [yoke] is kept out: no game that uses it is available yet")
    if board.game is not None and board.game not in GAMES:
        found.append(f"{place.file}: its zones are not judged: {board.game} isn't available yet")
    return found


def _try_board(board: Board, place: Place) -> None:
    """Ask the rules whether they take a board, with two players of whom nothing else is known."""
    import rules
    from rules.ruling import RulesError

    if board.game not in GAMES:
        return
    players = tuple(Player(colour.title(), colour) for colour in COLOURS[board.game])
    try:
        rules.load(board.game).start(board, players)
    except RulesError as error:
        raise place.error(f"must be a board that the rules take, but {error}") from None


def _check_positions(positions: Positions, place: Place) -> list[str]:
    """Let the referee judge; what it refuses is a fault of the file."""
    import rules
    from rules.ruling import RulesError

    _try_board(positions.board, place.at("board"))
    try:
        rules.load(positions.game).score(
            positions.board,
            positions.layout,
            positions.players,
            before=positions.before,
            number=positions.number,
            options=positions.options,
        )
    except RulesError as error:
        raise place.at("players").error(f"must fit the rules: {error}") from None
    return [f"{place.file}: positions for {positions.game}, {_count(len(positions.layout), 'piece')}"]


def _count(n: int, noun: str) -> str:
    return f"{n} {noun}" + ("" if n == 1 else "s")
