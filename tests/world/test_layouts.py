"""Layouts from text and files: parsing, errors and warnings."""

import pickle
from dataclasses import replace
from pathlib import Path

import pytest

from pacman import GameState, Layout, LayoutError, layout_names, load_layout
from pacman.maze import Maze
from tests.wording import assert_refusal

BOARD = """
%%%%%%%
%P.o G%
% %%% %
%1 . o%
%%%%%%%
"""


def test_cells_are_read_from_the_bottom_left() -> None:
    layout = Layout.from_text(BOARD, name="mine")
    assert (layout.width, layout.height) == (7, 5)
    assert layout.pacman_start == (1, 3)
    assert layout.food_cells == ((2, 3), (3, 1))  # column by column
    assert layout.capsule_cells == ((5, 1), (3, 3))  # row by row from below
    assert layout.is_wall((0, 0))
    assert not layout.is_wall((1, 2))
    assert str(layout) == BOARD.strip()


def test_ghosts_are_ordered_by_number_then_from_the_left_then_from_below() -> None:
    rows = ["%%%%%%", "%4G3G%", "%PG 2%", "%%%%%%"]
    assert Layout.from_text(rows).ghost_starts == ((2, 1), (2, 2), (4, 2), (4, 1), (3, 2), (1, 2))


def test_only_the_first_ghosts_play() -> None:
    layout = load_layout("crowd")
    assert [GameState.initial(layout, ghosts=count).num_agents for count in (0, 1, 8, 100)] == [1, 2, 9, 9]
    assert GameState.initial(layout).num_agents == 9


def test_a_layout_never_changes() -> None:
    layout = Layout.from_text(BOARD)
    with pytest.raises(AttributeError):
        layout.name = "other"  # type: ignore[misc]


def test_equal_mazes_are_equal_whatever_their_names() -> None:
    one, other = Layout.from_text(BOARD, name="one"), Layout.from_text(BOARD, name="other")
    assert one == other
    assert hash(one) == hash(other)
    assert one != Layout.from_text(BOARD.replace("o", " "))
    assert pickle.loads(pickle.dumps(one)) == one


def test_distances_are_steps_in_the_maze() -> None:
    layout = Layout.from_text(BOARD)
    assert layout.distance((2, 3), (3, 1)) == 5
    assert layout.distance((1, 3), (1, 3)) == 0
    assert layout.distance((1, 3), (0, 0)) is None
    rings = layout.rings_around((1, 3))
    assert rings[0] == layout.maze.food_bit((1, 3))
    assert sum(ring.bit_count() for ring in rings) == len(layout.open_cells)


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("", ["mine.lay: ", "empty"]),
        (" \n\n", ["mine.lay: ", "empty"]),
        ("%%%%\n%. %\n%%%%", ["mine.lay: ", "no Pacman"]),
        ("%%%%%\n%P.P%\n%%%%%", ["mine.lay:2:4: ", "second Pacman"]),
        ("%%%%%\n%P.%\n%%%%%", ["mine.lay:2:5: ", "4 cells", "5"]),
        ("%%%%%\n\n%P.%%\n%%%%%", ["mine.lay:2:1: ", "0 cells", "5"]),
        ("%%%%%\n%P\0.%\n%%%%%", ["mine.lay:2:3: ", r"'\x00'"]),
        ("%" * 200 + "\nP", ["mine.lay: ", "200x2", "128"]),
    ],
)
def test_what_cannot_be_played_is_refused_by_place(tmp_path: Path, text: str, facts: list[str]) -> None:
    path = tmp_path / "mine.lay"
    path.write_text(text)
    with pytest.raises(LayoutError) as caught:
        load_layout(path)
    assert_refusal(str(caught.value).removeprefix(f"{tmp_path}/"), *facts)


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("%%%%%%\n%P.xx%\n%%%%%%", ["mine:2:4: ", "character 'x'", "empty", "2 times"]),
        ("%%%%%\n%P.%%%%\n%%%%%", ["mine:2:6: ", "longer", "ignored"]),
        ("%%%%%\n%P. .\n%%%%%", ["mine:2:5: ", "border", "wall"]),
        ("%%%%%%%\n%P.%%.%\n%%%%%%%", ["mine:2:6: ", "food", "1 piece", "cannot win"]),
        ("%%%%%\n%P  %\n%%%%%", ["mine: ", "no food", "cannot win"]),
        ("%%%%%%\n%P.%G%\n%%%%%%", ["mine:2:5: ", "ghost", "no legal action"]),
    ],
)
def test_what_is_odd_can_be_played_and_is_mentioned(text: str, facts: list[str]) -> None:
    layout = Layout.from_text(text, name="mine")
    (warning,) = layout.warnings
    assert_refusal(warning, *facts)
    GameState.initial(layout).successor(0, "Stop")


def test_blanks_around_lines_and_windows_line_ends_do_not_matter(tmp_path: Path) -> None:
    path = tmp_path / "mine.lay"
    path.write_bytes(b"\xef\xbb\xbf%%%%%  \r\n  %P.G%\r\n%%%%%\r\n\r\n")
    assert load_layout(path).rows == ("%%%%%", "%P.G%", "%%%%%")


def test_an_agent_never_leaves_an_open_board() -> None:
    state = GameState.initial(Layout.from_text("%%%\nP.G\n%%%"))
    assert state.legal_actions(0) == ("Stop", "East")
    assert state.legal_actions(1) == ("West",)


def test_a_name_may_have_its_ending() -> None:
    assert load_layout("small.lay") == load_layout("small")
    assert load_layout("testClassic.lay").warnings == load_layout("testClassic").warnings


def test_near_names_are_offered() -> None:
    with pytest.raises(LayoutError, match="unknown layout 'smal'; did you mean 'small'?"):
        load_layout("smal")
    with pytest.raises(LayoutError, match="no layout file 'folder/smal.lay'; did you mean 'small'?"):
        load_layout("folder/smal.lay")
    with pytest.raises(LayoutError, match=r"unknown layout 'qqq'; known: arcade, .*tricky"):
        load_layout("qqq")


def test_what_is_no_text_file_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "folder.lay"
    folder.mkdir()
    with pytest.raises(LayoutError, match="not a file; expected a layout file"):
        load_layout(folder)
    binary = tmp_path / "binary.lay"
    binary.write_bytes(b"%%%\xff\xfe")
    with pytest.raises(LayoutError, match="byte 4 is not text"):
        load_layout(binary)


def test_a_layouts_folder_beside_the_user_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "layouts").mkdir()
    (tmp_path / "layouts" / "ofMyOwn.lay").write_text("%%%%\n%P.%\n%%%%\n")
    monkeypatch.chdir(tmp_path)
    assert load_layout("ofMyOwn").name == "ofMyOwn"
    assert load_layout("layouts/ofMyOwn.lay").width == 4


@pytest.mark.parametrize("name", layout_names())
def test_our_own_mazes_have_nothing_odd(name: str) -> None:
    assert load_layout(name).warnings == ()


def test_there_are_mazes_of_every_size() -> None:
    assert len(layout_names()) >= 14
    promised = "corridor trap thrash corner small medium open capsules tricky arcade lecture lecture-close"
    assert set(promised.split()) <= set(layout_names())
    arcade = load_layout("arcade")
    assert (arcade.width, arcade.height) == (28, 31)


@pytest.mark.parametrize(
    "text",
    [
        "root:x:0:0:root:/root:/bin/bash\nPaul:x:1000:1000:Paul:/home/paul:/bin/bash\n",
        "Play a game of Pacman, then have a rest.\n",
        "def main():\n    print('%')\n",
    ],
)
def test_any_other_text_is_no_maze(text: str, tmp_path: Path) -> None:
    path = tmp_path / "notes.lay"
    path.write_text(text)
    with pytest.raises(LayoutError) as error:
        load_layout(path)
    assert str(error.value) == f"{path}: not a maze; expected rows of % . o P G and blanks"


def test_a_maze_may_have_signs_of_its_own() -> None:
    layout = Layout.from_text("%%%%%%%%%\n%P_____-%\n%__..___%\n%%%%%%%%%")
    assert len(layout.food_cells) == 2
    assert len(layout.warnings) == 2


def test_the_tables_of_a_maze_are_built_once_for_all_its_pickles(monkeypatch: pytest.MonkeyPatch) -> None:
    built = []

    class Counted(Maze[Layout]):
        def __init__(self, layout: Layout) -> None:
            built.append(layout.name)
            super().__init__(layout)

    monkeypatch.setattr("pacman.layout.Maze", Counted)
    rows = ["%%%%%", "%P.G%", "%%%%%"]
    layout = Layout.from_text(rows, name="pickled once")
    state = GameState.initial(layout).successor(0, "East")
    twins = [pickle.loads(pickle.dumps(state)) for _ in range(3)]
    assert [twin == state and twin.layout is layout for twin in twins] == [True] * 3
    assert built == ["pickled once"]
    namesake = GameState.initial(Layout.from_text(rows, name="another name"))
    assert pickle.loads(pickle.dumps(namesake)).layout.name == "another name"
    packed = pickle.dumps(state)
    del layout, state, twins
    for _ in range(3):
        assert pickle.loads(packed).score == 509, "a process that holds no layout keeps the latest ones"
    assert built == ["pickled once", "another name"]


def test_a_maze_that_a_submission_changed_is_not_taken_for_the_original() -> None:
    """A wall at Pacman's start does not show in the rows of the layout."""
    layout = Layout.from_text(["%%%%%", "%P.G%", "%%%%%"], name="walled in")
    changed = replace(layout, open_cells=layout.open_cells - {layout.pacman_start})
    assert changed.maze.layout is changed
    assert pickle.loads(pickle.dumps(changed)).open_cells == layout.open_cells
