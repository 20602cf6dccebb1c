"""The key of a state without its score: everything that future play can depend on."""

from collections.abc import Hashable

from pacman.state import GameState


def state_key(state: GameState) -> Hashable:
    """Return a key that is equal for two states of one layout exactly when their futures are the same.

    The score so far does not affect what can still happen, and Pacman's direction only affects how Pacman is drawn.
    """
    ghosts = range(1, state.num_agents)
    return (
        state.pacman_position,
        tuple([(state.position(ghost), state.direction(ghost), state.scared_timer(ghost)) for ghost in ghosts]),
        state.food_mask,
        state.capsules,
    )
