"""How django-allauth fits this site: its hooks, answered by our services."""

import time
from typing import Any, cast

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows.login import get_authentication_records
from allauth.account.models import EmailAddress
from allauth.core import context
from allauth.core.internal.httpkit import clean_client_ip
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.services.addresses import is_confirmed
from accounts.services.device_names import device_name
from accounts.services.dispatches import ask_to_confirm, tell_of_change
from accounts.services.names import clean_name
from accounts.services.restoring import restore_path
from accounts.services.two_factor import has_second_step
from games.drawing.qr import qr_path

UNKNOWN_ADDRESS = "0.0.0.0"  # noqa: S104  # nobody's, where the web server does not tell one


class AccountAdapter(DefaultAccountAdapter):
    error_messages = DefaultAccountAdapter.error_messages | {
        "account_inactive": gettext_lazy("This account is closed."),
        "duplicate_email": gettext_lazy("This is your address already."),
        "email_password_mismatch": gettext_lazy("That is not a name or address with this password."),
        "username_password_mismatch": gettext_lazy("That is not a name or address with this password."),
        "enter_current_password": gettext_lazy("This is not your password."),
        "incorrect_password": gettext_lazy("This is not your password."),
        "incorrect_code": gettext_lazy("This code is not right. Codes of an app change every half minute."),
        "too_many_login_attempts": gettext_lazy("That was tried too often. Please wait for five minutes."),
        "rate_limited": gettext_lazy("That was tried too often. Please wait for five minutes."),
    }

    # --- who asks ------------------------------------------------------------------------------

    def get_client_ip(self, request: HttpRequest) -> str:
        """The web server has asked the proxies for it."""
        return clean_client_ip(request.META.get("REMOTE_ADDR", "")) or UNKNOWN_ADDRESS

    def is_ajax(self, request: HttpRequest) -> bool:
        """Our pages are forms; only the script for passkeys asks for data."""
        found = request.resolver_match
        return found is not None and found.url_name == "mfa_login_webauthn" and request.method == "GET"

    def is_safe_url(self, url: str | None) -> bool:
        request = context.request
        return url_has_allowed_host_and_scheme(url, {request.get_host()}, require_https=request.is_secure())

    def is_reauthentication_required(self, *, app: str, **more: Any) -> bool:
        """Not for whoever has just signed in."""
        request = context.request
        records = get_authentication_records(request, request.user)
        last = max((record["at"] for record in records), default=0)
        recently = time.time() - last < app_settings.REAUTHENTICATION_TIMEOUT
        return not recently and super().is_reauthentication_required(app=app, **more)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:  # noqa: ARG002
        """By what was typed, whatever name of the site it was typed at."""
        return str(credentials.get("username") or credentials.get("email") or "").casefold()

    # --- where to go ---------------------------------------------------------------------------

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:  # noqa: ARG002
        return reverse("account:hub")

    def get_email_verification_redirect_url(self, email_address: EmailAddress) -> str:  # noqa: ARG002
        return reverse("account:hub" if self.request.user.is_authenticated else "account:sign-in")

    def post_login(self, request: HttpRequest, user: Any, **more: Any) -> HttpResponse:
        if user.is_staff and not has_second_step(user):
            messages.warning(
                request, _("You look after this site: please turn on two-factor, so that a password is not enough.")
            )
        return super().post_login(request, user, **more)

    def respond_user_inactive(self, request: HttpRequest, user: Any) -> HttpResponse:
        """Whoever proves to own an account that is to be deleted is offered to keep it, and nothing else."""
        if user.deletion_due is not None:
            return redirect(restore_path(user))
        return super().respond_user_inactive(request, user)

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        words = {
            "reauthenticate": _("Use your password"),
            "mfa_reauthenticate": _("Use a code"),
            "mfa_reauthenticate:webauthn": _("Use a passkey"),
        }
        return [found | {"description": words[found["id"]]} for found in super().get_reauthentication_methods(user)]

    # --- names and mails -----------------------------------------------------------------------

    def clean_username(self, username: str, shallow: bool = False) -> str:  # noqa: ARG002
        return clean_name(username)

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: Any, signup: bool) -> None:  # noqa: ARG002
        ask_to_confirm(address=emailconfirmation.email_address, now=timezone.now())

    def send_notification_mail(
        self,
        template_prefix: str,
        user: Any,
        context: dict[str, Any] | None = None,  # noqa: ARG002
        email: str | None = None,
    ) -> None:
        """Only to an address that is known to be theirs, or to the former one when it was changed."""
        what = template_prefix.rpartition("/")[2]
        to = email or (user.email if is_confirmed(user) else "")
        if to:
            where = {
                "ip": self.get_client_ip(self.request),
                "browser": device_name(self.get_http_user_agent(self.request)),
            }
            tell_of_change(user=cast("User", user), what=what, to=to, now=timezone.now(), said=where)


class MfaAdapter(DefaultMFAAdapter):
    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": AccountAdapter.error_messages["incorrect_code"],
        "cannot_generate_recovery_codes": gettext_lazy("Recovery codes belong to two-factor or a passkey."),
    }

    def _get_user_identifier(self, user: Any) -> str:
        """Names are public here; addresses are not, and change."""
        return str(user.username)

    def _get_site_name(self) -> str:
        return "Genial"

    def get_totp_issuer(self) -> str:
        """Somebody may play at several sites."""
        return f"Genial ({context.request.get_host().partition(':')[0]})"

    def build_totp_svg(self, url: str) -> str:
        return render_to_string("svg/qr.html", {**qr_path(url), "label": _("Code for your app's camera")})

    def generate_authenticator_name(self, user: Any, type: Authenticator.Type) -> str:  # noqa: A002, ARG002
        """A passkey is called after the device it is made on, until its owner says otherwise."""
        return device_name(context.request.headers.get("User-Agent", "")) or _("Passkey")
