"""An event and somebody's table on the home screen: manifests, and what a phone may keep."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from tournaments.models import PersonalLink, Tournament

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("where", "start", "name"),
    [("", "/t/club/", "Event club"), ("mine/5/", "/t/club/mine/5/", "My table · Event club")],
)
def test_each_page_leads_to_its_manifest(client: Client, club: Tournament, where: str, start: str, name: str) -> None:
    page = client.get(f"/t/club/{where}").content.decode()
    assert f'<link rel="manifest" href="{"app.webmanifest" if where else "/t/club/app.webmanifest"}">' in page
    answer = client.get(f"/t/club/{where}app.webmanifest")
    assert answer["Content-Type"].startswith("application/manifest+json") and not answer.cookies
    told = json.loads(answer.content)
    assert (told["name"], told["start_url"], told["scope"], told["display"]) == (name, start, "/t/club/", "standalone")
    # the same app, in whatever language it was put on the screen
    assert told["id"] == json.loads(client.get(f"/t/club/{where}app.webmanifest?lang=nl").content)["id"] == start
    kinds = {(icon["type"], icon["sizes"], icon["purpose"]) for icon in told["icons"]}
    assert ("image/svg+xml", "any", "any") in kinds and ("image/png", "512x512", "maskable") in kinds
    assert ("image/png", "192x192", "any") in kinds


def test_the_manifest_of_ones_own_page_holds_no_key(client: Client, club: Tournament) -> None:
    token = PersonalLink.objects.create(entry=club.entries.get(number=5)).token
    answer = client.get(f"/t/club/me/{token}/app.webmanifest")
    assert token not in answer.content.decode() and json.loads(answer.content)["start_url"] == "./"
    assert (answer["Cache-Control"], answer["Referrer-Policy"]) == ("private, no-store", "no-referrer")
    for nobody in ("A" * 30, "x"):
        assert client.get(f"/t/club/me/{nobody}/app.webmanifest").status_code == 404
    assert client.get("/t/club/mine/99/app.webmanifest").status_code == 404


def test_a_phone_may_keep_pages_for_its_player_and_never_one_whose_address_is_a_key(
    client: Client, club: Tournament
) -> None:
    token = PersonalLink.objects.create(entry=club.entries.get(number=5)).token
    for where in ("", "standings/", "rounds/2/", "mine/5/"):
        assert client.get(f"/t/club/{where}")["Viertal-Keep"] == "mine", where
    for where in (f"me/{token}/", f"me/{token}/person/", f"me/{token}/tell/"):
        assert "Viertal-Keep" not in client.get(f"/t/club/{where}"), where
    assert "Viertal-Keep" not in client.get("/t/club/results.atom")
    Tournament.objects.filter(pk=club.pk).update(published=False, version=club.version + 1)
    assert client.get("/t/club/app.webmanifest").status_code == 404
    assert client.get(f"/t/club/me/{token}/app.webmanifest").status_code == 404
