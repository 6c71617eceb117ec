"""Every line that the site logs: one shape, with the request or task that it belongs to, and without secrets.

Whoever logs uses Python's own `logging`; structlog turns its records into lines, as text or as JSON.
"""

import logging
from typing import Any

import structlog
from structlog.stdlib import ProcessorFormatter
from structlog.types import EventDict, WrappedLogger

from .redacting import redacted
from .request_ids import current

FACTS = "facts"
"""What else a line says: `logger.info("...", extra={FACTS: {...}})`. No other extra is logged."""
LEVELS = ("debug", "info", "warning", "error")


def take_facts(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    record: logging.LogRecord = event["_record"]
    if request_id := current.get():
        event["request_id"] = request_id
    event.update(getattr(record, FACTS, {}))
    return event


def name_route(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Django logs addresses, which may hold secrets, beside the request that they come from."""
    request = getattr(event["_record"], "request", None)
    path = getattr(request, "path", "")
    if len(path) > 1:
        match = getattr(request, "resolver_match", None)
        event["event"] = str(event["event"]).replace(path, match.view_name if match else "(no page of ours)")
    return event


def redact(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Facts are chosen with care where they are written; what others wrote is looked through."""
    if FACTS in event["_record"].__dict__ and "exception" not in event:
        return event
    for name in ("event", "exception", "stack"):
        if name in event:
            event[name] = redacted(str(event[name]))
    return event


SHARED: list[Any] = [
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    take_facts,
    name_route,
    structlog.processors.StackInfoRenderer(),
    structlog.processors.format_exc_info,  # without the values of variables
    redact,
]


def as_line(_logger: WrappedLogger, _method: str, event: EventDict) -> str:
    head = f"{event.pop('timestamp')} {event.pop('level').upper()} {event.pop('logger')}: {event.pop('event')}"
    more = [str(event.pop(name)) for name in ("exception", "stack") if name in event]
    facts = " ".join(f"{name}={value}" for name, value in event.items() if value not in (None, ""))
    return "\n".join([f"{head} ({facts})" if facts else head, *more])


def text() -> ProcessorFormatter:
    time = structlog.processors.TimeStamper(fmt="%Y-%m-%d %H:%M:%S", utc=False)
    return formatter(time, as_line)


def json() -> ProcessorFormatter:
    time = structlog.processors.TimeStamper(fmt="iso", utc=True)
    return formatter(time, structlog.processors.JSONRenderer(ensure_ascii=False))


def formatter(time: Any, renderer: Any) -> ProcessorFormatter:
    final = [ProcessorFormatter.remove_processors_meta, renderer]
    return ProcessorFormatter(processors=final, foreign_pre_chain=[time, *SHARED])


def configuration(*, form: str, level: str, debug: bool) -> dict[str, Any]:
    """Django's LOGGING. JSON is for machines, which want to know of every request; text is for people, who do not."""
    chosen = (level or ("info" if form == "json" else "warning")).upper()
    ours = ("genial", "games", "accounts", "genial_site")
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": f"{__name__}.{form}"}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": "INFO" if chosen == "DEBUG" else chosen},
        "loggers": {
            **({name: {"level": chosen} for name in ours} if chosen == "DEBUG" else {}),
            # Django's own set-up logs to the console in debug mode only.
            "django": {"handlers": [], "level": "INFO" if debug else "WARNING", "propagate": True},
            # Where there is no mail server, the operator is to know that a mail lies in its folder.
            "genial_site.mail": {"level": "INFO"},
            # What strangers ask for is no news: missing pages, made-up host names.
            "django.request": {"level": "ERROR"},
            "django.security.DisallowedHost": {"level": "CRITICAL"},
            # We log requests and tasks ourselves, with the names that belong to them.
            "celery.worker.strategy": {"level": "WARNING"},
            "celery.app.trace": {"level": "WARNING"},
            "celery.beat": {"level": "WARNING"},
            "uvicorn.access": {"level": "CRITICAL"},
            # At the level of every detail they tell what they send and get.
            **{name: {"level": "WARNING"} for name in ("kombu", "amqp", "urllib3", "asyncio", "numba", "PIL")},
        },
    }


def set_up() -> None:
    """For processes that start outside Django's commands."""
    from django.conf import settings
    from django.utils.log import configure_logging

    configure_logging(settings.LOGGING_CONFIG, settings.LOGGING)
