"""The board game's kernel does what the engine does."""

import pytest

from games.bots.kernels import genial
from games.engine.registry import RULES
from tests.bots.hexwalk import replay_random_game, walk

TABLES = [("free", 2), ("free", 3), ("free", 4), ("team", 4), ("solo", 1)]


@pytest.mark.parametrize(("mode", "seats"), TABLES)
@pytest.mark.parametrize("seed", range(8))
def test_the_kernel_follows_the_engine_step_by_step(mode: str, seats: int, seed: int) -> None:
    walk(genial, RULES["genial"], mode, seats, seed)


@pytest.mark.parametrize(("mode", "seats"), TABLES)
def test_the_engine_allows_what_random_games_of_the_kernel_do(mode: str, seats: int) -> None:
    endings = {replay_random_game(genial, RULES["genial"], mode, seats, seed).ended_by for seed in range(25)}
    assert endings <= {"blocked", "tiles", "instant"}
