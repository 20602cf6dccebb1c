"""An assignment: a folder with a CONFIG, a folder for each question, and in each of those its cases."""

from collections.abc import Iterable, Iterator, Sequence
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
from pacman.errors import unknown
from pacman.files import write_whole

FOLDER_KEYS: Final = LATE_KEYS | {"order"}
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
    """The questions to be graded, in order. `is_gated`: unsolved prerequisites make a question be skipped."""

    folder: Path
    questions: tuple[Question, ...]
    is_gated: bool = True
    flaws: tuple[str, ...] = ()  # remarks for the teacher on the CONFIG of the folder

    @property
    def num_cases(self) -> int:
        return sum(len(question.cases) for question in self.questions)

    def case_texts(self) -> dict[str, str]:
        """What the files of the cases say, by their paths."""
        return {
            case.path: "\n".join(f"{key}: {value}" for key, value in case.file.values.items())
            for question in self.questions
            for case in question.cases
        }

    @property
    def remarks(self) -> list[str]:
        """Remarks for the teacher: on the files as they were read, and what is in `remarks_for_students`."""
        of_questions = (remark for question in self.questions for remark in question.flaws)
        of_agents = agent_remarks(self.folder, self._cases())
        return list(dict.fromkeys([*self.flaws, *of_questions, *of_agents, *self.remarks_for_students]))

    @property
    def remarks_for_students(self) -> list[str]:
        """Remarks that do not speak of what the teacher wrote, or has hidden: questions without cases, other mazes."""
        empty = [f"{self.folder / each.name}: a question without cases" for each in self.questions if not each.cases]
        return list(dict.fromkeys([*empty, *(remark for case in self._cases() for remark in case.remarks)]))

    def _cases(self) -> Iterator[Case]:
        return (case for question in self.questions for case in question.cases)

    def only(self, name: str) -> "Assignment":
        """One question after all it depends on; none of them is skipped."""
        return replace(self, questions=self._with_prerequisites(name), is_gated=False)

    def _with_prerequisites(self, name: str) -> tuple[Question, ...]:
        wanted: dict[str, Question] = {}

        def want(name: str, below: tuple[str, ...]) -> None:
            if name in below:
                raise GradingError(f"{self.folder}: {' depends on '.join((*below, name))}")
            question = question_named(self, name)
            for prerequisite in question.config.depends:
                want(prerequisite, (*below, name))
            wanted.setdefault(name, question)

        want(name, ())
        return tuple(wanted.values())

    def only_case(self, spec: str) -> "Assignment":
        """One case, by its name, as `q2/name`, or as the path of its file."""
        parts = Path(spec.removesuffix(".test")).parts
        found = [
            (question, case)
            for question in self.questions
            for case in question.cases
            if (question.name, case.name)[-len(parts) :] == parts[-2:]
        ]
        if not found:
            names = [f"{question.name}/{case.name}" for question in self.questions for case in question.cases]
            raise GradingError(f"{self.folder}: {unknown('case', '/'.join(parts[-2:]), names)}")
        if len(found) > 1:
            choices = ", ".join(f"{question.name}/{case.name}" for question, case in found)
            raise GradingError(f"{self.folder}: more than one case is called {spec!r}: {choices}")
        question, case = found[0]
        return replace(self, questions=(replace(question, cases=(case,)),), is_gated=False)


def question_named(assignment: Assignment, name: str) -> Question:
    for question in assignment.questions:
        if question.name == name:
            return question
    raise GradingError(f"{assignment.folder}: {unknown('question', name, [q.name for q in assignment.questions])}")


def load_assignment(
    folder: Path, wanted: Sequence[str] = (), *, only_wanted: bool = False, with_solutions: bool = True
) -> Assignment:
    """Read an assignment: the questions of its order, or else all, and those wanted by name besides, or those alone.

    Everything is read before anything is graded, so that a broken file is told at once.
    """
    if not folder.is_dir():
        raise GradingError(f"{folder}: not a folder; expected one with a folder of cases for each question")
    known = sorted(path.parent.name for path in folder.glob("*/CONFIG"))
    if not known:
        raise GradingError(f"{folder}: no question here; expected folders such as q1, each with a file CONFIG")
    config = folder_config(folder)
    flaws = key_remarks(config.unknown_keys(FOLDER_KEYS))
    LatePolicy.from_config(config)  # checked by every grading, not only on Gradescope
    order = _order(config, known)
    names = [] if only_wanted else list(order)
    for name in wanted:
        if name not in known:
            raise GradingError(f"{folder}: {unknown('question', name, known)}")
        if name not in names:
            names.append(name)
    questions = tuple(read_question(folder, name, with_solutions) for name in names)
    return Assignment(folder, questions, flaws=tuple(flaws))


def _order(config: CaseFile, known: Sequence[str]) -> Iterable[str]:
    if "order" not in config:
        return known
    order = config.required("order").split()
    for name in order:
        if name not in known:
            raise config.error("order", unknown("question", name, known))
    return order


def read_question(folder: Path, name: str, with_solutions: bool = True) -> Question:
    """One question of the assignment in a folder."""
    file = CaseFile.read(folder / name / "CONFIG")
    unknown_keys = file.unknown_keys(QUESTION_KEYS)
    config = QuestionConfig.read(name, file)
    for prerequisite in config.depends:
        if not (folder / prerequisite / "CONFIG").is_file():
            raise file.error("depends", f"depends on {prerequisite!r}, which is no question of {folder}")
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
    """A case of the assignment in `folder`; None for one that is disabled."""
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
    case.flaws = case.review()
    return case


def _solution_of(path: Path) -> CaseFile:
    solution = path.with_suffix(".solution")
    if not solution.is_file():
        raise GradingError(f"{solution}: no such file; --generate-solutions can write it")
    return CaseFile.read(solution)


def assignment_files(folder: Path) -> dict[str, Path]:
    """Return the files of an assignment by the names that they travel under: its cases and the layouts beside them."""
    cases = folder.resolve()
    files = {f"{cases.name}/{path.relative_to(cases).as_posix()}": path for path in plain_files(cases)}
    for beside in (cases.parent, cases.parent / "layouts"):  # the latter come first
        files |= {f"layouts/{path.name}": path for path in sorted(beside.glob("*.lay"))}
    return files


def plain_files(folder: Path) -> Iterator[Path]:
    """Yield the files below a folder in order, without byte code and hidden files."""
    for path in sorted(folder.rglob("*")):
        below = path.relative_to(folder).parts
        if path.is_file() and not any(part == "__pycache__" or part.startswith(".") for part in below):
            yield path


def generate_solutions(assignment: Assignment) -> Iterator[Path]:
    """Solve every case by the reference and write the solution beside it; yield each file when it is written."""
    for question in assignment.questions:
        for case in question.cases:
            if case.has_solution:
                yield write_solution(case)


def write_solution(case: Case) -> Path:
    """Solve a case and write the solution beside it."""
    path = case.file.path.with_suffix(".solution")
    text = properties_text(case.solve(), f"The solution of {case.file.path.name}, from the reference.")
    write_whole(path, text, GradingError)
    return path
