"""Moderators and measures, for tests."""

from datetime import datetime, timedelta

from accounts.models import User
from accounts.services.roles import make_moderator
from tests.tables import NOW

A_WEEK = timedelta(days=7)


def moderator(name: str = "mo") -> User:
    user = User.objects.create_user(name)
    make_moderator(user=user, actor=None, now=NOW)
    return User.objects.get(pk=user.pk)


def operator(name: str = "op") -> User:
    return User.objects.create_superuser(name)


def fresh_user(user: User) -> User:
    return User.objects.get(pk=user.pk)


def in_a_week(now: datetime) -> datetime:
    return now + A_WEEK
