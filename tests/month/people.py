"""Two hundred people: where they live, when they sleep, how they want to be told, and what of it works."""

import base64
from dataclasses import dataclass, field
from datetime import datetime, time
from random import Random
from zoneinfo import ZoneInfo

from allauth.account.models import EmailAddress
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from accounts.models import User
from games.models import NoticeSettings, PushSubscription, Webhook

ZONES = (
    *("Europe/Berlin", "Europe/Amsterdam", "Europe/London", "America/New_York", "America/Los_Angeles"),
    *("America/Sao_Paulo", "Asia/Kolkata", "Asia/Tokyo", "Australia/Lord_Howe", "Pacific/Auckland", "UTC"),
)
NIGHTS = ((time(22), time(7)), (time(23, 30), time(8, 15)), (time(20), time(10)), (time(13), time(15)))
BROWSER = (
    ec.generate_private_key(ec.SECP256R1()).public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
)
"""Nobody reads what is encrypted for it here."""


@dataclass(frozen=True, slots=True)
class Person:
    user: User
    zone: ZoneInfo
    quiet: tuple[time, time] | None
    mail: str
    """How their mail server is: fine, busy at first, refuses them for good; or none at all."""
    push: str
    """fine, gone, or none."""
    webhook: str
    """fine, broken, or none."""
    sloppy: float
    """How often they let a turn pass."""
    refused: frozenset[str] = field(default_factory=frozenset)
    """Channels through which they do not want to hear of turns."""

    def is_quiet(self, at: datetime) -> bool:
        """By the clock on their wall."""
        if self.quiet is None:
            return False
        (begins, ends), clock = self.quiet, at.astimezone(self.zone).time()
        return begins <= clock < ends if begins < ends else clock >= begins or clock < ends

    @property
    def working(self) -> set[str]:
        """Channels outside the site that reach them and that they want."""
        found = {
            "mail": self.mail in ("fine", "busy"),
            "push": self.push == "fine",
            "webhook": self.webhook == "fine",
        }
        return {channel for channel, works in found.items() if works} - self.refused


def settle(count: int, chance: Random, now: datetime) -> list[Person]:
    return [arrive(number, chance, now) for number in range(count)]


def arrive(number: int, chance: Random, now: datetime) -> Person:
    mail = chance.choices(["fine", "busy", "bounces", "none"], [75, 10, 10, 5])[0]
    push = chance.choices(["none", "fine", "gone"], [65, 28, 7] if mail != "bounces" else [30, 70, 0])[0]
    webhook = chance.choices(["none", "fine", "broken"], [85, 10, 5])[0]
    zone = chance.choice(ZONES)
    quiet = chance.choice(NIGHTS) if chance.random() < 0.7 else None
    refused = frozenset({"mail"} if chance.random() < 0.05 else ())
    address = "" if mail == "none" else f"{mail}-{number}@example.org"
    user = User.objects.create(username=f"{mail}-{number}", email=address, time_zone=zone)
    if address:
        EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
    turns = [channel for channel in ("site", "mail", "push", "webhook") if channel not in refused]
    NoticeSettings.objects.create(
        user=user,
        wanted={"your_turn": turns, "reminder": turns} if refused else {},
        quiet_from=quiet[0] if quiet else None,
        quiet_until=quiet[1] if quiet else None,
        mail_mode=chance.choices(["at_once", "merged", "digest"], [35, 40, 25])[0],
        mail_delay=chance.choice([1, 10, 10, 45]),
        digest_hour=chance.randrange(24),
    )
    if push != "none":
        PushSubscription.objects.create(
            user=user,
            endpoint=f"https://push.example.org/{push}/{number}",
            p256dh=base64.urlsafe_b64encode(BROWSER).decode().rstrip("="),
            auth="MDEyMzQ1Njc4OWFiY2RlZg",
            created_at=now,
        )
    if webhook != "none":
        Webhook.objects.create(
            user=user, url=f"https://hooks.example.org/{webhook}/{number}", secret="secret", created_at=now
        )
    sloppy = chance.choice([0.02, 0.02, 0.05, 0.3])
    return Person(user, ZoneInfo(zone), quiet, mail, push, webhook, sloppy, refused)
