"""The site's settings, with what tests need to be quick."""

from genial_site.settings import *  # noqa: F403
from genial_site.settings import STATIC_ROOT, STORAGES

STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # whitenoise warns of a missing one
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
