"""What moderators did about somebody. Nothing is deleted: a measure ends with its date, or is lifted."""

from datetime import UTC, datetime

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.models.case import NOTE_LENGTH, Case
from accounts.models.user import ABOUT_LENGTH

REASON_LENGTH = 500
OBJECTION_LENGTH = 1000
FOR_GOOD = datetime(9000, 1, 1, tzinfo=UTC)
"""What `User.suspended_until` and `User.muted_until` hold when there is no end."""


class Measure(models.Model):
    class Kind(models.TextChoices):
        WARNING = "warning", _("warning")
        MUTE = "mute", _("mute")
        SUSPENSION = "suspension", _("suspension")
        RENAME = "rename", _("new name")
        HIDING = "hiding", _("hidden message")
        PROFILE = "profile", _("emptied profile")

    LASTING = (Kind.MUTE, Kind.SUSPENSION)
    """They hold until a date, or for good."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="measures", verbose_name=_("user"))
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    reason = models.CharField(_("reason"), max_length=REASON_LENGTH)
    """For the person concerned."""
    note = models.CharField(_("note for colleagues"), max_length=NOTE_LENGTH, blank=True)
    case = models.ForeignKey(
        Case, models.SET_NULL, null=True, blank=True, related_name="measures", verbose_name=_("case")
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("by")
    )
    at = models.DateTimeField(_("at"))
    until = models.DateTimeField(_("until"), null=True, blank=True)
    """Of those that last; none stands for good."""
    old_name = models.CharField(_("old name"), max_length=150, blank=True)
    name_chosen_at = models.DateTimeField(_("name chosen"), null=True, blank=True)
    """When a renamed person took the one name that they may choose instead of ours."""
    removed = models.CharField(_("removed"), max_length=ABOUT_LENGTH, blank=True)
    """What an emptied profile said."""
    acknowledged_at = models.DateTimeField(_("read"), null=True, blank=True)
    objection = models.CharField(_("objection"), max_length=OBJECTION_LENGTH, blank=True)
    objected_at = models.DateTimeField(_("objected"), null=True, blank=True)
    objection_case = models.ForeignKey(
        Case, models.SET_NULL, null=True, blank=True, related_name="objections", verbose_name=_("case of the objection")
    )
    lifted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("lifted by")
    )
    lifted_at = models.DateTimeField(_("lifted"), null=True, blank=True)
    lift_reason = models.CharField(_("why lifted"), max_length=REASON_LENGTH, blank=True)

    class Meta:
        verbose_name = _("measure")
        verbose_name_plural = _("measures")
        ordering = ["-at", "-pk"]
        permissions = [("moderate", _("Can settle cases and take measures"))]
        constraints = [
            models.CheckConstraint(
                condition=Q(until=None) | Q(kind__in=["mute", "suspension"], until__gt=F("at")),
                name="accounts_measure_until_a_later_date",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pk}"

    def holds(self, now: datetime) -> bool:
        """A warning and a new name hold until they are lifted; the date decides about the others."""
        return self.lifted_at is None and (self.until is None or self.until > now)
