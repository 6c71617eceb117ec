"""One tar file: the manifest first, then the files that it names, and nothing else."""

import hashlib
import os
import tarfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from . import manifest
from .manifest import Manifest
from .refusal import BackupRefused

BLOCK = 1 << 20


def pack(folder: Path, told: Manifest, archive: Path) -> None:
    """Write what lies in that folder to one file, which is there whole or not at all."""
    (folder / manifest.NAME).write_text(told.text())
    draft = archive.with_name(f".{archive.name}.part")
    try:
        with private(draft) as file:
            with tarfile.open(fileobj=file, mode="w:gz", compresslevel=6) as tar:
                for name in (manifest.NAME, *told.files):
                    tar.add(folder / name, arcname=name, recursive=False, filter=without_owner)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(archive)
    finally:
        draft.unlink(missing_ok=True)
    flush_folder(archive.parent)


def private(path: Path) -> BinaryIO:
    """A new file that nobody else can read."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


def without_owner(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """Names of accounts on this machine are nobody's business on another."""
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    member.mode = 0o600
    return member


def flush_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def read_manifest(archive: Path) -> Manifest:
    with opened(archive) as tar:
        return first_of(tar)


def unpack(archive: Path, folder: Path) -> Manifest:
    """Put its files into that folder, each proved by its digest."""
    with opened(archive) as tar:
        told = first_of(tar)
        missing = dict(told.files)
        while member := tar.next():
            expected = missing.pop(member.name, None)
            if expected is None or not member.isfile() or not is_inside(member.name):
                raise BackupRefused(f"it holds {member.name!r}, which its manifest does not name.")
            if write(tar, member, folder / member.name) != expected:
                raise BackupRefused(f"{member.name} in it is damaged: its digest is not the manifest's.")
        if missing:
            raise BackupRefused(f"{min(missing)} is missing in it.")
    return told


def write(tar: tarfile.TarFile, member: tarfile.TarInfo, path: Path) -> str:
    """Returns the digest of what was written."""
    source = tar.extractfile(member)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    hashed = hashlib.sha256()
    with private(path) as file:
        while block := source.read(BLOCK) if source else b"":
            hashed.update(block)
            file.write(block)
    return hashed.hexdigest()


def is_inside(name: str) -> bool:
    path = PurePosixPath(name)
    return not path.is_absolute() and ".." not in path.parts


def first_of(tar: tarfile.TarFile) -> Manifest:
    member = tar.next()
    source = tar.extractfile(member) if member and member.name == manifest.NAME and member.isfile() else None
    if source is None:
        raise BackupRefused("it does not begin with a manifest, so it is no backup of this site.")
    return Manifest.read(source.read())


@contextmanager
def opened(archive: Path) -> Iterator[tarfile.TarFile]:
    try:
        with tarfile.open(archive, "r:*") as tar:
            yield tar
    except FileNotFoundError as problem:
        raise BackupRefused("there is no such file.") from problem
    except (tarfile.TarError, zlib.error, EOFError, OSError) as problem:
        raise BackupRefused(f"it cannot be unpacked ({problem}).") from problem
