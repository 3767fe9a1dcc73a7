"""The API's answers about tables beside their results: the typists, and the links on their slips."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tests.tournaments import make
from tests.tournaments.api.programs import Program
from tournaments.models import Editing, RatingList, ReportRule, Table, Tournament
from tournaments.services.results.report_links import sitting
from tournaments.services.results.results import FRESH

pytestmark = pytest.mark.django_db
TYPING = "/tournaments/club/desk/typing/"
SLIPS = "/tournaments/club/rounds/1/slips/"


class TestTyping:
    def test_two_at_one_table_know_of_each_other(self, program: Program, club: Tournament) -> None:
        other = make.arbiter(club)
        hers = Program(other)
        assert hers("POST", TYPING, {"round": 1, "table": 2}).said == {"others": []}
        seen = program("POST", TYPING, {"round": 1, "table": 2}).said
        assert seen == {"others": [{"round": 1, "table": 2, "names": [str(other)]}]}
        hers("POST", TYPING, {})
        assert program("POST", TYPING, {}).said == {"others": []}
        assert not Editing.objects.exists()

    def test_what_is_old_is_told_no_more(self, program: Program, club: Tournament) -> None:
        Program(make.arbiter(club))("POST", TYPING, {"round": 1, "table": 1})
        row = Editing.objects.get()
        Editing.objects.update(at=row.at - FRESH - timedelta(seconds=1))
        assert program("POST", TYPING, {}).said == {"others": []}

    def test_a_judge_types_at_their_tables_and_a_helper_at_none(self, club: Tournament) -> None:
        judge = Program(make.arbiter(club, "judge", tables=[2]))
        assert judge("POST", TYPING, {"round": 1, "table": 2}).status_code == 200
        assert judge("POST", TYPING, {"round": 1, "table": 1}).status_code == 403
        assert Program(make.arbiter(club, "helper"))("POST", TYPING, {}).status_code == 403
        assert list(Editing.objects.values_list("table__number", flat=True)) == [2]

    @pytest.mark.parametrize(
        ("said", "status"), [({"round": 1}, 400), ({"round": 1, "table": 9}, 404), ({"seat": 1}, 400)]
    )
    def test_a_table_is_named_wholly(
        self, program: Program, club: Tournament, said: dict[str, int], status: int
    ) -> None:
        assert program("POST", TYPING, said).status_code == status


class TestSlips:
    def test_each_link_leads_to_its_table(self, program: Program, club: Tournament) -> None:
        ReportRule.objects.create(tournament=club, mode="accept")
        said = program("GET", SLIPS).said
        assert (said["round"], [one["number"] for one in said["tables"]]) == (1, [1, 2])
        for one in said["tables"]:
            found = sitting(one["url"].rstrip("/").rpartition("/")[2])
            assert found is not None and found.table == Table.objects.get(number=one["number"])
            assert one["seats"] == list(found.table.seats.order_by("position").values_list("entry__number", flat=True))
        judge = Program(make.arbiter(club, "judge", tables=[2]))
        assert [one["number"] for one in judge("GET", SLIPS).said["tables"]] == [2]
        assert Program(make.arbiter(club, "helper"))("GET", SLIPS).status_code == 403

    def test_there_are_none_where_players_do_not_report_or_nothing_is_shown(
        self, program: Program, club: Tournament
    ) -> None:
        assert program("GET", SLIPS).said["code"] == "refused"
        assert program("GET", SLIPS.replace("rounds/1", "rounds/2")).status_code == 404


def test_the_rating_list_that_seeds_is_chosen_until_the_first_round(program: Program, boss: Any) -> None:
    club = make.duel(4, slug="club")
    RatingList.objects.create(name="Ladder", slug="ladder")
    chosen = program("PATCH", "/tournaments/club/", {"rating_list": "ladder"})
    assert chosen.said["rating_list"] == "ladder", chosen.said
    assert program("GET", "/tournaments/club/settings/").said["rating_list"] == "ladder"
    unknown = program("PATCH", "/tournaments/club/", {"rating_list": "nothing"}).said
    assert (unknown["code"], unknown["place"]) == ("document_refused", "rating_list")
    assert program("PATCH", "/tournaments/club/", {"rating_list": None}).said["rating_list"] is None
    program("PATCH", "/tournaments/club/", {"rating_list": "ladder"})
    make.published(club, boss)
    late = program("PATCH", "/tournaments/club/", {"rating_list": None})
    assert late.status_code == 422 and "ratings" in late.said["detail"]
    assert program("PATCH", "/tournaments/club/", {"rating_list": "ladder"}).status_code == 200
    new = {"name": "Next", "rating_list": "ladder", "pairing": {"system": "tables", "rounds": 3, "table_size": 4}}
    assert program("POST", "/tournaments/", new).said["rating_list"] == "ladder"
