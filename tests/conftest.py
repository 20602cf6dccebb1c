"""What all tests share."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

# The suite builds the compiled search once, in a folder of its own, and keeps it from run to run.
os.environ.setdefault("PACMAN_CACHE_DIR", str(Path(__file__).resolve().parent.parent / ".pytest_cache" / "kernel"))

# A slow machine is no failure; everything else is as hypothesis would have it.
settings.register_profile("patient", settings(), deadline=None)
settings.load_profile("patient")


@pytest.fixture(scope="session")
def kernel_is_ready() -> None:
    """Built and loaded: whichever worker comes first builds it, the others wait."""
    pytest.importorskip("numba", reason="the kernel needs numba")
    from agents import kernel

    assert kernel.prepare() is None
