"""The web application that a server runs: live events first, Django's pages behind it."""

import os

from django.conf import settings
from django.core.asgi import get_asgi_application
from django.core.exceptions import ImproperlyConfigured

from config import rlimits, warmup
from config.http.body_limit import BodyLimit
from config.http.routing import compose
from config.http.security_headers import SecurityHeaders

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
if not settings.SECRET_KEY_IS_KEPT:
    raise ImproperlyConfigured(
        "SECRET_KEY is not set. Set it to a long random text that stays the same from start to start "
        "(`make up` makes one by itself and keeps it in its data folder)."
    )
pages = get_asgi_application()
rlimits.raise_open_files()

from tournaments.live.asgi import application as live  # noqa: E402 — may use models, so Django comes first
from tournaments.live.asgi import in_front_of  # noqa: E402
from tournaments.views.player import my_table  # noqa: E402

application = SecurityHeaders(
    compose(live, BodyLimit(in_front_of(pages, my_table.quick)), warmup.web), https=settings.HTTPS
)
