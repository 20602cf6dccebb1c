"""New mazes: whatever is asked for, they are whole, mirrored and connected."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.assignment.maze_generator import BESIDE, generate_layout, generate_open_cells
from commands.cli import main
from pacman import Layout, LayoutError
from tests.wording import assert_refusal

SIDES = st.integers(5, 24)


@given(SIDES, SIDES, st.integers(), st.booleans())
def test_every_cell_is_reachable_and_the_sides_mirror_each_other(
    width: int, height: int, seed: int, dead_ends: bool
) -> None:
    cells = generate_open_cells(width, height, random.Random(seed), dead_ends=dead_ends)
    assert cells == {(width - 1 - x, y) for x, y in cells}
    assert all(0 < x < width - 1 and 0 < y < height - 1 for x, y in cells)
    reached, frontier = set(), [next(iter(cells))]
    while frontier:
        x, y = frontier.pop()
        if (x, y) in cells and (x, y) not in reached:
            reached.add((x, y))
            frontier += [(x + dx, y + dy) for dx, dy in BESIDE]
    assert reached == cells
    exits = [sum((x + dx, y + dy) in cells for dx, dy in BESIDE) for x, y in cells]
    assert dead_ends or min(exits) >= 2


def test_dead_ends_are_dug_where_they_are_wanted() -> None:
    def has_dead_end(seed: int) -> bool:
        cells = generate_open_cells(20, 11, random.Random(seed), dead_ends=True)
        return any(sum((x + dx, y + dy) in cells for dx, dy in BESIDE) == 1 for x, y in cells)

    assert all(map(has_dead_end, range(20)))


@given(SIDES, SIDES, st.integers(0, 6), st.integers(0, 6), st.integers())
def test_a_layout_has_what_was_asked_for(width: int, height: int, ghosts: int, capsules: int, seed: int) -> None:
    try:
        layout = generate_layout(width, height, ghosts, capsules, random.Random(seed))
    except LayoutError as error:
        assert "no room for" in str(error)
        assert (width - 2) * (height - 2) < 40
        return
    assert (layout.width, layout.height) == (width, height)
    assert (len(layout.ghost_starts), len(layout.capsule_cells)) == (ghosts, capsules)
    assert layout.food_cells
    assert not layout.warnings


def test_the_command_writes_a_maze_that_can_be_read(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["layouts", "--generate", "--size", "20x11", "--num-ghosts", "2", "--capsules", "2", "--seed", "7"]
    assert main(command) == 0
    first = capsys.readouterr()
    layout = Layout.from_text(first.out)
    assert (layout.width, layout.height, len(layout.ghost_starts), len(layout.capsule_cells)) == (20, 11, 2, 2)
    assert first.err == ""
    assert main(command) == 0
    assert capsys.readouterr().out == first.out
    assert main([*command, "--dead-ends"]) == 0
    assert capsys.readouterr().out != first.out
    assert main(["layouts", "--generate"]) == 0
    unseeded = capsys.readouterr()
    assert main(["layouts", "--generate", *unseeded.err.split()[:2]]) == 0
    assert capsys.readouterr().out == unseeded.out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("--size 20", ("argument --size:", "'20'", "expected", "20x11")),
        (
            "--size 4x9 --seed 1",
            ("4x9", "expected from 5 to 128 cells a side"),
        ),
        ("--size 900x9 --seed 1", ("900x9", "expected from 5 to 128 cells a side")),
        ("--size 3x3", ("3x3", "expected from 5 to 128 cells a side")),
        ("--size 5x5 -k 30 --seed 1", ("5x5", "8 open cells", "30 ghosts")),
        ("--capsules -1", ("argument --capsules:", "'-1'", "a whole number from 0")),
        ("small", ("--generate", "leave out 'small'")),
    ],
)
def test_what_cannot_be_made_is_told(
    words: str, complaint: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(["layouts", "--generate", *words.split()])
    except SystemExit as end:
        code = int(str(end.code))
    assert code == 2
    written = capsys.readouterr()
    assert written.out == ""
    assert_refusal(written.err, "run.py layouts:", *complaint)
