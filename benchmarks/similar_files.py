"""A class of our own making, in which some submissions are copies: files for tests of `run.py similar`.

Every file solves the assignment in a style of its own: the searches are put together from ways to write each part, the
evaluations from features with weights. A copy is another student's file after one or more disguises.
`python -m benchmarks.similar_files FOLDER [SEED]` writes 100 files, 20 of them copies, and `copies.txt`.
"""

import ast
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

NUM_FILES: Final = 100
NUM_COPIES: Final = 20

TEMPLATE: Final = '''"""The template of the assignment."""
from util import manhattanDistance
from game import Directions, Agent
import random, util


class ReflexAgent(Agent):
    """A reflex agent chooses an action by its evaluation function."""

    def getAction(self, gameState):
        """Choose among the best options according to the evaluation function."""
        legalMoves = gameState.getLegalActions()
        scores = [self.evaluationFunction(gameState, action) for action in legalMoves]
        bestScore = max(scores)
        bestIndices = [index for index in range(len(scores)) if scores[index] == bestScore]
        chosenIndex = random.choice(bestIndices)
        return legalMoves[chosenIndex]


def scoreEvaluationFunction(currentGameState):
    """Return the score of the state."""
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)

'''

_WORDS: Final = {
    "state": ("state", "gameState", "s", "game_state", "currentState", "gs", "board"),
    "agent": ("agent", "agentIndex", "idx", "player", "who", "a", "turn"),
    "depth": ("depth", "d", "level", "ply", "currentDepth"),
    "action": ("action", "move", "act", "m", "step", "legal_action"),
    "best": ("best", "bestScore", "v", "value", "result", "top", "bestValue"),
    "score": ("score", "val", "cur", "x", "new_value", "tmp", "candidate"),
    "successor": ("successor", "succ", "nextState", "child", "after", "nxt"),
    "legal": ("legal", "actions", "moves", "legalMoves", "options"),
    "value": ("value", "minimax", "search", "recurse", "evaluate", "dfs", "helper"),
    "highest": ("maxValue", "max_value", "maximize", "highest", "pacmanTurn"),
    "lowest": ("minValue", "min_value", "minimize", "lowest", "ghostTurn"),
}


class _Style:
    """The habits of one author: names and small decisions, the same throughout a file."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.names = {kind: rng.choice(words) for kind, words in _WORDS.items()}
        self.low = rng.choice(("float('-inf')", "-float('inf')", "-999999", "-1e9", "-10**9", 'float("-inf")'))
        self.high = rng.choice(("float('inf')", "999999", "1e9", "10**9"))
        self.ending = rng.choice(
            (
                "{state}.isWin() or {state}.isLose() or {depth} == self.depth",
                "{depth} == self.depth or {state}.isWin() or {state}.isLose()",
                "{depth} >= self.depth or {state}.isLose() or {state}.isWin()",
                "self.isTerminal({state}, {depth})",
                "not {state}.getLegalActions({agent}) or {depth} == self.depth",
            )
        )
        self.next_agent = rng.choice(("modulo", "branches", "expression"))
        self.loop = rng.choice(("for", "index", "collect", "comprehension"))
        self.is_noisy = rng.random() < 0.4

    def fill(self, text: str) -> str:
        return text.format_map(self.names)


def _turn(style: _Style) -> list[str]:
    """Return lines that compute the next agent and depth as `nextAgent` and `nextDepth`."""
    return {
        "modulo": [
            "nextAgent = ({agent} + 1) % {state}.getNumAgents()",
            "nextDepth = {depth} + 1 if nextAgent == 0 else {depth}",
        ],
        "branches": [
            "if {agent} == {state}.getNumAgents() - 1:",
            "    nextAgent = 0",
            "    nextDepth = {depth} + 1",
            "else:",
            "    nextAgent = {agent} + 1",
            "    nextDepth = {depth}",
        ],
        "expression": [
            "nextAgent = 0 if {agent} + 1 == {state}.getNumAgents() else {agent} + 1",
            "nextDepth = {depth} + (nextAgent == 0)",
        ],
    }[style.next_agent]


def _loop(style: _Style, call: str, body: list[str]) -> list[str]:
    """Return a loop over the actions that sets `{score}` and runs the body."""
    inside = [f"    {line}" for line in body]
    each = {
        "for": [
            "for {action} in {state}.getLegalActions({agent}):",
            "    {successor} = {state}.generateSuccessor({agent}, {action})",
            f"    {{score}} = {call.replace('SUCCESSOR', '{successor}')}",
        ],
        "index": [
            "{legal} = {state}.getLegalActions({agent})",
            "for i in range(len({legal})):",
            "    {action} = {legal}[i]",
            f"    {{score}} = {call.replace('SUCCESSOR', '{state}.generateSuccessor({agent}, {action})')}",
        ],
        "collect": [
            "{legal} = {state}.getLegalActions({agent})",
            "children = []",
            "for {action} in {legal}:",
            "    children.append({state}.generateSuccessor({agent}, {action}))",
            "for {action}, {successor} in zip({legal}, children):",
            f"    {{score}} = {call.replace('SUCCESSOR', '{successor}')}",
        ],
        "comprehension": [
            "pairs = [(x, {state}.generateSuccessor({agent}, x)) for x in {state}.getLegalActions({agent})]",
            "for {action}, {successor} in pairs:",
            f"    {{score}} = {call.replace('SUCCESSOR', '{successor}')}",
        ],
    }[style.loop]
    return each + inside


def _terminal(style: _Style) -> list[str]:
    return [f"if {style.ending}:", "    return self.evaluationFunction({state})"]


def _one_function(style: _Style, kind: str) -> list[str]:
    """Return a search of one recursive function."""
    call = "self.{value}(SUCCESSOR, nextDepth, nextAgent" + (", alpha, beta)" if kind == "AlphaBeta" else ")")
    window = ", alpha, beta" if kind == "AlphaBeta" else ""
    lines = [f"def {{value}}(self, {{state}}, {{depth}}, {{agent}}{window}):"]
    inner = [*_terminal(style), *_turn(style)]
    if kind == "Expectimax":
        inner += ["if {agent} != 0:", "    total = 0"]
        inner += [f"    {line}" for line in _loop(style, call, ["total += {score}"])]
        inner += ["    return total / float(len({state}.getLegalActions({agent})))", f"{{best}} = {style.low}"]
        inner += [*_loop(style, call, ["{best} = max({best}, {score})"]), "return {best}"]
    else:
        cut = ["if {agent} == 0:", "    alpha = max(alpha, {best})", "else:", "    beta = min(beta, {best})"]
        cut += (
            ["if beta < alpha:", "    break"] if style.rng.random() < 0.5 else ["if alpha > beta:", "    return {best}"]
        )
        choose = ["{best} = max({best}, {score}) if {agent} == 0 else min({best}, {score})"]
        inner.append(f"{{best}} = {style.low} if {{agent}} == 0 else {style.high}")
        inner += _loop(style, call, choose + (cut if kind == "AlphaBeta" else []))
        inner.append("return {best}")
    return lines + [f"    {line}" for line in inner]


def _two_functions(style: _Style, kind: str) -> list[str]:
    """Return a search with a function for Pacman and one for the ghosts."""
    window = ", alpha, beta" if kind == "AlphaBeta" else ""
    most = [f"def {{highest}}(self, {{state}}, {{depth}}, {{agent}}{window}):"]
    call = f"self.{{lowest}}(SUCCESSOR, {{depth}}, 1{window})"
    cut = ["if {best} > beta:", "    return {best}", "alpha = max(alpha, {best})"] if window else []
    compare = style.rng.choice((["{best} = max({best}, {score})"], ["if {score} > {best}:", "    {best} = {score}"]))
    inside = [*_terminal(style), f"{{best}} = {style.low}", *_loop(style, call, compare + cut), "return {best}"]
    most += [f"    {line}" for line in inside]
    least = [f"def {{lowest}}(self, {{state}}, {{depth}}, {{agent}}{window}):"]
    inside = [*_terminal(style), *_turn(style)]
    pacman = f"self.{{highest}}(SUCCESSOR, nextDepth, 0{window})"
    after = f"({pacman} if nextAgent == 0 else self.{{lowest}}(SUCCESSOR, nextDepth, nextAgent{window}))"
    if kind == "Expectimax":
        inside += ["total = 0.0", "p = 1.0 / len({state}.getLegalActions({agent}))"]
        inside += [*_loop(style, after, ["total += p * {score}"]), "return total"]
    else:
        cut = ["if {best} < alpha:", "    return {best}", "beta = min(beta, {best})"] if window else []
        compare = style.rng.choice(
            (["{best} = min({best}, {score})"], ["if {score} < {best}:", "    {best} = {score}"])
        )
        inside += [f"{{best}} = {style.high}", *_loop(style, after, compare + cut), "return {best}"]
    least += [f"    {line}" for line in inside]
    return [*most, "", *least]


def _root(style: _Style, kind: str, is_one: bool) -> list[str]:
    window = f", {style.low}, {style.high}" if kind == "AlphaBeta" else ""
    call = f"self.{{value}}(SUCCESSOR, 0, 1{window})" if is_one else f"self.{{lowest}}(SUCCESSOR, 0, 1{window})"
    after = call.replace("SUCCESSOR", "{state}.generateSuccessor(0, {action})")
    ways = (
        [f"return max({{state}}.getLegalActions(0), key=lambda {{action}}: {after})"],
        [
            f"{{best}}, chosen = {style.low}, None",
            "for {action} in {state}.getLegalActions(0):",
            f"    {{score}} = {after}",
            "    if {score} > {best}:",
            "        {best}, chosen = {score}, {action}",
            "return chosen",
        ],
        [
            "{legal} = {state}.getLegalActions(0)",
            f"scores = [{after} for {{action}} in {{legal}}]",
            "return {legal}[scores.index(max(scores))]",
        ],
        [
            "results = {{}}",
            "for {action} in {state}.getLegalActions(0):",
            f"    results[{{action}}] = {after}",
            "return max(results, key=results.get)",
        ],
    )
    return ["def getAction(self, {state}):", *(f"    {line}" for line in style.rng.choice(ways))]


def _agent(style: _Style, kind: str) -> str:
    is_one = style.rng.random() < 0.5
    parts = [_root(style, kind, is_one), _one_function(style, kind) if is_one else _two_functions(style, kind)]
    if "isTerminal" in style.ending:
        parts.append(
            [
                "def isTerminal(self, {state}, {depth}):",
                "    return {state}.isWin() or {state}.isLose() or {depth} == self.depth",
            ]
        )
    style.rng.shuffle(parts)
    lines = [f"class {kind}Agent(MultiAgentSearchAgent):"]
    for part in parts:
        lines += [f"    {line}".rstrip() for line in part] + [""]
    return style.fill("\n".join(lines)) + "\n"


_FEATURES: Final[tuple[Callable[[random.Random], list[str]], ...]] = (
    lambda rng: [
        "foodList = food.asList()",
        "if foodList:",
        f"    total += {_weight(rng)} / (1.0 + min(manhattanDistance(pos, f) for f in foodList))",
    ],
    lambda rng: [
        "distances = []",
        "for dot in food.asList():",
        "    distances.append(manhattanDistance(pos, dot))",
        f"if len(distances) > 0: total -= {_weight(rng)} * min(distances)",
    ],
    lambda rng: [f"total -= {_weight(rng)} * len(food.asList())"],
    lambda rng: [f"total += {_weight(rng)} * (food.count() == 0) - {_weight(rng)} * food.count()"],
    lambda rng: [
        "for ghost in ghosts:",
        "    d = manhattanDistance(pos, ghost.getPosition())",
        "    if ghost.scaredTimer > 0:",
        f"        total += {_weight(rng)} / (d + 1)",
        f"    elif d < {rng.randint(2, 5)}:",
        f"        total -= {_weight(rng)}",
    ],
    lambda rng: [
        "nearest = min([manhattanDistance(pos, g.getPosition()) for g in ghosts] or [99])",
        f"if nearest <= {rng.randint(1, 3)}:",
        f"    return -{_weight(rng)} * 100",
    ],
    lambda rng: [f"total += {_weight(rng)} * sum(g.scaredTimer for g in ghosts)"],
    lambda rng: [
        "capsules = state.getCapsules()",
        f"total -= {_weight(rng)} * len(capsules)",
        "for c in capsules:",
        f"    total += {_weight(rng)} / (manhattanDistance(pos, c) + 0.5)",
    ],
    lambda rng: [
        "scared = [g for g in ghosts if g.scaredTimer]",
        "if scared:",
        f"    total += {_weight(rng)} / min(1 + manhattanDistance(pos, g.getPosition()) for g in scared)",
    ],
    lambda rng: [
        "walls = state.getWalls()",
        "x, y = pos",
        "around = [walls[x + 1][y], walls[x - 1][y], walls[x][y + 1], walls[x][y - 1]]",
        f"if sum(around) == 3: total -= {_weight(rng)}",
    ],
    lambda rng: [
        "far = max([manhattanDistance(pos, f) for f in food.asList()] or [0])",
        f"total -= {_weight(rng)} * far",
    ],
    lambda rng: [
        "if state.isWin():",
        f"    return {_weight(rng)} * 1000",
        "if state.isLose():",
        f"    return -{_weight(rng)} * 1000",
    ],
)


def _weight(rng: random.Random) -> str:
    return rng.choice((str(rng.randint(1, 40)), f"{rng.uniform(0.1, 10):.1f}", str(rng.choice((2, 5, 10, 100)))))


def _evaluation(style: _Style, name: str, heading: list[str]) -> str:
    rng = style.rng
    chosen = rng.sample(_FEATURES, rng.randint(3, 6))
    start = rng.choice(("total = state.getScore()", "total = 0", "total = float(state.getScore())"))
    lines = [*heading, "pos, food, ghosts = state.getPacmanPosition(), state.getFood(), state.getGhostStates()", start]
    for feature in chosen:
        lines += feature(rng)
    lines.append(rng.choice(("return total", "return total + state.getScore()")))
    first, *others = lines if heading else [f"def {name}(state):", *lines]
    names = {
        "total": rng.choice(("total", "score", "value", "result", "h")),
        "pos": rng.choice(("pos", "position", "p", "here", "me")),
    }
    text = "\n".join([first, *(f"    {line}" for line in others)])
    return ast.unparse(_Renamed(names).visit(ast.parse(text))) + "\n"


def original(rng: random.Random) -> str:
    """Return the file of a student who works alone."""
    style = _Style(rng)
    reflex = _evaluation(
        style,
        "",
        [
            "def evaluationFunction(self, currentGameState, action):",
            "state = currentGameState.generatePacmanSuccessor(action)",
        ],
    )
    indented = "".join(f"    {line}\n" for line in reflex.splitlines())
    head = TEMPLATE.replace("\n\ndef scoreEvaluationFunction", f"\n{indented}\n\ndef scoreEvaluationFunction")
    agents = [_agent(style, kind) for kind in ("Minimax", "AlphaBeta", "Expectimax")]
    better = _evaluation(style, "betterEvaluationFunction", [])
    noise = "def debug(*texts):\n    print(texts)\n\n\n" if style.is_noisy else ""
    return head + noise + "\n\n".join([*agents, better]) + "\n\nbetter = betterEvaluationFunction\n"


# -- disguises --------------------------------------------------------------------------------------------------------

_FIXED: Final = frozenset(
    [
        "ReflexAgent",
        "MinimaxAgent",
        "AlphaBetaAgent",
        "ExpectimaxAgent",
        "MultiAgentSearchAgent",
        "getAction",
        "evaluationFunction",
        "index",
        "betterEvaluationFunction",
        "better",
        "scoreEvaluationFunction",
        "depth",
        "evalFn",
        "__init__",
        "self",
    ]
)


class _Renamed(ast.NodeTransformer):
    def __init__(self, names: dict[str, str]) -> None:
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.AST:
        node.id = self._names.get(node.id, node.id)
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.arg = self._names.get(node.arg, node.arg)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.value, ast.Name) and node.value.id == "self":
            node.attr = self._names.get(node.attr, node.attr)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.generic_visit(node)
        node.name = self._names.get(node.name, node.name)
        return node


def renamed(text: str, rng: random.Random) -> str:
    """Return the file with other names for everything that it defines itself."""
    tree = ast.parse(text)
    own = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    own |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    own |= {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    return ast.unparse(
        _Renamed({name: f"{name[:1]}_{rng.randrange(10**6)}" for name in sorted(own - _FIXED)}).visit(tree)
    )


def reordered(text: str, rng: random.Random) -> str:
    """Return the file with classes, functions and methods in another order."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            rng.shuffle(node.body)
    head = [node for node in tree.body if not isinstance(node, ast.ClassDef | ast.FunctionDef)]
    bases = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "MultiAgentSearchAgent"]
    rest = [node for node in tree.body if node not in head and node not in bases]
    rng.shuffle(rest)
    tree.body = [*head[:-1], *bases, *rest, *head[-1:]]
    return ast.unparse(tree)


def recommented(text: str, rng: random.Random) -> str:
    """Return the file with other comments, docstrings and output."""
    lines = []
    for line in ast.unparse(ast.parse(text)).splitlines():
        indent = line[: len(line) - len(line.lstrip())]
        if rng.random() < 0.3 and line.strip().startswith(("for", "if", "return", "def")):
            lines.append(f"{indent}# {rng.choice(('now', 'here we', 'then', 'important:'))} {rng.randrange(1000)}")
        lines.append(line)
        if line.strip().startswith("def ") and rng.random() < 0.5:
            lines += [f'{indent}    """Step {rng.randrange(1000)}."""', f"{indent}    print({rng.randrange(1000)})"]
    return "\n".join(lines) + "\n"


class _Whiles(ast.NodeTransformer):
    """Writes loops over a sequence as `while`, and lists of a comprehension as loops."""

    def __init__(self) -> None:
        self._number = 0

    def visit_For(self, node: ast.For) -> list[ast.stmt]:
        self.generic_visit(node)
        self._number += 1
        items, place = f"items{self._number}", f"place{self._number}"
        loop = f"{items} = list(0)\n{place} = 0\nwhile {place} < len({items}):\n    0\n    {place} += 1"
        made, zero, while_ = ast.parse(loop).body
        assert isinstance(made, ast.Assign)
        assert isinstance(made.value, ast.Call)
        assert isinstance(while_, ast.While)
        made.value.args = [node.iter]
        taken = ast.Assign([node.target], ast.parse(f"{items}[{place}]", mode="eval").body)
        while_.body = [taken, while_.body[1], *node.body]
        return [made, zero, while_]

    def visit_Assign(self, node: ast.Assign) -> ast.stmt | list[ast.stmt]:
        if not isinstance(node.value, ast.ListComp) or len(node.value.generators) > 1:
            return node
        (generator,) = node.value.generators
        append = ast.Expr(ast.Call(ast.Attribute(node.targets[0], "append", ast.Load()), [node.value.elt], []))
        body: list[ast.stmt] = [append]
        for test in generator.ifs:
            body = [ast.If(test, body, [])]
        return [ast.Assign(node.targets, ast.List([], ast.Load())), ast.For(generator.target, generator.iter, body, [])]


def loops_rewritten(text: str, rng: random.Random) -> str:
    return ast.unparse(ast.fix_missing_locations(_Whiles().visit(ast.parse(text))))


def template_edited(text: str, rng: random.Random) -> str:
    """Return the file with the parts of the template changed, which most students leave alone."""
    text = text.replace(
        "chosenIndex = random.choice(bestIndices)\n        return legalMoves[chosenIndex]",
        "return legalMoves[bestIndices[0]]",
    )
    text = text.replace(
        "bestIndices = [index for index in range(len(scores)) if scores[index] == bestScore]",
        "bestIndices = [scores.index(bestScore)]",
    )
    return text.replace("import random, util", "import random\nimport util\nimport math")


def mixed(first: str, second: str) -> str:
    """Return the searches of one file with the evaluations of another."""
    one, other = ast.parse(first), ast.parse(second)
    taken = {node.name: node for node in other.body if isinstance(node, ast.ClassDef | ast.FunctionDef)}
    swapped = ("ReflexAgent", "betterEvaluationFunction", "ExpectimaxAgent")
    one.body = [taken[node.name] if getattr(node, "name", "") in swapped else node for node in one.body]  # type: ignore[attr-defined]
    return ast.unparse(one)


DISGUISES: Final = (renamed, reordered, recommented, loops_rewritten, template_edited)


def similar_class(
    seed: int = 0, files: int = NUM_FILES, copies: int = NUM_COPIES
) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield id, text and sources of each file; the sources of a file that is no copy are empty."""
    rng = random.Random(seed)
    texts = [original(random.Random(f"{seed}/{number}")) for number in range(files - copies)]
    ids = [f"student-{number:03d}" for number in range(files)]
    rng.shuffle(ids)
    for number, text in enumerate(texts):
        yield ids[number], text, ()
    sources = rng.sample(range(len(texts)), 2 * copies)
    for number in range(copies):
        source, other = sources[2 * number : 2 * number + 2]
        kind = number % (len(DISGUISES) + 2)
        from_: tuple[str, ...] = (ids[source],)
        text = texts[source]
        if kind < len(DISGUISES):
            text = DISGUISES[kind](text, rng)
        elif kind == len(DISGUISES):
            text, from_ = mixed(text, texts[other]), (ids[source], ids[other])
        else:
            for disguise in (template_edited, loops_rewritten, renamed, reordered, recommented):
                text = disguise(text, rng)
        yield ids[len(texts) + number], text, from_


def main() -> None:
    folder, seed = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0
    folder.mkdir(parents=True)
    lines = []
    for id, text, sources in similar_class(seed):
        (folder / f"{id}.py").write_text(text)
        if sources:
            lines.append(f"{id} {' '.join(sources)}\n")
    (folder / "copies.txt").write_text("".join(lines))


if __name__ == "__main__":
    main()
