"""What all tests share."""

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent
NOT_SOURCES = shutil.ignore_patterns(".*", "*.egg-info", "build", "dist", "__pycache__", "tests", "docs")

# The suite builds the compiled search once, in a folder of its own, and keeps it from run to run.
os.environ.setdefault("PACMAN_CACHE_DIR", str(ROOT / ".pytest_cache" / "kernel"))

BROWSER_FLAGS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"]

# A slow machine is no failure; everything else is as hypothesis would have it.
settings.register_profile("patient", settings(), deadline=None)
settings.load_profile("patient")


@pytest.fixture(scope="session")
def kernel_is_ready() -> None:
    """Built and loaded: whichever worker comes first builds it, the others wait."""
    pytest.importorskip("numba", reason="the kernel needs numba")
    from agents import kernel

    assert kernel.prepare() is None


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Our wheel, built from the sources alone."""
    folder = tmp_path_factory.mktemp("wheel")
    shutil.copytree(ROOT, folder / "source", ignore=NOT_SOURCES)
    _pip("wheel", "-q", "--no-deps", "--no-build-isolation", "-w", folder, folder / "source")
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="session")
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of a new environment that holds our wheel; it borrows the dependencies of this one."""
    environment = tmp_path_factory.mktemp("installed")
    venv.create(environment)
    python = environment / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    _pip("--python", python, "install", "-q", "--no-deps", "--no-index", wheel)
    (packages,) = environment.rglob("site-packages")
    (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return python.parent


def _pip(*arguments: object) -> None:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *map(str, arguments)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A real one, for pages."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright drives the browser")
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        pytest.skip("there is no Chromium here")
    with playwright.sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=program, args=BROWSER_FLAGS)
        yield found
        found.close()
