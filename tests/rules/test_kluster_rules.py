"""What holds in every game of Kluster: stones are neither lost nor made, and it is always somebody's turn."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from kluster_table import BOARD, RULES, done, drawing, hovering, lay, people, placing

from rules.ruleset import EndTurn
from sim.actions import Place, Settle

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve")
PLACES = st.tuples(st.integers(9, 51), st.integers(9, 41)).map(lambda at: (10 * at[0], 10 * at[1]))
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["place", "place", "place", "hover", "cord", "end", "end", "settle"]),
        PLACES,
        st.sampled_from(["up", "down"]),
        # what becomes of one that lies: it is moved, goes to the hand, falls off the table, or none of this
        st.sampled_from(["stays", "stays", "stays", "moves", "jumps", "falls"]),
        st.integers(0, 30),
        PLACES,
    ),
    max_size=40,
)


def action_of(state, step):
    """Return the action of a step."""
    what, at, face, *_ = step
    if what == "place":
        return placing(state, at, face=face)
    if what == "hover":
        return hovering(state, at)
    if what == "cord":
        return drawing(state)
    return EndTurn(state.to_play) if what == "end" else Settle()


def followed(state, step):
    """Return the game after a step, and what was said, where it is legal; else the game as it is."""
    _, _, _, fate, which, goal = step
    action = action_of(state, step)
    if RULES.legal(state, action) is not None:
        return state, ()
    if isinstance(action, EndTurn):
        return RULES.end_turn(state, action)
    lying = [state.layout.pieces[k].id for k in state.layout.on_table]
    how = {}
    if lying and fate != "stays":
        name = lying[which % len(lying)]
        how = {"moved": {name: goal}} if fate == "moves" else {"off": {name: "hand" if fate == "jumps" else "removed"}}
    return done(state, action, **how)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 5), STEPS, st.sampled_from(["aside", "first_players"]), st.booleans(), st.integers(0, 9))
def test_stones_are_neither_lost_nor_made(count, steps, uneven, let_go, seed):
    options = {"uneven": uneven, "outside_placement": "pick_up" if let_go else "back_to_hand"}
    players = people(*NAMES[:count])
    state, _ = RULES.open_round(RULES.start(BOARD, players, layout=lay(), options=options, seed=seed))
    for step in steps:
        before = state
        state, rulings = followed(state, step)
        in_hand = {side: len(hand) for side, hand in state.hands.items()}
        assert state.totals == in_hand
        assert sum(in_hand.values()) + len(state.layout.on_table) + len(state.aside) == 24
        kinds = [state.layout.pieces[k].kind.name for k in state.layout.on_table]
        assert sorted([*kinds, *state.aside, *(k for hand in state.hands.values() for k in hand)]) == sorted("SML" * 8)
        # only whoever acts, or has just acted, gets or loses stones
        changed = [side for side in in_hand if in_hand[side] != before.totals[side]]
        assert changed in ([], [before.to_play], [before.previous])
        assert {ruling.player for ruling in rulings} <= {before.to_play, before.previous}
        if state.match_over:
            assert (state.winner is None) == (count == 1 and state.picked_up > 2)
            assert state.winner is None or in_hand[state.winner] == 0
            return
        assert state.to_play in NAMES[:count]
        assert min(in_hand.values()) > 0
        assert not state.unsettled
        score = RULES.score(BOARD, state.layout, players)
        assert score.picks_up == 0


@settings(max_examples=30, deadline=None)
@given(STEPS)
def test_a_refused_action_says_why_and_what_is_legal(steps):
    state, _ = RULES.open_round(RULES.start(BOARD, people("Ann", "Bob"), layout=lay()), starter="Ann")
    for step in steps:
        action = action_of(state, step)
        ruling = RULES.legal(state, action)
        if ruling is not None:
            assert ruling.clause in RULES.clauses()
            assert ruling.why.endswith(".")
            assert ruling.legal
        state, _ = followed(state, step)
        if state.match_over:
            return


@settings(max_examples=30, deadline=None)
@given(STEPS)
def test_the_same_actions_give_the_same_game(steps):
    games = []
    for _ in range(2):
        state, _ = RULES.open_round(RULES.start(BOARD, people("Ann", "Bob"), layout=lay(), seed=4))
        told = []
        for step in steps:
            if state.match_over:
                break
            state, rulings = followed(state, step)
            told.append(rulings)
        games.append((told, state.hands, state.to_play, state.layout.ids, state.layout.statuses))
    assert games[0] == games[1]


def test_an_action_changes_no_state_that_was_there_before():
    state, _ = RULES.open_round(RULES.start(BOARD, people("Ann", "Bob"), layout=lay()), starter="Ann")
    hands, layout = dict(state.hands), state.layout
    action = placing(state, (300, 300))
    assert isinstance(action, Place)
    after, _ = done(state, action)
    assert (state.hands, state.layout, state.laid) == (hands, layout, False)
    assert replace(after, laid=False).hands != hands
