"""A teacher's mistakes in the files of an assignment are found when they are read, before they cost students points."""

from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.assignment.agent_names import BERKELEYS_AGENTS, unknown_agents
from autograder.assignment.assignment import OUR_OWN, Assignment, load_assignment
from autograder.assignment.case_files import CaseFile
from autograder.assignment.key_names import misspelled
from autograder.case_types.case import COMMON_KEYS, Case
from autograder.classroom.gradescope_bundle import write_bundle
from autograder.errors import GradingError
from autograder.registry import CASE_CLASSES
from autograder.results import CaseResult
from autograder.student.dice_key import DiceKey
from autograder.student.limits import Limits
from autograder.student.student import Student
from commands.cli import main
from tests.wording import assert_refusal

TEMPLATE = Path(__file__).parents[2] / "examples" / "student" / "multiAgents.py"

CONFIG = 'order: "q1 q2"\n'
# Exactly the keys that the files of Berkeley's project have.
GAMES_CONFIG = 'class: "PartialCreditQuestion"\nmax_points: "4"\n'
GAMES = """class: "EvalAgentTest"
agentName: "ReflexAgent"
agentArgs: ""
layoutName: "meadow"
maxTime: "120"
numGames: "10"
randomSeed: "0"
ghosts: "[RandomGhost(1)]"
scoreMinimum: "0"
scoreThresholds: "500 1000"
nonTimeoutMinimum: "10"
nonTimeoutThresholds: ""
winsMinimum: "1"
winsThresholds: "5 10"
"""
TREES_CONFIG = 'class: "PassAllTestsQuestion"\nmax_points: "5"\ndepends: "q1"\n'
TREE = '''class: "GraphGameTreeTest"
alg: "MinimaxAgent"
depth: "1"
diagram: """
root: left a (b1 3, b2 5), right c (c1 2, c2 9)
"""
num_agents: "2"
start_state: "root"
win_states: "b1 b2"
lose_states: "c1 c2"
successors: """
root left a
root right c
a left b1
a right b2
c left c1
c right c2
"""
evaluation: """
b1 3.0
b2 5.0
c1 2.0
c2 9.0
"""
'''
TREE_SOLUTION = 'action: "left"\ngenerated: "a b1 b2 c c1 c2 root"\n'
COUNTED = (OUR_OWN / "q2" / "99-game.test").read_text().replace('explored: "set"', "").replace("decisionTime", "#")
COUNTED_SOLUTION = (OUR_OWN / "q2" / "99-game.solution").read_text()


@pytest.fixture
def course(tmp_path: Path) -> Path:
    folder = tmp_path / "course" / "test_cases"
    files = {
        "CONFIG": CONFIG,
        "q1/CONFIG": GAMES_CONFIG,
        "q1/games.test": GAMES,
        "q2/CONFIG": TREES_CONFIG,
        "q2/tree.test": TREE,
        "q2/tree.solution": TREE_SOLUTION,
        "q2/whole.test": COUNTED,
        "q2/whole.solution": COUNTED_SOLUTION,
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


@pytest.fixture
def changed(course: Path) -> Callable[..., Path]:
    """Change a text in a file of the course, or append to the file."""

    def change(name: str, old: str, new: str) -> Path:
        text = (course / name).read_text()
        assert old in text
        (course / name).write_text(text.replace(old, new, 1) if old else text + new)
        return course

    return change


def remarks(course: Path) -> list[str]:
    return [remark.replace(f"{course}/", "") for remark in load_assignment(course).remarks]


def complaint(course: Path) -> str:
    with pytest.raises(GradingError) as caught:
        load_assignment(course)
    assert "\n" not in str(caught.value)
    return str(caught.value).replace(f"{course}/", "")


def test_berkeleys_keys_are_all_known(course: Path) -> None:
    assert remarks(course) == []
    keys = {"alg", "seed", "depth", "max_points", "layoutName", "layout", "class"}
    assert CaseFile.read(course / "q2" / "whole.test").values.keys() == keys


def test_our_own_cases_give_no_remarks() -> None:
    assert load_assignment(OUR_OWN, ["bonus"]).remarks == []


@pytest.mark.parametrize(
    ("name", "line", "key", "meant"),
    [
        ("q1/games.test", 14, "winsThreshold", "winsThresholds"),
        ("q1/games.test", 10, "scoreTreshholds", "scoreThresholds"),
        ("q1/games.test", 11, "nontimeout_minimum", "nonTimeoutMinimum"),
        ("q1/games.test", 3, "agentargs", "agentArgs"),
        ("q1/games.test", 2, "agent_name", "agentName"),
        ("q1/games.test", 1, "Class", "class"),
        ("q2/tree.test", 19, "evaluaton", "evaluation"),
        ("q2/tree.solution", 2, "generatd", "generated"),
        ("q2/CONFIG", 3, "depend", "depends"),
        ("CONFIG", 1, "oder", "order"),
        # added to what is there
        ("q1/games.test", 15, "winThresholds", "winsThresholds"),
        ("q1/games.test", 15, "point", "points"),
        ("q1/games.test", 15, "visibilty", "visibility"),
        ("q2/tree.test", 25, "tie", "ties"),
        ("q2/tree.solution", 3, "best_action", "best_actions"),
        ("q2/CONFIG", 4, "extra_point", "extra_points"),
        ("CONFIG", 2, "latePercentPerDay", "late_percent_per_day"),
    ],
)
def test_a_key_that_is_nearly_a_known_one_is_refused(
    name: str, line: int, key: str, meant: str, course: Path, changed: Callable[..., Path]
) -> None:
    is_added = len((course / name).read_text().splitlines()) < line
    changed(name, *(("", f'{key}: "1"\n') if is_added else (f"{meant}:", f"{key}:")))
    assert_refusal(complaint(course), f"{name}:{line}: ", "unknown key", repr(key), repr(meant))


@pytest.mark.parametrize(
    ("name", "line", "key", "suggested"),
    [
        ("q1/games.test", 15, "author", ["agentArgs", "agentName"]),
        ("q1/games.test", 15, "maxMoves", ["'maxTime'?"]),
        ("q2/tree.test", 25, "weight", ["alg", "class"]),
        ("q2/tree.solution", 3, "author", ["action", "best_actions"]),
        ("q2/CONFIG", 4, "extra_credit", ["'extra_points'?"]),
        ("CONFIG", 2, "semester", ["due", "late_days"]),
    ],
)
def test_any_other_key_is_a_remark(
    name: str, line: int, key: str, suggested: list[str], changed: Callable[..., Path]
) -> None:
    [remark] = remarks(changed(name, "", f'{key}: "1"\n'))
    assert_refusal(remark, f"{name}:{line}: ", "unknown key", repr(key), "ignored", *suggested)


def test_a_key_of_many_files_is_one_remark(course: Path) -> None:
    for number in range(3):
        (course / "q2" / f"tree-{number}.test").write_text(TREE + 'author: "me"\n')
        (course / "q2" / f"tree-{number}.solution").write_text(TREE_SOLUTION)
    [remark] = remarks(course)
    assert_refusal(remark, "q2/tree-0.test:25: ", "unknown key", "'author'", "ignored", "2 more files")


def test_the_keys_of_a_course_are_not_misspelled_keys_of_ours() -> None:
    """Keys of other kinds of files, and common words of courses, are not similar to any key."""
    kinds = {kind: COMMON_KEYS | (kind.keys or set()) for kind in CASE_CLASSES.values()}
    everywhere = frozenset().union(*kinds.values())
    words = """author comment category date description difficulty ghostArgs ghostSeed hint hints id max_score maxMoves
        min_points name note notes numGhosts score semester source speed tags timeLimit timeout title topic url version
        weight weights wins"""
    for keys in kinds.values():
        assert not [key for key in keys if misspelled(key, keys - {key}, ())]
        for key in (everywhere | set(words.split())) - keys:
            assert misspelled(key, keys, keys - {"points", "visibility", "maxTime", "randomSeed"}) is None, key


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("q1/games.test", 'agentName: "ReflexAgent"\n'),
        ("q1/games.test", 'numGames: "10"\n'),
        ("q1/games.test", 'ghosts: "[RandomGhost(1)]"\n'),
        ("q1/games.test", 'layoutName: "meadow"\n'),
        ("q2/tree.test", 'win_states: "b1 b2"\n'),
        ("q2/tree.test", 'class: "GraphGameTreeTest"\n'),
        ("q2/tree.solution", 'action: "left"\n'),
        ("q2/CONFIG", 'max_points: "5"\n'),
    ],
)
def test_a_missing_key_is_an_error(name: str, line: str, changed: Callable[..., Path]) -> None:
    key = line.partition(":")[0]
    assert_refusal(complaint(changed(name, line, "")), f"{name}: ", f"no '{key}'", "expected", f"{key}:")


def test_extra_credit_says_how_much(changed: Callable[..., Path]) -> None:
    """Such a question used to give 0 of 0 points."""
    extra = 'class: "ExtraCreditPassAllTestsQuestion"\nmax_points: "0"\nextra_credit: "2"\n'
    assert_refusal(complaint(changed("q2/CONFIG", TREES_CONFIG, extra)), "q2/CONFIG: ", "no 'extra_points'", "expected")


def test_extra_points_that_no_rule_gives(changed: Callable[..., Path]) -> None:
    course = changed("q2/CONFIG", "", 'extra_points: "2"\n')
    [remark] = remarks(course)
    assert_refusal(remark, "q2/CONFIG:4: ", "extra_points", "ignored", "ExtraCreditPassAllTestsQuestion")


@pytest.mark.parametrize(
    ("name", "old", "new", "line", "expected"),
    [
        ("q1/games.test", 'numGames: "10"', 'numGames: "ten"', 6, "'ten'; expected a whole number from 1"),
        ("q1/games.test", 'numGames: "10"', 'numGames: "0"', 6, "'0'; expected a whole number from 1"),
        ("q1/games.test", 'maxTime: "120"', 'maxTime: "0"', 5, "0; expected seconds, more than 0"),
        ("q1/games.test", 'maxTime: "120"', 'maxTime: "nan"', 5, "'nan'; expected a number"),
        ("q1/games.test", '"500 1000"', '"500 inf"', 10, "'500 inf'; expected numbers"),
        ("q1/games.test", 'winsMinimum: "1"', 'winsMinimum: "1e400"', 13, "'1e400'; expected a number"),
        ("q1/games.test", 'randomSeed: "0"', f'randomSeed: "{"9" * 4000}"', 7, "'9999"),
        ("q1/games.test", "", 'disabled: "yes"\n', 15, "'yes'; expected true or false"),
        ("q1/CONFIG", '"4"', f'"{"9" * 4000}"', 2, "'9999"),
        ("q2/tree.test", 'depth: "1"', 'depth: "0"', 3, "'0'; expected a whole number from 1"),
        ("q2/tree.test", "b2 5.0", "b2 nan", 21, "not an evaluation"),
        ("q2/tree.test", "b2 5.0", "b2 1e400", 21, "not an evaluation"),
        ("q2/tree.test", 'num_agents: "2"', 'num_agents: "0"', 7, "'0'; expected a whole number from 1"),
        ("q2/whole.test", 'depth: "2"', 'depth: "-2"', 9, "'-2'; expected a whole number from 1"),
        ("q2/whole.test", 'depth: "2"', 'maxTime: "-1"\ndepth: "2"', 9, "-1; expected seconds, more than 0"),
        ("CONFIG", "", 'late_percent_per_day: "ten"\n', 2, "'ten'; expected a number"),
        ("CONFIG", "", 'late_days: "-1"\n', 2, "-1; expected 0 to 365"),
    ],
)
def test_values_are_checked_when_they_are_read(
    name: str, old: str, new: str, line: int, expected: str, changed: Callable[..., Path]
) -> None:
    refusal = complaint(changed(name, old, new))
    assert refusal.startswith(f"{name}:{line}: ")
    assert f" is {expected}" in refusal


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ["optimalActions", "empty", "expected"]),
        ("[]", ["JSON of a move", "[[actions, states], …]"]),
    ],
)
def test_a_game_without_moves(text: str, expected: list[str], changed: Callable[..., Path]) -> None:
    rest = COUNTED_SOLUTION.partition("altDepthActions")[2]
    new = f'optimalActions: """\n{text}\n"""\naltDepthActions{rest}'
    assert_refusal(complaint(changed("q2/whole.solution", COUNTED_SOLUTION, new)), "q2/whole.solution:", *expected)


@pytest.mark.parametrize("number", ["1e400", "NaN", "9" * 5000, '"many"', "[]"])
def test_a_number_of_states_that_is_none(number: str, course: Path) -> None:
    line = f'[[["West"], {number}], [["West"], 1]]'
    (course / "q2" / "whole.solution").write_text(COUNTED_SOLUTION.replace("[[", f"{line}\n[[", 1))
    assert_refusal(complaint(course), "q2/whole.solution:4: ", "JSON of a move", "[[actions, states], …]")


def test_an_action_that_is_none(course: Path) -> None:
    (course / "q2" / "whole.solution").write_text(COUNTED_SOLUTION.replace('"West"', '"Wast"', 1))
    assert_refusal(complaint(course), "q2/whole.solution:", "JSON of a move", "[[actions, states], …]")


@pytest.mark.parametrize("agent", ["MinimaxAgent", "AlphaBetaAgent", "ExpectimaxAgent"])
@pytest.mark.parametrize(
    ("old", "new", "line", "state"),
    [
        ("b2 5.0\n", "", 15, "b2"),  # at the depth, and won
        ('win_states: "b1 b2"', 'win_states: "a b1 b2"', 12, "a"),  # won before the depth
        ("a right b2", "a right b9", 15, "b9"),
        ('depth: "1"', 'depth: "2"', 15, "b9"),  # no actions, and the depth is not reached
    ],
)
@pytest.mark.parametrize("ties", ["", 'ties: "any"\n'])
def test_a_leaf_without_an_evaluation(
    agent: str, old: str, new: str, line: int, state: str, ties: str, changed: Callable[..., Path]
) -> None:
    changed("q2/tree.test", "MinimaxAgent", agent)
    if "depth" in old:
        changed("q2/tree.test", "a right b2", "a right b9")
    course = changed("q2/tree.test", old, new)
    changed("q2/tree.test", "", ties)
    facts = f"state {state!r}", "evaluation", f"'{state} NUMBER'", "evaluation"
    assert_refusal(complaint(course), f"q2/tree.test:{line}: ", *facts)


def test_a_tree_that_is_too_deep_to_be_searched(course: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The case can be read, and is refused in one line when its solution is generated."""
    text = TREE.partition("successors")[0].replace('depth: "1"', 'depth: "5000"')
    rows = "root on root"
    (course / "q2" / "tree.test").write_text(f'{text}successors: """\n{rows}\n"""\nevaluation: """\nroot 1\n"""\n')
    assert remarks(course) == []
    assert main(["grade", "--generate-solutions", "--cases", str(course), "-q", "q2"]) == 2
    assert_refusal(capsys.readouterr().err, f"run.py grade: {course}/q2/tree.test: ", "too deep")


def test_a_leaf_that_alpha_beta_never_sees_needs_none(changed: Callable[..., Path]) -> None:
    changed("q2/tree.test", "MinimaxAgent", "AlphaBetaAgent")
    changed("q2/tree.solution", " c2", "")
    assert remarks(changed("q2/tree.test", "c2 9.0\n", "")) == []


def test_a_start_that_leads_nowhere(changed: Callable[..., Path]) -> None:
    course = changed("q2/tree.test", 'start_state: "root"', 'start_state: "rot"')
    assert_refusal(complaint(course), "q2/tree.test:8: ", "cannot be searched")


def test_a_large_tree_is_not_searched_when_it_is_read(changed: Callable[..., Path]) -> None:
    """Two states that lead to each other and to themselves: 2 ** 60 paths of sixty plies."""
    rows = "\n".join(f"{state} {action} {action}" for state in ("root", "a", "b") for action in ("a", "b"))
    text = TREE.partition("successors")[0].replace('depth: "1"', 'depth: "30"')
    course = changed("q2/tree.test", TREE, f'{text}successors: """\n{rows}\n"""\nevaluation: """\na 1\nb 2\n"""\n')
    assert remarks(course) == []


def test_a_solution_that_the_reference_does_not_find(changed: Callable[..., Path]) -> None:
    facts = "q2/tree.solution: ", "reference search", "--generate-solutions"
    [remark] = remarks(changed("q2/tree.solution", '"left"', '"right"'))
    assert_refusal(remark, *facts)
    changed("q2/tree.solution", '"right"', '"left"')
    [remark] = remarks(changed("q2/tree.solution", " b2", ""))
    assert_refusal(remark, *facts)


@pytest.mark.parametrize(
    ("old", "new", "facts"),
    [
        ("root left a\n", "root left c\nroot left a\n", ("q2/tree.test:13: ", "'root'", "'left'", "first is ignored")),
        ("b1 3.0\n", "b1 4.0\nb1 3.0\n", ("q2/tree.test:21: ", "'b1'", "first is ignored")),
        ('"c1 c2"', '"c1 c2 b2"', ("q2/tree.test:10: ", "'b2'", "won and lost")),
    ],
)
def test_entries_of_a_tree_that_contradict_each_other(
    changed: Callable[..., Path], old: str, new: str, facts: tuple[str, ...]
) -> None:
    [remark] = remarks(changed("q2/tree.test", old, new))
    assert_refusal(remark, *facts)


def test_a_row_of_a_tree_that_is_there_twice_is_no_mistake(changed: Callable[..., Path]) -> None:
    changed("q2/tree.test", "root left a\n", "root left a\nroot left a\n")
    assert remarks(changed("q2/tree.test", "b1 3.0\n", "b1 3.0\nb1 3\n")) == []


def test_an_agent_that_is_nobodys(changed: Callable[..., Path]) -> None:
    course = changed("q1/games.test", '"ReflexAgent"', '"RefelxAgent"')
    [remark] = remarks(course)
    assert_refusal(remark, "q1/games.test:2: ", "agent 'RefelxAgent'", "multiAgents.py", "'ReflexAgent'?")
    cases = load_assignment(course).cases
    assert {name: [case.id for case in asking] for name, asking in unknown_agents(course, cases).items()} == {
        "RefelxAgent": ["q1/games"]
    }
    beside = course.parent / "multiAgents.py"
    beside.write_text("class RefelxAgent: pass\n")
    assert remarks(course) == []
    beside.write_text("this is no Python")  # unreadable, so it may define any class
    assert remarks(course) == []


@pytest.mark.parametrize("agent", sorted(BERKELEYS_AGENTS))
def test_berkeleys_agents_are_known(agent: str, changed: Callable[..., Path]) -> None:
    assert remarks(changed("q1/games.test", '"ReflexAgent"', f'"{agent}"')) == []


WORTH = 'points: "2"\n'


@pytest.mark.parametrize(
    ("rule", "most", "cases", "reachable"),
    [
        ("PartialCreditQuestion", 4, [GAMES], None),
        ("PartialCreditQuestion", 5, [GAMES], 4),
        ("PartialCreditQuestion", 1, [TREE], 0),
        ("PartialCreditQuestion", 8, [GAMES, GAMES], None),
        ("Q6PartialCreditQuestion", 9, [GAMES, GAMES], 8),
        ("PartialCreditQuestion", 4, [GAMES.replace('numGames: "10"', 'numGames: "9"')], 0),  # 10 are not timed out
        ("PartialCreditQuestion", 4, [GAMES.replace('"5 10"', '"5 11"')], 3),
        ("PartialCreditQuestion", 4, [GAMES.replace("500 1000", "500 100000")], 3),
        ("PartialCreditQuestion", 4, [GAMES.replace('winsMinimum: "1"', 'winsMinimum: "11"')], 0),
        ("NumberPassedQuestion", 2, [TREE, TREE], None),
        ("NumberPassedQuestion", 3, [TREE, TREE], 2),
        ("HackedPartialCreditQuestion", 2, [TREE + WORTH, TREE], None),
        ("HackedPartialCreditQuestion", 5, [TREE + WORTH, TREE + WORTH], 4),
        ("PassAllTestsQuestion", 100, [TREE, GAMES], None),
        ("ExtraCreditPassAllTestsQuestion", 100, [TREE], None),
        ("PartialCreditQuestion", 0, [GAMES], None),  # points on top
    ],
)
def test_a_maximum_that_the_cases_cannot_reach(
    rule: str, most: int, cases: list[str], reachable: int | None, course: Path
) -> None:
    folder = course / "q3"
    folder.mkdir()
    extra = 'extra_points: "1"\n' if rule.startswith("Extra") else ""
    (folder / "CONFIG").write_text(f'class: "{rule}"\nmax_points: "{most}"\n{extra}')
    for number, text in enumerate(cases):
        (folder / f"{number}.test").write_text(text)
        (folder / f"{number}.solution").write_text(TREE_SOLUTION)
    (course / "CONFIG").write_text('order: "q3"\n')
    found = remarks(course)
    assert len(found) == (reachable is not None)
    for remark in found:
        assert_refusal(remark, "q3/CONFIG:2: ", "max_points", str(most), str(reachable))


def test_one_case_alone_is_measured_by_its_whole_question(changed: Callable[..., Path], course: Path) -> None:
    (course / "q1" / "more.test").write_text(GAMES)
    changed("q1/CONFIG", '"4"', '"8"')
    assert load_assignment(course).only_cases("q1/more").remarks == []


class OwnCase(Case):
    """A case class of a teacher, which declares no keys."""

    has_solution = False

    def run(self, student: Student, limits: Limits) -> CaseResult:
        return self.result(True, ())


def test_a_class_of_the_teachers_own(course: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CASE_CLASSES._entries, "OwnTest", OwnCase)
    (course / "q1" / "games.test").write_text('class: "OwnTest"\nwhatever: "1"\n')
    assert remarks(course) == []
    monkeypatch.setattr(OwnCase, "keys", frozenset({"wanted"}))
    [remark] = remarks(course)
    assert_refusal(remark, "q1/games.test:2: ", "unknown key", "'whatever'", "ignored", "class", "decisionTime")


def test_grade_refuses_and_warns(changed: Callable[..., Path], capsys: pytest.CaptureFixture[str]) -> None:
    course = changed("q2/tree.test", "", 'author: "me"\n')
    assert main(["grade", str(TEMPLATE), "--cases", str(course), "-q", "q2", "--mute"]) == 0
    assert f"warning: {course}/q2/tree.test:25: unknown key 'author' is ignored" in capsys.readouterr().err
    changed("CONFIG", "", 'late_percent_per_day: "ten"\n')
    assert main(["grade", str(TEMPLATE), "--cases", str(course)]) == 2
    written = capsys.readouterr()
    assert (written.out, len(written.err.splitlines())) == ("", 1)
    assert "CONFIG:2: late_percent_per_day is 'ten'; expected a number" in written.err


def test_a_bundle_warns_and_is_refused_too(
    changed: Callable[..., Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    course = changed("q2/tree.test", "", 'author: "me"\n')
    assert main(["bundle", str(tmp_path / "first.zip"), "--cases", str(course)]) == 0
    assert f"warning: {course}/q2/tree.test:25: unknown key 'author' is ignored" in capsys.readouterr().err
    course = changed("CONFIG", "", 'late_percent_per_day: "ten"\n')
    with pytest.raises(GradingError, match="late_percent_per_day is 'ten'"):
        write_bundle(tmp_path / "out.zip", course, DiceKey("key"), None, 60)
    assert not (tmp_path / "out.zip").exists()


def test_fresh_instances_keep_the_remarks(changed: Callable[..., Path]) -> None:
    from autograder.assignment.fresh_instances import freshen

    assignment: Assignment = load_assignment(changed("q1/games.test", "", 'author: "me"\n')).only("q1")
    assert freshen(assignment, 1).remarks == assignment.remarks != []
