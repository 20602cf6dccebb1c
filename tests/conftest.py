"""Fixtures and settings shared by all tests."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
import venv
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from concurrent.futures import wait as wait_for_futures
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import pytest
from hypothesis import is_hypothesis_test, settings

from commands.cli import main
from jobs.process_pool import PoolOptions, ProcessPool
from jobs.task_executor import TaskExecutor
from jobs.text_table import text_table
from pacman.plugins import plugin_files

if TYPE_CHECKING:
    from _pytest.mark import ParameterSet

T = TypeVar("T")
ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 300.0  # seconds; generous, since the machine may be busy
NOT_SOURCES = shutil.ignore_patterns(
    ".*", "*.egg-info", "build", "dist", "__pycache__", "tests", "docs", "node_modules"
)

# The suite builds the compiled search once, in a separate folder, and keeps it between runs.
os.environ.setdefault("PACMAN_CACHE_DIR", str(ROOT / ".pytest_cache" / "kernel"))

BROWSER_FLAGS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"]

# No deadline, since a slow machine is not a failure; otherwise hypothesis's defaults.
settings.register_profile("patient", settings(), deadline=None)
settings.load_profile("patient")


if measured := getattr(sys.modules.get("slipcover.pytest_plugin"), "_slipcover_instance", None):
    # By default, probes are removed while the measured code runs. An exception of a time limit that is raised in that
    # moment becomes a SystemError of the probe.
    measured.d_miss_threshold = -1


def pytest_xdist_auto_num_workers() -> int:
    """Return one more than the number of processors, since some tests wait for a clock or a process."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(tryfirst=True)  # before pytest selects tests by their marks
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
        if item.get_closest_marker("examples"):
            if _is_thorough(config):
                item.add_marker(pytest.mark.thorough)
            _limit_hypothesis(item)


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the coverage by package, if it is measured, and the CPU time of the run with all its processes."""
    merged = Path(os.environ.get("SLIPCOVER_COVERAGE_DIR", "")) / "merged.json"
    if merged.exists():  # written when the last worker has ended
        terminalreporter.write_line(_coverage_table(json.loads(merged.read_text())["files"]))
        shutil.rmtree(merged.parent)
    terminalreporter.write_line(f"{sum(os.times()[:4]):.0f} s of CPU")


def _coverage_table(files: dict[str, dict[str, list[int]]]) -> str:
    """Lines that were run by the workers themselves, by the two upper folders of a file, and of all."""
    lines, run = Counter[str](), Counter[str]()
    for name, found in files.items():
        package = "/".join(Path(name).parent.parts[:2])
        lines[package] += len(found["executed_lines"]) + len(found["missing_lines"])
        run[package] += len(found["executed_lines"])
    totals = [*sorted((name, lines[name], run[name]) for name in lines), ("all", lines.total(), run.total())]
    rows = [[name, f"{of:,}", f"{100 * done / of:.0f} %"] for name, of, done in totals if of]
    note = "without what commands, workers and students' code run in processes of their own, and without compiled code"
    return f"{text_table(['package', 'lines', 'run'], rows)}\n{note}"


def _is_thorough(config: pytest.Config) -> bool:
    """True if this run includes the tests marked `thorough`."""
    return "not thorough" not in config.getoption("markexpr")


def _limit_hypothesis(item: pytest.Item) -> None:
    """Set the examples of a hypothesis test to the number of its mark; cases of a parametrised test share it."""
    assert isinstance(item, pytest.Function)
    test = item.obj
    if is_hypothesis_test(test) and not hasattr(test, "has_examples"):
        settings(max_examples=_num_examples(item))(test)
        test.has_examples = True


def _num_examples(item: pytest.Item) -> int:
    """Return the number of the mark `examples` in a thorough run, and a third of it in others."""
    marker = item.get_closest_marker("examples")
    assert marker is not None, "the test has no mark `examples`"
    number: int = marker.args[0]
    return number if _is_thorough(item.config) else max(1, number // 3)


@pytest.fixture
def examples(request: pytest.FixtureRequest) -> int:
    """Return the number of examples to try, by the mark `examples`."""
    return _num_examples(request.node)


def a_third(values: Iterable[T]) -> "list[T | ParameterSet]":
    """Mark the cases of a parametrised test so that every third runs by default and the others are `thorough`."""
    return [
        value if number % 3 == 0 else pytest.param(value, marks=pytest.mark.thorough)
        for number, value in enumerate(values)
    ]


@pytest.fixture(scope="session", autouse=True)
def interrupts() -> Iterator[None]:
    """Restore the signal handlers that a suite started in the background or with nohup inherits as ignored."""
    handlers: dict[signal.Signals, Any] = {signal.SIGINT: signal.default_int_handler}
    if sys.platform != "win32":
        handlers[signal.SIGHUP] = signal.SIG_DFL
    ignored = [number for number in handlers if signal.getsignal(number) is signal.SIG_IGN]
    for number in ignored:
        signal.signal(number, handlers[number])
    yield
    for number in ignored:
        signal.signal(number, signal.SIG_IGN)


@pytest.fixture(scope="session")
def kernel_is_ready() -> None:
    """Build and load the kernel: the first worker builds it, the others wait."""
    pytest.importorskip("numba", reason="the kernel needs numba")
    from agents import kernel

    assert kernel.prepare() is None


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel of the project, built once in a run from a copy of the sources."""
    folder = built_once(tmp_path_factory, "wheel", _build_wheel)
    (built,) = folder.glob("*.whl")
    return built


def _build_wheel(folder: Path) -> None:
    shutil.copytree(ROOT, folder / "source", ignore=NOT_SOURCES)
    _pip("wheel", "-q", "--no-deps", "--no-build-isolation", "-w", folder, folder / "source")


@pytest.fixture(scope="session")
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the `bin` folder of a new environment with the wheel, which uses the dependencies of this environment."""

    def install(environment: Path) -> None:
        venv.create(environment)
        _pip("--python", environment / python, "install", "-q", "--no-deps", "--no-index", wheel)
        (packages,) = environment.rglob("site-packages")
        (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")

    python = "Scripts/python.exe" if sys.platform == "win32" else "bin/python"
    return (built_once(tmp_path_factory, "installed", install) / python).parent


def built_once(factory: pytest.TempPathFactory, name: str, build: Callable[[Path], None]) -> Path:
    """Return a folder that the first worker fills while the other workers of the run wait."""
    base = factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / name
    finished = folder.with_suffix(".finished")
    try:
        folder.mkdir()
    except FileExistsError:
        wait_until(finished.exists, patience=300)
        return folder
    try:
        build(folder)
    finally:
        finished.touch()
    return folder


def _pip(*arguments: object) -> None:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *map(str, arguments)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Yield a Chromium browser for tests of pages."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright drives the browser")
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        pytest.skip("there is no Chromium here")
    with playwright.sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=program, args=BROWSER_FLAGS)
        yield found
        found.close()


def _line(arguments: Sequence[object]) -> list[str]:
    return [sys.executable, str(ROOT / "run.py"), *map(str, arguments)]


def _run(*arguments: object) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(_line(arguments), capture_output=True, text=True, timeout=PATIENCE)


@pytest.fixture
def start() -> Iterator[Callable[..., "subprocess.Popen[str]"]]:
    """Return a function that starts a command in a new process; processes that remain after the test are ended."""
    started: list[subprocess.Popen[str]] = []

    def run(*arguments: object, **options: Any) -> "subprocess.Popen[str]":
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
        started.append(subprocess.Popen(_line(arguments), text=True, start_new_session=True, **pipes))
        return started[-1]

    yield run
    for process in started:
        with process:
            end_group(process)


def end_group(process: "subprocess.Popen[Any]") -> None:
    """End a process that leads a group, and all processes of the group, unless it has exited."""
    if process.poll() is not None:
        return
    if sys.platform == "win32":
        process.kill()
    else:
        os.killpg(process.pid, signal.SIGKILL)


@pytest.fixture
def command() -> "Callable[..., subprocess.CompletedProcess[str]]":
    """Return a function that runs a command in a new process and waits for it."""
    return _run


LONG_TIME = 60.0  # seconds; no test waits for a longer limit


class LentPool(TaskExecutor):
    """A pool that a command opens and closes, backed by the worker processes that all tests share."""

    def __init__(self, pool: ProcessPool, workers: int) -> None:
        self._pool = pool
        self._workers = workers
        self._futures: list[Future[Any]] = []

    @property
    def workers(self) -> int:
        return self._workers

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        self._futures.append(self._pool.submit(fn, *args, **kwargs))
        return self._futures[-1]

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        for future in self._futures:
            if cancel_futures:
                future.cancel()
        wait_for_futures(self._futures)


@pytest.fixture(scope="session")
def process_pools() -> Iterator[dict[bool, ProcessPool]]:
    """Yield pools that stay open for the session, one for long tasks and one for short ones."""
    pools: dict[bool, ProcessPool] = {}
    yield pools
    for pool in pools.values():
        pool.shutdown()


@pytest.fixture
def shared_pool(monkeypatch: pytest.MonkeyPatch, process_pools: dict[bool, ProcessPool]) -> None:
    """Let commands in this process share workers, unless they limit the time of a task or load plugins."""

    def lend(workers: int, options: PoolOptions) -> TaskExecutor:
        limits = (options.silence, options.task_time)
        if any(limit is not None and limit < LONG_TIME for limit in limits) or plugin_files():
            return ProcessPool(workers, options)
        is_long = options.has_long_tasks
        if is_long not in process_pools:
            process_pools[is_long] = ProcessPool(2, PoolOptions(has_long_tasks=is_long, tidy_up=options.tidy_up))
        return LentPool(process_pools[is_long], workers)

    monkeypatch.setattr("jobs.open_executor.ProcessPool", lend)
    monkeypatch.setattr("experiments.batch.scheduling.ProcessPool", lend)


@pytest.fixture
def call(shared_pool: None, capsys: pytest.CaptureFixture[str]) -> "Callable[..., subprocess.CompletedProcess[str]]":
    """Return a function that runs a command in this process, for tests that do not need a separate one."""

    def run(*arguments: object, cwd: Path | None = None) -> "subprocess.CompletedProcess[str]":
        words = list(map(str, arguments))
        capsys.readouterr()
        with contextlib.chdir(cwd or Path.cwd()):
            try:
                code = main(words)
            except SystemExit as end:  # argparse exits like this for errors and for --help
                code = int(end.code or 0)
        printed = capsys.readouterr()
        return subprocess.CompletedProcess(words, code, printed.out, printed.err)

    return run


def wait_until(is_true: Callable[[], object], patience: float = PATIENCE) -> None:
    deadline = time.monotonic() + patience
    while not is_true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


class Cluster:
    """A scheduler and workers, run by dask's commands. `prefix`: words before a command: `ip netns exec NAME`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: list[subprocess.Popen[bytes]] = []
        self.address = ""

    def start_scheduler(self, host: str = "127.0.0.1", prefix: Sequence[str] = ()) -> None:
        file = self.folder / "scheduler.json"
        options = ["--host", host, "--port", "0", "--no-dashboard", "--scheduler-file", str(file)]
        self.scheduler = self._start("scheduler", *options, prefix=prefix)
        while not file.exists() or not file.read_text():
            self._check(self.scheduler)
        self.address = json.loads(file.read_text())["address"]

    def start_worker(
        self, *options: str, code: Path = ROOT, prefix: Sequence[str] = (), address: str = "", joins: bool = True
    ) -> "subprocess.Popen[bytes]":
        """Start a worker and wait until the scheduler knows it, unless it is not expected to join."""
        folder = self.folder / f"worker-{len(self.processes)}"
        folder.mkdir()
        line = [
            address or self.address,
            "--nthreads",
            "1",
            "--no-dashboard",
            "--local-directory",
            str(folder),
            *options,
        ]
        process = self._start("worker", *line, code=code, prefix=prefix)
        while joins and "Registered to:" not in folder.with_suffix(".log").read_text():
            self._check(process)
        return process

    def _start(
        self, kind: str, *options: str, code: Path = ROOT, prefix: Sequence[str] = ()
    ) -> "subprocess.Popen[bytes]":
        log = (self.folder / f"{kind}-{len(self.processes)}.log").open("wb")
        line = [*prefix, sys.executable, "-m", "dask", kind, *options]
        environment = {**os.environ, "PYTHONPATH": str(code)}
        process = subprocess.Popen(line, cwd=code, env=environment, stdout=log, stderr=log, start_new_session=True)
        log.close()
        self.processes.append(process)
        return process

    def _check(self, process: "subprocess.Popen[bytes]") -> None:
        assert process.poll() is None, [path.read_text()[-2000:] for path in self.folder.glob("*.log")]
        time.sleep(0.05)

    def close(self) -> None:
        for process in self.processes:
            end_group(process)
        for process in self.processes:
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """Yield a cluster with a scheduler; the test starts the workers."""
    folder = tmp_path / "cluster"
    folder.mkdir()
    cluster = Cluster(folder)
    try:
        cluster.start_scheduler()
        yield cluster
    finally:
        cluster.close()
