"""Draws the marks of a scene on matplotlib Axes. What is shown is decided in :mod:`play.figures`."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.patches import Circle, Ellipse, FancyArrow, Patch, Polygon
from matplotlib.patheffects import withStroke

from play import style
from play.figures import Scene
from play.marks import BondMark, MagnetMark, PieceMark, WallMark, ZoneMark
from play.motion import ContactMark, PathMark

LEAST_WORDS = 6.5  # points; smaller print is not read
SMALL = 9.0  # points; a piece of that radius has no room for two signs
MOST_WORDS = 26.0  # points; on a large piece a number need not grow with it

# From the table up. Zones take a hundredth more each, since a later one lies over an earlier one.
MAT, ZONES, WORDS, WALLS, PATHS, GHOSTS, GONE, STILL, PIECES, BONDS, RAILS, CONTACTS = (
    1.0, 2.0, 2.9, 3.0, 4.0, 4.5, 4.6, 4.8, 5.0, 6.0, 6.5, 7.0,
)  # fmt: skip


def draw_scene(axes: Axes, scene: Scene, *, ticks: bool = True) -> None:
    """Draw a scene, table first. Sizes follow the width that the Axes have now."""
    x0, y0, x1, y1 = scene.extent
    axes.set_xlim(x0, x1)
    axes.set_ylim(y0, y1)
    axes.set_aspect("equal")
    axes.set_facecolor(style.TABLE if scene.beyond else style.PAPER)
    _frame(axes, ticks)
    box = axes.get_window_extent()
    scale = 72.0 / axes.figure.dpi * min(box.width / (x1 - x0), box.height / (y1 - y0))  # points per mm
    if scene.outline is not None:
        mat = Polygon(scene.outline, closed=True, facecolor=style.MAT, edgecolor=style.EDGE, lw=1.2, zorder=MAT)
        axes.add_patch(mat)
    for k, zone in enumerate(scene.zones):
        _zone(axes, zone, ZONES + 0.01 * k, scale)
    for wall in scene.walls:
        _wall(axes, wall, scale)
    for magnet in scene.magnets:
        _magnet(axes, magnet, scale)
    for rail in scene.rails:
        band = Polygon(rail.corners, closed=True, facecolor=style.EDGE, alpha=0.35, lw=0, zorder=RAILS)
        axes.add_patch(band)
    if scene.cord is not None:
        width = max(1.5, scene.cord_width * scale)
        axes.add_patch(
            Polygon(
                scene.cord, closed=True, fill=False, edgecolor=style.CORD, lw=width, joinstyle="round", zorder=WALLS
            )
        )
    for path in scene.paths:
        _path(axes, path, scale)
    for mark in scene.ghosts:
        edge = style.mixed(mark.colour, style.INK, 0.35)
        axes.add_patch(_shape(mark, facecolor="none", edgecolor=edge, lw=1.1, zorder=GHOSTS))
    for mark in scene.pieces:
        _piece(axes, mark, scale)
    for bond in scene.bonds:
        _bond(axes, bond, scene.pieces, scale)
    for contact in scene.contacts:
        _contact(axes, contact, scale)


def _frame(axes: Axes, ticks: bool) -> None:
    for spine in axes.spines.values():
        spine.set_visible(False)
    if not ticks:
        axes.set_xticks([])
        axes.set_yticks([])
        return
    axes.tick_params(labelsize=8.5, colors=style.FAINT, length=2.5, labelfontfamily=style.FONT)
    axes.xaxis.set_major_formatter("{x:g}")
    axes.yaxis.set_major_formatter("{x:g}")


def _words(axes: Axes, x: float, y: float, text: str, points: float, colour: str, order: float, **more: Any) -> None:
    axes.text(
        x, y, text, fontsize=points, color=colour, zorder=order, ha="center", va="center",
        fontfamily=style.FONT, fontweight="bold", clip_on=True, **more,
    )  # fmt: skip


def _zone(axes: Axes, zone: ZoneMark, order: float, scale: float) -> None:
    fill = style.zone_tint(zone.kind, zone.owner)
    shape: Patch
    if zone.circle is not None:
        shape = Circle(zone.circle[:2], zone.circle[2], facecolor=fill, edgecolor=style.INK, lw=1.1, zorder=order)
    else:
        assert zone.polygon is not None
        edge = style.DEAD_LINES if zone.kind == "dead" else style.FAINT
        shape = Polygon(zone.polygon, closed=True, facecolor=fill, edgecolor=edge, lw=0.7, zorder=order)
    if zone.kind == "dead":
        shape.set_hatch("///")
    axes.add_patch(shape)
    label = zone.label
    if not label.text:
        return
    colour = style.VALUE if zone.kind == "score" else style.WORDS
    points = label.size * scale
    if points < LEAST_WORDS:
        if zone.kind != "score":
            return  # longer words would run out of their zone
        points = LEAST_WORDS
    # only a hatched ground needs a halo, which takes as long to draw as the words
    halo = [withStroke(linewidth=0.25 * points, foreground=fill)] if zone.kind == "dead" else []
    turn = 90 if label.turned else 0
    _words(axes, label.x, label.y, label.text, points, colour, WORDS, rotation=turn, path_effects=halo)


def _wall(axes: Axes, wall: WallMark, scale: float) -> None:
    axes.plot(
        [wall.start[0], wall.end[0]],
        [wall.start[1], wall.end[1]],
        color=style.EDGE,
        lw=max(1.2, wall.thickness * scale),
        solid_capstyle="round",
        zorder=WALLS,
    )


def _magnet(axes: Axes, magnet: MagnetMark, scale: float) -> None:
    fill = style.SOUTH if magnet.pole == "S" else style.NORTH if magnet.pole == "N" else style.FAINT
    at = (magnet.x, magnet.y)
    axes.add_patch(Circle(at, magnet.radius, facecolor=fill, edgecolor=style.INK, lw=0.8, zorder=WALLS + 0.2))
    if magnet.angle is not None:
        _arrow(axes, magnet.x, magnet.y, magnet.angle, 0.8 * magnet.radius, style.PAPER, WALLS + 0.3)
    elif magnet.pole:
        points = max(1.3 * magnet.radius * scale, 5.0)
        _words(axes, *at, magnet.pole, points, style.PAPER, WALLS + 0.3)


def _arrow(axes: Axes, x: float, y: float, angle: float, half: float, colour: str, order: float) -> None:
    dx, dy = half * math.cos(angle), half * math.sin(angle)
    arrow = FancyArrow(
        x - dx, y - dy, 2 * dx, 2 * dy, width=0.22 * half, head_width=0.75 * half, head_length=0.75 * half,
        length_includes_head=True, facecolor=colour, lw=0, zorder=order,
    )  # fmt: skip
    axes.add_patch(arrow)


def _shape(mark: PieceMark, *, facecolor: object, edgecolor: object, lw: float, zorder: float) -> Patch:
    a, b = mark.semi_axes
    angle = math.degrees(mark.angle)
    shape = Ellipse((mark.x, mark.y), 2 * a, 2 * b, angle=angle, lw=lw, zorder=zorder)
    shape.set_facecolor(facecolor)  # type: ignore[arg-type]
    shape.set_edgecolor(edgecolor)  # type: ignore[arg-type]
    return shape


def _piece(axes: Axes, mark: PieceMark, scale: float) -> None:
    low = min(mark.semi_axes)
    line = float(np.clip(0.08 * low * scale, 0.5, 1.4))
    if mark.status == "removed":
        shape = _shape(mark, facecolor="none", edgecolor=style.FAINT, lw=0.8, zorder=GONE)
        shape.set_linestyle((0, (1.5, 2)))
        axes.add_patch(shape)
        return
    dead = mark.status == "dead"
    fill, edge = mark.colour, style.INK
    if dead:
        fill, edge = style.mixed(fill, style.DEAD_TINT, 0.72), style.FAINT
    elif mark.still:
        fill, edge = style.mixed(fill, style.PAPER, 0.45), style.FAINT
    order = STILL if mark.still else PIECES
    shape = _shape(mark, facecolor=fill, edgecolor=edge, lw=line, zorder=order)
    if dead:
        shape.set_hatch("xxxx" if low * scale > SMALL else "//")
        # the hatch takes the edge's colour, and must stay behind the number
        shape.set_edgecolor(style.mixed(fill, style.INK, 0.30))
    axes.add_patch(shape)
    # hidden pieces hide their numbers, too
    _inscription(axes, mark, fill, scale, order + 0.01)


def _inscription(axes: Axes, mark: PieceMark, fill: str, scale: float, order: float) -> None:
    """Write the number, and the face below it: a dot for the head of the moment's arrow, a cross for its tail."""
    low = min(mark.semi_axes)
    ink = style.INK if mark.status == "dead" else style.FAINT if mark.still else style.ink_on(fill)
    small = low * scale < SMALL
    if mark.arrow is not None:
        _arrow(axes, mark.x, mark.y, mark.arrow, 0.8 * low, ink, order)
        return
    signed = mark.magnetic and not small
    points = min(1.0 * low * scale if signed else 1.15 * low * scale, 2.4 * low * scale / max(len(mark.label), 1))
    if small:
        points = max(points, min(LEAST_WORDS, 2.2 * low * scale / max(len(mark.label), 1)))
    halo = [withStroke(linewidth=0.22 * points, foreground=fill)] if mark.status == "dead" else []
    up = 0.24 * low if signed else 0.0
    _words(axes, mark.x, mark.y + up, mark.label, points, ink, order, path_effects=halo)
    if signed:
        sign = {"up": "o", "down": "x", "edge": "|"}[mark.face]
        size = min(0.32 * low * scale, 0.35 * MOST_WORDS)
        axes.plot(
            [mark.x], [mark.y - 0.5 * low], marker=sign, ms=size, mew=0.28 * size, color=ink, zorder=order,
            path_effects=halo,
        )  # fmt: skip


def _bond(axes: Axes, bond: BondMark, pieces: tuple[PieceMark, ...], scale: float) -> None:
    """Draw a clasp across the place where two pieces stick."""
    half = 0.26 * min(min(mark.semi_axes) for mark in pieces if mark.id in bond.pieces)
    dx, dy = half * math.cos(bond.angle), half * math.sin(bond.angle)
    ends = ([bond.x - dx, bond.x + dx], [bond.y - dy, bond.y + dy])
    width = max(0.9 * half * scale, 1.6)
    axes.plot(*ends, color=style.PAPER, lw=1.6 * width, solid_capstyle="round", zorder=BONDS)
    axes.plot(*ends, color=style.INK, lw=width, solid_capstyle="round", zorder=BONDS + 0.01)


def _contact(axes: Axes, contact: ContactMark, scale: float) -> None:
    size = float(np.clip(8.0 * scale, 5.0, 11.0))
    axes.plot(
        [contact.x], [contact.y], marker=(6, 2, 0), ms=size, mew=max(0.16 * size, 0.9), color=style.CONTACT,
        zorder=CONTACTS, path_effects=[withStroke(linewidth=0.35 * size, foreground=style.PAPER)],
    )  # fmt: skip


def _path(axes: Axes, path: PathMark, scale: float) -> None:
    """Draw a path that grows from pale to full towards the shot's end.

    The colours are opaque: where two translucent segments meet, one would see a bead.
    """
    full = style.mixed(path.colour, style.INK, 0.42)
    segments = np.stack([path.points[:-1], path.points[1:]], axis=1)
    colours = [style.mixed(full, style.MAT, 0.62 * (1.0 - float(fade))) for fade in path.fades[1:]]
    width = float(np.clip(4.5 * scale, 1.6, 3.6)) * (1.0 if path.flicked else 0.65)
    axes.add_collection(
        LineCollection(list(segments), colors=colours, linewidths=width, zorder=PATHS, capstyle="projecting")
    )
