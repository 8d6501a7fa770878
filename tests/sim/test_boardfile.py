import math
from pathlib import Path

import numpy as np
import pytest

import sim
from sim.board import FixedMagnet, Friction
from sim.boardfile import board_names
from sim.cord import CordKind
from sim.errors import InputError

SURFACE = """
[surface]
outline_mm = [[0, 0], [400, 0], [400, 200], [0, 200]]
edge = "open"
friction_static = 0.3
friction_kinetic = 0.2
"""


def board(tmp_path: Path, text: str) -> sim.Board:
    path = tmp_path / "b.toml"
    path.write_text(text, encoding="utf-8")
    return sim.load_board(path)


def test_every_board_that_ships_loads_by_its_name() -> None:
    assert "kalide" in board_names()
    assert [sim.load_board(name).name for name in board_names()] == list(board_names())


def test_kalide_puck_has_the_documented_size_and_an_n35_magnet() -> None:
    puck = sim.load_board("kalide").pieces["puck"]
    assert (puck.radius, puck.height, puck.mass) == pytest.approx((0.015, 0.007, 0.008))
    assert puck.moment == pytest.approx((0.0, 0.0, 0.324), abs=1e-3)
    assert (puck.restitution, puck.friction) == (0.8, 0.2)


def test_kalide_halves_mirror_each_other_about_the_middle_of_the_mat() -> None:
    zones = {zone.name: zone for zone in sim.load_board("kalide").zones}
    for name, zone in zones.items():
        if zone.owner != "yellow":
            continue
        other = zones[name.replace("yellow", "red")]
        assert (other.kind, other.value) == (zone.kind, zone.value)
        if zone.circle is not None:
            assert other.circle == pytest.approx((0.9 - zone.circle[0], *zone.circle[1:]))
        else:
            mirrored = {(round(0.9 - x, 9), round(y, 9)) for x, y in zone.polygon}
            assert mirrored == {(round(x, 9), round(y, 9)) for x, y in other.polygon}


@pytest.mark.parametrize("colour", ["yellow", "red"])
def test_each_kalide_section_has_the_documented_spaces(colour: str) -> None:
    zones = sim.load_board("kalide").zones
    assert {50, 200} <= {z.value for z in zones if z.kind == "score" and z.owner == colour}


def test_lengths_become_metres(tmp_path: Path) -> None:
    b = board(tmp_path, SURFACE + '[[zones]]\nname = "a"\nkind = "score"\ncircle_mm = [100, 50, 20]\n')
    np.testing.assert_allclose(b.surface.outline, [[0, 0], [0.4, 0], [0.4, 0.2], [0, 0.2]])
    assert b.zones[0].circle == pytest.approx((0.1, 0.05, 0.02))


def test_name_left_out_is_the_file_s() -> None:
    assert sim.load_board("kalide").name == "kalide"


def test_beyond_left_out_is_as_the_surface(tmp_path: Path) -> None:
    b = board(tmp_path, SURFACE)
    assert b.beyond == b.surface.friction == sim.board.Friction(0.3, 0.2)


def test_beyond_takes_from_the_surface_only_what_it_leaves_out(tmp_path: Path) -> None:
    b = board(tmp_path, SURFACE + "[beyond]\nfriction_static = 0.5\n")
    assert (b.beyond.static, b.beyond.kinetic) == (0.5, 0.2)


def test_outline_that_repeats_its_first_corner_is_closed_once(tmp_path: Path) -> None:
    b = board(tmp_path, "[surface]\noutline_mm = [[0, 0], [1, 0], [1, 1], [0, 0]]\n")
    assert b.surface.outline is not None and b.surface.outline.shape == (3, 2)


def test_ellipse_gets_half_axes_and_its_magnet_s_axis(tmp_path: Path) -> None:
    b = board(
        tmp_path,
        SURFACE
        + '[pieces.S]\nshape = "ellipse"\naxes_mm = [18, 15]\nheight_mm = 8\nmass_g = 5.5\n'
        + "magnet = {remanence_T = 0.4, diameter_mm = 10, height_mm = 5, axis = [0, 3, 4]}\n",
    )
    kind = b.pieces["S"]
    assert kind.semi_axes == pytest.approx((0.009, 0.0075))
    moment = 0.4 / (4e-7 * math.pi) * math.pi * 0.005**2 * 0.005
    assert kind.moment == pytest.approx((0.0, 0.6 * moment, 0.8 * moment))


def test_piece_without_magnet_has_no_moment(tmp_path: Path) -> None:
    b = board(tmp_path, SURFACE + "[pieces.puck]\ndiameter_mm = 30\nheight_mm = 7\nmass_g = 10\n")
    assert b.pieces["puck"].moment == (0.0, 0.0, 0.0)


def test_walls_rails_and_magnets_are_read(tmp_path: Path) -> None:
    b = board(
        tmp_path,
        SURFACE
        + "[[walls]]\nfrom_mm = [0, 0]\nto_mm = [400, 0]\nthickness_mm = 5\nfriction = 0.1\n"
        + '[[rails]]\nname = "r"\nfrom_mm = [100, 0]\nto_mm = [100, 200]\nwidth_mm = 15\n'
        + '[[magnets]]\nname = "m"\nat_mm = [50, 60]\nheight_mm = -3\n'
        + "moment_A_m2 = [0, 0, 1]\nradius_mm = 8\n"
        + "[[magnets]]\nat_mm = [10, 0]\nmagnet = {grade = 'N42', diameter_mm = 10, height_mm = 5}\n",
    )
    assert (b.walls[0].name, b.walls[0].end, b.walls[0].thickness) == ("wall-1", (0.4, 0.0), 0.005)
    assert (b.rails[0].start, b.rails[0].width) == ((0.1, 0.0), 0.015)
    assert b.magnets[0].position == pytest.approx((0.05, 0.06, -0.003))
    assert b.magnets[0].radius == pytest.approx(0.008)
    assert b.magnets[1].name == "magnet-2"
    assert b.magnets[1].radius == pytest.approx(0.005), "left out, the footprint is the magnet's own"


YOKE = """[yoke]
slot_width_mm = 30
slot_length_mm = 70
friction_kinetic = 0.1
[[yoke.magnets]]
at_mm = [-60, 0]
height_mm = 4
moment_A_m2 = [0, 0, 1.5]
"""


def test_a_yoke_has_its_magnets_in_its_own_frame_and_off_the_board(tmp_path: Path) -> None:
    found = board(tmp_path, SURFACE + YOKE)
    assert found.magnets == ()
    assert found.yoke is not None
    assert (found.yoke.length, found.yoke.width) == pytest.approx((0.07, 0.03))
    assert found.yoke.friction == Friction(0.1, 0.1)
    assert found.yoke.magnets == (FixedMagnet("yoke-1", (-0.06, 0.0, 0.004), (0.0, 0.0, 1.5)),)


def test_a_cord_has_the_boards_own_stuff_or_the_usual(tmp_path: Path) -> None:
    assert board(tmp_path, SURFACE).cord == CordKind()
    assert board(tmp_path, SURFACE + "[cord]\nthickness_mm = 3\nfriction = 0.2\n").cord == CordKind(3e-3, 0.2)


KIND = "[pieces.puck]\nheight_mm = 7\n"
ZONE = "[[zones]]\nname = 'z'\nkind = 'score'\n"

FAULTS = [
    ("", "surface: must be a table, got nothing"),
    (SURFACE.replace("[0, 200]]", "[nan, 200]]"), "surface.outline_mm[3]: must be two finite numbers"),
    (
        SURFACE.replace("0.2\n", "0.4\n"),
        "surface.friction_kinetic: must be at most friction_static, which is 0.3",
    ),
    (SURFACE.replace("friction_kinetic", "friction_kinetik"), "did you mean friction_kinetic?"),
    (SURFACE + "[beyond]\nfriction_static = 0.1\n", "beyond.friction_kinetic: must be at most"),
    (SURFACE.replace(", [400, 200], [0, 200]", ""), "surface.outline_mm: must be a simple polygon"),
    (SURFACE.replace("[400, 0], [400, 200]", "[400, 200], [400, 0]"), "crosses the one from"),
    (SURFACE.replace("[400, 200], [0, 200]", "[600, 0]"), "but it has no area"),
    (SURFACE.replace("[0, 200]", "[400, 0]"), "its corner [400, 0] comes twice"),
    (SURFACE.replace('"open"', '"shut"'), "surface.edge: must be open or drop, got 'shut'"),
    (
        SURFACE + KIND + "diameter_mm = 30\nmass_g = -8\n",
        "pieces.puck.mass_g: must be a number above 0, got -8",
    ),
    (
        SURFACE + KIND + "diameter_mm = 30\nmass_g = true\n",
        "pieces.puck.mass_g: must be a number above 0, got true",
    ),
    (SURFACE + KIND + "mass_g = 8\n", "pieces.puck.diameter_mm: must be a number above 0"),
    (
        SURFACE + KIND + "mass_g = 8\ndiameter_mm = 3\naxes_mm = [3, 2]\n",
        "pieces.puck.axes_mm: must be left out",
    ),
    (SURFACE + KIND + "mass_g = 8\nshape = 'ellipse'\naxes_mm = [2, 3]\n", "the longer one first"),
    (
        SURFACE + KIND + "mass_g = 8\ndiameter_mm = 3\nrestitution = 1.5\n",
        "pieces.puck.restitution: must be a number from 0 to 1, got 1.5",
    ),
    (
        SURFACE + KIND + "mass_g = 8\ndiameter_mm = 3\nmoment_A_m2 = [0, 0, 1]\n"
        "magnet = {grade = 'N35', diameter_mm = 3, height_mm = 3}\n",
        "pieces.puck.magnet: must be left out",
    ),
    (
        SURFACE + KIND + "mass_g = 8\ndiameter_mm = 3\nmagnet = {grade = 'N34', diameter_mm = 3, height_mm = 3}\n",
        "pieces.puck.magnet.grade: must be one of",
    ),
    (
        SURFACE + KIND + "mass_g = 8\ndiameter_mm = 3\nmagnet = {diameter_mm = 3, height_mm = 3}\n",
        "pieces.puck.magnet: must have either grade or remanence_T, and has neither",
    ),
    (
        SURFACE + KIND + "mass_g = 8\ndiameter_mm = 3\n"
        "magnet = {remanence_T = 1, diameter_mm = 3, height_mm = 3, axis = [0, 0, 0]}\n",
        "pieces.puck.magnet.axis: must have a direction",
    ),
    (SURFACE + ZONE, "zones[0]: zone z must have either polygon_mm or circle_mm, and has neither"),
    (
        SURFACE + ZONE + "circle_mm = [1, 1, 0]\n",
        "zones[0].circle_mm: must be [x, y, radius], the radius above 0",
    ),
    (SURFACE + ZONE + "polygon_mm = [[0, 0], [1, 1]]\n", "zones[0].polygon_mm: must be a simple polygon"),
    (SURFACE + ZONE.replace("score", "goal"), "zones[0].kind: must be score, dead, flick, launch or lane"),
    (SURFACE + "[[magnets]]\nat_mm = [0, 0]\n", "magnets[0].moment_A_m2: must be given"),
    (
        SURFACE + "[[magnets]]\nname = 'a'\nat_mm = [0, 0]\nmoment_A_m2 = [0, 0, 1]\n" * 2,
        "magnets[1].name: must be another name",
    ),
]


@pytest.mark.parametrize(("text", "message"), FAULTS, ids=[message for _, message in FAULTS])
def test_a_fault_is_told_with_its_key(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        board(tmp_path, text)
    assert message in str(caught.value)
    assert str(caught.value).startswith(f"{tmp_path / 'b.toml'}: {caught.value.key}")


def test_an_unknown_name_lists_the_boards_that_ship() -> None:
    with pytest.raises(InputError, match=r"kalidee: must be a board that ships \(free, kalide"):
        sim.load_board("kalidee")


def test_name_too_long_for_a_file_is_no_board() -> None:
    with pytest.raises(InputError, match=r"must be a board that ships \(free, kalide"):
        sim.load_board("x" * 5000)
