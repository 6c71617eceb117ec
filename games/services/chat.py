"""Talk at a table: who may say and read what, and muting people.

Players talk at the table, where everybody who may see the game can read them. Spectators talk in the gallery, which the
players see only once the game is over, so that nobody helps them. Where table talk is allowed, partners have a
channel of their own. Nothing is ever deleted; moderators hide texts.
"""

import itertools
import re
import unicodedata
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import Block, User
from accounts.services.blocks import apart_from, between
from accounts.services.standing import is_muted
from games import live, selectors
from games.engine.rules import Malformed, _
from games.models import ChatMessage, Game, Mute, Notice
from games.models.chat import TEXT_LENGTH
from games.models.game import Reader
from games.services.notices.telling import tell
from games.services.refusals import Muted, NotAPlayer, TooMany, Unknown
from games.services.table import Table

Channel = ChatMessage.Channel

SHOWN = 100
"""How many messages a table shows, the newest ones."""
A_MINUTE, A_DAY = timedelta(minutes=1), timedelta(days=1)
LIMITS = ((A_MINUTE, 8), (A_DAY, 400))
GUEST_LIMITS = ((A_MINUTE, 3), (A_DAY, 40))

INVISIBLE = {"Cc", "Cs", "Co", "Zl", "Zp"}
"""Kinds of characters that a line of text does not have."""
TURNING = set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""They turn the direction of writing, and with it what their neighbours seem to say."""
MENTION = re.compile(r"@([\w.@+-]+)")


# --- channels ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Place:
    """A channel as one reader has it."""

    channel: str
    side: int | None = None
    may_write: bool = False


def places(table: Table, reader: Reader) -> list[Place]:
    """The channels that this reader may read, the one they write in by default first."""
    game, player = table.game, table.player_of(reader)
    over = game.status in (Game.Status.FINISHED, Game.Status.CANCELLED)
    if player is None:
        gallery = Place(Channel.GALLERY, may_write=may_write_in_the_gallery(game, reader))
        return [gallery, Place(Channel.TABLE)]
    found = [Place(Channel.TABLE, may_write=len(table.people()) > 1)]
    if has_team_channel(game) and player.seat is not None:
        found.insert(0, Place(Channel.TEAM, game.rules.variants[game.mode].side_of(game.seats)[player.seat], True))
    if over:
        found.append(Place(Channel.GALLERY))
    return found


def has_team_channel(game: Game) -> bool:
    return bool(game.options.get("table_talk")) and game.rules.variants[game.mode].sides is not None


def may_write_in_the_gallery(game: Game, reader: Reader) -> bool:
    """Guests come and go without a name to answer for, so the gallery is for accounts."""
    started = game.status in (Game.Status.ACTIVE, Game.Status.FINISHED)
    return started and isinstance(reader, User) and not reader.is_guest


# --- saying ------------------------------------------------------------------------------------


@transaction.atomic
def say(*, game_id: UUID, user: User, channel: str, text: str, now: datetime, link: str = "") -> ChatMessage:
    """Say something at this table, or be told why not."""
    user = User.objects.select_for_update().get(pk=user.pk)  # the limits hold for requests at the same time, too
    if is_muted(user, now):
        raise Muted(_("You may not write on this site just now: your account page says why and until when."))
    table = selectors.find_table(game_id, user, link)
    place = next((place for place in places(table, user) if place.channel == channel), None)
    if place is None or not place.may_write:
        raise NotAPlayer(_("You cannot write here."))
    line = cleaned(text)
    check_limits(user, now)
    message = ChatMessage.objects.create(
        game=table.game, user=user, channel=place.channel, side=place.side, text=line, at=now
    )
    tell(Notice.Kind.MENTION, table.game, called(table, message), message.pk, now)
    transaction.on_commit(lambda: announce(table, place))
    return message


def called(table: Table, message: ChatMessage) -> list[int]:
    """The players whom a message mentions and who may read it, but for those who do not hear its writer."""
    names = {player.name.casefold(): player.name for player in table.players if player.user}
    meant = {name for _text, name in split_mentions(message.text, names) if name}
    readers = [player.user for player in table.players if player.user and player.name in meant]
    here = (message.channel, message.side)
    may_read = [
        reader.pk
        for reader in readers
        if reader != message.user and here in [(place.channel, place.side) for place in places(table, reader)]
    ]
    if not may_read:
        return []
    deaf = Mute.objects.filter(reader__in=may_read, muted=message.user).values_list("reader", flat=True)
    apart = between(message.user_id).values_list("blocker", "blocked")
    unheard = {*deaf, *itertools.chain.from_iterable(apart)}
    return [pk for pk in may_read if pk not in unheard]


def announce(table: Table, place: Place) -> None:
    """Have those look again who may read what was said; that something was said is not for the others, either."""
    game = table.game
    if place.channel == Channel.TEAM:
        sides = game.rules.variants[game.mode].side_of(game.seats)
        partners = [player for player in table.players if player.seat is not None and sides[player.seat] == place.side]
        live.table_talked(game.pk, only=[player.user_id for player in partners if player.user_id])
    elif place.channel == Channel.GALLERY and game.status == Game.Status.ACTIVE:
        live.table_talked(game.pk, but=table.people())
    else:
        live.table_talked(game.pk)


def cleaned(text: str) -> str:
    """A message as it is kept."""
    line = one_line(text)
    if not line:
        raise Malformed(_("There is nothing in this message."))
    if len(line) > TEXT_LENGTH:
        raise Malformed(_("A message has up to {most} characters."), most=TEXT_LENGTH)
    return line


def one_line(text: str) -> str:
    """Plain text without what cannot be seen."""
    spaced = "".join(" " if unicodedata.category(sign) in INVISIBLE else sign for sign in text if sign not in TURNING)
    return " ".join(spaced.split())


def check_limits(user: User, now: datetime) -> None:
    for span, most in GUEST_LIMITS if user.is_guest else LIMITS:
        if user.messages.filter(at__gt=now - span).count() >= most:
            raise TooMany(_("That was a lot at once: wait a little before you write again."))


# --- reading -----------------------------------------------------------------------------------


def readable(table: Table, reader: Reader) -> QuerySet[ChatMessage]:
    """All that this reader may read, whoever they have muted."""
    here = [(place.channel, place.side) for place in places(table, reader)]
    found = ChatMessage.objects.none()
    for channel, side in here:
        found |= table.game.messages.filter(channel=channel, side=side)
    return found


@dataclass(frozen=True, slots=True)
class Talk:
    """What one reader gets to read."""

    messages: list[ChatMessage]
    muted: list[User]
    """Whose messages at this table are left out."""
    blocked: list[User]
    """Likewise, because the reader has blocked them; that somebody has blocked the reader is not said."""


def talk(table: Table, reader: Reader) -> Talk:
    """The newest messages, the latest last; nothing of people whom the reader has muted, or is kept apart from."""
    newest = readable(table, reader).select_related("user", "hidden_by").order_by("-pk")
    if reader.pk is None:
        return Talk(list(newest[:SHOWN])[::-1], [], [])
    mutes = Mute.objects.filter(reader_id=reader.pk).values("muted")
    heard = newest.exclude(user__in=mutes).exclude(apart_from(reader.pk, "user"))
    # Of those alone whom this reader could read here: that others write where they cannot is not for them to know.
    silent = Q(pk__in=mutes) | Q(blocked_by__blocker=reader.pk)
    here = User.objects.filter(silent, messages__in=readable(table, reader)).annotate(
        is_blocked=Exists(Block.objects.filter(blocker=reader.pk, blocked=OuterRef("pk")))
    )
    left_out = here.distinct()
    return Talk(
        list(heard[:SHOWN])[::-1],
        [user for user in left_out if not user.is_blocked],
        [user for user in left_out if user.is_blocked],
    )


def split_mentions(text: str, names: dict[str, str]) -> list[tuple[str, str]]:
    """The text in parts, each with the name of the player whom it mentions, if any; `names` are by their casefold."""
    parts = []
    done = 0
    for found in MENTION.finditer(text):
        name, end = mentioned(found[1], names)
        if name:
            parts += [(text[done : found.start()], ""), (text[found.start() : found.start() + 1 + end], name)]
            done = found.start() + 1 + end
    return [part for part in [*parts, (text[done:], "")] if part[0]]


def mentioned(word: str, names: dict[str, str]) -> tuple[str, int]:
    """The player that a word begins with after its @, and how much of the word is the name: a full stop may follow."""
    for end in (len(word), len(word.rstrip(".-+@"))):
        if name := names.get(word[:end].casefold()):
            return name, end
    return "", 0


# --- muting ------------------------------------------------------------------------------------


def find_message(game_id: UUID, user: User, message_id: int, link: str = "") -> ChatMessage:
    table = selectors.find_table(game_id, user, link)
    message = readable(table, user).exclude(user=user).exclude(user=None).filter(pk=message_id).first()
    if message is None:
        raise Unknown(_("There is no such message."))
    return message


def mute(*, game_id: UUID, user: User, message_id: int, link: str = "") -> None:
    """Read nothing any more of whoever wrote this message, here and at other tables."""
    message = find_message(game_id, user, message_id, link)
    Mute.objects.get_or_create(reader=user, muted=message.user)


def unmute(*, user: User, name: str) -> None:
    Mute.objects.filter(reader=user, muted__username=one_line(name)).delete()
