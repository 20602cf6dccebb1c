"""Mistakes that any of the three searches can have."""

from collections.abc import Iterator
from typing import Final

from benchmarks.mutants.sources import (
    FOUND,
    GHOSTS_ACTIONS,
    LEAF,
    LOOPS,
    NEXT_ROUND,
    OVER,
    PACMANS_ACTIONS,
    PACMANS_NODE,
    ROOT_ACTIONS,
    ROOT_BETTER,
    ROOT_START,
    Mutant,
    mutant,
)

VALUE: Final = "self.evaluationFunction(state)"
SAME_ORDER: Final = "a strictly rising change of all values keeps every choice"
NO_SCORE_SO_FAR: Final = "no score of a game comes so far, and real submissions write such numbers for infinity"
NO_ACTIONS: Final = "a game that is over has no legal actions, so this is the same test"
PACMAN_WINS: Final = "only a move of Pacman can win, so no other agent finds the game won before its move"
EQUALLY_GOOD: Final = "of equally good actions any may be taken"

_LEAVES: Final = {
    "int": f"int({VALUE})",
    "rounded": f"round({VALUE})",
    "rounded to one digit": f"round({VALUE}, 1)",
    "rounded to two digits": f"round({VALUE}, 2)",
    "floor": f"math.floor({VALUE})",
    "ceil": f"math.ceil({VALUE})",
    "half a point more, and int": f"int({VALUE} + 0.5)",
    "single precision": f'struct.unpack("f", struct.pack("f", {VALUE}))[0]',
    "tens": f"{VALUE} // 10",
    "rest of ten": f"{VALUE} % 10",
    "absolute": f"abs({VALUE})",
    "negated": f"-{VALUE}",
    "squared": f"{VALUE} ** 2",
    "sign": f"({VALUE} > 0) - ({VALUE} < 0)",
    "bool": f"bool({VALUE})",
    "positive or not": f"{VALUE} > 0",
    "at least 0": f"max({VALUE}, 0)",
    "at least -1": f"max({VALUE}, -1)",
    "at least -10": f"max({VALUE}, -10)",
    "at least -100": f"max({VALUE}, -100)",
    "at least -500": f"max({VALUE}, -500)",
    "at least -1000": f"max({VALUE}, -1000)",
    "at least -5000": f"max({VALUE}, -5000)",
    "at most 0": f"min({VALUE}, 0)",
    "at most 1": f"min({VALUE}, 1)",
    "at most 10": f"min({VALUE}, 10)",
    "at most 100": f"min({VALUE}, 100)",
    "at most 500": f"min({VALUE}, 500)",
    "at most 1000": f"min({VALUE}, 1000)",
    "at most 5000": f"min({VALUE}, 5000)",
    "0 is 1": f"{VALUE} or 1",
    "0 is the worst": f'{VALUE} or float("-inf")',
    "0 is the best": f'{VALUE} or float("inf")',
    "depth added": f"{VALUE} + depth",
    "depth taken away": f"{VALUE} - depth",
    "ten times the depth added": f"{VALUE} + 10 * depth",
    "depth times": f"{VALUE} * (depth + 1)",
    "through the depth": f"{VALUE} / (depth + 1)",
    "agent added": f"{VALUE} + agent",
    "agent taken away": f"{VALUE} - agent",
    "negated where a ghost moves": f"{VALUE} if agent == 0 else -{VALUE}",
    "less where a ghost moves": f"{VALUE} - (agent > 0)",
    "discounted by 0.9 a round": f"{VALUE} * 0.9 ** depth",
    "discounted by 0.99 a round": f"{VALUE} * 0.99 ** depth",
    "discounted by 0.5 a round": f"{VALUE} * 0.5 ** depth",
    "a win is worth infinity": f'float("inf") if state.isWin() else {VALUE}',
    "a win is worth 9999": f"9999 if state.isWin() else {VALUE}",
    "a win is worth 1000": f"1000 if state.isWin() else {VALUE}",
    "a win is worth 500 more": f"{VALUE} + 500 * state.isWin()",
    "a win is worth 1 more": f"{VALUE} + state.isWin()",
    "a win is worth 0": f"0 if state.isWin() else {VALUE}",
    "a loss is worth minus infinity": f'float("-inf") if state.isLose() else {VALUE}',
    "a loss is worth -9999": f"-9999 if state.isLose() else {VALUE}",
    "a loss is worth -1000": f"-1000 if state.isLose() else {VALUE}",
    "a loss is worth -500": f"-500 if state.isLose() else {VALUE}",
    "a loss is worth 500 less": f"{VALUE} - 500 * state.isLose()",
    "a loss is worth 1 less": f"{VALUE} - state.isLose()",
    "a loss is worth 0": f"0 if state.isLose() else {VALUE}",
    "an end is worth 0": f"0 if {OVER} else {VALUE}",
    "an end is worth 1 or -1": f"1 if state.isWin() else -1 if state.isLose() else {VALUE}",
    "nothing": "0",
    "at random": "random.random()",
}
_SAME_LEAVES: Final = {
    "doubled": f"2 * {VALUE}",
    "a hundred more": f"{VALUE} + 100",
    "negative zero": f"{VALUE} + -0.0",
}

_DEPTHS: Final = {
    "one round less": {"depth == self.depth": "depth == self.depth - 1"},
    "one round less, but one at least": {"depth == self.depth": "depth == max(self.depth - 1, 1)"},
    "one round more": {"depth == self.depth": "depth > self.depth"},
    "two rounds more": {"depth == self.depth": "depth == self.depth + 2"},
    "twice the depth": {"depth == self.depth": "depth == 2 * self.depth"},
    "half the depth": {"depth == self.depth": "depth == (self.depth + 1) // 2"},
    "always one round": {"depth == self.depth": "depth == 1"},
    "always two rounds": {"depth == self.depth": "depth == 2"},
    "always three rounds": {"depth == self.depth": "depth == 3"},
    "two rounds at most": {"depth == self.depth": "depth == min(self.depth, 2)"},
    "two rounds at least": {"depth == self.depth": "depth == max(self.depth, 2)"},
    "two rounds with two ghosts or more": {
        "depth == self.depth": "depth == (self.depth if state.getNumAgents() == 2 else 2)"
    },
    "one round with two ghosts or more": {
        "depth == self.depth": "depth == (self.depth if state.getNumAgents() == 2 else 1)"
    },
    "no depth": {" or depth == self.depth": ""},
    "ends only where Pacman moves, a round late": {"depth == self.depth": "(agent == 0 and depth == self.depth + 1)"},
    "ends before the last ghost": {
        "depth == self.depth": "(depth == self.depth - 1 and agent == state.getNumAgents() - 1)"
    },
    "ends before the ghosts": {"depth == self.depth": "(depth == self.depth - 1 and agent == 1)"},
    "ends after the first ghost": {
        "depth == self.depth": "depth == self.depth or (depth == self.depth - 1 and agent == 2)"
    },
    "ends after Pacman's next move": {"depth == self.depth": "(depth == self.depth and agent == 1)"},
    "ends after the next ghost": {"depth == self.depth": "(depth == self.depth and agent == 1) or agent > 1 > depth"},
    "the first round is not counted": {"successor, 0, 1": "successor, -1, 1"},
    "the first round is counted twice": {"successor, 0, 1": "successor, 1, 1"},
    "begins with Pacman again": {"successor, 0, 1": "successor, 0, 0"},
    "begins with the second ghost": {"successor, 0, 1": "successor, 0, min(2, gameState.getNumAgents())"},
    "every move is a round": {NEXT_ROUND: f"        depth += 1\n{NEXT_ROUND.replace('depth + 1', 'depth')}"},
    "every ghost is a round": {NEXT_ROUND: f"        depth += agent > 1\n{NEXT_ROUND}"},
    "a round for each ghost": {"depth == self.depth": "depth * (state.getNumAgents() - 1) >= self.depth"},
    "plies without Pacman": {"depth == self.depth": "depth * state.getNumAgents() + agent >= self.depth * 2"},
    "counted when the first ghost moves": {
        NEXT_ROUND: NEXT_ROUND.replace("depth + 1", "depth") + "        depth += agent == 1\n",
    },
    "one depth for the whole search": {
        "depth, agent = depth + 1, 0": "self.depth, agent = self.depth - 1, 0",
        "depth == self.depth": "self.depth <= 0",
    },
    "the depth is kept in the agent": {
        "depth, agent = depth + 1, 0": "self.now, agent = getattr(self, 'now', 0) + 1, 0",
        "depth == self.depth": "getattr(self, 'now', 0) >= self.depth",
    },
}
_AGENTS: Final = {
    "the last ghost is left out": {"agent == state.getNumAgents():": "agent == max(state.getNumAgents() - 1, 2):"},
    "the last ghost is left out, a single one too": {
        "agent == state.getNumAgents():": "agent == state.getNumAgents() - 1:"
    },
    "one ghost too many": {"agent == state.getNumAgents():": "agent == state.getNumAgents() + 1:"},
    "one ghost": {"agent == state.getNumAgents():": "agent == 2:"},
    "two ghosts at most": {"agent == state.getNumAgents():": "agent == min(state.getNumAgents(), 3):"},
    "three ghosts at most": {"agent == state.getNumAgents():": "agent == min(state.getNumAgents(), 4):"},
    "always two ghosts": {"agent == state.getNumAgents():": "agent == 3:"},
    "the first ghost twice": {
        NEXT_ROUND: NEXT_ROUND
        + "        if agent == 2 and not getattr(self, 'twice', False) and state.getNumAgents() > 2:\n"
        "            self.twice = True\n            agent = 1\n"
    },
    "every second ghost": {
        NEXT_ROUND: "        if agent == 2 and state.getNumAgents() > 2:\n            agent = 3\n" + NEXT_ROUND
    },
    "turns end with the first ghost below the root": {
        NEXT_ROUND: "        if depth and agent == 2:\n            agent = state.getNumAgents()\n" + NEXT_ROUND
    },
    "Pacman after every ghost": {
        NEXT_ROUND: NEXT_ROUND + "        if agent > 1 and depth:\n            depth, agent = depth + 1, 0\n"
    },
    "every other layer is a ghost's": {PACMANS_NODE: "if agent % 2 == 0:\n"},
    "the last ghost is Pacman's friend": {
        PACMANS_NODE: "if agent in (0, state.getNumAgents() - 1):\n",
    },
    "the second ghost is Pacman's friend": {PACMANS_NODE: "if agent in (0, 2):\n"},
    "the first ghost is Pacman's friend": {PACMANS_NODE: "if agent in (0, 1):\n"},
    "later ghosts are Pacman's friends": {PACMANS_NODE: "if agent != 1:\n"},
    "Pacman minimises from the second round on": {PACMANS_NODE: "if agent == 0 and depth == 0:\n"},
    "Pacman minimises from the third round on": {PACMANS_NODE: "if agent == 0 and depth < 2:\n"},
    "a friendly ghost in the second round": {PACMANS_NODE: "if agent == 0 or depth == 1:\n"},
    "a friendly ghost in the last round": {PACMANS_NODE: "if agent == 0 or depth == self.depth - 1 > 0:\n"},
}
_ENDS: Final = {
    "only a win is an end": {OVER: "state.isWin()"},
    "only a loss is an end": {OVER: "state.isLose()"},
    "no end": {f"{OVER} or ": ""},
    "win and lose": {OVER: "(state.isWin() and state.isLose())"},
    "an end at Pacman's nodes only": {OVER: f"(agent == 0 and ({OVER}))"},
    "an end at ghosts' nodes only": {OVER: f"(agent > 0 and ({OVER}))"},
    "an end at the first ghost's nodes only": {OVER: f"(agent == 1 and ({OVER}))"},
    "a win only where Pacman moves": {OVER: "(state.isWin() and agent == 0) or state.isLose()"},
    "a loss only where Pacman moves": {OVER: "state.isWin() or (state.isLose() and agent == 0)"},
    "an end in the first round only": {OVER: f"(depth == 0 and ({OVER}))"},
    "an end from the second round on only": {OVER: f"(depth > 0 and ({OVER}))"},
    "not won is an end": {OVER: "not state.isWin()"},
}
_CHOICES: Final = {
    "without the last action": "[:-1]",
    "without the first action": "[1:]",
    "the first action alone": "[:1]",
    "the last action alone": "[-1:]",
    "two actions at most": "[:2]",
    "three actions at most": "[:3]",
    "every other action": "[::2]",
    "without the middle": "[:1] + {actions}[2:]",
}
_STARTS: Final = (0, 1, 10, 100, 999, 1000, 5000, 9000)
_FAR_STARTS: Final = (9999, 99999, 10**9)
_ROOTS: Final = {
    "the worst action": {ROOT_BETTER: "if value < best:", ROOT_START: 'best, choice = float("inf"), None'},
    "the first action": {ROOT_BETTER: "if choice is None:"},
    "the last action": {ROOT_BETTER: "if True:"},
    "better than 0": {ROOT_BETTER: "if value > max(best, 0):"},
    "a worse one, if it is the last": {ROOT_BETTER: "if value > best or best == 0:"},
    "no best value yet is 0": {ROOT_START: "best, choice = None, None", ROOT_BETTER: "if not best or value > best:"},
    "better by 1": {ROOT_BETTER: "if value > best + 1:"},
    "better by a hundredth": {ROOT_BETTER: "if value > best + 0.01:"},
    "better by a tenth of itself": {ROOT_BETTER: "if value > best + abs(value) / 10:"},
    "best is not kept": {"best, choice = value, action": "choice = action"},
    "best is kept once": {
        "best, choice = value, action": 'best, choice = (value if best == float("-inf") else best), action'
    },
    "by absolute value": {ROOT_BETTER: "if abs(value) > best:"},
    "by int": {ROOT_BETTER: "if int(value) > best:"},
    "best is int": {"best, choice = value, action": "best, choice = int(value), action"},
    "by the next state alone": {
        "            if value > best:": "            value = -len(successor.getLegalActions(0))\n            if value > best:"
    },
    "away from an end": {ROOT_BETTER: "if value > best and not successor.isLose():"},
    "into a win at once": {
        "            if value > best:": "            if successor.isWin():\n                return action\n            if value > best:"
    },
    "stops at the first that is better": {
        "                best, choice = value, action\n": "                if choice is not None:\n"
        "                    return action\n                best, choice = value, action\n"
    },
    "the action before the best": {
        "best, choice = value, action": "best, choice = value, before",
        ROOT_START: f"{ROOT_START}\n        before = {ROOT_ACTIONS}[0]",
        "        return choice": "            before = action\n        return choice",
    },
    "the second best": {
        ROOT_START: f"{ROOT_START}\n        all_values = []",
        "            if value > best:": "            all_values.append((value, action))\n            if value > best:",
        "        return choice": "        return sorted(all_values, key=lambda pair: pair[0])[-2:][0][1]",
    },
}

_RECURSION: Final = {
    "discounted by 0.9 a move": "0.9 * found",
    "discounted by 0.99 a move": "0.99 * found",
    "discounted by 0.999 a move": "0.999 * found",
    "discounted by 0.5 a move": "0.5 * found",
    "discounted by 0.9 at Pacman's nodes": "found if agent else 0.9 * found",
    "discounted by 0.99 at Pacman's nodes": "found if agent else 0.99 * found",
    "discounted by 0.9 at ghosts' nodes": "0.9 * found if agent else found",
    "discounted by 0.9 at the first ghost's nodes": "0.9 * found if agent == 1 else found",
    "a point less for each move": "found - 1",
    "a point less for each of Pacman's moves": "found - (agent == 0)",
    "a point less for each ghost's move": "found - (agent > 0)",
    "a tenth less for each move": "found - 0.1",
    "a tenth more for each of Pacman's moves": "found + (0 if agent else 0.1)",
    "a point less for each action": "found - len(state.getLegalActions(agent))",
    "negated at ghosts' nodes": "-found if agent else found",
    "negated at Pacman's nodes": "found if agent else -found",
    "negated everywhere": "-found",
    "int everywhere": "int(found)",
    "int at Pacman's nodes": "found if agent else int(found)",
    "int at ghosts' nodes": "int(found) if agent else found",
    "rounded at ghosts' nodes": "round(found) if agent else found",
    "rounded to one digit everywhere": "round(found, 1)",
    "absolute everywhere": "abs(found)",
    "absolute at ghosts' nodes": "abs(found) if agent else found",
    "at least 0 everywhere": "max(found, 0)",
    "at most 0 everywhere": "min(found, 0)",
    "0 is the worst": 'found or float("-inf")',
    "between -100 and 100": "max(-100, min(100, found))",
    "between -1000 and 1000": "max(-1000, min(1000, found))",
    "between -5000 and 5000": "max(-5000, min(5000, found))",
    "the action's number added": "found + state.getNumAgents() - agent",
}
_BEFORE_NODE: Final = {
    "single actions are not searched": "len(state.getLegalActions(agent)) == 1",
    "Pacman's single actions are not searched": "agent == 0 and len(state.getLegalActions(agent)) == 1",
    "ghosts' single actions are not searched": "agent and len(state.getLegalActions(agent)) == 1",
    "more than three actions are not searched": "len(state.getLegalActions(agent)) > 3",
}


def mutants(question: str) -> Iterator[Mutant]:
    """Yield the wrong searches of a question that all three have in common."""
    for name, value in _LEAVES.items():
        yield mutant(question, f"leaf: {name}", {LEAF: f"return {value}"})
    for name, value in _SAME_LEAVES.items():
        yield mutant(question, f"leaf: {name}", {LEAF: f"return {value}"}, exempt=SAME_ORDER)
    for family, changes in (("depth", _DEPTHS), ("agents", _AGENTS), ("end", _ENDS), ("root", _ROOTS)):
        for name, change in changes.items():
            yield mutant(question, f"{family}: {name}", change)
    yield mutant(question, "end: no legal actions", {OVER: "not state.getLegalActions(agent)"}, exempt=NO_ACTIONS)
    first = "(state.isWin() and agent == 1) or state.isLose()"
    yield mutant(question, "end: a win only where the first ghost moves", {OVER: first}, exempt=PACMAN_WINS)
    yield mutant(question, "root: the last of equal ones", {ROOT_BETTER: "if value >= best:"}, exempt=EQUALLY_GOOD)
    for place, actions in LOOPS.items():
        for name, choice in _CHOICES.items():
            plain = actions.rpartition(" in ")[2]
            yield mutant(question, f"actions of {place}: {name}", {actions: actions + choice.format(actions=plain)})
    for name, value in _RECURSION.items():
        yield mutant(question, f"values: {name}", {FOUND: f"return {value}"})
    for name, test in _BEFORE_NODE.items():
        node = f"        if {test}:\n            {LEAF}\n        {PACMANS_NODE}"
        yield mutant(question, f"nodes: {name}", {f"        {PACMANS_NODE}": node})
    yield from _starts(question)
    yield from _kept(question)
    yield from _real(question)


def _starts(question: str) -> Iterator[Mutant]:
    """Yield searches whose best value at the root does not start with minus infinity."""
    for start in _STARTS:
        for choice in ("None", f"{ROOT_ACTIONS}[0]"):
            name = f"start at the root: {-start}{', with the first action' if choice != 'None' else ''}"
            yield mutant(question, name, {ROOT_START: f"best, choice = {-start}, {choice}"})
    for start in (1, 10, 100):
        yield mutant(question, f"start at the root: {start}", {ROOT_START: f"best, choice = {start}, None"})
    for start in _FAR_STARTS:
        change = {ROOT_START: f"best, choice = {-start}, None"}
        yield mutant(question, f"start at the root: {-start}", change, exempt=NO_SCORE_SO_FAR)


def _kept(question: str) -> Iterator[Mutant]:
    """Yield searches that keep something from one node to another."""
    if question == "q3":
        found, before, after = "value", "            v = max(v, value)\n", ""
    else:
        found, before = "values[-1]", "            values.append(self.value(successor, depth, agent + 1))\n"
        after = "        return max(values)\n"
    update = f"            if {found} > self.best:\n                self.best, self.choice = {found}, action\n"
    yield mutant(
        question,
        "kept: one best action for all of Pacman's nodes",
        {
            before + after: before + update + after,
            "        for action in gameState": '        self.best, self.choice = float("-inf"), None\n        for action in gameState',
            ROOT_BETTER: "if value > self.best:",
            "best, choice = value, action": "best, self.best, self.choice = value, value, action",
            "return choice": "return self.choice",
        },
    )
    yield mutant(
        question,
        "kept: one list of actions for all nodes",
        {
            "        for action in gameState.getLegalActions(0):": "        self.actions = gameState.getLegalActions(0)\n        for action in self.actions:",
            GHOSTS_ACTIONS: "for move in state.getLegalActions(agent)[: len(self.actions)]",
            PACMANS_ACTIONS: "for action in state.getLegalActions(agent)[: len(self.actions) - 1]",
        },
    )


def _real(question: str) -> Iterator[Mutant]:
    """Yield mistakes that a tree cannot reveal, because it ignores the agent index and never repeats a state."""
    stop = "[a for a in {actions} if a != Directions.STOP]"
    plain = "state.getLegalActions(agent)"
    for name, change in {
        "Stop is left out at the root": {ROOT_ACTIONS: stop.format(actions=ROOT_ACTIONS)},
        "Stop is left out below the root": {PACMANS_ACTIONS: f"for action in {stop.format(actions=plain)}"},
        "Stop is left out in the last round": {
            PACMANS_ACTIONS: f"for action in [a for a in {plain} if a != Directions.STOP or depth < self.depth - 1]"
        },
        "the depth falls with every decision": {
            "        return choice": "        self.depth = max(1, self.depth - 1)\n        return choice"
        },
        "the depth grows with every decision": {
            "        return choice": "        self.depth += 1\n        return choice"
        },
        "the best value of the last decision is kept": {
            ROOT_START: "best, choice = getattr(self, 'best', float(\"-inf\")), gameState.getLegalActions(0)[0]",
            "        return choice": "        self.best = best\n        return choice",
        },
        "Pacman's actions for ghosts": {GHOSTS_ACTIONS: "for move in state.getLegalActions(0)"},
        "Pacman moves for ghosts": {
            GHOSTS_ACTIONS: "for move in state.getLegalActions(0)",
            "generateSuccessor(agent, move)": "generateSuccessor(0, move)",
        },
        "the first ghost moves for all": {
            GHOSTS_ACTIONS: "for move in state.getLegalActions(1)",
            "generateSuccessor(agent, move)": "generateSuccessor(1, move)",
        },
        "the last ghost moves for all": {
            GHOSTS_ACTIONS: "for move in state.getLegalActions(state.getNumAgents() - 1)",
            "generateSuccessor(agent, move)": "generateSuccessor(state.getNumAgents() - 1, move)",
        },
        "ghosts in reverse order": {
            GHOSTS_ACTIONS: "for move in state.getLegalActions(state.getNumAgents() - agent)",
            "generateSuccessor(agent, move)": "generateSuccessor(state.getNumAgents() - agent, move)",
        },
        "ghosts in reverse order in later rounds": {
            GHOSTS_ACTIONS: "turn = state.getNumAgents() - agent if depth else agent\n        for move in state.getLegalActions(turn)",
            "generateSuccessor(agent, move)": "generateSuccessor(turn, move)",
        },
        "the first ghost moves for the last": {
            GHOSTS_ACTIONS: "turn = 1 if agent == state.getNumAgents() - 1 else agent\n        for move in state.getLegalActions(turn)",
            "generateSuccessor(agent, move)": "generateSuccessor(turn, move)",
        },
        "actions of the next ghost": {
            GHOSTS_ACTIONS: "for move in state.getLegalActions(agent % (state.getNumAgents() - 1) + 1)"
        },
    }.items():
        yield mutant(question, f"game: {name}", change, real=True)
    for key in ("state", "str(state)", "(state, agent)", "(state, depth)"):
        for kept, where in (
            ("self.kept = {}", "in one decision"),
            ("self.kept = getattr(self, 'kept', {})", "for ever"),
        ):
            if where == "in one decision" and key == "(state, agent)":
                continue  # correct: the score of a state identifies its round
            if where == "in one decision" and key == "(state, depth)" and question != "q3":
                continue  # correct: in one round a state belongs to one agent; not so if values were pruned
            yield mutant(
                question,
                f"game: values by {key} are kept {where}",
                {
                    ROOT_START: f"{ROOT_START}\n        {kept}",
                    f"        {PACMANS_NODE}": f"        if {key} in self.kept:\n            return self.kept[{key}]\n        {PACMANS_NODE}",
                    FOUND: f"self.kept[{key}] = found\n        return found",
                },
                real=True,
            )
