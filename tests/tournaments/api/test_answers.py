"""The code that answers makes the schema, too: each answer is a shape, and nothing is answered without one."""

from __future__ import annotations

import ast
import inspect
import json
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any

import pytest
from django.urls import URLPattern
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

import tournaments.api
from games.core.notices import Notice
from tournaments.api import urls
from tournaments.api.core.answers import (
    LEFT_OUT,
    Answer,
    AnswerRenderer,
    Filled,
    LeftOut,
    Moment,
    Sentence,
    Source,
    encode,
    members,
)
from tournaments.api.core.enums import NAMES
from tournaments.api.core.fields import Strict
from tournaments.api.core.openapi import schema_of
from tournaments.api.core.writing import idempotent
from tournaments.api.desk.rollback import DONE_AT, RollbackIn
from tournaments.selectors.rounds import evening
from tournaments.selectors.rounds.next_step import AT_THE_END

DOCUMENTS = {"event_schema_get", "tournaments_get_document"}
"""Operations whose answer is a document with a schema of its own, not a shape of the API."""
SETS = {
    "action", "bye", "decision", "discarded_from", "door", "end", "ending", "event", "grade", "kind", "manual",
    "method", "mode", "names_shown", "result", "role", "scope", "skipped", "source", "state", "status", "ties", "what",
}  # fmt: skip
"""What a member with a closed set of values is called here."""
OPEN = {
    ("CheckInRow", "status"): "a sentence in the language of the request",
    ("ValueOut", "source"): "where the rule of a tie-break stands",
    ("TeamValueOut", "source"): "where the rule of a tie-break stands",
}
FOLDER = Path(tournaments.api.__file__).parent


def views() -> list[Any]:
    return [pattern.callback.view_class for pattern in urls.urlpatterns if isinstance(pattern, URLPattern)]


def trees() -> dict[Path, ast.Module]:
    return {path: ast.parse(path.read_text("utf-8")) for path in FOLDER.rglob("*.py")}


def subclasses(kind: type) -> set[type]:
    return {each for sub in kind.__subclasses__() for each in (sub, *subclasses(sub))}


def test_every_operation_answers_with_a_shape(document: Any) -> None:
    shapes = {f"#/components/schemas/{shape.__name__}" for shape in Answer.shapes}
    without = [
        (operation["operationId"], status)
        for methods in document["paths"].values()
        for operation in methods.values()
        for status, answer in operation["responses"].items()
        for kind, content in answer.get("content", {}).items()
        if kind.endswith("json") and content["schema"].get("$ref") not in shapes
    ]
    assert {name for name, _status in without} == DOCUMENTS


def test_every_view_writes_shapes_only() -> None:
    assert len(views()) > 100
    assert {view.renderer_classes for view in views() if issubclass(view, APIView)} == {(AnswerRenderer,)}


def test_whatever_writes_may_be_sent_again() -> None:
    writing = [
        getattr(view, name) for view in views() for name in ("post", "put", "patch", "delete") if hasattr(view, name)
    ]
    assert len(writing) > 90
    kept = idempotent(lambda *_: None).__code__  # type: ignore[arg-type, return-value]
    assert not [method.__qualname__ for method in writing if method.__code__ is not kept]


@pytest.mark.parametrize("value", [{"rank": 1}, [1], "text", 5])
def test_anything_else_is_refused(value: Any) -> None:
    with pytest.raises(TypeError, match="no answer with a shape"):
        AnswerRenderer().render(value)
    with pytest.raises(TypeError, match="no answer with a shape"):
        encode(value)


def test_no_answer_is_written_by_hand() -> None:
    """A dict in ``Response(…)`` or a call of ``JsonResponse`` would be an answer that no shape describes."""
    by_hand = [
        f"{path.name}:{node.lineno}"
        for path, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and (
            (node.func.id == "Response" and node.args and isinstance(node.args[0], ast.Dict | ast.BinOp | ast.List))
            or node.func.id == "JsonResponse"
        )
    ]
    assert not by_hand


def test_each_shape_is_answered_and_described(document: Any) -> None:
    made = {
        node.id
        for tree in trees().values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    }
    described = set(document["components"]["schemas"])
    inherited = {base for shape in Answer.shapes for base in shape.__mro__[1:]}
    here = [shape for shape in Answer.shapes if shape.__module__.startswith("tournaments.")]
    assert len(here) > 100
    assert not [shape.__name__ for shape in here if shape.__name__ not in made]
    assert not [shape.__name__ for shape in here if shape.__name__ not in described and shape not in inherited]


def test_no_serializer_is_for_answers() -> None:
    """Serializers check what is sent; they would describe an answer a second time."""
    here = [shape for shape in subclasses(Serializer) if shape.__module__.startswith("tournaments.api.")]
    assert len(here) > 40
    assert not [shape.__name__ for shape in here if not issubclass(shape, Strict)]
    assert not [shape.__name__ for shape in here if shape.__name__.endswith("Out")]


def test_a_closed_set_is_an_enum(document: Any) -> None:
    shapes = document["components"]["schemas"]
    open_ = {
        (name, member)
        for name, shape in shapes.items()
        if not name.endswith("Request")
        for member, schema in shape.get("properties", {}).items()
        if member in SETS and "string" in schema.get("type", ()) and "enum" not in schema
    }
    assert open_ == set(OPEN)


def test_the_sets_that_no_model_has_are_those_of_the_code() -> None:
    steps = {
        node.args[0].value
        for node in ast.walk(ast.parse(inspect.getsource(evening)))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Next" and isinstance(node.args[0], ast.Constant)
    } - {*AT_THE_END}
    assert set(NAMES["DeskActionEnum"]) == steps == {*DONE_AT, "wait"}
    assert set(NAMES["MethodEnum"]) == {method for method, _name, _of_round in DONE_AT.values()}
    assert set(NAMES["RoundStepEnum"]) == set(RollbackIn().fields["do"].choices)


class Sample(Answer):
    number: int
    words: list[str]
    note: str | LeftOut = LEFT_OUT


def test_a_shape_has_its_members_and_no_others() -> None:
    assert json.loads(encode(Sample(number=1, words=["a"]))) == {"number": 1, "words": ["a"]}
    assert members(Sample(number=1, words=[], note="n")) == {"number": 1, "words": [], "note": "n"}
    with pytest.raises(TypeError, match="Sample: words"):
        Sample(number=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="Sample: other"):
        Sample(number=1, words=[], other=2)  # type: ignore[call-arg]


class Row(Answer):
    number: int
    seats: list[Sample]


class Told(Answer):
    place: int
    who: Annotated[str | None, "A description.", Source("user.name")]
    club: Filled
    points: list[str | None]
    at: Moment
    problem: Sentence
    row: Row | None
    note: str | LeftOut = LEFT_OUT


def test_a_thing_is_answered_by_the_names_of_the_members() -> None:
    seat = SimpleNamespace(number=2, words=("a", "b"), note="n")
    thing = SimpleNamespace(
        place=3,
        user=None,
        club="",
        points=(Fraction(7, 2), None),
        at=datetime(2026, 11, 27, 19, tzinfo=UTC),
        problem=Notice("no-engine", game="Pods"),
        row=SimpleNamespace(number=1, seats=(seat,)),
        note="n",
    )
    told = json.loads(encode(Told.of(thing, place=4)))
    assert "Pods" in told.pop("problem")
    assert told == {
        "place": 4,
        "who": None,
        "club": None,
        "points": ["7/2", None],
        "at": "2026-11-27T19:00:00+00:00",
        "row": {"number": 1, "seats": [{"number": 2, "words": ["a", "b"], "note": "n"}]},
        "note": "n",
    }
    thing.user, thing.row = SimpleNamespace(name="Anna"), None
    told = members(Told.of(thing, note=LEFT_OUT))
    assert (told["who"], told["row"], "note" in told) == ("Anna", None, False)
    with pytest.raises(TypeError, match="Told: other"):
        Told.of(thing, other=1)
    del thing.club
    with pytest.raises(AttributeError, match="club"):
        Told.of(thing)


@pytest.mark.parametrize(
    ("hint", "schema"),
    [
        (int, {"type": "integer"}),
        (str | None, {"type": ["string", "null"]}),
        (list[bool], {"type": "array", "items": {"type": "boolean"}}),
        (dict[str, Any], {"type": "object", "additionalProperties": True}),
        (list[int] | LeftOut, {"type": "array", "items": {"type": "integer"}}),
    ],
)
def test_an_annotation_makes_the_schema(hint: Any, schema: dict[str, Any]) -> None:
    assert schema_of(hint, None) == schema


def test_an_annotation_without_a_schema_is_an_error() -> None:
    with pytest.raises(TypeError, match="has no schema"):
        schema_of(set[str], None)
