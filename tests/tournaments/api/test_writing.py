"""A program with a token: an evening, by the same services and permissions as at the desk."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from games.core.notices import notice_of
from tests.tournaments import make
from tests.tournaments.api.programs import API, NEW, Program
from tests.tournaments.results.test_game_records import QUARTO
from tournaments.jobs.game_records import check_record
from tournaments.jobs.pairing import pair_round
from tournaments.jobs.standings import compute_standings
from tournaments.models import ApiToken, Appointment, Entry, Player, Result, Tournament
from tournaments.sentences import sentence
from tournaments.services.events.event_builder import import_event
from tournaments.services.lists.list_imports import import_list

pytestmark = pytest.mark.django_db


def test_a_whole_evening(program: Program) -> None:
    assert program("POST", "/tournaments/", NEW).status_code == 201
    for name in ("Anna", "Bert", "Chantal"):
        made = program("POST", "/tournaments/club/entries/", {"name": name, "club": "Leiden"})
        assert made.status_code == 201, made.said
    sent = program("POST", "/tournaments/club/player-lists/", b"Name;Rating\nDawid;1500\n")
    assert sent.said["counts"] == {"new": 1, "changed": 0, "same": 0, "refused": 0}
    carried = program("POST", f"/tournaments/club/player-lists/{sent.said['id']}/", {})
    assert carried.status_code == 200 and Entry.objects.count() == 4
    asked = program("POST", "/tournaments/club/rounds/", {})
    assert (asked.status_code, asked.said["state"]) == (202, "pairing")
    club = Tournament.objects.get()
    pair_round(club.rounds.get().pk)
    desk = program("GET", "/tournaments/club/desk/").said
    assert desk["round"]["state"] == "draft" and desk["step"]["action"] == "publish"
    assert Client().get(f"{API}/tournaments/club/rounds/1/").status_code == 404
    assert program("POST", "/tournaments/club/rounds/1/publish/", {}).said["state"] == "published"
    for table in desk["round"]["tables"]:
        at = f"/tournaments/club/rounds/1/tables/{table['number']}/result/"
        assert program("GET", at).status_code == 404
        assert program("PUT", at, {"points": ["1", "0"]}).said["version"] == 1
        assert program("GET", at).said["points"] == ["1", "0"]
    assert program("POST", "/tournaments/club/rounds/1/close/").said["state"] == "closed"
    compute_standings(club.pk)
    assert Client().get(f"{API}/tournaments/club/standings/").json()["after_round"] == 1


def test_a_long_list_is_read_and_imported_by_a_worker_or_cancelled(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.services.lists.lists.AT_ONCE", 1)
    program("POST", "/tournaments/", NEW)
    sent = program("POST", "/tournaments/club/player-lists/", b"Name;Rating\nDawid;1500\nEls;1400\n")
    at = f"/tournaments/club/player-lists/{sent.said['id']}/"
    assert (sent.status_code, sent.said["state"], sent.said["lines"]) == (201, "waiting", [])
    assert program("POST", at, {}).status_code == 422, "nobody has looked at it yet"
    import_list(sent.said["id"])
    looked = program("GET", at).said
    assert (looked["state"], looked["counts"]["new"]) == ("looked", 2) and len(looked["lines"]) == 2
    assert program("POST", at, {}).said["state"] == "waiting"
    import_list(sent.said["id"])
    assert program("GET", at).said["state"] == "done" and Entry.objects.count() == 2
    other = program("POST", "/tournaments/club/player-lists/", b"Name\nFrits\nGreet\n").said["id"]
    ended = program("DELETE", f"/tournaments/club/player-lists/{other}/")
    assert (ended.status_code, ended.said["state"]) == (200, "cancelled")


def test_a_correction_names_what_it_supersedes(program: Program, boss: Any) -> None:
    round_ = make.published(make.duel(4, slug="club"), boss)
    at = f"/tournaments/club/rounds/{round_.number}/tables/1/result/"
    program("PUT", at, {"points": ["1", "0"]})
    late = program("PUT", at, {"points": ["0", "1"]})
    assert (late.status_code, late.said["code"], late.said["current"]["version"]) == (409, "result_conflict", 1)
    assert program("PUT", at, {"points": ["1", "0"]}).said["version"] == 1, "the same again changes nothing"
    good = program("PUT", at, {"points": ["1/2", "1/2"], "expected": 1, "reason": "misread"})
    assert (good.said["version"], good.said["reason"]) == (2, "misread")
    never = program("PUT", at, {"points": ["0", "1"], "expected": 7})
    assert never.status_code == 409
    gone = program("PUT", at, {"points": ["0", None], "expected": 2})
    assert gone.said["end"] == "forfeit"
    wrong = program("PUT", at, {"points": ["5", "0"], "expected": 3})
    assert (wrong.status_code, wrong.said["code"]) == (422, "refused")
    for points in (["0.5", "1"], [1, 0], ["1"], "10", ["2/4", "1"], [{}, []]):
        bad = program("PUT", at, {"points": points, "expected": 3})
        assert bad.status_code in (400, 422), points
    assert Result.objects.filter(is_current=True).get().end == "forfeit"


def test_a_record_proves_a_result(program: Program, boss: Any) -> None:
    make.published(make.duel(4, slug="club"), boss)
    at = "/tournaments/club/rounds/1/tables/1/records/"
    sent = program("POST", at, json.dumps(QUARTO).encode())
    assert (sent.status_code, sent.said["state"]) == (202, "waiting")
    check_record(sent.said["id"])
    found = program("GET", at).said["results"][0]
    assert found["state"] == "agrees" and found["points"] == ["1", "0"]
    text = program("GET", f"/tournaments/club/records/{sent.said['id']}/").said["text"]
    assert json.loads(text) == QUARTO


def test_an_empty_round_robin_has_no_number_of_rounds_until_its_players_are_known(program: Program, boss: Any) -> None:
    made = program("POST", "/tournaments/", {"name": "Club", "game": "quarto", "pairing": {"system": "berger"}})
    assert made.status_code == 201, made.said
    where = f"/tournaments/{made.said['slug']}/"
    known = [made.said, program("GET", f"{where}settings/").said, program("GET", where).said]
    listed = program("GET", "/tournaments/").said["results"]
    known += [row for row in listed if row["slug"] == made.said["slug"]]
    assert len(known) == 4
    assert [said["pairing"].get("rounds") for said in known] == [None] * 4
    assert {said["pairing"]["table_size"] for said in known} == {2}
    make.published(make.duel(4, slug="begun"), boss)
    assert program("GET", "/tournaments/begun/").said["pairing"]["rounds"] >= 1


def test_settings_change_and_stay_once_it_has_begun(program: Program, boss: Any) -> None:
    made = program("POST", "/tournaments/", NEW | {"published": False}).said
    assert made["pairing"]["system"] == "berger"
    changed = program("PATCH", "/tournaments/club/", {"venue": "Leiden", "pairing": NEW["pairing"] | {"cycles": 2}})
    assert changed.status_code == 200 and changed.said["pairing"]["cycles"] == 2
    assert program("GET", "/tournaments/club/settings/").said == changed.said
    bad = program("PATCH", "/tournaments/club/", {"pairing": {"system": "nope"}})
    assert (bad.status_code, bad.said["code"], bad.said["place"]) == (422, "document_refused", "pairing.system")
    assert bad.said["notice"]["code"] == "no-system"
    bad = program("PATCH", "/tournaments/club/", {"scoring": {"bye": 3}}, **{"Accept-Language": "de"})
    assert bad.said["notice"]["code"] == "clauses" and bad.said["place"] == "scoring.bye"
    with translation.override("de"):
        assert bad.said["detail"] == sentence(notice_of(bad.said["notice"]))
    unknown = program("PATCH", "/tournaments/club/", {"colour": "red"})
    assert unknown.status_code == 400 and "colour" in unknown.said["errors"]
    program("PATCH", "/tournaments/club/", {"pairing": NEW["pairing"]})
    for name in ("Anna", "Bert", "Chantal", "Dawid"):
        program("POST", "/tournaments/club/entries/", {"name": name})
    make.draft(Tournament.objects.get(), boss)
    late = program("PATCH", "/tournaments/club/", {"game": "quaro"})
    assert late.status_code == 422
    ties = {"scoring": {"tie_breaks": ["DE"]}, "confirm": ["tie_breaks:DE", "tie_breaks_announced:DE"]}
    assert program("PATCH", "/tournaments/club/", ties).status_code == 200
    assert program("DELETE", "/tournaments/club/").status_code == 422


def test_players_come_leave_and_are_taken_out(program: Program) -> None:
    program("POST", "/tournaments/", NEW)
    club = "/tournaments/club"
    assert program("PUT", f"{club}/teams/A/", {"name": "Alpha"}).said == {"id": "A", "name": "Alpha"}
    anna = program("POST", f"{club}/entries/", {"name": "Anna", "team": "A", "board": 1}).said
    assert (anna["team"], anna["board"]) == ("A", 1)
    twice = program("POST", f"{club}/entries/", {"name": "Anna"})
    assert twice.status_code == 422 and Player.objects.count() == 1
    bert = program("POST", f"{club}/entries/", {"name": "Bert"}).said
    clash = program("PATCH", f"{club}/entries/{bert['id']}/", {"team": "A", "board": 1})
    assert clash.status_code == 422 and "board" in clash.said["detail"]
    gone = program("PATCH", f"{club}/entries/{bert['id']}/", {"left": 0, "absent": [2]})
    assert (gone.said["left"], gone.said["absent"]) == (0, [2])
    assert program("DELETE", f"{club}/teams/A/").status_code == 422
    assert program("DELETE", f"{club}/entries/{anna['id']}/").status_code == 204
    assert program("DELETE", f"{club}/teams/A/").status_code == 204
    assert program("GET", f"{club}/entries/{anna['id']}/").status_code == 404


def test_who_runs_it_is_appointed(program: Program) -> None:
    program("POST", "/tournaments/", NEW)
    helper = make.arbiter()
    one = f"/tournaments/club/appointments/{helper.username}/"
    assert program("PUT", one, {"role": "arbiter"}).said["role"] == "arbiter"
    assert program("GET", "/tournaments/club/appointments/").said["results"][0]["username"] == helper.username
    assert program("PUT", "/tournaments/club/appointments/nobody/", {"role": "arbiter"}).status_code == 422
    assert program("DELETE", one).status_code == 204 and not Appointment.objects.exists()


def test_documents_go_out_and_in(program: Program) -> None:
    program("POST", "/tournaments/", NEW)
    program("POST", "/tournaments/club/entries/", {"name": "Anna"})
    document = program("GET", "/tournaments/club/document/")
    assert program("GET", "/tournaments/club/document/?archive=1").said["format"] == "viertal-archive/1"
    sent = program("POST", "/imports/?slug=copy", document.content)
    assert sent.status_code == 202 and sent["Location"].endswith(f"/imports/{sent.said['id']}/")
    import_event(sent.said["id"])
    assert program("GET", f"/imports/{sent.said['id']}/").said["tournament"] == "copy"
    assert program("GET", "/tournaments/copy/document/").content == document.content
    bad = program("POST", "/imports/", b'{"format": "viertal-event/1", "players": 3}')
    import_event(bad.said["id"])
    refused = program("GET", f"/imports/{bad.said['id']}/").said
    assert (refused["state"], refused["place"]) == ("refused", "players")
    waiting = program("POST", "/imports/", document.content)
    assert program("DELETE", f"/imports/{waiting.said['id']}/").said["state"] == "cancelled"
    other = Program(make.organiser())
    assert other("GET", f"/imports/{waiting.said['id']}/").status_code == 404
    assert len(program("GET", "/imports/?page_size=2").said["results"]) == 2


SCOPES = {"read": 0, "report": 1, "arbitrate": 2, "organise": 3}


@pytest.mark.parametrize("scope", SCOPES)
def test_a_scope_is_the_most_a_token_does_whoever_it_belongs_to(boss: Any, scope: str) -> None:
    make.published(make.duel(4, slug="club", published=False), boss)
    program, level = Program(boss, scope), SCOPES[scope]
    assert program("GET", "/tournaments/club/").status_code == 200
    assert program("GET", "/tournaments/club/desk/").status_code == 200
    done = program("PUT", "/tournaments/club/rounds/1/tables/1/result/", {"points": ["1", "0"]})
    assert done.status_code == (200 if level >= 1 else 403)
    stepped = program("POST", "/tournaments/club/rounds/1/close/")
    assert stepped.status_code == (422 if level >= 2 else 403)
    changed = program("PATCH", "/tournaments/club/", {"venue": "x"})
    assert changed.status_code == (200 if level >= 3 else 403)
    assert program("POST", "/tournaments/", NEW).status_code == (422 if level >= 3 else 403)
    assert program("GET", "/imports/").status_code == (200 if level >= 3 else 403)


def test_no_scope_gives_what_the_person_has_not() -> None:
    made = make.duel(4, slug="club", published=False)
    assert Program(make.arbiter())("GET", "/tournaments/club/desk/").status_code == 404
    arbiter = Program(make.arbiter(made))
    assert arbiter("GET", "/tournaments/club/desk/").status_code == 200
    assert arbiter("PATCH", "/tournaments/club/", {"venue": "x"}).status_code == 403
    assert arbiter("GET", "/tournaments/club/document/").status_code == 200
    assert arbiter("GET", "/tournaments/club/document/?archive=1").status_code == 403
    listed = arbiter("GET", "/tournaments/").said["results"]
    assert [one["slug"] for one in listed] == ["club"]


def test_a_token_is_kept_as_a_hash_and_ends(boss: Any) -> None:
    program = Program(boss)
    row = ApiToken.objects.get()
    assert program.secret not in str(vars(row)) and row.last_used_at is None
    assert program("GET", "/me/").said["scope"] == "organise"
    assert ApiToken.objects.get().last_used_at is not None
    for ended in ({"expires_at": timezone.now() - timedelta(seconds=1)}, {"revoked_at": timezone.now()}):
        ApiToken.objects.update(**({"expires_at": None, "revoked_at": None} | ended))
        refused = program("GET", "/me/")
        assert (refused.status_code, refused.said["code"]) == (401, "invalid_token")
        assert refused["WWW-Authenticate"].startswith("Bearer")
    ApiToken.objects.update(revoked_at=None)
    boss.is_active = False
    boss.save()
    assert program("GET", "/me/").status_code == 401


@pytest.mark.parametrize("said", ["Bearer", "Bearer x", "Bearer vt_no", "Basic eDp5", "Bearer a b", "Bearer vt_\u00e9"])
def test_a_bad_token_is_told_so_even_where_none_is_needed(said: str) -> None:
    answer = Client().get(f"{API}/tournaments/", headers={"authorization": said})
    assert answer.status_code == 401 and answer.json()["code"] == "invalid_token"


def test_the_sites_session_writes_only_with_its_csrf_token(boss: Any) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(boss)
    assert browser.get(f"{API}/me/").json()["scope"] is None
    forged = browser.post(f"{API}/tournaments/", NEW, content_type="application/json")
    assert forged.status_code == 403 and not Tournament.objects.exists()
    browser.get("/admin/")
    browser.get("/admin/password_change/")
    mark = browser.cookies["csrftoken"].value
    meant = browser.post(f"{API}/tournaments/", NEW, content_type="application/json", headers={"x-csrftoken": mark})
    assert meant.status_code == 201


def test_an_unchanged_desk_is_304(program: Program, boss: Any, django_assert_max_num_queries: Any) -> None:
    make.published(make.duel(4, slug="club"), boss)
    tag = program("GET", "/tournaments/club/desk/")["ETag"]
    with django_assert_max_num_queries(4):
        again = program("GET", "/tournaments/club/desk/", **{"if-none-match": tag})
    assert again.status_code == 304 and not again.content
    program("PUT", "/tournaments/club/rounds/1/tables/1/result/", {"points": ["1", "0"]})
    assert program("GET", "/tournaments/club/desk/", **{"if-none-match": tag}).status_code == 200


def test_the_desk_takes_as_many_queries_whatever_the_size(boss: Any) -> None:
    counts = []
    for players in (4, 20):
        made = make.duel(players, rounds_planned=players - 1)
        make.play(make.published(made, boss), boss, ("1", "0"))
        program = Program(boss)
        program("GET", "/me/")
        with CaptureQueriesContext(connection) as seen:
            assert program("GET", f"/tournaments/{made.slug}/desk/").status_code == 200
        counts.append(len(seen))
    assert counts[0] == counts[1] <= 13


def test_whoever_asks_too_much_waits_and_nobody_else(boss: Any, settings: Any) -> None:
    settings.API_RATES = {"token": (3, 0.01), "person": (3, 0.01), "address": (5, 0.01)}
    first, second = Program(boss), Program(boss)
    answers = [first("GET", "/me/").status_code for _ in range(4)]
    assert answers == [200, 200, 200, 429]
    late = first("GET", "/me/")
    assert late.said["code"] == "too_many_requests" and int(late["Retry-After"]) > 0
    assert second("GET", "/me/").status_code == 200
    visitor = Client()
    assert [visitor.get(f"{API}/").status_code for _ in range(6)] == [200] * 5 + [429]
    assert visitor.get(f"{API}/", REMOTE_ADDR="10.0.0.9").status_code == 200


def test_too_large_a_body_is_refused_before_it_is_read(program: Program) -> None:
    program("POST", "/tournaments/", NEW)
    large = program("POST", "/tournaments/club/entries/", b" " * (1024 * 1024 + 1))
    assert (large.status_code, large.said["code"]) == (413, "too_large")


def test_what_is_no_json_is_told_so(program: Program) -> None:
    answer = program("POST", "/tournaments/", b'{"name": NaN}')
    assert (answer.status_code, answer.said["code"]) == (400, "parse_error")


def test_games_and_systems_say_what_may_be_chosen() -> None:
    games = Client().get(f"{API}/games/").json()["results"]
    systems = Client().get(f"{API}/systems/").json()["results"]
    assert {game["key"] for game in games} >= {"quarto", "quaro", "kwartet", "quatro-chess"}
    assert any(system["key"] == "tables" and system["options"] for system in systems)
    schema = Client().get(f"{API}/event.schema.json").json()
    assert schema["$id"] == "urn:viertal:event:1"
