"""Names that people go by: readable, and not to be mistaken for each other."""

import re
import unicodedata
from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import FormerName, Measure, User
from accounts.models.user import skeleton
from accounts.services.counting import count_so_far, counted, network_of

SHORTEST, LONGEST = 2, 24
LETTER = "A-Za-zÀ-ÖØ-öø-ňŊ-ž"  # Latin, with the accents of Europe's languages
NAME = re.compile(rf"[{LETTER}0-9]+([-_.][{LETTER}0-9]+)*")
RESERVED = {
    skeleton(name)
    for name in ("admin", "anybody", "bot", "everybody", "genial", "guest", "me", "nobody", "operator", "site", "you")
}
GUESSES_AN_HOUR = 30
"""Names that a network may try which cannot be had, until nobody there is told of names any more."""
KEPT_FOR = timedelta(days=30)
"""How long a name stays one's own at least, and a name that was given up nobody else's."""


class Taken(ValidationError):
    """One sentence, whether somebody has the name, or one like it, or nobody may have it."""

    def __init__(self) -> None:
        super().__init__(
            _("You cannot have this name: it is taken, or looks too much like another."), code="name_taken"
        )


def clean_name(name: str, *, owner: User | None = None) -> str:
    """The name as it is kept, if it can be taken by its owner-to-be. Raises ValidationError."""
    name = unicodedata.normalize("NFC", name.strip())
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(
            _("A name has %(shortest)d to %(longest)d characters.") % {"shortest": SHORTEST, "longest": LONGEST}
        )
    if not NAME.fullmatch(name):
        raise ValidationError(_("A name is made of letters and digits, with single - _ . between them."))
    if not re.search(f"[{LETTER}]", name):
        raise ValidationError(_("A name has at least one letter."))
    alike = skeleton(name)
    others = User.objects.exclude(pk=owner.pk) if owner else User.objects.all()
    former = FormerName.objects.filter(looks_like=alike, until__gt=timezone.now() - KEPT_FOR)
    if (
        alike in RESERVED
        or alike in map(skeleton, taken_away())
        or others.filter(username__iexact=name).exists()
        or others.filter(looks_like=alike).exists()
        or (former.exclude(user=owner) if owner else former).exists()
    ):
        raise Taken
    return name


def taken_away() -> QuerySet[Measure, str]:
    """Names that moderators found offensive: nobody gets one of them again."""
    renames = Measure.objects.filter(kind=Measure.Kind.RENAME, lifted_at=None)
    return renames.exclude(old_name="").values_list("old_name", flat=True)


def guess_name(name: str, *, owner: User | None = None, address: str, now: datetime) -> str:
    """The same for somebody at a network address, which can try so many names that are taken."""
    network = network_of(address)
    if count_so_far("names-guessed", network, now) >= GUESSES_AN_HOUR:
        raise ValidationError(
            _("Many names were tried from your network within the last hour. Please come back a little later."),
            code="too_many",
        )
    try:
        return clean_name(name, owner=owner)
    except Taken:
        counted("names-guessed", network, now)
        raise


# --- taking another ----------------------------------------------------------------------------


def may_rename_from(user: User) -> datetime | None:
    """When they may take another name, if not now already."""
    last = user.former_names.order_by("-until").first()
    return last.until + KEPT_FOR if last else None


@transaction.atomic
def rename(*, user: User, name: str, address: str, now: datetime) -> User:
    """Take another name, which games old and new show from now on. Raises ValidationError."""
    user = User.objects.select_for_update().get(pk=user.pk)
    if user.is_guest:
        raise ValidationError(_("A guest has a name that we made up. Keep your games to choose one."))
    earliest = may_rename_from(user)
    if earliest and earliest > now:
        raise ValidationError(_("You can take another name once in 30 days."), code="too_soon")
    old, new = user.username, guess_name(name, owner=user, address=address, now=now)
    if new == old:
        raise ValidationError(_("That is your name already."))
    user.username = new
    try:
        with transaction.atomic():
            user.save(update_fields=["username"])
    except IntegrityError:  # somebody else took it at the same moment
        raise Taken from None
    FormerName.objects.create(user=user, name=old, looks_like=skeleton(old), until=now)
    return user
