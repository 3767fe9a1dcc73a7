"""The players' links in a stolen backup: the thief can do nothing with them."""

from __future__ import annotations

import base64

import pytest
from django.db import connection

from tests.tournaments import make
from tournaments.models import PersonalLink, ReportRule
from tournaments.models.links import new_seed, number_in, token_of
from tournaments.services.results import report_links
from tournaments.web import hall_cache

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(boss):
    evening = make.duel(4)
    make.published(evening, boss)
    ReportRule.objects.create(tournament=evening, mode=ReportRule.Mode.ASK)
    report_links.make_missing_links(evening.pk, by=boss)
    evening.refresh_from_db()
    return evening


def page(client, evening, token):
    hall_cache.HALLS = hall_cache.Halls()
    return client.get(f"/t/{evening.slug}/me/{token}/").status_code


def test_what_the_database_holds_opens_nothing(client, club):
    link = PersonalLink.objects.select_related("entry").first()
    assert page(client, club, link.token) == 200
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM tournaments_personallink WHERE id = %s", [link.pk])
        row = cursor.fetchone()
    for column in row:
        assert link.token not in str(column)
        if isinstance(column, str):
            assert page(client, club, column) == 404
            assert report_links.sitting(column) is None


def test_without_the_key_it_cannot_be_worked_out_and_a_new_key_revokes(client, club, settings):
    link = PersonalLink.objects.first()
    before = link.token
    settings.SECRET_KEY = "another key altogether, of another machine"
    assert link.token != before
    assert page(client, club, before) == 404 and report_links.sitting(before) is None


def test_a_link_is_good_for_its_player_alone_and_until_it_is_renewed(client, club, boss):
    one, other = PersonalLink.objects.order_by("entry__number")[:2]
    raw = base64.urlsafe_b64decode(one.token + "==")
    forged = base64.urlsafe_b64encode(other.entry_id.to_bytes(6, "big") + raw[6:]).decode().rstrip("=")
    assert number_in(forged) == other.entry_id
    for token in (forged, one.token[:-1] + ("A" if one.token[-1] != "A" else "B"), one.token + "A", "é" * 30, "-" * 30):
        assert page(client, club, token) == 404, token
        assert report_links.sitting(token) is None
    old = one.token
    fresh = report_links.renew_link(one.entry_id, by=boss)
    assert page(client, club, old) == 404 and page(client, club, fresh.token) == 200
    assert report_links.sitting(fresh.token).entry_id == one.entry_id


def test_it_can_be_printed_again_as_it_was(club):
    link = PersonalLink.objects.first()
    assert link.token == PersonalLink.objects.get(pk=link.pk).token == token_of(link.entry_id, link.seed)
    assert 22 <= len(link.token) <= 32 and len(new_seed()) == 32
