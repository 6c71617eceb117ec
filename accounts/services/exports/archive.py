"""A ZIP file made in parts: each goes on where the former ended, and the last one brings the directory of them all."""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from io import BytesIO
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

Entry = list[Any]
"""What the directory says of a file: name, where it begins, its flags, checksum, and sizes packed and unpacked."""

PRIVATE = 0o600 << 16
"""Nobody else on the reader's own machine can read what they unpack."""


class Stretch:
    """Bytes that begin somewhere in a file. It cannot go back, so that each file's sizes are written after it."""

    def __init__(self, begins: int) -> None:
        self.begins = begins
        self.bytes = BytesIO()

    def write(self, data: bytes) -> int:
        return self.bytes.write(data)

    def tell(self) -> int:
        return self.begins + self.bytes.tell()

    def flush(self) -> None:
        """There is nowhere to flush to."""

    @property
    def size(self) -> int:
        return self.bytes.tell()


class Part:
    """The next stretch of an archive."""

    def __init__(self, *, begins: int, at: datetime) -> None:
        self.at = at.astimezone(UTC).timetuple()[:6]
        self.stretch = Stretch(begins)
        self.zip = ZipFile(self.stretch, "w", ZIP_DEFLATED)  # type: ignore[call-overload]  # no more is needed

    def named(self, name: str) -> ZipInfo:
        info = ZipInfo(name, self.at)
        info.compress_type = ZIP_DEFLATED
        info.external_attr = PRIVATE
        return info

    def add(self, name: str, text: str) -> None:
        self.zip.writestr(self.named(name), text.encode())

    @contextmanager
    def adding(self, name: str) -> Iterator[IO[bytes]]:
        with self.zip.open(self.named(name), "w") as file:
            yield file

    def add_list(self, name: str, rows: Iterable[Any]) -> None:
        """A JSON list that is never in memory as a whole."""
        with self.adding(name) as file:
            between = "[\n"
            for row in rows:
                file.write((between + as_json(row)).encode())
                between = ",\n"
            file.write(b"\n]\n" if between == ",\n" else b"[]\n")

    def done(self) -> tuple[bytes, list[Entry]]:
        """The bytes, and what their directory entries will be."""
        data = self.stretch.bytes.getvalue()
        return data, [entry_of(info) for info in self.zip.infolist()]

    def done_with_all(self, earlier: Iterable[Entry]) -> bytes:
        """The last bytes, the directory of everything included."""
        self.zip.infolist()[:0] = [self.read(entry) for entry in earlier]
        self.zip.close()
        return self.stretch.bytes.getvalue()

    def read(self, entry: Entry) -> ZipInfo:
        info = self.named(entry[0])
        info.header_offset, info.flag_bits, info.CRC, info.compress_size, info.file_size = entry[1:]
        return info


def entry_of(info: ZipInfo) -> Entry:
    return [info.filename, info.header_offset, info.flag_bits, info.CRC, info.compress_size, info.file_size]


def as_json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(", ", ": "))
