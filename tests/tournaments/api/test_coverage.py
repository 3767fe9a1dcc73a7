"""Everything that the site shows or does has its counterpart in the API, or a reason why not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.contrib import admin
from django.urls import get_resolver

from tests.tournaments.api.coverage import COVERED, written
from tests.tournaments.test_every_url import routes
from tournaments.admin.webhooks import WebhookForm
from tournaments.api.desk.attendance import PersonChange
from tournaments.api.desk.exports import PrintIn
from tournaments.api.desk.tournaments import TournamentIn
from tournaments.api.desk.webhooks import WebhookChange
from tournaments.api.public.meta import openapi
from tournaments.api.public.ratings import RatingListIn
from tournaments.api.public.series import SeriesIn
from tournaments.forms.players import PersonForm
from tournaments.forms.seen_values import NAME as SEEN
from tournaments.forms.tournament import TournamentForm
from tournaments.models import RatingList, Series
from tournaments.selectors.papers import printing

PAGE = Path(__file__).parents[3] / "docs" / "api-coverage.md"
OF_PAIRING = {"system", "table_size", "rounds_planned", "rounds_by_system", "seed"}
"""Columns of a tournament that stand in `pairing` of the event document."""


def operations() -> set[str]:
    paths = json.loads(openapi())["paths"]
    return {f"{method.upper()} {path.removeprefix('/api/v1')}" for path, one in paths.items() for method in one}


def test_every_address_of_the_site_has_its_operations_or_a_reason() -> None:
    site = {route for route in routes(get_resolver().url_patterns) if not route.startswith("api/")}
    assert not site - set(COVERED), "Say in COVERED what a program asks instead, and fill what is missing"
    assert not set(COVERED) - site, "COVERED has addresses that are no more"


def test_every_operation_that_is_named_is_in_the_schema() -> None:
    named = {one for found in COVERED.values() if not isinstance(found, str) for one in found}
    assert not named - operations()


def test_every_operation_that_writes_is_of_some_page() -> None:
    """So that the table shows what a page's buttons are, not one of them."""
    named = {one for found in COVERED.values() if not isinstance(found, str) for one in found}
    elsewhere = {"PUT /tournaments/{slug}/teams/{key}/", "DELETE /tournaments/{slug}/teams/{key}/"}  # by lists
    assert not {one for one in operations() if not one.startswith("GET ")} - named - elsewhere


def test_the_page_is_the_table() -> None:
    assert PAGE.read_text("utf-8") == written(), "python -m tests.tournaments.api.coverage > docs/api-coverage.md"


def test_every_document_that_the_site_prints_can_be_asked_for() -> None:
    assert set(PrintIn().fields["what"].choices) == set(printing.KINDS)


@pytest.mark.parametrize(
    ("form", "sent", "besides"),
    [
        (TournamentForm.Meta.fields, TournamentIn, OF_PAIRING),
        (PersonForm.base_fields, PersonChange, {SEEN}),
        (WebhookForm.Meta.fields, WebhookChange, {"tournament"}),
        (admin.site._registry[RatingList].fields, RatingListIn, {"computed_at"}),
    ],
    ids=["tournament", "person", "webhook", "rating list"],
)
def test_every_field_of_a_form_of_the_site_can_be_sent(form: Any, sent: Any, besides: set[str]) -> None:
    assert set(form) - besides <= set(sent().fields)


def test_every_field_of_a_series_can_be_sent() -> None:
    shown = {"name", "slug", "published", "value", "places", "best", "drop", "ties"}
    flat = {
        name for one in admin.site._registry[Series].fields or () for name in ((one,) if isinstance(one, str) else one)
    }
    assert flat - {"computed_at"} == shown <= set(SeriesIn().fields)
