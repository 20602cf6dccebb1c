"""Berkeley's layout names without Berkeley's files."""

from pathlib import Path

import pytest

from agents import AlphaBetaAgent, ExpectimaxAgent, RandomGhost
from pacman import EndReason, LayoutError, load_layout, play
from pacman.berkeley.layout_names import OURS_OF_THE_KIND
from pacman.berkeley.modules.layout import getLayout
from tests.wording import assert_refusal


@pytest.mark.parametrize("name", OURS_OF_THE_KIND)
def test_each_is_another_name_of_a_maze_of_ours_and_yields_to_a_file(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    layout = load_layout(name)
    assert layout.name == OURS_OF_THE_KIND[name]
    assert_refusal(layout.warnings[0], "there is no ", f"layouts/{name}.lay", f"built-in {layout.name!r}")
    assert getLayout(name) is not None
    for file in (tmp_path / f"{name}.lay", tmp_path / "layouts" / f"{name}.lay"):
        file.parent.mkdir(exist_ok=True)
        file.write_text("%%%%\n%P.%\n%%%%\n")
        assert (load_layout(name).name, load_layout(name).width) == (name, 4)
        assert load_layout(name).warnings == ()


def test_a_slip_is_told_the_name_that_is_near(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "layouts").mkdir()
    (tmp_path / "layouts" / "courtyardOfMine.lay").write_text("%%%%\n%P.%\n%%%%\n")
    for slip, meant in (("smallClasic", "smallClassic"), ("courtyardOfMin", "courtyardOfMine")):
        with pytest.raises(LayoutError, match=f"unknown layout '{slip}'; did you mean '{meant}'"):
            load_layout(slip)


def wins(agent: type, games: int) -> int:
    layout = load_layout("trapped")
    ghosts = [RandomGhost(1), RandomGhost(2)]
    players = [agent(depth=3, evaluation="score", engine="python") for _ in range(games)]
    records = [play(layout, player, ghosts, seed=seed) for seed, player in enumerate(players)]
    return sum(record.outcome.reason is EndReason.WON for record in records)


def test_the_trapped_pacman_shows_what_its_kind_is_for() -> None:
    """Minimax, which expects the worst, runs into the nearer ghost; expectimax escapes half of the time."""
    assert wins(AlphaBetaAgent, 20) == 0
    assert 5 <= wins(ExpectimaxAgent, 20) <= 15
