"""A game is one sitting. Its moves are the truth; the stored state only saves replaying them."""

import uuid
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.engine.registry import RULES
from games.engine.rules import Rules
from games.models.series import Series
from games.rating.scale import Number

if TYPE_CHECKING:
    from games.models.clock import Absence

Reader = User | AnonymousUser


class Game(models.Model):
    class Status(models.TextChoices):
        OPEN = "open", _("open")
        ACTIVE = "active", _("active")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    rules_key = models.CharField(_("rules"), max_length=32)
    mode = models.CharField(_("mode"), max_length=16)
    seats = models.PositiveSmallIntegerField(_("number of seats"))
    options = models.JSONField(_("options"), default=dict)
    status = models.CharField(_("status"), max_length=16, choices=Status, default=Status.OPEN)
    public = models.BooleanField(_("public"), default=True)
    rated = models.BooleanField(_("rated"), default=False)
    rating_pool = models.CharField(_("rating pool"), max_length=8, blank=True)
    """Whose ratings it changes, see `games.models.rating.Pool`; none in games that are not rated and in solo."""
    rating_due = models.BooleanField(_("rating due"), default=False)
    """Whether it has ended and is still to be entered in the ratings' ledger."""
    pace = models.JSONField(_("pace"), default=dict)
    stand_in = models.CharField(_("bot that takes over"), max_length=16)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="hosted_games", verbose_name=_("host")
    )
    link = models.CharField(_("secret link"), max_length=32, unique=True)
    series = models.ForeignKey(Series, models.PROTECT, null=True, related_name="games", verbose_name=_("series"))
    series_number = models.PositiveSmallIntegerField(_("number in the series"), default=0)
    rematch_of = models.OneToOneField(
        "self", models.SET_NULL, null=True, related_name="rematch", verbose_name=_("rematch of")
    )

    commitment = models.CharField(_("commitment"), max_length=64)
    secret = models.BinaryField(_("secret"), max_length=32)
    state = models.TextField(_("stored state"), blank=True)
    version = models.PositiveIntegerField(_("version"), default=0)
    revision = models.PositiveIntegerField(_("revision"), default=0)
    """Counts every change that a reader could see, joining and leaving included."""
    to_move = models.PositiveSmallIntegerField(_("seat to move"), null=True)
    mover = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="games_to_move", verbose_name=_("to move")
    )
    """The person to move; nobody while a bot is to move."""
    turn_began_at = models.DateTimeField(_("turn began"), null=True)
    deadline = models.DateTimeField(_("deadline"), null=True)
    turn_seconds = models.PositiveIntegerField(_("seconds for the turn"), default=0)
    """How long the clock of this turn may run, time given by opponents included."""
    extensions = models.PositiveSmallIntegerField(_("times that more time was given"), default=0)
    """In this turn."""
    remind_at = models.DateTimeField(_("next reminder"), null=True)
    result = models.JSONField(_("result"), null=True)
    created_at = models.DateTimeField(_("created"))
    started_at = models.DateTimeField(_("started"), null=True)
    ended_at = models.DateTimeField(_("ended"), null=True)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        ordering = ["-created_at"]
        indexes = [
            models.Index(fields=["mover", "deadline"], condition=Q(status="active"), name="games_waiting_for_somebody"),
            models.Index(fields=["deadline"], condition=Q(status="active"), name="games_by_deadline"),
            models.Index(fields=["remind_at"], condition=Q(status="active"), name="games_by_next_reminder"),
            models.Index(
                fields=["turn_began_at"], condition=Q(status="active", mover=None), name="games_waiting_for_bots"
            ),
            models.Index(
                fields=["rules_key", "-created_at"],
                condition=Q(status="open", public=True),
                name="games_in_the_lobby",
            ),
            models.Index(fields=["created_at"], condition=Q(status="open"), name="games_open_for_long"),
            models.Index(fields=["-created_at"], condition=Q(public=True), name="games_public"),
            models.Index(
                fields=["rules_key", "rating_pool", "ended_at", "id"],
                condition=Q(status="finished") & ~Q(rating_pool=""),
                name="games_rated_in_order",
            ),
            models.Index(fields=["ended_at"], condition=Q(rating_due=True), name="games_to_be_rated"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["series", "series_number"], name="games_series_number_unique"),
            models.CheckConstraint(
                condition=Q(status__in=["open", "active", "finished", "cancelled"]), name="games_status_known"
            ),
            models.CheckConstraint(
                condition=~Q(status="active") | (Q(to_move__lt=F("seats")) & ~Q(state="")),
                name="games_active_has_state_and_mover",
            ),
            models.CheckConstraint(
                condition=Q(status="finished", result__isnull=False) | (~Q(status="finished") & Q(result=None)),
                name="games_result_when_finished",
            ),
            models.CheckConstraint(
                condition=Q(rating_pool="") | Q(rated=True, rating_pool__in=["people", "bots"]),
                name="games_rating_pool_of_rated_games",
            ),
            models.CheckConstraint(
                condition=Q(rating_due=False) | (Q(status="finished", ended_at__isnull=False) & ~Q(rating_pool="")),
                name="games_rating_due_when_finished",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.rules_key} {self.id}"

    @property
    def rules(self) -> Rules[Any, Any, Any]:
        return RULES[self.rules_key]

    def may_be_seen_by(self, reader: Reader, players: "Iterable[Player]", link: str = "") -> bool:
        """Public games are for everybody, private ones for those who play, are invited, or have the link."""
        if self.public or any(player.is_held_by(reader) for player in players):
            return True
        if link and link == self.link:
            return True
        return any(
            (link and link == kept.token) or (reader.pk is not None and kept.user_id == reader.pk)
            for kept in self.invitations.all()
        )


class Player(models.Model):
    """A seat in a game, held by a person or a bot."""

    class Outcome(models.TextChoices):
        WON = "won", _("won")
        SHARED = "shared", _("shared")
        LOST = "lost", _("lost")

    game = models.ForeignKey(Game, models.CASCADE, related_name="players", verbose_name=_("game"))
    joined = models.PositiveSmallIntegerField(_("join number"))
    seat = models.PositiveSmallIntegerField(_("seat"), null=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="players", verbose_name=_("user")
    )
    bot = models.CharField(_("bot"), max_length=16, blank=True)
    client_seed = models.CharField(_("client seed"), max_length=64, blank=True)
    sitting_in = models.CharField(_("bot sitting in"), max_length=16, blank=True)
    left_by = models.CharField(_("left by"), max_length=16, blank=True)
    place = models.PositiveSmallIntegerField(_("place"), null=True)
    outcome = models.CharField(_("outcome"), max_length=6, choices=Outcome, blank=True)
    """Whether the first place was theirs, or also another side's; none while it runs, and for who plays alone."""
    ended_at = models.DateTimeField(_("ended"), null=True)
    """The game's own, like the next two: with them a list of somebody's games need not look at thousands of games."""
    way = models.CharField(_("rules, mode and number of seats"), max_length=40, blank=True)
    """Such as `genial free 2`, once the game has ended."""
    public = models.BooleanField(_("public"), default=False)
    """Once it has ended."""
    seen = models.PositiveIntegerField(_("version last seen"), default=0)
    bank = models.PositiveIntegerField(_("seconds in the time bank"), null=True)
    paused = models.PositiveIntegerField(_("seconds of days off"), default=0)
    """How long this player's clock stood still for days off in this game."""
    timeout_counts = models.BooleanField(_("time-out counts"), default=True)
    """Of all time-outs of a person on one day, only the first counts for their rating."""
    days_off: "Sequence[Absence]" = ()
    """No column: whoever asks for them lays them here."""
    rating_mu: float | None = None
    rating_sigma: float | None = None
    """No columns either: see `games.models.rating.with_ratings`."""
    number: Number | None = None
    """The same as its reader may see it, where a page has laid it here."""

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["joined"]
        indexes = [
            models.Index(
                fields=["user", "-ended_at"], condition=Q(ended_at__isnull=False), name="games_history_of_a_user"
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["game", "joined"], name="games_player_join_number_unique"),
            models.UniqueConstraint(fields=["game", "seat"], name="games_player_seat_unique"),
            models.UniqueConstraint(fields=["game", "user"], name="games_player_user_unique"),
            models.CheckConstraint(condition=Q(bot="") | Q(user=None), name="games_player_person_or_bot"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        if self.bot:
            return bot_name(self.bot)
        return self.user.username if self.user else "nobody"

    def is_held_by(self, reader: Reader) -> bool:
        return reader.pk is not None and self.user_id == reader.pk

    @property
    def kind(self) -> str:
        return "bot" if self.bot else "human"

    @property
    def acting_bot(self) -> str:
        """The bot that plays this seat now, if any."""
        return self.bot or self.sitting_in


class Move(models.Model):
    """A logged turn. Moves are only ever added."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="moves", verbose_name=_("game"))
    n = models.PositiveIntegerField(_("number"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    by = models.CharField(_("by"), max_length=8)
    actions = models.JSONField(_("actions"))
    gains = models.JSONField(_("gains"))
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("move")
        verbose_name_plural = _("moves")
        ordering = ["n"]
        constraints = [
            models.UniqueConstraint(fields=["game", "n"], name="games_move_number_unique"),
            models.CheckConstraint(condition=Q(by__in=["player", "bot", "server"]), name="games_move_by_known"),
            models.CheckConstraint(condition=Q(n__gte=1), name="games_move_number_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.n}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            refuse_to_rewrite()
        super().save(*args, **kwargs)

    def delete(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        refuse_to_rewrite()


def bot_name(bot: str) -> str:
    return f"{bot.capitalize()} bot"


def refuse_to_rewrite() -> NoReturn:
    raise TypeError("Moves are only ever added.")
