"""Addresses in mails that turn those mails off: they need no session, and work for their reader and kind alone."""

from dataclasses import dataclass

from django.core import signing

from accounts.models import User
from games.models import Notice
from games.services.notices.preferences import DEFAULTS, chosen_as, has_mails, settings_of, turn_mail, wanted

SALT = "games.unsubscribe"


@dataclass(frozen=True, slots=True)
class Subscription:
    user: User
    kind: str
    """Empty for mails of every kind."""

    @property
    def is_on(self) -> bool:
        settings = settings_of(self.user)
        return Notice.Channel.MAIL in wanted(settings, self.kind) if self.kind else has_mails(settings)

    @property
    def title(self) -> str:
        return str(Notice.Kind(self.kind).label) if self.kind else ""


def make_token(user: User, kind: str = "") -> str:
    """For mails of this kind, or of every kind. It holds as long as the mail is kept."""
    return signing.dumps([user.pk, chosen_as(kind)], salt=SALT)


def unsubscribe_path(user: User, kind: str = "") -> str:
    """For List-Unsubscribe with List-Unsubscribe-Post, and for a link at the foot of the mail."""
    return f"/unsubscribe/{make_token(user, kind)}/"


def read_token(token: str) -> Subscription | None:
    try:
        user_id, kind = signing.loads(token, salt=SALT)
    except signing.BadSignature:
        return None
    user = User.objects.filter(pk=user_id).first()
    return Subscription(user, kind) if user and (kind == "" or kind in DEFAULTS) else None


def unsubscribe(subscription: Subscription) -> None:
    turn_mail(subscription.user, subscription.kind, on=False)


def subscribe_again(subscription: Subscription) -> None:
    turn_mail(subscription.user, subscription.kind, on=True)
