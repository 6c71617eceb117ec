"""What came of the month, counted from what the world received and from the rows of the site."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from games.models import Game, Move, Notice
from games.services.notices.limiting import MAILS_AN_HOUR
from games.services.notices.needing import OF_A_TURN
from games.services.notices.timing import REMINDERS

from .people import Person
from .playing import Month, Turn
from .world import Received, World

AN_HOUR = timedelta(hours=1)


@dataclass
class Figures:
    counted: dict[str, int]
    wrong: dict[str, list[str]]
    """What broke a promise, by the promise."""

    def __str__(self) -> str:
        width = max(map(len, [*self.counted, *self.wrong]))
        lines = [f"{name:<{width}}  {number:>6}" for name, number in self.counted.items()]
        lines += [f"{name:<{width}}  {len(cases):>6}" for name, cases in self.wrong.items()]
        return "\n".join([*lines, *(f"  {case}" for cases in self.wrong.values() for case in cases[:10])])


def figures(month: Month, world: World) -> Figures:
    notices = list(Notice.objects.select_related("user"))
    sent = [notice for notice in notices if notice.state == "sent"]
    outside = [notice for notice in sent if notice.channel != "site"]
    turns = by_game(month.turns)
    by_message = defaultdict(list)
    for notice in outside:
        by_message[notice.message_id].append(notice)
    missed = [turn for turn in month.turns if turn.ended and not turn.in_time and turn.ended >= turn.deadline]
    late = [turn.ended - turn.deadline for turn in missed if turn.ended]
    loud = [found for found in world.received if in_quiet_hours(month, found)]
    channels = Counter(found.channel for found in world.received)
    counted = {
        "people": len(month.people),
        "games": Game.objects.count(),
        "turns played": Move.objects.filter(by="player").count(),
        "turns of people": len(month.turns),
        "turns that ran out": len(missed),
        "latest time-out, seconds after the deadline": max(late, default=timedelta()).seconds,
        "sweeps": month.sweeps,
        "calls through the queue": month.calls,
        "calls that the queue lost": month.lost_calls,
        "workers that died with a claim": month.deaths,
        "notices": len(notices),
        "mails": channels["mail"],
        "push messages": channels["push"],
        "calls of webhooks": channels["webhook"],
        "notices in mails": sum(notice.channel == "mail" for notice in outside),
        **{f"not needed: {reason}": number for reason, number in reasons(notices, "suppressed")},
        "failed or bounced": sum(notice.state in ("failed", "bounced") for notice in notices),
        "through another channel instead": sum(bool(n.instead_of) and n.channel != "site" for n in notices),
        "perhaps sent twice": sum(notice.perhaps_twice for notice in notices),
        "reminders": sum(n.kind in REMINDERS and n.channel == "site" for n in notices),
        "reminders in quiet hours, before a deadline in them": sum(is_excused(month, f, by_message) for f in loud),
        "most mails within an hour": most_within_an_hour(world.received),
    }
    wrong = {
        "turns that ran out without a notice": [
            describe(month, turn) for turn in missed if not was_told(month.by_user[turn.user_id], turn, notices)
        ],
        "turns that ran out without a notice on the site": [
            describe(month, turn) for turn in missed if not turn.by_themselves and not any(told(turn, notices, "site"))
        ],
        "notices of the same kind for a turn, twice": twice(outside, turns),
        "messages received twice": [f"{mark}" for mark, number in marks(world.received).items() if number > 1],
        "messages received, but not marked as sent": not_marked(world, by_message),
        "marked as sent, but not received": not_received(world, outside),
        "messages in quiet hours": [str(f) for f in loud if not is_excused(month, f, by_message)],
        "more mails an hour than promised": [str(most_within_an_hour(world.received))]
        if most_within_an_hour(world.received) > MAILS_AN_HOUR
        else [],
        "reminders beyond two a turn": too_many_reminders(notices, turns),
        "notices left behind": left_behind(month, notices),
    }
    return Figures(counted, wrong)


def reasons(notices: Iterable[Notice], state: str) -> list[tuple[str, int]]:
    return sorted(Counter(notice.reason for notice in notices if notice.state == state).items())


def by_game(turns: Iterable[Turn]) -> dict[UUID, list[Turn]]:
    found = defaultdict(list)
    for turn in turns:
        found[turn.game_id].append(turn)
    return found


def told(turn: Turn, notices: Iterable[Notice], channel: str) -> Iterable[Notice]:
    """What somebody was told of a turn while it lasted."""
    return (
        notice
        for notice in notices
        if notice.game_id == turn.game_id
        and notice.user_id == turn.user_id
        and notice.kind in OF_A_TURN
        and notice.channel == channel
        and notice.sent_at
        and turn.began <= notice.created_at
        and notice.sent_at <= turn.deadline
    )


def was_told(person: Person, turn: Turn, notices: list[Notice]) -> bool:
    """In time, through a channel that works; or they looked themselves."""
    about = [notice for notice in notices if notice.game_id == turn.game_id and notice.user_id == turn.user_id]
    if any(notice.seen_at and turn.began <= notice.seen_at <= turn.deadline for notice in about):
        return True
    channels = person.working or {"site"}
    return any(notice.state == "sent" for channel in channels for notice in told(turn, about, channel))


def describe(month: Month, turn: Turn) -> str:
    person = month.by_user[turn.user_id]
    return f"{person.user} {sorted(person.working)} {turn.game_id} {turn.began:%d %H:%M} to {turn.deadline:%d %H:%M}"


def turn_of(notice: Notice, turns: dict[UUID, list[Turn]]) -> datetime:
    """When the turn began that a notice is about."""
    own = [turn.began for turn in turns[notice.game_id] if turn.user_id == notice.user_id]
    return max(began for began in own if began <= notice.created_at)


def twice(notices: Iterable[Notice], turns: dict[UUID, list[Turn]]) -> list[str]:
    of_turns = [notice for notice in notices if notice.kind in OF_A_TURN]
    found = Counter((n.user_id, n.game_id, n.kind, n.channel, turn_of(n, turns)) for n in of_turns)
    return [str(about) for about, number in found.items() if number > 1]


def too_many_reminders(notices: Iterable[Notice], turns: dict[UUID, list[Turn]]) -> list[str]:
    on_site = [notice for notice in notices if notice.kind in REMINDERS and notice.channel == "site"]
    found = Counter((n.user_id, n.game_id, turn_of(n, turns)) for n in on_site)
    return [str(about) for about, number in found.items() if number > 2]


def marks(received: Iterable[Received]) -> Counter[str]:
    return Counter(f"{found.channel} {found.to} {found.mark}" for found in received)


def not_marked(world: World, by_message: dict[str, list[Notice]]) -> list[str]:
    return [str(found) for found in world.received if found.channel != "push" and found.mark not in by_message]


def not_received(world: World, outside: Iterable[Notice]) -> list[str]:
    """A push message holds no mark of ours; that one came at that time is all there is to see."""
    got = {found.mark for found in world.received}
    pushed = {(found.to.rpartition("/")[2], found.at) for found in world.received if found.channel == "push"}
    return [
        f"{notice} {notice.user}"
        for notice in outside
        if (
            (notice.user.username.rpartition("-")[2], notice.sent_at) not in pushed
            if notice.channel == "push"
            else notice.message_id not in got
        )
    ]


def in_quiet_hours(month: Month, found: Received) -> bool:
    return found.channel != "webhook" and person_of(month, found).is_quiet(found.at)


def person_of(month: Month, found: Received) -> Person:
    number = found.to.split("@")[0].rpartition("-" if found.channel == "mail" else "/")[2]
    return month.people[int(number)]


def is_excused(month: Month, found: Received, by_message: dict[str, list[Notice]]) -> bool:
    """Whether it holds nothing but reminders of turns that end before the quiet hours do."""
    person = person_of(month, found)
    held = [
        notice
        for notice in by_message["" if found.channel == "push" else found.mark]
        if notice.user_id == person.user.pk and notice.sent_at == found.at and notice.channel == found.channel
    ]
    return bool(held) and all(
        notice.kind in REMINDERS and ends_in_quiet(month, person, notice, found.at) for notice in held
    )


def ends_in_quiet(month: Month, person: Person, notice: Notice, at: datetime) -> bool:
    turn = max(
        (t for t in month.turns if t.game_id == notice.game_id and t.user_id == notice.user_id and t.began <= at),
        key=lambda turn: turn.began,
    )
    minutes = int((turn.deadline - at) / timedelta(minutes=1))
    return all(person.is_quiet(at + timedelta(minutes=minute)) for minute in range(minutes))


def most_within_an_hour(received: Iterable[Received]) -> int:
    times = defaultdict(list)
    for found in received:
        if found.channel == "mail":
            times[found.to].append(found.at)
    most = 0
    for moments in times.values():
        moments.sort()
        for first, moment in enumerate(moments):
            most = max(most, sum(later < moment + AN_HOUR for later in moments[first:]))
    return most


def left_behind(month: Month, notices: Iterable[Notice]) -> list[str]:
    """What was due long before the end, and is neither sent nor given up."""
    return [
        str(notice)
        for notice in notices
        if notice.state in ("waiting", "claimed") and notice.due_at < month.end - 2 * AN_HOUR
    ]
