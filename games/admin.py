"""The operator's view. Games are changed by services alone, so everything here is to look at; secrets are not shown.

`inspect` shows a running game as a spectator sees it. Seeing more has to be asked for, and is written down.
"""

import json
from typing import Any, cast
from urllib.parse import urlsplit
from uuid import UUID

from django.contrib import admin
from django.contrib.admin.models import CHANGE, LogEntry
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext_lazy as _

from accounts.models import AuditEntry, User
from accounts.services.audit import record
from games.models import (
    BotTurn,
    ClockEntry,
    Game,
    Invitation,
    Move,
    Notice,
    NoticeSettings,
    Player,
    PushSubscription,
    Rating,
    RatingChange,
    Report,
    Series,
    Webhook,
)
from games.services.notices.reasons import meaning
from games.services.reports import context_of
from games.services.table import load_table

HIDDEN = {"secret", "secrets", "state", "link", "token", "client_seed", "url", "endpoint", "p256dh", "auth"}
"""Fields that lists may neither show nor be filtered by: an answer of yes or no gives them away, too."""


class ReadOnly(admin.options.BaseModelAdmin):
    """Nothing is added, changed or deleted here: that would break a game."""

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        return not HIDDEN.intersection(lookup.split("__")) and super().lookup_allowed(lookup, value, request)

    def has_add_permission(self, *_args: Any) -> bool:
        return False

    def has_change_permission(self, *_args: Any) -> bool:
        return False

    def has_delete_permission(self, *_args: Any) -> bool:
        return False


class PlayerInline(ReadOnly, admin.TabularInline):
    model = Player
    extra = 0
    fields = ["seat", "joined", "user", "bot", "sitting_in", "left_by", "place"]
    ordering = ["seat", "joined"]


@admin.register(Game)
class GameAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["id", "rules_key", "mode", "status", "version", "host", "mover", "deadline", "inspect_link"]
    list_filter = ["status", "rules_key", "mode", "public", "rated"]
    list_select_related = ["host", "mover"]
    search_fields = ["id", "host__username", "players__user__username"]
    exclude = ["secret", "state", "link"]
    inlines = [PlayerInline]

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).defer("secret", "state", "link")

    def get_urls(self) -> list[URLPattern]:
        inspect = path("<uuid:game_id>/inspect/", self.admin_site.admin_view(self.inspect), name="games_game_inspect")
        return [inspect, *super().get_urls()]

    @admin.display(description=_("state"))
    def inspect_link(self, game: Game) -> str:
        return format_html('<a href="{}">{}</a>', reverse("admin:games_game_inspect", args=[game.pk]), _("inspect"))

    def inspect(self, request: HttpRequest, game_id: UUID) -> HttpResponse:
        """The state as a spectator sees it; with everything hidden only on request, which is logged."""
        game = Game.objects.filter(pk=game_id).first()
        if game is None:
            raise Http404
        if not self.has_view_permission(request, game):
            raise PermissionDenied
        table = load_table(game)
        asked = request.method == "POST"
        if asked:
            note_that_secrets_were_seen(cast("User", request.user), game)
        context = {
            **self.admin_site.each_context(request),
            "title": _("Inspect a game"),
            "game": game,
            "players": table.players,
            "view": pretty(game.rules.view(table.state, None)) if table.state else "",
            "hidden": pretty(json.loads(game.state)) if asked and game.state else "",
            "moves": game.moves.order_by("-n")[:50],
        }
        return render(request, "admin/games/inspect.html", context)


def pretty(data: Any) -> str:
    return json.dumps(data, indent=1, ensure_ascii=False)


def note_that_secrets_were_seen(user: User, game: Game) -> None:
    LogEntry.objects.log_actions(
        user_id=user.pk,
        queryset=[game],
        action_flag=CHANGE,
        change_message="Looked at what is hidden in this game.",
        single_object=True,
    )
    record(actor=user, action=AuditEntry.Action.INSPECTED, now=timezone.now(), game=str(game.pk))


@admin.register(Move)
class MoveAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["game_id", "n", "seat", "by", "at"]
    list_filter = ["by"]
    search_fields = ["game__id"]
    ordering = ["-at"]
    list_select_related = False
    show_full_result_count = False


@admin.register(Player)
class PlayerAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["game_id", "seat", "user", "bot", "sitting_in", "left_by", "place"]
    list_filter = ["bot", "left_by"]
    list_select_related = ["user"]
    search_fields = ["game__id", "user__username"]
    fields = ["seat", "joined", "user", "bot", "sitting_in", "left_by", "place"]
    show_full_result_count = False


@admin.register(Series)
class SeriesAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["id", "length", "created_at", "ended_at"]
    exclude = ["secrets"]

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).defer("secrets")


@admin.register(Invitation)
class InvitationAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["game_id", "user", "address", "created_at", "attempts", "mailed_at"]
    list_select_related = ["user"]
    exclude = ["token"]


@admin.register(BotTurn)
class BotTurnAdmin(ReadOnly, admin.ModelAdmin):
    """Bots in trouble, and the turns that are being thought about just now."""

    list_display = ["game_id", "version", "bot", "attempts", "replaced", "error", "at"]
    list_filter = ["replaced", "bot"]
    list_select_related = False
    search_fields = ["game__id", "error"]
    show_full_result_count = False


@admin.register(Report)
class ReportAdmin(ReadOnly, admin.ModelAdmin):
    """Each report by itself; moderators act on the case that gathers those of one person."""

    list_display = ["at", "user", "category", "text", "reporter", "reason", "case_link"]
    list_filter = ["category", "case__state"]
    list_select_related = ["user", "message", "reporter", "case"]
    search_fields = ["message__text", "user__username", "reporter__username", "reason"]
    fields = ["at", "user", "category", "reporter", "reason", "case_link", "game", "context"]

    def get_queryset(self, request: HttpRequest) -> Any:
        """Moderators read nothing about staff, and so nothing about themselves."""
        reports = super().get_queryset(request)
        return reports if request.user.is_superuser else reports.exclude(user__is_staff=True)

    def get_fields(self, request: HttpRequest, obj: Report | None = None) -> Any:
        fields = super().get_fields(request, obj)
        may_see_games = request.user.has_perm("games.view_game")
        return [field for field in fields if field != "game" or may_see_games]

    @admin.display(description=_("message"))
    def text(self, report: Report) -> str:
        return report.message.text if report.message else "–"

    @admin.display(description=_("case"))
    def case_link(self, report: Report) -> str:
        if report.case is None:
            return "–"
        address = reverse("admin:accounts_case_change", args=[report.case_id])
        return format_html('<a href="{}">{}</a>', address, report.case.get_state_display())

    @admin.display(description=_("game"))
    def game(self, report: Report) -> str:
        if report.message is None:
            return "–"
        address = reverse("admin:games_game_change", args=[report.message.game_id])
        return format_html('<a href="{}">{}</a>', address, report.message.game_id)

    @admin.display(description=_("what was said around it"))
    def context(self, report: Report) -> str:
        if report.message is None:
            return "–"
        return format_html_join(
            "",
            "<p>{} {} {}: {}</p>",
            (
                ("→" if near == report.message else "", near.at.isoformat(" ", "seconds"), near.user or "–", near.text)
                for near in context_of(report.message)
            ),
        )


# --- ratings -----------------------------------------------------------------------------------


@admin.register(Rating)
class RatingAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["name", "rules_key", "pool", "rating", "spread", "games", "last_at"]
    list_filter = ["rules_key", "pool"]
    list_select_related = ["user"]
    search_fields = ["user__username"]
    show_full_result_count = False


@admin.register(RatingChange)
class RatingChangeAdmin(ReadOnly, admin.ModelAdmin):
    """The ledger: what each game did to whose rating, and why."""

    list_display = ["at", "name", "rules_key", "pool", "game_id", "before", "change", "after", "weight", "why"]
    list_filter = ["rules_key", "pool"]
    list_select_related = ["user"]
    search_fields = ["user__username", "game__id"]
    show_full_result_count = False


# --- clocks and notices ------------------------------------------------------------------------


@admin.register(ClockEntry)
class ClockEntryAdmin(ReadOnly, admin.ModelAdmin):
    """Why a deadline is when it is."""

    list_display = ["at", "game_id", "seat", "kind", "seconds", "paused", "bank", "deadline"]
    list_filter = ["kind"]
    list_select_related = False
    search_fields = ["game__id"]
    show_full_result_count = False


@admin.register(Notice)
class NoticeAdmin(ReadOnly, admin.ModelAdmin):
    """What people were told, where, and why not."""

    list_display = ["created_at", "user", "kind", "channel", "state", "why", "attempts", "perhaps_twice", "due_at"]
    list_filter = ["state", "channel", "kind", "perhaps_twice"]
    list_select_related = ["user"]
    search_fields = ["user__username", "game__id", "reason"]
    exclude = ["claim"]
    show_full_result_count = False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Its own state is no secret; that of its game is."""
        return lookup in ("state", "state__exact", "state__in") or super().lookup_allowed(lookup, value, request)

    @admin.display(description=_("reason"))
    def why(self, notice: Notice) -> str:
        return meaning(notice.reason)


@admin.register(NoticeSettings)
class NoticeSettingsAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["user", "mail_mode", "quiet_from", "quiet_until", "mail_broken_at"]
    list_filter = ["mail_mode", ("mail_broken_at", admin.EmptyFieldListFilter)]
    list_select_related = ["user"]
    search_fields = ["user__username"]
    exclude = ["calendar_epoch", "news_epoch"]


@admin.register(Webhook)
class WebhookAdmin(ReadOnly, admin.ModelAdmin):
    """Only the host: the rest of an address is often a password."""

    list_display = ["user", "host", "failures", "broken_at"]
    list_filter = [("broken_at", admin.EmptyFieldListFilter)]
    list_select_related = ["user"]
    search_fields = ["user__username"]
    fields = ["user", "host", "created_at", "failures", "broken_at"]

    @admin.display(description=_("host"))
    def host(self, webhook: Webhook) -> str:
        return urlsplit(webhook.url).hostname or "–"


@admin.register(PushSubscription)
class PushSubscriptionAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["user", "browser", "created_at", "failures", "failing_since"]
    list_select_related = ["user"]
    search_fields = ["user__username"]
    fields = ["user", "browser", "created_at", "failures", "failing_since"]
