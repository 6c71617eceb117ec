"""The lobby, and the form of a new table."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services.guests import make_guest
from games.bots.registry import on_offer
from games.engine.registry import RULES
from games.models import Game
from games.services import lobby
from tests.tables import NOW, open_table, people, person, running_game

pytestmark = pytest.mark.django_db

NEW = "/lobby/new/"


def page(client: Client, address: str = "/lobby/") -> str:
    return client.get(address).content.decode()


def filled_in(client: Client, rules: str, way: str = "", **changes: str) -> dict[str, str]:
    """What the form sends as it is shown, with these changes."""
    shown = page(client, f"{NEW}?rules={rules}&way={way}")
    form = shown.split('<form class="form wide"')[1].split("</form>")[0]
    values = dict(re.findall(r'<input[^>]* name="(\w+)" value="([^"]*)"', form))
    for name, options in re.findall(r'<select name="(\w+)".*?>(.*?)</select>', form, re.DOTALL):
        values[name] = re.findall(r'<option value="([^"]*)" selected>', options)[0]
    return {**values, **changes}


# --- the list ----------------------------------------------------------------------------------


def test_open_public_tables_are_listed() -> None:
    ada, bob = people("ada", "bob")
    shown = open_table(ada, {"open": True})
    hidden = [
        open_table(bob, {"open": True}, public=False),
        open_table(bob, {"invite": "ada"}),
        running_game(*people("cy", "di")),
    ]
    content = page(Client())
    assert str(shown.pk) in content
    assert not [game for game in hidden if str(game.pk) in content]


def test_tables_are_filtered_by_game() -> None:
    ada = person("ada")
    tables = {key: open_table(ada, {"open": True}, rules=key) for key in RULES}
    for key, table in tables.items():
        content = page(Client(), f"/lobby/?rules={key}")
        assert str(table.pk) in content
        assert not [other for other in tables.values() if other != table and str(other.pk) in content]
    assert all(str(table.pk) in page(Client(), "/lobby/?rules=chess") for table in tables.values())


def test_taking_a_seat_from_the_list(client: Client) -> None:
    ada, bob = people("ada", "bob")
    game = open_table(ada, {"open": True}, {"open": True})
    client.force_login(bob)
    content = page(client)
    (seed,) = re.findall(r'name="client_seed" value="([^"]+)"', content)
    client.post(reverse("pages:join", args=[game.pk]), {"client_seed": seed})
    assert game.players.filter(user=bob, client_seed=seed).exists()
    assert "You sit here." in page(client)


def test_strangers_are_led_to_the_door_first() -> None:
    game = open_table(person("ada"), {"open": True})
    assert f"/account/sign-in/?next=/table/{game.pk}/" in page(Client())


def test_rated_tables_tell_guests_what_they_need(client: Client) -> None:
    open_table(person("ada"), {"open": True}, rated=True)
    client.force_login(make_guest(address="", now=NOW))
    assert "Rated games need an account." in page(client)


def test_an_empty_lobby_says_what_to_do() -> None:
    content = page(Client())
    assert "Nobody waits at a table just now." in content
    assert 'href="/"' in content


def test_the_list_is_paged_and_costs_the_same(client: Client, django_assert_max_num_queries: Any) -> None:
    for number in range(3):
        host = person(f"host{number}")
        for _table in range(10):
            open_table(host, {"open": True})
    with django_assert_max_num_queries(8):
        first = page(client)
    assert first.count('class="row-card"') == 20
    assert "Page 1 of 2" in first
    assert page(client, "/lobby/?page=2").count('class="row-card"') == 10
    assert page(client, "/lobby/?page=ninety").count('class="row-card"') == 20


# --- a new table -------------------------------------------------------------------------------


@pytest.fixture
def ada(client: Client) -> User:
    user = person("ada")
    client.force_login(user)
    return user


def test_strangers_sign_in_first(client: Client) -> None:
    assert client.get(NEW)["Location"] == f"/account/sign-in/?next={NEW}"


def test_first_the_game_is_chosen(client: Client, ada: User) -> None:
    content = page(client, NEW)
    for key in RULES:
        assert f'href="{NEW}?rules={key}"' in content


@pytest.mark.parametrize(
    ("rules", "ways"),
    [
        ("genial", ["free-2", "free-3", "free-4", "team-4", "solo-1"]),
        ("koepfchen", ["free-2", "free-3", "free-4"]),
    ],
)
def test_the_form_fits_the_rules(client: Client, ada: User, rules: str, ways: list[str]) -> None:
    content = page(client, f"{NEW}?rules={rules}")
    assert re.findall(r'id="way-([\w-]+)"', content) == ways
    for way in ways:
        form = filled_in(client, rules, way)
        assert sum(name.startswith("seat_") for name in form) == int(way[-1]) - 1


def test_series_are_offered_where_the_rules_have_them(client: Client, ada: User) -> None:
    offered = {key for key in RULES if "series" in filled_in(client, key)}
    assert offered == {key for key, rules in RULES.items() if rules.has_series}


def test_partners_may_talk_in_private_where_there_are_partners(client: Client, ada: User) -> None:
    assert 'name="table_talk"' not in page(client, f"{NEW}?rules=genial&way=free-4")
    client.post(f"{NEW}?rules=genial&way=team-4", filled_in(client, "genial", "team-4", table_talk="on"))
    assert Game.objects.get().options["table_talk"] is True


def test_every_strength_is_offered_with_its_description(client: Client, ada: User) -> None:
    content = page(client, f"{NEW}?rules=genial")
    for offer in on_offer("genial"):
        assert f'value="bot:{offer.key}"' in content
        assert offer.description in content


def test_the_form_as_it_is_shown_makes_a_table(client: Client, ada: User) -> None:
    for rules in RULES:
        response = client.post(NEW, filled_in(client, rules))
        game = Game.objects.get(rules_key=rules)
        assert response["Location"] == f"/table/{game.pk}/"
        assert (game.host, game.status, game.pace, game.public) == (ada, Game.Status.OPEN, {"days": 3}, True)
        assert game.players.get().client_seed


def test_every_wish_is_heard(client: Client, ada: User) -> None:
    person("bob")
    strongest = on_offer("genial-cards")[-1].key
    client.post(
        NEW,
        filled_in(
            client,
            "genial-cards",
            "free-4",
            seat_2=f"bot:{strongest}",
            seat_3="invite",
            invite_3="Bob",
            order="fixed",
            pace="",
            public="no",
            rated="on",
            series="3",
            stand_in=on_offer("genial-cards")[0].key,
            client_seed="my own words",
        ),
    )
    game = Game.objects.get()
    assert [player.bot for player in game.players.order_by("joined")] == ["", strongest]
    assert game.invitations.get().user == User.objects.get(username="bob")
    assert (game.pace, game.public, game.rated, game.options["order"]) == ({}, False, True, "fixed")
    assert game.series
    assert game.series.length == 3
    assert game.stand_in == on_offer("genial-cards")[0].key
    assert game.players.get(user=ada).client_seed == "my own words"


def test_alone_and_against_bots_the_game_begins_at_once(client: Client, ada: User) -> None:
    client.post(NEW, filled_in(client, "genial", "solo-1"))
    client.post(NEW, filled_in(client, "genial", seat_2="bot:" + on_offer("genial")[0].key))
    assert set(Game.objects.values_list("status", flat=True)) == {"active"}


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"seat_2": "invite", "invite_2": "zoe"}, "There is no player called zoe."),
        ({"seat_2": "invite", "invite_2": "not@mail"}, "not@mail is not an e-mail address."),
        ({"seat_2": "invite", "invite_2": "ada"}, "You cannot invite yourself."),
        ({"seat_2": "invite", "invite_2": ""}, "Whom is this seat kept for?"),
        ({"seat_2": "bot:hal"}, "not one of the available choices"),
        ({"client_seed": "a|b"}, "printable ASCII characters without |"),
        ({"pace": "1000"}, "not one of the available choices"),
        ({"series": "99"}, "less than or equal to 20"),
    ],
)
def test_a_mistake_is_a_sentence_beside_its_field(
    client: Client, ada: User, changes: dict[str, str], sentence: str
) -> None:
    response = client.post(NEW, filled_in(client, "genial-cards", **changes))
    assert response.status_code == 422
    field = next(name for name in ("invite_2", *changes) if name in changes)
    beside = response.content.decode().split(f'id="id_{field}"')[1].split("</div>")[0]
    assert sentence in beside
    assert not Game.objects.exists()


def test_what_only_the_service_knows_is_said_above_the_form(client: Client, ada: User) -> None:
    for _number in range(lobby.OPEN_TABLES_EACH):
        open_table(ada, {"open": True})
    response = client.post(NEW, filled_in(client, "genial"))
    assert response.status_code == 422
    assert "open tables: let some of them fill first" in response.content.decode()


def test_the_same_person_is_invited_once(client: Client, ada: User) -> None:
    person("bob")
    seats = {"seat_2": "invite", "invite_2": "bob", "seat_3": "invite", "invite_3": "BOB"}
    response = client.post(NEW, filled_in(client, "genial", "free-3", **seats))
    assert "You can invite each person once." in response.content.decode()


def test_guests_see_no_rated_games_and_send_no_mail(client: Client) -> None:
    client.force_login(make_guest(address="", now=NOW))
    assert 'name="rated"' not in page(client, f"{NEW}?rules=genial")
    form = filled_in(client, "genial", seat_2="invite", invite_2="someone@example.org", rated="on")
    response = client.post(NEW, form)
    assert "To invite by mail you need an account" in response.content.decode()
    assert not Game.objects.exists()
