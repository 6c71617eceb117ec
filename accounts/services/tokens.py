"""API tokens: made once, kept as a hash, found by it, revoked for good."""

import hashlib
import secrets
from datetime import timedelta

from django.core.exceptions import ValidationError
from django.db import DatabaseError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import ApiToken, User
from accounts.services.presence import remember_visit

PREFIX = "genial_"  # so that people and secret scanners know one when they see it
RANDOM_BYTES = 32
LONGEST = 200  # characters; whatever is longer is none of ours
PER_USER = 50
USE_IS_NOTED_EVERY = timedelta(minutes=1)


@transaction.atomic
def make_token(*, user: User, name: str) -> tuple[ApiToken, str]:
    """A new token and its text, which nobody can ask for a second time. Raises ValidationError."""
    if user.is_guest:
        raise ValidationError(_("A token needs an account: keep your games first."), code="not_for_guests")
    User.objects.select_for_update().get(pk=user.pk)  # two requests at once must not pass the limit together
    if live_tokens(user).count() >= PER_USER:
        raise ValidationError(
            _("You have %(count)d tokens already; revoke one that you no longer need.") % {"count": PER_USER},
            code="too_many_tokens",
        )
    text = PREFIX + secrets.token_urlsafe(RANDOM_BYTES)
    token = ApiToken(user=user, name=name.strip(), digest=digest_of(text))
    token.full_clean()
    token.save()
    return token, text


def revoke_token(*, user: User, token_id: int) -> bool:
    """Whether this user had such a token; it is worth nothing from now on."""
    return bool(live_tokens(user).filter(pk=token_id).update(revoked_at=timezone.now()))


def live_tokens(user: User) -> QuerySet[ApiToken]:
    return ApiToken.objects.filter(user=user, revoked_at=None)


def user_of_token(text: str) -> User | None:
    """Whom this token speaks for, unless it is unknown or revoked or the account is closed."""
    if not text.startswith(PREFIX) or len(text) > LONGEST:
        return None
    live = ApiToken.objects.filter(digest=digest_of(text), revoked_at=None, user__is_active=True)
    token = live.select_related("user").first()
    if token is None:
        return None
    note_use(token)
    return token.user


def note_use(token: ApiToken) -> None:
    """Remember when a token was last used, to the minute, so that most requests need not write."""
    now = timezone.now()
    if token.last_used_at is not None and now - token.last_used_at < USE_IS_NOTED_EVERY:
        return
    earlier = Q(last_used_at=None) | Q(last_used_at__lt=now - USE_IS_NOTED_EVERY)
    try:
        with transaction.atomic():
            ApiToken.objects.filter(earlier, pk=token.pk).update(last_used_at=now)
            remember_visit(user=token.user, now=now)
    except DatabaseError:
        return  # a busy database is no reason to turn a request down


def digest_of(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
