"""Notices of games, pairing and the site in the reader's language: every code has a sentence, every sentence a use."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext

from games.core.notices import A_SEAT, ARTICLES, LABEL, OWN, PLAIN, TEXTS, THE_SEAT, Notice, every, worded
from tests.pairing.noticed import noticed
from tournaments.sentences import score, sentence

ROOT = Path(__file__).resolve().parents[3]
HOLE = re.compile(r"%\((\w+)\)s")
RAISED = {"DocumentError": 1, "TrfError": 2, "CodeError": 0, "PairingError": 0, "fail": 1, "Unreadable": 0}
"""Errors that carry a notice, and where it stands among what they are given; ``fail`` makes a TrfError."""
KEPT = {"short-tables-cost"}
"""Codes that nothing says any more; rounds that were paired before keep them."""
BY_HELPERS = {PLAIN, LABEL, OWN, THE_SEAT, A_SEAT, ARTICLES, "and", "or", "then", "clauses"}
"""Codes that ``games.core.notices`` uses itself, for lists and for texts as they stand."""


@cache
def calls() -> list[tuple[Path, str, ast.Call]]:
    """Every call of a name in the program, with its file."""
    found = []
    for folder in ("games", "scoring", "tournaments"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call):
                    name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
                    found.append((path.relative_to(ROOT), name, node))
    return found


def uses() -> Iterator[tuple[str, ast.Call]]:
    """Every call of Notice in the program, with its place."""
    for path, name, node in calls():
        if name == "Notice" and "migrations" not in path.parts and path.name != "notices.py":
            yield f"{path}:{node.lineno}", node


def test_every_notice_has_a_sentence_with_the_same_holes():
    for place, call in uses():
        assert len(call.args) == 1 and isinstance(call.args[0], ast.Constant), f"{place}: write the code out"
        code = call.args[0].value
        assert code in TEXTS, f"{place}: nothing declares {code}"
        given = {keyword.arg for keyword in call.keywords}
        assert given == set(HOLE.findall(TEXTS[code])), f"{place}: {code} has other holes"


def raised() -> Iterator[tuple[str, ast.expr]]:
    """Yield the text or notice of every error that carries a notice, with its place."""
    for path, name, node in calls():
        folder = {"fail": "trf", "Unreadable": "imports"}.get(name)
        if name in RAISED and (not folder or folder in path.parts):
            yield f"{path}:{node.lineno}", node.args[RAISED[name]]


def is_made_of_words(what: ast.expr) -> bool:
    """Tell whether it is a text written out, put together or translated on the spot, which no table can translate."""
    if isinstance(what, ast.Call):
        name = what.func.id if isinstance(what.func, ast.Name) else getattr(what.func, "attr", "")
        return name in ("_", "gettext", "str", "format") or (name == "plain" and is_made_of_words(what.args[0]))
    return isinstance(what, ast.Constant | ast.JoinedStr | ast.BinOp)


def test_no_error_is_made_of_words():
    places = list(raised())
    assert len(places) > 200
    assert [place for place, what in places if is_made_of_words(what)] == [], "make it a code with parameters"


@pytest.mark.parametrize(
    "words", ['"is missing"', 'f"{name} is missing"', '_("Odd: %(it)s") % {"it": it}', '_("Odd.")', 'plain(_("Odd."))']
)
def test_an_error_of_words_is_seen(words):
    assert is_made_of_words(ast.parse(words).body[0].value)


def test_every_sentence_is_used():
    used = {call.args[0].value for _place, call in uses()} | BY_HELPERS | KEPT
    assert sorted(TEXTS.keys() - used) == []


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_every_code_is_put_into_words_in_every_language(language):
    """One test for all codes of a language: a test for each of them cost more than what it looked at."""
    wrong = {}
    with translation.override(language):
        for code, text in TEXTS.items():
            holes = set(HOLE.findall(text))
            params = {name: Fraction(7, 2) if name == "points" else f"<{name}>" for name in holes}
            translated, shown = gettext(text), sentence(Notice(code, **params))
            missing = [name for name in holes - {"points"} if f"<{name}>" not in shown]
            if set(HOLE.findall(translated)) != holes or missing or "%(" in shown:
                wrong[code] = translated, shown
    assert len(TEXTS) > 900
    assert wrong == {}


def shouted(text: str) -> str:
    """A language in which every message is the English one in capitals."""
    return "".join(part if k % 2 else part.upper() for k, part in enumerate(re.split(r"(%\(\w+\)s)", text)))


def test_nothing_that_the_pairing_says_passes_by_the_table():
    """Only names stay as they are: those of teams, options, systems and keys."""
    said = noticed()
    assert len(said) > 200
    for notice in said:
        rest = re.sub(r"Team [A-Z]|Leiden|\b[wb]+\b|[a-z_.]*pairing\.[a-z_.]+|C[0-9]+", "", worded(notice, shouted))
        assert not re.search(r"[a-z]{2,}", rest), rest


def test_points_and_lists_are_shown_as_a_person_reads_them():
    assert sentence(Notice("score-group", points=Fraction(15, 2))) == "Players with equal points: 7½."
    assert sentence(Notice("record-decides", points=score([Fraction(1, 2), None]))).endswith(": ½ – –.")
    assert sentence(Notice("knockout-free", round=2, players=(3, 5))) == "Round 2: advancing without playing: 3, 5."


def test_nothing_is_said_where_there_is_no_notice():
    assert sentence(None) == ""


def test_every_player_in_a_notice_of_the_pairing_can_be_named_and_nothing_else_is():
    names = {number: f"Anna{number}" for number in range(1, 1000)}
    for notice in noticed():
        shown = sentence(notice, names)
        assert not re.search(r"[Pp]layers? \d", shown), shown
        assert not re.search(r"(?:round|table|board|seat|than|For|of) Anna\d", shown), shown
        assert re.sub(r"Anna\d+ \((\d+)\)", r"\1", shown) == sentence(notice)


def test_names_stand_where_numbers_stood_and_counts_stay():
    names = {3: "Anna", 5: "50 % {Bert}"}
    assert sentence(Notice("meet-again", a=3, b=5), names) == "Players Anna (3) and 50 % {Bert} (5) meet again."
    assert sentence(Notice("meet-again", a=3, b=4), names) == "Players Anna (3) and 4 meet again."
    beside = sentence(Notice("meet-again", a=3, b=7), names | {7: "יעל"})
    assert beside == "Players Anna (3) and \u2068יעל\u2069 (7) meet again."
    free = Notice("knockout-free", round=3, players=(3, 5))
    assert sentence(free, names) == "Round 3: advancing without playing: Anna (3), 50 % {Bert} (5)."
    level = Notice("knockout-level", round=3, table=5, players=every([3, 5]))
    assert "table 5: players Anna (3) and 50 % {Bert} (5) are tied" in sentence(level, names)
    assert sentence(Notice("swiss-too-few", round=5, players=3), names).startswith("Round 5 has 3 players")
