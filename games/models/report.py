"""What people want the operator to look at: a message, or somebody."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Case
from games.models.chat import ChatMessage

REASON_LENGTH = 500


class Report(models.Model):
    class Category(models.TextChoices):
        TALK = "talk", _("abusive talk")
        NAME = "name", _("offensive name")
        CHEATING = "cheating", _("cheating or stalling")
        ACCOUNTS = "accounts", _("several accounts")
        OTHER = "other", _("something else")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="reports_about",
        verbose_name=_("person"),
    )
    """Who is reported; of a message, whoever wrote it."""
    case = models.ForeignKey(
        Case, models.CASCADE, null=True, blank=True, related_name="reports", verbose_name=_("case")
    )
    message = models.ForeignKey(
        ChatMessage, models.SET_NULL, null=True, blank=True, related_name="reports", verbose_name=_("message")
    )
    category = models.CharField(_("what about"), max_length=8, choices=Category, default=Category.TALK)
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="reports", verbose_name=_("reported by")
    )
    reason = models.CharField(_("reason"), max_length=REASON_LENGTH, blank=True)
    at = models.DateTimeField(_("at"))
    thanked_at = models.DateTimeField(_("thanked"), null=True, blank=True)
    """When the reporter confirmed to have read that somebody looked at it."""

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        ordering = ["-at"]
        indexes = [models.Index(fields=["reporter", "-at"], name="games_reports_of_a_reporter")]
        constraints = [models.UniqueConstraint(fields=["message", "reporter"], name="games_report_once")]

    def __str__(self) -> str:
        return f"{self.pk}"
