"""Keep the translations: ``python -m tools.messages`` finds every message of the program and updates
``locale/*/LC_MESSAGES/django.po`` and ``.mo``; ``--check`` only says what is wrong. No gettext is needed.

A new message comes in untranslated; one that was reworded keeps the old translation, marked ``fuzzy``, with
the old text beside it; one that is gone leaves. Then translate what is listed, take ``fuzzy`` away where the
old translation was mended, and run it again: that writes the ``.mo``. After a merge with conflicts in a
`.po`, take either side's and run it; in a `.mo`, take any.

A new language: an entry in LANGUAGES and in HEADERS here, and run it.
"""

from __future__ import annotations

import argparse
import difflib
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from tools.extraction import ROOT, BadMessage, Message, messages
from tools.pofile import BadCatalogue, Catalogue, Entry, Key, compiled, read, write

TWO_FORMS = "nplurals=2; plural=(n != 1);"
LANGUAGES = {"nl": TWO_FORMS, "de": TWO_FORMS, "af": TWO_FORMS}
COMMAND = "python -m tools.messages"

# %(name)s, %s, %%; {}, {0}, {name}. A lone % in prose (“50 % of”) is none of them.
PERCENT = re.compile(r"%(?:\((\w+)\))?([sdrif])|%%")
BRACE = re.compile(r"\{\w*\}")


def po_path(language: str, root: Path = ROOT) -> Path:
    return root / "locale" / language / "LC_MESSAGES" / "django.po"


def header(language: str) -> str:
    return (
        "Project-Id-Version: Viertal\n"
        f"Language: {language}\n"
        "MIME-Version: 1.0\n"
        "Content-Type: text/plain; charset=UTF-8\n"
        "Content-Transfer-Encoding: 8bit\n"
        f"Plural-Forms: {LANGUAGES[language]}\n"
    )


def wanted(found: Iterable[Message]) -> dict[Key, Entry]:
    """An empty entry for each message. Raises BadMessage for a text with two different plurals."""
    entries: dict[Key, Entry] = {}
    for message in found:
        entry = entries.get((message.context, message.text))
        if entry is None:
            flags = set()
            if PERCENT.search(message.text + (message.plural or "")):
                flags.add("python-format")
            elif BRACE.search(message.text):
                flags.add("python-brace-format")
            entry = Entry(message.context, message.text, flags=frozenset(flags))
            entries[entry.key] = entry
        if message.plural is not None:
            if entry.plural not in (None, message.plural):
                raise BadMessage(f"{message.place}: {message.text!r} has another plural than in {entry.places[0]}")
            entry.plural = message.plural
        file = message.place.partition(":")[0]
        if file not in entry.places:
            entry.places += (file,)
    return entries


def updated(old: Catalogue, found: Iterable[Message], language: str) -> Catalogue:
    """The catalogue with exactly the messages there are; what was translated stays so."""
    new = Catalogue(header(language), wanted(found))
    gone = {key: entry for key, entry in old.entries.items() if key not in new.entries and all(entry.strings)}
    for key, entry in new.entries.items():
        forms = 1 if entry.plural is None else new.plural_forms
        entry.strings = ("",) * forms
        kept = old.entries.get(key)
        if kept is None:
            kept = _reworded(entry, gone.values())
            if kept is not None:
                gone.pop(kept.key)
                entry.flags |= {"fuzzy"}
                entry.former = kept.text
        else:
            entry.notes, entry.former = kept.notes, kept.former
            entry.flags |= kept.flags & {"fuzzy"}
            if kept.plural != entry.plural and all(kept.strings):
                entry.flags |= {"fuzzy"}
        if kept is not None:
            entry.strings = (kept.strings * forms)[:forms] if len(kept.strings) < forms else kept.strings[:forms]
    return new


def _reworded(entry: Entry, gone: Iterable[Entry]) -> Entry | None:
    near = {old.text: old for old in gone if old.context == entry.context}
    found = difflib.get_close_matches(entry.text, near, n=1, cutoff=0.75)
    return near[found[0]] if found else None


def problems(found: list[Message], language: str, root: Path = ROOT) -> Iterator[str]:
    """Everything that is wrong with a language's two files, each in a sentence with its place."""
    path = po_path(language, root)
    name = path.relative_to(root).as_posix()
    try:
        text = path.read_text("utf-8")
        catalogue = read(text)
    except (BadCatalogue, OSError) as error:
        yield f"{name}: {error}"
        return
    seen = set()
    for message in found:
        key = (message.context, message.text)
        entry = catalogue.entries.get(key)
        if key not in seen and (entry is None or message.plural is not None and entry.plural != message.plural):
            yield f"{message.place}: {message.text!r} is not in {name}; run {COMMAND} and translate it."
        elif entry is not None and key not in seen and not entry.translated:
            kind = "fuzzy" if entry.fuzzy else "not translated"
            yield f"{message.place}: {message.text!r} is {kind} in {name}."
        seen.add(key)
    for key, entry in catalogue.entries.items():
        if key not in seen:
            yield f"{name}: {entry.text!r} is in no code or template any more; run {COMMAND}."
        yield from (f"{name}: {problem}" for problem in badly_translated(entry))
    mo = path.with_suffix(".mo")
    if not mo.is_file() or mo.read_bytes() != compiled(catalogue):
        yield f"{mo.relative_to(root).as_posix()} is not what {name} says; run {COMMAND}."


def badly_translated(entry: Entry) -> Iterator[str]:
    """What a translation gets wrong by its form: what is filled in, and the spaces and lines around it."""
    if not entry.translated:
        return
    originals = [entry.text] if entry.plural is None else [entry.text, entry.plural]
    allowed = [placeholders(text) for text in originals]
    for text in entry.strings:
        # the form for one may leave its number out ("one table"), so may its translation
        if placeholders(text) not in allowed:
            yield f"{text!r} fills in {_said(placeholders(text))}; {entry.text!r} has {_said(allowed[-1])}."
        for end in (str.lstrip, str.rstrip):
            if len(text) - len(end(text)) != len(entry.text) - len(end(entry.text)):
                yield f"{text!r} has other spaces around it than {entry.text!r}."


def placeholders(text: str) -> Counter[str]:
    """What is filled in, each as often as it stands there; in order where it has no names."""
    percent = [match[0] for match in PERCENT.finditer(text) if match[0] != "%%"]
    if all("(" in found for found in percent):
        # a name may be said twice, or in another order
        return Counter([*set(percent), *BRACE.findall(text)])
    return Counter([" ".join(percent), *BRACE.findall(text)])


def _said(found: Counter[str]) -> str:
    return ", ".join(sorted(found.elements())) or "nothing"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog=COMMAND, description="Update the translations from the program.")
    parser.add_argument("--check", action="store_true", help="write nothing, only say what is wrong")
    check = parser.parse_args(arguments).check
    try:
        found = messages()
        if not check:
            for language in LANGUAGES:
                path = po_path(language)
                path.parent.mkdir(parents=True, exist_ok=True)
                old = read(path.read_text("utf-8")) if path.is_file() else Catalogue("")
                new = updated(old, found, language)
                path.write_text(write(new), "utf-8")
                path.with_suffix(".mo").write_bytes(compiled(new))
    except (BadMessage, BadCatalogue) as error:
        print(error, file=sys.stderr)
        return 1
    wrong = [problem for language in LANGUAGES for problem in problems(found, language)]
    print("\n".join(wrong) or f"{len(wanted(found))} messages, all translated into {', '.join(LANGUAGES)}.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
