"""The example: a whole game, lost because a move of the cord makes stones join for the one who was ahead."""

from pathlib import Path

import play

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "kluster_match.toml"


def test_bob_is_ahead_until_he_moves_the_cord_and_ann_wins():
    record = play.run(EXAMPLE)
    assert (record.outcome, record.winner, record.totals) == ("won", "Ann", {"Ann": 0, "Bob": 2})
    said = [ruling.clause for shot in record.shots for ruling in shot.rulings]
    assert said == ["S11", "S15", "S18", "S20"]
    assert len(record.shots[-1].layout.on_table) + record.totals["Bob"] == 24
