"""Keep the translations: ``python -m tools.messages`` brings `locale/viertal.pot`, every language's `.po` and `.mo`
up to date with the program; ``--check`` writes nothing and says what is wrong. Babel does it; no gettext is needed.

A new message comes in untranslated; a reworded one keeps the old translation, marked ``fuzzy``, with the old text
beside it; one that is gone leaves. Translate what is listed, take ``fuzzy`` away, and run it again. ``--wait`` leaves
to translators what is not translated: it gets a comment, the site says it in English, and nothing fails; ``--release``
lists what waits like this. After a merge with conflicts in a `.po`, take either side's and run it. The languages are
those of LANGUAGES in `config/settings.py`.
"""

from __future__ import annotations

import argparse
import difflib
import io
import os
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import PoFileError, PoFileParser, denormalize, write_po
from django.conf import settings

from tools.extraction import COMMENT_TAGS, KEYWORDS, ROOT, BadMessage, declared, python, template

COMMAND = "python -m tools.messages"
CODE = ("config", "launcher", "tournaments", "templates")
COMMENTS = "tournaments/sentences/words.toml"
"""Where the translators' comments stand on messages that say too little, but for those beside the message."""
FEW = 2
"""A message of so many words needs a comment or a context."""

WAITS = "waits for a translator"
"""The comment on a translation that whoever wrote the English could not make."""

# %(name)s, %s, %%; {}, {0}, {name}. A lone % in prose (“50 % of”) is none of them.
PERCENT = re.compile(r"%(?:\((\w+)\))?([sdrif])|%%")
BRACE = re.compile(r"\{\w*\}")


class Catalogue(Catalog):
    """Babel's catalogue with a header that is the same on every day and machine."""

    def __init__(self, language: str | None = None) -> None:
        super().__init__(locale=language, header_comment="# Viertal", fuzzy=False, charset="utf-8")

    def _header(self) -> list[tuple[str, str]]:
        header = [("Project-Id-Version", "Viertal")]
        if self.locale is not None:
            header += [("Language", str(self.locale_identifier)), ("Plural-Forms", self.plural_forms)]
        plain = [("MIME-Version", "1.0"), ("Content-Type", "text/plain; charset=UTF-8")]
        return [*header, *plain, ("Content-Transfer-Encoding", "8bit\n")]  # Babel joins them by "\n"

    mime_headers = property(_header, lambda self, headers: None)


def languages() -> list[str]:
    """Return the site's languages but the one that the program is written in."""
    return [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def path_of(language: str, root: Path = ROOT) -> Path:
    return root / "locale" / language.replace("-", "_") / "LC_MESSAGES" / "django.po"


def template_path(root: Path = ROOT) -> Path:
    return root / "locale" / "viertal.pot"


def _files(root: Path, *endings: str) -> list[Path]:
    files = [path for folder in CODE for path in (root / folder).rglob("*") if path.suffix in endings]
    return sorted(path for path in files if not {"migrations", "__pycache__"} & set(path.parts))


def messages(root: Path = ROOT) -> Catalogue:
    """Return every message of the program, in the order of files and lines."""
    catalogue = Catalogue()
    for path in _files(root, ".py", ".html", ".txt", ".toml"):
        place = path.relative_to(root).as_posix()
        if path.suffix == ".py" or "templates" in path.parts:
            try:
                collect(catalogue, path.read_bytes(), place)
            except BadMessage as error:
                raise BadMessage(f"{place}: {error}") from error
        elif place == COMMENTS:
            collect_comments(catalogue, path.read_text("utf-8"))
    once: set[str] = set()
    for place, text, comment in declared():
        if text not in once and any(char.isalpha() for char in text):  # a number is the same in every language
            once.add(text)
            _add(catalogue, text, place, [f"Translators: {comment}"])
    return catalogue


def collect(catalogue: Catalogue, source: bytes, place: str) -> None:
    """Add the messages of a file to a catalogue. Raises BadMessage for a text with two different plurals."""
    method = python if place.endswith(".py") else template
    for line, texts, comments, context in extract(method, io.BytesIO(source), KEYWORDS, COMMENT_TAGS):
        before = catalogue.get(texts if isinstance(texts, str) else texts[0], context)
        if before and before.pluralizable and not isinstance(texts, str) and before.id != tuple(texts):
            raise BadMessage(f"line {line}: {texts[0]!r} has another plural than in {_place(before)}")
        _add(catalogue, texts, place, comments, context)


def collect_comments(catalogue: Catalogue, table: str) -> None:
    """Add the comments of a table in TOML, by message; what only they name has no place."""
    for text, words in tomllib.loads(table).items():
        _add(catalogue, text, "", [f"Translators: {words}"])


def _add(
    catalogue: Catalogue, texts: str | tuple[str, ...], place: str, comments: list[str], context: str | None = None
) -> None:
    places = [(place, None)] if place else []
    message = catalogue.add(texts, None, places, auto_comments=comments, context=context)
    message.flags = _flags(message)


def _flags(message: Message) -> set[str]:
    text = "".join(_originals(message))
    return {"python-format"} if PERCENT.search(text) else {"python-brace-format"} if BRACE.search(text) else set()


def _place(message: Message) -> str:
    return message.locations[0][0] if message.locations else COMMENTS


def _originals(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def _strings(message: Message) -> tuple[str, ...]:
    return (message.string or "",) if isinstance(message.string, str | None) else tuple(message.string)


def _is_translated(message: Message) -> bool:
    return all(_strings(message)) and not message.fuzzy


def waiting(language: str, root: Path = ROOT) -> list[str]:
    """Return the messages of a language that wait for a translator."""
    return [_originals(message)[0] for message in read(language, root) if WAITS in message.user_comments]


def read(language: str, root: Path = ROOT) -> Catalogue:
    """Read a language's catalogue; an empty one where there is no file yet. Raises PoFileError."""
    catalogue = Catalogue(language)
    path = path_of(language, root)
    if path.is_file():
        with path.open("rb") as file:
            PoFileParser(catalogue, abort_invalid=True).parse(file)
        catalogue.header_comment = "# Viertal"
        catalogue.fuzzy = False
    for message in catalogue:
        former = [note[1:].strip() for note in message.user_comments if note.startswith("|")]
        message.user_comments = [note for note in message.user_comments if not note.startswith("|")]
        if former and message.fuzzy:
            parts = re.split(r"^msgid(?:_plural)? ", "\n".join(former), flags=re.MULTILINE)
            message.previous_id = [denormalize(part) for part in parts if part]
    return catalogue


def update(catalogue: Catalogue, wanted: Catalogue) -> None:
    """Give a catalogue exactly the messages there are; what was translated stays so."""
    before = {catalogue._key_for(message.id, message.context): message.previous_id for message in catalogue}
    template = Catalogue()
    for message in wanted:  # Babel puts the template's own objects into every catalogue
        if message.id:
            template[message.id] = message.clone()
    catalogue.update(template, no_fuzzy_matching=True)
    gone: dict[Any, Message] = {key: message for key, message in catalogue.obsolete.items() if any(_strings(message))}
    for message in catalogue:
        if not message.id or any(_strings(message)):
            message.previous_id = (
                before.get(catalogue._key_for(message.id, message.context), []) if message.fuzzy else []
            )
            continue
        old = gone.get(catalogue._key_for(message.id, message.context))
        if old is None:
            near = {_originals(other)[0]: other for other in gone.values() if other.context == message.context}
            texts = difflib.get_close_matches(_originals(message)[0], near, n=1, cutoff=0.75)
            old = near[texts[0]] if texts else None
            if old is None:
                continue
            message.flags.add("fuzzy")
            message.previous_id = list(_originals(old))
        gone = {key: other for key, other in gone.items() if other is not old}
        forms = _strings(old)
        many = (*forms, *forms[-1:] * catalogue.num_plurals)[: catalogue.num_plurals]
        message.string = many if message.pluralizable else forms[0]
        message.user_comments = old.user_comments
    catalogue.obsolete.clear()
    for message in catalogue:
        message.flags = message.flags & {"fuzzy"} | _flags(message)


def written(catalogue: Catalogue) -> bytes:
    """Return the bytes of a `.po` or `.pot`: each text on one line and no line numbers, so that branches merge."""
    file = io.BytesIO()
    write_po(file, catalogue, width=0, include_previous=True, include_lineno=False)
    return file.getvalue().rstrip(b"\n") + b"\n"


def compiled(catalogue: Catalogue) -> bytes:
    """Return the bytes of the `.mo`: what is whole and not fuzzy. (Babel would serve an empty plural as an empty
    text.)"""
    whole = Catalogue(str(catalogue.locale))
    for message in catalogue:
        if all(_strings(message)) and message.id:
            whole[message.id] = message
    file = io.BytesIO()
    write_mo(file, whole)
    return file.getvalue()


def source_words(root: Path = ROOT) -> Catalogue:
    """Return the few English words that replace the code's own; nothing has to be there."""
    catalogue = read(settings.LANGUAGE_CODE, root)
    for message in list(catalogue):
        if message.id and not any(_strings(message)):
            catalogue.delete(message.id, message.context)
    return catalogue


def problems(wanted: Catalogue, language: str, root: Path = ROOT) -> Iterator[str]:
    """Yield everything that is wrong with a language's two files, each in a sentence with its place."""
    path = path_of(language, root)
    name = path.relative_to(root).as_posix()
    if not path.is_file():
        yield f"{name} is not there; run {COMMAND}."
        return
    try:
        catalogue = read(language, root)
    except PoFileError as error:
        yield f"{name}, line {error.lineno + 1}: {error}"
        return
    source = language == settings.LANGUAGE_CODE
    for message in wanted:
        entry = catalogue.get(message.id, message.context)
        if not message.id or (source and entry is None):
            continue
        place, text = _place(message), _originals(message)[0]
        if entry is None or entry.id != message.id:
            yield f"{place}: {text!r} is not in {name}; run {COMMAND} and translate it."
        elif WAITS in entry.user_comments:
            if _is_translated(entry):
                yield f"{name}: {text!r} is translated and waits no more; run {COMMAND}."
        elif entry.fuzzy or not (source or all(_strings(entry))):
            yield f"{place}: {text!r} is {'fuzzy' if entry.fuzzy else 'not translated'} in {name}."
    for entry in catalogue:
        if entry.id and wanted.get(entry.id, entry.context) is None:
            yield f"{name}: {_originals(entry)[0]!r} is in no code or template any more; run {COMMAND}."
        elif entry.id and all(_strings(entry)) and not entry.fuzzy:
            yield from (f"{name}: {problem}" for problem in badly_translated(entry))
    mo = path.with_suffix(".mo")
    if not mo.is_file() or _served(mo.read_bytes()) != _served(compiled(catalogue)):
        yield f"{mo.relative_to(root).as_posix()} is not what {name} says; run {COMMAND}."


def _served(mo: bytes) -> dict[Any, Any]:
    return {
        (_originals(message), message.context): _strings(message) for message in read_mo(io.BytesIO(mo)) if message.id
    }


def badly_translated(entry: Message) -> Iterator[str]:
    """Yield the faults in a translation's form: in its placeholders, its markup, the spaces around it."""
    originals = _originals(entry)
    allowed = [placeholders(text) for text in originals]
    for text in _strings(entry):
        # the form for one may leave its number out ("one table"), so may its translation
        if placeholders(text) not in allowed:
            yield f"{text!r} fills in {_listed(placeholders(text))}; {originals[0]!r} has {_listed(allowed[-1])}."
        # templates put translations into attributes, unescaped
        if any(text.count(char) > max(original.count(char) for original in originals) for char in '<>&"'):
            yield f"{text!r} has a quotation mark or markup that {originals[0]!r} has not; write “ ” or ’."
        for end in (str.lstrip, str.rstrip):
            if len(text) - len(end(text)) != len(originals[0]) - len(end(originals[0])):
                yield f"{text!r} has other spaces around it than {originals[0]!r}."


def placeholders(text: str) -> Counter[str]:
    """Count the placeholders, each as often as it stands there; in order where they have no names."""
    percent = [match[0] for match in PERCENT.finditer(text) if match[0] != "%%"]
    if all("(" in hole for hole in percent):
        # a name may be said twice, or in another order
        return Counter([*set(percent), *BRACE.findall(text)])
    return Counter([" ".join(percent), *BRACE.findall(text)])


def _listed(holes: Counter[str]) -> str:
    return ", ".join(sorted(holes.elements())) or "nothing"


def bring_up_to_date(root: Path = ROOT, wait: bool = False) -> None:
    """Write the template and all catalogues; with ``wait``, leave the rest to translators."""
    wanted = messages(root)
    template_path(root).write_bytes(written(wanted))
    for language in [settings.LANGUAGE_CODE, *languages()]:
        catalogue = source_words(root) if language == settings.LANGUAGE_CODE else read(language, root)
        if language == settings.LANGUAGE_CODE:
            words = Catalogue()
            for message in wanted:
                if message.id and catalogue.get(message.id, message.context):
                    words[message.id] = message
            update(catalogue, words)
        else:
            update(catalogue, wanted)
            mark_waiting(catalogue, wait)
        path = path_of(language, root)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(written(catalogue))
        path.with_suffix(".mo").write_bytes(compiled(catalogue))


def mark_waiting(catalogue: Catalogue, more: bool) -> None:
    """Take the comment from what is translated by now; with ``more``, put it on all that is not."""
    for message in catalogue:
        waits = WAITS in message.user_comments or more
        message.user_comments = [note for note in message.user_comments if note != WAITS]
        if message.id and waits and not _is_translated(message):
            message.user_comments.append(WAITS)


def unclear(wanted: Catalogue) -> Iterator[str]:
    """Yield the messages that say too little by themselves, each with its place; and comments that nothing needs any
    more."""
    for message in wanted:
        text = _originals(message)[0]
        if text and not message.locations:
            yield f"{COMMENTS}: {text!r} is used nowhere; take it out."
        elif text and len(text.split()) <= FEW and not (message.context or message.auto_comments):
            yield f"{_place(message)}: {text!r} says too little to translators; give it a comment in {COMMENTS}."


def wrong(root: Path = ROOT) -> list[str]:
    """Return everything that is out of date, untranslated, unclear or badly translated."""
    wanted, kept = messages(root), template_path(root)
    faults = list(unclear(wanted))
    if not kept.is_file() or kept.read_bytes() != written(wanted):
        faults.insert(0, f"{kept.relative_to(root).as_posix()} is out of date; run {COMMAND}.")
    for language in [settings.LANGUAGE_CODE, *languages()]:
        faults += problems(wanted, language, root)
    return faults


def main(arguments: list[str], root: Path = ROOT) -> int:
    parser = argparse.ArgumentParser(prog=COMMAND, description="Update the translations from the program.")
    parser.add_argument("--check", action="store_true", help="write nothing, only say what is wrong")
    parser.add_argument(
        "--release", action="store_true", help="the same, and what waits for a translator is wrong, too"
    )
    parser.add_argument("--wait", action="store_true", help="leave what is not translated to a translator")
    asked = parser.parse_args(arguments)
    try:
        if not (asked.check or asked.release):
            bring_up_to_date(root, asked.wait)
        lines = wrong(root)
        left = {language: waiting(language, root) for language in languages()}
    except (BadMessage, PoFileError) as error:
        print(error, file=sys.stderr)
        return 1
    if asked.release:
        lines += [f"{path_of(language, root)}: {text!r} {WAITS}." for language in left for text in left[language]]
    print("\n".join(lines) or _summary(len(messages(root)), left))
    return 1 if lines else 0


def _summary(count: int, left: dict[str, list[str]]) -> str:
    counts = [f"{language} {len(texts)}" for language, texts in left.items() if texts]
    if counts:
        return f"{count} messages; for a translator wait: {', '.join(counts)}."
    return f"{count} messages, all translated into {', '.join(left)}."


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
