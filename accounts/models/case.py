"""What moderators have to look at: everything that people report of one person, as one case until it is settled."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

NOTE_LENGTH = 1000


class Case(models.Model):
    class State(models.TextChoices):
        OPEN = "open", _("open")
        TAKEN = "taken", _("taken")
        SETTLED = "settled", _("settled")

    class Outcome(models.TextChoices):
        NO_ACTION = "no_action", _("no action")
        WARNED = "warned", _("warned")
        MUTED = "muted", _("muted")
        SUSPENDED = "suspended", _("suspended")
        RENAMED = "renamed", _("renamed")
        HIDDEN = "hidden", _("message hidden")
        EMPTIED = "emptied", _("profile emptied")
        LIFTED = "lifted", _("measure lifted")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="cases", verbose_name=_("person")
    )
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.OPEN)
    outcome = models.CharField(_("outcome"), max_length=10, choices=Outcome, blank=True)
    opened_at = models.DateTimeField(_("opened"))
    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("taken by")
    )
    taken_at = models.DateTimeField(_("taken"), null=True, blank=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("settled by")
    )
    settled_at = models.DateTimeField(_("settled"), null=True, blank=True)
    note = models.CharField(_("note for colleagues"), max_length=NOTE_LENGTH, blank=True)

    class Meta:
        verbose_name = _("case")
        verbose_name_plural = _("cases")
        ordering = ["-opened_at", "-pk"]
        indexes = [models.Index(fields=["state", "-opened_at"], name="accounts_cases_by_state")]
        constraints = [
            models.UniqueConstraint(
                fields=["user"], condition=~Q(state="settled"), name="accounts_one_unsettled_case_each"
            ),
            models.CheckConstraint(
                condition=Q(state="settled", settled_at__isnull=False)
                | (~Q(state="settled") & Q(settled_at=None, outcome="")),
                name="accounts_case_outcome_when_settled",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pk}"
