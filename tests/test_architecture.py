"""Architecture rules: imports flow in one direction, and heavy modules are loaded only when needed."""

import ast
import os
import subprocess
import sys
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import TypeGuard

import pytest

from commands.cli import COMMANDS
from commands.handout.programs import PROGRAMS

ROOT = Path(__file__).parent.parent

# A package may import itself and those after it in this list; agents/search imports no other one.
PACKAGES = ["run", "commands", "lab", "autograder", "experiments", "jobs", "agents", "pacman"]
TEXTS = (".md", ".py", ".js", ".css", ".html", ".toml", ".yml")
HEAVY = ("numpy", "numba", "pygame", "PIL", "tqdm", "jinja2", "distributed", "gymnasium")


@cache
def imported(path: Path, type_checking: bool = True) -> set[str]:
    """Return the modules that a file imports, anywhere in the file."""
    tree = ast.parse(text_of(path))
    names: set[str] = set()
    for node in ast.walk(tree):
        if _is_for_types(node) and not type_checking:
            node.body = []
        elif isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return names


def _is_for_types(node: ast.AST) -> TypeGuard[ast.If]:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def files(package: str) -> list[Path]:
    return [ROOT / "run.py"] if package == "run" else sorted((ROOT / package).rglob("*.py"))


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def mentioning(*words: str) -> list[Path]:
    """Return the files of the product whose text has one of these words; only they can import a module of that name."""
    return [path for package in PACKAGES for path in files(package) if any(word in text_of(path) for word in words)]


def modules() -> dict[str, Path]:
    """Return the files of all modules of the product, by name."""
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for package in PACKAGES
        for path in files(package)
    }


def uses(path: Path, known: Collection[str], type_checking: bool = False) -> set[str]:
    """Return the modules of the product that a file imports, also lazily; those only for types if `type_checking`."""
    found: set[str] = set()
    pending: list[ast.AST] = [ast.parse(text_of(path))]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = (f"{node.module}.{alias.name}" for alias in node.names)
            found.update(name if name in known else node.module for name in names)
        elif type_checking or not _is_for_types(node):
            pending += ast.iter_child_nodes(node)
    return found & set(known)


def test_no_module_imports_itself_by_a_detour() -> None:
    """Lazy imports and imports for types count. Remove modules that import no remaining one: only cycles are left."""
    known = modules()
    left = {name: uses(path, known, True) - {name} for name, path in known.items() if path.name != "__main__.py"}
    while free := [name for name, needs in left.items() if not needs & left.keys()]:
        for name in free:
            del left[name]
    assert not left


def test_the_process_of_a_students_code_knows_the_world_and_the_channel_alone() -> None:
    """The child process must not contain our searches, answers or reports."""
    allowed = ("pacman", "autograder.child", "autograder.channel", "autograder.failures")
    known = modules()
    pending, reached = ["autograder.child.service"], set()
    while pending:
        name = pending.pop()
        if name not in reached:
            reached.add(name)
            pending += uses(known[name], known)
    assert not {name for name in reached if not name.startswith(allowed)}
    assert not {name for name in reached if name.startswith("pacman.display")}


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_flow_one_way(package: str) -> None:
    above = PACKAGES[: PACKAGES.index(package)]
    for path in files(package):
        if path.name == "__main__.py":
            continue  # `python -m pacman` is an entry point, like run.py
        strangers = {name for name in imported(path) if name.split(".")[0] in above}
        assert not strangers, f"{path.relative_to(ROOT)} imports {strangers}"


def test_the_search_library_imports_nothing_of_ours() -> None:
    for path in (ROOT / "agents" / "search").rglob("*.py"):
        ours = {
            name for name in imported(path) if name.split(".")[0] in PACKAGES and not name.startswith("agents.search")
        }
        assert not ours, f"{path.name} imports {ours}"


def test_pygame_is_imported_in_one_file_under_the_display() -> None:
    users = [path for path in mentioning("pygame") if "pygame" in imported(path, type_checking=False)]
    assert users == [ROOT / "pacman" / "display" / "draw" / "__init__.py"]


def test_pages_are_made_in_two_places() -> None:
    for path in mentioning("jinja2", "markupsafe"):
        is_allowed = path.is_relative_to(ROOT / "pacman" / "display" / "web") or path.parent.name == "reporters"
        assert is_allowed or not {"jinja2", "markupsafe"} & imported(path), path


def test_watching_needs_no_pictures() -> None:
    for path in (ROOT / "pacman" / "display" / "watch").glob("*.py"):
        pictures = tuple(f"pacman.display.{name}" for name in ("draw", "viewer", "web", "window"))
        drawing = {name for name in imported(path) if name.startswith(pictures)}
        assert not drawing, f"{path.name} imports {drawing}"


def test_the_compiler_is_known_in_one_folder() -> None:
    """Imports by name, as strings, count, too."""
    for path in mentioning("numba", "llvmlite"):
        texts = {node.value for node in ast.walk(ast.parse(text_of(path))) if isinstance(node, ast.Constant)}
        named = {str(name).split(".")[0] for name in (imported(path) | texts)}
        assert not named & {"numba", "llvmlite"} or path.parent == ROOT / "agents" / "kernel" / "machine", path


def test_the_cluster_is_known_in_one_folder() -> None:
    for path in mentioning("distributed", "dask", "cloudpickle"):
        named = {name.split(".")[0] for name in imported(path)} & {"distributed", "dask", "cloudpickle"}
        assert not named or path.parent == ROOT / "jobs" / "cluster", path


def test_environments_are_known_in_one_folder() -> None:
    """`pacman/envs.py` only registers them: it names the environments as strings."""
    for path in mentioning("gymnasium", "pettingzoo"):
        named = {name.split(".")[0] for name in imported(path)} & {"gymnasium", "pettingzoo"}
        is_register = path == ROOT / "pacman" / "envs.py" and named == {"gymnasium"}
        assert not named or is_register or path.parent == ROOT / "experiments" / "environments", path


LIGHT = [
    "import pacman",
    "import agents",
    "import pacman.display.geometry, pacman.display.watch.playlist",
    "from commands.cli import main; main(['--help'])",
    "from commands.cli import main; main(['layouts'])",
    "from commands.cli import main; main(['agents'])",
    "from commands.cli import main; main(['-q', '-l', 'trap', '-p', 'PathAgent', '--max-moves', '10'])",
]


def test_nothing_heavy_is_loaded_for_light_work() -> None:
    """One process runs all of these and reports the loaded modules after each."""
    loaded = f"print('LOADED', [name for name in {HEAVY} if name in sys.modules])"
    check = "\n".join(["import sys", *(f"{code}\n{loaded}" for code in LIGHT)])
    result = subprocess.run([sys.executable, "-c", check], cwd=ROOT, capture_output=True, text=True, check=True)
    reports = [line for line in result.stdout.splitlines() if line.startswith("LOADED")]
    assert dict(zip(LIGHT, reports, strict=True)) == dict.fromkeys(LIGHT, "LOADED []")


def test_names_of_agents_are_known_without_what_reads_plugins_and_words_errors() -> None:
    names = ["inspect", "difflib", "hashlib", "pacman.errors", "pacman.plugins"]
    check = f"import sys, agents; print('AlphaBetaAgent' in agents.AGENTS, [n for n in {names} if n in sys.modules])"
    result = subprocess.run([sys.executable, "-c", check], cwd=ROOT, capture_output=True, text=True, check=True)
    assert result.stdout == "True []\n"


def test_help_imports_neither_agents_nor_games_nor_the_grader() -> None:
    """`--help` of every command must answer at once."""
    check = f"""
import contextlib, io, sys
from commands.cli import COMMANDS, main
from commands.handout.programs import autograder, pacman
for command in (*COMMANDS, pacman, autograder):
    with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()):
        main([command, "--help"]) if command in COMMANDS else command(".", ["--help"])
    late = {(*HEAVY, "agents.loading", "experiments.batch.runner", "autograder.assignment.assignment", "pacman.game")}
    print([name for name in late if name in sys.modules])
"""
    result = subprocess.run([sys.executable, "-c", check], cwd=ROOT, capture_output=True, text=True, check=True)
    assert result.stdout.splitlines() == ["[]"] * (len(COMMANDS) + len(PROGRAMS))


def test_no_merge_was_left_half_done() -> None:
    ours = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if not name.startswith(".") and name != "node_modules"]
        ours += [Path(folder, name) for name in names if name.endswith(TEXTS) and not name.startswith(".")]
    assert ROOT / "README.md" in ours
    assert Path(__file__) in ours
    for path in ours:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
        assert not any(line.startswith(("<" * 7 + " ", ">" * 7 + " ")) for line in lines), path
