from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.tasks import clear_expired_sessions


@pytest.mark.django_db
def test_only_expired_sessions_are_cleared() -> None:
    for key, days in (("old", -1), ("new", 1)):
        Session.objects.create(session_key=key, session_data="", expire_date=timezone.now() + timedelta(days=days))
    clear_expired_sessions()
    assert [session.session_key for session in Session.objects.all()] == ["new"]
