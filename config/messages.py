"""The sentences that the next page shows, in cookies of this host alone."""

from django.conf import settings
from django.contrib.messages.storage import cookie, fallback, session


class Cookies(cookie.CookieStorage):
    cookie_name = settings.MESSAGES_COOKIE_NAME


class Storage(fallback.FallbackStorage):
    """A cookie, and the session for what does not fit in."""

    storage_classes = (Cookies, session.SessionStorage)
