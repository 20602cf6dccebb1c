"""The catalogue of advice: a text for each bug and each observation, in English and Chinese."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from autograder.diagnosis import bug_names
from pacman.display.messages import ENGLISH, LANGUAGES, Catalogue, Words

# The key of a bug that is recognised by its answers is its name. Names in braces are placeholders.
ADVICE: Final[Catalogue] = {
    bug_names.LAST_TIE: (
        "of equally good actions take the first: replace the best one only when another is strictly better",
        "同样好的动作中取第一个：只有当另一个动作严格更好时，才替换当前的最佳动作",
    ),
    bug_names.DEPTH_OFF_BY_ONE: (
        "the depth counts rounds, in which every agent moves once: is it checked, and changed, in the right place?",
        "深度按回合计算，一个回合中每个智能体各走一步：深度的检查和修改是否在正确的位置？",
    ),
    bug_names.LAST_ROUND_UNFINISHED: (
        "a round is over when the last ghost has moved; the search stops before that",
        "最后一个幽灵走完，一个回合才结束；这个搜索在此之前就停止了",
    ),
    bug_names.DEPTH_LOWERED_AT_PACMAN: (
        "a round is over when the last ghost has moved: lower the depth there, not when Pacman moves",
        "最后一个幽灵走完，一个回合才结束：应在那里减小深度，而不是在吃豆人行动时",
    ),
    bug_names.DEPTH_COUNTS_MOVES: (
        "the depth counts rounds, not the moves of single agents",
        "深度计算的是回合，而不是单个智能体的步数",
    ),
    bug_names.DEPTH_LOWERED_AFTER_GHOSTS: (
        "a round is over when the last ghost has moved: lower the depth there, and not after each ghost",
        "最后一个幽灵走完，一个回合才结束：应在那里减小深度，而不是在每个幽灵之后",
    ),
    bug_names.GHOSTS_MERGED: (
        "with several ghosts each has a separate layer; this search has one layer for all of them",
        "有多个幽灵时，每个幽灵各占一层；这里用一层代表了所有幽灵",
    ),
    bug_names.GHOST_MISSING: (
        "every ghost moves in a round; the search leaves one out",
        "一个回合中每个幽灵都要走一步；这个搜索漏掉了一个",
    ),
    bug_names.MIN_MAX_SWAPPED: (
        "Pacman (agent 0) takes the largest value, the ghosts the smallest, every one of them; a minus sign before the "
        "evaluation swaps them, too",
        "吃豆人（智能体 0）取最大值，幽灵取最小值，每个幽灵都是如此；评估值前多一个负号也会使两者颠倒",
    ),
    bug_names.IGNORES_WIN_AND_LOSE: (
        "a game that is won or lost is over: test isWin() and isLose() before you continue the search",
        "赢了或输了，对局就结束：继续搜索之前先检查 isWin() 和 isLose()",
    ),
    bug_names.ROOT_EVALUATED: (
        "evaluate the state that the search has reached, not the one that getAction received",
        "应评估搜索所到达的状态，而不是传给 getAction 的那个状态",
    ),
    bug_names.STARTS_AT_ZERO: (
        "begin with float('-inf'): otherwise a negative value is never the best",
        "初值应为 float('-inf')：否则小于 0 的值永远不会成为最佳值",
    ),
    bug_names.FIXED_DEPTH: (
        "search self.depth rounds: the constructor receives the depth, and cases use different depths",
        "搜索深度应由 self.depth 决定：深度由构造函数的参数给出，并不总是同一个数",
    ),
    bug_names.SHARED_DEPTH: (
        "pass the depth as a parameter of the recursion: if self.depth itself is lowered, the siblings of a node are "
        "searched less deep",
        "深度应是递归的参数：self.depth 不能改变，否则一个状态减去的深度，与它并列的状态也会少掉",
    ),
    bug_names.ONE_MOVE_AHEAD: (
        "the states right after Pacman's actions are evaluated: search the ghosts' moves too, for self.depth rounds",
        "吃豆人行动之后的状态立即被评估了：幽灵也要走，并且要搜索 self.depth 个回合",
    ),
    bug_names.ACTION_OVERWRITTEN: (
        "store the best action only at the root: nodes below it write into the same variable",
        "保存的动作必须是根节点的动作：下面的节点也写入了同一个变量",
    ),
    bug_names.NAME_DECIDES: (
        "max and min compare the first items of pairs: put the value first, or pass key=",
        "对元组取 max 或 min 时，先比较第一项：应把值放在第一项，或者用 key= 指明",
    ),
    bug_names.LEAVES_EXPANDED: (
        "test whether the state is a leaf (won, lost, or at the depth limit) before generating successors",
        "生成后继状态之前，先判断该状态是否为叶节点（胜利、失败或到达深度限制）",
    ),
    bug_names.FIRST_ACTION_ONLY: (
        "a return is inside the loop: try all actions, and return after the loop",
        "return 写在循环里面了：应遍历所有动作，循环结束后再返回",
    ),
    bug_names.LAST_VALUE: (
        "each value in the loop replaces the one before: keep the largest, or the smallest",
        "循环中每个值都覆盖了前一个：应保留最大的（或最小的）值",
    ),
    bug_names.OWN_EVALUATION: (
        "return self.evaluationFunction(state) for won and lost states too, not a number of your own",
        "赢了或输了的状态和其他叶节点一样，值应为 self.evaluationFunction(state)，而不是另外规定的数",
    ),
    bug_names.BY_SCORE: (
        "leaves are evaluated by scoreEvaluationFunction or getScore: call self.evaluationFunction(state), which need "
        "not be the score",
        "叶节点用 scoreEvaluationFunction 或 getScore 做了评估：应调用 self.evaluationFunction(state)，它不一定是得分",
    ),
    bug_names.INCOMPLETE_MEMO_KEY: (
        "the value of a state depends on the remaining depth and on the agent to move: include both in the key",
        "状态的值取决于剩余的深度和轮到谁走：字典的键中也要包含这两者",
    ),
    bug_names.STOP_LEFT_OUT: (
        "treat Stop the same at the root and below it: allow it everywhere, or nowhere",
        "要么处处允许吃豆人停止，要么处处不允许：根节点和它下面的状态应同样处理",
    ),
    bug_names.RANDOM_TIE: (
        "of equally good actions take the first, not a random one",
        "同样好的动作中取第一个，而不是随机取一个",
    ),
    bug_names.NO_PRUNING: (
        "no node is ever cut: this is plain minimax",
        "从不剪枝：这只是普通的 minimax",
    ),
    bug_names.GENERATED_BEFORE_CUT: (
        "generate one successor at a time, and test for a cut before the next: states that are cut are not generated",
        "轮到某个动作时才生成它的后继，生成下一个之前先判断是否剪枝：被剪掉的状态不应生成",
    ),
    bug_names.PRUNED_ON_EQUALITY: (
        "cut only when a value is strictly beyond alpha or beta, not when it equals it",
        "只有当值严格超出 alpha 或 beta 时才剪枝，相等时不剪",
    ),
    bug_names.ROOT_ALPHA_NOT_KEPT: (
        "raise alpha at the root after each action, and pass it to the search of the next",
        "在根节点，每个动作之后都要提高 alpha，并传给下一个动作的搜索",
    ),
    bug_names.BOUND_RETURNED: (
        "keep the best value in a separate variable and return it: alpha and beta may come from other states",
        "用单独的变量保存最佳值并返回它：alpha 和 beta 也可能来自其他状态",
    ),
    bug_names.PRUNES_ONE_SIDE: (
        "both kinds of nodes cut: Pacman's when the value is above beta, which ghosts lower and pass on, and ghosts' "
        "when it is below alpha, which Pacman raises and passes on",
        "两种节点都要剪枝：吃豆人的节点在值大于 beta（由幽灵降低并传递）时剪枝，"
        "幽灵的节点在值小于 alpha（由吃豆人提高并传递）时剪枝",
    ),
    bug_names.BOUNDS_NOT_UPDATED: (
        "after every action Pacman's nodes raise alpha and the ghosts' lower beta, for the actions that follow",
        "每个动作之后，吃豆人的节点应提高 alpha，幽灵的节点应降低 beta，供后面的动作使用",
    ),
    bug_names.BOUNDS_OVERWRITTEN: (
        "alpha only rises and beta only falls: alpha = max(alpha, value), beta = min(beta, value)",
        "alpha 只升不降，beta 只降不升：alpha = max(alpha, value)，beta = min(beta, value)",
    ),
    bug_names.BOUNDS_NOT_PASSED: (
        "pass alpha and beta of the node above to every recursive call, at ghosts' nodes and at Pacman's",
        "每次递归调用都要传入上层状态的 alpha 和 beta，无论轮到幽灵还是吃豆人",
    ),
    bug_names.BOUNDS_START_WRONG: (
        "at the root alpha is float('-inf') and beta float('inf')",
        "在根节点，alpha 的初值是 float('-inf')，beta 的初值是 float('inf')",
    ),
    bug_names.LASTING_BOUNDS: (
        "set alpha and beta to -infinity and infinity in every getAction: globals and class variables keep values "
        "between decisions",
        "每次调用 getAction 时，alpha 和 beta 都要重新开始：放在全局变量或类里的值，之后仍然存在",
    ),
    bug_names.OTHER_ORDER: (
        "try the actions in the order of getLegalActions: in another order, other states are cut",
        "按 getLegalActions 给出的顺序遍历动作：顺序不同，剪掉的状态也不同",
    ),
    bug_names.BOUNDS_MIXED_UP: (
        "Pacman's nodes cut when the value is above beta and raise alpha; the ghosts' cut below alpha and lower beta",
        "吃豆人的节点在值大于 beta 时剪枝并提高 alpha；幽灵的节点在值小于 alpha 时剪枝并降低 beta",
    ),
    bug_names.SHARED_BOUNDS: (
        "pass alpha and beta as parameters of the recursion: the bounds of one node must not reach its siblings",
        "alpha 和 beta 是递归的参数：一个状态得到的界不能传给与它并列的状态",
    ),
    bug_names.MINIMUM_FOR_AVERAGE: (
        "in expectimax a ghost does not choose the worst action for Pacman: its actions are equally likely, and the "
        "value of its node is their average",
        "在 expectimax 中，幽灵不会专挑对吃豆人最坏的动作：各个动作的概率相等，轮到它的状态的值是这些动作的平均值",
    ),
    bug_names.AVERAGE_AT_PACMAN: (
        "take the largest value at Pacman's nodes, and the average only at the ghosts'",
        "吃豆人的节点取最大值，只有幽灵的节点取平均值",
    ),
    bug_names.WRONG_WEIGHTS: (
        "every action of a ghost has the same probability: divide the sum of the values by their number, with / and "
        "not with //",
        "幽灵的每个动作概率相同：用各值之和除以个数，用 / 而不是 //",
    ),
    bug_names.AVERAGE_FOR_MINIMUM: (
        "in minimax a ghost takes the smallest value, the worst for Pacman",
        "在 minimax 中，幽灵取最小值，即对吃豆人最坏的动作",
    ),
    bug_names.PRUNES_AVERAGES: (
        "an average needs every action of the ghost: do not cut any",
        "求平均值需要幽灵的每一个动作：不能剪枝",
    ),
    bug_names.WRONG_NODES: (
        "evaluate a state only if the game is over there or the depth limit is reached",
        "只在对局结束或到达深度限制的地方做评估",
    ),
    bug_names.WRONG_AGENT_MOVED: (
        "pass the index of the agent that moves to getLegalActions and generateSuccessor: 0 for Pacman, ghosts from 1",
        "getLegalActions 和 generateSuccessor 要用当前行动者的编号：吃豆人是 0，幽灵从 1 开始",
    ),
    # -- rarer ones, which answer in some cases as common ones do
    bug_names.PARENT_EVALUATED: (
        "evaluate the successor that the search has reached, not the state before it",
        "应评估搜索所到达的后继状态，而不是它之前的状态",
    ),
    bug_names.ACTIONS_LEFT_OUT: (
        "try all actions of getLegalActions: a slice, a range or a condition leaves some out",
        "应遍历 getLegalActions 给出的所有动作：切片、range 或条件漏掉了一些",
    ),
    bug_names.FIRST_VALUE: (
        "the first value is always kept: replace it when a better one is found",
        "一直保留第一个值：找到更好的值时应替换它",
    ),
    bug_names.SECOND_BEST: (
        "the second value of a sorted list is taken, or the list is sorted the wrong way: take max() or min() of all",
        "取了排序后的第二个值，或者排序方向不对：应对所有值取 max() 或 min()",
    ),
    bug_names.SUM_FOR_MAXIMUM: (
        "Pacman makes one move: the value of Pacman's node is the largest value, not the sum of all",
        "吃豆人只走一步：它的节点的值是最大值，而不是所有值之和",
    ),
    bug_names.SUM_FOR_MINIMUM: (
        "a ghost makes one move: the value of its node is the smallest value, not the sum of all",
        "幽灵只走一步：它的节点的值是最小值，而不是所有值之和",
    ),
    bug_names.WRONG_AT_PACMAN: (
        "the value of Pacman's node is the largest value of its successors, not a combination of them",
        "吃豆人节点的值是各后继中的最大值，而不是它们的某种混合",
    ),
    bug_names.WRONG_AT_GHOSTS: (
        "the value of a ghost's node is the minimum of its successors in minimax, their plain average in expectimax",
        "在 minimax 中幽灵节点的值是各后继中的最小值，在 expectimax 中是它们的简单平均",
    ),
    bug_names.EQUAL_VALUES_ONCE: (
        "average over the actions, not over a set or a dictionary of values: equal values count as often as they occur",
        "应对动作求平均，而不是对值的集合或字典求平均：相等的值出现几次就算几次",
    ),
    bug_names.VALUES_ROUNDED: (
        "values may be fractions: int(), round() and // make different ones equal",
        "值可以是小数：int()、round() 和 // 会使不同的值变得相等",
    ),
    bug_names.VALUES_DISCOUNTED: (
        "values are passed up the tree unchanged: do not multiply them by a factor",
        "值应原样向上传递：途中不要乘以任何系数",
    ),
    bug_names.STEP_COSTS: (
        "the value of a leaf is self.evaluationFunction(state) alone: subtract nothing there or on the way to the root",
        "叶节点的值只是 self.evaluationFunction(state)：在叶节点和返回根节点的途中都不要减去任何数",
    ),
    bug_names.STEP_EARNS: (
        "the value of a leaf is self.evaluationFunction(state) alone: add nothing there or on the way to the root",
        "叶节点的值只是 self.evaluationFunction(state)：在叶节点和返回根节点的途中都不要加上任何数",
    ),
    bug_names.EARLY_END_EARNS: (
        "the value of a leaf is self.evaluationFunction(state) alone: add no rounds or moves that are left",
        "叶节点的值只是 self.evaluationFunction(state)：不要加上剩余的回合数或步数",
    ),
    bug_names.EARLY_END_COSTS: (
        "the value of a leaf is self.evaluationFunction(state) alone: subtract no rounds or moves that are left",
        "叶节点的值只是 self.evaluationFunction(state)：不要减去剩余的回合数或步数",
    ),
    bug_names.AGENT_COUNTS: (
        "the value of a leaf is self.evaluationFunction(state) alone: do not add the index of an agent",
        "叶节点的值只是 self.evaluationFunction(state)：不要加减智能体的编号",
    ),
    bug_names.SIGN_LOST: (
        "negative values must stay negative: look for abs(), a minus sign or a square",
        "负值应保持为负：请检查 abs()、负号或平方",
    ),
    bug_names.LEAVES_NOT_EVALUATED: (
        "all leaves have the same value here: return self.evaluationFunction(state) at a leaf",
        "这里所有叶节点的值都相同：应在叶节点返回 self.evaluationFunction(state)",
    ),
    bug_names.VALUES_LIMITED: (
        "values have no upper or lower limit: look for max(…, number) and min(…, number)",
        "值可以任意大、任意小：请检查 max(…, 数) 和 min(…, 数)",
    ),
    bug_names.ZERO_IS_NO_VALUE: (
        "0 is a value, but false in a condition: test for a missing value with `is None`",
        "0 也是一个值，但在条件中为假：要表示没有值，请写 `is None`",
    ),
    bug_names.NEEDS_MARGIN: (
        "compare values with > and < alone: a value that is only a little better is better",
        "只用 > 和 < 比较：好一点点也是更好",
    ),
    bug_names.WRONG_START: (
        "begin with float('-inf') for a maximum and float('inf') for a minimum: values may exceed any fixed number",
        "求最大值从 float('-inf') 开始，求最小值从 float('inf') 开始：值可能超出任何固定的数",
    ),
    bug_names.BEST_NOT_KEPT: (
        "when a better action is found, store its value too: the next action is compared with it",
        "找到更好的动作时，也要保存它的值：下一个动作要与它比较",
    ),
    bug_names.AVOIDS_LOSS: (
        "choose by values alone: an action that loses at once may be the best one",
        "只由值决定：立即输掉的动作也可能是最好的",
    ),
    bug_names.TOO_DEEP: (
        "search self.depth rounds, in each of which every agent moves once: this search is more than one round deeper",
        "应搜索 self.depth 个回合，每个回合中每个智能体各走一步：这里多搜索了不止一个回合",
    ),
    bug_names.LIMITED_DEPTH: (
        "search self.depth rounds, however many they are: this search stops earlier",
        "无论有多少，都要搜索 self.depth 个回合：这个搜索提前停止了",
    ),
    bug_names.CUT_NEEDS_MARGIN: (
        "cut as soon as a value is beyond alpha or beta, even by very little, and not before",
        "值一超出 alpha 或 beta（哪怕一点点）就剪枝，在此之前不剪",
    ),
    bug_names.SOME_DO_NOT_PRUNE: (
        "test for a cut at every node, Pacman's and each ghost's, in every round and after every action",
        "每个节点都要判断剪枝：所有幽灵的和吃豆人的，每个回合、每个动作之后",
    ),
    bug_names.BOUNDS_UPDATED_WRONGLY: (
        "after every action alpha = max(alpha, value) at Pacman's nodes, beta = min(beta, value) at ghosts'",
        "每个动作之后：吃豆人的节点 alpha = max(alpha, value)，幽灵的节点 beta = min(beta, value)",
    ),
    # -- recognised by the requests of the search
    bug_names.OTHER_VALUES: (
        "leave scoreEvaluationFunction as it was (it returns getScore()), and let the constructor keep the evalFn that "
        "it receives",
        "请保持 scoreEvaluationFunction 原样（只返回 getScore()），并让构造函数保留收到的 evalFn",
    ),
    "drawn at random": (
        "every action of a ghost has the same probability: divide the sum of the values by their number, and draw "
        "nothing at random",
        "幽灵的每个动作概率相同：用各值之和除以个数；不需要任何随机抽取",
    ),
    bug_names.NO_SEARCH: (
        "no successor was generated: the action must come from a search of self.depth rounds",
        "没有生成任何后继状态：动作应来自对 self.depth 个回合的搜索",
    ),
    bug_names.LEFT_BEHIND: (
        "an action was returned without a search: class variables, globals and default arguments keep their contents "
        "when another game begins",
        "未经搜索就给出了动作：保存在类、全局变量或默认参数中的内容，在新的对局开始时仍然存在",
    ),
    # -- recognised by the message of a crash, or by an answer that is not an action
    "answered nothing": (
        "every path through getAction needs a return, and the best action must be stored when it is found",
        "getAction 的每条路径都要有 return，并且找到最佳动作时要把它保存下来",
    ),
    "answered a value": (
        "this is a value: return the action that has this value",
        "那是一个值：应返回具有这个值的动作",
    ),
    "answered a pair": (
        "the search returns several things together: return only the action",
        "搜索把几样东西一起返回了：应从中取出动作",
    ),
    "answered otherwise": (
        "return one of the actions that getLegalActions returns",
        "应返回 getLegalActions 给出的合法动作之一",
    ),
    "endless": (
        "the recursion must stop at a win, at a loss and at the depth limit, and continue with the successor",
        "遇到胜利、失败或深度限制时必须停止，并且要用后继状态继续递归",
    ),
    "not general": (
        "{place} calls {name}; call {instead}",
        "{place} 调用了 {name}；应调用 {instead}",
    ),
    "own evaluation": (
        "{place} uses {name}; the value of a leaf is self.evaluationFunction(state)",
        "{place} 用到了 {name}；叶节点的值应为 self.evaluationFunction(state)",
    ),
    "own evaluation of a leaf": (
        "the value of a leaf is self.evaluationFunction(state): it is {expected} where the search used {found}",
        "叶节点的值应为 self.evaluationFunction(state)：它的值是 {expected}，而搜索用的是 {found}",
    ),
    "own evaluation by the constructor": (
        "it is {function} when {caller} calls it ({place} uses {name}): keep the evalFn that the constructor receives, "
        "whose default is the score",
        "{caller} 调用它时，它是 {function}（{place} 用到了 {name}）：应保留构造函数收到的 evalFn，其默认值是得分",
    ),
    "own evaluation by name": (
        "{caller} evaluates with {function} ({place} uses {name}); a leaf's value is self.evaluationFunction(state)",
        "{caller} 用 {function} 做评估（{place} 用到了 {name}）；叶节点的值应为 self.evaluationFunction(state)",
    ),
    # -- slips that crash
    "unknown name": (
        "{name} is not defined: is it misspelt, not imported, or assigned elsewhere or later?",
        "{name} 不存在：是否拼写有误、没有导入，或者在别处、在此之后才赋值？",
    ),
    "returned nothing": (
        "None is used where a value is needed: every path through a function needs a return",
        "需要值的地方得到了 None：函数的每条路径都要有 return",
    ),
    "wrong arguments": (
        "{name} is called with the wrong arguments: compare the call with its def, including self",
        "调用 {name} 时的参数与定义不符：请对照它的 def（包括 self）",
    ),
    "mixed up": (
        "a function that returns a value and an action must return both everywhere, and every caller must unpack both",
        "若函数同时返回值和动作，则每处 return 都应如此，调用者也要同时取出两者",
    ),
    "illegal action": (
        "call getLegalActions(agent) and generateSuccessor(agent, action) on the same state, with the same agent",
        "getLegalActions(agent) 和 generateSuccessor(agent, action) 要用于同一个状态、同一个智能体",
    ),
    "best of nothing": (
        "max or min received an empty sequence: a state without actions is a leaf, so evaluate it",
        "max 或 min 得到的是空序列：没有动作的状态是叶节点，应做评估",
    ),
    "no call": (
        "a function is used in place of its result: f(x) calls it, f and f[x] do not",
        "需要结果的地方放的是函数本身：f(x) 才是调用，f 和 f[x] 不是",
    ),
    "not callable": (
        "an object of type {name} is called like a function: does a variable have the name of a function?",
        "把类型为 {name} 的东西当作函数调用了：是否有变量与函数同名？",
    ),
    "no order": (
        "max, min and sort compare the next items where the values are equal: pass key=lambda pair: pair[0]",
        "值相等时，max、min 和排序会继续比较后面的内容：请用 key=lambda pair: pair[0] 指明",
    ),
    "None compared": (
        "None cannot be compared: does a function return nothing, or does a best value begin as None?",
        "None 不能参与大小比较：是否有函数什么也没有返回，或者最佳值的初值是 None？",
    ),
    "types compared": (
        "{one} and {other} cannot be compared: is one of them meant to be a number?",
        "{one} 和 {other} 不能比较大小：其中之一是否本该是数字？",
    ),
    "fractions": (
        "an index or range() needs a whole number: / gives a fraction (// does not), and a ghost's position has "
        "fractions, so write int(x)",
        "下标和 range() 需要整数：/ 得到小数（// 得到整数），幽灵的坐标也是小数，请写 int(x)",
    ),
    "index": (
        "the index is beyond the end of a list: is it empty, and is the agent after the last ghost agent 0 again?",
        "列表比下标短：它是否为空？最后一个幽灵之后的智能体编号是否回到 0？",
    ),
    "key": (
        "{name} is not in the dictionary: a search must work with any number of ghosts and any names of actions",
        "字典中没有 {name}：搜索应适用于任意数量的幽灵和任意名称的动作",
    ),
    "item": (
        "test whether an item is in the list before you remove it or look it up: even Stop is not always legal",
        "删除或查找之前，先判断它是否在列表中：停止动作也不总在合法动作之中",
    ),
    "zero": (
        "a division by 0: a distance is 0 if two things are on the same cell, and a list may be empty; divide by the "
        "distance + 1, or test for 0 first",
        "出现了除以 0：两者在同一格时距离为 0，列表也可能为空；请除以距离加 1，或先判断是否为 0",
    ),
    "zero in a search": (
        "a division by 0: if the divisor is the number of actions, the state has none and is a leaf, so evaluate it "
        "instead of averaging",
        "出现了除以 0：如果除数是动作的个数，那么这个状态没有动作，是叶节点，应先评估，不应求平均",
    ),
    "not loaded": (
        "Python cannot run the whole file: correct the line named here first, then grade again",
        "Python 无法运行整个文件：请先改正这里指出的那一行，再重新评分",
    ),
    "tabs": (
        "tabs and spaces are mixed at the beginning of lines: use spaces only",
        "行首混用了制表符和空格：请只用空格",
    ),
    "stub": (
        "replace util.raiseNotDefined() with your search",
        "应把 util.raiseNotDefined() 换成你的搜索",
    ),
    "missing class": (
        "the file needs a class named {name}: the grader finds the agent by this name",
        "文件中需要有名为 {name} 的类：评分时按这个名字查找智能体",
    ),
    "crash": (
        "{error} ends the search before it returns an answer: the lines below show where",
        "还没有答案就因 {error} 而终止：下面各行指出了出错的位置",
    ),
    # -- remains of Python 2
    "renamed": ("{old} is {new} now", "{old} 现在是 {new}"),
    "renamed module": ("the module {old} is {new} now", "模块 {old} 现在叫 {new}"),
    "iterators": ("iter{name}() is {name}() now", "iter{name}() 现在是 {name}()"),
    "has_key": ("in place of d.has_key(k) write k in d", "用 k in d 代替 d.has_key(k)"),
    "maxint": ("sys.maxint no longer exists: use float('inf')", "sys.maxint 已不存在：请用 float('inf')"),
    "raised text": ("raise needs an exception: raise Exception('…')", "raise 需要一个异常：raise Exception('…')"),
    "print to a file": (
        "print >>file, text is print(text, file=file) now",
        "print >>file, text 现在写作 print(text, file=file)",
    ),
    "letters": ("string.{name} is string.ascii_{name} now", "string.{name} 现在是 string.ascii_{name}"),
    "cmp": ("sort by key=, not by cmp", "排序用 key=，不用 cmp"),
    "no lists": (
        "keys(), map(), filter(), zip() and range() no longer return lists: write list(…) around them",
        "keys()、map()、filter()、zip() 和 range() 不再是列表：请用 list(…) 包起来",
    ),
    "2to3": ("{what}: the tool 2to3 converts the simple cases", "{what}：工具 2to3 可以改写简单的部分"),
}
# Observations for searches whose answers no known bug explains.
OBSERVATIONS: Final[Catalogue] = {
    "trees right": (
        "all {trees} trees are right; only games are wrong",
        "{trees} 棵树全部正确；只有对局有错",
    ),
    "right states": (
        "{failed} of {trees} trees are answered wrongly, and in all of these the search generates the right states: "
        "only the action is wrong",
        "{trees} 棵树中有 {failed} 棵回答错误，并且在这些树中生成的状态都正确：只有动作不对",
    ),
    "states": (
        "{failed} of {trees} trees are answered wrongly; of these {same} have the right states, {missing} miss states, "
        "{surplus} have extra states, {other} both",
        "{trees} 棵树中有 {failed} 棵回答错误；其中 {same} 棵的状态正确，{missing} 棵缺少状态，"
        "{surplus} 棵有多余的状态，{other} 棵两者都有",
    ),
    "states of alpha-beta": (
        "{failed} of {trees} trees are answered wrongly; of these {same} have the right states, {missing} cut too "
        "much, {surplus} too little, {other} both",
        "{trees} 棵树中有 {failed} 棵回答错误；其中 {same} 棵的状态正确，{missing} 棵剪得太多，{surplus} 棵剪得太少，"
        "{other} 棵两者都有",
    ),
    "no requests": (
        "in {silent} of {trees} trees the agent answered without a search: no successor was generated",
        "{trees} 棵树中有 {silent} 棵未经搜索就给出了回答：没有生成任何后继状态",
    ),
    "another agent": (
        "in some states generateSuccessor was called for an agent whose turn it was not",
        "在某个状态中，generateSuccessor 用于了没有轮到的智能体",
    ),
    "another order": (
        "in some states the actions were tried in another order than that of getLegalActions",
        "在某个状态中，尝试动作的顺序与 getLegalActions 给出的不同",
    ),
    "left out": (
        "in some states only a part of the actions was tried",
        "在某个状态中，有些动作尝试了，有些没有",
    ),
    "no score": (
        "in {unscored} trees the search failed when it asked for the score of a state that has no score: the game is "
        "not over there, and the depth limit is not reached",
        "有 {unscored} 棵树，搜索在询问一个没有得分的状态时终止：那里对局没有结束，也没有到达深度限制",
    ),
    "no score below the limit": (
        "in {unscored} trees the search failed when it asked for the score of a state that has no score: the state is "
        "deeper than the depth limit, and the game is not over there",
        "有 {unscored} 棵树，搜索在询问一个没有得分的状态时终止：那里已经超过深度限制，而对局没有结束",
    ),
    "decisions": (
        "in the game {name} {right} of {moves} decisions are right",
        "在对局 {name} 的 {moves} 次决策中，{right} 次正确",
    ),
    "answers differ": (
        "for the same tree, the agent gives another answer the second time",
        "对同一棵树再问一次，智能体的回答不同",
    ),
    "many names": (
        "these bugs all give exactly these answers: {names}",
        "下列错误都恰好给出这些回答：{names}",
    ),
    "one case": (
        "by this case alone, the answer fits: {names}; grade the whole question (-q {question}) to tell them apart",
        "仅凭这一个用例，回答符合：{names}；请对整道题评分（-q {question}）来区分它们",
    ),
    "one case and pairs": (
        "by this case alone, the answer fits: {names}; and {pairs} pairs of bugs; grade the whole question "
        "(-q {question}) to tell them apart",
        "仅凭这一个用例，回答符合：{names}；还有 {pairs} 对错误；请对整道题评分（-q {question}）来区分它们",
    ),
    "one case, pairs alone": (
        "by this case alone, the answer fits no single bug, but {pairs} pairs of bugs; grade the whole "
        "question (-q {question}) to tell them apart",
        "仅凭这一个用例，回答不符合任何单个错误，符合 {pairs} 对错误；请对整道题评分（-q {question}）来区分它们",
    ),
    "too slow": (
        "the search did not end in time: does it stop at a win, at a loss and at the depth limit, and does every loop "
        "end?",
        "搜索没有及时结束：遇到胜利、失败或深度限制时是否停止？每个循环是否都会结束？",
    ),
    "evaluation never called": (
        "{name} was never called in these games: does {agent} evaluate leaves with self.evaluationFunction?",
        "在这些对局中从未调用 {name}：{agent} 是否用 self.evaluationFunction 评估叶节点？",
    ),
}
# What is printed of a bug and of an observation; in every language the names of bugs are the English ones.
_FRAMES: Final[Catalogue] = {
    "one": ("{name} ({advice})", "{name}（{advice}）"),
    "or": (" or ", " 或 "),
    "and": ("; and ", "；另外，"),
}


@dataclass(frozen=True)
class Finding:
    """The name of a bug, the keys of its texts in the catalogue (by default the name), and the values to fill in."""

    name: str
    keys: tuple[str, ...] = ()
    values: Mapping[str, str] = field(default_factory=dict)

    def text(self, language: str = ENGLISH) -> str:
        words, frames = Words(language, ADVICE), Words(language, _FRAMES)
        advice = frames("and").join(words(key, **self.values) for key in self.keys or (self.name,))
        return frames("one", name=self.name, advice=advice)


@dataclass(frozen=True)
class Diagnosis:
    """The bugs that explain every answer: one, or a few that no case distinguishes."""

    findings: tuple[Finding, ...]

    @property
    def name(self) -> str:
        return bug_names.one_of(*(finding.name for finding in self.findings))

    @property
    def texts(self) -> dict[str, str]:
        """The texts by language."""
        return {
            language: Words(language, _FRAMES)("or").join(finding.text(language) for finding in self.findings)
            for language in LANGUAGES
        }


@dataclass(frozen=True)
class Observation:
    """A fact about the answers of a question; it makes no claim about the cause."""

    key: str
    values: Mapping[str, object] = field(default_factory=dict)

    @property
    def texts(self) -> dict[str, str]:
        """The texts by language."""
        return {language: Words(language, OBSERVATIONS)(self.key, **self.values) for language in LANGUAGES}
