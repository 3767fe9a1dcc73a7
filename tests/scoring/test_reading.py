"""The event document is read whole or refused with the place of what is wrong."""

from __future__ import annotations

import copy
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from scoring.documents.document import FORMAT, DocumentError
from scoring.documents.writing import event_text, write_event
from scoring.input.reading import event_from, read_event
from scoring.input.rules import WITH_PARTNERS

EXAMPLE = Path(__file__).parent / "data" / "example-event.json"


def example() -> dict[str, Any]:
    return json.loads(EXAMPLE.read_text("utf-8"))


def refused(value: object) -> DocumentError:
    with pytest.raises(DocumentError) as caught:
        if isinstance(value, str | bytes):
            read_event(value)
        else:
            event_from(value)
    return caught.value


def test_the_example_reads_as_values() -> None:
    event = read_event(EXAMPLE.read_bytes())
    assert [player.id for player in event.players] == [1, 2, 3, 4, 5]
    assert event.players[0].absent == {3}
    assert event.rounds[0].tables[0].points == (8, 4, 2, 0)
    assert event.rounds[0].byes[0].kind == "pairing"


def test_writing_and_reading_lose_nothing() -> None:
    event = read_event(EXAMPLE.read_bytes())
    text = event_text(event)
    assert read_event(text) == event
    assert event_text(read_event(text)) == text
    assert event_from(write_event(event)) == event


def test_what_is_left_out_has_its_default() -> None:
    event = event_from({"format": "viertal-event/1", "players": [{"id": 1}, {"id": 2}]})
    assert (event.game, event.rounds, event.starts) == ("quatro-chess", (), None)
    assert event.players[1].name == "2"
    assert event.players[1].joined == 1


def test_a_table_with_all_points_and_no_end_is_played() -> None:
    document = example()
    del document["rounds"][0]["tables"][0]["end"]
    assert event_from(document).rounds[0].tables[0].end == "played"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[]", "not an object"),
        ("null", "not an object"),
        (b"\xff\xfe", "not UTF-8"),
        ("[" * 100_000, "nested deeper"),
        ('{"a":' * 25 + "1" + "}" * 25, "nested deeper"),
        ('{"name": 1.5}', "with a point"),
        ('{"name": 1e999}', "with a point"),
        ('{"name": NaN}', "NaN is not a number"),
        ('{"name": -Infinity}', "is not a number"),
        ('{"name": ' + "9" * 5000 + "}", "15 digits"),
        ('{"name": "\\ud800"}', "surrogate"),
        ('{"name": "a\\u0000b"}', "U+0000"),
        ('{"name": "a", "name": "b"}', "appears twice"),
    ],
)
def test_hostile_text_is_refused_with_a_sentence(text: str | bytes, says: str) -> None:
    assert says in str(refused(text))


Change = list[Any]


def changed(path: Change, value: object) -> dict[str, Any]:
    document = copy.deepcopy(example())
    inner: Any = document
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return document


TABLE: Change = ["rounds", 0, "tables", 0]


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        (["format"], "viertal-event/2", "format"),
        (["nickname"], 1, "nickname"),
        (["odd name"], 1, '["odd name"]'),
        (["starts"], "2026-02-30", "starts"),
        (["starts"], "２０２６-02-03", "starts"),
        (["starts"], 20261127, "starts"),
        (["name"], None, "name"),
        (["options"], [], "options"),
        (["pairing"], None, "pairing"),
        (["pairing", "seed"], True, "pairing.seed"),
        (["players"], {}, "players"),
        (["players", 1], 7, "players[1]"),
        (["players", 1, "id"], True, "players[1].id"),
        (["players", 1, "id"], "2", "players[1].id"),
        (["players", 1, "id"], 0, "players[1].id"),
        (["players", 1, "id"], 6, "players[1].id"),
        (["players", 1, "id"], 2, "players[1].id"),
        (["players", 1, "rating"], 1640.0, "players[1].rating"),
        (["players", 1, "rating"], -1, "players[1].rating"),
        (["players", 1, "name"], " ", "players[1].name"),
        (["players", 1, "name"], "x" * 201, "players[1].name"),
        (["players", 1, "team"], "B", "players[1].team"),
        (["players", 1, "joined"], 0, "players[1].joined"),
        (["players", 1, "left"], -1, "players[1].left"),
        (["players", 1, "absent"], [3, 3], "players[1].absent[1]"),
        (["players", 1, "absent"], 3, "players[1].absent"),
        (["players", 0, "half_byes"], [4], "players[0].half_byes[0]"),
        (["players", 0, "full_byes"], ["3"], "players[0].full_byes[0]"),
        (["teams", 0, "id"], 1, "teams[0].id"),
        (["rounds", 0, "number"], 2, "rounds[0].number"),
        (["rounds", 0, "number"], True, "rounds[0].number"),
        ([*TABLE, "seat"], [], "rounds[0].tables[0].seat"),
        ([*TABLE, "number"], 0, "rounds[0].tables[0].number"),
        ([*TABLE, "seats"], [1, 2, 3, 6], "rounds[0].tables[0].seats[3]"),
        ([*TABLE, "seats"], [1, 2, 3, 5], "rounds[0].byes[0].player"),
        ([*TABLE, "seats"], [1, 1, 1, 4], "rounds[0].tables[0].seats[1]"),
        ([*TABLE, "seats"], [1, 2, 1, 2], "rounds[0].tables[0].seats[2]"),
        ([*TABLE, "seats"], [1, 1, 1, 1], "rounds[0].tables[0].seats"),
        ([*TABLE, "seats"], [], "rounds[0].tables[0].points"),
        ([*TABLE, "points"], ["8", "4", "2"], "rounds[0].tables[0].points"),
        ([*TABLE, "points"], [8, 4, 2, 0], "rounds[0].tables[0].points[0]"),
        ([*TABLE, "points"], ["8", "4", "2", None], "rounds[0].tables[0].points"),
        ([*TABLE, "points"], None, "rounds[0].tables[0].points"),
        ([*TABLE, "points"], ["8", "4", "-2", "0"], "rounds[0].tables[0].points[2]"),
        ([*TABLE, "game_points"], ["8"], "rounds[0].tables[0].game_points"),
        ([*TABLE, "end"], None, "rounds[0].tables[0].end"),
        ([*TABLE, "end"], "won", "rounds[0].tables[0].end"),
        ([*TABLE, "end"], "forfeit", "rounds[0].tables[0].points"),
        (["rounds", 0, "byes", 0, "kind"], "paring", "rounds[0].byes[0].kind"),
        (["rounds", 0, "byes", 0, "player"], 4, "rounds[0].byes[0].player"),
        (["rounds", 0, "byes"], [{"player": 5}, {"player": 5}], "rounds[0].byes[1].player"),
        (["rounds", 0, "byes"], [{}], "rounds[0].byes[0].player"),
    ],
)
def test_what_is_wrong_is_named_by_its_place(path: Change, value: object, place: str) -> None:
    error = refused(changed(path, value))
    assert error.place == place
    assert str(error).startswith(f"{place}: ")


@pytest.mark.parametrize(
    ("written", "right"),
    [
        ("2/4", "1/2"),
        ("+1", "1"),
        ("1.5", "3/2"),
        ("01", "1"),
        ("4/1", "4"),
        (" 1", "1"),
        ("-0", "0"),
        ("1/0", None),
        ("", None),
        ("½", None),
        ("１", None),
        ("1/-2", "-1/2"),
        ("9999999999", None),
        ("1/1001", None),
        ("1e3", None),
    ],
)
def test_a_fraction_not_in_lowest_terms_is_refused_and_put_right(written: str, right: str | None) -> None:
    error = refused(changed([*TABLE, "points"], [written, "4", "2", "0"]))
    assert error.place == "rounds[0].tables[0].points[0]"
    if right is not None:
        assert f'write "{right}"' in error.message


def test_a_player_at_two_tables_is_refused_at_the_second_seat() -> None:
    document = example()
    document["rounds"][0]["byes"] = []
    document["rounds"][0]["tables"].append({"seats": [5, 4]})
    assert refused(document).place == "rounds[0].tables[1].seats[1]"


def test_two_tables_with_one_number_are_refused() -> None:
    document = example()
    document["rounds"][0]["byes"] = []
    document["players"].append({"id": 6})
    document["rounds"][0]["tables"].append({"number": 1, "seats": [5, 6]})
    assert refused(document).place == "rounds[0].tables[1].number"


def test_a_player_with_two_colours_stands_twice() -> None:
    document = changed([*TABLE, "seats"], [1, 1, 2, 3])
    document["rounds"][0]["tables"][0]["points"] = ["8", "14/3", "14/3", "14/3"]
    document["rounds"][0]["tables"][0]["points"] = ["6", "6", "2", "0"]
    table = event_from(document).rounds[0].tables[0]
    assert table.players == (1, 2, 3)
    assert table.two_colours == {1}
    assert table.points == (Fraction(6), Fraction(6), Fraction(2), Fraction(0))


@pytest.mark.parametrize("system", [None, "tables", "swiss-tables", "board-groups", "knockout"])
@pytest.mark.parametrize("points", [["6", "1", "6", "0"], ["6", "2", "6", "0"], ["6", "6", "0", "2"]])
def test_four_single_players_cannot_share_what_partners_can(system: str | None, points: list[str]) -> None:
    """QC 6.1: only who was left with a partner has 6 each."""
    document = example()
    document["pairing"] = {} if system is None else {"system": system}
    document["rounds"][0]["tables"][0]["points"] = points
    assert refused(document).place == "rounds[0].tables[0].points"


def test_a_tally_beside_the_points_is_one_that_the_game_can_give() -> None:
    """QC 6.1: the points for places do not hide it."""
    document = example()
    document["scoring"] = {"points": "places"}
    table = document["rounds"][0]["tables"][0]
    table |= {"points": ["3", "2", "1", "0"], "game_points": ["8", "4", "2", "0"]}
    event_from(document)
    for impossible in (["6", "6", "0", "2"], ["6", "1", "6", "0"]):
        table["game_points"] = impossible
        assert refused(document).place == "rounds[0].tables[0].game_points"


@pytest.mark.parametrize("system", WITH_PARTNERS)
def test_where_the_system_seats_partners_they_can_share(system: str) -> None:
    """QC 5.1, 6.1: and a document that says nothing of them may be of an event without."""
    document = example()
    document["pairing"] = {"system": system}
    for points in (["6", "1", "6", "0"], ["8", "2", "4", "0"]):
        document["rounds"][0]["tables"][0]["points"] = points
        event_from(document)
    document["rounds"][0]["tables"][0]["points"] = ["6", "6", "0", "2"]
    assert refused(document).place == "rounds[0].tables[0].points"


def test_plain_values_that_are_no_json_are_refused() -> None:
    for value in (object(), b"x", {1: 2}, {"name": 1.0}, {"name": {1, 2}}):
        refused(value)
    loop: list[Any] = []
    loop.append(loop)
    assert "nested deeper" in str(refused({"players": loop}))


@pytest.mark.parametrize(
    ("text", "said", "code"),
    [
        ("{", "the document is not JSON: Expecting property name enclosed in double quotes (line 1, column 2)",
         "document-no-json"),
        ("[]", "[] is not an object {…}", "document-no-object"),
        ("{}", 'format: is missing; a document begins with "format": "viertal-event/1"', "document-no-format"),
        ('{"format": "viertal-event/1", "name": 7}', "name: 7 is not the name, which is text", "document-no-text"),
        ('{"format": "viertal-event/1", "rounds": 7}', "rounds: 7 is not a list […] of rounds", "document-no-list"),
        ('{"format": "viertal-event/1", "scoring": {"bye": 3}}',
         'scoring.bye: 3 is not the points of a bye, which is a string in lowest terms such as "7/2"; write "3"',
         "clauses"),
        ('{"format": "viertal-event/1", "scoring": {"bye": "99"}}',
         "scoring.bye: 99 is more than the 8 of a win; a bye is never worth more", "bye-above-a-win"),
        ('{"format": "viertal-event/1", "scoring": {"tie_breaks": ["KS/R"]}}',
         'scoring.tie_breaks[0]: "KS/R" has the modifier /R, which KS does not take; it takes /L', "then"),
        ('{"format": "viertal-event/1", "players": [{"id": 2}]}',
         "players[0].id: 2 is not a pairing number of 1 players, a whole number from 1 to 1",
         "document-no-whole-number"),
    ],
)  # fmt: skip
def test_an_error_is_a_code_with_its_english_to_the_letter(text: str, said: str, code: str) -> None:
    """Programs that call the command may compare what it prints; the site translates the code."""
    error = refused(text)
    assert str(error) == said
    assert error.notice.code == code
    assert error.message == str(error.notice)


def test_byes_to_come_are_rounds_asked_off_and_come_back_as_they_were() -> None:
    own = {"id": 1, "name": "A", "absent": [2, 3, 4], "half_byes": [2], "full_byes": [4]}
    event = event_from({"format": FORMAT, "players": [own, {"id": 2}]})
    assert [event.players[0].asked_for(number) for number in (2, 3, 4)] == ["half", "zero", "full"]
    written = write_event(event)["players"]
    assert (written[0]["half_byes"], written[0]["full_byes"]) == ([2], [4])
    assert not {"half_byes", "full_byes"} & set(written[1])
    assert event_from(write_event(event)) == event
    with pytest.raises(DocumentError, match=r"players\[0\].full_byes: round 2 is among half_byes too"):
        event_from({"format": FORMAT, "players": [own | {"full_byes": [2]}]})
