from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game, Player


class Hint(models.Model):
    """The best turns that a bot finds in the view of the player who asked; for that player's eyes alone."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="hints", verbose_name=_("player"))
    version = models.PositiveIntegerField(_("version"))
    choices = models.JSONField(_("best turns"), null=True)
    """Nothing until it is worked out."""
    error = models.TextField(_("what went wrong"), blank=True)
    asked_at = models.DateTimeField(_("asked"))

    class Meta:
        verbose_name = _("hint")
        verbose_name_plural = _("hints")
        ordering = ["-asked_at"]
        constraints = [models.UniqueConstraint(fields=["player", "version"], name="games_hint_once_a_turn")]
        indexes = [
            models.Index(
                fields=["asked_at"], condition=models.Q(choices__isnull=True, error=""), name="games_hints_waiting"
            )
        ]

    def __str__(self) -> str:
        return f"{self.player_id}, {self.version}"


class Review(models.Model):
    """A look back at a game that has ended, made a few turns at a time."""

    game = models.OneToOneField(Game, models.CASCADE, related_name="review", verbose_name=_("game"))
    turns = models.JSONField(_("judged turns"), default=list)
    done = models.PositiveIntegerField(_("turns looked at"), default=0)
    total = models.PositiveIntegerField(_("turns in all"))
    error = models.TextField(_("what went wrong"), blank=True)
    asked_at = models.DateTimeField(_("asked"))
    worked_at = models.DateTimeField(_("last worked on"))

    class Meta:
        verbose_name = _("review")
        verbose_name_plural = _("reviews")
        ordering = ["-asked_at"]
        constraints = [
            models.CheckConstraint(condition=models.Q(done__lte=models.F("total")), name="games_review_within_the_game")
        ]
        indexes = [
            models.Index(
                fields=["worked_at"],
                condition=models.Q(done__lt=models.F("total"), error=""),
                name="games_reviews_under_way",
            )
        ]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.done}/{self.total}"

    @property
    def is_done(self) -> bool:
        return self.done == self.total
