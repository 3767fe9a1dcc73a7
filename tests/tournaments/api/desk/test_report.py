"""Players' reports for programs: with a player's link what their phone does, with a token what the arbiters do."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments import make
from tests.tournaments.api.programs import API, Program
from tests.tournaments.reports.conftest import first_table, reporting, sitting_at
from tests.tournaments.results.test_game_records import QUARTO
from tests.tournaments.worlds import world
from tournaments.jobs.game_records import check_record
from tournaments.models import (
    GameRecord,
    LogEntry,
    NameShown,
    PersonalLink,
    Player,
    ReportRule,
    Result,
    Table,
    TableReport,
    Tournament,
)
from tournaments.services.results import reports
from tournaments.services.results.report_links import table_token

pytestmark = pytest.mark.django_db


@world
def table(boss: Any) -> Table:
    evening = make.duel(4, slug="club")
    reporting(evening)
    return first_table(evening, boss)


class Phone:
    """A program that holds a link."""

    def __init__(self, token: str) -> None:
        self.token = token
        self.client = Client(enforce_csrf_checks=True)

    def __call__(self, method: str, path: str = "", body: Any = None, **headers: str) -> Any:
        answer = self.client.generic(
            method,
            f"{API}/link/{path}",
            b"" if body is None else json.dumps(body).encode(),
            content_type="application/json",
            headers={"authorization": f"Link {self.token}", **headers},
        )
        answer.said = json.loads(answer.content) if answer.content else None
        return answer


def rule(table: Table) -> ReportRule:
    return ReportRule.objects.get(tournament=table.round.tournament_id)


def phones(table: Table) -> list[Phone]:
    """A personal link for everybody at the table, in seat order."""
    return [Phone(make.own_token(entry)) for entry in sitting_at(table)]


def slip(table: Table) -> Phone:
    return Phone(table_token(rule(table), table.pk))


def current() -> Any:
    found = Result.objects.filter(is_current=True).first()
    return found and found.points


class TestPlayers:
    def test_one_reports_the_other_confirms(self, table: Table) -> None:
        first, second = phones(table)
        before = first("GET").said
        assert before["report"]["state"] == "none" and before["tournament"] == "club"
        sent = first("POST", "report/", {"points": ["1", "0"]})
        assert sent.status_code == 200, sent.said
        seen = second("GET").said
        numbers = [seat["player"] for seat in seen["table"]["seats"]]
        assert (first("GET").said["player"], seen["player"]) == tuple(numbers)
        assert (seen["report"]["by"], seen["report"]["missing"]) == (numbers[0], [numbers[1]])
        assert [seat["points"] for seat in seen["table"]["seats"]] == ["1", "0"]
        stale = second("POST", "confirm/", {"number": seen["report"]["number"] + 1})
        assert (stale.status_code, stale.said["code"]) == (422, "refused")
        done = second("POST", "confirm/", {"number": seen["report"]["number"]})
        assert done.said["report"]["state"] == "accepted" and done.said["report"]["result"]
        assert current() == make.points("1", "0") and not first.client.cookies

    def test_a_dispute_calls_the_arbiter(self, table: Table) -> None:
        first, second = phones(table)
        first("POST", "report/", {"points": ["1", "0"]})
        called = second("POST", "dispute/", {}).said["report"]
        assert called["calling"] and called["disputed"] == [second("GET").said["player"]]
        assert first("POST", "report/", {"points": ["0", "1"]}).status_code == 422

    def test_a_slip_speaks_for_the_seat_that_it_names(self, table: Table) -> None:
        phone = slip(table)
        assert phone("GET").said["player"] is None
        assert phone("POST", "report/", {"points": ["1", "0"]}).status_code == 404
        sent = phone("POST", "report/", {"points": ["1", "0"], "seat": 1}).said["report"]
        assert phone("POST", "confirm/", {"number": sent["number"], "seat": 5}).status_code == 404
        assert phone("POST", "confirm/", {"number": sent["number"], "seat": 2}).said["report"]["result"]
        own = phones(table)[0]
        assert own("POST", "dispute/", {"seat": 2}).status_code == 404, "a personal link speaks for its player"

    def test_a_record_is_handed_in(self, table: Table) -> None:
        sent = phones(table)[0]("POST", "records/", QUARTO)
        assert (sent.status_code, sent.said["report"]["record"]["state"]) == (202, "waiting")
        check_record(GameRecord.objects.get().pk)
        assert current() == make.points("1", "0")
        other = slip(Table.objects.exclude(pk=table.pk).get())
        assert other("POST", "records/?seat=1", QUARTO).status_code == 202
        assert other("POST", "records/?seat=x", QUARTO).status_code == 400

    def test_the_log_says_that_it_came_by_the_api_and_from_nobody_signed_in(self, table: Table, boss: Any) -> None:
        phone = phones(table)[0]
        phone.client.force_login(boss)
        before = LogEntry.objects.count()
        phone("POST", "report/", {"points": ["1", "0"]})
        made = LogEntry.objects.order_by("pk")[before:]
        assert {(entry.door, entry.actor_id) for entry in made} == {("api", None)}

    def test_sent_again_it_is_done_once(self, table: Table) -> None:
        first, second = phones(table)
        key = {"idempotency-key": "one"}
        sent = [first("POST", "report/", {"points": ["1", "0"]}, **key) for _ in range(2)]
        assert sent[0].content == sent[1].content and sent[1]["Idempotent-Replayed"] == "true"
        assert second("POST", "report/", {"points": ["1", "0"]}, **key).said["report"]["result"], "a key of their own"

    @pytest.mark.parametrize(
        "body",
        [
            {},
            {"points": ["1"]},
            {"points": [1, 0]},
            {"points": ["1", None]},
            {"points": ["9", "0"]},
            [],
            {"points": ["1", "0"], "who": 1},
            {"points": ["1", "0"], "seat": 0},
            {"points": ["1", "0", "0"]},
        ],
    )
    def test_what_makes_no_sense_is_refused_with_a_sentence(self, table: Table, body: Any) -> None:
        answer = phones(table)[0]("POST", "report/", body)
        assert answer.status_code in (400, 422) and answer.said["detail"], answer.said
        assert not TableReport.objects.exists()

    def test_a_link_is_used_so_often_a_minute_and_what_was_refused_counts(self, table: Table) -> None:
        phone = phones(table)[0]
        wrong = {"idempotency-key": "k"}
        tries = [phone("POST", "report/", {"points": ["9", "9"]}, **wrong) for _ in range(reports.TRIES_A_MINUTE)]
        assert {one.status_code for one in tries} == {422}
        late = phone("POST", "report/", {"points": ["1", "0"]})
        assert (late.status_code, late.said["code"]) == (429, "too_many_requests") and late["Retry-After"]
        assert phone("GET").status_code == 200 and phones(table)[1]("POST", "report/", {"points": ["1", "0"]}).said

    def test_reading_too_much_waits_too(self, table: Table, settings: Any) -> None:
        settings.API_RATES = {"token": (9, 1), "person": (2, 0.01), "address": (9, 1)}
        first, second = phones(table)
        assert [first("GET").status_code for _ in range(3)] == [200, 200, 429]
        assert second("GET").status_code == 200

    def test_an_unchanged_table_is_304(self, table: Table) -> None:
        first, second = phones(table)
        tag = first("GET")["ETag"]
        again = first("GET", **{"if-none-match": tag})
        assert again.status_code == 304 and not again.content
        second("POST", "report/", {"points": ["1", "0"]})
        assert first("GET", **{"if-none-match": tag}).status_code == 200

    def test_it_takes_as_many_queries_whatever_the_size(self, boss: Any) -> None:
        counts = []
        for players in (8, 40):
            evening = make.tournament(players)
            reporting(evening)
            at = first_table(evening, boss)
            phone = phones(at)[0]
            with CaptureQueriesContext(connection) as asked:
                assert phone("GET").status_code == 200
            counts.append(len(asked))
        assert counts[0] == counts[1] <= 12


class TestWhatALinkOpens:
    @pytest.mark.parametrize(
        "said", ["", "x", "e1-" + "A" * 22, "t1-" + "A" * 22, "Z" * 22, "a b", "\u00e9" * 22, "A" * 200]
    )
    def test_what_is_no_link_opens_nothing(self, table: Table, said: str) -> None:
        for method, path in (("GET", ""), ("POST", "report/"), ("POST", "records/")):
            answer = Phone(said)(method, path, {"points": ["1", "0"]} if path else None)
            assert (answer.status_code, answer.said["code"]) == (401, "invalid_token")
            assert answer["WWW-Authenticate"].startswith("Link")
        assert Client().get(f"{API}/link/").json()["code"] == "not_authenticated"

    def test_a_token_or_a_session_is_no_link_and_a_link_no_token(self, table: Table, boss: Any) -> None:
        program = Program(boss)
        assert program("GET", "/link/").status_code == 401
        browser = Client()
        browser.force_login(boss)
        assert browser.get(f"{API}/link/").status_code == 401
        told = {"authorization": f"Link {phones(table)[0].token}"}
        for path in ("/me/", "/tournaments/club/", "/tournaments/club/desk/"):
            assert Client().get(API + path, headers=told).status_code == 401

    def test_no_link_works_where_players_do_not_report(self, table: Table) -> None:
        link = PersonalLink.objects.create(entry_id=sitting_at(table)[0])
        every = [slip(table), phones(table)[0], Phone(link.token)]
        assert [phone("GET").status_code for phone in every] == [200] * 3
        Tournament.objects.update(published=False)
        assert [phone("GET").status_code for phone in every] == [401] * 3
        Tournament.objects.update(published=True)
        ReportRule.objects.update(mode="off")
        assert [phone("GET").status_code for phone in every] == [401] * 3

    def test_new_links_void_the_old_ones_of_tables(self, table: Table, boss: Any) -> None:
        phone = slip(table)
        assert phone("GET").status_code == 200
        said = {"mode": "ask", "minutes": 5, "new_links": True}
        chosen = {"mode": "ask", "minutes": 5, "moves": False}
        assert Program(boss)("PUT", "/tournaments/club/reports/", said).said == chosen
        assert phone("GET").status_code == 401 and phones(table)[0]("GET").status_code == 200

    def test_whether_players_enter_moves_is_set_and_stays_where_nothing_is_said_of_it(
        self, table: Table, boss: Any
    ) -> None:
        program, rule = Program(boss), {"mode": "accept", "minutes": 10}
        assert program("PUT", "/tournaments/club/reports/", rule | {"moves": True}).said == rule | {"moves": True}
        assert program("PUT", "/tournaments/club/reports/", rule).said == rule | {"moves": True}
        assert program("GET", "/tournaments/club/reports/").said["moves"] is True
        assert program("PUT", "/tournaments/club/reports/", rule | {"moves": False}).said["moves"] is False

    def test_it_tells_of_its_own_table_and_no_hidden_name(self, table: Table) -> None:
        Player.objects.update(name_shown=NameShown.NUMBER)
        others = Player.objects.exclude(entries__in=sitting_at(table))
        text = phones(table)[0]("GET").content.decode() + slip(table)("GET").content.decode()
        assert not any(name in text for name in Player.objects.values_list("name", flat=True))
        Player.objects.update(name_shown="")
        text = phones(table)[0]("GET").content.decode()
        assert not any(player.name in text for player in others)
        assert set(phones(table)[0]("GET").said) == {
            "tournament",
            "name",
            "mode",
            "minutes",
            "player",
            "table",
            "report",
        }


class TestArbiters:
    def test_they_see_what_calls_and_settle_it(self, table: Table, boss: Any) -> None:
        first, second = phones(table)
        first("POST", "report/", {"points": ["1", "0"]})
        program = Program(boss)
        (waiting,) = program("GET", "/tournaments/club/reports/").said["waiting"]
        assert waiting["points"] == ["1", "0"] and waiting["can_take"] and waiting["state"] == "open"
        second("POST", "dispute/", {})
        said = program("GET", "/tournaments/club/reports/").said
        (calling,) = said["calling"]
        assert said["waiting"] == [] and calling["disputed"] == [second("GET").said["player"]]
        at = f"/tournaments/club/rounds/1/tables/{table.number}/report/"
        settled = program("POST", at, {"take": True})
        assert settled.said == {"round": 1, "table": table.number, "state": "settled"}
        assert current() == make.points("1", "0")
        assert second("POST", "dispute/", {}).status_code == 422
        assert program("GET", "/tournaments/club/reports/").said["calling"] == []
        assert program("POST", "/tournaments/club/rounds/1/tables/2/report/", {"take": False}).status_code == 422

    @pytest.mark.parametrize(
        ("scope", "settles", "rules"),
        [("read", 403, 403), ("report", 200, 403), ("arbitrate", 200, 403), ("organise", 200, 200)],
    )
    def test_a_scope_is_the_most_a_token_does(
        self, table: Table, boss: Any, scope: str, settles: int, rules: int
    ) -> None:
        phones(table)[0]("POST", "report/", {"points": ["1", "0"]})
        program = Program(boss, scope)
        assert program("GET", "/tournaments/club/reports/").status_code == 200
        at = f"/tournaments/club/rounds/1/tables/{table.number}/report/"
        assert program("POST", at, {"take": False}).status_code == settles
        changed = program("PUT", "/tournaments/club/reports/", {"mode": "ask", "minutes": 5})
        assert changed.status_code == rules

    def test_a_table_judge_settles_at_their_tables_only(self, table: Table) -> None:
        for at in Table.objects.all():
            phones(at)[0]("POST", "report/", {"points": ["1", "0"]})
        judge = Program(make.arbiter(Tournament.objects.get(), "judge", tables=[2]), "report")
        asked = [
            judge("POST", f"/tournaments/club/rounds/1/tables/{number}/report/", {"take": True}).status_code
            for number in (1, 2)
        ]
        assert asked == [403, 200]

    def test_where_players_do_not_report_it_says_so(self, boss: Any) -> None:
        make.duel(4, slug="club")
        said = Program(boss)("GET", "/tournaments/club/reports/").said
        assert said == {"mode": "off", "minutes": None, "moves": False, "calling": [], "waiting": []}
        wrong = Program(boss)("PUT", "/tournaments/club/reports/", {"mode": "ask", "minutes": 241})
        assert wrong.status_code == 400
