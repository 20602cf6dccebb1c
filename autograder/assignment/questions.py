"""Compute the points of a question from the results of its cases, with one rule for each class of question."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from autograder.assignment.case_files import CaseFile
from autograder.errors import GradingError
from autograder.results import VISIBILITIES, VISIBLE, CaseResult, Visibility, number_text
from pacman.errors import known_word, unknown

TESTS_FAILED: Final = "Tests failed."
EXTRA_CREDIT: Final = "ExtraCreditPassAllTestsQuestion"
QUESTION_KEYS: Final = frozenset({"class", "max_points", "depends", "extra_points", "visibility"})


@dataclass(frozen=True)
class QuestionConfig:
    """The CONFIG of one question, with the visibility of the question and of single cases."""

    name: str
    rule: str
    max_points: int
    extra_points: int
    depends: tuple[str, ...]
    visibility: Visibility = VISIBLE
    case_visibilities: Mapping[str, Visibility] = field(default_factory=dict)

    @classmethod
    def read(cls, name: str, file: CaseFile) -> "QuestionConfig":
        rule = file.required("class")
        if rule not in RULES:
            raise file.error("class", unknown("class of question", rule, RULES))
        if rule == EXTRA_CREDIT:
            file.required("extra_points")
        visibilities = _visibilities(file)
        return cls(
            name=name,
            rule=rule,
            max_points=file.whole_number("max_points", least=0),
            extra_points=file.whole_number("extra_points", default=0, least=0),
            depends=tuple(file.get("depends").split()),
            visibility=visibilities.pop("", VISIBLE),
            case_visibilities=visibilities,
        )


def _visibilities(file: CaseFile) -> dict[str, Visibility]:
    """Return the visibilities of cases by name, and that of the question under the empty name.

    Each line has the name of a case and a visibility, or only a visibility for the question.
    """
    found: dict[str, Visibility] = {}
    for number, line in file.rows("visibility") if "visibility" in file else ():
        *names, last = line.split()
        value = known_word(last, VISIBILITIES)
        if len(names) > 1 or value is None:
            raise GradingError(
                f"{file.place(number)}: {line.strip()!r} is not a visibility; expected one of "
                f"{', '.join(VISIBILITIES)}, after the name of a case if it is for that case"
            )
        found["".join(names)] = value
    return found


def strictest(*visibilities: Visibility) -> Visibility:
    """Return the most restrictive visibility."""
    return max(visibilities, key=VISIBILITIES.index)


@dataclass(frozen=True)
class Award:
    """Points, with messages about them."""

    points: float
    messages: tuple[str, ...] = ()


FAILURE: Final = Award(0, (TESTS_FAILED,))

# The results of the cases, each with the `points` property of its file if it has one.
Results: TypeAlias = Sequence[tuple[CaseResult, float | None]]
Rule: TypeAlias = Callable[[QuestionConfig, Results], Award]


def award(config: QuestionConfig, results: Results) -> Award:
    """Return the points of a question. A failure that ended a case costs all of them."""
    if any(case.ends_question for case, _ in results):
        return Award(0, ("A case ended with an exception, so the question gives no points.",))
    return RULES[config.rule](config, results)


def points_remarks(
    config: QuestionConfig, file: CaseFile, best: Sequence[tuple[CaseResult | None, float | None]]
) -> list[str]:
    """Return remarks on points of a CONFIG that cannot be reached. `best`: the best result of each case, if known."""
    remarks = []
    if "extra_points" in file and config.rule != EXTRA_CREDIT:
        remarks.append(f"{file.place_of('extra_points')}: extra_points is ignored without {EXTRA_CREDIT}")
    known = [(result, points) for result, points in best if result is not None]
    most = award(config, known).points
    if best and len(known) == len(best) and most < config.max_points:
        text = f"max_points is {config.max_points}, but the cases give {number_text(most)} at most"
        remarks.append(f"{file.place_of('max_points')}: {text}")
    return remarks


def _given(results: Results) -> float:
    """Return the points that cases award by themselves."""
    return sum(case.points for case, _ in results if case.adds_points)


def _counts_as_passed(case: CaseResult) -> bool:
    """True for a case that is passed, or that awards its own points, however few."""
    return case.passed or case.adds_points


def _pass_all(config: QuestionConfig, results: Results) -> Award:
    return Award(config.max_points) if all(_counts_as_passed(case) for case, _ in results) else FAILURE


def _pass_all_for_extra(config: QuestionConfig, results: Results) -> Award:
    full = _pass_all(config, results)
    return full if full is FAILURE else Award(full.points + config.extra_points)


def _partial(config: QuestionConfig, results: Results) -> Award:
    return Award(_given(results)) if all(_counts_as_passed(case) for case, _ in results) else FAILURE


def _weighted(config: QuestionConfig, results: Results) -> Award:
    """Add up the `points` of passed cases. Cases without `points` are mandatory, but only for a full score."""
    earned = sum(points for case, points in results if points is not None and _counts_as_passed(case))
    mandatory = all(_counts_as_passed(case) for case, points in results if points is None)
    if int(earned) == config.max_points and not mandatory:
        return FAILURE
    return Award(earned + _given(results))


def _number_passed(config: QuestionConfig, results: Results) -> Award:
    return Award(sum(_counts_as_passed(case) for case, _ in results) + _given(results))


RULES: Final[dict[str, Rule]] = {
    "PassAllTestsQuestion": _pass_all,
    EXTRA_CREDIT: _pass_all_for_extra,
    "PartialCreditQuestion": _partial,
    # The original treats cases that return neither True nor False differently; ours always return one of them.
    "Q6PartialCreditQuestion": _partial,
    "HackedPartialCreditQuestion": _weighted,
    "NumberPassedQuestion": _number_passed,
}
