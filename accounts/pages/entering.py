"""Coming to the site and leaving it: signing in, up and out, as a guest, and from guest to account."""

from http import HTTPStatus
from typing import Any, cast

from allauth.account import views
from allauth.account.internal.flows.email_verification import send_verification_email_to_address
from allauth.mfa.webauthn.views import LoginWebAuthnView
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.pages.forms import KeepForm, SignUpForm
from accounts.pages.guarding import Refusing
from accounts.services.addresses import waiting_address
from accounts.services.counting import address_of
from accounts.services.guests import make_guest
from accounts.services.sessions import remember_guest, renew

FIELDS = {"name": "username", "password": "password1"}
"""Of the form, by what the service calls them."""


class SignInView(Refusing, views.LoginView):
    template_name = "account/sign_in.html"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Guests may sign in; whoever has an account is in already."""
        if request.user.is_authenticated and not request.user.is_guest:
            return HttpResponseRedirect(page_to_go_to(request))
        return super().dispatch(request, *args, **kwargs)


class PasskeySignInView(LoginWebAuthnView):
    def form_invalid(self, form: Any) -> HttpResponse:  # noqa: ARG002
        messages.error(self.request, _("This passkey is not known here. Sign in with your password instead."))
        return redirect("account:sign-in")


class SignUpView(Refusing, views.SignupView):
    template_name = "account/sign_up.html"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated:
            return redirect("account:keep" if request.user.is_guest else "pages:mine")
        return super().dispatch(request, *args, **kwargs)

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "request": self.request}

    def form_valid(self, form: SignUpForm) -> HttpResponse:
        try:
            return super().form_valid(form)
        except ValidationError as problem:
            blame(form, problem)
            return self.form_invalid(form)


class KeepView(SignUpView):
    """From guest to account: the same user, who keeps all games, with a new session key."""

    template_name = "account/keep.html"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not (request.user.is_authenticated and request.user.is_guest):
            return redirect("pages:mine" if request.user.is_authenticated else "account:sign-up")
        return super(SignUpView, self).dispatch(request, *args, **kwargs)

    def get_form_class(self) -> type[KeepForm]:
        return KeepForm

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "guest": self.request.user}

    def form_valid(self, form: KeepForm) -> HttpResponse:
        request = self.request
        try:
            user = form.save(request)
        except ValidationError as problem:
            blame(form, problem)
            return self.form_invalid(form)
        request.user = user
        request.session.set_expiry(None)
        update_session_auth_hash(request, user)
        renew(request)
        address = waiting_address(user)
        if address is not None:
            send_verification_email_to_address(request, address, signup=True)
        return HttpResponseRedirect(page_to_go_to(request))


def blame(form: SignUpForm, problem: ValidationError) -> None:
    if not hasattr(problem, "error_dict"):
        form.add_error(None, problem)
        return
    for field, errors in problem.error_dict.items():
        form.add_error(FIELDS.get(field, field), errors)


@require_POST
def guest(request: HttpRequest) -> HttpResponse:
    """Go on without an account, to the page that asked for one."""
    if not request.user.is_authenticated:
        try:
            remember_guest(request, make_guest(address=address_of(request), now=timezone.now()))
        except ValidationError as problem:
            context = {
                "form": SignUpForm(request=request),
                "redirect_field_value": request.POST.get("next", ""),
                "refusals": problem.messages,
            }
            return render(request, "account/sign_up.html", context, status=HTTPStatus.TOO_MANY_REQUESTS)
    return HttpResponseRedirect(page_to_go_to(request))


class SignOutView(views.LogoutView):
    http_method_names = ["post", "options"]


class ConfirmView(views.ConfirmEmailView):
    template_name = "account/confirm.html"

    def logout_other_user(self, confirmation: Any) -> None:
        """Whoever is signed in stays so: a guest would lose all their games to a click."""

    def render_to_response(self, context: dict[str, Any], **kwargs: Any) -> HttpResponse:
        usable = context["confirmation"] and context["can_confirm"]
        return cast("HttpResponse", super().render_to_response(context, status=200 if usable else 410, **kwargs))


class ClosedView(views.AccountInactiveView):
    template_name = "account/closed.html"


def page_to_go_to(request: HttpRequest) -> str:
    page = request.POST.get("next") or request.GET.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(page, {request.get_host()}, require_https=request.is_secure())
    return page if is_ours else reverse("pages:mine")
