"""Catalogue of the messages of pages and of the window, in English and Chinese."""

from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

Catalogue: TypeAlias = dict[str, tuple[str, str]]  # by key: English, Chinese

LANGUAGES: Final = ("en", "zh")
ENGLISH: Final = LANGUAGES[0]

# Names in braces are placeholders.
PAGES: Final[Catalogue] = {
    # -- every page
    "site": ("Pacman Search", "吃豆人搜索"),
    "theme": ("light or dark", "浅色或深色"),
    "kind-game": ("Recorded game", "对局录像"),
    "kind-batch": ("Batch of games", "批量对局"),
    "kind-comparison": ("Comparison", "比较"),
    "kind-tournament": ("Tournament", "锦标赛"),
    "kind-examples": ("Examples", "例子"),
    "kind-search": ("One decision", "一次决策"),
    "kind-death": ("Lost game", "失败的对局"),
    "kind-grade": ("Grade", "成绩"),
    "kind-class": ("Class", "班级"),
    "kind-group": ("Students with the same bug", "有相同错误的学生"),
    "kind-similar": ("Similar submissions", "相似的提交"),
    # -- one game: in the window, on pages and in pictures
    "game-score": ("Score", "得分"),
    "game-round": ("Round", "回合"),
    "seed": ("seed {seed}", "种子 {seed}"),
    "game-of": ("game {number} of {games}", "第 {number} 局，共 {games} 局"),
    "game-number": ("game {number}", "第 {number} 局"),
    "pacman": ("Pacman", "吃豆人"),
    "ghost": ("ghost {number}", "幽灵 {number}"),
    "agent-named": ("{who} ({name})", "{who}（{name}）"),
    "points": ("{score} points", "{score} 分"),
    "won": ("Pacman won", "吃豆人胜利"),
    "lost": ("Pacman lost", "吃豆人失败"),
    "caught-by": ("caught by {ghosts}", "被{ghosts}抓住"),
    "out-of-time": ("{who} ran out of time", "{who} 超时"),
    "crashed": ("{who} crashed", "{who} 崩溃"),
    "move-limit": ("Stopped at the move limit", "达到步数上限，已停止"),
    "interrupted": ("The game was interrupted", "对局被中断"),
    "games-part": (
        "The games first differ in round {round}: {who} goes {action} in A, {other} in B.",
        "两局的第一处不同在第 {round} 回合：{who} 在 A 中走 {action}，在 B 中走 {other}。",
    ),
    "no-parting": ("The games have not differed so far", "到目前为止两局没有不同"),
    "search-of-pacman": ("Pacman's search", "吃豆人的搜索"),
    "agent-in-round": ("{agent}, round {round}", "{agent}，第 {round} 回合"),
    "no-data": ("no search data", "没有搜索数据"),
    "no-data-for-move": ("no search data for this move", "这一步没有搜索数据"),
    "how-to-think": (
        "No search data: the code that a recording names is not run by itself. This command writes the page with "
        "search data:",
        "没有搜索数据：录像中提到的代码不会自动运行。用这个命令生成带搜索数据的页面：",
    ),
    "game-over": ("the game is over", "对局已经结束"),
    "search-failed": ("the search failed: {error}", "搜索出错：{error}"),
    "other-leaves": (
        "the two lines of play end in different leaves; `explain` shows the features there",
        "两条走法到达不同的叶节点；`explain` 会显示那里的特征",
    ),
    "pruned-difference": (
        "the search pruned it, so the difference is not known",
        "搜索剪掉了它，因此不知道差多少",
    ),
    "fact-value": ("value", "值"),
    "fact-depth": ("depth", "深度"),
    "fact-nodes": ("nodes", "节点数"),
    "fact-cuts": ("cuts", "剪枝数"),
    "fact-time": ("time", "用时"),
    "fact-states": ("states", "状态数"),
    "fact-values": ("values", "值的来源"),
    "fact-played": ("played", "实际走法"),
    "fact-safe": ("safe", "安全"),
    "fact-lives-longer": ("lives longer", "活得更久"),
    "one-ply": ("1 ply", "1 层"),
    "plies": ("{count} plies", "{count} 层"),
    "depth-in-rounds": ("{rounds} ({plies})", "{rounds}（{plies}）"),
    "and-more": ("{count} and more", "{count} 以上"),
    "values-inferred": ("inferred", "推断"),
    "values-evaluated": ("evaluations", "评估值"),
    "played-otherwise": ("{action}: other seed or memory then", "{action}：当时的种子或记忆不同"),
    "actions": ("Actions", "动作"),
    "ghosts": ("Ghosts", "幽灵"),
    "rather": ("{action} rather than {rival}", "选择 {action} 而不是 {rival}"),
    "cannot-move": ("cannot move", "无法移动"),
    # -- the player on pages
    "key-play": ("play or pause", "播放或暂停"),
    "key-step": ("one move back or forward; with Shift a round", "后退或前进一步；按住 Shift 为一个回合"),
    "key-ends": ("to the start or the end", "到开头或结尾"),
    "key-speed": ("faster, slower", "加速、减速"),
    "key-again": ("play from the start", "从头播放"),
    "key-help": ("this help; the game pauses", "本帮助；对局暂停"),
    "full-screen": ("full screen", "全屏"),
    "move": ("move", "步"),
    "playback": ("playback", "回放"),
    "rounds-a-second": ("rounds a second", "每秒回合数"),
    "move-back": ("one move back", "后退一步"),
    "move-on": ("one move forward", "前进一步"),
    "slower": ("slower", "减速"),
    "faster": ("faster", "加速"),
    "keys": ("keys", "按键"),
    "needs-script-for-game": (
        "This page plays a game, which needs JavaScript.",
        "这个页面播放一局游戏，需要 JavaScript。",
    ),
    # -- the window
    "thinking": ("thinking …", "思考中 …"),
    "thinking-for": ("thinking {seconds} s", "思考 {seconds} 秒"),
    "recorded-without-agents": ("no search data: a recorded game", "没有搜索数据：这是录像"),
    "paused": ("paused", "已暂停"),
    "branch-of": ("branch {number} of {branches}", "第 {number} 条分支，共 {branches} 条"),
    "your-move": ("Your move", "轮到你"),
    "pacman-moves": ("Pacman moves", "轮到吃豆人"),
    "ghost-moves": ("Ghost {number} moves", "轮到幽灵 {number}"),
    "press-to-start": ("Press an arrow key to start", "按方向键开始"),
    "offer-why": ("E why?", "E 为什么？"),
    "offer-again": ("Space watch again · R play again", "空格 再看一遍 · R 再玩一局"),
    "offer-seed": ("N next seed", "N 下一个种子"),
    "offer-maze": ("M another maze", "M 换迷宫"),
    "bar-help": ("H help", "H 帮助"),
    "bar-branch": ("B branch", "B 分支"),
    "bar-fastest": ("max", "最快"),
    "menu-hint": ("Arrows: choose · Enter: play · Esc: back", "方向键：选择 · Enter：开始 · Esc：返回"),
    "menu-maze": ("Maze", "迷宫"),
    "do-steer": ("steer Pacman", "控制吃豆人"),
    "do-pause": ("pause", "暂停"),
    "do-play": ("play or pause", "播放或暂停"),
    "do-watch-again": ("watch again from the start", "从头再看一遍"),
    "do-step-on": ("one step forward", "前进一步"),
    "do-step-back": ("one step back", "后退一步"),
    "do-step-round": ("with Right, Left: a round", "与左右键同按：一个回合"),
    "do-ends": ("first, last move", "第一步、最后一步"),
    "do-drag": ("drag on the timeline", "拖动时间线"),
    "do-branch": ("start a branch here", "从这里开始分支"),
    "do-next-branch": ("next branch", "下一条分支"),
    "do-parting": ("first difference", "第一处不同"),
    "do-choose": ("choose maze, agent, ghost", "选择迷宫、智能体、幽灵"),
    "do-restart-seed": ("restart with this seed", "用这个种子重新开始"),
    "do-restart": ("restart", "重新开始"),
    "do-next-seed": ("next seed", "下一个种子"),
    "do-search": ("show its search", "显示搜索"),
    "do-why": ("why did Pacman die?", "吃豆人为什么会死？"),
    "do-screenshot": ("save a screenshot", "保存截图"),
    "do-gif": ("save a GIF", "保存 GIF"),
    "do-case": ("save the decision as a case", "把这次决策保存为用例"),
    "case-saved": ("Saved {path}, depth {depth}", "已保存 {path}，深度 {depth}"),
    "case-not-here": (
        "No case here: the game is over, or the tree is too large",
        "这里没有用例：对局已结束，或者树太大",
    ),
    "case-button": ("Save as a case", "保存为用例"),
    "case-about": (
        "a fixed tree for `run.py examples`, evaluated by the score",
        "按分数评估的固定树，供 `run.py examples` 使用",
    ),
    "case-depth": ("depth", "深度"),
    "case-too-large": (
        "The tree of depth {depth} has more than {states} states or {plies} plies; the largest depth that fits is "
        "{most}.",
        "深度为 {depth} 的树超过 {states} 个状态或 {plies} 层；可用的最大深度是 {most}。",
    ),
    "case-fits-none": (
        "The tree of depth {depth} has more than {states} states or {plies} plies; not even depth 1 fits.",
        "深度为 {depth} 的树超过 {states} 个状态或 {plies} 层；连深度 1 也不行。",
    ),
    "case-wrong-depth": ("The depth is a whole number of rounds, from 1.", "深度是从 1 开始的整数（回合数）。"),
    "case-command": (
        "This command saves the decision of the round shown as a case, for `run.py examples`; it also takes a larger "
        "depth:",
        "此命令把所示回合的决策保存为用例，供 `run.py examples` 使用；深度也可以更大：",
    ),
    "do-close-help": ("close this help", "关闭帮助"),
    "do-quit": ("quit", "退出"),
    "key-arrows": ("Arrows", "方向键"),
    "key-space": ("Space", "空格"),
    "key-right": ("Right", "右"),
    "key-left": ("Left", "左"),
    "key-mouse": ("Mouse", "鼠标"),
    "about-branches": (
        "B at an earlier move starts a branch: the game continues from there, and the old moves are kept.",
        "在较早的一步按 B 开始一条分支：对局从那里继续，原来的走法会保留。",
    ),
    "about-pairs": (
        "The timeline shows both scores, in the colours beside the names, and marks the first difference.",
        "时间线用名字旁的颜色显示两局的得分，并标出第一处不同。",
    ),
    "about-steering": (
        "Pause to step with the arrow keys or to save a screenshot.",
        "暂停后可用方向键逐步查看，或保存截图。",
    ),
    "sign-course": ("expected course of the game", "预期的走法"),
    "sign-likely": ("likely move; thick: likelier", "可能的走法；越粗越可能"),
    "sign-choice": ("value of the chosen action", "所选动作的值"),
    "sign-bound": ("pruned: less than this", "已剪枝：小于此值"),
    "sign-lag": ("how much worse than the best", "比最好的差多少"),
    "sign-reasons": ("against the choice, for it", "反对、支持这个选择"),
    "sign-fork": ("start of the branch", "分支的起点"),
    "label-stop": ("stop {value}", "停 {value}"),
    "label-safe": ("safe", "安全"),
    "label-dies": ("dies", "会死"),
    "label-lives": ("lives ≥ {rounds}", "活 ≥ {rounds}"),
    "no-more-seeds": ("There are no more seeds", "没有更多的种子"),
    "branch-first-go-back": (
        "Go back to an earlier move first: B starts a branch there",
        "请先回到较早的一步：按 B 从那里开始分支",
    ),
    "branch-not-here": ("Branches need a single live game", "只有单独的实时对局才有分支"),
    "too-small-for-both": (
        "The window is too small for both searches: make it larger, or press F for full screen",
        "窗口太小，放不下两个搜索：请放大窗口，或按 F 全屏",
    ),
    "menu-not-here": (
        "The menu is not available here: only a single live game can be changed",
        "这里没有菜单：只能更换单独的实时对局",
    ),
    "why-after-loss": ("After a lost game, E shows why Pacman died", "对局失败后，按 E 显示吃豆人为什么会死"),
    "why-searching": ("Looking for the decision that lost the game …", "正在寻找导致失败的决策 …"),
    "saved": ("Saved {path}", "已保存 {path}"),
    "saving": ("Saving {path} …", "正在保存 {path} …"),
    "gif-of-one": (
        "A GIF can show only one game; `compare --html` writes a page with both",
        "GIF 只能显示一局；`compare --html` 会生成含两局的页面",
    ),
    # -- batches and comparisons
    "batch-title": ("A batch of games", "批量对局"),
    "comparison-title": ("Two agents in the same games", "两个智能体在相同的对局中"),
    "column-agent": ("agent", "智能体"),
    "column-layout": ("layout", "迷宫"),
    "column-ghosts": ("ghosts", "幽灵"),
    "column-side": ("side", "方"),
    "column-games": ("games", "局数"),
    "column-won": ("won", "胜率"),
    "column-interval": ("95 %", "95 % 区间"),
    "column-mean": ("mean score", "平均得分"),
    "verdict-better": ("B is better by {measure}", "按{measure}，B 更好"),
    "verdict-worse": ("A is better by {measure}", "按{measure}，A 更好"),
    "verdict-none": (
        "no difference in {measure} was found; this does not prove that the agents are equal",
        "没有发现{measure}的差别；这并不证明两者相同",
    ),
    "measure-score": ("mean score", "平均得分"),
    "measure-wins": ("win rate", "胜率"),
    "confidence-note": (
        "The intervals have 95 % confidence; they allow for rare outcomes that have not occurred yet.",
        "区间的置信度为 95 %；其中考虑了尚未出现的罕见结果。",
    ),
    "score-assumption": (
        "Assumed: no game scores outside the bounds, which the rules set for games up to twice as long as the longest "
        "seen.",
        "假设：没有一局的得分超出界限；界限由规则给出，适用于不超过已见最长对局两倍长的对局。",
    ),
    "batch-game": ("Game {number} of the batch with seed {seed}.", "种子为 {seed} 的批次中的第 {number} 局。"),
    "same-moves": ("Both play the same moves.", "两者的走法相同。"),
    "first-crash": ("first crash", "第一次崩溃"),
    "best-game": ("best game", "最好的一局"),
    "median-game": ("median game", "中位的一局"),
    "worst-game": ("worst game", "最差的一局"),
    "first-game": ("first game", "第一局"),
    "gain-for-b": ("largest gain for B", "B 领先最多的一局"),
    "gain-for-a": ("largest gain for A", "A 领先最多的一局"),
    "of-matchup": (
        "{reasons} of {agent} on {layout} against {ghosts}",
        "{reasons}：{agent} 在 {layout} 上对 {ghosts}",
    ),
    "tournament-title": ("A tournament", "锦标赛"),
    "tournament-stage": (
        "{players} players, at most {games} games on each board with the same seeds (look {look} of {planned}).",
        "{players} 名选手，在每个场地上以相同的种子最多各下 {games} 局（第 {look} 次检验，共 {planned} 次）。",
    ),
    "tournament-note": (
        "With 95 % confidence all intervals and all ranks hold together, at all looks. A rank is a range wherever the "
        "order of players is not clear. A game that does not end counts as lost.",
        "所有区间和名次在所有检验中同时成立的置信度为 95 %。"
        "选手的先后不明确时，名次是一个范围。没有结束的对局算作失败。",
    ),
    "tournament-boards": ("Boards: {boards}.", "场地：{boards}。"),
    "board-name": ("{layout} against {ghosts}", "{layout}，对 {ghosts}"),
    "boards-apart": ("; ", "；"),
    "column-player": ("player", "选手"),
    "column-rank": ("rank", "名次"),
    "column-together": ("95 %, all together", "95 % 同时区间"),
    "column-unfinished": ("unfinished", "未结束"),
    "player-out": ("out", "出局"),
    "plot-means": ("mean score with 95 % interval", "平均得分及 95 % 区间"),
    "pair-gain": (
        "Where {first} gains most on {second}: {layout} against {ghosts}",
        "{first} 领先 {second} 最多的一局：{layout}，对 {ghosts}",
    ),
    "largest-spread": (
        "Where the players differ most: {first} and {second} on {layout} against {ghosts}",
        "选手差别最大的一局：{first} 与 {second}，{layout}，对 {ghosts}",
    ),
    "unfinished-game": (
        "An unfinished game of {first} on {layout} against {ghosts}",
        "{first} 没有结束的一局：{layout}，对 {ghosts}",
    ),
    "from-to": ("{low} to {high}", "{low} 至 {high}"),
    "two-sentences": ("{first} {second}", "{first}{second}"),
    "full-stop": (".", "。"),
    "reasons-apart": (", ", "、"),
    "plot-scores": ("scores (bars), mean with 95 % interval", "得分（柱）、平均值及 95 % 区间"),
    "plot-rates": ("won, % with 95 % interval", "胜率（%）及 95 % 区间"),
    "plot-row": ("{layout}, {ghosts}, {games} games", "{layout}，{ghosts}，{games} 局"),
    # -- the page of similar submissions
    "similar-title": ("Similar submissions", "相似的提交"),
    "similar-note": (
        "These are places to look, not verdicts: similar code has many causes, such as a lecture, a textbook, or the "
        "task itself. Read both texts and talk to the students.",
        "这里列出的是值得查看的地方，不是结论：代码相似有许多原因，例如讲课、教科书或题目本身。请阅读两份代码，并与学生交谈。",
    ),
    "similar-method": (
        "{submissions} submissions. Functions are compared without names, comments and order; the fewer submissions "
        "contain a piece of code, the more it counts. A mark shows where code begins that few others share.",
        "共 {submissions} 份提交。比较函数时不计名称、注释和顺序；"
        "拥有某段代码的提交越少，这段代码的分量越重。标出的行是少数提交共有的代码的开头。",
    ),
    "similar-pairs": ("Pairs", "成对"),
    "similar-known-pairs": ("Pairs that share code of known solutions", "共有已知解答代码的成对"),
    "similar-groups": ("Groups", "分组"),
    "similar-alike": ("Pairs that behave alike in the cases", "在用例中表现相同的成对"),
    "similar-alike-note": (
        "The same wrong action after generating the same states. Students with a common mistake behave alike, too.",
        "生成相同的状态之后给出相同的错误动作。犯同一种常见错误的学生也会表现相同。",
    ),
    "similar-same": ("same wrong answers", "相同的错误答案"),
    "similar-cases": ("{same} of {failed} failed cases", "{failed} 个失败用例中的 {same} 个"),
    "similar-rarest": ("students with the rarest of them", "给出其中最少见答案的学生数"),
    "similar-bugs": ("shared bugs", "共同的错误"),
    "similar-none": ("No two submissions share rare code.", "没有两份提交共有少见的代码。"),
    "similar-first": ("first", "第一份"),
    "similar-second": ("second", "第二份"),
    "similar-score": ("score", "分量"),
    "similar-of-first": ("of the first", "占第一份"),
    "similar-of-second": ("of the second", "占第二份"),
    "similar-functions": ("functions", "函数"),
    "similar-by-tokens": ("by tokens", "按词比较"),
    "similar-unparsed": ("Compared by tokens, because they cannot be parsed", "无法解析，按词比较"),
    "similar-left-out": ("Not compared", "没有比较"),
    "similar-statements": ("statements", "函数之外的语句"),
    "similar-hidden": ("{lines} more lines", "还有 {lines} 行"),
    # -- the page of a grade
    "grade-title": ("Grade of {submission}: {points} of {most}", "{submission} 的成绩：{points} / {most}"),
    "grade-of": ("of {most} points", "/ {most} 分"),
    "grade-part": ("{points} of {most}", "{points} / {most}"),
    "grade-isolation": ("isolation: {isolation}", "隔离：{isolation}"),
    "grade-dice": ("dice: {dice}", "随机数：{dice}"),
    "grade-incomplete": ("not complete yet", "尚未完成"),
    "grade-next": ("What to try next", "下一步"),
    "grade-command": (
        "To see your search beside the correct one, type:",
        "要逐步查看你的搜索与正确的搜索，请输入：",
    ),
    "grade-same-command": ("The same in a terminal:", "在终端中查看："),
    "grade-drawing": (
        "Further trees are drawn for one case at a time: grade -t {case}",
        "其余的树每次只画一个用例的：grade -t {case}",
    ),
    "grade-output": ("what your code printed", "你的代码输出的内容"),
    "grade-output-end": ("the end of what your code printed", "你的代码输出的内容（末尾）"),
    "grade-not-loaded": (
        "No case can run before this is fixed: {problem}",
        "先改正这个问题，用例才能运行：{problem}",
    ),
    "grade-all-cases": (
        "FAIL: all {count} cases of {question}: {reason}",
        "FAIL：{question} 的全部 {count} 个用例：{reason}",
    ),
    "grade-one-case": ("{heading}: {reason}", "{heading}：{reason}"),
    "grade-begin": (
        "{question}: begin with the case {case}; the first line below it says what went wrong.",
        "{question}：从用例 {case} 开始；它下面的第一行说明出了什么问题。",
    ),
    "grade-bug": ("{question}: {advice}", "{question}：{advice}"),
    "grade-same-reason": ("same reason as {case}", "原因同 {case}"),
    "grade-count": (" [{count} cases]", "（{count} 个用例）"),
    "grade-luck-one": (
        "luck: {low} to {high} points under 1 key; the median counts",
        "运气：1 个密钥下得 {low} 至 {high} 分；以中位数为准",
    ),
    "grade-luck": (
        "luck: {low} to {high} points under {keys} keys; the median counts",
        "运气：{keys} 个密钥下得 {low} 至 {high} 分；以中位数为准",
    ),
    "grade-near": (
        "near a threshold: one game more or less would change the points",
        "接近分数线：多赢或少赢一局，分数就会改变",
    ),
    # -- what changed since an earlier grading
    "change-now": ("{before}, now {now}", "{before}，现为 {now}"),
    "change-points": ("{points} of {most} points", "{points} / {most} 分"),
    "change-no-points": ("no grade", "没有成绩"),
    "change-passed": ("passed", "通过"),
    "change-failed": ("failed", "未通过"),
    "change-not-run": ("not run", "未运行"),
    "change-absent": ("absent", "没有此用例"),
    "change-skipped": ("skipped", "已跳过"),
    "change-same-results": (
        "{change}, with the same results of its cases",
        "{change}（各用例的结果不变）",
    ),
    "change-late": ("late deduction {before}, now {now}", "迟交扣分 {before}，现为 {now}"),
    "change-more": ("{names} and {count} more", "{names} 等，另有 {count} 项"),
    "change-reason": ("reason: {reason}", "原因：{reason}"),
    "change-unknown": ("unknown; no recorded setting differs", "未知；记录的设置没有不同"),
    "change-unrecorded": ("unknown; not recorded: {facts}", "未知；没有记录：{facts}"),
    "change-partly-unrecorded": ("{reason}; not recorded: {facts}", "{reason}；没有记录：{facts}"),
    "change-no-grade-before": ("no grade before: {reason}", "之前没有成绩：{reason}"),
    "change-no-grade-now": ("no grade now: {reason}", "现在没有成绩：{reason}"),
    "change-submission": ("submission changed", "提交的文件已更改"),
    "change-cases": ("cases changed: {names}", "用例已更改：{names}"),
    "change-new": ("cases added: {names}", "新增用例：{names}"),
    "change-gone": ("cases removed: {names}", "删除用例：{names}"),
    "change-questions": ("cases of {names} changed", "{names} 的用例已更改"),
    "change-config": ("CONFIG of {names} changed", "{names} 的 CONFIG 已更改"),
    "change-layouts": ("layouts changed", "迷宫文件已更改"),
    "change-other-files": ("other files of {names} changed", "{names} 的其他文件已更改"),
    "change-prerequisites": (
        "prerequisites of {names} enforced in one of the gradings only",
        "{names} 的前置题目只在一次评分中生效",
    ),
    "change-option": ("{option} {before}, now {now}", "{option} {before}，现为 {now}"),
    "change-option-of": ("{option} of {names} {before}, now {now}", "{names} 的 {option} {before}，现为 {now}"),
    "change-not-given": ("not given", "未指定"),
    "change-dice": ("--dice: another key", "--dice：另一个密钥"),
    "change-code": ("code of the grader changed", "评分程序的代码已更改"),
    "change-python": ("{before}, now {now}", "{before}，现为 {now}"),
    "change-isolation": ("isolation {before}, now {now}", "隔离 {before}，现为 {now}"),
    "fact-submission": ("the submission", "提交的文件"),
    "fact-cases": ("the cases", "用例"),
    "fact-limits": ("the limits of time and memory", "时间和内存限制"),
    "fact-dice": ("the random numbers of games", "对局的随机数"),
    "fact-grader": ("the grader", "评分程序"),
    "grade-changed": ("Changed since an earlier grading", "与之前的评分相比的变化"),
    "grade-changed-total": ("Total: {change}", "总分：{change}"),
    "grade-changed-question": ("{question}: {change}", "{question}：{change}"),
    "grade-changed-unseen": ("Points of questions that are not shown changed.", "未显示的题目的分数有变化。"),
    "grade-changed-facts": ("What differs from then: {facts}.", "与当时不同的是：{facts}。"),
    "grade-changed-unrecorded": ("Not known if it differs: {facts}.", "不知道是否不同：{facts}。"),
    "grade-changed-unknown": ("The reason is not known.", "原因未知。"),
    # -- the page of a class
    "class-changed": ("changed since the earlier grades", "与之前的成绩不同"),
    "class-removed": ("only in the earlier grades", "只在之前的成绩中"),
    "class-added": ("not in the earlier grades", "不在之前的成绩中"),
    "class-title": ("A class: {count} submissions", "班级：{count} 份提交"),
    "class-heading": ("A class", "班级"),
    "class-count": ("{count} submissions:", "共 {count} 份提交："),
    "class-distribution": ("Distribution of the totals", "总分分布"),
    "class-bar": ("{points} points: {count} students", "{points} 分：{count} 人"),
    "class-of": ("of {most} points", "满分 {most}"),
    "class-mean": ("mean", "平均"),
    "class-quartiles": ("quartiles", "四分位数"),
    "class-questions": ("Questions", "题目"),
    "class-question": ("question", "题目"),
    "class-full": ("full points", "满分人数"),
    "class-look": ("Submissions to look at", "需要查看的提交"),
    "class-partly": ("partly: some cases could not run or did not finish", "partly：部分用例未能运行或未运行完"),
    "class-not-loaded": ("not loaded: the file could not be loaded", "not loaded：文件无法加载"),
    "class-no-grade": ("no grade: run these again", "no grade：请重新评分"),
    "class-no-grade-questions": ("questions without a grade", "没有成绩的题目"),
    "class-timed-out": ("timed out", "超时"),
    "class-near": ("near a threshold", "接近分数线"),
    "class-noted": ("noted", "备注"),
    "class-late": ("late", "迟交"),
    "class-untimed": ("no time of submission, so nothing was deducted", "没有提交时间，未扣分"),
    "class-absent": ("submitted nothing, according to the roster", "名单中未提交的学生"),
    "class-strangers": ("not in the roster", "不在名单中"),
    "class-cases": ("Failed cases", "失败的用例"),
    "class-case": ("case", "用例"),
    "class-bugs": ("Likely bugs", "可能的错误"),
    "class-bug": ("bug", "错误"),
    "class-count-of": ("{count} of {all}", "{count} / {all}"),
    "class-students": ("Students", "学生"),
    "class-student": ("student", "学生"),
    "class-points": ("points", "分数"),
    "class-status": ("status", "状态"),
    "class-remarks": ("remarks", "说明"),
    "class-search": ("search", "搜索"),
    "class-all": ("all", "全部"),
    "class-show-all": ("show all", "显示全部"),
    "class-shown": ("{count} of {all} shown", "显示 {count} / {all}"),
    "class-failing": ("failing {name}", "未通过 {name}"),
    "class-with-bug": ("with “{name}”", "有错误“{name}”"),
    "class-failed-cases": ("failed cases: {count}", "失败的用例：{count}"),
    # -- statistics of the cases of a class
    "items-title": ("How well the cases separate students", "用例的区分度"),
    "items-counted": ("{count} submissions compared", "比较了 {count} 份提交"),
    "items-left-out": ("left out: {reasons}", "未计入：{reasons}"),
    "items-reason": ("{count} {reason}", "{reason} {count} 份"),
    "items-other-cases": (
        "graded with other cases of {question}: {count}",
        "{question} 用其他用例评分：{count} 份",
    ),
    "items-too-few": (
        "Submissions that can be compared: {count}; statistics about cases need {fewest}.",
        "可比较的提交有 {count} 份；用例统计至少需要 {fewest} 份。",
    ),
    "items-legend": (
        "The fit is 1 if exactly the students who solve more of the other cases solve this one, 0 if the case says "
        "nothing about the others, and below 0 if it is the reverse.",
        "契合度：1 表示恰好是解出较多其他用例的学生解出它；0 表示它与其他用例无关；小于 0 表示恰好相反。",
    ),
    "items-more": (
        "{count} cases have no interval: too few submissions solve them, or fail them",
        "{count} 个用例没有区间：解出或未解出它们的提交太少",
    ),
    "items-some": ("{names} and {count} more", "{names} 以及另外 {count} 个"),
    "items-solved": ("solved by", "解出"),
    "items-fit": ("fit with the other cases", "与其他用例的契合度"),
    "items-interval": ("95 % interval", "95 % 区间"),
    "items-unknown": ("unknown", "未知"),
    "items-constant": ("Cases that separate no students", "不能区分学生的用例"),
    "items-all": ("all {count} solve it", "{count} 份全部解出"),
    "items-none": ("none of {count} solve it", "{count} 份均未解出"),
    "items-agreeing": (
        "Cases that always agree: each submission solves all of a line, or none",
        "结果总是相同的用例：每份提交要么解出一行中的全部，要么全部未解出",
    ),
    "items-one-case": ("Questions whose points come from one case", "分数由一个用例决定的题目"),
    "items-only": ("{cases} is the only case", "只有一个用例 {cases}"),
    "items-decides": ("the points follow from {cases} alone", "分数仅取决于 {cases}"),
    "items-each-decides": ("the points follow from any one of {cases}", "分数取决于其中任意一个：{cases}"),
    "items-cases": ("all {count} cases", "全部 {count} 个用例"),
    "items-hidden": ("hidden", "隐藏"),
    # -- the page of the students with the same bug
    "group-title": ("Likely bug: {bug}", "可能的错误：{bug}"),
    "group-count": (
        "{count} of {all} submissions that could be loaded have this likely bug.",
        "能够加载的 {all} 份提交中，有 {count} 份可能有此错误。",
    ),
    "group-teachers": (
        "This page is for teachers: it has the ids of students, and may name hidden cases.",
        "本页面供教师使用：含有学生标识，并可能出现隐藏用例的名称。",
    ),
    "group-back": ("the page of the class", "班级页面"),
    "group-page": ("group", "分组"),
    "group-advice": ("Advice on the students' pages", "学生页面上的建议"),
    "group-ids": ("Ids", "学生标识"),
    "group-copy": ("copy", "复制"),
    "group-copied": ("copied", "已复制"),
    "group-nodes": ("First node that differs from the correct search", "与正确搜索不同的第一个节点"),
    "group-node": ("node", "节点"),
    "group-difference": ("difference", "不同之处"),
    "group-unknown": ("unknown", "未知"),
    "group-shown-by": ("cases with this bug", "有此错误的用例"),
    "group-other-bugs": ("other bugs", "其他错误"),
    "group-move": ("Pacman's move {move}, {place}", "吃豆人的第 {move} 步，{place}"),
    "group-only-student": ("only the student's search visits this node", "只有学生的搜索访问这个节点"),
    "group-only-reference": ("only the correct search visits this node", "只有正确的搜索访问这个节点"),
    "group-mover": ("another agent moves here", "这里由另一个智能体行动"),
    "group-value": ("the value differs", "值不同"),
    "group-own-value": (
        "what the student's code returns here does not follow from the values below, or from the evaluation",
        "学生的代码在这里返回的结果不能由其下的值或评估值推出",
    ),
    "group-none": (
        "no node: both searches visit the same states, and the values that follow from their leaves agree",
        "没有：两个搜索访问的状态相同，由叶子推出的值也一致",
    ),
    "status-ok": ("every case finished", "所有用例都已运行完"),
    "status-partly": ("some cases could not run or did not finish", "部分用例未能运行或未运行完"),
    "status-not-loaded": ("the file could not be loaded", "文件无法加载"),
    "status-no-grade": ("not the student's fault: grade again", "不是学生的问题：请重新评分"),
    # -- above the trees
    "goes": ("Pacman chooses {action}.", "吃豆人选择 {action}。"),
    "played": (
        "In the recorded game Pacman chose {action}: the agent's random numbers or memory were different then.",
        "在录制的对局中吃豆人选择了 {action}：当时智能体的随机数或记忆不同。",
    ),
    "states": ("states: {count} · plies: {plies}", "状态：{count} · 层数：{plies}"),
    "values-follow": (
        "values: as they follow from the leaves; those that the code is known to return are shown for a selected node",
        "值：由叶子推出；已知的代码返回值在选中节点时显示",
    ),
    "requests": ("requests: {count}", "请求：{count}"),
    "cuts": ("cuts: {cuts} · actions skipped: {actions}", "剪枝：{cuts} · 跳过的动作：{actions}"),
    "time": ("{time} ms", "{time} 毫秒"),
    "no-search": (
        "The agent did not generate any successor: it does not search.",
        "这个智能体没有生成任何后继状态：它不做搜索。",
    ),
    "ended-before": (
        "The code ended before it generated any successor.",
        "代码在生成任何后继状态之前就结束了。",
    ),
    "is-full": (
        "There were too many states or plies to record all of them: use a smaller depth or a smaller board.",
        "状态或层数太多，没有全部记录：请减小深度，或用更小的棋盘。",
    ),
    "is-cut": (
        "The search generated more than {states} states or {plies} plies, or repeated the same requests too often: the "
        "rest is left out, and the two searches are not compared.",
        "这个搜索生成了超过 {states} 个状态或 {plies} 层，或过于频繁地重复相同的请求：其余部分已省略，"
        "两个搜索不做比较。",
    ),
    "unknown-values": (
        "{count} values are known only to the agent's own code; they are marked ?",
        "有 {count} 个值只有智能体自己的代码知道：以 ? 标记。",
    ),
    "as-found": ("The actual search", "实际的搜索"),
    "as-expected": ("The correct search", "正确的搜索"),
    "answer": ("answer: {action}", "答案：{action}"),
    "no-answer": ("no answer", "没有答案"),
    "same": (
        "Both searches visit the same states, and the values that follow from their leaves agree.",
        "两个搜索访问的状态相同，由叶子推出的值也一致。",
    ),
    "first-wrong": (
        "Pacman's move {move} of the game: the first decision that no correct search makes.",
        "对局中吃豆人的第 {move} 步：第一个任何正确搜索都不会做出的决策。",
    ),
    "parts": ("The searches first differ {place}: {what}.", "两个搜索的第一处不同{place}：{what}。"),
    "at-root": ("at the root", "在根节点"),
    "after": ("after {actions}", "在 {actions} 之后"),
    "missing": ("the reference continues here, this search does not", "参考搜索在此继续，这个搜索没有"),
    "surplus": ("the reference does not visit this node", "参考搜索不会访问这个节点"),
    "surplus-over": ("the game is over before this move", "在这一步之前对局已经结束"),
    "surplus-depth": ("the depth limit is reached before this move", "在这一步之前已到达深度限制"),
    "surplus-cut": ("the reference cuts here", "参考搜索在此剪枝"),
    "mover": (
        "agent {found} moves here; expected agent {expected}",
        "这里由智能体 {found} 行动；应为智能体 {expected}",
    ),
    "value-differs": ("the value here is {found}; expected {expected}", "这里的值是 {found}；应为 {expected}"),
    "own-leaf": (
        "Your values: the first wrong one is at the leaf {place}. Your value is {found}; its evaluation is {expected}.",
        "你的值：第一个不成立的在叶节点（{place}）。你的值是 {found}；它的评估值是 {expected}。",
    ),
    "own-inner": (
        "Your values: the first that does not follow from those of its children is {place}. Your value is {found}; "
        "your values of its children give {expected}.",
        "你的值：第一个不能由子节点推出的{place}。你的值是 {found}；由你的子节点的值应得 {expected}。",
    ),
    "own-root": (
        "Your values are consistent up to the root, but the chosen action has your value {found}, and the best one has "
        "{expected}.",
        "你的值：直到根节点都成立，但所选动作的值是 {found}，而最好的动作的值是 {expected}。",
    ),
    "own-follow": (
        "None of your values, as far as they are known, is certainly wrong.",
        "你的值（已知的部分）中没有可以确定为错误的。",
    ),
    "own-unknown": (
        "The values above the leaves are inferred from those of the leaves, as the algorithm combines them; the values "
        "that the agent's own code computed there are not known.",
        "叶节点以上的值是按算法由叶节点的值推出的；智能体自己的代码在那里算出的值无从得知。",
    ),
    "your-value": ("your value", "你的值"),
    "fact-own": ("your values", "你的值"),
    "own-fit": ("none certainly wrong", "没有可以确定为错误的"),
    "own-misfit": ("{place}: {found}, not {expected}", "{place}：{found}，应为 {expected}"),
    "likely-bug": ("Likely bug: {bug}", "可能的错误：{bug}"),
    "observed": ("Seen: {text}", "观察到：{text}"),
    "decision-title": ("{agent} {where}", "{where}：{agent}"),
    "at-start": ("at the start of {layout}", "{layout} 的开局"),
    "at-move": ("at move {move} of {game}, round {round}", "{game} 的第 {move} 步（第 {round} 回合）"),
    "ghosts-move": (
        " (move {move} is ghost {ghost}'s; this is Pacman's before it)",
        "，即第 {move} 步（幽灵 {ghost}）之前吃豆人的决策",
    ),
    "ours": ("reference: {agent}", "参考搜索：{agent}"),
    "case-title": ("{case}: {agent}, depth {depth}", "{case}：{agent}，深度 {depth}"),
    "passed": ("This case passes.", "这个用例通过。"),
    # -- the tree
    "legend-max": ("takes the largest value", "取最大值"),
    "legend-min": ("takes the smallest value", "取最小值"),
    "legend-mean": ("takes the average", "取平均值"),
    "legend-best": ("the expected line of play", "预期的走法"),
    "legend-grey": ("never visited", "从未访问"),
    "open-more": ("open one more ply", "多展开一层"),
    "close-all": ("close", "收起"),
    "too-many": (
        "There are too many nodes to draw at once: close some, or open single nodes.",
        "节点太多，一次画不下：请先收起一些，或逐个展开节点。",
    ),
    "first-wrong-value": ("first wrong value", "第一个错误的值"),
    "here-they-part": ("first difference", "第一处不同"),
    "zoom-in": ("larger", "放大"),
    "zoom-out": ("smaller", "缩小"),
    "fit": ("fit", "适应"),
    "fit-help": ("show the whole tree", "显示整棵树"),
    "zoom-help": (
        "a tree: move it by dragging or with the arrow keys; zoom with the wheel, two fingers, + and -; 0 shows all",
        "搜索树：拖动或用方向键移动；用滚轮、双指、+ 和 - 缩放；按 0 显示整棵树",
    ),
    "link-sliders": ("link the sliders", "联动两个滑块"),
    "cases-passed": ("cases that passed: {count}", "通过的用例：{count}"),
    "explain-link": ("See your search beside the correct one, step by step", "逐步查看你的搜索与正确的搜索"),
    "back-to-grade": ("← back to the grade", "← 返回成绩"),
    # -- one node
    "node": ("node {number}", "节点 {number}"),
    "root": ("the root", "根节点"),
    "max": ("MAX", "MAX（取大）"),
    "min": ("MIN", "MIN（取小）"),
    "mean": ("chance", "机会节点"),
    "leaf": ("leaf", "叶节点"),
    "not-searched": ("not searched further", "未继续搜索"),
    "not-understood": ("agent {agent}", "智能体 {agent}"),
    "value": ("value", "值"),
    "window": ("window on entry", "进入时的窗口"),
    "way": ("path", "路径"),
    "score": ("score", "得分"),
    "state-name": ("state", "状态"),
    "seen": ("returned by the search", "由搜索返回"),
    "evaluated": ("the agent's evaluation, at a leaf of its search", "智能体的评估值，位于其搜索的叶节点"),
    "inferred": ("inferred from the values below", "由下面的值推出"),
    "bounded": ("only these bounds can be inferred", "只能推出这些界限"),
    "unknown": ("known only to the agent's own code", "只有智能体自己的代码知道"),
    "is-over": ("the game is over here", "对局在此结束"),
    "cut-max": (
        "cut: {value} > β = {bound}. MIN above already has a better choice, so play never gets here.",
        "剪枝：{value} > β = {bound}。上面的 MIN 已有更好的选择，不会走到这里。",
    ),
    "cut-min": (
        "cut: {value} < α = {bound}. MAX above already has a better choice, so play never gets here.",
        "剪枝：{value} < α = {bound}。上面的 MAX 已有更好的选择，不会走到这里。",
    ),
    "spared": ("actions skipped: {actions}", "跳过的动作：{actions}"),
    "left-out": ("The search never visited this state.", "搜索从未访问这个状态。"),
    # -- the slider
    "step": ("step {step} of {last}", "第 {step} 步，共 {last} 步"),
    "slider": ("the search, step by step", "逐步回放搜索"),
    "play": ("play", "播放"),
    "pause": ("pause", "暂停"),
    "back": ("one step back", "后退一步"),
    "on": ("one step forward", "前进一步"),
    "do-enter": ("enters {node}", "进入 {node}"),
    "do-leaf": ("{node} is a leaf: {value}", "{node} 是叶节点：{value}"),
    "do-update": ("v at {node} is now {value}", "{node} 的 v 现在是 {value}"),
    "do-cut": ("cuts at {node}", "在 {node} 剪枝"),
    "do-return": ("returns {value} from {node}", "从 {node} 返回 {value}"),
    "order-only": (
        "Only the order in which this search requested states is known.",
        "对这个搜索，只知道它请求状态的先后次序。",
    ),
    # -- Monte Carlo tree search
    "iterations": (
        "iterations: {count} · states in the tree: {states} · plies: {plies}",
        "迭代：{count} · 树中的状态：{states} · 层数：{plies}",
    ),
    "answer-rule": (
        "The answer is the action with the highest mean; selection follows the highest UCB1 = exploitation + "
        "exploration.",
        "答案是均值最高的动作；选择阶段沿 UCB1 = 利用项 + 探索项 最高的子节点向下。",
    ),
    "legend-growth-max": ("Pacman chooses by UCB1", "吃豆人按 UCB1 选择"),
    "legend-growth-min": ("a ghost chooses by UCB1, for its own value", "幽灵按自己的值用 UCB1 选择"),
    "legend-growth-width": ("thicker: more visits", "访问越多，线越粗"),
    "legend-growth-best": ("the line of the highest means", "均值最高的走法"),
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
    "do-expand": ("expansion: {node} is added to the tree", "扩展：{node} 加入搜索树"),
    "do-expand-nothing": ("expansion: {node} has no successors", "扩展：{node} 没有后继状态"),
    "do-simulate": ("simulation: the play-out from {node} gives {value}", "模拟：从 {node} 开始的随机对局得到 {value}"),
    "do-simulate-over": ("simulation: the outcome of {node} is {value}", "模拟：{node} 的结果是 {value}"),
    "do-back-propagate": (
        "back-propagation: {value} is added from {node} up to the root; nodes: {count}",
        "回传：把 {value} 加到从 {node} 到根的 {count} 个节点",
    ),
    "code-repeat": ("repeat:", "重复："),
    "code-select": ("  node ← leaf reached by highest UCB1", "  node ← 沿 UCB1 最高的子节点到达的叶节点"),
    "code-expand": ("  node ← a new child of node", "  node ← node 的一个新子节点"),
    "code-simulate": ("  outcome ← random play-out", "  outcome ← 随机走到底"),
    "code-back-propagate": (
        "  for each node from here to the root:\n    visits ← visits + 1\n    total ← total + outcome",
        "  从这里到根的每个节点：\n    visits ← visits + 1\n    total ← total + outcome",
    ),
    "code-answer": ("return the action with the highest mean", "返回均值最高的动作"),
    # -- the quiz
    "quiz": ("Predict the cuts", "预测剪枝"),
    "quiz-ask": (
        "Alpha-beta searches from left to right. Which nodes will it never visit? Click them, then check.",
        "alpha-beta 从左到右搜索。它不会访问哪些节点？点击它们，然后检查。",
    ),
    "quiz-too-large": (
        "the tree is too large for the quiz on cuts; use a smaller depth (-a depth=1)",
        "树太大，无法做剪枝测验；请减小深度（-a depth=1）",
    ),
    "quiz-check": ("Check", "检查"),
    "quiz-end": ("Back to the tree", "返回搜索树"),
    "quiz-right": ("All correct: {count} nodes are never visited.", "全对：有 {count} 个节点从未被访问。"),
    "quiz-wrong": (
        "{right} of {count} found, {missed} missed; clicked although they are visited: {wrong}.",
        "找到 {count} 个中的 {right} 个，漏掉 {missed} 个；点击了但会被访问的：{wrong} 个。",
    ),
    # -- contributions of features
    "xray": (
        "Contribution of each feature to each action, relative to the mean of the other actions",
        "每个特征对各动作的贡献（相对其他动作的平均）",
    ),
    "xray-late": (
        "The contributions of the features are left out because they took too long to compute: use a smaller depth or "
        "a smaller board.",
        "每个特征对各动作的贡献计算时间过长，已省略：请减小深度，或用更小的棋盘。",
    ),
    "flip": (
        "The smallest change of one weight that changes the decision: {feature} {changed} instead of {weight}; Pacman "
        "would choose {action}.",
        "使决策改变的最小单个权重变化：{feature} 由 {weight} 变为 {changed}；吃豆人会选择 {action}。",
    ),
    "flip-tie": (
        "{actions} have the same value: any change of a weight, however small, may change the decision, so there is no "
        "smallest change.",
        "{actions} 的值相同：权重的任何微小变化都可能改变决策，因此不存在最小的变化。",
    ),
    "no-flip": (
        "No reasonable change of one weight alone changes the decision: no change of up to {most} that keeps the "
        "weight of score above 0.",
        "仅改变一个权重，没有合理的变化能改变决策：变化不超过 {most} 且 score 的权重保持为正时都不行。",
    ),
    "and": (" and ", " 和 "),
    # -- features of evaluations; distances are steps in the maze
    "feature-score": ("the score of the game so far", "到目前为止的得分"),
    "feature-food-left": ("pieces of food on the board", "棋盘上剩余的食物数"),
    "feature-nearest-food": ("steps to the nearest food", "到最近食物的步数"),
    "feature-food-closeness": ("1 / steps to the nearest food", "1 / 到最近食物的步数"),
    "feature-capsules-left": ("capsules on the board", "棋盘上剩余的胶囊数"),
    "feature-nearest-capsule": ("steps to the nearest capsule", "到最近胶囊的步数"),
    "feature-active-ghosts": (
        "ghosts that are not scared and can be reached",
        "能到达的、未受惊的幽灵数",
    ),
    "feature-nearest-ghost": ("steps to the nearest ghost that is not scared", "到最近的未受惊幽灵的步数"),
    "feature-ghost-closeness": ("1 / steps to the nearest ghost that is not scared", "1 / 到最近的未受惊幽灵的步数"),
    "feature-ghost-distance": ("steps to all ghosts that are not scared, summed", "到所有未受惊幽灵的步数之和"),
    "feature-scared-ghosts": ("scared ghosts that can be reached", "能到达的受惊幽灵数"),
    "feature-nearest-scared": ("steps to the nearest scared ghost", "到最近的受惊幽灵的步数"),
    "feature-scared-closeness": ("1 / steps to the nearest scared ghost", "1 / 到最近的受惊幽灵的步数"),
    "feature-scared-distance": ("steps to all scared ghosts, summed", "到所有受惊幽灵的步数之和"),
    "feature-danger": (
        "ghosts that are not scared, at most {radius} steps away",
        "距离不超过 {radius} 步的未受惊幽灵数",
    ),
    "feature-pressure": (
        "{radius} minus the steps to each ghost that is not scared and nearer than {radius} steps, summed",
        "对每个距离小于 {radius} 步的未受惊幽灵，取 {radius} 减去其步数，再求和",
    ),
    # -- Pacman's death
    "death-title": ("Why did Pacman die?", "吃豆人为什么会死？"),
    "dies": ("Pacman dies at move {move} of {source}.", "吃豆人在 {source} 的第 {move} 步死亡。"),
    "missed-rescue": (
        "The last round in which Pacman could be saved is round {round} (move {move}): Pacman chose {action}; {better} "
        "would have saved Pacman, whatever the ghosts did.",
        "最后能得救的是第 {round} 回合（第 {move} 步）：吃豆人选择了 {action}；选择 {better}，"
        "无论幽灵怎么走，都能得救。",
    ),
    "shortened": (
        "In round {round} (move {move}) Pacman chose {action}, and from then on the ghosts could kill Pacman. With "
        "{better} Pacman would have lived at least {longer} longer, whatever the ghosts did; the board is too large to "
        "look further ahead.",
        "在第 {round} 回合（第 {move} 步）吃豆人选择了 {action}，此后幽灵总能杀死它。选择 {better}，"
        "无论幽灵怎么走，都能至少多活 {longer}；棋盘太大，无法看得更远。",
    ),
    "gave-up": (
        "No action was certain to save Pacman after round {round} (move {move}); the board is too large to look "
        "ahead from there.",
        "在第 {round} 回合（第 {move} 步）之后没有必能得救的办法；棋盘太大，无法从那里继续向前看。",
    ),
    "nothing-saves": (
        "No action was certain to save Pacman in the last {rounds} rounds, which begin with round {round} (move "
        "{move}): the ghosts could kill Pacman, whatever Pacman did.",
        "在最后 {rounds} 个回合中没有必能得救的办法；它们从第 {round} 回合（第 {move} 步）开始："
        "无论吃豆人怎么走，幽灵都能杀死它。",
    ),
    "never-safe": (
        "No action was certain to save Pacman in any round: from the start of the game on the ghosts could kill "
        "Pacman, whatever Pacman did.",
        "在任何回合都没有必能得救的办法：从开局起，无论吃豆人怎么走，幽灵都能杀死它。",
    ),
    "or": (" or ", " 或 "),
    "one-round": ("1 round", "1 回合"),
    "rounds": ("{count} rounds", "{count} 回合"),
    "survival-safe": (
        "can stay alive for ever or win, whatever the ghosts do",
        "无论幽灵怎么走，都能一直活下去或获胜",
    ),
    "survival-alive": (
        "can stay alive for at least {rounds}, whatever the ghosts do",
        "无论幽灵怎么走，都能至少存活 {rounds}",
    ),
    "survival-dies-at-once": ("can be killed in this round", "本回合就可能被杀死"),
    "survival-dies-in": ("can be killed in {rounds}", "可在 {rounds}内被杀死"),
    "survival-dies-after": ("can be killed, but not within {rounds}", "可被杀死，但不会在 {rounds}之内"),
    "survival-dies": ("can be killed", "可被杀死"),
    "survival-unknown": ("not known", "未知"),
    "the-decision": ("round {round}, move {move}: before the decision", "第 {round} 回合，第 {move} 步：决策之前"),
    "was-played": ("the moves that were played", "实际走法"),
    "chosen": ("chosen", "已选"),
    "needs-script": (
        "This page draws a search, which needs JavaScript.",
        "这个页面绘制一次搜索，需要 JavaScript。",
    ),
    # -- pages of examples
    "examples-title": ("Examples before code", "先写例子，再写代码"),
    "examples-lead": (
        "Each example is a small game tree with the answer that you expect. A wrong search is caught if its action or "
        "its generated states differ from those of the right search. The goal is a set that catches all of them.",
        "每个例子是一棵小的博弈树和你预期的答案。如果一个错误搜索的动作或生成的状态与正确搜索不同，它就被抓住了。"
        "目标是一组能抓住所有错误搜索的例子。",
    ),
    "examples-example": ("Example", "例子"),
    "examples-game": ("Game", "对局"),
    "examples-answer": ("Expected answer", "预期的答案"),
    "examples-catches": ("Catches", "抓住"),
    "examples-legal": ("legal", "合法"),
    "examples-illegal": ("not usable", "不可用"),
    "examples-right": ("right", "正确"),
    "examples-wrong": ("wrong: {keys}", "错误：{keys}"),
    "examples-missing": ("missing: add expect_action", "缺少：请加上 expect_action"),
    "examples-count": ("{caught} of {searches}", "{caught} / {searches}"),
    "examples-of-agent": (
        "{agent}: {examples} examples catch {caught} of {searches} wrong searches",
        "{agent}：{examples} 个例子抓住了 {searches} 个错误搜索中的 {caught} 个",
    ),
    "examples-one-of-agent": (
        "{agent}: 1 example catches {caught} of {searches} wrong searches",
        "{agent}：1 个例子抓住了 {searches} 个错误搜索中的 {caught} 个",
    ),
    "examples-left": ("Still to catch", "还没有抓住"),
    "examples-hint": ("A tree that exposes it", "能暴露它的树"),
    "examples-kind": ("Wrong searches", "错误搜索"),
    "examples-numbers": ("Numbers", "编号"),
    "examples-all": ("All wrong searches are caught.", "所有错误搜索都被抓住了。"),
    "examples-caught-here": ("Caught, by name and number", "抓住的错误搜索：名称和编号"),
    "examples-uncounted": (
        "Only legal games with a right expected answer count.",
        "只有对局合法且预期答案正确的例子才计入。",
    ),
}


@dataclass(frozen=True)
class Message:
    """A message of the catalogue in no language yet. The values of its placeholders may be messages, too."""

    key: str
    values: dict[str, "Text"] = field(default_factory=dict)


Text: TypeAlias = str | Message


def messages(language: str, catalogue: Catalogue = PAGES) -> dict[str, str]:
    """Return all messages of one language, by key."""
    column = LANGUAGES.index(language)
    return {key: texts[column] for key, texts in catalogue.items()}


class Words:
    """Formatter of the messages of one language: `words("goes", action="West")` fills in the placeholders."""

    def __init__(self, language: str = ENGLISH, catalogue: Catalogue = PAGES) -> None:
        self.language = language
        self.messages: Final = messages(language, catalogue)

    def __call__(self, key: str, /, **values: Any) -> str:
        return self.messages[key].format(**values)

    def text(self, text: Text) -> str:
        """Return a message in this language; a plain text as it is."""
        if isinstance(text, str):
            return text
        return self(text.key, **{name: self.text(value) for name, value in text.values.items()})

    def feature(self, name: str) -> str:
        """Return the meaning of a built-in feature, such as nearest-food or danger-3; empty for any other."""
        family, _, radius = name.rpartition("-")
        key = f"feature-{family}" if radius.isdigit() else f"feature-{name}"
        return self(key, radius=radius) if key in self.messages else ""


IN_ENGLISH: Final = Words()
