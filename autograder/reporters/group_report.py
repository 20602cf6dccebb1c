"""Students with the same likely bug: as text, as JSON, and a page for each group, all for teachers."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from autograder.classroom.bug_groups import BugGroup, DifferingNode, GroupMember
from autograder.classroom.case_facts import NodeDifference
from autograder.classroom.intake import CLASS_PAGE
from autograder.results import number_text
from pacman.display.messages import IN_ENGLISH, Words
from pacman.display.web.assets import script_words
from pacman.display.web.page import render
from pacman.errors import one_line, some_of

MOST_GROUPS: Final = 10  # in the text
MOST_IDS: Final = 20
SCRIPT: Final = "group_page"


def draw_groups_text(groups: Sequence[BugGroup], loaded: int) -> str:
    """Return the largest groups with the ids of their students and the node that differs most often.

    loaded: the number of submissions that could be loaded. Return an empty string if there are no groups.
    """
    if not groups:
        return ""
    lines, words = [], IN_ENGLISH
    for group in groups[:MOST_GROUPS]:
        ids = [one_line(student.id) for student in group.students]
        count = words("class-count-of", count=len(group.members), all=loaded)
        lines.append(f"  {one_line(group.bug)} ({count}): {some_of(ids, MOST_IDS)}")
        lines += [f"    {_node_line(node, group, words)}" for node in group.nodes()[:1]]
    rest = [f"  and {len(groups) - MOST_GROUPS} more"] if len(groups) > MOST_GROUPS else []
    return "\n".join(["Most common bugs", *lines, *rest])


def _node_line(node: DifferingNode, group: BugGroup, words: Words) -> str:
    place, what = difference_texts(node.difference, words)
    where = one_line(": ".join(filter(None, [node.case.name, place, what])))
    return f"first difference ({words('class-count-of', count=len(node.members), all=len(group.members))}): {where}"


def groups_data(groups: Sequence[BugGroup]) -> list[dict[str, Any]]:
    """Return the groups for JSON."""
    return [
        {
            "bug": group.bug,
            "students": [student.id for student in group.students],
            "submissions": [member.row.id for member in group.members],
            "first_differing_nodes": [_node_data(node) for node in group.nodes()],
            "unknown_node": [member.row.id for member in group.unknown()],
        }
        for group in groups
    ]


def _node_data(node: DifferingNode) -> dict[str, Any]:
    difference = node.difference
    return {
        "case": node.case.name,
        "difference": difference.kind,
        "path": list(difference.path) if difference.kind != "none" else None,
        "state": difference.state or None,
        "move": difference.move,
        "submissions": [member.row.id for member in node.members],
    }


def draw_group_page(
    group: BugGroup,
    number: int,
    loaded: int,
    pages: Mapping[str, str],
    group_pages: Mapping[str, str],
    words: Words = IN_ENGLISH,
) -> str:
    """Return the page of a group.

    number: that of the bug on the page of the class. pages, group_pages: names of files, by id and by bug.
    """
    return render(
        "group.html",
        script=SCRIPT,
        data={"group": {"words": script_words(words, SCRIPT)}},
        words=words,
        is_for_teachers=True,
        bug=group.bug,
        back=f"{CLASS_PAGE}#bug-{number}",
        count=len(group.members),
        loaded=loaded,
        advice=group.advice(words.language),
        ids=[student.id for student in group.students],
        nodes=[_node_on_page(node, pages, words) for node in group.nodes()],
        unknown=[(member.row.id, pages.get(member.row.id)) for member in group.unknown()],
        members=[_member_on_page(member, group.bug, pages, group_pages) for member in group.members],
    )


def _node_on_page(node: DifferingNode, pages: Mapping[str, str], words: Words) -> dict[str, Any]:
    place, what = difference_texts(node.difference, words)
    return {
        "case": node.case.name,
        "is_visible": node.case.is_visible,
        "place": place,
        "what": what,
        "students": [(member.row.id, pages.get(member.row.id)) for member in node.members],
    }


def _member_on_page(
    member: GroupMember, bug: str, pages: Mapping[str, str], group_pages: Mapping[str, str]
) -> dict[str, Any]:
    row = member.row
    return {
        "id": row.id,
        "names": row.names,
        "page": pages.get(row.id),
        "points": "–" if row.points is None else number_text(row.points),
        "cases": [(case.name, case.is_visible) for case in member.cases],
        "bugs": [(other, group_pages.get(other)) for other in row.bugs if other != bug],
    }


def difference_texts(difference: NodeDifference, words: Words) -> tuple[str, str]:
    """Return the place of the first differing node, and the difference; the place is empty if no node differs."""
    what = words(f"group-{difference.kind.replace(' ', '-')}")
    if difference.kind == "none":
        return "", what
    place = words("after", actions=", ".join(difference.path)) if difference.path else words("at-root")
    if difference.state:
        place = f"{place} ({difference.state})"
    return words("group-move", move=difference.move, place=place) if difference.move else place, what
