"""Draws the frames of a moving picture: the table once with matplotlib, the pieces over it with Pillow."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import matplotlib
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from play import style
from play.animate import FLASH, Film, Take, trail
from play.drawing import PIECES, draw_piece, draw_scene
from play.figures import Scene
from play.marks import PieceMark, piece_marks
from play.style import LIGHT, Theme
from sim.layout import Layout
from sim.values import Floats

WIDTH = 960  # pixels of a frame
HEAD, LINE, SIDE = 46, 21, 16
FINE = 4  # parts of a pixel to which a piece is placed: whole ones would make slow pieces jerk
LEAST_STEP = math.radians(3.0)  # to which a piece is turned


class Painter:
    """Draws the frames of one film. What is drawn twice is kept."""

    def __init__(self, film: Film, theme: Theme = LIGHT, width: int = WIDTH) -> None:
        self.film, self.theme, self.width = film, theme, width
        scene = film.takes[0].scene
        x0, y0, x1, y1 = scene.extent
        self.scale = (width - 2 * SIDE) / (x1 - x0)  # pixels per mm
        self.tall = round(self.scale * (y1 - y0))
        self.origin = (x0, y1)
        self.fonts = {
            size: ImageFont.truetype(str(Path(matplotlib.get_data_path()) / "fonts" / "ttf" / f"{face}.ttf"), size)
            for size, face in ((15, "DejaVuSans"), (19, "DejaVuSans-Bold"), (17, "DejaVuSansMono"))
        }
        self.said = [self._lines(take.said) for take in film.takes]
        most = max((len(lines) for lines in self.said), default=0)
        height = HEAD + self.tall + SIDE + LINE * (most + 1)
        self.size = (width, height + height % 2)  # film wants even sizes
        self._tables: dict[object, Image.Image] = {}
        self._sprites: dict[object, Image.Image] = {}

    def frames(self) -> Iterator[Image.Image]:
        """Yield the frames in order, RGB."""
        for k, take in enumerate(self.film.takes):
            base = self._with_words(self._table(take), take)
            for frame in range(len(take.times)):
                yield self._frame(base, take, frame, k)

    # -- a frame

    def _frame(self, base: Image.Image, take: Take, frame: int, k: int) -> Image.Image:
        image = base.copy()
        pen = ImageDraw.Draw(image)
        time = float(take.times[frame])
        layout = take.layout(frame)
        self._cord(pen, take, time, layout)
        colours = self.film.colours
        held = frame >= take.moving
        shown = [
            n
            for n, status in enumerate(layout.statuses)
            if status in ("live", "dead") and np.isfinite(take.positions[frame, n]).all()
        ]
        if not held:
            for n in shown:
                piece = layout.pieces[n]
                self._trail(image, trail(take, frame, n), colours[piece.owner or piece.id], piece.kind.radius)
        here = Layout(
            tuple(layout.pieces[n] for n in shown),
            take.positions[frame, shown],
            take.angles[frame, shown],
            tuple(layout.faces[n] for n in shown),
            tuple(layout.statuses[n] for n in shown),
        )
        for mark in piece_marks(here, colours):
            self._piece(image, mark)
        for touched, x, y in take.touches:
            if 0.0 <= time - touched < max(FLASH, 2.0 / (self.film.fps * self.film.slow)) and not held:
                self._flash(image, (1000.0 * x, 1000.0 * y))
        if take.hand is not None and math.isfinite(take.hand[frame, 0]):
            self._ring(image, take.hand[frame])
        clock = f"{time:6.3f} s"
        if self.film.slow != 1.0:
            clock += f"  1/{self.film.slow:g}" if self.film.slow > 1.0 else f"  ×{1.0 / self.film.slow:g}"
        pen.text((self.width - SIDE, HEAD / 2), clock, self.theme.ink, self.fonts[17], anchor="rm")
        if held:
            for row, line in enumerate(self.said[k]):
                y = HEAD + self.tall + SIDE / 2 + LINE * row
                pen.text((SIDE, y), line, self.theme.ink, self.fonts[15])
            if k == len(self.film.takes) - 1:
                self._scores(pen)
        return image

    def _scores(self, pen: ImageDraw.ImageDraw) -> None:
        x, y = self.width - SIDE, self.size[1] - LINE
        for colour, text in reversed(self.film.scores):
            pen.text((x, y), text, self.theme.ink, self.fonts[15], anchor="rm")
            x -= round(self.fonts[15].getlength(text)) + 14
            pen.ellipse((x - 6, y - 6, x + 6, y + 6), fill=colour, outline=self.theme.rim)
            x -= 24

    def _at(self, x: float, y: float) -> tuple[float, float]:
        """Pixels of a place in mm."""
        return (SIDE + (x - self.origin[0]) * self.scale, HEAD + (self.origin[1] - y) * self.scale)

    def _paste(self, image: Image.Image, sprite: Image.Image, x: float, y: float) -> None:
        """Paste a sprite that is `FINE` times as large, its middle at a place in pixels, to a part of a pixel."""
        left, top = x * FINE - sprite.width / 2, y * FINE - sprite.height / 2
        column, row = math.floor(left / FINE), math.floor(top / FINE)
        dx, dy = round(left - column * FINE), round(top - row * FINE)
        wide, high = (-(-(size + FINE) // FINE) * FINE for size in sprite.size)
        room = Image.new("RGBA", (wide, high))
        room.paste(sprite, (dx, dy))
        small = room.convert("RGBa").reduce(FINE).convert("RGBA")
        # nothing is drawn on the words around the table
        low = HEAD - row
        if low > 0:
            if low >= small.height:
                return
            small, row = small.crop((0, low, small.width, small.height)), HEAD
        over = row + small.height - (HEAD + self.tall)
        if over > 0:
            if over >= small.height:
                return
            small = small.crop((0, 0, small.width, small.height - over))
        image.paste(small, (column, row), small)

    def _piece(self, image: Image.Image, mark: PieceMark) -> None:
        turns = mark.arrow is not None or mark.semi_axes[0] != mark.semi_axes[1]
        angle = round(mark.angle / LEAST_STEP) % 120 if turns else 0
        key = (mark.id, mark.face, mark.status, mark.semi_axes, angle)
        if key not in self._sprites:
            self._sprites[key] = self._sprite(mark)
        self._paste(image, self._sprites[key], *self._at(mark.x, mark.y))

    def _sprite(self, mark: PieceMark) -> Image.Image:
        """Draw a piece alone, `FINE` times as large."""
        half = max(mark.semi_axes) * 1.08 + 1.5 / self.scale
        size = math.ceil(2.0 * half * self.scale) * FINE
        # a pixel of the film is a point, so that what is to be read is as large as in a picture
        dots = 72.0 * FINE
        figure = Figure(figsize=(size / dots, size / dots), dpi=dots, facecolor="none")
        canvas = FigureCanvasAgg(figure)
        axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
        axes.axis("off")
        axes.set_xlim(mark.x - half, mark.x + half)
        axes.set_ylim(mark.y - half, mark.y + half)
        draw_piece(axes, mark, size / FINE / (2.0 * half), self.theme, PIECES)
        return Image.fromarray(_pixels(canvas), "RGBA")

    def _trail(self, image: Image.Image, places: Floats, colour: str, radius: float) -> None:
        if float(np.hypot(*(places[-1] - places[0]))) < 1e-3:
            return
        for k, (x, y) in enumerate(places):
            share = (k + 1) / len(places)
            key = ("dot", colour, k, round(1e6 * radius))
            if key not in self._sprites:
                self._sprites[key] = self._dot(
                    colour, 700.0 * radius * (0.35 + 0.65 * share) * self.scale, round(100 * share)
                )
            self._paste(image, self._sprites[key], *self._at(1000.0 * float(x), 1000.0 * float(y)))

    def _dot(self, colour: str, radius: float, opacity: int) -> Image.Image:
        half = math.ceil(radius * FINE) + 1
        sprite = Image.new("RGBA", (2 * half, 2 * half), (*_rgb(colour), 0))
        pen = ImageDraw.Draw(sprite)
        r = radius * FINE
        pen.ellipse((half - r, half - r, half + r, half + r), fill=(*_rgb(colour), opacity))
        return sprite

    def _flash(self, image: Image.Image, place: tuple[float, float]) -> None:
        if "flash" not in self._sprites:
            r = 9 * FINE
            sprite = Image.new("RGBA", (2 * r + 4, 2 * r + 4), (*_rgb(self.theme.contact), 0))
            pen = ImageDraw.Draw(sprite)
            for k in range(4):
                dx, dy = r * math.cos(k * math.pi / 4), r * math.sin(k * math.pi / 4)
                middle = r + 2
                ends = (middle - dx, middle - dy, middle + dx, middle + dy)
                pen.line(ends, fill=self.theme.contact, width=2 * FINE)
            self._sprites["flash"] = sprite
        self._paste(image, self._sprites["flash"], *self._at(*place))

    def _ring(self, image: Image.Image, place: Floats) -> None:
        if "ring" not in self._sprites:
            r = 12 * FINE
            sprite = Image.new("RGBA", (2 * r + 8, 2 * r + 8), (*_rgb(self.theme.ink), 0))
            ImageDraw.Draw(sprite).ellipse((4, 4, 2 * r + 4, 2 * r + 4), outline=self.theme.ink, width=2 * FINE)
            self._sprites["ring"] = sprite
        self._paste(image, self._sprites["ring"], *self._at(1000.0 * float(place[0]), 1000.0 * float(place[1])))

    def _cord(self, pen: ImageDraw.ImageDraw, take: Take, time: float, layout: Layout) -> None:
        cord = layout.cord
        for moved, nodes in take.cords:
            if moved <= time:
                cord = nodes
        if cord is None:
            return
        points = [self._at(1000.0 * float(x), 1000.0 * float(y)) for x, y in cord]
        width = max(2, round(take.scene.cord_width * self.scale))
        pen.line([*points, points[0]], fill=self.theme.cord, width=width, joint="curve")

    # -- what stays the same

    def _table(self, take: Take) -> Image.Image:
        """Draw the table of a take, without pieces; takes on the same table share it."""
        scene = take.scene
        key = scene.yoke
        if key not in self._tables:
            self._tables[key] = self._background(scene)
        return self._tables[key]

    def _background(self, scene: Scene) -> Image.Image:
        from dataclasses import replace

        figure = Figure(figsize=(self.size[0] / 100.0, self.size[1] / 100.0), dpi=100.0, facecolor=self.theme.paper)
        canvas = FigureCanvasAgg(figure)
        wide, high = self.size
        axes = figure.add_axes(
            (SIDE / wide, 1.0 - (HEAD + self.tall) / high, (wide - 2 * SIDE) / wide, self.tall / high)
        )
        bare = replace(scene, pieces=(), bonds=(), cord=None, hand=None)
        draw_scene(axes, bare, ticks=False, theme=self.theme)
        return Image.fromarray(np.ascontiguousarray(_pixels(canvas)[..., :3]), "RGB")

    def _with_words(self, table: Image.Image, take: Take) -> Image.Image:
        image = table.copy()
        pen = ImageDraw.Draw(image)
        words = take.title if take.title == self.film.title else f"{self.film.title}  ·  {take.title}"
        pen.text((SIDE, HEAD / 2), words, self.theme.ink, self.fonts[19], anchor="lm")
        return image

    def _lines(self, said: tuple[str, ...]) -> list[str]:
        """Break what is said into lines that fit the frame."""
        font, room = self.fonts[15], self.width - 2 * SIDE
        lines: list[str] = []
        for words in said:
            line = ""
            for word in words.split():
                longer = f"{line} {word}" if line else word
                if line and font.getlength(longer) > room:
                    lines.append(line)
                    line = f"    {word}"
                else:
                    line = longer
            lines.append(line)
        return lines


def _pixels(canvas: FigureCanvasAgg) -> NDArray[np.uint8]:
    """Return what is drawn, (h, w, 4)."""
    canvas.draw()  # type: ignore[no-untyped-call]
    return np.array(canvas.buffer_rgba())  # type: ignore[no-untyped-call]


def _rgb(colour: str) -> tuple[int, int, int]:
    return (int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16))


def palette(film: Film, table: Image.Image, theme: Theme) -> Image.Image:
    """Return an image whose palette serves every frame of a film: the table's colours, and those of pieces."""
    extra = [*film.colours.values(), theme.ink, theme.paper, theme.contact, theme.cord, theme.rim, style.PAPER]
    strip = Image.new("RGB", (table.width, 8 * len(extra) * 3))
    for k, colour in enumerate(extra):
        for part, share in enumerate((0.0, 0.35, 0.7)):
            band = Image.new("RGB", (table.width, 8), style.mixed(colour, theme.mat, share))
            strip.paste(band, (0, 8 * (3 * k + part)))
    both = Image.new("RGB", (table.width, table.height + strip.height))
    both.paste(table, (0, 0))
    both.paste(strip, (0, table.height))
    return both.quantize(255, method=Image.Quantize.MEDIANCUT)
