"""All that the site keeps of a user, packed for them. The archive is kept in the database, in parts.

Workers may run on several machines that share no disk, and what goes with the account must go with a row of it.
"""

from datetime import datetime

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.models.user import User


class Export(models.Model):
    class State(models.TextChoices):
        WORKING = "working", _("being packed")
        READY = "ready", _("ready")
        FAILED = "failed", _("failed")

    user = models.ForeignKey(User, models.CASCADE, related_name="exports", verbose_name=_("user"))
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.WORKING)
    asked_at = models.DateTimeField(_("asked"))
    done = models.PositiveIntegerField(_("games packed"), default=0)
    total = models.PositiveIntegerField(_("games in all"))
    reached = models.PositiveBigIntegerField(_("last seat packed"), default=0)
    """Seats of a user are packed in the order in which they were taken; those after `until` are for the next export."""
    until = models.PositiveBigIntegerField(_("last seat to pack"))
    size = models.PositiveBigIntegerField(_("bytes so far"), default=0)
    attempts = models.PositiveSmallIntegerField(_("attempts at this part"), default=0)
    claimed_until = models.DateTimeField(_("claimed until"), null=True)
    """After that whoever claimed the next part counts as dead."""
    worked_at = models.DateTimeField(_("last worked on"))
    ready_at = models.DateTimeField(_("ready"), null=True)
    expires_at = models.DateTimeField(_("kept until"), null=True)

    class Meta:
        verbose_name = _("export")
        verbose_name_plural = _("exports")
        ordering = ["-asked_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["user"], condition=Q(state="working"), name="accounts_one_export_at_a_time"
            ),
            models.CheckConstraint(condition=Q(done__lte=F("total")), name="accounts_export_within_the_games"),
        ]
        indexes = [
            models.Index(fields=["worked_at"], condition=Q(state="working"), name="accounts_exports_under_way"),
            models.Index(fields=["expires_at"], name="accounts_exports_by_end"),
        ]

    def __str__(self) -> str:
        return f"{self.pk}: {self.done}/{self.total}"

    def can_be_had(self, now: datetime) -> bool:
        return self.state == self.State.READY and self.expires_at is not None and self.expires_at > now


class ExportPart(models.Model):
    """A stretch of the archive's bytes; one after the other they are a ZIP file."""

    export = models.ForeignKey(Export, models.CASCADE, related_name="parts", verbose_name=_("export"))
    number = models.PositiveIntegerField(_("number"))
    data = models.BinaryField(_("bytes"))
    entries = models.JSONField(_("files"), default=list)
    """What the archive's directory, which comes last, has to say of the files in here."""

    class Meta:
        verbose_name = _("part of an export")
        verbose_name_plural = _("parts of exports")
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["export", "number"], name="accounts_export_part_once")]

    def __str__(self) -> str:
        return f"{self.export_id}, {self.number}"
