"""Students as course systems name them."""

import unicodedata
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal, get_args

# The kind of a student's id. Ids of different kinds are never compared: the number 77 of one system may be another
# student's in the next one. "" is an id of unknown kind, such as the name of a file.
IdKind = Literal["canvas", "moodle", "sid", "email", ""]
ID_KINDS: Final[tuple[IdKind, ...]] = get_args(IdKind)


@dataclass(frozen=True)
class Student:
    """A student with an id that a gradebook knows; name and email are empty if unknown."""

    id: str
    kind: IdKind = ""
    name: str = ""
    email: str = ""

    def data(self) -> dict[str, str]:
        """Return the student as plain data, without what is unknown."""
        return {key: value for key, value in asdict(self).items() if value}

    @classmethod
    def read(cls, data: dict[str, Any]) -> "Student":
        """Return the student from the data of `data`; raise KeyError, TypeError or ValueError for other data."""
        texts = {key: data.get(key, "") for key in ("id", "kind", "name", "email")}
        if not data["id"] or not all(isinstance(text, str) for text in texts.values()):
            raise ValueError("not a student: expected an id, and texts")
        kind = ID_KINDS[ID_KINDS.index(texts.pop("kind"))]
        return cls(kind=kind, **texts)


def folded(text: str) -> str:
    """Return a text for comparison: two texts that people take for the same are equal."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
