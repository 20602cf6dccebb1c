"""Hints at the tree that exposes a kind of wrong search, by the name of its bug, in English and Chinese.

A hint describes a tree, not the mistake in the code.
"""

from typing import Final

from autograder.diagnosis import bug_names
from pacman.display.messages import Catalogue

_EARLY_AND_LATE: Final = (
    "a game that ends early against one that ends late, with values that differ by less than 1",
    "一个早结束的对局和一个晚结束的对局，值相差不到 1",
)

HINTS: Final[Catalogue] = {
    bug_names.LAST_TIE: (
        "two root actions with the same best value; without `ties`, only the first of them is right",
        "根节点有两个动作的值同为最佳；不写 `ties` 时，只有第一个是对的",
    ),
    bug_names.DEPTH_OFF_BY_ONE: (
        "a tree that goes on for a round below the depth, with other values there than at the depth",
        "在深度限制之下还有一个回合的树，那里的值与深度处的值不同",
    ),
    bug_names.LAST_ROUND_UNFINISHED: (
        "a last round in which the ghosts' moves change which action is best",
        "最后一个回合中，幽灵的行动会改变哪个动作最好",
    ),
    bug_names.DEPTH_LOWERED_AT_PACMAN: (
        "a tree that goes on below the depth, where Pacman's next move alone changes the values",
        "在深度限制之下还有后续的树，吃豆人再走一步就会改变值",
    ),
    bug_names.DEPTH_COUNTS_MOVES: (
        "a depth of 1 with values in the states after Pacman's move; and a depth of 2, or two ghosts",
        "深度为 1 并且吃豆人走后的状态有值；另外还要一个深度为 2 或有两个幽灵的例子",
    ),
    bug_names.DEPTH_LOWERED_AFTER_GHOSTS: (
        "two ghosts and a depth of 2: the second round must matter, and a third round must follow",
        "两个幽灵、深度为 2：第二个回合要有影响，并且后面还有第三个回合",
    ),
    bug_names.SHARED_DEPTH: (
        "a depth of 2 or more, and two root actions that both need the whole depth",
        "深度至少为 2，根节点有两个动作都需要用完整个深度",
    ),
    bug_names.FIXED_DEPTH: (
        "two examples with different depths, each with values above and below its depth that would mislead",
        "两个深度不同的例子，深度之上和之下都有会误导的值",
    ),
    bug_names.GHOSTS_MERGED: (
        "two ghosts, the second of which changes the value",
        "两个幽灵，第二个幽灵会改变值",
    ),
    bug_names.GHOST_MISSING: (
        "three ghosts, the last of which decides; and one ghost whose move decides",
        "三个幽灵，由最后一个决定结果；另外还要一个只有一个幽灵、由它决定结果的例子",
    ),
    bug_names.MIN_MAX_SWAPPED: (
        "a tree in which the largest and the smallest value belong to different actions; another one with two ghosts",
        "最大值和最小值属于不同动作的树；再写一个有两个幽灵的",
    ),
    bug_names.IGNORES_WIN_AND_LOSE: (
        "a game that is won or lost above the depth",
        "在到达深度之前就赢了或输了的对局",
    ),
    bug_names.ROOT_EVALUATED: (
        "leaves with different values, and a value for the start state",
        "各叶节点的值不同，并且起始状态也有值",
    ),
    bug_names.PARENT_EVALUATED: (
        "values for the states just above the leaves that suggest another action",
        "叶节点上一层的状态有值，并且会导致选择另一个动作",
    ),
    bug_names.STARTS_AT_ZERO: (
        "negative values at the leaves, below a node of Pacman's that is not the root",
        "叶节点的值为负，并且位于吃豆人的一个非根节点之下",
    ),
    bug_names.AVERAGE_FOR_MINIMUM: (
        "an action whose average is the best, but whose worst reply is not",
        "某个动作的平均值最好，但最坏的应对不是最好",
    ),
    bug_names.FIRST_ACTION_ONLY: (
        "nodes below the root at which the first action is not the one that counts",
        "根节点之下的节点，起作用的不是第一个动作",
    ),
    bug_names.ACTIONS_LEFT_OUT: (
        "nodes at which the first of several actions counts, and others at which the last one does",
        "有些节点由第一个动作起作用，有些由最后一个起作用",
    ),
    bug_names.LAST_VALUE: (
        "nodes below the root at which the last action is not the one that counts",
        "根节点之下的节点，起作用的不是最后一个动作",
    ),
    bug_names.FIRST_VALUE: (
        "a best action that is not the first one at the root",
        "根节点的最佳动作不是第一个",
    ),
    bug_names.SECOND_BEST: (
        "three actions at the root with three different values",
        "根节点有三个动作，值各不相同",
    ),
    bug_names.SUM_FOR_MAXIMUM: (
        "below the root, a node of Pacman's with several good values against one with a single better one",
        "根节点之下，吃豆人的一个节点有几个不错的值，另一个节点只有一个更好的值",
    ),
    bug_names.AVERAGE_AT_PACMAN: (
        "below the root, a node of Pacman's with one very good and one very bad value",
        "根节点之下，吃豆人的一个节点有一个很好的值和一个很坏的值",
    ),
    bug_names.WRONG_AT_PACMAN: (
        "below the root, a node of Pacman's with three different values, the best of which decides",
        "根节点之下，吃豆人的一个节点有三个不同的值，由最好的决定结果",
    ),
    bug_names.WRONG_AT_GHOSTS: (
        "a ghost's node with three different values, whose middle one would mislead",
        "幽灵的一个节点有三个不同的值，中间的值会误导",
    ),
    bug_names.VALUES_ROUNDED: (
        "values that differ by less than 1, such as 3.2 and 3.7",
        "相差不到 1 的值，例如 3.2 和 3.7",
    ),
    bug_names.VALUES_DISCOUNTED: (
        "a large value in a later round against one that is smaller by less than a thousandth in an earlier round",
        "较晚回合的一个大的值，对比较早回合的一个只小不到千分之一的值",
    ),
    bug_names.STEP_COSTS: _EARLY_AND_LATE,
    bug_names.STEP_EARNS: _EARLY_AND_LATE,
    bug_names.EARLY_END_EARNS: _EARLY_AND_LATE,
    bug_names.EARLY_END_COSTS: _EARLY_AND_LATE,
    bug_names.AGENT_COUNTS: (
        "a game that ends before its last move against one that does not, with values that differ by less than 1",
        "一个提前结束的对局和一个没有提前结束的对局，值相差不到 1",
    ),
    bug_names.SIGN_LOST: (
        "a large negative value against a small positive one",
        "一个绝对值大的负值，对比一个小的正值",
    ),
    bug_names.LEAVES_NOT_EVALUATED: (
        "any tree whose best action is not the first one",
        "最佳动作不是第一个的任何树",
    ),
    bug_names.VALUES_LIMITED: (
        "negative values only, so that the least bad action must be found",
        "所有值都为负，要找出最不坏的动作",
    ),
    bug_names.ZERO_IS_NO_VALUE: (
        "a value of 0 that decides, among negative ones",
        "在负值之中，由一个为 0 的值决定结果",
    ),
    bug_names.WRONG_START: (
        "root actions that are all worth less than -1",
        "根节点所有动作的值都小于 -1",
    ),
    bug_names.BEST_NOT_KEPT: (
        "three root actions: a bad one, the best one, and one between them, in this order",
        "根节点有三个动作，依次为：坏的、最好的、介于两者之间的",
    ),
    bug_names.NEEDS_MARGIN: (
        "a best root action that is better than an earlier one by less than 1",
        "根节点的最佳动作只比前面的一个动作好不到 1",
    ),
    bug_names.AVOIDS_LOSS: (
        "a root action that loses at once and still has the best value",
        "根节点的一个动作立即输掉，但它的值仍然最好",
    ),
    bug_names.TOO_DEEP: (
        "a tree that goes on for two rounds below the depth",
        "在深度限制之下还有两个回合的树",
    ),
    bug_names.LIMITED_DEPTH: (
        "a depth of 2 whose second round changes the best action",
        "深度为 2，第二个回合会改变最佳动作",
    ),
    bug_names.ACTION_OVERWRITTEN: (
        "a node of Pacman's below the root at which another action is best than at the root",
        "根节点之下吃豆人的一个节点，最佳动作与根节点的不同",
    ),
    bug_names.NAME_DECIDES: (
        "a best root action whose name is not the last one in the alphabet",
        "根节点最佳动作的名称按字母顺序不是最后一个",
    ),
    bug_names.LEAVES_EXPANDED: (
        "a tree that goes on below the depth",
        "在深度限制之下还有后续的树",
    ),
    bug_names.ONE_MOVE_AHEAD: (
        "values in the states after Pacman's move that suggest another action than the ghosts' replies",
        "吃豆人走后的状态有值，并且这些值与幽灵应对之后的结果指向不同的动作",
    ),
    bug_names.STOP_LEFT_OUT: (
        "a root with an action named Stop",
        "根节点有一个名为 Stop 的动作",
    ),
    bug_names.OWN_EVALUATION: (
        "a won state with a low value, or a lost state with a high one",
        "值很低的胜利状态，或值很高的失败状态",
    ),
    bug_names.SUM_FOR_MINIMUM: (
        "a ghost's node with several small values against one with a single value",
        "幽灵的一个节点有几个小的值，另一个节点只有一个值",
    ),
    bug_names.BY_SCORE: (
        'a tree with evaluationFunction: "negated score"',
        '带有 evaluationFunction: "negated score" 的树',
    ),
    bug_names.NO_PRUNING: (
        "a ghost's node that is worse than the first root action after its first reply",
        "幽灵的一个节点，第一个应对之后就比根节点的第一个动作差",
    ),
    bug_names.GENERATED_BEFORE_CUT: (
        "a node that is cut after its first action",
        "在第一个动作之后就被剪枝的节点",
    ),
    bug_names.PRUNED_ON_EQUALITY: (
        "a ghost's first reply that is exactly as good as the best root action so far",
        "幽灵的第一个应对恰好与根节点目前最佳动作的值相等",
    ),
    bug_names.ROOT_ALPHA_NOT_KEPT: (
        "a later root action that is cut because of the first one",
        "根节点后面的动作因为第一个动作而被剪枝",
    ),
    bug_names.BOUND_RETURNED: (
        "two rounds, and a node whose best value is outside its window",
        "两个回合，并且某个节点的最佳值在其窗口之外",
    ),
    bug_names.PRUNES_ONE_SIDE: (
        "two rounds: a cut at a ghost's node, and a cut at a node of Pacman's below the root",
        "两个回合：幽灵的节点有一次剪枝，根节点之下吃豆人的节点也有一次剪枝",
    ),
    bug_names.BOUNDS_NOT_UPDATED: (
        "two rounds: a cut that depends on a value found below the root",
        "两个回合：一次剪枝取决于根节点之下找到的值",
    ),
    bug_names.BOUNDS_OVERWRITTEN: (
        "two rounds: a node below the root that finds a value worse than the bound it was given",
        "两个回合：根节点之下的一个节点，找到的值比传给它的界更差",
    ),
    bug_names.BOUNDS_NOT_PASSED: (
        "two rounds: a node in the second round that is cut by the bound of the root",
        "两个回合：第二个回合的节点被根节点的界剪枝",
    ),
    bug_names.BOUNDS_START_WRONG: (
        "negative values only",
        "所有值都为负",
    ),
    bug_names.BOUNDS_MIXED_UP: (
        "two rounds in which nothing may be cut, and two in which much is",
        "一个两回合的树什么都不能剪，另一个则剪掉很多",
    ),
    bug_names.SHARED_BOUNDS: (
        "two rounds: values in one part of the tree that must not cut anything in another",
        "两个回合：树的一部分中的值不能在另一部分引起剪枝",
    ),
    bug_names.OTHER_ORDER: (
        "a tree in which the order of actions decides what is cut",
        "动作的顺序决定剪掉什么的树",
    ),
    bug_names.CUT_NEEDS_MARGIN: (
        "a value that is beyond a bound by less than 10",
        "超出界不到 10 的值",
    ),
    bug_names.SOME_DO_NOT_PRUNE: (
        "a cut at a node of Pacman's in the second round",
        "第二个回合中吃豆人的节点有一次剪枝",
    ),
    bug_names.BOUNDS_UPDATED_WRONGLY: (
        "two rounds: a value just inside a bound, after which nothing may be cut",
        "两个回合：刚好在界以内的值，其后什么都不能剪",
    ),
    bug_names.MINIMUM_FOR_AVERAGE: (
        "an action whose average is the best, but whose worst outcome is not",
        "某个动作的平均值最好，但最坏的结果不是最好",
    ),
    bug_names.WRONG_WEIGHTS: (
        "ghosts' nodes with different numbers of actions, up to four, and averages that are close to each other",
        "幽灵的节点动作个数各不相同（最多四个），平均值彼此接近",
    ),
    bug_names.EQUAL_VALUES_ONCE: (
        "a ghost's node in which one value occurs twice",
        "幽灵的一个节点中同一个值出现两次",
    ),
}
