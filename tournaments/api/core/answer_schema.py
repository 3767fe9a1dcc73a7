"""The schema of answers, made from their annotations."""

from __future__ import annotations

from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.plumbing import append_meta, build_object_type

from tournaments.api.core.answers import Answer, LeftOut, Part

BASIC = {
    str: {"type": "string"},
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    float: {"type": "number"},
    Any: {},
}


class AnswerSchema(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    target_class = Answer
    match_subclasses = True

    def get_name(self, auto_schema: Any, direction: Any) -> str:
        return str(self.target.__name__)

    def map_serializer(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        properties, required = {}, []
        for name, hint in get_type_hints(self.target, include_extras=True).items():
            if name not in self.target.known:
                continue
            properties[name] = schema_of(hint, auto_schema)
            if not may_be_left_out(hint):
                required.append(name)
        return build_object_type(properties, required)


def may_be_left_out(hint: Any) -> bool:
    if get_origin(hint) is Annotated:
        return may_be_left_out(get_args(hint)[0])
    return LeftOut in get_args(hint)


def schema_of(hint: Any, auto_schema: Any) -> dict[str, Any]:
    """Make the schema of an annotation. Raises TypeError for one that has none."""
    if hint in BASIC:
        return dict(BASIC[hint])
    if isinstance(hint, type) and issubclass(hint, Answer):
        return dict(auto_schema.resolve_serializer(hint, "response").ref)
    origin, inside = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _annotated(schema_of(inside[0], auto_schema), inside[1:])
    if origin in (Union, UnionType):
        return _union([choice for choice in inside if choice is not LeftOut], auto_schema)
    if origin is Literal:
        return {"type": "string", "enum": list(inside)}
    if origin is list:
        return {"type": "array", "items": schema_of(inside[0], auto_schema)}
    if origin is dict and inside[0] is str:
        return {"type": "object", "additionalProperties": schema_of(inside[1], auto_schema) or True}
    raise TypeError(f"{hint} has no schema.")


def _annotated(schema: dict[str, Any], more: tuple[Any, ...]) -> dict[str, Any]:
    meta: dict[str, Any] = {}
    for part in more:
        meta |= part.schema if isinstance(part, Part) else {"description": part} if isinstance(part, str) else {}
    return dict(append_meta(schema, meta))


def _union(choices: list[Any], auto_schema: Any) -> dict[str, Any]:
    (only,) = [choice for choice in choices if choice is not NoneType]
    schema = schema_of(only, auto_schema)
    if len(choices) == 1:
        return schema
    if "enum" in schema:
        schema["enum"] = [*schema["enum"], None]
    return dict(append_meta(schema, {"nullable": True}))
