"""What a piece is: its kind (shape, mass, magnet, materials) and its identity on the table."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from sim.values import Face, Vector3


@dataclass(frozen=True)
class PieceKind:
    """A kind of puck or stone. Lengths in m, mass in kg, moment in A·m².

    Attributes
    ----------
    semi_axes : (2,) floats, m
        Half lengths along the piece's x and y; equal for a disc.
    moment : (3,) floats, A·m²
        Magnetic moment in the piece's own frame, face up. It sits at half the height, as the centre of mass does.
    restitution, friction : float
        Of two equal pieces meeting; unlike ones take the geometric mean.
    contact : "disc" or "ring"
        Where the piece rests on the table: evenly on its whole area, or on its rim alone.
    cylinder : radius and height of the magnet, m
        It is magnetised along its own axis, the direction of `moment`. Zeros: a point dipole.
    """

    name: str
    shape: Literal["disc", "ellipse"]
    semi_axes: tuple[float, float]
    height: float
    mass: float
    moment: Vector3 = (0.0, 0.0, 0.0)
    restitution: float = 0.0
    friction: float = 0.0
    contact: Literal["disc", "ring"] = "disc"
    cylinder: tuple[float, float] = (0.0, 0.0)

    @property
    def radius(self) -> float:
        """Radius of a disc; the longer half axis of an ellipse, m."""
        return max(self.semi_axes)

    @property
    def inertia(self) -> float:
        """Moment of inertia about the vertical of a uniform body, kg·m²: m(a² + b²)/4, which is ½mR² for a disc."""
        a, b = self.semi_axes
        return self.mass * (a * a + b * b) / 4.0

    @property
    def tip_inertia(self) -> float:
        """Moment of inertia about a horizontal axis through the middle, kg·m²: m(3r² + h²)/12, r² = (a² + b²)/2."""
        a, b = self.semi_axes
        return self.mass * (1.5 * (a * a + b * b) + self.height**2) / 12.0

    def footprint(self, face: Face) -> tuple[float, float]:
        """Half lengths along the piece's x and y as seen from above, m.

        A piece on edge is taken as the ellipse within the rectangle that its side shows.
        """
        return (self.semi_axes[0], self.height / 2.0) if face == "edge" else self.semi_axes

    def centre_height(self, face: Face) -> float:
        """Height of the middle above the table, m: half the height, or the half width of a piece on edge."""
        return self.semi_axes[1] if face == "edge" else self.height / 2.0

    @property
    def contact_area(self) -> float:
        """Area seen from above, m²."""
        return math.pi * self.semi_axes[0] * self.semi_axes[1]

    @cached_property
    def friction_radius(self) -> float:
        """Radius of the disc whose spinning friction equals this piece's, m.

        A uniform-pressure area spinning about its centre feels the torque μN⟨r⟩, ⟨r⟩ the mean distance from the centre;
        for a disc that is ⅔R, so the equivalent radius is 1.5⟨r⟩. Exact for a disc. On a ring the mean distance itself.
        """
        a, b = self.semi_axes
        if a == b:
            return a
        if self.contact == "ring":
            # evenly along the rim
            steps = [2.0 * math.pi * k / 256 for k in range(256)]
            rim = [math.hypot(a * math.sin(t), b * math.cos(t)) for t in steps]
            far = [math.hypot(a * math.cos(t), b * math.sin(t)) for t in steps]
            return sum(r * d for r, d in zip(far, rim, strict=True)) / sum(rim)
        # ⟨r⟩ = ∮ρ³dθ / (3πab) with ρ(θ) the polar radius; the trapezoid over a period converges exponentially
        n = 256
        total = 0.0
        for k in range(n):
            angle = 2.0 * math.pi * k / n
            total += ((math.cos(angle) / a) ** 2 + (math.sin(angle) / b) ** 2) ** -1.5
        return 1.5 * (total * 2.0 * math.pi / n) / (3.0 * math.pi * a * b)


@dataclass(frozen=True)
class Piece:
    """One piece: who it is, not where it lies (a :class:`~sim.layout.Layout` says that)."""

    id: str
    kind: PieceKind
    owner: str | None = None
    pinned: bool = False


def faced(moment: Vector3, face: Face) -> Vector3:
    """Moment in the piece's planar frame for a face: down is a half turn about the piece's x axis.

    On edge, the moment's axis lies in the plane; a piece so lies still and is judged alone, so its moment is taken
    as the face-up moment turned a quarter about the piece's x axis.
    """
    mx, my, mz = moment
    if face == "down":
        return (mx, -my, -mz)
    if face == "edge":
        return (mx, -mz, my)
    return moment
