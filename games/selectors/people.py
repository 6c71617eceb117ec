"""What a profile tells of somebody. Private games are for those who played them; nobody else sees or counts them."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Lower

from accounts.models import Block, User
from games.engine.registry import RULES
from games.engine.rules import _
from games.models import Game, Player
from games.models.game import Reader
from games.services.refusals import Unknown

Outcome = Player.Outcome

MOST_RUNNING, MOST_RECENT = 6, 6


def find_person(name: str, reader: Reader) -> User:
    """Somebody by name, closed accounts included; with whether the reader blocked them, and how many games ended."""
    blocks = Block.objects.filter(blocker=reader.pk, blocked=OuterRef("pk"))
    is_blocked = Exists(blocks) if reader.pk else Value(False)
    # Written like the index of names; the database makes both sides small, for it knows other letters than Python.
    named = User.objects.alias(small=Lower("username")).filter(small=Lower(Value(name)))
    ended = Player.objects.filter(user=OuterRef("pk"), ended_at__isnull=False).order_by().values("user")
    finished = Subquery(ended.annotate(count=Count("pk")).values("count"))
    person = named.annotate(is_blocked=is_blocked, finished=finished).first()
    if person is None:
        raise Unknown(_("There is no player called {name}."), name=name)
    return person


# --- results -----------------------------------------------------------------------------------


@dataclass(slots=True)
class Tally:
    """How games of one kind went."""

    games: int = 0
    won: int = 0
    shared: int = 0
    lost: int = 0

    def add(self, outcome: str, count: int) -> None:
        self.games += count
        if outcome:
            setattr(self, outcome, getattr(self, outcome) + count)

    @property
    def percent(self) -> int:
        """Of games won, a shared one for half."""
        return round(100 * (self.won + self.shared / 2) / self.games) if self.games else 0


@dataclass(slots=True)
class Meetings:
    """Games in which the reader and somebody else were on different sides, as the reader sees them."""

    ahead: int = 0
    even: int = 0
    behind: int = 0

    def add(self, mode: str, met: int, count: int) -> None:
        """`met` is what `meeting` tells. Partners of a team have not met."""
        behind, parity = divmod(met, PLACES)
        if mode == "team" and parity == 0:
            return
        if behind < 0:
            self.ahead += count
        elif behind:
            self.behind += count
        else:
            self.even += count

    @property
    def games(self) -> int:
        return self.ahead + self.even + self.behind


@dataclass(slots=True)
class Results:
    by_way: dict[tuple[str, str, int], Tally] = field(default_factory=dict)
    """By rules, mode and number of seats, in the order of the lobby."""
    meetings: Meetings = field(default_factory=Meetings)

    @property
    def games(self) -> int:
        return sum(tally.games for tally in self.by_way.values())

    @property
    def has_solo(self) -> bool:
        return any(seats == 1 for _key, _mode, seats in self.by_way)

    def of(self, rules_key: str) -> int:
        return sum(tally.games for (key, _mode, _seats), tally in self.by_way.items() if key == rules_key)


def results_of(person: User, reader: Reader) -> Results:
    """All finished games that the reader may know of, counted in one query."""
    seats = Player.objects.filter(user=person, ended_at__isnull=False).order_by()
    columns = ["way", "outcome"]
    if reader.pk is None:
        seats = seats.filter(public=True)
    elif reader.pk != person.pk:
        seats = seats.annotate(met=meeting(reader)).filter(Q(public=True) | Q(met__isnull=False))
        columns.append("met")
    results = Results()
    for way, outcome, *met, count in sorted(seats.values_list(*columns).annotate(Count("pk")), key=in_order):
        kind = read_way(way)
        results.by_way.setdefault(kind, Tally()).add(outcome, count)
        if met and met[0] is not None:
            results.meetings.add(kind[1], met[0], count)
    return results


def read_way(way: str) -> tuple[str, str, int]:
    rules_key, mode, seats = way.split(" ")
    return rules_key, mode, int(seats)


def in_order(row: tuple[Any, ...]) -> tuple[int, int, int]:
    key, mode, seats = read_way(row[0])
    return list(RULES).index(key), list(RULES[key].variants).index(mode), seats


PLACES = 10


def meeting(reader: Reader) -> Subquery:
    """The reader's place in a game that they sat at, too, less the person's own; and the parity of both seats together,
    which is 0 for partners of a team. One number for both: this is asked of thousands of games."""
    behind, parity = F("place") - OuterRef("place"), (F("seat") + OuterRef("seat")) % 2
    return Subquery(readers_seats(reader).order_by().values_list(behind * PLACES + parity))


def seats_of(person: User, reader: Reader) -> QuerySet[Player]:
    """The seats of a person in finished games that the reader may know of, latest first."""
    seats = Player.objects.filter(user=person, ended_at__isnull=False).order_by("-ended_at", "pk")
    if reader.pk == person.pk:
        return seats
    return seats.filter(Q(public=True) | Q(Exists(readers_seats(reader))) if reader.pk else Q(public=True))


def readers_seats(reader: Reader) -> QuerySet[Player]:
    return Player.objects.filter(game=OuterRef("game"), user=reader.pk)


# --- games -------------------------------------------------------------------------------------


class Neighbour(NamedTuple):
    """Somebody at a table, as lists show them."""

    name: str
    user_id: int | None
    """None for bots."""
    place: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """Somebody's seat in a game, with everybody else's. Lists show many of them, and need no more than this."""

    game_id: UUID
    rules_key: str
    mode: str
    seats: int
    public: bool
    rated: bool
    result: dict[str, Any] | None
    outcome: str
    place: int | None
    left_by: str
    ended_at: datetime | None
    others: list[Neighbour]


COLUMNS = (
    *("game_id", "user_id", "user__username", "bot", "place", "outcome", "left_by", "ended_at", "game__rules_key"),
    *("game__mode", "game__seats", "game__public", "game__rated", "game__result"),
)
OWN = set(COLUMNS) - {"user_id", "user__username", "bot"}


def seated(players: QuerySet[Player], person: User) -> list[Seated]:
    """The games of these players, in one query, from where the person sits; rows of models would take far longer."""
    tables: dict[UUID, list[tuple[Any, ...]]] = {}
    for row in players.order_by("seat").values_list(*COLUMNS):
        tables.setdefault(row[0], []).append(row)
    return [seen_from(table, person) for table in tables.values()]


def seen_from(table: list[tuple[Any, ...]], person: User) -> Seated:
    own = next(row for row in table if row[1] == person.pk)
    return Seated(
        **{column.removeprefix("game__"): value for column, value in zip(COLUMNS, own, strict=True) if column in OWN},
        others=[Neighbour(name_of(*row[2:4]), row[1], row[4]) for row in table if row is not own],
    )


def name_of(username: str | None, bot: str) -> str:
    return Player(bot=bot).name if bot else username or "nobody"


def latest_of(person: User, reader: Reader) -> tuple[list[Seated], list[Seated]]:
    """Games of theirs that run, and their last finished ones, if they are public or one's own; in one query."""
    sits = Exists(Player.objects.filter(game=OuterRef("pk"), user=person))
    running = Game.objects.filter(sits, status=Game.Status.ACTIVE, public=True).order_by("-turn_began_at", "pk")
    ended = Player.objects.filter(user=person, ended_at__isnull=False).order_by("-ended_at", "pk")
    if reader.pk != person.pk:
        ended = ended.filter(public=True)
    shown = Q(game__in=Subquery(running.values("pk")[:MOST_RUNNING])) | Q(
        game__in=Subquery(ended.values("game")[:MOST_RECENT])
    )
    found = seated(Player.objects.filter(shown), person)
    return [one for one in found if not one.ended_at], latest_first(one for one in found if one.ended_at)


def latest_first(games: Iterable[Seated]) -> list[Seated]:
    return sorted(games, key=lambda game: str(game.ended_at), reverse=True)
