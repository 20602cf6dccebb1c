"""Pages of grades in a real browser: what students see, what they must not see, and the page of a class."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pacman
from agents.microscope.search_page import ShownTree, shown_tree
from agents.microscope.tree_data import UnsearchedPart, tree_data
from agents.search.search_tree import SearchTree
from autograder.case_types.failure_data import replay_data
from autograder.classroom.changes import CaseChange, Change, Difference, QuestionChange, Reason, Score
from autograder.classroom.class_rows import ClassGrades, ClassRow
from autograder.diagnosis import bug_names
from autograder.errors import GradingError
from autograder.failures import Failure, FailureKind, StudentFailure
from autograder.reporters.class_pages import ClassPages
from autograder.reporters.grade_page import draw_grade_page
from autograder.reporters.json_report import grade_data, read_grade
from autograder.results import CaseResult, Grade, QuestionResult, Status
from pacman.display.messages import LANGUAGES, Words
from pacman.record import GameRecord
from tests.page_data import failed_cases, page_data

ROOT = Path(__file__).parent.parent.parent
SUBMISSIONS = ROOT / "tests" / "autograder" / "submissions"
SCRIPT = "<script>alert(1)</script>"

OpenPage = Callable[..., Any]


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the page of a submission that prunes on equality."""
    path = tmp_path_factory.mktemp("grade") / "grade.html"
    words = [sys.executable, str(ROOT / "run.py"), "grade", str(SUBMISSIONS / "bug_equality_and_root.py"), "-q", "q3"]
    result = subprocess.run([*words, "--html", str(path)], capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stderr
    return path


def test_a_failed_case_has_its_tree_twice_with_the_difference_marked(open_page: OpenPage, graded: Path) -> None:
    page = open_page(graded)
    page.wait_for_selector("svg.tree")
    case = page.locator("details.failed").first
    assert case.get_attribute("open") is not None
    assert "Likely bug: " in case.inner_text()
    assert case.locator("svg.tree").count() == 2
    found, expected = case.locator("svg.tree").all()
    assert [tree.locator(".node.wrong").count() for tree in (found, expected)] == [1, 1]
    assert [tree.locator(".part").count() for tree in (found, expected)] == [1, 1]
    assert found.locator(".node.differs").count() >= 1, "all nodes that differ are marked in the student's tree"
    assert expected.locator(".node.differs").count() == 0
    assert page.locator("svg.tree .unvisited").count() > 0
    assert page.locator("h2", has_text="What to try next").count() == 1


@pytest.mark.parametrize(("width", "theme"), [(1280, "light"), (390, "dark")])
def test_nothing_is_wider_than_the_screen(open_page: OpenPage, graded: Path, width: int, theme: str) -> None:
    page = open_page(graded, width=width, theme=theme)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_long_words_are_broken(open_page: OpenPage, tmp_path: Path) -> None:
    name = "very_long_" * 60
    case = failed_case("tree", bug=bug_names.UNKNOWN_NAME, advice=name)
    path = tmp_path / "grade.html"
    path.write_text(draw_grade_page(Grade("a.py", "strict", [QuestionResult("q1", 0, 4, [case], [name])])), "utf-8")
    page = open_page(path)
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("width", "theme"), [(1280, "light"), (390, "dark")])
def test_what_changed_since_an_earlier_grading(
    open_page: OpenPage, tmp_path: Path, width: int, theme: str, language: str
) -> None:
    words, name = Words(language), "a-case-with-a-very-long-name-" * 8
    case = CaseChange(name, "passed", "failed", is_visible=True)
    question = QuestionChange("q1", Score(4, 4), Score(0, 4), (case,), False, (False, False), is_visible=True)
    reason = Reason((Difference("submission", "change-submission"), Difference("cases", "change-layouts")), ("grader",))
    total = Score(4, 4), Score(0, 4)
    change = Change("ann", ("ok", "ok"), total, (question,), late=(0, 1), reason=reason)
    path = tmp_path / "grade.html"
    grade = Grade("ann", "strict", [QuestionResult("q1", 0, 4, [failed_case(name)])], is_complete=True)
    path.write_text(draw_grade_page(grade, words, change), "utf-8")
    page = open_page(path, width=width, theme=theme)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    shown = page.locator("section.changed").inner_text()
    assert name in shown
    for fact in ("submission", "cases", "grader"):
        assert words(f"fact-{fact}") in shown
    path.write_text(draw_grade_page(grade, words), "utf-8")
    assert open_page(path).locator("section.changed").count() == 0


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_wide_tree_opens_at_the_first_difference(open_page: OpenPage, graded: Path, theme: str) -> None:
    page = open_page(graded, width=390, theme=theme)
    page.wait_for_selector("svg.tree")
    case = page.locator("details.failed", has_text="12-loss-on-the-way")
    case.locator("summary").click()
    case.locator("svg.tree").last.wait_for()
    frames = case.locator(".trees .tree-frame")
    assert frames.count() == 2
    for frame in frames.all():
        assert frame.evaluate("each => each.scrollWidth > each.clientWidth"), "a tree that fits shows nothing here"
        page.wait_for_function(
            """each => {
                const node = each.querySelector(".wrong :is(path, rect)");
                const [note, frame] = [node, each].map((one) => one.getBoundingClientRect());
                return frame.left <= note.left && note.right <= frame.right;
            }""",
            arg=frame.element_handle(),
        )


def test_trees_are_printed_whole(open_page: OpenPage, graded: Path) -> None:
    page = open_page(graded, width=390)
    page.wait_for_selector("svg.tree")
    page.emulate_media(media="print")
    widths = "each => each.map((tree) => [tree.getBoundingClientRect().width, tree.parentElement.clientWidth])"
    page.evaluate("() => dispatchEvent(new Event('beforeprint'))")
    shown = page.locator("details.failed svg.tree").evaluate_all(widths)
    assert len(shown) == 2 * page.locator("details.failed .trees").count() > 20, "what failed is printed, folded or not"
    assert all(0 < tree < frame + 1 for tree, frame in shown)


# -- a search beside the correct one ---------------------------------------------------------------------------------


def is_within(inner: dict[str, float], outer: dict[str, float]) -> bool:
    return all(outer[at] <= inner[at] <= outer[at] + outer[size] for at, size in (("x", "width"), ("y", "height")))


def test_every_failed_case_leads_to_the_two_searches(open_page: OpenPage, graded: Path) -> None:
    page = open_page(graded)
    failed = page.locator("details.failed")
    assert failed.count() > 10
    boards = 0
    for case in failed.all():
        case.evaluate("each => { each.open = true; }")
        name = case.locator("summary").first.inner_text().removeprefix("FAIL: ")
        case.locator("a.explain").click()
        dialog = page.locator("dialog[open]")
        assert dialog.locator("h2").first.inner_text() == name
        assert f"Likely bug: {bug_names.PRUNED_ON_EQUALITY}" in dialog.inner_text()
        assert "The searches first differ" in dialog.inner_text()
        assert dialog.locator(".search-panel").count() == 2
        for panel in dialog.locator(".search-panel").all():
            marked = panel.locator(".node.wrong")
            assert is_within(marked.bounding_box(), panel.locator(".tree-frame").bounding_box()), name
        has_board = dialog.locator("svg.board").count()
        dialog.locator("button.leave").click()
        assert page.locator("dialog[open]").count() == 0
        boards += has_board
    assert boards == 2, "the decisions of both games have their boards"


@pytest.mark.parametrize(("width", "theme"), [(1280, "dark"), (390, "light")])
def test_the_address_opens_the_two_searches(open_page: OpenPage, graded: Path, width: int, theme: str) -> None:
    page = open_page(graded, width=width, theme=theme)
    link = page.locator("a.explain").first
    link.click()
    page.wait_for_selector("dialog[open] .tree .node.wrong")
    assert page.evaluate("document.querySelector('dialog[open]').scrollWidth") <= width
    page.locator("dialog[open] button.back").first.click()
    assert page.locator("dialog[open] .search-panel").first.get_attribute("data-step") is not None
    page.go_back()
    page.wait_for_selector("dialog[open]", state="hidden")
    link.click()
    page.reload()
    page.wait_for_selector("dialog[open] .tree .node.wrong")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog[open]", state="hidden")
    page.wait_for_function("() => !location.hash.includes('search')")  # the event of closing comes a little later


def test_what_a_search_is_called_is_never_markup(open_page: OpenPage, tmp_path: Path) -> None:
    """Names of states and actions come from a case, or from a student."""
    tree: SearchTree[str, str] = SearchTree("root", {0: "max"})
    tree.add(0, 0, SCRIPT, SCRIPT)
    shown = ShownTree(SCRIPT, tree, UnsearchedPart(lambda state, agent, ply: (), 2), SCRIPT, [SCRIPT], 1)
    trees = [{**shown_tree(shown), "data": tree_data(shown.tree, shown.unsearched)}]
    search = {"agent": "MinimaxAgent", "source": SCRIPT, "lines": [SCRIPT], "trees": trees}
    case = failed_case("tree", search=search, bug="x", advice=SCRIPT)
    path = tmp_path / "grade.html"
    path.write_text(draw_grade_page(Grade("my file.py", "strict", [QuestionResult("q1", 0, 4, [case])])), "utf-8")
    page = open_page(path)
    assert f"run.py explain '{SCRIPT}' -p 'my file.py:MinimaxAgent'" in page.inner_text("details code")
    page.locator("a.explain").click()
    page.wait_for_selector("dialog[open] .tree .node")
    assert page.locator("script").count() == 4  # the page's own, packed and unpacked, the searches
    assert SCRIPT in page.inner_text(".search-panel h2")
    assert SCRIPT in page.inner_text(".node-facts")


def test_it_prints(open_page: OpenPage, graded: Path) -> None:
    assert open_page(graded).pdf().startswith(b"%PDF")


def test_pages_carry_only_what_they_need(graded: Path, lost_game: GameRecord) -> None:
    """A page without searches has no code for them, and one without games none for games."""
    game = failed_case("games", game=replay_data(lost_game, "ReflexAgent"))
    passing, playing = (
        draw_grade_page(Grade("a.py", "none", [QuestionResult("q1", 0, 4, cases)])) for cases in ([], [game])
    )
    assert len(passing) < 20_000 < len(playing) < 72_000
    assert "treeZoom" not in passing + playing
    assert graded.stat().st_size < 88_000, "24 failed cases of one question, each with two trees; there were 390 KB"


def test_only_the_first_trees_without_a_search_are_drawn_as_text() -> None:
    """A crash has no search to show; its 40 trees would make the page twice as large."""
    cases = [failed_case(f"tree-{number}", drawing=[f"MAX = {number}"]) for number in range(4)]
    page = draw_grade_page(Grade("a.py", "none", [QuestionResult("q2", 0, 5, cases)]))
    assert [f"MAX = {number}" in page for number in range(4)] == [True, True, False, False]
    assert [f"-t q2/tree-{number}" in page for number in range(4)] == [False, False, True, False]


def failed_case(name: str, **facts: Any) -> CaseResult:
    return CaseResult(name, f"cases/q1/{name}.test", Status.FAILED, max_points=1, reasons=[SCRIPT], **facts)


def test_a_lost_game_plays_from_shortly_before_its_end(
    open_page: OpenPage, lost_game: GameRecord, tmp_path: Path
) -> None:
    case = failed_case("games", game=replay_data(lost_game, "ReflexAgent"), output=SCRIPT)
    grade = Grade(SCRIPT, "strict", [QuestionResult("q1", 0, 4, [case], [SCRIPT])], is_complete=True)
    path = tmp_path / "grade.html"
    path.write_text(draw_grade_page(grade), encoding="utf-8")
    page = open_page(path)
    start = int(page.get_attribute(".player", "data-state"))
    assert start == max(0, len(lost_game.moves) - 10)
    page.locator(".player").press("End")
    assert "Pacman lost" in page.inner_text(".end")
    page.click("button.why")
    assert "round in which Pacman could be saved" in page.inner_text(".death-of .line")
    page.click("summary:has-text('what your code printed')")
    assert page.inner_text("details pre") == SCRIPT
    assert page.locator("script").count() == 4  # the page's own, the player's messages, the game's and the case's data
    assert SCRIPT in page.inner_text("h1")


def test_a_player_among_others_has_keys_and_a_visible_focus(
    open_page: OpenPage, lost_game: GameRecord, tmp_path: Path
) -> None:
    """Space on a button presses it, on the player it plays."""
    case = failed_case("games", game=replay_data(lost_game, "ReflexAgent"))
    path = tmp_path / "grade.html"
    path.write_text(draw_grade_page(Grade("a.py", "strict", [QuestionResult("q1", 0, 4, [case])])), "utf-8")
    page = open_page(path)
    page.locator("details.failed > summary").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "player of-1"
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.locator("button.why").focus()
    page.keyboard.press("Tab")
    page.keyboard.press(" ")
    assert page.locator("table.help").is_visible()
    assert page.get_attribute("button.play", "aria-pressed") == "false"
    page.locator(".player").press(" ")
    assert page.get_attribute("button.play", "aria-pressed") == "true"


def test_help_and_the_end_of_a_game_are_read_on_a_phone(
    open_page: OpenPage, lost_game: GameRecord, tmp_path: Path
) -> None:
    """No word is broken, although the case around the player allows it, and no part leaves the screen."""
    case = failed_case("games", game=replay_data(lost_game, "ReflexAgent"))
    path = tmp_path / "grade.html"
    path.write_text(draw_grade_page(Grade("a.py", "strict", [QuestionResult("q1", 0, 4, [case])])), "utf-8")
    page = open_page(path, width=390)
    page.locator(".player").press("End")
    assert page.locator(".end strong").bounding_box()["height"] < 40, "two words are one line"
    page.click("button.keys")
    box = page.locator("table.help").bounding_box()
    assert 0 <= box["x"] <= box["x"] + box["width"] <= 390
    rows = page.locator("table.help tr")
    assert max(row.bounding_box()["height"] for row in rows.all()) < 60, "a meaning takes two lines at most"


def test_output_that_is_cut_is_said_to_be() -> None:
    def page(output: str) -> str:
        return draw_grade_page(Grade("a.py", "none", [QuestionResult("q1", 0, 4, [failed_case("x", output=output)])]))

    (cut,), (whole,) = failed_cases(page("word " * 1000)), failed_cases(page("word\n"))
    assert (len(cut["output"]), cut["isOutputCut"]) == (4000, True)
    assert (whole["output"], whole["isOutputCut"]) == ("word", False)
    shown = page_data(page("word"), "grade")["words"]
    assert (shown["grade-output"], shown["grade-output-end"]) == (
        "what your code printed",
        "the end of what your code printed",
    )


def test_a_crash_is_told_in_the_student_s_words() -> None:
    class Crashing:
        def getAction(self, state: Any) -> str:
            raise StudentFailure(Failure(FailureKind.CRASHED, "KeyError: 'x' (mine.py:7)"))

    game = replay_data(pacman.play("small", Crashing(), []), "ReflexAgent")
    assert game
    page = draw_grade_page(Grade("a.py", "none", [QuestionResult("q1", 0, 4, [failed_case("games", game=game)])]))
    assert "KeyError: 'x'" in page
    assert "StudentFailure" not in page


def test_what_is_hidden_is_not_in_the_page() -> None:
    search = {
        "agent": "secret-agent",
        "source": "secret-file",
        "lines": ["secret-line"],
        "trees": [{"title": "secret"}],
    }
    secret = failed_case("secret-name", output="secret-output", visibility="hidden", search=search, drawing=["secret"])
    question = QuestionResult("q1", 3, 4, [failed_case("open-name"), secret], ["secret-message"])
    closed = QuestionResult("q9-secret", 0, 2, [failed_case("other-secret")], visibility="hidden")
    page = draw_grade_page(Grade("multiAgents.py", "strict", [question, closed], is_complete=True))
    assert "open-name" in page
    assert "secret" not in page
    assert "Points are missing" in page


def test_a_file_that_cannot_be_loaded_is_told_before_all_else() -> None:
    failure = Failure(FailureKind.NOT_LOADED, "multiAgents.py:3: SyntaxError: invalid syntax")
    questions = [QuestionResult(name, 0, 4, [failed_case("tree", failure=failure)]) for name in ("q1", "q2")]
    page = draw_grade_page(Grade("multiAgents.py", "strict", questions, is_complete=True))
    assert page.count("<li>No case can run before this is fixed: multiAgents.py:3: SyntaxError") == 1
    assert "begin with the case" not in page


def class_row(id: str, points: float) -> dict[str, Any]:
    grade = Grade(f"{id}.py", "strict", [QuestionResult("q1", points, 4)], is_complete=True)
    return {"id": id, "status": "ok", "reason": "", "seconds": 1.0, **grade_data(grade)}


def test_the_page_of_a_class_leads_to_its_students(open_page: OpenPage, tmp_path: Path) -> None:
    ids = ["Ann", "ann", "index", "../up", "李 华", SCRIPT]
    pages, grades = ClassPages(tmp_path / "class"), ClassGrades({"q1": 4})
    for number, id in enumerate(ids):
        pages.add(class_row(id, number % 5))
        grades.add(ClassRow.read(class_row(id, number % 5)))
    pages.finish(grades)
    files = sorted(path.name for path in (tmp_path / "class").iterdir())
    assert len(files) == len(ids) + 1
    page = open_page(tmp_path / "class" / "index.html")
    links = page.locator("a.student")
    assert sorted(links.all_inner_texts()) == sorted(ids)
    assert {link.get_attribute("href") for link in links.all()} | {"index.html"} == set(files)


def test_a_folder_gets_pages(tmp_path: Path) -> None:
    """Grade by the command one file that loads and one that does not; bad output paths give a one-line error."""
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "broken.py").write_text("def x(:\n")
    words = [sys.executable, str(ROOT / "run.py"), "grade", "class", "-q", "q1", "--html"]
    done = subprocess.run([*words, "pages"], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert sorted(path.name for path in (tmp_path / "pages").iterdir()) == ["broken.html", "index.html"]
    refused = subprocess.run([*words, "no/such/pages"], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert refused.returncode == 2
    assert "no/such/pages: cannot be created" in refused.stderr
    assert len(refused.stderr.splitlines()) == 1


def test_a_student_s_page_has_the_student_s_name(tmp_path: Path) -> None:
    pages = ClassPages(tmp_path / "class")
    pages.add({**class_row("Ann Lee", 1), "submission": "multiAgents.py"})
    assert "<h1>Ann Lee</h1>" in (tmp_path / "class" / "Ann_Lee.html").read_text()


def test_nothing_is_said_of_walls_around_what_never_ran(tmp_path: Path) -> None:
    assert "isolation:" not in draw_grade_page(Grade("empty", "", [QuestionResult("q1", 0, 4)], is_complete=True))


def test_no_grade_is_not_zero(open_page: OpenPage, tmp_path: Path) -> None:
    pages, grades = ClassPages(tmp_path / "class"), ClassGrades({"q1": 4})
    lost = {**class_row("ann", 0), "status": "no grade", "points": None, "reason": "no process"}
    pages.add(lost)
    grades.add(ClassRow.read(lost))
    pages.finish(grades)
    cells = open_page(tmp_path / "class" / "index.html").locator(".students tbody td").all_inner_texts()
    assert [cell.strip() for cell in cells] == ["ann", "–", "–", "no grade", "no process"]


def test_a_long_name_leaves_room_for_the_rest(open_page: OpenPage, tmp_path: Path) -> None:
    pages, grades = ClassPages(tmp_path / "class"), ClassGrades({"q1": 4})
    for id in ("é" * 100, "ann"):
        data = {**class_row(id, 1), "reason": "your code ended its process"}
        pages.add(data)
        grades.add(ClassRow.read(data))
    pages.finish(grades)
    page = open_page(tmp_path / "class" / "index.html", width=794)
    for medium in ("screen", "print"):
        page.emulate_media(media=medium)
        assert page.locator(".students").evaluate("table => table.scrollWidth <= table.parentElement.clientWidth")


def test_a_page_that_cannot_be_written_is_told_at_the_end(tmp_path: Path) -> None:
    pages, grades = ClassPages(tmp_path / "class"), ClassGrades({"q1": 4})
    (tmp_path / "class" / "ann.html").mkdir()
    for id in ("ann", "bob"):
        pages.add(class_row(id, 1))
        grades.add(ClassRow.read(class_row(id, 1)))
    with pytest.raises(GradingError, match=r"ann.html: "):
        pages.finish(grades)
    index = (tmp_path / "class" / "index.html").read_text()
    assert 'href="bob.html"' in index
    assert 'href="ann.html"' not in index


def test_names_too_long_for_a_file_are_cut_and_stay_apart(tmp_path: Path) -> None:
    pages = ClassPages(tmp_path / "class")
    for id in ("长" * 83, "长" * 82, "x" * 250):
        pages.add(class_row(id, 1))
    assert sorted(path.name for path in (tmp_path / "class").iterdir()) == [
        f"{'x' * 50}.html",
        f"{'长' * 50}-2.html",
        f"{'长' * 50}.html",
    ]


def test_a_grade_that_was_tampered_with_still_has_its_page() -> None:
    record = pacman.play("small", type("Idle", (), {"getAction": lambda self, state: "Stop"})(), [], max_moves=3)
    game = replay_data(record, "ReflexAgent")
    assert game
    game["record"]["moves"] = [[0, "Nowhere"]]
    page = draw_grade_page(Grade("a.py", "none", [QuestionResult("q1", 0, 4, [failed_case("games", game=game)])]))
    assert failed_cases(page)[0]["game"] == ""


def test_paper_is_white_and_its_first_page_is_not_left_empty(open_page: OpenPage, graded: Path) -> None:
    """A failed case may begin on the first page and continue on the next; only its trees are kept whole."""
    page = open_page(graded, width=688, height=980, theme="dark")
    page.wait_for_selector("svg.tree")
    page.emulate_media(media="print")
    page.evaluate("() => dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    failed = page.locator("details.failed")
    assert failed.evaluate_all("all => all.every((each) => each.open)")
    assert failed.first.evaluate("each => getComputedStyle(each).breakInside") == "auto"
    assert failed.first.bounding_box()["y"] < 0.7 * 980, "the first failed case begins well within the first page"
    page.evaluate("() => dispatchEvent(new Event('afterprint'))")
    assert failed.evaluate_all("all => all.filter((each) => each.open).length") == 1


def test_a_grade_in_chinese_has_its_advice_in_chinese() -> None:
    """After a round trip through JSON, too, as for the pages of a class."""
    case = failed_case("tree")
    case.bug, case.advice, case.advice_in = (
        "off by one",
        "off by one (think)",
        {"en": "x", "zh": "off by one（想一想）"},
    )
    grade = Grade("a.py", "strict", [QuestionResult("q2", 0, 5, [case])], is_complete=True)
    page = draw_grade_page(read_grade(grade_data(grade)), Words("zh"))
    assert '<html lang="zh"' in page
    assert "off by one（想一想）" in page
    assert failed_cases(page)[0]["lines"][0] == "可能的错误：off by one（想一想）"
    assert "off by one (think)" not in page
    assert "What to try next" not in page
