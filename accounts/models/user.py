import hashlib
import unicodedata
from collections.abc import Iterator
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser
from django.contrib.auth.models import UserManager as DjangoUserManager
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

ALIKE = str.maketrans("01iıłøđð._", "ollllodd--")
"""Letters and signs that readers take for each other; accents fall off by themselves."""
LONGEST_SKELETON = 300
ABOUT_LENGTH = 300


def skeleton(name: str) -> str:
    """Two names with the same one are too much alike to be told apart in a list."""
    bare = "".join(letter for letter in unicodedata.normalize("NFKD", name) if not unicodedata.combining(letter))
    return bare.casefold().translate(ALIKE).replace("rn", "m").replace("vv", "w")[:LONGEST_SKELETON]


class UserManager(DjangoUserManager["User"]):
    def get_by_natural_key(self, username: str | None) -> "User":
        """Ada may sign in as ada."""
        return self.get(username__iexact=username)


class User(AbstractUser):
    is_guest = models.BooleanField(_("guest"), default=False)
    """Came to play without an account: no password, and a name that we made up."""
    time_zone = models.CharField(_("time zone"), max_length=64, blank=True)
    """Empty until a browser tells or its owner chooses; then the site's zone holds."""
    language = models.CharField(_("language"), max_length=8, blank=True)
    """For mails; empty stands for the site's language."""
    about = models.CharField(_("about me"), max_length=ABOUT_LENGTH, blank=True)
    """A few words that their owner shows on their profile."""
    last_here = models.DateField(_("last here"), null=True, blank=True, editable=False)
    """The day (UTC) on which they were last here; nobody is told more."""
    hides_last_here = models.BooleanField(_("hides when they were last here"), default=False)
    ratings_private = models.BooleanField(_("ratings private"), default=False)
    """Nobody else sees this user's ratings anywhere; games count for them as for everybody."""
    looks_like = models.CharField(max_length=LONGEST_SKELETON, editable=False, db_index=True)
    """What is left of the name when letters that look alike are one letter."""
    deletion_due = models.DateTimeField(_("to be deleted"), null=True, blank=True, editable=False, db_index=True)
    """Its owner asked for it. Until then the account is closed, and they can have it back."""
    deleted_at = models.DateTimeField(_("deleted"), null=True, blank=True, editable=False)
    """Since then the row is nobody: it holds the place of a player in the games of others."""
    suspended_until = models.DateTimeField(_("suspended until"), null=True, editable=False)
    """From the measures that hold, so that no request has to look them up; the date decides."""
    muted_until = models.DateTimeField(_("muted until"), null=True, editable=False)
    has_word = models.BooleanField(_("has something to read"), default=False, editable=False)
    """The operator has said something that they have not yet confirmed to have read."""
    sessions_ended = models.PositiveIntegerField(default=0, editable=False)
    """How often all sessions were ended: part of what each session is checked against."""

    objects: ClassVar[UserManager] = UserManager()

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="accounts_user_name_unique_in_any_case",
                violation_error_message=_("This user name is already taken."),
            ),
        ]

    @property
    def is_leaving(self) -> bool:
        """Whether their owner has left for good, or is about to; an account that an operator opened again is not."""
        return self.deleted_at is not None or (self.deletion_due is not None and not self.is_active)

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.looks_like = skeleton(self.username)
        fields = kwargs.get("update_fields")
        if fields is not None and "username" in fields:
            kwargs["update_fields"] = {*fields, "looks_like"}
        super().save(*args, **kwargs)

    def get_session_auth_hash(self) -> str:
        return self.with_sessions_ended(super().get_session_auth_hash())

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        return map(self.with_sessions_ended, super().get_session_auth_fallback_hash())

    def with_sessions_ended(self, known: str) -> str:
        if not self.sessions_ended:
            return known
        return hashlib.sha256(f"{known} {self.sessions_ended}".encode()).hexdigest()
