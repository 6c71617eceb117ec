"""Mails: one for all that is due, most urgent first, with a picture of each position and a thread for each game."""

import hashlib
import logging
import re
import smtplib
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from email.mime.image import MIMEImage
from email.utils import format_datetime
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language, ngettext

from accounts.models import User
from games.channels.addresses import absolute, host
from games.channels.pictures import Picture, picture_of
from games.channels.trouble import Permanent, Temporary
from games.channels.wording import Words, by_game, is_asked, words
from games.drawing.colours import DARK, LIGHT
from games.models import Game, Notice
from games.services.notices.unsubscribing import unsubscribe_path

logger = logging.getLogger(__name__)

MOST_PICTURES = 3
"""In one mail, those of the most urgent games."""
LONGEST_SUBJECT = 150

UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Kinds of characters that a header does not have: line breaks, and all that hides or turns the others."""


def deliver(user: User, notices: Sequence[Notice], now: datetime) -> str:
    """Send one mail in the active language and time zone, which are its reader's; returns its message id."""
    message = compose(user, notices, now)
    send(message)
    return str(message.extra_headers["Message-ID"])


# --- writing -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Entry:
    """A game in a mail."""

    words: Words
    also: tuple[Words, ...]
    """What else there is to say of it."""
    address: str
    picture: Picture | None
    cid: str


class Mail(EmailMultiAlternatives):
    mixed_subtype = "related"  # the pictures belong to the text


def compose(user: User, notices: Sequence[Notice], now: datetime) -> Mail:
    games = by_game(notices)
    entries = [entry(user, about, now, shown=at < MOST_PICTURES) for at, about in enumerate(games)]
    kinds = {notice.kind for notice in notices}
    off = absolute(unsubscribe_path(user, kinds.pop() if len(kinds) == 1 else ""))
    ids = [notice.pk for notice in notices]
    return written(
        "notices",
        to=user.email,
        subject=subject(games, entries),
        context={"entries": entries, "settings": absolute(reverse("pages:notice-settings")), "off": off},
        headers={
            "Message-ID": message_id("notices", user.pk, *sorted(ids)),
            **(thread_of(games[0][0].game) if len(games) == 1 else {}),
            **unsubscribing(off),
            "Date": format_datetime(now),
        },
        pictures={found.cid: found.picture for found in entries if found.picture},
    )


def entry(user: User, about: Sequence[Notice], now: datetime, *, shown: bool) -> Entry:
    first, *others = (words(notice, now) for notice in about)
    game = about[0].game
    return Entry(
        words=first,
        also=tuple({told.title: told for told in others if told.title != first.title}.values()),
        address=absolute(first.path),
        picture=drawn(game, user) if shown else None,
        cid=f"{game.pk}@{host()}",
    )


def drawn(game: Game, user: User) -> Picture | None:
    """A picture is not worth losing the mail for."""
    try:
        return picture_of(game.pk, user)
    except Exception:
        logger.exception("The position of %s could not be drawn.", game.pk)
        return None


def subject(games: Sequence[Sequence[Notice]], entries: Sequence[Entry]) -> str:
    """For one game always the same as long as the same is asked: some programs thread by it."""
    waiting = sum(is_asked(about[0]) for about in games)
    first = entries[0].words.title
    if waiting > 1:
        return ngettext("Your turn in %(count)d game", "Your turn in %(count)d games", waiting) % {"count": waiting}
    if len(entries) == 1:
        return first
    more = len(entries) - 1
    # Translators: the subject of a mail, as in "Your turn against Bob, and 2 more games".
    said = ngettext("%(first)s, and %(count)d more game", "%(first)s, and %(count)d more games", more)
    return said % {"first": first, "count": more}


def written(
    template: str,
    *,
    to: str,
    subject: str,
    context: Mapping[str, Any],
    headers: Mapping[str, str],
    pictures: Mapping[str, Picture] | None = None,
) -> Mail:
    """A mail of ours: `templates/mails/` has its text and its HTML."""
    line = header_line(subject)
    look = {"light": underscored(LIGHT), "dark": underscored(DARK), "language": get_language(), "home": absolute("/")}
    filled = {"subject": line, **look, **context}
    message = Mail(
        line,
        render_to_string(f"mails/{template}.txt", filled).strip() + "\n",
        to=[to],
        # No auto-responder should answer; `Precedence` would have some servers treat it as bulk.
        headers={"Auto-Submitted": "auto-generated", **headers},
    )
    message.attach_alternative(render_to_string(f"mails/{template}.html", filled), "text/html")
    for number, (cid, picture) in enumerate((pictures or {}).items(), 1):
        image = MIMEImage(picture.png, "png")
        image.add_header("Content-ID", f"<{cid}>")
        image.add_header("Content-Disposition", "inline", filename=f"position-{number}.png")
        message.attach(image)
    return message


def underscored(colours: Mapping[str, str]) -> dict[str, str]:
    return {name.replace("-", "_"): colour for name, colour in colours.items()}


# --- headers -----------------------------------------------------------------------------------


def header_line(text: str) -> str:
    """Whatever people call themselves, one line without anything that cannot be seen."""
    seen = "".join(" " if unicodedata.category(sign) in UNSEEN else sign for sign in text)
    line = " ".join(seen.split())
    return line if len(line) <= LONGEST_SUBJECT else line[: LONGEST_SUBJECT - 1].rstrip() + "…"


def message_id(*parts: object) -> str:
    """The same mail sent again has the same id, so that mail programs may show it once."""
    digest = hashlib.sha256(repr((str(settings.SECRET_KEY), *parts)).encode()).hexdigest()
    return f"<{digest[:32]}@{host()}>"


def thread_of(game: Game) -> dict[str, str]:
    """All mails about a game answer a first one that nobody ever got."""
    root = f"<game-{game.pk}@{host()}>"
    return {"In-Reply-To": root, "References": root}


def unsubscribing(address: str) -> dict[str, str]:
    """One click suffices where the mail program offers it; by the standard only over HTTPS."""
    one_click = {"List-Unsubscribe-Post": "List-Unsubscribe=One-Click"} if address.startswith("https://") else {}
    return {"List-Unsubscribe": f"<{address}>", **one_click}


# --- sending -----------------------------------------------------------------------------------

OURS = re.compile(r"\b5\.7\.\d+|\b5\.1\.[78]\b|\b5\.2\.2\b")
"""What a server says of a sender whom it does not trust, or of a mailbox that is full: that can change."""
THEIRS = re.compile(r"\b5\.1\.\d+")
"""What it says of an address."""
OURS_IN_WORDS = re.compile(
    r"\b(relay|authenti|polic(y|ies)\b|spam|block(ed|[ -]?list)|black[ -]?list|not permitted|reputation)"
    r"|\b(SPF|DKIM|DMARC|rDNS)\b",
    re.IGNORECASE,
)
"""The same as the numbers, from servers that give none. In doubt a good address stays in use."""
NOT_THE_ADDRESS = {530, 535, 538, 552}
"""Who we are was not proven, or there is no room left."""


def send(message: EmailMultiAlternatives) -> None:
    """Hand it to the mail server, or tell what kind of trouble there is."""
    if not any(message.to):
        raise Permanent("no address")
    try:
        message.send()
    except smtplib.SMTPRecipientsRefused as refused:
        code, answer = next(iter(refused.recipients.values()))
        said = f"{code} {as_text(answer)}"
        if 500 <= code < 600 and code not in NOT_THE_ADDRESS and not is_about_us(said):
            raise Permanent(said) from refused
        raise Temporary(said) from refused
    except smtplib.SMTPResponseException as refused:
        raise Temporary(f"{refused.smtp_code} {as_text(refused.smtp_error)}") from refused
    except (smtplib.SMTPException, OSError) as trouble:
        raise Temporary(f"{type(trouble).__name__} {trouble}") from trouble
    except ValueError as trouble:  # an address that no header can hold, letters that no server takes
        raise Permanent("the address cannot be written to") from trouble


def is_about_us(said: str) -> bool:
    """Whether a refusal tells of the sender, or of a passing state, rather than of the address."""
    return bool(OURS.search(said) or (OURS_IN_WORDS.search(said) and not THEIRS.search(said)))


def as_text(answer: bytes | str) -> str:
    return answer.decode(errors="replace") if isinstance(answer, bytes) else answer
