"""What the pictures need of a run, from files alone: its directory, or its ``result.json``."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, cast
from zipfile import BadZipFile

import numpy as np

from play.npzfile import comment_of, energies_of, read_table
from play.record import Record, RoundRecord, ShotRecord
from play.style import OWNERS as COLOURS
from rules.ruling import Ruling
from sim.actions import Action, Flick, Hover, Launch, Place, Remove, Settle
from sim.board import Board, Friction, Surface
from sim.boardfile import load_board
from sim.errors import InputError
from sim.layout import Layout
from sim.pieces import Piece, PieceKind
from sim.shot import Energies, Event, Shot, Trajectory
from sim.values import Face, Status, frozen

_NO_ENERGY = Energies(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
_NO_MOTION = Trajectory(
    frozen(()), (), frozen((), (0, 0, 2)), frozen((), (0, 0)), frozen((), (0, 0, 2)), frozen((), (0, 0))
)
_SOME_PIECE = PieceKind("piece", "disc", (0.0125, 0.0125), 0.008, 0.01)
"""Stands for a piece of a bare table, whose result does not say how large it is."""


def load_run(source: str | Path, *, trajectories: bool) -> Record:
    """Rebuild what the pictures need of a run.

    Parameters
    ----------
    source : a directory with ``result.json``, or that file; ``trajectory.npz`` lies beside it
    trajectories : whether the paths are needed

    Returns
    -------
    Record
        Energies and the yoke's place are known where the trajectories are read. So are a bare table and the sizes of
        its pieces, which lie in the same file; without it they are an endless table and discs of some size.

    Raises
    ------
    InputError
        A file that is missing or is not a run's.
    """
    path = Path(source)
    if path.is_dir():
        path = path / "result.json"
    data = _json(path)
    arrays = _arrays(path.parent / "trajectory.npz") if trajectories else {}
    try:
        return _game(data, arrays, path) if "rounds" in data else _bare(data, arrays, path)
    except KeyError as error:
        raise InputError(str(path), str(error.args[0]), "must be there, as a run writes it") from None
    except (TypeError, ValueError, IndexError, AttributeError) as error:
        raise InputError(str(path), "", f"must be as a run writes it ({error})") from None


def _json(path: Path) -> dict[str, Any]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(str(path), "", f"must be a run's result ({error.strerror})") from None
    except ValueError as error:
        raise InputError(str(path), "", f"must be JSON ({error})") from None
    if not isinstance(data, dict) or "magpuck" not in data:
        raise InputError(str(path), "magpuck", "must be there: this is not a run's result")
    return data


def _arrays(path: Path) -> dict[str, Any]:
    try:
        with np.load(path, allow_pickle=False) as stored:
            return {name: stored[name] for name in stored.files}
    except OSError as error:
        raise InputError(str(path), "", f"must be the trajectories of a run ({error.strerror or error})") from None
    except (ValueError, EOFError, BadZipFile, AttributeError) as error:
        raise InputError(str(path), "", f"must be the trajectories of a run ({error})") from None


def _trajectory(arrays: Mapping[str, Any], prefix: str) -> Trajectory:
    if not arrays:
        return _NO_MOTION
    return Trajectory(
        times=arrays[f"{prefix}t_s"],
        ids=tuple(str(i) for i in arrays[f"{prefix}ids"]),
        positions=arrays[f"{prefix}xy_m"],
        angles=arrays[f"{prefix}angle_rad"],
        velocities=arrays[f"{prefix}velocity_m_s"],
        spins=arrays[f"{prefix}spin_rad_s"],
    )


def _game(data: dict[str, Any], arrays: Mapping[str, Any], path: Path) -> Record:
    board = _board_of(str(data["board"]), path)
    kind = board.pieces.get("puck") or next(iter(board.pieces.values()), _SOME_PIECE)
    rounds = []
    given = iter(arrays.get("rulings", ()))
    games = {k: f"g{g}_" for g, game in enumerate(data.get("games", ()), start=1) for k in game["rounds"]}
    for k, one in enumerate(data["rounds"]):
        before = Layout()
        shots = []
        for shot in one["shots"]:
            layout = _layout(shot["pieces"], kind, board.pieces)
            if "cord_mm" in shot:
                layout = replace(layout, cord=frozen([[v / 1000.0 for v in point] for point in shot["cord_mm"]]))
            prefix = f"{games.get(k, '')}r{one['number']}_s{shot['number']:02d}_"
            trajectory = _trajectory(arrays, prefix)
            action, start = _action(shot, before, layout, trajectory)
            played = _shot(action, start, layout, trajectory, shot["events"], shot["duration_s"])
            played = _with_kept(played, arrays, prefix)
            shots.append(ShotRecord(shot["number"], shot["by"], shot["action"], played, layout))
            before = layout
        rulings = tuple(_ruling(ruling) for ruling in one["rulings"])
        counts = [int(next(given, 0)) for _ in shots]
        # without the counts nobody knows after which shot a ruling was given: all stand at the round's opening then
        first = len(rulings) - sum(counts)
        ends = first + np.cumsum([0, *counts])
        told = (replace(one, rulings=rulings[a:b]) for one, a, b in zip(shots, ends[:-1], ends[1:], strict=True))
        rounds.append(RoundRecord(one["number"], rulings[:first], tuple(told), one["points"]))
    stopped = data.get("stopped")
    return Record(
        title=_title(path, str(data["game"])),
        game=data["game"],
        board=board,
        board_name=data["board"],
        seed=data["seed"],
        start=Layout(),
        rounds=tuple(rounds),
        totals=data["totals"],
        winner=data["winner"],
        outcome=data["outcome"],
        stopped=None if stopped is None else Ruling(stopped["clause"], stopped["why"], legal=stopped["legal"]),
        owners=_owners(data),
    )


def _with_kept(shot: Shot, arrays: Mapping[str, Any], prefix: str) -> Shot:
    """Return a shot with what the arrays' file keeps beside its trajectory."""
    action = shot.action
    if f"{prefix}launch" in arrays and isinstance(action, Launch):
        x, y, heading, draw = (float(v) for v in arrays[f"{prefix}launch"])
        face = shot.start.faces[shot.start.index(action.piece.id)]
        action = replace(action, yoke=(x, y), heading=heading, draw=draw, face=face)
    hand = arrays.get(f"{prefix}hand")
    if hand is not None:
        path = tuple((float(x), float(y)) for x, y, *_ in hand)
        action = Hover(Piece("hand", _SOME_PIECE), path, float(hand[0, 2]), float(hand[0, 3]), by=action.by)
    times, cords = arrays.get(f"{prefix}cord_t_s", ()), arrays.get(f"{prefix}cord_m", ())
    return replace(
        shot,
        action=action,
        energies=energies_of(arrays.get(f"{prefix}energy_J")) or shot.energies,
        cords=tuple((float(time), frozen(nodes)) for time, nodes in zip(times, cords, strict=True)),
    )


def _owners(data: dict[str, Any]) -> dict[str, str | None]:
    """Return the colour of every side; in a result without players, a side may be called by its colour."""
    owners = {side: side.lower() if side.lower() in COLOURS else None for side in data["totals"]}
    for player in data.get("players", ()):
        owners[player.get("team") or player["name"]] = player.get("colour")
    return owners


def _ruling(data: dict[str, Any]) -> Ruling:
    return Ruling(data["clause"], data["why"], data["player"], tuple(data["pieces"]), data["points"])


def _bare(data: dict[str, Any], arrays: Mapping[str, Any], path: Path) -> Record:
    layout = _layout(data["pieces"], _SOME_PIECE)
    # without the arrays' file nothing is known of the table, and an endless one is seen as far as the pieces went
    board = Board("bare table", Surface(None, "open", Friction()), Friction())
    trajectory = _trajectory(arrays, "")
    before = layout
    text = comment_of(path.parent / "trajectory.npz")
    if text:
        board, known = read_table(text)
        pieces = tuple(known[i][0] if i in known else piece for i, piece in zip(layout.ids, layout.pieces, strict=True))
        layout = replace(layout, pieces=pieces)
        faces = cast("tuple[Face, ...]", tuple(known[i][1] if i in known else "up" for i in layout.ids))
        before = replace(layout, faces=faces, statuses=cast("tuple[Status, ...]", ("live",) * len(layout)))
    start = _start(before, layout, trajectory, data["events"])
    shot = _shot(Settle(), start, layout, trajectory, data["events"], data["duration_s"])
    book = data["energy_J"]
    ends = [book[end][kind] for end in ("start", "end") for kind in ("kinetic", "magnetic")]
    rest = [book.get(name, 0.0) for name in ("friction_loss", "contact_loss", "carried_off", "raised")]
    shot = replace(shot, energies=Energies(*ends, *rest), at_rest=bool(data["at_rest"]))
    return Record(
        title=_title(path, "bare table"),
        game=None,
        board=board,
        board_name="bare table",
        seed=data["seed"],
        start=start,
        rounds=(RoundRecord(1, (), (ShotRecord(1, "", "release", shot, layout),)),),
    )


def _title(path: Path, otherwise: str) -> str:
    return path.absolute().parent.name or otherwise


def _layout(pieces: list[dict[str, Any]], kind: PieceKind, kinds: Mapping[str, PieceKind] | None = None) -> Layout:
    return Layout(
        pieces=tuple(Piece(p["id"], (kinds or {}).get(p.get("size", ""), kind), p.get("owner")) for p in pieces),
        positions=frozen([[v / 1000.0 for v in p["at_mm"]] for p in pieces], (len(pieces), 2)),
        angles=frozen([math.radians(p["angle_deg"]) for p in pieces]),
        faces=tuple(p.get("face", "up") for p in pieces),
        statuses=tuple(p["status"] for p in pieces),
    )


def _start(before: Layout, layout: Layout, trajectory: Trajectory, events: list[dict[str, Any]]) -> Layout:
    """Return the layout as the shot set it going: the first row of the trajectory, with the statuses from before.

    So are the faces; that of a new piece is the one it ends on, turned back as often as it turned over.
    """
    if not len(trajectory.times):
        return layout
    rows = [trajectory.ids.index(i) for i in layout.ids]
    known = dict(zip(before.ids, before.statuses, strict=True))
    statuses: tuple[Status, ...] = tuple(known.get(i, "live") for i in layout.ids)
    faced = dict(zip(before.ids, before.faces, strict=True))
    faces: list[Face] = []
    for piece, face in zip(layout.ids, layout.faces, strict=True):
        turns = sum(event["kind"] == "flipped" and piece in event["pieces"] for event in events)
        other: Face = "down" if face == "up" else "up"
        faces.append(faced.get(piece, face if turns % 2 == 0 else other))
    return Layout(
        layout.pieces,
        trajectory.positions[0, rows],
        trajectory.angles[0, rows],
        tuple(faces),
        statuses,
        layout.cord if before.cord is None else before.cord,
    )


def _action(shot: dict[str, Any], before: Layout, layout: Layout, trajectory: Trajectory) -> tuple[Action, Layout]:
    """Find what was done by comparing the layouts before and after; a result only names the kind of action."""
    by, start = shot["by"], _start(before, layout, trajectory, shot["events"])
    if shot["action"] == "remove":
        known = dict(zip(before.ids, before.statuses, strict=True))
        now = zip(layout.ids, layout.statuses, strict=True)
        gone = [i for i, status in now if status == "removed" and known.get(i) != "removed"]
        return Remove(gone[0] if gone else "a piece", by), start
    new = [i for i in layout.ids if i not in before.ids]
    if shot["action"] in ("place", "launch") and new:
        piece, position = layout.pieces[layout.index(new[0])], start.positions[start.index(new[0])]
        at = (float(position[0]), float(position[1]))
        return (Place(piece, at, by=by) if shot["action"] == "place" else Launch(piece, at, 0.0, 0.0, by=by)), start
    if shot["action"] != "flick" or not len(trajectory.times):
        return Settle(by), start
    speeds = np.hypot(*trajectory.velocities[0].T)
    flicked = max(new or layout.ids, key=lambda i: float(speeds[trajectory.ids.index(i)]))
    row = trajectory.ids.index(flicked)
    x, y = (float(v) for v in trajectory.positions[0, row])
    vx, vy = (float(v) for v in trajectory.velocities[0, row])
    piece = layout.pieces[layout.index(flicked)]
    return Flick(piece, (x, y), math.hypot(vx, vy), math.atan2(vy, vx), by=by), start


def _shot(
    action: Action,
    start: Layout,
    layout: Layout,
    trajectory: Trajectory,
    events: list[dict[str, Any]],
    duration: float,
) -> Shot:
    return Shot(
        action=action,
        start=start,
        layout=layout,
        trajectory=trajectory,
        events=tuple(Event(e["t_s"], e["kind"], tuple(e["pieces"]), e.get("with")) for e in events),
        energies=_NO_ENERGY,
        velocities=frozen(np.zeros((len(layout), 2))),
        spins=frozen(np.zeros(len(layout))),
        duration=duration,
        at_rest=True,
        substeps=0,
    )


def _board_of(name: str, path: Path) -> Board:
    """Load the board a result names: one that ships, or a path as it stands or beside the result."""
    for candidate in (name, str(path.parent / name)):
        if not candidate.endswith(".toml") or Path(candidate).exists():
            return load_board(candidate)
    raise InputError(str(path), "board", "must be a board that ships or a file that can be found", name)
