"""The process pool: it survives the death of its workers, and they end with it."""

import math
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from jobs.pool_worker import report
from jobs.process_pool import PoolOptions, ProcessPool, TaskLost, TaskTimedOut

# Tasks must be functions that a worker can import: `eval` with these names.
NAMES = {"report": report, "sleep": time.sleep}


def test_answers_and_errors_come_back() -> None:
    with ProcessPool(2) as pool:
        roots = [pool.submit(math.sqrt, number) for number in range(200)]
        wrong = pool.submit(math.sqrt, -1)
        ended = pool.submit(sys.exit, 3)
        assert [future.result() for future in roots] == [math.sqrt(number) for number in range(200)]
        with pytest.raises(ValueError, match="math domain|nonnegative"):
            wrong.result()
        with pytest.raises(SystemExit):
            ended.result()
        assert list(pool.map(abs, [-1, -2])) == [1, 2]


def test_a_result_that_cannot_be_pickled_is_an_error() -> None:
    with ProcessPool(1) as pool, pytest.raises(RuntimeError, match="cannot be sent"):
        pool.submit(eval, "lambda: 0").result()


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_only_the_task_that_kills_its_worker_is_lost() -> None:
    with ProcessPool(2) as pool:
        roots, exits, aborts = [], [], []
        for _ in range(3):
            roots.append(pool.submit(math.sqrt, 4))
            exits.append(pool.submit(os._exit, 3))
            aborts.append(pool.submit(os.abort))
        assert [future.result() for future in roots] == [2.0] * 3
        for futures, description in ((exits, "exit code 3"), (aborts, "SIGABRT")):
            for future in futures:
                with pytest.raises(TaskLost, match=description):
                    future.result()


def test_a_task_that_hangs_is_ended_and_its_last_report_kept() -> None:
    with ProcessPool(1, PoolOptions(silence=2)) as pool:  # a busy machine may take a while to report
        silent = pool.submit(eval, "(report(5, 17), sleep(600))", NAMES)
        after = pool.submit(math.sqrt, 9)
        with pytest.raises(TaskTimedOut) as caught:
            silent.result()
        assert caught.value.report == (5, 17)
        assert after.result() == 3.0


def test_a_task_that_reports_is_left_alone_until_its_time_is_up() -> None:
    talking = "[(report(n, 0), sleep(0.25)) for n in range({})]"
    with ProcessPool(1, PoolOptions(silence=3)) as pool:  # twelve times as long as the pauses, for a busy machine
        assert len(pool.submit(eval, talking.format(13), NAMES).result()) == 13
    with ProcessPool(1, PoolOptions(silence=1, task_time=0.3)) as pool, pytest.raises(TaskTimedOut):
        pool.submit(eval, talking.format(600), NAMES).result()


@pytest.mark.skipif(os.name == "nt", reason="numbers of files")
def test_a_worker_that_closes_its_pipe_is_replaced() -> None:
    with ProcessPool(1) as pool:
        with pytest.raises(TaskLost):
            pool.submit(eval, "(closerange(3, 4096), sleep(600))", {**NAMES, "closerange": os.closerange}).result()
        assert pool.submit(abs, -1).result() == 1


def test_terminate_leaves_no_process_behind() -> None:
    pool = ProcessPool(2)
    processes = [pool.submit(os.getpid).result()]
    hanging = [pool.submit(time.sleep, 600) for _ in range(6)]
    pool.terminate()
    assert all(future.done() for future in hanging)
    for process in processes:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)
    with pytest.raises(RuntimeError, match="shut down"):
        pool.submit(abs, 1)


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_workers_end_when_their_parent_is_killed() -> None:
    program = (
        "import os, time; from jobs.process_pool import ProcessPool; pool = ProcessPool(1);"
        "print(pool.submit(os.getpid).result(), flush=True); pool.submit(time.sleep, 600); time.sleep(600)"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])}
    parent = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, env=environment)
    assert parent.stdout is not None
    worker = int(parent.stdout.readline())
    parent.kill()
    parent.communicate()
    assert _ends_within(worker, 60)


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_an_interrupt_does_not_reach_a_worker_that_is_starting() -> None:
    """In a new process, because the first start of a worker starts multiprocessing's resource tracker as well."""
    program = (
        "import signal; from jobs.process_pool import ProcessPool; pool = ProcessPool(1);"
        "blocked = pool.submit(signal.pthread_sigmask, signal.SIG_BLOCK, []).result();"
        "pool.terminate(); print(signal.SIGINT in blocked)"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment)
    assert (done.stdout, done.stderr) == ("True\n", "")


def _ends_within(process: int, seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            os.kill(process, 0)
            with open(f"/proc/{process}/stat") as file:
                if file.read().rsplit(")")[1].split()[0] == "Z":
                    return True
        except OSError:
            return True
        time.sleep(0.02)
    os.kill(process, signal.SIGKILL)
    return False
