"""The front page, and the quickest way to a game: against a bot, without an account."""

from http import HTTPStatus

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.services.sessions import remember_guest
from games.engine.registry import RULES
from games.engine.rules import Refusal
from games.services.guests import play_now
from games.services.refusals import spoken

from .catalogue import entries
from .opponents import default_opponent, opponents


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return show(request)


def show(request: HttpRequest, refusal: str = "", status: int = HTTPStatus.OK) -> HttpResponse:
    rules_key = request.POST.get("rules", "")
    rules_key = rules_key if rules_key in RULES else next(iter(RULES))
    context = {
        "games": entries(),
        "chosen_rules": rules_key,
        "opponents": opponents(rules_key),
        "chosen_bot": request.POST.get("bot") or default_opponent(rules_key),
        "refusal": refusal,
    }
    return render(request, "home.html", context, status=status)


@never_cache
@require_POST
def play(request: HttpRequest) -> HttpResponse:
    """Start a game against a bot; whoever has not signed in becomes a guest."""
    reader = request.user if isinstance(request.user, User) else None
    try:
        user, game = play_now(
            user=reader,
            address=request.META.get("REMOTE_ADDR", ""),
            rules_key=request.POST.get("rules", ""),
            bot=request.POST.get("bot", ""),
            now=timezone.now(),
        )
    except ValidationError as problem:
        return show(request, " ".join(problem.messages), HTTPStatus.TOO_MANY_REQUESTS)
    except Refusal as refusal:
        return show(request, spoken(refusal), HTTPStatus.CONFLICT)
    if reader is None:
        remember_guest(request, user)
    return redirect("pages:table", game.pk)
