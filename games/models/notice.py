"""Notices: what people are told of their games. The row is the truth; the queue only hurries it up."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Notice(models.Model):
    """One piece of news for one person through one channel."""

    class Kind(models.TextChoices):
        YOUR_TURN = "your_turn", _("Your turn")
        STARTED = "started", _("Game started")
        INVITED = "invited", _("Invited")
        REMINDER = "reminder", _("Reminder")
        LAST_REMINDER = "last_reminder", _("Last reminder")
        TIMED_OUT = "timed_out", _("Timed out")
        OVER = "over", _("Game over")
        MENTION = "mention", _("Mentioned in the talk")
        NEXT_IN_SERIES = "next_in_series", _("Next game of a series")

    class Channel(models.TextChoices):
        SITE = "site", _("On the site")
        MAIL = "mail", _("E-mail")
        PUSH = "push", _("Push message")
        WEBHOOK = "webhook", _("Webhook")

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        CLAIMED = "claimed", _("being sent")
        SENT = "sent", _("sent")
        SUPPRESSED = "suppressed", _("not needed")
        FAILED = "failed", _("failed")
        BOUNCED = "bounced", _("bounced")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices", verbose_name=_("user"))
    kind = models.CharField(_("kind"), max_length=16, choices=Kind)
    game = models.ForeignKey(Game, models.CASCADE, related_name="notices", verbose_name=_("game"))
    version = models.PositiveBigIntegerField(_("version"))
    """The version of the game that this is about; of a mention, the number of the message."""
    channel = models.CharField(_("channel"), max_length=8, choices=Channel)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.WAITING)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    """Why it was not needed, waits or failed: a word of `games.services.notices.reasons` or a server's answer."""
    instead_of = models.CharField(_("instead of"), max_length=8, blank=True)
    """The channel that failed, if this one steps in for it."""
    created_at = models.DateTimeField(_("made"))
    due_at = models.DateTimeField(_("due"))
    claim = models.UUIDField(_("claim"), null=True)
    claimed_at = models.DateTimeField(_("claimed"), null=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    perhaps_twice = models.BooleanField(_("perhaps sent twice"), default=False)
    """Whoever claimed it died without saying whether it went out, so it went out again."""
    sent_at = models.DateTimeField(_("sent"), null=True)
    message_id = models.CharField(_("message"), max_length=120, blank=True)
    """Of the mail in which it went out: several notices may share one."""
    seen_at = models.DateTimeField(_("seen"), null=True)
    """On the site: when its reader opened the bell or the table."""

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["user", "kind", "game", "version", "channel"], name="games_notice_once"),
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(state="waiting"), name="games_notices_waiting"),
            models.Index(fields=["claimed_at"], condition=Q(state="claimed"), name="games_notices_claimed"),
            models.Index(
                fields=["user", "channel", "sent_at"], condition=Q(state="sent"), name="games_notices_sent_to_a_user"
            ),
            models.Index(fields=["user"], condition=Q(channel="site", seen_at=None), name="games_notices_in_the_bell"),
            models.Index(fields=["user", "-created_at"], name="games_notices_of_a_user"),
            models.Index(fields=["created_at"], name="games_notices_by_age"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.game_id} {self.version} {self.channel}"


class NoticeSettings(models.Model):
    """How somebody wants to be told. Nobody needs a row: without one, the defaults hold."""

    class MailMode(models.TextChoices):
        AT_ONCE = "at_once", _("at once")
        MERGED = "merged", _("together, after a short while")
        DIGEST = "digest", _("once a day")

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        primary_key=True,
        related_name="notice_settings",
        verbose_name=_("user"),
    )
    wanted = models.JSONField(_("wanted"), default=dict)
    """Channels by kind, where somebody chose."""
    wanted_before = models.JSONField(_("wanted before"), null=True, blank=True)
    """The same, as it was until a link in a mail turned all mails off: what undoing that gives back."""
    quiet_from = models.TimeField(_("quiet from"), null=True, blank=True)
    quiet_until = models.TimeField(_("quiet until"), null=True, blank=True)
    mail_mode = models.CharField(_("mails"), max_length=8, choices=MailMode, default=MailMode.MERGED)
    mail_delay = models.PositiveSmallIntegerField(_("minutes until mails are sent together"), default=10)
    digest_hour = models.PositiveSmallIntegerField(_("hour of the daily mail"), default=8)
    mail_broken_at = models.DateTimeField(_("mail given up"), null=True, blank=True)
    """Since when the address bounces; a new address, or the reader's word, tries again."""
    calendar_epoch = models.PositiveIntegerField(_("calendar address"), null=True, blank=True)
    """Which in the row of secret addresses holds; none while the feed is off. A new number revokes the old address."""
    news_epoch = models.PositiveIntegerField(_("feed address"), null=True, blank=True)

    class Meta:
        verbose_name = _("notice settings")
        verbose_name_plural = _("notice settings")
        constraints = [
            models.CheckConstraint(
                condition=Q(quiet_from=None, quiet_until=None) | Q(quiet_from__isnull=False, quiet_until__isnull=False),
                name="games_quiet_hours_have_both_ends",
            ),
            models.CheckConstraint(condition=Q(digest_hour__lte=23), name="games_digest_hour_of_a_day"),
            models.CheckConstraint(condition=Q(mail_delay__gte=1, mail_delay__lte=120), name="games_mail_delay_range"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}"


class PushSubscription(models.Model):
    """A browser that its owner has allowed to show our messages."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="push_subscriptions", verbose_name=_("user")
    )
    endpoint = models.URLField(_("address"), max_length=500, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=50)
    browser = models.CharField(_("browser"), max_length=60, blank=True)
    created_at = models.DateTimeField(_("made"))
    failures = models.PositiveSmallIntegerField(_("failures in a row"), default=0)
    failing_since = models.DateTimeField(_("failing since"), null=True, blank=True)

    class Meta:
        verbose_name = _("push subscription")
        verbose_name_plural = _("push subscriptions")
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.browser or f"{self.pk}"


class Webhook(models.Model):
    """An address of somebody's own program that gets their notices."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        primary_key=True,
        related_name="webhook",
        verbose_name=_("user"),
    )
    url = models.URLField(_("address"), max_length=500)
    secret = models.CharField(_("secret"), max_length=64)
    created_at = models.DateTimeField(_("made"))
    failures = models.PositiveSmallIntegerField(_("failures in a row"), default=0)
    broken_at = models.DateTimeField(_("given up"), null=True, blank=True)

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")

    def __str__(self) -> str:
        return f"{self.user_id}"
