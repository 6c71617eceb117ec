from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.user import User


class Dispatch(models.Model):
    """A mail that signing in, signing up or a change of the account calls for, until it is sent.

    It holds no secret: links are made when it is sent, and so is the answer to who, if anybody, gets it. Whoever
    asked waits for neither and can tell nothing from the time it takes.
    """

    class Kind(models.TextChoices):
        CONFIRM = "confirm", _("confirm an address")
        RESET = "reset", _("password forgotten")
        CHANGED = "changed", _("something was changed")
        EXPORT_READY = "export_ready", _("data ready")
        DELETION_ASKED = "deletion_asked", _("deletion asked for")
        DELETION_UNDONE = "deletion_undone", _("deletion undone")

    kind = models.CharField(_("kind"), max_length=16, choices=Kind)
    user = models.ForeignKey(User, models.CASCADE, null=True, related_name="+", verbose_name=_("user"))
    to = models.CharField(_("to"), max_length=254, blank=True)
    said = models.JSONField(_("details"), default=dict)
    language = models.CharField(_("language"), max_length=8)
    created_at = models.DateTimeField(_("made"))
    due_at = models.DateTimeField(_("due"), db_index=True)
    """Nobody sends it before that: somebody is at it, or the mail server was in trouble."""
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)

    class Meta:
        verbose_name = _("mail to be sent")
        verbose_name_plural = _("mails to be sent")
        ordering = ["due_at", "pk"]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"
