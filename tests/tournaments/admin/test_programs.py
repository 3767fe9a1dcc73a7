"""Tokens, webhooks and event documents in the admin."""

from __future__ import annotations

import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.tournaments import make
from tests.tournaments.documents.test_refusals import GOOD
from tournaments.models import ApiToken, Appointment, Delivery, EventImport, Tournament, Webhook
from tournaments.services import webhooks
from tournaments.services.accounts import accounts
from tournaments.services.events.event_builder import import_event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_broker")]
TOKENS, HOOKS, TOLD = ("/admin/tournaments/apitoken/", "/admin/tournaments/webhook/", "/admin/tournaments/delivery/")


def test_a_token_is_made_shown_once_and_revoked(signed_in, words, evening):
    helper = make.arbiter(evening)
    browser = signed_in(helper)
    made = browser.post(
        f"{TOKENS}add/", {"name": "Scoreboard", "scope": "report", "expires_at_0": "", "expires_at_1": ""}
    )
    secret = re.search(r"vt_[\w-]{40,}", words(made))[0]
    assert made.status_code == 200 and "no-store" in made["Cache-Control"]
    row = ApiToken.objects.get()
    assert (row.user, row.scope) == (helper, "report") and secret not in row.digest
    used = Client().get("/api/v1/me/", headers={"authorization": f"Bearer {secret}"})
    assert used.json()["username"] == helper.username
    for path in (TOKENS, f"{TOKENS}{row.pk}/change/"):
        page = words(browser.get(path))
        assert row.hint in page or "Scoreboard" in page
        assert secret not in page
    browser.post(TOKENS, {"action": "revoke", "_selected_action": [row.pk]})
    assert Client().get("/api/v1/me/", headers={"authorization": f"Bearer {secret}"}).status_code == 401


def test_others_tokens_are_not_seen_and_not_revoked(signed_in, words, boss, evening):
    token, _secret = accounts.make_token(by=boss, name="Mine alone", scope="organise")
    browser = signed_in(make.arbiter(evening))
    assert "Mine alone" not in words(browser.get(TOKENS))
    assert browser.get(f"{TOKENS}{token.pk}/change/").status_code == 302
    browser.post(TOKENS, {"action": "revoke", "_selected_action": [token.pk]})
    token.refresh_from_db()
    assert token.works


def test_an_organiser_has_an_address_told_and_sees_what_became_of_it(signed_in, words, boss, evening):
    other = make.duel(2)
    helper = make.arbiter()
    Appointment.objects.create(tournament=evening, user=helper, role="organiser")
    browser = signed_in(helper)
    given = {
        "tournament": evening.pk,
        "url": "https://club.example/hook",
        "events": ["round.published"],
        "active": "on",
    }
    made = browser.post(f"{HOOKS}add/", given)
    hook = Webhook.objects.get()
    assert hook.secret in words(made) and hook.created_by == helper
    assert hook.secret not in words(browser.get(f"{HOOKS}{hook.pk}/change/"))
    for wrong in ({"tournament": other.pk}, {"tournament": ""}, {"url": "http://localhost/"}, {"events": ["x"]}):
        assert browser.post(f"{HOOKS}add/", given | {"url": "https://b.example/"} | wrong).status_code == 200
    assert Webhook.objects.count() == 1
    make.published(evening, boss)
    row = Delivery.objects.get()
    row.tries = [{"at": "2026-11-27T20:00:00", "status": None, "said": "<b>It did not answer.", "ms": 3}]
    row.save()
    assert "<b>It did not answer." in words(browser.get(f"{TOLD}{row.pk}/change/"))
    assert "It did not answer." in words(browser.get(TOLD))
    Delivery.objects.update(state="failed")
    browser.post(TOLD, {"action": "send_again", "_selected_action": [row.pk]})
    assert Delivery.objects.get().state == "waiting"


def test_others_webhooks_are_not_seen(signed_in, words, boss, evening):
    for where in (evening.pk, None):
        webhooks.add(where, by=boss, url=f"https://club{where}.example/")
    stranger = signed_in(make.arbiter(evening))
    assert stranger.get(HOOKS).status_code == 403 and stranger.get(TOLD).status_code == 403
    helper = make.arbiter()
    Appointment.objects.create(tournament=make.duel(2), user=helper, role="organiser")
    assert "club" not in re.sub(r"<[^>]*>", "", words(signed_in(helper).get(HOOKS))).replace("Viertal", "")
    assert ".example" in words(signed_in(boss).get(HOOKS))


def test_a_document_goes_out_at_the_desk(signed_in, words, boss, evening):
    page = words(signed_in(boss).get(reverse("admin:tournaments_tournament_change", args=[evening.pk])))
    link = reverse("admin:tournaments_document", args=[evening.pk])
    assert link in page
    answer = signed_in(boss).get(link)
    assert json.loads(answer.content)["format"] == "viertal-event/1" and "attachment" in answer["Content-Disposition"]
    helper = signed_in(make.arbiter(evening))
    assert helper.get(link).status_code == 200 and helper.get(f"{link}?records=1").status_code == 403
    assert signed_in(make.arbiter()).get(link).status_code == 403


def test_and_comes_in_with_a_page_that_says_how_far_it_is(signed_in, words, boss):
    browser = signed_in(boss)
    assert reverse("admin:tournaments_import_document") in words(browser.get("/admin/tournaments/tournament/"))
    send = reverse("admin:tournaments_import_document")
    file = SimpleUploadedFile("<club>.json", json.dumps(GOOD).encode())
    where = browser.post(send, {"file": file, "slug": "club"})["Location"]
    page = words(browser.get(where))
    assert "<progress" in page and "http-equiv" in page
    import_event(EventImport.objects.get().pk)
    done = words(browser.get(where))
    assert "<progress" not in done and "http-equiv" not in done
    assert reverse("admin:tournaments_desk", args=[Tournament.objects.get(slug="club").pk]) in done
    bad = SimpleUploadedFile("bad.json", b"{}")
    where = browser.post(send, {"file": bad})["Location"]
    import_event(EventImport.objects.order_by("pk").last().pk)
    assert "<code>format</code>" in words(browser.get(where))
    again = SimpleUploadedFile("club.json", json.dumps(GOOD).encode())
    where = browser.post(send, {"file": again})["Location"]
    browser.post(reverse("admin:tournaments_import_cancel", args=[EventImport.objects.order_by("pk").last().pk]))
    assert EventImport.objects.order_by("pk").last().state == "cancelled"
    assert browser.post(send, {}).status_code == 422


def test_only_organisers_of_the_installation_import_and_each_sees_their_own(signed_in, boss, evening):
    send = reverse("admin:tournaments_import_document")
    assert signed_in(make.arbiter(evening)).get(send).status_code == 403
    signed_in(boss).post(send, {"file": SimpleUploadedFile("a.json", json.dumps(GOOD).encode())})
    watch = reverse("admin:tournaments_import_watch", args=[EventImport.objects.get().pk])
    assert signed_in(make.organiser()).get(watch).status_code == 404
    assert signed_in(make.arbiter(evening)).get(watch).status_code == 403
