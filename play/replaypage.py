"""The replay page: one HTML file that stands alone, for a browser without network.

The page's own scripts and styles lie in ``play/replay`` and are put into the file with the run as JSON. A policy in the
page lets no other script or style work, and nothing be fetched.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from importlib.resources import files
from typing import Any

from play.record import Record
from play.replaydata import page_data

SCRIPTS = ("track.js", "model.js", "signs.js", "board.js", "pieces.js", "timeline.js", "panel.js", "page.js")
"""In the order in which they use one another."""


def replay_page(record: Record) -> str:
    """Return a run as an HTML page; the same run gives the same text.

    Parameters
    ----------
    record : a run with its trajectories, as played or as :func:`play.replot.load_run` reads it

    Returns
    -------
    str
        Names are in it as JSON in which nothing can end the element that holds it; the page shows them as text.
    """
    style = _source("page.css")
    script = '(() => {\n"use strict";\n' + "\n".join(_source(name) for name in SCRIPTS) + "})();\n"
    policy = (
        f"default-src 'none'; img-src data:; script-src '{_hash(script)}'; style-src '{_hash(style)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    parts = {"policy": policy, "style": style, "data": data_text(page_data(record)), "script": script}
    # all at once: what is filled in is not looked through again
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], _source("page.html"))


def data_text(data: dict[str, Any]) -> str:
    """Return JSON in ASCII without ``<``, ``>`` and ``&``, so that no text in it can be taken for markup."""
    text = json.dumps(data, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _source(name: str) -> str:
    return files("play").joinpath("replay", name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    """Return how a policy names a text that may work: by its SHA-256."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")
