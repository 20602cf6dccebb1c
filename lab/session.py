"""Answers to the page's requests, as plain data. A game advances by one move for each request.

The page keeps the moves of its games and sends them along with a request to continue from one of them. A worker can
therefore be replaced at any time.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import Any, Final

from agents.loading import load_agent, load_ghosts, parse_arguments
from agents.microscope.death import QUICK_STATES
from agents.microscope.death_data import lost_game_data
from agents.microscope.decision_page import decision_content
from agents.microscope.explanation import explain_decision
from agents.microscope.search_page import search_data
from autograder.assignment.assignment import Assignment
from lab.practice import Interrupted, practice_assignment, practise
from lab.student_code import Output, describe_failure, student_code_runs
from pacman.agent_code.error_messages import answered_at
from pacman.directions import ACTIONS, Action
from pacman.display.messages import ENGLISH, IN_ENGLISH, Words
from pacman.display.watch.captions import describe_end, game_title
from pacman.display.watch.thought import think
from pacman.display.web.game_data import feature_meanings, layout_data, thought_data
from pacman.errors import LayoutError, PacmanError
from pacman.game import Game
from pacman.layout import Layout
from pacman.record import EndReason, GameRecord, Move, Outcome, Seed
from pacman.state import GameState

NO_CASES: Final = Path("no cases")  # a folder that does not exist: our own cases are used
MOST_ROUNDS: Final = 40_000  # as for `play` without a window

Data = dict[str, Any]


class Person:
    """Agent of the person at the page: it makes the move that the page sends."""

    only_reads_states = True

    def __init__(self) -> None:
        self.action: Action = ACTIONS[0]

    def getAction(self, state: GameState) -> Action:
        return self.action


class Session:
    """The state of one worker: the student's folder and the game in progress.

    send_progress: receives the progress of a grading, as JSON. cases: the folder of the course's cases.
    """

    def __init__(
        self,
        folder: Path,
        send_output: Callable[[str], object],
        send_progress: Callable[[str], object] = print,
        cases: Path = NO_CASES,
    ) -> None:
        self._folder = folder
        self._send_progress = send_progress
        self._cases = cases
        self._output = Output(send_output)
        self._game: Game | None = None
        self._students: set[int] = set()
        self._persons: set[int] = set()
        self._shows_thoughts = False
        self._words = IN_ENGLISH
        calls: tuple[Callable[..., Data], ...] = self.start, self.step, self.explain, self.death, self.grade, self.check
        self._calls = {call.__name__: call for call in calls}

    def warm_up(self) -> None:
        """Import what games need and play a few moves, so that the first game of the page starts at once."""
        maze = {"name": "first", "text": "%%%%%%\n%P..G%\n%%%%%%"}
        ghosts = {"agent": "DirectionalGhost", "arguments": "", "count": 1}
        self.start(maze, {"agent": "AlphaBetaAgent", "arguments": ""}, ghosts, "1", thoughts=True)
        while self._game is not None and self._game.outcome is None:
            self.step()
        with student_code_runs(self._output):
            pass

    def answer(self, text: str) -> str:
        """Return the answer to a request, both as JSON; an error in the student's code or the request is an answer."""
        request = json.loads(text)
        try:
            answer = self._calls[request["call"]](**request["arguments"])
        except (Exception, SystemExit) as error:
            answer = {"failure": describe_failure(error, self._folder)}
        return json.dumps({"id": request["id"], "answer": answer})

    def start(
        self,
        layout: Mapping[str, str],
        pacman: Mapping[str, str],
        ghosts: Mapping[str, Any],
        seed: str = "",
        persons: Sequence[int] = (),
        thoughts: bool = False,
        moves: list[Move] | None = None,
        language: str = ENGLISH,
    ) -> Data:
        """Begin a game, or continue one after `moves`; return the maze, the names and the current state.

        `pacman` and `ghosts` have `agent`, a built-in name or `file.py:Class`, and `arguments`, as on the command line.
        `persons` are the indices of the agents that the page moves.
        """
        self._output.reset()
        self._game = None
        self._words = Words(language)
        maze = _maze(layout)
        count = min(int(ghosts["count"]), len(maze.ghost_starts))
        self._persons = set(persons)
        self._students = {
            *({0} if ":" in pacman["agent"] else ()),
            *(range(1, count + 1) if ":" in ghosts["agent"] else ()),
        } - self._persons
        with self._running(bool(self._students)):
            agents = [self._pacman(pacman), *self._ghosts(ghosts, count)]
        game = Game(maze, agents[0], agents[1:], seed=_seed(seed), max_moves=MOST_ROUNDS * len(agents))
        if moves:
            game.resume(_states_after(game.state, moves), [(agent, action) for agent, action in moves])
        self._game = game
        self._shows_thoughts = thoughts and 0 not in self._students | self._persons
        return {
            "layout": layout_data(maze),
            "title": game_title(maze, game.seed, words=self._words),
            "agents": list(game.names),
            "food": [list(cell) for cell in maze.food_cells],
            "capsules": [list(cell) for cell in maze.capsule_cells],
            "warnings": list(maze.warnings),
            "state": self._state_data(game),
        }

    def _pacman(self, choice: Mapping[str, str]) -> Any:
        if 0 in self._persons:
            return Person()
        return load_agent(self._spec(choice["agent"]), **parse_arguments(choice["arguments"]))

    def _ghosts(self, choice: Mapping[str, Any], count: int) -> list[Any]:
        ghosts = load_ghosts(self._spec(choice["agent"]), count, **parse_arguments(choice["arguments"]))
        return [Person() if index in self._persons else ghost for index, ghost in enumerate(ghosts, start=1)]

    def _spec(self, agent: str) -> str:
        return f"{self._folder / agent}" if ":" in agent else agent

    def step(self, action: Action | None = None) -> Data:
        """Make one agent's move; `action` is the person's. Return the move and the state after it.

        `agent` has no value if the code failed and no move was made; `end` is the outcome after the last move.
        """
        game = self._game
        if game is None or game.outcome is not None:
            raise PacmanError("there is no game to continue")
        before, mover = game.state, game.turn
        if mover in self._persons:
            self._steer(game, action)
        thought = None
        if self._shows_thoughts and mover == 0:
            thought = think(game.agents, before, 0)
        # With the first move, Game calls `registerInitialState` of every agent, also of those that do not move yet.
        is_students = mover in self._students or (bool(self._students) and not game.moves)
        with self._running(is_students):
            has_moved = game.step()
        return {
            "agent": mover if has_moved else None,
            "action": game.moves[-1][1] if has_moved else None,
            "eaten": _eaten(before, game.state),
            "thought": None if thought is None else thought_data(thought, self._words),
            "meanings": {} if thought is None else feature_meanings([thought], self._words),
            "state": self._state_data(game),
            "end": self._end_data(game),
            "failure": self._failure_data(game),
        }

    def explain(
        self,
        layout: Mapping[str, str],
        pacman: Mapping[str, str],
        moves: list[Move],
        number: int,
        language: str = ENGLISH,
        ghosts: int | None = None,
        played: Action | None = None,
    ) -> Data:
        """Return the decision of an agent after the first `number` moves of a game, beside the correct search."""
        words = Words(language)
        state = _states(layout, moves[:number], ghosts)[-1]
        if state.is_over:
            raise PacmanError("the game is over; choose an earlier move")
        where = words("at-move", move=number + 1, game=state.layout.name, round=number // state.num_agents + 1)
        name = pacman["agent"].rpartition(":")[2]
        with self._running(":" in pacman["agent"]):
            agent = load_agent(self._spec(pacman["agent"]), **parse_arguments(pacman["arguments"]))
        with student_code_runs(self._output, closes_packages=False):  # the correct search runs inside, too
            explanation = explain_decision(agent, state, where, name=name, played=played)
        return {"search": search_data(decision_content(explanation, words))}

    def death(self, layout: Mapping[str, str], moves: list[Move], ghosts: int, language: str = ENGLISH) -> Data:
        """Return the decision that lost a game, as data for the player; null for a game that was not lost."""
        states = _states(layout, moves, ghosts)
        played = [(agent, action) for agent, action in moves]
        outcome = Outcome(EndReason.LOST, states[-1].score, len(played))
        record = GameRecord(states[0].layout, ghosts, None, (), played, outcome)
        return {"death": lost_game_data(record, QUICK_STATES, Words(language))}

    def grade(
        self, question: str, before: Mapping[str, Mapping[str, str]] | None = None, language: str = ENGLISH
    ) -> Data:
        """Grade one question for practice; `before` has the fields of Interrupted if the page had to end a worker."""
        send = self._send_progress
        return practise(
            self._assignment,
            question,
            self._folder,
            Words(language),
            lambda message: send(json.dumps(message)),
            Interrupted(**before) if before else None,
        )

    def check(self, layout: Mapping[str, str]) -> Data:
        """Return the first error of a maze with its line and column, as for a `.lay` file; an empty text if none."""
        try:
            _maze(layout)
        except LayoutError as error:
            place = re.match(r"[^:]*:(\d+)(?::(\d+))?: ", str(error))
            line, column = (int(part or 1) for part in place.groups()) if place else (0, 0)
            return {"text": str(error), "line": line, "column": column}
        return {"text": "", "line": 0, "column": 0}

    @cached_property
    def _assignment(self) -> Assignment:
        return practice_assignment(self._cases)

    def _steer(self, game: Game, action: Action | None) -> None:
        legal = game.state.legal_actions(game.turn)
        if action not in legal:
            raise PacmanError(f"{action!r} is not possible here; possible: {', '.join(legal)}")
        game.agents[game.turn].action = action

    def _running(self, is_students: bool) -> AbstractContextManager[None]:
        """Return the context in which an agent is asked: that of a student's code, or none for a built-in agent."""
        return student_code_runs(self._output) if is_students else nullcontext()

    def _state_data(self, game: Game) -> Data:
        state = game.state
        is_persons = game.turn in self._persons and not state.is_over
        return {
            "figures": [
                [*state.position(agent), ACTIONS.index(state.direction(agent)), _timer(state, agent)]
                for agent in range(state.num_agents)
            ],
            "score": state.score,
            "turn": game.turn,
            "legal": list(state.legal_actions(game.turn)) if is_persons else [],
        }

    def _end_data(self, game: Game) -> Data | None:
        if game.outcome is None:
            return None
        title, lines = describe_end(game.state, game.outcome, game.names, self._words)
        return {"reason": game.outcome.reason.value, "title": title, "lines": [line for line in lines if line]}

    def _failure_data(self, game: Game) -> Data | None:
        outcome = game.outcome
        if outcome is None or outcome.exception is None:
            return None
        failure = describe_failure(outcome.exception, self._folder)
        where = answered_at(game.agents[outcome.agent or 0])  # of an illegal action, which no line raised
        if not failure["frames"] and where:
            failure["frames"] = [{"file": where[0].name, "line": where[1], "function": "getAction", "source": ""}]
        return failure


def _maze(layout: Mapping[str, str]) -> Layout:
    return Layout.from_text(layout["text"], name=layout["name"], source=layout["name"])


def _states(layout: Mapping[str, str], moves: Sequence[Move], ghosts: int | None) -> list[GameState]:
    """Return the states of a game from its start, in order."""
    return _states_after(GameState.initial(_maze(layout), ghosts=ghosts), moves)


def _states_after(start: GameState, moves: Sequence[Move]) -> list[GameState]:
    return list(accumulate(moves, lambda state, move: state.successor(*move), initial=start))


def _timer(state: GameState, agent: int) -> int:
    return state.scared_timer(agent) if agent else 0


def _eaten(before: GameState, after: GameState) -> list[list[int]]:
    """Return the cells whose food or capsule this move has eaten."""
    pacman = after.position(0)
    cell = int(pacman[0]), int(pacman[1])
    had = before.has_food(cell) or cell in before.capsules
    has = after.has_food(cell) or cell in after.capsules
    return [list(cell)] if had and not has else []


def _seed(text: str) -> Seed:
    with suppress(ValueError):  # any other word is a seed, too
        return int(text)
    return text or None
