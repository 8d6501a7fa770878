"""Pictures with matplotlib, drawn from the values of :mod:`play.figures`. Nothing global is touched or shown."""

from __future__ import annotations

import io
import math
import textwrap
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.patches import Circle, Ellipse, Patch, Polygon

from play import style
from play.figures import PieceMark, Scene, ZoneMark, board_scene, final_scene, shot_scenes
from play.record import Record
from sim.board import Board

CAPTION_LINES = 18
LEGEND = "dashed: where a piece started   ·   × contact   ·   hatched: dead   ·   bar: stick together"
FACES = "dot: face up   ·   cross: face down   ·   hatched: dead   ·   bar: stick together"


def board_figure(board: Board) -> Figure:
    """Return a picture of an empty board."""
    return _single(board_scene(board))


def final_figure(record: Record) -> Figure:
    """Return where everything lies at the end, the last round's rulings beneath."""
    return _single(final_scene(record))


def trajectories_figure(record: Record) -> Figure:
    """Return the last round's shots as small multiples; one shot alone fills the picture."""
    scenes = shot_scenes(record)
    if len(scenes) == 1:
        return _single(scenes[0])
    columns = 3 if len(scenes) > 4 else 2
    rows = max(1, math.ceil(len(scenes) / columns))
    width, head, foot, gap, words = 16.0, 0.55, 0.4, 0.12, 0.32
    panel = (width - gap * (columns + 1)) / columns
    tall = panel * (_aspect(scenes[0]) if scenes else 0.5)
    height = head + foot + rows * (tall + words)
    figure = _figure(width, height)
    number = record.rounds[-1].number if record.rounds else 0
    figure.text(
        0.5, 1 - 0.5 * head / height, f"{record.title}: the shots of round {number}", ha="center", va="center",
        fontsize=16, color=style.INK,
    )  # fmt: skip
    for k, scene in enumerate(scenes):
        row, column = divmod(k, columns)
        left = gap + column * (panel + gap)
        low = height - head - (row + 1) * (tall + words)
        axes = figure.add_axes((left / width, low / height, panel / width, tall / height))
        _draw(axes, scene, small=True)
        figure.text(
            (left + panel / 2) / width, (low + tall + 0.1) / height, scene.title, ha="center", va="center",
            fontsize=11, color=style.INK,
        )  # fmt: skip
    figure.text(0.5, 0.45 * foot / height, LEGEND, ha="center", va="center", fontsize=10, color=style.FAINT)
    return figure


def draw(scene: Scene, ax: Axes) -> Axes:
    """Draw a scene on Axes and return them."""
    _draw(ax, scene, small=False)
    return ax


def png(figure: Figure) -> bytes:
    """Return a figure as a PNG; the same figure gives the same bytes."""
    buffer = io.BytesIO()
    # a light compression: drawing a round should not take longer than playing it
    figure.savefig(buffer, format="png", dpi=100, metadata={"Software": None}, pil_kwargs={"compress_level": 3})
    return buffer.getvalue()


def _figure(width: float, height: float) -> Figure:
    figure = Figure(figsize=(width, height), dpi=100, facecolor="white")
    FigureCanvasAgg(figure)
    return figure


def _aspect(scene: Scene) -> float:
    x0, y0, x1, y1 = scene.extent
    return (y1 - y0) / (x1 - x0)


def _single(scene: Scene) -> Figure:
    lines: list[str] = []
    for ruling in scene.caption:
        lines += textwrap.wrap(ruling, 150, subsequent_indent="      ")
    if len(lines) > CAPTION_LINES:
        lines = [*lines[: CAPTION_LINES - 1], f"and {len(lines) - CAPTION_LINES + 1} more lines"]
    body = min(max(15.0 * _aspect(scene), 3.0), 12.0)
    foot = 0.235 * len(lines) + (0.2 if lines else 0.0)
    total = body + foot + 1.3
    figure = _figure(16.0, total)
    axes = figure.add_axes((0.045, (foot + 0.65) / total, 0.94, body / total))
    _draw(axes, scene, small=False)
    if scene.pieces:
        figure.text(0.985, (foot + 0.2) / total, FACES, ha="right", va="center", fontsize=9.5, color=style.FAINT)
    figure.text(0.5, 1 - 0.34 / total, scene.title, ha="center", va="center", fontsize=16, color=style.INK)
    if lines:
        figure.text(
            0.045,
            (foot + 0.02) / total,
            "\n".join(lines),
            fontsize=11,
            va="top",
            color=style.INK,
            linespacing=1.35,
        )
    return figure


def _draw(axes: Axes, scene: Scene, *, small: bool) -> None:
    """Draw table, mat, zones, walls, magnets, then paths, then pieces."""
    x0, y0, x1, y1 = scene.extent
    axes.set_xlim(x0, x1)
    axes.set_ylim(y0, y1)
    axes.set_aspect("equal")
    axes.set_facecolor(style.TABLE)
    axes.tick_params(labelsize=7 if small else 9, colors=style.FAINT, length=2)
    if small:
        axes.set_xticks([])
        axes.set_yticks([])
    else:
        axes.set_xlabel("x, mm", fontsize=9, color=style.FAINT)
        axes.set_ylabel("y, mm", fontsize=9, color=style.FAINT)
    for spine in axes.spines.values():
        spine.set_visible(False)
    outline = scene.board.surface.outline
    if outline is not None:
        mat = Polygon(1000.0 * outline, closed=True, facecolor=style.MAT, edgecolor=style.EDGE, lw=1.2, zorder=1)
        axes.add_patch(mat)
    for k, zone in enumerate(scene.zones):
        _draw_zone(axes, zone, 2.0 + 0.01 * k, small)
    for wall in scene.board.walls:
        (ax, ay), (bx, by) = wall.start, wall.end
        axes.plot(
            [1000 * ax, 1000 * bx],
            [1000 * ay, 1000 * by],
            color=style.EDGE,
            lw=max(1.5, _points(axes, 1000 * wall.thickness)),
            solid_capstyle="round",
            zorder=3,
        )
    for magnet in scene.board.magnets:
        x, y, _ = magnet.position
        up = magnet.moment[2] >= 0.0
        disc = Circle(
            (1000 * x, 1000 * y),
            max(1000 * magnet.radius, 4.0),
            facecolor=style.OWNERS["red"] if up else style.CONTACT,
            edgecolor=style.INK,
            lw=0.8,
            zorder=3.2,
        )
        axes.add_patch(disc)
        axes.text(
            1000 * x,
            1000 * y,
            "N" if up else "S",
            ha="center",
            va="center",
            color="white",
            fontsize=7,
            zorder=3.3,
        )
    for path in scene.paths:
        _draw_path(axes, path.points, path.colour, path.flicked)
    for mark in scene.ghosts:
        axes.add_patch(_shape(mark, facecolor="none", edgecolor=style.FAINT, lw=0.8, ls=(0, (3, 2)), zorder=4.5))
    for x, y in scene.contacts:
        axes.plot([x], [y], marker="x", ms=4 if small else 8, mew=1.4, color=style.CONTACT, zorder=7)
    for ax_, ay_, bx_, by_ in scene.bonds:
        axes.plot(
            [ax_, bx_],
            [ay_, by_],
            color=style.INK,
            lw=2.0 if small else 4.0,
            zorder=5.3,
            solid_capstyle="round",
        )
    for mark in scene.pieces:
        _draw_piece(axes, mark, small)


def _points(axes: Axes, length: float) -> float:
    """Length in mm as a line width in points."""
    x0, x1 = axes.get_xlim()
    box = axes.get_window_extent()
    figure = axes.figure
    return float(length * box.width / (x1 - x0) * 72.0 / figure.dpi)


def _draw_zone(axes: Axes, zone: ZoneMark, order: float, small: bool) -> None:
    owner = zone.owner or ""
    tint = {"dead": style.DEAD_TINT, "flick": style.FLICK_TINTS.get(owner, style.TABLE)}.get(
        zone.kind, style.ZONE_TINTS.get(owner, style.MAT)
    )
    look: dict[str, Any] = {"facecolor": tint, "edgecolor": style.FAINT, "lw": 0.8, "zorder": order}
    if zone.kind == "dead":
        look["hatch"] = "////"
        look["edgecolor"] = "#c2c6cc"
    shape: Patch
    if zone.circle is not None:
        x, y, r = zone.circle
        shape = Circle((x, y), r, **{**look, "edgecolor": style.INK, "lw": 1.2})
    else:
        assert zone.polygon is not None
        shape = Polygon(zone.polygon, closed=True, **look)
    axes.add_patch(shape)
    if not zone.label or small:
        return
    turned = zone.kind != "score" and zone.room[1] > zone.room[0]
    axes.text(
        *zone.label_at,
        zone.label,
        ha="center",
        va="center",
        rotation=90 if turned else 0,
        fontsize=15 if zone.kind == "score" else 12,
        fontweight="bold",
        color="#6b7078" if zone.kind != "score" else "#9a8f78",
        zorder=order + 0.5,
    )


def _shape(mark: PieceMark, **look: Any) -> Patch:
    a, b = mark.semi_axes
    if a == b:
        return Circle((mark.x, mark.y), a, **look)
    return Ellipse((mark.x, mark.y), 2 * a, 2 * b, angle=math.degrees(mark.angle), **look)


def _draw_piece(axes: Axes, mark: PieceMark, small: bool) -> None:
    if mark.status == "removed":
        axes.add_patch(_shape(mark, facecolor="none", edgecolor=style.FAINT, lw=0.8, ls=(0, (1, 2)), zorder=4.6))
        return
    dead = mark.status == "dead"
    fill = to_rgba(mark.colour, 0.35 if dead else 1.0)
    shape = _shape(mark, facecolor=fill, edgecolor=style.INK, lw=0.7 if small else 1.3, zorder=5)
    if dead:
        shape.set_hatch("xxx")
        shape.set_edgecolor(style.FAINT)
    axes.add_patch(shape)
    if small:
        return
    dark = sum(to_rgba(mark.colour)[:3]) < 1.5
    ink = "white" if dark and not dead else style.INK
    axes.text(
        mark.x,
        mark.y + 0.22 * mark.semi_axes[1],
        mark.label,
        ha="center",
        va="center",
        fontsize=11,
        fontweight="bold",
        color=ink,
        zorder=6,
    )
    # which face is up, as the head (dot) or the tail (cross) of the moment's arrow
    marker = {"up": "o", "down": "x", "edge": "|"}[mark.face]
    axes.plot([mark.x], [mark.y - 0.45 * mark.semi_axes[1]], marker=marker, ms=4, mew=1.2, color=ink, zorder=6)


def _draw_path(axes: Axes, points: np.ndarray[Any, Any], colour: str, flicked: bool) -> None:
    """Draw a path that grows from pale to full towards its end."""
    step = max(1, len(points) // 200)
    thin = np.vstack([points[::step], points[-1:]])
    segments = np.stack([thin[:-1], thin[1:]], axis=1)
    r, g, b, _ = to_rgba(colour)
    shade = 0.75
    alphas = np.linspace(0.25, 1.0, len(segments))
    colours = [(r * shade, g * shade, b * shade, alpha) for alpha in alphas]
    axes.add_collection(LineCollection(list(segments), colors=colours, linewidths=2.2 if flicked else 1.4, zorder=4))
