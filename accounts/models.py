from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.contrib.auth.models import UserManager as DjangoUserManager
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _


class UserManager(DjangoUserManager["User"]):
    def get_by_natural_key(self, username: str | None) -> "User":
        """Ada may sign in as ada."""
        return self.get(username__iexact=username)


class User(AbstractUser):
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


NAME_LENGTH = 60  # of a token


class ApiToken(models.Model):
    """Lets a program act for a user; the token itself is known to its holder alone."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens", verbose_name=_("user"))
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    digest = models.CharField(max_length=64, unique=True, editable=False)  # SHA-256 of the token, hex
    created_at = models.DateTimeField(_("made"), auto_now_add=True)
    last_used_at = models.DateTimeField(_("last used"), null=True, editable=False)
    revoked_at = models.DateTimeField(_("revoked"), null=True, editable=False)

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return self.name
