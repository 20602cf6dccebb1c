"""Pages as files: complete, small, without requests, and safe against untrusted names."""

import base64
import json
import random
import re
import subprocess
import sys
import zlib
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import pacman
from agents import FEATURES, AlphaBetaAgent, MinimaxAgent, MinimaxGhost, RandomGhost
from agents.loading import load_agent, recorded_agents
from agents.microscope.death_data import lost_game_data
from agents.microscope.decision import watch_decision
from pacman import EndReason, GameRecord, Layout, Outcome
from pacman.directions import ACTIONS, Position
from pacman.display.messages import IN_ENGLISH, Words
from pacman.display.watch.thought import Thought, value_text
from pacman.display.watch.thoughts_of_record import thoughts_of
from pacman.display.web.assets import DRAWN_SHEETS, bundle, packed_code, rules, script_words, static
from pacman.display.web.game_data import game_data
from pacman.display.web.game_page import game_page
from pacman.display.web.page import render
from pacman.display.web.shapes import figure_symbols
from pacman.record import Player
from pacman.state import GameState

ROOT = Path(__file__).parent.parent.parent
STATIC = ROOT / "pacman" / "display" / "web" / "static"
EVIL = "<img src=x onerror=alert(1)></script><script>alert(2)</script>"


def run(*arguments: object, cwd: Path) -> "subprocess.CompletedProcess[str]":
    words = [sys.executable, str(ROOT / "run.py"), *map(str, arguments)]
    return subprocess.run(words, cwd=cwd, capture_output=True, text=True, timeout=120)


def test_play_and_replay_write_a_page(tmp_path: Path) -> None:
    played = run(
        "-q", "-p", "MinimaxAgent", "-l", "small", "--seed", 3, "-r", "game.json", "--html", "a.html", cwd=tmp_path
    )
    replayed = run("replay", "game.json", "--html", "b.html", "--theme", "light", cwd=tmp_path)
    assert (played.returncode, replayed.returncode) == (0, 0), played.stderr + replayed.stderr
    first, second = ((tmp_path / name).read_text() for name in ("a.html", "b.html"))
    assert 'data-theme="light"' in second
    assert [bool(data_of(page)["thoughts"]) for page in (first, second)] == [True, True]


def data_of(page: str, name: str = "game") -> dict[str, Any]:
    found = re.search(rf'<script type="application/json" id="{name}">(.*?)</script>', page)
    if found:
        return dict(json.loads(found[1]))
    packed = re.search(rf'<script type="application/octet-stream" id="{name}">(.*?)</script>', page)
    assert packed
    return dict(json.loads(zlib.decompress(base64.b64decode(packed[1]))))


def test_a_page_of_a_thousand_rounds_is_small() -> None:
    """The page has thoughts about every move."""
    layout = Layout.from_text("%%%%%%%%%%%\n%P  .%  GG%\n%    %    %\n%%%%%%%%%%%", name="apart")
    idle = type("Idle", (), {"getAction": lambda self, state: random.choice(state.legal_actions(0)[:2])})()
    record = pacman.play(layout, idle, [RandomGhost(1), RandomGhost(2)], seed=1, max_moves=3000)
    assert len(record.moves) == 3000
    rng = random.Random(1)

    def thought() -> Thought:
        values = {action: f"{rng.gauss(0, 300):.1f}" for action in ACTIONS}
        facts = tuple((name, f"{rng.random():.3f}") for name in ("value", "depth", "nodes", "cuts", "time"))
        path: dict[int, list[Position]] = {agent: [(rng.randrange(9), 2) for _ in range(4)] for agent in range(3)}
        parts = {f"feature-{number}": rng.gauss(0, 10) for number in range(6)}
        return Thought(0, "West", values, {"Stop": rng.random()}, facts, path, rival="Stop", differences=parts)

    assert len(game_page(record, {number: thought() for number in range(0, 3000, 3)})) < 300_000


def test_nothing_that_comes_from_a_file_becomes_markup(tmp_path: Path, open_page: Callable[..., Any]) -> None:
    layout = Layout.from_text("%%%%%\n%P.G%\n%%%%%", name=EVIL)
    outcome = Outcome(EndReason.CRASHED, 0, 0, 0, f"{EVIL} (agent.py:3)")
    record = GameRecord(layout, 1, EVIL, (EVIL, EVIL), [], outcome, (Player(EVIL), Player(EVIL)))
    thought = Thought(0, "East", {"East": EVIL}, facts=((EVIL, EVIL),), rival=EVIL, differences={EVIL: 1.0})
    path = tmp_path / "evil.html"
    path.write_text(game_page(record, {0: thought}), encoding="utf-8")
    text = path.read_text()
    assert "<img" not in text
    assert text.count("<script") == text.count("</script") == 3  # the page's own, the game, and its messages
    page = open_page(path)
    page.keyboard.press("End")
    assert page.locator("img").count() == 0
    assert EVIL in page.inner_text(".legend")
    assert EVIL in page.inner_text(".thoughts")
    assert EVIL in page.inner_text(".end")


class ScriptBlocks(HTMLParser):
    """Return the script elements of a page by id, as a browser would parse them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.blocks: dict[str | None, str] = {}
        self._open: list[str | None] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag == "script":
            self._open.append(dict(attributes).get("id"))

    def handle_data(self, data: str) -> None:
        if self._open:
            self.blocks[self._open[-1]] = self.blocks.get(self._open[-1], "") + data

    def handle_endtag(self, tag: str) -> None:
        if tag == "script":
            self._open.pop()


@pytest.mark.parametrize("size", [1, 10_000], ids=["plain", "compressed"])
@pytest.mark.parametrize("text", [EVIL, "</SCRIPT ><b>", "<!-- <script>", "]]>&lt;"])
def test_no_data_ends_its_block(text: str, size: int) -> None:
    data = {"page": {"words": {}, "text": [text] * size}}
    values: dict[str, Any] = {"title": text, "lines": [text], "warnings": [], "needs_script": "", "kind": "kind-search"}
    blocks = ScriptBlocks(render("search.html", script="search_page", data=data, **values)).blocks
    assert set(blocks) == {None, "page", "code"}
    block = blocks["page"]
    found = block if size == 1 else zlib.decompress(base64.b64decode(block)).decode()
    assert json.loads(found) == data["page"]
    assert "<" not in block
    assert blocks[None].strip() == static("unpack.js").strip()
    unpacked = zlib.decompress(base64.b64decode(blocks["code"])).decode()
    assert unpacked == packed_code(bundle("search_page"), rules(*DRAWN_SHEETS), figure_symbols())


def test_the_policy_allows_only_what_the_page_carries(game_file: Path) -> None:
    page = game_file.read_text()
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)
    assert policy
    assert "default-src &#39;none&#39;" in policy[1]
    assert "unsafe" not in policy[1]
    assert not re.search(
        r"""(src|href)\s*=\s*["']?(?!#)\w""",
        re.sub(r"<script.*?</script>|<style.*?</style>", "", page, flags=re.DOTALL),
    )


def test_modules_are_put_together_without_a_trace_of_imports() -> None:
    for path in STATIC.glob("*_page.js"):
        code = bundle(path.stem)
        assert not re.search(r"^(import|export)\b", code, flags=re.MULTILINE)
        names = re.findall(r"^(?:async )?(?:function|const|let|class) (\w+)", code, flags=re.MULTILINE)
        assert len(names) == len(set(names)), "two modules use one name at their top level"


def test_a_replay_runs_no_code_that_it_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text(
        f"open({str(tmp_path / 'ran')!r}, 'w').close()\n"
        "from game import Agent\n"
        "class Me(Agent):\n    def getAction(self, state): return 'Stop'\n"
    )
    record = pacman.play("small", MinimaxAgent(depth=1), [RandomGhost(1)], seed=1, max_moves=6)
    players = (Player(f"{mine}:Me", {"depth": 2}), Player("RandomGhost"))
    stranger = replace(record, players=players)
    agents = recorded_agents(stranger)
    assert not hasattr(agents[0], "search")
    assert type(agents[1]) is RandomGhost
    assert thoughts_of(stranger, agents) == {}
    monkeypatch.syspath_prepend(tmp_path)  # there is a module `mine` to be imported now
    importing = replace(record, players=(Player("GreedyAgent", {"evalFn": "mine.Me"}), Player("RandomGhost")))
    assert type(recorded_agents(importing)[0]) is object
    assert not (tmp_path / "ran").exists()
    stranger.save(tmp_path / "game.json")
    assert run("replay", "game.json", "--html", "game.html", cwd=tmp_path).returncode == 0
    assert not (tmp_path / "ran").exists()
    assert f"python run.py replay game.json -p {mine}:Me -a depth=2 --html game.html" in page_text(tmp_path)
    assert run("replay", "game.json", "-p", f"{mine}:Me", "--html", "game.html", cwd=tmp_path).returncode == 0
    assert (tmp_path / "ran").exists()
    assert "python run.py replay" not in page_text(tmp_path)


def page_text(folder: Path) -> str:
    return (folder / "game.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("command", ["play", "replay"])
def test_the_page_of_a_students_game_has_its_thoughts(command: str, tmp_path: Path) -> None:
    """If -p names the file, the page shows what `explain` infers."""
    agent = f"{ROOT / 'tests/autograder/submissions/recursive_pairs.py'}:MinimaxAgent"
    played = ["-q", "-p", agent, "-l", "minimax", "-k", "1", "--seed", "1", "--max-moves", "8"]
    if command == "play":
        assert run("play", *played, "--html", "game.html", cwd=tmp_path).returncode == 0
    else:
        assert run("play", *played, "-r", "game.json", cwd=tmp_path).returncode == 0
        assert run("replay", "game.json", "-p", agent, "--html", "game.html", cwd=tmp_path).returncode == 0
    thoughts = data_of(page_text(tmp_path))["thoughts"]
    assert thoughts
    start = watch_decision(load_agent(agent), GameState.initial(pacman.load_layout("minimax"), 1))
    assert thoughts["0"]["action"] == start.action
    assert thoughts["0"]["values"] == {node.action: value_text(node.value or 0) for node in start.candidates}


def test_thoughts_of_a_record_are_those_of_its_agents() -> None:
    record = pacman.play("small", MinimaxAgent(depth=2, evaluation="score"), [RandomGhost(1)], seed=2, max_moves=40)
    thoughts = thoughts_of(record, recorded_agents(record))
    assert list(thoughts) == list(range(0, 40, 2))[::-1]
    assert all(thought.action == record.moves[number][1] for number, thought in thoughts.items())


def test_thoughts_stop_when_their_time_is_up() -> None:
    record = pacman.play("small", MinimaxAgent(depth=1), [RandomGhost(1), RandomGhost(2)], seed=2, max_moves=30)
    slow = MinimaxAgent(depth=9, engine="python")
    assert thoughts_of(record, [slow, *recorded_agents(record)[1:]], seconds=0.2) == {}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["broken.json", "--html", "a.html"], "broken.json: not a replay file"),
        (["game.json", "--html", "missing/a.html"], "there is no folder missing"),
        (["game.json", "--html", "folder.html"], "it is a folder"),
        (["game.json", "--html", "a.txt"], "--html a.txt: expected a name that ends in .html"),
        (["game.json", "-p", "NoAgent", "--html", "a.html"], "unknown agent 'NoAgent'"),
    ],
)
def test_bad_input_gets_one_line(tmp_path: Path, words: list[str], message: str) -> None:
    pacman.play("small", MinimaxAgent(depth=1), [], seed=1, max_moves=3).save(tmp_path / "game.json")
    (tmp_path / "broken.json").write_text("{")
    (tmp_path / "folder.html").mkdir()
    result = run("replay", *words, cwd=tmp_path)
    assert result.returncode == 2
    assert len(result.stderr.splitlines()) == 1
    assert message in result.stderr
    assert not (tmp_path / "a.html").exists()


def test_every_state_follows_from_the_data(game: GameRecord) -> None:
    """Decoding the data as the script does gives every state of the record."""
    data = game_data(game)
    vectors = [(-1, 0), (0, 0), (1, 0), (0, 1), (0, -1)]
    figures = [(x, y) for x, y, _ in data["start"]]
    jumps = [data["jumps"][i : i + 5] for i in range(0, len(data["jumps"]), 5)]
    score = 0
    for number, state in enumerate(game.states()):
        if number:
            mover, code = (number - 1) % len(figures), int(data["moves"][number - 1], 36)
            (dx, dy), way = vectors[code // 3], code % 3 / 2
            figures[mover] = figures[mover][0] + dx * way, figures[mover][1] + dy * way
            score += data["gains"][number - 1]
        for when, agent, x, y, _ in jumps:
            if when == number:
                figures[agent] = x, y
        assert figures == [state.position(agent) for agent in range(state.num_agents)]
        assert score == state.score


def test_a_batch_and_a_comparison_as_pages(tmp_path: Path, open_page: Callable[..., Any]) -> None:
    games = ("-l", "small", "--workers", 1, "--html")
    batch = run("batch", "-p", "ReflexAgent", "-n", 12, *games, "batch.html", cwd=tmp_path)
    compared = run("compare", "ReflexAgent", "GreedyAgent", "-n", 8, *games, "two.html", cwd=tmp_path)
    assert (batch.returncode, compared.returncode) == (0, 0), batch.stderr + compared.stderr
    page = open_page(tmp_path / "batch.html")
    assert page.locator(".player").count() == 3
    assert page.locator(".plot svg").count() == 1
    page.locator("button.play").first.click()
    page.wait_for_function("() => document.querySelector('.player').dataset.state > 2")
    page = open_page(tmp_path / "two.html")
    assert page.locator(".player").first.locator(".board").count() == 2
    page.locator("button.on").first.click()
    page.wait_for_function("() => document.querySelector('.player').dataset.state == 1")
    assert page.locator(".parting").count() >= 1


def test_the_first_crash_of_a_batch_is_in_its_page(tmp_path: Path, open_page: Callable[..., Any]) -> None:
    (tmp_path / "mine.py").write_text(
        "import random\nfrom game import Agent\n"
        "class Me(Agent):\n    def getAction(self, state):\n"
        "        if random.random() < 0.02: raise ValueError('<b>ouch</b>')\n        return 'Stop'\n"
    )
    words = (
        "batch",
        "-p",
        "mine.py:Me",
        "-l",
        "small",
        "-n",
        4,
        "--max-moves",
        600,
        "--workers",
        1,
        "--html",
        "b.html",
    )
    assert run(*words, cwd=tmp_path).returncode == 0
    page = open_page(tmp_path / "b.html")
    assert "First crash" in page.locator("h2").first.inner_text()
    page.locator(".player").first.press("End")
    assert "<b>ouch</b>" in page.locator(".end").first.inner_text()


def test_a_game_in_chinese_shows_no_english(
    open_page: Callable[..., Any], lost_game: GameRecord, tmp_path: Path
) -> None:
    """Apart from names of agents, mazes, actions and keys."""
    words = Words("zh")
    agents = [AlphaBetaAgent(depth=2, evaluation="score"), MinimaxGhost(1)]
    death = lost_game_data(lost_game, words=words)
    path = tmp_path / "game.html"
    path.write_text(game_page(lost_game, thoughts_of(lost_game, agents), death=death, words=words), encoding="utf-8")
    page = open_page(path)
    page.keyboard.press("h")
    page.keyboard.press("e")
    page.keyboard.press("End")
    assert page.get_attribute("html", "lang") == "zh"
    names = {"AlphaBetaAgent", "MinimaxGhost", "trap", "Space", "Home", "End", "Shift", "Pacman", "explain"}
    found = set(re.findall(r"[A-Za-z]{2,}", page.inner_text("body"))) - names - set(ACTIONS)
    labels = page.eval_on_selector_all("[aria-label]", "all => all.map((each) => each.ariaLabel).join(' ')")
    assert found - {"ms", "µs"} == set()
    assert set(re.findall(r"[A-Za-z]{2,}", labels)) - names - set(ACTIONS) == set()


@pytest.mark.parametrize("kind", ["batch", "comparison"])
def test_a_page_of_many_games_in_chinese_shows_no_english(
    open_page: Callable[..., Any], tmp_path: Path, kind: str
) -> None:
    page = tmp_path / "games.html"
    players = ["-p", "ReflexAgent"] if kind == "batch" else ["ReflexAgent", "GreedyAgent"]
    command = "batch" if kind == "batch" else "compare"
    ran = run(command, *players, "-l", "trap", "-n", "4", "--html", str(page), "--lang", "zh", cwd=tmp_path)
    assert ran.returncode == 0
    names = {"ReflexAgent", "GreedyAgent", "RandomGhost", "trap", "explain"}
    names |= {part for feature in FEATURES for part in feature.split("-")}
    opened = open_page(page)
    opened.eval_on_selector("footer.made-by", "footer => footer.remove()")  # the program's name, and digests
    shown = opened.inner_text("body")
    assert set(re.findall(r"[A-Za-z]{2,}", shown)) - names - set(ACTIONS) - {"ms", "µs"} == set()


@pytest.mark.parametrize("script", ["search_page", "grade_page", "group_page"])
def test_a_page_has_the_texts_that_its_script_names(script: str) -> None:
    """They are named as `words.key`, `words["key"]` or in a table; the texts of other pages are left out."""
    shown = script_words(IN_ENGLISH, script)
    named = {dotted or quoted for dotted, quoted in re.findall(r'\bwords(?:\.(\w+)|\["([\w-]+)"\])', bundle(script))}
    assert named & IN_ENGLISH.messages.keys() <= shown.keys() < IN_ENGLISH.messages.keys()
    assert named & IN_ENGLISH.messages.keys()
    assert "kind-batch" not in shown
