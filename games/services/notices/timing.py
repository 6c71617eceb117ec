"""When a notice is due."""

from datetime import datetime, timedelta

from games.clock.quiet import next_hour
from games.models import Notice, NoticeSettings
from games.services.notices.reaching import Reader
from games.services.notices.reasons import QUIET

Kind, Channel, MailMode = Notice.Kind, Notice.Channel, NoticeSettings.MailMode

GRACE = timedelta(seconds=15)
"""Whoever has the table open sees it there within that time, and needs nothing else."""
REMINDERS = frozenset({Kind.REMINDER, Kind.LAST_REMINDER})


def planned(kind: str, channel: str, reader: Reader, deadline: datetime | None, now: datetime) -> tuple[datetime, str]:
    """When it is due, and what put it off if anything did."""
    if channel == Channel.SITE:
        return now, ""
    at = mail_time(kind, reader, deadline, now) if channel == Channel.MAIL else now + GRACE
    due_at = awake(kind, channel, reader, deadline, at)
    return due_at, QUIET if due_at > at else ""


def mail_time(kind: str, reader: Reader, deadline: datetime | None, now: datetime) -> datetime:
    """Reminders come at once, and a daily mail that would come after the deadline helps nobody."""
    chosen = reader.settings
    soon = now + timedelta(minutes=chosen.mail_delay)
    if kind in REMINDERS or chosen.mail_mode == MailMode.AT_ONCE:
        return now + GRACE
    if chosen.mail_mode == MailMode.MERGED:
        return soon
    digest = next_hour(now, chosen.digest_hour, reader.zone)
    read_at = awake(kind, Channel.MAIL, reader, deadline, digest)
    too_late = kind == Kind.YOUR_TURN and deadline is not None and deadline <= read_at
    return soon if too_late else digest


def awake(kind: str, channel: str, reader: Reader, deadline: datetime | None, at: datetime) -> datetime:
    """This moment, or the end of the quiet hours that it lies in. Programs need no sleep."""
    quiet = None if channel in (Channel.SITE, Channel.WEBHOOK) else reader.quiet_until(at)
    if quiet is None or (kind in REMINDERS and deadline is not None and deadline <= quiet):
        return at
    return quiet
