"""The words of the pages about searches, in the languages that they speak: one catalogue, English and Chinese."""

from typing import Any, Final, TypeAlias

Catalogue: TypeAlias = dict[str, tuple[str, str]]  # by key: English, Chinese

LANGUAGES: Final = ("en", "zh")
ENGLISH: Final = LANGUAGES[0]

# What stands in braces is filled in.
PAGES: Final[Catalogue] = {
    # -- what is said above the trees
    "goes": ("He goes {action}.", "他选择 {action}。"),
    "played": (
        "In the recorded game he went {action}: his dice or his memory were others then.",
        "在录制的对局中他选择了 {action}：当时的随机数或记忆不同。",
    ),
    "states": ("states: {count} · plies: {plies}", "状态：{count} · 层数：{plies}"),
    "requests": ("requests: {count}", "请求：{count}"),
    "cuts": ("cuts: {cuts} · actions spared: {actions}", "剪枝：{cuts} · 省去的动作：{actions}"),
    "time": ("{time} ms", "{time} 毫秒"),
    "no-search": (
        "He looked at no other state: this agent does not search.",
        "他没有查看任何其他状态：这个智能体不做搜索。",
    ),
    "ended-before": (
        "The code ended before it looked at any other state.",
        "代码在查看任何其他状态之前就结束了。",
    ),
    "is-full": (
        "There were more states or plies than are written down: ask for less depth, or a smaller board.",
        "状态或层数太多，没有全部记录：请减小深度，或用更小的棋盘。",
    ),
    "is-cut": (
        "The search looked at more than {states} states or {plies} plies, or asked for the same again and again: the "
        "rest is left out, and the two are not compared.",
        "这个搜索查看了超过 {states} 个状态或 {plies} 层，或反复请求相同的状态：其余部分已省略，两者不做比较。",
    ),
    "unknown-values": (
        "{count} values only his own code knows: they are marked ?",
        "有 {count} 个值只有他自己的代码知道：以 ? 标记。",
    ),
    "as-found": ("As it was searched", "实际的搜索"),
    "as-expected": ("As it should be", "正确的搜索"),
    "answer": ("answer: {action}", "答案：{action}"),
    "no-answer": ("no answer", "没有答案"),
    "same": (
        "Both look at the same states, and what is known of their values agrees.",
        "两者查看的状态相同，已知的值也一致。",
    ),
    "first-wrong": (
        "Pacman's move {move} of the game: the first decision that no right search makes.",
        "对局中吃豆人的第 {move} 步：第一个任何正确搜索都不会做出的决策。",
    ),
    "parts": ("They part first {place}: {what}.", "第一处分歧{place}：{what}。"),
    "at-root": ("at the root", "在根节点"),
    "after": ("after {actions}", "在 {actions} 之后"),
    "missing": ("the reference goes on here, this search does not", "参考搜索在此继续，这个搜索没有"),
    "surplus": ("the reference does not come here", "参考搜索不会到达这里"),
    "surplus-over": ("the game is over before this move", "在这一步之前对局已经结束"),
    "surplus-depth": ("the depth is reached before this move", "在这一步之前已到达深度限制"),
    "surplus-cut": ("the reference cuts here", "参考搜索在此剪枝"),
    "mover": (
        "agent {found} moves here; expected agent {expected}",
        "这里由智能体 {found} 行动；应为智能体 {expected}",
    ),
    "value-differs": ("the value here is {found}; expected {expected}", "这里的值是 {found}；应为 {expected}"),
    "likely-bug": ("Likely bug: {bug}", "可能的错误：{bug}"),
    "decision-title": ("{agent} {where}", "{where}：{agent}"),
    "at-start": ("at the start of {layout}", "{layout} 的开局"),
    "at-move": ("at move {move} of {game}, round {round}", "{game} 的第 {move} 步（第 {round} 回合）"),
    "ghosts-move": (
        " (move {move} is ghost {ghost}'s; this is Pacman's before it)",
        "，即第 {move} 步（幽灵 {ghost}）之前吃豆人的决策",
    ),
    "ours": ("our {agent}", "参考搜索：{agent}"),
    "case-title": ("{case}: {agent}, depth {depth}", "{case}：{agent}，深度 {depth}"),
    "passed": ("This case passes.", "这个用例通过。"),
    # -- the tree
    "legend-max": ("takes the largest value", "取最大值"),
    "legend-min": ("takes the smallest value", "取最小值"),
    "legend-mean": ("takes the average", "取平均值"),
    "legend-best": ("the line that is expected", "预期的走法"),
    "legend-grey": ("never looked at", "从未查看"),
    "open-more": ("open a ply more", "多展开一层"),
    "close-all": ("close", "收起"),
    "too-many": (
        "That is too much to draw at once: close some, or open single nodes.",
        "一次画不下这么多：请先收起一些，或逐个展开节点。",
    ),
    "here-they-part": ("here they part", "从这里开始分歧"),
    # -- one node
    "node": ("node {number}", "节点 {number}"),
    "root": ("the root", "根节点"),
    "max": ("MAX", "MAX（取大）"),
    "min": ("MIN", "MIN（取小）"),
    "mean": ("chance", "机会节点"),
    "leaf": ("leaf", "叶节点"),
    "not-understood": ("agent {agent}", "智能体 {agent}"),
    "value": ("value", "值"),
    "window": ("window on entry", "进入时的窗口"),
    "way": ("way", "路径"),
    "score": ("score", "得分"),
    "state-name": ("state", "状态"),
    "seen": ("the search said so", "由搜索给出"),
    "inferred": ("it follows from the values below", "由下面的值推出"),
    "bounded": ("only these bounds follow", "只能推出界限"),
    "unknown": ("only its own code knows", "只有其代码知道"),
    "is-over": ("the game is over here", "对局在此结束"),
    "cut-max": (
        "cut: {value} > β = {bound}. MIN above has better already and never lets it come here.",
        "剪枝：{value} > β = {bound}。上面的 MIN 已有更好的选择，不会走到这里。",
    ),
    "cut-min": (
        "cut: {value} < α = {bound}. MAX above has better already and never comes here.",
        "剪枝：{value} < α = {bound}。上面的 MAX 已有更好的选择，不会走到这里。",
    ),
    "spared": ("not tried any more: {actions}", "不再尝试：{actions}"),
    "left-out": ("The search never looked at this state.", "搜索从未查看这个状态。"),
    # -- the slider
    "step": ("step {step} of {last}", "第 {step} 步，共 {last} 步"),
    "slider": ("the search, step by step", "逐步回放搜索"),
    "play": ("play", "播放"),
    "pause": ("pause", "暂停"),
    "back": ("a step back", "后退一步"),
    "on": ("a step on", "前进一步"),
    "do-enter": ("comes to {node}", "到达 {node}"),
    "do-leaf": ("{node} is a leaf: {value}", "{node} 是叶节点：{value}"),
    "do-update": ("v at {node} is now {value}", "{node} 的 v 现在是 {value}"),
    "do-cut": ("cuts at {node}", "在 {node} 剪枝"),
    "do-return": ("returns {value} from {node}", "从 {node} 返回 {value}"),
    "order-only": (
        "Of this search only the order is known in which it asked for states.",
        "对这个搜索，只知道它请求状态的先后次序。",
    ),
    # -- Monte Carlo tree search
    "iterations": (
        "iterations: {count} · states in the tree: {states} · plies: {plies}",
        "迭代：{count} · 树中的状态：{states} · 层数：{plies}",
    ),
    "answer-rule": (
        "The answer is the action of the highest mean; a play-out begins where UCB1 = exploitation + exploration is "
        "highest.",
        "答案是均值最高的动作；每次模拟从 UCB1 = 利用项 + 探索项 最高处开始。",
    ),
    "legend-growth-max": ("Pacman chooses by UCB1", "吃豆人按 UCB1 选择"),
    "legend-growth-min": ("a ghost chooses, in its own eyes", "幽灵按自己的利益选择"),
    "legend-growth-width": ("the more visits, the thicker", "访问越多，线越粗"),
    "legend-growth-best": ("the highest means", "均值最高的走法"),
    "legend-growth-grey": ("never visited", "从未访问"),
    "visits": ("visits", "访问次数"),
    "mean-outcome": ("mean for Pacman", "对吃豆人的均值"),
    "mean-of": ("{total} / {visits} = {mean}", "{total} / {visits} = {mean}（总和 / 次数）"),
    "exploitation": ("exploitation", "利用项"),
    "exploration": ("exploration", "探索项"),
    "not-yet": ("not visited yet", "尚未访问"),
    "growth-start": ("before the first iteration", "第一次迭代之前"),
    "growth-step": ("iteration {iteration} of {count}", "第 {iteration} 次迭代，共 {count} 次"),
    "do-select": ("selection: by UCB1 down to {node}", "选择：按 UCB1 向下走到 {node}"),
    "do-select-over": (
        "selection: by UCB1 down to {node}, where the game is over",
        "选择：按 UCB1 向下走到 {node}，对局在此结束",
    ),
    "do-expand": ("expansion: {node} joins the tree", "扩展：{node} 加入搜索树"),
    "do-expand-nothing": ("expansion: there is nothing beyond {node}", "扩展：{node} 之后没有状态"),
    "do-simulate": ("simulation: the play-out from {node} gives {value}", "模拟：从 {node} 开始的随机对局得到 {value}"),
    "do-simulate-over": ("simulation: {node} is worth {value}", "模拟：{node} 的结果是 {value}"),
    "do-back-propagate": (
        "back-propagation: {value} is added from {node} up to the root; nodes: {count}",
        "回传：把 {value} 加到从 {node} 到根的 {count} 个节点",
    ),
    "code-repeat": ("repeat:", "重复："),
    "code-select": ("  node ← down by the highest UCB1", "  node ← 沿 UCB1 最高的子节点到达的叶节点"),
    "code-expand": ("  node ← a new child of node", "  node ← node 的一个新子节点"),
    "code-simulate": ("  outcome ← play on at random", "  outcome ← 随机走到底"),
    "code-back-propagate": (
        "  for each node from here to the root:\n    visits ← visits + 1\n    total ← total + outcome",
        "  从这里到根的每个节点：\n    visits ← visits + 1\n    total ← total + outcome",
    ),
    "code-answer": ("return the action of the highest mean", "返回均值最高的动作"),
    # -- the quiz
    "quiz": ("Predict the cuts", "预测剪枝"),
    "quiz-ask": (
        "Which nodes will alpha-beta never look at, from left to right? Click them, then check.",
        "从左到右，alpha-beta 搜索不会查看哪些节点？点击它们，然后检查。",
    ),
    "quiz-too-large": (
        "for a quiz on the cuts ask for less depth (-a depth=1)",
        "想做剪枝测验，请减小深度（-a depth=1）",
    ),
    "quiz-check": ("Check", "检查"),
    "quiz-end": ("Back to the tree", "返回搜索树"),
    "quiz-right": ("All right: {count} nodes are never looked at.", "全对：有 {count} 个节点从未被查看。"),
    "quiz-wrong": (
        "{right} of {count} found; {missed} missed, {wrong} are looked at after all.",
        "找到 {count} 个中的 {right} 个；漏掉 {missed} 个，另有 {wrong} 个其实会被查看。",
    ),
    # -- what tips the scales
    "xray": (
        "What each feature says for an action, against the mean of the others",
        "每个特征对各动作的贡献（相对其他动作的平均）",
    ),
    "xray-late": (
        "What each feature says for an action is left out, since it took too long: ask for less depth, or a smaller "
        "board.",
        "每个特征对各动作的贡献计算时间过长，已省略：请减小深度，或用更小的棋盘。",
    ),
    "flip": (
        "The smallest change of one weight that flips the move: {feature} {changed} in place of {weight}; he would go "
        "{action}.",
        "使决策改变的最小单个权重变化：{feature} 由 {weight} 变为 {changed}；他会选择 {action}。",
    ),
    "no-flip": (
        "No change of one weight alone was found that would flip the move.",
        "没有找到仅改变一个权重就能改变决策的情况。",
    ),
    # -- why did he die?
    "death-title": ("Why did he die?", "他为什么会死？"),
    "dies": ("Pacman dies at move {move} of {source}.", "吃豆人在 {source} 的第 {move} 步死亡。"),
    "turning-point": (
        "The last round in which he could be saved is round {round} (move {move}): he went {action}; {saving} would "
        "have saved him.",
        "最后能得救的是第 {round} 回合（第 {move} 步）：他选择了 {action}；选择 {saving} 本可得救。",
    ),
    "gave-up": (
        "The search went back to round {round} (move {move}) and gave up there: the board is too large to look further "
        "ahead.",
        "搜索回溯到第 {round} 回合（第 {move} 步）后放弃：棋盘太大，无法看得更远。",
    ),
    "nothing-saves": (
        "Nothing would have saved him for sure in the last {rounds} rounds; they begin with round {round} (move "
        "{move}).",
        "在最后 {rounds} 个回合中没有必能得救的办法；它们从第 {round} 回合（第 {move} 步）开始。",
    ),
    "or": (" or ", " 或 "),
    "fate-alive": ("stays alive for {rounds} rounds, whatever the ghosts do", "无论幽灵怎么走，都能存活 {rounds} 回合"),
    "fate-dies-at-once": ("can be killed in this round", "本回合就可能被杀死"),
    "fate-dies": ("can be killed in {rounds} rounds", "可在 {rounds} 回合内被杀死"),
    "fate-unknown": ("not known", "未知"),
    "the-decision": ("round {round}, move {move}: before the decision", "第 {round} 回合，第 {move} 步：决策之前"),
    "was-played": ("what was played", "实际走法"),
    "chosen": ("chosen", "已选"),
    "needs-script": (
        "This page draws a search, which needs JavaScript.",
        "这个页面绘制一次搜索，需要 JavaScript。",
    ),
}


def messages(language: str, catalogue: Catalogue = PAGES) -> dict[str, str]:
    """All messages in one language, by key."""
    column = LANGUAGES.index(language)
    return {key: texts[column] for key, texts in catalogue.items()}


class Words:
    """The messages of one language, filled in: `words("goes", action="West")`."""

    def __init__(self, language: str = ENGLISH, catalogue: Catalogue = PAGES) -> None:
        self.language = language
        self.messages: Final = messages(language, catalogue)

    def __call__(self, key: str, /, **values: Any) -> str:
        return self.messages[key].format(**values)
