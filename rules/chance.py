"""What is left to chance in a game: drawn from the match's seed and what it is for, so that nothing else shifts it."""

from __future__ import annotations

from typing import Literal, TypeVar

T = TypeVar("T")


def toss(seed: int, purpose: str, count: int) -> int:
    """Return a number from 0 to `count` − 1, the same for the same seed and purpose."""
    from numpy.random import SeedSequence

    return int(SeedSequence([seed % 2**64, *purpose.encode()]).generate_state(1)[0]) % count


def face(seed: int, number: int, piece_id: str) -> Literal["up", "down"]:
    """Return which face is up, from seed, round and id alone: another shot changes no other face."""
    from numpy.random import SeedSequence

    words = [seed % 2**64, number, *piece_id.encode()]
    return "down" if int(SeedSequence(words).generate_state(1)[0]) & 1 else "up"


def shuffled(seed: int, purpose: str, items: list[T]) -> list[T]:
    """Return the items in a drawn order."""
    from numpy.random import SeedSequence, default_rng

    order = default_rng(SeedSequence([seed % 2**64, *purpose.encode()])).permutation(len(items))
    return [items[k] for k in order]
