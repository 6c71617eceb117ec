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
    """Better defaults reach whoever never chose; but what somebody refused stays refused, whatever the defaults are."""
    kind = chosen_as(kind)
    if DEFAULTS[kind] == frozenset(channels) and (kind not in settings.wanted or DEFAULTS[kind] == EVERYWHERE):
        settings.wanted.pop(kind, None)
    else:
        settings.wanted[kind] = in_order(channels)


def in_order(channels: Collection[str]) -> list[str]:
    return [channel for channel in CHANNELS if channel in channels]


@transaction.atomic
def turn_mail(user: User, kind: str, *, on: bool) -> None:
    """Mails of one kind, or with an empty word of every kind; all turned on again are those that there were before."""
    settings = settings_to_change(user)
    if not on:
        if not kind and has_mails(settings):  # what was turned off twice was on before the first time
            settings.wanted_before = dict(settings.wanted)
        for each in [chosen_as(kind)] if kind else DEFAULTS:
            # Also where it is the default: a channel that fails must not have mails step in that somebody refused.
            settings.wanted[each] = in_order(wanted(settings, each) - {Channel.MAIL})
    elif kind:
        choose(settings, kind, wanted(settings, kind) | {Channel.MAIL})
    elif not has_mails(settings):
        turn_back_on(settings)
    settings.save(update_fields=["wanted", "wanted_before"])


def has_mails(settings: NoticeSettings) -> bool:
    return any(Channel.MAIL in wanted(settings, kind) for kind in DEFAULTS)


def turn_back_on(settings: NoticeSettings) -> None:
    """Mails as before they were turned off, or else those of the defaults; the other channels stay as they are."""
    before = NoticeSettings(wanted=settings.wanted_before or {})
    for kind in DEFAULTS:
        channels = wanted(settings, kind) | (wanted(before, kind) & {Channel.MAIL})
        if kind not in before.wanted and channels == DEFAULTS[kind]:
            settings.wanted.pop(kind, None)
        else:
            settings.wanted[kind] = in_order(channels)
    settings.wanted_before = None
