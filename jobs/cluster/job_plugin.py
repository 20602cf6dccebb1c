"""What a job does to every worker of the cluster, also to those that come later: see that it fits, bring its files.

A worker that fits offers a resource with the name of the job, and tasks of the job ask for it: so the scheduler itself
keeps them away from all others. This module is sent to workers as it stands here, since a worker may have another one,
or none; it imports nothing of ours before that is settled. It is sent as source: another version of Python crashes when
it runs the bytecode of ours.
"""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from distributed import WorkerPlugin

FOLDER = "pacman-search"  # of files that were carried, in a worker's own folder
REFUSED = "pacman-search-refused"  # the topic on which workers that do not fit say so
_REBUILT = "exec(source, globals()) or JobPlugin(*arguments)"


class JobPlugin(WorkerPlugin):
    """`files`: contents by their path below the folder; paths begin with a digest of what they hold.

    `is_private`: no other job can be on this cluster.
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
        """End the processes that nobody else uses, before the worker itself may end."""
        if self._problem() is None:
            from jobs.cluster.worker_tasks import end_pools

            await asyncio.to_thread(end_pools, self.is_private)

    def _problem(self) -> str | None:
        try:
            from jobs.provenance import code_digest
        except ImportError:
            return "pacman-search is not installed there"
        found = code_digest()
        return None if found == self.code else f"its code or its Python differs from ours ({found}, not {self.code})"

    def _write_files(self, folder: Path) -> None:
        folder.mkdir(mode=0o700, exist_ok=True)  # cases, solutions among them, are nobody else's
        for name, content in self.files.items():
            target = folder / name
            if not target.exists():
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content)
