"""What the replay page is told of a run: plain values, mm and degrees, with everything that has to be worked out."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from play import marks, style
from play.figures import Scene, board_scene, last_round, owner_colours, shot_scene
from play.motion import contact_marks
from play.record import Record, RoundRecord, ShotRecord
from play.recordjson import degrees
from play.replaytable import UNKNOWN_KIND, Pieces, board, points_of, short, theme_colours, yoke
from play.replaytracks import packed, packed_points
from rules.ruling import Ruling, listed
from sim.actions import Flick, Launch, Place, Remove
from sim.layout import Layout
from sim.shot import Event
from sim.values import Floats

NAMES = {
    "kalide": "Ka'lide",
    "kineti-go": "Kineti-Go",
    "tokka": "TOKKA Shuffle",
    "kluster": "Kluster",
    "free": "Free play",
}
HOLD = 0.6
"""Pause after a shot, s, in which one sees what came of it."""
ROUND_HOLD = 2.4
"""Pause after a round's last shot, s."""
LEAST = 0.4
"""A shot without motion is shown for so long, s."""
MOST_CORDS = 24  # of a shot: more are not seen
_ENDS = {"draw": "a draw", "unfinished": "not finished", "stopped": "stopped by a ruling"}


def page_data(record: Record) -> dict[str, Any]:
    """Describe a run for the page; the keys are those that the scripts in ``play/replay`` read."""
    layouts = [shot.layout for shot in record.shots] or [record.start]
    colours = owner_colours(record.owners, layouts)
    empty = marks.zone_marks(record.board)
    scenes = [shot_scene(record, shot, colours, empty) for shot in record.shots]
    table = Pieces(colours)
    rulings: list[dict[str, Any]] = []
    rounds: list[dict[str, Any]] = []
    shots: list[dict[str, Any]] = []
    totals = dict.fromkeys(record.totals, 0)
    clock = 0.0
    for one, name in zip(record.rounds, _round_names(record), strict=True):
        first_ruling, first_shot = len(rulings), len(shots)
        rulings += [_ruling(ruling, len(rounds)) for ruling in one.rulings]
        before = None
        for shot in one.shots:
            item = _shot(record, shot, before, scenes[len(shots)], table)
            item |= {"round": len(rounds), "start": short(clock, 4)}
            item["rulings"], item["ruled"] = _about(shot, one, first_ruling)
            shots.append(item)
            before = shot.layout
            hold = ROUND_HOLD if shot is one.shots[-1] and one.rulings else HOLD
            clock += max(item["duration"], LEAST) + hold
        for side, points in (one.points or {}).items():
            totals[side] = totals.get(side, 0) + points
        span = [first_shot, len(shots)]
        rounds.append({"name": name, "shots": span, "points": one.points or {}, "totals": dict(totals)})
    # whoever only ended a turn is of the side of the pieces that they played otherwise
    side_of = {shot["by"]: shot["owner"] for shot in shots if shot["owner"] is not None}
    for item in shots:
        item["owner"] = item["owner"] or side_of.get(item["by"], item["by"])
    return {
        "title": NAMES.get(record.game or "", record.game or "A bare table"),
        "subtitle": _subtitle(record, len(shots)),
        "sides": [
            {"name": side, "fill": colours.get(side, style.owner_colour(None, k)), "total": total}
            for k, (side, total) in enumerate(record.totals.items())
        ],
        "final": _score(record.totals),
        "counted": "Stones in hand" if record.game == "kluster" else "Points",
        "adds": bool(record.totals) and totals == record.totals,
        "outcome": _outcome(record),
        "winner": record.winner,
        "duration": short(clock, 4),
        "themes": {name: theme_colours(theme) for name, theme in style.THEMES.items()},
        "board": board(record, board_scene(record.board), [scene.extent for scene in scenes]),
        "pieces": table.items,
        "rounds": rounds,
        "shots": shots,
        "rulings": rulings,
        "notes": _notes(record, layouts, shots),
    }


def _score(totals: Mapping[str, int]) -> str:
    return ", ".join(f"{side} {n}" for side, n in totals.items())


def _subtitle(record: Record, shots: int) -> str:
    if record.game is None:
        pieces = len(record.start)
        return f"{pieces} piece{'s' if pieces != 1 else ''} let go"
    over = [one for one in record.rounds if one.shots]
    what = f"{shots} shot{'s' if shots != 1 else ''}"
    if len(over) > 1:
        what += f" in {len(over)} rounds"
    return f"{' against '.join(record.totals)} · {what} · board {record.board_name} · seed {record.seed}"


def _outcome(record: Record) -> str:
    """Say in a sentence how it ended."""
    if record.game is None:
        return ""
    if record.winner is not None:
        return f"{record.winner} wins."
    said = f"{_ENDS.get(record.outcome, record.outcome)}.".capitalize()
    last = last_round(record)
    if record.outcome == "unfinished" and last is not None and last.points:
        most = max(last.points.values())
        ahead = [side for side, n in last.points.items() if n == most]
        name = _round_name(last)
        said = f"{ahead[0]} has most points in {name.lower()}" if len(ahead) == 1 else f"{name} is a tie"
        said += "; the match is not finished."
    if record.stopped is not None:
        said += f" {record.stopped}"
        said += f" Legal would be: {record.stopped.legal}." if record.stopped.legal else ""
    return said


def _round_name(one: RoundRecord) -> str:
    return "Flick-off" if one.number == 0 else f"Round {one.number}"


def _round_names(record: Record) -> list[str]:
    """Name the rounds; in a knockout, where their numbers begin again, with the game they are of."""
    game, games = 1, []
    for k, one in enumerate(record.rounds):
        game += k > 0 and one.number <= record.rounds[k - 1].number
        games.append(game)
    names = [_round_name(one) for one in record.rounds]
    return names if game == 1 else [f"Game {g}, {n[0].lower()}{n[1:]}" for g, n in zip(games, names, strict=True)]


def _ruling(ruling: Ruling, number: int) -> dict[str, Any]:
    return {
        "round": number,
        "clause": ruling.clause,
        "why": ruling.why,
        "player": ruling.player,
        "pieces": list(ruling.pieces),
        "points": ruling.points,
    }


def _about(shot: ShotRecord, one: RoundRecord, first: int) -> tuple[list[int], str]:
    """Return which rulings belong to a shot, and how to call them.

    Where the run does not say, they are those of the round that name the piece that was played.
    """
    numbered = list(enumerate(one.rulings, start=first))
    own = {id(ruling) for ruling in shot.rulings}
    if any(r.rulings for r in one.shots):
        return [k for k, ruling in numbered if id(ruling) in own], "Rulings"
    piece = _played(shot)
    return [k for k, ruling in numbered if piece in ruling.pieces], f"Rulings about {piece}"


def _played(shot: ShotRecord) -> str | None:
    action = shot.shot.action
    if isinstance(action, Remove):
        return action.piece_id
    return action.piece.id if isinstance(action, Flick | Launch | Place) else None


def _shot(record: Record, shot: ShotRecord, before: Layout | None, scene: Scene, table: Pieces) -> dict[str, Any]:
    start, end = shot.shot.start, shot.layout
    last = before if before is not None else start
    known_faces = dict(zip(last.ids, last.faces, strict=True))
    ids = [i for i in end.ids if i in shot.shot.trajectory.ids]
    rows = [end.index(i) for i in ids]
    named = list(zip(ids, rows, strict=True))
    at_first = dict(zip(start.ids, zip(start.statuses, start.faces, strict=True), strict=True))
    played = _played(shot)
    return {
        "number": shot.number,
        "by": shot.by,
        "owner": next((p.owner for p in end.pieces if p.id == played), None),
        "action": shot.action,
        "words": _words(shot, played),
        "came": scene.said,
        "played": played,
        "duration": short(max(shot.shot.duration, *shot.shot.trajectory.times[-1:].tolist(), 0.0), 6),
        "ids": ids,
        "pieces": [table.index(end.pieces[k]) for k in rows],
        "faces": [[known_faces.get(i, at_first.get(i, ("", end.faces[k]))[1]), end.faces[k]] for i, k in named],
        "statuses": [[at_first.get(i, ("live", ""))[0], end.statuses[k]] for i, k in named],
        "ends": [[*points_of([1000.0 * end.positions[k]])[0], short(degrees(float(end.angles[k])))] for k in rows],
        "track": packed(shot.shot.trajectory, ids),
        "events": [_event(record, shot, event) for event in shot.shot.events],
        "bonds": [_bonds(record, last), _bonds(record, end)],
        "yoke": yoke(scene),
        "hand": None if scene.hand is None else points_of(scene.hand),
        "cords": _cords(shot, last),
    }  # fmt: skip


def _words(shot: ShotRecord, played: str | None) -> str:
    """Say what was done."""
    action, by = shot.shot.action, shot.by
    if isinstance(action, Flick):
        return f"{by} flicks {played} at {action.speed:.2f} m/s"
    if isinstance(action, Launch):
        drawn = f", drawn in {1000.0 * action.draw:.0f} mm" if action.draw > 0.0 else ""
        return f"{by} launches {played}{drawn}"
    if isinstance(action, Place):
        return f"{by} lays {played}"
    if isinstance(action, Remove):
        return f"{by} takes {played} off the table"
    named = {
        "hover": "moves the others with the piece in the hand",
        "move_cord": "moves the cord",
        "end_turn": "ends the turn",
    }
    if shot.action in named:
        return f"{by} {named[shot.action]}"
    return "The pieces are let go" if shot.action in ("release", "settle") else f"{by}: {shot.action}"


_EVENTS = {
    "snapped": "{} snap together",
    "parted": "{} part",
    "left_board": "{} leaves the board",
    "tipped": "{} tips over its edge",
    "flipped": "{} turns over",
    "lifted": "{} is lifted by {other}",
    "stuck_to_magnet": "{} sticks to {other}",
    "cord_crossed": "the cord would cross itself, so the hand lets go",
    "at_rest": "all at rest",
    "gave_up": "still moving at the end",
}


def _event(record: Record, shot: ShotRecord, event: Event) -> dict[str, Any]:
    who = listed(event.pieces)
    words = _EVENTS.get(event.kind, f"{who} {event.kind}".strip()).format(who, other=event.other or "a magnet")
    if event.kind == "contact":
        words = f"{who} hits {event.other}" if event.other is not None else f"{who} touch"
    out: dict[str, Any] = {"t": short(event.time, 5), "kind": event.kind, "pieces": list(event.pieces), "words": words}
    found = contact_marks(record.board, replace(shot.shot, events=(event,)))
    if found:
        out["at"] = [short(found[0].x), short(found[0].y)]
    return out


def _bonds(record: Record, layout: Layout) -> list[list[Any]]:
    """Return what sticks to what as (piece, piece, distance of their middles, share of the way to where they touch)."""
    out: list[list[Any]] = []
    for bond in marks.bond_marks(record.board, layout):
        i, j = (layout.index(p) for p in bond.pieces)
        a, b = 1000.0 * layout.positions[i], 1000.0 * layout.positions[j]
        far = math.dist(a, b)
        out.append([*bond.pieces, short(far), short(math.dist(a, (bond.x, bond.y)) / max(far, 1e-9), 3)])
    return out


def _cords(shot: ShotRecord, last: Layout) -> list[list[Any]]:
    """Return when the cord lay where, (s, packed points): one entry where it stayed."""
    if shot.layout.cord is None:
        return []
    start = last.cord if last.cord is not None else shot.shot.start.cord
    ways: list[tuple[float, Floats]] = [(0.0, start if start is not None else shot.layout.cord)]
    some = list(shot.shot.cords)
    ways += some[:: max(1, math.ceil(len(some) / MOST_CORDS))]
    ways.append((shot.shot.duration, shot.layout.cord))
    out: list[list[Any]] = []
    for time, nodes in ways:
        text = packed_points(1000.0 * np.asarray(nodes))
        if not out or text != out[-1][1]:
            out.append([short(time, 4), text])
    return out


def _notes(record: Record, layouts: Sequence[Layout], shots: Sequence[Mapping[str, Any]]) -> list[str]:
    """Say what the page shows otherwise than it was, or does not know."""
    notes = []
    if record.game is None and any(p.kind.name == UNKNOWN_KIND for layout in layouts for p in layout.pieces):
        notes.append("The run does not say how large its pieces are, nor what walls and magnets there were.")
        notes.append("Each piece is drawn 25 mm wide.")
    if any(len(shot["cords"]) == 2 for shot in shots):
        notes.append("Where the cord was drawn along, only its first and last place are known; it is shown in between.")
    return notes
