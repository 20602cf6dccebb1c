"""The dask plugin that sets up every worker of the cluster for a job: check its code, write the job's files.

Workers that join later are set up too. A worker with the same code offers a resource with the name of the job, and the
tasks of the job require that resource, so the scheduler keeps them away from all other workers. This module is sent to
the workers, because a worker may have another version of the project, or none; it imports no module of the project
before the check. It is sent as source: another version of Python would crash on the bytecode of this one.
"""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from distributed import WorkerPlugin

FOLDER = "pacman-search"  # subfolder for shipped files in a worker's own folder
REFUSED = "pacman-search-refused"  # topic on which workers with other code report themselves
_REBUILT = "exec(source, globals()) or JobPlugin(*arguments)"


class JobPlugin(WorkerPlugin):
    """Worker plugin of one job.

    `files`: contents by path below FOLDER; each path begins with a digest, so an existing file is up to date.
    `is_private`: no other job can use this cluster.
    """

    def __init__(self, job: str, code: str, files: Mapping[str, bytes], is_private: bool) -> None:
        self.name = job
        self.code = code
        self.is_private = is_private
        self.files = dict(files)

    def __reduce__(self) -> tuple[Any, ...]:
        source = Path(__file__).read_text("utf-8")
        arguments = self.name, self.code, self.files, self.is_private
        return eval, (_REBUILT, {"__name__": __name__, "source": source, "arguments": arguments})

    async def setup(self, worker: Any) -> None:
        problem = self._problem()
        if problem is None:
            self._write_files(Path(worker.local_directory, FOLDER))
            await worker.set_resources(**{self.name: worker.state.nthreads})
        else:
            worker.log_event(REFUSED, {"job": self.name, "worker": worker.address, "problem": problem})

    async def teardown(self, worker: Any) -> None:
        """Close pools that no other job uses, before the worker itself may end."""
        if self._problem() is None:
            from jobs.cluster.worker_tasks import pools

            await asyncio.to_thread(pools.end, self.is_private)

    def _problem(self) -> str | None:
        try:
            from jobs.provenance import code_digest
        except ImportError:
            return "pacman-search is not installed on it"
        found = code_digest()
        return None if found == self.code else f"its code or Python version differs: {found}; expected {self.code}"

    def _write_files(self, folder: Path) -> None:
        folder.mkdir(mode=0o700, exist_ok=True)  # cases include solutions: other users must not read them
        for name, content in self.files.items():
            target = folder / name
            if not target.exists():
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content)
