"""Examples before code: the verdicts on single trees and on sets equal those of an independent judge."""

import os
import random
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import cycle, pairwise
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))  # the bank is not installed

from autograder.assignment.assignment import OUR_OWN, load_assignment, read_question
from autograder.case_types.state_spaces import NoScoreError
from autograder.case_types.tree_case import TreeCase
from autograder.diagnosis.search_rules import Rules
from autograder.diagnosis.wrong_searches import WouldCrash, search
from autograder.examples.example import LARGEST_FILE, MOST_NODES, caught_by, check_legal, judge_content, judge_example
from autograder.examples.example_set import coverage, judge_file
from autograder.examples.hints import HINTS
from autograder.examples.report import examples_page, examples_text
from autograder.examples.wrong_search_list import catches, wrong_searches
from benchmarks.mutants.bank import bank
from benchmarks.mutants.running import failed_trees
from commands.cli import main
from pacman.decision_case import MOST_PLIES

AGENTS = {"q2": "MinimaxAgent", "q3": "AlphaBetaAgent", "q4": "ExpectimaxAgent"}
# Wrong searches of the bank, which are programs, and the bug, the first of its searches unless said otherwise.
PROGRAMS = {
    "depth: one round less": {"rounds": -1},
    "depth: one round more": {"rounds": 1},
    "depth: ends before the last ghost": {"unfinished": 1},
    "depth: ends before the ghosts": {"unfinished": -1},
    "depth: always one round": {"fixed_depth": 1},
    "agents: one ghost": {"ghosts": 1},
    "agents: two ghosts at most": {"ghosts": 2},
    "leaf: int": {"leaf_change": "int"},
    "leaf: absolute": {"leaf_change": "absolute"},
    "leaf: at least 0": {"leaf_range": (0, float("inf"))},
    "root: the first action": {"choice": "first"},
    "root: the second best": {"choice": "second best"},
    "root: better by 1": {"choice": "better by 1"},
    "cuts: on equality": {"cut": "equal"},
    "cuts: never": {"cut": None},
    "cuts: never at ghosts' nodes": {"cuts_at": "max"},
    "bounds at the root: alpha is not raised": {"keeps_bound": False},
    "bounds: neither is moved": {"raises_at": "none"},
}


@cache
def shipped() -> tuple[TreeCase, ...]:
    questions = [read_question(OUR_OWN, name) for name in AGENTS]
    return tuple(case for question in questions for case in question.cases if isinstance(case, TreeCase))


def parsed(case: TreeCase) -> "Tree":
    return Tree.parse(case.file.path.read_text(encoding="utf-8"))


# -- the independent judge


@dataclass
class Tree:
    """A tree as it is read by the judge of this file; also the world of a wrong search."""

    agent: str
    depth: int
    num_agents: int
    start: str
    wins: set[str]
    losses: set[str]
    moves: dict[str, dict[str, str]]
    values: dict[str, float]
    ties: str
    expected: dict[str, str]
    sign: int

    @classmethod
    def parse(cls, text: str) -> "Tree":
        blocks = dict(re.findall(r'^(\w+): """\n(.*?)\n?"""$', text, re.M | re.S))
        words = dict(
            re.findall(r'^(\w+): "([^"\n]*)"$', re.sub(r'^(\w+): """\n.*?"""$', "", text, flags=re.M | re.S), re.M)
        )
        moves: dict[str, dict[str, str]] = {}
        for line in {**words, **blocks}["successors"].splitlines():
            state, action, child = line.split()
            moves.setdefault(state, {})[action] = child
        values = {
            state: float(value) for state, value in map(str.split, {**words, **blocks}["evaluation"].splitlines())
        }
        return cls(
            words["alg"],
            int(words["depth"]),
            int(words["num_agents"]),
            words["start_state"],
            set(words["win_states"].split()),
            set(words["lose_states"].split()),
            moves,
            values,
            words.get("ties", "first"),
            {key: value for key, value in words.items() if key.startswith("expect_")},
            -1 if words.get("evaluationFunction") == "negated score" else 1,
        )

    def is_legal(self) -> bool:
        plies: dict[str, set[int]] = {}

        def walk(state: str, ply: int) -> bool:
            if ply > MOST_PLIES:
                return False
            plies.setdefault(state, set()).add(ply)
            below = self.moves.get(state, {})
            is_over = state in self.wins | self.losses
            is_fine = state not in self.wins & self.losses and is_over + bool(below) < 2
            is_fine &= bool(below) or ply >= self.depth * self.num_agents or is_over
            is_fine &= bool(ply or below) and (not is_over or state in self.values)
            return is_fine and all(walk(child, ply + 1) for child in below.values())

        named = {*self.moves, *self.wins, *self.losses, *self.values}
        is_legal = walk(self.start, 0) and all(len(each) == 1 for each in plies.values()) and named <= plies.keys()
        horizon = {state for state, at in plies.items() if self.depth * self.num_agents in at}
        return is_legal and horizon <= self.values.keys()

    def solve(self) -> tuple[list[str], float, set[str]]:
        """Return the right actions, the value of the root, and the states that are generated."""
        made = {self.start}

        def value(state: str, ply: int, low: float, high: float) -> float:
            if not self.moves.get(state) or ply == self.depth * self.num_agents:
                return self.sign * self.values[state]
            mover = ply % self.num_agents
            found: list[float] = []
            for child in self.moves[state].values():
                made.add(child)
                found.append(value(child, ply + 1, low, high))
                if self.agent == "AlphaBetaAgent":
                    if found[-1] > high if mover == 0 else found[-1] < low:
                        break
                    low, high = (max(low, found[-1]), high) if mover == 0 else (low, min(high, found[-1]))
            if mover and self.agent == "ExpectimaxAgent":
                return sum(found) / len(found)
            return min(found) if mover else max(found)

        values: dict[str, float] = {}
        for action, child in self.moves[self.start].items():
            made.add(child)
            bound = max(values.values(), default=float("-inf"))
            values[action] = value(child, 1, bound, float("inf"))
        best = max(values.values())
        right = [action for action, each in values.items() if abs(each - best) < 1e-9]
        return (right if self.ties == "any" else right[:1]), best, made

    # the world of a wrong search
    def actions(self, state: str, agent: int) -> list[str]:
        return list(self.moves.get(state, {}))

    def successor(self, state: str, agent: int, action: str) -> str:
        self.generated.add(self.moves[state][action])
        return self.moves[state][action]

    def is_won(self, state: str) -> bool:
        return state in self.wins

    def is_lost(self, state: str) -> bool:
        return state in self.losses

    def score(self, state: str) -> float:
        if state not in self.values:
            raise NoScoreError(state)
        return self.values[state]

    def evaluate(self, state: str) -> float:
        return self.sign * self.score(state)

    def caught(self) -> set[int]:
        right, _, made = self.solve()
        return {each.number for each in wrong_searches(self.agent) if not self._answers_right(each.rules, right, made)}

    def _answers_right(self, rules: Rules, right: list[str], made: set[str]) -> bool:
        self.generated = {self.start}
        try:
            actions = search(self, self.start, self.depth, rules)
        except (WouldCrash, NoScoreError):
            return False
        taken = actions[-1:] if rules.tie == "last" else actions[:1]
        return bool(taken) and taken[0] in right and self.generated == made

    def verdict(self) -> tuple[bool, str, set[int]]:
        if not self.is_legal():
            return False, "missing", set()
        right, value, made = self.solve()
        told = self.expected
        is_right = told.get("expect_action") in right and abs(float(told.get("expect_value", value)) - value) < 1e-6
        is_right &= set(told["expect_generated"].split()) | {self.start} == made if "expect_generated" in told else True
        answer = "missing" if "expect_action" not in told else "right" if is_right else "wrong"
        return True, answer, self.caught()


# -- single trees


@pytest.mark.parametrize("question", AGENTS)
def test_every_shipped_case_catches_what_a_brute_force_finds(question: str) -> None:
    cases = [case for case in shipped() if case.agent == AGENTS[question]]
    assert len(cases) > 30
    for case in cases:
        independent = parsed(case)
        caught = set(caught_by(case.tree, case.agent, case.depth, case.expected))
        assert caught == independent.caught(), case.name
        assert caught


@pytest.mark.parametrize("question", AGENTS)
def test_wrong_searches_are_caught_where_programs_with_the_same_bug_fail(question: str) -> None:
    cases = [case for case in shipped() if case.agent == AGENTS[question] and not case.tree.is_negated]
    numbers = {each.rules: each.number for each in wrong_searches(AGENTS[question])}
    compared = 0
    for mutant in bank():
        change = PROGRAMS.get(mutant.id.partition(": ")[2])
        if mutant.question != question or change is None:
            continue
        (number,) = [number for rules, number in numbers.items() if _changes(rules, question) == change] or [0]
        if number:
            compared += 1
            rules = wrong_searches(AGENTS[question])[number - 1].rules
            caught = [case.name for case in cases if catches(case.tree, case.depth, case.expected, rules)]
            assert caught == failed_trees(mutant, cases), mutant.id
    assert compared >= 12


def _changes(rules: Rules, question: str) -> dict[str, Any]:
    right = Rules(cut="worse" if question == "q3" else None, others="mean" if question == "q4" else "min")
    return {key: value for key, value in vars(rules).items() if value != getattr(right, key)}


def test_every_shipped_case_is_a_legal_game() -> None:
    for case in shipped():
        if parsed(case).is_legal():  # and not too deep for an example
            check_legal(case.tree, case.depth, case.name)
    assert sum(parsed(case).is_legal() for case in shipped()) > 100


def test_every_kind_has_a_hint_in_both_languages_and_numbers_are_stable() -> None:
    for agent in AGENTS.values():
        searches = wrong_searches(agent)
        assert [each.number for each in searches] == list(range(1, len(searches) + 1))
        assert len({each.rules for each in searches}) == len(searches) > 50
        assert all(all(HINTS[each.bug]) for each in searches)


# -- sets


TIE = """
class: "GraphGameTreeTest"
alg: "{agent}"
depth: "1"
num_agents: "2"
start_state: "root"
win_states: "c d e"
lose_states: ""
successors: \"""
root Go a
root Stop b
a left c
b left d
b right e
\"""
evaluation: \"""
c 4
d 4
e 4
\"""
expect_action: "Go"
expect_value: "4"
"""


def small_set(agent: str) -> list[str]:
    """Return shipped trees of an agent with their answers, and one with a tie and an action Stop."""
    cases = [case for case in shipped() if case.agent == agent and parsed(case).is_legal()]
    expected = [f'{case.file.path.read_text()}\nexpect_action: "{case.expected.actions[0]}"\n' for case in cases]
    return [TIE.format(agent=agent), *expected]


@pytest.mark.parametrize("agent", AGENTS.values())
def test_a_set_of_at_most_thirty_examples_can_catch_all_wrong_searches(agent: str) -> None:
    verdicts = [judge_example(text, f"{number}.test") for number, text in enumerate(small_set(agent))]
    assert all(verdict.counts for verdict in verdicts), [verdict for verdict in verdicts if not verdict.counts]
    chosen, left = [], {each.number for each in wrong_searches(agent)}
    while left:
        best = max(verdicts, key=lambda verdict: len(left & {*verdict.caught}))
        assert left & {*best.caught}, left
        left -= {*best.caught}
        chosen.append(best)
    assert len(chosen) <= 30
    (covered,) = coverage(chosen)
    assert not covered.left
    assert "All wrong searches are caught." in examples_text(chosen)


def made_up_sets(number: int) -> Iterator[list[str]]:
    """Yield sets of small trees, with flaws: illegal games, wrong answers and missing ones."""
    for seed in range(number):
        rng = random.Random(seed)
        yield [made_up(rng) for _ in range(rng.randint(1, 4))]


def made_up(rng: random.Random) -> str:
    agents = rng.choice((2, 2, 3))
    depth = 1 if agents == 3 else rng.choice((1, 2))
    plies = agents * depth + rng.choice((0, 0, agents))
    names = cycle("abcdefgh")
    layer, moves, values, over = ["root"], [], [], []
    count = 0
    for ply in range(1, plies + 1):
        goes_on = []
        for state in layer:
            for action in ("left", "Stop", "right")[: rng.randint(1, 3)]:
                count += 1
                child = f"{next(names)}{count}"
                moves.append(f"{state} {action} {child}")
                values.append(f"{child} {rng.choice((-4, -1.5, 0, 2, 2.25, 7))}")
                if ply == plies or rng.random() < 0.15:
                    over.append(child)
                else:
                    goes_on.append(child)
        layer = goes_on
    lost = [state for state in over if rng.random() < 0.4]
    fields = {
        "class": "GraphGameTreeTest",
        "alg": rng.choice([*AGENTS.values()]),
        "depth": str(depth),
        "num_agents": str(agents),
        "start_state": "root",
        "win_states": " ".join(state for state in over if state not in lost),
        "lose_states": " ".join(lost),
        "successors": "\n".join(moves),
        "evaluation": "\n".join(values),
    }
    if rng.random() < 0.3:
        fields["ties"] = "any"
    if rng.random() < 0.2:
        fields["evaluationFunction"] = "negated score"
    right, value, made = Tree.parse(_text(fields)).solve()
    if rng.random() < 0.85:
        fields["expect_action"] = right[0] if rng.random() < 0.8 else "Stop"
    if rng.random() < 0.4:
        fields["expect_value"] = str(value if rng.random() < 0.8 else value + 1)
    if rng.random() < 0.4:
        fields["expect_generated"] = " ".join(sorted(made)[rng.random() < 0.2 :])
    flaw = rng.random()
    if flaw < 0.08:
        fields["successors"] += f"\n{over[0]} left root"
    elif flaw < 0.16:
        fields["lose_states"] += " nowhere"
    elif flaw < 0.24 and depth == 2:
        fields["successors"] = fields["successors"].split("\n")[0]
    elif flaw < 0.32:
        fields["win_states"] = fields["lose_states"] = over[0]
    return _text(fields)


def _text(fields: dict[str, str]) -> str:
    quotes = '"""'
    return "".join(
        f"{key}: {quotes}\n{value}\n{quotes}\n" if key in ("successors", "evaluation") else f'{key}: "{value}"\n'
        for key, value in fields.items()
    )


def test_the_verdicts_on_forty_made_up_sets_are_those_of_the_independent_judge() -> None:
    seen = []
    for texts in made_up_sets(40):
        verdicts = [judge_example(text, "made-up.test") for text in texts]
        judged = [Tree.parse(text).verdict() for text in texts]
        for verdict, (is_legal, answer, caught) in zip(verdicts, judged, strict=True):
            assert (not verdict.problem, verdict.answer, set(verdict.caught)) == (is_legal, answer, caught), verdict
            seen.append((is_legal, answer))
        for covered in coverage(verdicts):
            of_agent = [
                caught
                for text, (is_legal, answer, caught) in zip(texts, judged, strict=True)
                if f'alg: "{covered.agent}"' in text and is_legal and answer == "right"
            ]
            assert covered.examples == len(of_agent)
            assert {number for kind in covered.kinds for number in kind.caught} == set().union(*of_agent)
    assert all(
        seen.count(kind) >= 5 for kind in [(True, "right"), (True, "wrong"), (True, "missing"), (False, "missing")]
    )


# -- the report


def test_a_wrong_answer_is_reported_without_the_right_one() -> None:
    text = TIE.format(agent="MinimaxAgent").replace('"Go"', '"Elsewhere"').replace('"4"\n', '"5"\n')
    report = examples_text([judge_example(text, "mine.test")])
    assert "mine.test: a legal game; the expected answer is wrong (expect_action, expect_value)" in report
    assert "Go" not in report
    assert "0 examples catch 0 of" in report


def test_the_keys_of_an_expected_answer_do_not_change_a_graded_case(tmp_path: Path) -> None:
    question = tmp_path / "q2"
    question.mkdir()
    (question / "CONFIG").write_text('class: "PassAllTestsQuestion"\nmax_points: "1"\n')
    (question / "mine.test").write_text(TIE.format(agent="MinimaxAgent"))
    (question / "mine.solution").write_text('action: "Go"\ngenerated: "root a b c d e"\n')
    assert load_assignment(tmp_path).remarks == []


HOSTILE: dict[str, tuple[Callable[[], str], str]] = {
    "too many nodes": (lambda: _wide(30), f"more than {MOST_NODES} nodes"),
    "too deep": (lambda: _chain(200), f"more than {MOST_PLIES} plies"),
    "a loop": (lambda: _chain(3, "s2 back s1"), "is reached after 1 moves and after 3"),
    "every state leads to every state": (lambda: _layers(20), f"more than {MOST_NODES} nodes"),
    "a depth without end": (lambda: _chain(2).replace('depth: "1"', 'depth: "999999999"'), "expected at most 8"),
    "many agents": (lambda: _chain(2).replace('num_agents: "2"', 'num_agents: "99999"'), "expected at most 8"),
    "another class": (lambda: _chain(2).replace("GraphGameTreeTest", "EvalAgentTest"), "expected GraphGameTreeTest"),
    "an unclosed block": (lambda: 'class: """\nx', "is not closed"),
    "a number that is none": (lambda: _chain(2).replace("s2 1", "s2 nan"), "is not an evaluation"),
    "an unknown algorithm": (lambda: _chain(2).replace("MinimaxAgent", "X" * 999), "unknown algorithm"),
    "a long line": (lambda: "x" * 60_000, "cannot be read"),
    "a long number": (lambda: _chain(2).replace("s2 1", "s2 " + "1" * 5_000), "expected: state number"),
    "a long name": (lambda: _chain(2).replace("s1 go", f"{'s' * 20_000} go"), "has no successors"),
    "a state that leads to itself": (lambda: _chain(1, "root back root"), "is reached after 0 moves and after 1"),
    "infinity": (lambda: _chain(2).replace("s2 1", "s2 -Infinity"), "is not an evaluation"),
    "an answer that is no number": (lambda: _chain(2) + 'expect_value: "nan"\n', "expected a number"),
    "thousands of lines": (lambda: "\n" * 60_000 + "x", "mine.test:60001: cannot be read"),
    "thousands of keys": (lambda: "".join(f'key{n}: "x"\n' for n in range(4_000)), "no 'class'"),
    "quotes": (lambda: '"' * 60_000, "cannot be read"),
    "control characters": (lambda: _chain(2).replace("root go s1", "root go s\x1b[31m1"), "has no successors"),
}


def _chain(length: int, more: str = "") -> str:
    moves = "\n".join([f"{'root' if not n else f's{n}'} go s{n + 1}" for n in range(length)] + [more])
    return TREE.format(moves=moves, win=f"s{length}", values=f"s{length} 1")


def _wide(width: int) -> str:
    moves = [f"root a{n} x{n}" for n in range(width)] + [
        f"x{n} a{m} y{n}-{m}" for n in range(width) for m in range(width)
    ]
    return TREE.format(moves="\n".join(moves), win="y0-0", values="y0-0 1")


def _layers(width: int) -> str:
    layers = ["root"], *([f"{letter}{n}" for n in range(width)] for letter in "abcdefg")
    pairs = pairwise(layers)
    moves = [f"{one} to{n} {other}" for above, below in pairs for one in above for n, other in enumerate(below)]
    return TREE.format(moves="\n".join(moves), win="g0", values="g0 1")


TREE = """
class: "GraphGameTreeTest"
alg: "MinimaxAgent"
depth: "1"
num_agents: "2"
start_state: "root"
win_states: "{win}"
lose_states: ""
successors: \"""
{moves}
\"""
evaluation: \"""
{values}
\"""
expect_action: "go"
"""


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_gets_one_line(name: str) -> None:
    make, words = HOSTILE[name]
    verdict = judge_example(make(), "mine.test")
    assert words in verdict.problem
    assert "\n" not in verdict.problem
    assert len(verdict.problem) < 400
    assert not verdict.counts


def test_a_file_that_cannot_be_read_gets_one_line(tmp_path: Path) -> None:
    (tmp_path / "large.test").write_bytes(b"#" * (LARGEST_FILE + 1))
    (tmp_path / "bytes.test").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "folder.test").mkdir()
    os.mkfifo(tmp_path / "pipe.test")
    (tmp_path / "zeros.test").symlink_to("/dev/zero")
    (tmp_path / "dangling.test").symlink_to("nowhere")
    (tmp_path / "loop.test").symlink_to("loop.test")
    (tmp_path / "wide.test").write_bytes(TIE.format(agent="MinimaxAgent").encode("utf-16"))
    (tmp_path / "chinese.test").write_bytes("# 中文\n".encode("gbk"))
    for name in ("large", "bytes", "folder", "none", "pipe", "zeros", "dangling", "loop", "wide", "chinese"):
        problem = judge_file(tmp_path / f"{name}.test").problem
        assert f"{name}.test: " in problem
        assert "\n" not in problem
        assert f"did you mean '{tmp_path / name}.test'" not in problem


def test_a_name_with_control_characters_stays_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bell\x07\x1b[31m\nname.test"
    path.write_text("x")
    assert main(["examples", str(path)]) == 2
    first, *_ = capsys.readouterr().out.split("\n")
    assert "name.test:1: cannot be read" in first
    assert first.isprintable()


@pytest.mark.parametrize(("start", "end"), [("", "\n"), ("", "\r\n"), ("", "\r"), ("\ufeff", "\n")])
def test_line_ends_and_a_mark_make_no_difference(tmp_path: Path, start: str, end: str) -> None:
    content = (start + TIE.format(agent="MinimaxAgent").replace("\n", end)).encode()
    (tmp_path / "mine.test").write_bytes(content)
    verdicts = judge_content(content, "mine.test"), judge_file(tmp_path / "mine.test")
    assert [verdict.counts for verdict in verdicts] == [True, True]


def test_the_command_prints_the_report_and_writes_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.test").write_text(TIE.format(agent="MinimaxAgent"))
    page = tmp_path / "page.html"
    assert main(["examples", str(tmp_path / "mine.test"), "--html", str(page), "--lang", "zh"]) == 0
    report = capsys.readouterr().out
    total = len(wrong_searches("MinimaxAgent"))
    assert re.search(rf"mine\.test: a legal game; the expected answer is right; catches \d+ of {total}", report)
    assert "root tie to the last (1)" in report
    assert "hint: " in report
    assert "先写例子" in page.read_text(encoding="utf-8")
    assert main(["examples", str(tmp_path / "none.test")]) == 2


def test_the_page_escapes_names_and_shows_every_kind_that_is_left() -> None:
    verdicts = [judge_example(TIE.format(agent="AlphaBetaAgent"), "<script>alert(1)</script>.test")]
    page = examples_page(verdicts)
    assert "<script>alert" not in page
    (covered,) = coverage(verdicts)
    assert len(covered.left) > 20
    assert page.count('<th scope="row">') == len(verdicts) + len(covered.left)
