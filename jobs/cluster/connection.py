"""The way to a cluster: connect to its scheduler, or start one on this machine."""

import asyncio
import contextlib
import logging
import re
import socket
import tempfile
import warnings
from collections.abc import Iterator
from multiprocessing import resource_tracker
from typing import Any, Final

import dask
import distributed
from distributed.comm.core import connect
from distributed.security import Security
from distributed.versions import VersionMismatchWarning

from jobs.errors import JobError
from jobs.process_pool import prepared_start

LOCAL: Final = "local"
_ANSWER_SECONDS: Final = 4.0  # for a connection, and then for the first answer
_CONNECT_SECONDS: Final = 8.0
_CLOSE_SECONDS: Final = 5.0
_TLS_VARIABLES: Final = "DASK_DISTRIBUTED__COMM__TLS__CA_FILE, …__CLIENT__CERT and …__CLIENT__KEY"
_SETTINGS: Final = {"distributed.admin.large-graph-warning-threshold": "1 GiB"}  # some submissions are megabytes
_ADDRESS: Final = re.compile(
    r"(?:(?:tcp|tls)://)?(?:\[(?P<ipv6>[0-9a-fA-F:.]+)\]|(?P<host>[^/\s:]+)):(?P<port>\d{1,5})"
)


@contextlib.contextmanager
def connected(address: str, local_workers: int) -> Iterator[Any]:
    """A client of the scheduler at `address`, or of a cluster of so many processes that lives as long as this."""
    _silence_logs()
    if address != LOCAL:
        _check_scheduler(address)
    with contextlib.ExitStack() as stack:
        stack.enter_context(dask.config.set(_SETTINGS))
        try:
            cluster = stack.enter_context(_local_cluster(local_workers)) if address == LOCAL else address
            client: Any = distributed.Client(  # type: ignore[no-untyped-call]
                cluster, timeout=_CONNECT_SECONDS, set_as_default=False
            )
        except Exception as error:  # whatever keeps processes from being started or scheduler and client from talking
            raise JobError(f"--cluster {address}: cannot be used: {first_line(error)}") from error
        stack.callback(_close, client)
        yield client


def _silence_logs() -> None:
    """What matters is said in a line of ours. dask gives several of its loggers a level of their own."""
    for name in ("distributed", "tornado", "asyncio", *logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    warnings.simplefilter("ignore", VersionMismatchWarning)  # workers that do not fit are named one by one


def _check_scheduler(address: str) -> None:
    """Find out soon whether a scheduler answers there; dask itself would go on trying."""
    parts = _ADDRESS.fullmatch(address)
    if parts is None or int(parts["port"]) > 65535:
        raise JobError(f"--cluster {address}: expected tcp://HOST:PORT, tls://HOST:PORT, or local")
    try:
        socket.create_connection((parts["ipv6"] or parts["host"], int(parts["port"])), _ANSWER_SECONDS).close()
    except OSError as error:
        raise JobError(f"--cluster {address}: cannot be reached: {error.strerror or error}") from error
    options = _connection_options(address)
    try:
        asyncio.run(asyncio.wait_for(_ask_who_is_there(address, options), _ANSWER_SECONDS))
    except Exception as error:  # another program's answer may be anything, taken for a huge number too
        known = {TimeoutError: "it does not answer", MemoryError: "it is another program"}
        reason = next((words for kind, words in known.items() if isinstance(error, kind)), first_line(error))
        raise JobError(f"--cluster {address}: no dask scheduler there: {reason}") from error


def _connection_options(address: str) -> dict[str, Any]:
    """dask's, from its settings: certificates, if there are any."""
    try:
        options: dict[str, Any] = Security().get_connection_args("client")  # type: ignore[no-untyped-call]
    except OSError as error:
        raise JobError(f"--cluster {address}: its certificates cannot be read: {first_line(error)}") from error
    if address.startswith("tls://") and options["ssl_context"] is None:
        raise JobError(f"--cluster {address}: needs certificates: set {_TLS_VARIABLES}")
    return options


async def _ask_who_is_there(address: str, options: dict[str, Any]) -> None:
    comm: Any = await connect(address, **options)  # type: ignore[no-untyped-call]
    try:
        await comm.write({"op": "identity", "reply": True})
        if (await comm.read()).get("type") != "Scheduler":
            raise ValueError("this is a worker; its scheduler is asked for")
    finally:
        comm.abort()


@contextlib.contextmanager
def _local_cluster(workers: int) -> Iterator[Any]:
    """Workers that are deaf to Ctrl-C, which is ours to handle."""
    resource_tracker.ensure_running()  # of multiprocessing: while it starts, it lets that signal through
    # dask leaves a folder behind wherever scheduler and workers keep their files.
    with tempfile.TemporaryDirectory(prefix="pacman-cluster-", ignore_cleanup_errors=True) as folder:
        with dask.config.set({"temporary-directory": folder}), prepared_start():
            cluster: Any = distributed.LocalCluster(  # type: ignore[no-untyped-call]
                n_workers=workers,
                threads_per_worker=1,
                processes=True,
                dashboard_address="127.0.0.1:0",  # its usual port may be taken, by another cluster of this kind
                memory_limit=None,  # games are played in other processes, which have limits of their own
                silence_logs=logging.CRITICAL,
            )
        try:
            yield cluster
        finally:
            with contextlib.suppress(Exception):  # processes that do not end are killed by their nannies
                cluster.close(timeout=_CLOSE_SECONDS)


def _close(client: Any) -> None:
    with contextlib.suppress(Exception):  # the scheduler may be gone
        client.close(timeout=_CLOSE_SECONDS)


def first_line(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
