"""The web server's entry: questions after its health and event streams to handlers of their own, all else to Django.

Django runs behind its WSGI handler in a pool of threads, which costs less than its ASGI one.
"""

from typing import Any, cast

from a2wsgi import WSGIMiddleware
from django.conf import settings
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from .checks import insist_on_settings
from .stopping import before_stop
from .wsgi import application as django_application

insist_on_settings()

from games.api.streams.asking import is_stream  # noqa: E402  # these need Django set up
from games.api.streams.handler import Streams  # noqa: E402

from .api.throttles import must_wait  # noqa: E402
from .bodies import WholeBodies  # noqa: E402
from .operation import metrics  # noqa: E402
from .operation.doors import is_door, open_door  # noqa: E402
from .operation.request_ids import id_of  # noqa: E402
from .operation.requests import StreamsNoted  # noqa: E402

metrics.share(settings.DATA_DIR / "metrics")

# Django answers with an iterable of bytes, which its type stubs do not say.
in_threads = WSGIMiddleware(cast("Any", django_application), workers=settings.ENVIRONMENT["GENIAL_WEB_THREADS"])
django = WholeBodies(cast("Any", in_threads))
streams = Streams(must_wait=must_wait)


noted_streams = StreamsNoted(streams)


async def site(scope: dict[str, Any], receive: Any, send: Any) -> None:
    if not is_stream(scope):
        await django(scope, receive, send)
        return
    before_stop(streams.hub.close)
    await noted_streams(scope, receive, send)


behind_proxies = ProxyHeadersMiddleware(cast("Any", site), settings.ENVIRONMENT["GENIAL_PROXIES"])


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Sees who is really at the other end; whom a proxy speaks for is found out further in."""
    if is_door(scope):
        await open_door(scope, send)
        return
    by_proxy = (scope.get("client") or ("",))[0] in behind_proxies.trusted_hosts
    scope["request_id"] = id_of(scope, by_proxy=by_proxy)
    await behind_proxies(cast("Any", scope), receive, send)
