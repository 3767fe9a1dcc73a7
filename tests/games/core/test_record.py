"""The shape of a record: everything that is wrong with it is found before anything is replayed."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.errors import BadRecord
from games.core.record import MAX_BYTES, MAX_MOVES, decode, parse
from games.core.replay import check
from tests.games.play import is_answer
from tests.support import pace
from tests.support.examples import examples

GOOD: dict[str, Any] = {
    "game": "quarto",
    "options": {},
    "seats": ["Anna", None],
    "setup": {},
    "moves": ["give LRTF", "place b3"],
}


def refused(record: Any) -> dict[str, Any]:
    text = record if isinstance(record, str | bytes) else json.dumps(record)
    answer = check(text)
    assert not answer["valid"]
    return answer


def bad(record: Any, index: int | None = None, game: str | None = "quarto") -> str:
    answer = refused(record)
    assert answer["game"] == game
    assert answer["error"]["code"] == "bad-record"
    assert answer["error"]["index"] == index
    message = answer["error"]["message"]
    assert isinstance(message, str)
    return message


def test_a_good_record_is_read_and_written_again() -> None:
    record = parse(json.dumps({**GOOD, "claimed": {"places": [1, 2], "points": ["7/2", "0"]}}))
    assert parse(json.dumps(record.document())) == record
    assert record.seats == ("Anna", None)


def test_white_space_around_the_object_does_not_matter() -> None:
    assert check(" \t\r\n" + json.dumps(GOOD) + "\n\n")["valid"]


@pytest.mark.parametrize("name", ["game", "options", "seats", "setup", "moves"])
def test_each_of_the_five_names_is_required_and_not_null(name: str) -> None:
    game = None if name == "game" else "quarto"
    assert f'"{name}"' in bad({key: value for key, value in GOOD.items() if key != name}, game=game)
    assert f'"{name}"' in bad({**GOOD, name: None}, game=game)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"claimed": None}, "claimed"),
        ({"move": []}, '"move"'),
        *(({"seats": seats}, "2 players") for seats in ([], [None], ["A", "B", "C"], [None] * 500)),
        *(({"seats": [name, None]}, "not text") for name in ("\ud800", "a\udfffb", "nul\x00")),
    ],
)
def test_a_null_claim_an_unknown_name_other_seats_and_names_that_are_no_text_are_refused(
    changes: dict[str, Any], said: str
) -> None:
    assert said in bad({**GOOD, **changes})


@pytest.mark.parametrize("record", [[], [GOOD], 1, "quarto", True, None])
def test_what_is_no_object_is_no_record(record: Any) -> None:
    assert "one JSON object" in bad(json.dumps(record), game=None)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *product(["game"], [1, True, [], {}, ["quarto"]]),
        *product(["options"], [1, "", [], True]),
        *product(["setup"], [1, "", [], False]),
        *product(["seats"], [2, "Anna", {}, {"1": "Anna"}]),
        *product(["moves"], [2, "give LRTF", {}, True]),
        ("seats", ["Anna", 2]),
        ("seats", ["Anna", True]),
        ("seats", ["Anna", ["Bert"]]),
    ],
)
def test_wrong_types_are_refused(name: str, value: Any) -> None:
    bad({**GOOD, name: value}, game=None if name == "game" else "quarto")


@pytest.mark.parametrize("move", [None, 1, 1.5, True, [], {}, ["give LRTF"]])
def test_a_move_that_is_no_string_is_a_bad_record_at_its_index(move: Any) -> None:
    bad({**GOOD, "moves": ["give LRTF", move]}, index=1)


def test_the_shape_of_the_whole_record_comes_before_any_move() -> None:
    bad({**GOOD, "moves": ["nonsense", "give LRTF", 3]}, index=2)
    bad({**GOOD, "moves": ["nonsense"], "claimed": {}})


def test_a_game_that_does_not_exist_is_refused_and_answered_with_null() -> None:
    for name in ("ludo", "Quarto", "quarto ", "core", "../quarto", "quatro_chess", "", "q" * 100_000, "\ud800"):
        assert "no game" in bad({**GOOD, "game": name}, game=None)


def test_a_name_may_have_200_characters_of_any_kind() -> None:
    assert check(json.dumps({**GOOD, "seats": ["é" * 200, "\U0001f600" * 200]}))["valid"]
    assert "200" in bad({**GOOD, "seats": ["x" * 201, None]})
    assert check(json.dumps({**GOOD, "seats": ["", "<script>"]}))["valid"]


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "{", "}", "nonsense", "{'game': 'quarto'}", '{"game": "quarto",}', "{} {}", "// {}"),
        *("NaN", '{"game": NaN}', '{"moves": [Infinity]}', "-Infinity", '{"a": 01}', '{"a": "\t"}', "\x00"),
        *('{"a": .5}', '{"a": "\\x"}', '{"a": 1٣}', "\u00a0{}", "\ufeff{}"),
    ],
)
def test_text_that_is_not_json_is_answered_with_null(text: str) -> None:
    assert "JSON" in bad(text, game=None)


@pytest.mark.parametrize("raw", [b"\xff", b'{"game": "\xc3"}', b"\xed\xa0\x80", json.dumps(GOOD).encode("utf-16")])
def test_bytes_that_are_not_utf_8_are_refused(raw: bytes) -> None:
    assert "UTF-8" in bad(raw, game=None)
    assert "UTF-8" in bad("\ud800", game=None)


def test_a_name_that_stands_twice_is_refused_wherever_it_stands() -> None:
    text = json.dumps(GOOD)
    assert "twice" in bad(text.replace('"setup": {}', '"setup": {}, "setup": {}'))
    assert "twice" in bad(text.replace('"setup": {}', '"setup": {"a": {"b": [{"c": 1, "c": 1}]}}'))
    assert "twice" in bad(text.replace('"options": {}', '"options": {"squares": true, "squares": true}'))
    assert "twice" in bad(text[:-1] + ', "claimed": {"places": [1, 2], "pl\\u0061ces": [1, 2]}}')
    # Whose own name is doubtful is answered without one.
    assert "twice" in bad(text[:-1] + ', "game": "quarto"}', game=None)


def test_nesting_is_counted_outside_strings_with_the_record_as_one() -> None:
    def nested(depth: int) -> dict[str, Any]:
        value: Any = []
        for _ in range(depth - 3):
            value = [value]
        return {**GOOD, "setup": {"x": value}}

    assert refused(nested(8))["error"]["code"] == "bad-setup"
    assert "8 levels deep" in bad(nested(9))
    assert "8 levels deep" in bad(nested(60))
    assert check(json.dumps({**GOOD, "seats": ["[" * 100, '"\\"{' * 20]}))["valid"]


@pytest.mark.parametrize("text", ["[" * 500_000, '{"a":' * 150_000, "[" * 500_000 + "]" * 500_000, "[{" * 9])
def test_deep_nesting_is_refused_before_it_is_parsed(text: str) -> None:
    bad(text, game=None)


def test_the_limit_of_text_is_counted_in_bytes_of_utf_8() -> None:
    def long(size: int, letter: str = "x") -> str:
        empty = json.dumps({**GOOD, "moves": [""]}, ensure_ascii=False)
        room = size - len(empty)
        return empty.replace('[""]', f'["{letter * (room // len(letter.encode()))}"]')

    assert len(long(MAX_BYTES)) == MAX_BYTES
    for text in (long(MAX_BYTES), long(MAX_BYTES).encode(), long(MAX_BYTES - 1, "é")):
        assert refused(text)["error"]["code"] == "bad-notation"
    for text in (long(MAX_BYTES + 1), long(MAX_BYTES + 1).encode(), long(MAX_BYTES + 8, "é")):
        assert "1 MiB" in bad(text, game=None)


def test_at_most_20000_moves_are_replayed() -> None:
    assert refused({**GOOD, "moves": ["x"] * MAX_MOVES})["error"]["code"] == "bad-notation"
    assert "20000" in bad({**GOOD, "moves": ["x"] * (MAX_MOVES + 1)})


@pytest.mark.parametrize(
    "claimed",
    [
        *([], 1, "won", True, {}, {"place": [1, 2]}, {"places": [1, 2], "result": {}}),
        *({"places": None}, {"places": [1]}, {"places": [1, 2, 3]}, {"places": {"1": 1, "2": 2}}),
        *({"places": ["1", "2"]}, {"places": [1.0, 2.0]}, {"places": [True, 2]}, {"places": [None, 1]}),
        *({"points": ["1"]}, {"points": [1, 0]}, {"points": ["1/2", 0.5]}, {"points": [None, "1"]}),
        *({"points": [entry, "0"]} for entry in ("2/4", "1/1", "0/1", "01", "+1", "-0", "1.0", "½", "1/0", "")),
        *({"points": [entry, "0"]} for entry in ("1 ", " 1", "1/ 2", "１", "1/-2", "1e3", "x" * 5000, "9" * 5000)),
    ],
)
def test_a_claim_of_the_wrong_shape_is_a_bad_record(claimed: Any) -> None:
    bad({**GOOD, "claimed": claimed})


@pytest.mark.parametrize(
    "claimed", [{"places": [0, 99]}, {"points": ["-1", "14/3"]}, {"places": [1, 2], "points": ["1", "0"]}]
)
def test_a_claim_of_the_right_shape_for_a_game_in_progress_is_a_mismatch(claimed: Any) -> None:
    answer = refused({**GOOD, "claimed": claimed})
    assert (answer["error"]["code"], answer["error"]["index"]) == ("claim-mismatch", None)


def test_numbers_of_any_length_are_json_and_out_of_range() -> None:
    long = "9" * 200_000
    text = json.dumps({**GOOD, "claimed": {"places": [1, 2]}}).replace("[1, 2]", f"[{long}, -{long}]")
    assert refused(text)["error"]["code"] == "claim-mismatch"
    bad(json.dumps(GOOD).replace('"setup": {}', f'"setup": {long}.{long}e{long}'))


@pytest.mark.parametrize(
    "text",
    [
        "[" * 1_000_000,
        '{"":' * 250_000,
        '"' + "\\" * 1_000_000,
        '"\\"' * 300_000,
        "[[],".ljust(1_000_000, "[") + '"',
        "[" + "[]," * 330_000 + "[]]",
        "[" + "{}," * 330_000 + "{}]",
        "[" + '{"a":1,"a":1},' * 70_000 + "{}]",
        "[" + "9" * 1_000_000 + "]",
        "[0." + "9" * 1_000_000 + "]",
        "{" + ",".join(f'"{n}":0' for n in range(90_000)) + "}",
        json.dumps({**GOOD, "moves": ["give LRTF" + " " * 1_000_000]}),
        json.dumps({**GOOD, "moves": [" " * 1_000_000 + "x"]}),
        json.dumps({**GOOD, "moves": ["call 1" + "\r" * 400_000 + "x"]}),
        json.dumps({**GOOD, "moves": [("x " * 500_000)]}),
        json.dumps({**GOOD, "seats": ["x"] * 200_000}),
        json.dumps({**GOOD, "game": "kwartet", "moves": [], "setup": {"hands": [[]] * 200_000}}),
    ],
    ids=range(17),
)
def test_a_million_hostile_characters_are_answered_within_a_second(text: str) -> None:
    taken, answer = pace.timed(lambda: check(text))
    assert taken < 1
    assert is_answer(answer)


@settings(max_examples=examples(200))
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=8,
    )
)
def test_any_json_value_gets_an_answer(value: Any) -> None:
    assert refused(json.dumps(value))["error"]["code"] == "bad-record"
    for name in GOOD:
        assert check(json.dumps({**GOOD, name: value}))["valid"] in (True, False)


@settings(max_examples=examples(200))
@given(st.binary(max_size=60) | st.text(max_size=60))
def test_any_text_gets_an_answer(text: str | bytes) -> None:
    assert refused(text)["error"]["code"] == "bad-record"


def test_decode_says_what_is_no_json() -> None:
    with pytest.raises(BadRecord, match="line 1, column 2"):
        decode("{")
