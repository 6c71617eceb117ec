"""What all pages share: times in the reader's zone, faces, icons, compression, and what makes the site installable."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.contrib.staticfiles.finders import find
from django.db import connection
from django.template import Context, Template
from django.test import Client, RequestFactory, override_settings
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from accounts.services.zones import zone_named
from games.channels.moments import how_long
from games.drawing.avatars import avatar_of
from games.templatetags.times import due
from tests.tables import open_table, person, running_game

# --- time zones --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Europe/Amsterdam", "America/Argentina/Buenos_Aires", "UTC", "Etc/GMT+8"])
def test_zones_that_exist_are_used(name: str) -> None:
    assert str(zone_named(name)) == name


@pytest.mark.parametrize("name", ["", "Mars/Olympus", "../../etc/passwd", "/etc/passwd", "Europe/Amsterdam\0"])
def test_anything_else_is_the_zone_of_the_site(name: str) -> None:
    assert zone_named(name) is None


@pytest.mark.django_db
def test_deadlines_are_told_by_the_readers_clock(client: Client) -> None:
    ada = person("ada")
    game = running_game(ada, person("bob"), order="fixed")
    type(game).objects.filter(pk=game.pk).update(deadline=datetime(2126, 11, 20, 8, 0, tzinfo=UTC))
    client.force_login(ada)
    for zone, clock in {"": "08:00", "junk": "08:00", "Asia/Kolkata": "13:30"}.items():
        client.cookies["timezone"] = zone
        assert f"(Wed 20 Nov, {clock})" in client.get("/my/").content.decode()
    assert timezone.get_current_timezone_name() == "UTC"


@pytest.mark.django_db
def test_the_first_zone_and_language_of_a_reader_are_remembered(client: Client) -> None:
    ada = person("ada")
    client.force_login(ada)
    client.cookies["timezone"] = "Asia/Kolkata"
    client.get("/games/", headers={"accept-language": "nl"})
    ada.refresh_from_db()
    assert (ada.time_zone, ada.language) == ("Asia/Kolkata", "nl")
    client.cookies["timezone"] = "Europe/Amsterdam"
    client.cookies["django_language"] = "de"
    with CaptureQueriesContext(connection) as found:
        client.get("/games/")
    assert not [query["sql"] for query in found if query["sql"].startswith("UPDATE")]
    ada.refresh_from_db()
    assert (ada.time_zone, ada.language) == ("Asia/Kolkata", "nl")


@pytest.mark.django_db
def test_the_zone_that_somebody_chose_is_better_than_what_their_browser_tells(client: Client) -> None:
    ada = person("ada")
    game = running_game(ada, person("bob"), order="fixed")
    type(game).objects.filter(pk=game.pk).update(deadline=datetime(2126, 11, 20, 8, 0, tzinfo=UTC))
    type(ada).objects.filter(pk=ada.pk).update(time_zone="Europe/Amsterdam")
    client.force_login(ada)
    client.cookies["timezone"] = "Asia/Kolkata"
    assert "(Wed 20 Nov, 09:00)" in client.get("/my/").content.decode()


@pytest.mark.django_db
def test_icons_are_the_same_for_everybody(client: Client, django_assert_num_queries: Any) -> None:
    client.force_login(person("ada"))
    with django_assert_num_queries(0):
        response = client.get("/icons/turns-3.svg")
    assert "Cookie" not in response.get("Vary", "")


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (timedelta(seconds=-5), "now"),
        (timedelta(seconds=59), "now"),
        (timedelta(minutes=1), "in 1 minute"),
        (timedelta(minutes=59, seconds=59), "in 59 minutes"),
        (timedelta(hours=1), "in 1 hour"),
        (timedelta(hours=47, minutes=59), "in 47 hours"),
        (timedelta(hours=48), "in 2 days"),
        (timedelta(days=14), "in 14 days"),
    ],
)
def test_how_long_is_said_in_the_unit_that_matters(left: timedelta, words: str) -> None:
    assert how_long(left) == words


def test_little_time_stands_out() -> None:
    now = timezone.now()
    assert 'class="due soon"' in due(now + timedelta(hours=2))
    assert 'class="due"' in due((now + timedelta(days=2)).isoformat())
    assert due(None) == ""


# --- faces -------------------------------------------------------------------------------------


def test_a_name_always_has_the_same_face() -> None:
    assert avatar_of("ada") == avatar_of("ADA")
    assert len({avatar_of(f"player{number}") for number in range(200)}) > 180


def test_a_face_is_decoration_of_our_symbols() -> None:
    drawn = Template("{% load people %}{% avatar name %}").render(Context({"name": '"><script>'}))
    assert 'aria-hidden="true"' in drawn
    assert re.findall(r'href="#symbol-(\w)"', drawn)
    assert "script" not in drawn


# --- the way to a table ------------------------------------------------------------------------


def share(game: Any, table: dict[str, Any]) -> str:
    request = RequestFactory().get("/")
    source = "{% include 'tables/panels/share.html' %}"
    return Template(source).render(Context({"game": game, "table": table, "request": request}))


@pytest.mark.django_db
def test_the_link_is_for_those_who_have_it() -> None:
    game = open_table(person("ada"), {"open": True}, public=False)
    assert share(game, {}).strip() == ""
    with_link = share(game, {"link": game.link})
    assert f'value="http://testserver/table/{game.pk}/?link={game.link}"' in with_link
    assert 'role="img"' in with_link


@pytest.mark.django_db
def test_a_public_table_is_shared_without_its_link() -> None:
    game = open_table(person("ada"), {"open": True})
    shown = share(game, {})
    assert f'value="http://testserver/table/{game.pk}/"' in shown
    with override_settings(SITE_URL=urlsplit("https://play.example.org")):
        assert f'value="https://play.example.org/table/{game.pk}/"' in share(game, {})


@pytest.mark.django_db
def test_players_find_the_link_on_their_table_and_strangers_do_not(client: Client) -> None:
    ada = person("ada")
    game = open_table(ada, {"open": True})
    address = f"/table/{game.pk}/"
    assert game.link not in client.get(address).content.decode()
    client.force_login(ada)
    assert game.link in client.get(address).content.decode()


# --- icons, manifest, source -------------------------------------------------------------------


@pytest.mark.parametrize(("count", "badge"), [(1, ">1<"), (9, ">9<"), (10, ">9+<"), (400, ">9+<")])
def test_the_icon_carries_the_count(client: Client, count: int, badge: str) -> None:
    response = client.get(f"/icons/turns-{count}.svg")
    assert response["Content-Type"] == "image/svg+xml"
    assert badge in response.content.decode()


def test_without_a_turn_the_icon_is_plain(client: Client) -> None:
    assert "<text" not in client.get("/icons/turns-0.svg").content.decode()


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_the_site_can_be_installed(client: Client, language: str) -> None:
    response = client.get("/manifest.webmanifest", headers={"accept-language": language})
    assert response["Content-Type"] == "application/manifest+json"
    manifest = response.json()
    assert manifest["lang"] == language
    assert {"192x192", "512x512", "any"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert [icon for icon in manifest["icons"] if icon.get("purpose") == "maskable"]
    for icon in manifest["icons"]:
        assert find(icon["src"].removeprefix("/static/"))
    assert 'rel="manifest" href="/manifest.webmanifest"' in client.get("/").content.decode()


def test_the_foot_leads_to_the_source_if_the_operator_says_where(client: Client) -> None:
    assert "Source code" not in client.get("/").content.decode()
    with override_settings(SOURCE_URL="https://git.example.org/genial?a=1&b=2"):
        assert 'href="https://git.example.org/genial?a=1&amp;b=2"' in client.get("/").content.decode()


# --- compression -------------------------------------------------------------------------------


def test_pages_are_compressed(client: Client) -> None:
    plain = client.get("/")
    packed = client.get("/", headers={"accept-encoding": "gzip"})
    assert packed["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed["Vary"]
    assert len(packed.content) < len(plain.content) / 3


def test_the_length_of_a_page_tells_nothing(client: Client) -> None:
    """Each answer is padded by chance, so that nobody learns a secret by guessing and measuring."""
    answers = [client.get("/account/sign-in/", headers={"accept-encoding": "gzip"}) for _number in range(12)]
    assert len({len(answer.content) for answer in answers}) > 3


def test_dates_are_written_in_the_readers_language() -> None:
    at = datetime(2126, 11, 20, 8, 0, tzinfo=UTC)
    with translation.override("de"):
        assert "Mi" in due(at)
