"""The names of bugs are public: reports and files hold them, and teachers count by them."""

import ast
from pathlib import Path

import pytest

from autograder.diagnosis import bug_names
from autograder.diagnosis.advice import ADVICE
from autograder.diagnosis.bugs import RIGHT, known_bugs, score_bug

DIAGNOSIS = Path(bug_names.__file__).parent
DEFINED = {value for name, value in vars(bug_names).items() if name.isupper()}

# A name may be added here, none may be changed or removed.
TEXTS = """
Stop is left out in some states only
a better value must be better by a margin
a call of what is no function
a comparison of what has no order
a cut needs a margin
a division by zero
a fraction where a whole number is needed
a function called with the wrong arguments
a function returns nothing
a function that is not called
a ghost's layer is missing
a key that is not in the dictionary
a leftover of Python 2
a name that is not there
a step costs points
a step earns points
a value and a pair mixed up
a value of 0 is taken for no value
actions are left out
actions in another order
alpha and beta are kept for the next decision
alpha and beta are not handed on
alpha and beta are not updated
alpha and beta are overwritten
alpha and beta are updated with the wrong values
alpha and beta begin with the wrong values
alpha and beta mixed up
alpha is not kept at the root
alpha or beta returned instead of the best value
an action that is not legal where it is taken
an action that loses at once is never taken
an agent is missing
an answer without a search
an early end costs points
an early end earns points
an evaluation of its own instead of self.evaluationFunction
an index that is too large
an item that is not in the list
another agent is moved than the one whose turn it is
equal values count once in the average
evaluation at the wrong nodes
expected value weighted wrongly
getAction returns no action
ghosts' layers merged
ignores win and lose
leaves are not evaluated
min and max swapped
no pruning
not implemented yet
one alpha and one beta for all nodes
one depth for all nodes
only Pacman's next move is looked at
pruned on equality
pruning at one kind of node only
pruning in expectimax
root tie at random
root tie to the last
search depth off by one
self.evaluationFunction returns something else than the score
some nodes do not prune
successors are generated before the cut
successors of leaves are generated
the agent counts in the value of a leaf
the average at Pacman's nodes
the average in place of the minimum
the best action is overwritten below the root
the best of no actions at all
the best value does not start at infinity
the best value is not kept
the best value starts at 0
the code crashes
the depth counts single moves
the depth is fixed in the code
the depth is limited in the code
the depth is lowered after every ghost
the depth is lowered at Pacman's move
the file cannot be loaded
the first value in place of the best
the last round is not finished
the last value in place of the best
the loop ends after its first action
the minimum in place of the average
the name of an action decides in place of its value
the recursion does not end
the root is evaluated instead of the successor
the score in place of self.evaluationFunction
the search asks for what only Pacman's board has
the search goes too deep
the second best value in place of the best
the sign of values is lost
the state is evaluated instead of the successor
the sum in place of the maximum
the sum in place of the minimum
values are discounted
values are kept without the depth or the agent
values are limited to a range
values are put together wrongly at Pacman's nodes
values are put together wrongly at ghosts' nodes
values are rounded
what one decision leaves behind is used in the next
"""


def test_no_name_changes() -> None:
    assert set(TEXTS.strip().splitlines()) == DEFINED


@pytest.mark.parametrize("agent", RIGHT)
def test_every_bug_of_a_search_has_a_defined_name_and_advice(agent: str) -> None:
    names = {name for bug in (score_bug(agent), *known_bugs(agent)) for name in bug.names}
    assert names <= DEFINED
    assert names <= ADVICE.keys()


@pytest.mark.parametrize("path", sorted(DIAGNOSIS.glob("*.py")), ids=lambda path: path.stem)
def test_the_text_of_a_name_occurs_in_one_module(path: Path) -> None:
    strings = [node.value for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Constant)]
    assert path.stem == "bug_names" or DEFINED.isdisjoint(map(str, strings))


def test_several_names_are_joined() -> None:
    assert bug_names.all_of("a", "b", "c") == "a and b and c"
    assert bug_names.one_of("a", "b", "c") == "a or b or c"
