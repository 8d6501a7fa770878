"""Permanent magnets by grade and size, and the moment they carry."""

from __future__ import annotations

import difflib
import math
from dataclasses import dataclass

from sim.values import MU0, Vector3

REMANENCE = {
    # NdFeB, nominal values of manufacturers' tables (Arnold Magnetic Technologies, Neo catalogue; within ± 2 %)
    "N28": 1.06,
    "N30": 1.10,
    "N33": 1.15,
    "N35": 1.20,
    "N38": 1.24,
    "N40": 1.27,
    "N42": 1.30,
    "N45": 1.34,
    "N48": 1.39,
    "N50": 1.42,
    "N52": 1.45,
    "N55": 1.48,
    # samarium-cobalt, the same source: SmCo5 (22 MGOe) and Sm2Co17 (30 MGOe)
    "SmCo22": 0.96,
    "SmCo30": 1.10,
    # hard ferrite: IEC 60404-8-1, grades also named Y (China) and C (MMPA)
    "Y10": 0.22,
    "Y25": 0.38,
    "Y30": 0.39,
    "Y35": 0.41,
    "C1": 0.23,
    "C5": 0.38,
    "C8": 0.39,
    # AlNiCo, MMPA 0100-00
    "AlNiCo5": 1.28,
    "AlNiCo8": 0.82,
}
"""Remanence of magnet grades, T."""


@dataclass(frozen=True)
class Magnet:
    """A cylinder magnetised uniformly along `axis`.

    Parameters
    ----------
    grade : name of a grade in :data:`REMANENCE`, or None
    diameter, height : m
    remanence : T, instead of a grade
    axis : direction of the moment in the piece's frame; its length does not matter

    Raises
    ------
    ValueError
        Unknown grade, both or neither of grade and remanence, a size not above 0, a zero axis.

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
        if (self.grade is None) == (self.remanence is None):
            raise ValueError("a magnet has either a grade or a remanence")
        if self.grade is not None and self.grade not in REMANENCE:
            near = difflib.get_close_matches(self.grade, REMANENCE, 1, 0.3)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise ValueError(f"unknown grade {self.grade!r}{hint} Known: {', '.join(REMANENCE)}")
        for name in ("diameter", "height"):
            size = getattr(self, name)
            if not (math.isfinite(size) and size > 0.0):
                raise ValueError(f"{name} must be above 0 m, got {size!r}")
        if self.remanence is not None and not math.isfinite(self.remanence):
            raise ValueError(f"remanence must be finite, got {self.remanence!r}")
        if not math.hypot(*self.axis) > 0.0:
            raise ValueError("axis must have a direction, got a zero vector")

    @property
    def moment(self) -> float:
        """Magnetic moment B_r·V/μ0, A·m²."""
        remanence = REMANENCE[self.grade] if self.grade is not None else self.remanence
        assert remanence is not None
        return float(remanence / MU0 * math.pi / 4.0 * self.diameter**2 * self.height)

    @property
    def vector(self) -> Vector3:
        """The moment as a vector in the piece's frame, A·m²."""
        length = math.hypot(*self.axis)
        x, y, z = (self.moment * a / length for a in self.axis)
        return (x, y, z)
