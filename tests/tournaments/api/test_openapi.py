"""The OpenAPI document that programs make their clients from: valid, as the specification's own schema has it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from tournaments.api.core.enums import NAMES
from tournaments.api.core.openapi import tag_of
from tournaments.models import Appointment, GameRecord, Result, Round, Tournament

OPERATIONS = Path(__file__).with_name("operations.txt")


def test_the_document_is_valid_openapi(document: Any) -> None:
    errors = list(OpenAPIV31SpecValidator(document).iter_errors())
    assert not [f"{'/'.join(map(str, error.absolute_path))}: {error.message}" for error in errors]


def test_the_frameworks_own_command_prints_the_document_that_is_served(document: Any, tmp_path: Path) -> None:
    printed = tmp_path / "openapi.json"
    call_command("spectacular", format="openapi-json", file=str(printed))
    assert json.loads(printed.read_text("utf-8")) == document


def test_operations_keep_their_ids(document: Any) -> None:
    """Generated clients name their methods by them: change the list only where an operation comes or goes."""
    named = [
        f"{method.upper()} {path.removeprefix('/api/v1')} {operation['operationId']}"
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
    assert sorted(named) == OPERATIONS.read_text("utf-8").splitlines()
    ids = [line.split(" ")[2] for line in named]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[a-z]+(_[a-z]+)+", name) for name in ids)


def test_every_operation_stands_under_one_described_tag(document: Any) -> None:
    described = {tag["name"]: tag["description"] for tag in document["tags"]}
    used = [operation["tags"] for operation in operations(document)]
    assert all(len(tags) == 1 for tags in used)
    assert {tag for (tag,) in used} == set(described)
    assert all(described.values())
    assert max(used.count([tag]) for tag in described) < 20


def test_an_id_without_a_noun_is_refused() -> None:
    with pytest.raises(ValueError, match="begins with no noun"):
        tag_of("who_waits")


def test_docstrings_for_programmers_stay_out_of_the_document(document: Any) -> None:
    assert "Mixed into" not in json.dumps(document)
    assert not [one["operationId"] for one in operations(document) if not one["description"]]


def test_summaries_say_what_the_operation_does(document: Any) -> None:
    dialect = re.compile(r"^(The|A|An|Who|What|Why|How|All|Your?) |\b(he|his|him|away|anew)\b")
    assert not [one["summary"] for one in operations(document) if dialect.search(one["summary"])]


def test_the_document_says_where_and_whose_it_is(document: Any) -> None:
    assert document["servers"][0]["url"] == "/"
    assert document["info"]["contact"]["name"]


@pytest.mark.parametrize(
    ("shape", "field", "name", "values"),
    [
        ("RoundOut", "state", "RoundStateEnum", Round.State.values),
        ("RoundHead", "state", "RoundStateEnum", Round.State.values),
        ("TournamentOut", "state", "TournamentStateEnum", Tournament.State.values),
        ("ResultOut", "end", "ResultEndEnum", Result.End.values),
        ("ResultOut", "source", "ResultSourceEnum", Result.Source.values),
        ("RecordOut", "state", "RecordStateEnum", GameRecord.State.values),
        ("AppointmentOut", "role", "RoleEnum", Appointment.Role.values),
    ],
)
def test_a_closed_set_is_an_enum_with_the_models_values(
    document: Any, shape: str, field: str, name: str, values: list[str]
) -> None:
    shapes = document["components"]["schemas"]
    assert shapes[shape]["properties"][field] == {"$ref": f"#/components/schemas/{name}"}
    assert shapes[name]["enum"] == values


def test_no_closed_set_bears_a_name_that_the_generator_made_up(document: Any) -> None:
    """A made-up name changes with the fields that use it, and every client's program with it."""
    names = {name for name in document["components"]["schemas"] if name.endswith("Enum")}
    assert names - {"BlankEnum", "NullEnum"} == set(NAMES)


def test_examples_fit_their_schemas(document: Any) -> None:
    """As Spectral's rules ``oas3-valid-media-example`` and ``oas3-valid-schema-example`` ask."""
    registry = Registry().with_resource("urn:openapi", Resource(contents=document, specification=DRAFT202012))
    faults, seen = [], 0
    for operation in operations(document):
        for part in (operation.get("requestBody", {}), *operation["responses"].values()):
            for kind, content in part.get("content", {}).items():
                schema = absolute(content["schema"])
                for example in content.get("examples", {}).values():
                    seen += 1
                    errors = Draft202012Validator(schema, registry=registry).iter_errors(example["value"])
                    faults += [f"{operation['operationId']} {kind} {e.json_path}: {e.message}" for e in errors]
    assert seen > 100
    assert not faults


def test_nothing_in_the_document_is_unused_or_undefined(document: Any) -> None:
    """As Spectral's rules ``oas3-unused-component``, ``path-params`` and ``operation-tag-defined`` ask."""
    text = json.dumps(document)
    names = document["components"]["schemas"]
    assert not [name for name in names if f'"#/components/schemas/{name}"' not in text]
    for path, methods in document["paths"].items():
        for operation in methods.values():
            named = [p["name"] for p in operation.get("parameters", ()) if p["in"] == "path"]
            assert sorted(named) == sorted(re.findall(r"{(\w+)}", path)), operation["operationId"]


def test_the_document_holds_no_values_that_are_no_uris(document: Any) -> None:
    """As Spectral's rule ``oas3-schema`` asks of the contact; a site does not know its own address here."""
    assert "url" not in document["info"]["contact"]


def test_every_file_that_is_sent_can_be_sent_as_bytes(document: Any) -> None:
    """Generators of clients know JSON, forms and bytes, and leave operations with other bodies out."""
    files = {
        operation["operationId"]: set(operation["requestBody"]["content"])
        for operation in operations(document)
        if "requestBody" in operation and "application/json" not in operation["requestBody"]["content"]
    }
    assert set(files) == {"player_lists_upload", "lists_upload", "trf_import", "link_send_photo"}
    assert all("application/octet-stream" in kinds for kinds in files.values())


def absolute(schema: Any) -> Any:
    return {"$ref": f"urn:openapi{schema['$ref']}"} if "$ref" in schema else schema


def operations(document: Any) -> list[Any]:
    return [operation for methods in document["paths"].values() for operation in methods.values()]
