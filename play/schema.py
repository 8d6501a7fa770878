"""JSON Schemas of the files that Magpuck reads, made from the models that check them."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

SchemaName: TypeAlias = Literal["script", "positions", "board"]


def schema(name: SchemaName) -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of a kind of file.

    A script is one of a game or a bare table. What a schema can't say (that two pieces lie apart, that a name
    is a player's) is checked when the file is read.

    Raises
    ------
    ValueError
        No such kind of file.
    """
    from pydantic.json_schema import models_json_schema

    from play.filemodels import BareTableFile, PositionsFile, ScriptFile
    from sim.filemodels import BoardFile

    dialect = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"Magpuck {name}"}
    if name == "script":
        refs, shared = models_json_schema([(ScriptFile, "validation"), (BareTableFile, "validation")])
        return dialect | {"anyOf": list(refs.values())} | shared
    if name == "positions":
        return PositionsFile.model_json_schema() | dialect
    if name == "board":
        return BoardFile.model_json_schema() | dialect
    raise ValueError(f"no schema of {name!r}; there are script, positions, board")
