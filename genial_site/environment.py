"""Every environment variable that the site reads: one table, its parsers, and what is wrong with it."""

from __future__ import annotations

import base64
import os
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit
from zoneinfo import ZoneInfo

from .operation.logs import LEVELS
from .secret import ORDER_OF_P256

HERE = Path(__file__).resolve().parent.parent

LABEL = r"[a-z0-9]([a-z0-9-]*[a-z0-9])?"
HOST = re.compile(rf"\*|\.?{LABEL}(\.{LABEL})*|\[[0-9a-f:.]+\]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Variable:
    name: str
    default: str
    parse: Callable[[str], Any]
    expects: str
    help: str
    shown: Callable[[str], str] = repr  # how a value may be printed


@dataclass(frozen=True, slots=True)
class Problem:
    """A variable whose value we cannot use."""

    variable: Variable
    value: str

    def __str__(self) -> str:
        return f"{self.variable.name} is {self.variable.shown(self.value)}, but must be {self.variable.expects}."


def without_password(value: str) -> str:
    return repr(re.sub(r"://.*@", "://***@", value))


def unseen(value: str) -> str:
    return f"set to {len(value)} characters that are not shown here"


# --- parsers: each raises ValueError on a value that it cannot use -------------------------------


def boolean(value: str) -> bool:
    words = {
        "1": True,
        "true": True,
        "yes": True,
        "on": True,
        "0": False,
        "false": False,
        "no": False,
        "off": False,
        "": False,
    }
    try:
        return words[value.lower()]
    except KeyError:
        raise ValueError from None


def whole_number(low: int, high: int) -> Callable[[str], int]:
    def parse(value: str) -> int:
        number = int(value) if value.isascii() and value.isdigit() else -1
        if not low <= number <= high:
            raise ValueError
        return number

    return parse


def seconds(most: float) -> Callable[[str], float]:
    def parse(value: str) -> float:
        number = float(value) if re.fullmatch(r"\d+(\.\d+)?", value, re.ASCII) else -1.0
        if not 0 <= number <= most:
            raise ValueError
        return number

    return parse


def one_of(*choices: str) -> Callable[[str], str]:
    def parse(value: str) -> str:
        if value.lower() not in choices:
            raise ValueError
        return value.lower()

    return parse


def words(value: str) -> list[str]:
    return [word.strip() for word in value.split(",") if word.strip()]


def address(value: str) -> str:
    return str(ip_address(value))


def networks(value: str) -> list[str]:
    return [word if word == "*" else str(ip_network(word)) if "/" in word else address(word) for word in words(value)]


def hosts(value: str) -> list[str]:
    names = words(value)
    if not all(HOST.fullmatch(name) for name in names):
        raise ValueError
    return names


def site_url(value: str) -> SplitResult | None:
    if not value:
        return None
    url = urlsplit(value)
    if url.scheme not in ("http", "https") or not url.hostname or url.path.strip("/") or url.query or url.fragment:
        raise ValueError
    hosts(url.hostname)
    _ = url.port
    return url


def web_address(value: str) -> str:
    url = urlsplit(value)
    if value and (url.scheme not in ("http", "https") or not url.hostname or not value.isprintable() or " " in value):
        raise ValueError
    return value


def folder(value: str) -> Path:
    if not value or "\0" in value:
        raise ValueError
    return (HERE / Path(value).expanduser()).resolve()


def folder_or_none(value: str) -> Path | None:
    return folder(value) if value else None


def time_zone(value: str) -> str:
    try:
        ZoneInfo(value)
    except (OSError, KeyError):  # ZoneInfoNotFoundError is a KeyError
        raise ValueError from None
    if not value:
        raise ValueError
    return value


def secret_key(value: str) -> str:
    if value and (len(value) < 50 or len(set(value)) < 5):
        raise ValueError
    return value


def vapid_key(value: str) -> str:
    """A number below the curve's order, as 32 bytes in base64url without padding."""
    if value and not re.fullmatch(r"[A-Za-z0-9_-]{43}", value):
        raise ValueError
    if value and not 0 < int.from_bytes(base64.urlsafe_b64decode(value + "=")) < ORDER_OF_P256:
        raise ValueError
    return value


def token(value: str) -> str:
    if value and not re.fullmatch(r"[!-~]{20,200}", value):
        raise ValueError
    return value


def mail_address(value: str) -> str:
    if not re.match(r"^[^@<>\r\n]*<[^@\s<>]+@[^@\s<>]+>$|^[^@\s<>]+@[^@\s<>]+$", value):
        raise ValueError
    return value


def database(value: str) -> dict[str, Any] | None:
    """Django's DATABASES entry, without the options that hold for every database of its kind."""
    if not value:
        return None
    url = urlsplit(value)
    if url.scheme == "sqlite" and not url.netloc and url.path not in ("", "/") and not url.query:
        return {"ENGINE": "django.db.backends.sqlite3", "NAME": str(folder(unquote(url.path[1:])))}
    if (
        url.scheme not in ("postgres", "postgresql")
        or not url.path.strip("/")
        or "/" in url.path.strip("/")
        or url.fragment
    ):
        raise ValueError
    options = dict(parse_qsl(url.query, strict_parsing=True) if url.query else ())
    host = options.pop("host", unquote(url.hostname or ""))
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(url.path[1:]),
        "USER": unquote(url.username or ""),
        "PASSWORD": unquote(url.password or ""),
        "HOST": host,
        "PORT": str(url.port or options.pop("port", "")),
        "OPTIONS": options,
    }


def redis_url(value: str) -> str:
    if not value:
        return value
    url = urlsplit(value)
    _ = url.port
    network = url.scheme in ("redis", "rediss") and url.hostname and re.fullmatch(r"/?\d*", url.path)
    local = url.scheme == "unix" and not url.netloc and url.path.startswith("/")
    if not (network or local):
        raise ValueError
    return value


def mail_server(value: str) -> dict[str, Any]:
    """Django's EMAIL_ settings."""
    backends = "django.core.mail.backends."
    url = urlsplit(value)
    if not value:
        return {"EMAIL_BACKEND": "genial_site.mail.PrivateFiles"}
    if value == "console:":
        return {"EMAIL_BACKEND": backends + "console.EmailBackend"}
    if url.scheme == "file" and not url.netloc and url.path:
        return {"EMAIL_BACKEND": "genial_site.mail.PrivateFiles", "EMAIL_FILE_PATH": str(folder(unquote(url.path)))}
    if url.scheme not in ("smtp", "smtp+tls", "smtps") or not url.hostname or url.path.strip("/"):
        raise ValueError
    return {
        "EMAIL_BACKEND": backends + "smtp.EmailBackend",
        "EMAIL_HOST": url.hostname,
        "EMAIL_PORT": url.port or {"smtp": 25, "smtp+tls": 587, "smtps": 465}[url.scheme],
        "EMAIL_HOST_USER": unquote(url.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(url.password or ""),
        "EMAIL_USE_TLS": url.scheme == "smtp+tls",
        "EMAIL_USE_SSL": url.scheme == "smtps",
    }


# --- the table -----------------------------------------------------------------------------------

VARIABLES = (
    Variable(
        "GENIAL_DATA",
        "data",
        folder,
        "the path of a folder",
        "The folder of all that the site keeps: database, secret key, media, broker. Relative to `manage.py`.",
    ),
    Variable(
        "GENIAL_BACKUPS",
        "",
        folder_or_none,
        "the path of a folder",
        "Where `manage.py backup` puts its archives; best on another disk. Empty: the folder `backups` of the data "
        "folder.",
    ),
    Variable(
        "PORT",
        "8000",
        whole_number(1, 65535),
        "a port number from 1 to 65535",
        "The port that the web server listens on.",
    ),
    Variable(
        "GENIAL_BIND",
        "127.0.0.1",
        address,
        "an IP address of this machine, such as 127.0.0.1",
        "The address that the web server listens on; `0.0.0.0` for every one.",
    ),
    Variable(
        "GENIAL_URL",
        "",
        site_url,
        "the address of the site without a path, such as https://play.example.org",
        "The address that people use. With `https` the site insists on secure connections everywhere.",
    ),
    Variable(
        "GENIAL_SOURCE",
        "",
        web_address,
        "a web address such as https://git.example.org/genial",
        "Where people find the source code of the site as you run it; the foot of every page leads there. The AGPL "
        "asks for it if you have changed anything.",
    ),
    Variable(
        "GENIAL_NEWCOMERS",
        "12",
        whole_number(1, 1_000_000),
        "a whole number from 1 to 1000000",
        "How many guests, and how many new accounts, one network address may bring in an hour. Schools and offices "
        "share an address.",
    ),
    Variable(
        "GENIAL_HOSTS",
        "",
        hosts,
        "host names separated by commas, such as play.example.org,192.168.1.20",
        "Further host names that the site answers to, beside the one in `GENIAL_URL` and this machine's own.",
    ),
    Variable(
        "GENIAL_PROXIES",
        "127.0.0.1,::1",
        networks,
        "IP addresses or networks separated by commas, or *",
        "Addresses of reverse proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` headers are believed.",
    ),
    Variable(
        "DATABASE_URL",
        "",
        database,
        "postgres://user:password@host:port/name or sqlite:///path",
        "The database. Empty: SQLite in the data folder. A PostgreSQL socket is named by `?host=/folder`.",
        shown=without_password,
    ),
    Variable(
        "DATABASE_POOL",
        "0",
        whole_number(0, 1000),
        "a whole number from 0 to 1000",
        "How many PostgreSQL connections a process pools; 0 keeps one a thread.",
    ),
    Variable(
        "REDIS_URL",
        "",
        redis_url,
        "redis://host:port/number, rediss://host:port/number or unix:///path",
        "Redis or Valkey for tasks, cache and live updates. Empty: `manage.py serve` starts one of its own.",
        shown=without_password,
    ),
    Variable(
        "EMAIL_URL",
        "",
        mail_server,
        "smtp://user:password@host:port, smtp+tls://..., smtps://..., file:///folder or console:",
        "Where mail goes. Empty: files in the folder `mail` of the data folder, for the operator alone. `console:` "
        "prints it, with the secret links of invitations, to the log.",
        shown=without_password,
    ),
    Variable(
        "GENIAL_MAIL_FROM",
        "Genial <genial@localhost>",
        mail_address,
        "a mail address such as Genial <genial@example.org>",
        "The sender of the site's mails.",
    ),
    Variable(
        "GENIAL_SECRET_KEY",
        "",
        secret_key,
        "at least 50 characters of chance",
        "Signs sessions and links. Empty: made on the first start and kept in the data folder.",
        shown=unseen,
    ),
    Variable(
        "GENIAL_VAPID_KEY",
        "",
        vapid_key,
        "a private key for web push, 43 characters in base64url",
        "Signs push messages. Browsers know its public half: with a new key, people have to turn push on again. Empty: "
        "made when it is first needed and kept in the data folder. Machines with data folders of their own need the "
        "same one.",
        shown=unseen,
    ),
    Variable(
        "GENIAL_LOCAL_WEBHOOKS",
        "0",
        boolean,
        "1 or 0",
        "Whether webhooks and push messages may go to this machine itself, also without TLS: for tests, and where you "
        "alone have accounts. Otherwise they go to the public Internet only.",
    ),
    Variable(
        "GENIAL_METRICS_TOKEN",
        "",
        token,
        "20 to 200 letters, digits and signs without a space",
        "Whoever sends it as `Authorization: Bearer ...` may read `/metrics` and the details of `/readyz`. Empty: only "
        "requests from this machine itself that no proxy has passed on.",
        shown=unseen,
    ),
    Variable(
        "GENIAL_LOG",
        "text",
        one_of("text", "json"),
        "text or json",
        "How the log is written: `text` for people, `json` for programs, with a line for each request and task.",
    ),
    Variable(
        "GENIAL_LOG_LEVEL",
        "",
        one_of("", *LEVELS),
        "debug, info, warning or error",
        "What is important enough to be logged. Empty: `warning` as text, `info` as JSON. From `info` on there is a "
        "line for each request and task.",
    ),
    Variable("GENIAL_DEBUG", "0", boolean, "1 or 0", "Django's debug pages, for developers only."),
    Variable(
        "GENIAL_TIME_ZONE",
        "UTC",
        time_zone,
        "the name of a time zone, such as Europe/Amsterdam",
        "The time zone of the site.",
    ),
    Variable(
        "GENIAL_WEB_PROCESSES", "1", whole_number(1, 64), "a whole number from 1 to 64", "How many web processes run."
    ),
    Variable(
        "GENIAL_WEB_THREADS",
        "8",
        whole_number(1, 200),
        "a whole number from 1 to 200",
        "How many requests a web process works on at once.",
    ),
    Variable(
        "GENIAL_WORKERS",
        "2",
        whole_number(1, 64),
        "a whole number from 1 to 64",
        "How many tasks a worker works on at once.",
    ),
    Variable(
        "GENIAL_BOT_WORKERS",
        "2",
        whole_number(1, 64),
        "a whole number from 1 to 64",
        "How many bots think at once; each takes a core for up to a second a turn, behind everything else.",
    ),
    Variable(
        "GENIAL_BOT_DELAY",
        "1",
        seconds(10),
        "a number of seconds from 0 to 10",
        "How long a bot takes at least to answer a person, so that people can follow. Between bots there is no delay.",
    ),
)


@dataclass(frozen=True, slots=True)
class Environment:
    values: Mapping[str, Any]
    problems: tuple[Problem, ...]

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    def broken(self, name: str) -> bool:
        return any(problem.variable.name == name for problem in self.problems)

    def insist(self) -> None:
        """Stop the process if there is a problem, and name them all."""
        if self.problems:
            sys.exit("\n".join(f"Genial cannot start: {problem}" for problem in self.problems))


def read(environ: Mapping[str, str] = os.environ) -> Environment:
    """Parse every variable; one that is wrong counts as its default and is listed as a problem."""
    values: dict[str, Any] = {}
    problems: list[Problem] = []
    for variable in VARIABLES:
        value = environ.get(variable.name, variable.default).strip()
        try:
            values[variable.name] = variable.parse(value)
        except ValueError:
            problems.append(Problem(variable, value))
            values[variable.name] = variable.parse(variable.default)
    return Environment(values, tuple(problems))
