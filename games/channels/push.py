"""Notices for browsers: web push (RFC 8030), encrypted for the browser alone (RFC 8291), signed by us (RFC 8292)."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from email.utils import parseaddr
from functools import cache
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.db.models import F, Value
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.translation import get_language, gettext_noop, ngettext
from django.utils.translation import gettext as _
from py_vapid import Vapid02, VapidException
from py_vapid.utils import b64urlencode

from accounts.models import User
from games.channels.outbound import post
from games.channels.trouble import Permanent, Temporary, Trouble
from games.channels.wording import by_game, is_asked, words
from games.models import Notice, PushSubscription

Kind = Notice.Kind

GONE = {404, 410}
"""The browser has unsubscribed. Any other answer may be about us, such as about our key or our clock."""
MOST_FAILURES, TRIED_FOR = 20, timedelta(days=7)
"""In a row, and for how long; after both the browser counts as gone. An outage of ours costs nobody theirs."""
SHORTEST, LONGEST = timedelta(minutes=10), timedelta(days=7)
"""For how long a push service keeps a message for a browser that is off."""
A_TEXT = 200
"""Characters of a title or line: a push service takes less than 4 kB."""
A_PROOF_HOLDS = timedelta(hours=12)


class Gone(Permanent):
    """Nothing will ever reach this browser."""


def deliver(user: User, notices: Sequence[Notice], now: datetime) -> str:
    """One message to all browsers; one that gets it is enough."""
    browsers = list(PushSubscription.objects.filter(user=user))
    if not browsers:
        raise Permanent(gettext_noop("No browser gets push messages any more."))
    games = by_game(notices)
    first = games[0][0]
    said = message(first, now) if len(games) == 1 else of_many(games)
    extra = headers(first, now)
    troubles = [trouble for browser in browsers if (trouble := attempt(browser, said, extra, now))]
    if len(troubles) == len(browsers):
        raise next((trouble for trouble in troubles if isinstance(trouble, Temporary)), troubles[0])
    return ""


# --- what is said -----------------------------------------------------------------------------


def message(notice: Notice, now: datetime) -> dict[str, str]:
    """A newer one of the same game replaces an older one, by its tag."""
    said = words(notice, now)
    return plain(said.title, said.line, said.path, str(notice.game_id))


def of_many(games: Sequence[Sequence[Notice]]) -> dict[str, str]:
    turns = sum(is_asked(about[0]) for about in games)
    title = ngettext("%(count)d game waits for you", "%(count)d games wait for you", turns) % {"count": turns}
    return plain(
        title if turns else _("News from your games"), _("Have a look at your games."), reverse("pages:mine"), "games"
    )


def trial() -> dict[str, str]:
    line = _("This is how you are told of your games.")
    return plain(_("Push messages work"), line, reverse("pages:notice-settings"), "test")


def plain(title: str, line: str, path: str, tag: str) -> dict[str, str]:
    said = {"title": title[:A_TEXT], "line": line[:A_TEXT], "address": path, "tag": tag}
    return {**said, "language": get_language() or settings.LANGUAGE_CODE}


def headers(notice: Notice, now: datetime) -> dict[str, str]:
    """A message that is not fetched in time is no news any more; a newer one of the same game takes its place."""
    deadline = notice.game.deadline if is_asked(notice) else None
    kept = min(max(deadline - now, SHORTEST), LONGEST) if deadline else LONGEST
    urgent = notice.kind in (Kind.REMINDER, Kind.LAST_REMINDER)
    topic = notice.game_id.hex  # at most 32 letters of base64url
    return {"TTL": str(int(kept.total_seconds())), "Topic": topic, "Urgency": "high" if urgent else "normal"}


# --- sending ----------------------------------------------------------------------------------


def attempt(browser: PushSubscription, said: dict[str, str], extra: Mapping[str, str], now: datetime) -> Trouble | None:
    """What kept the message from this browser, if anything did. A browser that is gone is forgotten."""
    rows = PushSubscription.objects.filter(pk=browser.pk)
    try:
        send(browser, said, extra, now)
    except Gone as trouble:
        rows.delete()
        return trouble
    except Trouble as trouble:
        rows.update(failures=F("failures") + 1, failing_since=Coalesce("failing_since", Value(now)))
        rows.filter(failures__gte=MOST_FAILURES, failing_since__lte=now - TRIED_FOR).delete()
        return trouble
    if browser.failures:
        rows.update(failures=0, failing_since=None)
    return None


def send_test(browser: PushSubscription, now: datetime) -> Trouble | None:
    return attempt(browser, trial(), {"TTL": "600", "Urgency": "high"}, now)


def send(browser: PushSubscription, said: dict[str, str], extra: Mapping[str, str], now: datetime) -> None:
    try:
        body = encrypted(browser, json.dumps(said).encode())
    except ValueError as problem:
        raise Gone(gettext_noop("The browser gave a key that cannot be used.")) from problem
    try:
        proof = signed(browser.endpoint, now)
    except (VapidException, ValueError) as problem:
        raise Temporary(gettext_noop("Something went wrong on our side.")) from problem
    status = post(
        browser.endpoint,
        body,
        {"Content-Type": "application/octet-stream", "Content-Encoding": "aes128gcm", **extra, **proof},
    )
    if status in GONE:
        raise Gone(gettext_noop("The browser does not want push messages any more."))
    if not 200 <= status < 300:
        raise Temporary(f"HTTP {status}")


def encrypted(browser: PushSubscription, data: bytes) -> bytes:
    """For that browser alone; ValueError if its keys are none."""
    # Not before it is needed: it brings an HTTP client, and most processes encrypt nothing.
    from pywebpush import WebPusher, WebPushException

    keys = {"p256dh": browser.p256dh, "auth": browser.auth}
    try:
        body: bytes = WebPusher({"endpoint": browser.endpoint, "keys": keys}).encode(data)["body"]
    except WebPushException as problem:
        raise ValueError(str(problem)) from problem
    return body


def signed(endpoint: str, now: datetime) -> dict[str, str]:
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "sub": contact(),
        "exp": int((now + A_PROOF_HOLDS).timestamp()),
    }
    proof: dict[str, str] = vapid(str(settings.VAPID_KEY)).sign(claims)
    return proof


def contact() -> str:
    """Whom a push service may write to."""
    if settings.HTTPS:
        return str(settings.SITE_URL.geturl())
    return f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"


@cache
def vapid(key: str) -> Vapid02:
    made = Vapid02.from_string(key)
    made.conf = {"no-strict": True}  # whatever address the operator has given
    return made


def public_key() -> str:
    """What browsers need to know of our key to subscribe."""
    raw = vapid(str(settings.VAPID_KEY)).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return str(b64urlencode(raw))
