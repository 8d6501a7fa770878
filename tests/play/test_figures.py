import math

import numpy as np
import pytest

from play.figures import board_scene, caption_of, final_scene, last_round, owner_colours, shot_scenes
from play.labels import place_label
from play.marks import bond_marks, flat_direction, magnet_marks, piece_marks, rail_marks, zone_marks
from play.motion import contact_marks, path_marks
from play.record import Record, RoundRecord, ShotRecord
from play.style import OWNERS, ink_on, mixed, owner_colour
from rules.ruling import Ruling
from sim.actions import Flick, Settle
from sim.board import Board, FixedMagnet, Friction, Rail, Surface, Wall, Zone
from sim.boardfile import load_board
from sim.layout import Layout
from sim.pieces import Piece, PieceKind
from sim.shot import Energies, Event, Shot, Trajectory
from sim.values import frozen

PUCK = PieceKind("puck", "disc", (0.015, 0.015), 0.007, 0.008, (0.0, 0.0, 0.3))
NEEDLE = PieceKind("needle", "disc", (0.015, 0.015), 0.007, 0.008, (0.3, 0.0, 0.0))
OWNERS_OF = {"Yellow": "yellow", "Red": "red"}
FILLS = {"Yellow": OWNERS["yellow"], "Red": OWNERS["red"]}
NONE = Friction()


def rectangle(x0, y0, x1, y1):
    return frozen([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], (4, 2))


def mat(edge="open", **parts):
    return Board("mat", Surface(rectangle(0.0, 0.0, 0.9, 0.3), edge, NONE), NONE, **parts)


def lying(*pieces):
    """Layout of pieces given as (id, x, y) or (id, x, y, face, status), owned by what their id says."""
    layout = Layout()
    for name, x, y, *rest in pieces:
        layout = layout.with_piece(Piece(name, PUCK, name.split("-")[0]), (x, y), 0.0, *rest)
    return layout


def shot_of(start, ends, action, events=()):
    """Shot in which the pieces go straight, at even speed, in a second."""
    times = np.linspace(0.0, 1.0, 11)
    ends = np.array(ends, dtype=float)
    positions = start.positions + times[:, None, None] * (ends - start.positions)
    n = len(start)
    still = np.zeros((11, n))
    layout = Layout(start.pieces, ends, start.angles, start.faces, start.statuses)
    trajectory = Trajectory(times, start.ids, positions, still, np.zeros((11, n, 2)), still)
    rest = frozen(np.zeros((n, 2)))
    energies = Energies(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    return Shot(action, start, layout, trajectory, events, energies, rest, frozen(np.zeros(n)), 1.0, True, 1)


def flick_at_another(events=()):
    """Yellow-1 flies 100 mm and Red-1 is moved by 50 mm; Red-2 lies still."""
    start = lying(("Red-1", 0.3, 0.1), ("Red-2", 0.6, 0.2), ("Yellow-1", 0.2, 0.1))
    action = Flick(start.pieces[2], (0.2, 0.1), 1.6, 0.0, by="Ann")
    return shot_of(start, [(0.35, 0.1), (0.6, 0.2), (0.3, 0.1)], action, events)


def record_of(*shots, board=None, **more):
    played = tuple(ShotRecord(k, "Ann", "flick", shot, shot.layout) for k, shot in enumerate(shots, start=1))
    rounds = more.pop("rounds", (RoundRecord(1, (), played),))
    return Record("cup", "kalide", board or mat(), "mat", 0, Layout(), rounds, owners=OWNERS_OF, **more)


# -- the board


@pytest.mark.parametrize(
    ("kind", "owner", "value", "words"),
    [
        ("score", "red", 200, "200"),
        ("dead", None, 0, "DEAD ZONE"),
        ("flick", "yellow", 0, "YELLOW FLICK ZONE"),
        ("launch", None, 0, "LAUNCH"),
        ("lane", None, 0, ""),
    ],
)
def test_a_zone_says_what_it_is(kind, owner, value, words):
    board = mat(zones=(Zone("zone", kind, owner, value, polygon=rectangle(0.1, 0.0, 0.4, 0.3)),))
    (mark,) = zone_marks(board)
    assert mark.label.text == words


def test_the_words_of_an_empty_zone_stand_in_its_middle():
    board = mat(zones=(Zone("fifty", "score", "red", 50, polygon=rectangle(0.1, 0.0, 0.4, 0.3)),))
    (mark,) = zone_marks(board)
    assert (mark.label.x, mark.label.y) == pytest.approx((250.0, 150.0))


def test_only_the_words_of_a_zone_without_value_turn_to_run_along_it():
    tall = rectangle(0.1, 0.0, 0.15, 0.3)
    board = mat(
        zones=(
            Zone("dead", "dead", polygon=tall),
            Zone("fifty", "score", "red", 50, polygon=rectangle(0.4, 0.0, 0.45, 0.3)),
        ),
    )
    dead, fifty = zone_marks(board)
    assert dead.label.turned
    assert not fifty.label.turned


def test_the_words_of_a_zone_keep_clear_of_a_zone_over_it():
    board = mat(
        zones=(
            Zone("fifty", "score", "red", 50, polygon=rectangle(0.1, 0.0, 0.4, 0.3)),
            Zone("two hundred", "score", "red", 200, circle=(0.25, 0.15, 0.06)),
        )
    )
    under, over = zone_marks(board)
    assert math.hypot(under.label.x - 250.0, under.label.y - 150.0) > 60.0
    assert math.hypot(over.label.x - 250.0, over.label.y - 150.0) < 1.0


def test_the_words_of_a_zone_keep_clear_of_pieces():
    board = mat(zones=(Zone("two hundred", "score", "red", 200, circle=(0.3, 0.15, 0.05)),))
    pieces = piece_marks(lying(("Red-1", 0.3, 0.15)), FILLS)
    (mark,) = zone_marks(board, pieces)
    label = mark.label
    assert math.hypot(label.x - 300.0, label.y - 150.0) > 15.0
    assert math.hypot(label.x - 300.0, label.y - 150.0) < 50.0


def test_words_placed_with_the_empty_board_at_hand_stand_where_they_would_without():
    board = load_board("kalide")
    pieces = piece_marks(lying(("Red-1", 0.3, 0.15), ("Red-2", 0.6, 0.25), ("Yellow-1", 0.17, 0.15)), FILLS)
    alone = [mark.label for mark in zone_marks(board, pieces)]
    assert [mark.label for mark in zone_marks(board, pieces, zone_marks(board))] == alone
    assert alone != [mark.label for mark in zone_marks(board)]


def test_words_without_a_clear_place_are_still_within_their_zone():
    disc = np.array([(50.0, 50.0, 200.0)])
    label = place_label("50", 10.0, (None, (50.0, 50.0, 40.0)), [], disc, may_turn=False)
    assert (label.x, label.y, label.text) == pytest.approx((50.0, 50.0, "50"))


def test_words_too_large_for_a_zone_are_set_smaller():
    zone = (rectangle(0.0, 0.0, 20.0, 20.0), None)
    label = place_label("150", 10.0, zone, [], np.empty((0, 3)), may_turn=False)
    assert label.size < 10.0


@pytest.mark.parametrize(
    ("moment", "pole", "angle"),
    [
        ((0.0, 0.0, 0.3), "N", None),
        ((0.1, 0.0, -0.3), "S", None),
        ((0.0, 0.3, 0.1), "", math.pi / 2),
        ((0.0, 0.0, 0.0), "", None),
    ],
)
def test_a_fixed_magnet_shows_the_pole_that_is_up_or_where_its_moment_points(moment, pole, angle):
    board = mat(magnets=(FixedMagnet("m", (0.1, 0.2, -0.002), moment, 0.01),))
    (mark,) = magnet_marks(board)
    assert (mark.pole, mark.angle) == (pole, angle)
    assert (mark.x, mark.y, mark.radius) == pytest.approx((100.0, 200.0, 10.0))


def test_a_rail_is_a_band_with_square_ends():
    (mark,) = rail_marks(mat(rails=(Rail("r", (0.1, 0.0), (0.1, 0.2), 0.015),)))
    assert mark.corners.min(axis=0) == pytest.approx((92.5, 0.0))
    assert mark.corners.max(axis=0) == pytest.approx((107.5, 200.0))


def test_a_mat_is_shown_with_the_table_around_it():
    scene = board_scene(mat())
    x0, y0, x1, y1 = scene.extent
    assert scene.beyond
    assert x0 < 0.0 < 900.0 < x1
    assert y0 < 0.0 < 300.0 < y1


def test_nothing_lies_beyond_an_edge_where_pieces_drop():
    assert not board_scene(mat(edge="drop")).beyond


# -- pieces


def test_a_piece_is_marked_with_number_colour_face_and_status():
    layout = lying(("Yellow-12", 0.25, 0.1, "down", "dead"))
    (mark,) = piece_marks(layout, FILLS)
    assert (mark.label, mark.colour, mark.face, mark.status) == ("12", OWNERS["yellow"], "down", "dead")
    assert (mark.x, mark.y, mark.semi_axes) == (250.0, 100.0, (15.0, 15.0))


def test_a_piece_in_the_hand_is_not_shown():
    assert piece_marks(lying(("Red-1", 0.1, 0.1, "up", "hand")), FILLS) == ()


def test_a_moment_that_lies_flat_is_an_arrow_that_turns_with_its_piece():
    layout = Layout().with_piece(Piece("n", NEEDLE), (0.1, 0.1), 0.5)
    (mark,) = piece_marks(layout, {"n": OWNERS["red"]})
    assert mark.arrow == pytest.approx(0.5)
    assert flat_direction(PUCK.moment) is None


def test_a_bond_is_marked_where_the_two_pieces_touch():
    layout = lying(("Red-1", 0.1, 0.1), ("Yellow-1", 0.13, 0.1, "down"))
    (mark,) = bond_marks(mat(), layout)
    assert mark.pieces == ("Red-1", "Yellow-1")
    assert (mark.x, mark.y, mark.angle) == pytest.approx((115.0, 100.0, 0.0))


def test_touching_pieces_that_repel_have_no_bond():
    assert bond_marks(mat(), lying(("Red-1", 0.1, 0.1), ("Yellow-1", 0.13, 0.1))) == ()


def test_owners_without_a_colour_get_different_ones():
    colours = owner_colours({"Ann": None, "Bob": None, "Red": "red"}, [])
    assert len(set(colours.values())) == 3
    assert colours["Red"] == OWNERS["red"]
    assert owner_colour(None, 0) == owner_colour(None, 6)


@pytest.mark.parametrize(("fill", "ink"), [(OWNERS["black"], "#ffffff"), (OWNERS["yellow"], "#26292e")])
def test_numbers_are_written_in_an_ink_that_can_be_read(fill, ink):
    assert ink_on(fill) == ink


def test_a_mixture_of_colours_lies_between_them():
    assert mixed("#000000", "#ff8040", 0.5) == "#804020"


# -- shots


def test_only_pieces_that_moved_have_a_path_and_the_flicked_one_stands_out():
    paths = path_marks(flick_at_another(), FILLS, "Yellow-1")
    assert {path.id: path.flicked for path in paths} == {"Red-1": False, "Yellow-1": True}


def test_a_path_goes_from_start_to_end_and_grows_fresher():
    path = path_marks(flick_at_another(), FILLS, "Yellow-1")[1]
    assert path.points[0] == pytest.approx((200.0, 100.0))
    assert path.points[-1] == pytest.approx((300.0, 100.0))
    assert (path.fades[0], path.fades[-1]) == (0.0, 1.0)
    assert np.all(np.diff(path.fades) > 0.0)


def test_a_contact_is_marked_where_the_rims_meet():
    shot = flick_at_another((Event(0.5, "contact", ("Red-1", "Yellow-1")),))
    (mark,) = contact_marks(mat(), shot)
    # at half time the two are at x = 325 and 250
    assert (mark.x, mark.y, mark.count) == pytest.approx((287.5, 100.0, 1))


def test_touches_of_a_pair_at_one_place_are_one_mark():
    events = tuple(Event(t, "contact", ("Red-1", "Yellow-1")) for t in (0.5, 0.501, 0.502))
    (mark,) = contact_marks(mat(), flick_at_another(events))
    assert mark.count == 3


def test_a_contact_with_a_wall_is_marked_at_the_walls_rim():
    board = mat(walls=(Wall("side", (0.0, 0.08), (0.9, 0.08), 0.01),))
    (mark,) = contact_marks(board, flick_at_another((Event(1.0, "contact", ("Yellow-1",), "side"),)))
    assert (mark.x, mark.y) == pytest.approx((300.0, 85.0))


def test_a_shot_is_named_by_its_number_its_piece_and_its_speed():
    (scene,) = shot_scenes(record_of(flick_at_another()))
    assert scene.title == "1 · Yellow-1 · 1.60 m/s"


def test_pieces_that_moved_are_shown_where_they_started_and_the_others_as_still():
    (scene,) = shot_scenes(record_of(flick_at_another()))
    assert {(ghost.id, ghost.x) for ghost in scene.ghosts} == {("Red-1", 300.0), ("Yellow-1", 200.0)}
    assert [mark.id for mark in scene.pieces if mark.still] == ["Red-2"]


def test_the_shots_of_a_round_share_one_extent():
    near = flick_at_another()
    start = lying(("Yellow-1", 0.8, 0.1))
    far = shot_of(start, [(1.1, 0.1)], Flick(start.pieces[0], (0.8, 0.1), 2.0, 0.0))
    first, second = shot_scenes(record_of(near, far))
    assert first.extent == second.extent
    assert first.extent[2] > 1100.0


def test_a_round_is_chosen_by_its_number_and_else_it_is_the_last_one_played():
    shots = [(ShotRecord(k, "Ann", "flick", flick_at_another(), Layout()),) for k in (7, 8)]
    record = record_of(rounds=(RoundRecord(1, (), shots[0]), RoundRecord(2, (), shots[1]), RoundRecord(3)))
    assert shot_scenes(record)[0].title.startswith("8")
    assert shot_scenes(record, 1)[0].title.startswith("7")
    assert last_round(record).number == 2
    with pytest.raises(KeyError, match="round 3"):
        shot_scenes(record, 3)


def test_an_endless_table_is_shown_as_far_as_the_pieces_went():
    start = lying(("a", 0.0, 0.0), ("b", 0.5, 0.0))
    shot = shot_of(start, [(-0.4, 0.0), (0.5, 0.3)], Settle())
    endless = Board("table", Surface(None, "open", NONE), NONE)
    played = (ShotRecord(1, "", "release", shot, shot.layout),)
    (scene,) = shot_scenes(Record("table", None, endless, "table", 0, start, (RoundRecord(1, (), played),)))
    x0, y0, x1, y1 = scene.extent
    assert x0 < -415.0 and x1 > 515.0
    assert y0 < -15.0 and y1 > 315.0
    assert scene.outline is None


def test_what_flew_far_off_does_not_shrink_the_mat():
    start = lying(("Yellow-1", 0.8, 0.1))
    shot = shot_of(start, [(9.0, 0.1)], Flick(start.pieces[0], (0.8, 0.1), 9.0, 0.0))
    (scene,) = shot_scenes(record_of(shot))
    assert scene.extent[2] < 1400.0


# -- the end


def test_the_final_picture_shows_the_statuses_that_the_rules_gave():
    shot = flick_at_another()
    judged = shot.layout.with_statuses({"Red-1": "dead"})
    record = record_of(rounds=(RoundRecord(1, (), (ShotRecord(1, "Ann", "flick", shot, judged),)),))
    scene = final_scene(record)
    assert {mark.id for mark in scene.pieces if mark.status == "dead"} == {"Red-1"}


def test_the_final_picture_says_who_has_what():
    played = (ShotRecord(1, "Ann", "flick", flick_at_another(), Layout()),)
    record = record_of(
        rounds=(RoundRecord(2, (), played, {"Yellow": 150, "Red": 50}),),
        totals={"Yellow": 400, "Red": 50},
        winner="Yellow",
    )
    scene = final_scene(record)
    assert scene.title == "cup · round 2"
    assert [score.text for score in scene.scores] == ["Yellow 400 (+150), won", "Red 50"]
    assert [score.colour for score in scene.scores] == [OWNERS["yellow"], OWNERS["red"]]


def test_the_final_picture_of_a_stopped_run_ends_with_the_ruling_that_stopped_it():
    record = record_of(flick_at_another(), stopped=Ruling("L4", "the flick starts elsewhere"))
    assert final_scene(record).caption.rulings[-1] == "Stopped here. L4: the flick starts elsewhere"


def test_the_key_explains_only_signs_that_appear():
    alone = record_of(shot_of(lying(("Red-1", 0.3, 0.1, "down")), [(0.3, 0.1)], Settle()))
    assert final_scene(alone).key == ("× face down",)
    pair = lying(("Red-1", 0.1, 0.1), ("Yellow-1", 0.13, 0.1, "down"), ("Red-2", 0.5, -0.1, "up", "dead"))
    together = record_of(shot_of(pair, pair.positions, Settle()))
    assert final_scene(together).key == ("● face up", "× face down", "▨ dead", "▬ stuck together")


def test_a_long_caption_keeps_what_gives_points_in_its_order():
    rulings = [
        Ruling("L9", "none"),
        Ruling("L19", "one", points=50),
        Ruling("L9", "no"),
        Ruling("L20", "two", points=9),
    ]
    caption = caption_of(rulings, most=3)
    assert caption.rulings == ("L9: none", "L19: one", "L20: two")
    assert caption.more == 1
