"""Collects the static files under hashed names, but only when one of them has changed."""

import hashlib

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

from .refusal import StartRefused


def collect_static_files() -> None:
    stamp = settings.STATIC_ROOT / ".fingerprint"
    fingerprint = sources()
    try:
        if stamp.exists() and stamp.read_text() == fingerprint:
            return
        call_command("collectstatic", interactive=False, clear=True, verbosity=0, skip_checks=True)
        stamp.write_text(fingerprint)
    except OSError as problem:
        raise StartRefused(
            f"the static files cannot be put into {settings.STATIC_ROOT} ({problem.strerror})."
        ) from problem


def sources() -> str:
    """A digest that changes with any file, and with where they go."""
    digest = hashlib.sha256(str(settings.STORAGES["staticfiles"]).encode())
    for finder in get_finders():
        for path, storage in finder.list([]):
            digest.update(f"{path} {storage.size(path)} {storage.get_modified_time(path)}\n".encode())
    return digest.hexdigest()
