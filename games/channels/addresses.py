"""The site's own addresses in what leaves it: no request is at hand there that would tell them."""

from urllib.parse import urlsplit

from django.conf import settings


def absolute(path: str) -> str:
    site = settings.SITE_URL.geturl() if settings.SITE_URL else f"http://127.0.0.1:{settings.PORT}"
    return f"{site.rstrip('/')}{path}"


def host() -> str:
    """What stands behind the @ of our message ids."""
    return urlsplit(absolute("/")).hostname or "localhost"
