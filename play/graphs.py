"""Pictures of fields, energies and speeds of a run, each a figure of its own or on Axes that are given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from play import sheet
from play.charts import draw_energy as energy_on
from play.charts import draw_speed as speed_on
from play.charts import energy_words, rows_of_words
from play.energyfigure import energy_series, moments_of, speed_series
from play.fieldchart import drag_words, draw_drag
from play.fieldchart import draw_field as field_on
from play.fieldfigure import chosen_piece, drag_map, field_map
from play.figures import Scene, final_scene, layout_scene, owner_colours, shot_scene
from play.plot import draw_final, draw_trajectories
from play.record import Record, RoundRecord, ShotRecord
from play.style import Theme, theme_of
from sim.board import Board
from sim.layout import Layout
from sim.values import Face

KINDS = ("trajectories", "final", "field", "energy", "speed")
_TALL = 3.3  # inches of one chart
_ABOVE = 0.5  # inches over a chart, for its title; more for words about moments
_RIGHT = 1.9  # inches beside it, for the names of curves
_LEFT = 0.75
ONE_COLUMN = 3  # charts that still stand one above the other


def draw(
    record: Record,
    kind: str = "final",
    path: str | Path | None = None,
    *,
    ax: Axes | None = None,
    round: int | None = None,
    shot: int | None = None,
    style: str = "light",
    height: float = 0.0,
    piece: str | None = None,
    face: Face | None = None,
) -> Figure:
    """Draw a picture of a run.

    Parameters
    ----------
    kind : {"trajectories", "final", "field", "energy", "speed"}
    path : where to write a PNG; left out: nowhere
    ax : Axes to draw on, without title and caption; left out: a figure of its own
    round, shot : numbers of the round and the shot; left out: the last round that has a shot, and all its shots (for
        the field, and on given Axes: the last one)
    style : {"light", "dark"}
    height : m above the table, of the field's plane
    piece, face : for which piece the force map is; see :func:`play.fieldfigure.chosen_piece`

    Returns
    -------
    Figure

    Raises
    ------
    KeyError
        There is no such round, shot or piece.
    ValueError
        For another kind or style.
    """
    theme = theme_of(style)
    if kind == "final":
        return draw_final(record, path, ax, style=style)
    if kind == "trajectories":
        return draw_trajectories(record, path, round, shot=shot, ax=ax, style=style)
    if kind == "field":
        figure = _field(record, ax, round, shot, theme, height, piece, face)
    elif kind in ("energy", "speed"):
        figure = _over_time(record, kind, ax, round, shot, theme)
    else:
        raise ValueError(f"kind must be one of {', '.join(KINDS)}, got {kind!r}")
    return sheet.written(figure, path)


def chosen_shots(record: Record, number: int | None, shot: int | None) -> tuple[RoundRecord, tuple[ShotRecord, ...]]:
    """Return a round and the wanted ones of its shots; KeyError where there are none."""
    one = next((r for r in reversed(record.rounds) if r.shots and number in (None, r.number)), None)
    if one is None:
        raise KeyError("no shot in the run" if number is None else f"no shot in a round {number}")
    shots = tuple(s for s in one.shots if shot in (None, s.number))
    if not shots:
        raise KeyError(f"no shot {shot} in round {one.number}")
    return one, shots


def draw_field(
    board: Board,
    layout: Layout,
    *,
    ax: Axes | None = None,
    style: str = "light",
    height: float = 0.0,
    piece: str | None = None,
    face: Face | None = None,
    title: str = "",
) -> Figure:
    """Draw the field of a layout, and beneath it the force map of a piece; on given Axes the field alone.

    Arguments, result and errors are those of :func:`draw`.
    """
    scene = layout_scene(board, layout, title)
    return _maps(board, layout, scene, ax, theme_of(style), height, piece, face)


def _field(
    record: Record,
    ax: Axes | None,
    number: int | None,
    shot: int | None,
    theme: Theme,
    height: float,
    piece: str | None,
    face: Face | None,
) -> Figure:
    if record.shots:
        one, shots = chosen_shots(record, number, shot)
        layout = shots[-1].layout
        scene = shot_scene(record, shots[-1], owner_colours(record.owners, [layout]))
        when = f"after shot {shots[-1].number} of round {one.number}" if record.game else "at the end"
    else:
        layout, scene, when = record.start, final_scene(record), "at the start"
    return _maps(record.board, layout, _titled(scene, f"{record.title} · field {when}"), ax, theme, height, piece, face)


def _titled(scene: Scene, title: str) -> Scene:
    from dataclasses import replace

    return replace(scene, title=title)


def _maps(
    board: Board,
    layout: Layout,
    scene: Scene,
    ax: Axes | None,
    theme: Theme,
    height: float,
    piece: str | None,
    face: Face | None,
) -> Figure:
    x0, y0, x1, y1 = scene.extent
    extent = (x0 / 1000.0, y0 / 1000.0, x1 / 1000.0, y1 / 1000.0)
    field = field_map(board, layout, extent, height)
    if ax is not None:
        field_on(ax, field, scene, theme=theme)
        return _root(ax)
    where = "on the table plane" if height == 0.0 else f"{1000.0 * height:g} mm above the table"
    above = (
        f"Colours: the field's strength {where}, in mT, on a logarithmic scale. Lines: its direction along that plane."
    )
    try:
        kind, lies, rest, name = chosen_piece(board, layout, piece)
    except KeyError:
        if piece is not None:
            raise
        return _stacked(scene, [(above, lambda axes: field_on(axes, field, scene, theme=theme))], theme)
    drag = drag_map(board, rest, kind, extent, face or lies, name=name)
    shown = _titled(scene, scene.title)
    if len(rest) != len(layout):
        shown = _without(scene, name)
    parts: list[tuple[str, Callable[[Axes], None]]] = [
        (above, lambda axes: field_on(axes, field, scene, theme=theme)),
        (drag_words(drag), lambda axes: draw_drag(axes, drag, shown, theme=theme)),
    ]
    return _stacked(scene, parts, theme)


def _without(scene: Scene, piece: str) -> Scene:
    from dataclasses import replace

    return replace(scene, pieces=tuple(mark for mark in scene.pieces if mark.id != piece))


def _stacked(scene: Scene, parts: Sequence[tuple[str, Callable[[Axes], None]]], theme: Theme) -> Figure:
    """Draw maps of one scene, one above the other or, where it is tall, side by side, each under its words."""
    x0, y0, x1, y1 = scene.extent
    aspect = (y1 - y0) / (x1 - x0)
    columns = len(parts) if aspect > 0.45 else 1
    panel = (sheet.WIDTH - columns * (_LEFT + 0.75)) / columns
    words = 0.3 + sheet.LINE * max(len(sheet.lines_of(said, panel)) for said, _ in parts)
    under = 0.35
    tall = panel * aspect
    rows = len(parts) // columns
    height = sheet.HEAD + rows * (tall + words + under)
    figure = sheet.figure(height, theme)
    for k, (said, put) in enumerate(parts):
        row, column = divmod(k, columns)
        left = _LEFT + column * (panel + _LEFT + 0.75)
        low = height - sheet.HEAD - row * (tall + words + under) - words - tall
        axes = figure.add_axes((left / sheet.WIDTH, low / height, panel / sheet.WIDTH, tall / height))
        put(axes)
        sheet.paragraph(figure, said, left, low + tall + words - 0.05, height, panel, theme)
    sheet.title(figure, scene.title, _LEFT, height, theme)
    return figure


def _over_time(
    record: Record, kind: str, ax: Axes | None, number: int | None, shot: int | None, theme: Theme
) -> Figure:
    one, shots = chosen_shots(record, number, shot)
    if ax is not None:
        _chart(record, shots[-1], kind, ax, theme)
        return _root(ax)
    columns = 1 if len(shots) <= ONE_COLUMN else 2
    part = sheet.WIDTH / columns
    wide, tall = part - _LEFT - _RIGHT, _TALL if columns == 1 else 0.75 * _TALL
    feet = (0.55 + 0.55 * columns) if kind == "energy" else 0.2 + 0.25 * columns
    title = _ABOVE if record.game is not None else 0.25
    words = [rows_of_words(moments_of(s.shot), s.shot.trajectory.times, 72.0 * wide) for s in shots]
    # the charts of one row have the same room above them
    over = [title + 13.0 / 72.0 * max(words[k : k + columns]) for k in range(0, len(shots), columns)]
    heights = [above + tall + 0.6 + feet for above in over]
    height = sheet.HEAD + sum(heights)
    figure = sheet.figure(height, theme)
    for k, played in enumerate(shots):
        row, column = divmod(k, columns)
        left = column * part + _LEFT
        top = height - sheet.HEAD - sum(heights[:row])
        low = top - over[row] - tall
        axes = figure.add_axes((left / sheet.WIDTH, low / height, wide / sheet.WIDTH, tall / height))
        said, what = _chart(record, played, kind, axes, theme)
        if record.game is not None:
            sheet.paragraph(figure, what, left, top, height, wide, theme, size=12.5, bold=True)
        if kind == "energy" or (row == len(heights) - 1 and column == 0):
            sheet.paragraph(figure, said, left, low - 0.62, height, part - 1.3 * _LEFT, theme)
    which = f" · round {one.number}" if record.game is not None else ""
    sheet.title(figure, f"{record.title}{which} · {kind} over time", _LEFT, height, theme)
    return figure


def _chart(record: Record, played: ShotRecord, kind: str, axes: Axes, theme: Theme) -> tuple[str, str]:
    """Draw one shot's chart; return what it says in words, and its title."""
    colours = owner_colours(record.owners, [played.layout])
    title = shot_scene(record, played, colours).title
    if kind == "energy":
        series = energy_series(record.board, played, title)
        energy_on(axes, series, theme=theme)
        return "\n".join(energy_words(series)), title
    speed_on(axes, speed_series(played, colours, title), theme=theme)
    return "Ticks above: touches. Dashed lines: what else happened, in words above.", title


def _root(ax: Axes) -> Figure:
    figure = ax.get_figure(root=True)
    assert figure is not None
    return figure
