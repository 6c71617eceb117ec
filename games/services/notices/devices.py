"""Browsers that show our messages."""

import base64
from datetime import datetime

from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey
from django.db import transaction

from accounts.models import User
from games.channels.outbound import read_target
from games.channels.trouble import Permanent
from games.engine.rules import Malformed, _
from games.models import PushSubscription
from games.services.refusals import NotForGuests, Unknown

MOST = 10
"""Browsers of one person; the oldest makes room."""
LONGEST_NAME = PushSubscription._meta.get_field("browser").max_length or 0


def devices_of(user: User) -> list[PushSubscription]:
    return list(PushSubscription.objects.filter(user=user))


@transaction.atomic
def add_device(user: User, *, endpoint: object, p256dh: object, auth: object, browser: str, now: datetime) -> int:
    """Its number. A browser belongs to whoever used it last: nobody gets the news of somebody who sat there before."""
    if user.is_guest:
        raise NotForGuests(_("Guests are told on the site only. Make an account to be told elsewhere, too."))
    if not (isinstance(endpoint, str) and is_address(endpoint) and is_key(p256dh) and is_secret(auth)):
        raise Malformed(_("The browser did not say where it wants its messages."))
    known = {"p256dh": p256dh, "auth": auth, "browser": browser[:LONGEST_NAME], "created_at": now}
    fresh = {"failures": 0, "failing_since": None}
    device, _made = PushSubscription.objects.update_or_create(
        endpoint=endpoint, defaults={"user": user, **known, **fresh}
    )
    newest = PushSubscription.objects.filter(user=user).order_by("-created_at", "-pk").values_list("pk", flat=True)
    PushSubscription.objects.filter(pk__in=list(newest[MOST:])).delete()
    return device.pk


def find_device(user: User, device_id: int) -> PushSubscription:
    device = PushSubscription.objects.filter(user=user, pk=device_id).first()
    if device is None:
        raise Unknown(_("This browser gets no push messages any more."))
    return device


def remove_device(user: User, device_id: int) -> None:
    find_device(user, device_id).delete()


def forget_device(user: User, device_id: str) -> None:
    """Whoever signs out takes their messages along: the next one at this browser does not see them."""
    PushSubscription.objects.filter(user=user, pk=device_id).delete()


def is_address(endpoint: str) -> bool:
    try:
        read_target(endpoint)
    except Permanent:
        return False
    return True


def is_key(text: object) -> bool:
    """A point on the curve."""
    try:
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), decoded(text))
    except ValueError:
        return False
    return True


def is_secret(text: object) -> bool:
    try:
        return len(decoded(text)) == 16
    except ValueError:
        return False


def decoded(text: object) -> bytes:
    """Of base64url without padding, as browsers write it."""
    if not isinstance(text, str) or len(text) > 90:
        raise ValueError
    return base64.b64decode(text.encode("ascii") + b"=" * (-len(text) % 4), altchars=b"-_", validate=True)
