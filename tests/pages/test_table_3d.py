"""The table of the stacking game: both looks, what lies beneath, the opening and the final round."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game
from tests.tables import mover, people, play_on, running_game, table_of

pytestmark = pytest.mark.django_db

RULES = "genial-3d"


def page(client: Client, game: Game, query: str = "") -> str:
    response = client.get(reverse("pages:table", args=[game.pk]) + query)
    assert response.status_code == 200
    return response.content.decode()


@pytest.fixture
def game(client: Client) -> Game:
    """A game in which some stacks are more than one storey high, and whose mover looks at it."""
    game = play_on(running_game(*people("ada", "bob"), rules=RULES), turns=24)
    client.force_login(mover(game))
    return game


def heights(game: Game) -> dict[str, int]:
    state = table_of(game).state
    return {state.grid.name(cell): state.heights[at] for cell, at in state.grid.index.items() if state.heights[at]}


def test_cells_say_how_high_they_are_and_what_lies_beneath(client: Client, game: Game) -> None:
    text = page(client, game)
    labels = dict(re.findall(r'id="([a-i]\d)" role="gridcell" tabindex="-1" aria-label="([^"]*)"', text))
    for cell, height in heights(game).items():
        assert f"{height} high" in labels[cell]
        assert ("beneath: " in labels[cell]) is (height > 1)
    assert len(labels) == 61


def test_a_stack_is_shown_from_the_top_down(client: Client, game: Game) -> None:
    cell, height = max(heights(game).items(), key=lambda entry: entry[1])
    text = page(client, game, f"?cell={cell}")
    assert f"The stack on {cell}" in text
    storeys = re.findall(r'<li value="(\d)">', text.split('id="stack"')[1].split("</section>")[0])
    assert storeys == [str(storey) for storey in range(height, 0, -1)]


@pytest.mark.parametrize("cell", ["z9", "a", "<b>", "e5e5e5e5"])
def test_a_cell_that_is_none_shows_no_stack(client: Client, game: Game, cell: str) -> None:
    assert 'id="stack"' not in page(client, game, f"?cell={cell}")


def test_where_a_tile_goes_no_stack_is_in_the_way(client: Client, game: Game) -> None:
    text = page(client, game)
    first = re.findall(r'data-pairs="([a-i]\d)', text)[0]
    tile = re.findall(r'name="pick" value="(\w\w)"', text)[0]
    chosen = page(client, game, f"?pick={tile}&cell={first}")
    assert f'data-cell="{first}"' in chosen
    assert 'id="stack"' not in chosen


def test_the_look_is_remembered_and_a_strange_one_is_not(client: Client, game: Game) -> None:
    assert "wall-left" not in page(client, game)
    assert "wall-left" in page(client, game, "?look=slanted")
    assert "wall-left" in page(client, game)
    assert "wall-left" in client.get(reverse("pages:replay", args=[game.pk])).content.decode()
    assert "wall-left" not in page(client, game, "?look=upside-down")
    assert "wall-left" in page(client, game)


def test_a_preview_bends_its_lines_over_the_stacks(client: Client, game: Game) -> None:
    text = page(client, game, "?look=slanted")
    tiles = re.findall(r'name="pick" value="(\w\w)"', text)
    pairs = re.findall(r"([a-i]\d)([a-i]\d)", re.findall(r'data-pairs="([^"]*)"', text)[0])
    preview = reverse("pages:preview", args=[game.pk])
    for tile in tiles:
        for first, second in pairs:
            answer = client.get(preview, {"draft": f"{tile} {first} {second}"}).json()
            if answer["rays"]:
                assert "lowest" in answer["words"]
                assert answer["rays"][0][1].startswith("M")
                return
    raise AssertionError("no tile scores anywhere")


def test_the_opening_is_explained_to_whom_it_binds(client: Client) -> None:
    game = running_game(*people("ada", "bob"), rules=RULES)
    rule = "must touch a start stone"
    assert rule not in page(client, game)
    client.force_login(mover(game))
    assert rule in page(client, game)
    assert rule not in page(client, play_on(game, turns=24))


def test_the_final_round_is_announced_to_all(client: Client) -> None:
    game = running_game(*people("ada", "bob"), rules=RULES)
    assert "Final round" not in page(client, game)
    while not table_of(game).state.turns_left:
        play_on(game, turns=1)
    assert "Final round: 2 turns are left" in page(client, game)
    play_on(game, turns=1)
    assert "Final round: 1 turn is left" in page(client, game)
    play_on(game, turns=1)
    assert "Final round" not in page(client, game)
