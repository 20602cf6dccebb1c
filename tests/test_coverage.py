"""The table of coverage that CI prints."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.thorough
def test_coverage_is_printed_by_package() -> None:
    measured = {"SLIPCOVER_ENABLED": "1", "SLIPCOVER_SOURCE": "agents,jobs,pacman"}
    outer = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_XDIST")}
    command = [sys.executable, "-m", "pytest", "-n", "1", "tests/search/test_search_local.py"]
    printed = subprocess.run(
        command, cwd=ROOT, env={**outer, **measured}, capture_output=True, text=True, check=True
    ).stdout
    rows = {name: int(percent) for name, percent in re.findall(r"^(\S+) +[\d,]+ +(\d+) %$", printed, re.MULTILINE)}
    assert rows["agents/search"] > 5
    assert rows["jobs/cluster"] == 0, "files that no test loads are counted"
    assert 0 < rows["all"] < 50
    assert re.search(r"^\d+ s of CPU$", printed, re.MULTILINE)
