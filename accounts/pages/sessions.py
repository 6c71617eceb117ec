"""Where one is signed in."""

from typing import Any, cast

from allauth.usersessions.views import ListUserSessionsView
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.models import User
from accounts.services.device_names import device_name
from accounts.services.sessions import end_session


class SessionsView(ListUserSessionsView):
    template_name = "account/sessions.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        for session in context["sessions"]:
            session.browser = device_name(session.user_agent)
        context["sessions"].sort(key=lambda session: (not session.is_current(), -session.last_seen_at.timestamp()))
        return context


@require_POST
def end(request: HttpRequest, session_id: int) -> HttpResponse:
    if not end_session(user=cast("User", request.user), session_id=session_id):
        raise Http404
    messages.success(request, _("This session is over."))
    return redirect("account:sessions")
