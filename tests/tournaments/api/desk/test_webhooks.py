"""Webhooks under a program's hands: changed, switched on again, and told again."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from games.core.notices import Notice
from tests.tournaments import make
from tests.tournaments.api.programs import Program
from tests.tournaments.worlds import world
from tournaments.models import Delivery, Tournament, User, Webhook

pytestmark = pytest.mark.django_db


@world
def hook() -> Webhook:
    club = make.duel(4, slug="club")
    return Webhook.objects.create(
        tournament=club, url="https://club.example/a", active=False, stopped_because=Notice("webhook-silent")
    )


def where(hook: Webhook) -> str:
    return f"/tournaments/club/webhooks/{hook.pk}/"


def test_what_is_sent_is_changed_and_the_rest_stays(program: Program, hook: Webhook) -> None:
    said = program("PATCH", where(hook), {"events": ["tournament.finished", "round.published"]}).said
    assert said == {
        "id": hook.pk,
        "url": hook.url,
        "events": ["round.published", "tournament.finished"],
        "active": False,
        "stopped_because": "It did not answer for two days.",
    }
    on = program("PATCH", where(hook), {"active": True, "url": "https://club.example/b"}).said
    assert (on["active"], on["stopped_because"], on["url"]) == (True, "", "https://club.example/b")
    assert "secret" not in on


def test_why_it_was_stopped_is_told_in_the_readers_language(client: Client, boss: User, hook: Webhook) -> None:
    client.force_login(boss)
    german = {"accept-language": "de"}
    for page in ("admin:tournaments_webhook_changelist", "admin:tournaments_webhook_change"):
        address = reverse(page, args=[hook.pk] if page.endswith("change") else [])
        assert "Die Adresse antwortete zwei Tage lang nicht." in client.get(address, headers=german).content.decode()
    (listed,) = client.get("/api/v1/tournaments/club/webhooks/", headers=german).json()["results"]
    assert listed["stopped_because"] == "Die Adresse antwortete zwei Tage lang nicht."


def test_an_address_that_cannot_be_told_and_one_twice_are_refused(program: Program, hook: Webhook) -> None:
    Webhook.objects.create(tournament=hook.tournament, url="https://club.example/b")
    for url in ("ftp://club.example/", "https://club.example/b"):
        assert program("PATCH", where(hook), {"url": url}).said["code"] == "refused"
    hook.refresh_from_db()
    assert hook.url == "https://club.example/a"


def test_what_failed_is_told_again_and_the_webhook_is_on(program: Program, hook: Webhook) -> None:
    entry = {"at": "2026-11-27T20:00:00+00:00", "status": 500, "said": "Out of order.", "ms": 3}
    failed = Delivery.objects.create(
        webhook=hook, event="round.published", payload={}, state=Delivery.State.FAILED, attempts=6, tries=[entry]
    )
    again = program("POST", f"{where(hook)}deliveries/{failed.number}/again/", {})
    assert (again.status_code, again.said["state"], again.said["attempts"]) == (202, "waiting", 0)
    attempt = {"at": "2026-11-27T20:00:00+00:00", "status": 500, "answer": "Out of order.", "ms": 3}
    assert again.said["tries"] in ([], [attempt])
    assert program("GET", f"{where(hook)}deliveries/").said["results"][0]["tries"] == [attempt]
    hook.refresh_from_db()
    assert hook.active and not hook.stopped_because
    assert program("POST", f"{where(hook)}deliveries/{uuid4()}/again/", {}).status_code == 404


def test_only_who_changes_the_tournament(hook: Webhook) -> None:
    chief = Program(make.arbiter(Tournament.objects.get(), "chief"))
    assert chief("PATCH", where(hook), {"active": True}).status_code == 403
    assert chief("POST", f"{where(hook)}deliveries/{uuid4()}/again/", {}).status_code == 403
