"""Whether a notice is still needed when its time has come."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Q

from accounts.services.blocks import between
from accounts.services.standing import is_suspended
from games.models import Game, Invitation, Move, Mute, Notice
from games.models.chat import ChatMessage
from games.services.notices import reasons
from games.services.notices.reaching import Reader
from games.services.notices.timing import REMINDERS

Kind, Channel = Notice.Kind, Notice.Channel

OF_A_TURN = REMINDERS | {Kind.YOUR_TURN}
OF_A_START = frozenset({Kind.STARTED, Kind.NEXT_IN_SERIES})
SAYS_MORE = [Kind.LAST_REMINDER, Kind.REMINDER, Kind.YOUR_TURN, Kind.NEXT_IN_SERIES, Kind.STARTED]
"""Of one game, each says all that those after it say."""


def objections(batch: Sequence[Notice], reader: Reader, now: datetime) -> dict[int, str]:
    """Why some of these notices need not go out, by their numbers."""
    found = {notice.pk: objection(notice, reader, now) for notice in batch}
    seen = seen_on_the_site(batch)
    for notice in batch:
        if not found[notice.pk] and (notice.kind, notice.game_id, notice.version) in seen:
            found[notice.pk] = reasons.SEEN
    told_better(batch, found)
    return {pk: reason for pk, reason in found.items() if reason}


def objection(notice: Notice, reader: Reader, now: datetime) -> str:
    if not reader.user.is_active:
        return reasons.CLOSED
    if is_suspended(reader.user, now):
        return reasons.SUSPENDED
    if notice.channel not in reader.channels:
        return reasons.NO_CHANNEL
    if is_unwanted(notice, reader):
        return reasons.UNWANTED
    if notice.kind in OF_A_TURN:
        return objection_to_a_turn(notice)
    if notice.kind in OF_A_START:
        return objection_to_a_start(notice)
    if notice.kind == Kind.INVITED:
        return "" if is_invited(notice) else reasons.WITHDRAWN
    if notice.kind == Kind.MENTION:
        return reasons.UNWANTED if is_unheard(notice) else ""
    return ""


def is_unwanted(notice: Notice, reader: Reader) -> bool:
    """What steps in for another channel is so only where its reader said no to it."""
    if notice.instead_of:
        return reader.refuses(notice.kind, notice.channel)
    return not reader.wants(notice.kind, notice.channel)


def objection_to_a_turn(notice: Notice) -> str:
    if notice.game.status != Game.Status.ACTIVE:
        return reasons.OVER
    return "" if is_the_same_turn(notice.game, notice.user_id, notice.created_at) else reasons.MOVED_ON


def is_the_same_turn(game: Game, user_id: int, told_at: datetime) -> bool:
    """Whether the turn still lasts that somebody was told of at that time."""
    return game.mover_id == user_id and game.turn_began_at is not None and game.turn_began_at <= told_at


def objection_to_a_start(notice: Notice) -> str:
    """Whoever has made a turn knows that there is a game."""
    if notice.game.status != Game.Status.ACTIVE:
        return reasons.OVER
    players = [player for player in notice.game.players.all() if player.user_id == notice.user_id]
    own = [player.seat for player in players if player.seat is not None]
    return reasons.MOVED_ON if Move.objects.filter(game=notice.game, seat__in=own, by="player").exists() else ""


def is_invited(notice: Notice) -> bool:
    is_open = notice.game.status == Game.Status.OPEN
    return is_open and Invitation.objects.filter(game=notice.game, user=notice.user_id).exists()


def is_unheard(notice: Notice) -> bool:
    """Whether its reader has muted the writer since, or one of the two has blocked the other."""
    writer = ChatMessage.objects.filter(pk=notice.version).values("user")
    if Mute.objects.filter(reader=notice.user_id, muted__in=writer).exists():
        return True
    return between(notice.user_id).filter(Q(blocker__in=writer) | Q(blocked__in=writer)).exists()


def seen_on_the_site(batch: Sequence[Notice]) -> set[tuple[str, object, int]]:
    """What was seen there is known of the notice on the site."""
    here = Notice.objects.filter(
        user__in={notice.user_id for notice in batch},
        game__in={notice.game_id for notice in batch},
        channel=Channel.SITE,
        seen_at__isnull=False,
    )
    return set(here.values_list("kind", "game_id", "version"))


def told_better(batch: Sequence[Notice], found: dict[int, str]) -> None:
    """Of all that one message would say of a game, only what says most is needed."""
    best: dict[object, int] = {}
    related = [notice for notice in batch if notice.kind in SAYS_MORE and not found[notice.pk]]
    for notice in sorted(related, key=lambda notice: SAYS_MORE.index(Kind(notice.kind))):
        if best.setdefault(notice.game_id, notice.pk) != notice.pk:
            found[notice.pk] = reasons.TOLD_BETTER
