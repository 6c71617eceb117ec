"""How many requests a minute are answered; settings.API_RATES says how many."""

import math
import time
from abc import ABC, abstractmethod
from typing import Any

from django.conf import settings
from django.core.cache import cache
from redis import RedisError
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

WINDOW = 60  # seconds


class Throttle(BaseThrottle, ABC):
    """Counts in fixed windows: one number in the cache a caller, whatever the rate."""

    def allow_request(self, request: Request, view: Any) -> bool:
        found = self.what(request, view)
        if found is None:
            return True
        return is_within(*found)

    def wait(self) -> float:
        return next_window()

    @abstractmethod
    def what(self, request: Request, view: Any) -> tuple[str, str] | None:
        """The rate that holds for this request, and the caller it is counted for."""


def is_within(rate: str, caller: str) -> bool:
    return counted(f"throttle:{rate}:{caller}:{int(time.time()) // WINDOW}") <= settings.API_RATES[rate]


def next_window() -> float:
    """Seconds until everybody begins anew."""
    return WINDOW - time.time() % WINDOW + 1


def must_wait(user: int | None, address: str) -> int:
    """Count a request that no view answers; the seconds to wait for whoever has asked too often."""
    within = is_within("address", address) if user is None else is_within("user", str(user))
    return 0 if within else math.ceil(next_window())


def counted(key: str) -> int:
    """How often this was asked, now included."""
    try:
        cache.add(key, 0, 2 * WINDOW)
        return int(cache.incr(key))
    except (RedisError, OSError, ValueError):  # a cache that is away or forgets is no reason to turn anybody down
        return 0


class UserThrottle(Throttle):
    def what(self, request: Request, view: Any) -> tuple[str, str] | None:  # noqa: ARG002
        return ("user", str(request.user.pk)) if request.user.is_authenticated else None


class AddressThrottle(Throttle):
    """For people who have not signed in; the web server has already asked the proxies for the address."""

    def what(self, request: Request, view: Any) -> tuple[str, str] | None:  # noqa: ARG002
        # Whose token was refused has no user that could be asked for.
        known = getattr(request, "_user", None)
        return None if known is not None and known.is_authenticated else ("address", self.get_ident(request))


class ScopeThrottle(Throttle):
    """For views that are dearer than others: they name a `throttle_scope` of their own for unsafe methods."""

    def what(self, request: Request, view: Any) -> tuple[str, str] | None:
        scope = getattr(view, "throttle_scope", None)
        if scope is None or request.method in ("GET", "HEAD"):
            return None
        return scope, str(request.user.pk or self.get_ident(request))
