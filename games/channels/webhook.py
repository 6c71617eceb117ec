"""Notices for somebody's own program: a signed POST. docs/webhooks.md tells its readers what they get."""

import hashlib
import hmac
import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import NAMESPACE_URL, uuid4, uuid5

from django.utils.translation import gettext_noop as _

from accounts.models import User
from games.channels.addresses import absolute
from games.channels.outbound import post
from games.channels.trouble import Permanent, Temporary
from games.channels.wording import words
from games.models import Notice, Webhook
from games.selectors import moment

GONE = 410


def deliver(user: User, notices: Sequence[Notice], now: datetime) -> str:
    """One request for each. The id of the last one, by which its reader knows it again."""
    webhook = Webhook.objects.filter(user=user).first()
    if webhook is None:
        raise Permanent(_("There is no webhook any more."))
    delivery = ""
    for notice in notices:
        delivery = delivery_id(notice)
        send(webhook, notice.kind, delivery, content(notice, now), now)
    Webhook.objects.filter(pk=webhook.pk, failures__gt=0).update(failures=0)
    return delivery


def send_test(webhook: Webhook, now: datetime) -> None:
    """What its owner asks for, to see whether it works; raises Temporary or Permanent if it does not."""
    data = {"kind": "test", "title": "Genial", "address": absolute("/"), "at": moment(now)}
    send(webhook, "test", str(uuid4()), data, now)


def content(notice: Notice, now: datetime) -> dict[str, Any]:
    """What happened where. For more, its reader asks the API, which knows what they may see."""
    said = words(notice, now)
    return {
        "kind": notice.kind,
        "game": str(notice.game_id),
        "rules": notice.game.rules_key,
        # The number of a notice about talk is that of a message.
        "version": notice.game.version if notice.kind == Notice.Kind.MENTION else notice.version,
        "title": said.title,
        "address": absolute(said.path),
        "at": moment(notice.created_at),
    }


def delivery_id(notice: Notice) -> str:
    """The same whenever the same notice is sent again, and nobody else's."""
    about = (notice.user_id, notice.kind, notice.game_id, notice.version)
    return str(uuid5(NAMESPACE_URL, "genial:" + ":".join(map(str, about))))


def send(webhook: Webhook, event: str, delivery: str, data: dict[str, Any], now: datetime) -> None:
    body = json.dumps(data).encode()
    timestamp = str(int(now.timestamp()))
    headers = {
        "Content-Type": "application/json",
        "Genial-Event": event,
        "Genial-Delivery": delivery,
        "Genial-Timestamp": timestamp,
        "Genial-Signature": f"v1={signature(webhook.secret, timestamp, body)}",
    }
    status = post(webhook.url, body, headers)
    if status == GONE:
        raise Permanent(_("The server says that the address is gone."))
    if not 200 <= status < 300:
        raise Temporary(f"HTTP {status}")


def signature(secret: str, timestamp: str, body: bytes) -> str:
    return hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
