"""Paces, clocks and days off on the pages, by the reader's own clock."""

import re
from datetime import date, timedelta
from html import unescape
from typing import Any

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from games.clock.paces import DAY, HOUR
from games.models import Absence, Game
from games.pages.paces import BANKS, lasting, pace_sentences, pace_words
from games.services import absences, departures, more_time
from games.services.wishes import read_pace
from tests.tables import NOW, fresh, open_table, people, person, play_turn, running_game

pytestmark = pytest.mark.django_db

BANK = {"bank": 120, "increment": 12, "cap": 168}
AMSTERDAM = "Europe/Amsterdam"
NEW = "/lobby/new/"


@pytest.fixture(autouse=True)
def still_now() -> Any:
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def ada() -> User:
    user = person("ada")
    User.objects.filter(pk=user.pk).update(time_zone=AMSTERDAM, language="en")
    return User.objects.get(pk=user.pk)


@pytest.fixture
def bob() -> User:
    return person("bob")


def text(client: Client, address: str) -> str:
    """The page as it reads, without its elements."""
    response = client.get(address)
    assert response.status_code == 200
    words = re.sub(r"<[^>]+>", " ", response.content.decode())
    return re.sub(r"\s+", " ", unescape(words))


# --- in words ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pace", "words"),
    [
        ({}, "no time limit"),
        ({"days": 1}, "1 day a turn"),
        ({"days": 3, "weekends_off": True}, "3 days a turn, weekends off"),
        (BANK, "5 days + 12 hours a turn, at most 7 days"),
        ({**BANK, "weekends_off": True}, "5 days + 12 hours a turn, at most 7 days, weekends off"),
    ],
)
def test_paces_in_a_few_words(pace: dict[str, Any], words: str) -> None:
    assert pace_words(pace) == words


def test_what_a_pace_means() -> None:
    unlimited = " ".join(pace_sentences({}))
    assert "does not move for 60 days leaves" in unlimited
    assert "If only one side is left it is over, otherwise a bot sits in" in unlimited
    assert "stop your clock for up to 14 days" in " ".join(pace_sentences({"days": 3}))
    assert "stop no clock" in " ".join(pace_sentences({"days": 3, "days_off": 0}))
    assert "Saturdays and Sundays" in " ".join(pace_sentences({"days": 3, "weekends_off": True}))


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "no time"),
        (59, "less than a minute"),
        (60, "1 minute"),
        (5 * HOUR + 20 * 60, "5 hours 20 minutes"),
        (4 * DAY + 16 * HOUR + 59 * 60, "4 days 16 hours"),
        (DAY, "1 day"),
    ],
)
def test_lengths_of_time_in_two_units(seconds: int, words: str) -> None:
    assert lasting(seconds) == words


# --- choosing and reading a pace ---------------------------------------------------------------


def test_banks_on_offer_are_paces() -> None:
    for pace in BANKS:
        assert read_pace(pace) == pace


@pytest.mark.parametrize(
    ("sent", "pace"),
    [
        ({"pace": "5"}, {"days": 5}),
        ({"pace": "5", "weekends_off": "on", "days_off": "0"}, {"days": 5, "weekends_off": True, "days_off": 0}),
        ({"pace": "bank-120"}, BANK),
        ({"pace": "bank-120", "weekends_off": "on", "days_off": "30"}, {**BANK, "weekends_off": True, "days_off": 30}),
        ({"pace": "", "weekends_off": "on"}, {}),
    ],
)
def test_a_host_chooses_the_pace(client: Client, ada: User, sent: dict[str, str], pace: dict[str, Any]) -> None:
    client.force_login(ada)
    form = {
        "rules": "genial",
        "way": "free-2",
        "seat_2": "open",
        "order": "random",
        "public": "yes",
        "days_off": "14",
        "stand_in": "steady",
    }
    assert client.post(NEW, form | sent).status_code == 302
    assert Game.objects.get().pace == pace


@pytest.mark.parametrize("sent", [{"pace": "4"}, {"pace": "bank-1"}, {"days_off": "31"}, {"days_off": "x"}])
def test_other_paces_are_no_choice(client: Client, ada: User, sent: dict[str, str]) -> None:
    client.force_login(ada)
    form = {"rules": "genial", "way": "free-2", "seat_2": "open", "order": "random", "public": "yes", "days_off": "14"}
    response = client.post(NEW, form | {"pace": "3", "stand_in": "steady"} | sent)
    assert response.status_code == 422
    assert "not one of the available choices" in response.content.decode()
    assert not Game.objects.exists()


def test_before_joining_everybody_reads_the_pace_by_their_own_clock(client: Client, ada: User, bob: User) -> None:
    game = open_table(bob, {"open": True}, pace={"days": 3, "weekends_off": True})
    due = "If it were your turn now, it would be due Mon 23 Nov, {}."
    assert due.format("08:00") in text(client, f"/table/{game.pk}/")
    client.force_login(ada)
    assert due.format("09:00") in text(client, f"/table/{game.pk}/")
    assert "3 days a turn, weekends off (begun now, until Mon 23 Nov, 09:00 )" in text(client, "/lobby/")


def test_without_a_limit_the_table_says_when_it_waits_no_longer(client: Client, ada: User, bob: User) -> None:
    game = running_game(ada, bob, order="fixed", pace=None)
    client.force_login(ada)
    page = text(client, f"/table/{game.pk}/")
    assert "If nobody moves until Sun 17 Jan, 09:00 , time runs out." in page
    assert "Time runs out" not in page
    assert "no time limit" in text(client, "/my/")


# --- the clocks of a game ----------------------------------------------------------------------


def test_the_page_of_the_clocks_tells_how_a_deadline_came_about(client: Client, ada: User, bob: User) -> None:
    game = running_game(ada, bob, order="fixed", pace={**BANK, "weekends_off": True})
    play_turn(game, NOW + timedelta(hours=5))
    play_turn(game, NOW + timedelta(days=1))
    more_time.give_a_day(game_id=game.pk, user=bob, version=2, now=NOW + timedelta(days=1))
    client.force_login(ada)
    page = text(client, f"/table/{game.pk}/clock/")
    assert "The turn of ada began, with 5 days for it: due Wed 25 Nov, 09:00." in page
    assert "Weekends or days off stop the clock for 2 days until then." in page
    assert "ada moved and had used 5 hours. In the time bank: 5 days 7 hours." in page
    assert "bob gave ada 1 day more: now due Sat 28 Nov," not in page  # a weekend is never the end
    assert re.search(r"bob gave ada 1 day more: now due \w{3} \d+ Nov, \d\d:\d\d\.", page)
    assert "bob moved" in page
    assert "bob moved" not in text(client, f"/table/{game.pk}/clock/?seat=0")


def test_whoever_ran_out_of_time_can_read_why(client: Client, ada: User, bob: User) -> None:
    game = running_game(ada, bob, person("cy"), order="fixed", pace={"days": 1})
    absences.take(user=ada, first_day=date(2026, 11, 19), last_day=date(2026, 11, 19), now=NOW)
    departures.expire_turn(game_id=game.pk, now=NOW + timedelta(days=2, seconds=30))
    client.force_login(ada)
    table = client.get(f"/table/{game.pk}/").content.decode()
    assert f"/table/{game.pk}/clock/?seat=0" in table
    page = text(client, f"/table/{game.pk}/clock/?seat=0")
    story = page.split("Why time ran out")[1].split("All changes")[0]
    assert "The turn of ada began, with 1 day for it: due Thu 19 Nov, 09:00." in story
    assert "Days off stop the clock of ada for 1 day: now due Fri 20 Nov, 09:00." in story
    assert "ada ran out of time: the turn was due Fri 20 Nov, 09:00. Time used: 1 day." in story


def test_a_game_that_ended_by_a_time_out_leads_to_the_reason(client: Client, ada: User, bob: User) -> None:
    game = running_game(ada, bob, order="fixed")
    departures.expire_turn(game_id=game.pk, now=NOW + timedelta(days=3))
    client.force_login(bob)
    assert "Why did time run out?" in text(client, f"/table/{game.pk}/")
    assert "Ran out of time: why?" in text(client, f"/table/{game.pk}/clock/")


def test_other_things_that_happen_to_clocks_have_words(client: Client, ada: User, bob: User) -> None:
    game = running_game(ada, bob, order="fixed")
    absence = absences.take(user=ada, first_day=date(2026, 11, 18), last_day=date(2026, 11, 20), now=NOW)
    absences.cancel(user=ada, absence_id=absence.pk, now=NOW + timedelta(hours=10))
    departures.resign(game_id=game.pk, user=bob, now=NOW + timedelta(hours=12))
    game.clock_entries.create(kind="zone", seat=0, at=NOW, version=0, deadline=NOW + timedelta(days=2))
    page = text(client, f"/table/{game.pk}/clock/")
    assert "ada changed time zone, so that weekends fall at other hours: now due Fri 20 Nov, " in page
    assert "ada comes back from days off" in page
    assert "The clock of ada was stopped after 2 hours. Meanwhile the clock stood still for 10 hours." in page


def test_before_the_start_no_clock_has_run(client: Client, ada: User) -> None:
    game = open_table(ada, {"open": True})
    assert "A turn may take 3 days." in text(client, f"/table/{game.pk}/clock/")


def test_clocks_are_for_those_who_may_see_the_game(client: Client, ada: User, bob: User) -> None:
    game = running_game(ada, bob, public=False)
    assert client.get(f"/table/{game.pk}/clock/").status_code == 404
    assert client.get(f"/table/{game.pk}/clock/?link={game.link}").status_code == 200
    for seat in ("9", "x", "-1"):
        assert client.get(f"/table/{game.pk}/clock/?link={game.link}&seat={seat}").status_code == 200


# --- more time ---------------------------------------------------------------------------------


def test_an_opponent_gives_a_day_with_one_button(client: Client, ada: User, bob: User) -> None:
    game = running_game(ada, bob, order="fixed")
    address = f"/table/{game.pk}/more-time/"
    client.force_login(ada)
    assert address not in client.get(f"/table/{game.pk}/").content.decode()
    client.force_login(bob)
    assert address in client.get(f"/table/{game.pk}/").content.decode()
    sent = {"version": "0", "given": "0"}
    assert client.post(address, sent).status_code == 302
    assert fresh(game).deadline == NOW + timedelta(days=4)
    twice = client.post(address, sent)  # the same button again
    assert twice.status_code == 409
    assert "The game has moved on" in twice.content.decode()
    for broken in ({}, {"version": "x", "given": "0"}, {"version": "9" * 30, "given": "0"}):
        assert client.post(address, broken).status_code == 409
    assert client.get(address).status_code == 405
    assert fresh(game).extensions == 1


# --- days off ----------------------------------------------------------------------------------


def test_days_off_are_taken_on_their_page(client: Client, ada: User, bob: User) -> None:
    game = running_game(ada, bob, order="fixed")
    client.force_login(ada)
    first = text(client, "/my/days-off/")
    assert "30 days are left in 2026. 30 days are left in 2027." in first
    assert "at midnight in Europe/Amsterdam" in first
    response = client.post("/my/days-off/", {"first_day": "2026-11-20", "last_day": "2026-11-24"})
    assert response["Location"] == "/my/days-off/"
    assert fresh(game).deadline == NOW + timedelta(days=8)
    page = text(client, "/my/days-off/")
    assert "25 days are left in 2026." in page
    assert "Fri 20 Nov 2026 – Tue 24 Nov 2026" in page
    absence = Absence.objects.get()
    assert client.post(f"/my/days-off/{absence.pk}/shorten/", {"last_day": "2026-11-20"}).status_code == 302
    assert Absence.objects.get().last_day == date(2026, 11, 20)
    assert client.post(f"/my/days-off/{absence.pk}/cancel/").status_code == 302
    assert not Absence.objects.exists()


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"first_day": "2026-11-17", "last_day": "2026-11-20"}, "Days off cannot be taken for the past."),
        ({"first_day": "2026-11-20", "last_day": "2026-12-30"}, "There are 30 days off a year"),
        ({"first_day": "soon", "last_day": "2026-11-20"}, "Enter a valid date."),
        ({}, "This field is required."),
    ],
)
def test_a_mistake_is_said_and_changes_nothing(client: Client, ada: User, sent: dict[str, str], sentence: str) -> None:
    client.force_login(ada)
    response = client.post("/my/days-off/", sent)
    assert response.status_code == 422
    assert sentence in response.content.decode()
    assert not Absence.objects.exists()


def test_days_off_that_cannot_be_changed(client: Client, ada: User, bob: User) -> None:
    absence = absences.take(user=ada, first_day=date(2026, 11, 20), last_day=date(2026, 11, 24), now=NOW)
    client.force_login(bob)
    response = client.post(f"/my/days-off/{absence.pk}/cancel/")
    assert response.status_code == 422
    assert "You have not taken these days off." in response.content.decode()
    client.force_login(ada)
    for last in ("", "2026-11-30"):
        assert client.post(f"/my/days-off/{absence.pk}/shorten/", {"last_day": last}).status_code == 422
    assert Absence.objects.get().last_day == date(2026, 11, 24)


def test_opponents_see_who_is_away(client: Client, ada: User, bob: User) -> None:
    games = {key: running_game(ada, bob, order="fixed", rules=key) for key in ("genial", "genial-cards", "koepfchen")}
    waiting = open_table(ada, {"open": True})
    absences.take(user=ada, first_day=date(2026, 11, 18), last_day=date(2026, 11, 24), now=NOW)
    client.force_login(bob)
    for game in [*games.values(), waiting]:
        assert "(away until 24 Nov)" in text(client, f"/table/{game.pk}/")
    assert "away until 24 Nov" in text(client, "/my/")


def test_days_off_that_are_planned_are_seen_as_well(client: Client, ada: User, bob: User) -> None:
    game = running_game(ada, bob, order="fixed")
    absences.take(user=ada, first_day=date(2026, 11, 20), last_day=date(2026, 11, 24), now=NOW)
    client.cookies["timezone"] = AMSTERDAM
    assert "(away from 20 Nov to 24 Nov)" in text(client, f"/table/{game.pk}/")


def test_days_off_are_linked_from_where_people_look(client: Client, ada: User) -> None:
    client.force_login(ada)
    page = client.get("/my/").content.decode()
    assert page.count('href="/my/days-off/"') == 2  # beside the heading, and in the menu
    client.logout()
    assert client.get("/my/days-off/").status_code == 302


def test_a_table_says_whether_days_off_help(client: Client, ada: User) -> None:
    bob, cy, dan = people("bob", "cy", "dan")
    running_game(ada, bob, pace={"days": 3})
    running_game(ada, cy, pace={"days": 3, "days_off": 0})
    running_game(ada, dan, pace=None)
    client.force_login(ada)
    page = text(client, "/my/days-off/")
    assert page.count("14 days left for you") == page.count("Days off stop no clock at this table.") == 1
    assert page.count("no time limit") == 1
