"""Work shared out over threads, for compiled functions that let go of Python's lock."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread


def shared_out(work: Callable[[int], int], parts: int, workers: int) -> list[int]:
    """Return ``work(0)`` to ``work(parts - 1)``; each worker takes the next part when it has done one.

    The caller is one of the workers. Nothing outlives the call, so that a process may be forked afterwards.
    """
    results = [0] * parts
    faults: list[BaseException] = []
    left = iter(range(parts))  # next() is one step for Python's lock

    def take() -> None:
        try:
            for part in left:
                results[part] = work(part)
        except BaseException as error:
            faults.append(error)

    others = [Thread(target=take) for _ in range(min(workers, parts) - 1)]
    for thread in others:
        thread.start()
    take()
    for thread in others:
        thread.join()
    if faults:
        raise faults[0]
    return results
