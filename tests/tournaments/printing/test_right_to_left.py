"""Arabic and Hebrew on paper: joined, and read from the right."""

from __future__ import annotations

import unicodedata

import pytest
from reportlab.pdfbase import pdfmetrics

from tests.tournaments.printing.test_documents import pdf
from tests.tournaments.public.build import event, names
from tournaments.printing.typeface import BOLD, PLAIN, apart, load_fonts, width, written

LAYLA, SARA = "ليلى حداد", "שרה כהן"


def forms(text: str) -> str:
    """Spell the drawn characters: the letter and the first letter of its form (isolated, final, initial, medial)."""
    spelt = []
    for letter in text:
        kind, *letters = unicodedata.decomposition(letter).split() or [""]
        spelt.append("".join(chr(int(one, 16)) for one in letters) + kind[1] if letters else letter)
    return "|".join(spelt)


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        # read from the right: lam begins, yeh goes on, lam goes on, alef maksura ends
        ("ليلى", "ىf|لm|يm|لi"),
        # dal joins what is before it, and nothing that follows
        ("حداد", "دi|اi|دf|حi"),
        # lam and alef are one sign; a mark above a letter parts nothing and stays with it
        ("علاء", "ءi|لاf|عi"),
        ("بَت", "تf|بi|َ"),
        ("پروین", "نf|یi|وi|رf|پi"),
    ],
)
def test_letters_have_the_form_of_their_place(text: str, drawn: str) -> None:
    assert forms(written(text)) == drawn


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("Anna de Wit", "Anna de Wit"),
        ("שרה כהן", "ןהכ הרש"),
        ("12 שרה", "12 הרש"),
        ("שרה 12", "12 הרש"),
        ("Anna, שרה כהן, Bert", "Anna, ןהכ הרש, Bert"),
        ("שרה (חיפה)", "(הפיח) הרש"),
        ("שרה (Leiden)", "הרש (Leiden)"),
        ("בן-גוריון", "ןוירוג-ןב"),
        (f"3. {apart('שרה')} 1½", "3. הרש 1½"),
        (f"{apart('Anna')} 1½", "Anna 1½"),
    ],
)
def test_lines_are_in_the_order_in_which_they_are_drawn(text: str, drawn: str) -> None:
    assert written(text) == drawn


def test_the_typeface_has_every_letter_that_is_drawn() -> None:
    load_fonts()
    for name in (PLAIN, BOLD):
        known = pdfmetrics.getFont(name).face.charToGlyph  # type: ignore[attr-defined]
        alphabet = "ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهويىپچژگکیאבגדהוזחטיךכלםמןנסעףפץצקרשת"
        for letter in alphabet:
            for place in (letter, f"ب{letter}", f"{letter}ب", f"ب{letter}ب", f"ل{letter}"):
                assert [c for c in written(place) if ord(c) not in known] == [], place
    assert width("لا", 10) < width("ل", 10) + width("ا", 10), "joined letters are narrower"


@pytest.mark.django_db
@pytest.mark.parametrize("what", ["by-name", "by-table", "standings", "crosstable", "schedules", "report"])
def test_papers_have_arabic_and_hebrew_names_as_they_are_read(what: str) -> None:
    made = event(f"right-{what}", [LAYLA, SARA, *names(6)], rounds=2)
    drawn: list[str] = []
    for page in pdf(made, what, 2 if what.startswith("by") else None).pages:
        page.extract_text(visitor_text=lambda text, *_rest: drawn.append(text))
    text = "".join(drawn)
    assert all(unicodedata.bidirectional(one) != "AL" or ord(one) > 0xFB00 for one in text), "letters without a form"
    assert written("حداد") in text or written("حداد")[::-1] in text
