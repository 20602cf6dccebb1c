"""Read assignments: a folder with a CONFIG and a folder of cases for each question."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from autograder.assignment.agent_names import agent_remarks
from autograder.assignment.case_files import CaseFile, folder_config, properties_text
from autograder.assignment.key_names import key_remarks
from autograder.assignment.questions import QUESTION_KEYS, QuestionConfig, points_remarks, strictest
from autograder.case_types.case import COMMON_KEYS, Case
from autograder.classroom.late_policy import LATE_KEYS, LatePolicy
from autograder.errors import GradingError
from autograder.registry import CASE_CLASSES
from autograder.results import VISIBLE
from pacman.errors import nearest, some_of, unknown
from pacman.files import write_whole

FOLDER_KEYS: Final = LATE_KEYS | {"order"}
MOST_SUGGESTIONS: Final = 5  # of cases, for an unknown one
LIKENESS: Final = 0.8  # of a suggestion: Berkeley's 0-small-tree is not our 05-all-the-same
OUR_OWN: Final = Path(__file__).resolve().parents[1] / "cases"


@dataclass(frozen=True)
class Question:
    """A question and its cases, in the order in which they are run."""

    config: QuestionConfig
    cases: tuple[Case, ...]
    flaws: tuple[str, ...] = ()  # remarks for the teacher on its files as they were read

    @property
    def name(self) -> str:
        return self.config.name


@dataclass(frozen=True)
class Assignment:
    """The questions to be graded, in order. `is_gated`: a question is skipped if one it depends on is not solved."""

    folder: Path
    questions: tuple[Question, ...]
    is_gated: bool = True
    flaws: tuple[str, ...] = ()  # remarks for the teacher on the CONFIG of the folder

    @property
    def cases(self) -> list[Case]:
        """The cases of all questions, in order."""
        return [case for question in self.questions for case in question.cases]

    def case_texts(self) -> dict[str, str]:
        """Return the texts of the case files by their paths."""
        return {
            case.path: "\n".join(f"{key}: {value}" for key, value in case.file.values.items()) for case in self.cases
        }

    @property
    def remarks(self) -> list[str]:
        """Remarks for the teacher: on the files as they were read, and those of `remarks_for_students`."""
        of_questions = (remark for question in self.questions for remark in question.flaws)
        of_agents = agent_remarks(self.folder, self.cases)
        return list(dict.fromkeys([*self.flaws, *of_questions, *of_agents, *self.remarks_for_students]))

    @property
    def remarks_for_students(self) -> list[str]:
        """Remarks that do not reveal hidden cases: on questions without cases and on other mazes."""
        empty = [f"{self.folder / each.name}: a question without cases" for each in self.questions if not each.cases]
        return list(dict.fromkeys([*empty, *(remark for case in self.cases for remark in case.remarks)]))

    def only(self, *names: str) -> "Assignment":
        """Return the assignment with some questions, preceded by those they depend on; none of them will be skipped."""
        return replace(self, questions=self._with_prerequisites(names), is_gated=False)

    def _with_prerequisites(self, names: Sequence[str]) -> tuple[Question, ...]:
        wanted: dict[str, Question] = {}

        def want(name: str, below: tuple[str, ...]) -> None:
            if name in below:
                raise GradingError(f"{self.folder}: {' depends on '.join((*below, name))}")
            question = question_named(self, name)
            for prerequisite in question.config.depends:
                want(prerequisite, (*below, name))
            wanted.setdefault(name, question)

        for name in names:
            want(name, ())
        return tuple(wanted.values())

    def beginning_with(self, names: Collection[str]) -> "Assignment":
        """Return the assignment with these questions first, in its own order; unchanged if any depends on another."""
        if any(question.config.depends for question in self.questions):
            return self
        return replace(self, questions=tuple(sorted(self.questions, key=lambda question: question.name not in names)))

    def only_cases(self, *specs: str, among: Sequence[str] = ()) -> "Assignment":
        """Return the assignment with some cases, each given by its name, as `q2/name`, or as the path of its file.

        among: the questions in which to look; none means all. Raise GradingError if there is no such case, or more
        than one.
        """
        questions = [question for question in self.questions if not among or question.name in among]
        wanted = [self._find_case(spec, questions) for spec in specs]
        parts = ((question, [case for case in question.cases if case in wanted]) for question in questions)
        chosen = tuple(replace(question, cases=tuple(cases)) for question, cases in parts if cases)
        return replace(self, questions=chosen, is_gated=False)

    def _find_case(self, spec: str, questions: Sequence[Question]) -> Case:
        parts = Path(spec.removesuffix(".test")).parts
        found = [
            (question, case)
            for question in questions
            for case in question.cases
            if (question.name, case.name)[-len(parts) :] == parts[-2:]
        ]
        if not found:
            raise GradingError(f"{self.folder}: {_unknown_case(parts[-2:], questions)}")
        if len(found) > 1:
            choices = ", ".join(f"{question.name}/{case.name}" for question, case in found)
            raise GradingError(f"{self.folder}: more than one case is called {spec!r}: {choices}")
        return found[0][1]


def _unknown_case(parts: Sequence[str], questions: Sequence[Question]) -> str:
    """Return the message for an unknown case; it suggests cases of the question that `parts` begin with, if any."""
    *question, name = parts
    message = f"unknown case {'/'.join(parts)!r}"
    if question and question[0] not in {each.name for each in questions}:
        return f"{message}; expected a case of {', '.join(each.name for each in questions)}"
    among = [each for each in questions if [each.name] == question or not question]
    cases = [(each.name, case.name) for each in among for case in each.cases]
    like = [case for case in cases if name in case[1]]
    if not like:
        near = nearest(name, {case for _, case in cases}, LIKENESS)
        like = [case for case in cases if case[1] == near]
    shown = ["/".join(case) for case in like or cases]
    if like:
        return f"{message}; did you mean {some_of([*map(repr, shown)], MOST_SUGGESTIONS)}?"
    return f"{message}; known: {some_of(shown, MOST_SUGGESTIONS) or 'none'}"


def question_named(assignment: Assignment, name: str) -> Question:
    for question in assignment.questions:
        if question.name == name:
            return question
    raise GradingError(f"{assignment.folder}: {unknown('question', name, [q.name for q in assignment.questions])}")


def load_assignment(
    folder: Path, wanted: Sequence[str] = (), *, only_wanted: bool = False, with_solutions: bool = True
) -> Assignment:
    """Read an assignment: the questions of its `order`, or else all questions, plus those in `wanted`.

    only_wanted: read only the questions in `wanted`. Everything is read before the grading starts, so that a broken
    file raises GradingError at once.
    """
    if not folder.is_dir():
        raise GradingError(f"{folder}: not a folder; expected one with a folder of cases for each question")
    known = sorted(path.parent.name for path in folder.glob("*/CONFIG"))
    if not known:
        raise GradingError(f"{folder}: no question here; expected folders such as q1, each with a file CONFIG")
    config = folder_config(folder)
    flaws = key_remarks(config.unknown_keys(FOLDER_KEYS))
    LatePolicy.from_config(config)  # not used here, but errors should show in every grading, not only on Gradescope
    order = _order(config, known)
    names = [] if only_wanted else list(order)
    for name in wanted:
        if name not in known:
            raise GradingError(f"{folder}: {unknown('question', name, known)}")
        if name not in names:
            names.append(name)
    questions = tuple(read_question(folder, name, with_solutions) for name in names)
    if not only_wanted:
        flaws += _late_prerequisites(folder, questions)
    return Assignment(folder, questions, flaws=tuple(flaws))


def _late_prerequisites(folder: Path, questions: Sequence[Question]) -> Iterator[str]:
    """Yield a remark for each question that is always skipped, because it is graded before one that it depends on."""
    graded: set[str] = set()
    for question in questions:
        for prerequisite in question.config.depends:
            if prerequisite not in graded:
                place = folder / question.name / "CONFIG"
                yield f"{place}: depends on {prerequisite!r}, which is not graded before it: it gives no points"
        graded.add(question.name)


def _order(config: CaseFile, known: Sequence[str]) -> Iterable[str]:
    if "order" not in config:
        return known
    order = config.required("order").split()
    for place, name in enumerate(order):
        if name not in known:
            raise config.error("order", unknown("question", name, known))
        if name in order[:place]:
            raise config.error("order", f"question {name!r} is named twice")
    return order


def read_question(folder: Path, name: str, with_solutions: bool = True) -> Question:
    """Read one question of the assignment in a folder."""
    file = CaseFile.read(folder / name / "CONFIG")
    unknown_keys = file.unknown_keys(QUESTION_KEYS)
    config = QuestionConfig.read(name, file)
    for prerequisite in config.depends:
        if not (folder / prerequisite / "CONFIG").is_file():
            raise file.error("depends", f"depends on {prerequisite!r}, which is not a question of {folder}")
    paths = sorted(
        (path for path in (folder / name).glob("*.test") if path.name[0] not in "#~."), key=lambda path: path.name
    )
    read = (read_case(path, folder, with_solutions) for path in paths)
    cases = tuple(case for case in read if case is not None)
    for case in cases:
        case.visibility = strictest(
            case.visibility, config.visibility, config.case_visibilities.get(case.name, VISIBLE)
        )
    for name in config.case_visibilities.keys() - {path.stem for path in paths}:
        raise file.error("visibility", unknown("case", name, [path.stem for path in paths]))
    unknown_keys += [key for case in cases for key in case.unknown_keys]
    best = [(case.best_result(), case.points) for case in cases]
    flaws = [flaw for case in cases for flaw in case.flaws]
    return Question(config, cases, (*key_remarks(unknown_keys), *points_remarks(config, file, best), *flaws))


def read_case(path: Path, folder: Path, with_solution: bool = True) -> Case | None:
    """Read a case of the assignment in `folder`; return None if it is disabled."""
    file = CaseFile.read(path)
    if file.is_true("disabled"):
        return None
    kind = CASE_CLASSES.get(file.required("class"))
    if kind is None:
        raise file.error("class", CASE_CLASSES.message(file.required("class")))
    unknown_keys = [] if kind.keys is None else file.unknown_keys(COMMON_KEYS | kind.keys)
    solution = _solution_of(path) if with_solution and kind.has_solution else None
    if solution is not None and kind.solution_keys is not None:
        unknown_keys += solution.unknown_keys(kind.solution_keys)
    case = kind(file, folder, solution)
    case.unknown_keys = unknown_keys
    if folder != OUR_OWN:  # ours are reviewed by the tests
        case.flaws = case.review()
    return case


def _solution_of(path: Path) -> CaseFile:
    solution = path.with_suffix(".solution")
    if not solution.is_file():
        raise GradingError(f"{solution}: no such file; --generate-solutions can write it")
    return CaseFile.read(solution)


def assignment_files(folder: Path) -> dict[str, Path]:
    """Return the files of an assignment, its cases and the layouts beside them, by their names in bundles."""
    cases = folder.resolve()
    files = {f"{cases.name}/{path.relative_to(cases).as_posix()}": path for path in plain_files(cases)}
    for beside in (cases.parent, cases.parent / "layouts"):  # the latter take precedence
        files |= {f"layouts/{path.name}": path for path in sorted(beside.glob("*.lay"))}
    return files


def plain_files(folder: Path) -> Iterator[Path]:
    """Yield the files below a folder in order, without byte code and hidden files."""
    for path in sorted(folder.rglob("*")):
        below = path.relative_to(folder).parts
        if path.is_file() and not any(part == "__pycache__" or part.startswith(".") for part in below):
            yield path


def generate_solutions(assignment: Assignment) -> Iterator[Path]:
    """Solve every case with the reference search and write the solution beside it; yield each file once written."""
    for case in assignment.cases:
        if case.has_solution:
            yield write_solution(case)


def write_solution(case: Case) -> Path:
    """Solve a case, write the solution beside it and return its path."""
    path = case.file.path.with_suffix(".solution")
    text = properties_text(case.solve(), f"The solution of {case.file.path.name}, from the reference.")
    write_whole(path, text, GradingError)
    return path
