"""The form of a page that a request asks for, and its tag."""

from __future__ import annotations

import string
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest
from django.conf import settings
from hypothesis import given
from hypothesis import settings as limits
from hypothesis import strategies as st

import games as package
from games.core import plugins
from tests.support.examples import examples
from tournaments.web import variants
from tournaments.web.variants import GZIP, PLAIN, Variant, variant

LANGUAGES = {code for code, _name in settings.LANGUAGES}
QUERIES = st.text(alphabet=string.ascii_letters + string.digits + "=&%;+_-.é\x00", max_size=60)


@given(QUERIES, st.text(max_size=60), st.text(max_size=20), st.text(max_size=40))
@limits(max_examples=examples(200))
def test_whatever_is_sent_means_some_form_and_its_query_means_the_same_again(
    query: str, languages: str, cookie: str, encodings: str
) -> None:
    found = variant(query, languages, cookie, encodings)
    assert found.language in LANGUAGES and found.encoding in {GZIP, PLAIN}
    again = variant(found.query, found.language, "", found.encoding)
    assert again == found


@pytest.mark.parametrize(
    ("header", "encoding"),
    [
        ("", PLAIN),
        ("gzip", GZIP),
        ("gzip, deflate, br, zstd", GZIP),
        ("br;q=1.0, gzip;q=0.8, *;q=0.1", GZIP),
        ("*", GZIP),
        ("identity", PLAIN),
        ("gzip;q=0", PLAIN),
        ("gzip; q=0.0", PLAIN),
        ("br", PLAIN),
        ("GZIP", GZIP),
        ("x-gzip", GZIP),
        ("notgzip", PLAIN),
    ],
)
def test_gzip_is_for_who_takes_it(header: str, encoding: str) -> None:
    assert variant("", "", "", header).encoding == encoding


@pytest.mark.parametrize(
    ("query", "languages", "cookie", "language"),
    [
        ("", "", "", "en"),
        ("", "nl-BE,nl;q=0.9", "", "nl"),
        ("", "pl,de;q=0.7", "", "de"),
        ("", "*", "", "en"),
        ("", "de", "af", "af"),
        ("lang=nl", "de", "af", "nl"),
        ("lang=xx", "de", "", "de"),
        ("", "x" * 600, "", "en"),
        ("lang=../../etc", "", "", "en"),
        ("lang=nl%00", "", "", "en"),
    ],
)
def test_the_address_goes_before_the_cookie_and_the_cookie_before_the_browser(
    query: str, languages: str, cookie: str, language: str
) -> None:
    assert variant(query, languages, cookie, "").language == language


@pytest.mark.parametrize(
    ("asked", "same"),
    [
        ("club=7&only=pion&at=3&table=2", "club=7"),
        ("only=pion&at=3", "only=pion"),
        ("page=2&at=3&table=2", "at=3"),
        ("by=name&table=2", "by=name"),
    ],
)
def test_what_plays_no_part_beside_the_rest_makes_no_other_form(asked: str, same: str) -> None:
    assert variant(asked) == variant(same) and variant(asked).query == same


def test_what_the_field_takes_is_looked_for_in_any_script_and_nothing_longer() -> None:
    for letter in ("é", "Ж", "王", "𝒜"):
        long = urlencode({"only": letter * 60, "page": "2", "by": "name", "lang": "nl", "board": "1"})
        asked = variant(long)
        assert (asked.only, asked.language, asked.page) == (letter * 60, "nl", 2)
        assert variant(asked.query) == asked
        assert variant(long.replace("&", f"{quote(letter)}&", 1)) == asked, "what does not fit is cut"
    assert variant("only=a%FFb%EF%BF%BD&lang=nl").only == "ab"
    assert variant("only=" + "a+" * 29 + "a+++b").query == "only=" + "a+" * 29 + "a", "no blank is left at the end"


@pytest.mark.parametrize(
    ("path", "kept"),
    [
        ("rounds/2/", ["page=2", "table=5", "club=7"]),
        ("standings/", ["page=2", "club=7"]),
        ("standings/after/1/player/7/panel/", ["page=2", "club=7"]),
        ("standings/why/7/", []),
        ("rounds/2/tables/5/", []),
        ("mine/7/", []),
    ],
)
def test_lists_alone_have_parts(path: str, kept: list[str]) -> None:
    asked = (variants.of_path(variant(query), f"/t/a/{path}").query for query in ("page=2", "table=5", "club=7"))
    assert [query for query in asked if query] == kept


def test_links_carry_on_a_chosen_language_and_the_wall_but_not_the_order() -> None:
    assert variant("by=name&board=1&lang=nl").carried == "lang=nl&board=1"
    assert variant("by=name").carried == ""


def test_a_tag_cannot_be_made_without_the_key(settings: object) -> None:
    form = Variant("en")
    before = variants.tag("a", 1, "/t/a/", "host", form)
    settings.SECRET_KEY = "another"  # type: ignore[attr-defined]
    assert variants.tag("a", 1, "/t/a/", "host", form) != before


@given(st.text(max_size=60))
@limits(max_examples=examples(100))
def test_a_tag_matches_itself_in_any_list_and_nothing_else(noise: str) -> None:
    tag = variants.tag("a", 1, "/t/a/", "host", Variant("en"))
    assert variants.matches(tag, tag)
    assert variants.matches(f'"x", W/{tag} ,"y"', tag)
    assert not variants.matches("*", tag)
    assert variants.matches(noise, tag) is False


def test_the_code_version_is_the_same_each_time() -> None:
    variants.code_version.cache_clear()
    first = variants.code_version()
    variants.code_version.cache_clear()
    assert variants.code_version() == first


def test_what_a_game_is_made_of_counts_for_the_code_version() -> None:
    games = Path(str(package.__file__)).parent
    parts = {*games.glob("*/declaration.json"), *games.glob("*/decks.*.txt"), *games.glob("*/rules.*.md")}
    assert {path.name for path in parts} >= {"declaration.json", "decks.fr.txt"}
    assert parts <= set(variants._sources())


@pytest.mark.parametrize("name", ["declaration.json", "deeper/code.py", "rules.fr.md"])
def test_a_change_of_another_packages_part_is_another_code_version(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    module, part = tmp_path / "alone.py", tmp_path / "club" / name
    part.parent.mkdir(parents=True)
    monkeypatch.setattr(plugins, "places", lambda: (module, tmp_path / "club"))
    seen = []
    for changed in (part, module, part, module):
        changed.write_text(f"{len(seen)}", encoding="utf-8")
        variants.code_version.cache_clear()
        seen.append(variants.code_version())
    monkeypatch.undo()
    variants.code_version.cache_clear()
    assert len({*seen, variants.code_version()}) == 5
