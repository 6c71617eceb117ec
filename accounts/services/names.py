"""Names that people go by: readable, and not to be mistaken for each other."""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.models.user import skeleton

SHORTEST, LONGEST = 2, 24
LETTER = "A-Za-zÀ-ÖØ-öø-ňŊ-ž"  # Latin, with the accents of Europe's languages
NAME = re.compile(rf"[{LETTER}0-9]+([-_.][{LETTER}0-9]+)*")
RESERVED = {
    skeleton(name)
    for name in ("admin", "anybody", "bot", "everybody", "genial", "guest", "me", "nobody", "operator", "site", "you")
}


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
    others = User.objects.exclude(pk=owner.pk) if owner else User.objects.all()
    if others.filter(username__iexact=name).exists():
        raise ValidationError(_("This name is already taken."))
    if skeleton(name) in RESERVED or others.filter(looks_like=skeleton(name)).exists():
        raise ValidationError(_("This name looks too much like one that is already taken."))
    return name
