"""What a round's points make of the totals, and whether that ends the match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.ruling import Ruling, listed


@dataclass(frozen=True)
class Result:
    """The totals, who wins, whether it is a draw, and why."""

    totals: dict[str, int]
    winner: str | None
    draw: bool
    rulings: tuple[Ruling, ...]


def highest(points: Mapping[str, int]) -> list[str]:
    """Return the sides with most, in their order."""
    most = max(points.values())
    return [side for side, has in points.items() if has == most]


def result(before: Mapping[str, int], points: Mapping[str, int], options: Mapping[str, str], number: int) -> Result:
    """Add a round's points to the totals before it, and see whether that ends the match (F19 to F21).

    Parameters
    ----------
    before, points : mapping of side to int
    number : int
        Of the round; 0 where it is not known, so that no number of rounds ends the match.
    """
    goal = options["goal"]
    if goal == "exactly":
        return _exactly(before, points, options)
    totals = {side: total + points[side] for side, total in before.items()}
    target = int(options["target"])
    told = ", ".join(f"{side} {total}" for side, total in totals.items())
    best = highest(totals)
    if goal == "most":
        if number < int(options["rounds"]):
            return Result(totals, None, False, ())
        clause, state = "F19", f"{number} round{'s' if number > 1 else ''} are over ({told})"
        state = state if number > 1 else f"the round is over ({told})"
    elif totals[best[0]] < target:
        return Result(totals, None, False, ())
    else:
        clause, state = "F20", f"{target} points are reached ({told})"
    if len(best) == 1:
        return Result(totals, best[0], False, (Ruling(clause, f"{state}: {best[0]} has most and wins.", best[0]),))
    return _shared(totals, f"{state}, and {listed(best)} have most", options, "the totals differ")


def _shared(totals: dict[str, int], state: str, options: Mapping[str, str], until: str) -> Result:
    """Rule on several sides that would win."""
    if options["tie"] == "draw":
        return Result(totals, None, True, (Ruling("F21", f"{state}: a draw."),))
    return Result(totals, None, False, (Ruling("F21", f"{state}: another round is played, until {until}."),))


def _exactly(before: Mapping[str, int], points: Mapping[str, int], options: Mapping[str, str]) -> Result:
    target = int(options["target"])
    totals, rulings = dict[str, int](), list[Ruling]()
    for side, total in before.items():
        over = total + points[side] > target
        totals[side] = total if over else total + points[side]
        if over:
            why = f"{side} had {total} and made {points[side]}, which would be more than {target}: the round is ignored"
            rulings.append(Ruling("F20", f"{why} for {side}, who stays at {total}.", side))
    there = [side for side, total in totals.items() if total == target]
    if not there:
        return Result(totals, None, False, tuple(rulings))
    if len(there) == 1:
        won = Ruling("F20", f"{there[0]} has exactly {target} and wins.", there[0])
        return Result(totals, there[0], False, (*rulings, won))
    ahead = highest({side: points[side] for side in there})
    if options["tie"] == "sudden_death" and len(ahead) == 1 and all(before[side] == target for side in there):
        why = f"{listed(there)} had exactly {target} and played on; {ahead[0]} made most in this round and wins."
        return Result(totals, ahead[0], False, (*rulings, Ruling("F21", why, ahead[0])))
    shared = _shared(
        totals, f"{listed(there)} have exactly {target}", options, "one of them makes more than the others"
    )
    return Result(totals, None, shared.draw, (*rulings, *shared.rulings))
