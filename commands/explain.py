"""The command `explain`: a decision under the microscope, or why Pacman died."""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from commands.shared.options import add_num_ghosts, add_plugins, file_name, number_from, whole_number

if TYPE_CHECKING:
    from agents.microscope.tree_text import TreeExcerpt
    from autograder.diagnosis.side_by_side import CaseExplanation
    from pacman.display.theme import Theme
    from pacman.display.web.messages import Words
    from pacman.replay import Replay

DEFAULT_AGENT: Final = "AlphaBetaAgent"
CASE: Final = ".test"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Shows the tree that a decision really searched: of a move of a recorded game, of the start of a layout, or of "
        "a case of the autograder. An agent of your own file is watched, and stands beside our own search."
    )
    parser.add_argument("source", nargs="?", metavar="GAME.json | CASE.test", help="a recorded game, or a case")
    parser.add_argument("-l", "--layout", metavar="LAYOUT", help="the start of a layout: a name or a .lay file")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--move", type=whole_number(1), metavar="N", help="of a game: the move of this number")
    which.add_argument("--death", action="store_true", help="of a game: the decision that lost it")
    whose = f"a built-in name or file.py:Class (default: who played, or {DEFAULT_AGENT})"
    parser.add_argument("-p", "--pacman", metavar="AGENT", help=whose)
    parser.add_argument(
        "-a", "--agent-args", metavar="K=V,…", default="", help="arguments of the agent, such as depth=3"
    )
    add_plugins(parser)
    add_num_ghosts(parser)
    parser.add_argument("--plies", type=whole_number(1), metavar="N", help="draw the tree so deep (default: what fits)")
    parser.add_argument("--path", metavar="A,B,…", default="", help="draw the part of the tree after these actions")
    dice = "of a case: a fresh one like it, as in `grade --seed`; else the dice of an agent that draws (default: 0)"
    parser.add_argument("--seed", type=int, metavar="N", help=dice)
    limit = "seconds until an agent that does not answer is ended; what was seen is shown (default: %(default)g)"
    parser.add_argument("--timeout", type=number_from(0), default=60.0, metavar="S", help=limit)
    out = parser.add_argument_group("what comes out (default: text in the terminal)")
    out.add_argument("--text", action="store_true", help="text in the terminal, beside a page or a drawing too")
    out.add_argument(
        "--html", type=file_name, metavar="FILE", help="a page: the tree to walk through, with boards and a slider"
    )
    out.add_argument(
        "--svg", type=file_name, metavar="FILE", help="the tree as a drawing; --plies and --path say how much of it"
    )
    out.add_argument("--lang", choices=("en", "zh"), default="en", help="the language of the page (default: en)")
    out.add_argument("--theme", choices=("dark", "light"), help="of the page or drawing (default: its reader's; dark)")


@dataclass(frozen=True)
class Forms:
    """One explanation, in the forms that can be asked for; each is made when it is."""

    text: Callable[[], str]
    page: Callable[[], str]
    drawing: Callable[[], str]


def run(options: argparse.Namespace) -> int:
    from agents.microscope.tree_text import TreeExcerpt

    _check(options)
    excerpt = TreeExcerpt(options.plies)
    if options.layout:
        forms = _layout_forms(options, excerpt)
    elif options.source.endswith(CASE):
        forms = _case_forms(options, excerpt)
    else:
        forms = _game_forms(options, excerpt)
    _write(options, forms)
    return 0


def _write(options: argparse.Namespace, forms: Forms) -> None:
    from commands.shared.output import say, write_text

    if options.text or not (options.html or options.svg):
        say(forms.text())
    for name, make in ((options.html, forms.page), (options.svg, forms.drawing)):
        if name:
            write_text(name, make())
            say(f"Saved {name}")


def _check(options: argparse.Namespace) -> None:
    from commands.shared.output import check_destinations, check_page
    from pacman.errors import PacmanError

    check_page(options.html)
    check_destinations(options.svg)
    if (options.source is None) == (options.layout is None):
        raise PacmanError("say what to explain: a recorded game, a case of the autograder, or -l LAYOUT")
    is_game = options.source is not None and not options.source.endswith(CASE)
    if not is_game and (options.move or options.death):
        raise PacmanError("--move and --death are of a recorded game")
    if is_game and not (options.move or options.death):
        raise PacmanError(f"{options.source}: which decision? Say --move N or --death")


def _layout_forms(options: argparse.Namespace, excerpt: TreeExcerpt) -> Forms:
    from pacman.layout import load_layout
    from pacman.state import GameState

    layout = load_layout(options.layout)
    state = GameState.initial(layout, options.num_ghosts)
    return _decision_forms(options, excerpt, state, lambda words: words("at-start", layout=layout.name))


def _game_forms(options: argparse.Namespace, excerpt: TreeExcerpt) -> Forms:
    from pacman.replay import load_replay

    replay = load_replay(options.source)
    replay.verify()
    return _death_forms(options, replay) if options.death else _move_forms(options, excerpt, replay)


def _death_forms(options: argparse.Namespace, replay: Replay) -> Forms:
    from agents.microscope.death import explain_death
    from agents.microscope.death_page import death_drawing, death_page
    from agents.microscope.text_report import death_text
    from pacman.errors import ReplayError

    death = explain_death(replay)
    if death is None:
        raise ReplayError(f"{options.source}: Pacman does not die in this game ({replay.outcome.reason.value})")
    return Forms(
        lambda: death_text(death, options.source),
        lambda: death_page(death, options.source, options.lang, options.theme),
        lambda: death_drawing(death, options.lang, _theme(options)),
    )


def _move_forms(options: argparse.Namespace, excerpt: TreeExcerpt, replay: Replay) -> Forms:
    from pacman.errors import ReplayError

    if options.move > len(replay.moves):
        raise ReplayError(f"{options.source}: there is no move {options.move}: the game has {len(replay.moves)}")
    numbers = [number for number, (agent, _) in enumerate(replay.moves[: options.move]) if agent == 0]
    number = numbers[-1]

    def where(words: Words) -> str:
        text = words("at-move", move=number + 1, game=options.source, round=len(numbers))
        if number + 1 == options.move:
            return text
        return text + words("ghosts-move", move=options.move, ghost=replay.moves[options.move - 1][0])

    state = next(state for index, state in enumerate(replay.states()) if index == number)
    return _decision_forms(options, excerpt, state, where, replay)


def _decision_forms(
    options: argparse.Namespace,
    excerpt: TreeExcerpt,
    state: Any,
    where: Callable[[Words], str],
    replay: Replay | None = None,
) -> Forms:
    from agents.microscope.decision_page import decision_page
    from agents.microscope.explanation import explain_decision
    from agents.microscope.text_report import explanation_text, node_at
    from agents.microscope.tree_drawing import tree_drawing
    from autograder.diagnosis.decision_bug import likely_bug
    from pacman.display.web.messages import Words

    agent, called, arguments = _agent(options, replay)
    words = ", ".join(f"{key} {value}" for key, value in arguments.items())
    name = f"{called} ({words})" if words else called
    random.seed(options.seed or 0)
    played = None
    if replay is not None and options.pacman is None:
        played = replay.moves[[*replay.states()].index(state)][1]
    explanation = explain_decision(agent, state, where(Words()), name=name, played=played, seconds=options.timeout)
    explanation = replace(explanation, likely_bug=likely_bug(explanation, _file(called)))
    translated = replace(explanation, where=where(Words(options.lang)))
    path = [word for word in options.path.split(",") if word]
    tree = explanation.decision.tree
    return Forms(
        lambda: explanation_text(explanation, excerpt, path),
        lambda: decision_page(translated, path, options.lang, options.theme),
        lambda: tree_drawing(tree.below(node_at(tree, path)), excerpt.plies, _theme(options)),
    )


def _theme(options: argparse.Namespace) -> Theme:
    from pacman.display.theme import DARK, LIGHT

    return LIGHT if options.theme == "light" else DARK


def _agent(options: argparse.Namespace, replay: Replay | None) -> tuple[Any, str, dict[str, str]]:
    """The agent that is asked, what it is called and its arguments: the one of the options, or who played."""
    from agents.loading import load_agent, names_code, parse_arguments
    from pacman.errors import AgentError

    arguments = parse_arguments(options.agent_args)
    name = options.pacman or DEFAULT_AGENT
    if options.pacman is None and replay is not None and replay.players:
        name, arguments = replay.players[0].name, {**replay.players[0].arguments, **arguments}
        if names_code(replay.players[0]):
            raise AgentError(f"{options.source}: a recording does not make us run the code it names; say -p {name}")
    try:
        agent = load_agent(name, **arguments)
    except AgentError as error:
        hint = "" if options.pacman else "; -p AGENT asks another one"
        raise AgentError(f"{error}{hint}") from error
    if hasattr(agent, "steer"):
        raise AgentError(f"{name} is a person; -p AGENT says who is to be asked")
    return agent, name, arguments


def _file(agent: str) -> Path | None:
    """The file of an agent that is called file.py:Class."""
    file, _, _ = agent.rpartition(":")
    return Path(file) if file else None


def _case_forms(options: argparse.Namespace, excerpt: TreeExcerpt) -> Forms:
    from agents.microscope.tree_drawing import tree_drawing
    from autograder.diagnosis.case_explanation import case_text
    from autograder.diagnosis.explanation_page import explanation_page

    explanation = _explain_case(options)
    trees = explanation.trees
    shown = trees.reference if explanation.result is None else trees.found
    return Forms(
        lambda: case_text(explanation, excerpt),
        lambda: explanation_page(explanation, options.lang, options.theme),
        lambda: tree_drawing(shown, excerpt.plies, _theme(options)),
    )


def _explain_case(options: argparse.Namespace) -> CaseExplanation:
    from autograder.case_types.reference import SEARCHES
    from autograder.diagnosis.case_explanation import explain_case, explain_reference, load_case
    from autograder.student.in_process import InProcessStudent
    from autograder.student.limits import Limits
    from pacman.errors import AgentError, unknown

    case = load_case(Path(options.source), options.seed)
    file, _, name = (options.pacman or case.agent).rpartition(":")
    if name not in SEARCHES:
        raise AgentError(f"a case is searched by {unknown('agent', name, SEARCHES)}")
    case.agent = name
    if not file:
        return explain_reference(case)
    limits = Limits()
    student = InProcessStudent(Path(file), limits)
    try:
        return explain_case(case, student, limits)
    finally:
        student.close()
