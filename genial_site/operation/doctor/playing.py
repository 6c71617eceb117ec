"""Whether games go on and news go out."""

from collections.abc import Iterator

from django.db import DatabaseError, connection
from django.utils import timezone

from games.models import Notice
from games.selectors import trouble

from .finding import Finding, error, warning

MANY = 10
SHARE = 0.2
"""Of the notices of a day; more that fail are no bad luck."""


def playing() -> Iterator[Finding]:
    try:
        yield from stuck()
        yield from unreadable()
        yield from notices()
        yield from bots()
    except DatabaseError:
        return  # which is a finding of its own
    finally:
        connection.close()


def stuck() -> Iterator[Finding]:
    counts = trouble.stuck_counts(now=timezone.now())
    if counts["deadline"]:
        yield error(
            f"Somebody's time is up, and nobody has taken the turn away; games: {counts['deadline']}.",
            "Their opponents wait.",
            "Worker and beat do that: see what is said of them, and their logs.",
        )
    waiting = {"bot": "turns of bots", "hint": "hints", "review": "reviews"}
    if found := [f"{words} ({counts[key]})" for key, words in waiting.items() if counts[key]]:
        yield warning(
            f"These have waited for more than five minutes: {', '.join(found)}.",
            "People wait for them.",
            "See what is said of the bots, and their log; /operator/ can call them again.",
        )


def unreadable() -> Iterator[Finding]:
    if found := list(trouble.unreadable_games()):
        yield error(
            f"Running games that cannot be read: {len(found)} ({', '.join(map(str, found[:3]))}"
            + (", ...)." if len(found) > 3 else ")."),
            "Nobody can open or go on with them.",
            "manage.py verify_games --rebuild GAME stores anew what the log of a game leads to.",
        )


def notices() -> Iterator[Finding]:
    now = timezone.now()
    if overdue := trouble.overdue_notices(now=now):
        yield warning(
            f"Notices that should have gone out more than five minutes ago: {overdue}.",
            "People do not know that it is their turn.",
            "See what is said of post and of the mail server.",
        )
    counts = trouble.notices_of_a_day(now=now)
    for channel in Notice.Channel.values:
        tried = sum(counts.get((channel, state), 0) for state in ("sent", "failed", "bounced"))
        failed = sum(counts.get((channel, state), 0) for state in trouble.NOT_SENT)
        if failed >= MANY and failed > SHARE * tried:
            yield warning(
                f"Within a day {failed} of {tried} notices by {channel} were not sent.",
                "That many are no bad luck.",
                "/operator/ lists why; try them again there when you have mended it.",
            )


def bots() -> Iterator[Finding]:
    for (bot, replaced), count in trouble.bot_troubles(now=timezone.now()).items():
        if replaced:
            yield warning(
                f"The simplest bot had to play for {bot}; turns within a day: {count}.",
                "People play against a weaker bot than they chose.",
                "/admin/games/botturn/ lists what went wrong.",
            )
