"""The way to a cluster: connect to its scheduler, or start one on this machine."""

import contextlib
import logging
import re
import signal
from collections.abc import Iterator
from typing import Any, Final

import distributed

from experiments.errors import ExperimentError

LOCAL: Final = "local"
_CONNECT_SECONDS: Final = 8.0
_CLOSE_SECONDS: Final = 5.0
_ADDRESS: Final = re.compile(r"((tcp|tls)://)?[^/\s:]+:\d+|((tcp|tls)://)?\[[0-9a-fA-F:]+\]:\d+")


@contextlib.contextmanager
def connected(address: str, local_workers: int) -> Iterator[Any]:
    """A client of the scheduler at `address`, or of a cluster of so many processes that lives as long as this."""
    if address != LOCAL and not _ADDRESS.fullmatch(address):
        raise ExperimentError(f"--cluster {address}: expected tcp://HOST:PORT, tls://HOST:PORT, or local")
    for name in ("distributed", "tornado", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)  # what matters is said in a line of ours
    with contextlib.ExitStack() as stack:
        try:
            cluster = stack.enter_context(_local_cluster(local_workers)) if address == LOCAL else address
            client: Any = distributed.Client(  # type: ignore[no-untyped-call]
                cluster, timeout=_CONNECT_SECONDS, set_as_default=False
            )
        except Exception as error:  # whatever answers there: nothing, another program, another edition
            what = "cannot be started" if address == LOCAL else "no scheduler answers there"
            raise ExperimentError(f"--cluster {address}: {what} ({_first_line(error)})") from error
        stack.callback(_close, client)
        yield client


@contextlib.contextmanager
def _local_cluster(workers: int) -> Iterator[Any]:
    """Workers that are deaf to Ctrl-C, which is ours to handle: they inherit what this thread blocks."""
    can_block = hasattr(signal, "pthread_sigmask")
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if can_block else set()
    try:
        cluster: Any = distributed.LocalCluster(  # type: ignore[no-untyped-call]
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            memory_limit=None,  # games are played in other processes, which have limits of their own
            silence_logs=logging.CRITICAL,
        )
    finally:
        if can_block:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    try:
        yield cluster
    finally:
        with contextlib.suppress(Exception):
            cluster.close(timeout=_CLOSE_SECONDS)


def _close(client: Any) -> None:
    with contextlib.suppress(Exception):  # the scheduler may be gone
        client.close(timeout=_CLOSE_SECONDS)


def _first_line(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
