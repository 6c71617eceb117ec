"""What guests may do at the tables, and when they are forgotten."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.core.exceptions import ValidationError

from accounts.models import User
from accounts.services.guests import make_guest
from games.engine.rules import Malformed
from games.models import Game
from games.services import guests, lobby, reports
from games.services.refusals import NotForGuests, TooMany
from games.tasks import forget_idle_guests
from tests.tables import NOW, fresh, open_table, person, play_on, running_game

pytestmark = pytest.mark.django_db

LATER = NOW + guests.IDLE_FOR


def guest() -> User:
    return make_guest(address="192.0.2.1", now=NOW)


def play_now(user: User | None = None, rules: str = "koepfchen", bot: str = "greedy") -> tuple[User, Game]:
    return guests.play_now(user=user, address="192.0.2.1", rules_key=rules, bot=bot, now=NOW)


def test_a_game_against_a_bot_begins_at_once() -> None:
    user, game = play_now()
    assert user.is_guest
    assert game.host == user
    assert fresh(game).status == Game.Status.ACTIVE
    assert [player.kind for player in game.players.order_by("joined")] == ["human", "bot"]


def test_somebody_who_has_signed_in_plays_as_themselves() -> None:
    ada = person("ada")
    assert play_now(ada)[0] == ada


@pytest.mark.parametrize(("rules", "bot"), [("chess", "greedy"), ("genial", "hal"), ("", "")])
def test_a_game_that_cannot_be_leaves_no_guest_behind(rules: str, bot: str) -> None:
    with pytest.raises(Malformed):
        play_now(rules=rules, bot=bot)
    assert not User.objects.exists()


def test_too_many_guests_leave_no_game_behind() -> None:
    for _number in range(settings.NEWCOMERS_AN_HOUR):
        play_now()
    with pytest.raises(ValidationError, match="Many guests"):
        play_now()
    assert Game.objects.count() == User.objects.count() == settings.NEWCOMERS_AN_HOUR


def test_guests_play_no_rated_games() -> None:
    with pytest.raises(NotForGuests):
        open_table(guest(), {"open": True}, rated=True)
    rated = open_table(person("ada"), {"open": True}, rated=True)
    with pytest.raises(NotForGuests):
        lobby.join(game_id=rated.pk, user=guest(), now=NOW)
    assert rated.players.count() == 1


def test_guests_invite_players_but_send_no_mail(mailoutbox: list[object]) -> None:
    person("ada")
    with pytest.raises(NotForGuests):
        open_table(guest(), {"invite": "someone@example.org"})
    assert open_table(guest(), {"invite": "ada"}).invitations.count() == 1
    assert mailoutbox == []


def test_guests_have_so_many_games_at_a_time() -> None:
    host = guest()
    for _number in range(lobby.GAMES_OF_A_GUEST):
        play_now(host)
    with pytest.raises(TooMany):
        play_now(host)
    play_on(Game.objects.filter(host=host)[0])
    play_now(host)


# --- forgetting --------------------------------------------------------------------------------


def test_a_guest_who_never_played_is_forgotten_with_the_game() -> None:
    play_now()
    assert guests.forget_idle_guests(now=LATER - timedelta(minutes=1)) == 0
    assert guests.forget_idle_guests(now=LATER) == 1
    assert not User.objects.exists()
    assert not Game.objects.exists()


def test_a_guest_who_played_a_turn_stays() -> None:
    user, game = play_now()
    while fresh(game).mover != user:
        play_on(game, turns=1)
    play_on(game, turns=1)
    assert guests.forget_idle_guests(now=LATER) == 0
    assert User.objects.get() == user


def test_a_guest_who_still_has_time_for_a_first_turn_stays() -> None:
    host, ada = guest(), person("ada")
    game = running_game(host, ada, order="fixed", pace=None)
    assert fresh(game).mover == host
    assert guests.forget_idle_guests(now=LATER) == 0
    assert guests.forget_idle_guests(now=NOW + timedelta(days=60)) == 1


def test_a_guest_for_whose_first_turn_others_wait_stays() -> None:
    """Else the turn would come to nobody, and the table would stand still for ever."""
    ada, visitor = person("ada"), guest()
    game = running_game(ada, visitor, order="fixed", pace=None)
    assert fresh(game).mover == ada
    assert guests.forget_idle_guests(now=LATER) == 0
    play_on(game, turns=1)
    assert fresh(game).mover == visitor


def test_a_bots_turns_are_no_guests_turns() -> None:
    """The bot at the same table has played; that says nothing of the guest."""
    _user, game = play_now()
    deadline = fresh(game).deadline
    if deadline is None:  # the bot is to move
        play_on(game, turns=1)
    assert guests.forget_idle_guests(now=LATER) == 1


def test_whoever_has_an_account_stays() -> None:
    ada = person("ada")
    ada.date_joined = NOW - timedelta(days=1000)
    ada.save()
    forget_idle_guests()
    assert User.objects.get() == ada


def test_a_table_with_other_people_outlives_the_guest() -> None:
    host, ada = guest(), person("ada")
    game = open_table(host, {"open": True}, {"open": True})
    lobby.join(game_id=game.pk, user=ada, now=NOW)
    assert guests.forget_idle_guests(now=LATER) == 1
    assert fresh(game).status == Game.Status.CANCELLED


def test_a_guest_who_was_reported_is_not_forgotten():
    visitor = guest()
    reports.report_person(user=person("ada"), name=visitor.username, category="name", reason="", now=NOW)
    assert guests.forget_idle_guests(now=LATER) == 0
