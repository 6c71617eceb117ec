"""What a pace allows. It is written `{"days": 3}`, `{"bank": 120, "increment": 12, "cap": 168}` (hours), or `{}`."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from heapq import merge
from typing import Any
from zoneinfo import ZoneInfo

from games.clock.days import weekends
from games.clock.running import Pause, after, at_most, joined, running, standing, within, without

Pace = Mapping[str, Any]

HOUR = 3600
DAY = 24 * HOUR

DAYS_A_TURN = (1, 2, 3, 5, 7, 14)
BANK_HOURS = range(24, 30 * 24 + 1)
INCREMENT_HOURS = range(72 + 1)
LONGEST_CAP = 60 * 24
DAYS_OFF = range(30 + 1)
DEFAULT_DAYS_OFF = 14
IDLE_DAYS = 60
"""Without a pace, time runs out for whoever does not move for so long."""
FRESH_BANK = DAY
"""What a time bank holds at least when its owner comes back after a time-out."""

REMINDERS = (0.25, 0.05)
"""The shares of a turn's time that are left when somebody is reminded of it."""


def first_bank(pace: Pace) -> int | None:
    return pace["bank"] * HOUR if "bank" in pace else None


def time_for_turn(pace: Pace, bank: int | None) -> int:
    """The seconds for which the clock of a turn may run."""
    if "bank" in pace:
        return pace["bank"] * HOUR if bank is None else bank
    return int(pace.get("days", IDLE_DAYS)) * DAY


def bank_after(pace: Pace, bank: int | None, given: int, used: int) -> int | None:
    """What is in the bank after a turn that took so long, increment included; time given is used up first."""
    if "bank" not in pace:
        return None
    bank = time_for_turn(pace, bank)
    left = max(0, min(bank, bank + given - used))
    return min(pace["cap"] * HOUR, left + pace["increment"] * HOUR)


def bank_again(pace: Pace, bank: int | None) -> int | None:
    """What is in the bank of somebody who comes back after a time-out."""
    if "bank" not in pace:
        return None
    return min(pace["cap"] * HOUR, max(bank or 0, pace["increment"] * HOUR, FRESH_BANK))


def days_off(pace: Pace) -> int:
    """For how many days in all the clock of one player may stand still in a game, beside weekends."""
    return int(pace.get("days_off", DEFAULT_DAYS_OFF)) if pace else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """The clock of one player in one turn, and when it stands still."""

    began: datetime
    zone: ZoneInfo
    """The player's own: their weekends are off."""
    weekends_off: bool = False
    absences: tuple[Pause, ...] = ()
    """Days off in their order, without overlaps."""
    days_off_left: int = 0
    """For how many seconds of them the clock may yet stand still in this game."""

    def weekends(self) -> Iterator[Pause]:
        return weekends(self.began, self.zone) if self.weekends_off else iter(())

    def days_off(self) -> Iterator[Pause]:
        """The days off that count: none are used up where a weekend stops the clock anyway."""
        if not self.absences:
            return iter(())
        ahead = within(self.absences, self.began, self.absences[-1][1])
        return at_most(without(ahead, self.weekends()), self.days_off_left)

    def pauses(self) -> Iterator[Pause]:
        return joined(merge(self.weekends(), self.days_off()))

    def runs_out(self, seconds: int) -> datetime:
        return after(self.began, seconds, self.pauses())

    def ran(self, until: datetime) -> int:
        return running(self.began, until, self.pauses())

    def stood(self, until: datetime) -> int:
        return standing(self.began, until, self.pauses())

    def days_off_used(self, until: datetime) -> int:
        return standing(self.began, until, self.days_off())

    def reminders(self, seconds: int) -> list[datetime]:
        return [self.runs_out(seconds - int(seconds * share)) for share in REMINDERS]
