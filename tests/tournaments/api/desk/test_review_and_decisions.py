"""A paired round under a program's hands, and what an arbiter decides: each weighed before it is made."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments import make
from tests.tournaments.api.desk.test_at_the_desk import helper
from tests.tournaments.api.programs import API, Program
from tournaments.jobs.standings import compute_standings
from tournaments.models import PairingChange, Penalty, Result, Round, Seat, Tournament

pytestmark = pytest.mark.django_db
CLUB = "/tournaments/club"


class TestReview:
    @pytest.fixture
    def draft(self, boss: Any) -> Round:
        return make.draft(make.tournament(8, slug="club", system="tables", rounds_planned=2), boss)

    @staticmethod
    def at(draft: Round) -> dict[int, list[int]]:
        seats = Seat.objects.filter(round=draft, table__isnull=False).order_by("position")
        found: dict[int, list[int]] = {}
        for table, number in seats.values_list("table__number", "entry__number"):
            found.setdefault(table, []).append(number)
        return found

    def test_a_change_is_weighed_made_and_ended(self, program: Program, draft: Round) -> None:
        seen = program("GET", f"{CLUB}/rounds/1/review/").said
        assert (seen["manual"], seen["last_change"], len(seen["tables"])) == ("none", 0, 2)
        assert seen["tables"][0]["reason"] and set(seen["quality"]) >= {"repeated_pairs", "optimal"}
        here = self.at(draft)
        change = {"what": "exchange", "player": here[1][0], "other": here[2][0]}
        weighed = program("POST", f"{CLUB}/rounds/1/review/preview/", change).said
        assert (weighed["grade"], weighed["nothing"]) == ("free", False)
        assert {table["number"] for table in weighed["tables"]} == {1, 2}
        assert self.at(draft) == here, "nothing was changed"
        made = program("POST", f"{CLUB}/rounds/1/review/changes/", change | {"expected": 0})
        assert (made.said["number"], made.said["grade"]) == (1, "free")
        assert self.at(draft)[2][0] == here[1][0]
        late = program("POST", f"{CLUB}/rounds/1/review/changes/", change)
        assert late.status_code == 422 and "in the meantime" in late.said["detail"]
        step = program("GET", f"{CLUB}/next-step/").said["step"]
        assert step["action"] == "end" and step["url"].endswith("/rounds/1/review/end/")
        assert program("POST", f"{CLUB}/rounds/1/publish/", {}).status_code == 422
        after = program("GET", f"{CLUB}/rounds/1/review/").said
        assert after["manual"] == "open" and [d["table"] for d in after["differences"]] == [1, 2]
        ended = program("POST", step["url"].partition(API)[2], {})
        assert ended.said["differences"] == after["differences"]
        assert program("POST", f"{CLUB}/rounds/1/publish/", {}).said["state"] == "published"

    def test_what_is_to_be_confirmed_is_made_when_one_is_sure(self, program: Program, draft: Round) -> None:
        program("POST", f"{CLUB}/rounds/1/publish/", {})
        here = self.at(draft)
        change = {"what": "exchange", "player": here[1][1], "other": here[2][1]}
        assert program("POST", f"{CLUB}/rounds/1/review/preview/", change).said["grade"] == "confirm"
        asked = program("POST", f"{CLUB}/rounds/1/review/changes/", change)
        assert (asked.status_code, asked.said["code"]) == (409, "confirm_needed")
        assert any("published" in finding for finding in asked.said["findings"])
        sure = program("POST", f"{CLUB}/rounds/1/review/changes/", change | {"sure": True})
        assert sure.status_code == 200 and self.at(draft)[2][1] == here[1][1]

    def test_players_move_tables_are_paired_anew_and_all_goes_back(self, program: Program, draft: Round) -> None:
        here = self.at(draft)
        changes = f"{CLUB}/rounds/1/review/changes/"
        full = program("POST", changes, {"what": "move", "player": here[1][0], "to": "table", "table": 2})
        assert full.status_code == 422 and "full" in full.said["detail"]
        out = program("POST", changes, {"what": "move", "player": here[1][0], "to": "bye"}).said
        picked = program("GET", f"{CLUB}/rounds/1/review/?pick={here[1][0]}").said
        assert picked["pick"] == here[1][0] and picked["byes"][0]["player"] == here[1][0]
        assert picked["tables"][0]["room"] and not picked["tables"][1]["room"]
        assert all(place["cost"] for place in picked["tables"][1]["places"])
        anew = {"what": "anew", "tables": [1, 2], "expected": out["number"]}
        program("POST", changes, anew)
        last = program("GET", f"{CLUB}/rounds/1/review/").said["last_change"]
        back = program("POST", changes, {"what": "reset", "expected": last})
        assert back.status_code == 200 and self.at(draft) == here
        assert PairingChange.objects.latest("number").what == "reset"

    @pytest.mark.parametrize(
        "bad",
        [
            {},
            {"what": "nothing"},
            {"what": "exchange", "player": 1},
            {"what": "move", "player": 1},
            {"what": "move", "player": 1, "to": "table"},
            {"what": "anew", "tables": []},
            {"what": "anew"},
            {"what": "exchange", "player": "1", "other": 2},
            {"what": "exchange", "player": True, "other": 2},
        ],
    )
    def test_what_is_no_change_is_told_so(self, program: Program, draft: Round, bad: dict[str, Any]) -> None:
        for address in ("preview", "changes"):
            assert program("POST", f"{CLUB}/rounds/1/review/{address}/", bad).status_code == 400

    def test_what_cannot_be_is_refused(self, program: Program, draft: Round) -> None:
        for change in (
            {"what": "exchange", "player": 1, "other": 99},
            {"what": "move", "player": 99, "to": "new"},
            {"what": "move", "player": 1, "to": "table", "table": 77},
            {"what": "anew", "tables": [77]},
            {"what": "reset"},
        ):
            answer = program("POST", f"{CLUB}/rounds/1/review/changes/", change)
            assert (answer.status_code, answer.said["code"]) == (422, "refused"), change
        make_closed(draft)
        assert program("GET", f"{CLUB}/rounds/1/review/").status_code == 422
        assert program("GET", f"{CLUB}/rounds/7/review/").status_code == 404

    def test_the_review_takes_as_many_queries_whatever_the_size(self, boss: Any) -> None:
        counts = []
        for players in (8, 40):
            made = make.tournament(players, rounds_planned=2)
            make.draft(made, boss)
            program = Program(boss)
            with CaptureQueriesContext(connection) as seen:
                assert program("GET", f"/tournaments/{made.slug}/rounds/1/review/?pick=1").status_code == 200
            counts.append(len(seen))
        assert counts[0] == counts[1] <= 20, counts


def make_closed(round_: Round) -> None:
    Round.objects.filter(pk=round_.pk).update(state="closed")


class TestDecisions:
    @pytest.fixture
    def club(self, boss: Any) -> Tournament:
        club = make.tournament(8, slug="club", rounds_planned=2, two_person=True)
        make.play(make.published(club, boss), boss)
        compute_standings(club.pk)
        return club

    def test_a_correction_is_weighed_before_it_is_made(self, program: Program, club: Tournament) -> None:
        at = f"{CLUB}/rounds/1/tables/1/decision/"
        asked = {"decision": "points", "points": ["0", "2", "4", "8"], "reason": "misread"}
        weighed = program("POST", at + "preview/", asked).said
        first, *_rest = weighed["players"]
        assert weighed["version"] == 1 and weighed["after_round"] == 1 and len(weighed["players"]) == 4
        assert first["rank"][1] == 1 and first["points"][1] == "8" and first["points"][0] == "0"
        assert Result.objects.count() == 2, "nothing was written"
        late = program("PUT", at, asked)
        assert (late.status_code, late.said["code"]) == (409, "result_conflict")
        assert program("PUT", at, asked | {"expected": 1}).said["version"] == 2
        wrong = program("POST", at + "preview/", asked | {"points": ["8", "8", "8", "8"]})
        assert (wrong.status_code, wrong.said["code"]) == (422, "refused")

    def test_what_only_an_arbiter_in_chief_decides(self, program: Program, club: Tournament) -> None:
        at = f"{CLUB}/rounds/1/tables/1/decision/"
        chief, arbiter = helper(club, "chief"), helper(club, "arbiter")
        void = {"decision": "void", "reason": "the set was not complete", "expected": 1}
        assert arbiter("PUT", at, void).status_code == 403
        silent = chief("PUT", at, void | {"reason": ""})
        assert silent.status_code == 422 and silent.said["detail"] == "Give a reason."
        assert chief("PUT", at, void).said["points"] == [None] * 4
        adjourned = chief("PUT", at, {"decision": "adjourned", "reason": "the hall closes", "expected": 2})
        assert adjourned.said["end"] == "adjourned"
        out = {"decision": "points", "points": ["8", "4", "2", "0"], "out": ["green"], "expected": 3}
        assert "taken out (QC 4.3)" in chief("PUT", at, out).said["reason"]
        strange = chief("PUT", at, out | {"out": ["pink"], "expected": 4})
        assert strange.status_code == 422 and "pink" in strange.said["detail"]
        forfeit = chief("PUT", at, {"decision": "points", "points": ["8", "4", "2", None], "expected": 4})
        assert forfeit.said["end"] == "forfeit"

    def test_a_token_to_report_decides_nothing(self, club: Tournament, boss: Any) -> None:
        at = f"{CLUB}/rounds/1/tables/1/decision/"
        reports = Program(boss, "report")
        void = {"decision": "void", "reason": "so it is", "expected": 1}
        assert reports("PUT", at, void).status_code == 403
        assert reports("GET", f"{CLUB}/penalties/").status_code == 403
        assert reports("GET", f"{CLUB}/log/").status_code == 403
        assert reports("GET", "/log/").status_code == 403
        assert reports("GET", f"{CLUB}/entries/1/person/erasure/").status_code == 403

    def test_a_table_judge_decides_at_their_tables(self, club: Tournament) -> None:
        judge = helper(club, "judge", tables=[2])
        asked = {"decision": "points", "points": ["0", "2", "4", "8"], "expected": 1}
        for table, status in ((1, 403), (2, 200)):
            at = f"{CLUB}/rounds/1/tables/{table}/decision/"
            assert judge("POST", at + "preview/", asked).status_code == status
            assert judge("PUT", at, asked).status_code == status

    def test_a_second_person_confirms(self, program: Program, club: Tournament) -> None:
        at = f"{CLUB}/rounds/1/tables/1/result/confirmation/"
        assert program("GET", at).status_code == 404
        own = program("PUT", at, {"version": 1})
        assert own.status_code == 422 and "yourself" in own.said["detail"]
        second = helper(club, "arbiter")
        said = second("PUT", at, {"version": 1}).said
        assert second("PUT", at, {"version": 1}).said == said == program("GET", at).said
        tables = program("GET", f"{CLUB}/desk/").said["round"]["tables"]
        assert [table["confirmed"] for table in tables] == [True, False]
        step = program("GET", f"{CLUB}/next-step/").said["step"]
        assert step["action"] == "confirm" and step["url"].endswith("/desk/1/")
        assert second("PUT", at, {"version": 7}).status_code == 404
        program("PUT", f"{CLUB}/rounds/1/tables/1/result/", {"points": ["0", "2", "4", "8"], "expected": 1})
        old = second("PUT", at, {"version": 1})
        assert old.status_code == 422 and "corrected in the meantime" in old.said["detail"]

    def test_a_penalty_is_weighed_given_and_lifted(self, program: Program, club: Tournament) -> None:
        fine = {"player": 1, "round": 1, "points": "3/2", "reason": "left the hall"}
        effect = program("POST", f"{CLUB}/penalties/preview/", fine).said
        assert [one["player"] for one in effect["players"] if one["points"][0] != one["points"][1]] == [1]
        assert not Penalty.objects.exists()
        given = program("POST", f"{CLUB}/penalties/", fine)
        assert (given.status_code, given.said["player"], given.said["points"]) == (201, 1, "3/2")
        lifted = program("POST", f"{CLUB}/penalties/{given.said['id']}/lift/", {"reason": "they were right"})
        assert lifted.said["lifted"]
        assert program("GET", f"{CLUB}/penalties/").said["results"] == [lifted.said]
        for bad in ({**fine, "points": "-1"}, {**fine, "team": "A"}, {"round": 1}, {**fine, "reason": " "}):
            assert program("POST", f"{CLUB}/penalties/", bad).status_code == 400, bad
        for bad in ({**fine, "points": "0"}, {**fine, "player": 99}, {**fine, "round": 9}):
            assert program("POST", f"{CLUB}/penalties/", bad).status_code == 422, bad

    def test_penalties_come_in_pages_by_a_fixed_number_of_queries(
        self, program: Program, club: Tournament, boss: Any
    ) -> None:
        counts = []
        program("GET", "/me/")
        for more in (2, 8):
            for entry in club.entries.all()[:more]:
                Penalty.objects.create(
                    tournament=club, entry=entry, round=1, points="1", reason="late", decided_by=boss
                )
            with CaptureQueriesContext(connection) as seen:
                program("GET", f"{CLUB}/penalties/")
            counts.append(len(seen))
        assert counts[0] == counts[1]
        page = program("GET", f"{CLUB}/penalties/?page_size=6").said
        assert len(page["results"]) == 6 and page["next"]
