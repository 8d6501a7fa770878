"""Moving pictures as GIF (Pillow) and MP4 (ffmpeg, of the extra ``video``)."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

from PIL import GifImagePlugin, Image, ImageChops

from play.animate import Film
from play.frames import Painter, palette
from play.style import LIGHT, Theme

MP4_WIDTH = 1280
_LOOP = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"  # again and again

Step = Callable[[], None]


def _nothing() -> None:
    """Do nothing, after a frame."""


def gif(film: Film, theme: Theme = LIGHT, step: Step = _nothing) -> bytes:
    """Return a film as a GIF; the same film gives the same bytes. `step` is called after every frame.

    Only what changes from frame to frame is coded, in one palette for all frames; frames that are equal become one.
    """
    painter = Painter(film, theme)
    frames = painter.frames()
    before = next(frames)
    step()
    colours = palette(film, before, theme)
    out = BytesIO()
    first = _coded(before, colours)
    header = b"".join(GifImagePlugin.getheader(first)[0])
    out.write(b"GIF89a" + header[6:] + _LOOP)  # the version that knows durations and loops
    waiting: tuple[Image.Image, tuple[int, int]] = (first, (0, 0))
    shown, ends = 0, 0
    for k, image in enumerate(frames, start=1):
        box = ImageChops.difference(image, before).getbbox()
        if box is not None:
            ends = round(100.0 * k / film.fps)
            _frame(out, *waiting, ends - shown)
            shown = ends
            waiting = (_coded(image.crop(box), colours), (box[0], box[1]))
            before = image
        step()
    _frame(out, *waiting, round(100.0 * film.frames / film.fps) - shown)
    out.write(b";")
    return out.getvalue()


def _coded(image: Image.Image, colours: Image.Image) -> Image.Image:
    return image.quantize(palette=colours, dither=Image.Dither.NONE)


def _frame(out: BytesIO, image: Image.Image, offset: tuple[int, int], hundredths: int) -> None:
    for part in GifImagePlugin.getdata(image, offset, duration=10 * max(hundredths, 2), disposal=1):
        out.write(part)


def ffmpeg() -> str | None:
    """Return where ffmpeg is: that of the extra ``video``, or the machine's own; None without one."""
    if importlib.util.find_spec("imageio_ffmpeg") is not None:
        import imageio_ffmpeg

        try:
            return str(imageio_ffmpeg.get_ffmpeg_exe())
        except RuntimeError:
            pass
    return shutil.which("ffmpeg")


def mp4(film: Film, program: str, theme: Theme = LIGHT, step: Step = _nothing) -> bytes:
    """Return a film as MP4 (H.264), coded by the ffmpeg at `program`.

    Raises
    ------
    RuntimeError
        If ffmpeg fails, with what it says.
    """
    painter = Painter(film, theme, MP4_WIDTH)
    wide, high = painter.size
    with tempfile.TemporaryDirectory(prefix="magpuck-") as directory:
        target = Path(directory) / "film.mp4"
        command = [
            program, "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{wide}x{high}",
            "-r", str(film.fps), "-i", "-", "-an", "-c:v", "libx264", "-preset", "veryfast", "-crf", "20",
            "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-fflags", "+bitexact", "-flags:v", "+bitexact",
            "-map_metadata", "-1", "-y", str(target),
        ]  # fmt: skip
        with (Path(directory) / "said").open("w+b") as said:
            coder = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=said)
            try:
                _feed(coder, painter.frames(), step)
                failed = coder.wait()
            except BaseException:
                coder.kill()
                coder.wait()
                raise
            if failed:
                said.seek(0)
                raise RuntimeError(f"ffmpeg: {said.read().decode(errors='replace').strip() or failed}")
        return target.read_bytes()


def _feed(coder: subprocess.Popen[bytes], frames: Iterator[Image.Image], step: Step) -> None:
    assert coder.stdin is not None
    try:
        for image in frames:
            coder.stdin.write(image.tobytes())
            step()
        coder.stdin.close()
    except BrokenPipeError:
        pass  # it has ended by itself, and says why
