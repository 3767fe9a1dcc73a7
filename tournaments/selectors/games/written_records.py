"""Games as people write them, read for a table: what they prove is looked at before they are handed in. The public gets
the shown names of those who sat at the table in the place of those that somebody typed."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from django.utils.translation import gettext as _

from games.core import texts
from games.core.errors import BadSetup, GameError
from games.core.notices import Notice
from games.core.record import Record, decode, shape
from games.core.replay import replay
from games.core.written import take_apart
from tournaments.domain.errors import Refused
from tournaments.domain.proofs import prove
from tournaments.domain.setup import refuse_without_engine
from tournaments.models import GameRecord, LiveGame, Seat, Table
from tournaments.selectors.games.replays import players_at, record_from, table_entries
from tournaments.selectors.labels import letters
from tournaments.selectors.people import shown_names
from tournaments.sentences import sentence, speaker, speaker_at

_JSON = re.compile(r'[ \t\r\n]*(?:\{[ \t\r\n]*["}]|\[(?![ \t]*[A-Za-z][A-Za-z0-9_-]*[ \t]+")|"|null\b|true\b|false\b)')
"""The beginning of a text that is JSON, or means to be; a bracket may also begin a tag or a comment."""


@dataclass(frozen=True, slots=True)
class Look:
    """A written game before it is handed in: what it proves for each seat of the table, or why it proves nothing."""

    plies: int
    picture: str
    points: tuple[Fraction, ...] | None
    problem: str


def readable(content: bytes) -> str:
    """Decode the text of a record. Raises Refused where it is none, or is too large."""
    if len(content) > GameRecord.MAX_BYTES:
        raise Refused(_("A game record can have at most 1 MiB."))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refused(_("This is not a game record: it is not UTF-8 text.")) from None
    if not text.strip():
        raise Refused(_("There is no record here. Paste one, or choose a file."))
    if "\0" in text:
        raise Refused(_("This is not a game record: it is not text."))
    return text


def as_record(table: Table, text: str) -> str:
    """Return the JSON of a record; any other text is read as people write games at this table. Raises Refused.

    Names that stand in a written game are left out: the table tells who sat there.
    """
    refuse_without_engine(table.round.tournament)
    if _JSON.match(text):
        return text
    before = known(table)
    try:
        record = texts.record_of(text, before)
    except GameError as error:
        notice = _without_hands(before, text, error) or placed(error)
        raise Refused(sentence(notice), rule=error.rule, notice=notice) from error
    return json.dumps(replace(record, seats=(None,) * len(record.seats)).document())


def _without_hands(before: Record, text: str, error: GameError) -> Notice | None:
    """Return what to do about moves of Kwartet that came without the hands; None where something else is wrong."""
    moves_alone = "hands" not in before.setup and isinstance(error, BadSetup) and "game" not in take_apart(text).tags
    if before.game != "kwartet" or not moves_alone:
        return None
    return Notice("record-without-hands") if len(before.seats) > 2 else Notice("record-without-hands-of-two")


def placed(error: GameError) -> Notice:
    """Return what is wrong with a game, with the rule and the number of the move."""
    problem = error.notice
    if error.rule:
        problem = Notice("by-rule", text=problem, rule=error.rule)
    return problem if error.index is None else Notice("at-move", number=error.index + 1, text=problem)


def known(table: Table) -> Record:
    """Return what is known of a table's game without its moves: options, names, and the setup that was entered."""
    entries = table_entries(table.pk)
    names = dict(Seat.objects.filter(table=table).values_list("entry", "entry__player__name"))
    entered = LiveGame.objects.filter(table=table).order_by("-pk").first()
    record = record_from(table.round.tournament, entries, dict(entered.setup) if entered else {}, ())
    return replace(record, seats=tuple(names[entry] for entry in dict.fromkeys(entries)))


def look(table: Table, content: bytes, names: Sequence[str] = ()) -> Look:
    """Read a game for a table and tell what it proves, with the position at its end. Raises Refused.

    ``names`` are those at the table, seat by seat, as the reader may see them.
    """
    text = as_record(table, readable(content))
    proof = prove(text, table.round.tournament, table_entries(table.pk))
    problem = speaker_at(table.round.tournament.game, names)(proof.problem) if proof.problem is not None else ""
    try:
        done = replay(shape(decode(text)))
    except GameError:
        return Look(0, "", None, problem)
    say = speaker(players_at(done.game, done.state, names))
    picture = done.game.diagram(done.state, None, letters(), say)
    return Look(len(done.record.moves), picture, proof.points, problem)


def seat_names(table_id: int, tournament_id: int, seats: int) -> list[str | None]:
    """Return the shown names for a record with so many seats, all None where the table had other seats."""
    return names_for(sitting(table_id, tournament_id), seats)


def sitting(table_id: int, tournament_id: int) -> list[tuple[int, str]]:
    """Return pairing number and shown name of each seat of a table, in seat order."""
    numbers = list(Seat.objects.filter(table=table_id).order_by("position").values_list("entry__number", flat=True))
    people = shown_names.people(tournament_id, only=numbers)
    return [(number, people[number].name) for number in numbers if number in people]


def names_for(sitting: Sequence[tuple[int, str]], seats: int) -> list[str | None]:
    """Name the players of a record. One with two colours counts twice at the table and once in the record; both
    fit."""
    if len(sitting) == seats:
        return [name for _number, name in sitting]
    once = dict(sitting)
    return list(once.values()) if len(once) == seats else [None] * seats


def public_text(record: GameRecord) -> str:
    """Return a record that proves a result as text, with the names that everyone may read. Reads its table's round and
    tournament."""
    document = json.loads(record.text)
    document["seats"] = seat_names(record.table_id, record.table.round.tournament_id, len(document["seats"]))
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))
