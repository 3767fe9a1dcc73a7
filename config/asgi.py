"""The web application that a server runs: live events first, Django's pages behind it."""

import os

from django.conf import settings
from django.core.asgi import get_asgi_application
from django.core.exceptions import ImproperlyConfigured

from config import open_files, warm
from config.always import Always
from config.limits import Limited
from config.routing import compose

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
if not settings.SECRET_KEY_IS_KEPT:
    raise ImproperlyConfigured(
        "SECRET_KEY is not set. Set it to a long random text that stays the same from start to start "
        "(`make up` makes one by itself and keeps it in its data folder)."
    )
pages = get_asgi_application()
open_files.raise_open_files()

from tournaments.live.asgi import application as live  # noqa: E402 — may use models, so Django comes first
from tournaments.live.asgi import in_front_of  # noqa: E402
from tournaments.views import mine  # noqa: E402

application = Always(compose(live, Limited(in_front_of(pages, mine.quick)), warm.web), https=settings.HTTPS)
