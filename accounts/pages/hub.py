"""The account's own page, and one's name."""

from typing import Any, cast

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.pages.forms import TYPED_AS_IS, status_of
from accounts.services.addresses import is_confirmed, waiting_address
from accounts.services.counting import address_of
from accounts.services.names import LONGEST, may_rename_from, rename
from accounts.services.tokens import live_tokens


@require_safe
def hub(request: HttpRequest) -> HttpResponse:
    user = cast("User", request.user)
    kinds = list(Authenticator.objects.filter(user=user).values_list("type", flat=True))
    waiting = waiting_address(user)
    context: dict[str, Any] = {
        "is_confirmed": is_confirmed(user),
        "waiting": waiting.email if waiting else "",
        "has_app": Authenticator.Type.TOTP in kinds,
        "passkeys": kinds.count(Authenticator.Type.WEBAUTHN),
        "sessions": len(UserSession.objects.purge_and_list(user)),
        "tokens": live_tokens(user).count(),
        "blocked": user.blocks.count(),
    }
    return render(request, "account/hub.html", context)


class NameForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("New name"),
        max_length=LONGEST,
        widget=forms.TextInput({"autocomplete": "username", **TYPED_AS_IS}),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def name(request: HttpRequest) -> HttpResponse:
    user = cast("User", request.user)
    now = timezone.now()
    form = NameForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            rename(user=user, name=form.cleaned_data["name"], address=address_of(request), now=now)
        except ValidationError as problem:
            form.add_error("name", problem)
        else:
            messages.success(request, _("That is your name from now on."))
            return redirect("account:hub")
    earliest = may_rename_from(user)
    context = {"form": form, "earliest": earliest if earliest and earliest > now else None}
    return render(request, "account/name.html", context, status=status_of(form) if form.errors else 200)
