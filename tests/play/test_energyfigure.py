"""Energies and speeds over time, against the simulation's own book."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

import play
from play.charts import _placed, draw_energy, draw_speed, energy_words, rows_of_words, unit_of
from play.energyfigure import Moment, energy_series, layout_at, moments_of, speed_series
from play.figures import owner_colours
from play.graphs import chosen_shots, draw
from play.replot import load_run
from play.style import DARK, LIGHT

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
SLIDING = EXAMPLES / "physics" / "02_sliding_and_spinning.toml"
SNAP = EXAMPLES / "physics" / "04_snap_and_hold.toml"

LAUNCH = """
game = "kineti-go"
[[players]]
name = "Gold"
colour = "gold"
[[players]]
name = "Black"
colour = "black"
[[rounds]]
starter = "Gold"
[[rounds.shots]]
by = "Gold"
action = "launch"
yoke_mm = [90, 152.5]
heading_deg = 0
draw_mm = 30
face = "{face}"
[[rounds.shots]]
by = "Black"
action = "launch"
yoke_mm = [90, 140]
heading_deg = 3
draw_mm = 28
face = "up"
"""


def written(record, directory):
    directory.mkdir(exist_ok=True)
    (directory / "result.json").write_text(record.to_text(directory / "result.json"))
    (directory / "trajectory.npz").write_bytes(record.npz())
    return directory


def launched(directory, face="up"):
    script = directory / "launch.toml"
    script.write_text(LAUNCH.format(face=face))
    return play.run(script)


def ends(record, shot):
    series = energy_series(record.board, shot)
    return series, [series.kinetic[0], series.magnetic[0], series.kinetic[-1], series.magnetic[-1]]


@pytest.mark.parametrize("file", [SLIDING, SNAP, EXAMPLES / "physics" / "05_scattering.toml"], ids=lambda f: f.stem)
def test_the_ends_of_the_series_are_those_of_the_result(file, tmp_path):
    directory = written(play.run(file), tmp_path / "run")
    book = json.loads((directory / "result.json").read_text())["energy_J"]
    record = load_run(directory, trajectories=True)
    series, found = ends(record, record.shots[0])
    expected = [book[end][kind] for end in ("start", "end") for kind in ("kinetic", "magnetic")]
    assert found == pytest.approx(expected, rel=1e-12, abs=1e-18)
    losses = book["friction_loss"] + book["contact_loss"] + book["carried_off"] + book["raised"]
    # the book's losses are summed from impulses, the series' are a difference: they differ by what the run left over
    left_over = record.shots[0].shot.energies.imbalance
    assert series.lost[-1] == pytest.approx(losses - left_over, rel=1e-9, abs=1e-15)


@pytest.mark.parametrize("face", ["up", "down"])
def test_the_energy_of_a_launch_counts_the_yoke_and_is_that_of_the_run_from_files_too(face, tmp_path):
    ours = launched(tmp_path, face)
    theirs = load_run(written(ours, tmp_path / "run"), trajectories=True)
    for record in (ours, theirs):
        for shot in record.shots:
            series, found = ends(record, shot)
            e = shot.shot.energies
            expected = [e.start_kinetic, e.start_magnetic, e.end_kinetic, e.end_magnetic]
            assert found == pytest.approx(expected, rel=1e-9, abs=1e-15)
            assert series.book == e
            assert series.notes
    assert ours.shots[0].shot.energies.start_magnetic > 1e-3


def test_sliding_alone_loses_what_friction_takes_evenly_with_the_way():
    # ½mv² at the start, of which nothing is left: v² falls evenly with the way
    record = play.run(SLIDING)
    series = energy_series(record.board, record.shots[0])
    assert series.magnetic == pytest.approx(0.0)
    assert series.lost == pytest.approx(series.kinetic[0] - series.kinetic)
    assert np.all(np.diff(series.lost) >= -1e-15)
    assert series.lost[-1] == pytest.approx(record.shots[0].shot.energies.friction_loss, rel=1e-9)


def test_energy_is_kept_where_nothing_takes_any():
    record = play.run(EXAMPLES / "physics" / "05_scattering.toml")
    series = energy_series(record.board, record.shots[0])
    # between the steps of the run a row is interpolated, at the turning point to some 3e-4 of the energy
    assert np.abs(series.lost).max() < 1e-3 * series.kinetic[0]
    assert abs(series.lost[-1]) < 1e-5 * series.kinetic[0]
    assert series.kinetic.min() < 0.1 * series.kinetic[0]  # most of it was in the field at the turning point


def test_the_words_tell_friction_from_contacts_only_where_that_is_recorded():
    record = play.run(SNAP)
    series = energy_series(record.board, record.shots[0])
    said = energy_words(series)
    e = record.shots[0].shot.energies
    assert f"{1e3 * e.friction_loss:.4g} mJ to friction, {1e3 * e.contact_loss:.4g} mJ to contacts" in said[1]
    assert "not recorded" in energy_words(replace(series, book=None))[1]


@pytest.mark.parametrize(
    ("most", "unit"), [(2.0, "mJ"), (1.1e-4, "mJ"), (9e-5, "µJ"), (2e-9, "nJ"), (1e-15, "nJ"), (0.0, "mJ")]
)
def test_the_unit_suits_the_largest_energy(most, unit):
    record = play.run(SNAP)
    series = energy_series(record.board, record.shots[0])
    small = replace(series, kinetic=0.0 * series.kinetic, magnetic=0.0 * series.magnetic, lost=np.array([0.0, -most]))
    assert unit_of(small)[0] == unit
    assert unit in energy_words(small)[0]


def test_faces_and_statuses_change_with_the_events(tmp_path):
    record = play.run(EXAMPLES / "physics" / "08_tipping_and_lift.toml")
    shot = record.shots[0].shot
    lifted = next(event for event in shot.events if event.kind == "lifted")
    (gone,) = lifted.pieces
    k = shot.start.index(gone)
    assert layout_at(shot, lifted.time - 1e-4).statuses[k] == "live"
    assert layout_at(shot, lifted.time + 1e-9).statuses[k] == "removed"
    assert layout_at(shot, shot.duration).faces == shot.layout.faces


def test_speeds_are_those_of_the_pieces_that_moved():
    record = play.run(EXAMPLES / "kalide_round.toml")
    shot = record.shots[5]
    colours = owner_colours(record.owners, [shot.layout])
    series = speed_series(shot, colours)
    curves = {curve.id: curve for curve in series.curves}
    assert set(curves) == {"Red-3", "Yellow-1", "Yellow-2", "Yellow-3"}
    assert curves["Red-3"].speeds[0] == pytest.approx(shot.shot.action.speed)
    assert [curves[i].turn for i in ("Yellow-1", "Yellow-2", "Yellow-3")] == [0, 1, 2]
    assert all(curve.speeds[-1] == pytest.approx(0.0, abs=1e-9) for curve in series.curves)


def test_a_piece_that_falls_has_a_speed_up_to_there():
    record = play.run(EXAMPLES / "tokka_match.toml")
    shot = next(s for s in record.shots if any(e.kind == "left_board" for e in s.shot.events))
    event = next(e for e in shot.shot.events if e.kind == "left_board")
    series = speed_series(shot, owner_colours(record.owners, [shot.layout]))
    assert next(c for c in series.curves if c.id == event.pieces[0]).until == event.time


def test_moments_are_touches_and_words_for_all_else():
    record = play.run(SNAP)
    moments = moments_of(record.shots[0].shot)
    assert any(moment.text == "a + b snap" for moment in moments)
    assert [m.time for m in moments] == sorted(m.time for m in moments)


def test_words_above_a_chart_never_overlap_and_say_how_many_are_left_out():
    moments = tuple(Moment(0.5 + 0.001 * k, f"piece-{k} turns over") for k in range(9))
    placed = _placed(moments, np.array([0.0, 1.0]), 600.0)
    assert [row for _, _, row in placed] == [0, 1, 2, 3, 4, 5]
    assert placed[-1][0] == "and 4 more"
    assert rows_of_words(moments[:2], np.array([0.0, 1.0]), 600.0) == 2
    far = (Moment(0.0, "a turns over"), Moment(1.0, "b turns over"))
    assert rows_of_words(far, np.array([0.0, 1.0]), 600.0) == 1
    assert rows_of_words((), np.array([0.0, 1.0]), 600.0) == 0


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_the_names_at_the_ends_of_the_curves_keep_apart(theme):
    record = play.run(SNAP)
    figure = Figure(dpi=100)
    renderer = FigureCanvasAgg(figure).get_renderer()
    axes = figure.add_subplot()
    draw_energy(axes, energy_series(record.board, record.shots[0]), theme=theme)
    names = [t for t in axes.texts if t.get_text() in ("kinetic", "magnetic", "kinetic + magnetic", "lost so far")]
    boxes = sorted((t.get_window_extent(renderer) for t in names), key=lambda box: box.y0)
    assert len(boxes) == 4
    assert all(low.y1 <= high.y0 + 1.5 for low, high in pairwise(boxes))


def test_curves_are_drawn_in_the_units_of_their_axes():
    record = play.run(SLIDING)
    shot = record.shots[0]
    axes = Figure().add_subplot()
    series = speed_series(shot, owner_colours({}, [shot.layout]))
    draw_speed(axes, series)
    assert axes.get_ylabel() == "speed, m/s"
    assert axes.lines[0].get_ydata() == pytest.approx(series.curves[0].speeds)


def test_a_shot_is_chosen_by_round_and_number(tmp_path):
    record = launched(tmp_path)
    one, shots = chosen_shots(record, None, None)
    assert (one.number, [s.number for s in shots]) == (1, [1, 2])
    assert chosen_shots(record, 1, 2)[1] == (record.shots[1],)
    with pytest.raises(KeyError, match="round 4"):
        chosen_shots(record, 4, None)
    with pytest.raises(KeyError, match="no shot 9 in round 1"):
        chosen_shots(record, None, 9)
    assert len(draw(record, "energy").axes) == 2
    assert len(draw(record, "speed", shot=1).axes) == 1
    with pytest.raises(ValueError, match="kind must be one of"):
        draw(record, "heat")


def test_a_bare_table_from_files_is_the_table_that_was_played_on(tmp_path):
    ours = play.run(EXAMPLES / "physics" / "08_tipping_and_lift.toml")
    theirs = load_run(written(ours, tmp_path / "run"), trajectories=True)
    assert theirs.board.magnets == ours.board.magnets
    assert theirs.board.surface.friction == ours.board.surface.friction
    kinds = {piece.id: piece.kind for piece in ours.start.pieces}
    assert {piece.id: piece.kind for piece in theirs.start.pieces} == kinds
    assert dict(zip(theirs.start.ids, theirs.start.faces, strict=True)) == dict(
        zip(ours.start.ids, ours.start.faces, strict=True)
    )
    assert theirs.shots[0].shot.energies == ours.shots[0].shot.energies


def test_rulings_from_files_stand_with_the_shots_they_were_given_for(tmp_path):
    ours = play.run(EXAMPLES / "kalide_round.toml")
    theirs = load_run(written(ours, tmp_path / "run"), trajectories=True)
    for one, other in zip(ours.shots, theirs.shots, strict=True):
        assert [str(r) for r in other.rulings] == [str(r) for r in one.rulings]
    assert [str(r) for r in theirs.rounds[0].opening] == [str(r) for r in ours.rounds[0].opening]
