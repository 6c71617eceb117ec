"""Two-factor: an app that shows codes, recovery codes, passkeys, and proving again who one is."""

from typing import Any, cast

from allauth.mfa.base import views as base
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes import views as recovery
from allauth.mfa.totp import views as totp
from allauth.mfa.webauthn import views as webauthn
from allauth.mfa.webauthn.internal import auth
from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse_lazy
from django.utils.translation import gettext as _

from accounts.pages.forms import status_of
from accounts.pages.guarding import Refusing


class AuthenticateView(base.AuthenticateView):
    """The second step of signing in."""

    template_name = "account/second_step.html"

    def form_invalid(self, form: Any) -> HttpResponse:
        answer = cast("HttpResponse", super().form_invalid(form))
        answer.status_code = status_of(form)
        return answer

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        kinds = set(Authenticator.objects.filter(user=self.stage.login.user).values_list("type", flat=True))
        return {**super().get_context_data(**kwargs), "kinds": kinds}


class ProveByCodeView(Refusing, base.ReauthenticateView):
    template_name = "account/prove.html"


class ProveByPasskeyView(webauthn.ReauthenticateWebAuthnView):
    template_name = "account/prove_passkey.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        # Its own leaves out what the views that it builds upon have to say.
        return {**super(webauthn.ReauthenticateWebAuthnView, self).get_context_data(**kwargs), **self.options()}

    def options(self) -> dict[str, Any]:
        return {"options": dict(auth.begin_authentication(self.request.user))}

    def form_invalid(self, form: Any) -> HttpResponse:  # noqa: ARG002
        messages.error(self.request, _("This passkey does not belong to your account."))
        return HttpResponseRedirect(self.request.get_full_path())


class IndexView(base.IndexView):
    template_name = "account/two_factor.html"


class TurnOnView(Refusing, totp.ActivateTOTPView):
    template_name = "account/app_on.html"


class TurnOffView(Refusing, totp.DeactivateTOTPView):
    template_name = "account/app_off.html"


class RecoveryCodesView(recovery.ViewRecoveryCodesView):
    template_name = "account/recovery_codes.html"


class NewRecoveryCodesView(Refusing, recovery.GenerateRecoveryCodesView):
    template_name = "account/new_recovery_codes.html"


class DownloadRecoveryCodesView(recovery.DownloadRecoveryCodesView):
    template_name = "account/recovery_codes.txt"
    content_type = "text/plain; charset=utf-8"


class AddPasskeyView(Refusing, webauthn.AddWebAuthnView):
    template_name = "account/add_passkey.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        options = auth.begin_registration(cast("Any", self.request.user), True)  # it signs in by itself
        return {**super(webauthn.AddWebAuthnView, self).get_context_data(**kwargs), "options": dict(options)}


class PasskeysView(webauthn.ListWebAuthnView):
    template_name = "account/passkeys.html"


class RenamePasskeyView(Refusing, webauthn.EditWebAuthnView):
    template_name = "account/rename_passkey.html"


class RemovePasskeyView(webauthn.RemoveWebAuthnView):
    template_name = "account/remove_passkey.html"
    success_url = reverse_lazy("account:passkeys")
