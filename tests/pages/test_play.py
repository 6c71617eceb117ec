"""Drafting and sending a turn on the page of a table, without any script."""

import gzip
import re
from dataclasses import replace
from html import unescape
from random import Random
from urllib.parse import parse_qs

import pytest
from django.test import Client
from django.urls import reverse

from games.engine import states
from games.engine.notation import write_turn
from games.engine.registry import RULES
from games.models import Game
from games.services.table import load_table
from tests.bench.pages import MOST_BYTES, MOST_QUERIES
from tests.engine.facts import FACTS
from tests.tables import bystander, fresh, mover, people, person, play_on, running_game, some_turn, table_of

pytestmark = pytest.mark.django_db


def address(name, game):
    return reverse(f"pages:{name}", args=[game.pk])


def page(client, game, **query):
    return client.get(address("table", game), query)


def text_of(answer):
    """What stands on the page, with its entities resolved."""
    return unescape(answer.content.decode())


def spelled(game, actions):
    table = table_of(game)
    return write_turn(game.rules_key, game.rules.view(table.state, None), actions)


def a_turn(game, seed=1):
    return spelled(game, some_turn(game, seed=seed))


def field(content, name):
    found = re.search(rf'name="{name}" value="([^"]*)"', content)
    assert found
    return unescape(found[1])


def send(client, game, draft, **changes):
    data = {"version": fresh(game).version, "draft": draft, "key": "once"} | changes
    return client.post(address("send", game), data)


def drafts_on(content):
    """All drafts that links of the page lead to."""
    queries = re.findall(r'href="\?([^"]*)"', content)
    return [parse_qs(unescape(query)).get("draft", [""])[0] for query in queries]


@pytest.fixture
def game():
    return running_game(*people("ada", "bob"))


@pytest.fixture
def player(client, game):
    client.force_login(mover(game))
    return client


# --- drafting ----------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULES)
def test_a_draft_is_in_the_address_and_nothing_is_stored(client, rules):
    game = running_game(*people("ada", "bob"), rules=rules)
    client.force_login(mover(game))
    draft = a_turn(game)
    content = text_of(page(client, game, draft=draft))
    assert field(content, "draft") == draft
    assert fresh(game).version == 0
    assert re.search(r'id="send"(?![^>]*disabled)', content)
    assert re.search(r'id="send"[^>]*disabled', text_of(page(client, game)))


@pytest.mark.parametrize("rules", RULES)
def test_a_turn_is_sent_and_the_others_are_to_move(client, rules):
    game = running_game(*people("ada", "bob"), rules=rules)
    client.force_login(mover(game))
    answer = send(client, game, a_turn(game))
    assert answer.status_code == 302
    assert answer["Location"] == address("table", game)
    assert fresh(game).version == 1
    assert "Your last turn" in text_of(page(client, game))


def test_a_whole_placement_by_links_alone(player, game):
    """Pick a tile, choose its first cell, choose its second: every step is a link or a button of a form."""
    content = text_of(page(player, game))
    tile = re.search(r'name="pick" value="([A-Z]{2})"', content)
    assert tile
    content = text_of(page(player, game, pick=tile[1]))
    first = re.search(rf'<g id="([a-z][0-9]+)"[^>]*class="open"><a href="\?pick={tile[1]}&(?:amp;)?cell=\1"', content)
    assert first
    content = text_of(page(player, game, pick=tile[1], cell=first[1]))
    drafted = [draft for draft in drafts_on(content) if draft]
    assert drafted
    assert all(draft.startswith(f"{tile[1]} {first[1]} ") for draft in drafted)
    assert send(player, game, drafted[0]).status_code == 302
    assert fresh(game).version == 1


def test_a_typed_move_joins_the_draft(player, game):
    move = a_turn(game)
    content = text_of(page(player, game, move=move.lower()))
    assert field(content, "draft") == move


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("hello", "Write a tile and its two cells, such as RB f6 g6"),
        ("RB z1 z2", "There is no cell z1 on this board."),
        ("swap", "A swap comes at the end of a turn, after everything else."),
    ],
)
def test_a_move_that_cannot_be_played_says_why_and_stays_in_the_field(player, game, move, sentence):
    content = text_of(page(player, game, move=move))
    assert sentence in content
    assert 'role="alert"' in content
    assert field(content, "draft") == ""
    assert field(content, "move") == move


def test_a_draft_is_kept_as_far_as_it_is_legal(player, game):
    draft = a_turn(game)
    content = text_of(page(player, game, draft=f"{draft}; {draft}; swap"))
    assert field(content, "draft") == draft
    assert "No placement is left in this turn." in content


def test_the_longest_nonsense_is_turned_away(player, game):
    content = text_of(page(player, game, draft="RB f6 g6;" * 1000, pick="<b>", cell="&'\"" * 50))
    assert "No turn is as long as this one." in content
    assert "<b>" not in page(player, game, pick="<b>", move="<b>").content.decode().split("<body>")[1]


def test_undo_is_the_address_with_one_action_less(player, game):
    draft = a_turn(game)
    content = text_of(page(player, game, draft=draft))
    undo = re.search(r'id="undo" data-go href="(\?[^"]*)"', content)
    assert undo
    assert undo[1] == "?"


def test_what_a_draft_brings_is_said_before_it_is_sent(player, game):
    [action] = some_turn(game, "greedy")
    draft = spelled(game, [action])
    content = text_of(page(player, game, draft=draft))
    assert re.search(r"\+\d red|\+\d green|\+\d blue|\+\d orange|\+\d yellow|\+\d violet", content)
    assert re.search("lowest (stays|is now) ", content)
    preview = player.get(address("preview", game), {"draft": draft}).json()
    assert preview["words"] in content
    assert preview["rays"]
    assert fresh(game).version == 0


def test_a_preview_of_what_is_not_allowed_says_why(player, game):
    assert "Write a tile" in player.get(address("preview", game), {"draft": "RB"}).json()["words"]


# --- sending -----------------------------------------------------------------------------------


def test_a_turn_sent_twice_counts_once(player, game):
    draft = a_turn(game)
    first = {"version": 0, "draft": draft, "key": "same"}
    assert player.post(address("send", game), first).status_code == 302
    assert player.post(address("send", game), first).status_code == 302
    assert fresh(game).version == 1


def test_a_turn_for_a_game_that_moved_on_is_refused(player, game):
    answer = send(player, game, a_turn(game), version=7)
    assert answer.status_code == 409
    assert "The game has moved on" in text_of(answer)
    assert fresh(game).version == 0


def test_a_refused_turn_keeps_its_draft(player, game):
    draft = a_turn(game)
    content = text_of(send(player, game, draft, version=7))
    assert field(content, "draft") == draft


@pytest.mark.parametrize("changes", [{"version": "x"}, {"version": "-1"}, {"version": ""}, {"draft": "RB f6 g6;" * 99}])
def test_what_is_no_turn_changes_nothing(player, game, changes):
    answer = send(player, game, **({"draft": a_turn(game)} | changes))
    assert answer.status_code == 409
    assert "This is not a turn." in text_of(answer)
    assert fresh(game).version == 0


def test_an_unfinished_turn_is_refused(player, game):
    answer = send(player, game, "")
    assert "A turn needs at least one action." in text_of(answer)


def test_only_whoever_is_to_move_sends(client, game):
    client.force_login(bystander(game))
    answer = send(client, game, a_turn(game))
    assert answer.status_code == 409
    assert "It is not your turn." in text_of(answer)
    client.force_login(person("cy"))
    assert "You are not a player in this game." in text_of(send(client, game, a_turn(game)))
    client.logout()
    answer = send(client, game, a_turn(game))
    assert answer.status_code == 302
    assert "/sign-in/" in answer["Location"]
    assert fresh(game).version == 0


def test_a_turn_needs_a_token_against_forgery(game):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(mover(game))
    assert send(strict, game, a_turn(game)).status_code == 403
    assert fresh(game).version == 0


def test_sending_is_posted(player, game):
    assert player.get(address("send", game)).status_code == 405


def test_htmx_gets_the_part_that_changes(player, game):
    part = player.get(address("table", game), headers={"hx-request": "true"}).content.decode()
    assert part.lstrip().startswith('<section id="table"')
    assert "<html" not in part
    assert "<title>(1) Your turn · Einfach Genial" in part
    sent = {"version": 0, "draft": a_turn(game), "key": "k"}
    answer = player.post(address("send", game), sent, headers={"hx-request": "true"})
    assert answer.status_code == 200
    assert answer["HX-Replace-Url"] == address("table", game)
    assert 'data-version="1"' in answer.content.decode()
    assert "<title>Einfach Genial" in answer.content.decode()
    player.logout()
    answer = player.post(address("send", game), sent, headers={"hx-request": "true"})
    assert "/sign-in/" in answer["HX-Redirect"]


def test_the_next_game_is_offered_while_waiting(client, game):
    waiting = bystander(game)
    client.force_login(waiting)
    assert "Next game where it is my turn" not in text_of(page(client, game))
    other = running_game(waiting, person("cy"), order="fixed")
    assert mover(other) == waiting
    assert f'href="{address("table", other)}"' in text_of(page(client, game))
    assert "Next game where it is my turn" in text_of(page(client, game))


# --- swapping ----------------------------------------------------------------------------------


def with_rack(game, rack, track):
    """The same game, with this rack and this track for whoever is to move."""
    state = load_table(game).state
    racks = tuple(rack if seat == state.seat else held for seat, held in enumerate(state.racks))
    tracks = tuple(track if seat == state.seat else other for seat, other in enumerate(state.tracks))
    game.state = states.dump(game.rules, replace(state, racks=racks, tracks=tracks, opening=()))
    game.save(update_fields=["state"])
    return game


def test_a_swap_is_offered_exactly_when_it_is_allowed(player, game):
    with_rack(game, ("GG", "RR", "RB", "RO", "BO", "BB"), (1, 9, 9, 9, 9, 0))
    draft = "GG a2 b2"
    content = text_of(page(player, game))
    assert 'id="swap"' not in content
    assert "A swap comes at the end of a turn, after everything else." in content
    content = text_of(page(player, game, draft=draft))
    assert f"{draft}; swap" in drafts_on(content)
    content = text_of(page(player, game, draft=f"{draft}; swap"))
    assert "You will show your tiles to all and draw new ones." in content
    assert 'id="swap"' not in content
    assert send(player, game, f"{draft}; swap").status_code == 302
    assert game.moves.get().actions[-1]["type"] == "swap"


def test_a_swap_that_is_not_allowed_says_why(player, game):
    with_rack(game, ("GG", "RR", "RV", "RO", "BO", "BB"), (1, 9, 9, 9, 9, 0))
    content = text_of(page(player, game, draft="GG a2 b2"))
    assert 'id="swap"' not in content
    assert "You still hold a tile with violet, your lowest colour, so you may not swap." in content


def test_alone_there_is_nothing_to_swap(client):
    game = running_game(person("ada"), mode="solo")
    client.force_login(mover(game))
    assert "Swap all" not in text_of(page(client, game))


# --- bonus moves -------------------------------------------------------------------------------


def test_a_bonus_move_goes_on_in_the_same_draft(player, game):
    with_rack(game, ("RG", "RR", "RB", "RO", "BO", "BB"), (17, 17, 9, 9, 9, 0))
    content = text_of(page(player, game, draft="RG a2 a3"))
    assert "Bonus move! Lay one more tile." in content
    assert re.search(r'id="send"[^>]*disabled', content)
    draft = "RG a2 a3; RR b2 b3"
    content = text_of(page(player, game, draft=draft))
    assert re.search(r'id="send"(?![^>]*disabled)', content)
    assert {"", "RG a2 a3"} <= set(drafts_on(content))
    assert "Bonus move left: place one more tile." in text_of(send(player, game, "RG a2 a3"))
    assert send(player, game, draft).status_code == 302


# --- who sees what -----------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULES)
def test_nobody_else_learns_what_a_player_holds(client, rules):
    """The same page whatever the other players hold: not a letter of it depends on hidden tiles."""
    game = running_game(*people("ada", "bob", "cy"), rules=rules)
    play_on(game, 4)
    table = table_of(game)
    readers = {None: None, **{player.seat: player.user for player in table.players}}
    for seat, reader in readers.items():
        client.logout()
        if reader:
            client.force_login(reader)
        Game.objects.filter(pk=game.pk).update(state=states.dump(game.rules, table.state))
        page(client, game)  # the first look tells what is new, and it is new once
        before = without_noise(page(client, game).content.decode())
        other = FACTS[rules].hidden_dealt_anew(table.state, seat, Random(7))
        Game.objects.filter(pk=game.pk).update(state=states.dump(game.rules, other))
        assert without_noise(page(client, game).content.decode()) == before


def without_noise(content):
    """Tokens are drawn anew for every page."""
    return re.sub(r'name="(csrfmiddlewaretoken|key)" value="[^"]*"', "", content)


def test_spectators_see_the_board_and_no_way_to_play(client, game):
    content = text_of(page(client, game))
    assert 'role="grid"' in content
    assert 'id="send"' not in content
    assert 'class="slot"' not in content
    assert client.get(address("preview", game), {"draft": "RB f6 g6"}).json() == {"words": ""}


@pytest.mark.parametrize(("mode", "seats"), [("free", 2), ("free", 3), ("free", 4), ("team", 4), ("solo", 1)])
def test_every_way_to_play_shows_its_tracks(client, mode, seats):
    game = running_game(*people("ada", "bob", "cy", "dee")[:seats], mode=mode)
    play_on(game, seats)
    client.force_login(mover(game))
    content = text_of(page(client, game))
    assert content.count('class="lanes"') == (2 if mode == "team" else seats)
    assert "Lowest: " in content
    if mode == "team":
        table = table_of(game)
        seat = fresh(game).to_move or 0
        partner = table.players[(seat + 2) % 4].name
        heads = [
            " ".join(re.sub(r"<[^>]*>", " ", head).split()) for head in re.findall(r"<h3.*?</h3>", content, re.DOTALL)
        ]
        own = f"{mover(game)} (you)"
        assert {f"{own} and {partner} to move", f"{partner} and {own} to move"} & set(heads)


def test_a_finished_game_tells_who_won_and_why(client):
    game = play_on(running_game(*people("ada", "bob")))
    client.force_login(table_of(game).players[0].user)
    content = text_of(page(client, game))
    assert re.search("You have won|has won", content)
    assert "There is no room for another tile." in content
    assert "Play again" in content
    assert 'id="send"' not in content
    answer = client.post(address("rematch", game))
    again = Game.objects.get(rematch_of=game)
    assert answer["Location"] == address("table", again)


def test_the_page_of_a_big_game_costs_little(client, django_assert_max_num_queries):
    game = running_game(*people("ada", "bob", "cy", "dee"))
    play_on(game, 30)
    tile = table_of(game).state.racks[fresh(game).to_move][0]
    for reader, pick in ((mover(game), ""), (mover(game), tile), (bystander(game), "")):
        client.force_login(reader)
        with django_assert_max_num_queries(MOST_QUERIES):
            answer = page(client, game, pick=pick)
        assert len(gzip.compress(answer.content, 6)) < MOST_BYTES
