"""Pairings on a wall: in type as large as the sheet allows, and no name cut."""

from __future__ import annotations

import pytest

from tests.tournaments import make
from tests.tournaments.printing.test_documents import pdf, words
from tests.tournaments.public.build import event

pytestmark = pytest.mark.django_db


class TestReadFromAfar:
    def sizes(self, reader, wanted):
        """The sizes of the type in which texts that hold ``wanted`` are set."""
        found = []

        def visit(text, _cm, tm, _font, size):
            if wanted in text:
                found.append(size * tm[3])

        for page in reader.pages:
            page.extract_text(visitor_text=visit)
        return found

    @pytest.mark.parametrize(("make_one", "end"), [(make.tournament, make.QC_END), (make.duel, ("1", "0"))])
    def test_few_tables_are_set_in_large_type_on_one_page(self, boss, make_one, end):
        made = make_one(24 if make_one is make.tournament else 12, rounds_planned=3)
        round_ = make.published(made, boss)
        for again in (False, True):
            reader = pdf(made, "by-table", 1)
            assert len(reader.pages) == 1
            names = self.sizes(reader, "Player")
            assert len(names) == made.entries.count()
            assert min(names) >= 15, "a long name may be narrower, not small"
            if not again:
                make.play(round_, boss, end)

    def test_many_are_set_as_a_table(self, boss):
        made = make.tournament(160)
        make.published(made, boss)
        reader = pdf(made, "by-table", 1)
        assert len(self.sizes(reader, "Player")) == 160
        assert max(self.sizes(reader, "Player")) < 15

    LONG = ("Marijke van Oosterhout-Vermeulen", "Elżbieta Wiśniewska-Brzęczyszczykiewicz")

    @pytest.mark.parametrize("players", [40, 100])
    def test_no_name_is_cut_where_the_sheet_has_room(self, players):
        made = event(f"names{players}", [*self.LONG, *(f"Speler Nummer{n}" for n in range(3, players + 1))], rounds=1)
        for what in ("by-table", "by-name"):
            text = words(pdf(made, what, 1)).replace(" ", "")  # a name may stand in two lines
            assert all(name.replace(" ", "") in text for name in self.LONG) and "…" not in text, what

    def test_forty_fill_two_columns_of_equal_length_and_sixteen_one_in_large_type(self):
        forty = pdf(event("forty", [f"Speler {n:02}" for n in range(40)], rounds=1), "by-name", 1)
        at = []
        forty.pages[0].extract_text(visitor_text=lambda text, _cm, tm, _f, _s: at.append((text.strip(), tm[4])))
        places = [round(x) for text, x in at if text.startswith("Speler")]
        assert len(forty.pages) == 1 and {places.count(x) for x in places} == {20}
        sixteen = pdf(event("sixteen", [f"Speler {n:02}" for n in range(16)], rounds=1), "by-name", 1)
        assert min(self.sizes(sixteen, "Speler")) >= 18
