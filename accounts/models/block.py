from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Block(models.Model):
    """Somebody whom somebody else wants nothing to do with: no invitations, no talk, no seat at the same table."""

    blocker = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="blocks", verbose_name=_("blocked by")
    )
    blocked = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="blocked_by", verbose_name=_("blocked")
    )
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        ordering = ["-at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["blocker", "blocked"], name="accounts_block_unique"),
            models.CheckConstraint(condition=~Q(blocker=models.F("blocked")), name="accounts_block_of_somebody_else"),
        ]

    def __str__(self) -> str:
        return f"{self.pk}"
