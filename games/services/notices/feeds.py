"""Secret addresses of feeds: signed, so that nobody guesses one, and numbered, so that their owner can revoke them."""

import secrets
from typing import Literal

from django.core import signing
from django.db import transaction
from django.db.models import Count, QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.services.standing import not_suspended
from games import selectors
from games.engine.rules import _
from games.models import Game, Notice, NoticeSettings
from games.services.notices.preferences import settings_to_change
from games.services.notices.reading import site_notices
from games.services.refusals import NotForGuests

Feed = Literal["calendar", "news"]
FEEDS: tuple[Feed, ...] = ("calendar", "news")
HIGHEST = 2**31 - 1
ENTRIES = 30


@transaction.atomic
def open_feed(user: User, feed: Feed) -> str:
    """A new address; one that there was before leads nowhere any more."""
    if user.is_guest:
        raise NotForGuests(_("Guests are told on the site only. Make an account to be told elsewhere, too."))
    settings = settings_to_change(user)
    # By chance, for a count would begin anew, and give old addresses back, after the feed was closed.
    set_epoch(settings, feed, 1 + secrets.randbelow(HIGHEST))
    return token_of(settings, feed)


@transaction.atomic
def close_feed(user: User, feed: Feed) -> None:
    set_epoch(settings_to_change(user), feed, None)


def set_epoch(settings: NoticeSettings, feed: Feed, epoch: int | None) -> None:
    setattr(settings, f"{feed}_epoch", epoch)
    settings.save(update_fields=[f"{feed}_epoch"])


def token_of(settings: NoticeSettings, feed: Feed) -> str:
    """Nothing while the feed is closed."""
    epoch = getattr(settings, f"{feed}_epoch")
    return "" if epoch is None else signing.dumps([settings.pk, epoch], salt=salt(feed))


def reader_of(token: str, feed: Feed) -> User | None:
    """Whose address it is, while it holds."""
    try:
        user_id, epoch = signing.loads(token, salt=salt(feed))
    except signing.BadSignature:
        return None
    wanted = {f"notice_settings__{feed}_epoch": epoch}
    return User.objects.filter(not_suspended(timezone.now()), pk=user_id, is_active=True, **wanted).first()


def salt(feed: Feed) -> str:
    return f"games.feeds.{feed}"


def turns_with_deadline(user: User) -> QuerySet[Game]:
    """Games that wait for this player, with the number of changes that their clocks have seen."""
    games = selectors.turns_of(user).filter(deadline__isnull=False).annotate(changes=Count("clock_entries"))
    return games.defer("secret", "state", "link").prefetch_related("players__user").order_by("deadline")


def news_for(user: User) -> list[Notice]:
    """What the site told this person of late."""
    return list(site_notices(user)[:ENTRIES])
