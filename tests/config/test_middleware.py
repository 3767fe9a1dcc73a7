"""The names that the site answers to, and the sources that its pages may load."""

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from config.http.middleware import ContentSecurityPolicy, LocalHosts, is_local
from tests.tournaments import make
from tournaments.models import Player


@pytest.mark.parametrize(
    "host", ["localhost", "127.0.0.1", "192.168.1.20", "[::1]", "[fe80::1]", "laptop", "laptop.local", "club.lan."]
)
def test_addresses_in_numbers_and_local_names_are_answered(host):
    assert is_local(host)


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "local.evil.com", "1.2.3", "x.localx"])
def test_names_of_the_outside_world_are_not(host):
    assert not is_local(host)


@pytest.mark.parametrize(
    ("host", "status"),
    [("192.168.1.20:8000", 404), ("[::1]:8000", 404), ("laptop.local:8000", 404), ("evil.example", 400)],
)
def test_a_request_for_a_foreign_name_is_refused_before_anything_is_looked_up(client, settings, host, status):
    settings.ALLOWED_HOSTS = ["*"]
    assert client.get("/static/nothing.css", headers={"host": host}).status_code == status


def test_pages_may_load_nothing_inline_and_nothing_foreign_while_the_admins_theme_has_what_it_needs():
    answer = ContentSecurityPolicy(lambda _: HttpResponse("x"))
    page = answer(RequestFactory().get("/tournament/3")).headers["Content-Security-Policy"]
    desk = answer(RequestFactory().get("/admin/")).headers["Content-Security-Policy"]
    assert "unsafe" not in page and "default-src 'self'" in page and "frame-ancestors 'none'" in page
    assert "script-src 'self' 'unsafe-inline' 'unsafe-eval'" in desk
    for policy in (page, desk):
        assert "http:" not in policy and "*" not in policy


def test_a_view_may_set_a_policy_of_its_own():
    answer = ContentSecurityPolicy(lambda _: HttpResponse("x", headers={"Content-Security-Policy": "sandbox"}))
    assert answer(RequestFactory().get("/")).headers["Content-Security-Policy"] == "sandbox"


def test_with_allowed_hosts_set_django_alone_decides(settings):
    from django.core.exceptions import MiddlewareNotUsed

    settings.LOCAL_HOSTS_ONLY = False
    with pytest.raises(MiddlewareNotUsed):
        LocalHosts(lambda _: HttpResponse("x"))


@pytest.mark.django_db
def test_a_page_that_is_only_kept_takes_no_words_from_its_reader(client):
    client.force_login(make.organiser())
    player = Player.objects.create(name="Anna")
    page = f"/admin/tournaments/player/{player.pk}/change/"
    seen = client.get(page).context["adminform"].form.fresh
    form = {"name": "Anna", "club": "", "rating": "1500", "birth_year": "", "name_shown": "", "seen": seen}
    saved = client.post(page, form)
    assert saved.status_code == 302
    address = saved["Location"]
    words = "was changed successfully"
    assert words not in client.get(address, headers={"Viertal-Keep": "page"}).content.decode()
    assert words in client.get(address).content.decode()
    assert words not in client.get(address).content.decode()
