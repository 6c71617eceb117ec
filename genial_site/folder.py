"""The data folder: it must be ours, writable, and in use by one site only."""

import fcntl
import os
import tempfile
import time
from pathlib import Path

from .refusal import StartRefused

STRAGGLERS = 10.0  # seconds that the processes of a killed site get to end


def prepare_folder(folder: Path) -> None:
    """Make it, and keep to ourselves what this process and its children put there."""
    os.umask(0o077)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as problem:
        raise StartRefused(f"the data folder {folder} cannot be written to ({problem.strerror}).") from problem


def take_folder(folder: Path) -> int:
    """Lock the folder for this process and those that inherit the returned file descriptor."""
    handle = os.open(folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    patience = time.monotonic() + STRAGGLERS
    while not locked(handle):
        holder = os.pread(handle, 20, 0).decode("ascii", "replace").strip()
        if is_alive(holder) or time.monotonic() > patience:
            raise StartRefused(f"the data folder {folder} is in use by a site that runs already (process {holder}).")
        time.sleep(0.1)
    os.ftruncate(handle, 0)
    os.pwrite(handle, str(os.getpid()).encode("ascii"), 0)
    return handle


def locked(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def is_alive(process: str) -> bool:
    try:
        os.kill(int(process), 0)
    except (ValueError, ProcessLookupError):
        return False
    except PermissionError:
        return True
    return True
