"""The table of Kluges Köpfchen, without any script."""

import re

import pytest

from games.drawing.examples import GRID
from tests.pages.looking import arrange, drafts_on, look, may_send, send
from tests.tables import bystander, fresh, mover, people, play_on, running_game, table_of

pytestmark = pytest.mark.django_db

HAND = ("R3", "TA", "B7", "V2")


@pytest.fixture
def game():
    game = running_game(*people("ada", "bob"), rules="koepfchen")
    arrange(game, grid=GRID, hand=HAND)
    return game


@pytest.fixture
def player(client, game):
    client.force_login(mover(game))
    return client


def test_a_picked_card_lights_up_the_cells_where_it_may_lie(player, game):
    content = look(player, game, pick="R3")
    legal = re.findall(r'class="grid-slot legal" id="cell-([^"]*)"', content)
    assert legal == ["-1,-2", "0,-2", "-2,-1", "-2,0", "2,0"]
    assert content.count('class="grid-slot"') == 12 - len(legal)
    assert "2,0, beside turquoise 2: straight of 4 in the row: 1" in content
    assert {f"R3 {cell}" for cell in legal} <= set(drafts_on(content))


def test_choosing_a_cell_shows_the_groups_that_it_would_score(player, game):
    content = look(player, game, draft="R3 2,0")
    assert "+1 point: straight of 4 in the row: 1" in content
    assert len(re.findall(r'class="card scores[ "]', content)) == 4
    assert len(re.findall(r'class="card scores thought"', content)) == 1
    assert may_send(content)
    assert fresh(game).version == 0


def test_a_card_that_is_laid_can_be_laid_elsewhere(player, game):
    content = look(player, game, draft="R3 2,0")
    assert "R3 -2,0" in drafts_on(content)
    assert "R3 2,0" not in drafts_on(content)
    assert 'id="undo"' in content


@pytest.mark.parametrize(
    ("draft", "sentence"),
    [
        ("R3 2,1", "R3 fits only beside a card that is one higher or one lower (an ace is 1 or 8)."),
        ("R3 0,0", "That cell is taken: [0, 0]."),
        ("O2 2,0", "You have no card O2."),
    ],
)
def test_a_cell_that_is_not_allowed_is_answered_with_why(player, game, draft, sentence):
    content = look(player, game, draft=draft, pick="R3")
    assert sentence in content
    assert not may_send(content)
    assert 'value="" aria-pressed="true"' in content  # the card is still in hand


def test_a_line_of_seven_takes_no_more(player, game):
    row = {(x, 0): f"{colour}4" for x, colour in enumerate("ROYGBVT")}
    arrange(game, grid=row, hand=("R3", "B5"))
    assert "7,0, beside turquoise 4: the line is full" in look(player, game, pick="R3")
    assert "A row or column may not be longer than 7 cards." in look(player, game, draft="R3 7,0")


def test_a_typed_move_is_drafted(player, game):
    assert 'name="draft" value="R3 2,0"' in look(player, game, move="r3 2 0")
    assert "Write a card and its cell, such as R7 2,0" in look(player, game, move="R3")


def test_the_turn_is_sent(player, game):
    assert send(player, game, "R3 2,0") == 302
    assert fresh(game).version >= 1


def test_a_card_that_fits_nowhere_says_so(player, game):
    arrange(game, grid={(0, 0): "R4"}, hand=("R3", "O6"))
    assert "This card fits nowhere: pick another one." in look(player, game, pick="O6")


@pytest.mark.parametrize("pick", ["O2", "R9", "<b"])
def test_a_card_that_is_not_held_cannot_be_picked(player, game, pick):
    content = look(player, game, pick=pick)
    assert 'aria-pressed="true"' not in content
    assert "grid-slot" not in content


def test_a_winning_set_is_told_before_it_is_sent(player, game):
    row = {(x, 0): f"{colour}4" for x, colour in enumerate("ROYGBV")}
    arrange(game, grid={**row, (6, 1): "R5"}, hand=("T4", "B5"))
    content = look(player, game, draft="T4 6,0")
    assert "this turn wins the game" in content
    assert may_send(content)


def test_hands_that_were_shown_stay_visible_to_all(client, game):
    state = table_of(game).state
    shown = tuple(("R7", "Y2") if seat == state.seat else () for seat in range(2))
    arrange(game, shown=shown, hand=("R7", "Y2", "B7", "V2"))
    content = look(client, game)
    assert "No card fitted, so these are known:" in content
    assert content.index("red 7") < content.index("yellow 2")
    assert "blue 7" not in content


def test_whoever_watches_sees_the_grid_and_no_hand(client, game):
    content = look(client, game)
    assert "row -1 from column -1: red 4, blue 2, yellow 6" in content
    assert "hand-card" not in content
    assert "grid-slot" not in content


def test_who_waits_cannot_pick(client, game):
    client.force_login(bystander(game))
    content = look(client, game, pick=table_of(game).state.hands[1 - table_of(game).state.seat][0])
    assert content.count('class="hand-card"') == 4
    assert "grid-slot" not in content


def test_the_cards_that_others_laid_last_are_marked(client):
    game = running_game(*people("ada", "bob", "cy"), rules="koepfchen")
    play_on(game, 5)
    client.force_login(mover(game))
    plays = [move for move in game.moves.all() if move.actions[0]["type"] == "play"][-2:]
    assert look(client, game).count("new-mark") == len(plays)


def test_the_last_look_tells_who_won(client):
    game = play_on(running_game(*people("ada", "bob"), rules="koepfchen"))
    content = look(client, game)
    assert re.search("has won|have won", content)
    assert "grid-slot" not in content
