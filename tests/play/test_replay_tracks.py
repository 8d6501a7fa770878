import base64

import numpy as np
import pytest
from replay_runs import kalide_round
from scipy.interpolate import CubicHermiteSpline

from play.replaytracks import packed, packed_points, varints, zigzag
from sim.shot import Trajectory

STEPS = {"t": 1e-6, "x": 0.01, "y": 0.01, "angle": 0.1, "vx": 0.001, "vy": 0.001, "spin": 1.0}


def numbers(text):
    """Read the numbers back one by one, lowest seven bits first."""
    value, shift, out = 0, 0, []
    for byte in base64.b64decode(text):
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            out.append(value)
            value, shift = 0, 0
    return iter(out)


def column(stream, count):
    total, out = 0, []
    for _ in range(count):
        n = next(stream)
        total += n // 2 if n % 2 == 0 else -(n // 2) - 1
        out.append(total)
    return np.array(out, dtype=float)


def unpacked(text, pieces):
    stream = numbers(text)
    tracks = []
    for _ in range(pieces):
        count = next(stream)
        tracks.append({name: step * column(stream, count) for name, step in STEPS.items()})
    assert next(stream, None) is None
    return tracks


def read(track, times):
    """Return x and y in mm and the angle in degrees at some times, by scipy's cubic."""
    if len(track["t"]) == 1:
        return np.array([np.full(len(times), track[name][0]) for name in ("x", "y", "angle")])
    inside = np.clip(times, track["t"][0], track["t"][-1])
    rates = {"x": 1000.0 * track["vx"], "y": 1000.0 * track["vy"], "angle": track["spin"]}
    return np.array([CubicHermiteSpline(track["t"], track[n], rate)(inside) for n, rate in rates.items()])


def motion(times, x, v, y=None):
    """Return the trajectory of one piece "a" that goes along x (m) at v (m/s)."""
    k = len(times)
    positions = np.zeros((k, 1, 2))
    positions[:, 0, 0] = x
    velocities = np.zeros((k, 1, 2))
    velocities[:, 0, 0] = v
    if y is not None:
        positions[:, 0, 1] = y
    return Trajectory(np.asarray(times, float), ("a",), positions, np.zeros((k, 1)), velocities, np.zeros((k, 1)))


def test_numbers_are_folded_and_written_in_groups_of_seven_bits():
    assert zigzag(np.array([0, -1, 1, -2, 2])).tolist() == [0, 1, 2, 3, 4]
    assert varints(np.array([0, 127, 128, 300])) == bytes([0, 127, 0x80, 0x01, 0xAC, 0x02])


def test_a_puck_that_slides_to_rest_needs_its_first_and_last_knot_only():
    # x = vt - at²/2 is itself a cubic: 1 m/s, 2 m/s², at rest after 0.5 s and 250 mm
    t = np.linspace(0.0, 0.5, 501)
    (track,) = unpacked(packed(motion(t, t - t * t, 1.0 - 2.0 * t), ["a"]), 1)
    assert track["t"].tolist() == pytest.approx([0.0, 0.5])
    assert track["x"].tolist() == pytest.approx([0.0, 250.0])
    assert track["vx"].tolist() == pytest.approx([1.0, 0.0])


def test_a_blow_has_a_knot_on_either_side():
    # 1 m/s up to 0.100 s, then back at 0.5 m/s: no cubic across the blow keeps 0.02 m/s
    t = np.linspace(0.0, 0.2, 201)
    after = t > 0.1 + 1e-9
    x = np.where(after, 0.1 - 0.5 * (t - 0.1), t)
    (track,) = unpacked(packed(motion(t, x, np.where(after, -0.5, 1.0)), ["a"]), 1)
    assert {0.1, 0.101} <= {round(float(v), 6) for v in track["t"]}
    assert len(track["t"]) == 4


def test_a_piece_that_lies_still_has_one_knot():
    t = np.linspace(0.0, 1.0, 11)
    (track,) = unpacked(packed(motion(t, np.full(11, -0.01234), 0.0, np.full(11, 0.5)), ["a"]), 1)
    assert {name: values.tolist() for name, values in track.items() if name in "txy"} == {
        "t": [0.0], "x": [pytest.approx(-12.34)], "y": [pytest.approx(500.0)],
    }  # fmt: skip


def test_a_creep_of_more_than_the_bound_is_not_taken_for_lying_still():
    t = np.linspace(0.0, 1.0, 11)
    (track,) = unpacked(packed(motion(t, 0.0001 * t, 0.0001), ["a"]), 1)
    assert track["x"][-1] == pytest.approx(0.1)


def test_every_recorded_instant_of_a_round_is_met_within_the_bounds():
    for shot in kalide_round().shots:
        trajectory = shot.shot.trajectory
        for k, track in enumerate(unpacked(packed(trajectory, trajectory.ids), len(trajectory.ids))):
            x, y, angle = read(track, trajectory.times)
            away = 1000.0 * trajectory.positions[:, k].T - [x, y]
            # the whole microseconds of a knot's time are a further 0.002 mm at 4 m/s
            assert np.hypot(*away).max() <= 0.052
            assert np.abs(np.degrees(trajectory.angles[:, k]) - angle).max() <= 0.3
            speeds = [np.interp(trajectory.times, track["t"], track[name]) for name in ("vx", "vy")]
            assert np.hypot(*(trajectory.velocities[:, k].T - speeds)).max() <= 0.0201


def test_a_round_is_a_few_thousand_letters():
    # twelve shots of some 750 instants; 470 kB as arrays
    shots = kalide_round().shots
    assert sum(len(packed(s.shot.trajectory, s.shot.trajectory.ids)) for s in shots) < 20_000


def test_pieces_come_in_the_order_asked_for():
    trajectory = kalide_round().shots[3].shot.trajectory
    ids = list(reversed(trajectory.ids))
    first, *_, last = unpacked(packed(trajectory, ids), len(ids))
    assert first["x"][0] == pytest.approx(1000.0 * trajectory.positions[0, -1, 0], abs=0.006)
    assert last["x"][0] == pytest.approx(1000.0 * trajectory.positions[0, 0, 0], abs=0.006)


def test_points_are_kept_to_a_tenth_of_a_millimetre():
    stream = numbers(packed_points(np.array([[1.04, -2.06], [100.0, 3.0]])))
    assert next(stream) == 2
    assert column(stream, 2).tolist() == [10, 1000]
    assert column(stream, 2).tolist() == [-21, 30]


@pytest.mark.parametrize("wrong", [np.nan, np.inf, 1e300])
def test_a_number_that_cannot_be_stored_is_refused(wrong):
    with pytest.raises(ValueError, match="finite"):
        packed(motion([0.0, 1.0], np.array([0.0, wrong]), 0.0), ["a"])
