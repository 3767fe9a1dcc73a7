"""One set of signs: the letter beside a seat is the letter on the board, in every language and on paper."""

from __future__ import annotations

import io
import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation
from pypdf import PdfReader

from games.core.svg import SIGNS
from tests.tournaments.games.conftest import WHOLE, golden, hand_in, table_for
from tests.tournaments.worlds import world
from tournaments.printing.press import Press
from tournaments.selectors import labels
from tournaments.selectors.papers.printing import prepare

pytestmark = pytest.mark.django_db

LANGUAGES = [code for code, _name in settings.LANGUAGES]
CLASSES = {"white": "w", "red": "r", "black": "k", "green": "g"}


def letters(language: str) -> dict[str, str]:
    with translation.override(language):
        return labels.letters()


def on_cards(board: str) -> dict[str, str]:
    """Return the letters of the signs in the corners of a board, by colour."""
    return dict(zip(SIGNS, re.findall(r'font-weight="bold">(.)</text>', board), strict=True))


def boards(page: str) -> list[str]:
    return [svg for svg in re.findall(r"<svg .*?</svg>", page, re.DOTALL) if "Quatro Chess" in svg]


@world
def table(boss):
    name, size = WHOLE["quatro-chess"]
    record = golden(name)
    table = table_for(record, boss, size)
    assert hand_in(table, boss, record).state == "agrees"
    return table


def test_the_letters_of_some_language_are_not_the_english_ones():
    blacks = {language: letters(language)["black"] for language in LANGUAGES}
    assert blacks == blacks | {"en": "B", "nl": "Z", "de": "S", "af": "S"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_and_board_bear_the_same_letters(client, table, language):
    slug, number = table.round.tournament.slug, table.round.number
    expected = letters(language)
    start = reverse("table", args=[slug, number, table.number]) + f"ply/0/?lang={language}"
    page = client.get(start).content.decode()
    legend = dict(re.findall(r'<i class="([wrkg])" aria-hidden="true">(.)</i>', page))
    assert legend == {CLASSES[key]: letter for key, letter in expected.items()}
    (board,) = boards(page)
    assert on_cards(board) == expected
    alone = reverse("table_diagram", args=[slug, number, table.number, 0])
    assert on_cards(client.get(f"{alone}?lang={language}").content.decode()) == expected
    answer = Client(headers={"accept-language": language}).get(alone)
    assert on_cards(answer.content.decode()) == expected
    assert "Accept-Language" in answer["Vary"]
    round_ = client.get(reverse("round", args=[slug, number]) + f"?lang={language}").content.decode()
    assert dict(re.findall(r"<i class=([wrkg])[^>]*>(.)</i>", round_)).items() <= legend.items()
    assert f"diagram/?lang={language}" in round_, "the picture is asked for in the page's language"


def test_a_kept_board_is_not_taken_for_another_languages(client, table):
    alone = reverse("table_diagram", args=[table.round.tournament.slug, table.round.number, table.number, 0])
    english = client.get(alone + "?lang=en")
    again = Client(headers={"if-none-match": english["ETag"]}).get(alone + "?lang=nl")
    assert again.status_code == 200


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("what", ["slips", "by-table", "by-name", "scoresheet"])
def test_paper_bears_the_same_signs(table, what, language, monkeypatch):
    drawn: set[tuple[str, str, str]] = set()
    sign = Press.sign

    def listen(self, x, y, side, one):
        drawn.add((one.key, one.shape, one.letter))
        sign(self, x, y, side, one)

    monkeypatch.setattr(Press, "sign", listen)
    with translation.override(language):
        ready = prepare(table.round.tournament, what, 1, "http://hall.local:8000")
        press = Press("a4", ready.head, wide=ready.wide, bare=ready.bare)
        ready.draw(press)
        reader = PdfReader(io.BytesIO(press.finish()))
    assert drawn == {(key, one.shape, letters(language)[key]) for key, one in SIGNS.items()}
    words = " ".join(page.extract_text() for page in reader.pages)
    assert set(letters(language).values()) <= set(words.split())
