"""The pages of an account. django-allauth asks for most of them by names of its own: see `named.py`."""

from django.urls import path

from . import (
    addresses,
    blocked,
    data,
    deletion,
    entering,
    hub,
    passwords,
    profile,
    second_step,
    sessions,
    standing,
    tokens,
)
from .guarding import own, private

app_name = "account"
urlpatterns = [
    path("", own(hub.hub), name="hub"),
    path("name/", own(hub.name), name="name"),
    path("sign-in/", private(entering.SignInView.as_view()), name="sign-in"),
    path("sign-out/", private(entering.SignOutView.as_view()), name="sign-out"),
    path("sign-up/", private(entering.SignUpView.as_view()), name="sign-up"),
    path("guest/", private(entering.guest), name="guest"),
    path("keep/", private(entering.KeepView.as_view()), name="keep"),
    path("standing/", standing.standing, name="standing"),
    path("standing/<int:measure_id>/read/", standing.read, name="read-measure"),
    path("standing/thanks/", standing.thanks, name="thanks"),
    path("standing/name/", standing.name, name="choose-name"),
    path("standing/objection/", standing.objection, name="objection"),
    path("email/", own(addresses.AddressView.as_view()), name="email"),
    path("password/", own(passwords.ChangeView.as_view()), name="password"),
    path("forgotten/", private(passwords.ForgottenView.as_view()), name="forgotten"),
    path("two-factor/", own(second_step.IndexView.as_view()), name="two-factor"),
    path("passkeys/", own(second_step.PasskeysView.as_view()), name="passkeys"),
    path("sessions/", own(sessions.SessionsView.as_view()), name="sessions"),
    path("sessions/<int:session_id>/end/", own(sessions.end), name="end-session"),
    path("profile/", own(profile.profile), name="profile"),
    path("blocked/", blocked.blocked, name="blocked"),
    path("blocked/<int:user_id>/unblock/", blocked.unblock, name="unblock"),
    path("tokens/", own(tokens.tokens), name="tokens"),
    path("tokens/<int:token_id>/revoke/", own(tokens.revoke), name="revoke-token"),
    path("data/", private(data.data), name="data"),
    path("data/<int:export_id>/", private(data.download), name="download"),
    path("delete/", private(deletion.delete), name="delete"),
    path("goodbye/", private(deletion.goodbye), name="goodbye"),
    path("goodbye/guest/", private(deletion.goodbye_of_guest), name="goodbye-of-guest"),
    path("restore/<str:token>/", private(deletion.restore), name="restore"),
]
