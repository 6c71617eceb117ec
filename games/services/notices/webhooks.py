"""The address of somebody's own program."""

import secrets
from datetime import datetime, timedelta

from django.core.cache import cache
from redis.exceptions import RedisError

from accounts.models import User
from games.channels import webhook as channel
from games.channels.outbound import read_target
from games.channels.trouble import Permanent
from games.engine.rules import Malformed, _
from games.models import Webhook
from games.services.refusals import NotForGuests, TooMany, Unknown

TESTS_AN_HOUR = 20
AN_HOUR = timedelta(hours=1)


def webhook_of(user: User) -> Webhook | None:
    return Webhook.objects.filter(user=user).first()


def set_webhook(user: User, url: object, now: datetime) -> str:
    """Notices go there from now on. The secret of a new address is returned this once; that of a known one stays."""
    if user.is_guest:
        raise NotForGuests(_("Guests are told on the site only. Make an account to be told elsewhere, too."))
    if not isinstance(url, str):
        raise Malformed(_("That is no web address."))
    try:
        read_target(url)
    except Permanent as trouble:
        raise Malformed(trouble.reason) from trouble
    secret = make_secret()
    _hook, made = Webhook.objects.update_or_create(
        user=user,
        defaults={"url": url, "failures": 0, "broken_at": None},
        create_defaults={"url": url, "secret": secret, "created_at": now},
    )
    return secret if made else ""


def renew_secret(user: User) -> str:
    secret = make_secret()
    if not Webhook.objects.filter(user=user).update(secret=secret):
        raise Unknown(_("You have no webhook."))
    return secret


def remove_webhook(user: User) -> None:
    Webhook.objects.filter(user=user).delete()


def mend_webhook(user: User) -> None:
    """Its owner says that it works again."""
    Webhook.objects.filter(user=user).update(failures=0, broken_at=None)


def try_webhook(user: User, now: datetime) -> None:
    """Send a test; raises Temporary or Permanent with what went wrong, which counts for nothing else."""
    webhook = webhook_of(user)
    if webhook is None:
        raise Unknown(_("You have no webhook."))
    spend_test(user)
    channel.send_test(webhook, now)
    mend_webhook(user)


def spend_test(user: User) -> None:
    """Nobody hammers on others' doors through us."""
    key = f"channel-tests:{user.pk}"
    try:
        cache.add(key, 0, timeout=AN_HOUR.total_seconds())
        count = int(cache.incr(key))
    except (RedisError, OSError, ValueError):
        return
    if count > TESTS_AN_HOUR:
        raise TooMany(_("That is enough testing for an hour."))


def make_secret() -> str:
    return "whsec_" + secrets.token_urlsafe(32)
