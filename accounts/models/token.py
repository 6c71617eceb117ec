from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.user import User

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
