"""A run as plain values: the keys of ``result.json``, lengths in mm, angles in degrees."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from rules.players import Player
from rules.ruling import Ruling
from sim.layout import Layout
from sim.shot import Event
from sim.sticking import natural_key
from sim.values import Floats

if TYPE_CHECKING:
    from play.record import Record, ShotRecord

SIZES = ("S", "M", "L")
"""Kinds of piece that a file tells by their size."""


def version() -> str:
    """Return the version of the program, as installed."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed("magpuck")
    except PackageNotFoundError:
        return "0+unknown"


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
            | ({"size": layout.pieces[k].kind.name} if layout.pieces[k].kind.name in SIZES else {})
            for k in _natural(layout)
        ],
    } | ({} if layout.cord is None else {"cord_mm": [millimetres(point) for point in layout.cord]})


def _player_json(player: Player) -> dict[str, Any]:
    """Player with the keys of a script; what was left out there stays out."""
    height = None if player.height is None else 100.0 * player.height
    keys = ("name", "colour", "team", "pucks", "height_cm")
    values = (player.name, player.colour, player.team, player.pucks, height)
    return {key: value for key, value in zip(keys, values, strict=True) if value is not None}


def record_json(record: Record) -> dict[str, Any]:
    """Return a run as plain values, with the keys of ``result.json``."""
    return _bare_json(record) if record.game is None else _game_json(record)


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
                "points": {} if record.game == "kluster" else one.points,
            }
            for one in record.rounds
        ],
        "totals": record.totals,
        "winner": record.winner,
        "outcome": record.outcome,
    }
    if record.outcome == "unfinished":
        out["to_play"], out["legal"] = record.to_play, record.legal
    if record.games:
        out["games"] = [
            {"sides": list(game.sides), "rounds": list(game.rounds), "totals": game.totals, "winner": game.winner}
            for game in record.games
        ]
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
