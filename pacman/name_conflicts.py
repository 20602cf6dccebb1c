"""Detection of a user's folders that hide packages of this project, because they have the same name."""

from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

from pacman.packages import PACKAGES, ROOT


def hidden_package(names: Iterable[str] = PACKAGES) -> str | None:
    """Return a message if another package is imported in place of one of ours, otherwise None; import neither."""
    for name in names:
        try:
            spec = find_spec(name)
        except ValueError:  # a module without a spec, as a user's program may put into `sys.modules`
            spec = None
        folders = [Path(folder).resolve() for folder in spec.submodule_search_locations or ()] if spec else []
        if ROOT / name not in folders:
            place = folders[0] if folders else (spec and spec.origin) or f"a module {name}"
            return (
                f"{place} hides the package '{name}' of pacman-search; "
                "expected another name for it, or Python started in another folder"
            )
    return None
