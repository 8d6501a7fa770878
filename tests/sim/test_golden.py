"""Equal bits: the golden hash of shots of every kind of action, and both loops."""

import json

import pytest
from golden_shots import FILE, digest, here, shots


def test_the_shots_have_the_bits_they_had() -> None:
    golden = json.loads(FILE.read_text(encoding="utf-8"))
    if golden["on"] != here():
        pytest.skip(f"the hash was taken with {golden['on']}, this is {here()}")
    assert [digest(shot) for shot in shots("compiled")] == golden["digests"]


def test_both_loops_give_the_same_bits_for_every_action() -> None:
    assert [digest(shot) for shot in shots("batch")] == [digest(shot) for shot in shots("compiled")]
