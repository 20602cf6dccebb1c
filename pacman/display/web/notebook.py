"""Display of objects in notebooks: states and mazes as boards, records as players, searches as tables and trees.

Types are registered with IPython by name, so that no module is imported before one of its objects is shown.
"""

import sys
from collections.abc import Callable, Iterable
from html import escape
from typing import Any, Final

FRAME_CHROME: Final = 250  # height in pixels of a player without its board
FRAME_WIDTH: Final = 760
MOST_NODES: Final = 600  # larger trees are not readable


def register() -> None:
    """Register the formatters with IPython, if it is running."""
    get_ipython = getattr(sys.modules.get("IPython"), "get_ipython", None)
    shell = get_ipython() if get_ipython else None
    if shell is None:
        return
    for kind, show in SHOWN.items():
        module, _, name = kind.rpartition(".")
        format_name = "image/svg+xml" if show in (state_svg, layout_svg, trace_svg) else "text/html"
        shell.display_formatter.formatters[format_name].for_type_by_name(module, name, show)


def state_svg(state: Any) -> str:
    from pacman.display.web.board_svg import board_svg

    return board_svg(state)


def layout_svg(layout: Any) -> str:
    from pacman.state import GameState

    return state_svg(GameState.initial(layout))


def record_html(record: Any) -> str:
    """Return a player in a sandboxed frame, which has no access to the notebook."""
    from pacman.display.web.game_page import game_page

    board_height = min(560, FRAME_WIDTH * record.layout.height / record.layout.width)
    frame = f'sandbox="allow-scripts" width="100%" height="{board_height + FRAME_CHROME:.0f}" style="border:0"'
    caption = f"<p>{escape(repr(record)[1:-1])}</p>"
    return f'{caption}<iframe {frame} srcdoc="{escape(game_page(record))}"></iframe>'


def result_html(result: Any) -> str:
    """Return a small table: each action's value, with a bar for its difference to the best."""
    lags = {action: abs(value - result.value) for action, value in result.values.items()}
    most = max(lags.values(), default=0) or 1
    names = {action: escape(str(action)) for action in result.values}
    names |= {result.action: f"<b>{escape(str(result.action))}</b>"}
    rows = [[names[action], f"{value:g}", _bar(lags[action] / most)] for action, value in result.values.items()]
    line = ", ".join(map(str, result.principal_variation))
    counts = f"{result.nodes:,} nodes, {result.cutoffs:,} cuts, depth {result.depth}"
    facts = f"value {result.value:g}, {counts}; expected: {line}"
    return f"{_table(['action', 'value', 'worse than the best'], rows)}<p>{escape(facts)}</p>"


def summary_html(summary: Any) -> str:
    """Return a table with the figures of a batch."""
    low, high = (f"{100 * bound:.1f}" for bound in summary.win_rate_interval)
    least, most = (f"{bound:.1f}" for bound in summary.mean_score_interval)
    figures = {
        **summary.matchup.names,
        "games": str(summary.games),
        "won": f"{100 * summary.win_rate:.1f} % ({low} to {high})",
        "mean score": f"{summary.mean_score:.1f} ({least} to {most})",
    }
    return _table(list(figures), [[escape(value) for value in figures.values()]])


def trace_svg(trace: Any) -> str:
    """Return a drawing of the tree that a search visited, or only the number of its nodes if there are too many."""
    from pacman.display.theme import LIGHT
    from pacman.display.web.assets import static
    from pacman.display.web.board_svg import coloured
    from pacman.display.web.tree_svg import DrawnNode, tree_svg

    nodes = len(trace.tree.nodes)
    if nodes > MOST_NODES:
        remark = f"{nodes:,} nodes: too many to draw; trace.to_text() lists them"
        drawing = tree_svg(DrawnNode("leaf", remark))
    else:
        drawing = tree_svg(_drawn(trace.tree, trace.tree.root, ""))
    style = f"<style>{static('tree.css')}</style>"
    return coloured(drawing.replace(">", f">{style}", 1), LIGHT)


def _drawn(tree: Any, node: Any, mark: str) -> Any:
    """Return a node of a traced search; the first child with its value is on the principal variation."""
    from pacman.display.web.tree_svg import DrawnNode

    is_expected = mark or node.action is None
    best = next((child for child in tree.children(node) if is_expected and child.returned == node.returned), None)
    window = f"window {node.window[0]:g} to {node.window[1]:g}" if node.window else ""
    return DrawnNode(
        kind="leaf" if node.player is None else {0: "max", -1: "chance"}.get(node.player, "min"),
        value=f"{'' if node.bound == '=' else node.bound}{_number(node.returned)}",
        edge="" if node.action is None else str(node.action),
        children=[
            *(_drawn(tree, child, "best" if child is best else "") for child in tree.children(node)),
            *(DrawnNode("leaf", edge=str(action), is_visited=False) for action in node.skipped),
        ],
        mark=mark,
        remark="; ".join(filter(None, (window, node.reason))),
    )


def _number(value: Any) -> str:
    if isinstance(value, tuple):
        return f"({', '.join(map(_number, value))})"
    return f"{value:.4g}"


def _bar(share: float) -> str:
    return f'<div style="background:#bd4a00;height:8px;width:{90 * share:.0f}px;border-radius:2px"></div>'


def _table(header: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table; the cells of its rows are markup and are not escaped."""
    head = "".join(f"<th>{escape(name)}</th>" for name in header)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


SHOWN: Final[dict[str, Callable[[Any], str]]] = {
    "pacman.state.GameState": state_svg,
    "pacman.layout.Layout": layout_svg,
    "pacman.record.GameRecord": record_html,
    "agents.search.contract.SearchResult": result_html,
    "agents.search.support.trace.Trace": trace_svg,
    "experiments.statistics.tally.Summary": summary_html,
}
