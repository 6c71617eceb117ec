"""The data folder and what lies in it: ours, closed to others, with room left."""

import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

from .finding import Finding, error, note, warning

LITTLE, NONE = 1_000_000_000, 200_000_000  # bytes
PRIVATE = ("secret-key", "vapid-key", "genial.sqlite3", "board.json", "mail")
REMOTE = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "fuse.sshfs", "fuse.rclone", "glusterfs", "fuse.glusterfs"}


def folders() -> Iterator[Finding]:
    folder: Path = settings.DATA_DIR
    if not folder.is_dir():
        yield error(
            f"There is no data folder {folder}.",
            "The site keeps its keys there, and all it has where no other database is set.",
            "Start the site once, or run manage.py prepare; or set GENIAL_DATA to the folder that you meant.",
        )
        return
    if not os.access(folder, os.W_OK | os.X_OK):
        yield error(
            f"The data folder {folder} cannot be written to by {who()}.",
            "Nothing that happens on the site could be kept.",
            "Run this as the user that runs the site, or give the folder to that user.",
        )
        return
    yield from owners(folder)
    yield from modes(folder)
    yield from room(folder)
    yield from network_disk(folder)


def who() -> str:
    import pwd

    try:
        return f"user {pwd.getpwuid(os.geteuid()).pw_name}"
    except KeyError:
        return f"user number {os.geteuid()}"


def owners(folder: Path) -> Iterator[Finding]:
    """Whoever ran a command as root has left files that the site cannot change."""
    owner = folder.stat().st_uid
    foreign = sorted(path.name for path in folder.iterdir() if path.lstat().st_uid != owner)
    if foreign:
        yield warning(
            f"In {folder} not everything belongs to the same user: {', '.join(foreign[:5])}.",
            "The site may be unable to change what a command run as another user has made.",
            f"As root: chown --recursive --reference={folder} {folder}",
        )


def modes(folder: Path) -> Iterator[Finding]:
    open_ones = [folder, *(folder / name for name in PRIVATE)]
    loose = [path for path in open_ones if path.exists() and stat.S_IMODE(path.stat().st_mode) & 0o077]
    if folder not in loose:
        loose = [path for path in loose if path.name.endswith("-key")]  # nobody else gets into the folder
    if loose:
        yield warning(
            f"Others on this machine may look into {', '.join(map(str, loose))}.",
            "The keys sign sessions; the database holds every secret of every game.",
            f"chmod go-rwx {' '.join(map(str, loose))}",
        )


def room(folder: Path) -> Iterator[Finding]:
    free = shutil.disk_usage(folder).free
    if free < LITTLE:
        level = error if free < NONE else warning
        yield level(
            f"Only {free / 1e6:.0f} MB are free for {folder}.",
            "When the disk is full no turn can be kept, and processes end.",
            "Make room: old backups and logs first.",
        )


def network_disk(folder: Path) -> Iterator[Finding]:
    kind = filesystem_of(folder)
    if kind in REMOTE and settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        yield error(
            f"The SQLite database lies on a network disk ({kind}).",
            "Locks do not work there as SQLite needs them: sooner or later the file is damaged.",
            "Move the data folder to a disk of this machine, or use PostgreSQL (docs/operating/moving.md).",
        )
    elif kind in REMOTE:
        yield note(f"The data folder lies on a network disk ({kind}).")


def filesystem_of(folder: Path) -> str:
    """What kind of disk it is on, where the system tells."""
    try:
        lines = Path("/proc/self/mounts").read_text().splitlines()
    except OSError:
        return ""
    mounts = [(line.split()[1].replace("\\040", " "), line.split()[2]) for line in lines]
    beneath = [(place, kind) for place, kind in mounts if folder.is_relative_to(place)]
    return max(beneath, key=lambda mount: len(mount[0]), default=("", ""))[1]
