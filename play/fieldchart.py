"""Draws field and force maps on matplotlib Axes, from the values of :mod:`play.fieldfigure`."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.patches import Circle, Ellipse, Polygon
from matplotlib.patheffects import withStroke

from play import style
from play.fieldfigure import DragMap, FieldMap
from play.figures import Scene
from play.style import LIGHT, Theme

DECADES = 3.0  # of the scale of |B|, below its top
DRAGGED = "#d55e00"
_OVER = 3.4  # above zones and walls, below pieces


def draw_field(axes: Axes, field: FieldMap, scene: Scene, *, theme: Theme = LIGHT) -> None:
    """Draw |B| on a scale of decades, and the lines of the field within the plane, over a scene's table."""
    _prepare(axes, scene, theme)
    with np.errstate(divide="ignore"):
        decades = np.log10(1e3 * field.strength)
    x, y = np.meshgrid(1000.0 * field.xs, 1000.0 * field.ys)
    free = np.isfinite(decades)
    hidden = [(mark.x, mark.y, max(mark.semi_axes)) for mark in scene.pieces]
    for x0, y0, radius in (*hidden, *((mark.x, mark.y, mark.radius) for mark in scene.magnets)):
        free &= np.hypot(x - x0, y - y0) > radius
    # what lies beneath the pieces is not seen, and would take up the scale
    known = decades[free]
    if not len(known) or float(known.max()) < -9.0:
        axes.set_title("no magnet on the table", fontsize=11, color=theme.faint)
        return
    top = float(np.quantile(known, 0.999))
    low = max(top - DECADES, float(known.min()))
    xs, ys = 1000.0 * field.xs, 1000.0 * field.ys
    image = axes.pcolormesh(
        xs, ys, decades, cmap=theme.flow, vmin=low, vmax=top, shading="nearest", rasterized=True, zorder=_OVER
    )
    flat = np.nan_to_num(field.field[..., :2])
    axes.streamplot(
        np.linspace(xs[0], xs[-1], len(xs)), np.linspace(ys[0], ys[-1], len(ys)), flat[..., 0], flat[..., 1],
        color=style.mixed(theme.lines, theme.mat, 0.25), linewidth=0.6, density=(1.6, 1.6 * len(ys) / len(xs)),
        arrowsize=0.7, zorder=_OVER + 0.1,
    )  # fmt: skip
    _bar(axes, image, low, top, theme)
    _pieces(axes, scene, theme)


def draw_drag(axes: Axes, drag: DragMap, scene: Scene, *, theme: Theme = LIGHT) -> None:
    """Draw which way a piece would be pulled, how hard beside what friction holds, and where it would be dragged."""
    _prepare(axes, scene, theme)
    xs, ys = 1000.0 * drag.xs, 1000.0 * drag.ys
    ratio = np.array(drag.drag)
    pulled = np.ma.masked_invalid(np.minimum(ratio, 1e6))
    held = bool(np.isfinite(ratio).any())
    fill = LinearSegmentedColormap.from_list("pull", [theme.mat, style.mixed(DRAGGED, theme.mat, 0.35)])
    if held:
        axes.pcolormesh(
            xs, ys, np.ma.minimum(pulled, 1.0), cmap=fill, vmin=0.0, vmax=1.0, shading="nearest", rasterized=True,
            alpha=0.85, zorder=_OVER,
        )  # fmt: skip
    if held and len(pulled.compressed()) and float(pulled.min()) < 1.0 < float(pulled.max()):
        axes.contour(xs, ys, pulled, levels=[1.0], colors=[DRAGGED], linewidths=2.0, zorder=_OVER + 0.2)
        axes.contour(
            xs, ys, pulled, levels=[0.1], colors=[DRAGGED], linewidths=0.9, linestyles="--", zorder=_OVER + 0.2
        )
    for x0, y0, reach in drag.taken:
        disc = Circle((1000.0 * x0, 1000.0 * y0), 1010.0 * reach, facecolor=theme.table, lw=0, zorder=_OVER + 0.25)
        axes.add_patch(disc)
    step = max(1, len(xs) // 36)
    rows, columns = np.ix_(range(step // 2, len(ys), step), range(step // 2, len(xs), step))
    force = drag.force[rows, columns]
    size = np.hypot(force[..., 0], force[..., 1])
    felt = np.isfinite(size) & (size > 0.0) & (ratio[rows, columns] > 0.01)
    if felt.any():
        x, y = np.meshgrid(xs[columns[0]], ys[rows[:, 0]])
        axes.quiver(
            x[felt], y[felt], force[..., 0][felt] / size[felt], force[..., 1][felt] / size[felt],
            angles="xy", scale_units="xy", scale=1.35 / float(step * (xs[1] - xs[0])), width=0.0016, pivot="mid",
            color=theme.ink, alpha=0.75, zorder=_OVER + 0.3,
        )  # fmt: skip
    _pieces(axes, scene, theme)


def drag_words(drag: DragMap) -> str:
    """Say what a force map shows."""
    if not np.isfinite(drag.drag).any():
        return (
            f"Which way {drag.piece}, face {drag.face}, would be pulled. No friction holds it: any pull drags it off."
        )
    return (
        f"What {drag.piece}, face {drag.face}, would feel if its middle were laid down there, at rest. Inside the full "
        "line it would be dragged off: the pull is more than static friction holds. Dashed: a tenth of that. Arrows: "
        "which way. Plain discs: no room beside what lies there."
    )


def _prepare(axes: Axes, scene: Scene, theme: Theme) -> None:
    from play.drawing import draw_scene

    draw_scene(axes, _bare(scene), theme=theme)


def _bare(scene: Scene) -> Scene:
    """Return a scene without pieces and words, which a map would cover."""
    from dataclasses import replace

    zones = tuple(replace(zone, label=replace(zone.label, text="")) for zone in scene.zones)
    return replace(scene, pieces=(), bonds=(), ghosts=(), paths=(), contacts=(), zones=zones, yoke=None)


def _pieces(axes: Axes, scene: Scene, theme: Theme) -> None:
    """Draw outlines of zones, and pieces as rings with their numbers, over a map."""
    for zone in scene.zones:
        if zone.polygon is not None:
            axes.add_patch(Polygon(zone.polygon, fill=False, edgecolor=theme.ink, lw=0.5, alpha=0.35, zorder=4.6))
        elif zone.circle is not None:
            ring = Circle(zone.circle[:2], zone.circle[2], fill=False, edgecolor=theme.ink, lw=0.5, alpha=0.35)
            ring.set_zorder(4.6)
            axes.add_patch(ring)
    for wall in scene.walls:
        axes.plot(*zip(wall.start, wall.end, strict=True), color=theme.edge, lw=1.2, alpha=0.6, zorder=4.6)
    for magnet in scene.magnets:
        fill = style.SOUTH if magnet.pole == "S" else style.NORTH if magnet.pole == "N" else theme.faint
        spot = Circle((magnet.x, magnet.y), magnet.radius, facecolor=fill, edgecolor=theme.rim, lw=0.8, zorder=4.7)
        axes.add_patch(spot)
    box = axes.get_window_extent()
    scale = 72.0 / axes.figure.dpi * box.width / (scene.extent[2] - scene.extent[0])
    for mark in scene.pieces:
        if mark.status not in ("live", "dead"):
            continue
        a, b = mark.semi_axes
        disc = Ellipse((mark.x, mark.y), 2 * a, 2 * b, angle=float(np.degrees(mark.angle)), lw=1.2, zorder=5.0)
        disc.set_facecolor(mark.colour)
        disc.set_edgecolor(theme.rim)
        axes.add_patch(disc)
        ink = style.ink_on(mark.colour)
        sign = {"up": "●", "down": "×", "edge": "|"}[mark.face] if mark.magnetic and mark.arrow is None else ""
        text = f"{mark.label}{sign}"
        points = float(np.clip(1.7 * min(a, b) * scale / max(len(text), 1), 4.0, 16.0))
        axes.text(
            mark.x, mark.y, text, ha="center", va="center", fontsize=points, color=ink, fontfamily=style.FONT,
            fontweight="bold", zorder=5.1, clip_on=True,
            path_effects=[withStroke(linewidth=0.12 * points, foreground=mark.colour)],
        )  # fmt: skip


def _bar(axes: Axes, image: object, low: float, top: float, theme: Theme) -> None:
    """Set a scale at the right of the Axes, in mT at whole decades and thirds of them."""
    bar = axes.inset_axes((1.015, 0.0, 0.014, 1.0))
    figure = axes.get_figure(root=True)
    assert figure is not None
    figure.colorbar(image, cax=bar)  # type: ignore[arg-type]
    marks = [
        m * 10.0**d
        for d in range(int(np.floor(low)), int(np.ceil(top)) + 1)
        for m in (1, 2, 5)
        if low <= np.log10(m * 10.0**d) <= top
    ]
    bar.set_yticks([float(np.log10(mark)) for mark in marks], [f"{mark:g}" for mark in marks])
    bar.tick_params(labelsize=8.5, colors=theme.faint, length=2.5, labelfontfamily=style.FONT)
    bar.set_title("mT", fontsize=9, color=theme.faint, fontfamily=style.FONT)
    for spine in bar.spines.values():
        spine.set_visible(False)
