"""Games as text: tags and moves by rounds, after the example of PGN, for every game (docs/notation.md).

A text is read strictly where it bears the tag ``Game``; any other text is taken for moves alone, of a game that is
known from elsewhere: its options, its players, its setup.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from games.core import registry
from games.core.errors import BadRecord, GameError, quote
from games.core.game import Outcome
from games.core.notices import Notice
from games.core.options import complete, plain
from games.core.record import MAX_BYTES, Claim, Record, check_name, decode, parse, shape
from games.core.replay import prepare
from games.core.written import Pasted, entry, read, take_apart

WIDTH: Final = 88
UNKNOWN: Final = "?"
"""The text of a tag whose value is not known, as in PGN."""
_POINTS: Final = re.compile(r"(?:0|[1-9][0-9]{0,3})(?:/[1-9][0-9]{0,3})?")
_OBJECT: Final = re.compile(r'\ufeff?[ \t\r\n]*\{[ \t\r\n]*["}]')
"""The beginning of a record; a brace may also open a comment."""
_ABOUT: Final = ("Event", "Site", "Date", "Round", "Table")


def write(record: Record, about: Mapping[str, str] | None = None, *, long: bool = False, quick: bool = False) -> str:
    """Return a record as text. ``about`` holds Event, Site, Date, Round and Table. Raises GameError.

    ``quick`` writes the entries as they stand in the record, each in one word, without their marks.
    """
    game, start = prepare(record)
    if quick:
        outcome = game.outcome(game.run(start, record.moves))
        turns = max(2, start.seats)
        items = [
            (f"{index // turns + 1}. " if index % turns == 0 else "") + entry(game, None, text, None, long=True)
            for index, text in enumerate(record.moves)
        ]
        return _text(game, record, about, outcome, items)
    state = game.start(start)
    items = []
    number = 0
    before = None
    new_round = getattr(game, "new_round", None)
    for text in record.moves:
        after = game.play(state, game.read(text))
        if before is None or not callable(new_round) or new_round(before, state):
            number += 1
            items.append(f"{number}.")
        items.append(entry(game, state, text, after, long=long))
        before, state = state, after
    return _text(game, record, about, game.outcome(state), items)


def _text(
    game: registry.AnyGame,
    record: Record,
    about: Mapping[str, str] | None,
    outcome: Outcome | None,
    items: list[str],
) -> str:
    options = complete(game.info, record.options, len(record.seats))
    result = "*" if outcome is None else "-".join(map(str, outcome.points))
    tags = {"Game": record.game}
    tags |= {name: (about or {}).get(name, "") or UNKNOWN for name in _ABOUT}
    tags |= {f"Seat{seat}": name if name is not None else UNKNOWN for seat, name in enumerate(record.seats, 1)}
    tags["Result"] = result
    if outcome is not None:
        tags["Termination"] = outcome.termination
    changed = {key: plain(options[key]) for key in record.options}
    if changed:
        tags["Options"] = json.dumps(changed, ensure_ascii=False, separators=(",", ":"))
    if record.setup:
        tags["Setup"] = json.dumps(record.setup, ensure_ascii=False, separators=(",", ":"))
    head = "\n".join(f'[{name} "{_escaped(value)}"]' for name, value in tags.items())
    return f"{head}\n\n{_wrapped([*items, result])}\n"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ").replace("\r", " ")


def _wrapped(items: list[str]) -> str:
    lines, line = [], ""
    for item in items:
        if line and len(line) + 1 + len(item) > WIDTH:
            lines.append(line)
            line = item
        else:
            line = f"{line} {item}" if line else item
    return "\n".join([*lines, line])


def record_of(text: str, known: Record | None = None) -> Record:
    """Return the record that a text holds: JSON, a text of ours, PGN4 of chess.com, or moves alone.

    ``known`` is what is known of the game without the text, with the moves that were played before; moves alone need
    it. Raises GameError, with ``index`` where a move fails.
    """
    if len(text) > MAX_BYTES:
        raise BadRecord(Notice("record-too-long", most=MAX_BYTES))
    if _OBJECT.match(text):
        return parse(text.removeprefix("\ufeff"))
    pasted = take_apart(text)
    if "game" in pasted.tags:
        return _ours(pasted)
    foreign = _foreign(pasted, known)
    if foreign is not None:
        return foreign
    if known is None:
        raise BadRecord(Notice("text-of-no-game", games=tuple(registry.keys())))
    if not pasted.words:
        raise BadRecord(Notice("text-without-moves"))
    game, start = prepare(known)
    state = game.run(start, known.moves)
    written = read(game, state, pasted, known.seats, len(known.moves))
    return replace(known, moves=(*known.moves, *written.moves))


def _foreign(pasted: Pasted, known: Record | None) -> Record | None:
    """Return the record of a text that another program wrote and a game knows how to read."""
    for game in registry.every():
        adapt = getattr(game, "adapt", None)
        if callable(adapt):
            record: Record | None = adapt(pasted, known)
            if record is not None:
                return record
    return None


def _ours(pasted: Pasted) -> Record:
    tags = pasted.tags
    game = registry.get(tags["game"])
    seats: list[str | None] = []
    while f"seat{len(seats) + 1}" in tags and len(seats) < max(game.info.seats):
        name = tags[f"seat{len(seats) + 1}"]
        check_name(name, Notice("name-of-seat", seat=len(seats) + 1))
        seats.append(None if name == UNKNOWN else name)
    options, setup = _object(tags, "options"), _object(tags, "setup")
    document = {"game": tags["game"], "options": options, "seats": seats, "setup": setup, "moves": []}
    record = shape(decode(json.dumps(document)))
    game, start = prepare(record)
    written = read(game, game.start(start), pasted, record.seats)
    claimed = _claim(tags.get("result", pasted.result or "*"), len(seats))
    return replace(record, moves=written.moves, claimed=claimed)


def _object(tags: Mapping[str, str], name: str) -> Any:
    if name not in tags:
        return {}
    try:
        decoded = decode(tags[name])
    except GameError as error:
        error.notice = Notice("text-tag", tag=name.capitalize(), text=error.notice)
        raise
    if decoded.fault is not None:
        raise BadRecord(Notice("text-tag", tag=name.capitalize(), text=decoded.fault))
    return decoded.value


def _claim(result: str, seats: int) -> Claim | None:
    if result in ("*", UNKNOWN, ""):
        return None
    parts = result.split("-")
    if len(parts) != seats or not all(map(_POINTS.fullmatch, parts)):
        raise BadRecord(Notice("text-result", text=quote(result), seats=seats))
    return Claim(points=tuple(map(Fraction, parts)))
