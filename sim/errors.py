"""Bad input, said in one line: which file, which key, what it must be, what was received."""

from __future__ import annotations

import datetime
import math
from dataclasses import dataclass
from typing import Any

NOTHING = object()
"""Stands for a value that was not given."""

_LONGEST = 60


def shown(value: object) -> str:
    """Return a value as a reader of the file knows it, at most about 60 characters long."""
    if value is NOTHING or value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, float) and math.isnan(value):
        return "nan"
    if isinstance(value, list | tuple):
        text = "[" + ", ".join(shown(item) for item in value) + "]"
    elif isinstance(value, datetime.date | datetime.time):
        text = value.isoformat()
    else:
        text = repr(value)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


class InputError(Exception):
    """Something a user wrote can't be used. Its text is one line, fit to be printed as it is.

    Parameters
    ----------
    file : str
        The file as the user named it.
    key : str
        Where in the file, as ``rounds[0].shots[3].speed_m_s``; empty where the whole file is meant.
    must : str
        What is asked for, as a phrase: "must be a number above 0".
    got : object, optional
        The value received; left out where `must` says it all, None or NOTHING for a missing value.

    Examples
    --------
    >>> print(InputError("a.toml", "pieces[0].mass_g", "must be a number above 0", -1.5))
    a.toml: pieces[0].mass_g: must be a number above 0, got -1.5
    """

    _UNSAID = object()

    def __init__(self, file: str, key: str, must: str, got: object = _UNSAID) -> None:
        self.file = file
        self.key = key
        self.must = must
        self.got = None if got is InputError._UNSAID or got is NOTHING else got
        where = f"{file}: {key}" if key else file
        received = "" if got is InputError._UNSAID else f", got {shown(got)}"
        super().__init__(" ".join(f"{where}: {must}{received}".split()))

    def __reduce__(self) -> tuple[Any, ...]:
        # pickled between processes as the finished text: the received value need not be picklable
        return (_restored, (str(self), self.file, self.key, self.must))


def _restored(text: str, file: str, key: str, must: str) -> InputError:
    error = InputError(file, key, must)
    error.args = (text,)
    return error


@dataclass(frozen=True)
class Place:
    """A place in a file to raise errors from: ``place.at("pieces", 2, "at_mm").error("must be ...")``."""

    file: str
    key: str = ""

    def at(self, *parts: str | int) -> Place:
        """Return the place of a key or an item below this one."""
        key = self.key
        for part in parts:
            step = f"[{part}]" if isinstance(part, int) else f".{part}"
            key = (key + step).removeprefix(".")
        return Place(self.file, key)

    def error(self, must: str, got: object = InputError._UNSAID) -> InputError:
        """Return the error to raise for this place."""
        return InputError(self.file, self.key, must, got)
