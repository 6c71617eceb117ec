"""The site's settings, with what tests need to be quick."""

from genial_site.settings import *  # noqa: F403
from genial_site.settings import DATA_DIR, DATABASES, STATIC_ROOT, STORAGES

STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # whitenoise warns of a missing one
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

# In a file, as on the site: threads of a test wait for each other there, which SQLite's memory does not let them do.
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}

BOT_DELAY = 0
