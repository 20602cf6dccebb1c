"""Seeds of games."""

from experiments.batch.game_task import game_seed


def test_a_seed_depends_on_the_batch_and_the_number_alone() -> None:
    assert [game_seed(0, game) for game in range(3)] == [93543916551078, 186059962863770, 173474642010115]
    assert game_seed(1, 0) != game_seed(0, 0)


def test_seeds_differ_and_fit_every_reader_of_json() -> None:
    seeds = {game_seed(batch, game) for batch in range(50) for game in range(200)}
    assert len(seeds) == 10_000
    assert max(seeds) < 2**48
