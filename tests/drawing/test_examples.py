"""The pictures show positions that the rules allow."""

from dataclasses import replace

import pytest

from games.drawing import examples
from games.drawing.boards import read_tiles
from games.engine.cards.variants import AREAS, DECK
from games.engine.dealing import Chance
from games.engine.genial3d.variants import START_CELLS
from games.engine.koepfchen.scoring import groups
from games.engine.koepfchen.variants import DECK as KOEPFCHEN_DECK
from games.engine.koepfchen.variants import FITS, VARIANTS
from games.engine.registry import RULES
from games.engine.rules import Refusal
from games.engine.tiles import Place


def play(key: str, radius: int, notation: tuple[str, ...], stones: str = "") -> None:
    """Lay the tiles one after another, each player having just the tile to lay."""
    rules = RULES[key]
    state = rules.setup(rules.variants["free"], 2, Chance(bytes(32)))
    if stones:
        state = rules.unpack(
            {"variant": state.variant, "seats": 2, "chance": state.chance},
            {**rules.pack(state), "stones": [[*cell, c] for cell, c in zip(START_CELLS, stones, strict=True)]},
        )
    assert state.grid.radius == radius
    for tile, a, b in read_tiles(radius, notation):
        state = replace(state, racks=((tile,), (tile,)), due=1, seat=len(state.placed) % 2)
        state = rules.apply(state, Place(tile, (a, b))).state


def test_the_board_is_played_by_the_rules() -> None:
    play("genial", examples.GENIAL_RADIUS, examples.GENIAL_TILES)


def test_the_stacks_are_built_by_the_rules() -> None:
    play("genial-3d", examples.STACKING_RADIUS, examples.STACKING_TILES, examples.STACKING_STONES)


def test_the_replay_notices_a_tile_that_does_not_fit() -> None:
    with pytest.raises(Refusal):
        play("genial", examples.GENIAL_RADIUS, (*examples.GENIAL_TILES, examples.GENIAL_TILES[0]))


def test_the_open_cards_exist() -> None:
    assert {"".join(sorted(card)) for card in examples.OPEN_CARDS} <= {"".join(sorted(card)) for card in DECK}


def test_the_markers_keep_together() -> None:
    areas = {next(i for i, area in enumerate(AREAS) if at in area) for at in examples.CARDS_TRACK}
    assert max(areas) - min(areas) <= 1


def test_the_grid_is_dealt_from_one_deck() -> None:
    cards = [*examples.GRID.values(), examples.LAID_CARD]
    assert len(set(cards)) == len(cards)
    assert set(cards) <= set(KOEPFCHEN_DECK)
    assert set(examples.GRID) == set(VARIANTS["free"].start[2])


def test_the_laid_card_fits_and_scores_as_shown() -> None:
    x, y = examples.LAID_CELL
    assert examples.GRID[x - 1, y][1] in FITS[examples.LAID_CARD[1]]
    (group,) = groups({**examples.GRID, examples.LAID_CELL: examples.LAID_CARD}, examples.LAID_CELL)
    assert (group.kind, group.points, set(group.cells)) == ("straight", 1, set(examples.GROUP))
