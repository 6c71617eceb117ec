"""The audit trail: rows are added, and never changed or deleted."""

from typing import Any, NoReturn

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class AppendOnly(models.QuerySet["AuditEntry"]):
    def update(self, **_changes: Any) -> NoReturn:
        raise TypeError("The audit trail is not changed.")

    def delete(self) -> NoReturn:
        raise TypeError("The audit trail is not deleted.")


class AuditEntry(models.Model):
    """Refers to people by their numbers alone, which stay when an account goes; holds no names and no addresses."""

    class Action(models.TextChoices):
        WARNED = "warned", _("warned")
        MUTED = "muted", _("muted")
        SUSPENDED = "suspended", _("suspended")
        RENAMED = "renamed", _("gave a new name")
        HID = "hid", _("hid a message")
        EMPTIED = "emptied", _("emptied a profile")
        LIFTED = "lifted", _("lifted a measure")
        CASE_OPENED = "case_opened", _("opened a case")
        CASE_TAKEN = "case_taken", _("took a case")
        CASE_RETURNED = "case_returned", _("gave a case back")
        CASE_NOTED = "case_noted", _("noted something on a case")
        CASE_SETTLED = "case_settled", _("settled a case")
        OBJECTED = "objected", _("objected to a measure")
        NAME_CHOSEN = "name_chosen", _("chose a name after a new one was given")
        USER_ADDED = "user_added", _("added an account")
        USER_CHANGED = "user_changed", _("changed an account")
        DELETION_BEGUN = "deletion_begun", _("began to delete an account")
        ROLE_CHANGED = "role_changed", _("changed a role")
        TOKEN_REVOKED = "token_revoked", _("revoked a token")
        INSPECTED = "inspected", _("looked at what is hidden in a game")
        OPERATED = "operated", _("mended something on the operator's page")
        EXPORTED = "exported", _("exported the audit trail")

    # Without a constraint in the database: the number outlives a guest who is forgotten.
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.DO_NOTHING,
        null=True,
        db_constraint=False,
        related_name="+",
        verbose_name=_("who"),
    )
    """None: somebody at the server's own command line."""
    action = models.CharField(_("what"), max_length=16, choices=Action)
    subject = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.DO_NOTHING,
        null=True,
        db_constraint=False,
        related_name="audit_entries",
        verbose_name=_("whom"),
    )
    at = models.DateTimeField(_("at"))
    details = models.JSONField(_("details"), default=dict)

    objects = AppendOnly.as_manager()

    class Meta:
        verbose_name = _("audit entry")
        verbose_name_plural = _("audit entries")
        ordering = ["-at", "-pk"]
        indexes = [models.Index(fields=["-at"], name="accounts_audit_by_time")]

    def __str__(self) -> str:
        return f"{self.pk}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError("The audit trail is not changed.")
        super().save(*args, **kwargs)

    def delete(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        raise TypeError("The audit trail is not deleted.")
