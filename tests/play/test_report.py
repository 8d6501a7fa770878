"""What is printed of a run: lines worth reading, whole in a narrow window, plain on a pipe."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

import sim
from play.describe import describe_board
from play.record import RoundRecord, ShotRecord
from play.report import Reporter
from rules.ruling import Ruling
from sim.shot import Energies, Event, EventKind, Shot, Trajectory
from sim.values import Status

BOARD = sim.load_board("kalide")
KIND = BOARD.pieces["puck"]
RULING = Ruling("L19", "Red-1 lies in the 200: 200 for Yellow.", "Yellow", ("Red-1",), 200)


def shot_of(*events: Event, at: tuple[float, float] = (0.25, 0.15), status: Status = "live") -> ShotRecord:
    """Make a flick of Yellow-2 that ends at `at`, beside Red-1, which is dead beyond the edge, and Red-10."""
    start = (
        sim.Layout()
        .with_piece(sim.Piece("Red-10", KIND, "Red"), (0.45, 0.15))
        .with_piece(sim.Piece("Red-1", KIND, "Red"), (0.25, 0.32), face="down", status="dead")
        .with_piece(sim.Piece("Yellow-2", KIND, "Yellow"), at, status=status)
    )
    flick = sim.Flick(sim.Piece("Yellow-2", KIND, "Yellow"), (0.85, 0.15), speed=1.6, heading=np.pi, by="Ann")
    none = np.zeros((0, 3))
    return ShotRecord(
        number=7,
        by="Ann",
        action="flick",
        shot=Shot(
            action=flick,
            start=start,
            layout=start,
            trajectory=Trajectory(np.zeros(0), start.ids, np.zeros((0, 3, 2)), none, np.zeros((0, 3, 2)), none),
            events=events,
            energies=Energies(0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
            velocities=np.zeros((3, 2)),
            spins=np.zeros(3),
            duration=0.71,
            at_rest=True,
            substeps=1,
        ),
        layout=start,
        rulings=(RULING,),
    )


def printed(
    one: RoundRecord, shot: ShotRecord, *, width: int = 200, quiet: bool = False, terminal: bool = False
) -> str:
    """What a reporter prints of a shot."""
    file = io.StringIO()
    colours = "standard" if terminal else "auto"
    console = Console(
        file=file, width=width, force_terminal=terminal, color_system=colours, soft_wrap=True, highlight=False
    )
    Reporter(console, {"Yellow": "yellow", "Red": "red"}, quiet, BOARD).shot(one, shot)
    return file.getvalue()


OPEN = RoundRecord(1)
OVER = RoundRecord(1, points={"Yellow": 200, "Red": 0})


def test_a_shot_says_who_and_how() -> None:
    line = printed(OPEN, shot_of()).split("\n")[0]
    assert line == "  7  Yellow-2  from (850, 150) at 1.60 m/s, heading 180.0°, up"


EVENTS: list[tuple[EventKind, tuple[str, ...], str | None, str]] = [
    ("contact", ("Red-10", "Yellow-2"), None, "Red-10 and Yellow-2 touch (0.41 s)"),
    ("contact", ("Yellow-2",), "band", "Yellow-2 hits band (0.41 s)"),
    ("snapped", ("Red-1", "Red-10", "Yellow-2"), None, "Red-1, Red-10 and Yellow-2 snap together (0.41 s)"),
    ("parted", ("Red-10", "Yellow-2"), None, "Red-10 and Yellow-2 part (0.41 s)"),
    ("left_board", ("Red-1",), None, "Red-1 leaves the board (0.41 s)"),
    ("stuck_to_magnet", ("Red-1",), "back", "Red-1 sticks to back"),
]


@pytest.mark.parametrize(("kind", "pieces", "other", "phrase"), EVENTS)
def test_an_event_is_said_in_words(kind: EventKind, pieces: tuple[str, ...], other: str | None, phrase: str) -> None:
    assert f"     {phrase}; stops at" in printed(OPEN, shot_of(Event(0.412, kind, pieces, other)))


def test_a_pair_that_touches_again_and_again_is_named_once() -> None:
    touches = [Event(time, "contact", ("Red-10", "Yellow-2")) for time in (0.1, 0.2, 0.3)]
    text = printed(OPEN, shot_of(*touches))
    assert "Red-10 and Yellow-2 touch 3 times (0.10 to 0.30 s)" in text
    assert text.count("touch") == 1


def test_a_crowded_shot_is_cut_to_its_first_events() -> None:
    crowd = [Event(0.1 * k, "contact", ("Yellow-2",), f"wall {k}") for k in range(9)]
    text = printed(OPEN, shot_of(*crowd))
    assert "wall 5" in text
    assert "wall 6" not in text
    assert "3 more events" in text


def test_a_puck_that_dies_is_said_to_lie_dead() -> None:
    assert "lies dead at (250, 330)" in printed(OPEN, shot_of(at=(0.25, 0.33), status="dead"))


def test_the_table_at_the_end_says_where_everything_lies() -> None:
    rows = [line.split() for line in printed(OVER, shot_of()).split("\n")]
    head = rows.index(["piece", "x", "mm", "y", "mm", "face", "status", "centre", "in"])
    assert rows[head + 1 : head + 4] == [
        ["Red-1", "250.0", "320.0", "down", "dead", "off", "the", "board"],
        ["Red-10", "450.0", "150.0", "up", "live", "dead-zone"],
        ["Yellow-2", "250.0", "150.0", "up", "live", "yellow-100"],
    ]


def test_a_piece_off_the_table_lies_in_no_zone() -> None:
    text = printed(OVER, shot_of(status="removed"))
    assert next(line for line in text.split("\n") if line.startswith("Yellow-2")).split()[-1] == "removed"


def test_a_ruling_is_a_sentence_with_its_clause() -> None:
    assert "\nL19: Red-1 lies in the 200: 200 for Yellow.\n" in printed(OVER, shot_of())


def test_a_round_that_is_over_has_its_points() -> None:
    assert printed(OVER, shot_of()).endswith("Points of the round: Yellow 200, Red 0\n")


def test_a_round_that_is_not_over_has_none() -> None:
    assert "Points" not in printed(OPEN, shot_of())


def test_a_flick_off_gives_no_points() -> None:
    flick_off = RoundRecord(0, points={"Yellow": 0, "Red": 0})
    assert "Points" not in printed(flick_off, shot_of())


def test_quiet_says_nothing_of_a_shot() -> None:
    assert printed(OVER, shot_of(), quiet=True) == ""


@pytest.mark.parametrize("width", [1, 24, 80])
def test_a_narrow_window_cuts_nothing(width: int) -> None:
    assert printed(OVER, shot_of(), width=width) == printed(OVER, shot_of(), width=400)


def test_on_a_pipe_there_are_no_codes_boxes_or_blanks_at_the_end() -> None:
    text = printed(OVER, shot_of(Event(0.4, "snapped", ("Red-10", "Yellow-2"))))
    assert not set(text) & set("\x1b│─┃━╭╰")
    assert all(line == line.rstrip() for line in text.split("\n"))


def test_on_a_terminal_a_side_has_its_colour() -> None:
    assert "\x1b[33mYellow-2\x1b[0m" in printed(OPEN, shot_of(), terminal=True)


def test_names_that_look_like_markup_are_printed_as_they_are() -> None:
    assert "hits [red]" in printed(OPEN, shot_of(Event(0.4, "contact", ("Yellow-2",), "[red]")))


def test_a_board_is_described_whole_in_a_narrow_window() -> None:
    file = io.StringIO()
    describe_board(Console(file=file, width=20, soft_wrap=True), BOARD)
    assert all(zone.name in file.getvalue() for zone in BOARD.zones)


def test_a_bare_table_is_reported_with_its_energy_book() -> None:
    import play

    file = io.StringIO()
    record = play.run(Path(__file__).parent.parent.parent / "examples" / "two_pucks.toml")
    Reporter(Console(file=file, width=40, soft_wrap=True), {}).finished(record)
    text = file.getvalue()
    assert "lost to friction 0.00242" in text
    assert "\na       71.5" in text
    assert text.split("\n")[-2].startswith("at rest after 0.38")
