from collections.abc import Iterator

import pytest
from django.core.cache import cache

from accounts.models import User
from tests.api.callers import Caller
from tests.tables import people


@pytest.fixture(autouse=True)
def fresh_throttles() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def users(db: None) -> list[User]:
    return people("ada", "bob", "carol")


@pytest.fixture
def ada(users: list[User]) -> Caller:
    return Caller(users[0])


@pytest.fixture
def bob(users: list[User]) -> Caller:
    return Caller(users[1])


@pytest.fixture
def carol(users: list[User]) -> Caller:
    return Caller(users[2])


@pytest.fixture
def nobody(db: None) -> Caller:
    return Caller()
