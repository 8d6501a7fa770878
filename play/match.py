"""Play a script: rules say what is legal, physics says what happens, rules say what it means."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import rules
from play.record import Record, RoundRecord, ShotRecord
from play.script import BareTable, FlickLine, RemoveLine, RoundLine, Script, read_script
from rules.ruling import RulesError, Ruling
from sim.actions import Action, Flick, Remove
from sim.errors import InputError
from sim.settings import Settings
from sim.shot import Shot

if TYPE_CHECKING:
    from rules.ruleset import RuleSet, State

OnRound = Callable[[RoundRecord], None]
OnShot = Callable[[RoundRecord, ShotRecord], None]


def run(
    script: str | Path | Script | BareTable,
    *,
    seed: int | None = None,
    on_round: OnRound | None = None,
    on_shot: OnShot | None = None,
) -> Record:
    """Play a script to its end, to a win, or to the first illegal action.

    Parameters
    ----------
    script : a path, or a script that was read
    seed : beats the script's own; both left out: 0
    on_round, on_shot : called when a round is opened and after each shot, with what is known so far

    Returns
    -------
    Record
        ``outcome`` is "stopped" and ``stopped`` holds the ruling where an action was illegal.

    Raises
    ------
    InputError
        If the file can't be read as a script, or its board, players or options don't fit the game.
    """
    if isinstance(script, (str, Path)):
        script = read_script(script)
    chosen = seed if seed is not None else (script.seed or 0)
    if isinstance(script, BareTable):
        return _bare(script, chosen)
    return _Match(script, chosen, on_round, on_shot).play()


def _simulate(script: Script, state: State, action: Action, seed: int) -> Shot:
    from sim.simulation import simulate

    return simulate(script.board, state.layout, action, seed=seed)


def _bare(table: BareTable, seed: int) -> Record:
    """Let a bare table run."""
    from sim.simulation import simulate

    settings = Settings(until=table.until, record_every=table.record_every)
    shot = simulate(table.board, table.layout, table.release, seed=seed, settings=settings)
    one = ShotRecord(1, "", "release", shot, shot.layout)
    return Record(
        title=Path(table.path).stem,
        game=None,
        board=table.board,
        board_name=table.board.name,
        seed=seed,
        start=table.layout,
        rounds=(RoundRecord(1, (), (one,)),),
        outcome="at rest" if shot.at_rest else "moving",
    )


def rejected(error: RulesError, file: str, *keys: str) -> InputError:
    """Say of a set-up that the rules reject which file it stands in and, as far as its words tell, under which key."""
    named = [key for key in keys if key.rstrip("s") in error.why]
    key = named[0] if named else keys[0] if len(keys) == 1 else "players"
    return InputError(file, key, f"must be what the rules take, but {error}")


class _Match:
    """A match in the making; each round is replaced as it grows."""

    def __init__(self, script: Script, seed: int, on_round: OnRound | None, on_shot: OnShot | None) -> None:
        self.script, self.seed = script, seed
        self.on_round, self.on_shot = on_round, on_shot
        self.rules: RuleSet = rules.load(script.game)
        try:
            self.state = self.rules.start(
                script.board, script.players, options=script.options, seed=seed, layout=script.start
            )
        except RulesError as error:
            raise rejected(error, script.path, "board", "players", "options") from None
        self.done: list[RoundRecord] = []
        self.stopped: Ruling | None = None

    def play(self) -> Record:
        for line in self.script.rounds:
            self._round(line)
            if self.stopped is not None:
                break
        state = self.state
        return Record(
            title=Path(self.script.path).stem,
            game=self.script.game,
            board=self.script.board,
            board_name=self.script.board_name,
            seed=self.seed,
            start=self.script.start,
            rounds=tuple(self.done),
            totals=dict(state.totals),
            winner=state.winner,
            outcome="stopped" if self.stopped is not None else state.outcome,
            stopped=self.stopped,
            players=self.script.players,
            options=dict(state.options),
            script_path=self.script.path,
            owners={player.side: player.colour for player in self.script.players},
        )

    def _round(self, line: RoundLine) -> None:
        try:
            self.state, opening = self.rules.open_round(self.state, starter=line.starter, flick_off=line.flick_off)
        except RulesError as error:
            raise rejected(error, self.script.path, line.where) from None
        self.done.append(RoundRecord(self.state.number, opening))
        if self.on_round is not None:
            self.on_round(self.done[-1])
        for number, shot_line in enumerate(line.shots, start=1):
            action = self._action(shot_line)
            forbidden = self.rules.legal(self.state, action)
            if forbidden is not None:
                self.stopped = forbidden
                return
            shot = _simulate(self.script, self.state, action, self.seed)
            self.state, rulings = self.rules.after(self.state, shot)
            name = "flick" if isinstance(action, Flick) else "remove"
            one = ShotRecord(number, shot_line.by, name, shot, self.state.layout, rulings)
            before = self.done[-1]
            points = dict(self.state.points) if self.state.points is not None else None
            self.done[-1] = RoundRecord(before.number, before.opening, (*before.shots, one), points)
            if self.on_shot is not None:
                self.on_shot(self.done[-1], one)

    def _action(self, line: FlickLine | RemoveLine) -> Action:
        if isinstance(line, RemoveLine):
            return Remove(line.piece_id, by=line.by)
        piece = self.rules.next_piece(self.state, line.by)
        return Flick(
            piece=piece,
            position=line.position,
            speed=line.speed,
            heading=line.heading,
            spin=line.spin,
            angle=line.angle,
            face=line.face or self.rules.draw_face(self.state, piece.id),
            by=line.by,
        )
