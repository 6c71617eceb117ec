"""All settings, read from the environment; environment.py lists the variables."""

import os
from pathlib import Path
from typing import Any

from celery.schedules import crontab
from csp.constants import NONE, SELF
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext_lazy as _
from kombu.entity import Queue

from . import environment
from .broker import announced, celery_url
from .operation import logs
from .secret import secret_key, vapid_key

BASE_DIR = Path(__file__).resolve().parent.parent
ENVIRONMENT = environment.read()

# --- the site --------------------------------------------------------------------------------------

DATA_DIR: Path = ENVIRONMENT["GENIAL_DATA"]
DEBUG: bool = ENVIRONMENT["GENIAL_DEBUG"]
# Lazy: commands that sign nothing leave no key behind.
SECRET_KEY = ENVIRONMENT["GENIAL_SECRET_KEY"] or SimpleLazyObject(lambda: secret_key(DATA_DIR / "secret-key"))
SITE_URL = ENVIRONMENT["GENIAL_URL"]
SOURCE_URL: str = ENVIRONMENT["GENIAL_SOURCE"]
HTTPS = SITE_URL is not None and SITE_URL.scheme == "https"
PORT: int = ENVIRONMENT["PORT"]

ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", *ENVIRONMENT["GENIAL_HOSTS"]]
CSRF_TRUSTED_ORIGINS: list[str] = []
if SITE_URL is not None:
    ALLOWED_HOSTS.append(SITE_URL.hostname if ":" not in SITE_URL.hostname else f"[{SITE_URL.hostname}]")
    CSRF_TRUSTED_ORIGINS.append(f"{SITE_URL.scheme}://{SITE_URL.netloc}")

INSTALLED_APPS = [
    "genial_site",
    "games",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "accounts",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "csp",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "genial_site.operation.requests.RequestsNoted",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",  # has its own compressed files, and answers before the next one
    "django.middleware.gzip.GZipMiddleware",  # pads its answers, so that their length tells nothing of a secret
    "csp.middleware.CSPMiddleware",
    "genial_site.middleware.PermissionsPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "genial_site.api.gate.ApiGate",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "games.middleware.TimeZoneMiddleware",
    "genial_site.standing.StandingMiddleware",
    "accounts.middleware.SeenMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "genial_site.urls"
WSGI_APPLICATION = "genial_site.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.pages.theme.context",
                "games.pages.frame.context",
                "accounts.pages.context.site",
            ],
        },
    },
]

# --- what is kept ----------------------------------------------------------------------------------


def databases() -> dict[str, Any]:
    if ENVIRONMENT.broken("DATABASE_URL"):
        # Never fall back to another database than the one that was meant.
        return {"default": {"ENGINE": "django.db.backends.dummy"}}
    database = ENVIRONMENT["DATABASE_URL"] or {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(DATA_DIR / "genial.sqlite3"),
    }
    database |= {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}
    if database["ENGINE"].endswith("sqlite3"):
        database["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        }
    elif ENVIRONMENT["DATABASE_POOL"]:
        database["OPTIONS"] |= {"pool": {"min_size": 1, "max_size": ENVIRONMENT["DATABASE_POOL"]}}
        database["CONN_MAX_AGE"] = 0
    return {"default": database}


DATABASES = databases()
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL: str = ENVIRONMENT["REDIS_URL"] or announced(DATA_DIR)
CACHES = {
    "default": {"BACKEND": "genial_site.cache.TolerantRedis", "LOCATION": REDIS_URL, "KEY_PREFIX": "genial"}
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}

MEDIA_ROOT = DATA_DIR / "media"
MEDIA_URL = "media/"
BACKUPS: Path = ENVIRONMENT["GENIAL_BACKUPS"] or DATA_DIR / "backups"

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = DEBUG

# --- people ----------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "accounts.services.backend.NameOrAddress",
    "django.contrib.auth.backends.ModelBackend",  # whose name older sessions carry; nobody signs in by it
]
NEWCOMERS_AN_HOUR: int = ENVIRONMENT["GENIAL_NEWCOMERS"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL, LOGIN_REDIRECT_URL, LOGOUT_REDIRECT_URL = "account:sign-in", "pages:mine", "pages:home"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60  # of a device that is remembered, since it was last seen
PASSWORD_RESET_TIMEOUT = 60 * 60 * 24

# django-allauth; docs/decisions/2026-11-18-accounts.md says why these.
ACCOUNT_ADAPTER = "accounts.pages.adapters.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_EMAIL_VERIFICATION = "optional"  # people play at once; an address counts for nothing before it is confirmed
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 60 * 15
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False  # guests may sign in; our own view sends accounts on
ACCOUNT_RATE_LIMITS = {
    "login_failed": "10/m/ip,10/5m/key",
    "reset_password": "20/h/ip,5/h/key",
    "confirm_email": "1/3m/key",
    "signup": "20/m/ip",
}
ACCOUNT_FORMS = {
    "login": "accounts.pages.forms.SignInForm",
    "signup": "accounts.pages.forms.SignUpForm",
    "add_email": "accounts.pages.forms.AddressForm",
    "change_password": "accounts.pages.forms.PasswordForm",
    "set_password": "accounts.pages.forms.FirstPasswordForm",
    "reset_password": "accounts.pages.forms.ForgottenForm",
    "reset_password_from_key": "accounts.pages.forms.NewPasswordForm",
    "reauthenticate": "accounts.pages.forms.ProveForm",
}
MFA_ADAPTER = "accounts.pages.adapters.MfaAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", "webauthn"]
MFA_TOTP_TOLERANCE = 1  # half minutes that clocks may differ, or people take to type
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True  # where there is no mail server nobody could have it otherwise
MFA_FORMS = {
    "authenticate": "accounts.pages.forms.SecondStepForm",
    "reauthenticate": "accounts.pages.forms.ProveByCodeForm",
    "activate_totp": "accounts.pages.forms.AppForm",
    "add_webauthn": "accounts.pages.forms.PasskeyForm",
    "edit_webauthn": "accounts.pages.forms.PasskeyNameForm",
}

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("de", _("German")), ("nl", _("Dutch"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE: str = ENVIRONMENT["GENIAL_TIME_ZONE"]

DEFAULT_FROM_EMAIL = SERVER_EMAIL = ENVIRONMENT["GENIAL_MAIL_FROM"]
EMAIL_TIMEOUT = 20
EMAIL_FILE_PATH = str(DATA_DIR / "mail")
globals().update(ENVIRONMENT["EMAIL_URL"])
MAIL_ARRIVES: bool = ENVIRONMENT["EMAIL_URL"]["EMAIL_BACKEND"].endswith("smtp.EmailBackend")
# Where no mail arrives, an address helps the operator only.
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*" if MAIL_ARRIVES else "email", "password1*"]
VAPID_KEY = ENVIRONMENT["GENIAL_VAPID_KEY"] or SimpleLazyObject(lambda: vapid_key(DATA_DIR / "vapid-key"))
LOCAL_WEBHOOKS: bool = ENVIRONMENT["GENIAL_LOCAL_WEBHOOKS"]

# --- security --------------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
CSRF_FAILURE_VIEW = "genial_site.errors.csrf_failure"
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS

# --- API, tasks, log -------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.api.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["genial_site.api.parsing.StrictJSONParser"],
    "DEFAULT_THROTTLE_CLASSES": [
        "genial_site.api.throttles.UserThrottle",
        "genial_site.api.throttles.AddressThrottle",
        "genial_site.api.throttles.ScopeThrottle",
    ],
    "DEFAULT_SCHEMA_CLASS": "genial_site.api.schema.Schema",
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "genial_site.api.problems.handle",
    "NUM_PROXIES": 0,  # the web server knows them, and has set the address right
    "URL_FORMAT_OVERRIDE": None,
}

# Requests a minute: of a user, of an address without one, and for what costs more.
API_RATES = {"user": 3000, "address": 600, "tables": 120, "tokens": 20}

SPECTACULAR_SETTINGS = {
    "TITLE": "Genial",
    "VERSION": "1",
    "DESCRIPTION": "Play, watch and verify games by program. Every refusal is a problem with a code and a sentence.",
    "LICENSE": {"name": "AGPL-3.0-or-later"},
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "COMPONENT_SPLIT_REQUEST": False,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "POSTPROCESSING_HOOKS": ["genial_site.api.schema.add_streams"],
}

# Event streams: seconds between signs of life, and until we look whether a reader is still welcome; per process.
LIVE_HEARTBEAT = 20
LIVE_RECHECK = 240
LIVE_STREAMS_PER_USER = 20
LIVE_STREAMS_PER_ADDRESS = 50  # of people who have not signed in

CELERY_BROKER_URL = celery_url(REDIS_URL)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# Workers ask for one task at a time and give it back unless they finish it, so that none is lost with them.
CELERY_TASK_ACKS_LATE = CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CONCURRENCY: int = ENVIRONMENT["GENIAL_WORKERS"]
CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 15 * 60}  # seconds; no task may take longer
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
# Bots think for seconds, and other people's servers may hang for minutes: queues and workers of their own keep both
# from standing before everything else, clocks above all.
CELERY_TASK_QUEUES = [Queue("site"), Queue("post"), Queue("bots")]
CELERY_TASK_DEFAULT_QUEUE = "site"
CELERY_TASK_ROUTES = {
    "games.tasks.deliver_*": {"queue": "post"},
    "games.tasks.mail_*": {"queue": "post"},
    "accounts.tasks.deliver_*": {"queue": "post"},
    "accounts.tasks.forget_*": {"queue": "post"},  # they send a farewell
    "games.tasks.play_bot_turn": {"queue": "bots"},
    "games.tasks.think_of_hint": {"queue": "bots"},
    "games.tasks.go_on_with_review": {"queue": "bots"},
}
CELERY_TASK_CREATE_MISSING_QUEUES = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = TIME_ZONE
CELERY_BEAT_MAX_LOOP_INTERVAL = 1  # seconds; it stops only between two rounds
CELERY_BEAT_SCHEDULER = "genial_site.operation.living:Scheduler"
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "beat-schedule")


def sweep(task: str, *args: str, every: int, app: str = "games") -> dict[str, object]:
    """What no worker takes for five minutes is dropped: a later one finds the same, and must not queue behind it."""
    return {"task": f"{app}.tasks.{task}", "args": args, "schedule": every, "options": {"expires": 5 * 60}}


CELERY_BEAT_SCHEDULE = {
    "pulse": sweep("pulse", every=30, app="genial_site"),
    "clear-expired-sessions": {"task": "accounts.tasks.clear_expired_sessions", "schedule": crontab(hour=4, minute=10)},
    "examine-games": {"task": "genial_site.tasks.examine_games", "schedule": crontab(minute=50)},
    # A minute is the longest that anybody waits for a sweep.
    "expire-turns": sweep("expire_turns", every=30),
    "send-reminders": sweep("send_reminders", every=30),
    "deliver-mails": sweep("deliver_due_notices", "mail", every=30),
    "deliver-push-messages": sweep("deliver_due_notices", "push", every=30),
    "deliver-webhooks": sweep("deliver_due_notices", "webhook", every=30),
    "deliver-account-mails": {
        "task": "accounts.tasks.deliver_due_dispatches",
        "schedule": 30,
        "options": {"expires": 5 * 60},
    },
    "give-back-notices": sweep("give_back_notices", every=60),
    "forget-old-notices": {"task": "games.tasks.forget_old_notices", "schedule": crontab(hour=4, minute=30)},
    "wake-stalled-bots": sweep("wake_stalled_bots", every=30),
    "wake-forgotten-advice": sweep("wake_forgotten_advice", every=60),
    "mail-forgotten-invitations": sweep("mail_forgotten_invitations", every=60),
    "rate-forgotten-games": sweep("rate_forgotten_games", every=60),
    "wake-forgotten-exports": sweep("wake_forgotten_exports", every=60, app="accounts"),
    "withdraw-closed-accounts": sweep("withdraw_closed_accounts", every=60, app="accounts"),
    "forget-deleted-accounts": {"task": "accounts.tasks.forget_deleted_accounts", "schedule": crontab(minute="*/10")},
    "cancel-old-tables": {"task": "games.tasks.cancel_old_tables", "schedule": crontab(minute=20)},
    "forget-idle-guests": {"task": "games.tasks.forget_idle_guests", "schedule": crontab(hour=4, minute=50)},
    "forget-old-submissions": {"task": "games.tasks.forget_old_submissions", "schedule": crontab(minute=40)},
    "forget-old-bot-turns": {"task": "games.tasks.forget_old_bot_turns", "schedule": crontab(hour=4, minute=20)},
}

# --- bots ------------------------------------------------------------------------------------------

BOT_WORKERS: int = ENVIRONMENT["GENIAL_BOT_WORKERS"]
BOT_DELAY: float = ENVIRONMENT["GENIAL_BOT_DELAY"]
# Where what is compiled for their search is kept: the program's own folder may not be ours to write to.
os.environ.setdefault("NUMBA_CACHE_DIR", str(DATA_DIR / "kernels"))

LOGGING = logs.configuration(
    form=ENVIRONMENT["GENIAL_LOG"], level=ENVIRONMENT["GENIAL_LOG_LEVEL"], debug=ENVIRONMENT["GENIAL_DEBUG"]
)
