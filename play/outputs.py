"""Where results go: checked before anything is simulated, written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from sim.errors import InputError

OWN_FILES = ("result.json", "trajectory.npz", "trajectories.png", "final.png")
"""What a run writes into its directory, and all that ``--force`` may replace there."""


_BEGINNINGS = {
    "--json": b"{",
    "--png": b"\x89PNG",
    "--html": b"<!doctype html><!-- magpuck",
    "--gif": b"GIF89a",
    "--mp4": b"\x00\x00\x00\x20ftypisom",
}
"""How a file of ours begins, by the option that names it."""


def check_file(path: Path, option: str, force: bool, source: Path | None = None) -> None:
    """Refuse a file that can't or must not be written: the `source` that is read, and what no run of ours wrote.

    Raises
    ------
    InputError
        Naming the option.
    """
    if path.is_dir():
        raise InputError(str(path), option, "must be a file", "a directory")
    if path.exists() and not force:
        raise InputError(str(path), option, "must not exist yet, unless --force is given")
    if path.exists() and source is not None and source.exists() and path.samefile(source):
        raise InputError(str(path), option, "must not be the file that is read")
    if path.is_file() and not _is_ours(path, option):
        raise InputError(str(path), option, "must be a file of an earlier run; --force replaces no others")
    if not path.parent.is_dir():
        raise InputError(str(path), option, f"must lie in a directory that exists; there is no {path.parent}")
    if not os.access(path.parent, os.W_OK):
        raise InputError(str(path), option, f"must lie where you may write, not in {path.parent}")


def _is_ours(path: Path, option: str) -> bool:
    """Whether a file is empty, or begins as those that the option writes."""
    beginning = _BEGINNINGS[option]
    with path.open("rb") as file:
        start = file.read(len(beginning))
    return start in (b"", beginning)


def check_directory(path: Path, option: str, force: bool) -> None:
    """Refuse a directory that can't be made, or that holds anything but our own files of an earlier run."""
    if path.exists() and not path.is_dir():
        raise InputError(str(path), option, "must be a directory", "a file")
    if path.is_dir():
        inside = sorted(entry.name for entry in path.iterdir())
        if inside and not force:
            raise InputError(str(path), option, f"must be empty, unless --force is given; it holds {inside[0]}")
        if not os.access(path, os.W_OK):
            raise InputError(str(path), option, "must be a place where you may write")
        return
    parent = next(p for p in path.absolute().parents if p.exists())
    if not parent.is_dir() or not os.access(parent, os.W_OK):
        raise InputError(str(path), option, f"must be a directory that can be made, not in {parent}")


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that it is there whole or not at all."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        mask = os.umask(0)
        os.umask(mask)
        Path(name).chmod(0o666 & ~mask)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def write_directory(path: Path, files: Iterable[tuple[str, bytes]]) -> None:
    """Make a directory with our files in it; those of an earlier run that are not written anew are taken away."""
    path.mkdir(parents=True, exist_ok=True)
    written = set()
    for name, content in files:
        write_whole(path / name, content)
        written.add(name)
    for name in OWN_FILES:
        if name not in written:
            (path / name).unlink(missing_ok=True)
