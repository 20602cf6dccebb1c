"""Execution on many machines: each task runs in a process of its own on a worker of a dask.distributed cluster."""
