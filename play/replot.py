"""Pictures from files alone: a run's directory, or its ``result.json``."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np

from play.record import Record, RoundRecord, ShotRecord
from rules.ruling import Ruling
from sim.actions import Flick, Remove, Settle
from sim.board import Board, Friction, Surface
from sim.boardfile import load_board
from sim.errors import InputError
from sim.layout import Layout
from sim.pieces import Piece, PieceKind
from sim.shot import Energies, Event, Shot, Trajectory
from sim.values import frozen

_NO_ENERGY = Energies(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
_MARK = PieceKind("piece", "disc", (0.0125, 0.0125), 0.008, 0.01)


def load_run(source: str | Path, *, trajectories: bool) -> Record:
    """Rebuild what the pictures need of a run.

    Parameters
    ----------
    source : a directory with ``result.json``, or that file; ``trajectory.npz`` lies beside it
    trajectories : whether the paths are needed

    Raises
    ------
    InputError
        A file that is missing or is not a run's.
    """
    path = Path(source)
    if path.is_dir():
        path = path / "result.json"
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(str(path), "", f"must be a run's result ({error.strerror})") from None
    except ValueError as error:
        raise InputError(str(path), "", f"must be JSON ({error})") from None
    if not isinstance(data, dict) or "magpuck" not in data:
        raise InputError(str(path), "magpuck", "must be there: this is not a run's result")
    arrays = _arrays(path.parent / "trajectory.npz") if trajectories else {}
    try:
        return _game(data, arrays, path) if "rounds" in data else _bare(data, arrays, path)
    except (KeyError, TypeError, IndexError) as error:
        raise InputError(str(path), str(error).strip("'"), "must be there, as a run writes it") from None


def _arrays(path: Path) -> dict[str, Any]:
    try:
        with np.load(path, allow_pickle=False) as stored:
            return {name: stored[name] for name in stored.files}
    except (OSError, ValueError) as error:
        raise InputError(str(path), "", f"must be the trajectories of a run ({error})") from None


def _trajectory(arrays: dict[str, Any], prefix: str) -> Trajectory:
    if not arrays:
        empty = frozen(())
        return Trajectory(
            empty, (), frozen((), (0, 0, 2)), frozen((), (0, 0)), frozen((), (0, 0, 2)), frozen((), (0, 0))
        )
    return Trajectory(
        times=arrays[f"{prefix}t_s"],
        ids=tuple(str(i) for i in arrays[f"{prefix}ids"]),
        positions=arrays[f"{prefix}xy_m"],
        angles=arrays[f"{prefix}angle_rad"],
        velocities=arrays[f"{prefix}velocity_m_s"],
        spins=arrays[f"{prefix}spin_rad_s"],
    )


def _layout(pieces: list[dict[str, Any]], kind: PieceKind) -> Layout:
    return Layout(
        pieces=tuple(Piece(p["id"], kind, p.get("owner")) for p in pieces),
        positions=frozen([[v / 1000.0 for v in p["at_mm"]] for p in pieces], (len(pieces), 2)),
        angles=frozen([math.radians(p["angle_deg"]) for p in pieces]),
        faces=tuple(p.get("face", "up") for p in pieces),
        statuses=tuple(p["status"] for p in pieces),
    )


def _shot(one: dict[str, Any], layout: Layout, trajectory: Trajectory, by: str, name: str) -> Shot:
    start = layout
    action: Any = Settle(by=by)
    if trajectory.ids:
        order = [trajectory.ids.index(i) for i in layout.ids if i in trajectory.ids]
        if len(order) == len(layout):
            trajectory = Trajectory(
                trajectory.times,
                layout.ids,
                trajectory.positions[:, order],
                trajectory.angles[:, order],
                trajectory.velocities[:, order],
                trajectory.spins[:, order],
            )
            start = Layout(layout.pieces, trajectory.positions[0], trajectory.angles[0], layout.faces)
            if name == "flick":
                # the piece that was flicked is the one that moves at once
                speeds = np.hypot(*trajectory.velocities[0].T)
                k = int(np.argmax(speeds))
                vx, vy = trajectory.velocities[0, k]
                x, y = trajectory.positions[0, k]
                action = Flick(layout.pieces[k], (float(x), float(y)), float(speeds[k]), math.atan2(vy, vx), by=by)
    if name == "remove":
        action = Remove("a piece", by=by)
    events = tuple(Event(e["t_s"], e["kind"], tuple(e["pieces"]), e.get("with")) for e in one["events"])
    still = frozen(np.zeros((len(layout), 2)))
    return Shot(
        action,
        start,
        layout,
        trajectory,
        events,
        _NO_ENERGY,
        still,
        frozen(np.zeros(len(layout))),
        one["duration_s"],
        True,
        0,
    )


def _game(data: dict[str, Any], arrays: dict[str, Any], path: Path) -> Record:
    board = _board_of(str(data["board"]), path)
    kind = next(iter(board.pieces.values()), _MARK)
    rounds = []
    owners: dict[str, str | None] = {}
    for one in data["rounds"]:
        rulings = tuple(
            Ruling(r["clause"], r["why"], r["player"], tuple(r["pieces"]), r["points"]) for r in one["rulings"]
        )
        shots = []
        for shot in one["shots"]:
            prefix = f"r{one['number']}_s{shot['number']:02d}_"
            layout = _layout(shot["pieces"], kind)
            played = _shot(shot, layout, _trajectory(arrays, prefix), shot["by"], shot["action"])
            last = shot is one["shots"][-1]
            shots.append(
                ShotRecord(shot["number"], shot["by"], shot["action"], played, layout, rulings if last else ())
            )
        rounds.append(RoundRecord(one["number"], (), tuple(shots), one["points"]))
    colours = dict.fromkeys(z.owner for z in board.zones if z.owner)
    for side in data["totals"]:
        owners[side] = side.lower() if side.lower() in colours else None
    return Record(
        title=path.parent.name or data["game"],
        game=data["game"],
        board=board,
        board_name=data["board"],
        seed=data["seed"],
        start=Layout(),
        rounds=tuple(rounds),
        totals=data["totals"],
        winner=data["winner"],
        outcome=data["outcome"],
        owners=owners,
    )


def _board_of(name: str, path: Path) -> Board:
    """The board a result names: one that ships, or a path as it stands or beside the result."""
    for candidate in (name, str(path.parent / name)):
        if not candidate.endswith(".toml") or Path(candidate).exists():
            return load_board(candidate)
    raise InputError(str(path), "board", "must be a board that ships or a file that can be found", name)


def _bare(data: dict[str, Any], arrays: dict[str, Any], path: Path) -> Record:
    layout = _layout(data["pieces"], _MARK)
    shot = _shot(data, layout, _trajectory(arrays, ""), "", "release")
    table = Board("table", Surface(None, "open", Friction()), Friction())
    return Record(
        title=path.parent.name or "table",
        game=None,
        board=table,
        board_name="table",
        seed=data["seed"],
        start=layout,
        rounds=(RoundRecord(1, (), (ShotRecord(1, "", "release", shot, layout),)),),
    )
