"""Requests to addresses that people gave us: only to the public Internet, only to the very address that was checked.

Whoever enters an address wants something sent there; they must not get our server to speak to what only it can reach.
So the name is looked up once, every answer must be public, the connection goes to one of those answers (a second
look-up could tell another story), TLS is verified for the name, redirects are not followed, and time is short.
"""

import http.client
import ipaddress
import re
import socket
import ssl
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext_noop as _

from .trouble import Permanent, Temporary

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

TIMEOUT = 10.0
"""Seconds for the whole of it: look-up, connection, request, answer."""
LONGEST = 500
"""Characters of an address."""
LOWEST_PORT = 1024
"""Beside 443: below it live services that are not for everybody."""

PRINTABLE, ONE_LINE = re.compile(r"[!-~]+"), re.compile(r"[ -~]*")
NAME = re.compile(r"(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*", re.IGNORECASE)
LIKE_A_NUMBER = re.compile(r"(\d+|0x[0-9a-f]*)$", re.IGNORECASE)
"""A last label as in 127.1, 0x7f000001 or 2130706433, which a resolver takes for an address."""

NOT_PUBLIC = tuple(
    ipaddress.ip_network(network)
    for network in (
        "168.63.129.16/32",  # a cloud's own services, at an address that looks public
        "192.88.99.0/24",  # the way into 6to4
        "2001::/23",  # Teredo and other special uses
        "2002::/16",  # 6to4, which wraps IPv4
        "2001:db8::/32",
        "3fff::/20",
    )
)
PUBLIC_V6 = ipaddress.IPv6Network("2000::/3")
"""All that has ever been given out; NAT64, mapped, local and link addresses lie outside."""


@dataclass(frozen=True, slots=True)
class Target:
    host: str
    port: int
    path: str
    secure: bool

    @property
    def authority(self) -> str:
        name = f"[{self.host}]" if ":" in self.host else self.host
        return name if self.port == (443 if self.secure else 80) else f"{name}:{self.port}"


def read_target(url: str) -> Target:
    """What the address names, or Permanent if it is none of ours to use. Asks nobody."""
    if len(url) > LONGEST or not PRINTABLE.fullmatch(url):
        raise Permanent(_("That is no web address."))
    try:
        parts = urlsplit(url)
        port, host = parts.port, parts.hostname or ""
    except ValueError:
        raise Permanent(_("That is no web address.")) from None
    if parts.scheme not in ("https", *(["http"] if settings.LOCAL_WEBHOOKS else [])):
        raise Permanent(_("The address has to begin with https://."))
    if "@" in parts.netloc:
        raise Permanent(_("The address must not hold a name or password."))
    if not is_host(host):
        raise Permanent(_("That is no web address."))
    secure = parts.scheme == "https"
    port = port if port is not None else (443 if secure else 80)
    if port != 443 and port < LOWEST_PORT and not settings.LOCAL_WEBHOOKS:
        raise Permanent(_("This port cannot be used."))
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    target = Target(host, port, path, secure)
    if is_address(host):
        check_address(host, target)
    return target


def is_host(host: str) -> bool:
    """A name, or an address in its one proper spelling."""
    if is_address(host):
        return "%" not in host
    return bool(NAME.fullmatch(host)) and not LIKE_A_NUMBER.fullmatch(host.rpartition(".")[2])


def is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def check_address(found: str, target: Target) -> None:
    address = ipaddress.ip_address(found.partition("%")[0])
    is_local = settings.LOCAL_WEBHOOKS and address.is_loopback
    if not (is_local or (target.secure and is_public(address))):
        raise Permanent(_("The address does not lead to the public Internet."))


def is_public(address: Address) -> bool:
    if isinstance(address, ipaddress.IPv6Address) and address not in PUBLIC_V6:
        return False
    special = address.is_multicast or address.is_reserved or address.is_unspecified or not address.is_global
    return not special and not any(address in network for network in NOT_PUBLIC)


def look_up(target: Target, until: float) -> list[str]:
    """All addresses of a name, once each of them may be spoken to."""
    found = resolve(target.host, target.port, until)
    for each in found:
        check_address(each, target)
    return found


def resolve(host: str, port: int, until: float) -> list[str]:
    """In a thread, for the system's resolver takes its time and cannot be interrupted."""
    answers: list[str] = []

    def ask() -> None:
        with suppress(OSError, UnicodeError):
            answers.extend(str(entry[4][0]) for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))

    thread = threading.Thread(target=ask, daemon=True)
    thread.start()
    thread.join(max(until - time.monotonic(), 0))
    if thread.is_alive() or not answers:
        raise Temporary(_("The name of the server could not be looked up."))
    return list(dict.fromkeys(answers))


def post(url: str, body: bytes, headers: Mapping[str, str], timeout: float = TIMEOUT) -> int:
    """Send it, and say with which status the server answered. What else it says is not read."""
    until = time.monotonic() + timeout
    target = read_target(url)
    addresses = look_up(target, until)
    try:
        with connected(target, addresses, until) as connection:
            status = exchange(connection, target, body, headers)
    except ssl.SSLCertVerificationError as problem:
        raise Permanent(_("The server could not prove its name.")) from problem
    except (OSError, http.client.HTTPException) as problem:
        raise Temporary(_("The server did not answer.")) from problem
    if 300 <= status < 400:
        raise Permanent(_("The address leads on to another one; enter that one."))
    return status


@contextmanager
def connected(target: Target, addresses: list[str], until: float) -> Iterator[socket.socket]:
    """A connection to one of these addresses, cut when the time is up, however slowly the other side speaks."""
    plain = connect(target, addresses, until)
    with plain, plain.dup() as handle:  # wrapping takes the socket over; the duplicate can still end it
        alarm = threading.Timer(max(until - time.monotonic(), 0), cut, [handle])
        alarm.daemon = True
        alarm.start()
        try:
            if not target.secure:
                yield plain
                return
            with tls().wrap_socket(plain, server_hostname=target.host) as wrapped:
                yield wrapped
        finally:
            alarm.cancel()
            alarm.join()


def connect(target: Target, addresses: list[str], until: float) -> socket.socket:
    problem: OSError | None = None
    for address in addresses:
        left = until - time.monotonic()
        if left <= 0:
            break
        try:
            return socket.create_connection((address, target.port), timeout=left)
        except OSError as tried:
            problem = tried
    raise problem or TimeoutError


def cut(handle: socket.socket) -> None:
    with suppress(OSError):
        handle.shutdown(socket.SHUT_RDWR)


@cache
def tls() -> ssl.SSLContext:
    return ssl.create_default_context()


def exchange(connected_to: socket.socket, target: Target, body: bytes, headers: Mapping[str, str]) -> int:
    if not all(ONE_LINE.fullmatch(value) for value in headers.values()):
        raise ValueError("A header is one line of ASCII.")
    connection = http.client.HTTPConnection(target.host, target.port)
    connection.sock = connected_to
    try:
        sent = {"Host": target.authority, "User-Agent": "Genial", "Connection": "close", **headers}
        connection.request("POST", target.path, body, sent)
        with connection.getresponse() as response:
            return response.status
    finally:
        connection.close()
