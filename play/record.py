"""What a run leaves: every shot, ruling and total, and the same as JSON and arrays."""

from __future__ import annotations

import io
import json
import math
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rules.players import Player
from rules.ruling import Ruling
from sim.board import Board
from sim.boardfile import board_names
from sim.layout import Layout
from sim.shot import Event, Shot, Trajectory
from sim.sticking import natural_key
from sim.values import Floats


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
        return _bare_json(self) if self.game is None else _game_json(self)

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
        these for every shot with a prefix, as ``r1_s01_t_s``, and ``shots`` lists the prefixes in order.
        """
        if self.game is None:
            return _trajectory_arrays(self.shots[0].shot.trajectory, "")
        out: dict[str, NDArray[Any]] = {}
        prefixes = []
        for one in self.rounds:
            for shot in one.shots:
                prefix = f"r{one.number}_s{shot.number:02d}_"
                prefixes.append(prefix)
                out.update(_trajectory_arrays(shot.shot.trajectory, prefix))
        out["shots"] = np.array(prefixes, dtype=np.str_)
        return out

    def npz(self) -> bytes:
        """Return ``trajectory.npz`` as bytes; numpy dates its members 1980, so that equal runs give equal bytes."""
        buffer = io.BytesIO()
        np.savez_compressed(buffer, **self.arrays())  # type: ignore[arg-type]
        return buffer.getvalue()

    def plot(self) -> Any:
        """Return the final picture as a matplotlib Figure."""
        from play.plot import final_figure

        return final_figure(self)


def version() -> str:
    """Return the version of the program, as installed."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed("magpuck")
    except PackageNotFoundError:
        return "0+unknown"


def _trajectory_arrays(trajectory: Trajectory, prefix: str) -> dict[str, NDArray[Any]]:
    return {
        f"{prefix}t_s": trajectory.times,
        f"{prefix}ids": np.array(trajectory.ids, dtype=np.str_),
        f"{prefix}xy_m": trajectory.positions,
        f"{prefix}angle_rad": trajectory.angles,
        f"{prefix}velocity_m_s": trajectory.velocities,
        f"{prefix}spin_rad_s": trajectory.spins,
    }


def degrees(angle: float) -> float:
    """Angle in degrees, in (-180, 180]."""
    turned = math.fmod(math.degrees(angle), 360.0)
    if turned <= -180.0:
        turned += 360.0
    elif turned > 180.0:
        turned -= 360.0
    return turned + 0.0


def millimetres(point: Floats) -> list[float]:
    """Point in mm."""
    return [float(point[0]) * 1000.0, float(point[1]) * 1000.0]


def _natural(layout: Layout) -> list[int]:
    return sorted(range(len(layout)), key=lambda k: natural_key(layout.pieces[k].id))


def _events(events: tuple[Event, ...]) -> list[dict[str, Any]]:
    out = []
    for event in events:
        one: dict[str, Any] = {
            "t_s": event.time,
            "kind": event.kind,
            "pieces": sorted(event.pieces, key=natural_key),
        }
        if event.other is not None:
            one["with"] = event.other
        out.append(one)
    return out


def ruling_json(ruling: Ruling) -> dict[str, Any]:
    """Ruling as plain values."""
    return {
        "clause": ruling.clause,
        "player": ruling.player,
        "pieces": sorted(ruling.pieces, key=natural_key),
        "points": ruling.points,
        "why": ruling.why,
    }


def _shot_json(record: ShotRecord) -> dict[str, Any]:
    layout = record.layout
    return {
        "number": record.number,
        "by": record.by,
        "action": record.action,
        "duration_s": record.shot.duration,
        "events": _events(record.shot.events),
        "pieces": [
            {
                "id": layout.pieces[k].id,
                "owner": layout.pieces[k].owner,
                "at_mm": millimetres(layout.positions[k]),
                "angle_deg": degrees(float(layout.angles[k])),
                "face": layout.faces[k],
                "status": layout.statuses[k],
            }
            for k in _natural(layout)
        ],
    }


def _player_json(player: Player) -> dict[str, Any]:
    """Player with the keys of a script; what was left out there stays out."""
    height = None if player.height is None else 100.0 * player.height
    keys = ("name", "colour", "team", "pucks", "height_cm")
    values = (player.name, player.colour, player.team, player.pucks, height)
    return {key: value for key, value in zip(keys, values, strict=True) if value is not None}


def _game_json(record: Record) -> dict[str, Any]:
    out: dict[str, Any] = {
        "magpuck": version(),
        "game": record.game,
        "board": record.board_name,
        "seed": record.seed,
        "options": record.options,
        "players": [_player_json(player) for player in record.players],
        "rounds": [
            {
                "number": one.number,
                "shots": [_shot_json(shot) for shot in one.shots],
                "rulings": [ruling_json(ruling) for ruling in one.rulings],
                "points": one.points,
            }
            for one in record.rounds
        ],
        "totals": record.totals,
        "winner": record.winner,
        "outcome": record.outcome,
    }
    if record.stopped is not None:
        stopped = record.stopped
        out["stopped"] = {"clause": stopped.clause, "why": stopped.why, "legal": stopped.legal}
    return out


def _bare_json(record: Record) -> dict[str, Any]:
    shot = record.shots[0].shot
    layout, energies = shot.layout, shot.energies
    return {
        "magpuck": version(),
        "seed": record.seed,
        "duration_s": shot.duration,
        "at_rest": shot.at_rest,
        "pieces": [
            {
                "id": layout.pieces[k].id,
                "at_mm": millimetres(layout.positions[k]),
                "angle_deg": degrees(float(layout.angles[k])),
                "velocity_m_s": [float(v) for v in shot.velocities[k]],
                "spin_rad_s": float(shot.spins[k]),
                "face": layout.faces[k],
                "status": layout.statuses[k],
            }
            for k in _natural(layout)
        ],
        "events": _events(shot.events),
        "energy_J": {
            "start": {"kinetic": energies.start_kinetic, "magnetic": energies.start_magnetic},
            "end": {"kinetic": energies.end_kinetic, "magnetic": energies.end_magnetic},
            "friction_loss": energies.friction_loss,
            "contact_loss": energies.contact_loss,
            "raised": energies.raised,
            "carried_off": energies.carried_off,
        },
    }
