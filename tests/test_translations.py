"""Every word of the site in every language: complete, well-formed, and found where it is written."""

from __future__ import annotations

import gettext
import io
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.conf import settings
from django.template.base import Lexer, TokenType
from django.utils import translation
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from games.core import registry as games
from scoring import registry as tie_breaks
from tools.extraction import ROOT, BadMessage, Message, declared, in_python, in_template, messages
from tools.messages import LANGUAGES, badly_translated, header, main, placeholders, po_path, problems, updated
from tools.pofile import BadCatalogue, Catalogue, Entry, compiled, read, write
from tournaments.forms.tournament import TournamentForm, fieldsets
from tournaments.pairing import registry as pairing
from tournaments.selectors import labels

NAMES = {"Viertal", "CSV", "TRF"}


@cache
def every() -> list[Message]:
    return messages()


def catalogue(language: str) -> Catalogue:
    return read(po_path(language).read_text("utf-8"))


# The catalogues


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_translated_and_compiled(language: str) -> None:
    assert list(problems(every(), language)) == []


def test_every_language_of_the_site_but_english_has_a_catalogue() -> None:
    assert {code for code, _name in settings.LANGUAGES} == {"en", *LANGUAGES}


@pytest.mark.parametrize("language", LANGUAGES)
def test_python_reads_from_the_compiled_file_what_the_catalogue_says(language: str) -> None:
    with po_path(language).with_suffix(".mo").open("rb") as file:
        compiled_file = gettext.GNUTranslations(file)
    for entry in catalogue(language).entries.values():
        if entry.plural is None and entry.context is None:
            assert compiled_file.gettext(entry.text) == entry.strings[0]
        elif entry.plural is None:
            assert compiled_file.pgettext(entry.context, entry.text) == entry.strings[0]
        else:
            said = [compiled_file.ngettext(entry.text, entry.plural, number) for number in (1, 0, 2, 5, 21)]
            assert said == [entry.strings[0], *[entry.strings[1]] * 4]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_site_finds_the_catalogue(language: str) -> None:
    entry = catalogue(language).entries[None, "Standings"]
    with translation.override(language):
        assert translation.gettext("Standings") == entry.strings[0] != "Standings"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_letters_of_the_four_colours_differ(language: str) -> None:
    letters = [e.strings[0] for e in catalogue(language).entries.values() if e.context == "letter of a colour"]
    assert len(set(letters)) == 4
    assert {len(letter) for letter in letters} == {1}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_date_format_has_day_month_and_year(language: str) -> None:
    formats = [e.strings[0] for e in catalogue(language).entries.values() if e.context == "date format"]
    assert [re.findall(r"\w", one) for one in formats] == [["j", "F", "Y"]] * len(formats)


@pytest.mark.parametrize(("language", "column"), [("nl", 2), ("de", 3), ("af", 4)])
def test_the_words_are_those_of_the_glossary(language: str, column: int) -> None:
    lines = (ROOT / "docs/glossary.md").read_text("utf-8").splitlines()
    rows = [line.strip("| ").split(" | ") for line in lines if line.startswith("|")][2:]
    terms = {row[0].casefold(): row[column] for row in rows}
    said = {
        entry.text.casefold(): entry.strings[0]
        for entry in catalogue(language).entries.values()
        if entry.context is None and entry.text.casefold() in terms
    }
    assert len(said) > 15
    assert {term: word.casefold() for term, word in said.items()} == {t: terms[t].casefold() for t in said}


# What is found


def test_all_that_games_pairing_systems_and_tie_breaks_declare_is_found() -> None:
    found = {message.text for message in every()}
    for game in games.every():
        assert found.issuperset(game.info.seat_names)
        for option in game.info.options:
            assert {option.label, option.help, *(choice.label for choice in option.choices)} <= found
    for system in pairing.systems().values():
        assert {system.name, system.help} <= found
        assert {setting.label for setting in system.options} <= found
    assert {tie_break.label for tie_break in tie_breaks.every().values()} <= found


def test_what_is_declared_is_found_where_it_is_written() -> None:
    places = {message.text: message.place for message in declared()}
    file, line = places["Exchange the last two rounds of cycle 1"].split(":")
    assert file == "tournaments/pairing/systems/berger.py"
    assert "Exchange the last two rounds" in (ROOT / file).read_text("utf-8").splitlines()[int(line) - 1]


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
f = pgettext("colour", "W")
g = translation.gettext("by the module")
h = _(variable), gettext_noop("of another module"), other.gettext("of something else"), _("")
"""


def test_messages_in_python_are_found_however_they_are_called() -> None:
    assert [(m.context, m.text, m.plural, m.place) for m in in_python(PYTHON, "a.py")] == [
        (None, "plain", None, "a.py:7"),
        (None, "inside", None, "a.py:7"),
        (None, "in an f-string", None, "a.py:8"),
        (None, "under another name in two parts", None, "a.py:9"),
        (None, "%(n)d table", "%(n)d tables", "a.py:11"),
        ("of a game", "one draw", "draws", "a.py:12"),
        ("colour", "W", None, "a.py:13"),
        (None, "by the module", None, "a.py:14"),
    ]


@pytest.mark.parametrize("call", ['_(f"Round {n}")', '_("Round " + n)', '_("Round %d" % n)'])
def test_a_text_put_together_before_it_is_translated_is_refused(call: str) -> None:
    with pytest.raises(BadMessage, match=r"^a\.py:2: .*put together"):
        list(in_python(f"from django.utils.translation import gettext as _\nx = {call}\n", "a.py"))


TEMPLATE = """{% load i18n %}
<h1 title="{% translate "It's so" %}">{% translate 'He said "no"' context "speech" %}</h1>
{% blocktranslate with n=round.number %}Round {{ n }}{% endblocktranslate %} {{ x|default:_("none") }}
{% blocktranslate trimmed count n=k context "list" %}
  one player
{% plural %}
  {{ n }} players
{% endblocktranslate %}
{% translate "last" as word %}{# {% translate "said away" %} #}
"""


def test_messages_in_templates_are_found() -> None:
    assert [(m.context, m.text, m.plural, m.place) for m in in_template(TEMPLATE, "a.html")] == [
        (None, "It's so", None, "a.html:2"),
        ("speech", 'He said "no"', None, "a.html:2"),
        (None, "Round %(n)s", None, "a.html:3"),
        (None, "none", None, "a.html:3"),
        ("list", "one player", "%(n)s players", "a.html:4"),
        (None, "last", None, "a.html:9"),
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
    }
    assert {path: words for path, words in found.items() if words} == {}
    assert _untranslated('<p>{% blocktranslate %}said{% endblocktranslate %} Viertal <a title="Go">on</a>') == {
        "Go",
        "on",
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_forms_say_what_is_declared_in_the_language_of_the_page(language: str) -> None:
    other = {e.text for e in catalogue(language).entries.values() if e.context is None and e.text not in e.strings}
    with translation.override(language):
        said = {str(text) for title, part in fieldsets() for text in (title or "", part.get("description", ""))}
        for field in TournamentForm.base_fields.values():
            said |= {str(field.label), str(field.help_text)}
            if not hasattr(field, "queryset"):  # what is chosen from the database is nobody's words
                said |= {str(label) for _value, label in getattr(field, "choices", ())}
        said |= {labels.tie_break(code) for code in tie_breaks.every()}
    assert said & other == set()


# What goes wrong, and the tool that mends it


def test_a_new_message_is_named_with_its_place(tmp_path: Path) -> None:
    path = po_path("nl", tmp_path)
    path.parent.mkdir(parents=True)
    old = Message(None, "Round %(n)s", None, "a.html:3")
    path.write_text(write(updated(Catalogue(""), [old], "nl")), "utf-8")
    new = Message(None, "Wholly new", None, "tournaments/web/conditional.py:12")
    said = list(problems([old, new], "nl", tmp_path))
    assert said == [
        "a.html:3: 'Round %(n)s' is not translated in locale/nl/LC_MESSAGES/django.po.",
        "tournaments/web/conditional.py:12: 'Wholly new' is not in locale/nl/LC_MESSAGES/django.po; "
        "run python -m tools.messages and translate it.",
        "locale/nl/LC_MESSAGES/django.mo is not what locale/nl/LC_MESSAGES/django.po says; "
        "run python -m tools.messages.",
    ]
    assert next(problems([], "de", tmp_path)).startswith("locale/de/LC_MESSAGES/django.po: ")


def _filled(*entries: Entry) -> Catalogue:
    return Catalogue(header("nl"), {entry.key: entry for entry in entries})


def test_an_update_keeps_marks_adds_and_drops() -> None:
    old = _filled(
        Entry(None, "Rounds", strings=("Rondes",), notes=("on the desk",)),
        Entry(None, "All results are in.", strings=("Alle uitslagen zijn binnen.",)),
        Entry(None, "Gone", strings=("Weg",)),
        Entry(None, "table", strings=("tafel",)),
    )
    found = [
        Message(None, "Rounds", None, "b.py:1"),
        Message(None, "All results are in now.", None, "b.py:2"),
        Message(None, "Rounds", None, "c.py:3"),
        Message(None, "table", "tables", "c.py:4"),
        Message("of a game", "Rounds", None, "c.py:5"),
    ]
    new = updated(old, found, "nl")
    assert list(new.entries) == [
        (None, "Rounds"),
        (None, "All results are in now."),
        (None, "table"),
        ("of a game", "Rounds"),
    ]
    kept, reworded, plural, other = new.entries.values()
    assert (kept.strings, kept.notes, kept.places, kept.fuzzy) == (
        ("Rondes",),
        ("on the desk",),
        ("b.py", "c.py"),
        False,
    )
    assert (reworded.strings, reworded.fuzzy, reworded.former) == (
        ("Alle uitslagen zijn binnen.",),
        True,
        "All results are in.",
    )
    assert (plural.strings, plural.fuzzy) == (("tafel", "tafel"), True)
    assert (other.strings, other.fuzzy) == (("",), False)
    assert read(write(new)) == new
    assert updated(new, found, "nl") == new
    with io.BytesIO(compiled(new)) as file:
        assert gettext.GNUTranslations(file).gettext("All results are in now.") == "All results are in now."


def test_one_text_with_two_plurals_is_refused() -> None:
    found = [Message(None, "draw", "draws", "a.py:1"), Message(None, "draw", "more", "b.py:2")]
    with pytest.raises(BadMessage, match=r"^b\.py:2: 'draw' has another plural than in a\.py"):
        updated(Catalogue(""), found, "nl")


@pytest.mark.parametrize(
    ("text", "translated", "right"),
    [
        ("Round %(n)d of %(m)d", "Von %(m)d Runde %(n)d", True),
        ("Round %(n)d", "Runde %(n)s", False),
        ("Round %(n)d", "Runde", False),
        ("Round %(n)d", "Runde %(n)d, die %(n)d.", True),
        ("%s of %d", "%d von %s", False),
        ("without {0} and {0}", "ohne {0}", False),
        ("50 % of it", "50 % davon", True),
        ("move: ", "Zug:", False),
        ("move", 'Zug "', False),
        ("if a < b", "wenn a < b", True),
        ("bold", "<b>fett</b>", False),
    ],
)
def test_what_is_filled_in_must_agree(text: str, translated: str, right: bool) -> None:
    assert (list(badly_translated(Entry(None, text, strings=(translated,)))) == []) is right


def test_a_plural_may_leave_the_number_out_where_the_original_does() -> None:
    assert list(badly_translated(Entry(None, "a table", "%(n)d tables", ("een tafel", "%(n)d tafels")))) == []
    assert list(badly_translated(Entry(None, "%(n)d table", "%(n)d tables", ("een tafel", "%(n)d tafels")))) != []
    assert placeholders("100 %% of %(n)d") == {"%(n)d": 1}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            'msgid "a"\nmsgstr "b"\nmsgid "c"\nmsgstr "d"\n',
            "line 3: a second msgid; an empty line divides messages",
        ),
        ('msgid "a"\nmsgstr "b"\n\nmsgid "a"\nmsgstr "c"\n', "line 4: 'a' is there twice"),
        ('msgid "a\nmsgstr "b"\n', "line 1: 'msgid \"a' is neither a comment nor a message"),
        ('msgid "a"\n', "line 1: a message with a plural has msgstr[0], msgstr[1], …; others one msgstr"),
        ('msgstr "a"\n', "line 1: a message without msgid"),
        ("<<<<<<< HEAD\n", "line 1: '<<<<<<< HEAD' is neither a comment nor a message"),
        ('msgid "a\\q"\nmsgstr "b"\n', 'line 1: "a\\q" is no text in quotation marks'),
    ],
)
def test_a_broken_catalogue_is_refused_with_its_line(text: str, said: str) -> None:
    with pytest.raises(BadCatalogue, match=f"^{re.escape(said)}$"):
        read(text)


LINE = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\x04"), min_size=1, max_size=30)
ENTRIES = st.builds(
    Entry,
    context=st.none() | LINE,
    text=LINE,
    plural=st.none(),
    strings=st.tuples(LINE),
    former=st.none() | LINE,
    flags=st.frozensets(st.sampled_from(["fuzzy", "python-format"])),
) | st.builds(Entry, context=st.none() | LINE, text=LINE, plural=LINE, strings=st.tuples(LINE, LINE))


@given(st.lists(ENTRIES, max_size=6, unique_by=lambda entry: entry.text))
@examples(max_examples=80, deadline=None)
def test_what_is_written_is_read_again(entries: list[Entry]) -> None:
    written = _filled(*entries)
    assert read(write(written)) == written
    with io.BytesIO(compiled(written)) as file:
        compiled_file = gettext.GNUTranslations(file)
    for entry in entries:
        if entry.plural is None and entry.context is None:
            assert compiled_file.gettext(entry.text) == (entry.text if entry.fuzzy else entry.strings[0])


def test_the_check_writes_nothing_and_agrees(capsys: pytest.CaptureFixture[str]) -> None:
    before = {language: po_path(language).stat().st_mtime_ns for language in LANGUAGES}
    assert main(["--check"]) == 0
    assert capsys.readouterr().out.endswith("all translated into nl, de, af.\n")
    assert {language: po_path(language).stat().st_mtime_ns for language in LANGUAGES} == before


def test_updating_changes_nothing_that_is_complete() -> None:
    for language in LANGUAGES:
        assert write(updated(catalogue(language), every(), language)) == po_path(language).read_text("utf-8")


def test_scripts_take_their_words_from_the_page() -> None:
    """JavaScript has no catalogue: a text with a space and a capital in it belongs in a data attribute."""
    for path in sorted((ROOT / "tournaments/static").rglob("*.js")):
        words = re.findall(r"""["'`]([A-Z][a-z]+ [^"'`]*)["'`]""", path.read_text("utf-8"))
        assert words == [], path
