"""Talk at a table. Messages are only ever added; readers mute people, and moderators hide what nobody should read."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game

TEXT_LENGTH = 500


class ChatMessage(models.Model):
    class Channel(models.TextChoices):
        TABLE = "table", _("the table")
        GALLERY = "gallery", _("the gallery")
        TEAM = "team", _("the team")

    game = models.ForeignKey(Game, models.CASCADE, related_name="messages", verbose_name=_("game"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="messages", verbose_name=_("user")
    )
    channel = models.CharField(_("channel"), max_length=8, choices=Channel)
    side = models.PositiveSmallIntegerField(_("team"), null=True)
    """Whose channel it is, where each team has its own."""
    text = models.CharField(_("text"), max_length=TEXT_LENGTH)
    at = models.DateTimeField(_("at"))
    hidden_by = models.ForeignKey(
        "accounts.Measure",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="hidden_messages",
        verbose_name=_("hidden by"),
    )
    """The measure that hides the text from readers, until it is lifted; the text itself is kept."""

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        ordering = ["pk"]
        indexes = [models.Index(fields=["user", "-at"], name="games_messages_of_a_user")]
        constraints = [
            models.CheckConstraint(
                condition=Q(channel="team", side__isnull=False) | (~Q(channel="team") & Q(side=None)),
                name="games_message_side_in_a_team",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pk}"

    @property
    def is_hidden(self) -> bool:
        return self.hidden_by is not None and self.hidden_by.lifted_at is None

    @property
    def is_removed(self) -> bool:
        """Whoever wrote it has left the site, and their words went with them."""
        return not self.text


class Mute(models.Model):
    """A reader who does not want to read somebody, at any table."""

    reader = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="mutes", verbose_name=_("reader"))
    muted = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="muted_by", verbose_name=_("muted")
    )

    class Meta:
        verbose_name = _("mute")
        verbose_name_plural = _("mutes")
        constraints = [
            models.UniqueConstraint(fields=["reader", "muted"], name="games_mute_unique"),
            models.CheckConstraint(condition=~Q(reader=models.F("muted")), name="games_mute_of_somebody_else"),
        ]

    def __str__(self) -> str:
        return f"{self.pk}"
