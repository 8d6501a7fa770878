"""What a known answer is, and how ours is held against it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Case:
    """A known answer and the way to ours.

    Attributes
    ----------
    section : number and title, as in the physics notes
    known : the answer, typed in with the digits that its source gives
    unit : "" for a pure number
    source : who says so
    ours : computes the same with the project, and without the formula behind the known answer
    tolerance : largest error that passes, in `unit` where `absolute`, else as a share of `known`
    """

    section: str
    name: str
    known: float
    unit: str
    source: str
    ours: Callable[[], float]
    tolerance: float
    absolute: bool = False


@dataclass(frozen=True)
class Outcome:
    """A case and what came of it. `fault` is the message of an error that kept ours from being computed."""

    case: Case
    ours: float
    fault: str = ""

    @property
    def error(self) -> float:
        """Distance from the known answer, in the unit or as a share of it; NaN where there is no answer of ours."""
        distance = abs(self.ours - self.case.known)
        return distance if self.case.absolute else distance / abs(self.case.known)

    @property
    def passes(self) -> bool:
        """Whether the error is within the tolerance."""
        return self.error <= self.case.tolerance


def measured(case: Case) -> Outcome:
    """Compute a case; one that raises is told as failed, so that the others are still seen."""
    try:
        return Outcome(case, float(case.ours()))
    except Exception as error:
        return Outcome(case, math.nan, f"{type(error).__name__}: {error}")


def threshold(happens: Callable[[float], bool], where_it_does: float, where_not: float, within: float) -> float:
    """Halve the range between a value where something happens and one where it does not, until it is `within` wide.

    Returns
    -------
    float
        The middle of what is left.

    Raises
    ------
    ValueError
        If it happens at both ends, or at neither, or the wrong way round.
    """
    yes, no = where_it_does, where_not
    if not happens(yes) or happens(no):
        raise ValueError(f"must happen at {yes:g} and not at {no:g}")
    while abs(no - yes) > within:
        middle = 0.5 * (yes + no)
        if happens(middle):
            yes = middle
        else:
            no = middle
    return 0.5 * (yes + no)
