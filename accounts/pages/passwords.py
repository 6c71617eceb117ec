"""Passwords: another one, the first one, and a new one for whoever has forgotten theirs."""

from allauth.account import views

from accounts.pages.guarding import Refusing


class ChangeView(Refusing, views.PasswordChangeView):
    template_name = "account/password.html"


class FirstView(Refusing, views.PasswordSetView):
    template_name = "account/password.html"


class ForgottenView(Refusing, views.PasswordResetView):
    template_name = "account/forgotten.html"


class ForgottenSentView(views.PasswordResetDoneView):
    template_name = "account/forgotten_sent.html"


class ResetView(Refusing, views.PasswordResetFromKeyView):
    template_name = "account/reset.html"

    def logout(self) -> None:
        """Whoever is signed in stays so: a guest would lose all their games to a click."""


class ResetDoneView(views.PasswordResetFromKeyDoneView):
    template_name = "account/reset_done.html"


class ProveView(Refusing, views.ReauthenticateView):
    template_name = "account/prove.html"
