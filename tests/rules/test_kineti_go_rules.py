"""What holds for Kineti-Go's rule set as a whole: invariants, options, and the board that ships."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kineti_go_table import BOARD, PLAYERS, PUCK, RULES, SHIPPED, launch, lay, opened, play, points, score, table

from rules.areas import zone_shares
from rules.players import Player
from rules.ruling import RulesError
from sim.layout import Layout
from sim.sticking import bonds, radial_force

WIDTH = 0.305


@st.composite
def tables(draw):
    """Layouts of up to seven pucks, some touching the one before."""
    pucks, x, y = [], 0.0, 0.0
    for k in range(draw(st.integers(1, 7))):
        if k and draw(st.booleans()):
            turn = draw(st.floats(0.0, 6.28))
            x, y = x + 25.2 * math.cos(turn), y + 25.2 * math.sin(turn)
        else:
            x, y = draw(st.floats(-10.0, 620.0)), draw(st.floats(-10.0, 315.0))
        face = draw(st.sampled_from(["up", "up", "up", "down", "edge"]))
        status = draw(st.sampled_from(["live", "live", "live", "removed", "dead"]))
        pucks.append((f"{draw(st.sampled_from(['Gold', 'Black']))}-{k}", x, y, face, status))
    return lay(*pucks)


@settings(max_examples=50, deadline=None)
@given(tables(), st.randoms())
def test_points_do_not_depend_on_the_order_of_the_pieces(layout, random):
    order = list(range(len(layout)))
    random.shuffle(order)
    first, second = (score(one, SHIPPED) for one in (layout, layout.only(order)))
    assert first == second


@settings(max_examples=50, deadline=None)
@given(tables())
def test_points_do_not_change_in_a_mirror_along_the_board(layout):
    mirrored = layout.positions * [1.0, -1.0] + [0.0, WIDTH]
    other = Layout(layout.pieces, mirrored, -layout.angles, layout.faces, layout.statuses)
    first, second = score(layout, SHIPPED), score(other, SHIPPED)
    assert (first.points, first.removed, first.clusters) == (second.points, second.removed, second.clusters)


@settings(max_examples=50, deadline=None)
@given(tables())
def test_points_change_sides_with_the_colours(layout):
    def other(name):
        return f"{'Black' if name.startswith('Gold') else 'Gold'}{name[name.index('-') :]}"

    places = 1e3 * layout.positions
    names = [other(name) for name in layout.ids]
    swapped = lay(*zip(names, *places.T, layout.faces, layout.statuses, strict=True))
    assert points(swapped, SHIPPED) == points(layout, SHIPPED)[::-1]


@settings(max_examples=50, deadline=None)
@given(tables(), st.sampled_from([("up", "removed"), ("down", "dead"), ("down", "live"), ("up", "hand")]))
def test_a_puck_that_does_not_count_changes_nothing(layout, how):
    # far from all others; upside down it is taken off
    face, status = how
    more = layout.with_piece(lay(("Gold-99", 0, 0)).pieces[0], (5.0, 5.0), 0.0, face, status)
    assert points(more, SHIPPED) == points(layout, SHIPPED)


@settings(max_examples=50, deadline=None)
@given(tables())
def test_no_zone_gives_more_than_its_value_and_every_live_puck_is_named(layout):
    judged = score(layout, SHIPPED)
    assert sum(judged.points.values()) <= 12
    live = {p.id for p, s in zip(layout.pieces, layout.statuses, strict=True) if s == "live"}
    assert {name for ruling in judged.rulings for name in ruling.pieces} == live
    assert all(ruling.why.endswith(".") for ruling in judged.rulings)


def test_removed_and_dead_pucks_are_not_judged_and_only_the_removed_are_listed():
    layout = lay(
        ("Gold-10", 350, 75, "down", "removed"), ("Gold-2", 350, 75, "up", "removed"), ("Gold-3", 0, 0, "up", "dead")
    )
    judged = score(layout)
    assert (judged.removed, judged.rulings) == (("Gold-2", "Gold-10"), ())


def test_a_puck_that_is_off_the_table_holds_nothing():
    layout = lay(("Gold-1", 350, 75), ("Black-1", 375, 75, "down", "removed"), ("Black-2", 325, 75, "down", "dead"))
    assert (points(layout), score(layout).clusters) == ((3, 0), ())


def test_a_puck_that_nobody_owns_counts_for_nobody():
    layout = lay(("Gold-1", 320, 40))
    piece = layout.pieces[0].__class__("x", PUCK)
    judged = score(layout.with_piece(piece, (0.38, 0.11)))
    assert judged.points == {"Gold": 3, "Black": 0}
    alone = score(Layout().with_piece(piece, (0.38, 0.11)))
    assert [(r.clause, r.points) for r in alone.rulings] == [("G11", 0)]


def test_a_piece_of_a_stranger_is_rejected():
    with pytest.raises(RulesError, match="Cid, who doesn't play"):
        score(lay(("Cid-1", 350, 75)))
    with pytest.raises(RulesError, match="Cid, who doesn't play"):
        RULES.start(BOARD, PLAYERS, layout=lay(("Cid-1", 350, 75)))


def test_sides_are_teams_where_there_are_teams():
    players = (Player("Ann", "gold", team="Sharks"), Player("Bob", "black"))
    state, _ = RULES.open_round(RULES.start(BOARD, players), starter="Sharks")
    assert (state.to_play, RULES.next_piece(state, "Ann").id) == ("Ann", "Sharks-1")
    assert state.totals == {"Sharks": 0, "Bob": 0}
    state, _ = play(state, "Ann", (350, 75))
    assert state.to_play == "Bob"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"both_twenty": "coin"}, "G21: option both_twenty must be draw or play_on"),
        ({"half_and_half": "upper"}, "G7: option half_and_half must be none or lower"),
        ({"both": "draw"}, "Kineti-Go has no option 'both'"),
    ],
)
def test_an_option_that_does_not_exist_is_rejected(options, message):
    with pytest.raises(RulesError, match=message):
        RULES.start(BOARD, PLAYERS, options=options)
    with pytest.raises(RulesError, match=message):
        RULES.start(table(options=options), PLAYERS)


def test_options_have_their_defaults_and_a_script_beats_the_board():
    assert RULES.start(BOARD, PLAYERS).options == {"both_twenty": "draw", "half_and_half": "none"}
    board = table(options={"both_twenty": "play_on", "half_and_half": "lower"})
    assert RULES.start(board, PLAYERS).options == board.options
    mixed = RULES.start(board, PLAYERS, options={"both_twenty": "draw"}).options
    assert mixed == {"both_twenty": "draw", "half_and_half": "lower"}


def test_a_face_left_out_is_up():
    state = opened(seed=5)
    assert {RULES.draw_face(state, f"{side}-{n}") for side in ("Gold", "Black") for n in (1, 2, 3)} == {"up"}


def test_ids_skip_those_on_the_table():
    state = opened(layout=lay(("Gold-1", 350, 75)))
    assert RULES.next_piece(state, "Gold").id == "Gold-2"
    state, _ = play(state, "Gold", (450, 75))
    state, _ = play(state, "Black", (550, 75))
    assert RULES.next_piece(state, "Gold").id == "Gold-3"


def test_nothing_is_legal_before_a_round_is_opened():
    state = RULES.start(BOARD, PLAYERS)
    assert RULES.legal(state, launch(state, "Gold")).clause == "G3"


def test_a_shot_changes_no_earlier_state():
    state = opened()
    play(state, "Gold", (350, 75), face="down")
    assert (len(state.layout), state.flicked, state.to_play, state.unsettled) == (
        0,
        {"Gold": 0, "Black": 0},
        "Gold",
        False,
    )


# -- the board that ships


def test_the_shipped_board_has_two_mirrored_triangles():
    zones = {zone.name: zone for zone in SHIPPED.zones if zone.kind == "score"}
    assert sorted(zone.value for zone in zones.values()) == [1, 1, 2, 2, 3, 3]
    for value in (1, 2, 3):
        right, left = (zones[f"{side}-{value}"].polygon for side in ("right", "left"))
        mirror = {(round(x, 9), round(WIDTH - y, 9)) for x, y in right.tolist()}
        assert {(round(x, 9), round(y, 9)) for x, y in left.tolist()} == mirror
    nearest = [min(zone.polygon[:, 0]) for zone in sorted(zones.values(), key=lambda zone: -zone.value)]
    assert nearest == sorted(nearest)


def test_the_shipped_board_can_be_played_from_all_over_its_shooting_area():
    state = RULES.open_round(RULES.start(SHIPPED, PLAYERS), starter="Gold")[0]
    for yoke in [(75, 30), (150, 152.5), (110, 275)]:
        for draw in (0, 20, 45):
            assert RULES.legal(state, launch(state, "Gold", yoke=yoke, draw=draw)) is None


def test_the_seven_magnets_repel_a_puck_that_lies_right_side_up():
    assert len(SHIPPED.magnets) == 7
    for magnet in SHIPPED.magnets:
        # a puck that lies against the wall before the magnet
        x, y, z = magnet.position
        inward = np.array([0.3, 0.1525]) - [x, y]
        if abs(x - 0.33) < 1e-9:
            inward = np.array([0.0, 0.1525 - y])
        if abs(y - 0.1525) < 1e-9:
            inward = np.array([-1.0, 0.0])
        at = np.array([x, y]) + 0.0176 * inward / np.hypot(*inward)
        force = radial_force(np.array(magnet.moment), np.array(PUCK.moment), np.array([*at, z]) - magnet.position)
        assert force > 0.02
        assert not bonds(SHIPPED, lay(("Gold-1", *(1e3 * at))))
        assert [b.magnet for b in bonds(SHIPPED, lay(("Gold-1", *(1e3 * at), "down")))][:1]


def test_a_puck_fits_into_every_zone_of_the_shipped_board():
    for zone in (zone for zone in SHIPPED.zones if zone.kind == "score"):
        middle = zone.polygon.mean(axis=0)
        best = max(
            zone_shares(SHIPPED.zones, PUCK, np.array([x, middle[1]])).get(SHIPPED.zones.index(zone), 0.0)
            for x in np.linspace(zone.polygon[:, 0].min(), zone.polygon[:, 0].max(), 41)
        )
        assert best > 0.9
