"""The ghosts of a case are parsed, never executed."""

import random

import pytest

from agents import DirectionalGhost, RandomGhost
from autograder.case_types.ghost_expressions import read_ghosts
from autograder.errors import GradingError


def test_lists_and_comprehensions() -> None:
    dice = random.Random(0)
    ghosts = [plan.make(dice) for plan in read_ghosts("[RandomGhost(1), DirectionalGhost(2, prob_attack=0.5)]")]
    assert [type(ghost) for ghost in ghosts] == [RandomGhost, DirectionalGhost]
    assert [ghost.index for ghost in ghosts] == [1, 2]
    assert ghosts[1].prob_attack == 0.5
    for text in (
        "[RandomGhost(i+1) for i in range(3)]",
        "[RandomGhost(i) for i in [1,2,3]]",
        " [RandomGhost(4-i) for i in range(3,0,-1)] ",
    ):
        assert [plan.make(dice).index for plan in read_ghosts(text)] == [1, 2, 3]
    assert read_ghosts("[]") == []


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('true')",
        "[__import__('os')]",
        "[RandomGhost(1).__class__]",
        "RandomGhost(1)",
        "[RandomGhost]",
        "[RandomGhost()]",
        "[RandomGhost(1, 2, 3, 4)]",
        "[RandomGhost(i) for i in range(10**9)]",
        "[RandomGhost(i) for i in range(1000000)]",
        "[RandomGhost(i) for i in range(0, 9, 0)]",
        "[RandomGhost('x'*1000000000)]",
        "[RandomGhost(1) if True else 0]",
        "[1, 2]",
        "[RandomGhost(1)",
        "(" * 500 + ")" * 500,
        "",
    ],
)
def test_everything_else_is_refused(text: str) -> None:
    with pytest.raises(GradingError):
        read_ghosts(text)


def test_a_near_name_is_offered() -> None:
    with pytest.raises(GradingError, match="unknown ghost 'RandonGhost'; did you mean 'RandomGhost'"):
        read_ghosts("[RandonGhost(1)]")
