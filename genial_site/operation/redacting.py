"""Takes out of a text what no log may hold: who can read logs is not meant to play, read or sign in for others."""

import re
from collections.abc import Callable

HIDDEN = "[hidden]"

NAMES = (
    "sessionid|csrftoken|csrfmiddlewaretoken|cookie|set-cookie|authorization|proxy-authorization|password\\w*|passwd|"
    "secret\\w*|secret_key|token|link|client_seed|seed|state|p256dh|endpoint|otp|recovery_code"
)
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
WORD = re.compile(r"[A-Z]?[a-z]{1,14}|[A-Z]{1,5}|[0-9]{1,12}")

Replacement = str | Callable[[re.Match[str]], str]


def unless_harmless(match: re.Match[str]) -> str:
    """Hide what looks drawn by chance: long, and neither an id of ours nor made of words."""
    text = match[0]
    if UUID.fullmatch(text) or is_words(text):
        return text
    return HIDDEN


def is_words(text: str) -> bool:
    """Names in programs: words in snake_case, kebab-case or CamelCase, with numbers between them.

    Of what was drawn by chance, pieces are hardly ever all words of small letters.
    """
    if re.fullmatch(r"[a-z_-]+", text):
        return True
    pieces = [piece for piece in re.split(r"[_-]|(?<=[a-z])(?=[A-Z])", text) if piece]
    return all(WORD.fullmatch(piece) for piece in pieces) and sum(map(len, pieces)) >= 4 * len(pieces)


RULES: list[tuple[re.Pattern[str], Replacement]] = [
    # The state of a game: racks, the bag and the key of all chance to come.
    (re.compile(r"\{\s*\\*['\"]format\\*['\"]\s*:\s*\\*['\"]genial-state/.*"), HIDDEN),
    # What databases say of the row that they refuse.
    (re.compile(r"\b(DETAIL|CONTEXT|PARAMETERS):.*?(?=\n\n|\n[A-Z]+:|\Z)", re.DOTALL), rf"\1: {HIDDEN}"),
    (re.compile(r"\[(SQL|parameters): .*", re.IGNORECASE), rf"[\1: {HIDDEN}"),
    # Accounts in addresses, and mail addresses.
    (re.compile(r"://[^/\s@]+@"), f"://{HIDDEN}@"),
    (re.compile(r"[^\s@<>()\[\]{}'\",;:=/]+@([\w-]+\.)+[\w-]+|[\w.+-]+@localhost\b"), "[mail address]"),
    # What browsers and programs show to be let in.
    (re.compile(r"\b(Bearer|Basic|Token)\s+[\w.~+/=-]{8,}", re.IGNORECASE), rf"\1 {HIDDEN}"),
    (re.compile(r"\b(genial_|whsec_)[\w-]+"), HIDDEN),
    (
        re.compile(rf"\b({NAMES})(\\*['\"]?\s*[:=]\s*)(b?\\*['\"][^'\"\n]*\\*['\"]?|[^\s,;&)}}\]]+)", re.IGNORECASE),
        rf"\1\2{HIDDEN}",
    ),
    # Secret links: what stands in addresses behind these, and every query.
    (re.compile(r"(/(?:unsubscribe|invitations/off|feeds/\w+|confirm\w*|reset|key)/)[^/\s'\"<>]+"), rf"\1{HIDDEN}"),
    (re.compile(r"(/[\w./%-]*)\?[^\s'\"<>]+"), rf"\1?{HIDDEN}"),
    (re.compile(r"(?<![\w-])[A-Za-z0-9_-]{20,}(?![\w-])"), unless_harmless),
]


def redacted(text: str) -> str:
    for pattern, replacement in RULES:
        text = pattern.sub(replacement, text)
    return text
