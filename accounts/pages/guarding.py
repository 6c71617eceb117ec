"""What every page of an account has in common: nothing of it is kept or logged, and refusals have their status."""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from accounts.pages.forms import status_of

View = Callable[..., HttpResponseBase]


def private(view: View) -> View:
    """For everybody; no cache keeps it and no report shows what was typed."""
    return never_cache(sensitive_post_parameters()(view))


def own(view: View) -> View:
    """For people with an account: guests have none to look after."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and request.user.is_guest:
            return redirect("account:keep")
        return view(request, *args, **kwargs)

    return private(login_required(guarded))


class Refusing:
    """A page whose form was refused says so in its status, too."""

    def form_invalid(self, form: Any) -> HttpResponse:
        answer = cast("HttpResponse", super().form_invalid(form))  # type: ignore[misc]
        if answer.status_code == 200:
            answer.status_code = status_of(form)
        return answer
