"""Clocks: why a deadline is when it is, and the days on which somebody's clock stands still."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class ClockEntry(models.Model):
    """A change of a player's clock. Entries are only ever added; together they tell how a deadline came about."""

    class Kind(models.TextChoices):
        BEGAN = "began", _("turn began")
        PLAYED = "played", _("turn played")
        GRANTED = "granted", _("time given by an opponent")
        AWAY = "away", _("days off")
        ZONE = "zone", _("another time zone")
        EXPIRED = "expired", _("time ran out")
        STOPPED = "stopped", _("clock stopped")

    game = models.ForeignKey(Game, models.CASCADE, related_name="clock_entries", verbose_name=_("game"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    at = models.DateTimeField(_("at"))
    version = models.PositiveIntegerField(_("version"))
    seconds = models.IntegerField(_("seconds"), default=0)
    """What the entry is about: time given for the turn, used, granted, or stood still."""
    paused = models.PositiveIntegerField(_("seconds stood still"), default=0)
    """Of a turn that was played: how long its clock stood still."""
    bank = models.PositiveIntegerField(_("seconds in the time bank"), null=True)
    deadline = models.DateTimeField(_("deadline"), null=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by"))
    """Whoever gave the time."""

    class Meta:
        verbose_name = _("clock entry")
        verbose_name_plural = _("clock entries")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.kind} {self.at:%Y-%m-%d %H:%M}"


class Absence(models.Model):
    """Days off, whole days in the zone of whoever takes them. While they last, that player's clocks stand still."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="absences", verbose_name=_("user"))
    first_day = models.DateField(_("first day"))
    last_day = models.DateField(_("last day"))
    starts_at = models.DateTimeField(_("starts"))
    """The beginning of the first day, or the moment at which they were taken, if that was later."""
    ends_at = models.DateTimeField(_("ends"))
    created_at = models.DateTimeField(_("taken"))

    class Meta:
        verbose_name = _("days off")
        verbose_name_plural = _("days off")
        ordering = ["starts_at"]
        indexes = [models.Index(fields=["user", "ends_at"], name="games_absences_of_a_user")]
        constraints = [
            models.CheckConstraint(condition=Q(first_day__lte=F("last_day")), name="games_absence_has_days"),
            models.CheckConstraint(condition=Q(starts_at__lt=F("ends_at")), name="games_absence_lasts"),
        ]

    def __str__(self) -> str:
        return f"{self.first_day} – {self.last_day}"
