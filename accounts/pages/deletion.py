"""Leaving the site: what becomes of everything, the decision, and the way back while there is one."""

from http import HTTPStatus
from typing import Any, cast

from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.services.counting import counted
from accounts.services.deletion import GRACE, ask_deletion, is_last_operator, keep_account
from accounts.services.restoring import account_of
from games.services.goodbye import leaves_behind

TRIES_AN_HOUR = 10
"""Of a password, by whoever sits at a device that its owner left."""


class DeletionForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Your name, typed out"),
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )
    password = forms.CharField(
        label=gettext_lazy("Your password"),
        strip=False,
        widget=forms.PasswordInput({"autocomplete": "current-password"}),
    )
    without_operator = forms.BooleanField(label=gettext_lazy("Leave this site without an operator"))

    def __init__(self, user: User, *args: Any) -> None:
        super().__init__(*args)
        self.user = user
        if not user.has_usable_password():
            del self.fields["password"]
        if not is_last_operator(user):
            del self.fields["without_operator"]

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"].strip()
        if name.casefold() != self.user.username.casefold():
            raise ValidationError(_("This is not your name: you are %(name)s.") % {"name": self.user.username})
        return name

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if counted("deletions", str(self.user.pk), timezone.now()) > TRIES_AN_HOUR:
            raise ValidationError(_("That was tried too often. Please come back in an hour."))
        if not self.user.check_password(password):
            raise ValidationError(_("This is not your password."))
        return password


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    user = cast("User", request.user)
    if not (user.is_guest or user.has_usable_password()):
        raise_if_reauthentication_required(request, app="allauth.account")
    form = DeletionForm(user, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        ask_deletion(user=user, now=timezone.now())
        was_guest = user.is_guest
        logout(request)
        return redirect("account:goodbye-of-guest" if was_guest else "account:goodbye")
    context = {
        "form": form,
        "days": GRACE.days,
        "until": timezone.now() + GRACE,
        "left": leaves_behind(user),
        "last_operator": is_last_operator(user),
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "account/delete.html", context, status=status)


@require_safe
def goodbye(request: HttpRequest) -> HttpResponse:
    """What whoever has just closed their account reads; it says nothing of whose it was."""
    return render(request, "account/goodbye.html", {"days": GRACE.days})


@require_safe
def goodbye_of_guest(request: HttpRequest) -> HttpResponse:
    return render(request, "account/goodbye.html", {"days": 0})


@require_http_methods(["GET", "HEAD", "POST"])
def restore(request: HttpRequest, token: str) -> HttpResponse:
    """Keep an account that is to be deleted. Opening the page changes nothing: some mail programs open every link."""
    user = account_of(token)
    if user is None:
        raise Http404
    refusal = ""
    if request.method == "POST":
        try:
            keep_account(user=user, now=timezone.now())
        except ValidationError as problem:
            refusal = " ".join(problem.messages)
        else:
            messages.success(request, _("You keep your account. Sign in, and you are back."))
            return redirect("account:sign-in")
    context = {"leaving": user, "refusal": refusal}
    return render(request, "account/restore.html", context, status=HTTPStatus.CONFLICT if refusal else HTTPStatus.OK)
