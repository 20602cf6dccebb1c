"""Execution on many machines: each task runs in a separate process on a worker of a dask.distributed cluster."""
