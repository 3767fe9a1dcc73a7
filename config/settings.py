"""Django's settings. All come from the environment; docs/settings.md lists them.

Without DATABASE_URL and BROKER_URL the servers that `make up` runs are used: their addresses stand in the
data folder, so that `manage.py` finds them beside a running program.
"""

import os
from pathlib import Path

from django.conf import global_settings
from django.conf.locale import LANG_INFO
from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key
from django.templatetags.static import static

from config import environment
from config.commands import command
from config.data_folder import DataFolder
from config.loglines import FORMATS
from config.warmup import collect_seldom

collect_seldom()
BASE_DIR = Path(__file__).resolve().parent.parent
_env = os.environ
_folder = DataFolder.from_environment(_env, BASE_DIR)
_recorded = _folder.recorded_services()
DATA_FOLDER = _folder.root
# Where backups lie, and whether they are made by themselves (`make up` sees to it).
BACKUPS = _folder.backups(_env)
OWN_BACKUPS = _folder.own_backups()
MAKES_BACKUPS = _env.get("VIERTAL_MAKES_BACKUPS") == "1"
# As a person types them here.
COMMANDS = {name: command(name) for name in ("up", "backup", "password")}
COMMANDS["password of"] = command("password", "…", variable="NAME")

try:
    DEBUG = environment.flag(_env, "DEBUG")
    HTTPS = environment.flag(_env, "VIERTAL_HTTPS")
    PROXY = environment.flag(_env, "VIERTAL_BEHIND_PROXY")
    WEBHOOKS_LOCAL = environment.flag(_env, "VIERTAL_WEBHOOKS_LOCAL")
    SECOND_FACTOR_REQUIRED = environment.second_factor(_env)
    TIME_ZONE = environment.time_zone(_env)
    SENTRY_DSN = environment.error_reports(_env)
    MAIL_SERVER = environment.mail_server(_env)
    MAIL_FROM = environment.mail_sender(_env)
    SITE_URL = environment.site_address(_env)
    OIDC = environment.oidc(_env)
    LOG_FORMAT = environment.log_format(_env)
    _log_level = environment.log_level(_env)
    _pool_size = environment.whole_number(_env, "DATABASE_POOL", 16, 0, 1000)
    CONNECTIONS = environment.whole_number(_env, "VIERTAL_CONNECTIONS", 0, 0, 1_000_000)
    _database_url = _env.get("DATABASE_URL") or _recorded.get("database_url", "")
    _broker_url = _env.get("BROKER_URL") or _recorded.get("broker_url", "")
    _database = environment.database(_database_url) if _database_url else None
    DATABASE_LISTEN = environment.listening_database(_env)
    CELERY_BROKER_URL = environment.broker(_broker_url) if _broker_url else "redis+socket:///nonexistent/redis.sock"
except environment.BadSetting as error:
    raise ImproperlyConfigured(str(error)) from None

# Who may fetch /metrics: with this token; without one, this machine alone.
METRICS_TOKEN = _env.get("METRICS_TOKEN", "")

# A key made up for one command is fine for that command; config.asgi refuses to serve with it, because every
# process would have its own and nobody would stay logged in.
SECRET_KEY = _env.get("SECRET_KEY") or _folder.read_secret("secret_key") or ""
SECRET_KEY_IS_KEPT = bool(SECRET_KEY)
SECRET_KEY = SECRET_KEY or get_random_secret_key()

# In a hall the laptop's address is whatever the network gave it, so without ALLOWED_HOSTS the middleware
# below decides: addresses in numbers and local names are let in, names of the outside world are not.
ALLOWED_HOSTS = environment.names(_env, "ALLOWED_HOSTS")
LOCAL_HOSTS_ONLY = not ALLOWED_HOSTS
if LOCAL_HOSTS_ONLY:
    ALLOWED_HOSTS = ["*"]
CSRF_TRUSTED_ORIGINS = environment.names(_env, "CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "unfold",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "corsheaders",
    "django_otp",
    "django_otp.plugins.otp_totp",
    "config.apps.WiringConfig",
    "tournaments",
]

MIDDLEWARE = [
    "config.http.middleware.LocalHosts",
    "config.http.middleware.NoNul",
    "config.http.middleware.ProgramsSayHttps",
    "config.http.middleware.FullDisk",
    "django.middleware.security.SecurityMiddleware",
    "config.http.middleware.ContentSecurityPolicy",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.http.ConditionalGetMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "tournaments.accounts.signin.SignInMiddleware",
    "tournaments.accounts.second_factor.SecondFactorMiddleware",
    "tournaments.accounts.staff_codes.StaffCodeMiddleware",
    "tournaments.accounts.sessions.LanguageMiddleware",
    "tournaments.domain.logbook.ActorMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "config.http.middleware.MessagesForReaders",
    "config.http.messages.SignedOut",
    "tournaments.web.search_engines.RobotsMiddleware",
    "tournaments.web.reader.ReaderMiddleware",
    "tournaments.web.addresses.FormerAddressMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
WSGI_APPLICATION = "config.wsgi.application"
AUTH_USER_MODEL = "tournaments.User"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
            ]
        },
    }
]

# The dummy engine stands for "none known": commands that need no database (check, makemigrations) run with
# it.
DATABASE_IS_KNOWN = _database is not None
DATABASES = {"default": _database or {"ENGINE": "django.db.backends.dummy"}}
if _database is not None:
    DATABASES["default"] |= {"CONN_HEALTH_CHECKS": True, "ATOMIC_REQUESTS": False}
    # A statement that waits on a lock for longer than a person waits for a page is better refused than
    # queued.
    # A machine that vanished holds its locks no longer than a minute.
    _database["OPTIONS"].setdefault(
        "options",
        "-c lock_timeout=10s -c idle_in_transaction_session_timeout=60s "
        "-c tcp_keepalives_idle=20 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3",
    )
    _database["OPTIONS"].setdefault("connect_timeout", "5")
    if _pool_size:
        _database["OPTIONS"]["pool"] = {"min_size": 1, "max_size": _pool_size, "timeout": 1, "reconnect_timeout": 2}
    else:
        _database["CONN_MAX_AGE"] = 60

PASSWORD_HASHERS = ["tournaments.accounts.passwords.Argon2", *global_settings.PASSWORD_HASHERS]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "tournaments.accounts.passwords.TooGuessable"},
    {"NAME": "tournaments.accounts.passwords.OwnWords"},
]
OTP_TOTP_ISSUER = "Viertal"
# The longest that a link for a new password lasts; tournaments.accounts.passwords says how long each kind does.
PASSWORD_RESET_TIMEOUT = 7 * 24 * 3600
LOGIN_URL = "admin:login"
LOGIN_REDIRECT_URL = "admin:index"
# A tournament of a thousand players is one form of ten fields a player.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 30_000

LANGUAGE_CODE = "en"
# The only list of languages; docs/howto/add-a-language.md says what follows from it by itself.
LANGUAGES = [(code, LANG_INFO[code]["name"]) for code in ("en", "nl", "de", "af", "fr", "es", "it")]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
FORMAT_MODULE_PATH = "config.formats"
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = DATA_FOLDER / "static"
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "config.static_files.UsedFiles",
]
STATICFILES_DIRS = [path for path in [BASE_DIR / "static"] if path.is_dir()]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static_files.Bundles"},
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True

# Requests at once and a second, for each token, person and address (a whole hall may stand behind one).
API_RATES = {"token": (600, 20), "person": (600, 20), "address": (6000, 200)}

REST_FRAMEWORK = {
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_METADATA_CLASS": "tournaments.api.core.answers.AllowedMethods",
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "URL_FORMAT_OVERRIDE": None,
}

# Pages of other sites may read what everybody may, without cookies and tokens, and see what it says of itself.
CORS_URLS_REGEX = r"^/api/"
CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOW_METHODS = ("GET", "HEAD", "OPTIONS")
CORS_ALLOW_HEADERS = ("accept", "accept-language", "if-none-match")
CORS_EXPOSE_HEADERS = ("ETag", "RateLimit", "RateLimit-Policy", "Retry-After")

SPECTACULAR_SETTINGS = {
    "DEFAULT_GENERATOR_CLASS": "tournaments.api.core.openapi.SchemaGenerator",
    "TITLE": "Viertal",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "DESCRIPTION": "Everything the site does and shows. docs/howto/use-the-api.md walks through an evening. "
    "`/live/{slug}` streams a number that grows with each change of a public tournament (server-sent events).",
    "SERVERS": [{"url": "/", "description": "The site that serves this document."}],
    "CONTACT": {"name": "The organisers of this site"},
    "SERVE_INCLUDE_SCHEMA": False,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
}

_ICON = {"rel": "icon", "type": "image/svg+xml", "href": lambda request: static("tournaments/icon.svg")}
UNFOLD = {
    "SITE_TITLE": "Viertal",
    "SITE_HEADER": "Viertal",
    "SITE_URL": "/",
    "SITE_ICON": lambda request: static("tournaments/icon.svg"),
    "SITE_FAVICONS": [_ICON],
    "SHOW_BACK_BUTTON": True,
    "STYLES": [
        lambda request: static("tournaments/tokens.css"),
        lambda request: static("tournaments/theme.css"),
        lambda request: static("tournaments/sidebar.css"),
        lambda request: static("tournaments/theme_lists.css"),
        lambda request: static("tournaments/no_script.css"),
    ],
    "LOGIN": {"form": "tournaments.forms.accounts.LoginForm"},
    "ACCOUNT": {"navigation": "tournaments.admin.sidebar.account"},
    "DASHBOARD_CALLBACK": "tournaments.admin.sidebar.first_page",
    "SIDEBAR": {"navigation": "tournaments.admin.sidebar.navigation"},
    # Paper, ink and accent of the public pages (static/tournaments/tokens.css), from light to dark.
    "COLORS": {
        "base": {
            "50": "#f5f4f0",
            "100": "#eceae3",
            "200": "#e1ded5",
            "300": "#c9c6bc",
            "400": "#8b959d",
            "500": "#535e66",
            "600": "#434d54",
            "700": "#2b353b",
            "800": "#222b30",
            "900": "#192126",
            "950": "#10161a",
        },
        "primary": {
            "50": "#eef7f5",
            "100": "#d9edea",
            "200": "#b4dcd6",
            "300": "#84c6bd",
            "400": "#4ea89d",
            "500": "#258a80",
            "600": "#0b5d59",
            "700": "#0b514e",
            "800": "#0b4240",
            "900": "#0a3634",
            "950": "#052120",
        },
    },
}

# --- Celery: a task may run twice and must not mind. Work is in the database, for the hands of `config.worker`;
# Celery's own process (solo) hears the broker's messages, which wake them.
CELERY_TASK_DEFAULT_QUEUE = _env.get("VIERTAL_QUEUE") or "viertal"
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_POOL = "solo"
# without bounds: a message whose end the broker cannot be told takes nobody's place
CELERY_WORKER_PREFETCH_MULTIPLIER = 0
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_TASK_SOFT_TIME_LIMIT = 50
CELERY_TASK_TIME_LIMIT = 60
CELERY_TIMEZONE = "UTC"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BROKER_CONNECTION_TIMEOUT = 2
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0.1}
CELERY_BROKER_TRANSPORT_OPTIONS = {"max_retries": 1, "interval_start": 0.1, "interval_step": 0.1, "interval_max": 0.2}
if CELERY_BROKER_URL.startswith("redis"):
    CELERY_BROKER_TRANSPORT_OPTIONS |= {"socket_connect_timeout": 2, "socket_timeout": 5}

# --- Safety. A hall has plain http on its own network; VIERTAL_HTTPS=1 says that a certificate is in front.
SESSION_ENGINE = "tournaments.accounts.sessions"
SESSION_COOKIE_AGE = 12 * 3600
# Browsers let nobody set a cookie of that prefix but this very host by https.
_prefix = "__Host-" if HTTPS else ""
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"{_prefix}sessionid", f"{_prefix}csrftoken"
LANGUAGE_COOKIE_NAME, KNOWN_COOKIE_NAME = f"{_prefix}django_language", f"{_prefix}known"
MESSAGES_COOKIE_NAME = f"{_prefix}messages"
MESSAGE_STORAGE = "config.http.messages.Storage"
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
# A program that talks http is told so and not led on: what it sent was read by others already.
SECURE_REDIRECT_EXEMPT = [r"^api/"]
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
# Believed only when said so: without a proxy that sets it, anyone could send this header.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if PROXY else None
SECURE_REFERRER_POLICY = "same-origin"
# Browsers heed this header on https only, and complain of it on a hall's plain http.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
X_FRAME_OPTIONS = "DENY"

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": f"config.loglines.{FORMATS[LOG_FORMAT].__name__}"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": _log_level},
    "loggers": {"django": {"handlers": [], "level": "INFO", "propagate": True}},
}
