"""A deleted account is closed at once, can be had back for a fortnight, and then nothing says whose it was."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.core.exceptions import ValidationError
from django.core.management import call_command

from accounts import tasks
from accounts.models import ApiToken, Dispatch, Measure, User
from accounts.services import deletion, dispatches, forgetting
from accounts.services.restoring import account_of, restore_token
from accounts.services.tokens import make_token, user_of_token
from games.channels.trouble import Temporary
from games.models import ChatMessage, Game, Note, RatingChange
from games.services import chat
from games.tasks import rate_forgotten_games
from tests.accounts.somebody import ADDRESS, NAME, marks, somebody, table, traces
from tests.tables import NOW, fresh, open_table, people, person, running_game

pytestmark = pytest.mark.django_db

SOON = NOW + timedelta(hours=1)
OVER = SOON + deletion.GRACE


def gone(user: User) -> User:
    """Deleted, and the time of grace over."""
    deletion.ask_deletion(user=user, now=SOON)
    deletion.withdraw(user_id=user.pk, now=SOON)
    assert forgetting.forget_account(user_id=user.pk, now=OVER)
    user.refresh_from_db()
    return user


# --- everything at once ------------------------------------------------------------------------


def test_nothing_is_left_of_somebody_who_had_everything() -> None:
    user = somebody()
    assert {trace.split(": ")[1] for trace in traces(marks())} == set(marks())  # there is something to find
    played = list(Game.objects.filter(players__user=user).exclude(started_at=None))
    mail.outbox.clear()
    gone(user)
    rate_forgotten_games()
    assert traces(marks()) == []
    assert [message.to for message in mail.outbox] == [[ADDRESS]]
    # The others have their games, with somebody else's name in them, and the numbers are right.
    assert {fresh(game).status for game in played} == {Game.Status.FINISHED}
    assert all(game.players.filter(user=user).exists() for game in played)
    assert RatingChange.objects.filter(user=user).exists()
    call_command("verify_games")
    call_command("rebuild_ratings", "--check")
    assert user.username.startswith("former-player-")
    assert (user.is_active, user.email, user.has_usable_password()) == (False, "", False)
    # What the others said is still there, in its place.
    texts = list(ChatMessage.objects.filter(game=played[0], channel="table").values_list("text", flat=True))
    new = user.username
    assert texts == [
        "",
        f"hello @{new}.",
        f"{new}, it is your turn; {new}s Zug",
        "write to … then",
        f"were you not {new}?",
    ]
    assert Note.objects.get(user__username="bob").text == f"{new} keeps her red ones"
    assert Measure.objects.get().reason == ""
    # Once is enough.
    assert not forgetting.forget_account(user_id=user.pk, now=OVER)


# --- closing -----------------------------------------------------------------------------------


def test_it_is_closed_at_once_and_nobody_waits_for_it() -> None:
    ada, bob, carol = people("ada", "bob", "carol")
    _token, text = make_token(user=ada, name="robot")
    game, three = running_game(ada, bob), running_game(ada, bob, carol, rules="genial")
    hosted, joined = open_table(ada, {"open": True}), open_table(bob, {"open": True}, {"open": True}, {"invite": "ada"})
    user = deletion.ask_deletion(user=ada, now=SOON)
    assert user.deletion_due == SOON + timedelta(days=14)
    assert user_of_token(text) is None
    assert deletion.still_seated() == [ada.pk]
    tasks.withdraw_closed_accounts()
    assert deletion.still_seated() == []
    assert fresh(game).status == Game.Status.FINISHED
    assert three.players.get(user=ada).left_by == "resign"
    assert fresh(hosted).status == Game.Status.CANCELLED
    assert not fresh(joined).invitations.exists()
    # Nothing is forgotten yet.
    assert not forgetting.forget_account(user_id=ada.pk, now=OVER - timedelta(seconds=1))
    assert forgetting.due(now=OVER - timedelta(seconds=1)) == []
    assert forgetting.due(now=OVER) == [ada.pk]


def test_a_series_goes_on_with_a_bot_in_their_place() -> None:
    ada, bob = people("ada", "bob")
    game = table(ada, bob, rules="genial-cards", series=2)
    gone(ada)
    after = Game.objects.get(series=game.series, series_number=1)
    assert {player.bot for player in after.players.all()} == {"", after.stand_in}
    assert not after.players.filter(user=ada).exists()


def test_their_owner_is_told_at_once_how_to_undo_it() -> None:
    ada = person("ada")
    user = deletion.ask_deletion(user=ada, now=SOON)
    assert dispatches.deliver(dispatch_id=Dispatch.objects.get(user=ada).pk, now=SOON)
    [token] = re.findall(r"/account/restore/([^/]+)/", str(mail.outbox[0].body))
    assert account_of(token) == user


def test_an_address_that_nobody_has_confirmed_is_not_written_to() -> None:
    ada = User.objects.create_user("ada", "somebody-else@example.org")
    deletion.ask_deletion(user=ada, now=SOON)
    assert not Dispatch.objects.exists()
    forgetting.forget_account(user_id=ada.pk, now=OVER)
    assert mail.outbox == []


def out_of_order(_message: object) -> None:
    raise Temporary("451 try again")


# --- the way back ------------------------------------------------------------------------------


def test_within_the_grace_it_can_be_had_back() -> None:
    ada = person("ada")
    _token, text = make_token(user=ada, name="robot")
    leaving = deletion.ask_deletion(user=ada, now=SOON)
    token = restore_token(leaving)
    found = account_of(token)
    assert found == ada
    kept = deletion.keep_account(user=ada, now=OVER - timedelta(seconds=1))
    assert kept.is_active
    assert not kept.is_leaving
    assert user_of_token(text) == ada
    for dispatch_id in dispatches.due(now=OVER):
        dispatches.deliver(dispatch_id=dispatch_id, now=OVER)
    assert [message.subject for message in mail.outbox] == ["You keep your account"]  # the other does not hold any more
    assert account_of(token) is None  # a link is good for one deletion
    deletion.ask_deletion(user=ada, now=OVER)
    assert account_of(token) is None


def test_after_that_it_is_too_late() -> None:
    ada = person("ada")
    deletion.ask_deletion(user=ada, now=SOON)
    with pytest.raises(ValidationError, match="too late"):
        deletion.keep_account(user=ada, now=OVER)
    assert forgetting.forget_account(user_id=ada.pk, now=OVER)
    with pytest.raises(ValidationError, match="too late"):
        deletion.keep_account(user=ada, now=OVER)


def test_an_account_that_an_operator_opens_again_is_kept() -> None:
    ada = person("ada")
    deletion.ask_deletion(user=ada, now=SOON)
    User.objects.filter(pk=ada.pk).update(is_active=True)
    assert forgetting.due(now=OVER) == []
    assert not forgetting.forget_account(user_id=ada.pk, now=OVER)
    ada.refresh_from_db()
    assert not ada.is_leaving
    assert deletion.ask_deletion(user=ada, now=OVER).deletion_due == OVER + deletion.GRACE


def test_made_up_tokens_open_nothing() -> None:
    ada = person("ada")
    assert account_of(restore_token(ada)) is None  # nobody asked for anything
    assert account_of("nonsense") is None
    assert account_of("WzEsICIiXQ:1abc:xyz") is None


# --- forgetting --------------------------------------------------------------------------------


def test_a_mail_server_that_is_down_keeps_nothing_alive(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("games.channels.mail.send", out_of_order)
    ada = gone(person("ada"))
    assert ada.deleted_at == OVER
    assert "could not be told" in caplog.text
    assert "ada" not in caplog.text


def test_whoever_dies_half_way_has_done_nothing_and_is_followed_by_another(monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bob = people("ada", "bob")
    game = running_game(ada, bob)
    chat.say(game_id=game.pk, user=ada, channel="table", text="hello", now=NOW)
    deletion.ask_deletion(user=ada, now=SOON)

    def killed(*_arguments: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(forgetting, "empty_row", killed)
        with pytest.raises(KeyboardInterrupt):
            forgetting.forget_account(user_id=ada.pk, now=OVER)
    assert ChatMessage.objects.get().text == "hello"
    assert mail.outbox == []
    assert forgetting.forget_account(user_id=ada.pk, now=OVER)
    assert ChatMessage.objects.get().text == ""
    assert len(mail.outbox) == 1


def test_mails_that_lie_in_a_folder_are_deleted(settings: Any, tmp_path: Path) -> None:
    settings.EMAIL_FILE_PATH = str(tmp_path)
    between = "\n" + "-" * 79 + "\n"
    to_her, about_her, other = (
        f"Subject: {subject}\nTo: {to}\n\n{text}"
        for subject, to, text in (
            ("Your turn", ADDRESS, "Play"),
            ("Your turn against Zephyrine", "bob@example.org", "Play"),
            ("Your turn", "bob@example.org", "Play against Carol"),
        )
    )
    (tmp_path / "1.log").write_text(to_her + between)
    (tmp_path / "2.log").write_text(about_her + between + other + between)
    gone(User.objects.create_user(NAME, ADDRESS))
    assert [path.name for path in tmp_path.iterdir()] == ["2.log"]
    assert (tmp_path / "2.log").read_text() == other + between


def test_their_name_is_free_again_and_two_former_players_are_told_apart() -> None:
    first = gone(person("ada"))
    second = gone(person("ada"))
    assert first.username != second.username
    assert person("ada").pk not in (first.pk, second.pk)


def test_a_guest_is_forgotten_without_grace() -> None:
    guest = User.objects.create(username="calm-otter-1234", is_guest=True)
    user = deletion.ask_deletion(user=guest, now=SOON)
    assert forgetting.due(now=SOON) == [user.pk]
    tasks.forget_account(guest.pk)
    user.refresh_from_db()
    assert user.deleted_at
    assert mail.outbox == []


def test_nothing_of_others_goes_along() -> None:
    ada, bob, carol = people("ada", "bob", "carol")
    make_token(user=bob, name="robot")
    game = running_game(bob, carol)
    chat.say(game_id=game.pk, user=bob, channel="table", text="Canada has adamant adas and an ada-lovelace", now=NOW)
    before = {model.__name__: model.objects.count() for model in (ApiToken, Game, Note, ChatMessage)}
    gone(ada)
    assert {model.__name__: model.objects.count() for model in (ApiToken, Game, Note, ChatMessage)} == before
    assert (
        ChatMessage.objects.get().text
        == f"Canada has adamant {User.objects.get(pk=ada.pk).username}s and an ada-lovelace"
    )
    bob.refresh_from_db()
    assert (bob.username, bob.email, bob.is_active) == ("bob", "bob@example.org", True)


def test_a_name_that_everybody_uses_as_a_word_stays_a_word() -> None:
    thanks = person("thanks")
    writers = people(*(f"writer{number}" for number in range(12)))
    other, game = person("bob"), running_game(*writers[:2])
    near = running_game(thanks, other)
    for writer in writers:
        ChatMessage.objects.create(game=game, user=writer, channel="gallery", text="Thanks!", at=NOW)
    ChatMessage.objects.create(game=near, user=other, channel="table", text="thanks @thanks", at=NOW)
    gone(thanks)
    assert ChatMessage.objects.filter(text="Thanks!").count() == 12
    assert near.messages.get().text == f"thanks @{User.objects.get(pk=thanks.pk).username}"


def test_the_name_is_where_the_marks_say_it_is() -> None:
    """The search for traces finds what it should, in any case."""
    person("bob")
    User.objects.filter(username="bob").update(about=f"met {NAME.upper()}")
    assert traces([NAME]) == [f"accounts_user: {NAME}"]
