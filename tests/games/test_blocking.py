"""Blocking: the two do not meet at new tables or in talk; games that run go on, and the blocked are not told."""

import pytest
from django.core.exceptions import ValidationError

from accounts.models import Block, User
from accounts.services import blocks
from games import selectors
from games.channels import mail
from games.engine.rules import Malformed
from games.models import ChatMessage, Game, Invitation, Notice
from games.services import chat, departures, invitations, lobby
from games.services.blocking import block
from games.services.notices.needing import is_unheard
from games.services.refusals import NotOpen
from games.services.table import Table
from tests.tables import NOW, fresh, open_table, people, person, play_turn, running_game, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> User:
    return person("ada")


@pytest.fixture
def bob() -> User:
    return person("bob")


@pytest.fixture
def blocked(ada: User, bob: User) -> None:
    """Ada has blocked bob."""
    block(user=ada, other=bob, now=NOW)


def names(game: Game) -> set[str]:
    return {player.name for player in table_of(game).players}


def read(game: Game, user: User) -> list[str]:
    return [message.text for message in chat.talk(table_of(game), user).messages]


def say(game: Game, user: User, text: str) -> ChatMessage:
    return chat.say(game_id=game.pk, user=user, channel="table", text=text, now=NOW)


# --- the rows ----------------------------------------------------------------------------------


def test_blocking_twice_is_blocking_once_and_unblocking_ends_it(ada: User, bob: User) -> None:
    for _time in range(2):
        block(user=ada, other=bob, now=NOW)
    assert Block.objects.count() == 1
    assert blocks.unblock(user=ada, other=bob)
    assert not blocks.unblock(user=ada, other=bob)
    assert not blocks.are_apart(ada, [bob.pk])


def test_nobody_blocks_themselves_or_everybody(ada: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValidationError):
        block(user=ada, other=ada, now=NOW)
    monkeypatch.setattr(blocks, "MOST", 0)
    with pytest.raises(ValidationError):
        block(user=ada, other=bob, now=NOW)
    assert not Block.objects.exists()


# --- invitations -------------------------------------------------------------------------------


@pytest.mark.usefixtures("blocked")
def test_neither_can_invite_the_other_and_only_the_blocker_is_told_why(ada: User, bob: User) -> None:
    with pytest.raises(Malformed, match="You have blocked bob"):
        open_table(ada, {"invite": "bob"})
    with pytest.raises(Malformed, match="You cannot invite ada") as refused:
        open_table(bob, {"invite": "Ada"})
    assert "block" not in str(refused.value)
    assert not Game.objects.exists()


def test_an_invitation_by_mail_is_dropped_without_a_word(ada: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[object] = []
    monkeypatch.setattr(mail, "send", sent.append)
    for number in range(2):
        game = open_table(bob, {"invite": "ADA@example.org"})
        invitations.mail_invitation(invitation_id=game.invitations.get().pk, now=NOW)
        assert len(sent) == 1
        if not number:
            block(user=ada, other=bob, now=NOW)
    assert game.invitations.get().mailed_at


def test_blocking_takes_invitations_and_seats_at_each_others_tables_back(ada: User, bob: User) -> None:
    hers, his, running = open_table(ada, {"open": True}), open_table(bob, {"invite": "ada"}), running_game(ada, bob)
    cy = person("cy")
    third = open_table(cy, {"invite": "ada"}, {"invite": "bob"})
    more = open_table(ada, {"open": True}, {"open": True})
    lobby.join(game_id=more.pk, user=bob, now=NOW)
    block(user=ada, other=bob, now=NOW)
    assert names(more) == {"ada"}
    assert not his.invitations.exists()
    assert third.invitations.count() == 2
    assert fresh(hers).status == Game.Status.OPEN
    assert names(running) == {"ada", "bob"}
    assert [notice.kind for notice in Notice.objects.filter(user=bob, channel="site").exclude(game=running)] == [
        Notice.Kind.INVITED  # by cy
    ]


# --- tables ------------------------------------------------------------------------------------


@pytest.mark.usefixtures("blocked")
def test_neither_sits_down_with_the_other(ada: User, bob: User) -> None:
    with pytest.raises(NotOpen, match="not open to you"):
        lobby.join(game_id=open_table(ada, {"open": True}).pk, user=bob, now=NOW)
    with pytest.raises(NotOpen, match="You have blocked"):
        lobby.join(game_id=open_table(bob, {"open": True}).pk, user=ada, now=NOW)
    third = open_table(person("cy"), {"invite": "ada"}, {"open": True})
    lobby.join(game_id=third.pk, user=bob, now=NOW)
    with pytest.raises(NotOpen):
        lobby.join(game_id=third.pk, user=ada, now=NOW)
    assert names(third) == {"cy", "bob"}


def listed(user: User) -> set[Game]:
    return set(selectors.lobby_tables(user))


def test_the_lobby_has_no_tables_of_the_other(ada: User, bob: User) -> None:
    cy, dan = people("cy", "dan")
    hers, his, other = open_table(ada, {"open": True}), open_table(bob, {"open": True}), open_table(cy, {"open": True})
    with_both = open_table(cy, {"open": True}, {"open": True}, {"open": True})
    for user in (ada, bob):
        lobby.join(game_id=with_both.pk, user=user, now=NOW)
    assert listed(ada) == listed(bob) == {hers, his, other, with_both}
    block(user=ada, other=bob, now=NOW)
    assert listed(ada) == {hers, other, with_both}  # where she sits already
    assert listed(bob) == {his, other, with_both}
    assert listed(dan) == {hers, his, other, with_both}
    open_tables = selectors.visible_games(ada).filter(status=Game.Status.OPEN)
    assert set(selectors.open_for(open_tables, ada)) == {other}


@pytest.mark.usefixtures("blocked")
def test_a_blocked_person_may_still_watch(ada: User, bob: User) -> None:
    game = running_game(ada, person("cy"))
    assert game in selectors.visible_games(bob)
    assert selectors.find_table(game.pk, bob)


def test_a_running_game_goes_on(ada: User, bob: User) -> None:
    game = running_game(ada, bob, rules="koepfchen", order="fixed")
    block(user=ada, other=bob, now=NOW)
    play_turn(game)
    play_turn(game)
    assert fresh(game).version >= 2


def test_there_is_no_rematch(ada: User, bob: User) -> None:
    game = running_game(ada, bob, rules="koepfchen")
    departures.resign(game_id=game.pk, user=ada, now=NOW)
    block(user=ada, other=bob, now=NOW)
    for user in (ada, bob):
        with pytest.raises(Malformed):
            lobby.rematch(game_id=game.pk, user=user, now=NOW)
    assert not Invitation.objects.exists()


# --- talk --------------------------------------------------------------------------------------


def test_neither_reads_the_other_and_everybody_else_reads_both(ada: User, bob: User) -> None:
    cy = person("cy")
    game = running_game(ada, bob, cy)
    say(game, ada, "one")
    say(game, bob, "two")
    say(game, cy, "three")
    block(user=ada, other=bob, now=NOW)
    assert read(game, ada) == ["one", "three"]
    assert read(game, bob) == ["two", "three"]
    assert read(game, cy) == ["one", "two", "three"]
    assert chat.talk(table_of(game), ada).blocked == [bob]
    assert chat.talk(table_of(game), bob).blocked == chat.talk(table_of(game), bob).muted == []


def called(table: Table, user: User, text: str) -> list[int]:
    return chat.called(table, say(table.game, user, text))


def test_neither_is_told_of_being_mentioned_by_the_other(ada: User, bob: User) -> None:
    cy = person("cy")
    table = table_of(running_game(ada, bob, cy))
    assert set(called(table, bob, "@ada @cy")) == {ada.pk, cy.pk}
    block(user=ada, other=bob, now=NOW)
    assert called(table, bob, "@ada @cy") == called(table, ada, "@bob @cy") == [cy.pk]


def test_a_mention_that_waits_is_dropped(ada: User, bob: User) -> None:
    say(running_game(ada, bob), bob, "@ada")
    waiting = Notice.objects.get(user=ada, kind=Notice.Kind.MENTION)
    assert not is_unheard(waiting)
    block(user=ada, other=bob, now=NOW)
    assert is_unheard(waiting)
