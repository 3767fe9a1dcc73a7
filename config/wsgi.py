"""For servers that speak WSGI only. Live events need config.asgi; with this the pages poll instead."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = get_wsgi_application()
