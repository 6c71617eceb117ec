from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Invitation(models.Model):
    """A seat kept for somebody: a user, or whoever reads the mail that goes to an address."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="invitations", verbose_name=_("game"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="invitations", verbose_name=_("user")
    )
    address = models.EmailField(_("e-mail address"), blank=True)
    token = models.CharField(_("token"), max_length=32, unique=True)
    created_at = models.DateTimeField(_("created"))
    due_at = models.DateTimeField(_("due"), null=True)
    """Nobody mails it before that: somebody is at it, or the mail server was in trouble."""
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    mailed_at = models.DateTimeField(_("mailed"), null=True)
    """Or given up."""

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        constraints = [
            models.UniqueConstraint(fields=["game", "user"], name="games_invitation_user_unique"),
            models.CheckConstraint(
                condition=Q(user=None) ^ Q(address=""), name="games_invitation_of_a_user_or_an_address"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pk}"


class QuietAddress(models.Model):
    """An address that wants no invitations. Its fingerprint is kept, not the address itself."""

    digest = models.CharField(max_length=64, unique=True)
    """SHA-256 of the address in small letters, hex."""
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("address without invitations")
        verbose_name_plural = _("addresses without invitations")

    def __str__(self) -> str:
        return self.digest[:8]
