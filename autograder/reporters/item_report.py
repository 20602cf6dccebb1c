"""Statistics of the cases of a class: as text, as JSON, and for the page of the class."""

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from autograder.classroom.item_statistics import FEWEST_SUBMISSIONS, Item, ItemStatistics, OneCase
from jobs.text_table import text_list, text_table
from pacman.display.messages import IN_ENGLISH, Words
from pacman.display.web.page import drawing

MOST_CASES: Final = 10  # in the text
MOST_NAMES: Final = 4  # in a line
# Measures of the picture of an interval, in its own units.
WIDTH: Final = 100  # from -1 to 1
HEIGHT: Final = 12

Remark: TypeAlias = tuple[str, str, Sequence[str]]  # a name, what is said of it, and all cases if some are left out


def draw_items_text(statistics: ItemStatistics) -> str:
    """Return the cases that fit least, and the lists of cases to look at, in English."""
    words = IN_ENGLISH
    head = f"{words('items-title')} ({_counted(statistics, words)})"
    if statistics.has_too_few:
        return f"{head}\n  {_too_few(statistics, words)}"
    known = sorted((item for item in statistics.items if item.interval), key=lambda item: item.fit or 0)
    rows = [
        [item.name, words("class-count-of", count=item.solved, all=item.ran), *fit_texts(item, words)]
        for item in known[:MOST_CASES]
    ]
    header = [words(key) for key in ("class-case", "items-solved", "items-fit", "items-interval")]
    parts = [head, *([text_table(header, rows), words("items-legend")] if rows else [])]
    if len(known) > MOST_CASES:
        parts.append(f"{len(known) - MOST_CASES} cases have a better fit")
    if len(known) < len(statistics.items):
        parts.append(words("items-more", count=len(statistics.items) - len(known)))
    lists = [
        text_list(title, [(name, text) for name, text, _ in lines]) for title, lines in item_lists(statistics, words)
    ]
    return "\n\n".join(filter(None, ["\n".join(parts), *lists]))


def items_data(statistics: ItemStatistics) -> dict[str, Any]:
    """Return the statistics for JSON; with too few submissions, those of cases are null."""
    data: dict[str, Any] = {
        "submissions": statistics.submissions,
        "fewest_submissions": FEWEST_SUBMISSIONS,
        "left_out": dict(statistics.left_out),
        "other_cases": dict(statistics.other_cases),
    }
    if statistics.has_too_few:
        return data | dict.fromkeys(("cases", "separate_no_students", "always_agree", "points_from_one_case"))
    return data | {
        "cases": {
            item.name: {
                "solved": item.solved,
                "ran": item.ran,
                "share_solved": item.share,
                "item_rest_correlation": item.fit,
                "interval": list(item.interval) if item.interval else None,
            }
            for item in statistics.items
        },
        "separate_no_students": dict(statistics.constant),
        "always_agree": [list(pair) for pair in statistics.agreeing],
        "points_from_one_case": {
            each.question: {"cases": list(each.cases), "is_only_case": each.is_only} for each in statistics.one_case
        },
    }


def items_on_page(statistics: ItemStatistics, words: Words) -> dict[str, Any]:
    """Return the values for the template `items.html`."""
    return {
        "counted": _counted(statistics, words),
        "too_few": _too_few(statistics, words) if statistics.has_too_few else "",
        "items": [_item_on_page(item, words) for item in statistics.items],
        "lists": [entry for entry in item_lists(statistics, words) if entry[1]],
    }


def item_lists(statistics: ItemStatistics, words: Words) -> list[tuple[str, list[Remark]]]:
    """Return the lists of cases and questions to look at, with their titles."""
    items = {item.name: item for item in statistics.items}
    constant: list[Remark] = [
        (name, words(f"items-{who}", count=items[name].ran), ()) for name, who in statistics.constant.items()
    ]
    agreeing: list[Remark] = [(_some(group, words), "", _all(group)) for group in statistics.agreeing_groups()]
    one_case: list[Remark] = [(each.question, _one_case(each, words), _all(each.cases)) for each in statistics.one_case]
    return [
        (words("items-constant"), constant),
        (words("items-agreeing"), agreeing),
        (words("items-one-case"), one_case),
    ]


def _some(names: Sequence[str], words: Words) -> str:
    if len(names) <= MOST_NAMES:
        return ", ".join(names)
    return words("items-some", names=", ".join(names[:MOST_NAMES]), count=len(names) - MOST_NAMES)


def _all(names: Sequence[str]) -> Sequence[str]:
    """Return the names if `_some` leaves any out."""
    return names if len(names) > MOST_NAMES else ()


def fit_texts(item: Item, words: Words) -> tuple[str, str]:
    """Return the fit and its interval as texts."""
    unknown = words("items-unknown")
    if item.interval is None:
        return _number(item.fit) if item.fit is not None else unknown, unknown
    low, high = map(_number, item.interval)
    return _number(item.fit or 0), words("from-to", low=low, high=high)


def _number(value: float) -> str:
    return f"{round(value, 2) + 0.0:.2f}"  # without the sign of a zero


def _counted(statistics: ItemStatistics, words: Words) -> str:
    parts = [words("items-counted", count=statistics.submissions)]
    if statistics.left_out:
        reasons = (words("items-reason", count=count, reason=why) for why, count in statistics.left_out.items())
        parts.append(words("items-left-out", reasons=", ".join(reasons)))
    for question, count in statistics.other_cases.items():
        parts.append(words("items-other-cases", question=question, count=count))
    return "; ".join(parts)


def _too_few(statistics: ItemStatistics, words: Words) -> str:
    return words("items-too-few", count=statistics.submissions, fewest=FEWEST_SUBMISSIONS)


def _one_case(each: OneCase, words: Words) -> str:
    key = "items-only" if each.is_only else "items-decides" if len(each.cases) == 1 else "items-each-decides"
    return words(key, cases=_some(each.cases, words))


def _item_on_page(item: Item, words: Words) -> dict[str, Any]:
    fit, interval = fit_texts(item, words)
    return {
        "name": item.name,
        "is_visible": item.is_visible,
        "solved": item.solved,
        "ran": item.ran,
        "share": item.share,
        "fit": fit,
        "value": item.fit,
        "interval": interval,
        "picture": drawing(_picture(item)) if item.fit is not None else "",
    }


def _picture(item: Item) -> str:
    """Return the fit and its interval between -1 and 1 as SVG."""
    middle, dot = HEIGHT / 2, _x(item.fit or 0)
    line = f'<line class="axis" x1="0" x2="{WIDTH}" y1="{middle}" y2="{middle}"/>'
    zero = f'<line class="axis" x1="{WIDTH / 2}" x2="{WIDTH / 2}" y1="0" y2="{HEIGHT}"/>'
    bar = ""
    if item.interval:
        low, high = map(_x, item.interval)
        bar = f'<line class="interval" x1="{low}" x2="{high}" y1="{middle}" y2="{middle}"/>'
    shapes = f'{line}{zero}{bar}<circle cx="{dot}" cy="{middle}" r="4"/>'
    return f'<svg class="fit" viewBox="-4 0 {WIDTH + 8} {HEIGHT}" aria-hidden="true">{shapes}</svg>'


def _x(value: float) -> float:
    return round((value + 1) / 2 * WIDTH, 1)
