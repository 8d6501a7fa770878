"""Clauses T1 and T4 to T6: set-up, pushes and turns."""

from dataclasses import replace

import pytest
from tokka_table import BOARD, PLAYERS, RULES, STONE, begun, lay, play, play_round, push, score, team, wall

from rules.players import Player
from rules.ruling import RulesError
from sim.actions import Launch, Place, Remove, Settle

# -- the set-up


@pytest.mark.parametrize(
    "players",
    [
        (),
        (Player("Ann"),),
        (*team("Black", 4), *team("White", 5)),
        (*team("Black", 5), *team("White", 3)),
        (*team("Black", 2), *team("White", 2), *team("Grey", 2)),
        team("Black", 2),
        (Player("Ann"), Player("Bob"), Player("Cid")),
        (Player("Ann"), Player("Ann")),
        (Player("Ann", "black"), Player("Bob", "black")),
        (Player("Ann", "yellow"), Player("Bob")),
        (Player("Ann", "black", "A"), Player("Bob", "white", "A"), Player("Cid")),
        (Player("Ann", pucks=5), Player("Bob")),
    ],
)
def test_t1_takes_two_to_eight_players_on_two_sides(players):
    with pytest.raises(RulesError, match=r"^T1: "):
        RULES.start(BOARD, players)
    with pytest.raises(RulesError, match=r"^T1: "):
        RULES.score(BOARD, lay(), players)


@pytest.mark.parametrize(("black", "white"), [(1, 1), (1, 2), (3, 1), (2, 2), (4, 4)])
def test_t1_each_side_has_four_stones_shared_in_rotation(black, white):
    state = begun((*team("Black", black), *team("White", white)))
    state, _ = play_round(state)
    for side, count in (("Black", black), ("White", white)):
        shares = [state.flicked[f"{side[0]}{n}"] for n in range(1, count + 1)]
        assert shares == {1: [4], 2: [2, 2], 3: [2, 1, 1], 4: [1, 1, 1, 1]}[count]


def test_t1_three_in_a_team_take_2_1_1_in_each_round_in_turn():
    state = begun((*team("Black", 3), Player("White")))
    shares = []
    for _ in range(3):
        state, _ = play_round(state)
        shares.append([state.flicked[f"B{n}"] for n in (1, 2, 3)])
        state, _ = RULES.open_round(state)
    assert shares == [[2, 1, 1], [1, 2, 1], [1, 1, 2]]
    assert state.rotation == {"Black": 12, "White": 12}


def test_t1_a_member_out_of_turn_is_refused():
    state = begun((*team("Black", 2), *team("White", 2)))
    assert state.to_play == "B1"
    assert RULES.legal(state, push(state, "B2")).clause == "T1"
    with pytest.raises(RulesError, match=r"^T1: B2"):
        begun((*team("Black", 2), *team("White", 2)), starter="B2")


def test_t1_colours_left_out_follow_from_the_name_or_the_order():
    state = RULES.start(BOARD, (Player("White"), Player("Ann")))
    assert [(p.colour, p.pucks) for p in state.players] == [("white", 4), ("black", 4)]
    state = RULES.start(BOARD, (Player("Ann"), Player("Bob")))
    assert [p.colour for p in state.players] == ["black", "white"]


def test_t1_refuses_a_stranger_and_a_stone_not_in_hand():
    state = begun()
    assert RULES.legal(state, push(state, "Cid")).clause == "T1"
    for piece in (
        RULES.next_piece(state, "White"),
        replace(RULES.next_piece(state, "Black"), kind=replace(STONE, mass=0.1)),
    ):
        assert RULES.legal(state, replace(push(state, "Black"), piece=piece)).clause == "T1"


def test_t1_a_stone_of_somebody_who_does_not_play_is_refused():
    with pytest.raises(RulesError, match=r"^T1: Red-1"):
        RULES.start(BOARD, PLAYERS, layout=lay(("Red-1", 300, 100)))
    with pytest.raises(RulesError, match=r"^T1: Red-1"):
        score(lay(("Red-1", 300, 100)))


# -- who begins the match


@pytest.mark.parametrize("starter", ["Black", "White"])
def test_t4_either_side_may_begin(starter):
    state, rulings = RULES.open_round(RULES.start(BOARD, PLAYERS), starter=starter)
    assert (state.to_play, state.starter, state.first_starter, rulings[0].clause) == (starter, starter, starter, "T4")


def test_t4_a_team_may_be_named_as_well_as_the_member_whose_turn_it_is():
    players = (*team("Black", 2), *team("White", 2))
    assert begun(players, starter="White").to_play == "W1"
    assert begun(players, starter="W1").to_play == "W1"


def test_t4_where_nobody_is_named_a_seeded_coin_decides():
    def toss(seed):
        state, rulings = RULES.open_round(RULES.start(BOARD, PLAYERS, seed=seed))
        assert rulings[0].clause == "T4"
        return state.to_play

    assert toss(7) == toss(7)
    assert {toss(seed) for seed in range(20)} == {"Black", "White"}


def test_t4_there_is_no_flick_off():
    with pytest.raises(RulesError, match=r"^T4: "):
        RULES.open_round(RULES.start(BOARD, PLAYERS), flick_off=True)


# -- pushing


@pytest.mark.parametrize("start", [(60, 100), (5, 100), (60, 15), (60, 185), (119, 100), (120, 100)])
@pytest.mark.parametrize(("speed", "heading", "spin"), [(0.0, 0.0, 0.0), (1.5, 0.3, 0.0), (5.0, 3.0, -80.0)])
def test_t5_any_push_from_the_launch_zone_is_legal(start, speed, heading, spin):
    state = begun()
    action = replace(push(state, "Black", start), speed=speed, heading=heading, spin=spin)
    assert RULES.legal(state, action) is None


@pytest.mark.parametrize("start", [(120.1, 100), (300, 100), (700, 100), (-1, 100), (60, 201), (60, 14.9), (60, 186)])
def test_t5_a_push_from_elsewhere_or_out_of_a_side_rail_is_refused(start):
    state = begun()
    ruling = RULES.legal(state, push(state, "Black", start))
    assert (ruling.clause, ruling.player, ruling.pieces) == ("T5", "Black", ("Black-1",))
    assert ruling.legal == "a push by Black from a free place in the launch zone"


def test_t5_a_push_from_where_a_stone_lies_is_refused():
    state, _ = play(begun(), (80, 100))
    ruling = RULES.legal(state, push(state, "White", (60, 100)))
    assert (ruling.clause, ruling.pieces) == ("T5", ("White-1", "Black-1"))
    assert RULES.legal(state, push(state, "White", (50, 100))) is None


@pytest.mark.parametrize(("start", "name"), [((60, 85), "post"), ((100, 100), None), ((80, 60), "thin")])
def test_t5_a_push_out_of_a_wall_of_any_thickness_is_refused(start, name):
    walls = (wall("post", (60, 100), (60, 100)), wall("thin", (0, 50), (110, 50), 0.0))
    state = begun(board=replace(BOARD, walls=walls))
    ruling = RULES.legal(state, push(state, "Black", start))
    assert (ruling is None) if name is None else (name in ruling.why)


@pytest.mark.parametrize("key", ["speed", "heading", "spin", "angle"])
@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_t5_a_push_needs_finite_numbers(key, value):
    state = begun()
    assert RULES.legal(state, replace(push(state, "Black"), **{key: value})).clause == "T5"


def test_t5_a_push_needs_a_speed_of_0_or_more():
    state = begun()
    assert RULES.legal(state, replace(push(state, "Black"), speed=-0.1)).clause == "T5"


def test_t5_anything_but_a_push_is_refused():
    state = begun()
    piece = RULES.next_piece(state, "Black")
    actions = [Place(piece, (0.06, 0.1), by="Black"), Launch(piece, (0.06, 0.1), 0.0, 0.01, by="Black")]
    for action in [*actions, Remove("Black-1", "Black"), Settle("Black")]:
        assert RULES.legal(state, action).clause == "T5"


# -- turns


def test_t6_sides_alternate_until_all_stones_are_played_and_then_it_is_scored():
    state, order = begun(starter="White"), []
    for k in range(8):
        assert (state.points, state.round_over) == (None, False)
        order.append(state.to_play)
        state, rulings = play(state, (700 - 40 * k, 100))
        assert all(ruling.points == 0 for ruling in rulings) or k == 7
    assert order == ["White", "Black"] * 4
    assert (state.round_over, state.to_play, state.points) == (True, None, {"Black": 0, "White": 3})


def test_t6_nobody_plays_twice_running_nor_after_the_last_stone():
    state, _ = play(begun(), (300, 100))
    ruling = RULES.legal(state, push(state, "Black"))
    assert (ruling.clause, ruling.legal) == ("T6", "a push by White from the launch zone")
    state, _ = play_round(state)
    assert RULES.legal(state, push(state, "Black")).clause == "T6"
    assert RULES.now_legal(state) == "to open the next round"


def test_t6_after_seven_of_eight_stones_the_round_can_not_end():
    state = begun()
    for k in range(7):
        state, rulings = play(state, (700 - 40 * k, 100))
    assert (state.points, rulings) == (None, ())
    with pytest.raises(RulesError, match=r"^T6: .*White \(1 left\)"):
        RULES.open_round(state)


def test_t6_nothing_is_legal_before_a_round_is_opened():
    state = RULES.start(BOARD, PLAYERS)
    assert RULES.legal(state, push(state, "Black")).clause == "T6"
