"""The clock of a turn: set when the turn begins, read when it ends. Every change of it is written down."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef

from accounts.services.zones import zone_of
from games import live
from games.clock import paces
from games.clock.paces import DAY, Clock
from games.models import Absence, ClockEntry, Game, Player
from games.models.rating import with_ratings

Kind = ClockEntry.Kind


def clock_of(game: Game, player: Player) -> Clock:
    """That of the turn which this player has."""
    assert game.turn_began_at is not None  # noqa: S101  (somebody is to move)
    return Clock(
        began=game.turn_began_at,
        zone=zone_of(player.user),
        weekends_off=game.pace.get("weekends_off", False),
        absences=tuple((absence.starts_at, absence.ends_at) for absence in player.days_off),
        days_off_left=days_off_left(game, player),
    )


def days_off_left(game: Game, player: Player) -> int:
    """For how many seconds this player's clock may stand still for days off, as of the beginning of the turn."""
    return max(0, paces.days_off(game.pace) * DAY - player.paused)


def start(game: Game, player: Player, now: datetime) -> ClockEntry | None:
    """Set the clock for a turn; bots have none."""
    sit_in_for_nobody(game, player)
    game.turn_began_at = now
    game.extensions = 0
    if player.acting_bot:
        game.turn_seconds = 0
        game.deadline = game.remind_at = None
        return None
    game.turn_seconds = paces.time_for_turn(game.pace, player.bank)
    reckon(game, player, now)
    return entry(game, player, Kind.BEGAN, now, seconds=game.turn_seconds, deadline=game.deadline)


def sit_in_for_nobody(game: Game, player: Player) -> None:
    """The table's stand-in plays on for an account that has gone: nobody else will ever move there."""
    if player.user_id is None and not player.acting_bot:
        player.sitting_in = game.stand_in
        player.save(update_fields=["sitting_in"])


def reckon(game: Game, player: Player, now: datetime) -> datetime:
    """When the time of the turn runs out, and when its player is to be reminded next."""
    clock = clock_of(game, player)
    game.deadline = clock.runs_out(game.turn_seconds)
    game.remind_at = next((at for at in clock.reminders(game.turn_seconds) if at > now), None)
    return game.deadline


def put_off(game: Game, player: Player, now: datetime) -> bool:
    """Whether days off make the time of this turn run out later than is written down, which is then put right."""
    if player.days_off:
        recalculate(game, player, now)
    return game.deadline is not None and game.deadline > now


def recalculate(game: Game, player: Player, now: datetime, why: ClockEntry.Kind = Kind.AWAY) -> bool:
    """Reckon the running turn with days off and weekends as they are now, and write down if that changes anything."""
    before = game.deadline
    if before is None or not game.pace:
        return False
    deadline = reckon(game, player, now)
    if deadline == before:
        return False
    seconds = int((deadline - before).total_seconds())
    save(game, entry(game, player, why, now, seconds=seconds, deadline=deadline))
    return True


def save(game: Game, *entries: ClockEntry) -> None:
    """Write down a change within a turn, and let everybody look again."""
    ClockEntry.objects.bulk_create(entries)
    game.revision += 1
    game.save(update_fields=["deadline", "turn_seconds", "extensions", "remind_at", "revision"])
    transaction.on_commit(lambda: live.game_moved(game.pk, game.version))


def stop(game: Game, player: Player, kind: ClockEntry.Kind, now: datetime) -> ClockEntry:
    """What the turn has taken of this player's time."""
    clock = clock_of(game, player)
    used = clock.ran(now)
    player.paused += clock.days_off_used(now)
    if kind == Kind.PLAYED:
        player.bank = paces.bank_after(game.pace, player.bank, game.extensions * DAY, used)
    elif kind == Kind.EXPIRED and player.bank is not None:
        player.bank = 0
    return entry(game, player, kind, now, seconds=used, paused=clock.stood(now), deadline=game.deadline)


def stopped(game: Game) -> None:
    """Nobody is to move any more."""
    game.to_move = game.mover = game.turn_began_at = game.deadline = game.remind_at = None
    game.turn_seconds = game.extensions = 0


def entry(game: Game, player: Player, kind: ClockEntry.Kind, now: datetime, **facts: object) -> ClockEntry:
    assert player.seat is not None  # noqa: S101  (a running game has seated its players)
    return ClockEntry(game=game, seat=player.seat, kind=kind, at=now, version=game.version, bank=player.bank, **facts)


# --- days off of those who play ----------------------------------------------------------------


def players_of(game: Game) -> list[Player]:
    """Everybody at a table. Few have days off that this turn must heed, so that mostly one question is enough."""
    since = game.turn_began_at or game.created_at
    away = Exists(Absence.objects.filter(user=OuterRef("user"), ends_at__gt=since))
    everybody = with_ratings(game.players.all()) if game.rating_pool else game.players.all()
    found = list(everybody.select_related("user").annotate(has_days_off=away).order_by("seat", "joined"))
    players: list[Player] = [*found]
    if any(player.has_days_off for player in found):
        fetch_days_off(players, since)
    return players


def fetch_days_off(players: Sequence[Player], since: datetime) -> None:
    """Lay the days off that end later beside the players who take them."""
    found = Absence.objects.filter(user__in=[player.user_id for player in players if player.user_id], ends_at__gt=since)
    of_user: dict[int, list[Absence]] = {}
    for absence in found.order_by("starts_at"):
        of_user.setdefault(absence.user_id, []).append(absence)
    for player in players:
        player.days_off = of_user.get(player.user_id or 0, ())
