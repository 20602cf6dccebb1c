"""Build the lab: one HTML file with the page, Pyodide, the engine and a course's template, cases and mazes.

The file needs no network. Its Content-Security-Policy allows its own script, workers made from blobs and WebAssembly,
and no connection at all.
"""

import base64
import gzip
import io
import json
import re
import shutil
import subprocess
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from hashlib import sha256
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from agents.registry import AGENTS, GHOSTS
from lab.practice import practice_assignment, questions_data
from pacman.display.messages import LANGUAGES, Words
from pacman.display.web.assets import EVERY_SHEET, data_block, policy_hash, script_words, style_sheet
from pacman.display.web.game_data import player_words
from pacman.display.web.shapes import figure_symbols, maze_path
from pacman.errors import PacmanError
from pacman.files import read_text, write_files
from pacman.layout import Layout
from pacman.packages import ROOT

FOLDER: Final = ROOT / "lab"
NPM: Final = FOLDER / "node_modules"
PYODIDE: Final = NPM / "pyodide"
PACKAGES: Final = ("pacman", "agents", "autograder", "jobs", "lab", "layouts")  # the engine in the file
ENGINE_FILES: Final = frozenset((".py", ".lay", ".json", ".test", ".solution", ""))
NOT_SHIPPED: Final = (
    "node_modules",
    "page",
    "__pycache__",
    "draw",
    "static",
    "templates",
    "licences",
    "package-lock.json",
)
LARGEST_LAB: Final = 40_000_000  # bytes of a file that may be the base of another
EXPECTED: Final = "a file that `lab` has written"
BUNDLE_SECONDS: Final = 300
GENERATOR: Final = re.compile(r'<meta name="generator" content="pacman-search lab ([0-9a-f]{16})">')
COURSE: Final = re.compile(r'<script type="application/json" id="course">([^<]*)</script>')
LANGUAGE: Final = re.compile(r'<html lang="[a-z]+">')


@dataclass(frozen=True)
class Course:
    """The parts of a lab that a teacher can replace: texts by file name. The first of `files` is the template."""

    files: Mapping[str, str]
    layouts: Mapping[str, str]
    cases: Mapping[str, str] = field(default_factory=dict)
    language: str = "en"


def build_lab(course: Course) -> str:
    """Return a new lab; raise PacmanError if the parts that come from npm are missing or cannot be bundled."""
    _check_npm_parts()
    bundle = _bundle()
    parts = {
        "wasm": (PYODIDE / "pyodide.asm.wasm").read_bytes(),
        "stdlib": _plain_zip(PYODIDE / "python_stdlib.zip"),
        "engine": json.dumps(dict(_engine_files())).encode(),
        "lock": json.dumps(_lock()).encode(),
        "worker": bundle["worker"].encode(),
        "licences": _licences(bundle["packages"]).encode(),
    }
    style = style_sheet(*EVERY_SHEET) + (FOLDER / "page" / "lab.css").read_text(encoding="utf-8")
    code = bundle["page"].replace("</script", "<\\/script").replace("<!--", "<\\!--")
    policy = (
        f"default-src 'none'; script-src {policy_hash(code)} blob: 'wasm-unsafe-eval'; worker-src blob:; "
        f"style-src {policy_hash(style)}; img-src data:; base-uri 'none'; form-action 'none'"
    )
    digest = sha256(b"".join(parts.values()) + code.encode() + style.encode()).hexdigest()[:16]
    values = {
        "policy": policy,
        "digest": digest,
        "icon": _icon(),
        "style": style,
        "symbols": figure_symbols(),
        "parts": "\n".join([_catalogue(), *(_part(name, content) for name, content in parts.items())]),
        "course": _course_block(course, digest),
        "code": code,
        "language": course.language,
    }
    template = (FOLDER / "page" / "lab.html").read_text(encoding="utf-8")
    return re.sub(r"\{(\w+)\}", lambda found: values[found[1]], template)


def rebuild_lab(base: Path, changes: Mapping[str, Any]) -> str:
    """Return an existing lab with some fields of its course replaced; raise PacmanError if the file is not a lab."""
    text = read_text(base, LARGEST_LAB, PacmanError, EXPECTED)
    generator, block = GENERATOR.search(text), COURSE.search(text)
    if not generator or not block:
        raise PacmanError(f"{base}: not a lab; expected {EXPECTED}")
    try:
        stored = json.loads(block[1])
        old = {each.name: stored[each.name] for each in fields(Course) if each.name in stored}
        course = replace(Course(**old), **changes)
    except (ValueError, TypeError, AttributeError) as error:
        raise PacmanError(f"{base}: the data of its course is damaged; expected {EXPECTED}") from error
    start, end = block.span()
    text = f"{text[:start]}{_course_block(course, generator[1])}{text[end:]}"
    return LANGUAGE.sub(f'<html lang="{course.language}">', text, count=1)


def can_build() -> bool:
    """True if the parts that come from npm are installed."""
    return all(path.exists() for path in (PYODIDE / "pyodide.asm.wasm", NPM / "codemirror", NPM / "esbuild"))


def _check_npm_parts() -> None:
    if not (FOLDER / "package-lock.json").is_file():
        raise PacmanError("an installed package has no npm parts; use --base BUILT.html, or `lab` in a checkout")
    if shutil.which("node") is None:
        raise PacmanError("node is missing; install Node.js 20 or newer with npm, or use --base BUILT.html")
    if not can_build():
        raise PacmanError("the npm parts are missing; run `npm ci --prefix lab` once, or use --base BUILT.html")


def _bundle() -> dict[str, Any]:
    """Return the scripts of page and worker, and the names of the packages in them."""
    command = ["node", str(FOLDER / "bundle.mjs")]
    try:
        result = subprocess.run(command, capture_output=True, timeout=BUNDLE_SECONDS, check=True)
    except subprocess.CalledProcessError as error:
        first = error.stderr.decode(errors="replace").strip().partition("\n")[0]
        raise PacmanError(f"{FOLDER / 'bundle.mjs'}: esbuild failed: {first}") from error
    except (OSError, subprocess.TimeoutExpired) as error:
        raise PacmanError(f"{FOLDER / 'bundle.mjs'}: cannot be run: {error}") from error
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def _plain_zip(path: Path) -> bytes:
    """Return a zip file without compression: the whole is compressed once, which makes it smaller."""
    stored = io.BytesIO()
    with zipfile.ZipFile(path) as packed, zipfile.ZipFile(stored, "w") as plain:
        for entry in packed.infolist():
            plain.writestr(zipfile.ZipInfo(entry.filename), packed.read(entry))
    return stored.getvalue()


def _engine_files() -> Iterator[tuple[str, str]]:
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*")):
            part = path.relative_to(ROOT)
            if path.is_file() and path.suffix in ENGINE_FILES and not set(part.parts) & set(NOT_SHIPPED):
                yield part.as_posix(), path.read_text(encoding="utf-8")


def _lock() -> dict[str, Any]:
    """Return Pyodide's lock file without packages: the lab has none."""
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))
    return {"info": lock["info"], "packages": {}}


def _licences(packages: list[str]) -> str:
    """Return the licences of this project and of every component in the file."""
    texts = {"pacman-search": _licence_in(ROOT)}
    for package in packages:
        facts = json.loads((NPM / package / "package.json").read_text(encoding="utf-8"))
        texts[f"{package} {facts['version']}"] = _licence_in(NPM / package)
    for path in sorted((FOLDER / "licences").glob("*.txt")):
        texts[path.stem] = path.read_text(encoding="utf-8")
    return "\n\n".join(f"{name}\n{'=' * len(name)}\n\n{text.strip()}" for name, text in texts.items() if text)


def _licence_in(folder: Path) -> str:
    found = sorted(folder.glob("LICEN[CS]E*"))
    return found[0].read_text(encoding="utf-8") if found else ""


def _part(name: str, content: bytes) -> str:
    packed = base64.b64encode(gzip.compress(content, 9, mtime=0)).decode()
    return f'<script type="application/octet-stream" id="{name}">{packed}</script>'


def _catalogue() -> str:
    """Return the names of built-in agents and ghosts, and the messages of the player; a person needs no agent."""
    data = {
        "agents": [name for name in AGENTS.builtin if name not in ("KeyboardAgent", "PolicyAgent")],
        "ghosts": list(GHOSTS.builtin),
        "words": {language: player_words(Words(language)) for language in LANGUAGES},
        "views": {language: _view_words(Words(language)) for language in LANGUAGES},
    }
    return data_block("catalogue", json.dumps(data, separators=(",", ":")))


def _view_words(words: Words) -> dict[str, str]:
    """Return the messages of failed cases and of decisions."""
    return script_words(words, "grade_page") | script_words(words, "search_page")


def _course_block(course: Course, engine: str) -> str:
    """Return the data of a course; its digest distinguishes this lab from others that a browser has stored work of."""
    content = asdict(course)
    text = json.dumps(content, sort_keys=True)
    digest = sha256(f"{engine}{text}".encode()).hexdigest()[:16]
    walls = {name: maze_path(Layout.from_text(maze, name)) for name, maze in course.layouts.items()}
    shown = {**content, "walls": walls, "questions": _questions(course), "digest": digest}
    return data_block("course", json.dumps(shown, separators=(",", ":")))


def _questions(course: Course) -> list[dict[str, Any]]:
    """Return the questions for practice, which the page lists before Python has started."""
    with TemporaryDirectory() as folder:
        write_files(Path(folder), course.cases)
        return questions_data(practice_assignment(Path(folder)))


def _icon() -> str:
    picture = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 16 16">'
        '<path fill="#ffd926" stroke="#7a5c00" stroke-width=".6" d="M0 0L5.6-4.2A7 7 0 1 0 5.6 4.2Z"/></svg>'
    )
    return escape(f"data:image/svg+xml;base64,{base64.b64encode(picture.encode()).decode()}")
