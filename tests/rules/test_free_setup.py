"""Clauses F1, F2 and F5, and set-ups that can't be played: F6, F7 and F20."""

from dataclasses import replace

import pytest
from free_table import BOARD, OWNED, PUCK, RULES, YOKE, ZONES, box, lay, opened, points, score, table

from rules.players import Player
from rules.ruling import RulesError

ANN, BOB, CID = Player("Ann"), Player("Bob"), Player("Cid")


def refused(match, board=BOARD, players=(ANN, BOB), **options):
    """Check that a match can't be started, and why."""
    with pytest.raises(RulesError, match=match):
        RULES.start(board, players, options={name: str(value) for name, value in options.items()})


@pytest.mark.parametrize("count", [1, 2, 3, 9])
def test_f1_any_number_of_players_plays(count):
    players = tuple(Player(f"P{k}") for k in range(count))
    assert list(RULES.start(BOARD, players).totals) == [player.name for player in players]


def test_f1_players_who_do_not_fit_together_are_refused():
    refused(r"^F1: nobody plays", players=())
    refused(r"^F1: two players are called Ann", players=(ANN, ANN))
    refused(r"^F1: Ann and Bob can't both be red", players=(Player("Ann", "red"), Player("Bob", "red")))
    mixed = (Player("Ann", "red", "Sharks"), Player("Bob", "blue", "Sharks"))
    refused(r"^F1: Sharks has one colour for all its players, not blue and red", players=mixed)
    with pytest.raises(RulesError, match=r"^F1: Cid-1 belongs to Cid, who doesn't play; Ann and Bob do"):
        RULES.score(BOARD, lay(("Cid-1", 250, 150)), (ANN, BOB))


def test_f1_a_colour_left_out_is_the_sides_name_or_the_first_that_is_free():
    board = table(zones=OWNED)
    assert [p.colour for p in RULES.start(board, (ANN, BOB)).players] == ["red", "blue"]
    assert [p.colour for p in RULES.start(board, (ANN, Player("Red"))).players] == ["blue", "red"]
    assert [p.colour for p in RULES.start(board, (ANN, Player("Bob", "red"))).players] == ["blue", "red"]
    assert [p.colour for p in RULES.start(BOARD, (ANN, BOB)).players] == [None, None]


def test_f2_a_board_without_a_score_zone_or_for_another_game_is_refused():
    refused(r"^F2: board own has no zone to score in$", table(zones=(box("d", "dead", 0, 100, 0, 300),)))
    refused(r"^F2: board own serves the rules of kalide", replace(BOARD, game="kalide"))
    with pytest.raises(RulesError, match=r"^F2: board own has no zone to score in$"):
        RULES.score(table(zones=()), lay(), (ANN,))


def test_f2_a_colour_that_owns_a_zone_must_be_played():
    board = table(zones=OWNED)
    wrong = (Player("Ann", "red"), Player("Bob", "green"))
    refused(r"^F2: board own: zone blue-20 belongs to blue, a colour that no player has$", board, wrong)
    refused(r"^F2: board own: zone blue-20 belongs to blue", board, (ANN,))
    # where owners of score zones mean nothing, nobody has to have them
    assert RULES.start(board, wrong, options={"owner": "piece"}).options["owner"] == "piece"
    assert RULES.start(board, (ANN,), options={"owner": "control"}).options["owner"] == "control"


def test_f2_a_side_without_a_zone_to_score_in_is_refused():
    refused(r"^F2: .* all zones belong to red and blue, so Cid has none", table(zones=OWNED[:3]), (ANN, BOB, CID))
    assert len(RULES.start(table(zones=OWNED), (ANN, BOB, CID)).players) == 3


def test_f5_a_side_has_as_many_pieces_as_the_option_or_its_handicap_says():
    assert [p.pucks for p in RULES.start(BOARD, (ANN, BOB)).players] == [4, 4]
    state = opened(players=(Player("Ann", pucks=2), BOB), pieces="3")
    assert [p.pucks for p in state.players] == [2, 3]
    refused(r"^F5: Ann needs at least one piece", players=(Player("Ann", pucks=0), BOB))
    team = (Player("Ann", None, "A", 2), Player("Bob", None, "A", 3))
    refused(r"^F5: A has one number of pieces a round for all its players, not 2 and 3", players=team)


def test_f5_a_board_without_pieces_is_refused():
    refused(r"^F5: board own has no kind of piece$", table(pieces={}))


def test_f6_launches_need_a_yoke_that_takes_the_pieces():
    refused(r"^F6: board own has no yoke, and option action = launch needs one$", action="launch")
    narrow = table(yoke=replace(YOKE, width=0.020))
    refused(r"^F6: board own has a yoke whose slot, 20 mm wide, takes none of its pieces$", narrow, action="launch")
    assert RULES.start(table(yoke=YOKE), (ANN,), options={"action": "launch"}).options["action"] == "launch"


def test_f7_every_side_needs_a_zone_to_start_from_where_there_are_any():
    red = box("r", "flick", 0, 100, 0, 300, 0, "red")
    refused(r"^F7: board own has no flick zone for Bob to play from$", table(red))
    blue = box("b", "flick", 600, 700, 0, 300, 0, "blue")
    assert [p.colour for p in RULES.start(table(red, blue), (ANN, BOB)).players] == ["red", "blue"]


def test_f20_a_target_that_can_not_be_reached_is_refused():
    nothing = table(zones=(box("zero", "score", 200, 300, 0, 300, 0),))
    refused(r"^F20: board own: no zone gives points, so nobody can reach 21, ", nothing, goal="first_to")
    assert RULES.start(nothing, (ANN,)).options["goal"] == "most"
    refused(r"^F20: board own: its zones are worth 5, 10 and 20, which can't make exactly 21, ", goal="exactly")
    assert RULES.start(BOARD, (ANN,), options={"goal": "exactly", "target": "35"}).options["target"] == "35"
    threes = table(zones=(box("3", "score", 200, 300, 0, 300, 3), box("5", "score", 300, 400, 0, 300, 5)))
    refused(r"which can't make exactly 4", threes, goal="exactly", target=4)
    refused(r"which can't make exactly 100001", goal="exactly", target=100_001)
    assert RULES.start(threes, (ANN,), options={"goal": "exactly", "target": "8"}).options["goal"] == "exactly"


@pytest.mark.parametrize(
    "options", [{"target": "0"}, {"target": "-3"}, {"target": "many"}, {"pieces": "0"}, {"rounds": "1.5"}]
)
def test_f20_a_number_must_be_whole_and_above_0(options):
    (name,) = options
    refused(rf"option {name} must be \d+ or another whole number above 0, not ", **options)


def test_f19_totals_before_the_round_must_fit_the_players_and_the_goal():
    layout = lay(("Ann-1", 250, 150))
    assert score(layout, before={"Ann": 30}).totals == {"Ann": 35, "Bob": 0}
    with pytest.raises(RulesError, match=r"^F19: there are points before this round for Cid, who doesn't play"):
        score(layout, before={"Cid": 3})
    with pytest.raises(RulesError, match=r"^F20: Ann can't have 30 points before this round: nobody gets above 20"):
        score(layout, before={"Ann": 30}, goal="exactly", target="20")


def test_the_boards_options_come_before_the_defaults_and_after_the_given_ones():
    board = table(options={"cover": "any", "pieces": "2"})
    assert RULES.start(board, (ANN,)).options["cover"] == "any"
    chosen = RULES.start(board, (ANN,), options={"cover": "centre"}).options
    assert (chosen["cover"], chosen["pieces"], chosen["rounds"]) == ("centre", "2", "3")
    edge = lay(("Ann-1", 310, 150))
    assert (points(edge, board), points(edge, board, cover="majority")) == ((10, 0), (10, 0))
    assert points(lay(("Ann-1", 190, 150)), board) == (5, 0)
    refused(
        r"^F14: board own: option cover must be majority or largest or any or centre, not 'most'",
        table(options={"cover": "most"}),
    )
    refused(r"^F2: the game has no option 'colour'", colour="red")


def test_zones_of_other_kinds_alone_are_no_zones_to_score_in():
    refused(r"^F2: ", table(zones=[replace(zone, kind="lane") for zone in ZONES]))
    assert PUCK.radius == 0.0125
