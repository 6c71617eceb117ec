"""Looking back: who may see which hands, that nothing hidden shows, and what the pages say."""

import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games import selectors
from games.engine.replay import Replayed
from games.engine.replay import replay as engine_replay
from games.models import Game, Player
from games.selectors import replays
from games.services import departures
from games.services.refusals import NotAPlayer
from tests.engine.facts import FACTS
from tests.tables import fresh, mover, open_table, people, person, play_on, running_game, table_of

pytestmark = pytest.mark.django_db

KEYS = ["genial", "genial-3d", "genial-cards", "koepfchen"]
TURNS = 5


def where(game: Game, name: str = "replay", **query: Any) -> str:
    words = "&".join(f"{key}={value}" for key, value in query.items())
    return reverse(f"pages:{name}", args=[game.pk]) + (f"?{words}" if words else "")


def text_of(client: Client, address: str, status: int = 200) -> str:
    response = client.get(address)
    assert response.status_code == status, response.content.decode()
    return response.content.decode()


def held_at(game: Game, turn: int, seat: int) -> list[str]:
    """What a seat really held after a turn."""
    table = table_of(game)
    record = selectors.record_of(game, table.players, with_secret=False)
    steps = list(engine_replay(record, bytes(game.secret)))
    return selectors.held(game.rules.view(steps[turn].turn.state, seat))


def rack_on(page: str) -> list[str]:
    """The tiles of the rack that a page shows."""
    return re.findall(r'id="slot-\d" name="pick" value="(\w\w)"', page)


# --- who may look from where ---------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_while_a_game_runs_nobody_looks_from_another_seat(client: Client, key: str) -> None:
    ada, bob = people("ada", "bob")
    game = play_on(running_game(ada, bob, rules=key), turns=TURNS)
    seats = {player.user: player.seat for player in table_of(game).players}
    assert "no hand but your own" in text_of(client, where(game, turn=2, seat=0), 403)
    assert 'name="seat"' not in text_of(client, where(game, turn=2))
    client.force_login(ada)
    text_of(client, where(game, turn=2, seat=seats[ada]))
    text_of(client, where(game, turn=2, seat="none"))
    assert "no hand but your own" in text_of(client, where(game, turn=2, seat=seats[bob]), 403)


@pytest.mark.parametrize("key", KEYS)
def test_once_a_game_is_over_everybody_may_look_from_every_seat(client: Client, key: str) -> None:
    game = play_on(running_game(*people("ada", "bob"), rules=key))
    for seat in (0, 1, "none"):
        page = text_of(client, where(game, turn=3, seat=seat))
        assert f'<option value="{seat}" selected>' in page


@pytest.mark.parametrize("key", ["genial", "genial-3d"])
def test_the_hand_is_the_one_of_that_turn(client: Client, key: str) -> None:
    game = play_on(running_game(*people("ada", "bob"), rules=key))
    for turn, seat in ((0, 0), (5, 1), (fresh(game).version, 0)):
        assert rack_on(text_of(client, where(game, turn=turn, seat=seat))) == held_at(game, turn, seat)
    assert rack_on(text_of(client, where(game, turn=5, seat="none"))) == []


@pytest.mark.parametrize("key", ["genial", "koepfchen"])
def test_nobody_becomes_somebody_else_by_looking_through_their_eyes(client: Client, key: str) -> None:
    ada, bob = people("ada", "bob")
    game = play_on(running_game(ada, bob, rules=key))
    for reader, times in ((bob, 1), (person("dora"), 0)):
        client.force_login(reader)
        for seat in (0, 1):
            assert text_of(client, where(game, turn=4, seat=seat)).count("(you)") <= times
    assert "your tile" not in text_of(client, where(game, turn=4, seat=0))


def test_a_private_game_is_replayed_by_its_players_and_by_those_with_the_link(client: Client) -> None:
    game = play_on(running_game(*people("ada", "bob"), public=False), turns=2)
    for name in ("replay", "verify"):
        text_of(client, where(game, name), 404)
        text_of(client, where(game, name, link=fresh(game).link))
    client.force_login(mover(game))
    text_of(client, where(game))


def test_a_table_without_a_game_has_nothing_to_replay(client: Client) -> None:
    game = open_table(person("ada"), {"open": True})
    assert "nothing to replay" in text_of(client, where(game), 404)


@pytest.mark.parametrize("query", [{"turn": 99}, {"turn": "x"}, {"turn": "-1"}, {"turn": "²"}, {"seat": "x"}])
def test_a_bad_address_is_answered_with_a_sentence(client: Client, query: dict[str, Any]) -> None:
    game = play_on(running_game(*people("ada", "bob")), turns=2)
    page = text_of(client, where(game, **query), 400)
    assert 'role="alert"' in page
    assert "Turn 2 of 2" in page


# --- nothing hidden shows ------------------------------------------------------------------------


def pages_of(client: Client, game: Game) -> list[bytes]:
    """All that the replay and the table say of the past, without what is drawn anew for every page."""
    addresses = [
        *(where(game, turn=turn) for turn in (3, TURNS)),
        where(game, "verify"),
        where(game, "table", at=3),
    ]
    found = []
    for address in addresses:
        content = client.get(address).content
        content = re.sub(rb'name="csrfmiddlewaretoken" value="[^"]*"', b"", content)
        found.append(re.sub(rb'name="key" value="[^"]*"', b"", content))
    return found


@pytest.mark.parametrize("key", KEYS)
def test_permuting_what_is_hidden_changes_no_byte(client: Client, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bob, outsider = people("ada", "bob", "dora")
    game = play_on(running_game(ada, bob, rules=key), turns=TURNS)
    seats = {player.user: player.seat for player in table_of(game).players}
    for reader in (ada, outsider):
        seat = seats.get(reader)
        client.force_login(reader)
        pages_of(client, game)  # from now on their notices are seen
        before = pages_of(client, game)
        with monkeypatch.context() as patch:
            patch.setattr(replays, "replay", partial(replay_dealt_anew, key, seat))
            assert pages_of(client, game) == before
            # The law can fail: what the reader holds does show.
            patch.setattr(replays, "replay", partial(replay_dealt_anew, key, 1 - (seat or 0)))
            assert (pages_of(client, game) != before) is (seat is not None)


def replay_dealt_anew(key: str, reader: int | None, record: Any, secret: bytes) -> Iterator[Replayed]:
    """The same game for this reader, with everything that they cannot know dealt anew after each turn."""
    rng = random.Random(f"{key} {reader}")
    for step in engine_replay(record, secret):
        state = FACTS[key].hidden_dealt_anew(step.turn.state, reader, rng)
        yield Replayed(step.move, replace(step.turn, state=state))


@pytest.mark.parametrize("key", KEYS)
def test_no_secret_is_on_a_page_of_a_running_game(client: Client, key: str) -> None:
    ada, bob = people("ada", "bob")
    game = play_on(running_game(ada, bob, rules=key), turns=TURNS)
    client.force_login(ada)
    assert bytes(game.secret).hex().encode() not in b"".join(pages_of(client, game))


def test_the_deal_is_secret_until_the_end() -> None:
    with pytest.raises(NotAPlayer):
        selectors.dealt(table_of(running_game(*people("ada", "bob"))))


# --- what the pages say --------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_every_turn_of_every_game_has_its_page(client: Client, key: str) -> None:
    game = play_on(running_game(*people("ada", "bob", "cy"), rules=key))
    version = fresh(game).version
    for turn in (0, 1, version // 2, version):
        page = text_of(client, where(game, turn=turn))
        assert f"Turn {turn} of {version}" in page
        assert page.count("<h1") == 1
        assert ('id="back"' in page) is (turn > 0)
        assert ('id="forward"' in page) is (turn < version)
    assert "the game is over" in page


def test_an_entry_of_the_log_leads_to_its_turn(client: Client) -> None:
    game = play_on(running_game(*people("ada", "bob")), turns=4)
    page = text_of(client, where(game, "table"))
    for turn in range(1, 5):
        assert f'href="{where(game, turn=turn)}#why"' in page
    why = text_of(client, where(game, turn=4))
    assert 'class="why"' in why
    assert "og:title" in why


def test_htmx_gets_only_what_changes(client: Client) -> None:
    game = play_on(running_game(*people("ada", "bob")), turns=4)
    part = client.get(where(game, turn=2), headers={"hx-request": "true"}).content.decode()
    assert part.lstrip().startswith('<section id="replay"')


def test_the_log_says_who_ran_out_of_time_and_who_sits_in(client: Client) -> None:
    game = running_game(*people("ada", "bob", "cy"))
    deadline = fresh(game).deadline
    assert deadline
    departures.expire_turn(game_id=game.pk, now=deadline)
    play_on(game, turns=1)
    page = text_of(client, where(game, "table"))
    assert "ran out of time" in page
    assert "’s stand-in: " in page
    assert "A bot plays on from here" in text_of(client, where(game, turn=1))


def test_the_record_is_offered_to_those_who_may_have_it(client: Client) -> None:
    ada, bob = people("ada", "bob")
    game = play_on(running_game(ada, bob), turns=2)
    assert "Download the record" not in text_of(client, where(game))
    client.force_login(ada)
    assert "Download the record" in text_of(client, where(game))


def test_a_position_is_shared_with_all_that_names_it(client: Client) -> None:
    game = play_on(running_game(*people("ada", "bob")))
    assert f"http://testserver{where(game)}?turn=7&amp;seat=1" in text_of(client, where(game, turn=7, seat=1))


def test_a_replay_asks_the_database_as_often_late_as_early(client: Client, django_assert_max_num_queries: Any) -> None:
    game = play_on(running_game(*people("ada", "bob", "cy", "dot")))
    with django_assert_max_num_queries(8):
        client.get(where(game, turn=1))
    with django_assert_max_num_queries(8):
        client.get(where(game))


# --- since the reader was here -------------------------------------------------------------------


def test_the_table_tells_what_happened_since(client: Client) -> None:
    ada, bob, cy = people("ada", "bob", "cy")
    game = running_game(ada, bob, cy)
    first = mover(game)
    play_on(game, turns=1)
    client.force_login(first)
    text_of(client, where(game, "table"))
    play_on(game, turns=2)
    page = text_of(client, where(game, "table"))
    assert "2 turns since you were here." in page
    assert 'href="?at=2"' in page
    assert "2 turns since your last one." in text_of(client, where(game, "table"))


def test_stepping_keeps_the_draft(client: Client) -> None:
    game = play_on(running_game(*people("ada", "bob")), turns=3)
    client.force_login(mover(game))
    page = text_of(client, where(game, "table", at=2, draft="RB+f6+g6"))
    assert "Turn 2 of 3" in page
    assert 'href="?at=3&amp;draft=RB+f6+g6"' in page
    assert 'href="?draft=RB+f6+g6"' in page
    assert "Turn 9" not in text_of(client, where(game, "table", at=9))


def test_only_a_players_own_visit_counts_as_seen(client: Client) -> None:
    ada, bob, outsider = people("ada", "bob", "dora")
    game = play_on(running_game(ada, bob), turns=2)
    client.get(where(game, "table"))
    client.force_login(outsider)
    client.get(where(game, "table"))
    assert set(Player.objects.values_list("seen", flat=True)) == {0}
    client.force_login(ada)
    client.get(where(game, "table", at=1))
    assert set(Player.objects.values_list("seen", flat=True)) == {0}
    client.get(where(game, "table"))
    assert dict(Player.objects.values_list("user__username", "seen")) == {"ada": 2, "bob": 0}


def test_a_second_look_writes_nothing(client: Client) -> None:
    game = play_on(running_game(*people("ada", "bob")), turns=2)
    client.force_login(mover(game))
    client.get(where(game, "table"))
    with CaptureQueriesContext(
        connection,
    ) as asked:
        client.get(where(game, "table"))
    assert not [query for query in asked if query["sql"].startswith("UPDATE")]


# --- verifying -----------------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_the_server_verifies_a_whole_game(client: Client, key: str) -> None:
    game = play_on(running_game(*people("ada", "bob"), rules=key))
    page = text_of(client, where(game, "verify", by="server"))
    assert "Everything holds" in page
    dealt = json.loads(re.findall(r'<script id="dealt" type="application/json">(.*?)</script>', page)[0])
    assert dealt["hands"][0] == held_at(game, 0, 0)
    assert len(dealt["after"]) == fresh(game).version


def test_the_server_names_the_turn_that_does_not_hold(client: Client) -> None:
    game = play_on(running_game(*people("ada", "bob")))
    move = game.moves.get(n=3)
    gains = [{**move.gains[0], "R": 7}]
    game.moves.filter(n=3).update(gains=gains)
    page = text_of(client, where(game, "verify", by="server"))
    assert "Something does not hold at turn 3:" in page


def test_a_running_game_cannot_be_verified_yet(client: Client) -> None:
    game = play_on(running_game(*people("ada", "bob")), turns=2)
    page = text_of(client, where(game, "verify", by="server"))
    assert fresh(game).commitment in page
    assert "verify.js" not in page
    assert 'id="dealt"' not in page
