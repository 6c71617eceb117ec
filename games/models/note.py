from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game

NOTE_LENGTH = 4000


class Note(models.Model):
    """What a player writes down about a game, for nobody else's eyes."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="notes", verbose_name=_("game"))
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notes", verbose_name=_("user"))
    text = models.TextField(_("text"), max_length=NOTE_LENGTH, blank=True)
    changed_at = models.DateTimeField(_("changed"))

    class Meta:
        verbose_name = _("note")
        verbose_name_plural = _("notes")
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="games_note_unique")]

    def __str__(self) -> str:
        return f"{self.pk}"
