from collections.abc import Iterable

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class SoloResult(models.Model):
    """What somebody reached alone in a game that they played to its end; the best ones are told on profiles."""

    game = models.OneToOneField(
        Game, models.CASCADE, primary_key=True, related_name="solo_result", verbose_name=_("game")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="solo_results", verbose_name=_("user")
    )
    rules_key = models.CharField(_("rules"), max_length=32)
    track = models.CharField(_("track"), max_length=12)
    """Two digits a colour, lowest first: in the order of letters the last is the best."""
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("result alone")
        verbose_name_plural = _("results alone")
        indexes = [
            models.Index(fields=["rules_key", "-track", "at"], name="games_best_alone"),
            models.Index(fields=["user", "rules_key", "-track"], name="games_best_alone_of_a_user"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.values}"

    @staticmethod
    def written(track: Iterable[int]) -> str:
        return "".join(f"{value:02}" for value in sorted(track))

    @property
    def values(self) -> list[int]:
        return [int(self.track[at : at + 2]) for at in range(0, len(self.track), 2)]

    @property
    def lowest(self) -> int:
        return self.values[0]
