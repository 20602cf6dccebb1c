"""The grade as JUnit XML, with a suite for each question.

It is for dashboards of continuous integration. Students see these, so it contains only what they may see.
"""

from xml.etree import ElementTree

from autograder.reporters.student_view import student_view
from autograder.results import CaseResult, Grade, QuestionResult, Status, quoted
from pacman.errors import one_line


def draw_junit(grade: Grade) -> str:
    root = ElementTree.Element("testsuites", name=one_line(grade.submission))
    for question in student_view(grade).questions:
        _add_question(root, question)
    if not grade.is_complete:
        _add_unfinished(root)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _add_unfinished(root: ElementTree.Element) -> None:
    """Add an error, because the format cannot mark a report as incomplete."""
    counts = {"name": "grading", "tests": "1", "failures": "0", "errors": "1", "skipped": "0"}
    suite = ElementTree.SubElement(root, "testsuite", counts)
    case = ElementTree.SubElement(suite, "testcase", classname="grading", name="complete")
    ElementTree.SubElement(case, "error", message="the grading did not finish")


def _add_question(root: ElementTree.Element, question: QuestionResult) -> None:
    statuses = [case.status for case in question.cases]
    needs_reason = bool(question.messages) and all(case.passed for case in question.cases)
    if needs_reason:
        statuses.append(Status.NOT_RUN if question.is_skipped else Status.FAILED)
    suite = ElementTree.SubElement(
        root,
        "testsuite",
        name=_clean(question.name),
        tests=str(len(statuses)),
        failures=str(statuses.count(Status.FAILED)),
        errors="0",
        skipped=str(statuses.count(Status.NOT_RUN)),
        time=f"{question.seconds:.3f}",
    )
    for case in question.cases:
        _add_case(suite, question.name, case)
    if needs_reason:
        _add_points(suite, question)


def _add_points(suite: ElementTree.Element, question: QuestionResult) -> None:
    """Add a case that says why points are missing although all visible cases passed."""
    element = ElementTree.SubElement(suite, "testcase", classname=_clean(question.name), name="points")
    kind = "skipped" if question.is_skipped else "failure"
    ElementTree.SubElement(element, kind, message=_clean(" ".join(question.messages)))


def _add_case(suite: ElementTree.Element, question: str, case: CaseResult) -> None:
    element = ElementTree.SubElement(
        suite, "testcase", classname=_clean(question), name=_clean(case.name), time=f"{case.seconds:.3f}"
    )
    if case.status is Status.NOT_RUN:
        ElementTree.SubElement(element, "skipped", message=_clean(case.reasons[-1]))
    elif case.status is Status.FAILED:
        reason = case.bug or (case.reasons[0] if case.reasons else case.heading)
        ElementTree.SubElement(element, "failure", message=_clean(reason)).text = _clean(case.message)
    if case.output:
        ElementTree.SubElement(element, "system-out").text = _clean(quoted(case.output))


def _clean(text: str) -> str:
    """Replace characters that XML cannot contain."""
    return "".join(
        sign if sign in "\n\t" or (sign >= " " and not "\ud800" <= sign <= "\udfff") else "�" for sign in text
    )
