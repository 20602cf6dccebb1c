"""Every sentence about a death, in both languages, against an exhaustive search of small boards."""

import random
import re
from collections.abc import Iterator
from functools import cached_property
from math import inf
from typing import Any

import pytest

import pacman
from agents import DirectionalGhost, MinimaxAgent, RandomGhost
from agents.microscope.death import MOST_STATES, Cause, Death, Survival, explain_death
from agents.microscope.death_data import lost_game_data
from agents.microscope.death_messages import headline, survival_text, view_death
from agents.microscope.death_page import death_page
from agents.microscope.survival import Verdict
from agents.microscope.text_report import death_text
from pacman import GameRecord, Layout
from pacman.display.messages import PAGES, Words
from pacman.state import GameState
from tests.conftest import a_third
from tests.wording import read_message

GAMES_PER_BOARD = 10
MOST_NODES = 8_000  # of a board that is searched exhaustively
HEADLINES = ("missed-rescue", "shortened", "gave-up", "nothing-saves", "never-safe")
SURVIVALS = (
    "survival-safe",
    "survival-alive",
    "survival-dies-at-once",
    "survival-dies-in",
    "survival-dies-after",
    "survival-dies",
    "survival-unknown",
)


# -- the exhaustive search ---------------------------------------------------------------------------------------------


class TooLarge(Exception):
    """Raised when the board has too many states."""


def node_of(state: GameState, agent: int) -> tuple[Any, ...]:
    """Return all of a state except its score and the marks of its last step, and the agent to move."""
    agents, edible, timers, _, _, status = state.packed()
    return (agent, *agents, edible, timers, status, state.is_lose)


class Board:
    """Every reachable state, and the plies in which the ghosts can kill Pacman there; infinity if they cannot."""

    def __init__(self, start: GameState) -> None:
        self.start = start
        self.num_agents = start.getNumAgents()
        self.children: dict[Any, list[Any]] = {}
        open_states = [(start, 0, node_of(start, 0))]
        while open_states:
            state, agent, node = open_states.pop()
            if node in self.children:
                continue
            if len(self.children) == MOST_NODES:
                raise TooLarge
            below = (agent + 1) % self.num_agents
            after = [state.generateSuccessor(agent, action) for action in state.getLegalActions(agent)]
            nodes = [node_of(each, below) for each in after]
            self.children[node] = nodes
            open_states += [(each, below, child) for each, child in zip(after, nodes, strict=True)]

    @cached_property
    def plies(self) -> dict[Any, float]:
        """Start with the states in which Pacman is dead, and update each state from its successors to a fixed point."""
        plies = {node: 0 if node[-1] else inf for node in self.children}
        has_changed = True
        while has_changed:
            has_changed = False
            for node in reversed(self.children):
                if self.children[node]:
                    after = [plies[child] for child in self.children[node]]
                    value = 1 + (max(after) if node[0] == 0 else min(after))
                    has_changed |= value != plies[node]
                    plies[node] = value
        return plies

    def rounds(self, state: Any, action: str) -> float:
        """Return the rounds that Pacman can certainly survive, beginning with this action."""
        plies = self.plies[node_of(state.generateSuccessor(0, action), 1)]
        return plies if plies == inf else plies // self.num_agents

    def is_lost(self, state: Any) -> bool:
        return all(self.rounds(state, action) < inf for action in state.getLegalActions(0))


# -- small lost games --------------------------------------------------------------------------------------------------


class Strolls:
    """A Pacman agent that plays at random."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def getAction(self, state: GameState) -> str:
        return self._rng.choice(state.getLegalActions(0))


class Follows:
    def __init__(self, actions: list[str]) -> None:
        self._actions = iter(actions)

    def getAction(self, state: GameState) -> str:
        return next(self._actions)


def random_board(rng: random.Random) -> Board:
    """Return a board of a few cells with one ghost or two, and often a capsule, on which a game can be lost."""
    while True:
        width, height = rng.choice([(4, 1), (6, 1), (7, 1), (3, 2), (4, 2), (5, 2), (3, 3), (4, 3)])
        cells = [rng.choice(".... %") for _ in range(width * height)]
        figures = ["P", "G", *rng.choice(["", "", "G"]), *rng.choice(["", "o", "o"]), "."]
        figures = figures[: len(cells)]
        for place, figure in zip(rng.sample(range(len(cells)), len(figures)), figures, strict=True):
            cells[place] = figure
        rows = ["".join(cells[row * width : (row + 1) * width]) for row in range(height)]
        text = "\n".join(["%" * (width + 2), *(f"%{row}%" for row in rows), "%" * (width + 2)])
        try:
            start = GameState.initial(Layout.from_text(text, "random"))
            board = Board(start)
        except (TooLarge, pacman.PacmanError):
            continue
        if any(node[-1] for node in board.children) and all(
            start.getLegalActions(g) for g in range(1, start.num_agents)
        ):
            return board


def lost_games(board: Board, rng: random.Random) -> Iterator[GameRecord]:
    while True:
        ghosts = [rng.choice([RandomGhost, DirectionalGhost])(index) for index in range(1, board.num_agents)]
        seed = rng.randrange(1 << 30)
        record = pacman.play(board.start.layout, Strolls(rng), ghosts, seed=seed, max_moves=60)
        if record.outcome.reason is pacman.EndReason.LOST:
            yield record


# -- sentences as claims -----------------------------------------------------------------------------------------------


def read(text: str, keys: tuple[str, ...], language: str) -> tuple[str, dict[str, str]]:
    """Return the catalogue key of this message, and its arguments."""
    number = r"\d+(?: rounds?| 回合)?"
    return read_message(text, PAGES, keys, language, {"rounds": number, "longer": number})


def number_in(text: str) -> int:
    [number] = re.findall(r"\d+", text)
    return int(number)


class Claims:
    """The claims of a sentence about one game, checked on the board."""

    def __init__(self, board: Board, record: GameRecord) -> None:
        self.board, self.record = board, record
        self.states = [*record.states()]
        self.decisions = [number for number, (agent, _) in enumerate(record.moves) if agent == 0]

    def are_lost(self, first_round: int) -> bool:
        """Check that no action saved Pacman in this round, nor in any later one."""
        return all(self.board.is_lost(self.states[number]) for number in self.decisions[first_round - 1 :])

    def check_headline(self, text: str, language: str) -> str:
        key, filled = read(text, HEADLINES, language)
        if key == "never-safe":
            assert self.are_lost(1), text
            return key
        round_number, move = int(filled["round"]), int(filled["move"])
        assert self.decisions[round_number - 1] == move - 1, text
        assert self.are_lost(round_number + 1), text
        if key == "nothing-saves":
            assert self.are_lost(round_number), text
            assert int(filled["rounds"]) == len(self.decisions) - round_number + 1, text
        if key in ("missed-rescue", "shortened"):
            self._check_better(filled, round_number, move, language)
        return key

    def _check_better(self, filled: dict[str, str], round_number: int, move: int, language: str) -> None:
        state = self.states[move - 1]
        assert self.record.moves[move - 1] == (0, filled["action"])
        assert self.board.rounds(state, filled["action"]) < inf
        needed = inf
        if "longer" in filled:
            needed = len(self.decisions) - round_number + number_in(filled["longer"])
            assert needed > len(self.decisions) - round_number
        for action in filled["better"].split(Words(language)("or")):
            assert self.board.rounds(state, action) >= needed, (filled, action)

    def check_survival(self, text: str, state: Any, action: str, language: str) -> None:
        key, filled = read(text, SURVIVALS, language)
        actual = self.board.rounds(state, action)
        claimed = number_in(filled["rounds"]) if "rounds" in filled else 0
        is_true = {
            "survival-safe": actual == inf,
            "survival-alive": actual >= claimed > 0,
            "survival-dies-at-once": actual == 0,
            "survival-dies-in": actual == claimed - 1,
            "survival-dies-after": inf > actual >= claimed > 0,
            "survival-dies": actual < inf,
            "survival-unknown": True,
        }
        assert is_true[key], (text, actual)

    def check_line(self, survival: Survival, state: GameState) -> None:
        for agent, action in survival.line:
            assert action in state.legal_actions(agent)
            state = state.successor(agent, action)
        assert state.is_lose
        assert sum(agent == 0 for agent, _ in survival.line) == survival.rounds + 1

    def check(self, most_states: int) -> Death:
        death = explain_death(self.record, most_states)
        assert death is not None
        for language in ("en", "zh"):
            words = Words(language)
            self.check_headline(headline(death, words), language)
            for survival in death.survivals:
                self.check_survival(survival_text(survival, words), death.state, survival.action, language)
        for survival in death.survivals:
            if survival.line:
                self.check_line(survival, death.state)
        return death


@pytest.mark.parametrize("seed", a_third(range(30)))
def test_no_sentence_about_a_small_lost_game_is_false(seed: int) -> None:
    rng = random.Random(seed)
    board = random_board(rng)
    games = lost_games(board, rng)
    for _ in range(GAMES_PER_BOARD):
        claims = Claims(board, next(games))
        death = claims.check(MOST_STATES)
        assert death.cause in (Cause.MISSED_RESCUE, Cause.NO_RESCUE), "small boards are solved"
        for most_states in (10, 100, 1000):
            claims.check(most_states)


# -- single games ------------------------------------------------------------------------------------------------------


def game_of(text: str, moves: list[str]) -> GameRecord:
    """Return a game with one ghost that hunts."""
    return pacman.play(Layout.from_text(text, "one-row"), Follows(moves), [DirectionalGhost(1)], seed=1)


def test_an_action_that_only_delays_death_is_not_said_to_save() -> None:
    """In round 3, West gives Pacman seven more rounds before the ghost catches Pacman."""
    record = game_of("%%%%%%%\n%oP..G%\n%%%%%%%", ["Stop", "Stop", "East"])
    board = Board(GameState.initial(record.layout))
    third = [*record.states()][4]
    assert board.rounds(third, "West") == 6
    death = explain_death(record)
    assert death is not None
    text = death_text(death, "lost.json")
    sentence = (
        "The last round in which Pacman could be saved is round 2 (move 3): Pacman chose Stop; West would have saved "
        "Pacman, whatever the ghosts did."
    )
    assert sentence in text.splitlines()
    assert f"  Stop   can be killed in {board.rounds(death.state, 'Stop') + 1} rounds: Stop g1 West | " in text
    assert sentence in death_page(death, "lost.json")
    data = lost_game_data(record)
    assert data is not None
    assert data["sentence"] == sentence
    view = view_death(record)
    assert view is not None
    assert view.sentence == sentence
    assert view.thought.values == {"West": "safe", "Stop": "dies", "East": "dies"}


def test_a_game_that_was_lost_from_the_start() -> None:
    record = game_of("%%%%%%%\n%P...G%\n%%%%%%%", ["Stop", "Stop", "Stop", "Stop"])
    death = explain_death(record)
    assert death is not None
    assert death.round == 1
    assert headline(death, Words()) == Words()("never-safe")
    view = view_death(record)
    assert view is not None
    assert view.thought.facts == (("fact-played", "Stop"),)


def test_a_game_that_is_not_lost_has_no_death() -> None:
    record = pacman.play(Layout.from_text("%%%%\n%P.%\n%%%%", "short"), MinimaxAgent(1), [])
    assert explain_death(record) is None
    assert view_death(record) is None


def can_live(state: Any, agent: int, plies: int) -> bool:
    """True if Pacman survives this number of plies, whatever the ghosts do; a plain search without a table."""
    if state.is_over or plies == 0:
        return not state.isLose()
    after = [
        can_live(state.generateSuccessor(agent, each), (agent + 1) % state.num_agents, plies - 1)
        for each in state.getLegalActions(agent)
    ]
    return max(after) if agent == 0 else min(after)


@pytest.fixture(scope="module")
def large() -> GameRecord:
    ghosts = [DirectionalGhost(1), DirectionalGhost(2)]
    record = pacman.play("small", Strolls(random.Random(1)), ghosts, seed=1)
    assert record.outcome.reason is pacman.EndReason.LOST
    return record


def test_a_board_too_large_to_solve_names_its_horizon(large: GameRecord) -> None:
    death = next(
        d for most in range(100, 1200, 100) if (d := explain_death(large, most)) and d.cause is Cause.SHORTENED
    )
    longer = death.rounds_longer
    rounds = f"{longer} rounds" if longer > 1 else "1 round"
    better = " or ".join(death.better)
    assert f"With {better} Pacman would have lived at least {rounds} longer" in headline(death, Words())
    survived = min(longer + death.rounds - 1, 4)  # more would take long
    for action in death.better:
        assert can_live(death.state.successor(0, action), 1, survived * 3 - 1)


def test_the_window_shows_how_far_the_search_went(large: GameRecord) -> None:
    view = view_death(large)
    assert view is not None
    name, actions = view.thought.facts[1]
    assert name == "fact-lives-longer"
    for action in str(actions).split(" or "):
        assert re.fullmatch(r"lives ≥ \d+", view.thought.values[action])
    assert view.thought.values[str(view.thought.action)] == "dies"


def test_pacman_is_called_pacman() -> None:
    keys = ["death-title", "dies", *HEADLINES, *SURVIVALS]
    for english, chinese in (PAGES[key] for key in keys):
        assert not re.search(r"\b(he|him|his)\b", english, re.IGNORECASE)
        assert "他" not in chinese


@pytest.mark.parametrize(
    ("survival", "text"),
    [
        (Survival("West", Verdict.LOST, 0, ((0, "West"),)), "can be killed in this round"),
        (Survival("West", Verdict.LOST, 1, ((0, "West"),)), "can be killed in 2 rounds"),
        (Survival("West", Verdict.LOST, 1), "can be killed, but not within 1 round"),
        (Survival("West", Verdict.LOST), "can be killed"),
        (Survival("West", Verdict.UNKNOWN, 1), "can stay alive for at least 1 round, whatever the ghosts do"),
        (Survival("West", Verdict.UNKNOWN), "not known"),
    ],
)
def test_one_round_is_not_reported_as_many(survival: Survival, text: str) -> None:
    assert survival_text(survival, Words()) == text
