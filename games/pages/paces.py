"""Paces and times in words."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.channels.moments import when
from games.clock.paces import DAY, HOUR, IDLE_DAYS, Clock, days_off, time_for_turn

MINUTE = 60

BANKS = (
    {"bank": 48, "increment": 6, "cap": 96},
    {"bank": 120, "increment": 12, "cap": 168},
    {"bank": 240, "increment": 24, "cap": 336},
)
"""Those that the form of a new table offers; programs may wish for others."""


def pace_words(pace: dict[str, Any]) -> str:
    """In a few words, as lists show it."""
    if "bank" in pace:
        words = _("%(bank)s + %(increment)s a turn, at most %(cap)s") % {
            part: lasting(pace[part] * HOUR) for part in ("bank", "increment", "cap")
        }
    elif "days" in pace:
        words = ngettext("%(count)d day a turn", "%(count)d days a turn", pace["days"]) % {"count": pace["days"]}
    else:
        return _("no time limit")
    return _("%(pace)s, weekends off") % {"pace": words} if pace.get("weekends_off") else words


def pace_sentences(pace: dict[str, Any]) -> Iterator[str]:
    """What it means to whoever joins."""
    if not pace:
        yield _(
            "There is no time limit, but whoever does not move for %(count)d days leaves the game. If only one side is "
            "left it is over, otherwise a bot sits in."
        ) % {"count": IDLE_DAYS}
        return
    if "bank" in pace:
        yield _(
            "Everybody has a time bank of %(bank)s. It runs while you are to move; what you do not use stays in it, "
            "and each turn that you play adds %(increment)s, up to %(cap)s."
        ) % {part: lasting(pace[part] * HOUR) for part in ("bank", "increment", "cap")}
    else:
        yield ngettext("A turn may take %(count)d day.", "A turn may take %(count)d days.", pace["days"]) % {
            "count": pace["days"]
        }
    if pace.get("weekends_off"):
        yield _("Saturdays and Sundays do not count, by the clock of whoever is to move.")
    allowed = days_off(pace)
    if allowed:
        yield ngettext(
            "Days off stop your clock for up to %(count)d day in a game.",
            "Days off stop your clock for up to %(count)d days in a game.",
            allowed,
        ) % {"count": allowed}
    else:
        yield _("Days off stop no clock at this table.")


def due_if_begun(pace: dict[str, Any], now: datetime) -> datetime | None:
    """When a first turn that began now would run out, by the weekends of the reader; none without a limit."""
    zone = timezone.get_current_timezone()
    if not pace or not isinstance(zone, ZoneInfo):
        return None
    clock = Clock(began=now, zone=zone, weekends_off=pace.get("weekends_off", False))
    return clock.runs_out(time_for_turn(pace, None))


def due_words(pace: dict[str, Any]) -> str:
    due = due_if_begun(pace, timezone.now())
    return _("If it were your turn now, it would be due %(when)s.") % {"when": when(due)} if due else ""


def lasting(seconds: int) -> str:
    """A length of time in its two largest units: "4 days 16 hours"."""
    days, hours, minutes = seconds // DAY, seconds % DAY // HOUR, seconds % HOUR // MINUTE
    if not (days or hours or minutes):
        return _("less than a minute") if seconds else _("no time")
    parts = [
        days and ngettext("%(count)d day", "%(count)d days", days) % {"count": days},
        hours and ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours},
        not days and minutes and ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes},
    ]
    return " ".join(part for part in parts if part)
