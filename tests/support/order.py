"""The order in which files of tests begin: the longest first, so that all workers end together.

Seconds are processor time, as a run says it at its end (`times.py`). They need not be exact. A file that is not listed
is short, and is ordered by how many tests it has.
"""

from __future__ import annotations

from collections import Counter

import pytest

SECONDS = {
    "tournaments/test_every_url.py": 127,
    "browser/test_typing_ahead.py": 110,
    "browser/test_layout.py": 98,
    "launcher/test_up.py": 86,
    "tournaments/api/test_schema.py": 75,
    "tournaments/privacy/test_everywhere.py": 61,
    "launcher/test_health.py": 58,
    "test_catalogues.py": 50,
    "launcher/test_backup.py": 47,
    "tournaments/test_old_sentences.py": 44,
    "browser/test_touch.py": 43,
    "browser/test_deltas.py": 37,
    "tournaments/security/test_headers.py": 34,
    "browser/test_typing_troubles.py": 31,
    "browser/test_everyone.py": 29,
    "launcher/test_crowd.py": 29,
    "launcher/test_full_disk.py": 27,
    "tournaments/test_handbook.py": 26,
    "tournaments/test_migrations.py": 26,
    "tournaments/printing/test_documents.py": 24,
    "browser/test_presence.py": 23,
    "browser/test_settings.py": 23,
    "tournaments/games/test_dealing.py": 23,
    "config/test_settings.py": 22,
    "tournaments/sheets/test_fuzz.py": 22,
    "pairing/systems/test_tables_life.py": 20,
    "tournaments/live/test_delta.py": 20,
    "tournaments/privacy/test_whose_people.py": 20,
    "browser/test_replay.py": 19,
    "browser/test_live_pages.py": 18,
    "tournaments/test_large_desk.py": 16,
    "browser/test_attendance.py": 15,
    "browser/test_touch_kwartet.py": 14,
    "pairing/schedules/test_library.py": 14,
    "tournaments/live/test_several_processes.py": 14,
    "tournaments/api/test_seen.py": 13,
    "tournaments/security/test_hostile_text.py": 13,
    "browser/test_desk_roles.py": 12,
    "browser/test_tap_games.py": 12,
    "tournaments/games/test_replay.py": 12,
    "tournaments/sheets/test_formats.py": 12,
    "tournaments/test_sentences.py": 12,
    "browser/test_around_events.py": 11,
    "browser/test_brackets.py": 11,
    "browser/test_api_reference.py": 10,
    "browser/test_look.py": 10,
    "browser/test_reports.py": 10,
    "browser/test_evening.py": 10,
    "tournaments/admin/test_club_games.py": 10,
    "tournaments/api/test_replays.py": 10,
    "tournaments/public/test_standings.py": 10,
    "tournaments/test_desk_roles.py": 10,
    "tournaments/public/test_around.py": 9,
    "tournaments/public/test_pages.py": 9,
    "tournaments/security/test_foreign_objects.py": 9,
    "tournaments/sheets/test_lists.py": 9,
    "tournaments/test_declared_games.py": 9,
    "tournaments/test_pairing_progress.py": 9,
    "tournaments/games/test_live_games.py": 8,
    "tournaments/games/test_signs.py": 8,
    "tournaments/log/test_corrections.py": 8,
    "tournaments/reports/test_pages.py": 8,
    "tournaments/reports/test_races.py": 8,
    "tournaments/running/test_questions.py": 8,
    "tournaments/test_damaged_requests.py": 8,
    "tournaments/test_desk.py": 8,
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
