"""The rules of one step, situation by situation."""

import copy
import pickle

import pytest

from pacman import GameState, IllegalActionError, Layout, PacmanError, load_layout
from pacman.board_text import board_text


def start(*rows: str, ghosts: int | None = None) -> GameState:
    return GameState.initial(Layout.from_text(rows), ghosts)


def after(state: GameState, *moves: tuple[int, str]) -> GameState:
    for agent, action in moves:
        state = state.successor(agent, action)
    return state


# -- scores -----------------------------------------------------------------------------------------------------------


def test_a_move_and_a_stop_cost_one() -> None:
    state = start("%%%%%%", "%P  .%", "%%%%%%")
    assert state.successor(0, "East").score == state.successor(0, "Stop").score == -1


def test_food_is_worth_ten() -> None:
    state = start("%%%%%", "%P..%", "%%%%%").successor(0, "East")
    assert (state.score, state.num_food, state.is_over) == (9, 1, False)


def test_the_last_food_wins() -> None:
    state = start("%%%%", "%P.%", "%%%%").successor(0, "East")
    assert (state.score, state.is_win, state.is_lose) == (509, True, False)


def test_the_last_food_wins_even_under_a_ghost() -> None:
    state = after(start("%%%%%", "%P.G%", "%%%%%"), (1, "West"), (0, "East"))
    assert (state.score, state.is_win, state.is_lose) == (509, True, False)


def test_walking_into_a_ghost_loses() -> None:
    state = start("%%%%%", "%PG.%", "%%%%%").successor(0, "East")
    assert (state.score, state.is_win, state.is_lose) == (-501, False, True)


def test_walking_into_two_ghosts_costs_twice() -> None:
    state = after(start("%%%%%%", "%P GG%", "%.%%%%", "%%%%%%"), (1, "West"), (2, "West"), (2, "West"))
    state = state.successor(0, "East")
    assert (state.score, state.is_lose) == (-1001, True)


def test_a_ghost_walking_into_pacman_loses() -> None:
    state = start("%%%%%%", "%.PG.%", "%%%%%%").successor(1, "West")
    assert (state.score, state.is_lose) == (-500, True)


def test_a_board_without_food_cannot_be_won() -> None:
    assert not start("%%%%", "%P %", "%%%%").successor(0, "East").is_over


# -- scared ghosts ----------------------------------------------------------------------------------------------------

SCARE = ("%%%%%%%%%%", "%Po     G%", "%.%%%%%%%%", "%%%%%%%%%%")


def test_a_capsule_scares_every_ghost_for_forty_moves_and_scores_nothing() -> None:
    state = start(*SCARE).successor(0, "East")
    assert (state.score, state.scared_timer(1), state.capsules) == (-1, 40, ())


def test_a_scared_ghost_moves_by_halves_and_only_straight_on_between_cells() -> None:
    state = after(start(*SCARE), (0, "East"), (1, "West"))
    assert state.position(1) == (7.5, 2.0)
    assert state.scared_timer(1) == 39
    assert state.legal_actions(1) == ("West",)
    state = state.successor(1, "West")
    assert state.position(1) == (7.0, 2.0)


def test_eating_a_ghost_sends_it_home_dangerous_at_once() -> None:
    state = after(start("%%%%%%", "%Po G%", "%.%%%%", "%%%%%%"), (0, "East"), (1, "West"), (0, "East"))
    assert (state.score, state.is_over) == (-1 - 1 + 200, False)
    assert (state.position(1), state.direction(1), state.scared_timer(1)) == ((4, 2), "Stop", 0)
    assert state.legal_actions(1) == ("West",)
    assert state.successor(1, "West").is_lose


def test_a_scared_ghost_that_comes_near_is_eaten() -> None:
    state = after(start("%%%%%%", "%PoG %", "%.%%%%", "%%%%%%"), (0, "East"), (1, "West"))
    assert (state.score, state.is_over, state.position(1)) == (199, False, (3, 2))


def test_capsule_and_ghost_in_one_cell_the_ghost_is_eaten() -> None:
    state = after(start("%%%%%", "%PoG%", "%.%%%", "%%%%%"), (1, "West"), (0, "East"))
    assert (state.score, state.is_over) == (199, False)


def twice_scared(row: str) -> GameState:
    """Pacman eats two capsules with half a step of the ghost between, so that its last scared move ends half-way."""
    state = start("%" * len(row), row, "%" * len(row)).successor(0, "East")
    onward = state.legal_actions(1)[0]
    state = after(state, (1, onward), (0, "East"), *[(1, onward)] * 39)
    assert state.scared_timer(1) == 1
    return state


def test_fear_ends_before_the_collision_is_judged() -> None:
    state = twice_scared("%G" + " " * 18 + "Poo.%")
    assert state.position(1) == (21, 1)
    assert state.pacman_position == (22, 1)
    state = state.successor(1, "East")  # to 21.5, put on 22, no longer scared
    assert (state.score, state.is_lose, state.position(1)) == (-2 - 500, True, (22, 1))


def test_a_ghost_put_on_the_grid_goes_to_the_right_whatever_its_heading() -> None:
    state = twice_scared("%.Poo" + " " * 25 + "G%")
    assert state.position(1) == (10, 1)
    state = state.successor(1, "West")  # to 9.5, put back to 10
    assert (state.position(1), state.direction(1), state.scared_timer(1)) == ((10, 1), "West", 0)
    # Its coordinates are integers until it moves again, whichever agents move meanwhile.
    assert repr(state.successor(0, "Stop").getGhostPosition(1)) == "(10, 1)"
    assert repr(state.successor(1, "West").getGhostPosition(1)) == "(9.0, 1.0)"


# -- legal actions ----------------------------------------------------------------------------------------------------

CROSS = ("%%%%%", "%%G%%", "%.P.%", "%% %%", "%%%%%")


def test_actions_come_in_the_order_west_stop_east_north_south() -> None:
    assert start(*CROSS).legal_actions(0) == ("West", "Stop", "East", "North", "South")


def test_a_ghost_may_turn_back_only_in_a_dead_end() -> None:
    state = start("%%%%%", "%P %%", "% G %", "%%.%%", "%%%%%")
    assert state.legal_actions(1) == ("West", "East", "North", "South")  # no heading yet
    state = state.successor(1, "East")
    assert state.legal_actions(1) == ("West",)
    assert state.successor(1, "West").legal_actions(1) == ("West", "North", "South")


def test_a_ghost_that_is_walled_in_has_no_action() -> None:
    state = start("%%%%%%", "%P.%G%", "%%%%%%")
    assert state.legal_actions(1) == ()
    with pytest.raises(IllegalActionError, match=r"Illegal ghost action Stop for agent 1 at \(4, 1\); legal: none"):
        state.successor(1, "Stop")


def test_nothing_is_legal_once_the_game_is_over() -> None:
    state = start("%%%%%", "%PG.%", "%%%%%").successor(0, "East")
    assert state.legal_actions(0) == state.legal_actions(1) == ()
    assert state.getLegalActions(0) == []
    with pytest.raises(IllegalActionError, match="Can't generate a successor of a terminal state."):
        state.successor(0, "Stop")


@pytest.mark.parametrize("action", ["North", "Up", "", None, 3, ["West"]])
def test_what_is_not_legal_is_refused_with_what_is(action: str) -> None:
    state = start("%%%%%", "%P.G%", "%%%%%")
    with pytest.raises(IllegalActionError, match=r"Illegal action .* for agent 0 at \(1, 1\); legal: Stop, East"):
        state.successor(0, action)


def test_an_agent_that_is_not_there_is_refused() -> None:
    with pytest.raises(PacmanError, match="no agent 3 here: agents are 0 to 1"):
        start("%%%%%", "%P.G%", "%%%%%").successor(3, "West")
    with pytest.raises(PacmanError, match="the number of ghosts is -1"):
        start("%%%%%", "%P.G%", "%%%%%", ghosts=-1)


def test_arguments_may_be_named_as_berkeley_names_them() -> None:
    state = start("%%%%%", "%P.G%", "%%%%%")
    assert state.getLegalActions(agentIndex=1) == ["West"]
    assert state.generateSuccessor(agentIndex=0, action="Stop").score == -1


# -- identity ---------------------------------------------------------------------------------------------------------


def test_different_ways_to_one_placement_are_one_state() -> None:
    state = start("%%%%%", "%P  %", "%  .%", "%%%%%")
    one = after(state, (0, "East"), (0, "South"), (0, "West"), (0, "North"))
    other = after(state, (0, "Stop"), (0, "Stop"), (0, "South"), (0, "North"))
    assert one == other
    assert len({one, other}) == 1
    assert one != state  # the score


def test_walls_and_endings_are_not_compared() -> None:
    one = start("%%%%%", "%P. %", "%%%%%")
    other = start("%%%%%", "%P.%%", "%%%%%")
    assert one == other
    assert hash(one) == hash(other)
    won = one.successor(0, "East")
    assert won == won.deepCopy()
    assert not won.deepCopy().isWin()  # as in the original, the game continues in a deep copy


def test_the_size_of_the_board_is_compared() -> None:
    assert start("%%%%", "%P %", "%%%%") != start("%%%%", "%P %", "%  %", "%%%%")
    narrow, wide = start("%%%", "%P%", "%%%"), start("%%%%", "%P %", "%%%%")
    alike = GameState.unpacked(wide.layout, *narrow.packed())  # the same numbers on a board of another size
    assert alike.packed() == narrow.packed()
    assert alike != narrow
    assert narrow != alike


def test_copies_and_pickles_are_equal() -> None:
    state = after(start(*SCARE), (0, "East"), (1, "West"))
    for twin in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert twin == state
        assert twin.position(1) == state.position(1)
        assert twin.legal_actions(1) == state.legal_actions(1)


def test_the_board_as_text() -> None:
    state = after(start("%%%%%%%", "%P . G%", "%%%%%%%"), (0, "East"))
    assert str(state) == "%%%%%%%\n% <. G%\n%%%%%%%\nScore: -1\n"
    scared = after(start("%%%%%%", "%Po G%", "%.%%%%", "%%%%%%"), (0, "East"))
    assert board_text(scared).splitlines()[1] == "% < S%"
    assert "score 0" in repr(GameState.initial(load_layout("small")))


def test_eight_ghosts_and_none() -> None:
    crowd = GameState.initial(load_layout("crowd"))
    assert [len(crowd.legal_actions(ghost)) > 0 for ghost in range(1, 9)] == [True] * 8
    lonely = start("%%%%%%", "%Po..%", "%%%%%%")
    assert after(lonely, (0, "East"), (0, "East")).score == -1 + 9
