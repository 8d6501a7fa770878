"""A knockout: who meets whom, stage by stage, until one side is left."""

from __future__ import annotations

from dataclasses import dataclass

from rules.chance import shuffled, toss
from rules.ruling import Ruling, listed


@dataclass(frozen=True)
class Stage:
    """One stage of a knockout: the games in order, and who goes on without one."""

    number: int
    games: tuple[tuple[str, str], ...]
    bye: str | None = None

    @property
    def is_final(self) -> bool:
        """Whether its one game decides the knockout."""
        return len(self.games) == 1 and self.bye is None

    def ruling(self, clause: str) -> Ruling:
        """Say who plays whom."""
        name = "the final" if self.is_final else f"stage {self.number}"
        meet = listed([f"{a} plays {b}" for a, b in self.games])
        rest = f"; {self.bye} has the bye" if self.bye else ""
        return Ruling(clause, f"{name}: {meet}{rest}.")


def first_draw(sides: tuple[str, ...], seed: int) -> tuple[str, ...]:
    """Return the sides in a drawn order."""
    return tuple(shuffled(seed, "knockout", list(sides)))


def stage(left: tuple[str, ...], number: int, seed: int) -> Stage:
    """Return the games among the sides that are left, in their order; of an odd number one has a drawn bye."""
    playing, bye = list(left), None
    if len(playing) % 2:
        bye = playing.pop(toss(seed, f"bye {number}", len(playing)))
    games = tuple(zip(playing[::2], playing[1::2], strict=True))
    return Stage(number, games, bye)


def goes_on(played: Stage, winners: tuple[str, ...]) -> tuple[str, ...]:
    """Return who is left after a stage, whoever had the bye last."""
    return winners if played.bye is None else (*winners, played.bye)
