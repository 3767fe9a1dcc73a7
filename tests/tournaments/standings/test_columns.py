"""Skat's lists: three numbers a seat, held against the deals of a list, kept with the result, out and in again."""

from __future__ import annotations

import json
import re

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from scoring.documents.document import DocumentError
from scoring.documents.writing import write_event
from scoring.input.reading import event_from
from tests.tournaments import make
from tests.tournaments.sheets.cells import FORMS
from tests.tournaments.worlds import world
from tournaments.api.public.meta import openapi
from tournaments.imports.archive import Archive
from tournaments.imports.writing import write
from tournaments.models import ReportRule, Result, TableReport
from tournaments.selectors.papers import lists as list_selectors
from tournaments.selectors.papers.event_documents import document_text
from tournaments.services.events import event_builder, event_imports
from tournaments.services.lists import lists
from tournaments.services.results import reports
from tournaments.services.results.report_links import table_token

pytestmark = pytest.mark.django_db

LIST = ("1000 10 1", "800 8 2", "600 9 0", "-100 3 4")
COLUMNS = [text.split() for text in LIST]
SCORES = [1000 + 450 + 180, 800 + 300 + 150, 600 + 450 + 210, -100 - 50 + 90]
NAMES = [f"points{seat}" for seat in range(1, 5)]


@world
def table(boss):
    event = make.tournament(4, game="skat", system="tables", rounds_planned=2)
    return make.published(event, boss).tables.select_related("round__tournament").get()


@pytest.fixture
def event(table):
    return table.round.tournament


def desk(client, event, table, texts, **more):
    address = reverse("admin:tournaments_result", args=[event.pk, table.pk])
    return client.post(address, dict(zip(NAMES, texts, strict=True)) | more)


def columns():
    return [one.columns for one in Result.objects.filter(is_current=True)]


class TestTheDesk:
    def test_the_numbers_are_kept_and_stand_in_the_fields_of_a_correction(self, boss, signed_in, event, table):
        client = signed_in(boss)
        assert desk(client, event, table, LIST).status_code == 302
        assert columns() == [COLUMNS]
        assert list(Result.objects.get().points) == SCORES
        page = client.get(reverse("admin:tournaments_desk_round", args=[event.pk, 1])).content.decode()
        assert all(f'value="{text}"' in page for text in LIST)

    @pytest.mark.parametrize(
        ("texts", "rule"),
        [
            (("1000 48 0", "0 48 0", "0 48 0", "0 0 0"), ", Won: enter 0 to 36, not 48."),
            (("1000 30 7", "0 0 0", "0 0 0", "0 0 0"), ": Won + Lost make 37; at most 36 are possible."),
            (("1000 20 0", "0 20 0", "0 8 0", "0 0 1"), "At this table Won + Lost make 49; at most 48 are possible."),
        ],
        ids=["won", "seat", "table"],
    )
    def test_more_games_than_deals_are_refused_with_the_rule(self, boss, signed_in, words, event, table, texts, rule):
        answer = desk(signed_in(boss), event, table, texts)
        assert answer.status_code == 422 and rule in words(answer)
        assert not Result.objects.exists()

    def test_the_line_takes_all_numbers_of_a_table_and_says_which(self, desk, words, event, table):
        page = words(desk.get(reverse("admin:tournaments_desk_round", args=[event.pk, 1])))
        assert "in this order: Game points, Won, Lost" in page
        address = reverse("admin:tournaments_quick", args=[event.pk, 1])
        assert desk.post(address, {"keys": f"{table.number}:{' '.join(LIST)}"}).status_code == 302
        assert columns() == [COLUMNS]

    def test_a_refusal_names_the_columns_in_the_language_of_the_desk(self, desk, words, event, table):
        address = reverse("admin:tournaments_result", args=[event.pk, table.pk])
        sent = dict(zip(NAMES, ("1000 30 7", "0 0 0", "0 0 0", "0 0 0"), strict=True))
        assert "Gewonnen + Verloren" in words(desk.post(address, sent, headers={"Accept-Language": "de"}))
        assert ", Won: enter 0 to 36" in words(desk.post(address, sent | {"points1": "1000 48 0"}))

    def test_at_a_table_of_three_a_list_has_36_deals(self, boss, signed_in, words):
        event = make.tournament(3, game="skat", table_size=3, rounds_planned=1)
        table = make.published(event, boss).tables.get()
        address = reverse("admin:tournaments_result", args=[event.pk, table.pk])
        sent = {"points1": "900 20 0", "points2": "500 10 0", "points3": "300 6 1"}
        assert "at most 36 are possible" in words(signed_in(boss).post(address, sent))
        assert signed_in(boss).post(address, sent | {"points3": "300 6 0"}).status_code == 302
        assert columns() == [[["900", "20", "0"], ["500", "10", "0"], ["300", "6", "0"]]]

    def test_a_score_alone_has_no_columns_and_a_correction_to_it_loses_them(self, boss, signed_in, event, table):
        client = signed_in(boss)
        desk(client, event, table, LIST)
        seen = Result.objects.get().pk
        desk(client, event, table, map(str, SCORES), seen_result=seen)
        assert columns() == [None] and Result.objects.count() == 2

    def test_who_did_not_come_has_no_row(self, boss, signed_in, event, table):
        desk(signed_in(boss), event, table, ("1000 10 1", "800 8 2", "600 9 0", "-"))
        assert columns() == [[*COLUMNS[:3], None]]


class TestTheDatabase:
    def test_columns_are_never_overwritten(self, boss, signed_in, event, table):
        desk(signed_in(boss), event, table, LIST)
        with pytest.raises(IntegrityError, match="never overwritten"), transaction.atomic():
            Result.objects.update(columns=[["1", "1", "1"]] * 4)

    @pytest.mark.parametrize("wrong", [{}, [["1", "0", "0"]]], ids=["no rows", "one row"])
    def test_they_are_a_row_a_seat(self, boss, signed_in, event, table, wrong):
        desk(signed_in(boss), event, table, map(str, SCORES))
        first = Result.objects.get()
        Result.objects.update(is_current=False)
        with pytest.raises(IntegrityError, match="a row a seat"), transaction.atomic():
            Result.objects.create(
                table=table, number=2, supersedes=first, points=SCORES, game_points=SCORES, columns=wrong
            )


class TestThePhone:
    def test_a_reported_list_becomes_a_result_with_its_columns(self, client, boss, table, event):
        rule = ReportRule.objects.create(tournament=event, mode="accept", minutes=10)
        address = reverse("report_seat", args=[table_token(rule, table.pk), 1])
        refused = client.post(address, {"what": "report"} | dict(zip(NAMES, ["0 36 1"] * 4, strict=True)))
        assert refused.status_code == 422 and "make 37" in refused.content.decode()
        assert client.post(address, {"what": "report"} | dict(zip(NAMES, LIST, strict=True))).status_code == 303
        assert TableReport.objects.get().columns == COLUMNS
        reports.decide(table.pk, by=boss, take=True)
        assert columns() == [COLUMNS]


class TestAPlayersProgram:
    """A player's own program reports through their link as their phone does."""

    def report(self, client, table, event, **sent):
        rule, _made = ReportRule.objects.get_or_create(tournament=event, defaults={"mode": "accept", "minutes": 10})
        held = {"authorization": f"Link {table_token(rule, table.pk)}"}
        return client.post(reverse("api:link_report"), sent, content_type="application/json", headers=held)

    def test_columns_are_reported_and_become_the_result(self, client, boss, table, event):
        answer = self.report(client, table, event, seat=1, columns=COLUMNS)
        assert answer.status_code == 200, answer.content
        assert TableReport.objects.get().columns == COLUMNS
        assert [seat["points"] for seat in answer.json()["table"]["seats"]] == ["1630", "1250", "1260", "−60"]
        reports.decide(table.pk, by=boss, take=True)
        assert columns() == [COLUMNS]

    @pytest.mark.parametrize(
        ("sent", "status", "says"),
        [
            ({"columns": [["0", "48", "0"]] * 4}, 422, "enter 0 to 36"),
            ({"columns": [["0", "1"]] * 4}, 422, "Each seat has 3 columns"),
            ({"columns": [["900", "1", "0"], ["1140"], ["0", "0", "0"], ["0", "0", "0"]]}, 422, "the score alone"),
            ({"columns": COLUMNS, "points": list(map(str, SCORES))}, 400, "either points or columns"),
            ({}, 400, "either points or columns"),
        ],
        ids=["too many", "too few", "mixed", "both", "neither"],
    )
    def test_what_cannot_be_is_refused(self, client, table, event, sent, status, says):
        answer = self.report(client, table, event, seat=1, **sent)
        assert answer.status_code == status and says in answer.content.decode()
        assert not TableReport.objects.exists()

    def test_the_schema_says_so(self):
        sent = json.loads(openapi())["components"]["schemas"]["ReportInRequest"]
        assert "a row a seat" in sent["properties"]["columns"]["description"]
        assert not {"points", "columns"} & set(sent.get("required", ()))


class TestPrograms:
    def put(self, client, event, table, **sent):
        address = reverse("api:result", args=[event.slug, 1, table.number])
        return client.put(address, sent, content_type="application/json")

    def test_columns_are_sent_and_answered(self, desk, event, table):
        answer = self.put(desk, event, table, columns=COLUMNS)
        assert answer.status_code in (200, 201), answer.content
        assert answer.json()["columns"] == COLUMNS and answer.json()["points"] == list(map(str, SCORES))

    @pytest.mark.parametrize(
        ("sent", "status", "says"),
        [
            ({"columns": [["0", "48", "0"]] * 4}, 422, "enter 0 to 36"),
            ({"columns": [["0", "1"]] * 4}, 422, "Each seat has 3 columns"),
            ({"columns": COLUMNS, "points": list(map(str, SCORES))}, 400, "either points or columns"),
            ({}, 400, "either points or columns"),
        ],
        ids=["too many", "too few", "both", "neither"],
    )
    def test_what_cannot_be_is_refused(self, desk, event, table, sent, status, says):
        answer = self.put(desk, event, table, **sent)
        assert answer.status_code == status and says in answer.content.decode()

    def test_a_game_without_columns_takes_none(self, boss, desk):
        event = make.tournament(4)
        table = make.published(event, boss).tables.get()
        assert self.put(desk, event, table, columns=COLUMNS).status_code == 422


def test_the_schema_of_the_api_allows_scores_below_zero():
    sent = json.loads(openapi())["components"]["schemas"]["ResultInRequest"]["properties"]
    for item in (sent["points"]["items"], sent["columns"]["items"]["items"]):
        assert re.fullmatch(item["pattern"], "-3400") and not re.fullmatch(item["pattern"], "-0")


class TestOutAndIn:
    def test_the_event_document_goes_out_and_comes_back(self, boss, signed_in, event, table):
        desk(signed_in(boss), event, table, LIST)
        text = document_text(event)
        assert json.loads(text)["rounds"][0]["tables"][0]["columns"] == COLUMNS
        again = event_imports.at_once(by=boss, content=text.encode())
        assert document_text(again).replace(again.slug, event.slug) == text
        assert columns() == [COLUMNS, COLUMNS]

    def test_columns_alone_are_enough_and_must_make_the_scores(self, boss, signed_in, event, table):
        desk(signed_in(boss), event, table, LIST)
        document = json.loads(document_text(event))
        listed = document["rounds"][0]["tables"][0]
        del listed["points"], listed["game_points"]
        again = event_from(document)
        assert list(again.rounds[0].tables[0].points) == SCORES
        assert event_from(write_event(again)) == again
        assert event_builder.build(Archive(again), by=boss, club=event.club).pk
        listed["game_points"] = ["1", "2", "3", "4"]
        with pytest.raises(DocumentError, match=r"tables\[0\].columns"):
            event_from(document)

    @pytest.mark.parametrize("form", FORMS)
    def test_a_spreadsheet_has_them_and_comes_in_again(self, boss, signed_in, event, table, form):
        desk(signed_in(boss), event, table, LIST)
        content = write(list_selectors.results(event), form, "en")
        waiting = lists.upload("results", event.pk, by=boss, filename=f"results.{form}", content=content)
        assert lists.preview(waiting).counts == {"new": 0, "changed": 0, "same": 1, "refused": 0}

    def test_a_list_of_results_brings_them_and_one_that_cannot_be_is_refused(self, boss, event, table):
        head = "Round;Table;Points 1;Points 2;Points 3;Points 4\n"
        wrong = f"{head}1;{table.number};0 40 0;0 0 0;0 0 0;0 0 0\n".encode()
        waiting = lists.upload("results", event.pk, by=boss, filename="results.csv", content=wrong)
        assert "enter 0 to 36" in lists.preview(waiting).lines[0].problems[0]
        right = f"{head}1;{table.number};{';'.join(LIST)}\n".encode()
        waiting = lists.upload("results", event.pk, by=boss, filename="results.csv", content=right)
        lists.carry_out(waiting.pk, by=boss)
        assert columns() == [COLUMNS]


class TestTheRoundsPage:
    def page(self, client, event, language="en"):
        return client.get(f"/t/{event.slug}/rounds/1/", headers={"accept-language": language}).content.decode()

    def test_the_numbers_stand_small_below_the_score_and_are_named(self, client, boss, signed_in, event, table):
        assert desk(signed_in(boss), event, table, LIST).status_code == 302
        page = self.page(client, event)
        shown = re.findall(r"<small class=listed>([^<]*)</small>", page)
        assert sorted(shown) == sorted(["1000 · 10 · 1", "800 · 8 · 2", "600 · 9 · 0", "−100 · 3 · 4"])
        assert "Small numbers: Game points · Won · Lost." in page
        assert "Spielpunkte · Gewonnen · Verloren" in self.page(client, event, "de")

    def test_nothing_is_said_where_scores_were_typed(self, client, boss, signed_in, event, table):
        assert desk(signed_in(boss), event, table, ["1630", "1250", "1260", "-60"]).status_code == 302
        page = self.page(client, event)
        assert "class=listed" not in page and "Small numbers" not in page
