from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path

from . import tokens

app_name = "account"
urlpatterns = [
    path("sign-in/", LoginView.as_view(template_name="account/sign_in.html"), name="sign-in"),
    path("sign-out/", LogoutView.as_view(), name="sign-out"),
    path("tokens/", tokens.tokens, name="tokens"),
    path("tokens/<int:token_id>/revoke/", tokens.revoke, name="revoke-token"),
]
