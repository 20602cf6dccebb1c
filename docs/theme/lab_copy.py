"""Copy the lab to the site if it was built: `python run.py lab build/lab.html`."""

import shutil
from pathlib import Path
from typing import Any

LAB = Path(__file__).parents[2] / "build" / "lab.html"


def on_post_build(config: Any, **_: Any) -> None:
    if LAB.is_file():
        shutil.copy(LAB, Path(config["site_dir"]) / "lab.html")
