import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _


class Series(models.Model):
    """Games with the same players, counted together.

    All secrets are drawn before anybody joins, and their commitments are shown from then on: else the server could
    choose a later game's secret to suit the client seeds that it knows by then.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    length = models.PositiveSmallIntegerField(_("number of games"))
    commitments = models.JSONField(_("commitments"))
    secrets = models.JSONField(_("secrets"))
    totals = models.JSONField(_("points so far"), default=list)
    places = models.JSONField(_("final places"), null=True)
    created_at = models.DateTimeField(_("created"))
    ended_at = models.DateTimeField(_("ended"), null=True)

    class Meta:
        verbose_name = _("series")
        verbose_name_plural = _("series")

    def __str__(self) -> str:
        return str(self.id)
