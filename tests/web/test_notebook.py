"""The notebook runs from top to bottom and shows what its text describes."""

import re
from pathlib import Path
from typing import Any

import pytest

nbclient = pytest.importorskip("nbclient", reason="nbclient runs notebooks")
nbformat = pytest.importorskip("nbformat", reason="nbclient runs notebooks")

TOUR = Path(__file__).parent.parent.parent / "examples" / "tour.ipynb"


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    """Return the output of each code cell after a run in an empty folder."""
    notebook = nbformat.read(TOUR, as_version=4)
    folder = tmp_path_factory.mktemp("tour")
    nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(folder)}}).execute()
    return [cell.outputs for cell in notebook.cells if cell.cell_type == "code"]


def shown(outputs: list[Any], kind: str) -> list[str]:
    return [output.data[kind] for cell in outputs for output in cell if kind in output.get("data", {})]


def test_boards_and_trees_are_pictures(outputs: list[Any]) -> None:
    layout, state, tree = shown(outputs, "image/svg+xml")
    for board in (layout, state):
        assert board.startswith("<svg")
        assert "var(--" not in board
        assert board.count('href="#ghost-body-0"') == 2
    assert tree.count('class="node min') == 3
    assert tree.count("unvisited") >= 2


def test_a_record_is_a_player_in_a_frame_of_its_own(outputs: list[Any]) -> None:
    result, record, summary = shown(outputs, "text/html")
    assert "<b>" in result
    assert '<iframe sandbox="allow-scripts"' in record
    assert "srcdoc=" in record
    assert re.search(r"ExpectimaxAgent.*40", summary, flags=re.DOTALL)


def test_the_notebook_is_kept_without_outputs() -> None:
    """Stored outputs would go stale; a code host shows the text, and the first run creates the pictures."""
    cells = nbformat.read(TOUR, as_version=4).cells
    assert not any(cell.get("outputs") for cell in cells)
