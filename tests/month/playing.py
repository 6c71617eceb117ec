"""The month itself. Time jumps from one thing that happens to the next; everything asks for it as an argument."""

import heapq
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from queue import Empty
from random import Random
from typing import Any
from unittest import mock
from uuid import UUID

from celery import current_app
from django.db import connection

from games.bots.registry import BOTS
from games.models import Game
from games.services import bot_turns, departures, lobby, play
from games.services.notices import claims, delivering, reminding
from games.services.notices.opening import opened_table
from games.services.notices.telling import OUTSIDE
from games.services.table import load_table
from games.services.wishes import read_wish

from .people import Person, settle
from .world import World, the_world

BEGIN = datetime(2026, 10, 10, 6, tzinfo=UTC)
"""Europe puts its clocks back on the 25th, America on 1 November, Lord Howe forward by half an hour on 4 October."""
SWEEP = timedelta(seconds=30)
PACES: list[dict[str, Any]] = [
    *({"days": days} for days in (1, 3, 5, 7, 7, 7, 7, 14, 14, 14, 14, 14, 14)),
    {"days": 2, "weekends_off": True},
    {"bank": 72, "increment": 6, "cap": 96},
]
BUSY, EVENING = 6, 36
"""So many people play at many tables, and begin so many of them within an hour."""
LOST_CALLS, DEATHS = 0.1, 0.005
"""How many calls the queue loses, and how often a worker dies with a claim."""


@dataclass(slots=True)
class Turn:
    """Of a person."""

    user_id: int
    game_id: UUID
    began: datetime
    deadline: datetime
    ended: datetime | None = None
    in_time: bool = False
    by_themselves: bool = False
    """Whether it began by the player's own doing."""


@dataclass
class Month:
    seed: str = "autumn"
    users: int = 200
    games: int = 300
    days: int = 30
    now: datetime = BEGIN
    turns: list[Turn] = field(default_factory=list)
    sweeps: int = 0
    calls: int = 0
    lost_calls: int = 0
    deaths: int = 0

    def __post_init__(self) -> None:
        self.end = BEGIN + timedelta(days=self.days)
        self.ahead: list[tuple[datetime, int, Callable[[], None]]] = []
        self.numbers = count()
        self.running: dict[UUID, Turn] = {}
        self.chance = Random(self.seed)
        self.swept = BEGIN - SWEEP
        self.played = 0
        self.due: dict[str, datetime] = {}

    def live(self) -> World:
        with the_world(lambda: self.now) as world, repeatable_secrets(self.seed), listening() as queue:
            self.queue = queue
            self.people = settle(self.users, self.chance, BEGIN)
            self.by_user = {person.user.pk: person for person in self.people}
            for number in range(self.games):
                self.at(self.when_to_begin(number), self.beginning(number))
            while (step := self.next_step()) is not None:
                step()
                self.listen()
            return world

    def at(self, when: datetime, what: Callable[[], None]) -> None:
        heapq.heappush(self.ahead, (when, next(self.numbers), what))

    def next_step(self) -> Callable[[], None] | None:
        """Whatever comes first: something that somebody does, or a sweep that has something to do."""
        sweep = self.next_sweep()
        if self.ahead and (sweep is None or self.ahead[0][0] <= sweep):
            self.now, _number, step = heapq.heappop(self.ahead)
        elif sweep is None:
            return None
        else:
            self.now = self.swept = sweep
            step = self.sweep
        return step if self.now < self.end else None

    # --- beat and workers ----------------------------------------------------------------------

    def next_sweep(self) -> datetime | None:
        """On the beat, when the next thing is due; a sweep before that would find nothing."""
        self.due = first_moments()
        first = min(self.due.values(), default=None)
        if first is None:
            return None
        beats = -((BEGIN - max(first, self.swept + SWEEP)) // SWEEP)
        return BEGIN + beats * SWEEP

    def sweep(self) -> None:
        self.sweeps += 1
        if self.is_due("reminder"):
            for game_id in reminding.due(now=self.now):
                reminding.remind(game_id=game_id, now=self.now)
        if self.is_due("deadline"):
            for game_id in departures.overdue(now=self.now):
                departures.expire_turn(game_id=game_id, now=self.now)
                self.look_at(game_id)
        if self.is_due("claim"):
            claims.give_back(now=self.now)
        for channel in OUTSIDE:
            if self.is_due(channel):
                self.send_all(channel)

    def is_due(self, what: str) -> bool:
        return what in self.due and self.due[what] <= self.now

    def send_all(self, channel: str) -> None:
        for user_id in delivering.waiting_for(channel, now=self.now):
            if self.chance.random() < DEATHS:
                self.deaths += bool(claims.claim(channel, user_id, self.now))
            else:
                delivering.deliver_by(channel, user_id=user_id, now=self.now)

    def listen(self) -> None:
        """Take what was said to the workers from the broker, which loses some of it."""
        while (message := next_message(self.queue)) is not None:
            if message.headers["task"] != "games.tasks.deliver_notices":
                continue
            self.calls += 1
            if self.chance.random() < LOST_CALLS:
                self.lost_calls += 1
                continue
            [[user_id], *_rest] = message.payload
            # Celery has reckoned with the clock of this machine.
            wait = datetime.fromisoformat(message.headers["eta"]) - datetime.now(UTC)
            self.at(self.now + wait, lambda user_id=user_id: self.deliver(user_id))  # type: ignore[misc]

    def deliver(self, user_id: int) -> None:
        delivering.deliver(user_id=user_id, now=self.now)

    # --- people --------------------------------------------------------------------------------

    def when_to_begin(self, number: int) -> datetime:
        if number < EVENING:
            return BEGIN + timedelta(days=9, hours=12, minutes=70 * self.chance.random())
        return BEGIN + 0.75 * self.chance.random() * timedelta(days=self.days)

    def beginning(self, number: int) -> Callable[[], None]:
        """A table for two to four. A few people play at many of them, and meet one evening to begin a lot at once."""
        chance = Random(f"{self.seed} game {number}")

        def begin() -> None:
            seats = chance.choices([2, 3, 4], [70, 20, 10])[0]
            crowd = self.people[:BUSY] if number < EVENING or chance.random() < 0.15 else self.people
            host, *others = chance.sample(crowd, seats)
            rules = chance.choice(["koepfchen", "genial-cards", "genial-cards", "genial"])
            wish = read_wish(
                {
                    "rules": rules,
                    "seats": [{"me": True}, *({"open": True} for _other in others)],
                    "pace": chance.choice(PACES),
                    "stand_in": "random",
                }
            )
            game = lobby.create_table(host=host.user, wish=wish, now=self.now)
            for other in others:
                lobby.join(game_id=game.pk, user=other.user, client_seed=str(number), link=game.link, now=self.now)
            self.look_at(game.pk)

        return begin

    def look_at(self, game_id: UUID) -> None:
        """Whose turn it is now, and what they will do about it."""
        game = Game.objects.get(pk=game_id)
        turn = self.running.get(game_id)
        if turn and game.turn_began_at != turn.began:
            turn.ended = self.now
            del self.running[game_id]
        if game.status != Game.Status.ACTIVE or game_id in self.running:
            return
        if game.mover_id is None:
            self.at(self.now + timedelta(seconds=2), lambda: self.bot_plays(game_id, game.version))
            return
        assert game.turn_began_at
        assert game.deadline
        last = turn if turn and turn.user_id == game.mover_id else None
        turn = Turn(game.mover_id, game_id, game.turn_began_at, game.deadline, by_themselves=last is not None)
        self.turns.append(turn)
        self.running[game_id] = turn
        self.decide(turn, Random(f"{self.seed} {self.played} {game.version}"))

    def decide(self, turn: Turn, chance: Random) -> None:
        person: Person = self.by_user[turn.user_id]
        time = turn.deadline - turn.began
        habit = chance.random()
        if habit < 0.15:  # they have the page open
            self.at(turn.began + timedelta(seconds=2), lambda: self.looks(turn))
            self.at(turn.began + timedelta(minutes=chance.uniform(1, 30)), lambda: self.plays(turn, chance))
            return
        if habit < 0.35:
            self.at(turn.began + chance.random() * time, lambda: self.looks(turn))
        if chance.random() >= person.sloppy:
            self.at(turn.began + chance.betavariate(2.5, 1.2) * time, lambda: self.plays(turn, chance))

    def looks(self, turn: Turn) -> None:
        if self.running.get(turn.game_id) is turn:
            version = Game.objects.values_list("version", flat=True).get(pk=turn.game_id)
            opened_table(self.by_user[turn.user_id].user, turn.game_id, version, self.now)

    def plays(self, turn: Turn, chance: Random) -> None:
        if self.running.get(turn.game_id) is not turn:
            return
        table = load_table(Game.objects.get(pk=turn.game_id))
        rules = table.game.rules
        actions = BOTS["random"].choose(rules, rules.view(table.state, table.state.seat), chance)
        sent = play.Sent(table.game.version, actions)
        play.submit_turn(game_id=turn.game_id, user=self.by_user[turn.user_id].user, sent=sent, now=self.now)
        turn.in_time = True
        self.played += 1
        self.look_at(turn.game_id)

    def bot_plays(self, game_id: UUID, version: int) -> None:
        bot_turns.play_bot_turn(game_id=game_id, version=version, now=self.now)
        self.look_at(game_id)


MOMENTS = """
    select 'reminder', min(remind_at) from games_game where status = 'active'
    union all select 'deadline', min(deadline) from games_game where status = 'active'
    union all select 'claim', min(claimed_at) from games_notice where state = 'claimed'
    union all select channel, min(due_at) from games_notice where state = 'waiting' group by channel
"""


def first_moments() -> dict[str, datetime]:
    """When the first of everything is due that a sweep looks for. Asked so often that the plainest way is best."""
    with connection.cursor() as cursor:
        cursor.execute(MOMENTS)
        found = {what: as_moment(at) for what, at in cursor.fetchall() if at}
    if "claim" in found:
        found["claim"] += claims.PATIENCE
    return found


def as_moment(at: datetime | str) -> datetime:
    """SQLite keeps text."""
    return at if isinstance(at, datetime) else datetime.fromisoformat(at).replace(tzinfo=UTC)


# --- the broker, and chance --------------------------------------------------------------------


@contextmanager
def listening() -> Iterator[Any]:
    """The queue of what is to be sent, emptied of what others left."""
    with current_app.connection_for_read() as connection:
        queue = connection.SimpleQueue(current_app.amqp.queues["post"], no_ack=True)
        queue.clear()
        yield queue
        queue.close()


def next_message(queue: Any) -> Any:
    try:
        return queue.get(block=False)
    except Empty:
        return None


@contextmanager
def repeatable_secrets(seed: str) -> Iterator[None]:
    chance = Random(seed)
    with mock.patch.object(secrets, "token_bytes", lambda size=32: chance.randbytes(size)):
        yield
