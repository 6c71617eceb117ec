"""Coming to the site: as a guest, with a new account, and from the one to the other."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.password_validation import password_validators_help_texts
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from accounts.services.guests import make_guest
from accounts.services.names import LONGEST
from accounts.services.sessions import remember_guest
from accounts.services.signing_up import keep as keep_guest
from accounts.services.signing_up import sign_up as make_account


class AccountForm(forms.Form):
    name = forms.CharField(
        label=_("Name"),
        max_length=LONGEST,
        help_text=_("What others call you at the tables."),
        widget=forms.TextInput({"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}),
    )
    email = forms.EmailField(
        label=_("E-mail address (if you like)"),
        required=False,
        help_text=_("Nobody else sees it. With it, the operator of this site can help you back in."),
        widget=forms.EmailInput({"autocomplete": "email"}),
    )
    password = forms.CharField(
        label=_("Password"), strip=False, widget=forms.PasswordInput({"autocomplete": "new-password"})
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"].help_text = " ".join(password_validators_help_texts())

    def sent(self) -> dict[str, str]:
        return {name: self.cleaned_data[name] for name in ("name", "email", "password")}


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return redirect("account:keep" if request.user.is_guest else "pages:mine")
    form = AccountForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            user = make_account(**form.sent(), address=address_of(request), now=timezone.now())
        except ValidationError as problem:
            form.add_error(None, problem)
        else:
            login(request, user)
            return HttpResponseRedirect(page_to_go_to(request))
    return show(request, "account/sign_up.html", form)


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def keep(request: HttpRequest) -> HttpResponse:
    """From guest to account: the same user, who keeps all games, with a new session key."""
    if not (request.user.is_authenticated and request.user.is_guest):
        return redirect("pages:mine" if request.user.is_authenticated else "account:sign-up")
    form = AccountForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            user = keep_guest(guest=request.user, **form.sent(), address=address_of(request), now=timezone.now())
        except ValidationError as problem:
            form.add_error(None, problem)
        else:
            request.session.set_expiry(None)
            update_session_auth_hash(request, user)
            return HttpResponseRedirect(page_to_go_to(request))
    return show(request, "account/keep.html", form)


@never_cache
@require_POST
def guest(request: HttpRequest) -> HttpResponse:
    """Go on without an account, to the page that asked for one."""
    if not request.user.is_authenticated:
        try:
            remember_guest(request, make_guest(address=address_of(request), now=timezone.now()))
        except ValidationError as problem:
            return show(request, "account/sign_up.html", AccountForm(), problem.messages)
    return HttpResponseRedirect(page_to_go_to(request))


def show(request: HttpRequest, template: str, form: AccountForm, refusals: Sequence[str] = ()) -> HttpResponse:
    context = {"form": form, "next": request.POST.get("next") or request.GET.get("next", ""), "refusals": refusals}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, template, context, status=HTTPStatus.TOO_MANY_REQUESTS if refusals else status)


def page_to_go_to(request: HttpRequest) -> str:
    page = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(page, {request.get_host()}, require_https=request.is_secure())
    return page if is_ours else reverse("pages:mine")


def address_of(request: HttpRequest) -> str:
    """The web server has asked the proxies for it."""
    return str(request.META.get("REMOTE_ADDR", ""))
