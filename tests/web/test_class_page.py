"""The page of a class in a real browser: a table to sort and filter, with links between students, cases and bugs."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from autograder.classroom.class_rows import ClassGrades, ClassRow
from autograder.classroom.intake import CLASS_PAGE_MARKS
from autograder.failures import Failure, FailureKind
from autograder.reporters.class_page import draw_class_page
from autograder.reporters.class_pages import ClassPages
from autograder.reporters.json_report import grade_data
from autograder.results import CaseResult, Grade, QuestionResult, Status
from pacman.display.messages import LANGUAGES, Words

SCRIPT = "<script>alert(1)</script>"
EQUALITY = "pruned on equality"

OpenPage = Callable[..., Any]


def row(id: str, points: float, failed: str = "", bug: str = "", **facts: Any) -> dict[str, Any]:
    """Return the row of a student who fails the cases with these names."""
    missing = Failure(FailureKind.MISSING, facts["reason"]) if facts.get("reason") else None
    cases = [
        CaseResult(name, f"cases/q1/{name}.test", Status.FAILED, max_points=1, bug=bug, advice=bug, failure=missing)
        for name in failed.split()
    ]
    grade = Grade(f"{id}.py", "strict", [QuestionResult("q1", points, 10, cases)], is_complete=True)
    return {"id": id, "status": "ok", "reason": "", "seconds": 1.0, **grade_data(grade), **facts}


CLASS = [
    row("ann", 10),
    row("bob", 7.5, "a b", EQUALITY),
    row("cleo", 3, "b", EQUALITY),
    row("dan 10", 2, "b $&"),
    row("dan 9", 2, "$&", status="partly", reason="no class AlphaBetaAgent in your file"),
    row(SCRIPT, 0, "a", status="partly", reason="no class AlphaBetaAgent in your file"),
    row("eve", 0, status="no grade", reason="no process") | {"points": None},
]


@pytest.fixture
def opened(open_page: OpenPage, tmp_path: Path) -> OpenPage:
    """Return a function that opens the page of the class above."""
    pages, grades = ClassPages(tmp_path / "class"), ClassGrades({"q1": 10})
    for data in CLASS:
        pages.add(data)
        grades.add(ClassRow.read(data))
    pages.finish(grades)
    return lambda **look: open_page(tmp_path / "class" / "index.html", **look)


def names(page: Any) -> list[str]:
    return [name.strip() for name in page.locator(".students tbody tr:visible td.name").all_inner_texts()]


def follow(page: Any, link: Any) -> None:
    """Click on a link within the page and wait until the page has followed it: `hashchange` comes after the click."""
    link.evaluate(
        """(link) => {
          const href = new URL(link.getAttribute("href"), location).href;
          window.isFollowed = false;
          addEventListener("hashchange", ({ newURL }) => { window.isFollowed ||= newURL === href; });
        }"""
    )
    link.click()
    page.wait_for_function("() => window.isFollowed")


def heading(page: Any, name: str) -> Any:
    return page.locator(".students thead th", has_text=name)


def test_headings_sort_numbers_and_names(opened: OpenPage) -> None:
    page = opened()
    heading(page, "points").get_by_role("button").click()
    assert names(page)[0] == "eve", "no grade is less than 0 points"
    assert names(page)[-3:] == ["cleo", "bob", "ann"]
    assert heading(page, "points").get_attribute("aria-sort") == "ascending"
    heading(page, "points").get_by_role("button").press("Enter")
    assert names(page)[:3] == ["ann", "bob", "cleo"]
    assert heading(page, "points").get_attribute("aria-sort") == "descending"
    heading(page, "student").get_by_role("button").click()
    assert heading(page, "points").get_attribute("aria-sort") is None
    assert [name for name in names(page) if name.startswith("dan")] == ["dan 9", "dan 10"]


def test_a_case_leads_to_its_students_and_back(opened: OpenPage) -> None:
    page = opened()
    case = page.locator("tr[id^='case-']", has_text="q1/b")
    assert "3 of 6" in case.inner_text()
    follow(page, case.get_by_role("link"))
    assert sorted(names(page)) == ["bob", "cleo", "dan 10"]
    assert "3 of 7 shown · failing q1/b" in page.inner_text("output.shown")
    cleo = page.locator(".students tr", has_text="cleo")
    cleo.locator("summary").click()
    follow(page, cleo.get_by_role("link", name="q1/b"))
    assert page.evaluate("() => document.querySelector(':target').id") == case.get_attribute("id")
    page.go_back()
    page.wait_for_function("() => location.hash.startsWith('#of-case')")
    follow(page, page.get_by_role("link", name="show all"))
    assert len(names(page)) == len(CLASS)


def test_the_name_of_a_case_is_shown_as_it_is(opened: OpenPage) -> None:
    page = opened()
    follow(page, page.locator("tr[id^='case-']", has_text="q1/$&").get_by_role("link"))
    assert "2 of 7 shown · failing q1/$&" in page.inner_text("output.shown")


def test_a_bug_leads_to_its_students_and_back(opened: OpenPage) -> None:
    page = opened()
    bug = page.locator("tr[id^='bug-']", has_text=EQUALITY)
    follow(page, bug.get_by_role("link", name="2 of 6"))
    assert sorted(names(page)) == ["bob", "cleo"]
    follow(page, page.locator(".students tr", has_text="bob").get_by_role("link", name=EQUALITY))
    assert page.evaluate("() => document.querySelector(':target').id") == bug.get_attribute("id")


def test_a_bug_leads_to_the_page_of_its_group(opened: OpenPage, tmp_path: Path) -> None:
    page = opened()
    link = page.locator("tr[id^='bug-']", has_text=EQUALITY).get_by_role("link", name="group")
    assert link.get_attribute("href") == "bug-pruned_on_equality.html"
    assert (tmp_path / "class" / "bug-pruned_on_equality.html").is_file()


@pytest.fixture
def group(open_page: OpenPage, tmp_path: Path) -> OpenPage:
    """Return a function that opens the page of the students with the same bug."""
    pages, grades = ClassPages(tmp_path / "class"), ClassGrades({"q1": 10})
    for data in [*CLASS, row("</textarea>" + SCRIPT, 1, "a b c " * 9, EQUALITY)]:
        pages.add(data)
        grades.add(ClassRow.read(data))
    pages.finish(grades)
    return lambda **look: open_page(tmp_path / "class" / "bug-pruned_on_equality.html", **look)


def test_ids_of_a_group_are_copied(group: OpenPage) -> None:
    page = group()
    ids = "</textarea>" + SCRIPT + "\nbob\ncleo"
    assert page.get_by_role("textbox", name="Ids").input_value() == ids
    page.evaluate(
        "() => { window.copied = ''; navigator.clipboard.writeText = async (text) => { window.copied = text; }; }"
    )
    page.get_by_role("button", name="copy").click()
    page.get_by_role("button", name="copied").wait_for()
    assert page.evaluate("() => window.copied") == ids
    assert page.locator("script").count() == 2  # the page's own, and its data


@pytest.mark.parametrize(("width", "theme"), [(390, "light"), (1280, "dark")])
def test_the_page_of_a_group_fits_the_screen(group: OpenPage, width: int, theme: str) -> None:
    page = group(width=width, theme=theme)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator("h1").inner_text() == EQUALITY


def test_headings_sort_the_statistics_of_cases(open_page: OpenPage, tmp_path: Path) -> None:
    grades = ClassGrades({"q1": 10})
    for number in range(30):
        failed = " ".join(name for name, period in (("a", 2), ("b", 3), ("c", 5)) if number % period == 0)
        data = row(f"s{number:02d}", 5, failed)
        solved = [
            {**CLASS[1]["questions"][0]["cases"][0], "name": name, "passed": True, "status": "passed", "bug": None}
            for name in "abc"
            if name not in failed
        ]
        data["questions"][0]["cases"] = sorted([*data["questions"][0]["cases"], *solved], key=lambda case: case["name"])
        grades.add(ClassRow.read(data))
    path = tmp_path / "index.html"
    path.write_text(draw_class_page(grades, {}), encoding="utf-8")
    page = open_page(path)

    def shown() -> list[str]:
        return [text.strip() for text in page.locator("#items tbody th").all_inner_texts()]

    assert shown() == ["q1/a", "q1/b", "q1/c"]
    page.locator("#items thead").get_by_role("button", name="solved by").click()
    page.locator("#items thead").get_by_role("button", name="solved by").click()
    assert shown() == ["q1/c", "q1/b", "q1/a"]
    assert len(names(page)) == 30, "the students stay"


def test_names_statuses_and_points_filter(opened: OpenPage) -> None:
    page = opened()
    page.get_by_role("searchbox").fill("DAN")
    assert sorted(names(page)) == ["dan 10", "dan 9"]
    page.get_by_role("combobox").select_option("partly")
    assert names(page) == ["dan 9"]
    follow(page, page.locator(".hero").get_by_role("link", name="2 partly"))
    assert sorted(names(page)) == [SCRIPT, "dan 9"]
    follow(page, page.get_by_role("link", name="7 points: 1 students"))
    assert names(page) == ["bob"], "7.5 points are in the bar of 7"
    follow(page, page.get_by_role("link", name="10 points: 1 students"))
    assert names(page) == ["ann"]


def test_who_is_partly_and_why(opened: OpenPage) -> None:
    page = opened()
    group = page.locator(".problems details", has_text="partly")
    assert group.get_attribute("open") is not None
    assert group.locator("dt").inner_text() == "no class AlphaBetaAgent in your file 2"
    assert sorted(group.locator("dd a").all_inner_texts()) == [SCRIPT, "dan 9"]
    follow(page, group.get_by_role("link", name="dan 9"))
    assert "dan 9" in page.locator("tr:target").inner_text()


def test_names_are_never_markup(opened: OpenPage) -> None:
    page = opened()
    assert page.locator("script").count() == 2  # the page's own, and its data
    assert SCRIPT in names(page)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("width", "theme"), [(390, "light"), (768, "dark"), (1280, "light")])
def test_it_fits_the_screen(open_page: OpenPage, tmp_path: Path, width: int, theme: str, language: str) -> None:
    grades = ClassGrades({"q1": 10})
    for data in CLASS:
        grades.add(ClassRow.read(data))
    path = tmp_path / "index.html"
    path.write_text(draw_class_page(grades, {}, Words(language)), encoding="utf-8")
    assert any(mark in path.read_bytes() for mark in CLASS_PAGE_MARKS), "the folder is not taken for a submission"
    page = open_page(path, width=width, theme=theme)
    assert page.evaluate("document.documentElement.lang") == language
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_it_prints_all_students_on_white(opened: OpenPage) -> None:
    page = opened()
    page.emulate_media(media="print")
    assert len(names(page)) == len(CLASS)
    assert page.locator(".filters").is_hidden()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.pdf().startswith(b"%PDF")
