"""Whoever is suspended finds every door shut, and it opens again by itself."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Case, Measure, User
from accounts.services import moderation
from accounts.services.standing import refusal
from accounts.services.tokens import make_token
from games.api.streams.asking import Asked, identify
from games.api.streams.refused import Refused
from games.engine.rules import Malformed
from games.models import Game, Invitation, Notice
from games.services import departures, lobby
from games.services.notices import needing, reaching, reasons
from games.services.notices.feeds import open_feed
from tests.accounts.moderating import fresh_user, operator
from tests.api.callers import Caller, code
from tests.tables import fresh, open_table, person, running_game, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def now():
    return timezone.now()


@pytest.fixture
def bob():
    user = person("bob")
    user.set_password("correct horse")
    user.save()
    return user


def suspend(user, now, days=7):
    until = now + timedelta(days=days) if days else None
    return moderation.suspend(actor=operator(), user=user, until=until, reason="You threatened people.", now=now)


def signed_in(user):
    client = Client()
    client.force_login(user)
    return client


# --- pages -------------------------------------------------------------------------------------


def test_sessions_end_at_once_and_say_why(bob, now):
    client = signed_in(bob)
    assert client.get("/my/").status_code == 200
    suspend(bob, now)
    answer = client.get("/lobby/")
    assert answer.status_code == 200  # as a stranger
    assert "bob" not in answer.content.decode()
    assert client.get("/my/").status_code == 302
    assert client.session.is_empty()


def test_a_session_that_was_checked_a_moment_before_is_refused_with_reason_and_date(bob, now, settings):
    settings.LANGUAGE_CODE = "en"
    suspend(bob, now)
    client = signed_in(fresh_user(bob))  # as if it had been made with the new mark
    answer = client.get("/my/")
    assert answer.status_code == 403
    page = answer.content.decode()
    assert "suspended until" in page
    assert "You threatened people." in page
    assert client.get("/my/").status_code == 302


def test_nobody_signs_in_while_suspended_and_the_password_has_to_be_right_to_learn_of_it(bob, now):
    suspend(bob, now)
    client = Client()
    wrong = client.post(reverse("account:sign-in"), {"login": "bob", "username": "bob", "password": "wrong"})
    assert "suspended" not in wrong.content.decode()
    sent = {"login": "bob", "username": "bob", "password": "correct horse"}
    answer = client.post(reverse("account:sign-in"), sent)
    assert answer.status_code == 403
    assert "You threatened people." in answer.content.decode()
    assert client.get("/my/").status_code == 302


def test_the_date_ends_it_by_itself(bob, now):
    suspend(bob, now)
    user = fresh_user(bob)
    assert refusal(user, now + timedelta(days=7) - timedelta(seconds=1))
    assert refusal(user, now + timedelta(days=7)) is None


def test_an_old_session_stays_ended_when_the_suspension_is_over(bob, now):
    client = signed_in(bob)
    measure = suspend(bob, now)
    moderation.lift(actor=User.objects.get(username="op"), measure=measure, reason="A mistake.", now=now)
    assert client.get("/my/").status_code == 302
    sent = {"login": "bob", "username": "bob", "password": "correct horse"}
    client.post(reverse("account:sign-in"), sent)
    assert client.get("/my/").status_code == 200


def test_a_guest_is_refused_and_keeps_the_session_to_come_back_with(now):
    guest = User.objects.create_user("visitor", is_guest=True)
    client = signed_in(guest)
    suspend(guest, now)
    for _time in range(2):
        assert client.get("/my/").status_code == 403
    assert client.post("/theme/", {"theme": "dark"}).status_code == 302
    User.objects.filter(pk=guest.pk).update(suspended_until=now)
    assert client.get("/my/").status_code == 200


def test_a_suspended_operator_is_kept_out_of_the_admin(now):
    other = operator("other")
    suspend(other, now)
    client = signed_in(fresh_user(other))
    assert client.get("/admin/").status_code == 403


# --- API and streams ---------------------------------------------------------------------------


@pytest.mark.parametrize(("method", "path"), [("GET", "me/"), ("GET", "rules/"), ("POST", "games/")])
def test_tokens_are_refused_with_a_code(bob, now, method, path):
    caller = Caller(bob)
    suspend(bob, now)
    answer = caller.call(method, path, {} if method == "POST" else None)
    assert (answer.status_code, code(answer)) == (403, "suspended")
    assert "You threatened people." in answer.json()["detail"]


def test_so_are_sessions_at_the_api(bob, now):
    suspend(bob, now)
    client = signed_in(fresh_user(bob))
    answer = client.get("/api/v1/me/")
    assert (answer.status_code, code(answer)) == (403, "suspended")
    assert client.get("/api/v1/me/").status_code == 401


def asked(token=None, session=None):
    return Asked(game_id=None, known=None, link="", token=token, session=session, address="")


def test_streams_are_neither_opened_nor_kept_open(bob, now):
    _token, text = make_token(user=bob, name="stream")
    session = signed_in(bob).cookies["sessionid"].value
    assert identify(asked(token=text)) == identify(asked(session=session)) == bob
    suspend(bob, now)
    with pytest.raises(Refused, match="suspended"):
        identify(asked(token=text))
    with pytest.raises(Refused, match="unauthorized"):
        identify(asked(session=session))
    with pytest.raises(Refused, match="suspended"):
        identify(asked(session=signed_in(fresh_user(bob)).cookies["sessionid"].value))


def test_feeds_with_a_secret_address_are_shut(bob, now, client):
    token = open_feed(bob, "news")
    address = reverse("pages:news", args=[token])
    assert client.get(address).status_code == 200
    suspend(bob, now)
    assert client.get(address).status_code == 404


def test_no_mail_calls_them_to_a_table_while_they_cannot_come(bob, now):
    game = running_game(person("ada"), bob)
    notice = Notice(user=bob, kind="started", game=game, version=0, channel="mail", created_at=now, due_at=now)
    assert needing.objection(notice, reaching.read(bob), now) != reasons.SUSPENDED
    suspend(bob, now)
    assert needing.objection(notice, reaching.read(fresh_user(bob)), now) == reasons.SUSPENDED


# --- tables ------------------------------------------------------------------------------------


def test_nobody_invites_a_suspended_person(bob, now):
    suspend(bob, now)
    with pytest.raises(Malformed, match="bob cannot play just now"):
        open_table(person("ada"), {"invite": "bob"})


def test_open_tables_are_left_and_invitations_declined(bob, now):
    ada = person("ada")
    joined = open_table(ada, {"open": True}, {"open": True})
    lobby.join(game_id=joined.pk, user=bob, client_seed="", now=now)
    invited, hosted = open_table(ada, {"invite": "bob"}), open_table(bob, {"open": True})
    suspend(bob, now)
    assert [player.user for player in table_of(joined).players] == [ada]
    assert not Invitation.objects.filter(game=invited).exists()
    assert fresh(hosted).status == Game.Status.CANCELLED


@pytest.mark.parametrize(("days", "status"), [(7, Game.Status.ACTIVE), (0, Game.Status.FINISHED)])
def test_running_games_go_on_by_their_clocks_unless_it_is_for_good(bob, now, days, status):
    game = running_game(person("ada"), bob)
    suspend(bob, now, days)
    assert fresh(game).status == status


def test_a_rematch_leaves_the_seat_open(bob, now):
    ada = person("ada")
    game = running_game(ada, bob)
    departures.resign(game_id=game.pk, user=bob, now=now)
    suspend(bob, now)
    again = lobby.rematch(game_id=game.pk, user=ada, now=now)
    assert not again.invitations.exists()


# --- objecting ---------------------------------------------------------------------------------


def test_a_suspended_person_objects_once_without_signing_in(bob, now):
    measure = suspend(bob, now)
    client = signed_in(fresh_user(bob))
    ticket = client.get("/my/").context["ticket"]
    address = reverse("account:objection")
    assert client.post(address, {"ticket": ticket, "text": " "}).status_code == 422
    assert client.post(address, {"ticket": ticket, "text": "It was my brother."}).status_code == 200
    measure.refresh_from_db()
    assert measure.objection == "It was my brother."
    assert Case.objects.get() == measure.objection_case
    again = client.post(address, {"ticket": ticket, "text": "Really!"})
    assert again.status_code == 422
    assert Measure.objects.get().objection == "It was my brother."


@pytest.mark.parametrize("sent", [{"ticket": "made up"}, {"measure": "1"}, {}])
def test_nobody_objects_for_others(bob, now, client, sent):
    suspend(bob, now)
    client.force_login(person("ada"))
    assert client.post(reverse("account:objection"), {**sent, "text": "No."}).status_code == 404
    assert not Measure.objects.get().objection
