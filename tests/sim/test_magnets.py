from __future__ import annotations

import math
from itertools import pairwise

import pytest

from sim.magnets import REMANENCE, Magnet


@pytest.mark.parametrize(
    ("grade", "diameter", "height", "moment"),
    [("N35", 0.010, 0.003, 0.225), ("N35", 0.012, 0.003, 0.324), ("N42", 0.010, 0.005, 0.40626)],
)
def test_a_magnet_of_a_grade_has_the_known_moment(grade, diameter, height, moment):
    assert Magnet(grade=grade, diameter=diameter, height=height).moment == pytest.approx(moment, rel=5e-4)


def test_the_moment_is_a_plain_float():
    assert type(Magnet(grade="N42", diameter=0.010, height=0.005).moment) is float


def test_the_moment_is_remanence_times_volume_over_mu0():
    magnet = Magnet(remanence=1.0, diameter=0.02, height=0.01)
    volume = math.pi * 0.01**2 * 0.01
    assert magnet.moment == pytest.approx(volume / (4e-7 * math.pi), rel=1e-14)


@pytest.mark.parametrize(("grade", "remanence"), [("N35", 1.20), ("N42", 1.30)])
def test_the_grades_that_boards_use_keep_their_remanence(grade, remanence):
    assert REMANENCE[grade] == remanence


def test_a_higher_neodymium_grade_has_more_remanence():
    neo = [REMANENCE[name] for name in sorted(g for g in REMANENCE if g.startswith("N"))]
    assert all(low < high for low, high in pairwise(neo))


@pytest.mark.parametrize("family", ["N28", "N55", "SmCo", "Y", "C", "AlNiCo"])
def test_every_family_of_magnets_has_a_grade(family):
    assert any(name.startswith(family) for name in REMANENCE)


@pytest.mark.parametrize(
    ("axis", "direction"),
    [
        ((0, 0, 1), (0, 0, 1)),
        ((2, 0, 0), (1, 0, 0)),
        ((0, -3, 4), (0, -0.6, 0.8)),
        ((1e300, 0, 0), (1, 0, 0)),
    ],
)
def test_the_vector_points_along_the_axis_whatever_its_length(axis, direction):
    magnet = Magnet(grade="N42", diameter=0.010, height=0.005, axis=axis)
    assert magnet.vector == pytest.approx([magnet.moment * d for d in direction], rel=1e-14)


GOOD = {"grade": "N42", "diameter": 0.01, "height": 0.005}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"grade": "N43"}, "unknown grade 'N43', did you mean N4[0258]"),
        ({"grade": "n42"}, r"unknown grade 'n42', did you mean N42\? Known are N28, "),
        ({"grade": "smco30"}, "did you mean SmCo30"),
        ({"grade": "???"}, r"unknown grade '\?\?\?'. Known are N28, "),
        ({"grade": None}, "needs a grade or a remanence, got neither"),
        ({"remanence": 1.3}, "a grade or a remanence, got both: 'N42' and 1.3 T"),
        ({"diameter": 0.0}, "diameter must be above 0 m, got 0.0"),
        ({"height": -0.005}, "height must be above 0 m, got -0.005"),
        ({"height": math.nan}, "height must be above 0 m, got nan"),
        ({"diameter": math.inf}, "diameter must be above 0 m, got inf"),
        ({"grade": None, "remanence": -1.0}, "remanence must be above 0 T, got -1.0"),
        (
            {"axis": (0.0, 0.0, 0.0)},
            r"axis must be a direction of 3 finite numbers, not all 0, got \(0.0, 0.0, 0.0\)",
        ),
        ({"axis": (0.0, math.nan, 1.0)}, "axis must be a direction of 3 finite numbers"),
        ({"axis": (1.0, 0.0)}, "axis must be a direction of 3 finite numbers"),
    ],
)
def test_a_magnet_that_cannot_be_is_refused(change, message):
    with pytest.raises(ValueError, match=message):
        Magnet(**(GOOD | change))
