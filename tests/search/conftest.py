"""Make the examples importable as modules: `import reversi`."""

import builtins
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples"))


@pytest.fixture
def without_scipy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let imports of scipy fail, as where it is not installed."""
    real = builtins.__import__

    def fail(name: str, *rest: Any) -> Any:
        if name.startswith("scipy"):
            raise ModuleNotFoundError(name=name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", fail)
