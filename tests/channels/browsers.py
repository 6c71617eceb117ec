"""A browser of somebody, as push services and we know it, for tests."""

import base64
import json
from dataclasses import dataclass, field

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from accounts.models import User
from games.models import PushSubscription
from games.services.notices import devices
from tests.tables import NOW

from .servers import Request


def letters(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def numbers(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Browser:
    """It alone has the private key."""

    url: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = b"0123456789abcdef"

    @property
    def p256dh(self) -> str:
        return letters(self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    def subscribe(self, user: User) -> PushSubscription:
        sent = {"endpoint": self.url, "p256dh": self.p256dh, "auth": letters(self.auth)}
        devices.add_device(user, **sent, browser="Firefox", now=NOW)
        return PushSubscription.objects.get(endpoint=self.url)

    def read(self, request: Request) -> dict[str, str]:
        assert request.headers["Content-Encoding"] == "aes128gcm"
        plain = http_ece.decrypt(request.body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        return dict(json.loads(plain))
