"""Options of a pairing system, declared once: forms, API, docs and the reader's checks are made from this."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.core.notices import Notice, either
from scoring.documents.document import DocumentError, Event
from scoring.documents.jsontext import shown


@dataclass(frozen=True, slots=True)
class PairingOption:
    """``kind``: ``integer``, ``flag``, ``choice``, ``pairs`` (``[[3, 7], …]``), ``tables``
    (``{"6": 3}``), ``counts`` (the same, from 0) or ``sizes`` (``[3, 4, 5]``).

    ``choices``: (value, label) of a choice, or of an integer that has only a few values. A ``default`` of
    None means that the system finds a value by itself, as ``help`` says. ``proposed``: what the form of a new
    tournament has, where that is not what an event without the option means.
    """

    key: str
    kind: str
    default: Any
    label: str
    help: str = ""
    minimum: int | None = None
    maximum: int | None = None
    choices: tuple[tuple[Any, str], ...] = ()
    proposed: Any = None


NUMBERING = PairingOption(
    "numbering",
    "choice",
    "given",
    "Pairing numbers",
    "The order in which the players are numbered when round 1 is paired.",
    choices=(("given", "As entered"), ("rating", "By rating"), ("lot", "By lot")),
)
BOARDS = PairingOption(
    "boards",
    "integer",
    None,
    "Boards of a match",
    "Empty: as many boards as every team has players for.",
    minimum=1,
    maximum=100,
)
"""For systems of teams that play board by board."""


def COMMON(table_sizes: tuple[int, ...]) -> tuple[PairingOption, ...]:
    """Return the options that every system knows."""
    return (
        PairingOption(
            "seed",
            "integer",
            0,
            "Random number for drawing lots",
            "The same number always draws the same lots.",
        ),
        PairingOption(
            "table_size",
            "integer",
            table_sizes[0],
            "Players at a table",
            choices=tuple((size, str(size)) for size in table_sizes),
        ),
        PairingOption(
            "rounds",
            "integer",
            None,
            "Rounds",
            "Empty: as many as the system makes.",
            minimum=1,
            maximum=999,
        ),
        PairingOption("forbidden", "pairs", (), "Pairs that must not meet"),
        PairingOption("fixed_tables", "tables", {}, "Players who always sit at one table"),
        NUMBERING,
    )


APART = (
    PairingOption(
        "apart_clubs",
        "flag",
        False,
        "Keep players of one club apart",
        "They meet only if there is no other way, or none can be found.",
    ),
    PairingOption(
        "apart_rounds",
        "integer",
        None,
        "Only in the first … rounds",
        "Players of one club are kept apart in these rounds only. Empty: in all rounds.",
        minimum=1,
        maximum=999,
    ),
    PairingOption(
        "forbidden_rounds",
        "integer",
        None,
        "Pairs that must not meet: only in the first … rounds",
        "These pairs are kept apart in these rounds only. Empty: in all rounds.",
        minimum=1,
        maximum=999,
    ),
)
"""For systems that can keep some players apart in the first rounds, and players of one club if possible."""


SIZES = PairingOption(
    "allowed_sizes",
    "sizes",
    (),
    "Sizes that tables may have",
    "The tables get sizes that are as even as possible, and near to the usual one. Empty: the usual size, and short "
    "tables with one player less.",
    choices=tuple((size, str(size)) for size in range(2, 7)),
)
USUAL_FIRST = PairingOption(
    "usual_first",
    "flag",
    False,
    "As many tables of the usual size as possible",
    "Only where tables may have several sizes: the others may then differ more. 17 players at tables of 5, 4 and 3 sit "
    "5, 5, 4, 3 instead of 5, 4, 4, 4.",
)
"""Both for systems that can mix tables of several sizes."""


def check_value(option: PairingOption, value: Any, event: Event) -> Any:
    """Return the value as a system wants it. Raises DocumentError that names ``pairing.<key>``."""
    place = f"pairing.{option.key}"
    match option.kind:
        case "integer":
            return _integer(place, option, value)
        case "flag":
            if not isinstance(value, bool):
                raise DocumentError(place, Notice("not-a-flag"))
            return value
        case "choice":
            allowed = [v for v, _label in option.choices]
            if not isinstance(value, str) or value not in allowed:
                raise DocumentError(place, Notice("not-a-choice", allowed=tuple(allowed), value=shown(value)))
            return value
        case "pairs":
            return _pairs(place, value, event)
        case "tables":
            return _tables(place, value, event)
        case "counts":
            return _tables(place, value, event, least=0)
        case "sizes":
            return _sizes(place, option, value)
        case kind:
            raise ValueError(f"option {option.key} is declared with the unknown kind {kind!r}")


def _integer(place: str, option: PairingOption, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise DocumentError(place, Notice("not-a-number", value=shown(value)))
    if option.choices and value not in [v for v, _label in option.choices]:
        allowed = either(v for v, _label in option.choices)
        raise DocumentError(place, Notice("not-allowed", allowed=allowed, value=value))
    if option.minimum is not None and value < option.minimum:
        raise DocumentError(place, Notice("too-small", minimum=option.minimum, value=value))
    if option.maximum is not None and value > option.maximum:
        raise DocumentError(place, Notice("too-large", maximum=option.maximum, value=value))
    return value


def _sizes(place: str, option: PairingOption, value: Any) -> tuple[int, ...]:
    possible = [size for size, _label in option.choices]
    if not isinstance(value, list | tuple) or not all(type(size) is int and size in possible for size in value):
        raise DocumentError(place, Notice("not-sizes"))
    if len(set(value)) < len(value):
        raise DocumentError(place, Notice("not-sizes"))
    return tuple(sorted(value))


def _pairs(place: str, value: Any, event: Event) -> tuple[tuple[int, int], ...]:
    ids = {p.id for p in event.players}
    if not isinstance(value, list | tuple):
        raise DocumentError(place, Notice("not-a-list-of-pairs"))
    out = []
    for i, pair in enumerate(value):
        if not isinstance(pair, list | tuple) or len(pair) != 2 or not all(type(p) is int for p in pair):
            raise DocumentError(f"{place}[{i}]", Notice("not-a-pair"))
        for k, player in enumerate(pair):
            if player not in ids:
                raise DocumentError(f"{place}[{i}][{k}]", Notice("no-player", player=player))
        if pair[0] == pair[1]:
            raise DocumentError(f"{place}[{i}]", Notice("pair-of-one", player=pair[0]))
        out.append((min(pair), max(pair)))
    return tuple(sorted(set(out)))


def _tables(place: str, value: Any, event: Event, least: int = 1) -> dict[int, int]:
    ids = {str(p.id): p.id for p in event.players}
    if not isinstance(value, dict):
        raise DocumentError(place, Notice("not-fixed-tables") if least else Notice("not-counts"))
    out = {}
    for player, table in value.items():
        if str(player) not in ids:
            raise DocumentError(f"{place}.{player}", Notice("no-player", player=player))
        if type(table) is not int or table < least:
            wrong = Notice("not-a-table-number", table=shown(table)) if least else Notice("not-counts")
            raise DocumentError(f"{place}.{player}", wrong)
        out[ids[str(player)]] = table
    return dict(sorted(out.items()))
