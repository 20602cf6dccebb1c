"""Groups of an export that does not list their members: Moodle's and Canvas's, with the members from the roster.

Canvas exports one submission under the name of the group. Moodle exports the same files once for each member, under the
name of the group, a hyphen and the name of the member. A column of groups in a roster is not enough by itself, because
it may be about seminars; the name in the export must be that of the group.
"""

from collections.abc import Collection, Iterable
from dataclasses import replace

from autograder.classroom.intake import ClassEntry, read_entry
from autograder.classroom.roster import Roster
from autograder.classroom.students import Student, folded


def with_groups(entries: Iterable[ClassEntry], roster: Roster) -> list[ClassEntry]:
    """Return the entries with one for each group, in the order of their ids."""
    found: list[ClassEntry] = []
    teams: dict[tuple[str, str], list[ClassEntry]] = {}
    for entry in entries:
        student = entry.students[0] if len(entry.students) == 1 else None
        if student is not None and student.kind == "moodle" and (team := _moodle_team(student, roster)):
            member = replace(student, name=_roster_name(student, roster))
            key = (team, read_entry(entry).sha256)
            teams.setdefault(key, []).append(replace(entry, students=(member,)))
        elif student is not None and student.kind == "canvas" and (members := _canvas_members(student, roster)):
            found.append(replace(entry, students=members))
        else:
            found.append(entry)
    taken = {entry.id for entry in found}
    found += [_merged(team, taken) for team in teams.values()]
    return sorted(found, key=lambda entry: entry.id)


def _moodle_team(student: Student, roster: Roster) -> str:
    """Return the name of the group in `Team 3-Ada Lovelace`; empty if it is not one."""
    name, own = folded(student.name), folded(_roster_name(student, roster))
    return name.removesuffix(f"-{own}") if own and name.endswith(f"-{own}") else ""


def _roster_name(student: Student, roster: Roster) -> str:
    row = roster.row_of(student)
    return row.name if row else ""


def _canvas_members(student: Student, roster: Roster) -> tuple[Student, ...]:
    """Return the members of the group whose name the export has in place of the student's."""
    rows = [row for row in roster.rows if row.group and _letters(row.group) == _letters(student.name)]
    return tuple(row.student for row in rows)


def _letters(text: str) -> str:
    """Return the letters and digits of a name, as Canvas keeps them."""
    return "".join(filter(str.isalnum, folded(text)))


def _merged(team: list[ClassEntry], taken: Collection[str]) -> ClassEntry:
    """Return one entry for the members; if another submission has its id, that of the first member."""
    students = tuple(student for entry in team for student in entry.students)
    id = "+".join(sorted(student.id for student in students))
    return replace(team[0], id=team[0].id if id in taken else id, students=students)
