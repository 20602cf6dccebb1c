"""What is said of each bug, in the languages of the pages: one catalogue, English and Chinese."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from autograder.diagnosis.bugs import BY_SCORE, OWN_EVALUATION
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
        "Pacman (agent 0) takes the largest value, the ghosts the smallest, every one of them",
        "吃豆人（智能体 0）取最大值，幽灵取最小值，每个幽灵都是如此",
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
    "one depth for all nodes": (
        "the depth is a parameter of the recursion: self.depth must not change, or what one state takes from it is "
        "missing in its neighbours",
        "深度应是递归的参数：self.depth 不能改变，否则一个状态减去的深度，与它并列的状态也会少掉",
    ),
    "only Pacman's next move is looked at": (
        "the states after Pacman's actions are evaluated at once: the ghosts move too, and for self.depth rounds",
        "吃豆人行动之后的状态立即被评估了：幽灵也要走，并且要搜索 self.depth 个回合",
    ),
    "the best action is overwritten below the root": (
        "the action that is kept must be one of the root: nodes below it write into the same variable",
        "保存的动作必须是根节点的动作：下面的节点也写入了同一个变量",
    ),
    "the name of an action decides in place of its value": (
        "max and min of pairs compare what stands first: put the value there, or say key=",
        "对元组取 max 或 min 时，先比较第一项：应把值放在第一项，或者用 key= 指明",
    ),
    "successors of leaves are generated": (
        "look whether the state is a leaf (won, lost, or at the depth) before successors are generated",
        "生成后继状态之前，先判断该状态是否为叶节点（胜利、失败或到达深度限制）",
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
    BY_SCORE: (
        "leaves are evaluated by scoreEvaluationFunction or getScore: call self.evaluationFunction(state), which need "
        "not be the score",
        "叶节点用 scoreEvaluationFunction 或 getScore 做了评估：应调用 self.evaluationFunction(state)，它不一定是得分",
    ),
    "values are kept without the depth or the agent": (
        "what a state is worth depends on the depth that is left and on who moves: both belong in the key, too",
        "状态的值取决于剩余的深度和轮到谁走：字典的键中也要包含这两者",
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
    "successors are generated before the cut": (
        "generate a successor when its turn comes, and test for a cut before the next one: cut states are not made",
        "轮到某个动作时才生成它的后继，生成下一个之前先判断是否剪枝：被剪掉的状态不应生成",
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
        "both kinds of nodes cut: Pacman's above beta, which ghosts lower, ghosts' below alpha, which Pacman raises",
        "两种节点都要剪枝：吃豆人的节点在值大于 beta（由幽灵降低）时，幽灵的节点在值小于 alpha（由吃豆人提高）时",
    ),
    "alpha and beta are not updated": (
        "after every action Pacman's nodes raise alpha and the ghosts' lower beta, for the actions that follow",
        "每个动作之后，吃豆人的节点应提高 alpha，幽灵的节点应降低 beta，供后面的动作使用",
    ),
    "alpha and beta are overwritten": (
        "alpha only rises and beta only falls: alpha = max(alpha, value), beta = min(beta, value)",
        "alpha 只升不降，beta 只降不升：alpha = max(alpha, value)，beta = min(beta, value)",
    ),
    "alpha and beta are not handed on": (
        "every call of the recursion is given the alpha and beta of the state above it, ghosts' and Pacman's alike",
        "每次递归调用都要传入上层状态的 alpha 和 beta，无论轮到幽灵还是吃豆人",
    ),
    "alpha and beta begin with the wrong values": (
        "at the root alpha is float('-inf') and beta float('inf')",
        "在根节点，alpha 的初值是 float('-inf')，beta 的初值是 float('inf')",
    ),
    "alpha and beta are kept for the next decision": (
        "alpha and beta begin anew in every getAction: what stands in a global or in the class is still there later",
        "每次调用 getAction 时，alpha 和 beta 都要重新开始：放在全局变量或类里的值，之后仍然存在",
    ),
    "actions in another order": (
        "go through the actions as getLegalActions gives them: in another order other states are cut",
        "按 getLegalActions 给出的顺序遍历动作：顺序不同，剪掉的状态也不同",
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
    "the average at Pacman's nodes": (
        "Pacman chooses: his nodes take the largest value, and only the ghosts' the average",
        "吃豆人可以选择：他的节点取最大值，只有幽灵的节点取平均值",
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
    # -- seen, where no known bug explains all of it
    "an answer without a search": (
        "no successor was generated: the action must come from a search of self.depth rounds",
        "没有生成任何后继状态：动作应来自对 self.depth 个回合的搜索",
    ),
    "what one decision leaves behind is used in the next": (
        "an action came without a search: what is kept in the class, in a global or in a default argument stays when "
        "another game begins",
        "未经搜索就给出了动作：保存在类、全局变量或默认参数中的内容，在新的对局开始时仍然存在",
    ),
    "right in the trees and wrong in the game": (
        "look at what only a game has: Stop, dead ends, scared ghosts, several ghosts, and what is kept between moves",
        "请检查只有真实对局才有的情况：停止动作、死胡同、受惊的幽灵、多个幽灵，以及两步之间保留的内容",
    ),
    "too much is cut": (
        "states are cut that the right search looks at: cut only above beta at Pacman's nodes, below alpha at ghosts'",
        "剪掉了正确搜索会查看的状态：只有吃豆人节点的值大于 beta、幽灵节点的值小于 alpha 时才剪枝",
    ),
    "too little is cut": (
        "states are looked at that the right search cuts: are alpha and beta handed on, updated, compared everywhere?",
        "查看了正确搜索会剪掉的状态：alpha 和 beta 是否处处都被传递、更新和比较？",
    ),
    "cuts in the wrong places": (
        "some states are cut that should not be, and others not that should: follow alpha and beta through the tree",
        "有些状态不该剪却剪了，有些该剪却没剪：请在树中逐步跟踪 alpha 和 beta",
    ),
    "the right states and the wrong action": (
        "the search goes where it should: look at how values are put together, and at which action is kept at the root",
        "搜索经过的状态是对的：请检查各值如何合并，以及根节点保存的是哪个动作",
    ),
    "states are left out": (
        "every action of every agent is searched for self.depth rounds: does a loop, or the search, end too early?",
        "每个智能体的每个动作都要搜索，共 self.depth 个回合：循环或搜索是否过早结束？",
    ),
    "states are searched that should not be": (
        "nothing is searched below a win, a loss or the depth",
        "胜利、失败或到达深度限制之后，不应再搜索",
    ),
    "other states are searched": (
        "every action of every agent is searched for self.depth rounds, and nothing below a win, a loss or the depth",
        "每个智能体的每个动作都要搜索，共 self.depth 个回合；胜利、失败或到达深度限制之后不再搜索",
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
    "no call": (
        "there is a function where its result is meant: f(x) calls it, f and f[x] do not",
        "需要结果的地方放的是函数本身：f(x) 才是调用，f 和 f[x] 不是",
    ),
    "not callable": (
        "something of type {name} is called like a function: does a variable have a function's name?",
        "把类型为 {name} 的东西当作函数调用了：是否有变量与函数同名？",
    ),
    "no order": (
        "max, min and sort compare what comes next where the values are equal: say key=lambda pair: pair[0]",
        "值相等时，max、min 和排序会继续比较后面的内容：请用 key=lambda pair: pair[0] 指明",
    ),
    "index": (
        "a list is shorter than the index says: is it empty, and does the agent after the last ghost have the index 0?",
        "列表比下标短：它是否为空？最后一个幽灵之后的智能体编号是否回到 0？",
    ),
    "key": (
        "{name} is not in the dictionary: a search must do for any number of ghosts and any names of actions",
        "字典中没有 {name}：搜索应适用于任意数量的幽灵和任意名称的动作",
    ),
    "item": (
        "ask whether it is in the list before it is removed or looked up: Stop, too, is not always among the actions",
        "删除或查找之前，先判断它是否在列表中：停止动作也不总在合法动作之中",
    ),
    "zero": (
        "something is divided by 0: a state without actions is a leaf, and is evaluated before anything is averaged",
        "出现了除以 0：没有动作的状态是叶节点，应先评估，不应求平均",
    ),
    "too slow": (
        "does the search stop at a win, at a loss and at the depth, and does every loop end?",
        "搜索遇到胜利、失败或深度限制时是否停止？每个循环是否都会结束？",
    ),
    "not loaded": (
        "Python cannot run the file as far as its end: nothing is graded before the line that is named here is mended",
        "Python 无法把文件运行到底：先改好这里指出的那一行，才能评分",
    ),
    "stub": (
        "your search is to stand in place of util.raiseNotDefined()",
        "应把 util.raiseNotDefined() 换成你的搜索",
    ),
    "missing class": (
        "the file needs a class of this name, {name}: by it the agent is found",
        "文件中需要有名为 {name} 的类：评分时按这个名字查找智能体",
    ),
    "crash": (
        "{error} ends it before there is an answer: the lines below lead to the place",
        "还没有答案就因 {error} 而终止：下面各行指出了出错的位置",
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
