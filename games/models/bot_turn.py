from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class BotTurn(models.Model):
    """A turn that a worker has claimed for a bot. Played, it is forgotten; in trouble, it is kept for the operator."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="bot_turns", verbose_name=_("game"))
    version = models.PositiveIntegerField(_("version"))
    bot = models.CharField(_("bot"), max_length=16)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=1)
    claimed_until = models.DateTimeField(_("claimed until"))
    """After that whoever claimed it counts as dead."""
    error = models.TextField(_("what went wrong"), blank=True)
    replaced = models.BooleanField(_("played by another bot"), default=False)
    at = models.DateTimeField(_("first claimed"))

    class Meta:
        verbose_name = _("bot's turn")
        verbose_name_plural = _("bots' turns")
        ordering = ["-at"]
        constraints = [models.UniqueConstraint(fields=["game", "version"], name="games_bot_turn_claimed_once")]
        indexes = [
            models.Index(fields=["-at"], condition=~Q(error=""), name="games_bot_turns_in_trouble"),
            models.Index(fields=["at"], name="games_bot_turns_by_age"),
        ]

    def __str__(self) -> str:
        return f"{self.bot}: {self.game_id}, {self.version}"
