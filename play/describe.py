"""Boards in words, and tables that no window cuts short."""

from __future__ import annotations

import math

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from sim.board import Board


def print_table(console: Console, table: Table) -> None:
    """Print a table at its own width: a narrow window may fold its lines, but no figure is cut short."""
    wide = max(console.width, console.measure(table, options=console.options.update(max_width=1000)).maximum)
    lines = console.render_lines(table, console.options.update(width=wide), pad=False)
    for line in lines:
        text = Text.assemble(*((segment.text, segment.style or "") for segment in line), end="")
        text.rstrip()
        console.print(text, soft_wrap=True, highlight=False)


def describe_board(console: Console, board: Board) -> None:
    """Print what a board is made of."""
    surface = board.surface
    console.print(f"[bold]{escape(board.name)}[/bold]  for {board.game or 'any game'}", highlight=False)
    if surface.outline is not None:
        width, depth = 1000.0 * (surface.outline.max(axis=0) - surface.outline.min(axis=0))
        console.print(f"outline {width:.0f} x {depth:.0f} mm, edge {surface.edge}", highlight=False)
    console.print(
        f"friction: static {surface.friction.static:g}, kinetic {surface.friction.kinetic:g}; "
        f"beyond: {board.beyond.static:g}, {board.beyond.kinetic:g}",
        highlight=False,
    )
    for kind in board.pieces.values():
        moment = math.hypot(*kind.moment)
        console.print(
            f"{escape(kind.name)}: {kind.shape}, {2000 * kind.semi_axes[0]:g} x {2000 * kind.semi_axes[1]:g} x "
            f"{1000 * kind.height:g} mm, {1000 * kind.mass:g} g, moment {moment:.3f} A·m², "
            f"restitution {kind.restitution:g}",
            highlight=False,
        )
    if board.zones:
        table = Table(box=None, pad_edge=False, header_style="bold")
        for name in ("zone", "kind", "owner", "value"):
            table.add_column(name, justify="right" if name == "value" else "left")
        for zone in board.zones:
            table.add_row(escape(zone.name), zone.kind, zone.owner or "", str(zone.value or ""))
        print_table(console, table)
    for what, things in (("walls", board.walls), ("magnets", board.magnets), ("rails", board.rails)):
        if things:
            console.print(f"{what}: {', '.join(escape(t.name) for t in things)}", highlight=False)
