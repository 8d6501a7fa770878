"""Check a file without running it: a script, positions or a board.

Of a script, that includes every action that can be seen to be illegal without physics.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from play.lines import RemoveLine, ShotLine, action_of
from play.positions import Positions, positions_of, positions_of_result
from play.script import BareTable, RoundLine, Script, script_of
from rules import GAMES
from rules.players import Player
from rules.ruleset import EndTurn
from sim.actions import Action, Flick, Launch
from sim.actions import Place as Lay
from sim.board import Board
from sim.errors import Place
from sim.layout import Layout
from sim.shot import Shot, still
from sim.values import frozen

if TYPE_CHECKING:
    from rules.ruleset import RuleSet, State

FIXED_STARTERS = ("kineti-go", "kalide")
"""Games in which the rules alone say who starts a later round, whatever was scored."""


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
    found: dict[str, int] = {}
    for line in script.rounds:
        for shot in line.shots:
            name = type(shot).__name__.removesuffix("Line")
            found[name] = found.get(name, 0) + 1
    words = {"Flick": "flick", "Launch": "launch", "Place": "placement", "Hover": "hover", "MoveCord": "cord move"}
    words |= {"Remove": "removal", "EndTurn": "end of turn"}
    plurals = {"Launch": "launches", "EndTurn": "ends of turns"}
    counts = [
        f"{n} {plurals.get(name, words[name] + 's')}" if n > 1 else f"1 {words[name]}" for name, n in found.items()
    ]
    what = f"{_count(len(script.players), 'player')}, {_count(len(script.rounds), 'round')}"
    return [f"{place.file}: a script for {script.game}, {', '.join([what, *counts])}"]


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

    Where a piece comes to rest is not known here, so each is taken off the table after its shot. Turns,
    counts and places of shots are judged so; what depends on the table (whether a dead puck may be removed,
    whether a place is free, who won a flick-off or a round) is left to the run. In Kluster a turn depends on the
    table from the first stone on, and in a knockout who plays does: there only the set-up is judged.
    """
    import rules
    from rules.knockout import first_draw, stage
    from rules.ruling import RulesError

    rule_set = rules.load(script.game)
    place = Place(script.path)
    _try_board(script.board, place.at("board"))
    tables = [script.players]
    if script.format == "knockout":
        from dataclasses import replace

        from rules.players import members, sides

        games = stage(first_draw(sides(script.players), script.seed or 0), 1, script.seed or 0).games
        tables = [
            tuple(replace(p, colour=None) for side in game for p in members(script.players, side)) for game in games
        ]
    for players in tables:
        try:
            state = rule_set.start(
                script.board,
                players,
                options=script.options,
                seed=script.seed or 0,
                layout=script.start,
                bag=script.bag,
                stones_left=script.stones_left,
            )
        except RulesError as error:
            raise place.at("players").error(f"must fit the rules: {error}") from None
    if script.format == "knockout":
        return
    if script.game == "kluster":
        if script.rounds:
            state = _opened(rule_set, state, script.rounds[0], script.rounds[0].starter, script.path)
            if script.rounds[0].shots:
                first = script.rounds[0].shots[0]
                _judge(rule_set, state, first, Place(script.path, first.where))
        return
    _walk(rule_set, state, script)


def _walk(rule_set: RuleSet, state: State, script: Script) -> None:
    """Judge every line, each piece being taken off after its shot."""
    unknown = False
    for k, line in enumerate(script.rounds):
        starter = line.starter
        if starter is None and line.shots and (unknown or (k > 0 and script.game not in FIXED_STARTERS)):
            # who won the flick-off, or the round, is not known here: whoever acts first is taken to have
            starter = line.shots[0].by
        unknown = line.flick_off or (unknown and script.options.get("starter") == "flick_off_winner")
        state = _opened(rule_set, state, line, starter, script.path)
        for shot in line.shots:
            at = Place(script.path, shot.where)
            if isinstance(shot, RemoveLine):
                _removable(rule_set, state, shot, at)
                continue
            action = _judge(rule_set, state, shot, at)
            unseen = _unseen(state.layout, action)
            state, _ = rule_set.after(state, unseen)
            while state.unsettled:
                state, _ = rule_set.after(state, still(state.layout, action))


def _opened(rule_set: RuleSet, state: State, line: RoundLine, starter: str | None, path: str) -> State:
    """Return the state with a round opened; InputError where the rules refuse it."""
    from rules.ruling import RulesError

    try:
        return rule_set.open_round(state, starter=starter, flick_off=line.flick_off)[0]
    except RulesError as error:
        raise Place(path, line.where).error(f"must fit the rules: {error}") from None


def _removable(rule_set: RuleSet, state: State, line: RemoveLine, place: Place) -> None:
    """Raise InputError for a removal out of turn; whether the piece may go, only the table can tell."""
    out_of_turn = state.to_play is not None and line.by != state.to_play
    if state.match_over or state.round_over or out_of_turn:
        _judge(rule_set, state, line, place)


def _judge(rule_set: RuleSet, state: State, line: ShotLine, place: Place) -> Action:
    """Return the action of a line; InputError with the ruling, where the rules forbid it."""
    action = action_of(line, rule_set, state)
    ruling = rule_set.legal(state, action)
    if ruling is not None:
        legal = f" Legal: {ruling.legal}" if ruling.legal else ""
        raise place.error(f"must be a legal action, but {ruling}{legal}")
    assert not isinstance(action, EndTurn)
    return action


def _unseen(layout: Layout, action: Action) -> Shot:
    """Return a shot of which only its action is known: no motion, and all pieces off the table after it."""
    start = layout
    if isinstance(action, Flick | Lay):
        start = layout.with_piece(action.piece, action.position, action.angle, action.face)
    elif isinstance(action, Launch):
        start = layout.with_piece(action.piece, action.start, action.angle, action.face)
    return still(start.with_statuses(dict.fromkeys(start.ids, "removed")), action, start)


def _check_board(data: dict[str, Any], place: Place, stem: str) -> list[str]:
    from sim.boardfile import board_of
    from sim.filemodels import BoardFile
    from sim.reading import validate

    board = board_of(validate(BoardFile, data, place), place, stem)
    _try_board(board, place)
    what = f"a board for {board.game}" if board.game else "a board"
    return [f"{place.file}: {what}, {_count(len(board.zones), 'zone')}, {_count(len(board.walls), 'wall')}"]


def _try_board(board: Board, place: Place) -> None:
    """Ask the rules whether they take a board, with two players of whom nothing else is known.

    In a game of one's own there are as many as the board has owners.
    """
    import rules
    from rules.ruling import RulesError

    if board.game not in GAMES:
        return
    rule_set = rules.load(board.game)
    owners = tuple(dict.fromkeys(zone.owner for zone in board.zones if zone.owner is not None))
    names = rule_set.colours[:2] or (owners if len(owners) > 2 else ("one", "two"))
    players = tuple(Player(name.title(), name if rule_set.colours else None) for name in names)
    layout = Layout(cord=frozen([(0.0, 0.0), (0.4, 0.0), (0.4, 0.4), (0.0, 0.4)])) if board.game == "kluster" else None
    try:
        rule_set.start(board, players, layout=layout)
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
