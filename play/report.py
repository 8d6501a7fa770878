"""What a run prints: each shot in a line or two, where everything lies, every ruling as a sentence, the totals.

Rich writes it: in colour on a terminal, plain on a pipe.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from play.describe import print_table
from play.record import Record, RoundRecord, ShotRecord
from play.recordjson import degrees
from play.telling import how
from rules.places import on_surface, zones_at
from rules.ruling import Ruling
from sim.actions import Flick, Launch, Place
from sim.board import Board
from sim.layout import Layout
from sim.shot import Event
from sim.sticking import natural_key

if TYPE_CHECKING:
    from rules.ruleset import Score

_STYLE = {"yellow": "yellow", "red": "red", "gold": "yellow", "black": "bright_black", "white": "white"}


class Reporter:
    """Prints a run as it goes. `colours` gives the colour of each side; `board` the zones to name, if any."""

    def __init__(
        self, console: Console, colours: dict[str, str | None], quiet: bool = False, board: Board | None = None
    ) -> None:
        self.console, self.quiet, self.board = console, quiet, board
        self.styles = {side: _STYLE.get(colour or "", "cyan") for side, colour in colours.items()}

    def _say(self, text: str | Text) -> None:
        self.console.print(text, soft_wrap=True, highlight=False)

    def _who(self, piece_id: str) -> str:
        side = piece_id.rsplit("-", 1)[0]
        style = self.styles.get(side)
        name = escape(piece_id)
        return f"[{style}]{name}[/{style}]" if style else name

    def _whos(self, ids: tuple[str, ...]) -> str:
        names = [self._who(i) for i in ids]
        return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]

    # -- a game

    def round_opened(self, one: RoundRecord) -> None:
        """Say which round it is and who starts."""
        if self.quiet:
            return
        title = "Flick-off" if one.number == 0 else f"Round {one.number}"
        self._say(f"\n[bold]{title}[/bold]")
        for ruling in one.opening:
            self.ruling(ruling)

    def shot(self, one: RoundRecord, shot: ShotRecord) -> None:
        """Say what one shot was and what came of it; after a round's last shot, the table and the scoring."""
        if self.quiet:
            return
        self._say(f"{shot.number:>3}  {how(shot, self._who)}")
        self._say("     " + self._what(shot))
        scoring = one.points is not None
        for ruling in () if scoring else shot.rulings:
            self._say("     " + self._ruling(ruling))
        if scoring:
            self._say("")
            self.lying(shot.layout)
            self._say("")
            for ruling in shot.rulings:
                self.ruling(ruling)
            if one.number == 0:  # a flick-off decides who starts; there are no points in it
                return
            if not one.points:  # a game without points
                return
            points = ", ".join(f"{escape(side)} {n}" for side, n in one.points.items())
            self._say(f"[bold]Points of the round: {points}[/bold]")

    def _what(self, shot: ShotRecord) -> str:
        """One sentence on what happened."""
        said = self._phrases(shot.shot.events)
        if len(said) > 7:
            said = [*said[:6], f"{len(said) - 6} more events"]
        action = shot.shot.action
        end = f"all at rest after {shot.shot.duration:.2f} s"
        if not shot.shot.at_rest:
            end = f"given up after {shot.shot.duration:.0f} s"
        if shot.action == "end_turn":
            return "nothing moves"
        if isinstance(action, Place) and action.piece.id not in shot.layout.ids:
            return "it stays in the hand"
        if isinstance(action, Flick | Launch | Place):
            k = shot.layout.index(action.piece.id)
            x, y = 1000.0 * shot.layout.positions[k]
            status = shot.layout.statuses[k]
            if status in ("removed", "hand"):
                end = f"is {'taken off' if status == 'removed' else 'picked up'}; {end}"
            else:
                end = f"{'lies dead' if status == 'dead' else 'stops'} at ({x:.0f}, {y:.0f}); {end}"
        return "; ".join([*said, end])

    def _phrases(self, events: tuple[Event, ...]) -> list[str]:
        """Phrases for events; a pair that touches again and again is named once, with its first and last touch."""
        touches: dict[tuple[tuple[str, ...], str | None], list[Event]] = {}
        for event in events:
            if event.kind == "contact":
                touches.setdefault((event.pieces, event.other), []).append(event)
        said = []
        for event in events:
            same = touches.get((event.pieces, event.other), []) if event.kind == "contact" else []
            if same and event is not same[0]:
                continue
            phrase = self._phrase(event)
            if len(same) > 1:
                phrase = phrase.rsplit(" (", 1)[0] + f" {len(same)} times ({same[0].time:.2f} to {same[-1].time:.2f} s)"
            if phrase:
                said.append(phrase)
        return said

    def _phrase(self, event: Event) -> str:
        at = f"{event.time:.2f} s"
        if event.kind == "contact":
            if event.other is not None:
                return f"{self._who(event.pieces[0])} hits {escape(event.other)} ({at})"
            return f"{self._whos(event.pieces)} touch ({at})"
        if event.kind == "snapped":
            return f"[bold]{self._whos(event.pieces)} snap together[/bold] ({at})"
        if event.kind == "parted":
            return f"{self._whos(event.pieces)} part ({at})"
        if event.kind == "left_board":
            return f"[bold]{self._who(event.pieces[0])} leaves the board[/bold] ({at})"
        if event.kind == "flipped":
            return f"[bold]{self._who(event.pieces[0])} turns over[/bold] ({at})"
        if event.kind == "tipped":
            return f"[bold]{self._who(event.pieces[0])} tips over its edge[/bold] ({at})"
        if event.kind == "lifted":
            return f"[bold]{self._who(event.pieces[0])} is lifted by {escape(event.other or 'a magnet')}[/bold] ({at})"
        if event.kind == "cord_crossed":
            return f"[bold]the cord would cross itself, so the hand lets go[/bold] ({at})"
        if event.kind == "stuck_to_magnet":
            return f"{self._who(event.pieces[0])} sticks to {escape(event.other or 'a magnet')}"
        return ""

    def lying(self, layout: Layout) -> None:
        """Print a table of where everything lies."""
        table = Table(box=None, pad_edge=False, header_style="bold")
        for name, justify in (
            ("piece", "left"),
            ("x mm", "right"),
            ("y mm", "right"),
            ("face", "left"),
            ("status", "left"),
            ("centre in", "left"),
        ):
            table.add_column(name, justify=justify, no_wrap=True)  # type: ignore[arg-type]
        for k in sorted(range(len(layout)), key=lambda i: natural_key(layout.pieces[i].id)):
            x, y = 1000.0 * layout.positions[k]
            status = layout.statuses[k]
            zone = escape(self._zone(layout, k)) if status in ("live", "dead") else ""
            table.add_row(self._who(layout.pieces[k].id), f"{x:.1f}", f"{y:.1f}", layout.faces[k], status, zone)
        print_table(self.console, table)

    def _zone(self, layout: Layout, k: int) -> str:
        """Zone that shows at a piece's centre, both on a line, or that it lies beyond the edge.

        Only to find the piece on the picture: what counts is what its whole area covers, and that the rulings say.
        """
        if self.board is None:
            return ""
        x, y = (float(v) for v in layout.positions[k])
        if not on_surface(self.board, x, y):
            return "off the board"
        return " and ".join(zone.name for zone in zones_at(self.board.zones, x, y)) or "no zone"

    def _ruling(self, ruling: Ruling) -> str:
        return f"[bold]{escape(ruling.clause)}[/bold]: {escape(ruling.why)}"

    def ruling(self, ruling: Ruling) -> None:
        """Print a ruling as a sentence with its clause."""
        self._say(self._ruling(ruling))

    def finished(self, record: Record) -> None:
        """Print totals and outcome, and the ruling that ended the run where one did."""
        if record.game is None:
            self._bare(record)
            return
        if record.stopped is not None:
            self._say(f"\n[bold red]Not legal[/bold red], the run ends here. {self._ruling(record.stopped)}")
            if record.stopped.legal:
                self._say(f"Legal would be: {escape(record.stopped.legal)}")
        totals = ", ".join(f"{escape(side)} {n}" for side, n in record.totals.items())
        what = "Stones in hand" if record.game == "kluster" else "Totals"
        end = {
            "won": f"{record.winner} wins",
            "draw": "a draw",
            "unfinished": "unfinished",
            "stopped": "stopped",
        }[record.outcome]
        for k, game in enumerate(record.games, start=1):
            both = ", ".join(f"{escape(side)} {n}" for side, n in game.totals.items())
            won = f"{escape(game.winner)} goes on" if game.winner else "undecided"
            self._say(f"Game {k}: {both}; {won}")
        self._say(f"\n[bold]{what}: {totals}; {escape(end)}[/bold]")
        if record.outcome == "unfinished" and record.legal and not self.quiet:
            self._say(f"Legal now: {escape(record.legal)}")

    # -- a bare table

    def _bare(self, record: Record) -> None:
        shot = record.shots[0].shot
        e = shot.energies
        if not self.quiet:
            for phrase in self._phrases(shot.events):
                self._say(phrase)
            table = Table(box=None, pad_edge=False, header_style="bold")
            for name in ("piece", "x mm", "y mm", "angle °", "vx m/s", "vy m/s", "spin rad/s", "status"):
                table.add_column(name, justify="left" if name in ("piece", "status") else "right")
            for k in sorted(range(len(shot.layout)), key=lambda i: natural_key(shot.layout.pieces[i].id)):
                x, y = 1000.0 * shot.layout.positions[k]
                vx, vy = shot.velocities[k]
                table.add_row(
                    escape(shot.layout.pieces[k].id),
                    f"{x:.4f}",
                    f"{y:.4f}",
                    f"{degrees(float(shot.layout.angles[k])):.2f}",
                    f"{vx:.6f}",
                    f"{vy:.6f}",
                    f"{shot.spins[k]:.4f}",
                    shot.layout.statuses[k],
                )
            print_table(self.console, table)
            self._say(
                f"energy, J: kinetic {e.start_kinetic:.6g} -> {e.end_kinetic:.6g}, "
                f"magnetic {e.start_magnetic:.6g} -> {e.end_magnetic:.6g}"
            )
            self._say(
                f"lost to friction {e.friction_loss:.6g}, to contact {e.contact_loss:.6g}; "
                f"unaccounted {e.imbalance:.2g}"
            )
        state = "at rest" if shot.at_rest else "still moving"
        self._say(f"[bold]{state} after {shot.duration:.4f} s[/bold], {shot.substeps} substeps")

    # -- positions

    def scored(self, score: Score) -> None:
        """Print a score: every ruling, the points, the totals."""
        if not self.quiet:
            for ruling in score.rulings:
                self.ruling(ruling)
        if score.picks_up is not None:
            together = "; ".join(", ".join(map(escape, group)) for group in score.clusters) or "none"
            outside = ", ".join(map(escape, score.outside)) or "none"
            self._say(f"[bold]Clusters: {together}. Outside: {outside}. To pick up: {score.picks_up}[/bold]")
            return
        points = ", ".join(f"{escape(side)} {n}" for side, n in score.points.items())
        totals = ", ".join(f"{escape(side)} {n}" for side, n in score.totals.items())
        winner = f"; {escape(score.winner)} wins" if score.winner else ""
        self._say(f"[bold]Points: {points}. Totals: {totals}{winner}[/bold]")
