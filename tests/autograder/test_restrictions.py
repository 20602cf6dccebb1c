"""Restrictions of a student's code: the name of each tier, what is in force, and what is reported as missing."""

import gc
import os
import secrets
import site
import subprocess
import sys
import weakref
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from autograder.assignment.assignment import Assignment
from autograder.child import service
from autograder.child.readable_places import CLOSED_PACKAGES, readable_places
from autograder.child.restrictions import LANDLOCK, RESTRICTIONS, SECCOMP, USER
from autograder.errors import GradingError
from autograder.failures import StudentFailure
from autograder.results import Grade
from autograder.sandbox import sandbox as sandbox_module
from autograder.sandbox.child_messages import Answer
from autograder.sandbox.fair_clock import Deadline, FairClock
from autograder.sandbox.isolation import INSIDE, OPEN_FILES, isolation_of_all, isolation_tier, require_strict
from autograder.sandbox.sandbox import Sandbox, spare_user
from autograder.sandbox.sandbox_pool import SandboxPool
from autograder.student.limits import Limits
from commands import cli
from commands.shared.exit_codes import BAD_INPUT
from pacman.errors import InternalError
from pacman.packages import ROOT
from tests.conftest import a_third
from tests.wording import assert_refusal

SUBMISSIONS = Path(__file__).parent / "submissions"
LIMITS = Limits(memory=2**28, disk=2**24, files=100)
Grader = Callable[..., Grade]
ABSENT = "the kernel is too old"
STANDS = dict.fromkeys(RESTRICTIONS, "")
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="the restrictions are Linux's")


@pytest.mark.parametrize(
    ("lacking", "name", "told"),
    [
        ((), "strict+user", ""),
        ((USER,), "strict", ""),
        ((LANDLOCK,), "process+seccomp+user", "may read or change your files"),
        ((SECCOMP, USER), "process+landlock", "stop or alter the grader; seccomp: the kernel is too old"),
        (RESTRICTIONS, "process", "may read or change your files"),
    ],
)
def test_tiers_say_what_is_not_protected(lacking: tuple[str, ...], name: str, told: str) -> None:
    isolation = isolation_tier(STANDS | dict.fromkeys(lacking, ABSENT))
    assert isolation.name == name
    assert told in " ".join(isolation.missing)
    assert isolation.is_strict == name.startswith("strict")


def test_machines_together_protect_no_more_than_each_of_them() -> None:
    best, less = isolation_tier(STANDS), isolation_tier(STANDS | {LANDLOCK: ABSENT})
    for together in (isolation_of_all([best, less, less]), isolation_of_all([less, best])):
        assert together.name == ", ".join(sorted([best.name, less.name]))
        assert together.missing == less.missing != ()
    assert isolation_of_all([best, best]) == best


def test_strict_refuses_what_is_less() -> None:
    require_strict(isolation_tier(STANDS | {USER: ABSENT}))
    for less in (isolation_tier(STANDS | {LANDLOCK: ABSENT}), isolation_tier(STANDS | {SECCOMP: ABSENT}), INSIDE):
        with pytest.raises(GradingError, match="isolation strict is not available here: .*--isolation auto"):
            require_strict(less)


def test_the_command_refuses_before_anything_is_graded(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    unrestricted = "autograder.sandbox.sandbox_pool.open_pool"
    monkeypatch.setattr(unrestricted, lambda isolation, limits: closing(SandboxPool(limits, restrictions=())))
    assert cli.main(["grade", str(SUBMISSIONS / "recursive_pairs.py"), "--isolation", "strict"]) == BAD_INPUT
    out, err = capsys.readouterr()
    assert out == ""
    assert f"isolation strict is not available here: {OPEN_FILES}" in err


@on_linux
@pytest.mark.parametrize("wanted", [RESTRICTIONS, (LANDLOCK, SECCOMP), (LANDLOCK,), (SECCOMP,), ()])
def test_each_process_tries_its_restrictions(wanted: tuple[str, ...]) -> None:
    sandbox = Sandbox(LIMITS, wanted)
    try:
        sandbox.wait_until_ready()
        for name in RESTRICTIONS:
            assert (sandbox.restrictions[name] == "not wanted") == (name not in wanted)
    finally:
        sandbox.end()


def test_a_grading_does_not_go_on_behind_less(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = SandboxPool(LIMITS)
    try:
        pool.isolation()
        pool.take().end()
        monkeypatch.setattr(pool, "_restrictions", ())
        with pytest.raises(InternalError, match="no longer those in force"):
            pool.take()
    finally:
        pool.close()


def test_installed_among_other_packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other packages can be read, our closed packages cannot, and the folder that contains them can be listed."""
    for name in (*CLOSED_PACKAGES, "pacman", "layouts", "numpy"):
        (tmp_path / name).mkdir()
    (tmp_path / "six.py").write_text("")
    (tmp_path / "link").symlink_to(tmp_path / "autograder")
    monkeypatch.setattr(site, "getsitepackages", lambda: [str(tmp_path)])
    readable, listable = readable_places(tmp_path)
    ours = {path.name for path in readable if path.parent == tmp_path}
    assert ours == {"pacman", "layouts", "numpy", "six.py"}
    assert tmp_path in listable
    assert not any(place in (tmp_path, *tmp_path.parents) for place in readable)


def test_another_copy_among_the_packages_is_closed_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For a grading from a checkout, with a copy installed in the environment or in the Python that it is based on."""
    packages, base = tmp_path / "packages", tmp_path / "base" / "lib" / "python3.11" / "site-packages"
    for name in (*CLOSED_PACKAGES, "pacman", "numpy"):
        (packages / name).mkdir(parents=True)
        (base / name).mkdir(parents=True)
    monkeypatch.setattr(site, "getsitepackages", lambda: [str(packages)])
    monkeypatch.setattr(sys, "base_prefix", str(tmp_path / "base"))
    readable, _ = readable_places()
    for package in CLOSED_PACKAGES:
        for folder in (packages, base):
            assert not {folder / package, *(folder / package).parents} & {*readable}
            assert folder / "numpy" in readable


@pytest.mark.parametrize("is_enabled", [True, False])
def test_packages_below_the_home_of_the_grader(
    is_enabled: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, closed: Sandbox
) -> None:
    """Packages of `pip install --user` are found if the grader finds them, although the process has another home."""
    (tmp_path / "packages").mkdir()
    monkeypatch.setattr(site, "ENABLE_USER_SITE", is_enabled)
    monkeypatch.setattr(site, "USER_BASE", str(tmp_path))
    monkeypatch.setattr(site, "USER_SITE", str(tmp_path / "packages"))
    assert (tmp_path / "packages" in readable_places()[0]) == is_enabled
    environment = closed._environment()
    assert environment.get("PYTHONUSERBASE") == (str(tmp_path) if is_enabled else None)
    assert environment.get("PYTHONNOUSERSITE") == (None if is_enabled else "1")


def test_a_checkout_is_closed_but_for_the_engine() -> None:
    readable, _ = readable_places()
    inside = {path.relative_to(ROOT).parts[0] for path in readable if ROOT in path.parents}
    assert {"pacman", "layouts"} <= inside
    assert not inside & {*CLOSED_PACKAGES, "tests", "benchmarks"}
    assert not any(place in (ROOT, *ROOT.parents) for place in readable)


@pytest.fixture
def closed() -> Iterator[Sandbox]:
    sandbox = Sandbox(LIMITS)
    sandbox.wait_until_ready()
    if sandbox.restrictions[LANDLOCK] or sandbox.restrictions[SECCOMP]:
        pytest.skip("this system has no such restrictions")
    yield sandbox
    sandbox.end()


def load(sandbox: Sandbox, code: str) -> Answer:
    sandbox.put_files({"code.py": code.encode()})
    return sandbox.ask({"ask": "load", "file": "code.py"}, 10, Deadline(FairClock(), float("inf")))


HONEST = """
import os, threading, tempfile, sqlite3, ctypes, decimal, random
import numpy, util, layout, pacman, game, ghostAgents, pacmanAgents
open(os.devnull, "w").write("x")
open("notes", "w").write("x"); os.rename("notes", "other"); os.mkdir("cache"); os.remove("other")
with tempfile.TemporaryFile() as file: file.write(b"x")
base = sqlite3.connect("file:base?nolock=1", uri=True); base.execute("create table t (x)"); base.commit()
thread = threading.Thread(target=print, args=("in a thread",)); thread.start(); thread.join()
print((numpy.ones((200, 200)) @ numpy.ones((200, 200))).sum(), len(os.urandom(4)), bool(layout.getLayout("small")))
"""


def test_honest_work_is_not_hindered(closed: Sandbox) -> None:
    reply = load(closed, HONEST)
    assert reply.failure is None, reply
    assert closed.take_output().split("\n")[:2] == ["in a thread", "8000000.0 4 True"]


@on_linux
@pytest.mark.parametrize("name", a_third(["wrong_prunes_on_equality", "recursive_pairs", "right_numpy_arrays"]))
def test_every_tier_judges_alike(
    name: str, short_assignment: Assignment, grade_isolated: Grader, grade_in_process: Grader
) -> None:
    path = SUBMISSIONS / f"{name}.py"
    plain = grade_in_process(path, short_assignment)
    for restrictions in (RESTRICTIONS, (LANDLOCK, SECCOMP), ()):
        graded = grade_isolated(path, short_assignment, restrictions=restrictions)
        for isolated, inside in zip(graded.questions, plain.questions, strict=True):
            assert isolated.points == inside.points
            assert [case.message for case in isolated.cases] == [case.message for case in inside.cases]


# A path too long to be followed; a folder into which only root can look; files without a name.
LONG_PATH = "import os\nn = 0\nfor _ in range(18):\n  os.mkdir('x' * 250); os.chdir('x' * 250)"
UNLISTED = "import os\nn = 0\nos.mkdir('d', 0o300); os.chdir('d')"
NAMELESS = """
import os
kept = [open(f"f{n}", "wb", buffering=0) for n in range(20)]
for n, file in enumerate(kept):
    os.unlink(f"f{n}"); file.write(b"x" * 2**20)
"""
# One page of each is mapped, so that it needs to be neither named nor open; Python's own mapping keeps a file open.
MAPPED = """
import ctypes, os
mmap = ctypes.CDLL(None).mmap
def keep(n):
    file = os.open("f", os.O_RDWR | os.O_CREAT)
    os.write(file, b"x" * 2**20)
    mmap(None, ctypes.c_size_t(4096), 1, SHARING, file, ctypes.c_long(0)); os.close(file); os.unlink("f")
for n in range(20):
    keep(n)
"""


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("n = 0\nwhile True:\n  open(f'f{n}', 'w').close(); n += 1", "has written more than 100 files"),
        ("n = 0\nwhile True:\n  open(f'f{n % 90}', 'wb').write(b'x' * 2**20); n += 1", "more than 16 MB of files"),
        ("import os\nwhile True:\n  os.mkdir('d'); os.chdir('d')", "more than 20 folders inside one another"),
        (f"{LONG_PATH}\nwhile True:\n  open(f'f{{n}}', 'w').close(); n += 1", "has written more than 100 files"),
        (f"{UNLISTED}\nwhile True:\n  open(f'f{{n}}', 'wb').write(b'x' * 2**20); n += 1", "look into|16 MB of files"),
        (f"{NAMELESS}\nwhile True: pass", "more than 16 MB of files"),
        (f"{MAPPED}\nwhile True: pass".replace("SHARING", "1"), "more than 16 MB of files"),
        (f"{MAPPED}\nwhile True: pass".replace("SHARING", "2"), "more than 16 MB of files"),
    ],
)
def test_disk_bombs(closed: Sandbox, code: str, told: str) -> None:
    with pytest.raises(StudentFailure, match=told):
        load(closed, code)
    assert not closed.folder.exists()


# Anonymous memory, and a file whose size is known: neither counts for more than its size.
SMALL_MAPPINGS = """
import mmap, tempfile
memory = [mmap.mmap(-1, 4096) for _ in range(20)]
files = [tempfile.TemporaryFile() for _ in range(20)]
for file in files: file.write(bytes(4096)); file.flush()
mapped = [mmap.mmap(file.fileno(), 4096) for file in files]
"""


def test_mappings_that_take_little(closed: Sandbox) -> None:
    assert load(closed, SMALL_MAPPINGS).failure is None
    closed._quota._next_look = 0
    closed._quota.check()


# A thread with its own table of open files, which only root can start, and only without seccomp.
UNSHARED = f"""
import ctypes, threading
def hoard():
    assert ctypes.CDLL(None).unshare(0x400) == 0
{"".join(f"    {line}{chr(10)}" for line in NAMELESS.strip().splitlines())}
    threading.Event().wait()
threading.Thread(target=hoard, daemon=True).start()
while True: pass
"""


@pytest.mark.skipif(sys.platform != "linux" or os.getuid() != 0, reason="others cannot start threads there")
def test_open_files_of_a_thread_of_its_own_are_counted() -> None:
    sandbox = Sandbox(LIMITS, restrictions=())
    try:
        sandbox.wait_until_ready()
        with pytest.raises(StudentFailure, match="more than 16 MB of files"):
            load(sandbox, UNSHARED)
    finally:
        sandbox.end()


NEVER_LOADED = """
from commands.cli import main
from agents.kernel.machine import builder, library
def load(): raise SystemExit("the grader has loaded the kernel")
library.load = builder.start = builder.wait = load
for more in ([], ["--seed", "3"]):
    main(["grade", SUBMISSION, "--mute", *more])
"""


@pytest.mark.thorough
def test_the_grader_never_loads_the_cache_of_the_kernel() -> None:
    """A process that awards points must not load native code from a folder to which others can write."""
    code = NEVER_LOADED.replace("SUBMISSION", repr(str(SUBMISSIONS / "recursive_pairs.py")))
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("Total: 25/25") == 2


@on_linux
def test_the_memory_of_the_grader_is_closed() -> None:
    Sandbox(LIMITS).end()
    if os.getuid() != 0:  # root can read it in any case
        assert Path("/proc/self/mem").stat().st_uid == 0
    from autograder.child.kernel_calls import libc

    assert libc().prctl(3, 0, 0, 0, 0) == 0  # PR_GET_DUMPABLE


@on_linux
def test_a_user_who_has_processes_is_not_spare(monkeypatch: pytest.MonkeyPatch) -> None:
    """This includes users without a name."""
    import pwd

    def nameless(number: int) -> None:
        raise KeyError(number)

    unused = 1_987_654_321
    monkeypatch.setattr(pwd, "getpwuid", nameless)
    assert not sandbox_module._is_spare_user(os.getuid())
    assert sandbox_module._is_spare_user(unused)
    monkeypatch.setattr(os, "getuid", lambda: 0)
    choices = iter([os.stat("/proc/self").st_uid, unused])
    monkeypatch.setattr(secrets, "choice", lambda numbers: next(choices))
    assert spare_user() == unused


needs_root = pytest.mark.skipif(sys.platform != "linux" or os.getuid() != 0, reason="only root gives users")


def restricted(setup: str, wanted: list[str], needed: Path, folder: Path) -> str:
    """Return the output of a root process about its restrictions, after some code, if it only has to read `needed`."""
    code = (
        "import os, sys; from pathlib import Path\n"
        "from autograder.child import restrictions; from autograder.child.kernel_calls import libc\n"
        f"{setup}\n"
        f"restrictions.python_trees, restrictions.OPEN_PACKAGES = lambda: [Path({str(needed)!r})], ()\n"
        f"arguments = {wanted!r}, os.getppid(), Path({str(folder)!r}), {spare_user()}\n"
        "try: print(restrictions.apply_restrictions(*arguments), os.getuid())\n"
        "except PermissionError as error: print(error)\n"
    )
    return subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout


# Capabilities of root in a Docker container, which do not include access to other processes.
OF_A_CONTAINER = 0xA80425FB
IN_A_CONTAINER = f"""
import sys; from pathlib import Path
from autograder.child import users; from autograder.child.kernel_calls import prctl
for capability in range(int(Path("/proc/sys/kernel/cap_last_cap").read_text()) + 1):
    if not {OF_A_CONTAINER} >> capability & 1: prctl(24, capability)  # PR_CAPBSET_DROP
users._keep_capabilities({OF_A_CONTAINER})
from autograder.failures import StudentFailure
from autograder.sandbox.fair_clock import Deadline, FairClock
from autograder.sandbox.sandbox import Sandbox
from autograder.student.limits import Limits
sandbox = Sandbox(Limits(memory=2**28, disk=2**24))
sandbox.wait_until_ready()
sandbox.put_files({{"code.py": sys.argv[1].encode()}})
try: sandbox.ask({{"ask": "load", "file": "code.py"}}, 10, Deadline(FairClock(), float("inf")))
except StudentFailure as problem: print(problem, sandbox.restrictions)
sandbox.end()
"""


@needs_root
@pytest.mark.parametrize("python", [sys.executable, "/usr/bin/python3"])
@pytest.mark.parametrize("code", [NAMELESS, MAPPED.replace("SHARING", "1")], ids=["open", "mapped"])
def test_files_without_a_name_are_found_in_a_container(closed: Sandbox, python: str, code: str) -> None:
    """Every user can read the second Python, so the process has a user of its own there."""
    environment = os.environ | {"PYTHONPATH": site.getsitepackages()[0]}
    line = [python, "-B", "-c", IN_A_CONTAINER, f"{code}\nwhile True: pass"]
    done = subprocess.run(line, cwd=ROOT, env=environment, capture_output=True, text=True)
    if python != sys.executable and done.returncode != 0:
        pytest.skip("no other Python that we run with")
    assert "more than 16 MB of files" in done.stdout, done.stderr


@needs_root
@pytest.mark.parametrize("wanted", [[LANDLOCK, USER], [USER]])
def test_a_python_that_only_another_user_can_read(closed: Sandbox, wanted: list[str], tmp_path: Path) -> None:
    """With Landlock the capability to read it is kept; otherwise one line names the Python."""
    needed = tmp_path / "home" / "python"
    needed.mkdir(parents=True)
    os.chown(needed.parent, 1000, 1000)
    needed.parent.chmod(0o700)
    said = restricted("", wanted, needed, tmp_path)
    if LANDLOCK in wanted:
        assert said.startswith("{'landlock': '', 'user': '', ")
    else:
        assert_refusal(said, f"{sys.executable}:", str(needed), "grade as that owner")


@needs_root
def test_a_root_without_the_right_to_read_everywhere(closed: Sandbox, tmp_path: Path) -> None:
    """As in a container with few capabilities: it must not change to a user that cannot read Python."""
    needed = tmp_path / "home" / "python"
    needed.mkdir(parents=True)
    needed.parent.chmod(0o700)
    few = "from autograder.child import users; users._keep_capabilities(1 << 6 | 1 << 7)  # setgid and setuid"
    said = restricted(few, [LANDLOCK, USER], needed, tmp_path)
    assert said == f"{{'landlock': '', 'user': 'no other user can read {needed}', 'seccomp': 'not wanted'}} 0\n"


@on_linux
def test_a_python_that_cannot_be_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    python = tmp_path / "python"
    python.touch(mode=0o600)
    monkeypatch.setattr(sys, "executable", str(python))
    assert cli.main(["grade", str(SUBMISSIONS / "recursive_pairs.py"), "-q", "q2"]) == 2
    assert_refusal(capsys.readouterr().err, f"run.py grade: {python}:", "not executable")


def test_a_python_without_processes(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """In a browser, for example; the message names the option that works there."""
    monkeypatch.setattr("autograder.sandbox.sandbox.WITHOUT_PROCESSES", (sys.platform,))
    assert cli.main(["grade", str(SUBMISSIONS / "recursive_pairs.py"), "-q", "q2"]) == 2
    assert_refusal(capsys.readouterr().err, "run.py grade:", "processes", "--isolation none")


@on_linux
def test_what_keeps_a_process_from_starting_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = "from autograder.child import service\ndef closed(*_): raise PermissionError('this Python is closed')\n"
    start = f"import sys; sys.path.insert(0, sys.argv[1])\n{words}service.apply_restrictions = closed\nservice.main()"
    monkeypatch.setattr(sandbox_module, "_START", start)
    assert cli.main(["grade", str(SUBMISSIONS / "recursive_pairs.py"), "-q", "q2"]) == 2
    assert capsys.readouterr().err == "run.py grade: this Python is closed\n"


def unprivileged(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run as a user other than root, with a Python that this user can read; skip if there is no such Python."""
    if os.getuid() != 0:
        pytest.skip("all tests here run unprivileged")
    user = spare_user()
    assert user is not None
    packages = {"PYTHONPATH": site.getsitepackages()[0]}  # another Python of the same version can use them
    as_user = partial(
        subprocess.run, cwd=ROOT, user=user, group=user, extra_groups=[], env=os.environ | packages, text=True
    )
    for python in (sys.executable, "/usr/bin/python3"):
        try:
            as_user(
                [python, "-c", f"import commands.grade, sys; assert sys.version_info[:2] == {sys.version_info[:2]}"],
                check=True,
            )
        except (OSError, subprocess.CalledProcessError):
            continue
        return as_user([python, "-B", *arguments], capture_output=True)
    pytest.skip("no Python that another user can read")


@on_linux
def test_the_strict_tier_without_root(closed: Sandbox) -> None:
    done = unprivileged("run.py", "grade", str(SUBMISSIONS / "recursive_pairs.py"), "--isolation", "strict")
    assert done.returncode == 0, done.stderr
    assert "isolation: strict\n" in done.stdout
    assert "not protected" not in done.stdout
    assert "Total: 25/25" in done.stdout


@on_linux
@pytest.mark.parametrize(
    "name", a_third(["signals", "grader_memory", "daemon", "answers", "byte_code", "locks", "kernel_doors"])
)
def test_nothing_comes_through_without_root(closed: Sandbox, name: str) -> None:
    done = unprivileged(
        "run.py", "grade", str(SUBMISSIONS / f"hostile_{name}.py"), "-t", "q2/02-lecture-unknown-leaves"
    )
    assert "Total: 0/" in done.stdout
    assert done.stdout.count("REFUSED") > 5
    assert "THROUGH" not in done.stdout


def test_few_layouts_are_kept_in_the_memory_of_a_submission() -> None:
    rows = [f"%{' ' * width}P.G%" for width in range(9)]
    mazes = [["%" * len(row), row, "%" * len(row)] for row in rows]
    layouts = [weakref.ref(service._layout({"rows": maze, "layout": "maze"})) for maze in mazes]
    gc.collect()
    assert [layout() is None for layout in layouts] == [True] + [False] * 8
