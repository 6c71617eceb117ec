"""Finding games: what a reader may know of."""

from uuid import UUID

from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet, Subquery, prefetch_related_objects
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.models import User
from accounts.services.blocks import apart_from
from games.engine.registry import RULES
from games.engine.rules import _
from games.models import Absence, Game, Invitation, Player
from games.models.game import Reader
from games.models.rating import with_ratings
from games.services.refusals import Unknown
from games.services.table import Table, load_table


def find_table(game_id: UUID, reader: Reader, link: str = "") -> Table:
    """A game with its players and its state, if the reader may know of it."""
    game = Game.objects.filter(pk=game_id).first()
    if game:
        if game.status == Game.Status.OPEN:  # only until all seats are taken is there anything to tell of them
            prefetch_related_objects([game], Prefetch("invitations", Invitation.objects.select_related("user")))
        table = load_table(game)
        host = next((player.user for player in table.players if player.user_id == game.host_id), None)
        if host:  # nearly always at their own table, which saves asking for them
            game.host = host
        if game.may_be_seen_by(reader, table.players, link):
            return table
    raise Unknown(_("There is no such game."))


def visible_games(reader: Reader) -> QuerySet[Game]:
    """The games that a reader may find in lists, newest first, without their secrets."""
    games = Game.objects.defer("state", "secret").order_by("-created_at", "pk")
    if not isinstance(reader, User):
        return games.filter(public=True)
    games = games.filter(Q(public=True) | Q(sits(reader)) | Q(is_invited(reader)))
    return games.exclude(~sits(reader), in_bad_company(reader), status=Game.Status.OPEN)


def sits(user: User) -> Exists:
    return Exists(Player.objects.filter(game=OuterRef("pk"), user=user))


def is_invited(user: User) -> Exists:
    return Exists(Invitation.objects.filter(game=OuterRef("pk"), user=user))


def in_bad_company(user: User) -> Exists:
    """Where somebody sits with whom this user may not sit down: one of the two has blocked the other."""
    return Exists(Player.objects.filter(apart_from(user.pk, "user"), game=OuterRef("pk")))


def open_for(games: QuerySet[Game], user: User) -> QuerySet[Game]:
    """Tables at which this user can take a seat now: one that is kept for them, or a free one."""
    taken = count_at_table(Player) + count_at_table(Invitation)
    waiting = games.filter(~sits(user), status=Game.Status.OPEN).alias(taken=taken)
    return waiting.filter(Q(is_invited(user)) | Q(taken__lt=F("seats")))


def count_at_table(model: type[Player] | type[Invitation]) -> Coalesce:
    rows = model._default_manager.filter(game=OuterRef("pk")).order_by().values("game")
    return Coalesce(Subquery(rows.annotate(count=Count("pk")).values("count")), 0)


def games_played(user: User) -> dict[str, int]:
    """Public games that have ended, by rules."""
    ended = Game.objects.filter(players__user=user, status=Game.Status.FINISHED, public=True)
    counts = dict(ended.order_by().values_list("rules_key").annotate(Count("pk")))
    return {key: counts.get(key, 0) for key in RULES}


def listed(games: QuerySet[Game]) -> QuerySet[Game]:
    """With all that `summary` needs."""
    ahead = Absence.objects.filter(ends_at__gt=timezone.now())
    return games.select_related("series", "host").prefetch_related(
        Prefetch("players", with_ratings(Player.objects.select_related("user"))),
        Prefetch("players__user__absences", ahead, to_attr="days_off_ahead"),
        "invitations__user",
    )


MOST_URGENT = (F("deadline").asc(nulls_last=True), "turn_began_at", "pk")


def turns_of(user: User) -> QuerySet[Game]:
    return Game.objects.filter(status=Game.Status.ACTIVE, mover=user).order_by(*MOST_URGENT)


def games_waiting_for(user: User) -> list[UUID]:
    """The games in which it is this user's turn, most urgent first."""
    return list(turns_of(user).values_list("pk", flat=True))


def turn_count(user: User) -> int:
    return Game.objects.filter(status=Game.Status.ACTIVE, mover=user).count()  # on every page, so without an order


def next_turn(user: User, other_than: UUID | None = None) -> UUID | None:
    """The most urgent game in which it is this user's turn, beside the one that they are looking at."""
    waiting = turns_of(user).exclude(pk=other_than) if other_than else turns_of(user)
    return waiting.values_list("pk", flat=True).first()


def unfinished_games(user: User) -> QuerySet[Game]:
    """Where this user plays, waits for others or is invited; most urgent first."""
    mine = Game.objects.filter(Q(sits(user)) | Q(is_invited(user)), status__in=[Game.Status.OPEN, Game.Status.ACTIVE])
    return listed(mine.defer("state", "secret")).order_by(*MOST_URGENT)


def finished_games(user: User) -> QuerySet[Game]:
    """What this user has played to the end, newest first."""
    ended = Game.objects.filter(sits(user), status=Game.Status.FINISHED).defer("state", "secret")
    return listed(ended).order_by("-ended_at", "pk")


def lobby_tables(reader: Reader, rules_key: str = "") -> QuerySet[Game]:
    """Public tables with a free seat, newest first; all of them, or of these rules."""
    taken = count_at_table(Player) + count_at_table(Invitation)
    tables = visible_games(reader).filter(public=True, status=Game.Status.OPEN).alias(taken=taken)
    if rules_key:
        tables = tables.filter(rules_key=rules_key)
    return listed(tables.filter(taken__lt=F("seats")))


def stream_version(game_id: UUID, reader: Reader, link: str) -> int | None:
    """The version that an event stream starts from, if the reader may see the game."""
    try:
        return find_table(game_id, reader, link).game.version
    except Unknown:
        return None
