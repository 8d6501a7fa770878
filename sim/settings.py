"""How a shot is simulated: numbers that belong to the method, not to the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Settings:
    """Settings of a simulation; the defaults are those that the validation cases are run with.

    Attributes
    ----------
    until : float or None, s
        Run to this time exactly; None: until all rests.
    limit : float, s
        A shot that has not come to rest by then is ended with the event ``gave_up``.
    record_every : float, s
        Interval of the recorded trajectory. It changes nothing in the motion.
    accuracy : float
        Largest share of its own time scale that a free substep may take (dimensionless).
    loop : "compiled" or "batch"
        The compiled step loop, or the same loop through :mod:`pymunk.batch`; the results are the same bits.
    """

    until: float | None = None
    limit: float = 60.0
    record_every: float = 1e-3
    accuracy: float = 0.02
    loop: Literal["compiled", "batch"] = "compiled"
