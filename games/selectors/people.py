"""What a profile tells of somebody. Private games are for those who played them; nobody else sees or counts them."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.db.models import Count, Exists, F, FilteredRelation, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Lower

from accounts.models import Block, User
from games.engine.registry import RULES
from games.engine.rules import _
from games.models import Game, Player
from games.models.game import Reader
from games.services.refusals import Unknown

Outcome = Player.Outcome

MOST_RUNNING, MOST_RECENT = 6, 6

OF_A_PLAYER = ("game", "seat", "bot", "user__username", "place", "outcome", "left_by", "ended_at")
OF_A_GAME = ("rules_key", "mode", "seats", "status", "public", "rated", "rating_pool", "result")
SHOWN = (*OF_A_PLAYER, *(f"game__{name}" for name in OF_A_GAME))
"""Of each game that a list shows; the rest is much more, and not even loaded."""


def find_person(name: str, reader: Reader) -> User:
    """Somebody by name, closed accounts included; with whether the reader has blocked them."""
    blocks = Block.objects.filter(blocker=reader.pk, blocked=OuterRef("pk"))
    is_blocked = Exists(blocks) if reader.pk else Value(False)
    # Written like the index of names; the database makes both sides small, for it knows other letters than Python.
    named = User.objects.alias(small=Lower("username")).filter(small=Lower(Value(name)))
    person = named.annotate(is_blocked=is_blocked).first()
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

    def of(self, rules_key: str) -> int:
        return sum(tally.games for (key, _mode, _seats), tally in self.by_way.items() if key == rules_key)


def results_of(person: User, reader: Reader) -> Results:
    """All finished games that the reader may know of, counted in one query."""
    seats = seats_of(person, reader)
    counts = {"count": Count("pk")}
    if reader.pk not in (None, person.pk):
        counts |= meeting_counts()
    grouped = seats.order_by().values("game__rules_key", "game__mode", "game__seats", "outcome").annotate(**counts)
    results = Results()
    for row in sorted(grouped, key=in_order):
        way = row["game__rules_key"], row["game__mode"], row["game__seats"]
        results.by_way.setdefault(way, Tally()).add(row["outcome"], row["count"])
        results.meetings.ahead += row.get("reader_ahead", 0)
        results.meetings.even += row.get("even", 0)
        results.meetings.behind += row.get("reader_behind", 0)
    return results


def in_order(row: dict[str, object]) -> tuple[int, int, int]:
    key, mode = row["game__rules_key"], row["game__mode"]
    modes = list(RULES[str(key)].variants)
    return list(RULES).index(str(key)), modes.index(str(mode)), int(str(row["game__seats"]))


def meeting_counts() -> dict[str, Count]:
    """Of the games in which the reader has a seat, too. Partners of a team have not met."""
    met = Q(readers_place__isnull=False) & ~Q(game__mode="team", apart=0)
    return {
        "reader_ahead": Count("pk", filter=met & Q(readers_place__lt=F("place"))),
        "even": Count("pk", filter=met & Q(readers_place=F("place"))),
        "reader_behind": Count("pk", filter=met & Q(readers_place__gt=F("place"))),
    }


def seats_of(person: User, reader: Reader) -> QuerySet[Player]:
    """The seats of a person in finished games that the reader may know of, latest first."""
    seats = Player.objects.filter(user=person, ended_at__isnull=False).order_by("-ended_at", "pk")
    if reader.pk == person.pk:
        return seats
    if reader.pk is None:
        return seats.filter(game__public=True)
    # One join for both columns, which all else refers to: Django would make one for each mention of `mine`.
    mine = FilteredRelation("game__players", condition=Q(game__players__user=reader.pk))
    seats = seats.alias(mine=mine).alias(readers_place=F("mine__place"), apart=(F("mine__seat") + F("seat")) % 2)
    return seats.filter(Q(game__public=True) | Q(readers_place__isnull=False))


# --- games -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Seated:
    """Somebody's seat in a game, with everybody else's."""

    player: Player
    players: Sequence[Player]

    @property
    def game(self) -> Game:
        return self.player.game

    @property
    def others(self) -> list[Player]:
        return [player for player in self.players if player.pk != self.player.pk]


def latest_of(person: User, reader: Reader) -> tuple[list[Seated], list[Seated]]:
    """Games of theirs that run, if they are public, and their last finished ones; in one query."""
    sits = Exists(Player.objects.filter(game=OuterRef("pk"), user=person))
    running = Game.objects.filter(sits, status=Game.Status.ACTIVE, public=True).order_by("-turn_began_at", "pk")
    ended = seats_of(person, reader)
    shown = Q(game__in=Subquery(running.values("pk")[:MOST_RUNNING])) | Q(
        game__in=Subquery(ended.values("game")[:MOST_RECENT])
    )
    players = Player.objects.filter(shown).select_related("user", "game").only(*SHOWN)
    tables: dict[object, list[Player]] = {}
    for player in players.order_by("seat"):
        tables.setdefault(player.game_id, []).append(player)
    found = [seated(table, person) for table in tables.values()]
    over = [one for one in found if one.player.ended_at]
    going_on = [one for one in found if not one.player.ended_at]
    return going_on, sorted(over, key=lambda one: str(one.player.ended_at), reverse=True)


def seated(table: Sequence[Player], person: User) -> Seated:
    return Seated(next(player for player in table if player.user_id == person.pk), table)
