"""Every word of the site in every language: complete, well-formed, and found where it is written."""

from __future__ import annotations

import gettext
import re
from functools import cache
from html.parser import HTMLParser

import pytest
from django.conf import settings
from django.template.base import Lexer, TokenType
from django.utils import translation

from games.core import registry as games
from scoring.core import registry as tie_breaks
from tools.extraction import ROOT, BadMessage
from tools.messages import WAITS, Catalogue, collect, languages, messages, path_of, problems, read, unclear
from tournaments.forms.tournament import TournamentForm, fieldsets
from tournaments.pairing import registry as pairing
from tournaments.selectors import labels

LANGUAGES = languages()
NAMES = {"Viertal", "CSV", "Excel", "TRF"}


@cache
def every() -> Catalogue:
    return messages()


@cache
def catalogue(language: str) -> Catalogue:
    return read(language)


# The catalogues


@pytest.mark.parametrize("language", [settings.LANGUAGE_CODE, *LANGUAGES])
def test_every_message_is_translated_and_compiled(language: str) -> None:
    assert list(problems(every(), language)) == []


def test_every_language_of_the_site_but_english_has_a_catalogue() -> None:
    assert {code for code, _name in settings.LANGUAGES} == {"en", *LANGUAGES}


def test_no_short_message_is_without_a_comment_for_translators() -> None:
    assert list(unclear(every())) == []
    assert sum(1 for message in every() if message.auto_comments) > 250


def test_a_language_is_listed_in_one_place_only() -> None:
    """Wherever else all the codes stand in a row is a second list, which somebody will forget."""
    codes = [code for code, _name in settings.LANGUAGES]
    row = re.compile(r"[^\w\n]+".join(codes))
    places = [
        path.relative_to(ROOT).as_posix()
        for folder in ("config", "launcher", "tests", "tools", "tournaments")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if row.search(path.read_text("utf-8"))
    ]
    assert places == ["config/settings.py"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_python_reads_from_the_compiled_file_what_the_catalogue_says(language: str) -> None:
    with path_of(language).with_suffix(".mo").open("rb") as file:
        served = gettext.GNUTranslations(file)
    for message in catalogue(language):
        if not message.id or WAITS in message.user_comments:
            continue
        if message.pluralizable:
            first, second = message.string
            context = message.context
            answers = [
                served.npgettext(context, *message.id, number) if context else served.ngettext(*message.id, number)
                for number in (1, 0, 2, 5, 21)
            ]
            none = first if language == "fr" else second  # French: “0 table”
            assert answers == [first, none, *[second] * 3]
        elif message.context:
            assert served.pgettext(message.context, message.id) == message.string
        else:
            assert served.gettext(message.id) == message.string


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_site_finds_the_catalogue(language: str) -> None:
    message = catalogue(language)["Standings"]
    with translation.override(language):
        assert translation.gettext("Standings") == message.string != "Standings"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_letters_of_the_four_colours_differ(language: str) -> None:
    letters = [m.string for m in catalogue(language) if m.context == "letter of a colour"]
    assert len(set(letters)) == 4
    assert {len(letter) for letter in letters} == {1}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_seat_and_a_place_in_the_result_have_words_of_their_own(language: str) -> None:
    said = catalogue(language)
    assert said["Seat"].string != said["Place"].string
    for written in ("Seat %(number)d", "Seat %(seat)s"):
        assert str(said[written].string).partition(" ")[0] == said["Seat"].string
    hint = str(said["For each seat the place reached, such as %(example)s."].string)
    assert str(said["seat"].string)[:4] in hint


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_date_format_has_what_the_english_one_has(language: str) -> None:
    def letters(text: str) -> list[str]:
        # what is escaped is a word of its own: Spanish “de”; b and N are months in short as M is, written small
        return re.findall(r"\w", re.sub(r"\\.", "", text).translate({ord("b"): "M", ord("N"): "M"}))

    formats = [(str(m.id), str(m.string)) for m in catalogue(language) if m.context == "date format"]
    assert ["j", "F", "Y"] in [letters(written) for written, _said in formats]
    for written, said in formats:
        # the order of day and month is the language's own
        assert sorted(letters(said)) == sorted(letters(written)), (written, said)


def glossary() -> dict[str, dict[str, str]]:
    """The glossary's words by the language's own name and the English word."""
    lines = (ROOT / "docs/glossary.md").read_text("utf-8").partition("\n## ")[0].splitlines()
    head, _rule, *rows = [line.strip("| ").split(" | ") for line in lines if line.startswith("|")]
    return {name: {row[0].casefold(): row[column].casefold() for row in rows} for column, name in enumerate(head)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_are_those_of_the_glossary(language: str) -> None:
    name = translation.get_language_info(language)["name_local"].casefold()
    terms = next((terms for column, terms in glossary().items() if column.casefold() == name), {})
    words = {
        str(message.id).casefold(): str(message.string).casefold()
        for message in catalogue(language)
        if not message.context and not message.pluralizable and str(message.id).casefold() in terms
    }
    assert words == {term: terms[term] for term in words}
    assert len(words) > 15 or not terms


def test_the_glossary_has_a_column_for_each_language_of_ours() -> None:
    assert {"Nederlands", "Deutsch", "Afrikaans", "Français", "Español", "Italiano"} <= glossary().keys()


# What is found


def test_all_that_games_pairing_systems_and_tie_breaks_declare_is_found() -> None:
    texts = {message.id for message in every()}
    for game in games.every():
        assert texts.issuperset(game.info.seat_names)
        for option in game.info.options:
            assert {option.label, option.help, *(choice.label for choice in option.choices)} <= texts
    for system in pairing.systems().values():
        assert {system.name, system.help} <= texts
        assert not system.rounds_help or system.rounds_help in texts
        assert {setting.label for setting in system.options} <= texts
    assert {tie_break.label for tie_break in tie_breaks.every().values()} <= texts


def test_what_is_declared_says_what_it_is() -> None:
    comments = {message.id: message.auto_comments for message in every()}
    assert comments["Exchange the last two rounds of cycle 1"] == ["Translators: an option of pairing systems"]
    assert "Translators: a tie-break" in comments["Sonneborn-Berger"]


def found(source: str, place: str) -> list[tuple[object, ...]]:
    catalogue = Catalogue()
    collect(catalogue, source.encode(), place)
    return [(m.context, m.id, *m.auto_comments) for m in catalogue if m.id]


PYTHON = """
from django.utils import translation
from django.utils.translation import gettext as _, gettext_lazy, ngettext, npgettext_lazy as np, pgettext
from django.utils.translation import gettext as now
from elsewhere import gettext_noop

a = _("plain") % {"of": gettext_lazy("inside")}
b = f"<th>{text(_('in an f-string'))}"
c = now("under another name "
        "in two parts")
d = ngettext("%(n)d table", "%(n)d tables", number)
e = np("of a game", "one draw", "draws", 3)
# Translators: the letter of white,
# one only
f = pgettext("colour", "W")
g = translation.gettext("by the module")
h = _(variable), gettext_noop("of another module"), other.gettext("of something else"), _("")
"""


def test_messages_in_python_are_found_however_they_are_called() -> None:
    assert found(PYTHON, "a.py") == [
        (None, "plain"),
        (None, "inside"),
        (None, "in an f-string"),
        (None, "under another name in two parts"),
        (None, ("%(n)d table", "%(n)d tables")),
        ("of a game", ("one draw", "draws")),
        ("colour", "W", "Translators: the letter of white,", "one only"),
        (None, "by the module"),
    ]


@pytest.mark.parametrize("call", ['_(f"Round {n}")', '_("Round " + n)', '_("Round %d" % n)'])
def test_a_text_put_together_before_it_is_translated_is_refused(call: str) -> None:
    with pytest.raises(BadMessage, match=r"^line 2: .*put together"):
        found(f"from django.utils.translation import gettext as _\nx = {call}\n", "a.py")


TEMPLATE = """{% load i18n %}
<h1 title="{% translate "It's so" %}">{% translate 'Anna said "no"' context "speech" %}</h1>
  {% blocktranslate with n=round.number %}Round {{ n }}{% endblocktranslate %} {{ x|default:_("none") }}
{% blocktranslate trimmed count n=k context "list" %}
  one player
{% plural %}
  {{ n }} players
{% endblocktranslate %}
{% comment %}Translators: of a queue{% endcomment %}
  {% translate "last" as word %}{# {% translate "said away" %} #}
"""


def test_messages_in_templates_are_found() -> None:
    assert found(TEMPLATE, "templates/a.html") == [
        (None, "It's so"),
        ("speech", 'Anna said "no"'),
        (None, "Round %(n)s"),
        (None, "none"),
        ("list", ("one player", "%(n)s players")),
        (None, "last", "Translators: of a queue"),
    ]


class _Words(HTMLParser):
    """Collects what a reader of the page sees or hears."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []
        self.silent = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silent = tag if tag in ("script", "style") else ""
        self.seen += [value or "" for name, value in attrs if name in ("title", "alt", "aria-label", "placeholder")]

    def handle_endtag(self, tag: str) -> None:
        self.silent = ""

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.seen.append(data)


def _untranslated(source: str) -> set[str]:
    parts: list[str] = []
    inside = False
    for token in Lexer(source).tokenize():
        word = token.contents.split(" ")[0]
        if token.token_type == TokenType.BLOCK and word in ("blocktranslate", "endblocktranslate"):
            inside = word == "blocktranslate"
        parts.append(token.contents if token.token_type == TokenType.TEXT and not inside else " ")
    page = _Words()
    page.feed("".join(parts))
    return {word for text in page.seen for word in re.findall(r"[^\W\d_]{2,}", text)} - NAMES


def test_templates_say_nothing_outside_translation() -> None:
    found = {
        path.relative_to(ROOT).as_posix(): _untranslated(path.read_text("utf-8"))
        for path in sorted((ROOT / "templates").rglob("*.html"))
        # one is for those who build pages, in English as their code is; the other holds an address alone
        if path.name not in ("style_sheet.html", "_rules_address.html")
    }
    assert {path: words for path, words in found.items() if words} == {}
    assert _untranslated('<p>{% blocktranslate %}said{% endblocktranslate %} Viertal <a title="Go">on</a>') == {
        "Go",
        "on",
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_forms_say_what_is_declared_in_the_language_of_the_page(language: str) -> None:
    other = {
        m.id
        for m in catalogue(language)
        if m.id and not m.context and not m.pluralizable and m.id != m.string and WAITS not in m.user_comments
    }
    with translation.override(language):
        said = {str(text) for title, part in fieldsets() for text in (title or "", part.get("description", ""))}
        for field in TournamentForm.base_fields.values():
            said |= {str(field.label), str(field.help_text)}
            if not hasattr(field, "queryset"):  # what is chosen from the database is nobody's words
                said |= {str(label) for _value, label in getattr(field, "choices", ())}
        said |= {labels.tie_break(code) for code in tie_breaks.every()}
    assert said & other == set()


def test_scripts_take_their_words_from_the_page() -> None:
    """JavaScript has no catalogue: a text with a space and a capital in it belongs in a data attribute."""
    for path in sorted((ROOT / "tournaments/static").rglob("*.js")):
        words = re.findall(r"""["'`]([A-Z][a-z]+ [^"'`]*)["'`]""", path.read_text("utf-8"))
        assert words == [], path
