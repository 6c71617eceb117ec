"""Talk at a table: a panel that loads itself where there is a script, a page of its own where there is none."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, cast
from urllib.parse import urlencode
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.services.standing import is_muted, mute_sentence
from games.engine.rules import Refusal
from games.models import ChatMessage
from games.models.chat import TEXT_LENGTH
from games.models.game import Reader
from games.models.report import REASON_LENGTH
from games.services import chat, reports
from games.services.chat import Channel
from games.services.notices.opening import opened_talk
from games.services.refusals import spoken
from games.services.table import Table

from .table import find, is_prefetched

WHO_READS: dict[str, Promise | str] = {
    Channel.TABLE: gettext_lazy("Everybody who can see this table can read it."),
    Channel.TEAM: gettext_lazy("Only your partner can read it."),
    Channel.GALLERY: gettext_lazy("Spectators can read it now, the players once the game is over."),
}
TO_WHOM: dict[str, Promise | str] = {
    Channel.TABLE: gettext_lazy("To everybody at the table"),
    Channel.TEAM: gettext_lazy("To your partner alone"),
    Channel.GALLERY: gettext_lazy("To the other spectators"),
}


@dataclass(frozen=True, slots=True)
class Line:
    """A message as one reader sees it."""

    message: ChatMessage
    own: bool
    parts: Sequence[tuple[str, str]]
    """Its text, in parts; each with the name of the player whom it mentions, if any."""
    calls_reader: bool

    @property
    def name(self) -> str:
        return self.message.user.username if self.message.user else _("somebody who has left")

    @property
    def channel(self) -> str:
        """Said only where it is not the table."""
        return "" if self.message.channel == Channel.TABLE else str(self.message.get_channel_display())

    @property
    def has_menu(self) -> bool:
        return not (self.own or self.message.user is None or self.message.is_removed)


def lines(table: Table, reader: Reader, messages: Sequence[ChatMessage]) -> list[Line]:
    names = {player.name.casefold(): player.name for player in table.players if player.user}
    own_name = reader.username if isinstance(reader, User) else None
    found = []
    for message in messages:
        parts = [] if message.is_hidden else chat.split_mentions(message.text, names)
        own = reader.pk is not None and message.user_id == reader.pk
        found.append(Line(message, own, parts, any(name == own_name for _text, name in parts)))
    return found


def link_of(request: HttpRequest) -> str:
    """The secret link with which a private table was opened, if it was."""
    return request.POST.get("link") or request.GET.get("link", "")


def address(game_id: UUID, link: str) -> str:
    return reverse("pages:talk", args=[game_id]) + (f"?{urlencode({'link': link})}" if link else "")


def show(request: HttpRequest, game_id: UUID, *, refusal: Refusal | None = None, notice: str = "") -> HttpResponse:
    """The panel for a request of htmx, else the page."""
    link = link_of(request)
    table = find(game_id, request, link)
    talk = chat.talk(table, request.user)
    if isinstance(request.user, User) and not is_prefetched(request):
        shown = [message.pk for message in talk.messages]
        opened_talk(request.user, table.game.pk, shown, timezone.now())
    silenced = silenced_by(request.user)
    writable = [place for place in chat.places(table, request.user) if place.may_write and not silenced]
    context: dict[str, Any] = {
        "game": table.game,
        "link": link,
        "address": address(game_id, link),
        "lines": lines(table, request.user, talk.messages),
        "muted": talk.muted,
        "silenced": silenced,
        "blocked": talk.blocked,
        "places": [(place.channel, TO_WHOM[place.channel], WHO_READS[place.channel]) for place in writable],
        "is_player": table.player_of(request.user) is not None,
        "longest": TEXT_LENGTH,
        "longest_reason": REASON_LENGTH,
        "text": request.POST.get("text", "")[: 2 * TEXT_LENGTH] if refusal else "",
        "refusal": spoken(refusal) if refusal else "",
        "notice": notice,
    }
    scripted = bool(getattr(request, "htmx", False))
    template = "tables/panels/chat.html" if scripted else "tables/talk.html"
    # With a script the sentence is shown in its place, so the answer has to be swapped in like any other.
    status = HTTPStatus.CONFLICT if refusal and not scripted else HTTPStatus.OK
    return render(request, template, context, status=status)


def silenced_by(reader: Reader) -> str:
    """Why this reader may not write anywhere, if they may not."""
    return mute_sentence(reader) if isinstance(reader, User) and is_muted(reader, timezone.now()) else ""


@never_cache
@require_safe
def talk(request: HttpRequest, game_id: UUID) -> HttpResponse:
    return show(request, game_id)


def changing(change: Callable[[HttpRequest, UUID, User], str]) -> Callable[..., HttpResponse]:
    """A view that makes this change and shows the talk again, with what there is to say about it."""

    @login_required
    @require_POST
    def view(request: HttpRequest, game_id: UUID) -> HttpResponse:
        find(game_id, request, link_of(request))
        try:
            notice = change(request, game_id, cast("User", request.user))
        except Refusal as refusal:
            return show(request, game_id, refusal=refusal)
        if notice or getattr(request, "htmx", False):
            return show(request, game_id, notice=notice)
        return redirect(address(game_id, link_of(request)))

    return view


@changing
def say(request: HttpRequest, game_id: UUID, user: User) -> str:
    chat.say(
        game_id=game_id,
        user=user,
        channel=request.POST.get("channel", ""),
        text=request.POST.get("text", ""),
        now=timezone.now(),
        link=link_of(request),
    )
    return ""


@changing
def mute(request: HttpRequest, game_id: UUID, user: User) -> str:
    chat.mute(game_id=game_id, user=user, message_id=message_id(request), link=link_of(request))
    return ""


@changing
def unmute(request: HttpRequest, game_id: UUID, user: User) -> str:  # noqa: ARG001
    chat.unmute(user=user, name=request.POST.get("name", ""))
    return ""


@changing
def report(request: HttpRequest, game_id: UUID, user: User) -> str:
    reports.report_message(
        game_id=game_id,
        user=user,
        message_id=message_id(request),
        reason=request.POST.get("reason", ""),
        now=timezone.now(),
        link=link_of(request),
    )
    return _("Thank you. The operator of this site will look at it.")


def message_id(request: HttpRequest) -> int:
    """No message has the number 0."""
    text = request.POST.get("message", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 18 else 0


@never_cache
@require_safe
def watching(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """How many are watching now; asking is a sign of life of a spectator."""
    table = find(game_id, request, link_of(request))
    context = {"game": table.game, "player": table.player_of(request.user)}
    return render(request, "tables/watching.html", context)
