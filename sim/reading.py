"""From a file to checked values: TOML and JSON are read, then held against a pydantic model.

Only the first fault is reported, in one line (:class:`~sim.errors.InputError`).
"""

from __future__ import annotations

import difflib
import json
import tomllib
import types
import typing
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler, ValidationError
from pydantic_core import CoreSchema, ErrorDetails, PydanticCustomError, core_schema

from sim.errors import NOTHING, InputError, Place, shown

LARGEST = 1e9
SMALLEST = 1e-9
"""Bounds of the size of numbers, in any unit: beyond what a table needs, and floats hold their squares."""


class FileModel(BaseModel):
    """A table of a file: no unknown keys, immutable once read."""

    model_config = ConfigDict(extra="forbid", frozen=True)


ModelT = TypeVar("ModelT", bound=BaseModel)


@dataclass(frozen=True)
class Says:
    """What a value must be, in the words of the error message; put last in an ``Annotated`` type.

    With `whole` the words stand for a fault anywhere in the value; without, an item's fault has its own.
    """

    text: str
    whole: bool = True

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Wrap the validation so that any fault in it is told by `text`."""
        schema = handler(source)
        return core_schema.no_info_wrap_validator_function(self._check, schema) if self.whole else schema

    def _check(self, value: Any, handler: core_schema.ValidatorFunctionWrapHandler) -> Any:
        try:
            return handler(value)
        except ValidationError as error:
            text = self.text
            limits = [fault.get("ctx", {}) for fault in error.errors(include_url=False)]
            if any(limit.get("le") == LARGEST or limit.get("ge") == -LARGEST for limit in limits):
                text = f"at most {LARGEST:g} in size"
            elif any(limit.get("ge") == SMALLEST for limit in limits) and value > 0.0:
                text = f"at least {SMALLEST:g}"
            raise PydanticCustomError("says", "{text}", {"text": text}) from None


def there(path: Path) -> bool:
    """Return whether a file or directory of this name can be seen; a name that the system refuses is none."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def read_text(path: Path | str) -> str:
    """Return the text of a UTF-8 file. InputError where there is none."""
    name = str(path)
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise InputError(name, "", "must be a file, but there is none of this name") from None
    except IsADirectoryError:
        raise InputError(name, "", "must be a file, but is a directory") from None
    except UnicodeDecodeError as error:
        where = f"byte {error.start} is not"
        raise InputError(name, "", f"must be text in UTF-8, but {where}") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise InputError(name, "", f"must be readable: {reason}") from None


def read_toml(path: Path | str) -> dict[str, Any]:
    """Return the content of a TOML file. InputError with line and column where it isn't TOML."""
    text = read_text(path)
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, ValueError, RecursionError) as error:
        raise InputError(str(path), "", f"must be TOML: {error or 'nested too deep'}") from None


def read_json(path: Path | str) -> dict[str, Any]:
    """Return the content of a JSON file that holds an object. InputError with line and column else."""
    text = read_text(path)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(str(path), "", f"must be JSON: {error}") from None
    if not isinstance(data, dict):
        raise InputError(str(path), "", "must be a JSON object", data)
    return data


def validate(model: type[ModelT], data: dict[str, Any], place: Place) -> ModelT:
    """Hold `data` against `model`; InputError for the first fault, with keys counted from `place`."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        faults = error.errors(include_url=False)
        # a mistyped key shows up as missing, too: the unknown key is the better message
        unknown = [fault for fault in faults if fault["type"] == "extra_forbidden"]
        raise _told(model, (unknown or faults)[0], place) from None


def choice(values: Iterable[str]) -> str:
    """Return names as a choice: ``a, b or c``."""
    names = list(values) or ["none"]
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " or " + names[-1]


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name most like `name`, if any is like it."""
    found = difflib.get_close_matches(name.lower(), {k.lower(): k for k in known}, 1, 0.6)
    return next(k for k in known if k.lower() == found[0]) if found else None


def unknown_key(place: Place, noun: str, name: str, known: Sequence[str]) -> InputError:
    """Return the error for a name that is not known, with the nearest one that is."""
    near = nearest(name, known)
    hint = f"did you mean {near}?" if near else f"known here: {', '.join(known) or 'none'}"
    return place.at(name).error(f"unknown {noun}; {hint}")


def _told(model: type[BaseModel], fault: ErrorDetails, place: Place) -> InputError:
    """Turn one of pydantic's faults into ours."""
    kind, loc = fault["type"], fault["loc"]
    parents, key, asked = _follow(model, loc if kind != "extra_forbidden" else loc[:-1])
    place = place.at(*key)
    if kind == "extra_forbidden":
        known = [name for parent in parents for name in parent.model_fields]
        return unknown_key(place, "key", str(loc[-1]), known)
    if kind in ("union_tag_invalid", "union_tag_not_found"):
        tags = choice(tag for parent in parents for tag in _tags(parent))
        value = fault["input"]
        got = value.get("action", NOTHING) if isinstance(value, dict) else value
        return place.at("action").error(f"must be {tags}", got)
    got = NOTHING if kind == "missing" else fault["input"]
    if kind == "says" or asked is None:
        asked = fault["msg"]
    return place.error(f"must be {asked}", got)


def _options(annotation: Any) -> list[Any]:
    """Return the types that an annotation allows, unwrapped."""
    origin = typing.get_origin(annotation)
    if origin is Annotated:
        return _options(typing.get_args(annotation)[0])
    if origin in (typing.Union, types.UnionType):
        return [o for arg in typing.get_args(annotation) if arg is not type(None) for o in _options(arg)]
    return [annotation]


def _is_model(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, BaseModel)


def _tags(model: type[BaseModel]) -> tuple[str, ...]:
    field = model.model_fields.get("action")
    return typing.get_args(field.annotation) if field is not None else ()


def _asked(annotation: Any, metadata: Iterable[Any]) -> str | None:
    """Return what a type asks for, in words."""
    for note in metadata:
        if isinstance(note, Says):
            return note.text
    if typing.get_origin(annotation) is Annotated:
        return _asked(typing.get_args(annotation)[0], annotation.__metadata__)
    if typing.get_origin(annotation) in (typing.Union, types.UnionType):
        asked = (_asked(a, ()) for a in typing.get_args(annotation) if a is not type(None))
        return next(filter(None, asked), None)
    if typing.get_origin(annotation) is Literal:
        return choice(shown(v).strip("'") for v in typing.get_args(annotation))
    if typing.get_origin(annotation) in (list, tuple):
        inner = typing.get_args(annotation)[0]
        return "a list of tables" if all(map(_is_model, _options(inner))) else "a list"
    if _is_model(annotation) or typing.get_origin(annotation) is dict:
        return "a table"
    return None


def _follow(
    model: type[BaseModel], loc: Sequence[str | int]
) -> tuple[list[type[BaseModel]], list[str | int], str | None]:
    """Follow a fault's location: the models found there, the key as the file has it, what is asked there."""
    here: Any = model
    asked: str | None = "a table"
    key: list[str | int] = []
    for part in loc:
        options = _options(here)
        models = [option for option in options if _is_model(option)]
        tagged = [m for m in models if part in _tags(m)]
        if len(models) > 1 and tagged:
            here, asked = tagged[0], "a table"
            continue  # pydantic names the member of the union; the file doesn't
        key.append(part)
        fields = [m.model_fields[part] for m in models if isinstance(part, str) and part in m.model_fields]
        if fields:
            here, asked = fields[0].annotation, _asked(fields[0].annotation, fields[0].metadata)
        elif options and typing.get_origin(options[0]) in (list, tuple, dict):
            here = typing.get_args(options[0])[1 if typing.get_origin(options[0]) is dict else 0]
            asked = _asked(here, ())
        else:
            here, asked = None, None
    return [option for option in _options(here) if _is_model(option)], key, asked
