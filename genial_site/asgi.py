"""The web server's entry: Django through its WSGI handler in a pool of threads, which costs less than its ASGI one."""

from typing import Any, cast

from a2wsgi import WSGIMiddleware
from django.conf import settings

from .wsgi import application as django_application

settings.ENVIRONMENT.insist()

# Django answers with an iterable of bytes, which its type stubs do not say.
application = WSGIMiddleware(cast("Any", django_application), workers=settings.ENVIRONMENT["GENIAL_WEB_THREADS"])
