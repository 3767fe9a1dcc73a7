"""The pages *How it is played here*: their diagrams are records, and every rule that is named is there."""

from __future__ import annotations

import json
import re
from importlib import import_module
from pathlib import Path

import pytest

import games
from games.core import registry
from games.core.record import parse
from games.core.replay import replay

ROOT = Path(games.__path__[0]).parent
KEYS = registry.keys()
PAGES = [(key, ROOT / "games" / key.replace("-", "_") / "rules.md") for key in KEYS]
WITH_PAGE = [(key, page) for key, page in PAGES if page.exists()]
LANGUAGES = sorted({page.name.split(".")[1] for page in (ROOT / "games").glob("*/rules.*.md")})
BLOCK = re.compile(r"^```viertal-diagram\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
ENGLISH = re.compile(r"\b(the|and|with|you|your|their|which|whoever|player|players|board|square)\b", re.IGNORECASE)
MARKS = {
    "en": ("*Ours:*", "*Also possible:*", "*Option*"),
    "nl": ("*Eigen keuze:*", "*Ook mogelijk:*", "*Optie*"),
    "de": ("*Eigene Wahl:*", "*Auch möglich:*", "*Option*"),
    "af": ("*Eie keuse:*", "*Ook moontlik:*", "*Opsie*"),
    "fr": ("*Notre choix :*", "*Aussi possible :*", "*Option*"),
    "es": ("*Elección propia:*", "*También posible:*", "*Opción*"),
    "it": ("*Scelta nostra:*", "*Possibile anche:*", "*Opzione*"),
}

OWN = {"kwartet", "quaro", "quarto", "quatro-chess"}
"""The games of this project, whose pages are there in every language; others' may be in English alone."""


def languages_of(page: Path) -> list[str]:
    return sorted(other.name.split(".")[1] for other in page.parent.glob("rules.*.md"))


EVERY_LANGUAGE = [(key, page, language) for key, page in WITH_PAGE for language in ["en", *languages_of(page)]]
every_page = pytest.mark.parametrize(("key", "page"), WITH_PAGE, ids=[key for key, _ in WITH_PAGE])
every_language = pytest.mark.parametrize(
    ("key", "page", "language"), EVERY_LANGUAGE, ids=[f"{key}-{language}" for key, _, language in EVERY_LANGUAGE]
)
every_translation = pytest.mark.parametrize(
    ("key", "page", "language"),
    [entry for entry in EVERY_LANGUAGE if entry[2] != "en"],
    ids=[f"{key}-{language}" for key, _, language in EVERY_LANGUAGE if language != "en"],
)


def rules_on(page: Path, prefix: str) -> set[str]:
    return set(numbers(page.read_text(encoding="utf-8"), prefix))


def numbers(text: str, prefix: str) -> list[str]:
    return re.findall(rf"\*\*({prefix} \d+\.\d+)\*\*", text)


def in_language(page: Path, language: str) -> str:
    return (page if language == "en" else page.with_name(f"rules.{language}.md")).read_text(encoding="utf-8")


def rules_of(text: str) -> dict[str, str]:
    """The text of each rule on one line, by its number."""
    parts = re.split(r"^- \*\*([A-Z]+ \d+\.\d+)\*\* ", text, flags=re.MULTILINE)[1:]
    return {
        number: " ".join(re.split(r"\n\n|\n(?=```)", what)[0].split())
        for number, what in zip(parts[::2], parts[1::2], strict=True)
    }


def test_the_games_of_this_project_have_their_page() -> None:
    assert {key for key, page in WITH_PAGE if languages_of(page) == LANGUAGES} >= OWN


@every_page
def test_every_diagram_of_a_page_is_a_record_that_can_be_drawn(key: str, page: Path) -> None:
    records = json.loads(page.with_name("diagrams.json").read_text(encoding="utf-8"))
    for language in ("en", *languages_of(page)):
        assert sorted(BLOCK.findall(in_language(page, language))) == sorted(records)
    for record in records.values():
        done = replay(parse(json.dumps(record)))
        assert done.record.game == key
        assert done.game.diagram(done.state).startswith("<svg ")


@every_language
def test_every_language_has_the_same_rules_in_the_same_order(key: str, page: Path, language: str) -> None:
    prefix = registry.get(key).info.prefix
    english, text = in_language(page, "en"), in_language(page, language)
    assert numbers(text, prefix) == numbers(english, prefix)
    for heading in (r"^## (\d+)\.", r"^(###?) "):
        assert re.findall(heading, text, re.MULTILINE) == re.findall(heading, english, re.MULTILINE)
    assert text.count("\n### ") == 4, "the game in one minute has four steps"
    codes = [set(re.findall(r"(?<!`)`([^`\n]+)`(?!`)", told)) for told in (text, english)]
    assert codes[0] == codes[1], "notation is the same"


@every_translation
def test_no_english_is_left_in_another_language(key: str, page: Path, language: str) -> None:
    text = re.sub(r"`[^`]*`|```.*?```", "", in_language(page, language), flags=re.DOTALL)
    assert ENGLISH.findall(text) == []
    mine, english = rules_of(text), rules_of(in_language(page, "en"))
    assert [number for number in english if mine[number] == english[number]] == []


@every_language
def test_every_decision_says_what_else_could_be_read(key: str, page: Path, language: str) -> None:
    ours, other, option = MARKS[language]
    english, text = rules_of(in_language(page, "en")), rules_of(in_language(page, language))
    assert any(ours in rule for rule in text.values())
    for number, rule in text.items():
        assert rule.count(ours) == rule.count(other) == english[number].count(MARKS["en"][0]), number
        assert rule.count(option) == english[number].count("*Option*"), number


@every_page
def test_no_rule_is_about_commands(key: str, page: Path) -> None:
    for language in ("en", *languages_of(page)):
        assert not re.search(r"`legal`|perft|python|JSON", in_language(page, language), re.IGNORECASE)


def test_who_gave_the_piece_away_may_no_longer_call_by_our_decision() -> None:
    rule = rules_of(in_language(ROOT / "games/quarto/rules.md", "en"))["Q 3.4"]
    assert "*Ours:* whoever gave the piece away may no longer call" in rule


@every_page
def test_four_small_pictures_without_words_are_drawn_by_the_engine(key: str, page: Path) -> None:
    pictures = import_module(f"games.{key.replace('-', '_')}.minute").pictures()
    assert len(pictures) == 4
    for picture in pictures:
        assert picture.startswith("<svg ") and 'aria-hidden="true"' in picture
        shown = set(re.findall(r"<text[^>]*>([^<]*)<", picture))
        assert all(len(text) <= 3 or text == "Quarto!" for text in shown), shown
    assert len(set(pictures)) == 4


@every_page
def test_each_rule_that_the_code_names_is_explained(key: str, page: Path) -> None:
    prefix = registry.get(key).info.prefix
    folder = ROOT / "games" / key.replace("-", "_")
    code = "".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py")))
    named = set(re.findall(rf"\b{prefix} \d+\.\d+", code))
    assert named
    assert named <= rules_on(page, prefix)


@every_page
def test_every_option_is_explained_by_its_name(key: str, page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for option in registry.get(key).info.options:
        assert f"`{option.key}`" in text
        assert option.rule in rules_on(page, registry.get(key).info.prefix)
