"""Permanent magnets by grade and size, and the moment they carry."""

from __future__ import annotations

import difflib
import math
from dataclasses import dataclass
from types import MappingProxyType

from sim.values import MU0, Vector3

REMANENCE = MappingProxyType(
    {
        # sintered NdFeB: the middle of the range that makers' tables give a grade (N35 1.17 to 1.22 T, N52
        # 1.43 to 1.48 T), to 0.01 T; a real magnet lies within ± 2.5 % of it
        "N28": 1.06,
        "N30": 1.10,
        "N33": 1.15,
        "N35": 1.20,
        "N38": 1.24,
        "N40": 1.27,
        "N42": 1.30,
        "N45": 1.35,
        "N48": 1.40,
        "N50": 1.43,
        "N52": 1.45,
        "N55": 1.49,
        # samarium-cobalt, 1-5 and 2-17 alloys by energy product in MGOe: typical of makers' tables
        "SmCo18": 0.87,
        "SmCo22": 0.96,
        "SmCo26": 1.04,
        "SmCo30": 1.10,
        # hard ferrite, Chinese grades (SJ/T 10410): the middle of each range
        "Y10T": 0.21,
        "Y25": 0.38,
        "Y30": 0.385,
        "Y35": 0.405,
        # hard ferrite and cast AlNiCo: nominal values of MMPA 0100-00 (Magnetic Materials Producers
        # Association)
        "C1": 0.23,
        "C5": 0.38,
        "C8": 0.385,
        "AlNiCo5": 1.28,
        "AlNiCo8": 0.82,
    }
)
"""Nominal remanence of magnet grades at room temperature, T."""


@dataclass(frozen=True)
class Magnet:
    """A cylinder magnetised uniformly along its own axis, which points along `axis`.

    Parameters
    ----------
    grade : name of a grade in :data:`REMANENCE`, or None
    diameter, height : m
    remanence : T, instead of a grade
    axis : direction of the cylinder and of the moment in the piece's frame; its length does not matter

    Raises
    ------
    ValueError
        Unknown grade, both or neither of grade and remanence, a size or remanence not above 0, an axis
        without a direction.

    Examples
    --------
    >>> round(Magnet(grade="N35", diameter=0.010, height=0.003).moment, 3)
    0.225
    """

    grade: str | None = None
    diameter: float = 0.0
    height: float = 0.0
    remanence: float | None = None
    axis: Vector3 = (0.0, 0.0, 1.0)

    def __post_init__(self) -> None:
        if self.grade is None and self.remanence is None:
            raise ValueError("a magnet needs a grade or a remanence, got neither")
        if self.grade is not None and self.remanence is not None:
            raise ValueError(f"a magnet has a grade or a remanence, got both: {self.grade!r} and {self.remanence!r} T")
        if self.grade is not None and self.grade not in REMANENCE:
            raise ValueError(_unknown(self.grade))
        for name, unit in (("diameter", "m"), ("height", "m"), ("remanence", "T")):
            value = getattr(self, name)
            if value is not None and not 0.0 < value < math.inf:
                raise ValueError(f"{name} must be above 0 {unit}, got {value!r}")
        axis = tuple(float(a) for a in self.axis)
        if len(axis) != 3 or not 0.0 < math.hypot(*axis) < math.inf:
            raise ValueError(f"axis must be a direction of 3 finite numbers, not all 0, got {self.axis!r}")
        object.__setattr__(self, "axis", axis)

    @property
    def moment(self) -> float:
        """Size of the magnetic moment, B_r·V/μ0, A·m²."""
        remanence = REMANENCE[self.grade] if self.grade is not None else self.remanence
        assert remanence is not None  # for the type checker: __post_init__ has seen to it
        return float(remanence / MU0 * math.pi / 4.0 * self.diameter**2 * self.height)

    @property
    def cylinder(self) -> tuple[float, float]:
        """Radius and height, m."""
        return (0.5 * self.diameter, self.height)

    @property
    def vector(self) -> Vector3:
        """The moment as a vector in the piece's frame, A·m²."""
        length = math.hypot(*self.axis)
        x, y, z = (self.moment * (a / length) for a in self.axis)
        return (x, y, z)


def _unknown(grade: str) -> str:
    by_lower = {name.lower(): name for name in REMANENCE}
    near = difflib.get_close_matches(grade.lower(), by_lower, 1, 0.3)
    hint = f", did you mean {by_lower[near[0]]}?" if near else "."
    return f"unknown grade {grade!r}{hint} Known are {', '.join(REMANENCE)}"
