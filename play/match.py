"""Play a script: rules say what is legal, physics says what happens, rules say what it means."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import rules
from play.lines import NAMES, ShotLine, action_of
from play.record import GameRecord, Record, RoundRecord, ShotRecord
from play.script import BareTable, RoundLine, Script, read_script
from play.turn import advance, end_turn_before
from rules.knockout import first_draw, goes_on, stage
from rules.players import Player, members, sides
from rules.ruling import RulesError, Ruling
from sim.errors import InputError
from sim.settings import Settings

if TYPE_CHECKING:
    from rules.ruleset import RuleSet

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
    if script.format == "knockout":
        return _knockout(script, chosen, on_round, on_shot)
    lines = iter(script.rounds)
    match = _Match(script, script.players, chosen, on_round, on_shot)
    match.play(lines)
    line = next(lines, None)
    if line is not None and match.stopped is None:
        match.open(line)  # which the rules refuse: the match is over
    return match.record()


def _knockout(script: Script, seed: int, on_round: OnRound | None, on_shot: OnShot | None) -> Record:
    """Play a knockout: each game takes the script's rounds until it is decided, and winners go on.

    Every game's seed is its own. Colours are handed out anew, since who meets whom is drawn.
    """
    lines = iter(script.rounds)
    left = first_draw(sides(script.players), seed)
    if len(left) < 2:
        raise InputError(script.path, "players", "must be two sides or more, for a knockout", len(left))
    options = {**script.options, "tie": "sudden_death"}
    games: list[GameRecord] = []
    done: list[RoundRecord] = []
    number, match, champion = 0, None, None
    while len(left) > 1:
        number += 1
        drawn = stage(left, number, seed)
        winners: list[str] = []
        said: tuple[Ruling, ...] = (drawn.ruling("L29"),)
        for pair in drawn.games:
            people = tuple(replace(p, colour=None) for side in pair for p in members(script.players, side))
            match = _Match(replace(script, options=options), people, seed + 1_000_003 * len(games), on_round, on_shot)
            match.play(lines, said)
            said = ()
            games.append(
                GameRecord(
                    pair,
                    tuple(range(len(done), len(done) + len(match.done))),
                    dict(match.state.totals),
                    match.state.winner,
                )
            )
            done += match.done
            if match.state.winner is None:
                break
            winners.append(match.state.winner)
        if len(winners) < len(drawn.games):
            break
        left = goes_on(drawn, tuple(winners))
        champion = left[0] if len(left) == 1 else None
    assert match is not None
    line = next(lines, None)
    if line is not None and match.stopped is None:
        match.open(line)
    record = match.record()
    owners = {player.side: player.colour for player in match.state.players}
    return replace(
        record,
        seed=seed,
        rounds=tuple(done),
        players=script.players,
        games=tuple(games),
        winner=champion,
        outcome=record.outcome if champion is None or record.outcome == "stopped" else "won",
        owners=owners,
    )


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

    def __init__(
        self,
        script: Script,
        players: tuple[Player, ...],
        seed: int,
        on_round: OnRound | None,
        on_shot: OnShot | None,
    ) -> None:
        self.script, self.seed = script, seed
        self.on_round, self.on_shot = on_round, on_shot
        self.rules: RuleSet = rules.load(script.game)
        try:
            self.state = self.rules.start(
                script.board,
                players,
                options=script.options,
                seed=seed,
                layout=script.start,
                bag=script.bag,
                stones_left=script.stones_left,
            )
        except RulesError as error:
            raise rejected(error, script.path, "board", "players", "options", "cord", "bag") from None
        self.done: list[RoundRecord] = []
        self.stopped: Ruling | None = None
        self.due: tuple[Ruling, ...] = ()  # of a turn that ended since the last shot

    def play(self, lines: Iterator[RoundLine], said: tuple[Ruling, ...] = ()) -> None:
        """Take rounds until the match is over, an action is illegal, or there are no more; `said` comes first."""
        while not self.state.match_over and self.stopped is None:
            line = next(lines, None)
            if line is None:
                return
            if not self.open(line, said):
                return
            said = ()
            for number, shot_line in enumerate(line.shots, start=1):
                if not self._shot(number, shot_line):
                    return

    def open(self, line: RoundLine, said: tuple[Ruling, ...] = ()) -> bool:
        """Open a round; False where the rules refuse it."""
        try:
            self.state, opening = self.rules.open_round(self.state, starter=line.starter, flick_off=line.flick_off)
        except RulesError as error:
            if not self.done:
                raise rejected(error, self.script.path, line.where) from None
            self.stopped = Ruling(error.clause, error.why + ".", legal=self.rules.now_legal(self.state))
            return False
        self.done.append(RoundRecord(self.state.number, (*said, *opening)))
        if self.on_round is not None:
            self.on_round(self.done[-1])
        return True

    def _shot(self, number: int, line: ShotLine) -> bool:
        """Play one line of the script; False where it is illegal."""
        self.state, said = end_turn_before(self.rules, self.state, line.by)
        self.due += said
        action = action_of(line, self.rules, self.state)
        forbidden = self.rules.legal(self.state, action)
        if forbidden is not None:
            self.stopped = forbidden
            return False
        self.state, shot, rulings = advance(self.rules, self.state, action, seed=self.seed)
        one = ShotRecord(number, line.by, NAMES[type(action)], shot, self.state.layout, (*self.due, *rulings))
        self.due = ()
        before = self.done[-1]
        points = dict(self.state.points) if self.state.points is not None else None
        self.done[-1] = RoundRecord(before.number, before.opening, (*before.shots, one), points)
        if self.on_shot is not None:
            self.on_shot(self.done[-1], one)
        return True

    def record(self) -> Record:
        """Return what was played so far."""
        script, state = self.script, self.state
        unfinished = self.stopped is None and state.outcome == "unfinished"
        return Record(
            title=Path(script.path).stem,
            game=script.game,
            board=script.board,
            board_name=script.board_name,
            seed=self.seed,
            start=script.start,
            rounds=tuple(self.done),
            totals=dict(state.totals),
            winner=state.winner,
            outcome="stopped" if self.stopped is not None else state.outcome,
            stopped=self.stopped,
            to_play=state.to_play if unfinished else None,
            legal=self.rules.now_legal(state) if unfinished else "",
            players=script.players,
            options=dict(state.options),
            script_path=script.path,
            owners={player.side: player.colour for player in state.players},
        )
