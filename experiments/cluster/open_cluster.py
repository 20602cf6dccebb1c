"""The door to the cluster for those who may not have it installed."""

from collections.abc import Callable

from experiments.batch.process_pool import PoolOptions
from experiments.batch.task_executor import TaskExecutor
from experiments.errors import ExperimentError


def open_cluster(address: str, local_workers: int, options: PoolOptions, note: Callable[[str], None]) -> TaskExecutor:
    """The cluster of the scheduler at `address`; "local" starts one here, with so many workers."""
    try:
        from experiments.cluster.cluster_executor import ClusterExecutor
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("distributed", "dask"):
            raise
        raise ExperimentError("--cluster needs dask.distributed: pip install 'pacman-search[cluster]'") from error
    return ClusterExecutor(address, local_workers, options, note)
