"""Answers of the API as values: what answers is what makes the schema (``answer_schema``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import Enum
from typing import Annotated, Any, ClassVar, Final, dataclass_transform

from rest_framework.metadata import BaseMetadata
from rest_framework.renderers import JSONRenderer
from rest_framework.utils.encoders import JSONEncoder


class LeftOut(Enum):
    """The type of a member that some answers do not have."""

    LEFT_OUT = "left out"


@dataclass(frozen=True, eq=False)
class Part:
    """A part of a member's schema that its type does not tell."""

    schema: dict[str, Any]


LEFT_OUT: Final = LeftOut.LEFT_OUT
Moment = Annotated[str, Part({"format": "date-time"})]
Day = Annotated[str, Part({"format": "date"})]


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Answer:
    """A shape of an answer. Its annotations make the schema; what stands in ``Annotated`` is a member's description
    (text) or a ``Part`` of its schema. A member that may be missing is ``X | LeftOut = LEFT_OUT``. ``first``: members
    that are made elsewhere, before the shape's own."""

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
