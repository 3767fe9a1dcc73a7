"""Answers of the API as values: what answers is what makes the schema (``openapi``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from datetime import date
from enum import Enum
from functools import cache, partial
from operator import attrgetter
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Final,
    Self,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from rest_framework.metadata import BaseMetadata
from rest_framework.renderers import JSONRenderer
from rest_framework.utils.encoders import JSONEncoder

from tournaments.sentences import sentence


class LeftOut(Enum):
    """The type of a member that some answers do not have."""

    LEFT_OUT = "left out"


@dataclass(frozen=True, eq=False)
class Part:
    """A part of a member's schema that its type does not tell."""

    schema: dict[str, Any]


@dataclass(frozen=True)
class Source:
    """The attribute from which a member is read, if not from that of its name: as ``source`` of a serializer's field,
    but what is None on the way makes None."""

    path: str


class Reading(Enum):
    """A way to make a member of an attribute, where the member's type does not tell."""

    FILLED = "no text is null"
    SENTENCE = "a kept notice in the language of the reader"


LEFT_OUT: Final = LeftOut.LEFT_OUT
Filled = Annotated[str | None, Reading.FILLED]
Sentence = Annotated[str, Reading.SENTENCE]
Moment = Annotated[str, Part({"format": "date-time"})]
Day = Annotated[str, Part({"format": "date"})]


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Answer:
    """A shape of an answer. Its annotations make the schema; what stands in ``Annotated`` is a member's description
    (text) or a ``Part`` of its schema. A member that may be missing is ``X | LeftOut = LEFT_OUT``. What is answered as
    it is, ``of`` reads by these names; ``Source`` names another attribute. ``first``: members that are made elsewhere,
    before the shape's own."""

    shapes: ClassVar[list[type[Answer]]] = []
    known: ClassVar[frozenset[str]]
    needed: ClassVar[frozenset[str]]

    def __init_subclass__(cls, first: Mapping[str, Any] | None = None) -> None:
        super().__init_subclass__()
        cls.__annotations__ = {**(first or {}), **cls.__annotations__}
        dataclass(frozen=True, kw_only=True, init=False)(cls)
        every = fields(cls)  # type: ignore[arg-type]
        cls.known = frozenset(field.name for field in every)
        cls.needed = frozenset(field.name for field in every if field.default is not LEFT_OUT)
        Answer.shapes.append(cls)

    # All members at once: in a table of 500 rows that costs less than what ``dataclass`` writes.
    def __init__(self, **values: Any) -> None:
        if values.keys() != self.known and not self.needed <= values.keys() <= self.known:
            differing = sorted((self.needed - values.keys()) | (values.keys() - self.known))
            raise TypeError(f"{type(self).__name__}: {', '.join(differing)}")
        if len(self.needed) < len(self.known):
            values = {name: value for name, value in values.items() if value is not LEFT_OUT}
        object.__setattr__(self, "__dict__", values)

    @classmethod
    def of(cls, thing: Any, **more: Any) -> Self:
        """Answer a thing by its attributes, dates and points as text; ``more``: the members that are made otherwise."""
        readers = _readers(cls)  # type: ignore[arg-type]
        if not more:
            return cls(**{name: read(thing) for name, read in readers})
        return cls(**{name: more[name] if name in more else read(thing) for name, read in readers} | more)


class Page(Answer):
    """A part of a list: its ``results`` are of one shape, and ``next`` is the address of what follows."""

    next: str | None


@cache
def _readers(shape: type[Answer]) -> list[tuple[str, Callable[[Any], Any]]]:
    hints = get_type_hints(shape, include_extras=True)
    return [(name, _reader(name, *_parts(hints[name]))) for name in hints if name in shape.known]


def _reader(name: str, kind: Any, notes: list[Any]) -> Callable[[Any], Any]:
    path = next((note.path for note in notes if isinstance(note, Source)), name)
    convert = _conversion(kind, notes)
    get = attrgetter(path) if "." not in path else partial(_at, path.split("."))
    return get if convert is None else lambda thing: convert(get(thing))


def _at(path: list[str], thing: Any) -> Any:
    for step in path:
        thing = None if thing is None else getattr(thing, step)
    return thing


def _parts(hint: Any) -> tuple[Any, list[Any]]:
    """Return what a member's type is without None, and what stands beside it."""
    notes: list[Any] = []
    while (origin := get_origin(hint)) in (Annotated, Union, UnionType):
        if origin is Annotated:
            hint, *more = get_args(hint)
            notes += more
        else:
            (hint,) = [choice for choice in get_args(hint) if choice not in (NoneType, LeftOut)]
    return hint, notes


def _conversion(kind: Any, notes: list[Any]) -> Callable[[Any], Any] | None:
    if Reading.SENTENCE in notes:
        return sentence
    if Reading.FILLED in notes:
        return lambda text: text or None
    if get_origin(kind) is list:
        each = _conversion(*_parts(get_args(kind)[0])) or (lambda thing: thing)
        return lambda things: None if things is None else [each(thing) for thing in things]
    if isinstance(kind, type) and issubclass(kind, Answer):
        return lambda thing: None if thing is None else kind.of(thing)
    return _text if kind is str else None


def _text(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    return value.isoformat() if isinstance(value, date) else str(value)


def members(answer: Answer) -> dict[str, Any]:
    """Give the members of an answer by name, those inside as they are."""
    return vars(answer)


class Encoder(JSONEncoder):
    def default(self, value: Any) -> Any:
        return vars(value) if isinstance(value, Answer) else super().default(value)


class AnswerRenderer(JSONRenderer):
    """Write an answer as JSON. Nothing else is an answer."""

    encoder_class = Encoder

    def render(self, data: Any, *args: Any, **kwargs: Any) -> bytes:
        if data is not None and not isinstance(data, Answer):
            raise TypeError(f"{type(data).__name__} is no answer with a shape.")
        return bytes(super().render(data, *args, **kwargs))


_ENCODER = Encoder(ensure_ascii=False, separators=(",", ":"))


def encode(answer: Answer) -> str:
    """Write an answer as JSON, for pages that are answered conditionally."""
    if not isinstance(answer, Answer):
        raise TypeError(f"{type(answer).__name__} is no answer with a shape.")
    return _ENCODER.encode(answer)


class AllowedMethods(BaseMetadata):
    """The answer to OPTIONS: the header ``Allow``, and nothing else; the schema says the rest."""

    def determine_metadata(self, request: Any, view: Any) -> None:
        """Leave the body empty."""
