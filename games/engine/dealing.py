"""Chance that can be checked afterwards: one secret, committed to before anybody sits down.

The key is made from the secret and from a seed of every player, so that neither the operator
nor a player can choose the deal alone. A `Chance` is a value: drawing from it makes the next one.
"""

import hashlib
import hmac
import re
from collections.abc import Sequence
from dataclasses import dataclass
from struct import Struct
from typing import TypeVar

T = TypeVar("T")

SECRET_BYTES = 32
WORD = 2**32
WORDS_A_BLOCK = 8
_words_of = Struct(">8I").unpack
_CLIENT_SEED = re.compile(r"[ -{}~]{0,64}")  # printable ASCII without |


def commitment(secret: bytes) -> str:
    """What is published at once: it binds the server to the secret without showing it."""
    return hashlib.sha256(secret).hexdigest()


def is_client_seed(seed: object) -> bool:
    return isinstance(seed, str) and _CLIENT_SEED.fullmatch(seed) is not None


def deal_key(secret: bytes, client_seeds: Sequence[str]) -> bytes:
    """The key of the stream; client seeds come in order of joining."""
    return hmac.digest(secret, "|".join(client_seeds).encode("ascii"), "sha256")


@dataclass(frozen=True, slots=True)
class Chance:
    """A place in the stream of 32-bit words that a key stands for."""

    key: bytes
    used: int = 0

    def below(self, n: int) -> tuple[int, "Chance"]:
        """A number from 0 to n - 1, all equally likely, and the chance that is left."""
        stream = _Stream(self)
        return stream.below(n), stream.rest()

    def shuffle(self, items: Sequence[T]) -> tuple[tuple[T, ...], "Chance"]:
        """The items in an order that nobody chose, and the chance that is left."""
        stream = _Stream(self)
        shuffled = list(items)
        for i in range(len(shuffled) - 1, 0, -1):
            j = stream.below(i + 1)
            shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
        return tuple(shuffled), stream.rest()


class _Stream:
    """Reads words one after another; lives only within one draw or shuffle."""

    def __init__(self, chance: Chance) -> None:
        self.key = chance.key
        self.used = chance.used
        self.block: tuple[int, ...] = ()
        if self.used % WORDS_A_BLOCK:
            self._read_block()

    def _read_block(self) -> None:
        number = self.used // WORDS_A_BLOCK
        self.block = _words_of(hmac.digest(self.key, number.to_bytes(8, "big"), "sha256"))

    def below(self, n: int) -> int:
        fair = WORD - WORD % n
        while True:
            place = self.used % WORDS_A_BLOCK
            if not place:
                self._read_block()
            self.used += 1
            word = self.block[place]
            if word < fair:
                return word % n

    def rest(self) -> Chance:
        return Chance(self.key, self.used)
