"""Draws energies and speeds over time on matplotlib Axes, from the values of :mod:`play.energyfigure`."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes

from play import style
from play.energyfigure import EnergySeries, Moment, SpeedSeries
from play.style import LIGHT, Theme
from sim.values import Floats

DASHES: tuple[Any, ...] = ("-", (0, (6, 2)), (0, (2, 1.5)), (0, (7, 2, 1.5, 2)), (0, (1, 1)))
"""How the curves of pieces of one colour are told apart."""

KINETIC, MAGNETIC, LOST = "#009e73", "#cc79a7", "#8a9099"
ROWS = 5  # of words above a chart
_POINTS = 9.0
_LETTER = 0.56  # of the font's size, how wide a letter is


def draw_energy(axes: Axes, series: EnergySeries, *, theme: Theme = LIGHT) -> None:
    """Draw kinetic and magnetic energy, and what was lost of their sum, over time; mJ, where they are not too small."""
    times = series.times
    unit, scale = unit_of(series)
    _prepare(axes, times, f"energy, {unit}", theme)
    values = scale * np.stack([series.kinetic, series.magnetic, series.lost])
    axes.fill_between(times, 0.0, values[2], color=LOST, alpha=0.25, lw=0)
    curves = (("kinetic", KINETIC, 2.2), ("magnetic", MAGNETIC, 2.2), ("lost", LOST, 1.8))
    for (_, colour, width), curve in zip(curves, values, strict=True):
        axes.plot(times, curve, color=style.mixed(colour, theme.ink, 0.15), lw=width, solid_capstyle="round")
    axes.plot(times, values[0] + values[1], color=theme.ink, lw=1.0, ls=(0, (4, 3)))
    low, high = float(min(values.min(), 0.0)), float(max(values.max(), (values[0] + values[1]).max(), 1e-9))
    axes.set_ylim(low - 0.04 * (high - low), high + 0.06 * (high - low))
    axes.axhline(0.0, color=theme.faint, lw=0.7)
    ends = [
        ("kinetic", float(values[0, -1]), KINETIC),
        ("magnetic", float(values[1, -1]), MAGNETIC),
        ("kinetic + magnetic", float(values[0, -1] + values[1, -1]), theme.ink),
        ("lost so far", float(values[2, -1]), LOST),
    ]
    _end_words(axes, ends, theme)
    _moments(axes, series.moments, times, theme)


def unit_of(series: EnergySeries) -> tuple[str, float]:
    """Return the unit in which the largest energy is above a tenth, and how many of it are a joule."""
    most = max(float(np.abs(part).max()) for part in (series.kinetic, series.magnetic, series.lost))
    units = (("mJ", 1e3), ("µJ", 1e6), ("nJ", 1e9))
    return next((one for one in units if most * one[1] >= 0.1), units[0 if most == 0.0 else -1])


def energy_words(series: EnergySeries) -> tuple[str, ...]:
    """Say in words where a shot's energy went."""
    unit, scale = unit_of(series)

    def amount(energy: float) -> str:
        value = scale * energy
        return f"{value:.4g} {unit}" if abs(value) > 1e-6 else f"0 {unit}"

    start, end = series.kinetic[0] + series.magnetic[0], series.kinetic[-1] + series.magnetic[-1]
    said = (
        f"At the start {amount(series.kinetic[0])} kinetic and {amount(series.magnetic[0])} magnetic, together "
        f"{amount(start)}; at the end {amount(series.kinetic[-1])} and {amount(series.magnetic[-1])}, together "
        f"{amount(end)}. Lost: {amount(start - end)}."
    )
    book = series.book
    if book is None:
        booked = "How much of it went to friction and how much to contacts is not recorded."
    else:
        parts = [f"{amount(book.friction_loss)} to friction", f"{amount(book.contact_loss)} to contacts"]
        if abs(book.carried_off) > 1e-9:
            parts.append(f"{amount(book.carried_off)} with what left or was taken away")
        if abs(book.raised) > 1e-9:
            parts.append(f"{amount(book.raised)} in the height of pieces on edge")
        unaccounted = f"{scale * book.imbalance:.1g} {unit}"
        booked = f"By the simulation's book at the end: {', '.join(parts)}; unaccounted {unaccounted}."
    return (said.replace("-", "−"), booked.replace("-", "−"), *series.notes)


def draw_speed(axes: Axes, series: SpeedSeries, *, theme: Theme = LIGHT) -> None:
    """Draw the speed of each piece that moved over time; the moments of touches are ticks above, others in words."""
    times = series.times
    _prepare(axes, times, "speed, m/s", theme)
    top = max((float(curve.speeds.max()) for curve in series.curves), default=0.0) or 1.0
    axes.set_ylim(0.0, 1.08 * top)
    for curve in series.curves:
        shown = times <= curve.until
        colour = _line(curve.colour, theme)
        dash = DASHES[curve.turn % len(DASHES)]
        axes.plot(times[shown], curve.speeds[shown], color=colour, lw=2.0, ls=dash)
        if curve.until < times[-1]:
            k = int(np.count_nonzero(shown)) - 1
            axes.plot(times[k], curve.speeds[k], marker="X", color=colour, ms=8, mec=theme.paper)
    _moments(axes, series.moments, times, theme)
    _curve_words(axes, series, theme)


def _line(colour: str, theme: Theme) -> str:
    """Return the colour of a curve: that of its piece, with more of the ink where it would not show."""
    near = abs(style.lightness(colour) - style.lightness(theme.mat)) < 90.0
    return style.mixed(colour, theme.ink, 0.5 if near else 0.25)


def _prepare(axes: Axes, times: Floats, label: str, theme: Theme) -> None:
    axes.set_facecolor(theme.mat)
    for name, spine in axes.spines.items():
        spine.set_visible(name in ("left", "bottom"))
        spine.set_color(theme.faint)
    axes.tick_params(labelsize=10, colors=theme.faint, length=3, labelfontfamily=style.FONT)
    axes.grid(color=theme.faint, alpha=0.18, lw=0.7)
    end = float(times[-1]) or 1.0
    axes.set_xlim(0.0, end)
    for name, put in (("time, s", axes.set_xlabel), (label, axes.set_ylabel)):
        put(name, fontsize=11, color=theme.ink, fontfamily=style.FONT)


def rows_of_words(moments: tuple[Moment, ...], times: Floats, wide: float) -> int:
    """Return in how many rows the words stand over a chart that is `wide` points wide."""
    return max((row + 1 for _, _, row in _placed(moments, times, wide)), default=0)


def _placed(moments: tuple[Moment, ...], times: Floats, wide: float) -> list[tuple[str, float, int]]:
    """Return the words over a chart with their left ends, in points, and rows, so that none overlap.

    Where there are more than fit into the rows, the last words say how many are left out.
    """
    span = float(times[-1]) or 1.0
    taken = [-np.inf] * ROWS
    out: list[tuple[str, float, int]] = []
    more = 0
    for moment in moments:
        if not moment.text:
            continue
        length = _LETTER * _POINTS * len(moment.text)
        left = min(max(moment.time / span * wide - 0.5 * length, 0.0), max(wide - length, 0.0))
        row = next((k for k in range(ROWS) if taken[k] + 8.0 < left), None)
        if row is None:
            more += 1
            continue
        taken[row] = left + length
        out.append((moment.text, left, row))
    if more:
        words = f"and {more} more"
        out.append((words, wide - _LETTER * _POINTS * len(words), ROWS))
    return out


def _moments(axes: Axes, moments: tuple[Moment, ...], times: Floats, theme: Theme) -> None:
    """Mark touches by ticks at the top, and all else by a line and words above."""
    across = axes.get_xaxis_transform()
    for moment in moments:
        axes.plot([moment.time], [1.0], transform=across, marker="|", ms=9, mew=1.6, color=theme.contact, clip_on=False)
        if moment.text:
            axes.axvline(moment.time, color=theme.contact, lw=0.9, ls=(0, (2, 2)), alpha=0.8)
    wide = axes.get_window_extent().width * 72.0 / axes.figure.dpi
    for text, left, row in _placed(moments, times, wide):
        axes.annotate(
            text, (left / wide, 1.0), (0.0, 9.0 + 13.0 * row), xycoords="axes fraction",
            textcoords="offset points", fontsize=_POINTS, color=theme.contact, fontfamily=style.FONT,
        )  # fmt: skip


def _end_words(axes: Axes, ends: list[tuple[str, float, str]], theme: Theme) -> None:
    """Name curves at their right end, as near to it as keeps the names apart."""
    low, high = axes.get_ylim()
    tall = axes.get_window_extent().height * 72.0 / axes.figure.dpi
    step = 14.0 / tall * (high - low)
    ends = sorted(ends, key=lambda end: end[1])
    places: list[float] = []
    for _, value, _ in ends:
        places.append(max(value, places[-1] + step if places else -np.inf))
    over = places[-1] - (high - 0.3 * step)
    for k in range(len(places) - 1, -1, -1):
        if over <= 0.0:
            break
        limit = places[k + 1] - step if k + 1 < len(places) else high - 0.3 * step
        places[k] = min(places[k], limit)
    for (name, _, colour), place in zip(ends, places, strict=True):
        axes.annotate(
            name, (1.0, place), (6.0, 0.0), xycoords=("axes fraction", "data"), textcoords="offset points",
            va="center", fontsize=10.5, color=style.mixed(colour, theme.ink, 0.25), fontfamily=style.FONT,
            fontweight="bold",
        )  # fmt: skip


def _curve_words(axes: Axes, series: SpeedSeries, theme: Theme) -> None:
    """List the pieces at the right, each behind a piece of its curve."""
    tall = axes.get_window_extent().height * 72.0 / axes.figure.dpi
    for k, curve in enumerate(series.curves):
        y = 1.0 - (8.0 + 16.0 * k) / tall
        if y < 0.02:
            break
        colour = _line(curve.colour, theme)
        axes.plot(
            [1.012, 1.045], [y, y], transform=axes.transAxes, clip_on=False, color=colour, lw=2.2,
            ls=DASHES[curve.turn % len(DASHES)],
        )  # fmt: skip
        gone = "" if curve.until >= series.times[-1] else " (off at ✕)"
        axes.text(
            1.052, y, f"{curve.id}{gone}", transform=axes.transAxes, va="center", fontsize=10, color=theme.ink,
            fontfamily=style.FONT,
        )  # fmt: skip
