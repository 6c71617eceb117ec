from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path

from . import signing_up, standing, tokens

app_name = "account"
urlpatterns = [
    path("sign-in/", LoginView.as_view(template_name="account/sign_in.html"), name="sign-in"),
    path("sign-out/", LogoutView.as_view(), name="sign-out"),
    path("sign-up/", signing_up.sign_up, name="sign-up"),
    path("guest/", signing_up.guest, name="guest"),
    path("keep/", signing_up.keep, name="keep"),
    path("standing/", standing.standing, name="standing"),
    path("standing/<int:measure_id>/read/", standing.read, name="read-measure"),
    path("standing/thanks/", standing.thanks, name="thanks"),
    path("standing/name/", standing.name, name="choose-name"),
    path("standing/objection/", standing.objection, name="objection"),
    path("tokens/", tokens.tokens, name="tokens"),
    path("tokens/<int:token_id>/revoke/", tokens.revoke, name="revoke-token"),
]
