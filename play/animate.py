"""Frozen values of a moving picture: what each frame shows, before anything is drawn. SI units."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from play.energyfigure import layout_at
from play.figures import Caption, Scene, caption_of, final_scene, owner_colours, shot_scene
from play.graphs import chosen_shots
from play.marks import zone_marks
from play.record import Record, RoundRecord, ShotRecord
from sim.actions import Hover
from sim.layout import Layout
from sim.shot import Shot
from sim.values import Floats, frozen

TRAIL = 0.08  # s of the shot that a trail reaches back
FLASH = 0.06  # s of the shot that a touch is seen
AFTER = 1.0  # s of film for which the end of a shot is held, with what came of it
AT_END = 3.0  # s of film for which the last picture is held
MOST_FRAMES = 20_000
MOST_RULINGS = 4


@dataclass(frozen=True, eq=False)
class Take:
    """One shot on film.

    Attributes
    ----------
    title : what was done
    said : what came of it, shown while the end is held
    scene : the table beneath the pieces; its own pieces lie as they do after the shot
    times : (f,) s of the shot that the frames show; those that hold the end show the last one
    positions : (f, n, 2) m, angles : (f, n) rad
        Of the pieces of `layouts`, at the frames.
    layouts : faces and statuses, and from which frame on they hold; the last one is as the rules left it
    touches : (time, x, y), s and m
    cords : (time, (k, 2) m), where the cord lay from when on
    hand : (f, 2) m or None, where a piece is carried above the table; not a number when it is away
    moving : frames before the end is held
    """

    title: str
    said: tuple[str, ...]
    scene: Scene
    times: Floats
    positions: Floats
    angles: Floats
    layouts: tuple[tuple[int, Layout], ...]
    touches: tuple[tuple[float, float, float], ...]
    cords: tuple[tuple[float, Floats], ...]
    hand: Floats | None
    moving: int

    def layout(self, frame: int) -> Layout:
        """Return the faces and statuses that hold at a frame."""
        return next(layout for first, layout in reversed(self.layouts) if first <= frame)


@dataclass(frozen=True, eq=False)
class Film:
    """Takes one after the other, at `fps` frames a second, slowed `slow` times; `scores` close it."""

    title: str
    fps: int
    slow: float
    takes: tuple[Take, ...]
    colours: dict[str, str]
    scores: tuple[tuple[str, str], ...]

    @property
    def frames(self) -> int:
        """Number of frames."""
        return sum(len(take.times) for take in self.takes)


def film(
    record: Record, *, number: int | None = None, shot: int | None = None, fps: int = 25, slow: float = 1.0
) -> Film:
    """Describe a moving picture of a round, or of one of its shots.

    Parameters
    ----------
    number : the round's; left out: the last one that has a shot
    shot : number of a shot of it; left out: all of them
    fps : frames a second
    slow : how many times slower than in reality

    Raises
    ------
    KeyError
        There is no such round or shot.
    ValueError
        For frames or a slowness that can't be, or more than 20 000 frames.
    """
    if not 1 <= fps <= 60:
        raise ValueError(f"fps must be from 1 to 60, got {fps}")
    if not 0.0 < slow < math.inf:
        raise ValueError(f"slow must be above 0, got {slow:g}")
    one, shots = chosen_shots(record, number, shot)
    needed = sum(s.shot.duration for s in shots) * slow * fps + (AFTER * len(shots) + AT_END) * fps
    if needed > MOST_FRAMES:
        raise ValueError(f"that would be {needed:.0f} frames, more than {MOST_FRAMES}: take fewer, or less slow")
    colours = owner_colours(record.owners, [s.layout for s in shots])
    scenes = [shot_scene(record, played, colours) for played in shots]
    extents = np.array([scene.extent for scene in scenes])
    extent = (*extents[:, :2].min(axis=0), *extents[:, 2:].max(axis=0))
    # words stay where they are on the empty board, so that they don't jump from shot to shot
    empty = zone_marks(record.board)
    scenes = [replace(scene, zones=empty) for scene in scenes]
    takes = [
        _take(record, one, played, scene, (extent[0], extent[1], extent[2], extent[3]), fps, slow, played is shots[-1])
        for played, scene in zip(shots, scenes, strict=True)
    ]
    # what the round came to is of no shot before its last
    over = shots[-1] is one.shots[-1] and one is record.rounds[-1]
    scores = tuple((score.colour, score.text) for score in final_scene(record).scores) if over else ()
    title = record.title if record.game is None else f"{record.title} · round {one.number}"
    return Film(title, fps, slow, tuple(takes), colours, scores)


def _take(
    record: Record,
    one: RoundRecord,
    played: ShotRecord,
    scene: Scene,
    extent: tuple[float, float, float, float],
    fps: int,
    slow: float,
    is_last: bool,
) -> Take:
    shot = played.shot
    duration = float(shot.trajectory.times[-1]) if len(shot.trajectory.times) else 0.0
    moving = max(1, math.ceil(duration * slow * fps - 1e-9) + 1)
    held = round((AT_END if is_last else AFTER) * fps)
    times = np.minimum(np.arange(moving) / (fps * slow), duration)
    times = np.concatenate([times, np.full(held, duration)])
    positions, angles = _places(shot, times)
    rulings = played.rulings or (one.rulings if is_last else ())
    caption: Caption = caption_of(rulings, MOST_RULINGS)
    more = (f"and {caption.more} more",) if caption.more else ()
    said = ((f"{scene.said}.",) if scene.said else ()) + caption.rulings + more
    return Take(
        title=scene.title,
        said=said,
        scene=replace(scene, extent=extent, paths=(), ghosts=(), contacts=(), bonds=()),
        times=frozen(times),
        positions=frozen(positions),
        angles=frozen(angles),
        layouts=_layouts(shot, played.layout, times, moving),
        touches=_touches(shot),
        cords=shot.cords,
        hand=_hand(shot, times, moving),
        moving=moving,
    )


def _places(shot: Shot, times: Floats) -> tuple[Floats, Floats]:
    """Return positions (f, n, 2) m and angles (f, n) rad of a shot's pieces at times (f,) s."""
    t = shot.trajectory
    if not len(t.times):
        n = len(shot.start)
        return np.broadcast_to(shot.start.positions, (len(times), n, 2)), np.broadcast_to(
            shot.start.angles, (len(times), n)
        )
    columns = [t.ids.index(i) for i in shot.start.ids]
    x, y, angle = (
        np.array([np.interp(times, t.times, track[:, k]) for k in columns]).reshape(len(columns), len(times)).T
        for track in (t.positions[:, :, 0], t.positions[:, :, 1], t.angles)
    )
    return np.stack([x, y], axis=2), angle


def _layouts(shot: Shot, after: Layout, times: Floats, moving: int) -> tuple[tuple[int, Layout], ...]:
    """Return faces and statuses with the frame from which they hold, in order."""
    changes = sorted({e.time for e in shot.events if e.kind in ("flipped", "tipped", "lifted", "left_board")} | {0.0})
    found: list[tuple[int, Layout]] = []
    for time in changes:
        first = int(np.searchsorted(times[:moving], time)) if time > 0.0 else 0
        found.append((min(first, moving - 1), layout_at(shot, time)))
    known = dict(zip(after.ids, after.statuses, strict=True))
    ids = [i for i in shot.start.ids if i in known]
    last = found[-1][1].with_statuses({i: known[i] for i in ids})
    return (*found, (moving, last))


def _touches(shot: Shot) -> tuple[tuple[float, float, float], ...]:
    t = shot.trajectory
    radii = {piece.id: piece.kind.radius for piece in shot.start.pieces}
    out: list[tuple[float, float, float]] = []
    for event in shot.events:
        known = [i for i in event.pieces if i in t.ids and i in radii]
        if event.kind != "contact" or len(known) != 2:
            continue
        a, b = (
            np.array([np.interp(event.time, t.times, t.positions[:, t.ids.index(i), axis]) for axis in (0, 1)])
            for i in known
        )
        at = a + radii[known[0]] / (radii[known[0]] + radii[known[1]]) * (b - a)
        if not out or event.time - out[-1][0] > 0.25 * FLASH:
            out.append((event.time, float(at[0]), float(at[1])))
    return tuple(out)


def _hand(shot: Shot, times: Floats, moving: int) -> Floats | None:
    """Return where a piece is carried above the table, (f, 2) m: to the end of its way, and away with the end."""
    if not isinstance(shot.action, Hover):
        return None
    way = np.array(shot.action.path, dtype=np.float64).reshape(-1, 2)
    reached = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(way, axis=0).T))]) / shot.action.speed
    out = np.column_stack([np.interp(times, reached, way[:, axis]) for axis in (0, 1)])
    out[moving:] = math.nan
    return frozen(out)


def trail(take: Take, frame: int, piece: int, count: int = 10) -> NDArray[np.float64]:
    """Return where a piece was shortly before a frame, oldest first, (count, 2) m."""
    now = take.times[frame]
    back = now - TRAIL * np.arange(count, 0, -1) / count
    shown = np.maximum(back, 0.0)
    known = take.times[: take.moving]
    return np.column_stack([np.interp(shown, known, take.positions[: take.moving, piece, axis]) for axis in (0, 1)])
