"""The web application that a server runs: live events first, Django's pages behind it."""

import os

from django.conf import settings
from django.core.asgi import get_asgi_application
from django.core.exceptions import ImproperlyConfigured

from config import error_reports, rlimits, warmup
from config.commands import command
from config.http.body_limit import BodyLimit
from config.http.headers import RequestIds, SecurityHeaders
from config.http.hosts import Hosts
from config.http.routing import compose
from config.http.work_limits import CONNECTIONS, Connections, Places

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
if not settings.SECRET_KEY_IS_KEPT:
    raise ImproperlyConfigured(
        "SECRET_KEY is not set. Set it to a long random text that stays the same from start to start "
        f"(`{command('up')}` makes one by itself and keeps it in its data folder)."
    )
error_reports.begin(settings.SENTRY_DSN)
pages = get_asgi_application()
CONNECTIONS.public, CONNECTIONS.all = rlimits.connections(rlimits.raise_open_files(), settings.CONNECTIONS)

from tournaments.domain import queue  # noqa: E402
from tournaments.live.asgi import application as live  # noqa: E402 — may use models, so Django comes first
from tournaments.live.asgi import in_front_of  # noqa: E402
from tournaments.selectors.site.askers import Askers  # noqa: E402
from tournaments.views.player import my_table  # noqa: E402


async def begin() -> None:
    """Start a web process's own work, before it says that it has started."""
    queue.wake_by_the_broker()
    await warmup.web()


askers = Askers()
bounded = BodyLimit(in_front_of(Places(pages, askers.is_signed_in), my_table.quick, askers.is_signed_in))
served = Connections(compose(live, bounded, begin), askers.is_signed_in, CONNECTIONS)
named = Hosts(served, settings.ALLOWED_HOSTS, local_only=settings.LOCAL_HOSTS_ONLY)
application = RequestIds(SecurityHeaders(named, https=settings.HTTPS), proxy=settings.PROXY)
