"""Changing how one is told, from a page or by program: every part is checked before anything is kept."""

from collections.abc import Callable, Mapping
from datetime import time
from typing import Any

from django.db import transaction

from accounts.models import User
from games.engine.rules import Malformed, _
from games.models import NoticeSettings
from games.services.notices.preferences import CHANNELS, DEFAULTS, choose, settings_to_change

MailMode = NoticeSettings.MailMode

LONGEST_DELAY = 120
"""Minutes."""


@transaction.atomic
def change_settings(user: User, changes: Mapping[str, Any]) -> NoticeSettings:
    """Only what is named; kinds that are not named stay as they are."""
    unknown = sorted(set(changes) - set(READ))
    if unknown:
        raise Malformed(_("This cannot be changed: {names}."), names=", ".join(unknown))
    read = {name: READ[name](value) for name, value in changes.items()}
    settings = settings_to_change(user)
    for kind, channels in read.pop("wanted", {}).items():
        choose(settings, kind, channels)
    for name, value in read.items():
        setattr(settings, name, value)
    if (settings.quiet_from is None) != (settings.quiet_until is None):
        raise Malformed(_("Quiet hours have a beginning and an end, or neither."))
    if settings.quiet_from is not None and settings.quiet_from == settings.quiet_until:
        raise Malformed(_("Quiet hours end at another time than they begin."))
    settings.save()
    return settings


@transaction.atomic
def mend_mail(user: User) -> None:
    """Its reader says that the address works, or has given another one."""
    NoticeSettings.objects.filter(pk=user.pk).update(mail_broken_at=None)


def read_wanted(data: object) -> dict[str, list[str]]:
    if not isinstance(data, dict):
        raise Malformed(_("Say for each kind of notice on which channels you want it."))
    for kind, channels in data.items():
        if kind not in DEFAULTS:
            raise Malformed(_("There is no such kind of notice. There are: {kinds}."), kinds=", ".join(DEFAULTS))
        if not isinstance(channels, list) or not all(channel in CHANNELS for channel in channels):
            raise Malformed(_("The channels are a list of these: {channels}."), channels=", ".join(CHANNELS))
    return data


def read_mode(data: object) -> str:
    if isinstance(data, str) and data in MailMode.values:
        return data
    raise Malformed(_("Mails come in one of these ways: {modes}."), modes=", ".join(MailMode.values))


def read_number(low: int, high: int, sentence: str) -> Callable[[object], int]:
    def read(data: object) -> int:
        if type(data) is int and low <= data <= high:
            return data
        raise Malformed(sentence)

    return read


def read_time(data: object) -> time | None:
    """As in 22:30; nothing for none."""
    if data is None or isinstance(data, time):
        return data
    try:
        return time.fromisoformat(data) if isinstance(data, str) and len(data) == len("22:30") else refuse_time()
    except ValueError:
        return refuse_time()


def refuse_time() -> time:
    raise Malformed(_("A time of day is written as in 22:30."))


READ: dict[str, Callable[[object], Any]] = {
    "wanted": read_wanted,
    "mail_mode": read_mode,
    "mail_delay": read_number(1, LONGEST_DELAY, _("Mails wait for 1 to 120 minutes.")),
    "digest_hour": read_number(0, 23, _("The hour of the daily mail is a number from 0 to 23.")),
    "quiet_from": read_time,
    "quiet_until": read_time,
}
