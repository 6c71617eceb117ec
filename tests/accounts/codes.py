"""What an app for codes shows: RFC 6238, written anew."""

import base64
import hashlib
import hmac
import struct
import time


def code_of_app(key: str, at: float | None = None) -> str:
    count = int(time.time() if at is None else at) // 30
    digest = hmac.new(base64.b32decode(key), struct.pack(">Q", count), hashlib.sha1).digest()
    start = digest[-1] & 15
    return f"{(int.from_bytes(digest[start : start + 4], 'big') & 0x7FFFFFFF) % 10**6:06}"
