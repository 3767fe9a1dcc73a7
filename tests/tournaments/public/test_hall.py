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


WIFI = {"wifi": "Hall net", "password": "four;seats"}


def test_only_staff_put_a_wifi_on_the_screen(client):
    shown = client.post("/hall/", WIFI).content.decode()
    assert "Hall net" not in shown and 'name="wifi"' not in shown + page(client)
    client.force_login(make.organiser())
    answer = client.post("/hall/", WIFI)
    html = answer.content.decode()
    assert "<bdi>Hall net</bdi>" in html and "<code>four;seats</code>" in html
    assert html.count('<svg role="img"') == 2
    assert "no-store" in answer["Cache-Control"] and "Location" not in answer, "no address bears the password"
    assert "Hall net" not in page(client) and 'name="wifi"' in page(client), "nothing of it is kept"


def test_no_address_puts_a_wifi_on_the_screen():
    client = Client(enforce_csrf_checks=True)
    client.force_login(make.organiser())
    html = page(client, "?wifi=Hall%20net&password=four%3Bseats")
    assert "Hall net" not in html and "four;seats" not in html
    form = html[html.index('<form method="post">') :]
    token = form.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
    assert client.post("/hall/", WIFI).status_code == 403, "nor does a form of another site"
    assert "<bdi>Hall net</bdi>" in client.post("/hall/", {**WIFI, "csrfmiddlewaretoken": token}).content.decode()


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
