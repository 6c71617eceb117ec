"""Whom a notice is for: the ways in which somebody can be reached, and when they want to be left alone."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import Exists, OuterRef
from django.utils import timezone, translation

from accounts.models import User
from accounts.services.addresses import confirmed
from accounts.services.zones import zone_of
from games.clock.quiet import quiet_until
from games.models import Notice, NoticeSettings, PushSubscription
from games.services.notices.preferences import chosen_as, wanted

Channel = Notice.Channel


@dataclass(frozen=True, slots=True)
class Reader:
    user: User
    settings: NoticeSettings
    channels: frozenset[str]
    """Through which they can be reached now, whether they want it or not."""

    @property
    def zone(self) -> ZoneInfo:
        return zone_of(self.user)

    def wants(self, kind: str, channel: str) -> bool:
        return channel in wanted(self.settings, kind)

    def refuses(self, kind: str, channel: str) -> bool:
        """Whether they said so; a kind that merely does not use the channel of itself is not refused."""
        return chosen_as(kind) in self.settings.wanted and not self.wants(kind, channel)

    def quiet_until(self, at: datetime) -> datetime | None:
        chosen = self.settings
        if chosen.quiet_from is None or chosen.quiet_until is None:
            return None
        return quiet_until(at, chosen.quiet_from, chosen.quiet_until, self.zone)


@contextmanager
def speaking_to(user: User) -> Iterator[str]:
    """In their language, which it gives, and by their clock."""
    language = user.language or settings.LANGUAGE_CODE
    with translation.override(language), timezone.override(zone_of(user)):
        yield language


def readers(user_ids: Collection[int]) -> list[Reader]:
    """With one query, as this is part of every turn."""
    browsers = PushSubscription.objects.filter(user=OuterRef("pk"))
    found = User.objects.filter(pk__in=user_ids).select_related("notice_settings", "webhook")
    found = found.annotate(has_push=Exists(browsers), has_address=confirmed())
    return [read(user) for user in found.order_by("pk")]


def read(user: User) -> Reader:
    chosen = getattr(user, "notice_settings", None) or NoticeSettings(user=user)
    channels = {Channel.SITE}
    if user.is_active and not user.is_guest:
        if getattr(user, "has_address", False) and chosen.mail_broken_at is None:
            channels.add(Channel.MAIL)
        if getattr(user, "has_push", False):
            channels.add(Channel.PUSH)
        webhook = getattr(user, "webhook", None)
        if webhook and webhook.broken_at is None:
            channels.add(Channel.WEBHOOK)
    return Reader(user, chosen, frozenset(channels))
