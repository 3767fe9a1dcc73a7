"""Properties of every game that the registry finds; a game that is added is tested here without a change."""

from __future__ import annotations

import json
import re
from itertools import product
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from games.core import registry
from games.core.errors import BadRecord, GameError, GameOver, IllegalMove
from games.core.options import complete
from games.core.record import parse
from games.core.registry import AnyGame
from games.core.replay import check, legal, run_plainly
from tests.games.play import complete_start, document, is_answer, play, sample_of
from tests.support.examples import examples

GAMES = registry.every()
every_game = pytest.mark.parametrize("game", GAMES, ids=[game.info.key for game in GAMES])
seeds = st.integers(0, 2**32 - 1)
few = settings(max_examples=12)


def golden_of(game: AnyGame) -> list[Path]:
    folder = Path(games.__path__[0]) / game.info.key.replace("-", "_") / "golden"
    return sorted(folder.glob("*.json"))


GOLDEN = [(game, path) for game in GAMES for path in golden_of(game)]


def shown(game: AnyGame, state: Any, seats: int) -> list[Any]:
    """All that can be told of a position: equal for positions that are the same."""
    return [
        game.view(state, None),
        *(game.view(state, seat) for seat in range(1, seats + 1)),
        game.text(state),
        game.to_act(state),
        [game.write(move) for move in game.legal_moves(state)],
        game.outcome(state),
    ]


@every_game
@few
@given(seed=seeds)
def test_a_random_game_replays_to_the_same_end(game: AnyGame, seed: int) -> None:
    sample = sample_of(game)
    played = play(sample, Random(seed))
    start = complete_start(sample, played.start)
    quick = game.run(start, played.moves)
    plain = run_plainly(game, start, played.moves)
    assert shown(game, quick, start.seats) == shown(game, plain, start.seats)
    assert shown(game, quick, start.seats) == shown(game, played.states[-1], start.seats)
    answer = check(json.dumps(document(sample, played)))
    assert answer["valid"], answer
    assert answer["plies"] == len(played.moves)
    assert (answer["status"] == "finished") == (game.outcome(quick) is not None)


@every_game
@few
@given(seed=seeds)
def test_a_prefix_replays_to_the_position_there(game: AnyGame, seed: int) -> None:
    rng = Random(seed)
    sample = sample_of(game)
    played = play(sample, rng, plies=min(sample.limit, 60))
    start = complete_start(sample, played.start)
    for _ in range(5):
        ply = rng.randint(0, len(played.moves))
        quick = game.run(start, played.moves[:ply])
        assert shown(game, quick, start.seats) == shown(game, played.states[ply], start.seats)


@every_game
@few
@given(seed=seeds)
def test_what_is_legal_can_be_played_and_what_is_not_is_refused(game: AnyGame, seed: int) -> None:
    rng = Random(seed)
    sample = sample_of(game)
    first, second = (play(sample, rng, plies=min(sample.limit, 60)) for _ in range(2))
    pool = {
        game.write(move)
        for state in rng.sample(first.states + second.states, min(12, len(first.states + second.states)))
        for move in game.legal_moves(state)
    }
    for state in rng.sample(first.states, min(4, len(first.states))):
        texts = [game.write(move) for move in game.legal_moves(state)]
        assert texts == sorted(set(texts))
        assert bool(texts) == bool(game.to_act(state))
        for text in sorted(pool | set(texts)):
            move = game.read(text)
            if text in texts:
                game.play(state, move)
            else:
                with pytest.raises((IllegalMove, GameOver)) as caught:
                    game.play(state, move)
                if isinstance(caught.value, IllegalMove):
                    assert caught.value.rule is not None
                    assert caught.value.rule.startswith(game.info.prefix + " ")


@every_game
@few
@given(seed=seeds)
def test_a_move_is_read_as_it_is_written(game: AnyGame, seed: int) -> None:
    played = play(sample_of(game), Random(seed))
    for text in played.moves:
        move = game.read(text)
        assert game.read(game.write(move)) == move
        spaced = " \t\r\n" + re.sub(r" ", "\t  ", text) + "\n"
        assert game.read(spaced) == move
        for foreign in ("\u00a0", "\u2003", "\x0b", "\x1f", "\u200b"):
            with pytest.raises(GameError) as caught:
                game.read(text + foreign)
            assert caught.value.code == "bad-notation"


@every_game
@few
@given(seed=seeds)
def test_what_a_seat_cannot_see_cannot_change_its_view(game: AnyGame, seed: int) -> None:
    rng = Random(seed)
    sample = sample_of(game)
    played = play(sample, rng, plies=rng.randint(0, 30))
    state = played.states[-1]
    for seat in (None, *range(1, played.start.seats + 1)):
        other = state if sample.same_to is None else sample.same_to(state, seat, rng)
        assert game.view(other, seat) == game.view(state, seat)
        assert game.diagram(other, seat) == game.diagram(state, seat)
        assert game.text(other, seat) == game.text(state, seat)


@every_game
@few
@given(seed=seeds)
def test_views_are_json_and_diagrams_are_safe_svg(game: AnyGame, seed: int) -> None:
    rng = Random(seed)
    played = play(sample_of(game), rng)
    for state in (played.states[0], rng.choice(played.states), played.states[-1]):
        for seat in (None, *range(1, played.start.seats + 1)):
            view = game.view(state, seat)
            assert json.loads(json.dumps(view, allow_nan=False)) == view
        _check_svg(game.diagram(state))
        _check_svg(game.diagram(state, 1))
        assert game.text(state).strip()


ELEMENTS = "svg g title desc rect circle ellipse line path polygon polyline text tspan"


def _check_svg(diagram: str) -> None:
    root = ElementTree.fromstring(diagram)
    space = "{http://www.w3.org/2000/svg}"
    assert root.tag == f"{space}svg"
    assert "viewBox" in root.attrib
    assert root.find(f"{space}title") is not None and root.find(f"{space}desc") is not None
    for node in root.iter():
        assert node.tag.removeprefix(space) in ELEMENTS.split(), node.tag
        for name, value in node.attrib.items():
            assert name not in ("style", "class", "id", "href") and not name.startswith("on"), name
            assert "url(" not in value and "nan" not in value and "://" not in value


@every_game
@few
@given(seed=seeds)
def test_nothing_follows_the_end(game: AnyGame, seed: int) -> None:
    sample = sample_of(game)
    played = play(sample, Random(seed))
    if game.to_act(played.states[-1]):
        return
    for text in ("", "nonsense", *played.moves[-3:]):
        record = document(sample, played)
        record["moves"] = [*played.moves, text]
        answer = check(json.dumps(record))
        assert answer["error"]["code"] == "game-over"
        assert answer["error"]["index"] == len(played.moves)


@every_game
@few
@given(seed=seeds)
def test_a_result_is_possible_and_can_be_claimed(game: AnyGame, seed: int) -> None:
    sample = sample_of(game)
    played = play(sample, Random(seed))
    outcome = game.outcome(played.states[-1])
    record = document(sample, played)
    if outcome is None:
        record["claimed"] = {"places": [1] * played.start.seats}
        assert check(json.dumps(record))["error"]["code"] == "claim-mismatch"
        return
    assert outcome.termination in game.info.terminations
    assert min(outcome.places) == 1
    game.check_points(played.start.options, outcome.points)
    points = [str(points) for points in outcome.points]
    record["claimed"] = {"places": list(outcome.places), "points": points}
    assert check(json.dumps(record))["valid"]
    record["claimed"] = {"points": [*points[:-1], "1000000"]}
    answer = check(json.dumps(record))
    assert (answer["error"]["code"], answer["error"]["index"]) == ("claim-mismatch", None)


@every_game
def test_the_example_and_the_draw_are_results_that_the_game_gives(game: AnyGame) -> None:
    choices = [
        {option.key: choice.value}
        for option in game.info.options
        for choice in option.choices
        if option.kind == "choice"
    ]
    decks = [{option.key: most} for option in game.info.options if option.kind == "number" for most in option.bounds]
    sizes = (4,) if game.info.key == "quatro-chess" else game.info.seats
    for options, seats in product([{}, *choices, *decks], sizes):
        whole = complete(game.info, options, event=True)
        example, draw = game.example(whole, seats), game.draw(whole, seats)
        assert len(example) == seats
        game.check_points(whole, example)
        if draw is not None:
            game.check_points(whole, [draw] * seats)


@every_game
def test_options_declare_what_a_form_needs(game: AnyGame) -> None:
    defaults = complete(game.info, {}, event=True)
    for option in game.info.options:
        assert option.label and option.help.endswith(".")
        assert option.rule.startswith(game.info.prefix + " ")
        assert option.key in defaults
        if option.kind in ("choice", "choices"):
            assert option.choices
        if option.kind == "number":
            assert option.bounds[0] < option.bounds[1]


@every_game
def test_what_a_whole_event_declares_is_no_option_of_a_record(game: AnyGame) -> None:
    for option in game.info.options:
        if option.event:
            with pytest.raises(BadRecord, match=f'no option "{option.key}"'):
                complete(game.info, {option.key: option.default})


@every_game
def test_every_termination_has_a_golden_record(game: AnyGame) -> None:
    found = set()
    for path in golden_of(game):
        result = json.loads(path.read_text(encoding="utf-8"))["expected"].get("result")
        if result is not None:
            found.add(result["termination"])
    assert found == set(game.info.terminations)


@pytest.mark.parametrize(("game", "path"), GOLDEN, ids=[f"{g.info.key}/{p.stem}" for g, p in GOLDEN])
def test_a_golden_record_is_answered_as_expected(game: AnyGame, path: Path) -> None:
    golden = json.loads(path.read_text(encoding="utf-8"))
    assert golden["about"]
    answer = check(json.dumps(golden["record"]))
    expected = golden["expected"]
    if not expected["valid"]:
        # The sentence for a person may be improved; what it is about may not change.
        assert answer["error"].pop("message")
        expected["error"].pop("message", None)
    assert answer == expected


junk = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 30),
    st.floats(allow_nan=True),
    st.text(max_size=8),
    st.sampled_from(["", "-", "+", ">", "1>A1", "give", "call 1", "e2e4", "Rd4 +", "９>A1", "\ud800", "\x00"]),
    st.lists(st.integers(0, 5), max_size=3),
    st.dictionaries(st.text(max_size=3), st.none(), max_size=2),
)


@every_game
@settings(max_examples=examples(60))
@given(seed=seeds, data=st.data())
def test_a_mutated_record_gets_an_answer(game: AnyGame, seed: int, data: st.DataObject) -> None:
    sample = sample_of(game)
    record = document(sample, play(sample, Random(seed), plies=12))
    for _ in range(data.draw(st.integers(1, 3))):
        _mutate(record, data)
    text = json.dumps(record)
    if data.draw(st.booleans()):
        at = data.draw(st.integers(0, len(text)))
        to = data.draw(st.integers(at, min(len(text), at + 6)))
        text = text[:at] + data.draw(st.text(max_size=3)) + text[to:]
    answer = check(text.encode("utf-8", "surrogatepass"))
    assert is_answer(answer)
    if answer["valid"]:
        assert legal(parse(text)) == sorted(legal(parse(text)))


def _mutate(record: Any, data: st.DataObject) -> None:
    """Changes one place of a JSON value: takes away, puts in, swaps or replaces."""
    places: list[tuple[Any, Any]] = []

    def walk(value: Any) -> None:
        if isinstance(value, dict | list):
            for key in list(value) if isinstance(value, dict) else range(len(value)):
                places.append((value, key))
                walk(value[key])

    walk(record)
    if not places:
        return
    holder, key = data.draw(st.sampled_from(places))
    what = data.draw(st.sampled_from(["take", "put", "swap", "replace"]))
    if what == "take":
        del holder[key]
    elif what == "put" and isinstance(holder, list):
        holder.insert(key, data.draw(junk))
    elif what == "swap":
        other, again = data.draw(st.sampled_from(places))
        if _reaches(other[again], holder) or _reaches(holder[key], other):
            return
        holder[key], other[again] = other[again], holder[key]
    else:
        holder[key] = data.draw(junk)


def _reaches(value: Any, target: Any) -> bool:
    if value is target:
        return True
    entries = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return any(_reaches(entry, target) for entry in entries)
