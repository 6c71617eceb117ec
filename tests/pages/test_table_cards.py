"""The table of the card game, without any script."""

import pytest
from django.urls import reverse

from tests.pages.looking import arrange, drafts_on, look, may_send, send
from tests.tables import bystander, fresh, mover, people, play_on, running_game, table_of

pytestmark = pytest.mark.django_db

HAND = ("RG", "RG", "BO", "YV", "GV", "OY")


@pytest.fixture
def game():
    game = running_game(*people("ada", "bob"), rules="genial-cards")
    arrange(game, hand=HAND, open=(("RB", "GO"), ("RV", "BY")), track=(0, 3, 2, 2, 2, 2))
    return game


@pytest.fixture
def player(client, game):
    client.force_login(mover(game))
    return client


def test_a_picked_card_shows_both_orders_before_anything_is_sent(player, game):
    content = look(player, game, pick="RG")
    assert "Red first" in content.replace("red first", "Red first")
    for words in ("+2 red", "+1 green", "+0 green (1 lost at the border)", "The order makes a difference."):
        assert words in content
    assert {"RG", "GR"} <= set(drafts_on(content))
    assert fresh(game).version == 0


def test_it_says_so_where_the_order_does_not_matter(player, game):
    arrange(game, track=(1,) * 6)
    assert "Both orders bring the same this time." in look(player, game, pick="RG")


def test_the_order_can_be_flipped_before_and_after_playing(player, game):
    assert 'href="?pick=GR"' in look(player, game, pick="RG")
    content = look(player, game, draft="RG")
    assert "+0 green (1 lost at the border)" in content
    assert {"RG", "GR"} <= set(drafts_on(content))


def test_one_of_two_equal_cards_is_picked_and_played(player, game):
    assert look(player, game, pick="RG").count('aria-pressed="true"') == 1
    content = look(player, game, draft="RG")
    assert content.count(": played") == 1
    assert may_send(content)


def test_what_was_drafted_is_told_with_its_matches_lit(player, game):
    content = look(player, game, draft="RG")
    assert "+2 red, +1 green; lowest is now red, blue, orange, yellow, violet 2" in content
    assert "red 0, then 2" in content
    assert 'class="light"' in content
    assert "discarded</small>" in content  # the card that counted and had to go


def test_the_oldest_open_card_is_marked(player, game):
    assert look(player, game).count("goes next") == 2


@pytest.mark.parametrize("pick", ["BV", "RR", "XY", "R", "<b"])
def test_a_card_that_is_not_held_cannot_be_picked(player, game, pick):
    content = look(player, game, pick=pick)
    assert 'aria-pressed="true"' not in content
    assert 'class="order"' not in content


def test_a_card_that_is_not_held_cannot_be_typed(player, game):
    content = look(player, game, move="b v")
    assert "You have no card with blue and violet." in content
    assert not may_send(content)


def test_a_typed_card_is_drafted_in_its_order(player, game):
    content = look(player, game, move="g r")
    assert 'name="draft" value="GR"' in content
    assert "+2 red; lowest" in content  # green lost its point at the border


def test_a_marker_at_the_last_column_earns_another_play_in_the_same_draft(player, game):
    arrange(game, track=(9, 4, 4, 4, 4, 4))
    assert "1 bonus play" in look(player, game, pick="RG")
    content = look(player, game, draft="RG")
    assert "Bonus play! Play one more card." in content
    assert not may_send(content)
    content = look(player, game, draft="RG", pick="YV")
    assert {"RG; YV", "RG; VY"} <= set(drafts_on(content))
    assert may_send(look(player, game, draft="RG; YV"))
    assert send(player, game, "RG") == 409
    assert send(player, game, "RG; YV") == 302


def test_a_swap_is_offered_with_its_reason(player, game):
    assert "A swap comes at the end of a turn, after everything else." in look(player, game)
    content = look(player, game, draft="RG")
    assert "You still hold a card with red, your lowest colour, so you may not swap." in content
    arrange(
        game, hand=("RG", "BO", "YV", "BY", "OV", "OY"), track=(1, 0, 2, 2, 2, 2), open=(("BY", "BO"), ("BV", "BY"))
    )
    content = look(player, game, draft="RG")
    assert "RG; swap" in drafts_on(content)
    assert "You show your hand and draw six new cards." in look(player, game, draft="RG; swap")
    assert send(player, game, "RG; swap") == 302


def test_a_win_is_told_before_it_is_sent(player, game):
    arrange(game, track=(6, 7, 7, 7, 7, 7))
    assert "wins at once" in look(player, game, pick="RG")
    content = look(player, game, draft="RG")
    assert "this turn wins the game" in content
    assert may_send(content)
    assert send(player, game, "RG") == 302
    assert "You have won." in look(player, game)


def test_who_waits_sees_their_hand_and_cannot_pick(client, game):
    client.force_login(bystander(game))
    content = look(client, game, pick="RG", draft="RG")
    assert content.count('class="hand-card"') == 6
    assert 'class="order"' not in content
    assert "disabled" in content


def test_whoever_watches_sees_tracks_and_no_hand(client, game):
    content = look(client, game)
    assert content.count('class="card-track"') == 2
    assert "hand-card" not in content
    assert "44 cards in the pile" in content


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_tables_show_every_players_track(client, seats):
    game = running_game(*people("ada", "bob", "cy", "dee")[:seats], rules="genial-cards")
    play_on(game, 2 * seats)
    client.force_login(mover(game))
    content = look(client, game)
    assert content.count('class="card-track"') == seats
    assert content.count('class="open-card"') == sum(map(len, table_of(game).state.open))


def test_a_series_says_which_game_this_is(client):
    game = running_game(*people("ada", "bob"), rules="genial-cards", series=3)
    content = look(client, game)
    assert "Game 1 of 3" in content
    assert reverse("pages:series", args=[game.series_id]) in content
