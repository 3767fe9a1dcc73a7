"""The API against its own schema, asked by everybody: no fault of ours, nothing undescribed, nothing forbidden done."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from django.db import connection, transaction
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.support.examples import THOROUGH
from tests.tournaments import make
from tests.tournaments.api.described import strict
from tests.tournaments.public.build import event
from tournaments.api.core.problems import CODES
from tournaments.api.public.meta import openapi
from tournaments.models import (
    Appointment,
    CheckedIn,
    Clock,
    Editing,
    Entry,
    EventImport,
    GameRecord,
    LiveGame,
    LivePly,
    Mail,
    ManualPairing,
    Penalty,
    PersonalLink,
    Player,
    PlayerImport,
    RatedEvent,
    Rating,
    RatingList,
    ReportEvent,
    ReportRule,
    Result,
    Round,
    Series,
    SeriesEvent,
    Table,
    TableReport,
    Team,
    Tournament,
    Waiting,
    Webhook,
)
from tournaments.services import mails
from tournaments.services.accounts import accounts
from tournaments.services.results.report_links import table_token

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_connection")]

schema = schemathesis.openapi.from_dict(strict(json.loads(openapi())))
schema.app = get_wsgi_application()
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
ROLES = ["anonymous", "foreigner", "reader", "arbiter", "organiser", "superuser"]
PLAYING = (
    Round,
    Result,
    GameRecord,
    CheckedIn,
    Waiting,
    Penalty,
    ManualPairing,
    Clock,
    TableReport,
    ReportEvent,
    LiveGame,
    LivePly,
    Editing,
)
ASKED_FOR = (Player, PersonalLink, ReportRule)
FOUNDING = (Tournament, EventImport, RatingList, RatedEvent, Rating, Series, SeriesEvent)
SETTING_UP = (Appointment, Entry, Team, Webhook, PlayerImport)


def state(models: Any) -> list[tuple[str, str]]:
    """Return the rows that must not change, each with its table, without the versions that count changes."""
    tables = [model._meta.db_table for model in models]
    moving = "ARRAY['version', 'results_version', 'touched']"
    rows = (f'SELECT \'{table}\', (to_jsonb("{table}") - {moving})::text FROM "{table}"' for table in tables)
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(rows) or "SELECT '', '' LIMIT 0")
        return sorted(cursor.fetchall())


ASKS = re.compile(r"SELECT (?!viertal_)|SAVEPOINT|RELEASE SAVEPOINT|ROLLBACK TO")
"""A statement that changes no row. The database's own functions may, whichever statement calls them."""


@contextmanager
def unchanged(models: Any, before: list[tuple[str, str]]) -> Iterator[None]:
    """Fail where rows changed meanwhile: compared after statements that do more than ask, which most requests have
    none of."""
    said: list[str] = []

    def listen(execute: Any, sql: str, *given: Any) -> Any:
        said.append(sql)
        return execute(sql, *given)

    with connection.execute_wrapper(listen):
        yield
    if not all(map(ASKS.match, said)):
        assert state(models) == before, "done by somebody who may not"


@pytest.fixture(scope="module")
def hall(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Make the tournaments that every role asks about, once; changes are taken back at the end."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@dataclass(frozen=True, repr=False)
class Asked:
    """The headers with which each role asks, the rows that it must not change, and what is there to be named."""

    headers: dict[str, dict[str, str]]
    before: dict[str, list[tuple[str, str]]]
    newest: dict[str, int]
    rated: int

    def __repr__(self) -> str:
        """Short, as each failure of a property shows what it was asked with."""
        return f"<{', '.join(self.headers)}>"


@pytest.fixture(scope="module")
def asked(hall: None) -> Asked:
    """A public event with a draft, and a hidden one."""
    club = event("club", rounds=2, draft=True, missing=2)
    hidden = event("hidden", 8, rounds=1, published=False)
    Webhook.objects.create(tournament=club, url="https://club.example/hook")
    Team.objects.create(tournament=club, key="A", name="Alpha")
    first = club.entries.select_related("player").get(number=1)
    Penalty.objects.create(tournament=club, entry=first, round=1, points="1", reason="late")
    Waiting.objects.create(tournament=club, player=Player.objects.create(name="Waits"))
    ReportRule.objects.create(tournament=club, mode="accept")
    LiveGame.objects.create(table=Table.objects.get(round__tournament=club, round__number=2, number=1))
    seasons(club, "club", published=True)
    seasons(hidden, "hidden", published=False)
    people = {
        "foreigner": lambda: make.arbiter(hidden_from_him()),
        "reader": lambda: make.arbiter(club),
        "arbiter": lambda: make.arbiter(club),
        "organiser": lambda: make.arbiter(),
        "superuser": make.organiser,
    }
    headers: dict[str, dict[str, str]] = {"anonymous": {}}
    for role, make_him in people.items():
        user = make_him()
        if role == "organiser":
            Appointment.objects.create(tournament=club, user=user, role="organiser")
        _token, secret = accounts.make_token(by=user, name="fuzz", scope="read" if role == "reader" else "organise")
        headers[role] = {"Authorization": f"Bearer {secret}"}
    assert list(headers) == ROLES
    mails.send_later("link", "anna@club.example", "en", tournament=club, entry=first, name="Anna")
    named = {"mail_id": Mail, "hook_id": Webhook, "waiting_id": Waiting, "penalty_id": Penalty, "round_id": Round}
    return Asked(
        headers,
        {role: state(models) for role, models in FORBIDDEN.items()},
        {name: model.objects.order_by("-pk").values_list("pk", flat=True)[0] for name, model in named.items()},
        Rating.objects.order_by("pk")[0].player_id,
    )


def seasons(event: Tournament, slug: str, *, published: bool) -> None:
    """A rating list and a series of an event."""
    rated = RatingList.objects.create(name=slug, slug=slug, published=published)
    RatedEvent.objects.create(rating_list=rated, tournament=event)
    player = event.entries.get(number=1).player
    Rating.objects.create(rating_list=rated, player=player, mu=1500, sigma=90, games=1)
    summed = Series.objects.create(name=slug, slug=slug, published=published)
    SeriesEvent.objects.create(series=summed, tournament=event)


def hidden_from_him() -> Tournament:
    return event("elsewhere", 4, rounds=0)


@pytest.fixture(autouse=True)
def _unlimited(settings: Any) -> None:
    settings.API_RATES = dict.fromkeys(("token", "person", "address"), (10**9, 10**9))


FORBIDDEN = {
    "anonymous": (*PLAYING, *FOUNDING, *SETTING_UP, *ASKED_FOR),
    "foreigner": (*PLAYING, *FOUNDING, *SETTING_UP, *ASKED_FOR),
    "reader": (*PLAYING, *FOUNDING, *SETTING_UP, *ASKED_FOR),
    "arbiter": (*FOUNDING, Appointment, Team, Webhook, PlayerImport, Penalty, ReportRule),
    "organiser": (EventImport,),
    "superuser": (),
}


@pytest.mark.filterwarnings("ignore:Generating overly large repr")
@pytest.mark.parametrize("asked", ["every role"], indirect=True)  # without it all operations bear one name
@schema.parametrize()
@settings(
    max_examples=4 if THOROUGH else 2,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate],
    database=None,
)
def test_everybody_gets_what_the_schema_says_and_no_more(case: Any, asked: Asked) -> None:
    places = case.path_parameters
    hidden = False
    if "slug" in places:
        hidden = len(str(places["slug"])) % 4 == 3
        places["slug"] = "hidden" if hidden else "club"
    for name in ("number", "table", "after", "other", "ply"):
        if isinstance(places.get(name), int):
            places[name] = 1 + abs(places[name]) % 4
    places |= {name: asked.newest[name] for name in places.keys() & asked.newest.keys()}
    if isinstance(places.get("player"), int):
        places["player"] = asked.rated
    if "event" in places:
        places["event"] = "club"
    for role, headers in asked.headers.items():
        try:
            with transaction.atomic():
                with unchanged(FORBIDDEN[role], asked.before[role]):
                    answer = case.call_and_validate(headers={"Accept-Encoding": "identity", **headers}, checks=CHECKS)
                transaction.set_rollback(True)
            if hidden and role != "superuser":
                assert answer.status_code in (400, 401, 404, 405, 406), "there is nothing for them"
            if answer.status_code >= 400:
                problem = answer.json()
                assert problem["code"] in CODES and problem["status"] == answer.status_code
        except BaseException as error:
            error.add_note(f"asked by: {role}")
            raise


@pytest.mark.parametrize("asked", ["every role"], indirect=True)
def test_a_change_by_somebody_who_may_not_is_seen(asked: Asked) -> None:
    rows = FORBIDDEN["reader"], asked.before["reader"]
    with pytest.raises(AssertionError, match="may not"), transaction.atomic(), unchanged(*rows):
        Penalty.objects.update(reason="not late")
    with connection.cursor() as cursor, pytest.raises(AssertionError, match="may not"), transaction.atomic():
        late = "UPDATE tournaments_penalty SET reason = 'not late'"
        cursor.execute(f"CREATE FUNCTION viertal_late() RETURNS void LANGUAGE sql AS $$ {late} $$")
        with unchanged(*rows):
            cursor.execute("SELECT viertal_late()")
    with unchanged(*rows):
        Penalty.objects.get()


@pytest.fixture(scope="module")
def linked(hall: None) -> dict[str, tuple[str, Table]]:
    """The link of a player and of a table, each with a table that is not theirs."""
    club = event("linked", rounds=2, missing=2)
    rule = ReportRule.objects.create(tournament=club, mode="accept")
    table, other = Table.objects.filter(round__number=2, round__tournament=club, results=None).order_by("number")
    entry = table.seats.get(position=1).entry_id
    return {"a player": (make.own_token(entry), other), "a table": (table_token(rule, table.pk), other)}


@pytest.mark.parametrize("holder", ["a player", "a table"])
@schema.include(path_regex="/v1/link/").parametrize()
@settings(
    max_examples=12 if THOROUGH else 4,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate],
    database=None,
)
def test_who_holds_a_link_gets_what_the_schema_says_and_changes_their_own_table_only(
    case: Any, holder: str, linked: dict[str, tuple[str, Table]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.services.results.reports.TRIES_A_MINUTE", 10**9)
    token, other = linked[holder]
    with transaction.atomic():
        before = state((*FOUNDING, *SETTING_UP, Round))
        # the schema says that the link is a key in a header, so the case has a made-up one there
        case.headers = {**case.headers, "Authorization": f"Link {token}"}
        answer = case.call_and_validate(headers={"Accept-Encoding": "identity"}, checks=CHECKS)
        assert answer.status_code != 401 and state((*FOUNDING, *SETTING_UP, Round)) == before
        assert not TableReport.objects.filter(table=other).exists()
        transaction.set_rollback(True)


def test_the_schema_is_openapi_3_1_and_every_write_can_be_sent_again() -> None:
    document = json.load(io.BytesIO(openapi()))
    assert document["openapi"] == "3.1.0"
    for path, methods in document["paths"].items():
        for method, one in methods.items():
            names = {parameter["name"] for parameter in one["parameters"]} if "parameters" in one else set()
            assert ("Idempotency-Key" in names) == (method != "get"), (method, path)
            for content in one.get("requestBody", {}).get("content", {}).values():
                raw = content["schema"].get("type") in ("object", "string")
                assert raw or content["examples"], f"{method} {path} has no example"


def test_the_schema_names_every_code() -> None:
    text = openapi().decode()
    assert all(f'"{code}"' in text for code in CODES)
