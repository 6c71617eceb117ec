"""Somebody with everything that one can have on the site, and what is left of them in it."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client

from accounts.models import FormerName, User
from accounts.models.user import skeleton
from accounts.services import blocks, moderation
from accounts.services.dispatches import ask_for_reset
from accounts.services.exports import making
from accounts.services.tokens import make_token
from games.engine.registry import RULES
from games.models import Game, Hint, PushSubscription
from games.services import absences, chat, lobby, notes, reports
from games.services.notices.preferences import turn_mail
from games.services.notices.webhooks import set_webhook
from games.services.wishes import read_wish
from tests.tables import NOW, fresh, person, play_turn

NAME, FORMER_NAME = "Zephyrine", "Ozymandia"
ADDRESS, OTHER_ADDRESS = "z.quill@letters.example", "quill-to-be@letters.example"
PERSONAL = (
    *("first-of-quill", "last-of-quill", "about-quill", "quill-hook", "quill-browser", "quill-token", "quill-note"),
    *("quill-passkey", "quill-agent", "203.0.113.77"),
)


def table(host: User, other: User, **wishes: Any) -> Game:
    """A game that both have begun, with seeds that say nothing of them."""
    wish = {"seats": [{"me": True}, {"open": True}], "client_seed": "of the host", **wishes}
    game = lobby.create_table(host=host, wish=read_wish(wish), now=NOW)
    lobby.join(game_id=game.pk, user=other, client_seed="of the other", link=game.link, now=NOW)
    return fresh(game)


def somebody() -> User:
    """Zephyrine, who has played, talked, chosen and been talked about."""
    user = User.objects.create_user(
        NAME, ADDRESS, "a secret word", first_name=PERSONAL[0], last_name=PERSONAL[1], about=PERSONAL[2]
    )
    user.time_zone, user.language = "Pacific/Chatham", "nl"
    user.save()
    EmailAddress.objects.create(user=user, email=ADDRESS, verified=True, primary=True)
    EmailAddress.objects.create(user=user, email=OTHER_ADDRESS)
    FormerName.objects.create(user=user, name=FORMER_NAME, looks_like=skeleton(FORMER_NAME), until=NOW)
    bob, carol = person("bob"), person("carol")
    games = [table(bob, user, rules=rules, rated=rules != "genial-cards", pace={"days": 3}) for rules in RULES]
    for game in games:
        for turn in range(2):
            play_turn(game, key=f"turn {turn}")
    game = games[0]
    talk(user, bob, carol, game)
    Hint.objects.create(player=game.players.get(user=user), version=2, choices=[], asked_at=NOW)
    series = table(user, bob, rules="genial-cards", series=2)
    play_turn(series)
    tables = ({"invite": "carol"}, {"invite": "friend@example.org"})
    for seat in tables:
        wish = read_wish({"rules": "genial", "seats": [{"me": True}, seat]})
        lobby.create_table(host=user, wish=wish, now=NOW)
    for whom in (NAME, ADDRESS.upper()):
        wish = read_wish({"rules": "genial", "seats": [{"me": True}, {"invite": whom}]})
        lobby.create_table(host=carol, wish=wish, now=NOW)
    choose(user, carol)
    moderate(user)
    return user


def talk(user: User, bob: User, carol: User, game: Game) -> None:
    own = chat.say(game_id=game.pk, user=user, channel="table", text=f"I am {NAME}, mail {ADDRESS}", now=NOW)
    for text in (
        f"hello @{NAME}.",
        f"{NAME.upper()}, it is your turn; {NAME}s Zug",
        f"write to {ADDRESS.title()} then",
        f"were you not {FORMER_NAME}?",
    ):
        said = chat.say(game_id=game.pk, user=bob, channel="table", text=text, now=NOW)
    chat.say(game_id=game.pk, user=carol, channel="gallery", text=f"has {NAME} won?", now=NOW)
    reports.report_message(game_id=game.pk, user=bob, message_id=own.pk, reason=f"{NAME} is rude", now=NOW)
    reports.report_message(game_id=game.pk, user=user, message_id=said.pk, reason=f"as {NAME} says", now=NOW)
    chat.mute(game_id=game.pk, user=bob, message_id=own.pk)
    chat.mute(game_id=game.pk, user=user, message_id=said.pk)
    notes.write_note(game_id=game.pk, user=user, text=PERSONAL[6], now=NOW)
    notes.write_note(game_id=game.pk, user=bob, text=f"{NAME} keeps her red ones", now=NOW)


def choose(user: User, carol: User) -> None:
    make_token(user=user, name=PERSONAL[5])
    set_webhook(user, f"https://example.org/{PERSONAL[3]}", NOW)
    PushSubscription.objects.create(
        user=user, browser=PERSONAL[4], created_at=NOW, endpoint=f"https://push.example.org/{PERSONAL[4]}"
    )
    turn_mail(user, "", on=False)
    blocks.note_block(user=carol, other=user, now=NOW)
    day = (NOW + timedelta(days=9)).date()
    absences.take(user=user, first_day=day, last_day=day, now=NOW)
    export = making.ask(user=user, now=NOW)
    making.go_on(export_id=export.pk, reached=0, now=NOW)
    Client().force_login(user)
    sessions = UserSession.objects
    session = Session.objects.latest("expire_date").session_key
    sessions.create(user=user, ip=PERSONAL[9], user_agent=PERSONAL[8], session_key=session, data={})
    Authenticator.objects.create(user=user, type=Authenticator.Type.WEBAUTHN, data={"name": PERSONAL[7]})
    ask_for_reset(login=NAME, now=NOW)
    ask_for_reset(login=ADDRESS, now=NOW)


def moderate(user: User) -> None:
    operator = User.objects.create_superuser("operator", "operator@example.org")
    moderation.warn(actor=operator, user=user, reason=f"be kind, {NAME}", note=f"{NAME} again", now=NOW)
    user.cases.update(note=f"{NAME} of {ADDRESS}")
    message = f"Changed the address of {NAME} to {ADDRESS}."
    LogEntry.objects.log_actions(operator.pk, [user], CHANGE, message, single_object=True)
    game = Game.objects.filter(players__user=user)
    LogEntry.objects.log_actions(operator.pk, game[:1], CHANGE, message, single_object=True)


def marks() -> list[str]:
    return [NAME, skeleton(NAME), FORMER_NAME, ADDRESS, OTHER_ADDRESS, *PERSONAL, "Chatham"]


def traces(wanted: list[str]) -> list[str]:
    """Where in the database or the data folder any of this stands, in any case."""
    return [f"{place}: {mark}" for place, text in everything() for mark in wanted if mark.casefold() in text.casefold()]


def everything() -> Iterator[tuple[str, str]]:
    """Every row of every table, and every file beside the database."""
    with connection.cursor() as cursor:
        for name in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(name)}")
            for row in cursor.fetchall():
                yield name, " ".join(map(as_text, row))
    for path in settings.DATA_DIR.rglob("*"):
        if path.is_file() and "sqlite3" not in path.name:
            yield str(path.relative_to(settings.DATA_DIR)), path.read_bytes().decode(errors="replace")


def as_text(value: object) -> str:
    return bytes(value).decode(errors="replace") if isinstance(value, bytes | memoryview) else str(value)
