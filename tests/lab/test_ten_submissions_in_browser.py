"""Ten submissions in headless Chromium get the points, bugs and failed cases of the command line."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.lab.conftest import MINUTES, LabPage
from tests.lab.test_practice import RIGHT, WRONG, copied, on_the_command_line, source_of

OpenLab = Callable[..., LabPage]


@pytest.mark.thorough
def test_ten_submissions_are_graded_as_on_the_command_line(open_lab: OpenLab, tmp_path: Path) -> None:
    lab = open_lab()
    page = lab.page
    page.click(".view-nav .to-practice")
    for number, name in enumerate((*RIGHT, *WRONG)):
        source = f"# submission {number}\n{source_of(name)}"
        folder = tmp_path / name
        folder.mkdir()
        copied(name, folder).write_text(source)
        helpers = [str(path) for path in folder.glob("*.py") if path.name != "multiAgents.py"]
        page.locator("input[type=file]").set_input_files(helpers)
        lab.write(source, f"# submission {number}")
        lab.wait_until_ready()
        page.click("button.grade")
        page.wait_for_selector("button.grade", state="hidden", timeout=MINUTES)
        page.wait_for_selector("button.grade:visible", timeout=4 * MINUTES)
        for question, (points, bugs, failed) in on_the_command_line(folder / "multiAgents.py").items():
            shown = page.locator(f"[data-question={question}]")
            if not shown.count():
                continue  # a question without points is not practised
            assert f"{points:g} of " in shown.locator("summary").first.inner_text(), (name, question)
            text = shown.text_content()
            assert "cannot be loaded" not in text, name
            if "not started" not in text:  # such a question is one line, without its cases
                heading = " ".join(shown.locator("> p.bug").all_text_contents())
                assert [bug for bug in bugs if bug not in heading] == [], (name, question)
                assert [case for case in failed if case not in text] == [], (name, question)
                passed = " ".join(shown.locator(".case.passed").all_text_contents())
                assert [case for case in failed if case in passed] == [], (name, question)
