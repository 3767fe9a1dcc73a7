"""A mail server to send to, and a broker that is not asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from config.environment import MailServer as Address
from tests.support.smtp import MailServer


@pytest.fixture(autouse=True)
def _no_broker(no_broker: None) -> None:
    """Nothing is sent to the broker."""


@pytest.fixture
def server(settings: Any) -> Iterator[MailServer]:
    """A mail server, as the settings name it."""
    started = MailServer()
    settings.MAIL_SERVER = Address("127.0.0.1", started.port, "", "", "none")
    settings.MAIL_FROM = "Club Evening <evening@club.example>"
    settings.SITE_URL = "https://club.example"
    yield started
    started.close()
