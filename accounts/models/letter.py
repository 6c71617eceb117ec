from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.user import User


class Letter(models.Model):
    """A mail about somebody's account that is still to be sent; what was sent is forgotten."""

    class Kind(models.TextChoices):
        EXPORT_READY = "export_ready", _("data ready")
        DELETION_ASKED = "deletion_asked", _("deletion asked for")
        DELETION_UNDONE = "deletion_undone", _("deletion undone")

    user = models.ForeignKey(User, models.CASCADE, related_name="letters", verbose_name=_("user"))
    kind = models.CharField(_("kind"), max_length=16, choices=Kind)
    created_at = models.DateTimeField(_("made"))
    due_at = models.DateTimeField(_("due"), db_index=True)
    """Nobody sends it before that: somebody is at it, or the mail server was in trouble."""
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)

    class Meta:
        verbose_name = _("letter")
        verbose_name_plural = _("letters")
        ordering = ["due_at"]
        constraints = [models.UniqueConstraint(fields=["user", "kind"], name="accounts_letter_once")]

    def __str__(self) -> str:
        return f"{self.kind} {self.user_id}"
