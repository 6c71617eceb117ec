"""From finished games, in order, to changes of ratings. The same games in the same order give the same numbers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain
from typing import Any, TypedDict

from games.rating import damping
from games.rating.damping import Meetings
from games.rating.luce import rate
from games.rating.skill import UNKNOWN, Holder, Skill, mean

NOBODY: Holder = (None, "")
"""An account that has gone: taken for a beginner, for the sake of the others."""


class Why(TypedDict, total=False):
    """The facts behind a change, as the ledger keeps them. What is usual is left out."""

    place: int
    of: int
    """Sides at the table."""
    shared: bool
    left: str
    """How its player left: resign or timeout."""
    partner_left: bool
    others_left: bool
    """All the other sides did."""
    uncounted: bool
    """Another time-out on the same day counts already."""
    at_once: bool
    """Leaving at once has left less than two sides that really played."""
    met: int
    """Games of the same people in the thirty days before, where that lessens the weight."""
    seats: int
    """Held by the same bot, which gets the mean of their changes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    holder: Holder
    side: int
    place: int
    left: str = ""
    turns: int = 0
    """Played by a leaver before leaving; nobody asks for those of the others."""
    counts: bool = True
    """Whether the change counts for this player."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """A game that is to be rated."""

    key: Any
    at: datetime
    seats: Sequence[Seat]


@dataclass(frozen=True, slots=True)
class Standing:
    """A rating and the number of games that made it."""

    skill: Skill
    games: int
    last_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What a game did to the rating of one of its seats."""

    seat: int
    holder: Holder
    before: Skill
    after: Skill
    games: int
    weight: float
    why: Why
    company: str


@dataclass
class Book:
    """All ratings of a pool at one moment."""

    standings: dict[Holder, Standing] = field(default_factory=dict)
    meetings: Meetings = field(default_factory=Meetings)

    def of(self, holder: Holder) -> tuple[Skill, int]:
        """The skill and the number of games of anybody."""
        standing = self.standings.get(holder)
        return (standing.skill, standing.games) if standing else (UNKNOWN, 0)

    def enter(self, game: Finished) -> list[Change]:
        """Rate a game, later than all before it, and keep what it changes."""
        company = company_of(game.seats)
        met = self.meetings.before(company, game.at) if company else 0
        at_once = ended_at_once(game.seats)
        weight = damping.repeat_weight(met) * (damping.AT_ONCE if at_once else 1.0)
        before, games = zip(*(self.of(seat.holder) for seat in game.seats), strict=True)
        full = skills_after(game.seats, before)
        changes = []
        for number, seat in enumerate(game.seats):
            if seat.holder == NOBODY:
                continue
            own = weight if seat.counts else 0.0
            same = [other for other, held in enumerate(game.seats) if held.holder == seat.holder]
            after = before[number].towards(mean([full[other] for other in same]), own) if own else before[number]
            changes.append(
                Change(
                    seat=number,
                    holder=seat.holder,
                    before=before[number],
                    after=after,
                    games=games[number] + (own > 0),
                    weight=own,
                    why=why(game.seats, seat, at_once=at_once, met=met, of_bot=len(same)),
                    company=company,
                )
            )
        for change in changes:
            self.standings[change.holder] = Standing(change.after, change.games, game.at)
        return changes


def skills_after(seats: Sequence[Seat], before: Sequence[Skill]) -> list[Skill]:
    """By seat; members of a team are rated together."""
    sides = sorted({seat.side for seat in seats})
    members = [[number for number, seat in enumerate(seats) if seat.side == side] for side in sides]
    rated = rate([[before[number] for number in team] for team in members], [seats[team[0]].place for team in members])
    after = dict(zip(chain(*members), chain(*rated), strict=True))
    return [after[number] for number in range(len(seats))]


def company_of(seats: Sequence[Seat]) -> str:
    """The people at the table, whatever their seats; one person alone can arrange nothing with anybody."""
    people = sorted(user for user, _bot in (seat.holder for seat in seats) if user is not None)
    return "-".join(map(str, people)) if len(people) > 1 else ""


def ended_at_once(seats: Sequence[Seat]) -> bool:
    """Whether less than two sides have really played, as the others left at once."""
    sides = {seat.side for seat in seats}
    return len(sides - sides_with(seats, left_at_once)) < 2


def left_at_once(seat: Seat) -> bool:
    return bool(seat.left) and seat.turns < damping.REALLY_PLAYED


def sides_with(seats: Sequence[Seat], which: Callable[[Seat], Any]) -> set[int]:
    return {seat.side for seat in seats if which(seat)}


def why(seats: Sequence[Seat], own: Seat, *, at_once: bool, met: int, of_bot: int) -> Why:
    sides = {seat.side: seat.place for seat in seats}
    leavers = sides_with(seats, lambda seat: seat.left)
    told: Why = {"place": own.place, "of": len(sides)}
    if list(sides.values()).count(own.place) > 1:
        told["shared"] = True
    if own.left:
        told["left"] = own.left
    elif own.side in leavers:
        told["partner_left"] = True
    elif leavers == set(sides) - {own.side}:
        told["others_left"] = True
    if not own.counts:
        told["uncounted"] = True
    if at_once:
        told["at_once"] = True
    if met >= damping.FULL:
        told["met"] = met
    if of_bot > 1:
        told["seats"] = of_bot
    return told
