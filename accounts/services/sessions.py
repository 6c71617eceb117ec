"""Sessions of people who have no password to begin one with."""

from django.contrib.auth import login
from django.http import HttpRequest

from accounts.models import User

A_YEAR = 60 * 60 * 24 * 365


def remember_guest(request: HttpRequest, guest: User) -> None:
    """A guest has nothing but this session: it lasts, and is renewed when they become an account."""
    login(request, guest)
    request.session.set_expiry(A_YEAR)
