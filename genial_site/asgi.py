"""The web server's entry: event streams to a handler of their own, and all else to Django.

Django runs behind its WSGI handler in a pool of threads, which costs less than its ASGI one.
"""

from typing import Any, cast

from a2wsgi import WSGIMiddleware
from django.conf import settings

from .checks import insist_on_settings
from .stopping import before_stop
from .wsgi import application as django_application

insist_on_settings()

from games.api.streams.asking import is_stream  # noqa: E402  # these need Django set up
from games.api.streams.handler import Streams  # noqa: E402

from .api.throttles import must_wait  # noqa: E402
from .bodies import WholeBodies  # noqa: E402

# Django answers with an iterable of bytes, which its type stubs do not say.
in_threads = WSGIMiddleware(cast("Any", django_application), workers=settings.ENVIRONMENT["GENIAL_WEB_THREADS"])
django = WholeBodies(cast("Any", in_threads))
streams = Streams(must_wait=must_wait)


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    if not is_stream(scope):
        await django(scope, receive, send)
        return
    before_stop(streams.hub.close)
    await streams(scope, receive, send)
