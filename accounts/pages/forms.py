"""The forms of signing up, signing in and all that keeps an account safe: django-allauth's, in our words."""

from http import HTTPStatus
from typing import Any, cast

from allauth.account import forms as account
from allauth.account.internal.flows.email_verification import add_email_verification_sent_message
from allauth.account.internal.flows.login import record_authentication
from allauth.account.models import EmailAddress
from allauth.mfa.base import forms as mfa
from allauth.mfa.totp import forms as totp
from allauth.mfa.webauthn import forms as webauthn
from django import forms
from django.conf import settings
from django.contrib.auth import logout
from django.contrib.auth.password_validation import password_validators_help_texts
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.services.address_changes import change_address
from accounts.services.counting import address_of
from accounts.services.dispatches import ask_for_reset
from accounts.services.names import LONGEST, guess_name
from accounts.services.signing_up import keep, sign_up

TYPED_AS_IS = {"autocapitalize": "none", "spellcheck": "false"}
CODE = {"autocomplete": "one-time-code", "inputmode": "numeric", **TYPED_AS_IS}
PASSKEY_NAME = 60
CODES_LAST = 120  # seconds, and longer than any of them


class Plain:
    """Labels instead of placeholders, which vanish when they are needed most, and help as plain text."""

    labels: dict[str, Any] = {}
    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            field.label = self.labels.get(name, field.label)
            field.help_text = ""

    def explain_password(self, name: str) -> None:
        self.fields[name].help_text = " ".join(password_validators_help_texts())


# --- signing in and up -------------------------------------------------------------------------


class SignInForm(Plain, account.LoginForm):
    labels = {"login": _("Name or e-mail address"), "password": _("Password"), "remember": _("Stay signed in")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs |= {"autocomplete": "username webauthn", **TYPED_AS_IS}
        self.fields["remember"].initial = True

    def login(self, request: HttpRequest, redirect_url: str | None = None) -> HttpResponse:
        if request.user.is_authenticated:  # a guest, whom the page has told that their games stay behind
            logout(request)
        return super().login(request, redirect_url)


class SignUpForm(Plain, account.SignupForm):
    labels = {"username": _("Name"), "password1": _("Password")}
    guest: User | None = None

    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        self.request = request
        super().__init__(*args, **kwargs)
        name, email = self.fields["username"], self.fields["email"]
        name.help_text = _("What others call you at the tables.")
        name.widget.attrs |= {"maxlength": LONGEST, **TYPED_AS_IS}
        self.explain_password("password1")
        if settings.MAIL_ARRIVES:
            email.label = _("E-mail address")
            email.help_text = _("Nobody else sees it. You get one mail, to confirm it.")
        else:
            email.label = _("E-mail address (if you like)")
            email.help_text = _("Nobody else sees it. With it, the operator of this site can help you back in.")

    def clean_username(self) -> str:
        sent = self.cleaned_data["username"]
        return guess_name(sent, owner=self.guest, address=address_of(self.request), now=timezone.now())

    def save(self, request: HttpRequest) -> User:
        """Raises ValidationError: others may have been quicker, or too many have come from there."""
        sent = {
            "name": self.cleaned_data["username"],
            "email": self.cleaned_data.get("email", ""),
            "password": self.cleaned_data["password1"],
            "address": address_of(request),
            "now": timezone.now(),
        }
        user = keep(guest=self.guest, **sent) if self.guest else sign_up(**sent)
        record_authentication(request, user, method="password", username=user.username)
        return user


class KeepForm(SignUpForm):
    """A guest becomes an account."""

    def __init__(self, *args: Any, guest: User, **kwargs: Any) -> None:
        self.guest = guest
        super().__init__(*args, **kwargs)


# --- passwords ---------------------------------------------------------------------------------


class PasswordForm(Plain, account.ChangePasswordForm):
    labels = {"oldpassword": _("Your password"), "password1": _("New password"), "password2": _("New password again")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.explain_password("password1")


class FirstPasswordForm(Plain, account.SetPasswordForm):
    labels = {"password1": _("New password"), "password2": _("New password again")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.explain_password("password1")


class NewPasswordForm(Plain, account.ResetPasswordKeyForm):
    labels = {"password1": _("New password"), "password2": _("New password again")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.explain_password("password1")


class ForgottenForm(forms.Form):
    """By name or address; which accounts there are is found out where nobody waits for the answer."""

    email = forms.CharField(
        label=_("Name or e-mail address"),
        max_length=254,
        widget=forms.TextInput({"autocomplete": "username", **TYPED_AS_IS}),
    )

    def save(self, request: HttpRequest, **_more: Any) -> str:  # noqa: ARG002
        login = str(self.cleaned_data["email"])
        ask_for_reset(login=login, now=timezone.now())
        return login


class ProveForm(Plain, account.ReauthenticateForm):
    labels = {"password": _("Your password")}


# --- the address -------------------------------------------------------------------------------


class AddressForm(Plain, account.AddEmailForm):
    labels = {"email": _("New address")}

    def clean_email(self) -> str:
        """An address that somebody else has is taken like any other: its owner alone is told."""
        address = str(self.cleaned_data["email"]).lower()
        if EmailAddress.objects.filter(user=self.user, email=address, verified=True).exists():
            raise ValidationError(account.get_adapter().error_messages["duplicate_email"])
        return address

    def save(self, request: HttpRequest) -> EmailAddress:
        row = change_address(user=self.user, address=self.cleaned_data["email"], now=timezone.now())
        add_email_verification_sent_message(request, self.cleaned_data["email"], signup=False)
        return cast("EmailAddress", row)  # there is none only for an empty address


# --- the second step ---------------------------------------------------------------------------


class OneTimeCode(Plain):
    labels = {"code": _("Code of your app, or a recovery code")}
    user: User
    cleaned_data: dict[str, Any]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].widget.attrs |= CODE | {"inputmode": "text"}

    def clean_code(self) -> str:
        """A code is good for as long as clocks may differ; django-allauth remembers for half a minute who used it."""
        code = str(super().clean_code())  # type: ignore[misc]
        if not cache.add(f"code-used:{self.user.pk}:{code.replace(' ', '')}", 1, timeout=CODES_LAST):
            raise account.get_adapter().validation_error("incorrect_code")
        return code


class SecondStepForm(OneTimeCode, mfa.AuthenticateForm):
    pass


class ProveByCodeForm(OneTimeCode, mfa.ReauthenticateForm):
    pass


class AppForm(Plain, totp.ActivateTOTPForm):
    labels = {"code": _("The code that your app shows")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].widget.attrs |= CODE


class PasskeyForm(Plain, webauthn.AddWebAuthnForm):
    labels = {"name": _("What to call it")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["passwordless"]  # all of ours are: they sign in by themselves
        self.fields["name"].widget.attrs["maxlength"] = PASSKEY_NAME

    def clean_name(self) -> str:
        return super().clean_name()[:PASSKEY_NAME]

    def clean(self) -> dict[str, Any]:
        self.cleaned_data["passwordless"] = True
        return super().clean()


class PasskeyNameForm(Plain, webauthn.EditWebAuthnForm):
    labels = PasskeyForm.labels

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].max_length = PASSKEY_NAME  # type: ignore[attr-defined]
        self.fields["name"].widget.attrs["maxlength"] = PASSKEY_NAME

    def clean_name(self) -> str:
        return str(self.cleaned_data["name"])[:PASSKEY_NAME]


def status_of(form: Any) -> int:
    """What a page with a refused form is answered with."""
    codes = {error.code for errors in form.errors.as_data().values() for error in errors}
    if codes & {"too_many", "too_many_login_attempts", "rate_limited"}:
        return HTTPStatus.TOO_MANY_REQUESTS
    return HTTPStatus.UNPROCESSABLE_ENTITY
