"""The page behind a slip's code or a personal link, as a phone without script, cookie or account sees it."""

from __future__ import annotations

import json
import re
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.examples import examples
from tests.tournaments import make
from tests.tournaments.public.reading import Page
from tests.tournaments.reports.conftest import first_table, reporting, sitting_at
from tests.tournaments.results.test_game_records import QUARTO
from tournaments.jobs.game_records import check_record
from tournaments.models import (
    Entry,
    GameRecord,
    Player,
    ReportRule,
    ReportTries,
    Result,
    Table,
    TableReport,
    Tournament,
)
from tournaments.services.results import reports, results
from tournaments.services.results.report_links import table_token
from tournaments.services.rounds import rounds

pytestmark = pytest.mark.django_db


def slip(table, position=None):
    token = table_token(table.round.tournament.report_rule, table.pk)
    return reverse("report", args=[token]) if position is None else reverse("report_seat", args=[token, position])


def personal(entry_id):
    return reverse("report", args=[make.own_token(entry_id)])


def points():
    found = Result.objects.filter(is_current=True).first()
    return found and found.points


def test_two_phones_report_and_confirm(phone, words, table):
    page = words(phone.get(slip(table)))
    assert "Who are you?" in page
    assert f'href="{slip(table, 1)}"' in page
    answer = phone.post(slip(table, 1), {"end": "1"})
    assert (answer.status_code, answer["Location"]) == (303, slip(table, 1))
    assert "You reported this." in words(phone.get(slip(table, 1)))
    other = words(phone.get(slip(table, 2)))
    assert "reported this" in other
    assert "1 – 0" not in other  # a figure at each name, not a row of them
    number = re.search(r'name="number" value="(\d+)"', other)[1]
    assert phone.post(slip(table, 2), {"what": "confirm", "number": number}).status_code == 303
    assert "This is the table’s result." in words(phone.get(slip(table, 2)))
    assert points() == make.points("1", "0")
    assert not phone.cookies


def test_a_dispute_stands_on_both_phones_and_at_the_desk(phone, words, table, boss, signed_in):
    phone.post(slip(table, 1), {"end": "1"})
    phone.post(slip(table, 2), {"what": "dispute"})
    for position in (1, 2):
        assert "the arbiter has been called" in words(phone.get(slip(table, position)))
    desk = reverse("admin:tournaments_desk", args=[table.round.tournament_id])
    assert "Table 1 calls the arbiter" in words(signed_in(boss).get(desk))


def test_points_of_four_are_typed_and_what_was_wrong_is_said(phone, words, four):
    answer = phone.post(slip(four, 1), {"what": "report", **{f"points{i}": "8" for i in range(1, 5)}})
    assert answer.status_code == 422
    assert "QC 6" in words(answer)
    assert 'value="8"' in words(answer)
    sent = {"what": "report", "points1": "8", "points2": "4", "points3": "2", "points4": "0"}
    assert phone.post(slip(four, 1), sent).status_code == 303
    assert TableReport.objects.get().state == "open"


def test_a_record_is_handed_in_from_a_phone(phone, words, table):
    file = SimpleUploadedFile("game.json", json.dumps(QUARTO).encode())
    assert phone.post(slip(table, 1), {"what": "record", "file": file}).status_code == 303
    assert "being replayed" in words(phone.get(slip(table, 1)))
    check_record(GameRecord.objects.get().pk)
    assert "This is the table’s result." in words(phone.get(slip(table, 2)))
    assert points() == make.points("1", "0")


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({}, "Choose a result first"),
        ({"what": "delete"}, "Choose a result first"),
        ({"what": "report"}, "the points are missing"),
        ({"what": "report", "points1": "x" * 500, "points2": "0"}, ""),
        ({"what": "confirm", "number": "٣"}, "no report to confirm"),
        ({"what": "confirm", "number": "9" * 400}, "no report to confirm"),
        ({"what": "dispute"}, "Nothing has been reported"),
        ({"what": "record"}, "Paste the moves, or choose the record file"),
        ({"what": "record", "file": SimpleUploadedFile("a", b"\xff\xfe")}, "not UTF-8"),
        ({"what": "record", "file": SimpleUploadedFile("a", b" " * (1024 * 1024 + 1))}, "at most 1 MiB"),
        ({"what": "report", "points1": "1\0", "points2": "0"}, ""),
        ({"end": "half\0"}, "Choose a result first"),
    ],
)
def test_what_makes_no_sense_is_answered_with_a_sentence(phone, words, table, sent, sentence):
    answer = phone.post(slip(table, 1), sent)
    assert answer.status_code == 422
    assert 'role="alert"' in words(answer)
    assert sentence in words(answer)
    assert points() is None


def test_what_is_far_too_large_is_not_looked_at(phone, words, table):
    answer = phone.post(slip(table, 1), b"x" * (1024 * 1024 + 100_000), content_type="text/plain")
    assert answer.status_code == 413
    assert "at most 1 MiB" in words(answer)


@settings(max_examples=examples(40), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    sent=st.dictionaries(
        st.sampled_from(["what", "end", "number", "points1", "points2", "text", "lang"]),
        st.sampled_from(["report", "confirm", "dispute", "record", "1", "0", "1.", "½", "-", "7/2", "9" * 30])
        | st.text(max_size=12),
    ),
    position=st.integers(0, 9),
)
def test_whatever_is_sent_is_answered_and_nothing_is_half_done(phone, table, sent, position):
    ReportTries.objects.all().delete()
    where = slip(table, position) if position else slip(table)
    clean = {key: value.encode("utf-8", "replace").decode() for key, value in sent.items()}
    assert phone.post(where, clean).status_code in {303, 404, 422}
    assert phone.get(slip(table, 1)).status_code == 200
    assert Result.objects.filter(is_current=True).count() <= 1


class TestLinks:
    def test_a_personal_link_follows_its_player(self, phone, words, table, boss):
        anna = sitting_at(table)[0]
        assert "You are" in words(phone.get(personal(anna)))
        assert "Table 1" in words(phone.get(personal(anna)))
        for one in Table.objects.filter(round=table.round):
            results.enter(one.pk, by=boss, points=make.points("1", "0"))
        rounds.close(table.round_id, by=boss)
        make.published(Tournament.objects.get(pk=table.round.tournament_id), boss)
        now = Table.objects.get(seats__entry=anna, round__number=2)
        page = words(phone.get(personal(anna)))
        assert f"Table {now.number}" in page
        assert "Round 2" in page

    def test_a_name_that_ends_in_a_full_stop_brings_no_second_one(self, phone, words, table):
        anna = sitting_at(table)[0]
        Player.objects.filter(entries=anna).update(name="Dawid de Wit J.")
        assert "You are Dawid de Wit J.<" in words(phone.get(personal(anna)))
        assert "Eres Dawid de Wit J.<" in words(phone.get(f"{personal(anna)}?lang=es"))

    def test_a_personal_link_reports_for_its_player(self, phone, words, table):
        anna, bert = sitting_at(table)
        assert "You are" in words(phone.get(personal(anna)))
        assert phone.post(personal(anna), {"end": "0"}).status_code == 303
        assert TableReport.objects.get().by_id == anna
        assert phone.post(personal(bert), {"end": "0"}).status_code == 303
        assert points() == make.points("0", "1")

    def test_a_personal_link_chooses_no_other_seat(self, phone, table):
        anna = sitting_at(table)[0]
        assert phone.get(personal(anna) + "2/").status_code == 404
        assert phone.post(personal(anna) + "2/", {"end": "0"}).status_code == 404

    def test_before_the_first_round_there_is_no_table(self, phone, words):
        evening = make.duel(4)
        reporting(evening)
        address = reverse("report", args=[make.own_token(Entry.objects.filter(tournament=evening)[0].pk)])
        assert "You have no table yet" in words(phone.get(address))
        assert phone.post(address, {"end": "1"}).status_code == 404

    def test_a_table_has_no_fifth_seat(self, phone, table):
        assert phone.get(slip(table, 5)).status_code == 404
        assert phone.post(slip(table, 5), {"end": "1"}).status_code == 404
        assert phone.post(slip(table), {"end": "1"}).status_code == 404

    def test_a_link_is_nothing_without_its_whole_code(self, phone, table):
        address = slip(table)
        token = address.split("/")[2]
        for wrong in (
            token[:-1],
            token + "A",
            token.replace("-", "-A", 1)[: len(token)],
            "t1",
            "x" * 500,
            "t1-" + "A" * 22,
            f"t{table.pk}-" + "é" * 22,
            f"t{'9' * 18}-" + "A" * 22,
            "e" + token[1:],
        ):
            assert phone.get(f"/r/{wrong}/").status_code == 404
            assert phone.post(f"/r/{wrong}/1/", {"end": "1"}).status_code == 404
        assert not ReportTries.objects.exists()

    def test_another_key_voids_all_links(self, phone, table):
        address = slip(table)
        assert phone.get(address).status_code == 200
        ReportRule.objects.update(key="another")
        assert phone.get(address).status_code == 404

    @pytest.mark.parametrize("off", ["rule", "no rule", "not public", "discarded"])
    def test_nothing_is_there_where_players_do_not_report(self, phone, table, off):
        address = slip(table, 1)
        if off == "rule":
            ReportRule.objects.update(mode="off")
        elif off == "no rule":
            ReportRule.objects.all().delete()
        elif off == "not public":
            Tournament.objects.update(published=False)
        else:
            type(table.round).objects.filter(pk=table.round_id).update(state="discarded")
        assert phone.get(address).status_code == 404
        assert phone.post(address, {"end": "1"}).status_code == 404

    def test_the_address_is_a_key_and_is_treated_as_one(self, phone, table):
        answer = phone.get(slip(table))
        assert "no-store" in answer["Cache-Control"]
        assert answer["Referrer-Policy"] == "no-referrer"
        assert "noindex" in answer["X-Robots-Tag"]
        assert "unsafe" not in answer["Content-Security-Policy"]
        assert phone.put(slip(table)).status_code == 405


class TestLimit:
    def test_a_link_is_used_twenty_times_a_minute(self, phone, words, table):
        for _turn in range(reports.TRIES_A_MINUTE):
            assert phone.post(slip(table, 1), {}).status_code == 422
        answer = phone.post(slip(table, 1), {"end": "1"})
        assert answer.status_code == 429
        assert "too often" in words(answer)
        assert not TableReport.objects.exists()

    def test_one_table_does_not_block_another_at_the_same_address(self, phone, table):
        other = Table.objects.select_related("round__tournament").filter(round=table.round).last()
        for _turn in range(reports.TRIES_A_MINUTE + 1):
            phone.post(slip(table, 1), {})
        assert phone.post(slip(other, 1), {"end": "1"}).status_code == 303

    def test_after_a_minute_it_goes_on(self, phone, table):
        for _turn in range(reports.TRIES_A_MINUTE + 1):
            phone.post(slip(table, 1), {})
        row = ReportTries.objects.get()
        ReportTries.objects.update(since=row.since - timedelta(seconds=61))
        assert phone.post(slip(table, 1), {"end": "1"}).status_code == 303


class TestLooks:
    @pytest.mark.parametrize("stage", ["who", "empty", "open", "other", "disputed", "done", "settled"])
    def test_every_stage_is_a_sound_page(self, phone, table, boss, stage):
        where = slip(table) if stage == "who" else slip(table, 2 if stage == "other" else 1)
        if stage not in ("who", "empty"):
            phone.post(slip(table, 1), {"end": "1"})
        if stage == "disputed":
            phone.post(slip(table, 2), {"what": "dispute"})
        if stage == "done":
            phone.post(slip(table, 2), {"end": "1"})
        if stage == "settled":
            results.enter(table.pk, by=boss, points=make.points("0", "1"))
        page = Page(phone.get(where).content.decode())
        assert not page.faults
        assert page.headings[0] == 1
        assert len(set(page.ids)) == len(page.ids)
        assert not [tag for tag, attributes in page.tags if "style" in attributes or tag == "style"]

    def test_names_are_text(self, phone, words, table):
        Player.objects.update(club="x")
        Player.objects.filter(entries=sitting_at(table)[0]).update(name="<script>alert(1)</script>")
        assert "<script>alert" not in phone.get(slip(table)).content.decode()

    @pytest.mark.parametrize(("language", "page_language"), [("nl", "nl"), ("de-DE", "de"), ("af", "af"), ("pl", "en")])
    def test_the_language_is_the_phones(self, phone, table, language, page_language):
        page = phone.get(slip(table), headers={"accept-language": language}).content.decode()
        assert f'<html lang="{page_language}"' in page

    def test_a_chosen_language_is_carried_on(self, phone, table):
        answer = phone.post(slip(table, 1) + "?lang=nl", {"end": "1"})
        assert answer["Location"].endswith("?lang=nl")

    def test_the_page_is_small(self, phone, four):
        assert len(phone.get(slip(four, 1)).content) < 8_000

    def test_its_queries_are_few(self, phone, four, django_assert_max_num_queries):
        phone.post(slip(four, 1), {"what": "report", "points1": "8", "points2": "4", "points3": "2", "points4": "0"})
        with django_assert_max_num_queries(11):  # one for photos of the sheet, one for the number of clubs
            phone.get(slip(four, 2))


class TestDesk:
    def slips(self, table):
        return reverse("admin:tournaments_slips", args=[table.round.tournament_id, table.round.number])

    def test_the_slips_bear_each_tables_link(self, signed_in, words, table, boss):
        page = words(signed_in(boss).get(self.slips(table)))
        for one in Table.objects.select_related("round__tournament").filter(round=table.round):
            assert f"http://testserver{slip(one)}" in page
        assert page.count("<svg") >= 2

    def test_they_say_when_no_phone_gets_there(self, signed_in, words, table, boss, monkeypatch):
        monkeypatch.setattr("tournaments.web.addresses.own_address", lambda: "")
        for host, warned in (
            ("localhost:8000", True),
            ("127.0.0.1", True),
            ("[::1]:8000", True),
            ("192.0.2.7:8000", False),
        ):
            page = words(signed_in(boss).get(self.slips(table), headers={"host": host}))
            assert ("not on phones" in page) == warned

    def test_there_are_none_where_players_do_not_report(self, signed_in, words, table, boss):
        ReportRule.objects.update(mode="off")
        assert signed_in(boss).get(self.slips(table)).status_code == 404
        desk = reverse("admin:tournaments_desk", args=[table.round.tournament_id])
        assert "Table slips" not in words(signed_in(boss).get(desk))

    def test_an_arbiter_settles_a_dispute(self, phone, signed_in, words, table):
        phone.post(slip(table, 1), {"end": "1"})
        phone.post(slip(table, 2), {"what": "dispute"})
        arbiter = make.arbiter(table.round.tournament)
        decide = reverse("admin:tournaments_report_decide", args=[table.round.tournament_id, table.pk])
        assert Client().post(decide).status_code == 302
        assert signed_in(make.arbiter(make.duel(2))).post(decide).status_code == 403
        assert points() is None
        page = words(signed_in(arbiter).post(decide, {"take": "1"}, follow=True))
        assert "Table 1 is settled." in page
        assert "calls the arbiter" not in page
        assert points() == make.points("1", "0")

    def test_while_players_call_the_arbiter_the_standings_are_not_called_final(self, signed_in, words, boss):
        evening = make.duel(2, rounds_planned=1)
        reporting(evening)
        table = first_table(evening, boss)
        anna, bert = sitting_at(table)
        reports.report(table.pk, anna, points=make.points("1", "0"))
        reports.report(table.pk, bert, points=make.points("1", "0"))
        reports.dispute(table.pk, bert)
        rounds.close(table.round_id, by=boss)
        desk = reverse("admin:tournaments_desk", args=[evening.pk])
        page = words(signed_in(boss).get(desk))
        assert "Settle that first" in page and "are final" not in page and "Lock and archive" not in page
        reports.decide(table.pk, by=boss, take=False)
        assert "The standings are final." in words(signed_in(boss).get(desk))

    def test_a_table_of_another_tournament_is_not_found(self, signed_in, table, boss):
        other = make.duel(2)
        decide = reverse("admin:tournaments_report_decide", args=[other.pk, table.pk])
        assert signed_in(boss).post(decide).status_code == 404

    def test_an_organiser_sets_the_rule(self, signed_in, words, boss, evening):
        address = reverse("admin:tournaments_report_rule", args=[evening.pk])
        desk = reverse("admin:tournaments_desk", args=[evening.pk])
        assert address in words(signed_in(boss).get(desk))
        assert signed_in(boss).get(address).status_code == 200
        assert signed_in(boss).post(address, {"mode": "ask", "minutes": "0"}).status_code == 422
        assert signed_in(boss).post(address, {"mode": "often", "minutes": "5"}).status_code == 422
        assert not ReportRule.objects.exists()
        assert signed_in(boss).post(address, {"mode": "ask", "minutes": "5"}).status_code == 302
        rule = ReportRule.objects.get()
        assert (rule.tournament, rule.mode, rule.minutes) == (evening, "ask", 5)
        signed_in(boss).post(address, {"mode": "ask", "minutes": "5", "new_links": "on"})
        assert ReportRule.objects.get().key != rule.key

    def test_an_arbiter_does_not(self, signed_in, evening):
        address = reverse("admin:tournaments_report_rule", args=[evening.pk])
        assert signed_in(make.arbiter(evening)).post(address, {"mode": "ask", "minutes": "5"}).status_code == 403


def tapped(page):
    """Return those who may be tapped next, as addresses by position."""
    links = re.findall(r'<li><a href="(\?tapped=([0-9-]+)[^"]*)"', page)
    return {int(order.rpartition("-")[2]): address.partition("#")[0].replace("&amp;", "&") for address, order in links}


def test_a_result_of_four_is_told_by_who_went_out(phone, words, four):
    """Three taps and a look: the last one wins by themselves; the figures are the game's."""
    here = slip(four, 1)
    page = words(phone.get(here))
    assert "Who went out first?" in page and sorted(tapped(page)) == [1, 2, 3, 4]
    for out, left in ((2, [1, 3, 4]), (4, [1, 3])):
        page = words(phone.get(here + tapped(page)[out]))
        assert sorted(tapped(page)) == left and "Who went out next?" in page
    undone = re.search(r'<a class="button plain" href="(\?[^"#]*)#', page)[1]
    assert sorted(tapped(words(phone.get(here + undone)))) == [1, 3, 4], "the last tap is taken back"
    page = words(phone.get(here + tapped(page)[3]))
    assert not tapped(page) and "Is it right?" in page
    form = re.search(r'<form method="post" class="taps">.*?</form>', page, re.DOTALL)[0]
    sent = dict(re.findall(r'name="(points\d)" value="([^"]*)"', form))
    assert sent == {"points1": "8", "points2": "0", "points3": "4", "points4": "2"}
    assert phone.post(here, {"what": "report", **sent}).status_code == 303
    assert [str(value) for value in TableReport.objects.get().points] == ["8", "0", "4", "2"]


@pytest.mark.parametrize("query", ["?tapped=9", "?tapped=x-y", "?tapped=1-1-1", "?tapped=" + "1-" * 90])
def test_taps_that_make_no_sense_are_left_out(phone, words, four, query):
    page = phone.get(slip(four, 1) + query)
    assert page.status_code == 200 and len(tapped(words(page))) in (3, 4)


def test_only_where_an_order_is_the_result_it_is_tapped(phone, words, table, boss):
    assert "tapped=" not in words(phone.get(slip(table, 1))), "of two, one tap is the whole result"
    quaro = make.tournament(8, game="quaro", slug="quaro")
    reporting(quaro)
    page = words(phone.get(slip(first_table(quaro, boss), 1)))
    assert "tapped=" not in page and 'name="points1"' in page, "a game of points is typed"
