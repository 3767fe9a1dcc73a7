"""Long names on paper: whole, and in letters that can be read."""

from __future__ import annotations

import re

import pytest
from django.utils import translation
from pypdf import PdfReader

from tests.tournaments.printing.conftest import prized
from tests.tournaments.printing.test_documents import LANGUAGES, pdf, words
from tests.tournaments.public.build import event, names
from tests.tournaments.worlds import world
from tournaments.models import Standings, Tournament
from tournaments.selectors.labels import standings_title
from tournaments.selectors.papers.printing import KINDS

pytestmark = pytest.mark.django_db

LONG = [
    "Maria de los Ángeles Fernández de Córdoba y Álvarez",
    "Hans-Joachim Freiherr von Schnitzenbaumer-Weißmüller",
    "Wolfeschlegelsteinhausenbergerdorff Maximilianopolous",
    "Elżbieta Wiśniewska-Brzęczyszczykiewicz",
]


def bare(reader: PdfReader) -> str:
    return words(reader).replace(" ", "")


def smallest(reader: PdfReader) -> float:
    sizes: set[float] = set()
    for page in reader.pages:
        page.extract_text(visitor_text=lambda text, _cm, _tm, _font, size: text.strip() and sizes.add(size))
    return min(sizes)


def test_by_name_a_long_name_takes_two_lines() -> None:
    made = event("long-by-name", LONG + names(36))
    reader = pdf(made, "by-name", 2)
    for name in LONG:
        assert name.replace(" ", "") in bare(reader)
    assert smallest(reader) >= 6


def test_a_crosstable_gives_to_the_names_what_its_columns_leave() -> None:
    reader = pdf(event("long-crosstable", LONG + names(12)), "crosstable")
    for name in LONG:
        assert name in words(reader)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_crosstable_of_forty_cuts_no_name_and_repeats_them_on_each_sheet(long: Tournament, paper: str) -> None:
    reader = pdf(long, "crosstable", paper=paper)
    for name in long.entries.values_list("player__name", flat=True):
        assert bare(reader).count(name.replace(" ", "")) >= 2, name
    assert smallest(reader) >= 5.5


@world
def long(param: None) -> Tournament:
    """Forty, of whom four have long names, after four rounds."""
    return prized(event("long", LONG + names(36), rounds=4))


@pytest.mark.parametrize("what", KINDS)
def test_no_document_cuts_a_name(long: Tournament, what: str) -> None:
    assert re.findall(r"\w+…", words(pdf(long, what))) == []


def test_two_at_a_table_with_long_names_take_two_lines_in_large_type() -> None:
    people = [*LONG[:2], "Constantijn Huygens van Zuylen van Nijevelt tot Wassenaar en Rosendael", "Anna"]
    made = event("two", [name for one in people for name in (one, f"{one} the younger")], size=2)
    reader = pdf(made, "by-table")
    for name in made.entries.values_list("player__name", flat=True):
        assert name.replace(" ", "") in bare(reader), name
    assert "…" not in words(reader)


def test_no_language_cuts_the_title_of_standings_in_a_half_round() -> None:
    made = event("title", names(24), rounds=3)
    newest = Standings.objects.get(tournament=made, after_round=3)
    newest.body = {**newest.body, "tables": [4, 6]}
    newest.save()
    for language in LANGUAGES:
        with translation.override(language):
            title = standings_title(3, 4, 6)
        assert title in words(pdf(made, "standings", language=language)), language
