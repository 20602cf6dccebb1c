"""What all tests share."""

import json
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
import venv
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 300.0  # seconds: the machine may be busy
NOT_SOURCES = shutil.ignore_patterns(".*", "*.egg-info", "build", "dist", "__pycache__", "tests", "docs")

# The suite builds the compiled search once, in a folder of its own, and keeps it from run to run.
os.environ.setdefault("PACMAN_CACHE_DIR", str(ROOT / ".pytest_cache" / "kernel"))

BROWSER_FLAGS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"]

# A slow machine is no failure; everything else is as hypothesis would have it.
settings.register_profile("patient", settings(), deadline=None)
settings.load_profile("patient")


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: some tests wait for a clock or for a process."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(tryfirst=True)  # before marks are looked at
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session", autouse=True)
def interrupts() -> Iterator[None]:
    """A suite that a script starts in the background ignores SIGINT, and so would everything that it starts."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        yield
        return
    signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@pytest.fixture(scope="session")
def kernel_is_ready() -> None:
    """Built and loaded: whichever worker comes first builds it, the others wait."""
    pytest.importorskip("numba", reason="the kernel needs numba")
    from agents import kernel

    assert kernel.prepare() is None


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Our wheel, built from the sources alone."""
    folder = tmp_path_factory.mktemp("wheel")
    shutil.copytree(ROOT, folder / "source", ignore=NOT_SOURCES)
    _pip("wheel", "-q", "--no-deps", "--no-build-isolation", "-w", folder, folder / "source")
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="session")
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of a new environment that holds our wheel; it borrows the dependencies of this one."""
    environment = tmp_path_factory.mktemp("installed")
    venv.create(environment)
    python = environment / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    _pip("--python", python, "install", "-q", "--no-deps", "--no-index", wheel)
    (packages,) = environment.rglob("site-packages")
    (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return python.parent


def _pip(*arguments: object) -> None:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *map(str, arguments)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A real one, for pages."""
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
    """Starts a command in a process of its own; what is left of it after the test is ended, whatever became of that."""
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
    """End a process that leads a group, and all that it has started there, unless it has come to its end."""
    if process.poll() is not None:
        return
    if sys.platform == "win32":
        process.kill()
    else:
        os.killpg(process.pid, signal.SIGKILL)


@pytest.fixture
def command() -> "Callable[..., subprocess.CompletedProcess[str]]":
    """Runs a command to its end."""
    return _run


def wait_until(is_true: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


class Cluster:
    """Processes of dask's own commands. `prefix`: words before each command, such as `ip netns exec NAME`."""

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
        """One that the scheduler knows when this returns, unless it is not expected to join."""
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
    """A scheduler; workers are started as the test wants them."""
    folder = tmp_path / "cluster"
    folder.mkdir()
    cluster = Cluster(folder)
    try:
        cluster.start_scheduler()
        yield cluster
    finally:
        cluster.close()
