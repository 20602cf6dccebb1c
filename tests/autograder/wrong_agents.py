"""Wrong agents in thirty styles: edits of the files in `submissions/styles`, each with the name of its bug."""

from dataclasses import dataclass, field
from pathlib import Path

from autograder.diagnosis import bug_names

STYLES = Path(__file__).parent / "submissions" / "styles"
BASE = "template_base"
QUESTIONS = {"minimax": "q2", "alphabeta": "q3", "expectimax": "q4"}
RIGHT_STYLES = sorted(path.stem for path in STYLES.glob("*.py") if path.stem != BASE)


@dataclass(frozen=True)
class WrongAgent:
    """A style, the edits that make it wrong, and the name of the bug; empty for a bug that has no name.

    also: the name of cases in which the same bug leads to an answer that is not an action.
    """

    style: str
    edits: dict[str, str]
    bug: str = ""
    base_edits: dict[str, str] = field(default_factory=dict)
    also: str | None = None

    @property
    def question(self) -> str:
        return QUESTIONS[self.style.partition("_")[0]]

    @property
    def source(self) -> str:
        base = _edited((STYLES / f"{BASE}.py").read_text(), self.base_edits)
        style = (STYLES / f"{self.style}.py").read_text().replace(f"from {BASE} import MultiAgentSearchAgent\n", "")
        return f"{base}\n\n{_edited(style, self.edits)}"


def _edited(text: str, edits: dict[str, str]) -> str:
    for old, new in edits.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


INFINITIES = '[float("-inf"), float("inf")]'

KNOWN = {
    # -- minimax
    "one round too deep": WrongAgent(
        "minimax_closures", {"self.depth, 1)": "self.depth + 1, 1)"}, bug_names.DEPTH_OFF_BY_ONE
    ),
    "plies for rounds": WrongAgent(
        "minimax_generators",
        {"turn >= self.depth * state.getNumAgents()": "turn >= self.depth"},
        bug_names.DEPTH_COUNTS_MOVES,
    ),
    "one ghost for all": WrongAgent(
        "minimax_negamax",
        {"(agent + 1) % state.getNumAgents()": "(agent + 1) % min(state.getNumAgents(), 2)"},
        bug_names.GHOSTS_MERGED,
    ),
    "everybody the other way": WrongAgent(
        "minimax_iterative",
        {
            'float("inf") if agent else float("-inf")': 'float("-inf") if agent else float("inf")',
            'value < node["value"] if node["agent"] else value >': 'value > node["value"] if node["agent"] else value <',
        },
        bug_names.MIN_MAX_SWAPPED,
    ),
    "a win is no leaf": WrongAgent("minimax_nodes", {" or self.state.isWin()": ""}, bug_names.IGNORES_WIN_AND_LOSE),
    "the state of the closure": WrongAgent(
        "minimax_reduce",
        {"self.evaluationFunction(s) if end": "self.evaluationFunction(gameState) if end"},
        bug_names.ROOT_EVALUATED,
    ),
    "the second of a sorted list": WrongAgent(
        "minimax_two_passes",
        {"values[-1] if agent == 0": "values[-2:][0] if agent == 0"},
        bug_names.SECOND_BEST,
    ),
    "whole numbers": WrongAgent(
        "minimax_pairs_sorted",
        {"return self.evaluationFunction(state), 0": "return int(self.evaluationFunction(state)), 0"},
        bug_names.VALUES_ROUNDED,
    ),
    "top is 0": WrongAgent(
        "minimax_closures",
        {'            top = float("-inf")\n            for': "            top = 0\n            for"},
        bug_names.STARTS_AT_ZERO,
    ),
    "sum of a generator": WrongAgent(
        "minimax_generators", {"getNumAgents() else max": "getNumAgents() else sum"}, bug_names.SUM_FOR_MAXIMUM
    ),
    "a discount": WrongAgent(
        "minimax_negamax",
        {
            "value = below if side(agent) == side(following) else -below": "value = 0.9 * (below if side(agent) == side(following) else -below)"
        },
        bug_names.VALUES_DISCOUNTED,
    ),
    "two rounds, always": WrongAgent(
        "minimax_iterative", {"rounds == self.depth": "rounds == 2"}, bug_names.FIXED_DEPTH
    ),
    "ghosts by chance": WrongAgent(
        "minimax_nodes",
        {"return min(values)": "return sum(values) / len(values)"},
        bug_names.AVERAGE_FOR_MINIMUM,
    ),
    "one action of the list": WrongAgent(
        "minimax_reduce",
        {"for a in s.getLegalActions(t % n)]": "for a in s.getLegalActions(t % n)[:1]]"},
        bug_names.FIRST_ACTION_ONLY,
    ),
    "before the last ghost": WrongAgent(
        "minimax_two_passes",
        {"rounds == 0 or": "(rounds == 1 and agent == state.getNumAgents() - 1) or"},
        bug_names.LAST_ROUND_UNFINISHED,
    ),
    "after Pacman's last move": WrongAgent(
        "minimax_pairs_sorted",
        {
            "plies = self.depth * gameState.getNumAgents()": "plies = self.depth * gameState.getNumAgents()\n        self.least = gameState.getNumAgents() - 1",
            "if not plies or": "if plies == self.least or",
        },
        bug_names.LAST_ROUND_UNFINISHED,
    ),
    "the last ghost is forgotten": WrongAgent(
        "minimax_closures",
        {"last = gameState.getNumAgents() - 1": "last = max(gameState.getNumAgents() - 2, 1)"},
        bug_names.GHOST_MISSING,
    ),
    "numbers for the end": WrongAgent(
        "minimax_generators",
        {
            "return self.evaluationFunction(state)": "return (1000 if state.isWin() else -1000) if finished else self.evaluationFunction(state)"
        },
        bug_names.OWN_EVALUATION,
    ),
    "Pacman moves for all": WrongAgent(
        "minimax_nodes",
        {"getLegalActions(self.agent)": "getLegalActions(0)", "generateSuccessor(self.agent,": "generateSuccessor(0,"},
        bug_names.WRONG_AGENT_MOVED,
    ),
    "values by state": WrongAgent(
        "minimax_generators",
        {
            "    def children": "    seen = {}\n\n    def children",
            "        finished =": "        if state in self.seen:\n            return self.seen[state]\n        finished =",
            "return pick(self.worths(state, turn))": "self.seen[state] = pick(self.worths(state, turn))\n        return self.seen[state]",
        },
        bug_names.INCOMPLETE_MEMO_KEY,
    ),
    "no Stop at the root": WrongAgent(
        "minimax_reduce",
        {
            "actions = gameState.getLegalActions(0)": "actions = [a for a in gameState.getLegalActions(0) if a != 'Stop']"
        },
        bug_names.STOP_LEFT_OUT,
    ),
    # -- alpha-beta
    "equal is enough": WrongAgent(
        "alphabeta_closures", {"best > b:": "best >= b:", "best < a:": "best <= a:"}, bug_names.PRUNED_ON_EQUALITY
    ),
    "the root forgets": WrongAgent(
        "alphabeta_negamax",
        {"low = max(low, best)": "low = max(low, best) if ply else low"},
        bug_names.ROOT_ALPHA_NOT_KEPT,
    ),
    "no frame is cut": WrongAgent(
        "alphabeta_frames",
        {"return self.best > self.beta if self.agent == 0 else self.best < self.alpha": "return False"},
        bug_names.NO_PRUNING,
    ),
    "the window is returned": WrongAgent(
        "alphabeta_window",
        {
            "            window = window.raised(value)\n        return value": "            window = window.raised(value)\n        return window.alpha",
            "            window = window.lowered(value)\n        return value": "            window = window.lowered(value)\n        return window.beta",
        },
        bug_names.BOUND_RETURNED,
    ),
    "new bounds below": WrongAgent(
        "alphabeta_exceptions",
        {"turn + 1, bounds)": f"turn + 1, {INFINITIES} if turn else bounds)"},
        bug_names.BOUNDS_NOT_PASSED,
    ),
    "ghosts never break": WrongAgent(
        "alphabeta_indices", {"if v < alpha:": "if v is None:"}, bug_names.PRUNES_ONE_SIDE
    ),
    "alpha is 0 at first": WrongAgent(
        "alphabeta_coroutines",
        {'run(gameState, 0, 0, float("-inf")': "run(gameState, 0, 0, 0"},
        bug_names.BOUNDS_START_WRONG,
    ),
    "the window stays": WrongAgent(
        "alphabeta_window",
        {"            window = window.lowered(value)\n": ""},
        bug_names.PRUNES_ONE_SIDE,
    ),
    "bounds in the class": WrongAgent(
        "alphabeta_frames",
        {
            "class Frame:\n": "class Frame:\n    alpha, beta = float('-inf'), float('inf')\n\n",
            "        self.alpha, self.beta = alpha, beta\n": "",
            "self.alpha = max": "Frame.alpha = max",
            "self.beta = min": "Frame.beta = min",
            "        root = Frame(": "        Frame.alpha, Frame.beta = float('-inf'), float('inf')\n        root = Frame(",
        },
        bug_names.SHARED_BOUNDS,
    ),
    "a round more": WrongAgent(
        "alphabeta_indices",
        {"self.maximum(gameState, self.depth,": "self.maximum(gameState, self.depth + 1,"},
        bug_names.DEPTH_OFF_BY_ONE,
    ),
    "a list of children": WrongAgent(
        "alphabeta_closures",
        {
            "for action in state.getLegalActions(who):": "for action, child in [(x, state.generateSuccessor(who, x)) for x in state.getLegalActions(who)]:",
            "look(state.generateSuccessor(who, action),": "look(child,",
        },
        bug_names.GENERATED_BEFORE_CUT,
    ),
    "from the last to the first": WrongAgent(
        "alphabeta_negamax",
        {"in state.getLegalActions(agent):": "in reversed(state.getLegalActions(agent)):"},
        bug_names.OTHER_ORDER,
    ),
    "bounds fall back": WrongAgent(
        "alphabeta_exceptions",
        {
            "            if beats(result, bounds[mine]):\n                bounds[mine] = result": "            bounds[mine] = result"
        },
        bug_names.BOUNDS_OVERWRITTEN,
    ),
    "two agents": WrongAgent(
        "alphabeta_coroutines", {"(agent + 1) % state.getNumAgents()": "(agent + 1) % 2"}, bug_names.GHOSTS_MERGED
    ),
    # -- expectimax
    "still minimax": WrongAgent(
        "expectimax_fmean", {"else mean(values)": "else min(values)"}, bug_names.MINIMUM_FOR_AVERAGE
    ),
    "not divided": WrongAgent(
        "expectimax_probabilities",
        {"return expected / len(moves)": "return expected"},
        bug_names.WRONG_WEIGHTS,
    ),
    "a set of values": WrongAgent(
        "expectimax_memory",
        {"sum(below) / len(below)": "sum(set(below)) / len(set(below))"},
        bug_names.EQUAL_VALUES_ONCE,
    ),
    "divided in whole numbers": WrongAgent(
        "expectimax_layers", {"sum(group) / len(group)": "sum(group) // len(group)"}, bug_names.WRONG_WEIGHTS
    ),
    "Pacman by chance": WrongAgent("expectimax_table", {"[largest] +": "[average] +"}, bug_names.AVERAGE_AT_PACMAN),
    "Pacman the worst": WrongAgent(
        "expectimax_fmean", {"max(values) if agent == 0": "min(values) if agent == 0"}, bug_names.MIN_MAX_SWAPPED
    ),
    "the score of leaves": WrongAgent(
        "expectimax_probabilities",
        {"self.evaluationFunction(state)": "state.getScore()"},
        bug_names.BY_SCORE,
    ),
    "known by state": WrongAgent(
        "expectimax_memory", {"key = (state, ply)": "key = state"}, bug_names.INCOMPLETE_MEMO_KEY
    ),
    "another scoreEvaluationFunction": WrongAgent(
        "expectimax_table",
        {},
        bug_names.OTHER_VALUES,
        {"return currentGameState.getScore()": "return 3 - abs(currentGameState.getScore() - 2)"},
    ),
    "a layer too many": WrongAgent(
        "expectimax_layers", {"agents * self.depth": "agents * (self.depth + 1)"}, bug_names.DEPTH_OFF_BY_ONE
    ),
    # -- ten further styles
    "the sign turns with every move": WrongAgent(
        "minimax_dictionaries",
        {"return 1 if ply % agents == 0 else -1": "return 1 - 2 * (ply % 2)"},
        bug_names.MIN_MAX_SWAPPED,
    ),
    "values are added up in a table": WrongAgent(
        "minimax_dictionaries",
        {
            'node["value"] = max(self.seen': 'node["value"] = (max if number == 0 or node["ply"] % agents else sum)(self.seen'
        },
        bug_names.SUM_FOR_MAXIMUM,
    ),
    "ghosts fold to the last value": WrongAgent(
        "minimax_stack", {"else min(found)": "else found[-1]"}, bug_names.LAST_VALUE
    ),
    "a round for every ghost": WrongAgent(
        "minimax_pipeline",
        {"rounds + 1 if last else rounds": "rounds + 1 if agent else rounds"},
        bug_names.DEPTH_LOWERED_AFTER_GHOSTS,
    ),
    "the pipeline folds to averages": WrongAgent(
        "minimax_pipeline",
        {
            "max if ply % agents == 0 else min": "max if ply % agents == 0 else (lambda v: (lambda w: sum(w) / len(w))(list(v)))"
        },
        bug_names.AVERAGE_FOR_MINIMUM,
    ),
    "probabilities of one action too many": WrongAgent(
        "expectimax_vectors", {"[1.0 / size] * size": "[1.0 / (size + 1)] * size"}, bug_names.WRONG_WEIGHTS
    ),
    "a vector of the first ghost alone": WrongAgent(
        "expectimax_vectors", {"if agent == state.getNumAgents()": "if agent == 2"}, bug_names.GHOSTS_MERGED
    ),
    "every level writes the choice": WrongAgent(
        "minimax_nonlocal",
        {
            "            if level == 0:\n                chosen = pick": "            pass",
            "result, pick = value, action": "result = value\n                    chosen = action if who == 0 else chosen",
        },
        bug_names.ACTION_OVERWRITTEN,
        also=bug_names.NO_ACTION,  # an action of another state, which is not legal at the root
    ),
    "one deepening too many": WrongAgent(
        "minimax_deepening",
        {"range(self.depth, self.depth + 1)": "range(self.depth, self.depth + 2)"},
        bug_names.DEPTH_OFF_BY_ONE,
    ),
    "a win is searched on": WrongAgent(
        "minimax_deepening",
        {"if level >= self.limit or state.isWin() or state.isLose()": "if level >= self.limit or state.isLose()"},
        bug_names.IGNORES_WIN_AND_LOSE,
    ),
    "ghosts get a new window": WrongAgent(
        "alphabeta_strategies",
        {
            "return self.players[following].play(state, rounds, alpha, beta)": "window = (alpha, beta) if following == 1 else (-INFINITY, INFINITY)\n        return self.players[following].play(state, rounds, *window)"
        },
        bug_names.BOUNDS_NOT_PASSED,
    ),
    "strategies cut on equality": WrongAgent(
        "alphabeta_strategies",
        {"result > beta": "result >= beta", "result < alpha": "result <= alpha"},
        bug_names.PRUNED_ON_EQUALITY,
    ),
    "a key without the depth": WrongAgent(
        "minimax_memo", {"key = (state, agent, depth, id(self))": "key = (state, agent)"}, bug_names.INCOMPLETE_MEMO_KEY
    ),
    "the best starts at 0 in a memo": WrongAgent(
        "minimax_memo",
        {
            "for action in state.getLegalActions(agent))": "for action in state.getLegalActions(agent)) if agent else max(0, *(self.after(state, agent, depth, action) for action in state.getLegalActions(agent)))"
        },
        bug_names.STARTS_AT_ZERO,
    ),
    "an average of two at a time": WrongAgent(
        "expectimax_fold",
        {
            "total, count = reduce(lambda pair, value: (pair[0] + value, pair[1] + 1), values, (0.0, 0))": "total = reduce(lambda mean, value: (mean + value) / 2, values)",
            "return total / count": "return total",
        },
        bug_names.WRONG_WEIGHTS,
    ),
    "folded to the minimum": WrongAgent(
        "expectimax_fold", {"return total / count": "return reduce(min, values)"}, bug_names.MINIMUM_FOR_AVERAGE
    ),
    "the root matches no window": WrongAgent(
        "alphabeta_match",
        {
            "            window = (max(window[0], value), window[1])\n        return max(found": "        return max(found"
        },
        bug_names.ROOT_ALPHA_NOT_KEPT,
    ),
    "a match that never returns": WrongAgent(
        "alphabeta_match",
        {"if value > high:": "if value > high + 1e9:", "if value < low:": "if value < low - 1e9:"},
        bug_names.NO_PRUNING,
    ),
}

UNKNOWN = {
    "the rest of seven": WrongAgent("minimax_closures", {"return judge(state)": "return judge(state) % 7"}),
    "freedom is worth points": WrongAgent(
        "minimax_generators",
        {
            "return pick(self.worths(state, turn))": "return pick(self.worths(state, turn)) + 0.7 * len(state.getLegalActions(0))"
        },
    ),
    "the middle of three": WrongAgent(
        "minimax_negamax",
        {
            "            return found, chosen\n": "            return (value if agent and len(state.getLegalActions(agent)) > 2 else found), chosen\n"
        },
    ),
    "single actions end the search": WrongAgent(
        "minimax_iterative",
        {"or rounds == self.depth": "or rounds == self.depth or len(child.getLegalActions(agent)) == 1"},
    ),
    "ghosts take the second of many": WrongAgent(
        "minimax_nodes", {"return min(values)": "return sorted(values)[1] if len(values) > 2 else min(values)"}
    ),
    "later actions are preferred": WrongAgent(
        "minimax_reduce", {"values.index(max(values))": "max(range(len(values)), key=lambda i: values[i] + 1.7 * i)"}
    ),
    "too good to be true": WrongAgent(
        "minimax_two_passes",
        {"return values[-1] if agent": "return values[-1] if agent == 0 and values[-1] < 4 else values[0] if agent"},
    ),
    "cuts in odd rounds": WrongAgent(
        "alphabeta_closures", {"best > b:": "best > b and depth % 2:", "best < a:": "best < a and depth % 2 == 0:"}
    ),
    "a window that breathes": WrongAgent(
        "alphabeta_negamax", {"low = max(low, best)": "low = max(low, best - 0.3 * ply)"}
    ),
    "half of the way": WrongAgent(
        "alphabeta_window", {"alpha=max(self.alpha, value)": "alpha=max(self.alpha, value - 2 if value > 1 else value)"}
    ),
    "two cuts a decision": WrongAgent(
        "alphabeta_indices",
        {
            "        value, index = self.maximum": "        self.cuts = 2\n        value, index = self.maximum",
            "            if v < alpha:\n                break": "            if v < alpha and self.cuts:\n                self.cuts -= 1\n                break",
        },
    ),
    "a round more where it is busy": WrongAgent(
        "alphabeta_coroutines",
        {"if depth == self.depth or": "if depth == self.depth + (len(state.getLegalActions(agent)) == 3) or"},
    ),
    "bad moves are likelier": WrongAgent(
        "expectimax_probabilities",
        {
            "        expected = 0.0\n": "        found = []\n",
            "expected += self": "found.append(self",
            "depth - 1)\n            else": "depth - 1))\n            else",
            "ghost + 1, depth)\n        return": "ghost + 1, depth))\n        return",
            "return expected / len(moves)": "weights = [max(5 - v, 1) ** 2 for v in found]\n        return sum(w * v for w, v in zip(weights, found)) / sum(weights)",
        },
    ),
    "noise": WrongAgent(
        "expectimax_memory",
        {"return self.evaluationFunction(state)": "return self.evaluationFunction(state) + 3 * random.random()"},
    ),
    "the last move twice": WrongAgent(
        "expectimax_table", {"sum(values) / len(values)": "(sum(values) + 2 * values[-1]) / (len(values) + 2)"}
    ),
    "half the depth": WrongAgent("minimax_closures", {"self.depth, 1)": "(self.depth + 1) // 2, 1)"}),
    "one round with several ghosts": WrongAgent(
        "alphabeta_match", {"1, self.depth, window)": "1, self.depth if gameState.getNumAgents() == 2 else 1, window)"}
    ),
    "the median of the last of several ghosts": WrongAgent(
        "minimax_memo",
        {
            "return pick(self": "values = sorted(self",
            "getLegalActions(agent))": "getLegalActions(agent))\n        if agent == state.getNumAgents() - 1 > 1:\n            return values[len(values) // 2]\n        return pick(values)",
        },
    ),
    "two moves deeper": WrongAgent(
        "minimax_generators",
        {"turn >= self.depth * state.getNumAgents()": "turn >= self.depth * state.getNumAgents() + 2"},
    ),
}

# Known bugs that the small cases do not show: no tree of theirs has a negative value that is best at one of Pacman's
# nodes, two equal values below a ghost whose average decides, an average that rounding moves past another value, or
# an evaluation that is not the score.
NOT_SHOWN = {
    "top is 0",
    "the best starts at 0 in a memo",
    "a set of values",
    "divided in whole numbers",
    "an average of two at a time",
    "the score of leaves",
}
