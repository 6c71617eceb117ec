"""Pages under the names by which django-allauth looks for them."""

from django.urls import path, re_path

from . import addresses, entering, passwords, second_step, sessions
from .guarding import own, private

KEY = r"(?P<key>[-:\w]+)"
RESET = r"(?P<uidb36>[0-9A-Za-z]{1,13})-(?P<key>[0-9A-Za-z-]{1,100})"

urlpatterns = [
    path("sign-in/", private(entering.SignInView.as_view()), name="account_login"),
    path("sign-out/", private(entering.SignOutView.as_view()), name="account_logout"),
    path("sign-up/", private(entering.SignUpView.as_view()), name="account_signup"),
    path("closed/", private(entering.ClosedView.as_view()), name="account_inactive"),
    path("prove/", own(passwords.ProveView.as_view()), name="account_reauthenticate"),
    path("prove/code/", own(second_step.ProveByCodeView.as_view()), name="mfa_reauthenticate"),
    path("prove/passkey/", own(second_step.ProveByPasskeyView.as_view()), name="mfa_reauthenticate_webauthn"),
    path("email/", own(addresses.AddressView.as_view()), name="account_email"),
    re_path(rf"^email/confirm/{KEY}/$", private(entering.ConfirmView.as_view()), name="account_confirm_email"),
    path("password/", own(passwords.ChangeView.as_view()), name="account_change_password"),
    path("password/first/", own(passwords.FirstView.as_view()), name="account_set_password"),
    path("forgotten/", private(passwords.ForgottenView.as_view()), name="account_reset_password"),
    path("forgotten/sent/", private(passwords.ForgottenSentView.as_view()), name="account_reset_password_done"),
    path("forgotten/done/", private(passwords.ResetDoneView.as_view()), name="account_reset_password_from_key_done"),
    re_path(rf"^forgotten/{RESET}/$", private(passwords.ResetView.as_view()), name="account_reset_password_from_key"),
    path("two-factor/", own(second_step.IndexView.as_view()), name="mfa_index"),
    path("two-factor/on/", own(second_step.TurnOnView.as_view()), name="mfa_activate_totp"),
    path("two-factor/off/", own(second_step.TurnOffView.as_view()), name="mfa_deactivate_totp"),
    path("two-factor/codes/", own(second_step.RecoveryCodesView.as_view()), name="mfa_view_recovery_codes"),
    path("two-factor/codes/new/", own(second_step.NewRecoveryCodesView.as_view()), name="mfa_generate_recovery_codes"),
    path(
        "two-factor/codes/recovery-codes.txt",
        own(second_step.DownloadRecoveryCodesView.as_view()),
        name="mfa_download_recovery_codes",
    ),
    path("sign-in/second-step/", private(second_step.AuthenticateView.as_view()), name="mfa_authenticate"),
    path("sign-in/passkey/", private(entering.PasskeySignInView.as_view()), name="mfa_login_webauthn"),
    path("passkeys/", own(second_step.PasskeysView.as_view()), name="mfa_list_webauthn"),
    path("passkeys/add/", own(second_step.AddPasskeyView.as_view()), name="mfa_add_webauthn"),
    path("passkeys/<int:pk>/rename/", own(second_step.RenamePasskeyView.as_view()), name="mfa_edit_webauthn"),
    path("passkeys/<int:pk>/remove/", own(second_step.RemovePasskeyView.as_view()), name="mfa_remove_webauthn"),
    path("sessions/", own(sessions.SessionsView.as_view()), name="usersessions_list"),
]
