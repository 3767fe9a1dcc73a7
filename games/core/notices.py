"""Sentences as data: a code with parameters, put into words where somebody reads it.

Engines and pairing systems know no reader and no language. They raise and note a ``Notice``; the site puts it into
the reader's language, keeps it as JSON and gives it to programs as it is. ``str(notice)`` is the English sentence,
for a shell and a log.

A package declares its sentences where they are used, in a table from code to English::

    declare({"quarto-taken": _("%(square)s is taken by %(piece)s; a piece goes on an empty square.")})
    raise IllegalMove(Notice("quarto-taken", square="a1", piece="LRTF"), rule="Q 2.2")
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar

Param: TypeAlias = "Notice | str | int | Fraction | tuple[Param, ...]"
"""What fills a hole: a tuple is listed with commas, a notice is put into words in its turn."""

T = TypeVar("T", bound="Param")

PLAIN = "plain"
"""The code of a text that is shown as it stands: kept from before there were codes, or written by a person."""

OWN = "own-words"
"""The code of a name that its owner wrote in several languages; the parameters are languages."""

LANGUAGE = "%language%"
"""What ``translate`` is asked for the code of the reader's language."""

LABEL = "label"
"""The code of a name that a game declares of itself: of an option, a choice, a seat."""

THE_SEAT, A_SEAT = "the-seat", "a-seat"
"""The codes of a player, at the beginning of a sentence and within one: by name where the reader sees names."""

ARTICLES = "seat-articles"
"""The code of the words before a seat that stand otherwise, or not at all, before a name."""

MISSING = "–"
"""What stands in the hole of a parameter that is not there."""

DEEPEST = 150
"""Notices from outside are nested no deeper."""

_HOLES = re.compile(r"%\(\w+\)s")
_WORDS = re.compile(r"[A-Za-z]{2,}")
_POINTS = re.compile(r"-?[0-9]{1,1000}(?:/0*[1-9][0-9]{0,1000})?")

TEXTS: dict[str, str] = {}
"""The English of every code, with a named hole for each parameter."""


def gettext_noop(text: str) -> str:
    """Mark a text as one to translate."""
    return text


_ = gettext_noop


def declare(texts: Mapping[str, str]) -> None:
    """Add sentences to the table. Raises ValueError for a code that means something else already."""
    for code, text in texts.items():
        if TEXTS.setdefault(code, text) != text:
            raise ValueError(f"The code {code} is declared twice, with different texts.")


def messages() -> dict[str, str]:
    """Return the texts to translate, by code: of all that were declared, those with words between their holes."""
    return {code: text for code, text in TEXTS.items() if _WORDS.search(_HOLES.sub("", text))}


class Notice:
    """A sentence, or a piece of one, as a code with parameters. Frozen; equal where both are."""

    __slots__ = ("code", "params")
    code: str
    params: Mapping[str, Param]

    def __init__(self, code: str, /, **params: Param) -> None:
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "params", MappingProxyType(params))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"A notice is frozen: {name} cannot be set.")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Notice) and (self.code, self.params) == (other.code, other.params)

    def __hash__(self) -> int:
        return hash((self.code, frozenset(self.params.items())))

    def __reduce__(self) -> tuple[Any, ...]:
        return notice_of, (self.document(),)

    def __repr__(self) -> str:
        params = "".join(f", {name}={value!r}" for name, value in self.params.items())
        return f"Notice({self.code!r}{params})"

    def __str__(self) -> str:
        return worded(self)

    def with_params(self, params: Mapping[str, Param]) -> Notice:
        """Return the same sentence with other parameters."""
        return Notice(self.code, **params)

    def document(self) -> dict[str, Any]:
        """Return the notice as JSON values; ``notice_of`` reads it."""
        return {"code": self.code, "params": {name: _value(value) for name, value in self.params.items()}}


def worded(
    notice: Notice,
    translate: Callable[[str], str] = gettext_noop,
    number: Callable[[Fraction], str] = str,
    players: Sequence[str] = (),
) -> str:
    """Put a notice into words: its text, translated, with every parameter in its hole; a dash where one is missing.

    ``players`` are the names at a table by seat, as far as the reader sees them; they stand in the place of seats.
    """
    if notice.code not in TEXTS:
        return notice.code  # kept by a later version of the program
    if notice.code in (THE_SEAT, A_SEAT):
        seat = notice.params.get("seat")
        if isinstance(seat, int) and 1 <= seat <= len(players) and players[seat - 1]:
            return players[seat - 1]
    if notice.code == LABEL:
        return translate(str(notice.params.get("text", MISSING)))
    if notice.code == OWN:
        return _in_own_words(notice.params, translate(LANGUAGE))
    text = translate(TEXTS[notice.code])
    if players:
        text = _named(text, notice.params, translate, players)
    holes = _Holes((name, _shown(value, translate, number, players)) for name, value in notice.params.items())
    return text % holes


def _in_own_words(params: Mapping[str, Param], language: str) -> str:
    for known in (language, language.partition("-")[0], "en"):
        if known in params:
            return str(params[known])
    return MISSING


def _named(text: str, params: Mapping[str, Param], translate: Callable[[str], str], players: Sequence[str]) -> str:
    """Return a text with the names of players in the place of ``Seat %(seat)s``, as its language writes that."""

    pairs = (pair.partition("=") for pair in translate(TEXTS[ARTICLES]).split(";"))
    articles = {before.strip(): instead.strip() for before, _is, instead in pairs if before.strip()}

    def name(phrase: re.Match[str]) -> str:
        article, seat = phrase[1], params.get(phrase[2])
        known = isinstance(seat, int) and 1 <= seat <= len(players) and players[seat - 1]
        if not known:
            return phrase[0]
        instead = articles.get(article.lower(), "") if article else ""
        return f"{instead} {known}".strip().replace("%", "%%")

    either = "|".join(map(re.escape, articles))
    for code in (THE_SEAT, A_SEAT):
        before, _hole, after = translate(TEXTS[code]).partition("%(seat)s")
        phrase = rf"\b(?:((?i:{either})) )?{re.escape(before)}%\((\w+)\)s{re.escape(after)}"
        text = re.sub(phrase, name, text)
    return text


class _Holes(dict[str, str]):
    """The values for the holes of a text. A notice from elsewhere may lack a parameter, but its page opens."""

    def __missing__(self, name: str) -> str:
        return MISSING


def notice_of(value: Any, depth: int = 0) -> Notice:
    """Read a notice from JSON values, which nobody need trust. Raises ValueError for anything else."""
    match value:
        case {"code": str(code), "params": dict(params)} if len(value) == 2 and depth < DEEPEST:
            return Notice(code, **{str(name): _param(param, depth + 1) for name, param in params.items()})
    raise ValueError("This is no notice: a notice is a code with parameters.")


def plain(text: str) -> Notice:
    """Make a notice of a text that is shown as it stands, in every language."""
    return Notice(PLAIN, text=text)


def own_words(names: Mapping[str, str]) -> Notice:
    """Make a notice of a name that its owner wrote in several languages; ``en`` stands for those that are missing."""
    return Notice(OWN, **names)


def label(text: str) -> Notice:
    """Make a notice of a name that a game declares of itself, which is translated as it is."""
    return Notice(LABEL, text=text)


def the_player(seat: int) -> Notice:
    """Make a notice of a player who begins a sentence or stands alone: ``Seat 2``, or the name."""
    return Notice("the-seat", seat=seat)


def a_player(seat: int) -> Notice:
    """Make a notice of a player within a sentence: ``seat 2``, or the name."""
    return Notice("a-seat", seat=seat)


def every(items: Iterable[Param]) -> Param:
    """List things as ``a, b and c``."""
    return _listed("and", tuple(items))


def either(items: Iterable[Param]) -> Param:
    """List things as ``a, b or c``."""
    return _listed("or", tuple(items))


def sentences(notices: Iterable[Notice]) -> Notice:
    """Put one sentence after the other."""
    return _joined("then", notices)


def clauses(notices: Iterable[Param]) -> Param:
    """Put one clause after the other, with semicolons."""
    return _joined("clauses", notices)


def _joined(code: str, parts: Iterable[T]) -> T | Notice:
    """Put parts together two by two, so that many are nested no deeper than a document may be."""
    joined: list[T | Notice] = list(parts)
    while len(joined) > 1:
        pairs = [joined[at : at + 2] for at in range(0, len(joined), 2)]
        joined = [Notice(code, first=pair[0], then=pair[1]) if len(pair) == 2 else pair[0] for pair in pairs]
    return joined[0]


def _listed(code: str, items: tuple[Param, ...]) -> Param:
    if len(items) < 2:
        return items
    return Notice(code, first=items[:-1], last=items[-1])


def _shown(
    value: Param, translate: Callable[[str], str], number: Callable[[Fraction], str], players: Sequence[str]
) -> str:
    match value:
        case Notice():
            return worded(value, translate, number, players)
        case Fraction():
            return number(value)
        case tuple():
            return ", ".join(_shown(item, translate, number, players) for item in value)
    return str(value)


def _value(value: Param) -> Any:
    match value:
        case Notice():
            return value.document()
        case Fraction():
            return {"points": str(value)}
        case tuple():
            return [_value(item) for item in value]
    return value


def _param(value: Any, depth: int) -> Param:
    match value:
        case {"points": str(text)} if len(value) == 1 and _POINTS.fullmatch(text):
            return Fraction(text)
        case {"code": _, "params": _}:
            return notice_of(value, depth)
        case list() if depth < DEEPEST:
            return tuple(_param(item, depth + 1) for item in value)
        case str() | int():
            return value
    raise ValueError("This is no notice: a parameter is a text, a whole number, points, a notice, or a list of these.")


Say: TypeAlias = Callable[[Notice], str]
"""A way to put a notice into words, for one reader; ``str`` says it in English."""


declare(
    {
        # Translators: a player of whom only the seat is known, at the beginning of a sentence.
        "the-seat": _("Seat %(seat)s"),
        # Translators: the same within a sentence.
        "a-seat": _("seat %(seat)s"),
        # Translators: the words before “seat 2”, and after “=” what stands in their place before a player's name;
        # in French “le=;du=de;au=à”. In a language without such words as in English.
        ARTICLES: _("the="),
        PLAIN: "%(text)s",
        LABEL: "%(text)s",
        OWN: "%(en)s",
        "then": "%(first)s %(then)s",
        "clauses": "%(first)s; %(then)s",
        # Translators: the end of a list, such as "2, 3 and 5".
        "and": _("%(first)s and %(last)s"),
        "or": _("%(first)s or %(last)s"),
    }
)
