"""Words of a move, texts in messages, and SVG by hand."""

from __future__ import annotations

import pytest

from games.core import svg
from games.core.errors import listed, quote, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("give LRTF", ["give", "LRTF"]),
        (" \t\r\n give\r\n\tLRTF \n", ["give", "LRTF"]),
        ("", []),
        (" \n", []),
        ("give\u00a0LRTF", ["give\u00a0LRTF"]),
        ("give\x0bLRTF\x1c", ["give\x0bLRTF\x1c"]),
    ],
)
def test_words_stand_between_space_tab_cr_and_lf_only(text: str, expected: list[str]) -> None:
    assert words(text) == expected


def test_a_quoted_text_is_short_and_printable() -> None:
    assert quote("a1") == '"a1"'
    assert quote("x" * 1000) == '"' + "x" * 40 + '…"'
    assert quote("a\x00\u202e\ud800\n") == '"a\\x00\\u202e\\ud800\\n"'
    assert quote("é漢") == '"é漢"'


def test_lists_are_written_as_a_person_would() -> None:
    assert listed([]) == ""
    assert listed(["a"]) == "a"
    assert listed(["a", "b"]) == "a or b"
    assert listed(("a", "b", "c"), "and") == "a, b and c"


def test_svg_escapes_what_a_stranger_wrote() -> None:
    assert svg.text(1, 2, '<script>"&\x00\ud800') == (
        '<text x="1" y="2" font-size="14" text-anchor="middle" fill="#1d2530">'
        "&lt;script&gt;&quot;&amp;\ufffd\ufffd</text>"
    )
    assert svg.rect(0, 0, 10.25, 1 / 3) == '<rect x="0" y="0" width="10.2" height="0.3"/>'
