"""Profiles: what they tell, to whom, and what readers can do about their owners."""

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Block, User
from games.models import Game
from games.services import departures
from tests.histories import alone, finished
from tests.tables import NOW, fresh, open_table, people, person, play_on, running_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> User:
    return person("ada")


@pytest.fixture
def bob() -> User:
    return person("bob")


def look(reader: User | None, address: str = "/people/ada/", **options: Any) -> str:
    """What stands there, in one line, without the frame of the page."""
    answer = as_(reader).get(address, **options)
    assert answer.status_code == 200
    page = answer.content.decode()
    body = page.split("<main")[1].split("</main>")[0] if "<main" in page else page
    return re.sub(r"\s+", " ", unescape(body))


def as_(reader: User | None) -> Client:
    client = Client()
    if reader:
        client.force_login(reader)
    return client


def lost_by(loser: User, other: User, **wishes: Any) -> Game:
    game = running_game(loser, other, rules="koepfchen", **wishes)
    departures.resign(game_id=game.pk, user=loser, now=NOW)
    return fresh(game)


# --- who is it ---------------------------------------------------------------------------------


def test_a_profile_has_one_address(ada: User) -> None:
    assert Client().get("/people/ADA/")["Location"] == "/people/ada/"
    assert Client().get("/people/Ada/games/")["Location"] == "/people/ada/games/"
    assert Client().get("/people/zoe/").status_code == 404
    assert Client().get("/people/a%00b/").status_code == 404


@pytest.mark.parametrize("change", [{"is_active": False}, {"suspended_until": timezone.now() + timedelta(days=1)}])
@pytest.mark.parametrize("address", ["/people/ada/", "/people/ada/games/"])
def test_a_closed_account_says_so_and_nothing_else(ada: User, change: dict[str, Any], address: str) -> None:
    User.objects.filter(pk=ada.pk).update(about="secret", **change)
    answer = Client().get(address)
    assert answer.status_code == 404
    assert "This account is closed" in answer.content.decode()
    assert "secret" not in answer.content.decode()


def test_it_says_who_they_are(ada: User) -> None:
    User.objects.filter(pk=ada.pk).update(about="<b>bold</b>", is_staff=True, date_joined=NOW - timedelta(days=400))
    page = look(None)
    assert "<b>bold</b>" in page  # unescaped by `look`
    assert "&lt;b&gt;bold" in Client().get("/people/ada/").content.decode()
    assert '<span class="badge">operator</span>' in page
    assert "new here" not in page
    assert "@example.org" not in page


def test_a_guest_has_a_small_profile(bob: User) -> None:
    guest = User.objects.create_user("calm-fox-1", is_guest=True)
    assert '<span class="badge">guest</span>' in look(bob, "/people/calm-fox-1/")
    assert "Change my profile" not in look(guest, "/people/calm-fox-1/")


@pytest.mark.parametrize(
    ("days", "words"),
    [(0, "Here today"), (3, "within the last week"), (20, "within the last month"), (40, "more than")],
)
def test_when_they_were_last_here_is_told_roughly(ada: User, bob: User, days: int, words: str) -> None:
    User.objects.filter(pk=ada.pk).update(last_here=timezone.now().date() - timedelta(days=days))
    assert words in look(bob)
    User.objects.filter(pk=ada.pk).update(hides_last_here=True)
    assert words not in look(bob)


def test_a_visit_is_noted_once_a_day(ada: User) -> None:
    look(ada)
    ada.refresh_from_db()
    assert ada.last_here == timezone.now().date()


# --- results -----------------------------------------------------------------------------------


def cells(page: str, way: str) -> list[str]:
    """The numbers in a line of the table of results."""
    line = re.search(rf'<th scope="row">{way}</th>(.*?)</tr>', page)
    return re.findall(r">([\d–]+)<", line[1]) if line else []


def test_results_by_rules_and_number_of_players(ada: User, bob: User) -> None:
    lost_by(ada, bob)
    lost_by(bob, ada)
    lost_by(bob, ada)
    page = look(None)
    assert cells(page, "2 players") == ["3", "2", "0", "67"]
    assert "3 games played" in page
    assert cells(look(None, "/people/bob/"), "2 players") == ["3", "1", "0", "33"]


def test_private_games_are_counted_and_listed_for_those_who_played_them(ada: User, bob: User) -> None:
    hidden = lost_by(bob, ada, public=False)
    eve = person("eve")
    for reader, knows in ((None, False), (eve, False), (bob, True), (ada, True)):
        page, history = look(reader), look(reader, "/people/ada/games/")
        assert bool(cells(page, "2 players")) is knows
        assert (str(hidden.pk) in history) is knows
    assert str(hidden.pk) not in look(eve)


def test_running_games_are_shown_if_they_are_public(ada: User, bob: User) -> None:
    shown, hidden = running_game(ada, bob), running_game(ada, bob, public=False)
    page = look(None)
    assert str(shown.pk) in page
    assert str(hidden.pk) not in page


def test_the_reader_is_told_how_the_two_fared(ada: User, bob: User) -> None:
    lost_by(ada, bob)
    lost_by(ada, bob, public=False)
    lost_by(bob, ada)
    page = look(bob)
    assert re.search(r"<dt>you ahead</dt><dd>2</dd>", page)
    assert re.search(r"<dt>ada ahead</dt><dd>1</dd>", page)
    assert "you ahead" not in look(ada)
    assert "you ahead" not in look(person("eve"))


def test_partners_have_not_met() -> None:
    game = running_game(*people("ada", "bob", "cy", "dot"), mode="team", order="fixed")
    departures.resign(game_id=game.pk, user=User.objects.get(username="bob"), now=NOW)
    [ada, bob, cy] = [User.objects.get(username=name) for name in ("ada", "bob", "cy")]
    assert "you ahead" not in look(cy)
    assert re.search(r"<dt>ada ahead</dt><dd>1</dd>", look(bob))
    assert "Two against two" in look(ada)


# --- alone -------------------------------------------------------------------------------------


def test_the_best_results_alone_come_first_and_given_up_ones_do_not_count(ada: User) -> None:
    alone(ada, [9, 20, 20, 20, 20, 20], [10, 11, 12, 13, 14, 15], at=NOW)
    given_up = open_table(ada, mode="solo")
    departures.resign(game_id=given_up.pk, user=ada, now=NOW)
    page = look(None)
    assert page.index('best-lowest">10<') < page.index('best-lowest">9<')
    assert str(given_up.pk) not in page.split("Latest games")[0]


def test_a_game_played_alone_to_its_end_is_a_result(ada: User) -> None:
    game = play_on(open_table(ada, mode="solo", rules="genial-3d"))
    assert game.result
    lowest = min(game.result["tracks"][0])
    assert f'best-lowest">{lowest}<' in look(None)
    assert game.solo_result.values == sorted(game.result["tracks"][0])


def test_everybodys_bests(ada: User, bob: User) -> None:
    guest = User.objects.create_user("calm-fox-1", is_guest=True)
    alone(ada, [9] * 6, [12] * 6, at=NOW)
    alone(bob, [12] * 6, at=NOW - timedelta(days=400))
    alone(guest, [18] * 6, at=NOW)
    alone(bob, [15] * 6, at=NOW, public=False)
    page = look(None, "/bests/genial/")
    assert re.findall(r'best-lowest">(\d+)<', page) == ["12", "12"]
    assert re.findall(r"<td>(\d+)</td> <th", page) == ["1", "1"]
    assert page.index(">bob<") < page.index(">ada<")  # who was first comes first
    assert "calm-fox" not in page
    assert re.findall(r'best-lowest">(\d+)<', look(bob, "/bests/genial/")) == ["15", "12"]
    assert look(None, "/bests/genial/?period=year").count("best-lowest") == 1
    assert "Nobody has played this" in look(None, "/bests/genial-3d/")
    assert Client().get("/bests/koepfchen/").status_code == 404
    assert Client().get("/bests/")["Location"] == "/bests/genial/"


# --- ratings -----------------------------------------------------------------------------------


def test_ratings_are_shown_with_their_course(ada: User, bob: User) -> None:
    finished(ada, [bob], 40, until=timezone.now(), rules_key="koepfchen")
    page = look(None)
    assert "Kluges Köpfchen" in page
    assert page.count('<g class="spot">') == 40
    assert "<title>" in page
    assert "The same as a table" in page


def test_a_long_course_is_thinned_out_and_ends_at_the_last_game(ada: User, bob: User) -> None:
    finished(ada, [bob], 400, until=timezone.now(), rules_key="koepfchen")
    page = look(None)
    assert 60 <= page.count('<g class="spot">') <= 100
    number = ada.ratings.get().rating
    assert re.findall(r"<title>(\d+) ±", page)[-1] == str(number)


def test_a_range_can_be_chosen(ada: User, bob: User) -> None:
    finished(ada, [bob], 20, until=timezone.now() - timedelta(days=200), rules_key="koepfchen")
    assert "No rated game in this time." in look(None, "/people/ada/?range=3m")
    assert look(None, "/people/ada/?range=1y").count('<g class="spot">') == 20
    assert look(None, "/people/ada/?range=nonsense&rules=chess").count('<g class="spot">') == 20
    part = look(None, "/people/ada/?range=1y", headers={"HX-Request": "true"})
    assert part.startswith(' <section class="section" id="ratings"')


def test_private_ratings_are_for_their_owner_alone(ada: User, bob: User) -> None:
    finished(ada, [bob], 10, until=timezone.now(), rules_key="koepfchen")
    User.objects.filter(pk=ada.pk).update(ratings_private=True)
    number = str(ada.ratings.get().rating)
    for address in ("/people/ada/", "/people/ada/games/"):
        page = look(bob, address)
        assert number not in re.findall(r"\d+", page)
        assert 'class="change' not in page
    assert "keeps their ratings private" in look(bob)
    assert number in look(ada)


# --- what can be done --------------------------------------------------------------------------


def test_somebody_is_blocked_and_unblocked(ada: User, bob: User) -> None:
    client = as_(bob)
    assert client.post("/people/ada/block/")["Location"] == "/people/ada/"
    assert Block.objects.filter(blocker=bob, blocked=ada).exists()
    page = look(bob)
    assert "You have blocked ada" in page
    assert "Invite to a game" not in page
    assert "locked" not in look(ada, "/people/bob/")
    assert "ada" in look(bob, "/account/blocked/")
    client.post(f"/account/blocked/{ada.pk}/unblock/")
    assert client.post(f"/account/blocked/{ada.pk}/unblock/").status_code == 404
    assert "You have blocked nobody" in look(bob, "/account/blocked/")
    client.post("/people/ada/block/")
    client.post("/people/ada/unblock/")
    assert not Block.objects.exists()


def test_blocking_oneself_is_refused_with_a_sentence(ada: User) -> None:
    client = as_(ada)
    client.post("/people/ada/block/")
    assert "You cannot block yourself." in client.get("/people/ada/").content.decode()
    assert not Block.objects.exists()


@pytest.mark.parametrize("address", ["/people/ada/block/", "/people/ada/unblock/", "/account/blocked/1/unblock/"])
def test_changes_need_a_post_and_somebody_who_signed_in(ada: User, address: str) -> None:
    assert Client().post(address)["Location"].startswith("/account/sign-in/")
    assert as_(ada).get(address).status_code == 405


def test_an_invitation_begins_on_the_profile(ada: User, bob: User) -> None:
    assert "/lobby/new/?invite=ada" in look(bob)
    assert "&invite=ada" in look(bob, "/lobby/new/?invite=ada")
    form = look(bob, "/lobby/new/?rules=genial&way=free-2&invite=ada")
    assert 'value="ada"' in form
    assert re.search(r'<option value="invite" selected', form)


def test_names_lead_to_profiles(ada: User, bob: User) -> None:
    game = running_game(ada, bob, pace=None)
    open_table(ada, {"open": True})
    for address in (f"/table/{game.pk}/", "/lobby/"):
        assert 'href="/people/ada/"' in look(bob, address)
    against_bot = open_table(ada, {"bot": "random"})
    assert "/people/Random" not in look(ada, f"/table/{against_bot.pk}/")


# --- changing it -------------------------------------------------------------------------------


def test_people_say_what_their_profile_tells(ada: User) -> None:
    client = as_(ada)
    sent = {"about": "  two\nlines\u202e ", "ratings_private": "on", "hides_last_here": "on"}
    assert client.post("/account/profile/", sent)["Location"] == "/people/ada/"
    ada.refresh_from_db()
    assert (ada.about, ada.ratings_private, ada.hides_last_here) == ("two lines", True, True)
    refused = client.post("/account/profile/", {"about": "x" * 301})
    assert refused.status_code == 422
    ada.refresh_from_db()
    assert ada.about == "two lines"
    client.post("/account/profile/", {"about": ""})
    ada.refresh_from_db()
    assert (ada.about, ada.ratings_private, ada.hides_last_here) == ("", False, False)


def test_guests_have_no_profile_to_change() -> None:
    guest = User.objects.create_user("calm-fox-1", is_guest=True)
    assert as_(guest).get("/account/profile/")["Location"] == "/account/keep/"


# --- what it costs -----------------------------------------------------------------------------


def test_profile_and_history_take_ten_queries_at_most(ada: User, bob: User, django_assert_max_num_queries: Any) -> None:
    finished(ada, [bob, *people("cy", "dot", "eve")], 120, until=timezone.now())
    alone(ada, [9] * 6, at=NOW)
    running_game(ada, bob)
    client = as_(bob)
    client.get("/my/")  # the first visit of a day is noted
    narrow = "?rules=genial&way=free-2&outcome=won&played_with=bob&company=people&rated=yes&since=2020-01-01"
    for address in ("", "?range=1y", "games/", "games/?page=3", f"games/{narrow}"):
        with django_assert_max_num_queries(10):
            assert client.get(f"/people/ada/{address}").status_code == 200
