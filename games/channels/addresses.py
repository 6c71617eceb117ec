"""Addresses of our own pages, for readers elsewhere."""

from django.conf import settings


def absolute(path: str) -> str:
    """With the site before it, as people use it."""
    site = settings.SITE_URL.geturl() if settings.SITE_URL else f"http://127.0.0.1:{settings.PORT}"
    return f"{site.rstrip('/')}{path}"
