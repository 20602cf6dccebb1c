"""The turn loop: ends of games, limits, hooks and random streams."""

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pacman
from agents import DirectionalGhost, RandomGhost, ReflexAgent
from pacman import AgentError, EndReason, Game, GameInterrupted, GameRecord, GameState, Layout, PacmanError, load_layout
from pacman.agent_code.error_messages import with_public_names
from pacman.berkeley.modules import util

CORRIDOR = Layout.from_text(["%%%%%%%%%", "%P .   G%", "%%%%%%%%%"], name="corridor")


class Always:
    """Agent that always takes the same action."""

    def __init__(self, action: Any) -> None:
        self.action = action

    def getAction(self, state: GameState) -> Any:
        return self.action


class Wanderer:
    """Agent that draws from the global stream, as submissions do."""

    def getAction(self, state: GameState) -> str:
        return random.choice(state.getLegalActions())


def test_a_game_is_won() -> None:
    record = pacman.play(CORRIDOR, Always("East"), [RandomGhost(1)], seed=0)
    assert record.outcome.reason is EndReason.WON
    assert record.moves == [(0, "East"), (1, "West"), (0, "East")]
    assert (record.outcome.score, record.outcome.moves) == (508, 3)
    assert record.agents == ("Always", "RandomGhost")
    assert [state.score for state in record.states()] == [0, -1, -1, 508]


def test_a_game_is_lost() -> None:
    record = pacman.play(CORRIDOR, Always("Stop"), [RandomGhost(1)])
    assert record.outcome.reason is EndReason.LOST
    assert record.outcome.score == -6 - 500


def test_surplus_ghosts_are_left_out_on_either_side() -> None:
    assert pacman.play(CORRIDOR, Always("East"), [RandomGhost(i) for i in (1, 2, 3)]).ghosts == 1
    assert pacman.play(CORRIDOR, Always("East"), []).moves == [(0, "East"), (0, "East")]


def test_a_move_limit_counts_every_agents_moves() -> None:
    record = pacman.play(CORRIDOR, Always("Stop"), [RandomGhost(1)], max_moves=5)
    assert (record.outcome.reason, len(record.moves)) == (EndReason.MOVE_LIMIT, 5)
    assert pacman.play(CORRIDOR, Always("East"), max_moves=0).moves == []


def test_an_agent_may_spell_its_hook_either_way() -> None:
    class Snake:
        def get_action(self, state: GameState) -> str:
            return "East"

    assert pacman.play(CORRIDOR, Snake()).outcome.reason is EndReason.WON
    with pytest.raises(AgentError, match="object is not an agent"):
        pacman.play(CORRIDOR, object())


@pytest.mark.parametrize("limit", ["max_moves", "move_time", "total_time"])
def test_limits_are_not_negative(limit: str) -> None:
    with pytest.raises(PacmanError, match=f"{limit} is -1; expected a number from 0 up"):
        pacman.play(CORRIDOR, Always("East"), **{limit: -1})  # type: ignore[arg-type]


def test_a_crash_is_an_outcome_with_the_authors_line() -> None:
    class Broken:
        def getAction(self, state: GameState) -> str:
            return str(1 // 0)

    outcome = pacman.play(CORRIDOR, Broken(), [RandomGhost(1)]).outcome
    assert (outcome.reason, outcome.agent, outcome.score) == (EndReason.CRASHED, 0, 0)
    assert outcome.error is not None
    assert outcome.error.startswith("ZeroDivisionError: integer division or modulo by zero (")
    assert "test_games.py:" in outcome.error
    assert isinstance(outcome.exception, ZeroDivisionError)


def test_an_illegal_action_is_a_crash_and_not_a_move() -> None:
    record = pacman.play(CORRIDOR, Always("North"), [RandomGhost(1)])
    assert record.moves == []
    assert record.outcome.reason is EndReason.CRASHED
    assert "getAction returned 'North', an illegal action at (1, 1); legal: Stop, East" in (record.outcome.error or "")
    assert pacman.play(CORRIDOR, Always(["East"])).outcome.reason is EndReason.CRASHED


def test_a_ghost_that_is_walled_in_crashes() -> None:
    layout = Layout.from_text(["%%%%%%%", "%P .%G%", "%%%%%%%"])
    outcome = pacman.play(layout, Always("East"), [RandomGhost(1)]).outcome
    assert (outcome.reason, outcome.agent) == (EndReason.CRASHED, 1)
    assert outcome.error == "getAction returned 'Stop', an illegal action at (5, 1); legal: none"


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (None, "getAction returned None (is a return missing?)"),
        ("east", "getAction returned 'east'; did you mean 'East'?"),
        (" NORTH", "getAction returned ' NORTH'; did you mean 'North'? It is an illegal action at (1, 1); legal: Stop"),
        ("North", "getAction returned 'North', an illegal action at (1, 1); legal: Stop, East"),
        ((10, "East"), "getAction returned a tuple (10, 'East'); expected an action"),
        (3, "getAction returned an int 3; expected an action"),
        (type("array", (), {})(), "getAction returned an array that cannot be shown; expected an action"),
        (["East"] * 1000, "getAction returned a list ['East', 'East', 'East', 'East', 'East', 'East', ...]"),
        (
            "x" * 1000,
            "getAction returned 'xxxxxxxxxxxx...xxxxxxxxxxxxx', an illegal action at (1, 1); legal: Stop, East",
        ),
    ],
)
def test_an_answer_that_is_no_action_is_told_with_its_place(answer: object, words: str) -> None:
    outcome = pacman.play(CORRIDOR, Always(answer), [RandomGhost(1)]).outcome
    line = Always.getAction.__code__.co_firstlineno
    assert outcome.error is not None
    assert outcome.error.startswith(words)
    assert outcome.error.endswith(f" ({__file__}:{line})")


def test_our_modules_and_files_go_by_the_authors_names() -> None:
    class Strange:
        def getAction(self, state: GameState) -> str:
            return str(util.Heap)  # type: ignore[attr-defined]

    outcome = pacman.play(CORRIDOR, Strange()).outcome
    assert (outcome.error or "").startswith("AttributeError: module 'util' has no attribute 'Heap'")
    assert with_public_names(f"cannot import name 'Heap' from {util.__name__!r} ({util.__file__})") == (
        "cannot import name 'Heap' from 'util' (util.py)"
    )


def test_states_are_called_game_states_in_messages() -> None:
    class Strange:
        def __init__(self, ask: Callable[[Any], object]) -> None:
            self.ask = ask

        def getAction(self, state: GameState) -> Any:
            return self.ask(state)

    def message(ask: Callable[[Any], object]) -> str:
        return pacman.play(CORRIDOR, Strange(ask)).outcome.error or ""

    assert "'GameState' object has no attribute 'getFod'" in message(lambda state: state.getFod())
    assert "GameState.successor() missing 1 required" in message(lambda state: state.generateSuccessor(0))
    assert "GameState.getFood() takes 1 positional" in message(lambda state: state.getFood(0))
    assert "GameState.getLegalActions() got an unexpected" in message(lambda state: state.getLegalActions(agent=0))
    assert "and 'GameState'" in message(lambda state: 1 + state)


def test_an_agent_that_exits_is_a_crash() -> None:
    class Quitter:
        def getAction(self, state: GameState) -> str:
            raise SystemExit(3)

    outcome = pacman.play(CORRIDOR, Quitter()).outcome
    assert outcome.reason is EndReason.CRASHED
    assert "ended the program by exit(3)" in (outcome.error or "")


class Clock:
    """Clock that agents advance."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Slow:
    def __init__(self, clock: Clock, seconds: float) -> None:
        self.clock, self.seconds = clock, seconds

    def getAction(self, state: GameState) -> str:
        self.clock.now += self.seconds
        return "Stop"


def test_a_move_that_takes_too_long_is_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr("pacman.agent_code.time_limit.perf_counter", clock)
    record = pacman.play(CORRIDOR, Slow(clock, 2), [RandomGhost(1)], move_time=1.5)
    assert (record.outcome.reason, record.outcome.agent, record.moves) == (EndReason.TIMED_OUT, 0, [])
    assert record.outcome.error == "a move took 2.00 s; the limit is 1.5 s"


def test_time_adds_up_for_each_agent(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr("pacman.agent_code.time_limit.perf_counter", clock)
    record = pacman.play(CORRIDOR, Slow(clock, 2), [RandomGhost(1)], move_time=2, total_time=5)
    assert (record.outcome.reason, record.moves[::2]) == (EndReason.TIMED_OUT, [(0, "Stop")] * 2)
    assert record.outcome.error == "the moves took 6.00 s in all; the limit is 5 s"


class Diary(Always):
    def __init__(self) -> None:
        super().__init__("East")
        self.pages: list[tuple[str, int]] = []

    def registerInitialState(self, state: GameState) -> None:
        self.pages.append(("start", state.score))

    def observationFunction(self, state: GameState) -> GameState:
        self.pages.append(("look", state.score))
        return state

    def final(self, state: GameState) -> None:
        self.pages.append(("end", state.score))


def test_the_hooks_are_called() -> None:
    diary = Diary()
    pacman.play(CORRIDOR, diary)
    assert diary.pages == [("start", 0), ("look", 0), ("look", -1), ("end", 508)]


def test_nobody_looks_back_after_a_crash() -> None:
    diary = Diary()
    pacman.play(CORRIDOR, diary, [Always("Stop")])
    assert diary.pages == [("start", 0), ("look", 0)]


def test_a_crash_at_the_start_and_one_afterwards() -> None:
    class Sleepy(Always):
        def registerInitialState(self, state: GameState) -> None:
            raise RuntimeError("too early")

    outcome = pacman.play(CORRIDOR, Always("East"), [Sleepy("West")]).outcome
    assert (outcome.reason, outcome.agent) == (EndReason.CRASHED, 1)

    class Sore(Always):
        def final(self, state: GameState) -> None:
            raise RuntimeError("sore winner")

    outcome = pacman.play(CORRIDOR, Sore("East")).outcome
    assert outcome.reason is EndReason.WON
    assert "sore winner" in (outcome.error or "")


def test_an_agent_that_exits_afterwards_changes_nothing() -> None:
    class Leaving(Always):
        def final(self, state: GameState) -> None:
            raise SystemExit(3)

    diary = Diary()
    diary.action = "West"
    outcome = pacman.play(CORRIDOR, Leaving("East"), [diary]).outcome
    assert (outcome.reason, outcome.score, outcome.agent) == (EndReason.WON, 508, None)
    assert "ended the program by exit(3)" in (outcome.error or "")
    assert outcome.exception is None
    assert diary.pages[-1] == ("end", 508)  # `final` of the others is called all the same


def test_ctrl_c_carries_the_game_so_far() -> None:
    class Impatient(Wanderer):
        moves = 0

        def getAction(self, state: GameState) -> str:
            self.moves += 1
            if self.moves == 3:
                raise KeyboardInterrupt
            return super().getAction(state)

    before = random.getstate()
    with pytest.raises(GameInterrupted) as interruption:
        pacman.play(load_layout("small"), Impatient(), [RandomGhost(1)], seed=3)
    record = interruption.value.record
    assert (record.outcome.reason, len(record.moves)) == (EndReason.INTERRUPTED, 4)
    assert random.getstate() == before


def test_a_seed_fixes_the_game_and_leaves_the_callers_dice_alone() -> None:
    layout = load_layout("medium")
    ghosts = [DirectionalGhost(1), RandomGhost(2)]
    random.seed(99)
    before = random.getstate()
    one = pacman.play(layout, Wanderer(), ghosts, seed=5, max_moves=300)
    assert random.getstate() == before
    random.random()
    other = pacman.play(layout, Wanderer(), ghosts, seed=5, max_moves=300)
    assert one.moves == other.moves
    assert pacman.play(layout, Wanderer(), ghosts, seed=6, max_moves=300).moves != one.moves


def test_without_a_seed_the_global_dice_roll_on() -> None:
    layout = load_layout("medium")
    random.seed(5)
    one = pacman.play(layout, Wanderer(), [RandomGhost(1)], max_moves=200)
    random.seed(5)
    assert pacman.play(layout, Wanderer(), [RandomGhost(1)], max_moves=200).moves == one.moves


def test_ghosts_with_dice_of_their_own() -> None:
    layout = load_layout("medium")
    one, other = (
        pacman.play(layout, Always("Stop"), [RandomGhost(1, rng=random.Random(4))], max_moves=60) for _ in range(2)
    )
    assert one.moves == other.moves


def test_stepping_plays_the_same_game_as_running() -> None:
    layout = load_layout("medium")
    game = Game(layout, Wanderer(), [DirectionalGhost(1)], seed=8, max_moves=100)
    while game.step():
        random.random()  # other code draws between the steps
    assert game.outcome is not None
    assert not game.step()
    assert game.record().moves == pacman.play(layout, Wanderer(), [DirectionalGhost(1)], seed=8, max_moves=100).moves


@given(st.integers(0, 39), st.integers(0, 999))
def test_a_resumed_game_goes_on_as_the_whole_game_did(moves: int, salt: int) -> None:
    class Regular:
        """Agent that decides by the state alone, because the random stream of a resumed game starts again."""

        def __init__(self, index: int) -> None:
            self.index = index

        def getAction(self, state: GameState) -> str:
            legal = state.legal_actions(self.index)
            return legal[(salt + state.score + self.index) % len(legal)]

    def game() -> Game:
        return Game(load_layout("small"), Regular(0), [Regular(1), Regular(2)], max_moves=40)

    whole = game().run()
    moves = min(moves, len(whole.moves) - 1)
    resumed = game()
    resumed.resume(list(whole.states())[: moves + 1], whole.moves[:moves])
    assert resumed.run() == whole


def test_agents_of_a_resumed_game_begin_where_it_goes_on() -> None:
    diary = Diary()
    states = list(pacman.play(CORRIDOR, Always("East")).states())
    game = Game(CORRIDOR, diary)
    game.resume(states[:2], [(0, "East")])
    game.run()
    assert diary.pages == [("start", -1), ("look", -1), ("end", 508)]


@pytest.mark.parametrize("wrong", ["begun", "another start", "too few states", "over"])
def test_what_cannot_be_resumed(wrong: str) -> None:
    game = Game(CORRIDOR, Always("East"), [Always("West")])
    states = list(pacman.play(CORRIDOR, Always("East"), [Always("West")]).states())
    if wrong == "begun":
        game.step()
    elif wrong == "another start":
        states[0] = states[1]
    elif wrong == "too few states":
        del states[1:]
    else:
        states[1] = states[-1]
    with pytest.raises(PacmanError, match="^cannot resume after 1 moves; expected a new game of the same start"):
        game.resume(states[:2], [(0, "East")])


def test_a_display_is_told_everything_once() -> None:
    class Witness:
        def __init__(self) -> None:
            self.seen: list[object] = []

        def start(self, state: GameState, agents: Sequence[str]) -> None:
            self.seen.append(tuple(agents))

        def update(self, state: GameState, agent: int, action: str) -> None:
            self.seen.append((state.score, agent, action))

        def finish(self, record: GameRecord) -> None:
            self.seen.append(record.outcome.reason)

    witness = Witness()
    pacman.play(CORRIDOR, Always("East"), [RandomGhost(1)], display=witness)
    assert witness.seen == [
        ("Always", "RandomGhost"),
        (-1, 0, "East"),
        (-1, 1, "West"),
        (508, 0, "East"),
        EndReason.WON,
    ]


def test_a_layout_may_be_given_by_its_name() -> None:
    record = pacman.play("small", ReflexAgent(), [RandomGhost(1)], seed=1, max_moves=4)
    assert record.layout == load_layout("small")
    assert GameState.initial("small") == GameState.initial(load_layout("small"))
    with pytest.raises(pacman.LayoutError, match="unknown layout 'smal'; did you mean 'small'?"):
        GameState.initial("smal")


def test_a_record_is_written_in_one_line() -> None:
    record = pacman.play("small", ReflexAgent(), [RandomGhost(1)], seed=1, max_moves=4)
    end = f"move limit, score {record.outcome.score}, 4 moves"
    assert repr(record) == f"<GameRecord of small: ReflexAgent, RandomGhost; seed 1; {end}>"
