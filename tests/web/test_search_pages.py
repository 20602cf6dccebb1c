"""The pages of the search microscope, in a real browser: tree, boards, slider, quiz, side by side, death, languages."""

import re
import string
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from agents import AlphaBetaAgent, ExpectimaxAgent, MinimaxAgent, RandomGhost, ReflexAgent
from agents.features import FEATURES, feature_meaning
from agents.loading import load_agent
from agents.microscope import explanation as explanation_module
from agents.microscope.decision import watch_decision
from agents.microscope.decision_page import case_data, decision_page
from agents.microscope.explanation import Explanation, explain_decision
from agents.microscope.text_report import explanation_text
from agents.microscope.tree_data import tree_data, unsearched_boards
from agents.microscope.tree_text import TreeExcerpt
from autograder.diagnosis import bug_names
from autograder.diagnosis.advice import ADVICE, Finding
from autograder.diagnosis.bugs import RIGHT, known_bugs, pairs_of_bugs
from autograder.diagnosis.case_explanation import explain_case, explain_reference, load_case
from autograder.diagnosis.explanation_page import explanation_page
from autograder.student.in_process import InProcessStudent
from autograder.student.limits import Limits
from pacman import play
from pacman.decision_case import decision_case, decision_cases
from pacman.display.messages import LANGUAGES, PAGES, Catalogue, Words, messages
from pacman.layout import Layout
from pacman.record import GameRecord
from pacman.state import GameState

from .test_pages import data_of

ROOT = Path(__file__).parent.parent.parent
CASES = ROOT / "autograder" / "cases"
STATIC = ROOT / "pacman" / "display" / "web" / "static"
LECTURE = CASES / "q3" / "01-lecture-three-by-three.test"
ROOM = ["%%%%%%%%%", "%.......%", "%...G...%", "%.P.....%", "%...G...%", "%.......%", "%%%%%%%%%"]
EQUALITY = ROOT / "tests" / "autograder" / "submissions" / "wrong_prunes_on_equality.py"
SWAPPED = ROOT / "tests" / "autograder" / "submissions" / "wrong_swapped.py"


@pytest.fixture
def show(tmp_path: Path, open_page: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that opens the text of a page."""

    def shown(text: str, **look: Any) -> Any:
        path = tmp_path / "page.html"
        path.write_text(text, encoding="utf-8")
        page = open_page(path, **look)
        page.wait_for_selector("svg.tree, svg.board")
        return page

    return shown


def seek(page: Any, step: int) -> None:
    code = "(range, step) => { range.value = step; range.dispatchEvent(new Event('input')); }"
    page.locator("input.steps").first.evaluate(code, step)


def node(page: Any, number: int) -> Any:
    return page.locator(f".tree [data-node='{number}']")


def lecture_page(language: str = "en") -> str:
    return explanation_page(explain_reference(load_case(LECTURE)), language)


def test_the_lecture_tree_is_drawn_with_its_cut(show: Callable[..., Any]) -> None:
    page = show(lecture_page())
    assert page.locator(".tree .max").count() == 1
    assert page.locator(".tree .min").count() == 3
    assert page.locator(".tree .node.unvisited").count() == 2
    assert page.locator(".tree .edge.best").count() == 2
    node(page, 5).hover()
    assert "cut: 2 < α = 3" in page.inner_text(".node-remarks")
    assert "actions skipped: middle, right" in page.inner_text(".node-remarks")
    assert "[α, β] = [3, ∞]" in page.inner_text(".node-facts")


def test_the_slider_replays_the_search_forward_and_back(show: Callable[..., Any]) -> None:
    page = show(lecture_page())
    last = int(page.get_attribute("input.steps", "max"))
    seek(page, 0)
    assert page.locator(".tree .node:not(.later)").count() == 1
    assert "max-value(state, α, β):" in page.inner_text(".pseudocode")
    seen = [1]
    for step in range(1, last):
        seek(page, step)
        seen.append(page.locator(".tree .node:not(.later):not(.unvisited)").count())
        assert page.locator(".pseudocode .running").count() == 1
    assert seen == sorted(seen)
    assert seen[-1] == 11
    cut = next(step for step in range(last) if "cuts at" in says_at(page, step))
    assert "if v < α: return v" in page.inner_text(".pseudocode .running")
    page.locator("button.back").click()
    assert page.locator(".search-panel").get_attribute("data-step") == str(cut - 1)
    assert "v at middle (5) is now 2, [α, β] = [3, ∞]" in page.inner_text(".doing")
    page.locator("button.play").click()
    page.wait_for_function("() => document.querySelector('.search-panel').dataset.step > 16")


def says_at(page: Any, step: int) -> str:
    seek(page, step)
    return str(page.inner_text(".doing"))


def test_pointing_at_a_node_shows_its_board(show: Callable[..., Any]) -> None:
    """Every drawn board is the state that the rules give."""
    state = GameState.initial("small")
    explanation = explain_decision(AlphaBetaAgent(depth=2), state, "here")
    page = show(decision_page(explanation))
    tree = explanation.decision.tree
    for number in [int(each.get_attribute("data-node")) for each in page.locator(".tree .node").all()][:40]:
        node(page, number).focus()
        if number < len(tree.nodes):
            expected = tree.nodes[number].state
            places = [each.get_attribute("data-position") for each in page.locator(".figure").all()]
            ghosts = [expected.position(agent) for agent in range(1, expected.num_agents)]
            assert places == [f"{x:g},{y:g}" for x, y in [*ghosts, expected.position(0)]]
            assert f"score\n{expected.score}" in page.inner_text(".node-facts")
            assert page.locator(".food:visible").count() == expected.num_food


def test_nodes_open_and_close_on_demand(show: Callable[..., Any]) -> None:
    explanation = explain_decision(MinimaxAgent(depth=3), GameState.initial("small"), "here")
    page = show(decision_page(explanation))
    before = page.locator(".tree .node").count()
    folded = page.locator(".tree .node:has(.more)").first
    number = int(folded.get_attribute("data-node"))
    folded.press("Enter")
    children = len(explanation.decision.tree.nodes[number].children)
    assert page.locator(".tree .node").count() == before + children
    node(page, number).press("Enter")
    assert page.locator(".tree .node").count() == before
    page.locator("button.open-more").click()
    assert page.locator(".tree .node").count() > before
    page.locator("button.close").click()
    assert page.locator(".tree .node").count() == before


def test_a_hundred_thousand_nodes_open_at_once(show: Callable[..., Any]) -> None:
    layout = Layout.from_text("\n".join(ROOM), name="room")
    decision = watch_decision(MinimaxAgent(depth=3, evaluation="score"), GameState.initial(layout))
    assert decision.tree.generated > 100_000
    text = decision_page(Explanation(decision, "here"))
    assert len(text) < 5_000_000
    page = show(text)
    assert page.evaluate("() => performance.getEntriesByType('paint')[0].startTime") < 20_000
    seek(page, 150_000)
    assert page.locator(".tree .current").count() == 1
    page.locator("button.back").click()
    for _ in range(8):
        page.locator("button.open-more").click()
    assert Words()("too-many") in page.inner_text(".panel-note")


def test_where_the_states_are_equal_the_first_wrong_value_is_in_view(show: Callable[..., Any]) -> None:
    """The picture has the values that follow from the leaves, and says so; those of the code are in the side panel."""
    student = InProcessStudent(SWAPPED, Limits())
    explanation = explain_case(load_case(CASES / "q2" / "71-many-actions-one-ghost-2.test"), student, Limits())
    student.close()
    assert explanation.trees.divergence is None
    assert explanation.trees.wrong is not None
    page = show(explanation_page(explanation))
    panel = page.locator(".search-panel").first
    assert Words()("values-follow") in panel.inner_text()
    marked, frame = panel.locator(".node.wrong").bounding_box(), panel.locator(".tree-frame").bounding_box()
    assert frame["x"] <= marked["x"] <= marked["x"] + marked["width"] <= frame["x"] + frame["width"]
    assert panel.locator("text.part").all_text_contents() == ["first wrong value: -520.49"]
    assert "agree" in page.inner_text("p.line >> nth=0")
    assert "leaves" in page.inner_text("p.line >> nth=0")


def test_a_student_beside_the_reference(show: Callable[..., Any]) -> None:
    student = InProcessStudent(EQUALITY, Limits())
    case = load_case(CASES / "q3" / "06-equal-is-not-worse.test")
    explanation = explain_case(case, student, Limits())
    student.close()
    page = show(explanation_page(explanation))
    assert page.locator(".search-panel").count() == 2
    assert page.locator(".tree .node.wrong").count() == 2
    assert bug_names.PRUNED_ON_EQUALITY in page.inner_text(".warning >> nth=0")
    assert "The searches first differ after" in page.inner_text("p.line >> nth=0")
    for panel in page.locator(".search-panel").all():
        marked, frame = panel.locator(".node.wrong").bounding_box(), panel.locator(".tree-frame").bounding_box()
        assert frame["x"] <= marked["x"] <= frame["x"] + frame["width"]
        assert frame["y"] <= marked["y"] <= frame["y"] + frame["height"]


def test_a_case_that_passes_is_no_warning(show: Callable[..., Any]) -> None:
    page = show(explained(EQUALITY, CASES / "q3" / "01-lecture-three-by-three.test"))
    assert "This case passes." in page.locator("p.line").all_inner_texts()
    assert page.locator(".warning").count() == 0


def test_code_that_ends_before_it_searches_is_not_said_not_to_search(tmp_path: Path) -> None:
    crashing = tmp_path / "crashing.py"
    crashing.write_text(EQUALITY.read_text() + "\n\nAlphaBetaAgent.getAction = lambda self, state: 1 / 0\n")
    shown = data_of(explained(crashing, LECTURE), "page")
    assert shown["trees"][0]["facts"] == [Words()("ended-before")]


def explained(submission: Path, case: Path) -> str:
    student = InProcessStudent(submission, Limits())
    try:
        return explanation_page(explain_case(load_case(case), student, Limits()))
    finally:
        student.close()


def test_the_quiz_knows_what_is_cut(show: Callable[..., Any]) -> None:
    page = show(lecture_page())
    page.locator("button.quiz").click()
    before = page.inner_text(".node-panel")
    node(page, 6).click()
    assert page.inner_text(".node-panel") == before, "a node reveals the solution"
    page.locator("button.check").click()
    assert Words()("quiz-wrong", right=0, count=2, missed=2, wrong=1) in page.inner_text(".quiz-answer")
    assert "middle: cut: 2 < α = 3" in page.inner_text(".quiz-reasons")
    page.locator("button.end-quiz").click()
    page.locator("button.quiz").click()
    for number in (11, 12):
        node(page, number).click()
    page.locator("button.check").click()
    assert Words()("quiz-right", count=2) in page.inner_text(".quiz-answer")


@pytest.mark.parametrize(("layout", "rounds"), [("small", 0), ("small", 12), ("minimax", 0)])
def test_the_quiz_in_a_game(layout: str, rounds: int, show: Callable[..., Any]) -> None:
    """The whole tree is that of minimax, and the solution is everything that alpha-beta skips."""
    record = play(layout, AlphaBetaAgent(depth=2), [RandomGhost(n) for n in (1, 2, 3)], seed=3, max_moves=40)
    states = [*record.states()]
    state = states[rounds * states[0].num_agents]
    agent = AlphaBetaAgent(depth=1)
    explanation = explain_decision(agent, state, "here")
    everything = watch_decision(MinimaxAgent(depth=1), state).tree
    page = show(decision_page(explanation))
    page.locator("button.quiz").click()
    assert page.locator(".tree .node").count() == len(everything.nodes)
    visited = explanation.decision.tree.by_path().keys()
    missed = {path: node for path, node in everything.by_path().items() if path not in visited}
    assert missed, "a position without a cut is no question"
    shown = [each.text_content() for each in page.locator(".tree .node.leaf.unvisited").all()]
    expected = [agent.evaluation(node.state) for node in missed.values() if not node.children]
    assert sorted(map(float, filter(None, shown))) == pytest.approx(sorted(expected), rel=1e-5)
    while (left := page.locator(".tree .node.unvisited:not(.guessed)")).count():
        left.first.click()
    page.locator("button.check").click()
    assert Words()("quiz-right", count=len(missed)) in page.inner_text(".quiz-answer")


def test_a_tree_too_large_for_a_quiz_says_so(show: Callable[..., Any]) -> None:
    page = show(decision_page(explain_decision(AlphaBetaAgent(depth=2), GameState.initial("small"), "here")))
    assert page.locator("button.quiz").count() == 0
    assert Words()("quiz-too-large") in page.inner_text(".search-panel")


def test_expectimax_has_probabilities_on_its_edges(show: Callable[..., Any]) -> None:
    page = show(explanation_page(explain_reference(load_case(first_case("q4")))))
    assert page.locator(".tree .chance").count() > 0
    assert re.search(r"1/\d", page.inner_text(".tree-frame") or page.locator(".tree").text_content())


def first_case(question: str) -> Path:
    return sorted((CASES / question).glob("*.test"))[0]


def test_the_x_ray_has_a_bar_for_each_feature_and_action(show: Callable[..., Any]) -> None:
    explanation = explain_decision(ReflexAgent(), GameState.initial("small"), "here")
    assert explanation.attribution is not None
    page = show(decision_page(explanation))
    rows = page.locator(".xray tbody tr")
    assert rows.count() >= 1
    assert rows.first.locator("td svg").count() == len(explanation.attribution.relative)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_feature_is_explained_where_it_is_named(language: str, show: Callable[..., Any]) -> None:
    words = Words(language)
    meanings = {name: feature_meaning(name, words) for name in [*FEATURES.builtin, "danger-3", "pressure-4"]}
    assert all(meanings.values())
    assert len(set(meanings.values())) == len(meanings)
    assert "4" in meanings["pressure-4"]
    explanation = explain_decision(ReflexAgent(), GameState.initial("small"), "here")
    page = show(decision_page(explanation, language=language))
    for row in page.locator(".xray tbody th").all():
        name, meaning = row.inner_text().split("\n")
        assert meaning == meanings[name]
    text = explanation_text(explanation, TreeExcerpt())
    for name in explanation.attribution.features if explanation.attribution else ():
        assert f"{name}: {feature_meaning(name, Words())}" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_x_ray_that_is_left_out_is_told(monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    monkeypatch.setattr(explanation_module, "attribute_within", lambda seconds, agent, decision: None)
    state = GameState.initial("small")
    late = explain_decision(MinimaxAgent(depth=1), state, "here")
    told = messages(language)["xray-late"]
    assert f'<p class="line">{told}</p>' in decision_page(late, language=language)
    assert messages("en")["xray-late"] in explanation_text(late, TreeExcerpt())
    never = explain_decision(MinimaxAgent(1, lambda state: 0.0), state, "here")
    assert f'<p class="line">{told}</p>' not in decision_page(never, language=language)


def test_averages_by_a_model_have_no_plain_probabilities() -> None:
    state = GameState.initial("small")
    for model, is_plain in (("uniform", True), ("directional", False)):
        agent = load_agent("ExpectimaxAgent", depth=2, model=model)
        assert tree_data(watch_decision(agent, state).tree, unsearched_boards(state))["uniform"] is is_plain


def test_why_he_died(show: Callable[..., Any], lost_game: GameRecord) -> None:
    from agents.microscope.death import explain_death
    from agents.microscope.death_page import death_page

    death = explain_death(lost_game)
    assert death is not None
    page = show(death_page(death, "lost.json"))
    assert page.locator(".survival").count() == 1 + len(death.survivals)
    seek(page, len(death.line))
    assert page.locator(".board").get_attribute("data-state") == str(len(death.line))
    assert page.locator(".ring:visible").count() == 1
    assert page.locator(".board .under polyline").count() >= 2
    page.locator(".survival:enabled").nth(1).click()
    assert page.locator(".line-moves .running").count() == 0


def test_names_from_a_file_are_never_markup(show: Callable[..., Any]) -> None:
    evil = "<img src=x onerror=alert(1)></script>"
    layout = Layout.from_text("%%%%%%\n%P. G%\n%%%%%%", name=evil)
    page = show(decision_page(explain_decision(MinimaxAgent(depth=1), GameState.initial(layout), evil, name=evil)))
    assert page.locator("img").count() == 0
    assert evil in page.inner_text("h1")


def test_an_agent_that_does_not_search_and_one_that_does_not_end(show: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from game import Agent\n"
        "class Still(Agent):\n    def getAction(self, state): return 'Stop'\n"
        "class Endless(Agent):\n    def getAction(self, state):\n"
        "        while True: state.generateSuccessor(0, 'Stop')\n"
    )
    state = GameState.initial("small")
    page = show(decision_page(explain_decision(load_agent(f"{tmp_path / 'mine.py'}:Still"), state, "here")))
    assert "it does not search" in page.inner_text(".search-panel")
    endless = load_agent(f"{tmp_path / 'mine.py'}:Endless")
    page = show(decision_page(explain_decision(endless, state, "here", seconds=0.3)))
    assert "no answer within 0.3 s" in page.inner_text("p.line >> nth=0")
    assert page.locator(".tree .node").count() >= 2


# -- languages -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("catalogue", [PAGES, ADVICE])
def test_no_message_is_missing_in_a_language(catalogue: Catalogue) -> None:
    english, *others = (messages(language, catalogue) for language in LANGUAGES)
    for other in others:
        assert other.keys() == english.keys()
        for key, text in other.items():
            assert text.strip(), key
            assert fields(text) == fields(english[key]), key
            assert text != english[key], key


def test_every_bug_has_its_advice() -> None:
    for agent in RIGHT:
        for bug in (*known_bugs(agent), *pairs_of_bugs(agent)):
            named = Finding(bug.name, bug.names)
            assert all(bug.name in named.text(language) for language in ("en", "zh"))
            assert named.text("zh") != named.text("en")


def fields(text: str) -> set[str | None]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_scripts_use_messages_that_exist() -> None:
    """Every key that is used exists, and every message is used by a script, by a template or in Python."""
    keys = messages("en").keys()
    scripts = "".join(path.read_text() for path in STATIC.glob("*.js"))
    asked = {first or second for first, second in re.findall(r'\bwords(?:\.(\w+)|\["([\w-]+)"\])', scripts)}
    assert asked <= keys
    templates = "".join(path.read_text() for path in STATIC.with_name("templates").glob("*.html"))
    asked |= (in_templates := set(re.findall(r'\bwords\("([\w-]+)"', templates)))
    assert in_templates <= keys
    packages = ("agents", "autograder", "commands", "experiments", "pacman")
    paths = (path for package in packages for path in (ROOT / package).rglob("*.py") if path.name != "messages.py")
    python = "".join(path.read_text() for path in paths)
    unused = [key for key in keys - asked if f'"{key}"' not in scripts + python and f"'{key}'" not in python]
    built = {*re.findall(r'words\(f"([a-z]+-){', python), *re.findall(r"words\[`([a-z]+-)\$", scripts), "feature-"}
    assert [key for key in unused if not key.startswith(tuple(built))] == []


@pytest.mark.parametrize("width", [390, 1280])
def test_chinese_pages_fit_a_phone(show: Callable[..., Any], width: int) -> None:
    page = show(lecture_page("zh"), width=width, theme="light")
    assert page.evaluate("() => document.documentElement.lang") == "zh"
    assert "正确的搜索" in page.inner_text("h2")
    node(page, 5).click()
    assert "剪枝：2 < α = 3" in page.inner_text(".node-remarks")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width


def test_a_part_of_a_tree_is_a_tree() -> None:
    tree = watch_decision(ExpectimaxAgent(depth=2), GameState.initial("small")).tree
    top = tree.nodes[tree.root.children[0]]
    part = tree.below(top.number)
    paths = {path[1:]: node.low for path, node in tree.by_path().items() if path[:1] == (top.action,)}
    assert {path: node.low for path, node in part.by_path().items()} == paths
    assert [node.number for node in part.nodes] == [*range(len(part.nodes))]


def test_the_picture_in_the_readme_can_be_drawn_again(browser: Any, tmp_path: Path) -> None:
    """The fixture skips the test where there is no Chromium; the program starts its own."""
    made = tmp_path / "search.png"
    subprocess.run([sys.executable, ROOT / "examples" / "search_picture.py", made], check=True, timeout=120)
    with Image.open(made) as new, Image.open(ROOT / "docs" / "images" / "search.png") as kept:
        assert new.size == kept.size
        assert len(new.convert("RGB").getcolors(2**24) or ()) > 100, "an empty page has few colours"


def test_a_button_saves_the_position_as_a_case(show: Callable[..., Any], tmp_path: Path) -> None:
    state = GameState.initial(Layout.from_text(ROOM, "room"))
    page = show(decision_page(explain_decision(MinimaxAgent(depth=1), state, "here")))
    most = len(decision_cases(state))
    for depth in (most, 1):
        page.fill(".case-depth", str(depth))
        with page.expect_download() as download:
            page.click("button.case")
        assert download.value.suggested_filename == "room.test"
        download.value.save_as(tmp_path / "room.test")
        assert (tmp_path / "room.test").read_text() == decision_case(state, depth)
    for depth, problem in (
        (
            most + 1,
            f"The tree of depth {most + 1} has more than 500 states or 8 plies; the largest depth that fits is {most}.",
        ),
        (0, "The depth is a whole number of rounds, from 1."),
    ):
        page.fill(".case-depth", str(depth))
        page.click("button.case")
        assert page.inner_text(".case-problem") == problem


def test_a_case_of_a_position_is_for_the_agent_that_decides() -> None:
    state = GameState.initial(Layout.from_text(ROOM, "my room"))
    for name, searching in (("ExpectimaxAgent", "ExpectimaxAgent"), ("MyAgent", "MinimaxAgent")):
        found = case_data(state, name)
        assert found is not None
        assert found["name"] == "myroom.test"
        assert found["texts"] == [decision_case(state, 1, searching)]
    crowd = GameState.initial(Layout.from_text(["%%%%%%%%%", "%P     G%", *["%GGGGGGG%"] * 2, "%%%%%%%%%"]))
    assert (case_data(crowd, "MinimaxAgent") or {})["texts"] == []


def test_the_panel_shows_the_value_of_the_students_own_code(show: Callable[..., Any]) -> None:
    case = load_case(CASES / "q2" / "10-fractions-below-zero.test")
    limits = Limits()
    student = InProcessStudent(ROOT / "tests" / "autograder" / "submissions" / "bug_starts_at_zero.py", limits)
    explanation = explain_case(case, student, limits)
    student.close()
    wrong = explanation.trees.wrong
    assert wrong is not None
    page = show(explanation_page(explanation))
    assert "Your value is 0; your values of its children give -1.495." in page.inner_text("main")
    assert page.locator(".tree text.part").all_text_contents() == ["first wrong value: 0"]
    page.locator(f"[data-node='{wrong.number}']").first.hover()
    assert "your value\n0" in page.inner_text(".node-facts")
