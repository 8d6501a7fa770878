"""Section 2: a disc on the table that slides and spins."""

from __future__ import annotations

from functools import cache, partial

from benchmarks.physics.cases import Case, threshold
from benchmarks.physics.setups import BLANK, RADIUS, let_go, lying, puck, rough, script
from sim.friction import disc_friction

FARKAS = "Farkas, Bartels, Unger, Wolf 2003"
COULOMB = "Coulomb"
SCRIPT = "02_sliding_and_spinning.toml"


@cache
def _alone(speed: float, spin: float, until: float | None = None) -> tuple[float, float, float, float, float]:
    """Time, place, angle, speed and spin of a disc with nothing else on the table."""
    shot = let_go(rough(), lying([(0, 0)], [puck(BLANK)]), {"a": (speed, 0)}, {"a": spin}, until)
    x, angle = shot.layout.positions[0, 0], shot.layout.angles[0]
    return shot.duration, float(x), float(angle), float(shot.velocities[0, 0]), float(shot.spins[0])


def _result(which: int, speed: float, spin: float, until: float | None = None) -> float:
    return _alone(speed, spin, until)[which]


def _law(which: int, ratio: float) -> float:
    return float(disc_friction(ratio)[which])


def _ratio(start: float, share: float) -> float:
    """v/(Rω) after a share of the time to rest, for a disc that begins with `start`."""
    spin = 60.0
    speed = start * RADIUS * spin
    end = _alone(speed, spin)[0]
    *_, late_speed, late_spin = _alone(speed, spin, share * end)
    return late_speed / (RADIUS * late_spin)


def _kept_ratio() -> float:
    """Find the v/(Rω) that a disc keeps: below it the ratio rises, above it falls."""
    return threshold(lambda start: _ratio(start, 0.5) > start, 0.4, 1.2, 1e-6)


case = partial(Case, "2 sliding and spinning")
MILLIMETRE = 1e-3


def _stop(name: str, speed: float, spin: float, time: float, x: float | None, angle: float | None) -> list[Case]:
    """Where and when a disc comes to rest."""
    source = FARKAS if speed and spin else COULOMB
    found = [case(f"{name}: time", time, "s", source, partial(_result, 0, speed, spin), 0.5e-3, True)]
    if x is not None:
        ours = partial(_result, 1, speed, spin)
        found.append(case(f"{name}: way", x, "m", source, ours, 0.1 * MILLIMETRE, True))
    if angle is not None:
        # 0.1 mm at the rim
        ours = partial(_result, 2, speed, spin)
        found.append(case(f"{name}: angle", angle, "rad", source, ours, 0.1 * MILLIMETRE / RADIUS, True))
    return found


CASES = (
    *(
        case(f"{what} at v/(Rω) = {ratio:g}", known, "", FARKAS, partial(_law, which, ratio), 1e-5)
        for ratio, row in (
            (0.3, (0.2965859192, 0.6224358261)),
            (1.0, (0.8488263632, 0.2829421211)),
            (3.0, (0.9859111660, 0.0841302349)),
        )
        for which, (what, known) in enumerate(zip(("force", "torque"), row, strict=True))
    ),
    case("v/(Rω) that a disc keeps", 0.6530017892, "", FARKAS, _kept_ratio, 1e-3, True),
    case("v/(Rω) just before rest, from 0.667", 0.6530017892, "", FARKAS, partial(_ratio, 2 / 3, 0.999), 1e-3, True),
    *_stop("0.5 m/s", 0.5, 0.0, 0.2548419980, 0.0637104995, None),
    *_stop("60 rad/s", 0.0, 60.0, 0.2866972477, None, 8.600917431),
    *_stop("both", 0.5, 60.0, 0.4091214366, 0.1020117281, 12.30205154),
    case("both, after 0.15 s: speed", 0.3158118615, "m/s", FARKAS, partial(_result, 3, 0.5, 60.0, 0.15), 1e-5, True),
    case("both, after 0.15 s: spin", 38.09357922, "rad/s", FARKAS, partial(_result, 4, 0.5, 60.0, 0.15), 1e-3, True),
    case("script: last of three to stop", 0.4091214366, "s", FARKAS, lambda: script(SCRIPT).duration, 0.5e-3, True),
)
