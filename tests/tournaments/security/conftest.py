"""Somebody at the door."""

import pytest

from tournaments.accounts import signin
from tournaments.api.core import resource

LOGIN = "/admin/login/"
RIGHT = "quite long 1"


@pytest.fixture(autouse=True)
def full_buckets(monkeypatch):
    """Nobody has tried anything yet, and no time goes by while they do."""
    monkeypatch.setattr(signin, "monotonic", lambda: 1000.0)
    for some in (signin.buckets, resource.buckets):
        some.clear()
    yield
    for some in (signin.buckets, resource.buckets):
        some.clear()


@pytest.fixture
def knock():
    """A function that tries a password in a browser, from an address."""

    def knock(client, name, password, place="192.0.2.1", next_page="/admin/"):
        return client.post(LOGIN, {"username": name, "password": password, "next": next_page}, REMOTE_ADDR=place)

    return knock
