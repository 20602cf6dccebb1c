"""What is said of each bug, in the languages of the pages: one catalogue, English and Chinese."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from autograder.diagnosis.bugs import OWN_EVALUATION
from pacman.display.web.messages import ENGLISH, LANGUAGES, Catalogue, Words

# A bug that is told by how it answers has its own name for a key. What stands in braces is filled in.
ADVICE: Final[Catalogue] = {
    "root tie to the last": (
        "of equally good actions take the first: replace the best one only when another is strictly better",
        "同样好的动作中取第一个：只有当另一个动作严格更好时，才替换当前的最佳动作",
    ),
    "search depth off by one": (
        "the depth counts rounds, in which every agent moves once: is it checked, and changed, in the right place?",
        "深度按回合计算，一个回合中每个智能体各走一步：深度的检查和修改是否在正确的位置？",
    ),
    "the last round is not finished": (
        "a round is over when the last ghost has moved; the search stops before that",
        "最后一个幽灵走完，一个回合才结束；这个搜索在此之前就停止了",
    ),
    "the depth is lowered at Pacman's move": (
        "a round is over when the last ghost has moved: lower the depth there, not when Pacman moves",
        "最后一个幽灵走完，一个回合才结束：应在那里减小深度，而不是在吃豆人行动时",
    ),
    "the depth counts single moves": (
        "the depth counts rounds, not the moves of single agents",
        "深度计算的是回合，而不是单个智能体的步数",
    ),
    "the depth is lowered after every ghost": (
        "a round is over when the last ghost has moved: lower the depth there, and not after each ghost",
        "最后一个幽灵走完，一个回合才结束：应在那里减小深度，而不是在每个幽灵之后",
    ),
    "ghosts' layers merged": (
        "with several ghosts each has a layer of its own; here one layer stands for all of them",
        "有多个幽灵时，每个幽灵各占一层；这里用一层代表了所有幽灵",
    ),
    "a ghost's layer is missing": (
        "every ghost moves in a round; the search leaves one out",
        "一个回合中每个幽灵都要走一步；这个搜索漏掉了一个",
    ),
    "min and max swapped": (
        "Pacman (agent 0) takes the largest value, the ghosts the smallest",
        "吃豆人（智能体 0）取最大值，幽灵取最小值",
    ),
    "ignores win and lose": (
        "a game that is won or lost is over: look at isWin() and isLose() before going on",
        "赢了或输了，对局就结束：继续搜索之前先检查 isWin() 和 isLose()",
    ),
    "the root is evaluated instead of the successor": (
        "evaluate the state that the search has come to, not the one that getAction was given",
        "应评估搜索所到达的状态，而不是传给 getAction 的那个状态",
    ),
    "the best value starts at 0": (
        "begin with float('-inf'): values below 0 are never taken for the best",
        "初值应为 float('-inf')：否则小于 0 的值永远不会成为最佳值",
    ),
    "the depth is fixed in the code": (
        "search as deep as self.depth says: the constructor is told the depth, and it is not always the same",
        "搜索深度应由 self.depth 决定：深度由构造函数的参数给出，并不总是同一个数",
    ),
    "the loop ends after its first action": (
        "a return stands inside the loop: go through all actions and return after it",
        "return 写在循环里面了：应遍历所有动作，循环结束后再返回",
    ),
    "the last value in place of the best": (
        "in the loop each value replaces the one before: keep the largest, or the smallest",
        "循环中每个值都覆盖了前一个：应保留最大的（或最小的）值",
    ),
    OWN_EVALUATION: (
        "a state that is won or lost is worth self.evaluationFunction(state), as every leaf is, and no number of yours",
        "赢了或输了的状态和其他叶节点一样，值应为 self.evaluationFunction(state)，而不是另外规定的数",
    ),
    "Stop is left out in some states only": (
        "let Pacman stop everywhere, or nowhere: the root and the states below it are searched alike",
        "要么处处允许吃豆人停止，要么处处不允许：根节点和它下面的状态应同样处理",
    ),
    "root tie at random": (
        "of equally good actions take the first: here any of them is taken",
        "同样好的动作中取第一个：这里取的是其中任意一个",
    ),
    "no pruning": (
        "nothing is ever cut: this is plain minimax",
        "从不剪枝：这只是普通的 minimax",
    ),
    "pruned on equality": (
        "cut only when a value is strictly beyond alpha or beta, not when it equals it",
        "只有当值严格超出 alpha 或 beta 时才剪枝，相等时不剪",
    ),
    "alpha is not kept at the root": (
        "what the first actions at the root are worth must be known when the later ones are searched",
        "搜索根节点后面的动作时，必须已经知道前面动作的值",
    ),
    "alpha or beta returned instead of the best value": (
        "keep the best value in a variable of its own and return that: alpha and beta come from other states as well",
        "用单独的变量保存最佳值并返回它：alpha 和 beta 也可能来自其他状态",
    ),
    "pruning at one kind of node only": (
        "both kinds of nodes cut: Pacman's above beta, the ghosts' below alpha",
        "两种节点都要剪枝：吃豆人的节点在值大于 beta 时，幽灵的节点在值小于 alpha 时",
    ),
    "alpha and beta are not updated": (
        "after every action Pacman's nodes raise alpha and the ghosts' lower beta, for the actions that follow",
        "每个动作之后，吃豆人的节点应提高 alpha，幽灵的节点应降低 beta，供后面的动作使用",
    ),
    "alpha and beta mixed up": (
        "Pacman's nodes cut when the value is above beta and raise alpha; the ghosts' cut below alpha and lower beta",
        "吃豆人的节点在值大于 beta 时剪枝并提高 alpha；幽灵的节点在值小于 alpha 时剪枝并降低 beta",
    ),
    "one alpha and one beta for all nodes": (
        "alpha and beta are parameters of the recursion: what one state finds out must not reach its neighbours",
        "alpha 和 beta 是递归的参数：一个状态得到的界不能传给与它并列的状态",
    ),
    "the minimum in place of the average": (
        "in expectimax a ghost does not choose the worst for Pacman: its actions are equally likely, and the state "
        "before it is worth their average",
        "在 expectimax 中，幽灵不会专挑对吃豆人最坏的动作：各个动作的概率相等，轮到它的状态的值是这些动作的平均值",
    ),
    "expected value weighted wrongly": (
        "every action of a ghost has the same probability: the sum of the values divided by their number",
        "幽灵的每个动作概率相同：用各值之和除以个数",
    ),
    "weighted wrongly in no way we know": (
        "every action of a ghost has the same probability: the sum of the values divided by their number; nothing is "
        "drawn at random",
        "幽灵的每个动作概率相同：用各值之和除以个数；不需要任何随机抽取",
    ),
    "the average in place of the minimum": (
        "a ghost takes the worst for Pacman",
        "幽灵会选择对吃豆人最坏的动作",
    ),
    "evaluation at the wrong nodes": (
        "evaluate only where the game is over or the depth is reached",
        "只在对局结束或到达深度限制的地方做评估",
    ),
    "pruning in expectimax": (
        "an average needs every action of the ghost: nothing can be cut",
        "求平均值需要幽灵的每一个动作：不能剪枝",
    ),
    "another agent is moved than the one whose turn it is": (
        "getLegalActions and generateSuccessor want the index of the agent that moves: 0 is Pacman, ghosts come from 1",
        "getLegalActions 和 generateSuccessor 要用当前行动者的编号：吃豆人是 0，幽灵从 1 开始",
    ),
    # -- told by the words of a crash, or of an answer that is no action
    "answered nothing": (
        "every way through getAction needs a return, and the best action must be kept where it is found",
        "getAction 的每条路径都要有 return，并且找到最佳动作时要把它保存下来",
    ),
    "answered a value": (
        "that is a value: return the action that has it",
        "那是一个值：应返回具有这个值的动作",
    ),
    "answered a pair": (
        "the search returns several things together: take the action out of them",
        "搜索把几样东西一起返回了：应从中取出动作",
    ),
    "answered otherwise": (
        "return one of the legal actions, as getLegalActions gives them",
        "应返回 getLegalActions 给出的合法动作之一",
    ),
    "endless": (
        "it must stop at a win, at a loss and at the depth, and go on with the successor",
        "遇到胜利、失败或深度限制时必须停止，并且要用后继状态继续递归",
    ),
    "not general": (
        "{place} calls {name}; call {instead}",
        "{place} 调用了 {name}；应调用 {instead}",
    ),
    "own evaluation": (
        "{place} asks for {name}; a leaf is worth self.evaluationFunction(state)",
        "{place} 用到了 {name}；叶节点的值应为 self.evaluationFunction(state)",
    ),
    "own evaluation of a leaf": (
        "a leaf is worth self.evaluationFunction(state), which says {expected} where the search went by {found}",
        "叶节点的值应为 self.evaluationFunction(state)：它给出 {expected}，而搜索用的是 {found}",
    ),
    "own evaluation by the constructor": (
        "it is {function} when {caller} calls it ({place} asks for {name}): keep the evalFn that the constructor is "
        "given, whose default is the score",
        "{caller} 调用它时，它是 {function}（{place} 用到了 {name}）：应保留构造函数收到的 evalFn，其默认值是得分",
    ),
    "own evaluation by name": (
        "{caller} goes by {function} ({place} asks for {name}); a leaf is worth self.evaluationFunction(state)",
        "{caller} 用 {function} 做评估（{place} 用到了 {name}）；叶节点的值应为 self.evaluationFunction(state)",
    ),
    # -- slips of the pen
    "unknown name": (
        "{name} is not there: is it misspelt, not imported, or set somewhere else or later?",
        "{name} 不存在：是否拼写有误、没有导入，或者在别处、在此之后才赋值？",
    ),
    "returned nothing": (
        "there is None where something else is needed: every way through a function needs a return",
        "需要值的地方得到了 None：函数的每条路径都要有 return",
    ),
    "wrong arguments": (
        "{name} is called with other arguments than it has: compare the call with its def, self included",
        "调用 {name} 时的参数与定义不符：请对照它的 def（包括 self）",
    ),
    "mixed up": (
        "a function that returns a value and an action together must do so everywhere, and who calls it takes both",
        "若函数同时返回值和动作，则每处 return 都应如此，调用者也要同时取出两者",
    ),
    "illegal action": (
        "ask the same state for getLegalActions(agent) and generateSuccessor(agent, action), with the same agent",
        "getLegalActions(agent) 和 generateSuccessor(agent, action) 要用于同一个状态、同一个智能体",
    ),
    "best of nothing": (
        "max or min was given nothing: a state without actions is a leaf, and is evaluated",
        "max 或 min 得到的是空序列：没有动作的状态是叶节点，应做评估",
    ),
    # -- what is left of Python 2
    "renamed": ("{old} is {new} now", "{old} 现在是 {new}"),
    "renamed module": ("the module {old} is {new} now", "模块 {old} 现在叫 {new}"),
    "iterators": ("iter{name}() is {name}() now", "iter{name}() 现在是 {name}()"),
    "has_key": ("in place of d.has_key(k) write k in d", "用 k in d 代替 d.has_key(k)"),
    "maxint": ("sys.maxint is gone: use float('inf')", "sys.maxint 已不存在：请用 float('inf')"),
    "raised text": ("raise needs an exception: raise Exception('…')", "raise 需要一个异常：raise Exception('…')"),
    "print to a file": (
        "print >>file, text is print(text, file=file) now",
        "print >>file, text 现在写作 print(text, file=file)",
    ),
    "letters": ("string.{name} is string.ascii_{name} now", "string.{name} 现在是 string.ascii_{name}"),
    "cmp": ("sort by key=, not by cmp", "排序用 key=，不用 cmp"),
    "no lists": (
        "keys(), map(), filter(), zip() and range() are no lists any more: put list(…) around them",
        "keys()、map()、filter()、zip() 和 range() 不再是列表：请用 list(…) 包起来",
    ),
    "None compared": (
        "Python 2 let None be compared: does a function return nothing, or does a best value begin as None?",
        "Python 2 允许与 None 比较：是否有函数什么也没有返回，或者最佳值的初值是 None？",
    ),
    "types compared": (
        "Python 2 let {one} and {other} be compared: is a number meant where something else stands?",
        "Python 2 允许比较 {one} 和 {other}：是不是本该是数字的地方放了别的东西？",
    ),
    "fractions": ("/ gives a fraction now: // divides whole numbers", "/ 现在得到小数：整数相除请用 //"),
    "2to3": ("{what}: the tool 2to3 rewrites what is plain", "{what}：工具 2to3 可以改写简单的部分"),
    "tabs": (
        "Python 2 mixed tabs and spaces: use spaces alone",
        "Python 2 允许混用制表符和空格：请只用空格",
    ),
}
# A name, another one that explains as much, and advice; in every language the names are the English ones.
_FRAMES: Final[Catalogue] = {
    "one": ("{name} ({advice})", "{name}（{advice}）"),
    "either": ("{name} or {other} ({advice})", "{name} 或 {other}（{advice}）"),
    "and": ("; and ", "；另外，"),
}


@dataclass(frozen=True)
class Named:
    """A bug's name, the keys of what is said of it with what is filled in, and another bug that explains as much."""

    name: str
    keys: tuple[str, ...]
    values: Mapping[str, str] = field(default_factory=dict)
    other: str = ""

    def text(self, language: str = ENGLISH) -> str:
        words, frames = Words(language, ADVICE), Words(language, _FRAMES)
        advice = frames("and").join(words(key, **self.values) for key in self.keys)
        return frames("either" if self.other else "one", name=self.name, other=self.other, advice=advice)

    @property
    def texts(self) -> dict[str, str]:
        """By language."""
        return {language: self.text(language) for language in LANGUAGES}
