"""The kernel is built by a process of its own while Python searches; if the build fails, Python keeps searching."""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

pytest.importorskip("numba", reason="the kernel needs numba")

from agents.kernel.machine import cache, library, progress

# Compiling takes seconds, so it is done once for all tests: this build copies the existing machine code on a signal.
BUILD = """
import os, sys, time
from pathlib import Path
from agents.kernel import __main__ as build
folder = Path({folder!r})

def compiled():
    (folder / f"build-{{os.getpid()}}").touch()
    while not (folder / "go").exists():
        time.sleep(0.01)
    return Path({ready!r}).read_bytes().partition(b"\\n")[2]

build._compiled = compiled
sys.exit(build.main())
"""
START = """
import sys
from pathlib import Path
from agents import AlphaBetaAgent, MinimaxAgent, kernel
from agents.kernel import dispatch
from agents.kernel.machine import builder, cache, library
from pacman import GameState, load_layout
builder.COMMAND = (sys.executable, "-c", {build!r})
folder = Path({folder!r})
state = GameState.initial(load_layout("small"), 2)
agent = MinimaxAgent(6, "score")  # a long search in Python
"""


class Workshop:
    """A cache folder without a kernel, and programs that need one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.kernels = folder / "kernels"
        self.build = BUILD.format(folder=str(folder), ready=str(library.path()))

    def start(self, program: str, build: str | None = None) -> "subprocess.Popen[str]":
        start = START.format(build=build or self.build, folder=str(self.folder))
        return subprocess.Popen(
            [sys.executable, "-c", start + textwrap.dedent(program)],
            env={**os.environ, cache.FOLDER_VARIABLE: str(self.kernels)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, program: str, build: str | None = None) -> tuple[list[str], str]:
        process = self.start(program, build)
        out, said = process.communicate(timeout=120)
        assert process.returncode == 0, said
        return out.splitlines(), said.strip()

    def let_builds_end(self) -> None:
        (self.folder / "go").touch()

    @property
    def builds(self) -> int:
        return len(list(self.folder.glob("build-*")))


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path)


def test_a_short_run_starts_no_build(workshop: Workshop) -> None:
    out, said = workshop.run("print(AlphaBetaAgent(1).search(state).action)")
    assert (len(out), said) == (1, "")
    assert list(workshop.kernels.iterdir()) == []


def test_python_answers_while_the_kernel_is_built(workshop: Workshop) -> None:
    out, said = workshop.run("""
        agent = AlphaBetaAgent(3, "score")
        dispatch.PATIENCE = 1000.0
        print(agent.search(state).nodes, builder._process is None)
        dispatch.PATIENCE = 0.0
        print(kernel.use_kernel("auto"), builder._process is None)
        dispatch.PATIENCE = 1000.0
        print(agent.search(state).nodes, library._loaded is None)
        (folder / "go").touch()
        builder._process.wait()
        print(agent.search(state).nodes, library._loaded is None)
    """)
    assert out == ["498 True", "False False", "498 True", "498 False"]
    assert said == ""
    assert workshop.builds == 1


def test_a_long_search_waits_says_so_and_is_begun_again_with_the_kernel(workshop: Workshop) -> None:
    """The very first search may be one that takes hours in Python."""
    workshop.let_builds_end()
    out, said = workshop.run("""
        dispatch.PATIENCE = 0.01
        print(agent.search(state).nodes, "numba" in sys.modules, library._loaded is None)
    """)
    assert out == ["151631 False False"]
    assert said == "compiling the search kernel (once)…"


def test_a_terminal_shows_a_bar_until_the_kernel_is_there(workshop: Workshop) -> None:
    """The build reports its progress through a file; this one is at 40 % until a terminal has shown that."""
    out, said = workshop.run("""
        from agents.kernel.machine import progress

        class Terminal:
            shown = ""
            def isatty(self):
                return True
            def write(self, text):
                self.shown += text
                if " 40 %" in text:
                    (folder / "go").touch()
            def flush(self):
                pass

        progress._file().write_text("40")
        sys.stderr = Terminal()
        builder.wait()
        bar = "#" * 12 + "." * 18
        print(f"compiling the search kernel (once)… [{bar}]  40 %" in sys.stderr.shown)
        print(sys.stderr.shown.endswith("\\r\\033[K"), library._loaded is None)
    """)
    assert (out, said) == (["True", "True False"], "")


def test_the_progress_reaches_the_optimiser_and_ends_with_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(cache.FOLDER_VARIABLE, str(tmp_path))
    monkeypatch.setattr(progress, "_translated", 0)
    assert progress.percent_done() == 0
    shares = []
    for _ in range(progress._functions()):
        progress.function_translated()
        shares.append(progress.percent_done())
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (round(80 / len(shares)), 80)
    progress.end_of_build()
    assert list(tmp_path.glob("*progress*")) == []


def test_an_agent_that_may_not_wait_goes_on_in_python(workshop: Workshop) -> None:
    out, said = workshop.run("""
        dispatch.PATIENCE = 0.01
        agent.may_wait = False
        print(agent.search(state).nodes, library._loaded is None, builder._process is None)
        (folder / "go").touch()
        builder._process.wait()
        print(agent.search(state).nodes, library._loaded is None)
    """)
    assert out == ["151631 True False", "151631 False"]
    assert said == ""


def test_many_processes_that_need_the_kernel_build_it_once(workshop: Workshop) -> None:
    program = "print(AlphaBetaAgent(3, 'score', engine='kernel').search(state).nodes)"
    processes = [workshop.start(program) for _ in range(4)]
    workshop.let_builds_end()
    assert [process.communicate(timeout=120)[0] for process in processes] == ["498\n"] * 4
    assert workshop.builds == 1


@pytest.mark.skipif(sys.platform == "win32", reason="kills as POSIX does")
def test_a_build_that_is_killed_leaves_no_file_and_no_lock(workshop: Workshop) -> None:
    out, _ = workshop.run("""
        import os, signal, time
        builder.start()
        while not list(folder.glob("build-*")):
            time.sleep(0.01)
        print(cache.is_being_built())
        os.kill(builder._process.pid, signal.SIGKILL)
        builder._process.wait()
        print(cache.is_being_built(), library.load())
    """)
    assert out == ["True", "False False"]
    workshop.let_builds_end()
    out, _ = workshop.run("print(kernel.prepare())")
    assert (out, workshop.builds) == (["None"], 2)


def test_a_broken_file_is_built_again(workshop: Workshop) -> None:
    workshop.let_builds_end()
    workshop.run("kernel.prepare()")
    (file,) = workshop.kernels.glob("*.kernel")
    file.write_bytes(file.read_bytes()[:100])
    out, _ = workshop.run("print(kernel.prepare())")
    assert (out, workshop.builds) == (["None"], 2)


FAILURES = {
    "no numba": "import sys\nsys.modules['numba'] = None\n",
    "a numba without C functions": "import numba\ndel numba.cfunc\n",
    "a crash": "import os\nos._exit(3)\n",
}


@pytest.mark.parametrize("change", FAILURES.values(), ids=FAILURES)
def test_where_the_build_fails_python_answers_with_one_hint(workshop: Workshop, change: str) -> None:
    build = f"{change}\nimport sys\nfrom agents.kernel.__main__ import main\nsys.exit(main())"
    out, said = workshop.run(
        """
        dispatch.PATIENCE = 0.01
        print(agent.search(state).nodes, agent.search(state).nodes)
        try:
            AlphaBetaAgent(1, engine="kernel").search(state)
        except ValueError as error:
            print(error)
        """,
        build,
    )
    assert out[0] == "151631 151631"
    assert out[1].startswith("engine 'kernel' cannot be used: ")
    assert said.count("hint: with numba") == 1
    assert "Traceback" not in said


LOAD_FAILURES = {
    "no llvmlite": "sys.modules['llvmlite'] = sys.modules['llvmlite.binding'] = None",
    "no loader": "import llvmlite.binding as binding; del binding.create_mcjit_compiler",
    "an unknown processor": "import llvmlite.binding as binding; binding.get_host_cpu_features = lambda: 1 / 0",
    "no processes": "import subprocess; subprocess.Popen = lambda *_, **options: open('/dev/null/nothing')",
}


@pytest.mark.parametrize("change", LOAD_FAILURES.values(), ids=LOAD_FAILURES)
def test_where_the_kernel_cannot_be_loaded_python_answers_with_one_hint(workshop: Workshop, change: str) -> None:
    workshop.let_builds_end()
    out, said = workshop.run(f"""
        {change}
        dispatch.PATIENCE = 0.01
        print(agent.search(state).nodes, agent.search(state).nodes)
        try:
            AlphaBetaAgent(1, engine="kernel").search(state)
        except ValueError as error:
            print(error)
    """)
    assert out[0] == "151631 151631"
    assert out[1].startswith("engine 'kernel' cannot be used: ")
    assert said.count("hint: with numba") == 1


def test_the_kernel_is_built_ahead_by_a_command() -> None:
    """It is built already: the command prints its path."""
    done = subprocess.run([sys.executable, "-m", "agents.kernel"], capture_output=True, text=True, timeout=600)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{library.path()}\n", "")


def test_a_build_that_cannot_be_is_one_line(workshop: Workshop) -> None:
    program = "import sys; sys.modules['numba'] = None\nfrom agents.kernel.__main__ import main\nsys.exit(main())"
    environment = {**os.environ, cache.FOLDER_VARIABLE: str(workshop.kernels)}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("the kernel cannot be built: ")
    assert done.stderr.count("\n") == 1
