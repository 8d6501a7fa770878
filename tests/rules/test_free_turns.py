"""Clauses F3 to F8 and F13: who begins, turns, pieces, where they start, and when a round is over."""

from dataclasses import replace

import pytest
from free_table import (
    BOARD,
    PLAYERS,
    PUCK,
    RULES,
    SPOTS,
    YOKE,
    box,
    cited,
    flick,
    launch,
    opened,
    place,
    play_round,
    rest,
    table,
)

from rules.players import Player
from rules.ruleset import EndTurn
from rules.ruling import RulesError
from sim.actions import Hover, MoveCord, Remove
from sim.board import Wall

ENDS = (
    box("red-end", "flick", 0, 100, 0, 300, 0, "red"),
    box("blue-end", "flick", 600, 700, 0, 300, 0, "blue"),
)


def forbidden(state, action):
    """Return the ruling that forbids an action, which must say what is legal."""
    found = RULES.legal(state, action)
    assert found is not None
    assert found.legal
    return str(found)


# -- who begins


def test_f3_the_first_starter_is_named_or_drawn_by_the_seed():
    def drawn(seed):
        state, rulings = RULES.open_round(RULES.start(BOARD, PLAYERS, seed=seed))
        assert rulings[0].clause == "F3"
        return state.to_play

    assert opened(starter="Bob").to_play == "Bob"
    assert drawn(3) == drawn(3)
    assert {drawn(seed) for seed in range(20)} == {"Ann", "Bob"}
    with pytest.raises(RulesError, match=r"^F1: Cid can't begin, since only Ann and Bob play"):
        opened(starter="Cid")
    with pytest.raises(RulesError, match=r"^F3: there is no flick-off"):
        RULES.open_round(RULES.start(BOARD, PLAYERS), flick_off=True)


@pytest.mark.parametrize(
    ("starter", "results", "begins"),
    [
        ("alternate", {"Ann_1": (250, 150)}, "Bob"),
        ("same", {"Bob_1": (250, 150)}, "Ann"),
        ("loser", {"Bob_1": (250, 150)}, "Ann"),
        ("loser", {"Ann_1": (250, 150)}, "Bob"),
        ("winner", {"Ann_1": (250, 150)}, "Ann"),
        ("winner", {"Bob_1": (250, 150)}, "Bob"),
        ("loser", {}, "Bob"),  # equal: the next in turn
        ("winner", {}, "Bob"),
    ],
)
def test_f3_a_later_round_is_begun_as_the_option_says(starter, results, begins):
    state, _ = play_round(begun(starter), **results)
    state, rulings = RULES.open_round(state)
    assert state.to_play == begins
    assert f"{begins} " in cited(rulings, "F3")[0]
    assert f"begins round {state.number}" in cited(rulings, "F3")[0]


def begun(how):
    """Return a match begun by Ann, of one piece each, with that option `starter`."""
    state = RULES.start(BOARD, PLAYERS, options={"starter": how, "pieces": "1"})
    return RULES.open_round(state, starter="Ann")[0]


def test_f3_three_players_begin_in_turn():
    players = (*PLAYERS, Player("Cid"))
    state, begun_by = opened(players=players, pieces="1"), []
    for _ in range(3):
        begun_by.append(state.starter)
        state, _ = play_round(state)
        if not state.match_over:
            state, _ = RULES.open_round(state)
    assert begun_by == ["Ann", "Bob", "Cid"]


# -- turns and pieces


def order_of(state):
    """Return who plays in a round, by first letters, and the match after it."""
    names = ""
    while not state.round_over:
        names += state.to_play[0]
        state, _ = rest(state, flick(state, state.to_play, (150, 150)), SPOTS[len(names) * 3 - 3])
    return names, state


def test_f4_the_sides_take_turns_and_one_without_pieces_is_passed_over():
    assert order_of(opened(pieces="2"))[0] == "ABAB"
    assert order_of(opened(pieces="2", starter="Bob"))[0] == "BABA"
    assert order_of(opened(players=(Player("Ann", pucks=1), Player("Bob", pucks=3))))[0] == "ABBB"
    assert order_of(opened(players=(Player("Ann"),), pieces="2"))[0] == "AA"


def test_f4_the_members_of_a_team_take_turns_from_one_round_to_the_next():
    team = (Player("Ann", team="Sharks"), Player("Cid", team="Sharks"), Player("Bob"))
    names, state = order_of(opened(players=team, pieces="1", starter="Sharks"))
    assert names == "AB"
    state, _ = RULES.open_round(state)
    assert order_of(state)[0] == "BC"
    with pytest.raises(RulesError, match=r"^F4: Cid can't begin: in Sharks it is Ann's turn"):
        opened(players=team, starter="Cid")


def test_f4_out_of_turn_is_forbidden():
    state = opened()
    assert forbidden(state, flick(state, "Bob")) == "F4: it is Ann's turn, not Bob's."
    assert forbidden(state, replace(flick(state, "Ann"), by="Cid")) == "F1: nobody called 'Cid' plays."
    assert RULES.legal(state, flick(state, "Bob")).legal == "a flick by Ann"


def test_f5_pieces_are_numbered_by_side_and_come_back_each_round():
    state = opened(pieces="1")
    assert RULES.next_piece(state, "Bob").id == "Bob-1"
    state, _ = play_round(state)
    assert state.layout.ids == ("Ann-1", "Bob-1")
    state, rulings = RULES.open_round(state)
    assert (state.layout.ids, RULES.next_piece(state, "Ann").id) == ((), "Ann-1")
    assert cited(rulings, "F5") == [
        "F5: all pieces go back to the hands, dead ones and those that were taken off as well."
    ]


def test_f5_who_has_none_left_may_not_play():
    state = opened(players=(Player("Ann", pucks=1), Player("Bob", pucks=2)))
    state, _ = rest(state, flick(state, "Ann"), SPOTS[0])
    assert forbidden(state, flick(state, "Ann")) == "F5: Ann has played all pieces of this round."


def test_f5_with_several_kinds_the_size_says_which():
    board = table(pieces={"S": replace(PUCK, name="S"), "L": replace(PUCK, name="L", semi_axes=(0.02, 0.02))})
    state = opened(board)
    assert RULES.next_piece(state, "Ann").kind.name == "S"
    assert RULES.next_piece(state, "Ann", "L").kind.radius == 0.02
    assert RULES.legal(state, flick(state, "Ann", size="L")) is None
    assert forbidden(state, flick(state, "Ann", size="M")) == "F5: board own has no piece of the kind M."
    with_puck = table(pieces={"S": replace(PUCK, name="S"), "puck": PUCK})
    assert RULES.next_piece(opened(with_puck), "Ann").kind.name == "puck"


def test_f5_a_piece_that_is_not_in_hand_is_forbidden():
    state = opened()
    theirs = replace(flick(state, "Ann"), piece=RULES.next_piece(state, "Bob"))
    assert forbidden(state, theirs) == "F5: Bob-1 is not a piece that Ann has in hand."


# -- what a turn is


def test_f6_a_turn_is_what_the_option_says():
    board = table(yoke=YOKE)
    turns = {"flick": flick, "launch": launch, "place": place}
    for option in ("flick", "launch", "place", "any"):
        state = opened(board, action=option)
        legal = {name for name, make in turns.items() if RULES.legal(state, make(state, "Ann", (150, 150))) is None}
        assert legal == ({option} if option != "any" else set(turns)), option
    state = opened(board, action="place")
    assert forbidden(state, flick(state, "Ann")) == "F6: a turn is a piece laid down, and this is a flick."
    assert RULES.now_legal(opened(action="any")) == "a flick by Ann or a piece laid down by Ann"


def test_f6_nothing_else_is_a_turn():
    state = opened()
    piece = RULES.next_piece(state, "Ann")
    others = [
        Remove("Bob-1", by="Ann"),
        Hover(piece, ((0.1, 0.1),), 0.05, 0.1, by="Ann"),
        MoveCord(((0.1, 0.1),), 0.1, by="Ann"),
    ]
    for action in others:
        assert forbidden(state, action) == "F6: a turn is a flick, nothing else."
    assert forbidden(state, EndTurn("Ann")) == "F6: a turn ends with its piece."
    assert RULES.end_turn(state, EndTurn("Ann")) == (state, ())
    assert RULES.void(state, flick(state, "Ann")) is None


def test_f6_numbers_must_be_finite_and_a_draw_must_fit_the_slot():
    state = opened()
    assert forbidden(state, replace(flick(state, "Ann"), heading=float("nan"))).startswith(
        "F6: Ann's turn needs finite"
    )
    assert forbidden(state, replace(flick(state, "Ann"), speed=-1.0)).startswith("F6: ")
    state = opened(table(yoke=YOKE), action="launch")
    assert forbidden(state, launch(state, "Ann", draw=50)) == (
        "F6: Ann can't draw Ann-1 in by 50 mm, only by 0 to 47.5 mm."
    )
    assert (
        forbidden(state, replace(launch(state, "Ann"), draw=float("inf"))) == "F6: Ann's launch needs finite numbers."
    )
    big = table(yoke=YOKE, pieces={"S": PUCK, "L": replace(PUCK, name="L", semi_axes=(0.02, 0.02))})
    state = opened(big, action="launch")
    wide = replace(launch(state, "Ann"), piece=RULES.next_piece(state, "Ann", "L"))
    assert forbidden(state, wide) == "F6: Ann-1 is too wide for the yoke's slot of 26 mm."
    state = opened(action="any")
    assert forbidden(state, launch(state, "Ann")).startswith("F6: a turn is a flick or a piece laid down, and this is")


# -- from where


@pytest.mark.parametrize("make", [flick, place])
def test_f7_a_piece_starts_in_a_flick_zone_of_the_own_colour_or_of_none(make):
    state = opened(table(*ENDS), action="any")
    assert RULES.legal(state, make(state, "Ann", (50, 150))) is None
    assert RULES.legal(state, make(state, "Ann", (100, 150))) is None  # the line belongs to the zone
    assert " which is in no flick zone for Ann." in forbidden(state, make(state, "Ann", (150, 150)))
    assert " which is in no flick zone for Ann, but in blue's." in forbidden(state, make(state, "Ann", (650, 150)))
    assert RULES.now_legal(state) == "a flick by Ann in red-end or a piece laid down by Ann in red-end"
    shared = opened(table(box("all", "flick", 0, 100, 0, 300)), action="any")
    assert RULES.legal(shared, make(shared, "Ann", (50, 150))) is None


def test_f7_a_launch_has_the_yokes_mouth_in_a_launch_zone():
    area = box("area", "launch", 50, 150, 0, 300)
    state = opened(table(area, yoke=YOKE), action="any")
    assert RULES.legal(state, launch(state, "Ann", (100, 150))) is None
    assert "which is in no launch zone for Ann" in forbidden(state, launch(state, "Ann", (170, 150)))
    # where there are only zones of one kind, they serve for both
    assert RULES.legal(state, flick(state, "Ann", (100, 150))) is None
    assert "F7: Ann flicks from (20, 150) mm" in forbidden(state, flick(state, "Ann", (20, 150)))
    both = opened(table(area, box("hand", "flick", 0, 50, 0, 300), yoke=YOKE), action="any")
    assert RULES.legal(both, flick(both, "Ann", (20, 150))) is None
    assert "no flick zone" in forbidden(both, flick(both, "Ann", (100, 150)))
    assert "no launch zone" in forbidden(both, launch(both, "Ann", (40, 150)))


def test_f7_without_such_zones_a_piece_starts_anywhere_on_the_board():
    state = opened()
    assert RULES.legal(state, flick(state, "Ann", (690, 150))) is None
    assert forbidden(state, flick(state, "Ann", (710, 150))) == (
        "F7: Ann flicks from (710, 150) mm, so Ann-1 would start off the board."
    )


def test_f7_the_place_must_be_free():
    wall = Wall("post", (0.05, 0.2), (0.05, 0.25), 0.01)
    state = opened(table(walls=(wall,), yoke=YOKE), action="any")
    state, _ = rest(state, flick(state, "Ann"), (100, 100))
    assert forbidden(state, flick(state, "Bob", (110, 100))).startswith(
        "F7: Bob-1 can't start at (110, 100) mm, since Ann-1"
    )
    assert RULES.legal(state, flick(state, "Bob", (125, 100))) is None  # they touch
    assert forbidden(state, flick(state, "Bob", (66, 225))).startswith(
        "F7: Bob-1 can't start at (66, 225) mm, since post"
    )
    assert forbidden(state, flick(state, "Bob", (50, 183))).endswith("since post is in the way.")
    assert RULES.legal(state, flick(state, "Bob", (68, 225))) is None
    under = launch(state, "Bob", (110, 100), draw=0.0)
    assert forbidden(state, under).startswith("F7: Bob-1 can't start at (110, 100) mm, since Ann-1 lies there")
    assert forbidden(state, launch(state, "Bob", (145, 100), draw=0.0)).endswith("since Ann-1 lies under it.")


# -- faces


def test_f8_a_face_is_up_or_drawn():
    state = opened()
    assert {RULES.draw_face(state, f"Ann-{k}") for k in range(20)} == {"up"}
    state = opened(face="drawn")
    drawn = [RULES.draw_face(state, f"Ann-{k}") for k in range(20)]
    assert set(drawn) == {"up", "down"}
    assert drawn == [RULES.draw_face(state, f"Ann-{k}") for k in range(20)]
    assert RULES.legal(state, flick(state, "Ann", face="down")) is None
    assert forbidden(state, flick(state, "Ann", face="edge")) == "F8: Ann can't start Ann-1 on its edge."


# -- the end of a round


def test_f13_points_come_with_the_last_piece_and_only_the_last_place_matters():
    state = opened(pieces="1")
    state, rulings = rest(state, flick(state, "Ann"), (350, 150))
    assert (state.points, rulings) == (None, ())
    state, rulings = rest(state, flick(state, "Bob"), (100, 100), moved={"Ann-1": (500, 150)})
    assert state.points == {"Ann": 20, "Bob": 0}
    assert cited(rulings, "F14") == [
        "F14: Ann-1 lies in twenty: 20 for Ann.",
        "F14: Bob-1 lies outside all zones: nothing.",
    ]
    assert forbidden(state, flick(state, "Ann")) == "F13: the round is over, all its pieces are played."
    assert RULES.now_legal(state) == "to open the next round"


def test_f13_a_round_is_not_opened_before_the_last_is_over():
    with pytest.raises(RulesError, match=r"^F13: round 1 is not over until all pieces are played: Ann \(4 left\) and"):
        RULES.open_round(opened())
    start = RULES.start(BOARD, PLAYERS)
    assert RULES.legal(start, flick(start, "Ann")).clause == "F3"
