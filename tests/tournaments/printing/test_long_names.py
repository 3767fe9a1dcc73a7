"""Long names on paper: whole, and in letters that can be read."""

from __future__ import annotations

import pytest

from tests.tournaments.printing.test_documents import pdf, words
from tests.tournaments.public.build import event, names

pytestmark = pytest.mark.django_db

LONG = [
    "Maria de los Ángeles Fernández de Córdoba y Álvarez",
    "Hans-Joachim Freiherr von Schnitzenbaumer-Weißmüller",
    "Wolfeschlegelsteinhausenbergerdorff Maximilianopolous",
    "Elżbieta Wiśniewska-Brzęczyszczykiewicz",
]


def test_by_name_a_long_name_takes_two_lines() -> None:
    made = event("long-by-name", LONG + names(36))
    reader = pdf(made, "by-name", 2)
    for name in LONG:
        assert name.replace(" ", "") in words(reader).replace(" ", "")
    sizes: set[float] = set()
    reader.pages[0].extract_text(visitor_text=lambda text, _cm, _tm, _font, size: text.strip() and sizes.add(size))
    assert min(sizes) >= 6


def test_a_crosstable_gives_to_the_names_what_its_columns_leave() -> None:
    reader = pdf(event("long-crosstable", LONG + names(12)), "crosstable")
    for name in LONG:
        assert name in words(reader)
