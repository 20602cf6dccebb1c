"""Judge a submission's examples in a process of their own, which has limits on time and memory.

The files are only read, never executed; the process bounds what reading and searching them may cost.
"""

import json
import subprocess
import sys
from collections.abc import Mapping
from typing import Any, Final

from autograder.child.resource_limits import confine
from autograder.errors import GradingError
from autograder.examples.example import Verdict, judge_content
from autograder.sandbox.sandbox import WITHOUT_PROCESSES
from pacman.errors import InternalError
from pacman.packages import ROOT

MEMORY: Final = 2**29  # bytes
_START: Final = "import sys; sys.path.insert(0, sys.argv[1]); from autograder.examples.worker import main; main()"
NO_TIME: Final = "the examples take longer than the question's time"


def judge_in_worker(examples: Mapping[str, bytes], cpu_seconds: float, seconds: float) -> list[Verdict]:
    """Return the verdicts on the files, by name.

    Raise GradingError if that takes longer than `seconds` by the wall clock, or `cpu_seconds` of CPU time.

    A Python that cannot start processes judges them here: limits on nodes and plies bound the time of each.
    """
    if sys.platform in WITHOUT_PROCESSES:
        return [judge_content(content, name) for name, content in examples.items()]
    request = json.dumps({"seconds": cpu_seconds, "files": {name: text.hex() for name, text in examples.items()}})
    try:
        answer = subprocess.run(
            [sys.executable, "-P", "-c", _START, str(ROOT)],
            input=request.encode(),
            capture_output=True,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        raise GradingError(NO_TIME) from late
    if answer.returncode < 0:
        raise GradingError(f"the examples need more than {MEMORY:,} bytes or the question's time")
    if answer.returncode:
        last = answer.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
        raise InternalError(f"judging the examples failed: {last}")
    return [_verdict(each) for each in json.loads(answer.stdout)]


def _verdict(data: dict[str, Any]) -> Verdict:
    return Verdict(**{**data, "wrong": tuple(data["wrong"]), "caught": tuple(data["caught"])})


def main() -> None:
    """Read the files from standard input and write the verdicts to standard output."""
    request = json.load(sys.stdin)
    confine(MEMORY, request["seconds"], file_size=0, processes=0)
    files = {name: bytes.fromhex(text) for name, text in request["files"].items()}
    verdicts = [vars(judge_content(content, name)) for name, content in files.items()]
    json.dump(verdicts, sys.stdout)
