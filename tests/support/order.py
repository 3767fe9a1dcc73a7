"""The order in which files of tests begin: the longest first, so that all workers end together.

Seconds are processor time, as a run says it at its end (`times.py`). They need not be exact. A file that is not listed
is short, and is ordered by how many tests it has.
"""

from __future__ import annotations

from collections import Counter

import pytest

SECONDS = {
    "browser/test_layout.py": 76,
    "browser/test_typing_ahead.py": 75,
    "tournaments/test_every_url.py": 58,
    "browser/test_typing_troubles.py": 58,
    "browser/test_evening.py": 48,
    "launcher/test_up.py": 48,
    "browser/test_everyone.py": 41,
    "test_catalogues.py": 40,
    "tournaments/api/test_schema.py": 40,
    "browser/test_presence.py": 36,
    "launcher/test_health.py": 32,
    "browser/test_desk_roles.py": 29,
    "tournaments/privacy/test_everywhere.py": 28,
    "browser/test_attendance.py": 28,
    "browser/test_live_pages.py": 26,
    "browser/test_settings.py": 26,
    "launcher/test_backup.py": 26,
    "tournaments/security/test_headers.py": 23,
    "tournaments/public/test_around.py": 20,
    "tournaments/sheets/test_fuzz.py": 18,
    "launcher/test_crowd.py": 16,
    "browser/test_reports.py": 16,
    "browser/test_sums.py": 16,
    "launcher/test_full_disk.py": 15,
    "browser/test_replay.py": 14,
    "tournaments/test_migrations.py": 14,
    "browser/test_waiting.py": 13,
    "tournaments/api/test_seen.py": 13,
    "tournaments/test_large_desk.py": 13,
    "config/test_settings.py": 12,
    "pairing/systems/test_tables_life.py": 11,
    "tournaments/printing/test_documents.py": 11,
    "tournaments/games/test_replay.py": 11,
    "tournaments/sheets/test_formats.py": 11,
    "tournaments/public/test_standings.py": 10,
    "tournaments/security/test_hostile_text.py": 10,
    "tournaments/test_old_sentences.py": 9,
    "tournaments/reports/test_races.py": 9,
    "tournaments/reports/test_pages.py": 9,
    "tournaments/games/test_live_games.py": 9,
    "tournaments/public/test_pages.py": 8,
    "tournaments/api/test_replays.py": 8,
    "pairing/schedules/test_library.py": 8,
    "tournaments/live/test_several_processes.py": 8,
}
ONE_TEST = 0.05
"""Seconds of a test in any other file, on average."""


def longest_first(items: list[pytest.Item]) -> None:
    """Order tests by file; the tests of a file stay together and in their order."""
    count = Counter(file_of(item) for item in items)

    def length(item: pytest.Item) -> tuple[float, str]:
        file = file_of(item)
        return -SECONDS.get(file, ONE_TEST * count[file]), file

    items.sort(key=length)


def file_of(item: pytest.Item) -> str:
    """Return the name of a test's file, from the folder of all tests."""
    return item.nodeid.partition("::")[0].removeprefix("tests/")
