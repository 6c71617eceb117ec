"""The files in which processes count, with room that is reserved beforehand.

Prometheus' own are mapped into memory with holes in them: on a disk that is full, filling one ends the process. Here a
process that gets no room counts in memory, unheard, and lives.
"""

import mmap
import os
import struct
from contextlib import closing
from typing import BinaryIO

from prometheus_client.mmap_dict import MmapedDict

FIRST = 1 << 17  # bytes of a new file
SPARE = 64  # bytes that an entry needs beside its key


class CountFile(MmapedDict):
    _f: BinaryIO | None  # type: ignore[assignment]
    """None: it counts in memory."""

    def __init__(self, filename: str, read_mode: bool = False) -> None:
        try:
            if not read_mode:
                reserve(filename, FIRST)
            super().__init__(filename, read_mode)
        except OSError:
            self._f, self._positions, self._used, self._capacity = None, {}, 8, FIRST
            self._m = mmap.mmap(-1, FIRST)
            self._m[:4] = struct.pack("i", self._used)

    def _init_value(self, key: str) -> None:
        while self._used + len(key.encode()) + SPARE > self._capacity:
            self.grow(2 * self._capacity)
        super()._init_value(key)

    def grow(self, size: int) -> None:
        if self._f is not None:
            try:
                reserve(self._f.name, size)
                self._m, self._capacity = mmap.mmap(self._f.fileno(), size), size
            except OSError:
                self._f.close()
                self._f = None
        if self._f is None:
            memory = mmap.mmap(-1, size)
            memory[: self._capacity] = self._m[: self._capacity]
            self._m, self._capacity = memory, size


def reserve(filename: str, size: int) -> None:
    """Make the file that large, without holes where the system can; raises OSError where there is no room."""
    handle = os.open(filename, os.O_RDWR | os.O_CREAT, 0o600)
    with closing(os.fdopen(handle, "r+b")):
        if os.fstat(handle).st_size >= size:
            return
        if hasattr(os, "posix_fallocate"):
            os.posix_fallocate(handle, 0, size)
        else:
            os.ftruncate(handle, size)
