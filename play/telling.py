"""What was done, in words."""

from __future__ import annotations

from collections.abc import Callable

from rich.markup import escape

from play.record import ShotRecord
from play.recordjson import degrees
from sim.actions import Flick, Hover, Launch, MoveCord, Place, Remove


def how(shot: ShotRecord, who: Callable[[str], str]) -> str:
    """Say what was done; `who` writes the name of a piece."""
    action = shot.shot.action
    if isinstance(action, Flick):
        x, y = (1000.0 * v for v in action.position)
        spin = f", spin {action.spin:.0f} rad/s" if action.spin else ""
        return (
            f"{who(action.piece.id)}  from ({x:.0f}, {y:.0f}) at {action.speed:.2f} m/s, "
            f"heading {degrees(action.heading):.1f}°{spin}, {action.face}"
        )
    if isinstance(action, Remove):
        return f"{escape(shot.by)} takes {who(action.piece_id)} off the table"
    if isinstance(action, Launch):
        x, y = (1000.0 * v for v in action.yoke)
        return (
            f"{who(action.piece.id)}  from the yoke at ({x:.0f}, {y:.0f}), drawn {1000 * action.draw:.1f} mm, "
            f"heading {degrees(action.heading):.1f}°, {action.face}"
        )
    if isinstance(action, Place):
        x, y = (1000.0 * v for v in action.position)
        return f"{who(action.piece.id)} ({action.piece.kind.name}) is laid at ({x:.0f}, {y:.0f}), {action.face}"
    if isinstance(action, Hover | MoveCord):
        ends = [tuple(1000.0 * v for v in action.path[k]) for k in (0, -1)]
        way = f"from ({ends[0][0]:.0f}, {ends[0][1]:.0f}) to ({ends[1][0]:.0f}, {ends[1][1]:.0f})"
        if isinstance(action, MoveCord):
            return f"{escape(shot.by)} draws the cord {way}"
        height = 1000 * action.height
        return f"{escape(shot.by)} carries a stone ({action.piece.kind.name}) {way}, {height:.0f} mm above the table"
    if shot.action == "end_turn":
        return f"{escape(shot.by)} ends the turn"
    return escape(shot.action)


_HAPPENED = {
    "snapped": "{} snap together",
    "parted": "{} part",
    "left_board": "{} leaves the board",
    "tipped": "{} tips over its edge",
    "flipped": "{} turns over",
    "lifted": "{} is lifted by {other}",
    "stuck_to_magnet": "{} sticks to {other}",
    "gave_up": "still moving at the end",
}


def summary(shot: ShotRecord) -> str:
    """Say in a line, without markup, what came of a shot: its events but for touches, and who died or was taken off."""
    said: dict[str, None] = {}
    known = dict(zip(shot.shot.start.ids, shot.shot.start.statuses, strict=True))
    for event in shot.shot.events:
        if event.kind in _HAPPENED:
            who = " and ".join(event.pieces)
            said[_HAPPENED[event.kind].format(who, other=event.other or "a magnet")] = None
    now = {"dead": "is dead", "removed": "is off", "hand": "is picked up"}
    for piece, status in zip(shot.layout.ids, shot.layout.statuses, strict=True):
        if status == known.get(piece) or status not in now:
            continue
        left = f"{piece} leaves the board"
        words = f"{left} and {now[status]}" if left in said else f"{piece} {now[status]}"
        said = {words if one == left else one: None for one in said} | {words: None}
    if not said:
        pairs = {event.pieces for event in shot.shot.events if event.kind == "contact" and len(event.pieces) == 2}
        said = {f"{' and '.join(pair)} touch": None for pair in sorted(pairs)}
    return "; ".join(said)
