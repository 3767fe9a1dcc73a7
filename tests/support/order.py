"""The order in which files of tests begin: the longest first, so that all workers end together.

Seconds are those of a quiet machine with two cores, from `make test PYTEST=--durations=250`. They need not be exact. A
file that is not listed is short, and is ordered by how many tests it has.
"""

from __future__ import annotations

from collections import Counter

import pytest

SECONDS = {
    "browser/test_typing_ahead.py": 109,
    "tournaments/test_every_url.py": 94,
    "launcher/test_up.py": 77,
    "browser/test_typing_troubles.py": 74,
    "tournaments/privacy/test_everywhere.py": 66,
    "browser/test_presence.py": 55,
    "browser/test_evening.py": 50,
    "browser/test_layout.py": 48,
    "browser/test_attendance.py": 40,
    "launcher/test_backup.py": 35,
    "tournaments/test_large_desk.py": 35,
    "browser/test_everyone.py": 30,
    "tournaments/security/test_headers.py": 29,
    "browser/test_desk_roles.py": 28,
    "test_catalogues.py": 25,
    "browser/test_settings.py": 21,
    "tournaments/public/test_around.py": 19,
    "browser/test_reports.py": 18,
    "tournaments/sheets/test_fuzz.py": 18,
    "launcher/test_connections.py": 17,
    "pairing/test_same_everywhere.py": 17,
    "tournaments/test_damaged_requests.py": 17,
    "browser/test_live_pages.py": 15,
    "launcher/test_full_disk.py": 15,
    "config/test_wire.py": 12,
    "tournaments/test_migrations.py": 12,
    "browser/test_replay.py": 11,
    "tournaments/security/test_hostile_text.py": 11,
    "tournaments/api/test_schema.py": 10,
    "tournaments/sheets/test_worker.py": 10,
}
ONE_TEST = 0.05
"""Seconds of a test in any other file, on average."""


def longest_first(items: list[pytest.Item]) -> None:
    """Order tests by file; the tests of a file stay together and in their order."""
    count = Counter(_file(item) for item in items)

    def length(item: pytest.Item) -> tuple[float, str]:
        file = _file(item)
        return -SECONDS.get(file, ONE_TEST * count[file]), file

    items.sort(key=length)


def _file(item: pytest.Item) -> str:
    return item.nodeid.partition("::")[0].removeprefix("tests/")
