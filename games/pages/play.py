"""Playing a turn on the page: looking ahead, and sending it."""

import re
from uuid import UUID

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect, replace_url

from accounts.models import User
from games import selectors
from games.engine.notation import read_turn
from games.engine.rules import Data, Malformed, Refusal, _
from games.services.play import Sent, submit_turn

from .boards import PREVIEWS
from .desk import LONGEST_DRAFT, lay_out
from .looks import with_look
from .table import find, show

KEY = r"[\w-]{0,255}"


@never_cache
@require_safe
def preview(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """What a draft would bring, in words and as lines to light up; nothing is stored."""
    desk = lay_out(find(game_id, request, ""), request.user, with_look(request, request.GET))
    look_ahead = PREVIEWS.get(desk.key)
    return JsonResponse(look_ahead(desk) if look_ahead and desk.acting else {"words": desk.refusal})


@require_POST
def send(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Send the drafted turn; a refusal is shown beside the board, and the draft stays."""
    here = reverse("pages:table", args=[game_id])
    scripted = bool(getattr(request, "htmx", False))
    user = request.user
    if not isinstance(user, User):
        sign_in = redirect_to_login(here)
        return HttpResponseClientRedirect(sign_in.url) if scripted else sign_in
    found = find(game_id, request, "")
    try:
        found.check_running()
        seen = selectors.game_data(found, user)["view"]
        submit_turn(game_id=game_id, user=user, sent=sent_turn(request, found.game.rules_key, seen), now=timezone.now())
    except Refusal as refusal:
        return show(request, find(game_id, request, ""), request.POST, refusal)
    if not scripted:
        return redirect(here)
    return replace_url(show(request, find(game_id, request, ""), {}), here)


def sent_turn(request: HttpRequest, rules_key: str, seen: Data) -> Sent:
    """The turn as the form has it: the draft as text, and the version that its player saw."""
    draft, version, key = (request.POST.get(name, "") for name in ("draft", "version", "key"))
    if not re.fullmatch("[0-9]{1,9}", version) or len(draft) > LONGEST_DRAFT or not re.fullmatch(KEY, key):
        raise Malformed(_("This is not a turn."))
    return Sent(int(version), read_turn(rules_key, seen, draft), key)
