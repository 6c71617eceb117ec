"""Ratings, and the ledger of how they came about. Only `games.services.ratings` writes any of it."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Case, F, OuterRef, Q, QuerySet, Subquery, When
from django.utils.translation import gettext_lazy as _

from games.models.game import Game, Player, bot_name
from games.rating.scale import LISTED_FROM, PROVISIONAL, shown, spread
from games.rating.skill import Holder, Skill


class Pool(models.TextChoices):
    """Who plays: ratings of one pool say nothing about the other."""

    PEOPLE = "people", _("people")
    BOTS = "bots", _("people and bots")


SOMEBODY = Q(user__isnull=False, bot="") | Q(Q(user=None), ~Q(bot=""))
KNOWN_POOL = Q(pool__in=Pool.values)


class RatingPool(models.Model):
    """The games of one set of rules that are rated together. Whoever writes in its ledger has locked this row."""

    rules_key = models.CharField(_("rules"), max_length=32)
    pool = models.CharField(_("pool"), max_length=8, choices=Pool)

    class Meta:
        verbose_name = _("rating pool")
        verbose_name_plural = _("rating pools")
        constraints = [
            models.UniqueConstraint(fields=["rules_key", "pool"], name="games_rating_pool_unique"),
            models.CheckConstraint(condition=KNOWN_POOL, name="games_rating_pool_known"),
        ]

    def __str__(self) -> str:
        return f"{self.rules_key} {self.pool}"


class Rated(models.Model):
    """Whose rating, and in what."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, verbose_name=_("user"))
    """Accounts with rated games are never deleted, only made anonymous: the others' ratings depend on theirs."""
    bot = models.CharField(_("bot"), max_length=16, blank=True)
    rules_key = models.CharField(_("rules"), max_length=32)
    pool = models.CharField(_("pool"), max_length=8, choices=Pool)

    class Meta:
        abstract = True

    @property
    def holder(self) -> Holder:
        return self.user_id, self.bot

    @property
    def name(self) -> str:
        return self.user.username if self.user else bot_name(self.bot)


class Rating(Rated):
    """How strong somebody is thought to be now. It can be reckoned anew from the games at any time."""

    mu = models.FloatField(_("skill"))
    sigma = models.FloatField(_("uncertainty of the skill"))
    games = models.PositiveIntegerField(_("games that counted"), default=0)
    last_at = models.DateTimeField(_("last rated game"))

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        default_related_name = "ratings"
        indexes = [
            models.Index(
                fields=["rules_key", "pool", "-mu"],
                condition=Q(sigma__lte=PROVISIONAL, games__gte=LISTED_FROM),
                name="games_leaderboard",
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["user", "rules_key", "pool"], condition=Q(user__isnull=False), name="games_rating_of_a_user"
            ),
            models.UniqueConstraint(
                fields=["bot", "rules_key", "pool"], condition=~Q(bot=""), name="games_rating_of_a_bot"
            ),
            models.CheckConstraint(condition=SOMEBODY, name="games_rating_of_user_or_bot"),
            models.CheckConstraint(condition=KNOWN_POOL, name="games_rating_pool_is_known"),
            models.CheckConstraint(condition=Q(sigma__gt=0), name="games_rating_uncertain"),
        ]

    def __str__(self) -> str:
        return f"{self.rating} ± {self.spread}"

    @property
    def skill(self) -> Skill:
        return Skill(self.mu, self.sigma)

    @property
    def rating(self) -> int:
        return shown(self.mu)

    @property
    def spread(self) -> int:
        return spread(self.sigma)

    @property
    def provisional(self) -> bool:
        return self.sigma > PROVISIONAL


class RatingChange(Rated):
    """What one game did to one rating: a row of the ledger, for each player of each rated game."""

    game = models.ForeignKey(Game, models.PROTECT, related_name="rating_changes", verbose_name=_("game"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    mu_before = models.FloatField(_("skill before"))
    sigma_before = models.FloatField(_("uncertainty before"))
    mu_after = models.FloatField(_("skill after"))
    sigma_after = models.FloatField(_("uncertainty after"))
    games = models.PositiveIntegerField(_("games that counted"))
    """This one included, if it did."""
    weight = models.FloatField(_("weight"))
    why = models.JSONField(_("why"), default=dict)
    """Facts that `games.rating.reckoning.Why` names; pages tell them in words."""
    company = models.CharField(_("people at the table"), max_length=64, blank=True)
    """Their ids in order, where there are several: so often they have met."""
    at = models.DateTimeField(_("at"))
    """When the game ended. The ledger is in order of this moment, then of the games' ids."""

    class Meta:
        verbose_name = _("rating change")
        verbose_name_plural = _("rating changes")
        default_related_name = "rating_changes"
        ordering = ["at", "game_id", "seat"]
        indexes = [
            models.Index(
                fields=["user", "rules_key", "pool", "at", "game"],
                condition=Q(user__isnull=False),
                name="games_rating_history",
            ),
            models.Index(
                fields=["bot", "rules_key", "pool", "at", "game"],
                condition=~Q(bot=""),
                name="games_rating_history_of_bots",
            ),
            models.Index(fields=["rules_key", "pool", "at", "game"], name="games_rating_ledger"),
            models.Index(
                fields=["company", "rules_key", "pool", "at"], condition=~Q(company=""), name="games_rating_company"
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["game", "seat"], name="games_rating_change_unique"),
            models.CheckConstraint(condition=SOMEBODY, name="games_change_of_user_or_bot"),
            models.CheckConstraint(condition=KNOWN_POOL, name="games_change_pool_known"),
            models.CheckConstraint(condition=Q(weight__gte=0, weight__lte=1), name="games_change_weight_of_one"),
            models.CheckConstraint(
                condition=~Q(weight=0) | Q(mu_after=F("mu_before"), sigma_after=F("sigma_before")),
                name="games_change_without_weight_is_none",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.change:+d}"

    @property
    def before(self) -> int:
        return shown(self.mu_before)

    @property
    def after(self) -> int:
        return shown(self.mu_after)

    @property
    def change(self) -> int:
        return self.after - self.before

    @property
    def spread(self) -> int:
        return spread(self.sigma_after)

    @property
    def provisional(self) -> bool:
        return self.sigma_after > PROVISIONAL

    def numbers(self) -> dict[str, Any]:
        """All that is reckoned, to be compared to the last digit."""
        return {name: getattr(self, name) for name in RECKONED}


RECKONED = (
    *("user_id", "bot", "mu_before", "sigma_before", "mu_after", "sigma_after"),
    *("games", "weight", "why", "company", "at"),
)


def with_ratings(players: QuerySet[Player]) -> QuerySet[Player]:
    """Players with the ratings that their game may change, without a question of its own: they lie beside them as
    `rating_mu` and `rating_sigma`, and are None where there is no such rating yet."""
    known = Rating.objects.filter(rules_key=OuterRef("game__rules_key"), pool=OuterRef("game__rating_pool"))
    of_user, of_bot = known.filter(user=OuterRef("user")), known.filter(bot=OuterRef("bot")).exclude(bot="")
    return players.annotate(
        **{
            f"rating_{name}": Case(When(bot="", then=Subquery(of_user.values(name))), default=of_bot.values(name))
            for name in ("mu", "sigma")
        }
    )
