"""Frozen values that describe a whole picture: what is shown, before anything is drawn. Lengths in mm."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from play import marks
from play.extents import Extent, extent_of, ways
from play.motion import ContactMark, PathMark, contact_marks, path_marks
from play.record import Record, RoundRecord, ShotRecord
from play.style import OWNERS, owner_colour
from play.telling import summary
from rules.ruling import Ruling
from sim.actions import Flick, Hover, Launch, Place, Remove
from sim.board import Board
from sim.layout import Layout
from sim.values import Floats

_DONE = {"hover": "moves the stone in the hand", "move_cord": "moves the cord", "end_turn": "ends the turn"}
MOST_RULINGS = 24


@dataclass(frozen=True)
class Caption:
    """Rulings beneath a picture, and how many more there are."""

    rulings: tuple[str, ...] = ()
    more: int = 0


@dataclass(frozen=True)
class ScoreMark:
    """A side, its colour, and what it has."""

    colour: str
    text: str


@dataclass(frozen=True, eq=False)
class Scene:
    """One table with all that is on it.

    `ghosts` are pieces where they were before the shot; `key` says what the signs mean, of those that appear;
    `outline` is None for an endless table, and `beyond` false where nothing lies past the outline; `hand` is the way
    of a piece carried above the table; `said` tells in a line what happened.
    """

    title: str
    extent: Extent
    outline: Floats | None
    beyond: bool
    zones: tuple[marks.ZoneMark, ...]
    walls: tuple[marks.WallMark, ...]
    magnets: tuple[marks.MagnetMark, ...]
    rails: tuple[marks.RailMark, ...]
    cord: Floats | None = None
    cord_width: float = 0.0
    pieces: tuple[marks.PieceMark, ...] = ()
    ghosts: tuple[marks.PieceMark, ...] = ()
    paths: tuple[PathMark, ...] = ()
    contacts: tuple[ContactMark, ...] = ()
    bonds: tuple[marks.BondMark, ...] = ()
    caption: Caption = Caption()
    scores: tuple[ScoreMark, ...] = ()
    key: tuple[str, ...] = ()
    yoke: marks.YokeMark | None = None
    hand: Floats | None = None
    said: str = ""


def board_scene(board: Board) -> Scene:
    """Describe an empty board; a yoke stands where one launches from."""
    yoke = marks.yoke_at_hand(board)
    scene = replace(_table(board, board.name, (), [], yoke=yoke), yoke=yoke)
    return replace(scene, key=_key(scene))


def layout_scene(board: Board, layout: Layout, title: str = "") -> Scene:
    """Describe a layout on a board; owners called by a colour have it."""
    owners = {p.owner: p.owner.lower() if p.owner.lower() in OWNERS else None for p in layout.pieces if p.owner}
    pieces = marks.piece_marks(layout, owner_colours(owners, [layout]))
    scene = _table(board, title or board.name, pieces, [], cord=layout.cord)
    scene = replace(scene, bonds=marks.bond_marks(board, layout))
    return replace(scene, key=_key(scene))


def final_scene(record: Record) -> Scene:
    """Describe where everything lies at the end, with the last round's rulings as caption."""
    last = last_round(record)
    layout = record.start if last is None else last.shots[-1].layout
    colours = owner_colours(record.owners, [layout])
    pieces = marks.piece_marks(layout, colours)
    scene = _table(record.board, record.title, pieces, [], cord=layout.cord)
    title = record.title if record.game is None or last is None else f"{record.title} · round {last.number}"
    rulings = () if last is None else last.rulings
    stopped = () if record.stopped is None else (f"Stopped here. {record.stopped}",)
    caption = caption_of(rulings)
    scene = replace(
        scene,
        title=title,
        bonds=marks.bond_marks(record.board, layout),
        caption=replace(caption, rulings=(*caption.rulings, *stopped)),
        scores=_scores(record, last),
    )
    return replace(scene, key=_key(scene))


def shot_scene(
    record: Record,
    shot: ShotRecord,
    colours: Mapping[str, str],
    empty: tuple[marks.ZoneMark, ...] | None = None,
) -> Scene:
    """Describe one shot: paths, contacts, where each piece started and ended; `empty` as for ``zone_marks``."""
    action = shot.shot.action
    flicked = action.piece.id if isinstance(action, Flick | Launch) else None
    paths = path_marks(shot.shot, colours, flicked)
    moved = frozenset(path.id for path in paths)
    laid = frozenset({action.piece.id}) if isinstance(action, Place) else frozenset()
    pieces = marks.piece_marks(_news(shot), colours, moved | laid)
    yoke = None
    if isinstance(action, Launch) and (used := marks.yoke_used(record.board, action)) is not None:
        yoke = marks.yoke_mark(used, action.yoke, action.heading)
    hand = None if not isinstance(action, Hover) else 1000.0 * np.array(action.path).reshape(-1, 2)
    if isinstance(action, Flick):
        title = f"{shot.number} · {flicked} · {action.speed:.2f} m/s"
    elif isinstance(action, Launch) and action.draw > 0.0:
        title = f"{shot.number} · {flicked} · drawn {1e3 * action.draw:.1f} mm"
    elif isinstance(action, Launch):
        title = f"{shot.number} · {flicked}"
    elif isinstance(action, Remove):
        title = f"{shot.number} · {shot.by} removes {action.piece_id}"
    elif isinstance(action, Place):
        title = f"{shot.number} · {action.piece.id} is laid"
    elif shot.action in _DONE:
        title = f"{shot.number} · {shot.by} {_DONE[shot.action]}"
    else:
        title = record.title
    ways = [path.points for path in paths] + ([] if hand is None else [hand])
    cords = [c for c in (shot.shot.start.cord, *(nodes for _, nodes in shot.shot.cords[:1])) if c is not None]
    ways += [1000.0 * cord for cord in cords]
    scene = _table(record.board, title, pieces, ways, empty, shot.layout.cord, yoke)
    scene = replace(
        scene,
        ghosts=tuple(mark for mark in marks.piece_marks(shot.shot.start, colours) if mark.id in moved),
        paths=paths,
        contacts=contact_marks(record.board, shot.shot),
        bonds=marks.bond_marks(record.board, shot.layout),
        yoke=yoke,
        hand=hand,
        said=summary(shot),
        caption=caption_of(shot.rulings),
    )
    return replace(scene, key=_key(scene))


def _news(shot: ShotRecord) -> Layout:
    """Return the layout after a shot, without what was off the table before it: that is of no interest any more."""
    before = {i for i, status in zip(shot.shot.start.ids, shot.shot.start.statuses, strict=True) if status == "removed"}
    if isinstance(shot.shot.action, Remove):
        before.discard(shot.shot.action.piece_id)
    return shot.layout.without(before)


def shot_scenes(record: Record, number: int | None = None) -> tuple[Scene, ...]:
    """Describe every shot of a round, on one common extent.

    Parameters
    ----------
    number : the round's; left out: the last one that has a shot

    Raises
    ------
    KeyError
        There is no such round, or no shot in it.
    """
    chosen = last_round(record) if number is None else next((r for r in record.rounds if r.number == number), None)
    if chosen is None or not chosen.shots:
        if number is None:
            return ()
        raise KeyError(f"no shot in a round {number}")
    colours = owner_colours(record.owners, [shot.layout for shot in chosen.shots])
    empty = marks.zone_marks(record.board)
    scenes = tuple(shot_scene(record, shot, colours, empty) for shot in chosen.shots)
    extents = np.array([scene.extent for scene in scenes])
    low, high = extents[:, :2].min(axis=0), extents[:, 2:].max(axis=0)
    extent = (float(low[0]), float(low[1]), float(high[0]), float(high[1]))
    return tuple(replace(scene, extent=extent) for scene in scenes)


def last_round(record: Record) -> RoundRecord | None:
    """Return the last round in which anything was played, or None."""
    return next((one for one in reversed(record.rounds) if one.shots), None)


def owner_colours(owners: Mapping[str, str | None], layouts: Sequence[Layout]) -> dict[str, str]:
    """Return a fill for every owner (or, without owners, every piece) that appears."""
    names = dict.fromkeys(owners)
    for layout in layouts:
        for piece in layout.pieces:
            names.setdefault(piece.owner or piece.id)
    return {name: owner_colour(owners.get(name), k) for k, name in enumerate(names)}


def caption_of(rulings: Sequence[Ruling], most: int = MOST_RULINGS) -> Caption:
    """Choose the rulings to show: all, or `most`, those that give points before the others, in their order."""
    ranked = sorted(range(len(rulings)), key=lambda k: (rulings[k].points == 0, k))
    kept = sorted(ranked[:most])
    return Caption(tuple(str(rulings[k]) for k in kept), len(rulings) - len(kept))


def _scores(record: Record, last: RoundRecord | None) -> tuple[ScoreMark, ...]:
    colours = owner_colours(record.owners, [])
    scores = []
    for k, (side, total) in enumerate(record.totals.items()):
        gained = last.points.get(side) if last is not None and last.points is not None else None
        text = f"{side} {total}"
        if gained is not None and gained != total:
            text += f" ({gained:+d})"
        if side == record.winner:
            text += ", won"
        scores.append(ScoreMark(colours.get(side, owner_colour(None, k)), text))
    return tuple(scores)


def _key(scene: Scene) -> tuple[str, ...]:
    """Say what the signs mean that appear in a scene."""
    lying = [mark for mark in scene.pieces if mark.status in ("live", "dead")]
    signs = [
        ("● face up", any(m.magnetic and m.arrow is None and m.face == "up" for m in lying)),
        ("× face down", any(m.magnetic and m.arrow is None and m.face == "down" for m in lying)),
        ("| on edge", any(m.face == "edge" for m in lying)),
        ("→ north pole", any(m.arrow is not None for m in lying)),
        ("▨ dead", any(m.status == "dead" for m in lying)),
        ("┅ taken off", any(m.status == "removed" and _seen(m, scene.extent) for m in scene.pieces)),
        ("▬ stuck together", bool(scene.bonds)),
        ("○ started here", bool(scene.ghosts)),
        ("✶ contact", bool(scene.contacts)),
        ("N, S: pole that is up", any(m.pole for m in (*scene.magnets, *(scene.yoke.magnets if scene.yoke else ())))),
        ("┃ rail above the pieces", bool(scene.rails)),
        ("╌ carried by hand", scene.hand is not None),
        ("⊐ yoke", scene.yoke is not None),
    ]
    return tuple(words for words, appears in signs if appears)


def _seen(mark: marks.PieceMark, extent: Extent) -> bool:
    return extent[0] < mark.x < extent[2] and extent[1] < mark.y < extent[3]


def _table(
    board: Board,
    title: str,
    pieces: tuple[marks.PieceMark, ...],
    paths: Sequence[Floats],
    empty: tuple[marks.ZoneMark, ...] | None = None,
    cord: Floats | None = None,
    yoke: marks.YokeMark | None = None,
) -> Scene:
    outline = None if board.surface.outline is None else 1000.0 * board.surface.outline
    return Scene(
        title=title,
        extent=extent_of(board, pieces, paths, None if cord is None else 1000.0 * cord),
        outline=outline,
        beyond=outline is None or board.surface.edge == "open",
        zones=marks.zone_marks(board, pieces, empty, ways(paths, yoke)),
        walls=marks.wall_marks(board),
        magnets=marks.magnet_marks(board),
        rails=marks.rail_marks(board),
        cord=None if cord is None else 1000.0 * cord,
        cord_width=1000.0 * board.cord.thickness,
        pieces=pieces,
    )
