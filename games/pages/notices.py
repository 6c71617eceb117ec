"""The bell: what the site has told its reader; and the log of what went out through which channel."""

from dataclasses import dataclass
from datetime import datetime
from typing import cast

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from games.channels.wording import Words, words
from games.models import Notice
from games.services.notices.opening import opened_bell
from games.services.notices.reading import delivery_log, in_the_bell, site_notices
from games.services.notices.reasons import meaning

from .table import is_prefetched

Channel, State = Notice.Channel, Notice.State

NOTICES_A_PAGE, LINES_A_PAGE = 20, 30


@never_cache
@login_required
@require_safe
def notices(request: HttpRequest) -> HttpResponse:
    """Opening the page is seeing them; those that are new are marked this once."""
    user, now = cast("User", request.user), timezone.now()
    new = set(in_the_bell(user).values_list("pk", flat=True))
    page = Paginator(site_notices(user), NOTICES_A_PAGE).get_page(request.GET.get("page"))
    told = [Told(notice, words(notice, now), notice.pk in new) for notice in page.object_list]
    if not is_prefetched(request):
        opened_bell(user, new, now)
    return render(request, "my/notices.html", {"notices": told, "page": page})


@never_cache
@login_required
@require_safe
def log(request: HttpRequest) -> HttpResponse:
    page = Paginator(delivery_log(cast("User", request.user)), LINES_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "my/notice_log.html", {"lines": [Line(notice) for notice in page.object_list], "page": page})


@dataclass(frozen=True, slots=True)
class Told:
    notice: Notice
    words: Words
    is_new: bool

    @property
    def failed(self) -> str:
        """The channel that should have told it, too."""
        return str(Channel(self.notice.instead_of).label)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the log."""

    notice: Notice

    @property
    def game(self) -> str:
        return _(self.notice.game.rules.title)

    @property
    def state(self) -> str:
        notice = self.notice
        if notice.channel == Channel.SITE and notice.state == State.SENT:
            return _("seen") if notice.seen_at else _("not seen yet")
        return str(State(notice.state).label)

    @property
    def reason(self) -> str:
        parts = [meaning(self.notice.reason)] if self.notice.reason else []
        if self.notice.perhaps_twice:
            parts.append(_("It may have come twice."))
        if self.notice.instead_of:
            channel = str(Channel(self.notice.instead_of).label)
            parts.append(_("In place of: %(channel)s, which failed.") % {"channel": channel})
        return " ".join(parts)

    @property
    def is_trouble(self) -> bool:
        return self.notice.state in (State.FAILED, State.BOUNCED)

    @property
    def at(self) -> datetime:
        """When it went out, is to go out, or was made."""
        notice = self.notice
        return notice.sent_at or (notice.due_at if notice.state == State.WAITING else notice.created_at)
