"""What was set: values that cannot be used, and those that make no sense together."""

from collections.abc import Iterator
from ipaddress import ip_address

from django.conf import settings
from django.core import checks

from .finding import Finding, error, note, warning


def configuration() -> Iterator[Finding]:
    for problem in settings.ENVIRONMENT.problems:
        yield error(
            str(problem), "No process of the site starts with it.", "Set it right; docs/settings.md explains each one."
        )
    yield from debugging()
    yield from address()
    yield from proxies()
    yield from keys()
    if settings.HTTPS:
        yield from deployment()


def debugging() -> Iterator[Finding]:
    if settings.DEBUG:
        yield error(
            "GENIAL_DEBUG is on.",
            "Whoever meets a mistake sees the inside of the site, secrets included.",
            "Take it out of the environment of a site that others use.",
        )


def address() -> Iterator[Finding]:
    if settings.SITE_URL is None:
        yield note(
            "GENIAL_URL is not set, so that this site is for this machine and its network.",
            "Links in mails lead to this machine, and connections are not encrypted.",
            "Set it to the address that people use, once they come from the Internet.",
        )
    elif not settings.HTTPS and not is_loopback(settings.SITE_URL.hostname):
        yield warning(
            "GENIAL_URL begins with http://.",
            "Passwords and sessions cross the network for everybody to read, and browsers allow no push messages.",
            "Put a proxy with a certificate in front (docs/operating/proxy.md), and set it to https://...",
        )
    if "*" in settings.ENVIRONMENT["GENIAL_HOSTS"]:
        yield warning(
            "GENIAL_HOSTS is *, so that the site answers to any name.",
            "Whoever sends a made-up name finds it in links of ours.",
            "List the names that people use.",
        )


def is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def proxies() -> Iterator[Finding]:
    environment = settings.ENVIRONMENT
    if "*" in environment["GENIAL_PROXIES"] and not is_loopback(environment["GENIAL_BIND"]):
        yield warning(
            "GENIAL_PROXIES is *, and the web server listens beyond this machine.",
            "Whoever reaches its port can claim to come from anywhere, which undoes every limit by address.",
            "List your proxies, or see to it that they alone reach the port.",
        )


def keys() -> Iterator[Finding]:
    """Several machines have to sign alike."""
    database = settings.DATABASES["default"]
    shared = database.get("HOST") and not str(database["HOST"]).startswith("/") and not is_loopback(database["HOST"])
    if shared and not settings.ENVIRONMENT["GENIAL_SECRET_KEY"]:
        yield warning(
            "The database is on another machine, and GENIAL_SECRET_KEY is not set.",
            "If there is a second machine with processes of the site, each makes a key of its own: people are signed "
            "out at random, and links in mails fail.",
            "Set the same GENIAL_SECRET_KEY and GENIAL_VAPID_KEY on all machines, or share the data folder.",
        )


def deployment() -> Iterator[Finding]:
    """What Django itself has to say."""
    for message in checks.run_checks(include_deployment_checks=True):
        if not message.is_silenced() and message.id not in ("genial.E001", "genial.E002"):
            level = error if message.level >= checks.ERROR else warning
            yield level(message.msg, f"Django's check {message.id} says so.", message.hint or "See Django's documents.")
