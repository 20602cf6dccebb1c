"""Many machines: tasks run on the workers of a dask.distributed cluster, each in a process of its own there."""
