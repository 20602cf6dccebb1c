"""Groups of a class by bug: the students whose submissions have the same likely bug, and where it shows first."""

from collections.abc import Iterable
from dataclasses import dataclass

from autograder.classroom.case_facts import CaseFact, NodeDifference
from autograder.classroom.class_rows import ClassRow
from autograder.classroom.students import Student


@dataclass(frozen=True)
class GroupMember:
    """A submission with the bug, and its failed cases that show the bug, in order."""

    row: ClassRow
    cases: tuple[CaseFact, ...]

    @property
    def shown_by(self) -> CaseFact | None:
        """The first case with a node that differs; else the first whose searches agree; None if neither is known."""
        known = [case for case in self.cases if case.difference]
        differing = (case for case in known if case.difference and case.difference.kind != "none")
        return next(differing, next(iter(known), None))


@dataclass(frozen=True)
class DifferingNode:
    """The first node that differs, of one case, in the submissions of some members of a group."""

    case: CaseFact
    difference: NodeDifference
    members: tuple[GroupMember, ...]


@dataclass(frozen=True)
class BugGroup:
    """All submissions of a class with the same likely bug."""

    bug: str
    members: tuple[GroupMember, ...]

    @property
    def students(self) -> list[Student]:
        """The students of the submissions; a student with several submissions is listed once."""
        students = (student for member in self.members for student in member.row.students)
        return list({(student.kind, student.id): student for student in students}.values())

    def advice(self, language: str) -> str:
        """Return the advice that most of the students get: it may name lines of a student's code, and then differs."""
        texts = [case.advice_in.get(language) or case.advice for member in self.members for case in member.cases[:1]]
        return max(texts, key=texts.count, default="")

    def nodes(self) -> list[DifferingNode]:
        """Return the first differing nodes, the most frequent first; members without a known one are in none."""
        found: dict[tuple[str, NodeDifference], list[GroupMember]] = {}
        for member in self.members:
            case = member.shown_by
            if case is not None and case.difference is not None:
                found.setdefault((case.name, case.difference), []).append(member)
        nodes = [
            DifferingNode(case, difference, tuple(members))
            for (_, difference), members in found.items()
            if (case := members[0].shown_by) is not None
        ]
        return sorted(nodes, key=lambda node: -len(node.members))

    def unknown(self) -> list[GroupMember]:
        """Return the members whose first differing node cannot be derived."""
        return [member for member in self.members if member.shown_by is None]


def bug_groups(rows: Iterable[ClassRow]) -> list[BugGroup]:
    """Return the group of each bug, the largest first."""
    found: dict[str, list[GroupMember]] = {}
    for row in rows:
        for bug in row.bugs:
            cases = (case for case in row.cases if case.bug == bug and case.question not in row.ungraded)
            found.setdefault(bug, []).append(GroupMember(row, tuple(cases)))
    groups = [BugGroup(bug, tuple(members)) for bug, members in found.items()]
    return sorted(groups, key=lambda group: -len(group.members))
