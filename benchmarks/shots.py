"""How long a round of Ka'lide takes: ``python -m benchmarks.shots``.

Prints the processor time of the example's twelve shots with the loop compiled, how many times as long the same loop
takes through the batch module, and how long the first shot takes on a machine that has compiled nothing yet.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import sim
from play.match import run

ROUND = Path(__file__).parent.parent / "examples" / "kalide_round.toml"


def replay(loop: str, repeats: int) -> float:
    """Least processor time of the round's shots, s, played again from the layouts they started from."""
    record = run(ROUND)
    before = [shot.shot.start.without([shot.shot.start.ids[-1]]) for shot in record.shots]
    settings = sim.Settings(loop="batch" if loop == "batch" else "compiled")
    least = float("inf")
    for _ in range(repeats):
        begun = time.process_time()
        for shot, layout in zip(record.shots, before, strict=True):
            sim.simulate(record.board, layout, shot.shot.action, settings=settings)
        least = min(least, time.process_time() - begun)
    return least


def first_shot() -> float:
    """Time to the end of the first shot in a new process with an empty cache, s."""
    code = "import play.match as m, sys; m.run(sys.argv[1], on_shot=lambda *_: sys.exit())"
    with tempfile.TemporaryDirectory() as cache:
        begun = time.perf_counter()
        subprocess.run(
            [sys.executable, "-c", code, str(ROUND)], env={**os.environ, "NUMBA_CACHE_DIR": cache}, check=True
        )
        return time.perf_counter() - begun


def main() -> None:
    """Measure and print."""
    replay("batch", 1)
    compiled, batch = replay("compiled", 7), replay("batch", 3)
    print(f"a round of 12 shots, compiled loop: {1000 * compiled:.0f} ms of processor time")
    print(f"through the batch module: {batch / compiled:.1f} times as long")
    print(f"first shot with nothing compiled: {first_shot():.1f} s")


if __name__ == "__main__":
    main()
