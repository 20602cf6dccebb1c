"""The page of a Monte Carlo tree in a real browser shows the counts of the search at every step."""

import random
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from agents import MCTSAgent
from agents.microscope.decision import WatchedDecision, watch_decision
from agents.microscope.decision_page import decision_page
from agents.microscope.explanation import Explanation
from agents.search.search_tree import SearchTree
from pacman.layout import Layout
from pacman.state import GameState

RING = "%%%%%%%\n%P.. .%\n%.%G%.%\n%.....%\n%%%%%%%"
PHASES = ("selection", "expansion", "simulation", "back-propagation")


def decide(iterations: int, layout: str = RING, seed: int = 1) -> WatchedDecision:
    state = GameState.initial(Layout.from_text(layout, name="ring"))
    return watch_decision(MCTSAgent(iterations=iterations, rng=random.Random(seed)), state)


def grown(decision: WatchedDecision) -> SearchTree[Any, Any]:
    assert decision.tree.iterations
    return decision.tree


@pytest.fixture
def show(tmp_path: Path, open_page: Callable[..., Any]) -> Callable[..., Any]:
    """Open the page of a decision."""

    def shown(decision: WatchedDecision, language: str = "en", **look: Any) -> Any:
        path = tmp_path / "page.html"
        path.write_text(decision_page(Explanation(decision, "here"), language=language), encoding="utf-8")
        page = open_page(path, **look)
        page.wait_for_selector("svg.tree")
        return page

    return shown


def seek(page: Any, step: int) -> None:
    code = "(range, step) => { range.value = step; range.dispatchEvent(new Event('input')); }"
    page.locator("input.steps").evaluate(code, step)


def at_step(page: Any, step: int) -> tuple[str, int]:
    """Return the description of a step, and its node."""
    code = """(step) => {
        const range = document.querySelector('input.steps');
        range.value = step;
        range.dispatchEvent(new Event('input'));
        return [document.querySelector('.doing').textContent, document.querySelector('.node-panel').dataset.node];
    }"""
    doing, node = page.evaluate(code, step)
    return doing, int(node)


def drawn_nodes(page: Any) -> dict[int, tuple[int, str, str]]:
    """Return visits, mean and the terms of UCB1 of each drawn node of the tree, as shown in the picture."""
    code = """() => [...document.querySelectorAll('.tree .node:not(.unvisited):not(.later)')].map((node) => {
        node.focus();
        const facts = [...document.querySelectorAll('.node-facts > *')].map((each) => each.textContent);
        const texts = [...node.querySelectorAll('text')].map((each) => each.textContent);
        return [Number(node.dataset.node), facts[facts.indexOf('visits') + 1], texts];
    })"""
    found = {}
    for number, visits, (mean, *others) in page.evaluate(code):
        terms = next((text for text in others if " + " in text), "")
        found[number] = (0 if visits == "not visited yet" else int(visits), mean, terms)
    return found


def test_the_drawn_visits_means_and_terms_are_the_searchs(show: Callable[..., Any]) -> None:
    decision = decide(60)
    tree = grown(decision)
    page = show(decision)
    drawn = drawn_nodes(page)
    assert len(drawn) > 10
    for number, (visits, mean, terms) in drawn.items():
        assert visits == tree.nodes[number].visits
        assert float(mean) == pytest.approx(tree.nodes[number].total / visits, rel=1e-4)
        bound = tree.upper_bound(tree.nodes[number])
        if bound is None:
            assert terms == ""
            continue
        shown = [float(term) for term in re.split(" [+=] ", terms)]
        room = max(map(abs, shown)) / 100
        assert shown == pytest.approx([bound.exploitation, bound.exploration, bound.score], abs=room)
        assert shown[0] + shown[1] == pytest.approx(shown[2], abs=1e-9)


def test_the_thickness_of_an_edge_is_its_share_of_the_visits(show: Callable[..., Any]) -> None:
    decision = decide(60)
    tree = grown(decision)
    page = show(decision)
    width = "(edge) => [edge.textContent, edge.firstChild.style.strokeWidth]"
    drawn = page.evaluate(f"() => [...document.querySelectorAll('.tree .edge')].map({width})")
    widths = {text: float(width) for text, width in drawn[: len(tree.root.children)]}
    for node in decision.candidates:
        visits = node.visits
        assert widths[f"{node.action} n {visits}"] == pytest.approx(1 + 10 * visits / 60)


def test_the_slider_grows_the_tree_forward_and_back(show: Callable[..., Any]) -> None:
    decision = decide(20)
    tree = grown(decision)
    page = show(decision)
    assert int(page.get_attribute("input.steps", "max")) == 80
    seek(page, 0)
    assert page.locator(".tree .node:not(.unvisited):not(.later)").count() == 1
    known = {0}
    for done, (leaf, outcome, _) in enumerate(tree.iterations):
        for phase, name in enumerate(PHASES):
            step = 4 * done + phase + 1
            doing, current = at_step(page, step)
            if step == 80:
                continue
            assert f"iteration {done + 1} of 20 · {name}: " in doing
            assert current == (tree.nodes[leaf].parent if leaf not in known and not phase else leaf)
            if name == "simulation":
                assert float(doing.split()[-1]) == pytest.approx(outcome, rel=1e-4)
        known.add(leaf)
    seek(page, 4 * 13)
    drawn = drawn_nodes(page)
    thirteen = tree.copy()
    for node in thirteen.nodes:
        node.visits = 0
    for iteration in tree.iterations[:13]:
        thirteen.play_out(*iteration)
    for number, (visits, _, _) in drawn.items():
        assert visits == thirteen.nodes[number].visits
    page.locator("button.back").click()
    assert page.locator(".search-panel").get_attribute("data-step") == "51"
    assert drawn_nodes(page)[0][0] == 12
    page.locator("button.play").click()
    page.wait_for_function("() => document.querySelector('.search-panel').dataset.step > 53")


def test_a_part_of_the_tree_begins_with_the_play_out_from_its_root(show: Callable[..., Any]) -> None:
    decision = decide(200)
    tree = grown(decision)
    part = tree.below(tree.root.children[0])
    page = show(replace(decision, tree=part))
    assert int(page.get_attribute("input.steps", "max")) == 4 * part.root.visits
    assert [at_step(page, step)[0].split(" · ")[1] for step in (2, 4)] == [
        "expansion: the root is added to the tree",
        f"back-propagation: {part.iterations[0].outcome:.6g} is added from the root up to the root; nodes: 1",
    ]
    seek(page, 4 * part.root.visits)
    assert all(visits == part.nodes[number].visits for number, (visits, _, _) in drawn_nodes(page).items())


def test_hover_tap_and_expand(show: Callable[..., Any]) -> None:
    decision = decide(300)
    tree = grown(decision)
    page = show(decision)
    before = page.locator(".tree .node").count()
    folded = page.locator(".tree .node:has(.more)").first
    number = int(folded.get_attribute("data-node"))
    folded.hover()
    assert f"visits\n{tree.nodes[number].visits}" in page.inner_text(".node-facts")
    assert "√(2 ln " in page.inner_text(".node-facts")
    pacman = page.locator(".figure.pacman").get_attribute("data-position")
    assert pacman == "{:g},{:g}".format(*tree.nodes[number].state.position(0))
    folded.click()
    assert page.locator(".tree .node").count() > before


def test_the_chosen_action_is_on_the_line_of_the_highest_means(show: Callable[..., Any]) -> None:
    decision = decide(120)
    page = show(decision)
    best = page.locator(".tree .edge.best").first.text_content()
    assert best.startswith(f"{decision.action} n ")
    assert f"answer: {decision.action}" in page.inner_text("h2")
    assert "highest mean" in page.inner_text("p.line >> nth=1")


@pytest.mark.parametrize("width", [390, 1280])
def test_in_chinese_on_a_phone_and_on_a_desk(show: Callable[..., Any], width: int) -> None:
    page = show(decide(60), language="zh", width=width, theme="light")
    seek(page, 30)
    assert "第 8 次迭代，共 60 次" in page.inner_text(".doing")
    assert "访问次数" in page.inner_text(".node-facts")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width


def test_a_hundred_thousand_nodes(show: Callable[..., Any], tmp_path: Path) -> None:
    """The tree is built ply by ply, with a play-out from each node: a search of that size takes half a minute."""
    room = "\n".join(["%" * 24, *[f"%{'.' * 22}%"] * 5, f"%P{'.' * 20}G%", f"%{'.' * 22}%", "%" * 24])
    state = GameState.initial(Layout.from_text(room, name="room"))
    tree: SearchTree[GameState, str] = SearchTree(state, {0: "max", 1: "min"})
    for node in tree.nodes:  # which grow longer on the way
        if len(tree.nodes) > 100_000:
            break
        for action in node.state.legal_actions(node.ply % 2):
            tree.add(node.number, node.ply % 2, action, node.state.successor(node.ply % 2, action))
    chance = random.Random(1)
    for node in tree.nodes[1:]:
        tree.play_out(node.number, chance.gauss(0, 300), 900.0)
    count = len(tree.iterations)
    page = show(WatchedDecision(state, "MCTSAgent", "West", tree, 20.0, tree.generated, knows_windows=True))
    assert (tmp_path / "page.html").stat().st_size < 5_000_000
    seek(page, 4 * 50_000 + 1)
    assert f"iteration 50001 of {count} · selection" in page.inner_text(".doing")
    assert drawn_nodes(page)[0][0] == 50_000
    page.locator("button.close").click()
    seek(page, 4 * 25_000)
    assert drawn_nodes(page)[0][0] == 25_000
