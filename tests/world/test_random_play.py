"""Invariants of the rules, over random mazes and random play."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pacman import GameState, IllegalActionError, Layout
from pacman.directions import ACTIONS, VECTORS

SIGNS = "%%%%....  o"  # how often each is drawn


@st.composite
def layouts(draw: st.DrawFn) -> Layout:
    width, height = draw(st.integers(3, 9)), draw(st.integers(3, 7))
    ghosts = draw(st.integers(0, min(8, (width - 2) * (height - 2) - 1)))
    inside = [[draw(st.sampled_from(SIGNS)) for _ in range(width - 2)] for _ in range(height - 2)]
    cells = [(x, y) for y in range(height - 2) for x in range(width - 2)]
    places = draw(st.permutations(cells))
    for (x, y), sign in zip(places, "P" + "G" * ghosts, strict=False):
        inside[y][x] = sign
    rows = ["%" * width, *("%" + "".join(row) + "%" for row in inside), "%" * width]
    return Layout.from_text(rows)


def play(layout: Layout, seed: int, plies: int = 150) -> Iterator[tuple[GameState, int, str, GameState]]:
    """Yield state, agent, action and successor of random play; ghosts without legal actions are skipped."""
    rng = random.Random(seed)
    state = GameState.initial(layout)
    for ply in range(plies):
        agent = ply % state.num_agents
        legal = state.legal_actions(agent)
        if state.is_over:
            return
        if legal:
            action = rng.choice(legal)
            following = state.successor(agent, action)
            yield state, agent, action, following
            state = following


def facts(state: GameState) -> tuple[object, ...]:
    """Return everything about a state as text, in which 3 and 3.0 differ."""
    agents = [(state.position(i), state.direction(i), state.scared_timer(i)) for i in range(state.num_agents)]
    legal = [state.legal_actions(i) for i in range(state.num_agents)]
    return repr(agents), state.food_mask, state.capsules, state.score, state.is_win, state.is_lose, legal, hash(state)


PLAYED = pytest.mark.examples(150)


@PLAYED
@given(layouts(), st.integers(0, 2**32))
def test_scores_are_accounted_for(layout: Layout, seed: int) -> None:
    for state, agent, _, following in play(layout, seed):
        gained = following.score - state.score
        if agent == 0:
            eaten = state.num_food - following.num_food
            assert following.is_win == (eaten == 1 and following.num_food == 0)
            gained -= -1 + 10 * eaten + 500 * following.is_win
        # The rest comes from ghosts: 200 for each eaten one, -500 for each other collision.
        if following.is_lose:
            assert gained % 100 == 0
        else:
            assert gained in range(0, 200 * state.num_agents, 200)


@PLAYED
@given(layouts(), st.integers(0, 2**32))
def test_food_and_capsules_only_shrink(layout: Layout, seed: int) -> None:
    for state, agent, _, following in play(layout, seed):
        assert following.food_mask & ~state.food_mask == 0
        assert set(following.capsules) <= set(state.capsules)
        if agent:
            assert (following.food_mask, following.capsules) == (state.food_mask, state.capsules)


@PLAYED
@given(layouts(), st.integers(0, 2**32))
def test_a_successor_never_changes_its_parent(layout: Layout, seed: int) -> None:
    for state, *_ in play(layout, seed, plies=40):
        before = facts(state)
        for agent in range(state.num_agents):
            for action in state.legal_actions(agent):
                state.successor(agent, action)
        assert facts(state) == before


@PLAYED
@given(layouts(), st.integers(0, 2**32))
def test_equal_moves_lead_to_equal_states_with_equal_hashes(layout: Layout, seed: int) -> None:
    again = Layout.from_text(str(layout))
    for (_, _, _, one), (_, _, _, other) in zip(play(layout, seed), play(again, seed), strict=True):
        assert one == other
        assert facts(one) == facts(other)


@PLAYED
@given(layouts(), st.integers(0, 2**32))
def test_exactly_the_legal_actions_are_accepted(layout: Layout, seed: int) -> None:
    for state, *_ in play(layout, seed, plies=30):
        for agent in range(state.num_agents):
            legal = state.legal_actions(agent)
            assert list(legal) == [action for action in ACTIONS if action in legal]
            for action in ACTIONS:
                if action in legal:
                    state.successor(agent, action)
                else:
                    with pytest.raises(IllegalActionError, match="Illegal (ghost )?action"):
                        state.successor(agent, action)


@PLAYED
@given(layouts(), st.integers(0, 2**32))
def test_agents_move_as_far_as_they_may_and_stay_on_open_ground(layout: Layout, seed: int) -> None:
    for state, agent, action, following in play(layout, seed):
        for other in range(state.num_agents):
            x, y = following.position(other)
            assert not layout.is_wall((int(x), int(y)))
            if following.scared_timer(other) == 0:
                assert (x, y) == (int(x), int(y))
        eaten = agent and following.direction(agent) == "Stop"
        ended = state.scared_timer(agent) == 1
        if not eaten and not ended:
            speed = 0.5 if state.scared_timer(agent) else 1
            (x, y), (dx, dy) = state.position(agent), VECTORS[action]
            assert following.position(agent) == (x + speed * dx, y + speed * dy)


@PLAYED
@given(layouts(), st.integers(0, 2**32))
def test_fear_counts_down_on_the_ghosts_own_moves(layout: Layout, seed: int) -> None:
    for state, agent, _, following in play(layout, seed):
        ate_capsule = len(following.capsules) < len(state.capsules)
        for ghost in range(1, state.num_agents):
            before, now = state.scared_timer(ghost), following.scared_timer(ghost)
            if ate_capsule:
                assert now in (40, 0)  # 0: eaten in the same move
            elif agent == ghost:
                assert now in (max(0, before - 1), 0)
            else:
                assert now in (before, 0)
