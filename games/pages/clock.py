"""Why a deadline is when it is, and why somebody ran out of time: the clocks of a game in words."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import selectors
from games.channels.moments import when
from games.clock.paces import days_off
from games.models import ClockEntry, Player
from games.services import clocks
from games.services.table import Table

from .paces import lasting, pace_sentences
from .table import find

Kind = ClockEntry.Kind


@dataclass(frozen=True, slots=True)
class SeatClock:
    player: Player
    bank: str
    days_off: str
    away: dict[str, str] | None
    entries: int

    @property
    def seat(self) -> int | None:
        return self.player.seat


@dataclass(frozen=True, slots=True)
class Line:
    entry: ClockEntry
    words: str


@never_cache
@require_safe
def clock(request: HttpRequest, game_id: UUID) -> HttpResponse:
    link = request.GET.get("link", "")
    table = find(game_id, request, link)
    seats = range(len(table.players)) if table.state is not None else ()
    asked = request.GET.get("seat", "")
    chosen = int(asked) if asked in map(str, seats) else None
    entries = selectors.clock_entries(table.game)
    own = [entry for entry in entries if chosen in (None, entry.seat)]
    context = {
        "game": table.game,
        "link": link,
        "sentences": [*pace_sentences(table.game.pace)],
        "has_days_off": bool(days_off(table.game.pace)),
        "seats": [seat_clock(table, table.players[seat], entries) for seat in seats],
        "chosen": chosen,
        "turn": lines(table, last_turn(own)),
        "ran_out": bool(own) and own[-1].kind == Kind.EXPIRED,
        "lines": lines(table, own)[::-1],
    }
    return render(request, "tables/clock.html", context)


def seat_clock(table: Table, player: Player, entries: Sequence[ClockEntry]) -> SeatClock:
    game = table.game
    return SeatClock(
        player=player,
        bank="" if player.bank is None else lasting(player.bank),
        days_off="" if player.bot else time_or_none(clocks.days_off_left(game, player)),
        away=selectors.away_data(player),
        entries=sum(entry.seat == player.seat for entry in entries),
    )


def time_or_none(seconds: int) -> str:
    return lasting(seconds) if seconds else _("none")


def last_turn(entries: Sequence[ClockEntry]) -> list[ClockEntry]:
    """What happened from the beginning of the turn that runs, or that ended without being played."""
    if not entries or entries[-1].kind in (Kind.PLAYED, Kind.STOPPED):
        return []
    seat = entries[-1].seat
    began = max((at for at, entry in enumerate(entries) if entry.kind == Kind.BEGAN and entry.seat == seat), default=0)
    return [entry for entry in entries[began:] if entry.seat == seat]


def lines(table: Table, entries: Sequence[ClockEntry]) -> list[Line]:
    return [Line(entry, words(entry, table.players[entry.seat].name)) for entry in entries]


def words(entry: ClockEntry, name: str) -> str:
    """What happened to the clock, in a sentence or two."""
    told = SENTENCES[entry.kind](entry, name)
    if entry.paused:
        told += " " + _("Meanwhile the clock stood still for %(time)s.") % {"time": lasting(entry.paused)}
    if entry.kind == Kind.BEGAN and (paused := pause_ahead(entry)):
        told += " " + _("Weekends or days off stop the clock for %(time)s until then.") % {"time": lasting(paused)}
    if entry.bank is not None and entry.kind == Kind.PLAYED:
        told += " " + _("In the time bank: %(time)s.") % {"time": lasting(entry.bank)}
    return told


def pause_ahead(entry: ClockEntry) -> int:
    """How long a clock that was set would stand still before its deadline, as it was known then."""
    whole = int((entry.deadline - entry.at).total_seconds()) if entry.deadline else 0
    return max(0, whole - entry.seconds)


def began(entry: ClockEntry, name: str) -> str:
    values = {"name": name, "time": lasting(entry.seconds), "due": due(entry)}
    return _("The turn of %(name)s began, with %(time)s for it: due %(due)s.") % values


def played(entry: ClockEntry, name: str) -> str:
    return _("%(name)s moved and had used %(time)s.") % {"name": name, "time": lasting(entry.seconds)}


def granted(entry: ClockEntry, name: str) -> str:
    giver = entry.by.username if entry.by else _("An opponent")
    values = {"giver": giver, "name": name, "time": lasting(entry.seconds), "due": due(entry)}
    return _("%(giver)s gave %(name)s %(time)s more: now due %(due)s.") % values


def away(entry: ClockEntry, name: str) -> str:
    values = {"name": name, "time": lasting(abs(entry.seconds)), "due": due(entry)}
    if entry.seconds < 0:
        return _("%(name)s comes back from days off %(time)s earlier: now due %(due)s.") % values
    return _("Days off stop the clock of %(name)s for %(time)s: now due %(due)s.") % values


def zone(entry: ClockEntry, name: str) -> str:
    values = {"name": name, "due": due(entry)}
    return _("%(name)s changed time zone, so that weekends fall at other hours: now due %(due)s.") % values


def expired(entry: ClockEntry, name: str) -> str:
    values = {"name": name, "time": lasting(entry.seconds), "due": due(entry)}
    return _("%(name)s ran out of time: the turn was due %(due)s. Time used: %(time)s.") % values


def stopped(entry: ClockEntry, name: str) -> str:
    return _("The clock of %(name)s was stopped after %(time)s.") % {"name": name, "time": lasting(entry.seconds)}


def due(entry: ClockEntry) -> str:
    return when(entry.deadline) if entry.deadline else ""


SENTENCES: dict[str, Callable[[ClockEntry, str], str]] = {
    Kind.BEGAN: began,
    Kind.PLAYED: played,
    Kind.GRANTED: granted,
    Kind.AWAY: away,
    Kind.ZONE: zone,
    Kind.EXPIRED: expired,
    Kind.STOPPED: stopped,
}
