"""Bad documents: the place is named, and nothing is imported."""

from __future__ import annotations

import copy
import json

import pytest
from django.core.exceptions import PermissionDenied
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.documents.document import STEPS, DocumentError
from tests.support.examples import examples
from tests.tournaments import make
from tournaments.domain.errors import Refused
from tournaments.imports.archive import MAX_BYTES
from tournaments.models import Entry, EventImport, Player, Result, Round, Seat, Table, Team, Tournament
from tournaments.services.events import event_imports

pytestmark = pytest.mark.django_db

GOOD = {
    "format": "viertal-event/1",
    "name": "Club evening",
    "starts": "2026-11-27",
    "game": "quatro-chess",
    "options": {},
    "pairing": {"system": "tables", "rounds": 5, "table_size": 4, "seed": 7},
    "scoring": {"points": "game", "bye": "7/2", "tie_breaks": ["DE", "BH"]},
    "teams": [{"id": "A", "name": "Alpha"}, {"id": "B", "name": "Beta"}],
    "players": [
        {"id": 1, "name": "Anna", "rating": 1640, "club": "Leiden", "team": "A", "board": 1},
        *({"id": n, "name": f"P{n}"} for n in range(2, 6)),
    ],
    "rounds": [
        {
            "number": 1,
            "tables": [{"number": 1, "seats": [1, 2, 3, 4], "points": ["8", "4", "2", "0"]}],
            "byes": [{"player": 5}],
        },
        {"number": 2, "tables": [{"number": 1, "seats": [5, 2, 3, 4]}], "byes": [{"player": 1}]},
    ],
}
ARCHIVE = {
    "format": "viertal-archive/1",
    "event": GOOD,
    "tournament": {"slug": "club", "venue": "Leiden", "published": True},
    "players": [{"id": 1, "birth_year": 1990}],
    "rounds": [{"number": 1, "state": "closed", "reasons": {"1": "because"}}, {"number": 2, "state": "published"}],
    "records": [{"round": 1, "table": 1, "quoted": '"{}"'}],
}


def put(document, path, value):
    """The document with something else at a path."""
    changed = copy.deepcopy(document)
    at = changed
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    return changed


def counts():
    models = (Tournament, Team, Player, Entry, Round, Table, Seat, Result)
    return [model.objects.count() for model in models]


def take(document, boss):
    content = document if isinstance(document, bytes) else json.dumps(document).encode()
    return event_imports.at_once(by=boss, content=content)


def test_the_good_ones_are_imported(boss):
    assert take(GOOD, boss).entries.count() == 5
    assert take(ARCHIVE, boss).slug == "club"
    assert take(ARCHIVE, boss).slug == "club-2"


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        (["format"], "viertal-event/2", "format"),
        (["format"], "viertal-event/0", "format"),
        (["name"], "", "name"),
        (["name"], "x" * 121, "name"),
        (["name"], "\u200b", "name"),
        (["more"], 1, "more"),
        (["game"], "backgammon", "game"),
        (["options"], {"x": 1}, "options"),
        (["pairing"], {}, "pairing.system"),
        (["pairing", "system"], "nope", "pairing.system"),
        (["pairing", "seed"], -1, "pairing.seed"),
        (["pairing", "rounds"], 500, "pairing.rounds"),
        (["pairing", "colour"], 1, "pairing.colour"),
        (["pairing", "table_size"], 2, "pairing.table_size"),
        (["pairing", "fixed_tables"], {"1": 40000}, "pairing.fixed_tables.1"),
        (["scoring", "bye"], "9/2 ", "scoring.bye"),
        (["scoring", "tie_breaks"], ["XX"], "scoring.tie_breaks[0]"),
        (["teams", 1, "id"], "x" * 21, "teams[1].id"),
        (["teams", 1, "name"], "Alpha", "teams[1].name"),
        (["players", 1, "name"], "x" * 101, "players[1].name"),
        (["players", 1, "name"], "\u202ex", "players[1].name"),
        (["players", 1, "club"], "x" * 101, "players[1].club"),
        (["players", 2, "name"], "P2", "players[2].name"),
        (["players", 1, "board"], 2, "players[1].board"),
        (["players", 0, "board"], 40000, "players[0].board"),
        (["rounds", 0, "tables", 0, "seats"], [1, 2, 3, 9], "rounds[0].tables[0].seats[3]"),
        (["rounds", 0, "tables", 0, "seats"], [1, 2, 3, 5], "rounds[0].byes[0].player"),
        (["rounds", 1, "tables", 0, "number"], 40000, "rounds[1].tables[0].number"),
        (["rounds", 0, "tables", 0, "points"], ["9", "4", "2", "0"], "rounds[0].tables[0].points"),
        (["rounds", 1, "tables", 0, "points"], ["8", None, None, None], "rounds[1].tables[0].points"),
        (["rounds", 0, "tables", 0, "game_points"], ["-1", "0", "0", "0"], "rounds[0].tables[0].game_points[0]"),
    ],
)
def test_what_is_wrong_is_named_and_nothing_is_imported(boss, path, value, place):
    before = counts()
    with pytest.raises(DocumentError) as error, transaction.atomic():
        take(put(GOOD, path, value), boss)
    assert error.value.place == place and error.value.message
    assert counts() == before
    with pytest.raises(DocumentError) as error, transaction.atomic():
        take(put(ARCHIVE, ["event", *path], value), boss)
    assert error.value.place == f"event.{place}"
    assert counts() == before


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        (["more"], 1, "more"),
        (["event"], [], "event"),
        (["tournament", "slug"], "a b", "tournament.slug"),
        (["tournament", "venue"], "x" * 150, "tournament.venue"),
        (["tournament", "former_slugs"], ["a", "b c"], "tournament.former_slugs[1]"),
        (["tournament", "former_slugs"], "a", "tournament.former_slugs"),
        (["tournament", "published"], 1, "tournament.published"),
        (["players", 0, "id"], 9, "players[0].id"),
        (["players", 0, "birth_year"], 1800, "players[0].birth_year"),
        (["rounds", 0, "number"], 3, "rounds[0].number"),
        (["rounds", 1, "number"], 1, "rounds[1].number"),
        (["rounds", 1, "state"], "closed", "rounds[1].state"),
        (["rounds", 1, "state"], "draft", "rounds[1].state"),
        (["rounds", 0, "reasons"], {"7": ""}, 'rounds[0].reasons["7"]'),
        (["rounds", 0, "reasons"], {"²": ""}, 'rounds[0].reasons["\\u00b2"]'),
        (["records", 0, "table"], 2, "records[0].table"),
        (["records", 0, "round"], True, "records[0].round"),
        (["records", 0, "quoted"], "{}", "records[0].quoted"),
        (["records", 0, "quoted"], '"\\ud800"', "records[0].quoted"),
        (["records", 0, "quoted"], '"\\u0000"', "records[0].quoted"),
    ],
)
def test_so_it_is_with_what_only_an_archive_has(boss, path, value, place):
    before = counts()
    with pytest.raises(DocumentError) as error, transaction.atomic():
        take(put(ARCHIVE, path, value), boss)
    assert error.value.place == place
    assert counts() == before


def test_an_older_version_is_brought_up_step_by_step(boss, monkeypatch):
    """There is no older version yet: a step made up for this test stands for the first one."""
    monkeypatch.setitem(STEPS, 0, lambda old: {**{k: v for k, v in old.items() if k != "title"}, "name": old["title"]})
    old = {**GOOD, "format": "viertal-event/0", "title": "Of old"}
    del old["name"]
    assert take(old, boss).name == "Of old"


def test_too_long_a_document_is_refused_before_it_is_read(boss):
    with pytest.raises(Refused, match="32 MiB"):
        event_imports.upload(by=boss, content=b" " * (MAX_BYTES + 1))
    assert not EventImport.objects.exists()


def test_only_an_organiser_of_the_installation_imports(boss):
    evening = make.duel(4)
    for user in (make.arbiter(), make.arbiter(evening)):
        with pytest.raises(PermissionDenied):
            event_imports.at_once(by=user, content=json.dumps(GOOD).encode())
        with pytest.raises(PermissionDenied):
            event_imports.upload(by=user, content=json.dumps(GOOD).encode())


def test_an_address_that_is_taken_or_none_is_refused(boss):
    evening = make.duel(4)
    for slug in (evening.slug, "a b", "x" * 75):
        with pytest.raises(Refused):
            event_imports.at_once(by=boss, content=json.dumps(GOOD).encode(), slug=slug)


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["7/2", "0", "played", "closed", "1", "A", "2026-02-30"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def paths(value, here=()):
    yield here
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from paths(inner, (*here, name))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from paths(inner, (*here, index))


EVERYWHERE = [path for path in paths(ARCHIVE) if path]


@settings(max_examples=examples(300), suppress_health_check=list(HealthCheck))
@given(where=st.lists(st.sampled_from(EVERYWHERE), min_size=1, max_size=3), value=json_values, cut=st.booleans())
def test_whatever_a_document_holds_it_is_imported_or_refused(boss, where, value, cut):
    document = ARCHIVE
    for path in where:
        try:
            document = put(document, path, value)
        except (KeyError, IndexError, TypeError):
            continue
    content = json.dumps(document).encode()
    content = content[: len(content) // 2] if cut and value is None else content
    before = counts()
    try:
        with transaction.atomic():
            made = take(content, boss)
    except DocumentError as error:
        assert error.message and counts() == before
    else:
        assert made.pk and counts() != before


@settings(max_examples=examples(200), suppress_health_check=list(HealthCheck))
@given(content=st.binary(max_size=60) | st.text(max_size=60).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_bytes_of_any_kind_are_refused(boss, content):
    with pytest.raises(DocumentError), transaction.atomic():
        take(content, boss)
