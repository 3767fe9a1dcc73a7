"""Games for programs: looked at by everybody, entered by who enters results there."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments import make
from tests.tournaments.api.programs import API, Program
from tests.tournaments.games.conftest import WHOLE, golden, hand_in, table_for
from tournaments.jobs.game_records import check_record
from tournaments.models import LiveGame, LivePly, Player, Result, Table

pytestmark = pytest.mark.django_db
DEAL = {"quartets": 2, "hands": [["A1", "A2", "B1"], ["A3", "A4", "B2"], ["B3", "B4"]]}


def where(table: Table, part: str = "") -> str:
    slug = table.round.tournament.slug
    return f"/tournaments/{slug}/rounds/{table.round.number}/tables/{table.number}/game/{part}"


def read(path: str, client: Client | None = None) -> Any:
    answer = (client or Client()).get(path if path.startswith("http") else API + path)
    assert answer.status_code == 200, (path, answer.content)
    return json.loads(answer.content, parse_float=pytest.fail)


@pytest.mark.parametrize("game", sorted(WHOLE))
def test_a_recorded_game_of_each_is_there_at_every_ply(boss: Any, game: str) -> None:
    name, size = WHOLE[game]
    record = golden(name)
    table = table_for(record, boss, size)
    made = hand_in(table, boss, record)
    found = read(where(table))
    moves = record["moves"]
    assert (found["plies"], found["ply"], found["record"], found["live"]) == (len(moves), len(moves), made.pk, False)
    assert found["outcome"]["points"] == [str(points) for points in made.points] and found["to_move"] == []
    told, at = [], f"{where(table)}ply/0/"
    while at:
        part = read(at)
        told += part["moves"]
        at = part["later"]
    assert [one["text"] for one in told] == moves and [one["number"] for one in told] == list(range(1, len(moves) + 1))
    start = read(where(table, "ply/0/"))
    assert start["outcome"] is None and start["to_move"] and start["earlier"] is None
    assert Client().get(start["diagram"])["Content-Type"].startswith("image/svg")
    for wrong in (f"ply/{len(moves) + 1}/", f"ply/{10**40}/", "ply/0/seat/9/"):
        assert Client().get(API + where(table, wrong)).status_code == 404, wrong
    listed = read(where(table).partition("tables/")[0] + "games/")["results"]
    assert [(one["table"], one["plies"]) for one in listed] == [(table.number, len(moves))]
    assert read(listed[0]["url"]) == found


def test_hidden_hands_stay_hidden_while_a_game_goes_on(boss: Any) -> None:
    record = {"game": "kwartet", "options": {}}
    table = table_for(record, boss, 3)
    program = Program(boss, "report")
    begun = program("POST", where(table, "entering/"), {"setup": DEAL})
    assert begun.status_code == 200, begun.said
    assert begun.said["position"]["seats"][0]["hand"] == ["A1", "A2", "B1"], "who enters typed it"
    for part in ("", "ply/0/"):
        found = read(where(table, part))
        assert found["hidden"] and [seat["hand"] for seat in found["position"]["seats"]] == [None] * 3
        assert not any(card in json.dumps(found) for card in ("A1", "A2", "B1"))
    assert Client().get(API + where(table, "ply/0/seat/1/")).status_code == 404
    said = program("POST", where(table, "entering/moves/"), {"after": 0, "text": begun.said["legal_moves"][0]})
    assert said.status_code == 200 and read(where(table))["plies"] == 1
    for role in ("helper", None):
        other = Program(make.arbiter(table.round.tournament, role) if role else make.arbiter())
        assert other("GET", where(table, "entering/")).status_code == 403


def test_who_is_asked_for_a_card_has_the_name_that_everybody_reads(boss: Any) -> None:
    record = golden(WHOLE["kwartet"][0])
    table = table_for(record, boss, 4)
    hand_in(table, boss, record)
    words = [move["words"] for move in read(where(table))["moves"]]
    asked = table.seats.get(position=int(record["moves"][0][0])).entry
    assert asked.player.name in words[0] and "seat" not in words[0]
    Player.objects.filter(pk=asked.player_id).update(name_shown="number")
    words = [move["words"] for move in read(where(table, "ply/1/"))["moves"]]
    assert asked.player.name not in words[0] and f"No. {asked.number}" in words[0]


def test_a_game_that_is_over_is_seen_through_each_pair_of_eyes(boss: Any) -> None:
    record = golden(WHOLE["kwartet"][0])
    table = table_for(record, boss, 4)
    hand_in(table, boss, record)
    spectator = read(where(table, "ply/1/"))
    mine = read(where(table, "ply/1/seat/2/"))
    assert spectator["position"]["seats"][1]["hand"] is None and mine["position"]["seats"][1]["hand"]
    assert mine["position"]["seats"][0]["hand"] is None and mine["seat"] == 2
    later = read(where(table, "ply/0/seat/2/"))["later"]
    assert later is None or "/seat/2/" in later


class TestEntering:
    @pytest.fixture
    def table(self, boss: Any) -> Table:
        return table_for(golden(WHOLE["quarto"][0]), boss, 2)

    def test_a_whole_game_becomes_the_result(self, boss: Any, table: Table) -> None:
        program, moves = Program(boss, "report"), golden(WHOLE["quarto"][0])["moves"]
        assert program("GET", where(table, "entering/")).said["running"] is False
        assert program("POST", where(table, "entering/moves/"), {"after": 0, "text": moves[0]}).status_code == 404
        assert program("POST", where(table, "entering/"), {}).said["plies"] == 0
        assert program("POST", where(table, "entering/"), {"setup": {}}).status_code == 200, "it is the same game"
        for number, text in enumerate(moves):
            said = program("POST", where(table, "entering/moves/"), {"after": number, "text": text})
            assert (said.status_code, said.said["plies"]) == (200, number + 1), said.said
            assert read(where(table))["plies"] == number + 1
        early = program("POST", where(table, "entering/hand-in/"), {"after": 3})
        assert (early.status_code, early.said["code"]) == (409, "overtaken")
        done = program("POST", where(table, "entering/hand-in/"), {"after": len(moves)})
        assert (done.status_code, done.said["state"]) == (202, "waiting")
        check_record(done.said["id"])
        assert Result.objects.get(table=table).record_id == done.said["id"]
        assert not read(where(table))["live"] and LiveGame.objects.get().state == "done"

    def test_what_the_rules_forbid_is_refused_with_the_rule(self, boss: Any, table: Table) -> None:
        program = Program(boss)
        program("POST", where(table, "entering/"), {})
        assert "give LRTF" in program("GET", where(table, "entering/")).said["legal_moves"]
        program("POST", where(table, "entering/moves/"), {"after": 0, "text": "give LRTF"})
        wrong = program("POST", where(table, "entering/moves/"), {"after": 1, "text": "give LRTF"})
        assert (wrong.status_code, wrong.said["code"]) == (422, "refused") and wrong.said["rule"].startswith("Q ")
        assert wrong.said["notice"]["code"].startswith("quarto-") and wrong.said["notice"]["params"]
        for body in ({"after": 1, "text": ""}, {"after": -1, "text": "x"}, {"text": "x"}, {"after": 1, "text": 81}):
            assert program("POST", where(table, "entering/moves/"), body).status_code == 400, body
        assert LivePly.objects.count() == 1

    def test_who_was_overtaken_is_told(self, boss: Any, table: Table) -> None:
        one, other = Program(boss), Program(make.arbiter(table.round.tournament))
        one("POST", where(table, "entering/"), {})
        one("POST", where(table, "entering/moves/"), {"after": 0, "text": "give LRTF"})
        late = other("POST", where(table, "entering/moves/"), {"after": 0, "text": "give DSSH"})
        assert (late.status_code, late.said["code"]) == (409, "overtaken")
        assert one("DELETE", where(table, "entering/moves/2/")).status_code == 409
        assert one("DELETE", where(table, "entering/moves/1/")).status_code == 204
        assert one("DELETE", where(table, "entering/moves/1/")).status_code == 422
        assert one("DELETE", where(table, "entering/")).status_code == 204
        assert one("DELETE", where(table, "entering/")).status_code == 404
        assert Client().get(API + where(table)).status_code == 404, "it is shown no more"

    @pytest.mark.parametrize(
        "setup",
        [
            {"hands": 5},
            {"hands": [[], []]},
            {"quartets": "x"},
            {"x": {"y": [1, [2]]}},
            {"hands": [None] * 3},
            {"quartets": 2, "hands": [["A1"], ["A1"], [3]]},
            {"colours": {}},
            {"names": {"A": ["\x00"] * 4}},
            {"quartets": 10**18, "hands": []},
            {"pot": {}},
            {**DEAL, "names": 3},
            {**DEAL, "pot": [[]]},
        ],
    )
    @pytest.mark.parametrize("game", sorted(WHOLE))
    def test_a_setup_that_makes_no_sense_is_refused(self, boss: Any, game: str, setup: Any) -> None:
        size = 3 if game == "kwartet" else WHOLE[game][1]
        table = table_for({"game": game, "options": {}}, boss, size)
        answer = Program(boss)("POST", where(table, "entering/"), {"setup": setup})
        assert answer.status_code in (400, 422), answer.said
        assert not LiveGame.objects.exists()

    @pytest.mark.parametrize(("scope", "status"), [("read", 403), ("report", 200)])
    def test_a_scope_is_the_most_a_token_does(self, boss: Any, table: Table, scope: str, status: int) -> None:
        assert Program(boss, scope)("POST", where(table, "entering/"), {}).status_code == status
        assert Program(boss, scope)("GET", where(table, "entering/")).status_code == status

    def test_a_table_judge_enters_and_sees_their_tables_only(self, boss: Any, table: Table) -> None:
        other = Table.objects.select_related("round__tournament").exclude(pk=table.pk).get()
        judge = Program(make.arbiter(table.round.tournament, "judge", tables=[other.number]), "report")
        for method in ("GET", "POST", "DELETE"):
            assert judge(method, where(table, "entering/"), {}).status_code == 403
        assert judge("POST", where(other, "entering/"), {}).status_code == 200
        assert judge("POST", where(other, "entering/moves/"), {"after": 0, "text": "give LRTF"}).status_code == 200

    def test_sent_again_it_is_entered_once(self, boss: Any, table: Table) -> None:
        program = Program(boss)
        program("POST", where(table, "entering/"), {})
        for _ in range(2):
            said = program(
                "POST", where(table, "entering/moves/"), {"after": 0, "text": "give LRTF"}, **{"idempotency-key": "one"}
            )
            assert said.status_code == 200
        assert LivePly.objects.count() == 1


def test_what_has_not_changed_is_304_for_one_query(boss: Any, django_assert_num_queries: Any) -> None:
    record = golden(WHOLE["quarto"][0])
    table = table_for(record, boss, 2)
    hand_in(table, boss, record)
    for path in (where(table), where(table, "ply/1/"), where(table).partition("tables/")[0] + "games/"):
        tag = Client().get(API + path)["ETag"]
        with django_assert_num_queries(1):
            assert Client().get(API + path, headers={"if-none-match": tag}).status_code == 304


def test_it_takes_as_many_queries_whatever_the_size(boss: Any) -> None:
    counts = []
    for players in (4, 8):
        record = golden(WHOLE["quarto"][0])
        made = make.duel(players, options=record["options"], rounds_planned=players - 1)
        for table in Table.objects.filter(round=make.published(made, boss)).select_related("round__tournament"):
            hand_in(table, boss, record)
        with CaptureQueriesContext(connection) as asked:
            read(where(table))
            read(where(table).partition("tables/")[0] + "games/")
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 12
