"""Sessions: how they begin, when they were last seen, and how they end."""

import time

from allauth.usersessions.models import UserSession
from django.contrib.auth import login
from django.http import HttpRequest

from accounts.models import User

A_YEAR = 60 * 60 * 24 * 365
SEEN = "seen"
SEEN_IS_NOTED_EVERY = 60 * 60 * 6  # seconds; it costs three queries, and prolongs a session that is remembered


def remember_guest(request: HttpRequest, guest: User) -> None:
    """A guest has nothing but this session: it lasts, and is renewed when they become an account."""
    login(request, guest, backend="accounts.services.backend.NameOrAddress")
    request.session.set_expiry(A_YEAR)


def note_seen(request: HttpRequest) -> None:
    """Now and then."""
    last = request.session.get(SEEN, 0)
    if time.time() - last < SEEN_IS_NOTED_EVERY:
        return
    request.session[SEEN] = int(time.time())
    UserSession.objects.create_from_request(request)


def renew(request: HttpRequest) -> None:
    """Give the session another key, after a change that whoever stole the old one should not profit from."""
    old = request.session.session_key
    request.session.cycle_key()
    UserSession.objects.filter(session_key=old).delete()
    UserSession.objects.create_from_request(request)


def end_session(*, user: User, session_id: int) -> bool:
    """Whether there was such a session of theirs."""
    session = UserSession.objects.filter(user=user, pk=session_id).first()
    if session is None:
        return False
    session.end()
    return True


def end_all_sessions(user: User) -> None:
    for session in UserSession.objects.filter(user=user):
        session.end()


def stamp(request: HttpRequest) -> None:
    """Signing in counts as being seen."""
    request.session[SEEN] = int(time.time())
