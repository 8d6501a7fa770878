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
from play.style import LIGHT, Theme

LEAST_WORDS = 6.5  # points; smaller print is not read
SMALL = 9.0  # points; a piece of that radius has no room for two signs
MOST_WORDS = 26.0  # points; on a large piece a number need not grow with it

# From the table up. Zones take a hundredth more each, since a later one lies over an earlier one.
MAT, ZONES, WORDS, WALLS, PATHS, GHOSTS, GONE, STILL, PIECES, BONDS, RAILS, CONTACTS = (
    1.0, 2.0, 2.9, 3.0, 4.0, 4.5, 4.6, 4.8, 5.0, 6.0, 6.5, 7.0,
)  # fmt: skip


def draw_scene(axes: Axes, scene: Scene, *, ticks: bool = True, theme: Theme = LIGHT) -> None:
    """Draw a scene, table first. Sizes follow the width that the Axes have now."""
    x0, y0, x1, y1 = scene.extent
    axes.set_xlim(x0, x1)
    axes.set_ylim(y0, y1)
    axes.set_aspect("equal")
    axes.set_facecolor(theme.table if scene.beyond else theme.paper)
    _frame(axes, ticks, theme)
    box = axes.get_window_extent()
    scale = 72.0 / axes.figure.dpi * min(box.width / (x1 - x0), box.height / (y1 - y0))  # points per mm
    if scene.outline is not None:
        mat = Polygon(scene.outline, closed=True, facecolor=theme.mat, edgecolor=theme.edge, lw=1.2, zorder=MAT)
        axes.add_patch(mat)
    for k, zone in enumerate(scene.zones):
        _zone(axes, zone, ZONES + 0.01 * k, scale, theme)
    for wall in scene.walls:
        _wall(axes, wall, scale, theme)
    for magnet in scene.magnets:
        _magnet(axes, magnet, scale, theme)
    if scene.yoke is not None:
        for wall in scene.yoke.walls:
            _wall(axes, wall, scale, theme)
        for magnet in scene.yoke.magnets:
            _magnet(axes, magnet, scale, theme)
    for rail in scene.rails:
        band = Polygon(rail.corners, closed=True, facecolor=theme.edge, alpha=0.35, lw=0, zorder=RAILS)
        axes.add_patch(band)
    if scene.cord is not None:
        width = max(1.5, scene.cord_width * scale)
        axes.add_patch(
            Polygon(
                scene.cord, closed=True, fill=False, edgecolor=theme.cord, lw=width, joinstyle="round", zorder=WALLS
            )
        )
    if scene.hand is not None:
        axes.plot(*scene.hand.T, color=theme.ink, lw=1.3, ls=(0, (4, 3)), zorder=PATHS)
        axes.plot(*scene.hand[-1:].T, color=theme.ink, marker="o", mfc="none", ms=7.0, zorder=PATHS)
    for path in scene.paths:
        _path(axes, path, scale, theme)
    for mark in scene.ghosts:
        edge = style.mixed(mark.colour, theme.ink, 0.35)
        axes.add_patch(_shape(mark, facecolor="none", edgecolor=edge, lw=1.1, zorder=GHOSTS))
    for mark in scene.pieces:
        draw_piece(axes, mark, scale, theme)
    for bond in scene.bonds:
        _bond(axes, bond, scene.pieces, scale, theme)
    for contact in scene.contacts:
        _contact(axes, contact, scale, theme)


def _frame(axes: Axes, ticks: bool, theme: Theme) -> None:
    for spine in axes.spines.values():
        spine.set_visible(False)
    if not ticks:
        axes.set_xticks([])
        axes.set_yticks([])
        return
    axes.tick_params(labelsize=8.5, colors=theme.faint, length=2.5, labelfontfamily=style.FONT)
    axes.xaxis.set_major_formatter("{x:g}")
    axes.yaxis.set_major_formatter("{x:g}")


def _words(axes: Axes, x: float, y: float, text: str, points: float, colour: str, order: float, **more: Any) -> None:
    axes.text(
        x, y, text, fontsize=points, color=colour, zorder=order, ha="center", va="center",
        fontfamily=style.FONT, fontweight="bold", clip_on=True, **more,
    )  # fmt: skip


def _zone(axes: Axes, zone: ZoneMark, order: float, scale: float, theme: Theme) -> None:
    fill = style.zone_tint(zone.kind, zone.owner, theme)
    shape: Patch
    if zone.circle is not None:
        shape = Circle(zone.circle[:2], zone.circle[2], facecolor=fill, edgecolor=theme.ink, lw=1.1, zorder=order)
    else:
        assert zone.polygon is not None
        edge = theme.dead_lines if zone.kind == "dead" else theme.faint
        shape = Polygon(zone.polygon, closed=True, facecolor=fill, edgecolor=edge, lw=0.7, zorder=order)
    if zone.kind == "dead":
        shape.set_hatch("///")
    axes.add_patch(shape)
    label = zone.label
    if not label.text:
        return
    colour = theme.value if zone.kind == "score" else theme.words
    points = label.size * scale
    if points < LEAST_WORDS:
        if zone.kind != "score":
            return  # longer words would run out of their zone
        points = LEAST_WORDS
    # only a hatched ground needs a halo, which takes as long to draw as the words
    halo = [withStroke(linewidth=0.25 * points, foreground=fill)] if zone.kind == "dead" else []
    turn = 90 if label.turned else 0
    _words(axes, label.x, label.y, label.text, points, colour, WORDS, rotation=turn, path_effects=halo)


def _wall(axes: Axes, wall: WallMark, scale: float, theme: Theme) -> None:
    axes.plot(
        [wall.start[0], wall.end[0]],
        [wall.start[1], wall.end[1]],
        color=theme.edge,
        lw=max(1.2, wall.thickness * scale),
        solid_capstyle="round",
        zorder=WALLS,
    )


def _magnet(axes: Axes, magnet: MagnetMark, scale: float, theme: Theme) -> None:
    fill = style.SOUTH if magnet.pole == "S" else style.NORTH if magnet.pole == "N" else theme.faint
    at = (magnet.x, magnet.y)
    axes.add_patch(Circle(at, magnet.radius, facecolor=fill, edgecolor=theme.ink, lw=0.8, zorder=WALLS + 0.2))
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


def draw_piece(axes: Axes, mark: PieceMark, scale: float, theme: Theme = LIGHT, order: float | None = None) -> None:
    """Draw a piece with its number and face; `scale` is in points per mm."""
    low = min(mark.semi_axes)
    line = float(np.clip(0.08 * low * scale, 0.5, 1.4))
    if mark.status == "removed":
        faded = style.mixed(mark.colour, theme.ink, 0.35)
        shape = _shape(mark, facecolor="none", edgecolor=faded, lw=1.0, zorder=GONE)
        shape.set_linestyle((0, (1.5, 2)))
        axes.add_patch(shape)
        points = max(LEAST_WORDS, min(MOST_WORDS, 0.9 * low * scale))
        if low * scale > 0.8 * LEAST_WORDS:
            _words(axes, mark.x, mark.y, mark.label, points, theme.faint, GONE)
        return
    dead = mark.status == "dead"
    fill, edge = mark.colour, theme.rim
    if dead:
        fill, edge = style.mixed(fill, theme.dead_tint, 0.72), theme.faint
    elif mark.still:
        fill, edge = style.mixed(fill, theme.mat, 0.45), theme.faint
    if order is None:
        order = STILL if mark.still else PIECES
    shape = _shape(mark, facecolor=fill, edgecolor=edge, lw=line, zorder=order)
    if dead:
        shape.set_hatch("xxxx" if low * scale > SMALL else "//")
        # the hatch takes the edge's colour, and must stay behind the number
        shape.set_edgecolor(style.mixed(fill, theme.ink, 0.30))
    axes.add_patch(shape)
    # hidden pieces hide their numbers, too
    _inscription(axes, mark, fill, scale, order + 0.01, theme)


def _inscription(axes: Axes, mark: PieceMark, fill: str, scale: float, order: float, theme: Theme) -> None:
    """Write the number, and the face below it: a dot for the head of the moment's arrow, a cross for its tail."""
    low = min(mark.semi_axes)
    ink = theme.ink if mark.status == "dead" else theme.faint if mark.still else style.ink_on(fill)
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


def _bond(axes: Axes, bond: BondMark, pieces: tuple[PieceMark, ...], scale: float, theme: Theme) -> None:
    """Draw a clasp across the place where two pieces stick."""
    # short, so that it covers no number and no face
    half = 0.17 * min(min(mark.semi_axes) for mark in pieces if mark.id in bond.pieces)
    dx, dy = half * math.cos(bond.angle), half * math.sin(bond.angle)
    ends = ([bond.x - dx, bond.x + dx], [bond.y - dy, bond.y + dy])
    width = max(0.9 * half * scale, 1.6)
    axes.plot(*ends, color=theme.paper, lw=1.6 * width, solid_capstyle="round", zorder=BONDS)
    axes.plot(*ends, color=theme.ink, lw=width, solid_capstyle="round", zorder=BONDS + 0.01)


def _contact(axes: Axes, contact: ContactMark, scale: float, theme: Theme) -> None:
    size = float(np.clip(8.0 * scale, 5.0, 11.0))
    axes.plot(
        [contact.x], [contact.y], marker=(6, 2, 0), ms=size, mew=max(0.16 * size, 0.9), color=theme.contact,
        zorder=CONTACTS, path_effects=[withStroke(linewidth=0.35 * size, foreground=theme.paper)],
    )  # fmt: skip


def _path(axes: Axes, path: PathMark, scale: float, theme: Theme) -> None:
    """Draw a path that grows from pale to full towards the shot's end.

    The colours are opaque: where two translucent segments meet, one would see a bead.
    """
    full = style.mixed(path.colour, theme.ink, 0.42)
    segments = np.stack([path.points[:-1], path.points[1:]], axis=1)
    colours = [style.mixed(full, theme.mat, 0.62 * (1.0 - float(fade))) for fade in path.fades[1:]]
    width = float(np.clip(4.5 * scale, 1.6, 3.6)) * (1.0 if path.flicked else 0.65)
    axes.add_collection(
        LineCollection(list(segments), colors=colours, linewidths=width, zorder=PATHS, capstyle="projecting")
    )
