from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Submission(models.Model):
    """A turn that was sent with an Idempotency-Key, and the answer it got."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("user"))
    game = models.ForeignKey(Game, models.CASCADE, related_name="submissions", verbose_name=_("game"))
    key = models.CharField(_("key"), max_length=255)
    fingerprint = models.CharField(_("fingerprint"), max_length=64)
    """Of what was sent, so that a key that is used twice for different things is noticed."""
    answer = models.TextField(_("answer"))
    """JSON as text: a database's own JSON would not keep the order of its keys."""
    at = models.DateTimeField(_("at"), db_index=True)

    class Meta:
        verbose_name = _("submission")
        verbose_name_plural = _("submissions")
        constraints = [models.UniqueConstraint(fields=["user", "game", "key"], name="games_submission_key_unique")]

    def __str__(self) -> str:
        return f"{self.pk}"
