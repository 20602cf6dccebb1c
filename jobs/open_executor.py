"""Open the executor of a command's tasks: processes on this machine, or a cluster."""

from collections.abc import Callable

from jobs.errors import JobError
from jobs.process_pool import PoolOptions, ProcessPool
from jobs.task_executor import TaskExecutor


def open_executor(cluster: str | None, workers: int, options: PoolOptions, note: Callable[[str], None]) -> TaskExecutor:
    """Return a pool of `workers` processes, or the cluster whose scheduler has this address.

    The address "local" starts a cluster on this machine. `note` shows a line to the user. dask is imported only for a
    cluster; raise JobError if it is not installed.
    """
    if cluster is None:
        return ProcessPool(workers, options)
    try:
        from jobs.cluster.cluster_executor import ClusterExecutor
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("distributed", "dask"):
            raise
        raise JobError("--cluster needs dask.distributed: pip install 'pacman-search[cluster]'") from error
    return ClusterExecutor(cluster, workers, options, note)
