"""What people want to be told, and how: what they chose, and what holds for whoever chose nothing."""

from collections.abc import Collection, Mapping

from django.db import transaction

from accounts.models import User
from games.models import Notice, NoticeSettings

Kind, Channel = Notice.Kind, Notice.Channel

CHANNELS = tuple(Channel.values)
EVERYWHERE = frozenset(CHANNELS)
DEFAULTS: Mapping[str, frozenset[str]] = {
    Kind.YOUR_TURN: EVERYWHERE,
    Kind.REMINDER: EVERYWHERE,
    Kind.INVITED: EVERYWHERE,
    Kind.STARTED: EVERYWHERE - {Channel.PUSH},
    Kind.NEXT_IN_SERIES: EVERYWHERE - {Channel.PUSH},
    Kind.TIMED_OUT: EVERYWHERE,
    Kind.OVER: EVERYWHERE,
    Kind.MENTION: EVERYWHERE - {Channel.MAIL},
}
"""The kinds that people choose for, in the order of the page, with the channels that each has of itself."""


def chosen_as(kind: str) -> str:
    """Both reminders of a turn are one choice."""
    return Kind.REMINDER if kind == Kind.LAST_REMINDER else kind


def wanted(settings: NoticeSettings, kind: str) -> frozenset[str]:
    """The channels on which somebody wants this kind of notice, whether they have them or not."""
    kind = chosen_as(kind)
    chosen = settings.wanted.get(kind)
    return DEFAULTS[kind] if chosen is None else EVERYWHERE.intersection(chosen)


def settings_of(user: User) -> NoticeSettings:
    """Never missing, but perhaps not saved."""
    return NoticeSettings.objects.filter(pk=user.pk).first() or NoticeSettings(user=user)


def settings_to_change(user: User) -> NoticeSettings:
    """The row, locked; made if there is none. For use within a transaction."""
    NoticeSettings.objects.get_or_create(user=user)
    return NoticeSettings.objects.select_for_update().get(pk=user.pk)


def choose(settings: NoticeSettings, kind: str, channels: Collection[str]) -> None:
    """Keep what differs from the defaults, so that better defaults reach whoever never chose."""
    kind = chosen_as(kind)
    if DEFAULTS[kind] == frozenset(channels):
        settings.wanted.pop(kind, None)
    else:
        settings.wanted[kind] = [channel for channel in CHANNELS if channel in channels]


@transaction.atomic
def turn_mail(user: User, kind: str, *, on: bool) -> None:
    """Mails of one kind, or with an empty word of every kind; turned on again, those that are mailed of themselves."""
    settings = settings_to_change(user)
    for each in [chosen_as(kind)] if kind else DEFAULTS:
        channels = wanted(settings, each)
        if not on:
            # Also where it is the default: a channel that fails must not have mails step in that somebody refused.
            settings.wanted[each] = [channel for channel in CHANNELS if channel in channels - {Channel.MAIL}]
        elif kind or Channel.MAIL in DEFAULTS[each]:
            choose(settings, each, channels | {Channel.MAIL})
    settings.save(update_fields=["wanted"])
