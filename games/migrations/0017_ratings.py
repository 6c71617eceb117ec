from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Exists, OuterRef


def name_pools(apps: Any, _schema_editor: Any) -> None:
    """Games that were laid out as rated before there were ratings."""
    game, player = apps.get_model("games", "Game"), apps.get_model("games", "Player")
    rated = game.objects.filter(rated=True).exclude(mode="solo")
    with_bots = Exists(player.objects.filter(game=OuterRef("pk")).exclude(bot=""))
    rated.filter(with_bots).update(rating_pool="bots")
    rated.filter(~with_bots).update(rating_pool="people")
    rated.filter(status="finished", ended_at__isnull=False).update(rating_due=True)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0016_cases_of_reports"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Rating",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("bot", models.CharField(blank=True, max_length=16, verbose_name="bot")),
                ("rules_key", models.CharField(max_length=32, verbose_name="rules")),
                (
                    "pool",
                    models.CharField(
                        choices=[("people", "people"), ("bots", "people and bots")], max_length=8, verbose_name="pool"
                    ),
                ),
                ("mu", models.FloatField(verbose_name="skill")),
                ("sigma", models.FloatField(verbose_name="uncertainty of the skill")),
                ("games", models.PositiveIntegerField(default=0, verbose_name="games that counted")),
                ("last_at", models.DateTimeField(verbose_name="last rated game")),
            ],
            options={
                "verbose_name": "rating",
                "verbose_name_plural": "ratings",
                "default_related_name": "ratings",
            },
        ),
        migrations.CreateModel(
            name="RatingChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("bot", models.CharField(blank=True, max_length=16, verbose_name="bot")),
                ("rules_key", models.CharField(max_length=32, verbose_name="rules")),
                (
                    "pool",
                    models.CharField(
                        choices=[("people", "people"), ("bots", "people and bots")], max_length=8, verbose_name="pool"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField(verbose_name="seat")),
                ("mu_before", models.FloatField(verbose_name="skill before")),
                ("sigma_before", models.FloatField(verbose_name="uncertainty before")),
                ("mu_after", models.FloatField(verbose_name="skill after")),
                ("sigma_after", models.FloatField(verbose_name="uncertainty after")),
                ("games", models.PositiveIntegerField(verbose_name="games that counted")),
                ("weight", models.FloatField(verbose_name="weight")),
                ("why", models.JSONField(default=dict, verbose_name="why")),
                ("company", models.CharField(blank=True, max_length=64, verbose_name="people at the table")),
                ("at", models.DateTimeField(verbose_name="at")),
            ],
            options={
                "verbose_name": "rating change",
                "verbose_name_plural": "rating changes",
                "ordering": ["at", "game_id", "seat"],
                "default_related_name": "rating_changes",
            },
        ),
        migrations.CreateModel(
            name="RatingPool",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("rules_key", models.CharField(max_length=32, verbose_name="rules")),
                (
                    "pool",
                    models.CharField(
                        choices=[("people", "people"), ("bots", "people and bots")], max_length=8, verbose_name="pool"
                    ),
                ),
            ],
            options={
                "verbose_name": "rating pool",
                "verbose_name_plural": "rating pools",
            },
        ),
        migrations.AddField(
            model_name="game",
            name="rating_due",
            field=models.BooleanField(default=False, verbose_name="rating due"),
        ),
        migrations.AddField(
            model_name="game",
            name="rating_pool",
            field=models.CharField(blank=True, max_length=8, verbose_name="rating pool"),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("status", "finished"), models.Q(("rating_pool", ""), _negated=True)),
                fields=["rules_key", "rating_pool", "ended_at", "id"],
                name="games_rated_in_order",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(condition=models.Q(("rating_due", True)), fields=["ended_at"], name="games_to_be_rated"),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("rating_pool", ""),
                    models.Q(("rated", True), ("rating_pool__in", ["people", "bots"])),
                    _connector="OR",
                ),
                name="games_rating_pool_of_rated_games",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("rating_due", False),
                    models.Q(
                        ("ended_at__isnull", False),
                        ("status", "finished"),
                        models.Q(("rating_pool", ""), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="games_rating_due_when_finished",
            ),
        ),
        migrations.AddField(
            model_name="rating",
            name="user",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, to=settings.AUTH_USER_MODEL, verbose_name="user"
            ),
        ),
        migrations.AddField(
            model_name="ratingchange",
            name="game",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="rating_changes",
                to="games.game",
                verbose_name="game",
            ),
        ),
        migrations.AddField(
            model_name="ratingchange",
            name="user",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, to=settings.AUTH_USER_MODEL, verbose_name="user"
            ),
        ),
        migrations.AddConstraint(
            model_name="ratingpool",
            constraint=models.UniqueConstraint(fields=("rules_key", "pool"), name="games_rating_pool_unique"),
        ),
        migrations.AddConstraint(
            model_name="ratingpool",
            constraint=models.CheckConstraint(
                condition=models.Q(("pool__in", ["people", "bots"])), name="games_rating_pool_known"
            ),
        ),
        migrations.AddIndex(
            model_name="rating",
            index=models.Index(
                condition=models.Q(("games__gte", 10), ("sigma__lte", 5.0)),
                fields=["rules_key", "pool", "-mu"],
                name="games_leaderboard",
            ),
        ),
        migrations.AddConstraint(
            model_name="rating",
            constraint=models.UniqueConstraint(
                condition=models.Q(("user__isnull", False)),
                fields=("user", "rules_key", "pool"),
                name="games_rating_of_a_user",
            ),
        ),
        migrations.AddConstraint(
            model_name="rating",
            constraint=models.UniqueConstraint(
                condition=models.Q(("bot", ""), _negated=True),
                fields=("bot", "rules_key", "pool"),
                name="games_rating_of_a_bot",
            ),
        ),
        migrations.AddConstraint(
            model_name="rating",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("bot", ""), ("user__isnull", False)),
                    models.Q(models.Q(("user", None)), models.Q(("bot", ""), _negated=True)),
                    _connector="OR",
                ),
                name="games_rating_of_user_or_bot",
            ),
        ),
        migrations.AddConstraint(
            model_name="rating",
            constraint=models.CheckConstraint(
                condition=models.Q(("pool__in", ["people", "bots"])), name="games_rating_pool_is_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="rating",
            constraint=models.CheckConstraint(condition=models.Q(("sigma__gt", 0)), name="games_rating_uncertain"),
        ),
        migrations.AddIndex(
            model_name="ratingchange",
            index=models.Index(
                condition=models.Q(("user__isnull", False)),
                fields=["user", "rules_key", "pool", "at", "game"],
                name="games_rating_history",
            ),
        ),
        migrations.AddIndex(
            model_name="ratingchange",
            index=models.Index(
                condition=models.Q(("bot", ""), _negated=True),
                fields=["bot", "rules_key", "pool", "at", "game"],
                name="games_rating_history_of_bots",
            ),
        ),
        migrations.AddIndex(
            model_name="ratingchange",
            index=models.Index(fields=["rules_key", "pool", "at", "game"], name="games_rating_ledger"),
        ),
        migrations.AddIndex(
            model_name="ratingchange",
            index=models.Index(
                condition=models.Q(("company", ""), _negated=True),
                fields=["company", "rules_key", "pool", "at"],
                name="games_rating_company",
            ),
        ),
        migrations.AddConstraint(
            model_name="ratingchange",
            constraint=models.UniqueConstraint(fields=("game", "seat"), name="games_rating_change_unique"),
        ),
        migrations.AddConstraint(
            model_name="ratingchange",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("bot", ""), ("user__isnull", False)),
                    models.Q(models.Q(("user", None)), models.Q(("bot", ""), _negated=True)),
                    _connector="OR",
                ),
                name="games_change_of_user_or_bot",
            ),
        ),
        migrations.AddConstraint(
            model_name="ratingchange",
            constraint=models.CheckConstraint(
                condition=models.Q(("pool__in", ["people", "bots"])), name="games_change_pool_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="ratingchange",
            constraint=models.CheckConstraint(
                condition=models.Q(("weight__gte", 0), ("weight__lte", 1)), name="games_change_weight_of_one"
            ),
        ),
        migrations.AddConstraint(
            model_name="ratingchange",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("weight", 0), _negated=True),
                    models.Q(("mu_after", models.F("mu_before")), ("sigma_after", models.F("sigma_before"))),
                    _connector="OR",
                ),
                name="games_change_without_weight_is_none",
            ),
        ),
        migrations.RunPython(name_pools, migrations.RunPython.noop),
    ]
