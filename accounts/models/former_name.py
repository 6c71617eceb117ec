from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.user import LONGEST_SKELETON, User


class FormerName(models.Model):
    """What somebody was called: nobody else may take it soon, and be taken for them."""

    user = models.ForeignKey(User, models.CASCADE, related_name="former_names", verbose_name=_("user"))
    name = models.CharField(_("name"), max_length=150)
    looks_like = models.CharField(max_length=LONGEST_SKELETON, editable=False, db_index=True)
    until = models.DateTimeField(_("until"))
    """When they took another."""

    class Meta:
        verbose_name = _("former name")
        verbose_name_plural = _("former names")
        ordering = ["-until"]

    def __str__(self) -> str:
        return self.name
