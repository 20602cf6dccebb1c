"""A cluster plays the games of the local pool: the same rows, also if workers die, and errors of one line."""

import json
import os
import pickle
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.conftest import PATIENCE, Cluster, wait_until

ROOT = Path(__file__).resolve().parents[2]
Command = Callable[..., "subprocess.CompletedProcess[str]"]
pytestmark = [
    pytest.mark.cluster,
    pytest.mark.skipif(find_spec("distributed") is None, reason="the cluster needs dask.distributed"),
    pytest.mark.skipif(os.name == "nt", reason="processes and signals"),
    pytest.mark.usefixtures("kernel_is_ready"),
]


def rows(path: Path) -> list[tuple[object, ...]]:
    """Return the sorted rows without their times, including duplicates."""
    keys = ("batch", "game", "seed", "score", "reason", "moves", "error")
    return sorted(tuple(str(json.loads(line).get(key)) for key in keys) for line in path.read_text().splitlines())


def test_rows_reports_and_weights_are_those_of_the_local_pool(
    command: Command, cluster: Cluster, tmp_path: Path, student: Path
) -> None:
    """Two workers, one with a nanny. The agents come from a file that imports another; some crash, hang or exit."""
    cluster.start_worker()
    cluster.start_worker("--no-nanny")
    (student.parent / "helper.py").write_text("from students import Exiting, Hanging, Ordered, Raising\n")
    (student.parent / "weights.json").write_text('{"score": 1, "nearest-food": -2}')
    agents = [f"{student.parent}/helper.py:{name}" for name in ("Ordered", "Raising", "Exiting", "Hanging")]
    agents.append(f"ReflexAgent,evaluation={student.parent}/weights.json")
    batch = ["batch", "-l", "lecture", "-l", "duel", "-n", "6", "--move-time", "2", "--seed", "2"]
    batch += [word for agent in agents for word in ("-p", agent)]
    compare = ["compare", "ReflexAgent", "ExpectimaxAgent", "-l", "small", "-n", "100"]
    tournament = ["tournament", agents[0], agents[1], "GreedyAgent", "-l", "lecture", "-n", "3", "--seed", "2"]
    table = ["table", "--games", "8"]
    tune = ["tune", "-p", "ReflexAgent", "-n", "10", "--candidates", "24", "--method", "genetic", "--fresh-games", "30"]
    there = ["--cluster", cluster.address]
    for name, line in (("batch", batch), ("compare", compare), ("tournament", tournament)):
        here = command(*line, "--out", tmp_path / f"{name}-here.jsonl")
        far = command(*line, "--out", tmp_path / f"{name}-there.jsonl", *there)
        assert (far.returncode, far.stderr) == (0, here.stderr)
        assert rows(tmp_path / f"{name}-there.jsonl") == rows(tmp_path / f"{name}-here.jsonl")
    assert command(*table, *there).stdout == command(*table).stdout
    for name, more in (("here", []), ("there", there)):
        assert command(*tune, *more, "--out", tmp_path / f"{name}.json").returncode == 0
    assert (tmp_path / "there.json").read_text() == (tmp_path / "here.json").read_text()
    carried = sorted(path.name for path in cluster.folder.rglob("pacman-search/*/*") if path.is_file())
    assert carried.count("students.py") == carried.count("helper.py") == 2, "once for each worker"


def test_a_worker_that_is_killed_loses_nothing_and_one_with_other_code_gets_nothing(
    start: "Callable[..., subprocess.Popen[str]]", command: Command, cluster: Cluster, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    for room in ("pacman", "agents", "jobs", "experiments", "autograder", "layouts"):
        shutil.copytree(ROOT / room, other / room, ignore=shutil.ignore_patterns("__pycache__"))
    with (other / "pacman" / "scoring.py").open("a") as file:
        file.write("\n# another rule\n")
    cluster.start_worker("--no-nanny", code=other)
    line = ["batch", "-p", "ExpectimaxAgent,engine=python", "-l", "small", "-n", "60", "--seed", "4"]
    alone = command(*line, "--cluster", cluster.address)
    assert (alone.returncode, alone.stderr.count("\n")) == (2, 1)
    assert "no worker can be used; worker tcp://" in alone.stderr
    assert "its code or Python version differs: " in alone.stderr
    victim = cluster.start_worker("--no-nanny")
    cluster.start_worker("--no-nanny")
    there = tmp_path / "there.jsonl"
    process = start(*line, "--out", there, "--cluster", cluster.address)
    wait_until(lambda: process.poll() is not None or (there.exists() and there.read_text().count("\n") > 3))
    os.killpg(victim.pid, signal.SIGKILL)
    assert process.poll() is None, "the worker must be killed in the middle of the batch"
    _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert errors.count("its code or Python version differs: ") == 1 == errors.count("\n")
    command(*line, "--out", tmp_path / "here.jsonl")
    assert rows(there) == rows(tmp_path / "here.jsonl")


def test_without_the_scheduler_what_was_played_is_kept_and_the_rest_is_played_here(
    start: "Callable[..., subprocess.Popen[str]]", command: Command, cluster: Cluster, tmp_path: Path
) -> None:
    cluster.start_worker("--no-nanny")
    line = ["batch", "-p", "ExpectimaxAgent,engine=python", "-l", "small", "-n", "40", "--seed", "5"]
    there = tmp_path / "there.jsonl"
    for ending in ("interrupt", "loss"):
        process = start(*line, "--out", there, "--resume", "--cluster", cluster.address)
        before = there.read_text().count("\n") if there.exists() else 0
        wait_until(lambda p=process, n=before: p.poll() is not None or _lines(there) > n + 2)  # type: ignore[misc]
        assert process.poll() is None
        if ending == "interrupt":
            process.send_signal(signal.SIGINT)
        else:
            cluster.scheduler.kill()
        _, errors = process.communicate(timeout=PATIENCE)
        assert (process.returncode, errors.count("\n")) == ((130, 1) if ending == "interrupt" else (2, 1)), errors
        assert "--resume" in errors
    assert "the connection to the scheduler is lost" in errors
    assert _lines(there) < 40
    assert command(*line, "--out", there, "--resume").returncode == 0
    command(*line, "--out", tmp_path / "here.jsonl")
    assert rows(there) == rows(tmp_path / "here.jsonl")


def _lines(path: Path) -> int:
    return path.read_text().count("\n") if path.exists() else 0


def test_a_cluster_of_this_machine_is_started_and_ended(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    line = ["batch", "-p", "ReflexAgent", "-l", "duel", "-n", "10"]
    there = command(*line, "--out", tmp_path / "there.jsonl", "--cluster", "local", "--workers", "2")
    assert (there.returncode, there.stderr) == (0, "")
    command(*line, "--out", tmp_path / "here.jsonl")
    assert rows(tmp_path / "there.jsonl") == rows(tmp_path / "here.jsonl")
    files = {"there.jsonl", "here.jsonl"}
    described = {f"{name}.made-by.json" for name in files}
    assert {path.name for path in tmp_path.rglob("*")} == {"temporary", *files, *described}


def test_the_plugin_that_checks_a_worker_is_sent_as_source() -> None:
    """A worker with another version of Python would crash repeatedly on the bytecode of this one."""
    from distributed.protocol.pickle import dumps

    from jobs.cluster.job_plugin import JobPlugin

    plugin = JobPlugin("job", "Python 3.1, 0", {"a/b.py": b"c"}, True)
    sent = dumps(plugin)  # type: ignore[no-untyped-call]
    there = pickle.loads(sent)
    assert vars(there) == vars(plugin)
    assert type(there) is not JobPlugin
    assert b"def _problem" in sent
    assert b"cloudpickle" not in sent


@pytest.fixture
def silent_port() -> Iterator[int]:
    """Port of a server that accepts connections and never replies."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def test_an_address_without_a_cluster_is_refused_in_one_line_and_in_time(command: Command, silent_port: int) -> None:
    with socket.create_server(("127.0.0.1", 0)) as web:
        threading.Thread(target=_answer_like_the_web, args=[web], daemon=True).start()
        problems = {
            "nonsense": "expected tcp://HOST:PORT",
            "http://localhost:80": "expected tcp://HOST:PORT",
            "tcp://127.0.0.1:99999": "expected tcp://HOST:PORT",
            "tcp://127.0.0.1:1": "cannot be reached: Connection refused",
            f"tcp://127.0.0.1:{silent_port}": "no dask scheduler there: it does not answer",
            f"tcp://127.0.0.1:{web.getsockname()[1]}": "no dask scheduler there: it is another program",
            f"tls://127.0.0.1:{silent_port}": "needs certificates: set DASK_DISTRIBUTED__COMM__TLS__CA_FILE",
        }
        for address, problem in problems.items():
            result = command("batch", "-p", "ReflexAgent", "-l", "duel", "-n", "2", "--cluster", address)
            assert (result.returncode, result.stdout, result.stderr.count("\n")) == (2, "", 1), result.stderr
            assert problem in result.stderr


def _answer_like_the_web(server: socket.socket) -> None:
    while True:
        try:
            connection, _ = server.accept()
            with connection:
                connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        except OSError:
            return


def test_a_cluster_without_workers_or_with_one_that_dies_is_refused_in_one_line(
    command: Command, cluster: Cluster, tmp_path: Path
) -> None:
    """The second worker has the same code, but it dies on every start."""
    line = ["batch", "-p", "ReflexAgent", "-l", "duel", "-n", "2", "--out", tmp_path / "games.jsonl"]
    empty = command(*line, "--cluster", cluster.address)
    assert (empty.returncode, empty.stderr.count("\n")) == (2, 1)
    assert f"there are no workers; start one with: dask worker {cluster.address}" in empty.stderr
    dying = tmp_path / "dying.py"
    dying.write_text("import os\ndef dask_setup(worker):\n    os._exit(1)\n")
    cluster.start_worker("--preload", str(dying), joins=False)  # its nanny starts it again and again
    result = command(*line, "--cluster", cluster.address)
    assert (result.returncode, result.stderr.count("\n")) == (2, 1)
    assert "there are no workers" in result.stderr
    assert not (tmp_path / "games.jsonl").exists()


def test_without_the_extra_the_command_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "distributed.py").write_text("raise ModuleNotFoundError('No module', name='distributed')\n")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    line = [sys.executable, str(ROOT / "run.py"), "batch", "-n", "2", "--cluster", "local"]
    result = subprocess.run(line, env=environment, capture_output=True, text=True, timeout=PATIENCE)
    assert (result.returncode, result.stderr.count("\n")) == (2, 1)
    assert "pip install 'pacman-search[cluster]'" in result.stderr


DELAY = 0.02  # seconds, each way
_TUNSETIFF, _IFF_TUN, _IFF_NO_PI = 0x400454CA, 0x0001, 0x1000


class SlowLink:
    """A link between this network and a namespace: two tunnels, and a thread that forwards packets with a delay.

    The Linux kernel's own delays (netem) are in a module that many machines lack.
    """

    def __init__(self, number: int) -> None:
        self.namespace = f"pacman-{os.getpid()}-{number}"
        near, far = (f"pm{os.getpid()}{side}{number}" for side in "ab")
        self._ends = [self._tunnel(name) for name in (near, far)]
        inside = ["ip", "netns", "exec", self.namespace]
        for line in (
            ["ip", "netns", "add", self.namespace],
            ["ip", "link", "set", far, "netns", self.namespace],
            ["ip", "addr", "add", f"10.213.{number}.1/24", "dev", near],
            ["ip", "link", "set", near, "up"],
            [*inside, "ip", "addr", "add", f"10.213.{number}.2/24", "dev", far],
            [*inside, "ip", "link", "set", far, "up"],
            [*inside, "ip", "link", "set", "lo", "up"],
        ):
            subprocess.run(line, check=True, capture_output=True, text=True)
        self._is_closing = False
        self._thread = threading.Thread(target=self._carry, daemon=True)
        self._thread.start()

    def _tunnel(self, name: str) -> int:
        import fcntl

        handle = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
        fcntl.ioctl(handle, _TUNSETIFF, struct.pack("16sH22s", name.encode(), _IFF_TUN | _IFF_NO_PI, b""))
        return handle

    def _carry(self) -> None:
        other = dict(zip(self._ends, reversed(self._ends), strict=True))
        on_the_way: deque[tuple[float, int, bytes]] = deque()
        while not self._is_closing:
            pause = max(0.0, on_the_way[0][0] - time.monotonic()) if on_the_way else 0.1
            for end in select.select(self._ends, [], [], pause)[0]:
                on_the_way.append((time.monotonic() + DELAY, other[end], os.read(end, 65536)))
            while on_the_way and on_the_way[0][0] <= time.monotonic():
                _, end, packet = on_the_way.popleft()
                with suppress(OSError):  # like a real link, it may lose a packet
                    os.write(end, packet)

    def close(self) -> None:
        self._is_closing = True
        self._thread.join()
        for end in self._ends:
            os.close(end)
        subprocess.run(["ip", "netns", "del", self.namespace], check=True, capture_output=True)


@pytest.fixture
def slow_links() -> Iterator[list[SlowLink]]:
    """Two network namespaces, 10.213.1.2 and 10.213.2.2, 20 ms away from 10.213.1.1 and 10.213.2.1 here."""
    with ExitStack() as stack:
        links = []
        for number in (1, 2):
            try:
                links.append(SlowLink(number))
            except (OSError, subprocess.CalledProcessError) as error:
                pytest.skip(f"no network namespaces here: {getattr(error, 'stderr', '') or error}".strip())
            stack.callback(links[-1].close)
        yield links


@pytest.mark.skipif(sys.platform != "linux", reason="network namespaces are Linux's")
def test_workers_with_addresses_of_their_own_and_a_slow_network_play_the_same_games(
    command: Command, tmp_path: Path, slow_links: list[SlowLink]
) -> None:
    cluster = Cluster(tmp_path)
    try:
        cluster.start_scheduler(host="0.0.0.0")
        port = cluster.address.rpartition(":")[2]
        for number, link in enumerate(slow_links, start=1):
            cluster.start_worker(
                "--no-nanny", "--host", f"10.213.{number}.2",
                prefix=["ip", "netns", "exec", link.namespace], address=f"tcp://10.213.{number}.1:{port}",
            )  # fmt: skip
        line = ["batch", "-p", "ExpectimaxAgent", "-l", "small", "-n", "400", "--seed", "6"]
        there = command(*line, "--out", tmp_path / "there.jsonl", "--cluster", f"tcp://127.0.0.1:{port}")
        assert (there.returncode, there.stderr) == (0, "")
        command(*line, "--out", tmp_path / "here.jsonl")
        assert rows(tmp_path / "there.jsonl") == rows(tmp_path / "here.jsonl")
    finally:
        cluster.close()
