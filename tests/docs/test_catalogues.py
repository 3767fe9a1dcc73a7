"""The tool that keeps the translations, and a language more."""

from __future__ import annotations

import gettext
import io
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import PoFileError
from django.conf import settings

from tools import messages
from tools.extraction import ROOT, BadMessage
from tools.messages import (
    WAITS,
    Catalogue,
    badly_translated,
    collect,
    collect_comments,
    compiled,
    main,
    mark_waiting,
    path_of,
    placeholders,
    problems,
    read,
    template_path,
    unclear,
    update,
    waiting,
    written,
)

NOT_COPIED = {"var", "staticfiles", "docs", "benchmarks", "reliability", "build", "deploy", "tests"}
ALL = ", ".join(f'"{code}"' for code, _name in settings.LANGUAGES)
"""The codes of the languages as the settings list them; each costs a run of the tool as much as the one before."""
COMMAND = "python -m tools.messages"


def template(*messages: tuple[str | None, str | tuple[str, str], str]) -> Catalogue:
    catalogue = Catalogue()
    for context, text, place in messages:
        catalogue.add(text, None, [(place, None)], context=context)
    return catalogue


def filled(*messages: Message) -> Catalogue:
    catalogue = Catalogue("nl")
    for message in messages:
        catalogue[message.id] = message
    return catalogue


def again(catalogue: Catalogue, folder: Path) -> Catalogue:
    """The catalogue as it is read back from its file."""
    path = path_of("nl", folder)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(written(catalogue))
    return read("nl", folder)


def put_down(catalogue: Catalogue, folder: Path) -> None:
    again(catalogue, folder)
    path_of("nl", folder).with_suffix(".mo").write_bytes(compiled(catalogue))


# What the tool does


def test_an_update_keeps_marks_adds_and_drops(tmp_path: Path) -> None:
    old = filled(
        Message("Rounds", "Rondes", user_comments=["on the desk"]),
        Message("Every result of today is in.", "Alle uitslagen van vandaag zijn binnen."),
        Message("Gone", "Weg"),
        Message("table", "tafel"),
    )
    wanted = template(
        (None, "Rounds", "b.py"),
        (None, "Every result of today is in now.", "b.py"),
        (None, "Rounds", "c.py"),
        (None, ("table", "tables"), "c.py"),
        ("of a game", "Rounds", "c.py"),
    )
    update(old, wanted)
    kept, reworded, plural, other = [message for message in old if message.id]
    assert (kept.string, kept.user_comments, kept.locations, kept.fuzzy) == (
        "Rondes",
        ["on the desk"],
        [("b.py", None), ("c.py", None)],
        False,
    )
    assert (reworded.string, reworded.fuzzy) == ("Alle uitslagen van vandaag zijn binnen.", True)
    assert reworded.previous_id == ["Every result of today is in."]
    assert (plural.string[0], plural.fuzzy) == ("tafel", True)
    assert (other.context, other.string or "", other.fuzzy) == ("of a game", "", False)
    text = written(old)
    assert b'#| msgid "Every result of today is in."' in text
    back = again(old, tmp_path)
    assert written(back) == text
    update(back, wanted)
    assert written(back) == text, "a second run changes nothing"
    with io.BytesIO(compiled(old)) as file:
        served = gettext.GNUTranslations(file)
    answers = {text: served.gettext(text) for text in ("Rounds", "Every result of today is in now.")}
    assert answers == {"Rounds": "Rondes", "Every result of today is in now.": "Every result of today is in now."}


def test_two_languages_share_no_translation() -> None:
    wanted = template((None, "Every result of today is in now.", "b.py"))
    dutch, german = (
        filled(Message("Every result of today is in.", "Alle uitslagen van vandaag zijn binnen.")),
        Catalogue("de"),
    )
    update(dutch, wanted)
    update(german, wanted)
    assert [message.string or "" for message in german if message.id] == [""]


def test_a_message_that_went_and_came_back_has_its_translation(tmp_path: Path) -> None:
    path = path_of("nl", tmp_path)
    path.parent.mkdir(parents=True)
    path.write_text('msgid ""\nmsgstr ""\n\n#~ msgid "Rounds"\n#~ msgstr "Rondes"\n', "utf-8")
    catalogue = read("nl", tmp_path)
    update(catalogue, template((None, "Rounds", "a.py")))
    assert (catalogue["Rounds"].string, catalogue["Rounds"].fuzzy) == ("Rondes", False)


def test_an_untranslated_plural_is_not_served_as_nothing() -> None:
    texts = ("%(n)d table", "%(n)d tables")
    with io.BytesIO(compiled(filled(Message(texts, ("", ""))))) as file:
        assert gettext.GNUTranslations(file).ngettext(*texts, 2) == texts[1]


def test_a_new_message_is_named_with_its_place(tmp_path: Path) -> None:
    catalogue = Catalogue("nl")
    update(catalogue, template((None, "Round %(n)s", "a.html")))
    put_down(catalogue, tmp_path)
    wanted = template((None, "Round %(n)s", "a.html"), (None, "Wholly new", "tournaments/web/conditional.py"))
    assert list(problems(wanted, "nl", tmp_path)) == [
        "a.html: 'Round %(n)s' is not translated in locale/nl/LC_MESSAGES/django.po.",
        "tournaments/web/conditional.py: 'Wholly new' is not in locale/nl/LC_MESSAGES/django.po; "
        f"run {COMMAND} and translate it.",
    ]
    assert list(problems(wanted, "de", tmp_path)) == [f"locale/de/LC_MESSAGES/django.po is not there; run {COMMAND}."]


def test_what_is_fuzzy_gone_or_not_compiled_is_named(tmp_path: Path) -> None:
    catalogue = filled(
        Message("Rounds so far", "Rondes", flags={"fuzzy"}), Message("Gone by now", "Weg"), Message("Here now", "Hier")
    )
    put_down(catalogue, tmp_path)
    wanted = template((None, "Rounds so far", "a.py"), (None, "Here now", "a.py"))
    name = "locale/nl/LC_MESSAGES/django"
    assert list(problems(wanted, "nl", tmp_path)) == [
        f"a.py: 'Rounds so far' is fuzzy in {name}.po.",
        f"{name}.po: 'Gone by now' is in no code or template any more; run {COMMAND}.",
    ]
    path_of("nl", tmp_path).write_text(path_of("nl", tmp_path).read_text("utf-8").replace("Hier", "Nu hier"), "utf-8")
    assert list(problems(wanted, "nl", tmp_path))[-1] == f"{name}.mo is not what {name}.po says; run {COMMAND}."


def test_what_waits_for_a_translator_is_no_fault_until_it_is_translated(tmp_path: Path) -> None:
    wanted = template((None, "Rounds so far", "a.py"), (None, ("a table", "tables"), "a.py"), (None, "Old one", "a.py"))
    catalogue = filled(Message("Old one", "Oud"))
    update(catalogue, wanted)
    mark_waiting(catalogue, more=False)
    assert [message.user_comments for message in catalogue if message.id] == [[], [], []]
    mark_waiting(catalogue, more=True)
    put_down(catalogue, tmp_path)
    assert list(problems(wanted, "nl", tmp_path)) == []
    assert waiting("nl", tmp_path) == ["Rounds so far", "a table"]
    path = path_of("nl", tmp_path)
    assert f'# {WAITS}\n#: a.py\nmsgid "Rounds so far"\nmsgstr ""' in path.read_text("utf-8")
    path.write_text(path.read_text("utf-8").replace('far"\nmsgstr ""', 'far"\nmsgstr "Tot nu"'), "utf-8")
    catalogue = read("nl", tmp_path)
    put_down(catalogue, tmp_path)
    name = "locale/nl/LC_MESSAGES/django.po"
    assert list(problems(wanted, "nl", tmp_path)) == [
        f"{name}: 'Rounds so far' is translated and waits no more; run {COMMAND}."
    ]
    update(catalogue, wanted)
    mark_waiting(catalogue, more=False)
    put_down(catalogue, tmp_path)
    assert (list(problems(wanted, "nl", tmp_path)), waiting("nl", tmp_path)) == ([], ["a table"])


@pytest.mark.parametrize(
    "text", ['<<<<<<< HEAD\nmsgid "a"\nmsgstr "b"\n', 'msgid "a"\n', 'msgid "a"\nmsgid "b"\nmsgstr "c"\n']
)
def test_a_broken_catalogue_is_refused(text: str, tmp_path: Path) -> None:
    path = path_of("nl", tmp_path)
    path.parent.mkdir(parents=True)
    path.write_text(text, "utf-8")
    with pytest.raises(PoFileError):
        read("nl", tmp_path)
    assert next(problems(template(), "nl", tmp_path)).startswith("locale/nl/LC_MESSAGES/django.po, line ")


def test_one_text_with_two_plurals_is_refused() -> None:
    catalogue = Catalogue()
    head = b"from django.utils.translation import ngettext\n"
    collect(catalogue, head + b'ngettext("draw", "draws", n)\n', "a.py")
    with pytest.raises(BadMessage, match=r"^line 2: 'draw' has another plural than in a\.py"):
        collect(catalogue, head + b'ngettext("draw", "more", n)\n', "b.py")


def test_a_short_message_without_a_comment_is_named() -> None:
    catalogue = Catalogue()
    head = b"from django.utils.translation import gettext as _, pgettext\n"
    collect(catalogue, head + b'_("Close")\n_("Close the round now")\npgettext("of a game", "Draw")\n', "a.py")
    collect(catalogue, head + b'# Translators: a round\n_("Open")\n_("Shut")\n', "b.py")
    collect(catalogue, head + b'_("Close it")\npgettext("of a game", "No winner")\n', "b.py")
    collect_comments(catalogue, '"North" = "a seat"\n"North east" = "a seat"\n"Shut" = "a door"\n')
    assert list(unclear(catalogue)) == [
        "a.py: 'Close' says too little to translators; give it a comment in tournaments/sentences/words.toml.",
        "b.py: 'Close it' says too little to translators; give it a comment in tournaments/sentences/words.toml.",
        "tournaments/sentences/words.toml: 'North' is used nowhere; take it out.",
        "tournaments/sentences/words.toml: 'North east' is used nowhere; take it out.",
    ]


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
    assert (list(badly_translated(Message(text, translated))) == []) is right


def test_a_plural_may_leave_the_number_out_where_the_original_does() -> None:
    assert list(badly_translated(Message(("a table", "%(n)d tables"), ("een tafel", "%(n)d tafels")))) == []
    assert list(badly_translated(Message(("%(n)d table", "%(n)d tables"), ("een tafel", "%(n)d tafels")))) != []
    assert placeholders("100 %% of %(n)d") == {"%(n)d": 1}


def test_the_check_writes_nothing_and_agrees(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of one language; tests/docs/test_translations.py looks at the messages of each."""
    monkeypatch.setattr(messages, "languages", lambda: ["nl"])
    before = {path: path.stat().st_mtime_ns for path in (ROOT / "locale").rglob("*")}
    assert main(["--check"]) == 0
    end = "wait: " if waiting("nl") else "all translated into nl.\n"
    assert end in capsys.readouterr().out
    assert {path: path.stat().st_mtime_ns for path in (ROOT / "locale").rglob("*")} == before


# In a copy of the whole program


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    folder = tmp_path / "viertal"
    folder.mkdir()
    for path in ROOT.iterdir():
        if path.is_dir() and not path.name.startswith(".") and path.name not in NOT_COPIED:
            shutil.copytree(path, folder / path.name, ignore=shutil.ignore_patterns("node_modules"))
    shutil.copy(ROOT / "manage.py", folder)
    return folder


def limit(folder: Path, codes: str) -> None:
    """Leave the copy these languages."""
    settings = folder / "config/settings.py"
    text = settings.read_text("utf-8")
    assert text.count(ALL) == 1
    settings.write_text(text.replace(ALL, codes), "utf-8")


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    foreign = {"DJANGO_SETTINGS_MODULE", "PYTHONDONTWRITEBYTECODE"}  # it runs again and again: it may keep its code
    environment = {key: value for key, value in os.environ.items() if key not in foreign}
    environment |= {"VIERTAL_DATA": str(folder.parent / "data"), "PYTHONPATH": "", "PYTHONUTF8": "1"}
    return subprocess.run([sys.executable, *command], cwd=folder, env=environment, capture_output=True, text=True)


def catalogues(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted((folder / "locale").rglob("*"))
        if path.is_file()
    }


PAGE = """
import django
django.setup()
from django.test import Client
answer = Client(SERVER_NAME="localhost").get("/rules/quarto/", headers={"accept-language": "fy-NL,en;q=0.5"})
print(answer.status_code, answer["Content-Language"])
print(answer.content.decode())
"""


def test_one_word_in_one_place_adds_a_language_and_changes_no_other(copy: Path) -> None:
    guide = (ROOT / "docs/howto/add-a-language.md").read_text("utf-8")
    before, after = re.findall(r"^[-+](LANGUAGES = .*)$", guide, flags=re.MULTILINE)
    assert (ROOT / "config/settings.py").read_text("utf-8").count(before) == 1
    assert after == before.replace(ALL, f'{ALL}, "fy"')
    limit(copy, '"en", "nl", "fy"')
    kept = catalogues(copy)
    assert template_path(Path()).as_posix() in kept
    answer = run(copy, "-m", "tools.messages")
    assert answer.returncode == 1
    assert "'Tournaments' is not translated in locale/fy/LC_MESSAGES/django.po." in answer.stdout, answer.stderr
    assert kept.items() <= catalogues(copy).items(), "where nothing is new the same bytes are written"
    path = path_of("fy", copy)
    text = path.read_text("utf-8")
    assert '"Language: fy\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"' in text
    path.write_text(text.replace('msgid "Tournaments"\nmsgstr ""', 'msgid "Tournaments"\nmsgstr "Toernoaien"'), "utf-8")
    path.with_suffix(".mo").write_bytes(compiled(read("fy", copy)))
    page = run(copy, "-c", "import os; os.environ['DJANGO_SETTINGS_MODULE'] = 'config.settings'" + PAGE)
    assert page.stdout.startswith("200 fy\n"), page.stdout + page.stderr
    assert '<html lang="fy"' in page.stdout and "Toernoaien" in page.stdout and "frysk" in page.stdout
