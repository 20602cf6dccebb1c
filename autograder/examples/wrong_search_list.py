"""The wrong searches that a set of examples should catch: for each agent a numbered list."""

from dataclasses import dataclass, replace
from functools import cache

from autograder.case_types.fixed_tree import FixedTree
from autograder.case_types.reference import TreeSolution
from autograder.case_types.state_spaces import NoScoreError, TreeSpace
from autograder.diagnosis.bugs import common_bugs, known_bugs, score_bug
from autograder.diagnosis.search_rules import Rules
from autograder.diagnosis.wrong_searches import WouldCrash, search


@dataclass(frozen=True)
class NumberedSearch:
    """A wrong search: its number in the list of its agent, counted from 1, the name of its bug, and its rules."""

    number: int
    bug: str
    rules: Rules


@cache
def wrong_searches(agent: str) -> tuple[NumberedSearch, ...]:
    """Return the wrong searches of an agent: every search of a common bug, and one search of every other bug.

    A search that no single tree can expose is left out, and of searches that only an illegal game distinguishes all
    but one.
    """
    common = {bug.name: bug for bug in common_bugs(agent)}
    found: dict[Rules, str] = {}
    for bug in (*known_bugs(agent), score_bug(agent)):
        for rules in common[bug.name].searches if bug.name in common else bug.searches[:1]:
            if _can_be_exposed(rules):
                found.setdefault(_in_legal_games(rules), bug.name)
    return tuple(NumberedSearch(number, bug, rules) for number, (rules, bug) in enumerate(found.items(), start=1))


def _can_be_exposed(rules: Rules) -> bool:
    """True unless only chance, an earlier decision, a state on two paths or a real board can expose the search.

    A search that ignores the end of the game, and evaluates states without actions, is a right one.
    """
    is_right = rules.stops_at == "nothing" and rules.empty == "score"
    is_hidden = rules.tie == "any" or rules.is_lasting or rules.remembers != "nothing" or rules.moves_pacman
    return not (is_right or is_hidden)


def _in_legal_games(rules: Rules) -> Rules:
    """Return the search that does the same in legal games, in which a state without actions is the end of the game."""
    return rules if rules.stops_at == "nothing" else replace(rules, empty="score")


def catches(tree: FixedTree, depth: int, right: TreeSolution, rules: Rules) -> bool:
    """True if a wrong search crashes in this tree, or its action or its generated states are not the right ones."""
    space = TreeSpace(tree)
    try:
        actions = search(space, tree.start, depth, rules)
    except (NoScoreError, WouldCrash):
        return True
    if not actions:
        return True
    return not right.accepts(actions[-1 if rules.tie == "last" else 0], space.generated)
