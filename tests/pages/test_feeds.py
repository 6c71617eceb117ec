"""Feeds: deadlines for calendars, news for feed readers, at addresses that are secret and can be revoked."""

import re
from datetime import timedelta
from html import unescape
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client
from icalendar import Calendar

from accounts.models import User
from games.models import ClockEntry, Game, NoticeSettings
from tests.tables import NOW, fresh, person, play_turn, running_game

pytestmark = pytest.mark.django_db

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def ada(client: Client) -> User:
    user = person("ada")
    client.force_login(user)
    return user


def address(client: Client, feed: str, do: str = "open") -> str:
    """Its path, as the page shows it."""
    client.post(f"/my/notices/{feed}/", {"do": do})
    page = unescape(client.get("/my/notices/settings/").content.decode())
    where = {"calendar": r"calendar/[^\"]+\.ics", "news": r"turns/[^\"]+\.atom"}[feed]
    found = re.search(rf'"http://testserver(/feeds/{where})"', page)
    return found[1] if found else ""


def events(path: str) -> list[Any]:
    answer = Client().get(path)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    return list(Calendar.from_ical(answer.content).walk("VEVENT"))


def entries(path: str) -> list[ElementTree.Element]:
    answer = Client().get(path)
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    return ElementTree.fromstring(answer.content).findall(f"{ATOM}entry")


def said(entry: ElementTree.Element, name: str) -> str:
    found = entry.find(f"{ATOM}{name}")
    assert found is not None
    return found.text or ""


# --- the calendar ------------------------------------------------------------------------------


def test_the_calendar_has_my_deadlines(client: Client, ada: User) -> None:
    game = running_game(ada, person("bob"), order="fixed")
    running_game(person("cy"), ada, order="fixed")  # not my turn
    deadline = fresh(game).deadline
    [event] = events(address(client, "calendar"))
    assert event["uid"] == f"turn-{game.pk}@127.0.0.1"
    assert event["summary"] == "Your turn against bob"
    assert event["dtstart"].dt == deadline
    assert event["url"] == f"http://127.0.0.1:8000/table/{game.pk}/"
    assert str(event["url"]) in event["description"]
    [alarm] = event.walk("VALARM")
    assert alarm["trigger"].dt == timedelta(hours=-6)
    assert alarm["action"] == "DISPLAY"


def test_times_are_in_utc_whatever_the_readers_zone(client: Client, ada: User) -> None:
    running_game(ada, person("bob"), order="fixed")
    User.objects.filter(pk=ada.pk).update(time_zone="America/Los_Angeles")
    content = Client().get(address(client, "calendar")).content
    assert re.search(rb"DTSTART:\d{8}T\d{6}Z\r\n", content)
    assert b"TZID" not in content
    assert b"until Sat 21 Nov\\, 00:00" in content.replace(b"\r\n ", b"")


def test_the_same_game_is_the_same_event_and_every_change_counts(client: Client, ada: User) -> None:
    game = running_game(ada, person("bob"), order="fixed")
    path = address(client, "calendar")
    [first] = events(path)
    ClockEntry.objects.create(game=game, seat=0, kind=ClockEntry.Kind.GRANTED, at=NOW, version=0, seconds=60)
    Game.objects.filter(pk=game.pk).update(deadline=NOW + timedelta(days=9))
    [second] = events(path)
    assert first["uid"] == second["uid"]
    assert second["sequence"] > first["sequence"]
    assert second["dtstart"].dt == NOW + timedelta(days=9)
    play_turn(game)
    assert events(path) == []
    play_turn(game)
    [third] = events(path)
    assert third["uid"] == first["uid"]
    assert third["sequence"] > second["sequence"]


def test_names_break_no_calendar(client: Client, ada: User) -> None:
    bob = person("bob")
    running_game(ada, bob, order="fixed")
    name = "b,o;b\\\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:evil"
    User.objects.filter(pk=bob.pk).update(username=name)
    [event] = events(address(client, "calendar"))
    assert "evil" in event["summary"]
    assert event["summary"].startswith("Your turn against b,o;b\\")


# --- the news ----------------------------------------------------------------------------------


def test_the_feed_has_my_news(client: Client, ada: User) -> None:
    game = running_game(ada, person("bob"), order="fixed")
    path = address(client, "news")
    [entry] = entries(path)
    assert said(entry, "title") == "Your turn against bob"
    assert said(entry, "id").startswith("urn:uuid:")
    assert said(entry, "updated") == "2026-11-18T08:00:00+00:00"
    link = entry.find(f"{ATOM}link")
    assert link is not None
    assert link.get("href") == f"http://127.0.0.1:8000/table/{game.pk}/"
    assert said(entries(path)[0], "id") == said(entry, "id")


def test_names_break_no_feed(client: Client, ada: User) -> None:
    bob = person("bob")
    running_game(ada, bob, order="fixed")
    User.objects.filter(pk=bob.pk).update(username="</title><script>&")
    [entry] = entries(address(client, "news"))
    assert said(entry, "title") == "Your turn against </title><script>&"


# --- both --------------------------------------------------------------------------------------


@pytest.mark.parametrize("feed", ["calendar", "news"])
def test_an_address_can_be_changed_and_closed_and_never_comes_back(client: Client, ada: User, feed: str) -> None:
    seen: set[str] = set()
    for _number in range(3):
        path = address(client, feed)
        assert Client().get(path).status_code == 200
        assert all(Client().get(old).status_code == 404 for old in seen)
        assert path not in seen
        seen.add(path)
    assert address(client, feed, do="close") == ""
    assert all(Client().get(old).status_code == 404 for old in seen)
    address(client, feed)
    assert all(Client().get(old).status_code == 404 for old in seen)


@pytest.mark.parametrize("feed", ["calendar", "news"])
def test_an_address_needs_no_session_and_is_for_its_reader_alone(client: Client, ada: User, feed: str) -> None:
    path = address(client, feed)
    answer = Client().get(path)
    assert answer["Cache-Control"] == "private, max-age=300"
    assert answer["X-Robots-Tag"] == "noindex, nofollow"
    assert not answer.cookies
    assert Client().post(path).status_code == 405
    User.objects.filter(pk=ada.pk).update(is_active=False)
    assert Client().get(path).status_code == 404


def test_one_feeds_address_does_not_open_the_other(client: Client, ada: User) -> None:
    calendar, news = address(client, "calendar"), address(client, "news")
    token = calendar.removeprefix("/feeds/calendar/").removesuffix(".ics")
    assert Client().get(f"/feeds/turns/{token}.atom").status_code == 404
    token = news.removeprefix("/feeds/turns/").removesuffix(".atom")
    assert Client().get(f"/feeds/calendar/{token}.ics").status_code == 404


@pytest.mark.parametrize("token", ["x", "WzEsMV0:abc:def", "a:b:c:d", "%00", "a" * 3000])
def test_a_made_up_address_leads_nowhere(client: Client, ada: User, token: str) -> None:
    NoticeSettings.objects.create(user=ada, calendar_epoch=1, news_epoch=1)
    assert client.get(f"/feeds/calendar/{token}.ics").status_code == 404
    assert client.get(f"/feeds/turns/{token}.atom").status_code == 404


def test_feeds_speak_their_readers_language(client: Client, ada: User) -> None:
    running_game(ada, person("bob"), order="fixed")
    path = address(client, "news")
    User.objects.filter(pk=ada.pk).update(language="de")
    answer = Client().get(path, headers={"accept-language": "nl"})
    assert answer["Content-Language"] == "de"
    assert 'xml:lang="de"' in answer.content.decode()


@pytest.mark.parametrize("feed", ["calendar", "news"])
def test_nothing_hidden_is_in_a_feed_and_it_costs_the_same(
    client: Client, ada: User, feed: str, django_assert_max_num_queries: Any
) -> None:
    games = [running_game(ada, person(f"bob{number}"), order="fixed") for number in range(4)]
    path = address(client, feed)
    with django_assert_max_num_queries(6):
        content = Client().get(path).content.decode()
    for game in games:
        assert str(game.pk) in content
        assert game.secret.hex() not in content
        assert game.link not in content
