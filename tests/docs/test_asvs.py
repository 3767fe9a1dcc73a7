"""The list of OWASP ASVS is whole, and every test that it names is there."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from django.apps import apps
from django_otp.plugins.otp_totp.models import TOTPDevice

from config import settings
from config.http import body_limit, work_limits
from launcher import connections
from tournaments.accounts import passwords, second_factor, sessions, signin
from tournaments.api.core.resource import DEEPEST
from tournaments.imports import apart, archive, pictures
from tournaments.imports.readers import files, lines
from tournaments.jobs import webhooks as telling
from tournaments.models import GameRecord
from tournaments.services import webhooks
from tournaments.services.people import profile
from tournaments.services.results import reports

CHECKOUT = Path(__file__).resolve().parents[2]
FOLDER = CHECKOUT / "docs" / "security"
# ASVS 5.0.0: for each section, how many requirements level 1 has, and how many more level 2 has. Within a section
# they are numbered in that order.
SECTIONS = {
    "1.1": (0, 2), "1.2": (5, 4), "1.3": (2, 9), "1.4": (0, 3), "1.5": (1, 1),
    "2.1": (1, 2), "2.2": (2, 1), "2.3": (1, 3), "2.4": (0, 1),
    "3.2": (2, 0), "3.3": (1, 3), "3.4": (2, 4), "3.5": (3, 2), "3.7": (0, 2),
    "4.1": (1, 2), "4.2": (0, 1), "4.3": (0, 2), "4.4": (1, 3),
    "5.1": (0, 1), "5.2": (2, 1), "5.3": (2, 0), "5.4": (0, 3),
    "6.1": (1, 2), "6.2": (8, 4), "6.3": (2, 2), "6.4": (2, 2), "6.5": (0, 5), "6.6": (0, 3), "6.8": (0, 4),
    "7.1": (0, 3), "7.2": (4, 0), "7.3": (0, 2), "7.4": (2, 3), "7.5": (0, 2), "7.6": (0, 2),
    "8.1": (1, 1), "8.2": (2, 1), "8.3": (1, 0), "8.4": (0, 1), "9.1": (3, 0), "9.2": (1, 3),
    "10.1": (0, 2), "10.2": (0, 2), "10.3": (0, 4), "10.4": (5, 6), "10.5": (0, 5), "10.6": (0, 2), "10.7": (0, 3),
    "11.1": (0, 2), "11.2": (0, 3), "11.3": (2, 1), "11.4": (1, 3), "11.5": (0, 1), "11.6": (0, 1),
    "12.1": (1, 2), "12.2": (2, 0), "12.3": (0, 4), "13.1": (0, 1), "13.2": (0, 5), "13.3": (0, 2), "13.4": (1, 4),
    "14.1": (0, 2), "14.2": (1, 3), "14.3": (1, 2), "15.1": (1, 2), "15.2": (1, 2), "15.3": (1, 6),
    "16.1": (0, 1), "16.2": (0, 5), "16.3": (0, 4), "16.4": (0, 3), "16.5": (0, 3),
    "17.1": (0, 1), "17.2": (0, 4), "17.3": (0, 2),
}  # fmt: skip
NAMED = re.compile(r"`(tests/[\w/]+\.py)::([\w:]+)`")
LINE = re.compile(r"- (\d+\.\d+)\.(\d+)(?:–(\d+))?(¹?) (.+?): ((?:`|\[|not applicable: |open: ).+)")
DOCUMENTED = re.compile(r"\[[^\]]+\]\(controls\.md#[\w-]+\)")


class Row(NamedTuple):
    number: str
    level: int
    words: str
    shown: str


def rows() -> list[Row]:
    """The requirements, each by itself also where a line has several of a section."""
    found = []
    text = (FOLDER / "asvs.md").read_text(encoding="utf-8")
    for line in text.partition("\n## ")[2].splitlines():
        if match := LINE.fullmatch(line):
            section, first, last, raised, words, shown = match.groups()
            numbers = range(int(first), int(last or first) + 1)
            found += [Row(f"{section}.{place}", 1 if raised else 2, words, shown) for place in numbers]
        else:
            assert not line or re.match("#|1 Encoding", line), f"a line of the list has another shape: {line}"
    return found


@cache
def named_in(path: str) -> frozenset[str]:
    """The tests of a file, by their names as pytest has them, without importing it."""
    found = set()
    for node in ast.parse((CHECKOUT / path).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            found.add(node.name)
        if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            names = (n.name for n in node.body if isinstance(n, ast.FunctionDef) and n.name.startswith("test_"))
            found.update(f"{node.name}::{name}" for name in names)
    return frozenset(found)


def test_every_requirement_of_both_levels_is_there_once():
    wanted = {
        f"{section}.{place}": 1 if place <= first else 2
        for section, (first, more) in SECTIONS.items()
        for place in range(1, first + more + 1)
    }
    numbers = [row.number for row in rows()]
    assert len(wanted) == 253
    assert sorted(numbers) == sorted(set(numbers)), "a number is there twice"
    assert {row.number: row.level for row in rows()} == wanted
    by_parts = [tuple(map(int, number.split("."))) for number in numbers]
    assert by_parts == sorted(by_parts)


def test_every_test_that_is_named_is_there():
    named = [(row.number, path, name) for row in rows() for path, name in NAMED.findall(row.shown)]
    assert len(named) > 150
    for number, path, name in named:
        assert (CHECKOUT / path).is_file(), (number, path)
        assert name in named_in(path), (number, path, name)


def test_every_line_says_what_shows_it_why_not_or_what_is_missing():
    for row in rows():
        reason = re.fullmatch(r"(not applicable|open): (.{12,})", row.shown)
        tests = NAMED.findall(row.shown)
        page = DOCUMENTED.match(row.shown)
        assert bool(reason) != bool(tests or page), row.number
        if not reason:
            parts = [page[0]] if page else []
            assert "; ".join([*parts, *(f"`{path}::{name}`" for path, name in tests)]) == row.shown, row.number
        assert 3 <= len(row.words) <= 100, row.number


def test_of_everything_that_is_stored_it_is_documented_who_reads_and_writes_it():
    page = (FOLDER / "controls.md").read_text(encoding="utf-8")
    fields = page.split("## Fields")[1].split("## ")[0]
    stored = {model.__name__ for model in apps.get_app_config("tournaments").get_models()}
    assert set(re.findall(r"`([A-Z]\w+)`", fields)) == stored


def test_what_is_documented_is_what_the_program_does():
    """The figures on the page are the code's."""
    page = " ".join((FOLDER / "controls.md").read_text(encoding="utf-8").split())
    tries = {kind: (size, round(1 / rate)) for kind, (size, rate) in signin.TRIES.items()}
    rates = settings.API_RATES
    mebibyte = 1024 * 1024
    for said in (
        f"body: {body_limit.USUAL // mebibyte} MiB, "
        f"an archive {body_limit.LARGEST // mebibyte} MiB; refused before it is kept",
        f"together: {body_limit.ROOM_FOR_LARGE // mebibyte} MiB, and {body_limit.ROOM_FOR_SMALL // mebibyte} MiB of "
        f"their own for those up to {body_limit.SMALL // 1024} KiB",
        f"a piece within {body_limit.NEXT_WITHIN:.0f} seconds, {body_limit.SLOWEST // 1024} KiB a second",
        f"{connections.LONGEST_HEAD // 1024} KiB, {connections.MOST_HEADERS} headers, an address of "
        f"{connections.LONGEST_ADDRESS // 1024} KiB (431, 414); whole within {connections.HEAD_WITHIN:.0f} seconds",
        f"{connections.WAITING_AT_ONE_ADDRESS} an address, {connections.WAITING_IN_ALL:,} in all",
        f"{work_limits.AT_ONCE} are made at once, {work_limits.DEAR_AT_ONCE} of those that are dear",
        f"{work_limits.DOOR_AT_ONCE} at the door (a password's hash); {work_limits.WAITING:,}, "
        f"{work_limits.DEAR_WAITING} and {work_limits.DOOR_WAITING} wait, for {work_limits.PATIENCE:.0f} seconds",
        f"JSON: nested {DEEPEST} levels deep",
        f"{settings.DATA_UPLOAD_MAX_NUMBER_FIELDS:,} (a tournament",
        f"token {rates['token'][0]} and {rates['token'][1]}, person {rates['person'][0]} and {rates['person'][1]}, "
        f"address {rates['address'][0]:,} and {rates['address'][1]}",
        f"{reports.TRIES_A_MINUTE} times a minute",
        f"hand in: {reports.RECORDS_A_TABLE} ",
        f"{apart.AT_ONCE} at once in each web process: {apart.MOST_MEMORY // mebibyte} MiB and {apart.MOST_SECONDS} "
        "seconds of processor time",
        f"a tournament: {webhooks.MOST}, of which one task tells for {telling.AT_MOST:.0f} seconds",
        f"a task: {settings.CELERY_TASK_TIME_LIMIT} seconds",
        f"(CSV, XLSX, ODS, XLS): {lines.MAX_BYTES // mebibyte} MiB, {lines.MAX_LINES:,} lines; opened "
        f"{files.MAX_OPENED // mebibyte} MiB, {files.MAX_PARTS} parts",
        f"event documents, archives (JSON): {archive.MAX_BYTES // mebibyte} MiB",
        f"game records (JSON): {GameRecord.MAX_BYTES // mebibyte} MiB",
        f"{pictures.MAX_BYTES // mebibyte} MiB and {pictures.MAX_SIDE:,} points a side; "
        f"{pictures.PHOTO_BYTES // mebibyte} MiB and {pictures.PHOTO_POINTS // 10**6} million points (a JPEG "
        f"{pictures.REDUCED_POINTS // 10**6})",
        f"the name's ({tries['name'][0]} tries, one more every {tries['name'][1]} seconds)",
        f"the address's ({tries['address'][0]}, one more every {tries['address'][1]} seconds)",
        f"everybody's ({tries['everybody'][0]}, one more every second)",
        f"({tries['browser'][0]}, one more every {tries['browser'][1]} seconds), known by a signed cookie for "
        f"{signin.KNOWN_FOR // 86400} days",
        f"At least {settings.AUTH_PASSWORD_VALIDATORS[1]['OPTIONS']['min_length']} signs",
        f"{settings.SESSION_COOKIE_AGE // 3600} hours without a page asked for, {sessions.LONGEST // 86400} days in",
        f"in the last {sessions.FRESH // 60} minutes",
        f"Argon2id ({passwords.Argon2.memory_cost // 1024} MiB, {passwords.Argon2.time_cost} passes, "
        f"{passwords.Argon2.parallelism} lane)",
        f"The password opens {second_factor.PATIENCE} seconds",
        f"{second_factor.CODES} recovery codes",
        f"({profile.MOST_OPEN} open ones a person, {profile.MOST_A_DAY} a day)",
        f"({4 * len(TOTPDevice().key)} bits by chance, kept as they are",
        "4 files of 5 MB",
    ):
        assert said in page, said
    assert len(passwords.OWN_WORDS) > 20
