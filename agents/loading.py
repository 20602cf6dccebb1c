"""Load an agent by name, or by the file and class of a submission."""

import inspect
from contextlib import suppress
from pathlib import Path
from typing import Any

from agents.registry import AGENTS, GHOSTS
from pacman.agent_code.agent_arguments import as_spelled_by, parameters
from pacman.berkeley import STUDENTS_FILE
from pacman.berkeley.submission import load_submission, names_defined_in
from pacman.errors import AgentError, describe_crash, nearest, unknown
from pacman.record import GameRecord, Player
from pacman.registry import Registry


def load_agent(spec: str, **arguments: Any) -> Any:
    """Return a new Pacman agent, by the name of a registered one or as `path/file.py:Class`.

    The arguments may be strings. Raise AgentError if the agent cannot be found or created.
    """
    kind = _find(spec, AGENTS)
    is_ours = spec in AGENTS and "evaluation" in parameters(kind)
    return _make(kind, spec, _with_our_names(arguments) if is_ours else arguments)


def namesake(spec: str) -> str | None:
    """Return the spec of the class with this registered name in the student's file of this folder, or None."""
    file = Path(STUDENTS_FILE)
    is_there = spec in AGENTS and file.is_file() and spec in (names_defined_in(file) or ())
    return f"{file}:{spec}" if is_there else None


def load_ghosts(spec: str, count: int, **arguments: Any) -> list[Any]:
    """Return `count` new ghosts of one kind, with indices from 1; raise AgentError as `load_agent` does."""
    kind = _find(spec, GHOSTS)
    return [_make(kind, spec, arguments, index=index) for index in range(1, count + 1)]


def recorded_agents(record: GameRecord, pacman: Any = None) -> list[Any]:
    """Recreate the agents of a recorded game with their recorded arguments; `pacman`, if given, replaces its Pacman.

    A record never causes code that it names to run: only built-in agents are created. Any other agent, and one whose
    arguments are not known, is represented by a plain object without methods.
    """
    agents = [_recorded_agent(player, index) for index, player in enumerate(record.players[: record.ghosts + 1])]
    if pacman is not None:
        agents[:1] = [pacman]
    return agents


def names_code(player: Player) -> bool:
    """True if creating this player would run a file or a module that its record names."""
    return ":" in player.name or "." in str(player.arguments.get("evalFn", ""))  # which GreedyAgent imports


def _recorded_agent(player: Player, index: int) -> Any:
    kind = (GHOSTS if index else AGENTS).loaded(player.name)
    place = {"index": index} if index else {}
    if names_code(player):
        return object()
    try:
        return _make(kind, player.name, dict(player.arguments), **place) if kind else object()
    except AgentError:
        return object()


def parse_arguments(text: str, of_a_bare_word: Any = None) -> dict[str, Any]:
    """Parse the arguments of a command line, "depth=3,ties=random".

    A name without a value gets `of_a_bare_word`, which is 1 in Berkeley's files, where the last of two values counts.
    Without `of_a_bare_word`, both are an AgentError.
    """
    arguments: dict[str, Any] = {}
    for item in filter(str.strip, text.split(",")):
        name, _, value = map(str.strip, item.partition("="))
        if not value and of_a_bare_word is None:
            raise AgentError(f"argument {name!r} has no value; expected {name}=VALUE")
        if name in arguments and of_a_bare_word is None:
            raise AgentError(f"argument {name!r} is given twice")
        arguments[name] = value if "=" in item else of_a_bare_word
    return arguments


def argument_names(kind: type) -> list[str]:
    """Return the names of an agent's arguments, except its index and its random generator."""
    return [name for name in inspect.signature(kind).parameters if name not in ("index", "rng")]


def _find(spec: str, known: Registry[type]) -> type:
    file, colon, name = spec.rpartition(":")
    if colon and file.endswith(".py"):
        members = vars(load_submission(file))
        found = members.get(name)
        if inspect.isclass(found):
            return found
        classes = [key for key, member in members.items() if _is_of_a_submission(member)]
        raise AgentError(f"{file}: {unknown('class', name, classes)}")
    if spec.endswith(".py"):
        raise AgentError(f"{spec}: a class is missing; expected {Path(spec).name}:NAME")
    if spec not in known:
        own = "" if nearest(spec, known) else f"; one of your own is {file or 'FILE'}.py:{name}"
        raise AgentError(known.message(spec) + own)
    return known[spec]


def _with_our_names(arguments: dict[str, Any]) -> dict[str, Any]:
    """Translate Berkeley's evalFn=betterEvaluationFunction to evaluation=better, for a built-in agent."""
    if "evalFn" not in arguments or "evaluation" in arguments:
        return arguments
    words = {("evaluation" if name == "evalFn" else name): value for name, value in arguments.items()}
    return {**words, "evaluation": str(words["evaluation"]).removesuffix("EvaluationFunction")}


def _is_of_a_submission(member: Any) -> bool:
    """True for a class that the student wrote, not one of this project that the file imports."""
    return inspect.isclass(member) and member.__module__.partition(".")[0] not in ("pacman", "agents")


def _make(kind: type, spec: str, arguments: dict[str, Any], **place: int) -> Any:
    try:
        given = as_spelled_by(kind, {**place, **arguments})
        known = parameters(kind)
        if not any(parameter.kind is parameter.VAR_KEYWORD for parameter in known.values()):
            for name in given:
                if name not in known:
                    raise AgentError(unknown("argument", name, known))
        agent = kind(**given)
    except AgentError as error:
        raise AgentError(f"{spec}: {error}") from error
    except (Exception, SystemExit) as error:
        raise AgentError(f"{spec}: cannot be made: {describe_crash(error)}") from error
    if ":" in spec:
        with suppress(Exception):  # a submission's class may refuse attributes; a record then has only its name
            agent.made_as = Player(spec, arguments)
    return agent
