"""The operator's pages: for operators alone, not for moderators."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.services.roles import is_operator

from .health import look
from .sections import sections
from .words import told

P = ParamSpec("P")


def for_operators(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Strangers may sign in; whoever has is an operator or turned away."""

    @wraps(view)
    @never_cache
    def guarded(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        user = request.user
        if not isinstance(user, User):
            return redirect_to_login(request.get_full_path())
        if not is_operator(user, timezone.now()):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return guarded


def operator_page(request: HttpRequest, template: str, **context: Any) -> HttpResponse:
    return render(request, template, {"sections": sections(request), **context})


@require_safe
@for_operators
def overview(request: HttpRequest) -> HttpResponse:
    """How the site is; the page asks again by itself now and then."""
    template = "operator/_overview.html" if getattr(request, "htmx", False) else "operator/overview.html"
    return operator_page(request, template, parts=[told(part) for part in look()])
