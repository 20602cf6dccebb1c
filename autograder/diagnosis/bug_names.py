"""The names of bugs, as reports, files and tests show them; the texts are an interface and do not change.

Advice on each is in `advice`; the searches that have it are in `bugs`, for those that a search can simulate.
"""

from typing import Final

# -- the depth
DEPTH_OFF_BY_ONE: Final = "search depth off by one"
LAST_ROUND_UNFINISHED: Final = "the last round is not finished"
DEPTH_LOWERED_AT_PACMAN: Final = "the depth is lowered at Pacman's move"
DEPTH_COUNTS_MOVES: Final = "the depth counts single moves"
DEPTH_LOWERED_AFTER_GHOSTS: Final = "the depth is lowered after every ghost"
SHARED_DEPTH: Final = "one depth for all nodes"
FIXED_DEPTH: Final = "the depth is fixed in the code"
LIMITED_DEPTH: Final = "the depth is limited in the code"
TOO_DEEP: Final = "the search goes too deep"
ONE_MOVE_AHEAD: Final = "only Pacman's next move is looked at"

# -- the agents
GHOSTS_MERGED: Final = "ghosts' layers merged"
GHOST_MISSING: Final = "a ghost's layer is missing"
WRONG_AGENT_MOVED: Final = "another agent is moved than the one whose turn it is"
MIN_MAX_SWAPPED: Final = "min and max swapped"

# -- leaves and their values
IGNORES_WIN_AND_LOSE: Final = "ignores win and lose"
ROOT_EVALUATED: Final = "the root is evaluated instead of the successor"
PARENT_EVALUATED: Final = "the state is evaluated instead of the successor"
WRONG_NODES: Final = "evaluation at the wrong nodes"
LEAVES_NOT_EVALUATED: Final = "leaves are not evaluated"
LEAVES_EXPANDED: Final = "successors of leaves are generated"
OWN_EVALUATION: Final = "an evaluation of its own instead of self.evaluationFunction"
BY_SCORE: Final = "the score in place of self.evaluationFunction"
OTHER_VALUES: Final = "self.evaluationFunction returns something else than the score"
VALUES_ROUNDED: Final = "values are rounded"
VALUES_DISCOUNTED: Final = "values are discounted"
VALUES_LIMITED: Final = "values are limited to a range"
SIGN_LOST: Final = "the sign of values is lost"
STEP_COSTS: Final = "a step costs points"
STEP_EARNS: Final = "a step earns points"
EARLY_END_EARNS: Final = "an early end earns points"
EARLY_END_COSTS: Final = "an early end costs points"
AGENT_COUNTS: Final = "the agent counts in the value of a leaf"
ZERO_IS_NO_VALUE: Final = "a value of 0 is taken for no value"

# -- the best of several values
STARTS_AT_ZERO: Final = "the best value starts at 0"
WRONG_START: Final = "the best value does not start at infinity"
BEST_NOT_KEPT: Final = "the best value is not kept"
NEEDS_MARGIN: Final = "a better value must be better by a margin"
FIRST_VALUE: Final = "the first value in place of the best"
LAST_VALUE: Final = "the last value in place of the best"
SECOND_BEST: Final = "the second best value in place of the best"
SUM_FOR_MAXIMUM: Final = "the sum in place of the maximum"
SUM_FOR_MINIMUM: Final = "the sum in place of the minimum"
AVERAGE_FOR_MINIMUM: Final = "the average in place of the minimum"
AVERAGE_AT_PACMAN: Final = "the average at Pacman's nodes"
WRONG_AT_PACMAN: Final = "values are put together wrongly at Pacman's nodes"
WRONG_AT_GHOSTS: Final = "values are put together wrongly at ghosts' nodes"
NAME_DECIDES: Final = "the name of an action decides in place of its value"

# -- the choice of an action
LAST_TIE: Final = "root tie to the last"
RANDOM_TIE: Final = "root tie at random"
ACTION_OVERWRITTEN: Final = "the best action is overwritten below the root"
AVOIDS_LOSS: Final = "an action that loses at once is never taken"
FIRST_ACTION_ONLY: Final = "the loop ends after its first action"
ACTIONS_LEFT_OUT: Final = "actions are left out"
STOP_LEFT_OUT: Final = "Stop is left out in some states only"
OTHER_ORDER: Final = "actions in another order"
NO_SEARCH: Final = "an answer without a search"

# -- stored values
INCOMPLETE_MEMO_KEY: Final = "values are kept without the depth or the agent"
LEFT_BEHIND: Final = "what one decision leaves behind is used in the next"

# -- alpha-beta
NO_PRUNING: Final = "no pruning"
PRUNED_ON_EQUALITY: Final = "pruned on equality"
PRUNES_ONE_SIDE: Final = "pruning at one kind of node only"
SOME_DO_NOT_PRUNE: Final = "some nodes do not prune"
CUT_NEEDS_MARGIN: Final = "a cut needs a margin"
GENERATED_BEFORE_CUT: Final = "successors are generated before the cut"
ROOT_ALPHA_NOT_KEPT: Final = "alpha is not kept at the root"
BOUND_RETURNED: Final = "alpha or beta returned instead of the best value"
BOUNDS_NOT_UPDATED: Final = "alpha and beta are not updated"
BOUNDS_UPDATED_WRONGLY: Final = "alpha and beta are updated with the wrong values"
BOUNDS_OVERWRITTEN: Final = "alpha and beta are overwritten"
BOUNDS_NOT_PASSED: Final = "alpha and beta are not handed on"
BOUNDS_START_WRONG: Final = "alpha and beta begin with the wrong values"
BOUNDS_MIXED_UP: Final = "alpha and beta mixed up"
SHARED_BOUNDS: Final = "one alpha and one beta for all nodes"
LASTING_BOUNDS: Final = "alpha and beta are kept for the next decision"

# -- expectimax
MINIMUM_FOR_AVERAGE: Final = "the minimum in place of the average"
WRONG_WEIGHTS: Final = "expected value weighted wrongly"
EQUAL_VALUES_ONCE: Final = "equal values count once in the average"
PRUNES_AVERAGES: Final = "pruning in expectimax"

# -- Python: crashes, and answers that are not actions
NO_ACTION: Final = "getAction returns no action"
NOT_GENERAL: Final = "the search asks for what only Pacman's board has"
ENDLESS_RECURSION: Final = "the recursion does not end"
PYTHON_2: Final = "a leftover of Python 2"
UNKNOWN_NAME: Final = "a name that is not there"
NOTHING_RETURNED: Final = "a function returns nothing"
WRONG_ARGUMENTS: Final = "a function called with the wrong arguments"
VALUE_AND_PAIR: Final = "a value and a pair mixed up"
ILLEGAL_ACTION: Final = "an action that is not legal where it is taken"
BEST_OF_NOTHING: Final = "the best of no actions at all"
NOT_CALLED: Final = "a function that is not called"
NOT_CALLABLE: Final = "a call of what is no function"
NO_ORDER: Final = "a comparison of what has no order"
NOT_WHOLE: Final = "a fraction where a whole number is needed"
DIVISION_BY_ZERO: Final = "a division by zero"
INDEX_TOO_LARGE: Final = "an index that is too large"
MISSING_KEY: Final = "a key that is not in the dictionary"
MISSING_ITEM: Final = "an item that is not in the list"
NOT_IMPLEMENTED: Final = "not implemented yet"
AGENT_MISSING: Final = "an agent is missing"
NOT_LOADED: Final = "the file cannot be loaded"
CRASH: Final = "the code crashes"


def all_of(*names: str) -> str:
    """Return the name of several bugs at once."""
    return " and ".join(names)


def one_of(*names: str) -> str:
    """Return the name of one of several bugs that no answer distinguishes."""
    return " or ".join(names)
