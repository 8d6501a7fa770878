"""Boards, layouts, shots and records show themselves; nothing touches pyplot or a screen."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from PIL import Image

import play
import sim
from sim import display

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


@pytest.fixture(scope="module")
def record():
    return play.run(EXAMPLES / "kalide_round.toml")


@pytest.fixture(scope="module")
def things(record):
    shot = record.shots[5].shot
    return {"record": record, "board": record.board, "layout": shot.layout, "shot": shot}


@pytest.mark.parametrize("name", ["record", "board", "layout", "shot"])
def test_a_thing_is_a_picture_in_a_notebook(things, name):
    image = Image.open(io.BytesIO(things[name]._repr_png_()))
    assert image.format == "PNG"
    assert image.width == 1600


@pytest.mark.parametrize("name", ["record", "board", "layout", "shot"])
def test_plot_returns_the_axes_that_are_given_or_new_ones(things, name):
    axes = Figure().add_subplot()
    assert things[name].plot(ax=axes) is axes
    assert axes.patches
    own = things[name].plot()
    assert isinstance(own, Axes)
    assert own.get_figure() is not axes.get_figure()


def test_a_layout_is_drawn_on_the_board_that_is_given(things):
    axes = things["layout"].plot(board=things["board"])
    assert axes.get_xlim()[1] > 900.0  # the whole mat
    assert things["layout"].plot().get_xlim() != axes.get_xlim()


@pytest.mark.parametrize("kind", ["trajectories", "final", "field", "energy", "speed"])
def test_a_record_has_every_kind_of_picture_on_axes_that_are_given(record, kind):
    axes = Figure().add_subplot()
    assert record.plot(kind, ax=axes, shot=None if kind == "final" else 6, style="dark") is axes


def test_a_shot_has_its_energies_and_a_layout_its_field(things):
    assert things["shot"].plot(kind="energy", board=things["board"]).get_ylabel() == "energy, mJ"
    assert things["shot"].plot(kind="speed").get_ylabel() == "speed, m/s"
    assert things["layout"].plot(kind="field", board=things["board"]).child_axes


def test_what_is_not_known_is_refused(things):
    with pytest.raises(ValueError, match="kind must be layout or field"):
        things["layout"].plot(kind="heat")
    with pytest.raises(ValueError, match="style must be light or dark"):
        things["board"].plot(style="blue")
    with pytest.raises(TypeError, match="can't draw a int"):
        display.plot(3)


def test_an_empty_layout_is_a_picture_too():
    assert sim.Layout()._repr_png_().startswith(b"\x89PNG")


def test_without_a_viewer_a_thing_has_no_picture_and_says_what_draws(monkeypatch):
    monkeypatch.setattr(display, "_chosen", [])
    monkeypatch.setattr(display, "entry_points", lambda group: [])
    assert sim.Layout()._repr_png_() is None
    with pytest.raises(RuntimeError, match="import play"):
        sim.Layout().plot()


def test_an_installed_viewer_is_found_by_its_entry_point(monkeypatch):
    from importlib.metadata import EntryPoint

    asked = []
    found = EntryPoint("play", "play.notebook", display.GROUP)
    monkeypatch.setattr(display, "_chosen", [])
    monkeypatch.setattr(display, "entry_points", lambda group: asked.append(group) or [found])
    assert sim.Layout()._repr_png_().startswith(b"\x89PNG")
    assert asked == ["magpuck.viewer"]


def test_nothing_is_loaded_before_it_is_shown_and_pyplot_never():
    code = (
        "import sys, sim, play\n"
        "layout = sim.Layout()\n"
        "assert not any(name.startswith('matplotlib') for name in sys.modules)\n"
        "layout.plot(); layout._repr_png_()\n"
        "assert 'matplotlib' in sys.modules and 'matplotlib.pyplot' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
