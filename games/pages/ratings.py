"""Leaderboards, and one's own ratings with the ledger behind them."""

from typing import Any, NamedTuple, cast

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.services.account import change_account
from games import selectors
from games.engine.registry import RULES
from games.models import Pool, Rating, RatingChange
from games.rating import damping
from games.rating.scale import BEGINNER, LISTED_FROM, PROVISIONAL, spread
from games.selectors.leaderboards import ACTIVE

from .catalogue import Entry, entries, entry
from .rating_words import POOLS, reasons, result_words, weight_words

BEST = 5
"""Of each game on the first page."""
ROWS_A_PAGE = 50
CHANGES_A_PAGE = 20

RULE = {
    "beginner": BEGINNER,
    "unsure": spread(PROVISIONAL),
    "listed_from": LISTED_FROM,
    "active_days": ACTIVE.days,
    "full": damping.FULL,
    "window_days": damping.WINDOW.days,
    "floor": weight_words(damping.FLOOR),
    "turns": damping.REALLY_PLAYED,
}
"""The numbers of the stated rules, for the pages that state them."""

WHY_NOT: dict[str, Promise | str] = {
    "games": _("You are not listed yet: that takes %(listed_from)d games that count."),
    "unsure": _("You are not listed yet: your rating is still provisional."),
    "away": _("You are not listed now: your last rated game is more than %(active_days)d days ago."),
    "private": _("You are not listed: you keep your ratings private."),
}


class Board(NamedTuple):
    game: Entry
    best: list[Rating]
    own: Rating | None

    @property
    def own_beside(self) -> Rating | None:
        """The reader's own, where it is not among the best."""
        return None if self.own in self.best else self.own


@never_cache
@require_safe
def ratings(request: HttpRequest) -> HttpResponse:
    """The best of each game, and how it all works."""
    now = timezone.now()
    user = request.user
    known = selectors.ratings_of(user, user) if isinstance(user, User) else []
    mine = {own.rules_key: own for own in known if own.pool == Pool.PEOPLE}
    boards = [
        Board(game, list(selectors.leaderboard(game.key, Pool.PEOPLE, now)[:BEST]), mine.get(game.key))
        for game in entries()
    ]
    return render(request, "ratings/ratings.html", {"boards": boards, "rule": RULE})


@never_cache
@require_safe
def leaderboard(request: HttpRequest, key: str) -> HttpResponse:
    game, pool, now = entry(key), pool_of(request), timezone.now()
    if game is None:
        raise Http404
    page = Paginator(selectors.leaderboard(key, pool, now), ROWS_A_PAGE).get_page(request.GET.get("page"))
    own = selectors.own_standing(request.user, key, pool, now)
    context = {
        "game": game,
        "games": entries(),
        "pool": pool,
        "pools": POOLS.items(),
        "page": page,
        "rows": list(enumerate(page.object_list, start=page.start_index())),
        "own": own,
        "why_not": str(WHY_NOT[own.reasons[0]]) % RULE if own and own.reasons else "",
        "rule": RULE,
    }
    return render(request, "ratings/leaderboard.html", context)


def pool_of(request: HttpRequest) -> str:
    asked = request.GET.get("pool", "")
    return asked if asked in Pool.values else Pool.PEOPLE.value


@never_cache
@login_required
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """One's own ratings, and how one of them came about, game by game."""
    user = cast("User", request.user)
    known = selectors.ratings_of(user, user)
    asked = (request.GET.get("rules", ""), pool_of(request))
    chosen = next((own for own in known if (own.rules_key, own.pool) == asked), known[0] if known else None)
    context: dict[str, Any] = {"known": [(own, RULES[own.rules_key].title, POOLS[own.pool]) for own in known]}
    if chosen:
        rows = selectors.changes_of_user(user, chosen.rules_key, chosen.pool).order_by("-at", "-game_id")
        page = Paginator(rows, CHANGES_A_PAGE).get_page(request.GET.get("page"))
        context |= {"chosen": chosen, "page": page, "changes": [told(change) for change in page.object_list]}
    return render(request, "my/ratings.html", context)


def told(change: RatingChange) -> dict[str, Any]:
    return {"change": change, "result": result_words(change.why), "reasons": reasons(change.why, change.weight)}


@login_required
@require_POST
def privacy(request: HttpRequest) -> HttpResponse:
    """Keep one's ratings to oneself, or show them again."""
    private = request.POST.get("private") == "yes"
    change_account(user=cast("User", request.user), changes={"ratings_private": private})
    return redirect(reverse("pages:my-ratings"))
