"""What a run leaves: every shot, ruling and total, and the same as JSON and arrays."""

from __future__ import annotations

import io
import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rules.players import Player
from rules.ruling import Ruling
from sim.board import Board
from sim.boardfile import board_names
from sim.layout import Layout
from sim.shot import Shot, Trajectory

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True, eq=False)
class ShotRecord:
    """One action of a game: who, what, and the table after it with the rules' statuses."""

    number: int
    by: str
    action: str
    shot: Shot
    layout: Layout
    rulings: tuple[Ruling, ...] = ()


@dataclass(frozen=True, eq=False)
class RoundRecord:
    """One round: `opening` says who starts and why; `points` is None while the round is not over."""

    number: int
    opening: tuple[Ruling, ...] = ()
    shots: tuple[ShotRecord, ...] = ()
    points: dict[str, int] | None = None

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """Every ruling of the round, in order."""
        return (*self.opening, *(r for shot in self.shots for r in shot.rulings))


@dataclass(frozen=True)
class GameRecord:
    """One game of a knockout: which of the record's rounds are its own, by index, and how it ended."""

    sides: tuple[str, ...]
    rounds: tuple[int, ...]
    totals: dict[str, int]
    winner: str | None


@dataclass(frozen=True, eq=False)
class Record:
    """A run from first action to last.

    Attributes
    ----------
    game : str or None
        None for a bare table, which has one shot and no rules.
    board_name : str
        As the script names the board.
    start : Layout
        What lay on the table at first.
    stopped : Ruling or None
        The ruling that ended the run, where an action was illegal.
    to_play, legal : str or None, str
        Of an unfinished match: whose turn it is, and what would be legal now.
    games : tuple of GameRecord
        Of a knockout.
    """

    title: str
    game: str | None
    board: Board
    board_name: str
    seed: int
    start: Layout
    rounds: tuple[RoundRecord, ...] = ()
    totals: dict[str, int] = field(default_factory=dict)
    winner: str | None = None
    outcome: str = "unfinished"
    stopped: Ruling | None = None
    to_play: str | None = None
    legal: str = ""
    games: tuple[GameRecord, ...] = ()
    owners: dict[str, str | None] = field(default_factory=dict)
    players: tuple[Player, ...] = ()
    options: dict[str, str] = field(default_factory=dict)
    script_path: str = ""

    @property
    def shots(self) -> tuple[ShotRecord, ...]:
        """Every shot of every round."""
        return tuple(shot for one in self.rounds for shot in one.shots)

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """Every ruling of every round."""
        return tuple(ruling for one in self.rounds for ruling in one.rulings)

    def to_json(self) -> dict[str, Any]:
        """Return the run as plain values, mm and degrees, with the keys of the file ``result.json``."""
        from play.recordjson import record_json

        return record_json(self)

    def to_text(self, file: Path | None = None) -> str:
        """Return the JSON as text; the same run gives the same bytes.

        Where `file` is given, a board of one's own is named relative to that file, as paths in files are.
        """
        values = self.to_json()
        if file is not None and self.game is not None and self.board_name not in board_names():
            board = (Path(self.script_path).parent / self.board_name).resolve()
            values["board"] = Path(os.path.relpath(board, file.resolve().parent)).as_posix()
        return json.dumps(values, indent=1, allow_nan=False, ensure_ascii=False) + "\n"

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the trajectories as the arrays of ``trajectory.npz``.

        A bare table has one: ``t_s``, ``ids``, ``xy_m``, ``angle_rad``, ``velocity_m_s``, ``spin_rad_s``. A game has
        these for every shot with a prefix, as ``r1_s01_t_s`` (``g2_r1_s01_t_s`` in a knockout's second game);
        ``shots`` lists the prefixes in order, ``rulings`` how many were given with each. For what is kept of a shot
        beside that see :func:`play.npzfile.shot_arrays`.
        """
        from play.npzfile import shot_arrays

        if self.game is None:
            return _trajectory_arrays(self.shots[0].shot.trajectory, "")
        out: dict[str, NDArray[Any]] = {}
        prefixes = []
        game_of = {k: f"g{g}_" for g, game in enumerate(self.games, start=1) for k in game.rounds}
        for k, one in enumerate(self.rounds):
            for shot in one.shots:
                prefix = f"{game_of.get(k, '')}r{one.number}_s{shot.number:02d}_"
                prefixes.append(prefix)
                out.update(_trajectory_arrays(shot.shot.trajectory, prefix))
                out.update(shot_arrays(shot.shot, prefix))
        out["shots"] = np.array(prefixes, dtype=np.str_)
        out["rulings"] = np.array([len(shot.rulings) for shot in self.shots], dtype=np.int64)
        return out

    def npz(self) -> bytes:
        """Return ``trajectory.npz`` as bytes; numpy dates its members 1980, so that equal runs give equal bytes."""
        from play.npzfile import table_text, with_comment

        buffer = io.BytesIO()
        np.savez_compressed(buffer, **self.arrays())  # type: ignore[arg-type]
        return with_comment(buffer.getvalue(), "" if self.game is not None else table_text(self.board, self.start))

    def plot(self, kind: str = "final", *, ax: Axes | None = None, **options: Any) -> Axes:
        """Draw the run and return the Axes; where there are several, the first: their ``figure`` holds them all.

        Parameters
        ----------
        kind : {"trajectories", "final", "field", "energy", "speed"}
        ax : Axes to draw on; left out: a figure of its own, of which pyplot knows nothing
        **options : ``round``, ``shot``, ``style`` and the others of :func:`play.graphs.draw`

        Raises
        ------
        KeyError, ValueError
            As :func:`play.graphs.draw`.
        """
        from play.graphs import draw

        figure = draw(self, kind, ax=ax, **options)
        return figure.axes[0] if ax is None else ax

    def _repr_png_(self) -> bytes:
        """Return the final picture for notebooks."""
        from play.plot import final_figure, png

        return png(final_figure(self))


def _trajectory_arrays(trajectory: Trajectory, prefix: str) -> dict[str, NDArray[Any]]:
    return {
        f"{prefix}t_s": trajectory.times,
        f"{prefix}ids": np.array(trajectory.ids, dtype=np.str_),
        f"{prefix}xy_m": trajectory.positions,
        f"{prefix}angle_rad": trajectory.angles,
        f"{prefix}velocity_m_s": trajectory.velocities,
        f"{prefix}spin_rad_s": trajectory.spins,
    }
