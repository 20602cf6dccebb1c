"""Agents in the window: slow ones, crashing ones, people at the keyboard, and their searches."""

import random
import threading
from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest

from agents import AlphaBetaAgent, DirectionalGhost
from pacman import EndReason, GameRecord, GameState, Layout
from pacman.display.draw import pg
from pacman.display.draw.view import mover_text
from pacman.display.messages import IN_ENGLISH
from pacman.display.theme import DARK
from pacman.display.watch.captions import describe_end
from pacman.display.watch.controls import controls
from pacman.display.watch.thought import NO_DATA, NOT_KNOWN, depth_text, think, time_text, value_text
from pacman.record import Outcome, Player


class Blocked:
    """Agent that searches until it is released."""

    def __init__(self) -> None:
        self.asked = threading.Event()
        self.released = threading.Event()

    def getAction(self, state: GameState) -> str:
        self.asked.set()
        self.released.wait(30)
        return state.legal_actions(0)[0]


class Person:
    """Agent that goes where it was steered."""

    def __init__(self) -> None:
        self.wish = "Stop"
        self.steered: list[str] = []

    def steer(self, direction: str) -> None:
        self.wish = direction
        self.steered.append(direction)

    def getAction(self, state: GameState) -> str:
        legal = state.legal_actions(0)
        return next((action for action in (self.wish, state.direction(0)) if action in legal), "Stop")


class Thinker:
    """Agent whose search returns known figures."""

    def search(self, state: GameState) -> Any:
        legal = state.legal_actions(0)
        return SimpleNamespace(
            action=legal[0],
            value=12.5,
            values={action: 12.5 - number for number, action in enumerate(legal)},
            nodes=1234,
            cutoffs=56,
            principal_variation=(legal[0], state.legal_actions(1)[0]),
            depth=6,
            seconds=0.0123,
        )

    def getAction(self, state: GameState) -> str:
        return str(self.search(state).action)

    def contributions(self, state: GameState) -> dict[str, float]:
        """Evaluate Pacman's position: West and North are good, everything else is equal."""
        x, y = state.pacman_position
        return {"score": 700.0, "west": -1.0 * x, "north": 0.5 * y}


class Ghost:
    def __init__(self, index: int) -> None:
        self.index = index

    def distribution(self, state: GameState) -> dict[str, float]:
        legal = state.legal_actions(self.index)
        return {action: 1 / len(legal) for action in legal}

    def getAction(self, state: GameState) -> str:
        return random.choice(state.legal_actions(self.index))


# -- slow agents ------------------------------------------------------------------------------------------------------


def test_a_thinking_agent_does_not_freeze_the_window(windows: Any, room: Layout) -> None:
    agent = Blocked()
    rig = windows.live(room, lambda: agent)
    try:
        rig.window.frame()
        assert agent.asked.wait(60)
        rig.press(pg.K_h, pg.K_MINUS, pg.K_LEFT, pg.K_t)
        assert rig.window.shows_help
        assert rig.session.playback.speed == 7
        rig.press(pg.K_q)
        rig.window.close()  # without waiting for the agent, which never returns
        assert not rig.window.is_open
        assert not agent.released.is_set()
    finally:
        agent.released.set()


def test_what_a_slow_agent_answers_is_shown_when_it_answers(windows: Any, room: Layout) -> None:
    agent = Blocked()
    rig = windows.live(room, lambda: agent)
    rig.window.frame()
    assert agent.asked.wait(60)
    for _ in range(60):
        rig.now += 1 / 60
        rig.window.frame()
    assert rig.cursor == 0
    agent.released.set()
    rig.run(0.2)
    assert rig.cursor > 0


def test_a_restart_waits_for_the_agent_and_gets_its_own_dice(windows: Any, room: Layout) -> None:
    """Two games never draw from the stream of `random` at once."""
    agents = [Blocked(), Blocked()]
    waiting = iter(agents)
    rig = windows.live(room, lambda: next(waiting), Ghost, max_moves=9)
    rig.window.frame()
    assert agents[0].asked.wait(10)
    rig.press(pg.K_r)
    assert not agents[1].asked.is_set()
    for agent in agents:
        agent.released.set()
    rig.run_until(lambda: rig.session.is_finished)
    moves = list(rig.session.line.moves)
    alone = windows.live(room, lambda: agents[1], Ghost, max_moves=9)
    alone.run_until(lambda: alone.session.is_finished)
    assert moves == alone.session.line.moves


def test_a_crash_is_told_and_the_game_can_be_looked_back_on(windows: Any, room: Layout) -> None:
    class Crashing(Person):
        def getAction(self, state: GameState) -> str:
            if state.score < 10:
                return "South"
            raise RuntimeError("out of ideas")

        steer = None  # type: ignore[assignment]

    rig = windows.live(room, Crashing)
    rig.run_until(lambda: rig.session.is_finished)
    outcome = rig.session.line.outcome
    assert (outcome.reason, outcome.agent) == (EndReason.CRASHED, 0)
    assert "out of ideas" in outcome.error
    rig.press(pg.K_LEFT)
    assert not rig.session.is_finished


def test_a_death_takes_its_time_and_says_who_did_it(windows: Any) -> None:
    corridor = Layout.from_text("%%%%%%%%\n%P   G.%\n%%%%%%%%", name="corridor")
    rig = windows.live(corridor)
    rig.run_until(lambda: rig.session.is_finished)
    deaths = []
    while rig.session.scene.is_dying:
        deaths.append(rig.session.scene.death)
        rig.run(1 / 60)
    assert deaths[0] == 0
    assert deaths == sorted(set(deaths))
    assert 0.5 < len(deaths) / 60 < 1.5
    title, details = describe_end(rig.session.timeline.state, rig.session.line.outcome, rig.session.names)
    assert (title, details[0]) == ("Pacman lost", "caught by Ghost 1 (First)")
    rig.press(pg.K_LEFT)
    rig.run(0.5)
    assert not rig.session.scene.state.is_lose


def test_a_crash_says_first_where_it_was(room: Layout) -> None:
    outcome = Outcome(EndReason.CRASHED, 0, 5, 0, "KeyError: (3, 4) (/home/someone/far/away/multiAgents.py:112)")
    title, details = describe_end(GameState.initial(room), outcome, ["ReflexAgent"])
    assert title == "Pacman (ReflexAgent) crashed"
    assert details == ["multiAgents.py:112", "KeyError: (3, 4)"]


# -- a person plays ---------------------------------------------------------------------------------------------------


def test_a_persons_game_starts_with_the_first_key(windows: Any, room: Layout) -> None:
    rig = windows.live(room, Person)
    rig.run(1)
    assert rig.cursor == 0
    rig.press(pg.K_DOWN)
    rig.run(0.5)
    assert rig.session.line.moves[0] == (0, "South")
    assert rig.cursor > 3


@pytest.mark.parametrize(
    ("key", "direction"),
    [
        (pg.K_LEFT, "West"),
        (pg.K_RIGHT, "East"),
        (pg.K_UP, "North"),
        (pg.K_DOWN, "South"),
        (pg.K_a, "West"),
        (pg.K_d, "East"),
        (pg.K_w, "North"),
        (pg.K_s, "South"),
    ],
)
def test_arrows_and_letters_steer(windows: Any, room: Layout, key: int, direction: str) -> None:
    person = Person()
    rig = windows.live(room, lambda: person)
    rig.press(key)
    assert person.steered[0] == direction
    assert not list(rig.window.notice)


def test_a_held_key_turns_at_the_next_opening(windows: Any, room: Layout) -> None:
    rig = windows.live(room, Person)
    rig.post(pg.KEYDOWN, key=pg.K_DOWN)
    rig.run_until(lambda: rig.session.timeline.state.pacman_position[1] < 3)
    rig.post(pg.KEYUP, key=pg.K_DOWN)
    rig.post(pg.KEYDOWN, key=pg.K_RIGHT)  # a wall is there for now
    rig.run_until(lambda: rig.session.timeline.state.pacman_position == (3, 1), seconds=2)


def test_the_last_key_held_counts_when_another_is_released(windows: Any, room: Layout) -> None:
    person = Person()
    rig = windows.live(room, lambda: person)
    rig.post(pg.KEYDOWN, key=pg.K_DOWN)
    rig.post(pg.KEYDOWN, key=pg.K_RIGHT)
    rig.post(pg.KEYUP, key=pg.K_RIGHT)
    person.steered.clear()
    rig.run(0.5)
    assert person.steered
    assert set(person.steered) == {"South"}


def test_a_window_that_loses_the_focus_lets_go_of_the_keys(windows: Any, room: Layout) -> None:
    person = Person()
    rig = windows.live(room, lambda: person)
    rig.post(pg.KEYDOWN, key=pg.K_DOWN)
    rig.post(pg.WINDOWFOCUSLOST)
    person.steered.clear()
    rig.run(0.5)
    assert not person.steered


def test_a_person_can_pause_and_then_travel_in_time(windows: Any, room: Layout) -> None:
    rig = windows.live(room, Person)
    rig.press(pg.K_DOWN)
    rig.run(0.35)
    rig.press(pg.K_SPACE)
    rig.run(0.5)
    cursor = rig.cursor
    rig.press(pg.K_LEFT, pg.K_LEFT)
    assert rig.cursor == cursor - 2
    rig.press(pg.K_SPACE)  # the moves are shown again; then the game waits for a key
    rig.run(3)
    assert rig.cursor == cursor
    assert len(rig.session.timeline.lines) == 1
    assert rig.session.is_waiting_for_key
    rig.press(pg.K_UP)
    rig.run(0.3)
    assert rig.cursor > cursor


def test_a_branch_of_a_person_waits_for_a_key(windows: Any, room: Layout) -> None:
    rig = windows.live(room, Person)
    rig.press(pg.K_DOWN)
    rig.run(0.35)
    rig.press(pg.K_SPACE)
    rig.run(0.5)
    rig.press(pg.K_LEFT, pg.K_LEFT, pg.K_LEFT, pg.K_b)
    cursor = rig.cursor
    rig.run(1)
    assert rig.cursor == cursor
    assert len(rig.session.timeline.lines) == 2
    rig.press(pg.K_UP)
    rig.run(0.3)
    assert rig.cursor > cursor


def test_pacman_does_not_move_while_a_person_reads_the_help(windows: Any, room: Layout) -> None:
    rig = windows.live(room, Person)
    rig.press(pg.K_DOWN)
    rig.run(0.35)
    rig.press(pg.K_h)
    cursor = rig.cursor
    assert "Arrows" in {control.keys for control in controls(rig.session, has_menu=False)}
    rig.run(3)
    assert rig.cursor == cursor
    assert len(rig.session.line.moves) <= cursor + rig.session.timeline.num_agents
    rig.press(pg.K_h)
    rig.run(0.5)
    assert rig.cursor > cursor


def test_the_panel_shows_whose_move_it_is(windows: Any, room: Layout) -> None:
    rig = windows.live(room, Person)
    rig.press(pg.K_DOWN)
    rig.run(0.35)
    rig.press(pg.K_t)
    drawn: list[str] = []
    canvas = rig.window.view._parts.canvas
    text = canvas.text

    def noted(words: str, *rest: Any, **more: Any) -> Any:
        drawn.append(words)
        return text(words, *rest, **more)

    canvas.text = noted
    rig.window.frame()
    assert "Your move" in drawn
    rig.press(pg.K_SPACE)
    rig.run(0.5)
    rig.press(pg.K_HOME, pg.K_RIGHT)
    rig.run(0.5)
    assert mover_text(rig.session) == "Ghost 1 moves"


def test_a_person_decides_as_late_as_can_be(windows: Any, room: Layout) -> None:
    """No round is played ahead of a person."""
    rig = windows.live(room, Person, frame_time=0.5)
    rig.press(pg.K_DOWN)
    rig.run(0.3)
    assert len(rig.session.line.moves) == 3


# -- thoughts ---------------------------------------------------------------------------------------------------------


def test_thoughts_of_the_agent_about_to_move(windows: Any, room: Layout) -> None:
    rig = windows.live(room, Thinker, Ghost)
    rig.press(pg.K_SPACE, pg.K_HOME, pg.K_t)
    rig.run(0.1)
    thought = rig.session.thought
    assert thought is not None
    assert (thought.mover, thought.action) == (0, "Stop")
    assert thought.values == {"Stop": "12.5", "East": "11.5", "South": "10.5"}
    assert {key.removeprefix("fact-"): IN_ENGLISH.text(text) for key, text in thought.facts} == {
        "value": "12.5",
        "depth": "2 rounds (6 plies)",
        "nodes": "1,234",
        "cuts": "56",
        "time": "12.3 ms",
    }
    assert sorted(thought.paths) == [0, 1]
    assert thought.chances[1] == {"West": 0.5, "North": 0.5}
    assert thought.lags == {"Stop": 0, "East": 1, "South": 2}
    assert (thought.rival, thought.differences) == ("East", {"west": 1.0})  # without the score, which is equal
    rig.press(pg.K_RIGHT)
    rig.run(0.3)
    assert rig.session.thought.mover == 1
    assert rig.session.thought.problem == NO_DATA
    rig.press(pg.K_t)
    assert not rig.session.shows_thoughts


@pytest.mark.parametrize(
    ("plies", "agents", "text"),
    [(6, 3, "2 rounds (6 plies)"), (2, 2, "1 round (2 plies)"), (5, 3, "5 plies"), (1, 2, "1 ply"), (0, 2, "0 plies")],
)
def test_depths_are_told_in_rounds_and_plies(plies: int, agents: int, text: str) -> None:
    assert IN_ENGLISH.text(depth_text(plies, agents)) == text


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.0000214, "21 µs"), (0.0009, "900 µs"), (0.0123, "12.3 ms"), (2.5, "2.5 s")]
)
def test_times_are_told_in_a_unit_that_suits(seconds: float, text: str) -> None:
    assert time_text(seconds) == text


def test_the_window_shows_the_course_and_the_evaluation(windows: Any, room: Layout) -> None:
    class Planner(Thinker):
        def search(self, state: GameState) -> Any:
            result = super().search(state)
            result.principal_variation = ("East", "West", "West", "East")
            result.action = "South"  # although it leads away from the north
            return result

    rig = windows.live(room, Planner, Ghost)
    rig.press(pg.K_SPACE, pg.K_HOME)
    plain = _colours(rig.window.surface)
    rig.press(pg.K_t)
    rig.run(0.1)
    thoughtful = _colours(rig.window.surface)
    assert thoughtful[DARK.pacman] > plain[DARK.pacman]  # Pacman's path
    assert thoughtful[DARK.bad] > plain[DARK.bad]  # the bar of a negative contribution


def _colours(surface: pg.Surface) -> Counter[tuple[int, ...]]:
    pixels = iter(pg.image.tobytes(surface, "RGB"))
    return Counter(zip(pixels, pixels, pixels, strict=True))


def test_the_window_grows_for_thoughts_and_shrinks_again(
    windows: Any, room: Layout, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = windows.live(room, Thinker, Ghost)
    size = rig.window.surface.get_size()
    screen = size[0] + 500
    monkeypatch.setattr(pg.display, "get_desktop_sizes", lambda: [(screen, 800)])
    rig.window._window.position = 500, 0
    rig.press(pg.K_t)
    width = rig.window.surface.get_width()
    assert width > size[0]
    assert rig.window._window.position[0] + width == screen  # moved back onto the screen
    rig.press(pg.K_t)
    assert rig.window.surface.get_size() == size


def test_what_cuts_left_out_is_said_to_be_worse(room: Layout) -> None:
    class Cutter(Thinker):
        def search(self, state: GameState) -> Any:
            result = super().search(state)
            result.values = {result.action: 12.5}
            return result

    state = GameState.initial(room)
    thought = think([Cutter()], state, 0)
    assert thought.values == {"Stop": "12.5", "East": "< 12.5", "South": "< 12.5"}
    assert thought.lags == {"Stop": 0}
    assert (thought.rival, thought.differences) == ("South", {})  # by the evaluation after one move
    assert thought.remark == NOT_KNOWN


def test_thoughts_come_along_while_the_game_plays(windows: Any, room: Layout) -> None:
    rig = windows.live(room, Thinker, Ghost)
    rig.press(pg.K_t)
    rig.run(0.05)
    for _ in range(30):
        rig.run(1 / 60)
        assert rig.session.thought is not None


def test_thinking_aloud_changes_nothing(windows: Any, room: Layout) -> None:
    class Dicey(Thinker):
        def __init__(self) -> None:
            self.dice = random.Random(5)

        def search(self, state: GameState) -> Any:
            legal = state.legal_actions(0)
            answer = SimpleNamespace(**vars(super().search(state)))
            answer.action = legal[(self.dice.randrange(99) + random.randrange(99)) % len(legal)]
            return answer

    games = []
    for keys in ([], [pg.K_t]):
        rig = windows.live(room, Dicey, Ghost, max_moves=45)
        rig.press(*keys)
        rig.run_until(lambda rig=rig: rig.session.is_finished)
        games.append(rig.session.line.moves)
    assert games[0] == games[1]


def test_an_agent_without_a_search_has_no_data(windows: Any, room: Layout) -> None:
    rig = windows.live(room, windows.First, Ghost)
    rig.press(pg.K_t)
    rig.run(0.1)
    assert rig.session.thought.problem == NO_DATA
    assert rig.session.thought.chances


def test_a_recording_has_thoughts_if_its_agents_are_at_hand(windows: Any, record: GameRecord) -> None:
    rig = windows.recorded(record)
    rig.press(pg.K_t)
    rig.run(0.1)
    assert rig.session.thought is None
    rig = windows.recorded(record, agents=[Thinker(), Ghost(1), Ghost(2)])
    rig.press(pg.K_HOME, pg.K_t)
    rig.run(0.1)
    assert rig.session.thought.action == "Stop"


def test_a_search_that_fails_says_so(room: Layout) -> None:
    class Failing(Thinker):
        def search(self, state: GameState) -> Any:
            raise ZeroDivisionError("no way")

    thought = think([Failing(), Ghost(1), Ghost(2)], GameState.initial(room), 0)
    assert thought.problem is not None
    assert "ZeroDivisionError: no way" in IN_ENGLISH.text(thought.problem)


def test_an_agent_that_cannot_be_copied_is_asked_itself(room: Layout) -> None:
    class Locked(Thinker):
        def __init__(self) -> None:
            self.lock = threading.Lock()

    assert think([Locked(), Ghost(1), Ghost(2)], GameState.initial(room), 0).action == "Stop"


@pytest.mark.parametrize(
    ("value", "text"), [(3, "3"), (-1.25, "-1.2"), (499.96, "500"), (1e9, "1e+09"), (float("-inf"), "-inf")]
)
def test_values_are_short(value: float, text: str) -> None:
    assert value_text(value) == text


def test_the_games_of_a_window_are_recorded_with_the_arguments_of_their_agents(windows: Any, room: Layout) -> None:
    rig = windows.live(room, lambda: AlphaBetaAgent(depth="1"), lambda index: DirectionalGhost(index, 0.5), max_moves=6)
    rig.run_until(lambda: rig.session.is_finished)
    record = rig.session.record()
    pacman_player, *ghosts = record.players
    assert pacman_player == Player("AlphaBetaAgent", {"depth": "1"})
    assert ghosts == [Player("DirectionalGhost", {"prob_attack": 0.5})] * record.ghosts
    assert windows.recorded(record).session.record().players == record.players


class Endless:
    def getAction(self, state: GameState) -> str:
        while True:
            state.getScore()


def test_an_agent_that_hangs_runs_out_of_time_in_the_window(windows: Any, room: Layout) -> None:
    rig = windows.live(room, Endless, total_time=0.05)
    rig.run_until(lambda: rig.session.is_finished)
    outcome = rig.session.record().outcome
    assert (outcome.reason, outcome.agent) == (EndReason.TIMED_OUT, 0)
    assert f"({__file__}:" in outcome.error


def test_a_game_closed_while_an_agent_hangs_says_the_line(
    windows: Any, room: Layout, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pacman.display.watch.session.HANG_SECONDS", 0)
    agent = Blocked()
    rig = windows.live(room, lambda: agent)
    rig.window.frame()
    assert agent.asked.wait(20)
    (record,) = rig.window.playlist.records
    assert (record.outcome.reason, record.outcome.agent) == (EndReason.INTERRUPTED, 0)
    assert record.outcome.error.startswith(f"in {__file__}:")
    agent.released.set()
    rig.let_agents_answer()
    assert rig.session.record().outcome.error is None
