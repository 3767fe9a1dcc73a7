"""An arbiter's program at the desk: what the desk's pages do, by the same services and permissions."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments import make
from tests.tournaments.api.programs import API, Program
from tournaments.models import CheckedIn, Entry, KeptAnswer, Penalty, Player, Result, Seat, Tournament, Waiting

pytestmark = pytest.mark.django_db
CLUB = "/tournaments/club"


def helper(club: Tournament, role: str = "helper", scope: str = "organise", **more: Any) -> Program:
    return Program(make.arbiter(club, role, **more), scope)


class TestCheckIn:
    @pytest.fixture
    def club(self) -> Tournament:
        return make.tournament(5, slug="club", check_in=True, places=4)

    def test_a_helper_checks_in_and_an_arbiter_closes(self, program: Program, club: Tournament) -> None:
        door = helper(club)
        for number in (1, 2, 3):
            said = door("PUT", f"{CLUB}/check-in/{number}/", {"here": True}).said
            assert said["here"] and said["player"] == number
        door("PUT", f"{CLUB}/check-in/3/", {"here": False})
        listed = door("GET", f"{CLUB}/check-in/?page_size=3").said
        assert (listed["here"], listed["missing"], listed["places"], listed["wanted"]) == (2, 3, 4, True)
        assert len(listed["results"]) == 3
        rest = door("GET", listed["next"].partition(API)[2]).said
        assert [row["player"] for row in rest["results"]] == [4, 5] and rest["next"] is None
        step = program("GET", f"{CLUB}/next-step/").said["step"]
        assert (step["action"], step["method"]) == ("check_in", "GET") and step["url"].endswith("/check-in/")
        assert door("POST", f"{CLUB}/check-in/close/", {}).status_code == 403
        fates = [{"player": 3, "becomes": "absent"}, {"player": 4, "becomes": "out"}]
        forgotten = program("POST", f"{CLUB}/check-in/close/", {"decisions": fates})
        assert forgotten.status_code == 422 and "0005" in forgotten.said["detail"]
        strange = program("POST", f"{CLUB}/check-in/close/", {"decisions": [{"player": 9, "becomes": "out"}]})
        assert strange.status_code == 422 and "player 9" in strange.said["detail"]
        closed = program(
            "POST", f"{CLUB}/check-in/close/", {"decisions": [*fates, {"player": 5, "becomes": "waiting"}]}
        )
        assert closed.said["not_here"] == 3 and closed.said["closed_at"]
        assert program("GET", f"{CLUB}/next-step/").said["step"]["action"] == "pair"
        assert program("POST", f"{CLUB}/check-in/reopen/", {}).said["closed_at"] is None

    def test_what_has_not_changed_is_304(self, program: Program, club: Tournament) -> None:
        for path in ("check-in/", "waiting/", "next-step/", "round-history/", "links/"):
            tag = program("GET", f"{CLUB}/{path}")["ETag"]
            again = program("GET", f"{CLUB}/{path}", **{"if-none-match": tag})
            assert (again.status_code, again.content) == (304, b""), path
            other = program("GET", f"{CLUB}/{path}?lang=nl", **{"if-none-match": tag})
            assert other.status_code == 200, path
        program("PUT", f"{CLUB}/check-in/1/", {"here": True})
        assert program("GET", f"{CLUB}/check-in/", **{"if-none-match": tag}).status_code == 200

    def test_the_lists_take_as_many_queries_whatever_their_length(self, boss: Any) -> None:
        counts: dict[str, list[int]] = {}
        for players in (4, 40):
            club = make.tournament(players, check_in=True)
            for entry in club.entries.all()[: players // 2]:
                CheckedIn.objects.create(entry=entry, by=boss)
            Waiting.objects.bulk_create(
                Waiting(tournament=club, player=Player.objects.create(name=f"Waits {club.pk} {n}"))
                for n in range(players)
            )
            program = Program(boss)
            program("POST", f"/tournaments/{club.slug}/links/", {})
            for path in ("check-in/", "waiting/", "links/", "log/"):
                with CaptureQueriesContext(connection) as seen:
                    assert program("GET", f"/tournaments/{club.slug}/{path}").status_code == 200
                counts.setdefault(path, []).append(len(seen))
        assert all(few == many for few, many in counts.values()), counts
        assert max(many for _few, many in counts.values()) <= 16

    def test_who_waits_comes_in_and_leaves_the_list(self, program: Program, club: Tournament) -> None:
        filled = program("POST", f"{CLUB}/waiting/", {}).said
        assert [one["name"][-1] for one in filled["results"]] == ["5"]
        last = filled["results"][0]["id"]
        full = program("POST", f"{CLUB}/waiting/{last}/admit/", {})
        assert full.status_code == 422 and "4 places" in full.said["detail"]
        arrived = program("POST", f"{CLUB}/arrivals/", {"name": "Late Lotte", "rating": 1500})
        assert arrived.said["entry"] is None and arrived.said["waiting"]["name"] == "Late Lotte"
        lotte = arrived.said["waiting"]["id"]
        assert program("PUT", f"{CLUB}/waiting/{lotte}/", {"here": True}).said["here"]
        assert program("POST", f"{CLUB}/waiting/", {"player": 1}).status_code == 200
        admitted = program("POST", f"{CLUB}/waiting/{lotte}/admit/", {}).said
        assert admitted["name"] == "Late Lotte"
        assert CheckedIn.objects.get().entry.player.name == "Late Lotte"
        assert program("POST", f"{CLUB}/waiting/{lotte}/admit/", {}).status_code == 404
        assert program("DELETE", f"{CLUB}/waiting/{last}/").status_code == 204
        assert [one.player.name[-1] for one in Waiting.objects.all()] == ["1"]
        assert program("DELETE", f"{CLUB}/waiting/{last}/").status_code == 404

    def test_a_player_comes_once_however_often_they_are_sent(self, program: Program, club: Tournament) -> None:
        Tournament.objects.update(places=None)
        made = [program("POST", f"{CLUB}/arrivals/", {"name": "Anna", "club": "Leiden"}).said for _ in range(2)]
        assert made[0] == made[1] and made[0]["entry"]["id"] == 6
        for bad in ({"name": " "}, {"name": "A\u202eB"}, {"name": "A", "rating": 9999}, {"name": "A", "x": 1}):
            assert program("POST", f"{CLUB}/arrivals/", bad).status_code == 400
        assert program("POST", f"{CLUB}/arrivals/", {"name": "B", "team": "Z"}).status_code == 422


class TestLife:
    @pytest.fixture
    def club(self, boss: Any) -> Tournament:
        return make.tournament(9, slug="club", rounds_planned=4)

    def test_who_is_away_gone_and_back(self, program: Program, club: Tournament) -> None:
        life = f"{CLUB}/entries/2/life/"
        assert program("POST", life, {"do": "absent", "round": 3}).said["absent"] == [3]
        assert program("POST", life, {"do": "present", "round": 3}).said["absent"] == []
        assert program("POST", life, {"do": "withdraw"}).said["left"] == 0
        assert program("POST", life, {"do": "back"}).said["left"] is None
        assert program("PUT", f"{CLUB}/entries/2/fixed-table/", {"table": 2}).said["fixed_table"] == 2
        assert program("PUT", f"{CLUB}/entries/2/fixed-table/", {"table": None}).said["fixed_table"] is None
        for bad in ({}, {"do": "absent"}, {"do": "fly"}, {"do": "withdraw", "seat": "mine"}):
            assert program("POST", life, bad).status_code == 400, bad
        assert program("POST", life, {"do": "absent", "round": 9}).status_code == 422
        assert program("POST", f"{CLUB}/entries/99/life/", {"do": "back"}).status_code == 404

    def test_of_a_seat_is_asked_what_becomes_of_it(self, program: Program, club: Tournament, boss: Any) -> None:
        make.published(club, boss)
        seated = Seat.objects.filter(table__isnull=False).select_related("entry", "table").first()
        assert seated is not None and seated.table is not None
        life = f"{CLUB}/entries/{seated.entry.number}/life/"
        asked = program("POST", life, {"do": "withdraw"})
        assert (asked.status_code, asked.said["code"]) == (409, "seat_undecided")
        (place,) = asked.said["seats"]
        assert (place["round"], place["table"]) == (1, seated.table.number) and place["costs"]
        gone = program("POST", life, {"do": "withdraw", "seat": "free"})
        assert gone.said["left"] == 0
        assert not Seat.objects.filter(entry=seated.entry, table__isnull=False).exists()

    def test_who_comes_late_is_brought_into_the_round(self, program: Program, club: Tournament, boss: Any) -> None:
        make.draft(club, boss)
        late = program("POST", f"{CLUB}/arrivals/", {"name": "Late Lotte"}).said["entry"]
        assert late["joined"] == 2
        seated = program("POST", f"{CLUB}/entries/{late['id']}/life/", {"do": "seat"})
        assert seated.said["joined"] == 1
        assert late["id"] in [bye["player"] for bye in program("GET", f"{CLUB}/desk/").said["round"]["byes"]]

    def test_who_somebody_is_changes_by_part(self, program: Program, club: Tournament) -> None:
        Player.objects.filter(entries__number=1).update(club="Leiden", birth_year=1990)
        person = f"{CLUB}/entries/1/person/"
        changed = program("PATCH", person, {"name": "Anna", "rating": None, "name_shown": "number"}).said
        assert changed == {
            "name": "Anna",
            "club": "Leiden",
            "rating": None,
            "birth_year": 1990,
            "team": None,
            "board": None,
            "marks": "",
            "name_shown": "number",
        }
        assert program("GET", person).said == changed
        program("PUT", f"{CLUB}/teams/A/", {"name": "Alpha"})
        placed = program("PATCH", person, {"team": "A", "board": 1}).said
        assert (placed["team"], placed["board"]) == ("A", 1)
        clash = program("PATCH", f"{CLUB}/entries/2/person/", {"team": "A", "board": 1})
        assert clash.status_code == 422
        same = program("PATCH", f"{CLUB}/entries/2/person/", {"name": "Anna", "club": "Leiden", "birth_year": 1990})
        assert same.status_code == 422 and "There is already a player with this name" in same.said["detail"]
        assert program("PATCH", person, {"name": "\u200c\u200d"}).status_code in (400, 422)
        assert program("PATCH", person, {"team": "Z"}).status_code == 422

    def test_how_a_name_is_shown_is_for_organisers_of_the_installation(self, club: Tournament, boss: Any) -> None:
        person = f"{CLUB}/entries/1/person/"
        own = helper(club, "organiser")
        assert own("PATCH", person, {"name_shown": "number"}).status_code == 403
        assert own("PATCH", person, {"name_shown": "", "club": "Gouda"}).said["club"] == "Gouda"
        assert helper(club, "arbiter")("GET", person).status_code == 403, "years of birth"

    def test_a_person_is_forgotten_in_what_was_answered_too(self, program: Program, club: Tournament) -> None:
        at = f"{CLUB}/entries/1/person/"
        program("PATCH", at, {"name": 'Żofia “Zo” O"Neil'}, **{"idempotency-key": "a"})
        assert "ofia" in bytes(KeptAnswer.objects.get().body).decode()
        found = program("GET", at + "erasure/").said
        assert (found["entries"], found["tables"]) == (1, 0)
        assert program("POST", at + "erasure/", {"typed": "Zo"}).status_code == 422
        assert helper(club, "organiser")("POST", at + "erasure/", {"typed": "x"}).status_code == 403
        gone = program("POST", at + "erasure/", {"typed": found["name"]})
        assert gone.said["name"].startswith("Player ") and gone.said["club"] is None
        assert "ofia" not in bytes(KeptAnswer.objects.get().body).decode()


class TestTheEvent:
    @pytest.fixture
    def club(self, boss: Any) -> Tournament:
        club = make.duel(4, slug="club")
        make.play(make.published(club, boss), boss, ("1", "0"))
        return club

    def test_rounds_go_back_step_by_step_and_come_back(self, program: Program, club: Tournament) -> None:
        (first,) = program("GET", f"{CLUB}/round-history/").said["results"]
        assert (first["state"], first["results"], first["may"]) == ("published", 2, ["put_aside"])
        program("POST", f"{CLUB}/rounds/1/close/", {})
        back = f"{CLUB}/round-history/{first['id']}/"
        assert program("POST", back, {"do": "reopen", "reason": "a mistake"}).said["state"] == "published"
        hidden = program("POST", back, {"do": "unpublish"})
        assert hidden.status_code == 422 and "Put it aside" in hidden.said["detail"]
        unsure = program("POST", back, {"do": "put_aside", "typed": "2"})
        assert unsure.status_code == 422
        aside = program("POST", back, {"do": "put_aside", "typed": "1"}).said
        assert (aside["state"], aside["discarded_from"], aside["may"]) == ("discarded", "published", ["bring_back"])
        assert program("GET", f"{CLUB}/desk/").said["round"] is None
        assert program("POST", back, {"do": "bring_back"}).said["state"] == "published"
        assert Result.objects.filter(is_current=True).count() == 2
        assert helper(club, "arbiter")("POST", back, {"do": "reopen"}).status_code == 403
        assert program("POST", f"{CLUB}/round-history/0/", {"do": "reopen"}).status_code == 404

    def test_it_is_finished_early_archived_and_opened_again(self, program: Program, club: Tournament) -> None:
        early = program("PUT", f"{CLUB}/archive/", {})
        assert early.status_code == 422
        program("POST", f"{CLUB}/rounds/1/close/", {})
        pairing = program("GET", f"{CLUB}/settings/").said["pairing"]
        one_round = {"pairing": pairing | {"rounds": 1}}
        unsure = program("PATCH", f"{CLUB}/", one_round)
        assert (unsure.status_code, unsure.said["code"]) == (409, "confirm_needed")
        ended = program("PATCH", f"{CLUB}/", one_round | {"confirm": ["rounds:1"]})
        assert ended.said["state"] == "finished", ended.said
        assert program("GET", f"{CLUB}/next-step/").said["step"] is None
        assert program("PUT", f"{CLUB}/archive/", {}).said["archived_at"]
        assert program("PUT", f"{CLUB}/archive/", {}).status_code == 200
        late = program("PUT", f"{CLUB}/rounds/1/tables/1/decision/", {"decision": "void", "reason": "x", "expected": 1})
        assert late.status_code == 403 and "archived" in late.said["detail"]
        assert helper(club, "chief")("DELETE", f"{CLUB}/archive/").status_code == 403
        assert program("DELETE", f"{CLUB}/archive/").said == {"state": "finished", "archived_at": None}

    def test_settings_that_only_the_site_has(self, program: Program, club: Tournament) -> None:
        asked = {
            "names_shown": "initial",
            "schedule": "19:30 Round 1\n20:30 Round 2",
            "directions": "Ring at the green door.\nBus 4.",
            "thanks": "With thanks to the town library",
            "language": "nl",
            "places": 40,
            "two_person": True,
            "check_in": False,
        }
        said = program("PATCH", f"{CLUB}/", asked | {"confirm": ["two_person:yes"]}).said
        assert {name: said[name] for name in asked} == asked
        assert program("GET", f"{CLUB}/settings/").said == said
        for bad in (
            {"places": 1},
            {"names_shown": "all"},
            {"schedule": "a\x00b"},
            {"schedule": "x" * 2001},
            {"language": "xx"},
        ):
            assert program("PATCH", f"{CLUB}/", bad).status_code == 400, bad

    def test_the_clock_is_moved_by_hand_and_read_by_everybody(self, program: Program, club: Tournament) -> None:
        clock = f"{CLUB}/clock/"
        everybody = Client()
        assert everybody.get(API + clock).json() == {"clock": None}
        assert program("PUT", clock, {"kind": "round", "seconds": 600}).said["left_ms"] == 600_000
        assert everybody.get(API + clock).json() == {"clock": None}, "it was not started"
        assert program("POST", clock, {"do": "start"}).said["running"]
        shown = everybody.get(API + clock)
        assert shown.json()["clock"]["ends_at"] and shown.json()["clock"]["round"] == 1
        again = everybody.get(API + clock, headers={"if-none-match": shown["ETag"]})
        assert again.status_code == 304
        less = program("POST", clock, {"do": "adjust", "seconds": -500}).said
        assert less["left_ms"] <= 100_000
        assert program("POST", clock, {"do": "pause"}).said["running"] is False
        assert program("POST", clock, {"do": "turn"}).said["left_ms"] == 600_000
        for bad in ({"do": "stop"}, {"do": "adjust"}, {"do": "adjust", "seconds": 10**9}):
            assert program("POST", clock, bad).status_code == 400, bad
        assert program("PUT", clock, {"kind": "round", "seconds": 5}).status_code == 400
        assert everybody.post(API + clock, {"do": "start"}, content_type="application/json").status_code == 401

    def test_the_log_is_read_by_the_sites_own_filters(self, program: Program, club: Tournament) -> None:
        newest = program("GET", f"{CLUB}/log/?kind=result&page_size=1").said
        (line,) = newest["results"]
        assert line["kind"] == "result" and "result 1 0" in line["text"].replace("–", " "), line
        older = program("GET", newest["next"].partition(API)[2]).said
        assert older["results"][0]["id"] < line["id"] and older["results"][0]["kind"] == "result"
        assert program("GET", f"{CLUB}/log/?round=1&details=1").said["results"]
        assert program("GET", f"{CLUB}/log/?since=2020-01-01T00:00:00Z&until=2020-01-02").said["results"] == []
        for bad in ("kind=x", "actor=nobody", "round=0", "since=now", "cursor=!", "page_size=0"):
            answer = program("GET", f"{CLUB}/log/?{bad}")
            assert (answer.status_code, answer.said["code"]) == (400, "invalid"), bad
        assert program("GET", "/log/?kind=tournament").said["results"]
        assert helper(club, "arbiter")("GET", f"{CLUB}/log/").status_code == 403
        assert helper(club, "chief")("GET", f"{CLUB}/log/").status_code == 200
        assert helper(club, "organiser")("GET", "/log/").status_code == 403

    def test_links_are_made_listed_and_renewed(self, program: Program, club: Tournament) -> None:
        assert {one["url"] for one in program("GET", f"{CLUB}/links/").said["results"]} == {None}
        assert program("POST", f"{CLUB}/links/", {}).said == {"made": 4}
        listed = program("GET", f"{CLUB}/links/").said["results"]
        old = next(one["url"] for one in listed if one["player"] == 2)
        new = program("POST", f"{CLUB}/entries/2/link/", {}).said["url"]
        assert new != old and Client().get(new.removeprefix("http://testserver")).status_code == 200
        assert Client().get(old.removeprefix("http://testserver")).status_code == 404
        assert helper(club)("GET", f"{CLUB}/links/").status_code == 403


def test_a_judge_is_given_their_tables(program: Program) -> None:
    make.duel(4, slug="club")
    judge = make.arbiter()
    one = f"{CLUB}/appointments/{judge.username}/"
    assert program("PUT", one, {"role": "judge", "tables": [3, 1, 3]}).said["tables"] == [1, 3]
    assert program("PUT", one, {"role": "helper"}).said["tables"] == []


def test_a_change_sent_again_is_not_made_again(program: Program, boss: Any) -> None:
    club = make.duel(4, slug="club")
    make.play(make.published(club, boss), boss, ("1", "0"))
    fine = {"player": 1, "round": 1, "points": "1", "reason": "late"}
    answers = [program("POST", f"{CLUB}/penalties/", fine, **{"idempotency-key": "k"}) for _ in range(2)]
    assert answers[0].said == answers[1].said and Penalty.objects.count() == 1
    assert Entry.objects.count() == 4


class TestByes:
    @pytest.fixture
    def club(self) -> Tournament:
        return make.tournament(7, slug="club", game="quarto", system="swiss", table_size=2, rounds_planned=4)

    def test_a_bye_is_asked_for_and_the_settings_limit_it(self, program: Program, club: Tournament) -> None:
        life = f"{CLUB}/entries/2/life/"
        asked = program("POST", life, {"do": "absent", "round": 2, "kind": "half"}).said
        assert (asked["absent"], asked["byes"]) == ([2], [{"round": 2, "kind": "half"}])
        over = program("POST", life, {"do": "absent", "round": 3, "kind": "half"})
        assert over.status_code == 422 and "round 2" in over.said["detail"]
        changed = program("PATCH", f"{CLUB}/", {"half_byes": 2, "half_byes_not_last": 0}).said
        assert (changed["half_byes"], changed["half_byes_not_last"]) == (2, 0)
        assert program("POST", life, {"do": "absent", "round": 4, "kind": "half"}).status_code == 200
        assert program("POST", life, {"do": "present", "round": 2}).said["byes"] == [{"round": 4, "kind": "half"}]
        assert program("POST", life, {"do": "present", "round": 2, "kind": "half"}).status_code == 400
