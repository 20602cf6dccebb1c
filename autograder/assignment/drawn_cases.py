"""Fresh cases as plain data, which can be stored and sent to workers."""

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from autograder.assignment.case_files import CaseFile, properties_text
from autograder.case_types.case import Case

_LEVEL: Final = 9  # of compression


@dataclass(frozen=True)
class DrawnCase:
    """The texts of a fresh case: its `.test` file, and its `.solution` file if it has one."""

    test: str
    solution: str | None = None

    @classmethod
    def of(cls, values: Mapping[str, str], answers: Mapping[str, str] | None = None) -> "DrawnCase":
        """Return a case with these properties and answers."""
        return cls(properties_text(values), None if answers is None else properties_text(answers))

    def in_place_of(self, old: Case) -> Case:
        """Return this case as a replacement of another one, under a similar name, with its folder and visibility."""
        path = old.file.path.with_name(f"fresh-{old.name}.test")
        answers = self.solution
        solution = None if answers is None else CaseFile.from_text(answers, path.with_suffix(".solution"))
        fresh = type(old)(CaseFile.from_text(self.test, path), old.folder, solution)
        fresh.visibility = old.visibility
        return fresh


@dataclass(frozen=True)
class DrawnSet:
    """The fresh cases of each question, by its name, in the order of the cases that they replace."""

    questions: Mapping[str, tuple[DrawnCase, ...]]

    def to_bytes(self) -> bytes:
        texts = {name: [[case.test, case.solution] for case in cases] for name, cases in self.questions.items()}
        return zlib.compress(json.dumps(texts).encode(), _LEVEL)

    @classmethod
    def from_bytes(cls, content: bytes) -> "DrawnSet":
        texts = json.loads(zlib.decompress(content))
        return cls({name: tuple(DrawnCase(*case) for case in cases) for name, cases in texts.items()})
