"""The command `explain`: show the tree that one decision searched, or why Pacman died."""

from __future__ import annotations

import argparse
import random
import shlex
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from commands.shared.options import (
    add_count,
    add_file,
    add_flag,
    add_language,
    add_num_ghosts,
    add_plugins,
    add_theme,
    note_missing_ghosts,
    number_from,
    words_of_player,
)

if TYPE_CHECKING:
    from agents.microscope.tree_text import TreeExcerpt
    from autograder.diagnosis.side_by_side import CaseExplanation
    from pacman.directions import Action
    from pacman.display.messages import Words
    from pacman.display.theme import Theme
    from pacman.replay import Replay

DEFAULT_AGENT: Final = "AlphaBetaAgent"
CASE: Final = ".test"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Show the tree that one decision searched: a move of a recorded game, the first move on a layout, or a case of "
        "the autograder. The search of your own agent is recorded and shown beside the reference search."
    )
    parser.add_argument("source", nargs="?", metavar="GAME.json | CASE.test", help="a recorded game, or a case")
    parser.add_argument(
        "-l", "--layout", metavar="LAYOUT", help="explain the first move on a layout: a name or a .lay file"
    )
    which = parser.add_mutually_exclusive_group()
    add_count(which, "--move", least=1, help="explain move N of a recorded game")
    add_flag(which, "--death", help="explain the decision that lost a recorded game")
    whose = f"a built-in name or file.py:Class (default: the agent that played, or {DEFAULT_AGENT})"
    parser.add_argument("-p", "--pacman", metavar="AGENT", help=whose)
    parser.add_argument(
        "-a", "--agent-args", metavar="K=V,…", default="", help="arguments of the agent, such as depth=3"
    )
    add_plugins(parser)
    add_num_ghosts(parser)
    add_count(parser, "--plies", least=1, help="draw N plies of the tree (default: as many as fit)")
    parser.add_argument("--path", metavar="A,B,…", default="", help="draw the part of the tree below these actions")
    dice = "for a case: rename its states and actions, as `grade --seed`; else: seed of a random agent (default: 0)"
    parser.add_argument("--seed", type=int, metavar="N", help=dice)
    limit = "stop an agent after S seconds and show the part of its search so far (default: %(default)g)"
    parser.add_argument("--timeout", type=number_from(0), default=60.0, metavar="S", help=limit)
    out = parser.add_argument_group("output (default: text in the terminal)")
    add_flag(out, "--text", help="print text even if a page or a drawing is written")
    add_file(out, "--html", help="write an interactive page: the tree, its boards, and a slider")
    add_file(out, "--svg", help="draw the tree; --plies and --path choose a part of it")
    add_language(out, "the page")
    add_theme(out, "colours of the page (default: the browser's) or the drawing (default: dark)")


@dataclass(frozen=True)
class Forms:
    """Functions that render one explanation in each format, called only for the formats that are requested."""

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
    from commands.shared.output import check_destinations
    from pacman.errors import PacmanError

    check_destinations(options.svg, page=options.html)
    if (options.source is None) == (options.layout is None):
        raise PacmanError("say what to explain: a recorded game, a case of the autograder, or -l LAYOUT")
    is_game = options.source is not None and not options.source.endswith(CASE)
    if not is_game and (options.move or options.death):
        raise PacmanError("--move and --death need a recorded game")


def _layout_forms(options: argparse.Namespace, excerpt: TreeExcerpt) -> Forms:
    from pacman.layout import load_layout
    from pacman.state import GameState

    layout = load_layout(options.layout)
    note_missing_ghosts(options, [layout])
    state = GameState.initial(layout, options.num_ghosts)
    return _decision_forms(options, excerpt, state, lambda words: words("at-start", layout=layout.name))


def _game_forms(options: argparse.Namespace, excerpt: TreeExcerpt) -> Forms:
    from pacman.errors import PacmanError
    from pacman.replay import load_replay

    replay = load_replay(options.source)
    replay.verify()
    if not (options.move or options.death):
        safety = "" if options.pacman else _safety_message(replay)
        raise PacmanError(f"{options.source}: which decision? Say --move N or --death{safety and f'; {safety}'}")
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
    from commands.shared.positions import decision_at

    number, round_number, state = decision_at(replay, options.move)

    def where(words: Words) -> str:
        text = words("at-move", move=number + 1, game=options.source, round=round_number)
        if number + 1 == options.move:
            return text
        return text + words("ghosts-move", move=options.move, ghost=replay.moves[options.move - 1][0])

    return _decision_forms(options, excerpt, state, where, replay, replay.moves[number][1])


def _decision_forms(
    options: argparse.Namespace,
    excerpt: TreeExcerpt,
    state: Any,
    where: Callable[[Words], str],
    replay: Replay | None = None,
    played: Action | None = None,
) -> Forms:
    from agents.microscope.decision_page import decision_page
    from agents.microscope.explanation import explain_decision
    from agents.microscope.text_report import explanation_text, node_at
    from agents.microscope.tree_drawing import tree_drawing
    from pacman.display.messages import IN_ENGLISH, Words

    agent, called, arguments = _agent(options, replay)
    words = ", ".join(f"{key} {value}" for key, value in arguments.items())
    short = Path(called).name  # without folders, as titles are short
    name = f"{short} ({words})" if words else short
    random.seed(options.seed or 0)
    played = None if options.pacman else played  # another agent than the one that played
    explanation = explain_decision(agent, state, where(IN_ENGLISH), name=name, played=played, seconds=options.timeout)
    if explanation.decision.problem or explanation.reference is not None:
        from autograder.diagnosis.decision_bug import likely_bug

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
    from commands.shared.viewing import window_theme
    from pacman.display.theme import theme_named

    return theme_named(window_theme(options))


def _agent(options: argparse.Namespace, replay: Replay | None) -> tuple[Any, str, dict[str, str]]:
    """Return the agent to explain, its name and its arguments: from the options, or else from the recording."""
    from agents.loading import load_agent, parse_arguments
    from pacman.errors import AgentError

    arguments = parse_arguments(options.agent_args)
    name = options.pacman or DEFAULT_AGENT
    if options.pacman is None and replay is not None and replay.players:
        name, arguments = replay.players[0].name, {**replay.players[0].arguments, **arguments}
        if safety := _safety_message(replay):
            raise AgentError(f"{options.source}: {safety}")
    try:
        agent = load_agent(name, **arguments)
    except AgentError as error:
        hint = "" if options.pacman else "; -p AGENT chooses another agent"
        raise AgentError(f"{error}{hint}") from error
    if hasattr(agent, "steer"):
        raise AgentError(f"{name} is controlled by a person and has no search; choose another agent with -p AGENT")
    return agent, name, arguments


def _safety_message(replay: Replay) -> str:
    """Return how to run the file that a recording names as Pacman's agent; empty for a built-in agent."""
    from agents.loading import names_code

    if not (replay.players and names_code(replay.players[0])):
        return ""
    command = shlex.join(words_of_player(replay.players[0]))
    return f"for safety the file that the recording names is not run; add {command}"


def _file(agent: str) -> Path | None:
    """Return the file of an agent named `file.py:Class`, or None for a built-in agent."""
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
    with closing(InProcessStudent(Path(file), limits)) as student:
        return explain_case(case, student, limits)
