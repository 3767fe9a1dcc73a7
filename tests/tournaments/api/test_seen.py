"""The API's counterpart of the public pages besides the standings: the same numbers, to the same people, as cheaply."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.core.notices import plain
from tests.tournaments import make
from tests.tournaments.api.programs import Program
from tests.tournaments.kinds import EVERY
from tests.tournaments.public.build import event
from tests.tournaments.public.standings.test_standings import computed
from tests.tournaments.worlds import world
from tournaments.models import Entry, NameShown, Penalty, Player, Table, Team, Tournament
from tournaments.selectors.events.explanations import insight

pytestmark = pytest.mark.django_db

ONE = "/api/v1/tournaments/club/"
PARTS = [
    "crosstable/",
    "movement/",
    "standings/why/1/",
    "standings/why/1/2/",
    "standings/after/2/why/3/",
    "standings/after/2/why/3/1/",
    "teams/",
    "teams/A/",
    "players/3/",
    "mine/3/",
    "find/?q=anna",
]


def read(client: Client, part: str, one: str = ONE) -> Any:
    answer = client.get(one + part)
    assert answer.status_code == 200, (part, answer.content)
    return json.loads(answer.content, parse_float=pytest.fail)


@world
def club(param: str | None) -> Tournament:
    """With a parameter it is of that kind of declared game."""
    made = computed("club", missing=1, kind=param or "")
    teams(made)
    return made


every_game = pytest.mark.parametrize("club", EVERY, indirect=True)


def teams(made: Tournament) -> None:
    """Four teams of the same size, so that there are standings of teams."""
    for at, entry in enumerate(made.entries.order_by("number")):
        key = "ABCD"[at % 4]
        entry.team = Team.objects.get_or_create(tournament=made, key=key, name=f"Team {key}")[0]
        entry.board = at // 4 + 1
        entry.save()


class TestEveryPart:
    @pytest.mark.parametrize("part", PARTS)
    def test_what_has_not_changed_is_304_for_one_query(
        self, client: Client, club: Tournament, part: str, django_assert_num_queries: Any
    ) -> None:
        tag = client.get(ONE + part)["ETag"]
        with django_assert_num_queries(1):
            again = client.get(ONE + part, headers={"if-none-match": tag})
        assert again.status_code == 304 and not again.content
        Tournament.objects.filter(pk=club.pk).update(version=club.version + 1)
        assert client.get(ONE + part, headers={"if-none-match": tag}).status_code == 200

    def test_what_is_unpublished_is_there_for_a_program_of_its_own_staff_alone(self, club: Tournament) -> None:
        Tournament.objects.filter(pk=club.pk).update(published=False)
        own, other = Program(make.arbiter(club), "read"), Program(make.arbiter())
        for part in PARTS:
            assert own("GET", f"/tournaments/club/{part}").status_code == 200, part
            assert other("GET", f"/tournaments/club/{part}").status_code == 404, part

    def test_it_takes_as_many_queries_whatever_the_size(self, client: Client) -> None:
        counts: dict[str, list[int]] = {part: [] for part in PARTS}
        for slug, players, rounds in (("small", 16, 2), ("large", 64, 4)):
            teams(computed(slug, players, rounds=rounds, missing=1))
            for part in PARTS:
                with CaptureQueriesContext(connection) as asked:
                    read(client, part, f"/api/v1/tournaments/{slug}/")
                counts[part].append(len(asked))
        assert [part for part, (small, large) in counts.items() if not small == large <= 14] == [], counts

    def test_what_is_not_there_is_a_problem_with_a_sentence(self, client: Client) -> None:
        event("new", 8, rounds=0)
        event("club", 8, rounds=1)
        absent = [
            "standings/why/99/", "standings/why/1/1/", "standings/after/9/why/1/", "players/0/", "players/99/",
            f"players/{10**40}/", "mine/99/", f"mine/{10**40}/", "teams/Z/",
        ]  # fmt: skip
        for part in ("new/crosstable/", "new/standings/why/1/", *(f"club/{part}" for part in absent)):
            answer = client.get(f"/api/v1/tournaments/{part}")
            assert answer.status_code == 404, part
            assert answer.json()["code"] == "not_found" and answer.json()["detail"].endswith("."), part


class TestTheOrder:
    @every_game
    def test_the_crosstable_has_everybodys_meetings_once(self, client: Client, club: Tournament) -> None:
        found = read(client, "crosstable/")
        assert found["after_round"] == 3 and found["provisional"] and found["next"] is None
        standings = read(client, "standings/")["standings"]
        assert [row["player"] for row in found["results"]] == [row["player"] for row in standings]
        met = {
            (row["player"], one["opponent"], one["round"]): one["result"]
            for row in found["results"]
            for one in row["meetings"]
        }
        assert len(met) == 16 * 3 * 3
        other = {"win": "loss", "loss": "win", "tie": "tie", "pending": "pending"}
        assert all(met[b, a, round_] == other[result] for (a, b, round_), result in met.items())
        assert sum(result == "pending" for result in met.values()) == 4 * 3

    def test_a_part_of_the_crosstable_at_a_time(self, client: Client, club: Tournament) -> None:
        seen, part = [], "crosstable/?page_size=5"
        while part:
            found = read(client, part)
            seen += found["results"]
            part = (found["next"] or "").partition(ONE)[2]
        assert seen == read(client, "crosstable/")["results"]

    def test_a_bye_is_told(self, client: Client) -> None:
        computed("club", 9, rounds=1)
        rows = read(client, "crosstable/")["results"]
        assert [row["unplayed"] for row in rows if not row["meetings"]] == [[{"round": 1, "kind": "pairing bye"}]]

    def test_the_ranks_move_as_the_standings_said(self, client: Client, club: Tournament) -> None:
        found = read(client, "movement/")
        # nobody moves by half a round
        assert found["rounds"] == [1, 2] and not found["final"]
        for at, after in enumerate(found["rounds"]):
            ranks = {row["player"]: row["ranks"][at] for row in found["results"]}
            said = read(client, f"standings/after/{after}/")["standings"]
            assert ranks == {row["player"]: row["rank"] for row in said}

    @every_game
    def test_each_value_is_the_sum_of_its_terms(self, client: Client, club: Tournament) -> None:
        rows = {row["player"]: row for row in read(client, "standings/")["standings"]}
        for number in (1, 5, 16):
            found = read(client, f"standings/why/{number}/")
            assert found["rank"] == rows[number]["rank"]
            said = {one["code"]: one for one in found["values"]}
            assert said["points"]["value"] == rows[number]["points"]
            assert {code: said[code]["value"] for code in rows[number]["tie_breaks"]} == rows[number]["tie_breaks"]
            for code in ("points", "BH"):
                assert sum(Fraction(term["amount"]) for term in said[code]["terms"]) == Fraction(said[code]["value"])
            assert said["BH"]["text"].startswith(f"BH {said['BH']['value']} = ")

    @every_game
    def test_what_decided_is_the_last_criterion(self, client: Client, club: Tournament) -> None:
        order = [row["player"] for row in read(client, "standings/")["standings"]]
        for higher, lower in pairwise(order):
            found = read(client, f"standings/why/{lower}/{higher}/")
            if found["decided_by"] is None:
                continue
            *before, last = found["criteria"]
            assert (found["higher"], found["lower"]) == (higher, lower)
            assert last["decides"] and last["code"] == found["decided_by"]
            assert not any(one["decides"] for one in before)
            # a direct encounter is shown as its points, also where a missing game keeps it from ranking
            assert all(one["higher"] == one["lower"] for one in before if one["code"] != "DE")
            assert len(found["values"][str(higher)]) == len(found["criteria"])

    def test_a_penalty_counts_in_the_sum_and_in_the_comparison(self, client: Client, club: Tournament) -> None:
        first, second = read(client, "standings/")["standings"][:2]
        entry = Entry.objects.get(tournament=club, number=first["player"])
        Penalty.objects.create(tournament=club, entry=entry, round=1, points="1/2", reason="late")
        Tournament.objects.filter(pk=club.pk).update(results_version=club.results_version + 1)
        found = read(client, f"standings/why/{first['player']}/")
        points = found["values"][0]
        assert Fraction(points["value"]) == Fraction(first["points"]) - Fraction(1, 2)
        assert [one["reason"] for one in points["terms"]].count("late") == 1
        both = read(client, f"standings/why/{first['player']}/{second['player']}/")
        mine = "higher" if both["higher"] == first["player"] else "lower"
        assert both["criteria"][0][mine] == points["value"], "what is compared is what stands in the table"


class TestTeams:
    @every_game
    def test_the_teams_are_as_in_the_standings(self, client: Client, club: Tournament) -> None:
        found = read(client, "teams/")
        order = insight(club.pk)
        assert order is not None and [one["rank"] for one in found["results"]] == sorted(
            order.teams().order.ranks.values()
        )
        one = read(client, f"teams/{found['results'][0]['id']}/")
        assert {key: one[key] for key in found["results"][0]} | {"members": 0} == found["results"][0] | {"members": 0}
        assert [row["round"] for row in one["rounds"]] == [1, 2, 3] and not one["matches"]
        for row in one["rounds"]:
            assert Fraction(row["points"]) == sum(Fraction(who["points"] or 0) for who in row["players"])
        assert Fraction(one["points"]) == sum(Fraction(row["points"]) for row in one["rounds"])

    def test_a_teams_penalty_is_taken_off_here_and_on_its_page(self, client: Client, club: Tournament) -> None:
        before = read(client, "teams/A/")["points"]
        page = client.get("/t/club/teams/").content
        team = Team.objects.get(tournament=club, key="A")
        Penalty.objects.create(tournament=club, team=team, round=1, points="3", reason="late")
        Tournament.objects.filter(pk=club.pk).update(version=club.version + 1, results_version=club.results_version + 1)
        assert Fraction(read(client, "teams/A/")["points"]) == Fraction(before) - 3
        assert client.get("/t/club/teams/").content != page

    def test_before_the_first_round_they_are_there_without_ranks(self, client: Client) -> None:
        teams(event("club", 8, rounds=0))
        assert {one["rank"] for one in read(client, "teams/")["results"]} == {None}
        found = read(client, "teams/A/")
        assert found["rounds"] == [] and found["members"][0] == {"player": 1, "rank": None, "points": None}


class TestPlayers:
    def test_a_page_has_their_tables_and_their_rank_after_each_round(self, client: Client, club: Tournament) -> None:
        found = read(client, "players/3/")
        row = next(row for row in read(client, "standings/")["standings"] if row["player"] == 3)
        assert found["player"]["id"] == 3
        assert (found["standing"]["rank"], found["standing"]["points"]) == (row["rank"], row["points"])
        assert [one["round"] for one in found["rounds"]] == [1, 2, 3]
        # the third round is half: nobody has a rank after it
        assert (found["rounds"][-1]["rank"], found["rounds"][-1]["total"]) == (None, None)
        second = next(row for row in read(client, "standings/after/2/")["standings"] if row["player"] == 3)
        assert (found["rounds"][1]["rank"], found["rounds"][1]["total"]) == (second["rank"], second["points"])
        for one in found["rounds"]:
            table = next(
                table
                for table in read(client, f"rounds/{one['round']}/")["tables"]
                if table["number"] == one["table"]["number"]
            )
            assert [seat["player"] for seat in one["table"]["seats"]] == table["seats"] and 3 in table["seats"]
            assert [seat["seat"] for seat in one["table"]["seats"]] == ["White", "Red", "Black", "Green"]

    def test_why_a_table_is_so_stands_there(self, client: Client, club: Tournament) -> None:
        Table.objects.filter(round__tournament=club).update(reason=plain("equal scores"))
        assert {one["reason"] for one in read(client, "players/3/")["rounds"]} == {"equal scores"}

    def test_my_table_is_the_newest_rounds(self, client: Client, club: Tournament) -> None:
        for number in (1, 8, 16):
            mine, page = read(client, f"mine/{number}/"), read(client, f"players/{number}/")
            assert (mine["round"], mine["table"]) == (3, page["rounds"][-1]["table"])
            assert mine["standing"] == page["standing"] and mine["reports"] is False

    def test_a_bye_is_where_somebody_is(self, client: Client) -> None:
        event("club", 9, rounds=1)
        (bye,) = read(client, "rounds/1/")["byes"]
        mine = read(client, f"mine/{bye['player']}/")
        assert (mine["table"], mine["bye"]) == (None, "pairing")

    def test_a_name_is_found_with_a_slip_and_without_its_accents(self, client: Client, club: Tournament) -> None:
        Player.objects.filter(entries__tournament=club, entries__number=7).update(name="Zbigňew Ûlvråqs")
        for asked in ("zbignew", "Ulvraqs", "zbgnew", "7"):
            (found, *_more) = read(client, f"find/?q={asked}")["results"]
            assert found["player"]["id"] == 7 and found["url"].endswith("/mine/7/"), asked
        assert found["table"] == read(client, "mine/7/")["table"]["number"]
        assert read(client, "find/")["results"] == read(client, "find/?q=qqqqqq")["results"] == []

    def test_who_is_hidden_is_not_found_by_their_name(self, client: Client, club: Tournament) -> None:
        Player.objects.filter(entries__tournament=club, entries__number=7).update(
            name="Zbigňew Ûlvråqs", name_shown=NameShown.NUMBER
        )
        assert read(client, "find/?q=zbignew")["results"] == []
        (found,) = read(client, "find/?q=7")["results"]
        assert found["player"]["name"] == "No. 7"
        assert read(client, "players/7/?lang=nl")["player"]["name"] == "Nr. 7"
