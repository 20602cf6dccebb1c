"""Many boards behind one interface: in the kernel, or in Python with the same results."""

import warnings
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from agents.observations import action_mask, feature_values, planes, timers
from experiments.environments.board import Board, BoardSettings, Saved
from experiments.environments.generator import SplitMix64, first_word
from experiments.environments.observer import Observer
from pacman.errors import AgentError, PacmanError
from pacman.scoring import WON
from pacman.state import GameState


class Boards(Protocol):
    """Boards that are stepped together. Every round overwrites the arrays, which have an element for each board.

    parts: the parts of an observation that were asked for, by name. masks: of Pacman's legal actions.
    """

    parts: dict[str, NDArray[Any]]
    rewards: NDArray[np.float64]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    masks: NDArray[np.int8]

    def step(self, actions: NDArray[np.int64]) -> None:
        """Play a round on every board; begin a new game where it is over. An error leaves all boards as they are."""

    def begin(self, chosen: NDArray[np.bool_]) -> None:
        """Begin a new game on the chosen boards; their generators continue."""

    def seed(self, index: int, seed: int) -> None: ...

    def scores(self) -> NDArray[np.int64]: ...

    def wins(self) -> NDArray[np.bool_]: ...

    def save(self, index: int) -> Saved: ...

    def restore(self, index: int, saved: Saved | GameState) -> None: ...


def make_boards(settings: BoardSettings, observer: Observer, count: int, engine: str) -> Boards:
    """Return boards of the kernel where it supports them, otherwise of Python; wait until the kernel is built.

    engine: "auto", "python", or "kernel", which raises AgentError where "auto" would use Python.
    """
    problem: str | None = "random numbers of Python" if settings.dice == "python" else None
    if engine != "python" and problem is None:
        from agents import kernel

        problem = kernel.prepare()
        if problem is None:
            compiled = CompiledBoards.supported(settings, observer, count)
            if compiled is not None:
                return compiled
            problem = "a ghost, a feature or a maze that is not compiled"
        elif engine == "auto":
            warnings.warn(f"the boards are stepped in Python, some hundred times as slow: {problem}", stacklevel=4)
    if engine == "kernel":
        raise AgentError(f"engine 'kernel' cannot be used: {problem}")
    return PythonBoards(settings, observer, count)


class PythonBoards:
    """A list of boards; see `Boards`."""

    def __init__(self, settings: BoardSettings, observer: Observer, count: int) -> None:
        self._settings, self._observer = settings, observer
        self._boards = [Board(settings, 0) for _ in range(count)]
        self.parts = {
            name: np.zeros((count, *(space.shape or ())), space.dtype)
            for name, space in observer.parts.items()
            if observer.name in (name, "dict")
        }
        self.rewards = np.zeros(count)
        self.terminated, self.truncated = np.zeros((2, count), np.bool_)
        self.masks = np.zeros((count, len(action_mask(settings.start))), np.int8)
        self.begin(np.ones(count, np.bool_))

    def step(self, actions: NDArray[np.int64]) -> None:
        for index, (board, action) in enumerate(zip(self._boards, actions.tolist(), strict=True)):
            if not board.is_over:
                _check_action(self._settings, index, board.state, action)
        for index, (board, action) in enumerate(zip(self._boards, actions.tolist(), strict=True)):
            if board.is_over:
                board.reset()
                self.rewards[index] = 0
            else:
                self.rewards[index] = board.play_round(action)
            self.terminated[index], self.truncated[index] = board.state.is_over, board.is_cut
            self._show(index)

    def begin(self, chosen: NDArray[np.bool_]) -> None:
        for index in np.flatnonzero(chosen).tolist():
            self._boards[index].reset()
            self._show(index)

    def seed(self, index: int, seed: int) -> None:
        self._boards[index].seed(seed)

    def scores(self) -> NDArray[np.int64]:
        return np.array([board.state.score for board in self._boards], np.int64)

    def wins(self) -> NDArray[np.bool_]:
        return np.array([board.state.is_win for board in self._boards], np.bool_)

    def save(self, index: int) -> Saved:
        return self._boards[index].save()

    def restore(self, index: int, saved: Saved | GameState) -> None:
        self._boards[index].restore(saved)
        self._show(index)

    def _show(self, index: int) -> None:
        state = self._boards[index].state
        self.masks[index] = action_mask(state)
        for name, part in self.parts.items():
            if name == "planes":
                part[index] = planes(state)
            else:
                part[index] = timers(state) if name == "timers" else feature_values(state, self._observer.features)


class CompiledBoards:
    """Boards of the kernel; see `Boards`."""

    def __init__(self, settings: BoardSettings, boards: Any, observer: Observer) -> None:
        self._settings, self._boards = settings, boards
        arrays = {"planes": boards.planes, "features": boards.features, "timers": boards.timers}
        self.parts = {name: array for name, array in arrays.items() if observer.name in (name, "dict")}
        self.rewards, self.masks = boards.rewards, boards.masks
        self.terminated, self.truncated = boards.terminated, boards.truncated

    @classmethod
    def supported(cls, settings: BoardSettings, observer: Observer, count: int) -> "CompiledBoards | None":
        """Return the boards, or None if the kernel does not support them."""
        from agents.kernel.many_boards import BoardRules, make_boards

        ghosts = settings.ghost_agents(SplitMix64(0))
        rules = BoardRules(settings.start, ghosts, settings.max_rounds, settings.is_strict)
        has_planes = observer.name in ("planes", "dict")
        features = observer.features if observer.name in ("features", "dict") else ()
        boards = make_boards(rules, count, has_planes=has_planes, features=features)
        return None if boards is None else cls(settings, boards, observer)

    def step(self, actions: NDArray[np.int64]) -> None:
        refused = self._boards.step(actions)
        if refused >= 0:
            _check_action(self._settings, refused, self._boards.state(refused), int(actions[refused]))

    def begin(self, chosen: NDArray[np.bool_]) -> None:
        self._boards.begin(chosen)

    def seed(self, index: int, seed: int) -> None:
        self._boards.generators[index] = _signed(first_word(seed))

    def scores(self) -> NDArray[np.int64]:
        return self._boards.scores.copy()  # type: ignore[no-any-return]

    def wins(self) -> NDArray[np.bool_]:
        return self._boards.statuses == WON  # type: ignore[no-any-return]

    def save(self, index: int) -> Saved:
        boards = self._boards
        return Saved(boards.state(index), int(boards.generators[index]) % 2**64, int(boards.rounds[index]))

    def restore(self, index: int, saved: Saved | GameState) -> None:
        if isinstance(saved, GameState):
            self._boards.set_state(index, self._settings.rehomed(saved.frozen_copy()))
        elif isinstance(saved, Saved):
            generator = _signed(saved.generator)  # before the board changes: it may raise
            self._boards.set_state(index, self._settings.rehomed(saved.state))
            self._boards.generators[index], self._boards.rounds[index] = generator, saved.rounds
        else:
            raise PacmanError(f"cannot restore {saved!r}; expected the result of save(), or a GameState")


def _check_action(settings: BoardSettings, index: int, state: GameState, action: int) -> None:
    """Raise IllegalActionError, naming the board, if its action is refused."""
    try:
        settings.action(action, state.legal_actions(0))
    except PacmanError as error:
        raise type(error)(f"board {index}: {error}") from None


def _signed(word: int) -> int:
    """Return a word of 64 bits as the kernel holds it."""
    return word - 2**64 if word >= 2**63 else word
