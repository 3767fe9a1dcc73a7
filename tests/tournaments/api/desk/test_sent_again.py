"""Requests that are sent again, one after the other and at once: done once, answered each time."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.tournaments import make
from tests.tournaments.api.programs import NEW, Program
from tests.tournaments.rounds.test_races import at_once
from tournaments.api.core.resource import buckets
from tournaments.jobs.sweep import throw_away
from tournaments.models import KeptAnswer, Result, Tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def sent(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    found: list[Any] = []
    monkeypatch.setattr("tournaments.domain.queue.send", lambda *args, **_more: found.append(args))
    buckets.clear()
    return found


def key(text: str) -> dict[str, str]:
    return {"idempotency-key": text}


def test_sent_again_it_is_answered_again_and_done_once(sent: list[Any]) -> None:
    program = Program(make.organiser())
    first = program("POST", "/tournaments/", {**NEW, "slug": "club"}, **key("a"))
    again = program("POST", "/tournaments/", {**NEW, "slug": "club"}, **key("a"))
    assert first.status_code == again.status_code == 201
    assert again.content == first.content and again["Location"] == first["Location"]
    assert again["Idempotent-Replayed"] == "true" and not first.has_header("Idempotent-Replayed")
    assert Tournament.objects.count() == 1
    for name in ("Anna", "Bert", "Chantal", "Dawid"):
        program("POST", "/tournaments/club/entries/", {"name": name}, **key(name))
    del sent[:]
    for _ in range(2):
        assert program("POST", "/tournaments/club/rounds/", {}, **key("r")).status_code == 202
    assert len(sent) == 1, "the worker is asked once, after the commit"


def test_a_key_with_another_request_is_refused_and_another_program_has_its_own_keys() -> None:
    boss = make.organiser()
    program, other = Program(boss), Program(boss)
    program("POST", "/tournaments/", {**NEW, "slug": "one"}, **key("a"))
    clash = program("POST", "/tournaments/", {**NEW, "slug": "two"}, **key("a"))
    assert (clash.status_code, clash.said["code"]) == (422, "idempotency_key_reused")
    assert other("POST", "/tournaments/", {**NEW, "slug": "two"}, **key("a")).status_code == 201
    for bad in ("", "x" * 201):
        refused = program("POST", "/tournaments/", {**NEW, "slug": "six"}, **key(bad))
        assert (refused.status_code, refused.said["code"]) == (400, "idempotency_key_bad")


def test_a_refusal_is_answered_again_a_fault_of_ours_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    program = Program(make.organiser())
    program.client.raise_request_exception = False
    bad = {**NEW, "pairing": {"system": "nope"}}
    first = program("POST", "/tournaments/", bad, **key("a"))
    again = program("POST", "/tournaments/", bad, **key("a"))
    assert first.status_code == again.status_code == 422 and again.said == first.said
    assert again["Content-Type"] == "application/problem+json"

    def broken(*_anything: Any, **_more: Any) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr("tournaments.services.events.tournaments._save", broken)
        assert program("POST", "/tournaments/", NEW, **key("b")).status_code == 500
    assert not KeptAnswer.objects.filter(key="b").exists()
    assert program("POST", "/tournaments/", NEW, **key("b")).status_code == 201


def test_after_a_day_a_key_is_new_again() -> None:
    program = Program(make.organiser())
    program("POST", "/tournaments/", NEW, **key("a"))
    KeptAnswer.objects.update(created_at=timezone.now() - timedelta(hours=25))
    taken = program("POST", "/tournaments/", NEW, **key("a"))
    assert taken.status_code == 422 and taken.said["code"] == "refused", "it is done again, and refused"
    KeptAnswer.objects.update(created_at=timezone.now() - timedelta(hours=25))
    throw_away()
    assert not KeptAnswer.objects.exists()


def test_at_once_one_is_done_and_all_get_its_answer() -> None:
    boss = make.organiser()
    program = Program(boss)
    for number in range(5):
        slug = f"race{number}"
        answers = at_once(
            *[lambda slug=slug: program.copied()("POST", "/tournaments/", {**NEW, "slug": slug}, **key(slug))] * 6
        )
        assert {answer.status_code for answer in answers} == {201}
        assert len({answer.content for answer in answers}) == 1
        assert Tournament.objects.filter(slug=slug).count() == 1
        assert sum(answer.has_header("Idempotent-Replayed") for answer in answers) == 5


def test_two_results_at_once_one_is_told_of_the_other() -> None:
    boss = make.organiser()
    evening = make.duel(4, slug="club")
    make.published(evening, boss)
    one, two = Program(boss), Program(boss)
    at = "/tournaments/club/rounds/1/tables/1/result/"
    answers = at_once(lambda: one("PUT", at, {"points": ["1", "0"]}), lambda: two("PUT", at, {"points": ["0", "1"]}))
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    assert Result.objects.count() == 1
