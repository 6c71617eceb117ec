"""Somebody's public page: who they are, how they play, and what the reader can do about them."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from http import HTTPStatus
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.services.blocks import unblock as take_back
from accounts.services.standing import is_suspended
from games.engine.registry import RULES
from games.selectors.past import past_of
from games.selectors.people import Results, Tally, find_person, latest_of
from games.selectors.ratings import may_see_ratings, ratings_of
from games.services.blocking import block as part_from
from games.services.refusals import Unknown

from .badges import badges, last_here
from .rating_chart import cards, chart_of, chosen
from .sitting import Sitting, title_of, way_of

View = Callable[..., HttpResponse]


def of_somebody(view: Callable[[HttpRequest, User], HttpResponse]) -> View:
    """A view about whoever the address names; one of a closed account is not there, and says so."""

    @wraps(view)
    def found(request: HttpRequest, name: str) -> HttpResponse:
        try:
            person = find_person(name, request.user)
        except Unknown:
            raise Http404 from None
        if not person.is_active or is_suspended(person, timezone.now()):
            return render(request, "people/closed.html", {"name": person.username}, status=HTTPStatus.NOT_FOUND)
        if name != person.username and request.method in ("GET", "HEAD"):
            return redirect(request.resolver_match.view_name, person.username)  # type: ignore[union-attr]
        return view(request, person)

    return found


@never_cache
@require_safe
@of_somebody
def person(request: HttpRequest, person: User) -> HttpResponse:
    reader = request.user
    ratings = ratings_of(person, reader)
    rating = chosen(ratings, request.GET)
    chart = chart_of(person, reader, rating, request.GET) if rating else None
    context: dict[str, Any] = {"person": person, "ratings": cards(ratings, rating), "rating": rating, "chart": chart}
    if getattr(request, "htmx", False):
        return render(request, "people/_ratings.html", context)
    running, recent = latest_of(person, reader)
    past = past_of(person, reader, person.finished or 0)  # type: ignore[attr-defined]
    return render(
        request,
        "people/person.html",
        context
        | {
            "badges": badges(person),
            "last_here": last_here(person, reader),
            "results": rows(past.results),
            "games": past.results.games,
            "meetings": past.results.meetings if reader.pk != person.pk else None,
            "bests": [(RULES[key].title, key, best) for key, best in past.bests.items()],
            "running": [Sitting(one) for one in running],
            "recent": [Sitting(one) for one in recent],
            "is_self": reader.pk == person.pk,
            "is_hidden": not may_see_ratings(person, reader),
        },
    )


@dataclass(frozen=True, slots=True)
class Way:
    """A line in the table of results."""

    rules_key: str
    mode: str
    seats: int
    tally: Tally

    @property
    def title(self) -> str:
        return title_of(self.rules_key, get_language())

    @property
    def name(self) -> str:
        return way_of(self.mode, self.seats, get_language())


def rows(results: Results) -> list[Way]:
    return [Way(*way, tally) for way, tally in results.by_way.items()]


# --- blocking ----------------------------------------------------------------------------------


@login_required
@require_POST
@of_somebody
def block(request: HttpRequest, person: User) -> HttpResponse:
    try:
        part_from(user=cast("User", request.user), other=person, now=timezone.now())
    except ValidationError as problem:
        messages.error(request, " ".join(problem.messages))
    else:
        said = _("You have blocked %(name)s. Games that you play against each other go on.")
        messages.success(request, said % {"name": person.username})
    return redirect("pages:person", person.username)


@login_required
@require_POST
@of_somebody
def unblock(request: HttpRequest, person: User) -> HttpResponse:
    take_back(user=cast("User", request.user), other=person)
    messages.success(request, _("You have unblocked %(name)s.") % {"name": person.username})
    return redirect("pages:person", person.username)
