"""Connection to a cluster: connect to its scheduler, or start a cluster on this machine."""

import asyncio
import contextlib
import logging
import re
import socket
import tempfile
import warnings
from collections.abc import Iterator
from typing import Any, Final

import dask
import distributed
from distributed.comm.core import connect
from distributed.security import Security
from distributed.versions import VersionMismatchWarning

from jobs.errors import JobError
from jobs.process_pool import prepared_start

LOCAL: Final = "local"
_ANSWER_SECONDS: Final = 4.0  # for a connection, and again for the first reply
_CONNECT_SECONDS: Final = 8.0
_CLOSE_SECONDS: Final = 5.0
_TLS_VARIABLES: Final = "DASK_DISTRIBUTED__COMM__TLS__CA_FILE, …__CLIENT__CERT and …__CLIENT__KEY"
_SETTINGS: Final = {"distributed.admin.large-graph-warning-threshold": "1 GiB"}  # some submissions are megabytes
_ADDRESS: Final = re.compile(
    r"(?:(?:tcp|tls)://)?(?:\[(?P<ipv6>[0-9a-fA-F:.]+)\]|(?P<host>[^/\s:]+)):(?P<port>\d{1,5})"
)


@contextlib.contextmanager
def connected(address: str, local_workers: int) -> Iterator[Any]:
    """Yield a client of the scheduler at `address`; for "local", of a cluster that ends with this context.

    Raise JobError if there is no scheduler or the cluster cannot be used.
    """
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
        except Exception as error:  # dask raises many types if processes cannot start or cannot connect
            raise JobError(f"--cluster {address}: cannot be used: {first_line(error)}") from error
        stack.callback(_close, client)
        yield client


def _silence_logs() -> None:
    """Silence dask's loggers: this package reports what matters in one line. Several of them set their own level."""
    for name in ("distributed", "tornado", "asyncio", *logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    warnings.simplefilter("ignore", VersionMismatchWarning)  # workers with other code are reported one by one


def _check_scheduler(address: str) -> None:
    """Raise JobError within seconds if no scheduler answers at this address; dask itself would keep trying."""
    parts = _ADDRESS.fullmatch(address)
    if parts is None or int(parts["port"]) > 65535:
        raise JobError(f"--cluster {address}: expected tcp://HOST:PORT, tls://HOST:PORT, or local")
    try:
        socket.create_connection((parts["ipv6"] or parts["host"], int(parts["port"])), _ANSWER_SECONDS).close()
    except OSError as error:
        raise JobError(f"--cluster {address}: cannot be reached: {error.strerror or error}") from error
    options = _connection_options(address)
    try:
        asyncio.run(asyncio.wait_for(_check_is_scheduler(address, options), _ANSWER_SECONDS))
    except Exception as error:  # another program may send anything, even bytes that dask reads as a huge length
        known = {TimeoutError: "it does not answer", MemoryError: "it is another program"}
        reason = next((words for kind, words in known.items() if isinstance(error, kind)), first_line(error))
        raise JobError(f"--cluster {address}: no dask scheduler there: {reason}") from error


def _connection_options(address: str) -> dict[str, Any]:
    """Return dask's connection arguments from its settings, including certificates; raise JobError if they fail."""
    try:
        options: dict[str, Any] = Security().get_connection_args("client")  # type: ignore[no-untyped-call]
    except OSError as error:
        raise JobError(f"--cluster {address}: its certificates cannot be read: {first_line(error)}") from error
    if address.startswith("tls://") and options["ssl_context"] is None:
        raise JobError(f"--cluster {address}: needs certificates: set {_TLS_VARIABLES}")
    return options


async def _check_is_scheduler(address: str, options: dict[str, Any]) -> None:
    comm: Any = await connect(address, **options)  # type: ignore[no-untyped-call]
    try:
        await comm.write({"op": "identity", "reply": True})
        if (await comm.read()).get("type") != "Scheduler":
            raise ValueError("this is a worker; expected its scheduler")
    finally:
        comm.abort()


@contextlib.contextmanager
def _local_cluster(workers: int) -> Iterator[Any]:
    """Start a cluster whose workers ignore SIGINT, because this process handles Ctrl-C."""
    # dask does not remove the folder in which scheduler and workers keep their files.
    with tempfile.TemporaryDirectory(prefix="pacman-cluster-", ignore_cleanup_errors=True) as folder:
        with dask.config.set({"temporary-directory": folder}), prepared_start():
            cluster: Any = distributed.LocalCluster(  # type: ignore[no-untyped-call]
                n_workers=workers,
                threads_per_worker=1,
                processes=True,
                dashboard_address="127.0.0.1:0",  # any free port: another local cluster may use the default one
                memory_limit=None,  # games are played in other processes, which have limits of their own
                silence_logs=logging.CRITICAL,
            )
        try:
            yield cluster
        finally:
            with contextlib.suppress(Exception):  # nannies kill processes that do not end
                cluster.close(timeout=_CLOSE_SECONDS)


def _close(client: Any) -> None:
    with contextlib.suppress(Exception):  # the scheduler may be gone
        client.close(timeout=_CLOSE_SECONDS)


def first_line(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
