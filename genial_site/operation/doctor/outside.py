"""The site as people reach it: through its public address."""

import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

from django.conf import settings

from .finding import Finding, error, note

PATIENCE = 5.0  # seconds


class Stay(urllib.request.HTTPRedirectHandler):
    """A redirect is an answer."""

    def redirect_request(self, *_arguments: Any) -> None:
        return None


def outside() -> Iterator[Finding]:
    if settings.SITE_URL is None:
        yield error("GENIAL_URL is not set.", "There is no address to ask.", "Set it.")
        return
    address = f"{settings.SITE_URL.scheme}://{settings.SITE_URL.netloc}"
    opener = urllib.request.build_opener(Stay())
    try:
        with opener.open(f"{address}/healthz", timeout=PATIENCE) as answer:
            alive = answer.read(10) == b"ok\n"
        if not alive:
            yield error(
                f"{address} leads to something else than this site.",
                "People get to another place.",
                "See where the name and the proxy lead.",
            )
            return
        with opener.open(f"{address}/robots.txt", timeout=PATIENCE):
            yield note(f"{address} leads here.")
    except urllib.error.HTTPError as problem:
        yield refused(address, problem.code)
    except (OSError, ValueError) as problem:
        yield error(
            f"{address} does not answer ({getattr(problem, 'reason', type(problem).__name__)}).",
            "Nobody reaches the site.",
            "See whether the name leads to the proxy, whether it runs, and whether its certificate holds.",
        )


def refused(address: str, status: int) -> Finding:
    if status in (301, 302, 307, 308):
        return error(
            f"{address} sends browsers round in circles.",
            "The site asks for https and does not know that it has it.",
            "The proxy has to set X-Forwarded-Proto, and its address has to be in GENIAL_PROXIES.",
        )
    if status == 400:
        return error(
            f"{address} is turned away by the site itself (status 400).",
            "It is asked under a name that it does not know.",
            "The proxy has to pass the Host on as it is.",
        )
    return error(
        f"{address} answers with status {status}.",
        "The proxy is there, the site behind it is not.",
        "See the proxy's log, and that it asks the right port.",
    )
