"""Rating lists and series for programs: read by everybody, changed by organisers, computed by a worker."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments import make
from tests.tournaments.api.programs import API, Program
from tests.tournaments.public.standings.test_standings import computed
from tests.tournaments.worlds import world
from tournaments.api.core.resource import buckets
from tournaments.jobs import seasons
from tournaments.models import Club, NameShown, Player, RatedEvent, RatingList, Series, SeriesEvent, Tournament

pytestmark = pytest.mark.django_db

PARTS = ["ratings/", "ratings/ladder/", "ratings/ladder/players/", "series/", "series/cup/", "series/cup/table/"]


@pytest.fixture(autouse=True)
def sent(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Collect the tasks given to the workers."""
    found: list[Any] = []
    monkeypatch.setattr("tournaments.domain.queue.send", lambda name, *args, **_more: found.append((name, *args)))
    buckets.clear()
    return found


@world
def club() -> Tournament:
    return finished("club")


def finished(slug: str, **fields: Any) -> Tournament:
    return computed(slug, 8, rounds=2, state="finished", **fields)


@pytest.fixture
def ladder(club: Tournament) -> RatingList:
    made = RatingList.objects.create(name="Ladder", slug="ladder", published=True, provisional_games=2)
    RatedEvent.objects.create(rating_list=made, tournament=club)
    seasons.update_ratings(made.pk)
    return made


@pytest.fixture
def cup(club: Tournament) -> Series:
    made = Series.objects.create(name="Cup", slug="cup", published=True)
    SeriesEvent.objects.create(series=made, tournament=club)
    seasons.update_series(made.pk)
    return made


def read(part: str, client: Client | None = None) -> Any:
    answer = (client or Client()).get(f"{API}/{part}")
    assert answer.status_code == 200, (part, answer.content)
    return json.loads(answer.content, parse_float=pytest.fail)


class TestReading:
    def test_what_is_invented_says_so_and_nothing_else_does(self, ladder: RatingList, cup: Series) -> None:
        parts = ("ratings/ladder/", "series/cup/")
        lists = [read(part)["results"][0] for part in ("ratings/", "series/")]
        assert not any("demonstration" in found for found in (*lists, *map(read, parts)))
        invented = Club.objects.create(name="Invented", slug="invented", demonstration=True)
        RatingList.objects.update(club=invented)
        Series.objects.update(club=invented)
        lists = [read(part)["results"][0] for part in ("ratings/", "series/")]
        assert all(found["demonstration"] is True for found in (*lists, *map(read, parts)))

    def test_a_list_has_its_events_and_players(self, ladder: RatingList, club: Tournament) -> None:
        (listed,) = read("ratings/")["results"]
        found = read(listed["url"].partition("/api/v1/")[2])
        assert [(one["slug"], one["counts"]) for one in found["events"]] == [("club", True)]
        rows = read(found["players"].partition("/api/v1/")[2])["results"]
        assert [row["rank"] for row in rows] == sorted(row["rank"] for row in rows) and len(rows) == 8
        one = read(f"ratings/ladder/players/{rows[0]['player']}/")
        assert one["name"] == rows[0]["name"] and not one["provisional"]
        assert one["steps"][-1]["rating"] == rows[0]["rating"]
        assert one["steps"][-1]["change"] == rows[0]["change"] and one["steps"][-1]["event"]["slug"] == "club"
        page = read(f"tournaments/club/players/{one['steps'][-1]['number']}/")
        assert page["ratings"][0]["url"].endswith(f"/ratings/ladder/players/{rows[0]['player']}/")

    def test_a_series_has_its_rule_and_table(self, cup: Series) -> None:
        found = read("series/cup/")
        assert found["rule"] == {"value": "points", "places": "", "best": None, "drop": 0, "ties": "shared"}
        table = read("series/cup/table/")
        standings = read("tournaments/club/standings/")["standings"]
        assert table["events"] == [{"slug": "club", "name": "Event club", "final": False}]
        assert [row["total"] for row in table["results"]] == [row["points"] for row in standings]
        assert {row["events"][0]["number"] for row in table["results"]} == set(range(1, 9))

    def test_parts_of_a_table(self, ladder: RatingList, cup: Series) -> None:
        for part in ("ratings/ladder/players/", "series/cup/table/"):
            seen, where = [], f"{part}?page_size=3"
            while where:
                found = read(where)
                seen += found["results"]
                where = (found["next"] or "").partition("/api/v1/")[2]
            assert seen == read(part)["results"]

    @pytest.mark.parametrize("part", PARTS)
    def test_what_has_not_changed_is_304_and_a_changed_name_is_not(
        self, ladder: RatingList, cup: Series, part: str
    ) -> None:
        tag = Client().get(f"{API}/{part}")["ETag"]
        again = Client().get(f"{API}/{part}", headers={"if-none-match": tag})
        assert again.status_code == 304 and not again.content
        names = list(Player.objects.values_list("name", flat=True))
        Player.objects.update(name_shown=NameShown.NUMBER)
        RatingList.objects.update(name="Else")
        Series.objects.update(name="Else")
        fresh = Client().get(f"{API}/{part}", headers={"if-none-match": tag})
        assert fresh.status_code == 200
        assert not any(name in fresh.content.decode() for name in names)

    @pytest.mark.parametrize("part", [part for part in PARTS if part.count("/") > 1])
    def test_what_is_not_public_is_there_for_organisers_alone(
        self, ladder: RatingList, cup: Series, club: Tournament, part: str
    ) -> None:
        RatingList.objects.update(published=False)
        Series.objects.update(published=False)
        assert read("ratings/")["results"] == read("series/")["results"] == []
        assert Client().get(f"{API}/{part}").status_code == 404
        assert Program(make.arbiter(club, "organiser"))("GET", f"/{part}").status_code == 404
        boss = make.organiser()
        answer = Program(boss, "read")("GET", f"/{part}")
        assert answer.status_code == 200 and answer["Cache-Control"] == "private, no-store"
        browser = Client()
        browser.force_login(boss)
        assert len(read("ratings/", browser)["results"]) == len(read("series/", browser)["results"]) == 1

    def test_a_player_without_a_rating_is_not_there(self, ladder: RatingList) -> None:
        for wrong in (0, 10**6, 10**30):
            assert Client().get(f"{API}/ratings/ladder/players/{wrong}/").status_code == 404

    def test_it_takes_as_many_queries_whatever_the_size(self, ladder: RatingList, cup: Series) -> None:
        counts: dict[str, list[int]] = {part: [] for part in PARTS}
        for more in range(2):
            for slug in (f"more-{number}" for number in range(4 * more)):
                event = finished(slug)
                RatedEvent.objects.create(rating_list=ladder, tournament=event)
                SeriesEvent.objects.create(series=cup, tournament=event)
            seasons.update_ratings(ladder.pk)
            seasons.update_series(cup.pk)
            for part in PARTS:
                with CaptureQueriesContext(connection) as asked:
                    read(part)
                counts[part].append(len(asked))
        assert [part for part, (few, many) in counts.items() if not few == many <= 4] == [], counts


class TestChanging:
    def test_a_season_from_nothing(
        self, boss: Any, club: Tournament, sent: list[Any], django_capture_on_commit_callbacks: Any
    ) -> None:
        program = Program(boss)
        with django_capture_on_commit_callbacks(execute=True):
            made = program("POST", "/ratings/", {"name": "Ladder 2026", "published": True})
            assert made.status_code == 201 and made["Location"].endswith("/ratings/ladder-2026/")
            put = program("PUT", "/ratings/ladder-2026/tournaments/club/", {})
            assert put.said["tournaments"] == ["club"]
        ladder = RatingList.objects.get()
        assert ("update_ratings", ladder.pk) in {(name, *args) for name, *args in sent}
        seasons.update_ratings(ladder.pk)
        assert len(read("ratings/ladder-2026/players/")["results"]) == 8
        assert program("DELETE", "/ratings/ladder-2026/tournaments/club/").status_code == 204
        assert program("DELETE", "/ratings/ladder-2026/tournaments/club/").status_code == 204
        seasons.update_ratings(ladder.pk)
        assert read("ratings/ladder-2026/players/")["results"] == []
        assert program("DELETE", "/ratings/ladder-2026/").status_code == 204 and not RatingList.objects.exists()

    def test_a_rule_that_makes_no_sense_is_refused_with_its_place(self, boss: Any) -> None:
        program = Program(boss)
        cup = {"name": "Cup", "value": "places", "places": "10 8 6"}
        assert program("POST", "/series/", cup).said["places"] == "10 8 6"
        assert program("POST", "/series/", cup).status_code == 422, "the address is taken"
        for wrong, place in (
            ({"best": 3, "drop": 1}, "drop"),
            ({"places": "1 2 3"}, "places"),
            ({"places": ""}, "places"),
        ):
            answer = program("PATCH", "/series/cup/", wrong)
            assert (answer.status_code, answer.said.get("place")) == (422, place), answer.said
        for wrong in ({"ties": "lot"}, {"best": 0}, {"best": True}, {"slug": "a b"}, {"colour": 1}, {"name": ""}):
            assert program("PATCH", "/series/cup/", wrong).status_code == 400, wrong
        assert program("PATCH", "/series/cup/", {"best": 2}).said["best"] == 2
        assert program("GET", "/series/cup/settings/").said["best"] == 2
        assert program("PUT", "/series/cup/tournaments/none/", {}).status_code == 422

    def test_what_is_asked_anew_is_computed_anew(self, boss: Any, cup: Series, ladder: RatingList) -> None:
        program = Program(boss)
        for part, job in (("series/cup", seasons.update_series), ("ratings/ladder", seasons.update_ratings)):
            before = read(f"{part}/")["computed_at"]
            assert program("POST", f"/{part}/recompute/", {}).status_code == 202
            job({"series/cup": cup, "ratings/ladder": ladder}[part].pk)
            assert read(f"{part}/")["computed_at"] > before

    def test_the_tournaments_pages_are_told(self, boss: Any, club: Tournament, ladder: RatingList) -> None:
        before = Tournament.objects.get().version
        Program(boss)("DELETE", "/ratings/ladder/tournaments/club/")
        assert Tournament.objects.get().version > before

    @pytest.mark.parametrize(
        ("scope", "status"), [("read", 403), ("report", 403), ("arbitrate", 403), ("organise", 200)]
    )
    def test_a_scope_is_the_most_a_token_does(self, boss: Any, cup: Series, scope: str, status: int) -> None:
        assert Program(boss, scope)("PATCH", "/series/cup/", {"best": 2}).status_code == status
        assert Program(boss, scope)("GET", "/series/cup/settings/").status_code == status

    def test_nobody_else_changes_anything(self, club: Tournament, cup: Series) -> None:
        program = Program(make.arbiter(club, "organiser"))
        for method, part, body in (
            ("POST", "/series/", {"name": "Mine"}),
            ("PATCH", "/series/cup/", {"best": 2}),
            ("DELETE", "/series/cup/", None),
            ("PUT", "/series/cup/tournaments/club/", {}),
            ("DELETE", "/series/cup/tournaments/club/", None),
            ("POST", "/series/cup/recompute/", {}),
            ("GET", "/series/cup/settings/", None),
        ):
            assert program(method, part, body).status_code == 403, (method, part)
            assert Client().generic(method, f"{API}{part}", "{}", content_type="application/json").status_code == 401
        Series.objects.update(published=False)
        assert program("PATCH", "/series/cup/", {"best": 2}).status_code == 404, "what they do not see is not there"
