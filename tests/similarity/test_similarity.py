"""Similar submissions: copies are found whatever their disguise, and honest work stays behind them."""

import json
import subprocess
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from autograder.similarity.code_pieces import CodePieces
from autograder.similarity.collecting import read_class, read_pieces
from autograder.similarity.comparison import Similarity, compare_submissions
from benchmarks.similar_files import TEMPLATE, similar_class
from jobs.process_pool import TaskLost
from jobs.task_executor import TaskExecutor

Command = Callable[..., "subprocess.CompletedProcess[str]"]


def pieces(text: str) -> CodePieces:
    return read_pieces({"multiAgents.py": text.encode()})


def features(text: str) -> set[int]:
    (piece,) = pieces(text).trees or ()
    return set(piece.features)


BASE = """
def value(state, agents):
    total = 3 * state.getScore() + len(agents)
    for agent in agents:
        if agent.scaredTimer > 2 and total:
            total += agent.index
        else:
            total = -float("inf")
    return total
"""
EQUAL = {
    "other names": BASE.replace("total", "t").replace("agents", "ghosts").replace("value", "f"),
    "a docstring and comments": BASE.replace("    total = 3", '    """Add."""  # now\n    print(1)\n    total = 3'),
    "exchanged operands": BASE.replace("3 * state.getScore() + len(agents)", "len(agents) + state.getScore() * 3.0"),
    "a turned comparison": BASE.replace("agent.scaredTimer > 2 and total", "total and 2 < agent.scaredTimer"),
    "a plain assignment": BASE.replace("total += agent.index", "total = total + agent.index"),
    "another infinity": BASE.replace('float("inf")', "999999"),
    "annotations": BASE.replace("state, agents", "state: int, agents: list"),
    "another order": """
def value(state, agents):
    for agent in agents:
        if agent.scaredTimer > 2 and total:
            total += agent.index
        else:
            total = -float("inf")
    return total
    total = 3 * state.getScore() + len(agents)
""",
}


@pytest.mark.parametrize("text", EQUAL.values(), ids=EQUAL)
def test_a_disguise_changes_no_feature(text: str) -> None:
    assert features(text) == features(BASE)


@pytest.mark.parametrize(
    ("old", "new"), [("3 *", "4 *"), ("> 2", "< 2"), ("getScore", "getFood"), ("and", "or"), ("if ", "while ")]
)
def test_other_code_has_other_features(old: str, new: str) -> None:
    text = BASE.replace(old, new)
    if new == "while ":
        text = text.replace('        else:\n            total = -float("inf")\n', "")
    assert features(text) != features(BASE)


def test_a_loop_that_is_rewritten_keeps_most_features() -> None:
    rewritten = BASE.replace(
        "    for agent in agents:\n",
        "    i = 0\n    while i < len(agents):\n        agent = agents[i]\n        i += 1\n",
    )
    assert len(features(rewritten) & features(BASE)) > 0.6 * len(features(BASE))


def ranks(similarity: Similarity, sources: dict[str, tuple[str, ...]]) -> dict[str, int]:
    """Return the place, from 0, of the first pair of each copy with one of its sources."""
    return {
        copy: place
        for copy, known in sources.items()
        for place, pair in reversed(list(enumerate(similarity.pairs)))
        if copy in pair.ids and set(pair.ids) & set(known)
    }


@pytest.mark.parametrize(
    ("files", "copies", "shown", "least", "seed"),
    [
        (50, 14, 17, 13, 0),
        pytest.param(100, 20, 25, 18, 1, marks=pytest.mark.thorough),
        pytest.param(100, 20, 25, 18, 2, marks=pytest.mark.thorough),
    ],
)
def test_planted_copies_are_listed_first(files: int, copies: int, shown: int, least: int, seed: int) -> None:
    """Copies are renamed, reordered, commented, with other loops, an edited template, of two sources, or all of it."""
    texts = list(similar_class(seed, files, copies))
    read = {id: pieces(text) for id, text, _ in texts}
    found = compare_submissions(read, [pieces(TEMPLATE)], [], shown)
    sources = {id: from_ for id, _, from_ in texts if from_}
    assert len(found.pairs) == shown
    assert len(ranks(found, sources)) >= least
    assert found == compare_submissions(dict(reversed(read.items())), [pieces(TEMPLATE)], [], shown)


def compared(texts: dict[str, str], template: str = "", known: Iterable[str] = ()) -> Similarity:
    read = {id: pieces(text) for id, text in texts.items()}
    return compare_submissions(read, [pieces(template)], map(pieces, known), 10)


OTHER = "def other(x):\n    y = [x.first(n) for n in range(7)]\n    return sum(y) / 2.5 + x.rest(y[3])\n"
CLASS = {f"student-{number}": f"def f(x):\n    return x.part({number}) + {number} * x.whole()\n" for number in range(8)}


def top(similarity: Similarity) -> tuple[str, str]:
    return similarity.pairs[0].ids


def test_code_of_the_template_does_not_count() -> None:
    texts = {**CLASS, "a": BASE, "b": BASE}
    assert top(compared(texts)) == ("a", "b")
    assert all({"a", "b"} != set(pair.ids) for pair in compared(texts, template=BASE).pairs)


def test_code_of_known_solutions_is_a_category_of_its_own() -> None:
    """Two students share a public text, two others a text of their own."""
    found = compared({**CLASS, "a": BASE, "b": BASE, "c": OTHER, "d": OTHER}, known=[BASE])
    assert top(found) == ("c", "d")
    assert [pair.ids for pair in found.known_pairs] == [("a", "b")]
    assert ("a", "b") not in [pair.ids for pair in found.pairs]


def test_a_rare_function_counts_more_than_a_common_one() -> None:
    common = {id: text + BASE for id, text in CLASS.items()}
    common["student-0"] += OTHER
    common["student-1"] += OTHER
    found = compared(common)
    assert top(found) == ("student-0", "student-1")
    assert found.pairs[0].matches[0].first.name == "other"


def test_groups_join_pairs() -> None:
    found = compared({**CLASS, "a": BASE, "b": BASE, "c": BASE.replace("total", "t")})
    assert found.groups == [["a", "b", "c"]]


def test_a_file_that_cannot_be_parsed_is_compared_by_tokens() -> None:
    python_2 = BASE.replace("total", "t").replace("    return t", "    print t\n    return t")
    found = compared({**CLASS, "a": BASE, "b": python_2})
    (pair,) = [pair for pair in found.pairs if pair.ids == ("a", "b")]
    assert pair.by_tokens
    assert (pair.matches[0].first.name, pair.matches[0].first.first_line) == ("value", 2)
    assert found.pairs[0] is pair


class Fragile(TaskExecutor):
    """An executor whose worker dies when it parses a file with the word `bomb`, or does anything with `worse`."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        text = b"".join(args[0].values())
        if b"worse" in text or (b"bomb" in text and fn is read_pieces):
            future.set_exception(TaskLost("killed by SIGSEGV", (0, 0), 0.0))
        else:
            future.set_result(fn(*args, **kwargs))
        return future


def test_a_file_that_breaks_the_parser_costs_no_other() -> None:
    texts = {"a": BASE, "b": f"# bomb\n{BASE}", "c": "# worse"}
    found, problems = read_class({id: {"m.py": text.encode()} for id, text in texts.items()}, Fragile())
    assert found["a"].trees
    assert (found["b"].trees, bool(found["b"].tokens)) == (None, True)
    assert found["b"].problem == problems["c"] == "cannot be read: killed by SIGSEGV"
    assert found.keys() == {"a", "b"}


@pytest.mark.parametrize(
    "text", ["(" * 5000, "x = " + "-" * 200_000 + "1", "\0", "é = '", "f(" + "lambda:" * 9000 + "0)"]
)
def test_code_made_to_break_a_parser_is_read(text: str) -> None:
    assert pieces(text).trees is None


EVIL = "<script>alert(1)</script>"


def test_the_command_shows_both_texts(call: Command, tmp_path: Path) -> None:
    folder = tmp_path / "class"
    folder.mkdir()
    for id, text in {**CLASS, "ann": BASE, "bob": f"# {EVIL}\n{BASE.replace('total', 't')}"}.items():
        (folder / f"{id}.py").write_text(text)
    (folder / "notes.zip").write_bytes(b"no zip")
    paths = tmp_path / "s.html", tmp_path / "s.json"
    result = call("similar", folder, "--html", paths[0], "--json", paths[1], "--workers", "1", "--pairs", "3")
    assert result.returncode == 0, result.stderr
    assert "not verdicts" in result.stdout
    assert "notes: " in result.stdout
    table, page = json.loads(paths[1].read_text()), paths[0].read_text()
    first = table["pairs"][0]
    assert (first["ids"], first["shares"]) == (["ann", "bob"], [1.0, 1.0])
    assert first["functions"][0]["second"] == {"file": "bob.py", "name": "value", "lines": [3, 10]}
    assert len(table["pairs"]) <= 3
    assert "not verdicts" in page
    assert EVIL not in page
    assert page.count("for agent in agents:") == 2


def test_a_page_can_be_chinese(call: Command, tmp_path: Path) -> None:
    for id in ("a", "b"):
        (tmp_path / f"{id}.py").write_text(BASE)
    assert call("similar", tmp_path, "--html", tmp_path / "s.html", "--lang", "zh").returncode == 0
    assert "不是结论" in (tmp_path / "s.html").read_text()


MISTAKES = {
    "no folder": (["missing"], "missing: cannot be read"),
    "an empty folder": (["empty"], "empty: no submission"),
    "one submission": (["one"], "one: 1 submission"),
    "no template": (["two", "--template", "missing.py"], "missing.py: cannot be read"),
    "a folder as template": (["two", "--template", "one"], "one: a folder"),
    "no known solutions": (["two", "--known", "missing"], "missing: cannot be read"),
    "no place for the page": (["two", "--html", "missing/s.html"], "missing/s.html: cannot be written"),
    "a page of another kind": (["two", "--html", "s.txt"], "expected a name that ends in .html"),
    "no pairs": (["two", "--pairs", "0"], "'0' is not a whole number from 1 up"),
}


@pytest.mark.parametrize(("words", "expected"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_one_line(
    words: list[str], expected: str, call: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder, ids in {"empty": "", "one": "a", "two": "ab"}.items():
        (tmp_path / folder).mkdir()
        for id in ids:
            (tmp_path / folder / f"{id}.py").write_text(BASE)
    monkeypatch.chdir(tmp_path)
    result = call("similar", *words)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert expected in result.stderr


def graded(id: str, *cases: tuple[str, bool, str, str], bug: str = "") -> str:
    """Return a row of grades: path, whether it passed, answer and digest of each case."""
    data = [
        {"path": path, "passed": passed, "answer": answer, "generated": states, "bug": bug if not passed else None}
        for path, passed, answer, states in cases
    ]
    return json.dumps(
        {"id": id, "questions": [{"cases": data}, {"cases": [{"path": "q1/1", "passed": True, "bug": None}]}]}
    )


GRADES = [
    graded("ann", ("q2/1", False, "left", "a1"), ("q2/2", False, "right", "b2"), bug="depth off by one"),
    graded("bob", ("q2/1", False, "left", "a1"), ("q2/2", False, "right", "b3"), bug="depth off by one"),
    graded("cleo", ("q2/1", False, "left", "a9"), ("q2/2", True, "middle", "c1")),
    graded("dan", ("q2/1", True, "middle", "c0"), ("q2/2", True, "middle", "c1")),
]


def test_the_same_wrong_answers_are_shown_with_grades(call: Command, tmp_path: Path) -> None:
    """An answer counts with the states that were generated; right answers do not count."""
    grades = tmp_path / "class.jsonl"
    grades.write_text("\n".join(GRADES) + "\n")
    folder = tmp_path / "class"
    folder.mkdir()
    for id in ("ann", "bob"):
        (folder / f"{id}.py").write_text(BASE)
    report = tmp_path / "s.json"
    page = tmp_path / "s.html"
    result = call("similar", folder, "--grades", grades, "--json", report, "--html", page)
    table = json.loads(report.read_text())
    (alike,) = table["behaviour"]
    assert (alike["ids"], alike["cases"], alike["failed"]) == (["ann", "bob"], ["q2/1"], 2)
    assert (alike["bugs"], alike["rarest"]) == (["depth off by one"], 2)
    assert table["pairs"][0]["behaviour"] == alike
    assert "1 of 2" in result.stdout
    assert "1 of 2 failed cases" in page.read_text()


BAD_GRADES = {
    "no file": (None, "grades.jsonl: cannot be read"),
    "no JSON": ("ann,12\n", "grades.jsonl:1: not JSON"),
    "another file": (GRADES[0] + '\n{"game": 1}\n', "grades.jsonl:2: not a row of grades"),
    "a list": ("[1]\n", "grades.jsonl:1: not a row of grades"),
    "rows without answers": ('{"id": "ann", "questions": []}\n', "grades.jsonl: its rows have no answers"),
}


@pytest.mark.parametrize(("text", "expected"), BAD_GRADES.values(), ids=BAD_GRADES)
def test_grades_that_cannot_be_used_are_one_line(
    text: str | None, expected: str, call: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "class").mkdir()
    for id in ("ann", "bob"):
        (tmp_path / "class" / f"{id}.py").write_text(BASE)
    if text is not None:
        (tmp_path / "grades.jsonl").write_text(text)
    result = call("similar", "class", "--grades", "grades.jsonl")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert expected in result.stderr
