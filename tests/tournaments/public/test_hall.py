"""The page for the projector: an address that phones reach, a code for it, and for staff the Wi-Fi."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.tournaments import make
from tournaments.views.public.hall import wifi_text
from tournaments.web import addresses

pytestmark = pytest.mark.django_db


def page(client: Client, query: str = "", host: str = "192.168.4.20:8000") -> str:
    answer = client.get(f"/hall/{query}", headers={"host": host})
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"] and answer["X-Robots-Tag"] == "noindex"
    return answer.content.decode()


def test_it_shows_the_address_of_the_site_with_its_code(client):
    html = page(client)
    assert '<p class="address">http://192.168.4.20:8000/</p>' in html
    assert html.count('<svg role="img"') == 1 and "Open this site" in html
    assert "no network" not in html


def test_a_laptop_that_calls_itself_localhost_shows_what_phones_reach(client, monkeypatch):
    monkeypatch.setattr(addresses, "own_address", lambda: "10.1.2.3")
    assert "http://10.1.2.3:8000/" in page(client, host="localhost:8000")
    monkeypatch.setattr(addresses, "own_address", lambda: "")
    assert "This computer is on no network" in page(client, host="localhost:8000")


def test_only_staff_put_a_wifi_on_the_screen(client):
    query = "?wifi=Hall%20net&password=four%3Bseats"
    assert "Hall net" not in page(client, query) and 'name="wifi"' not in page(client, query)
    client.force_login(make.organiser())
    html = page(client, query)
    assert "<bdi>Hall net</bdi>" in html and "<code>four;seats</code>" in html
    assert html.count('<svg role="img"') == 2
    assert "Hall net" not in page(client) and 'name="wifi"' in page(client)


@pytest.mark.parametrize(
    ("name", "password", "text"),
    [
        ("Hall", "", "WIFI:T:nopass;S:Hall;;"),
        ("Hall", "secret", "WIFI:T:WPA;S:Hall;P:secret;;"),
        ('a;b,c:"d\\', "p;w", 'WIFI:T:WPA;S:a\\;b\\,c\\:\\"d\\\\;P:p\\;w;;'),
    ],
)
def test_a_camera_reads_the_wifi(name, password, text):
    assert wifi_text(name, password) == text


def test_the_desk_leads_there(client):
    client.force_login(make.organiser())
    assert 'href="/hall/"' in client.get("/admin/").content.decode()
