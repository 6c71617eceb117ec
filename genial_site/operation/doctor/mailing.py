"""Whether mails can go out: the server is asked for its name and let us in, but is given no mail."""

import smtplib
import ssl
from collections.abc import Iterator

from django.conf import settings
from django.core.mail import get_connection

from .finding import Finding, error, note, warning

PATIENCE = 3  # seconds


def mailing() -> Iterator[Finding]:
    if not settings.EMAIL_BACKEND.endswith("smtp.EmailBackend"):
        yield without_server()
        return
    if settings.DEFAULT_FROM_EMAIL.rstrip(">").endswith("@localhost"):
        yield warning(
            f"Mails come from {settings.DEFAULT_FROM_EMAIL}.",
            "Other servers turn away what comes from localhost.",
            "Set GENIAL_MAIL_FROM to an address of a domain that is yours.",
        )
    server = f"{settings.EMAIL_HOST} port {settings.EMAIL_PORT}"
    try:
        connection = get_connection(timeout=PATIENCE, fail_silently=False)
        connection.open()
        connection.close()
    except smtplib.SMTPAuthenticationError:
        yield error(
            f"The mail server {server} does not know this name and password.",
            "No mail goes out.",
            "Set them right in EMAIL_URL; signs such as @ and / are written as %40 and %2F there.",
        )
    except ssl.SSLError as problem:
        yield error(
            f"No secure connection to the mail server {server} could be made ({why_not(problem)}).",
            "No mail goes out.",
            "smtp+tls:// begins in the clear on port 587, smtps:// is encrypted from the start on port 465; its "
            "certificate has to fit its name.",
        )
    except (OSError, smtplib.SMTPException) as problem:
        yield error(
            f"The mail server {server} does not answer as one ({type(problem).__name__}).",
            "No mail goes out: nobody is told of their turns, and nobody gets in who has forgotten a password.",
            "See whether EMAIL_URL has the right host and port, and whether a firewall stands between.",
        )
    yield note("manage.py send_test_mail YOU@example.org shows whether a mail arrives.")


def why_not(problem: ssl.SSLError) -> str:
    return getattr(problem, "reason", None) or "for a reason that it does not tell"


def without_server() -> Finding:
    what = "EMAIL_URL is not set, so that mails are not sent: they lie in files for the operator, at /operator/mails/."
    if settings.SITE_URL is None or "console" in settings.EMAIL_BACKEND:
        return note(what)
    return warning(
        what,
        "Nobody is told of their turns by mail, and whoever forgets a password needs you.",
        "Set EMAIL_URL and GENIAL_MAIL_FROM (docs/operating/mail.md).",
    )
