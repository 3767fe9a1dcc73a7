"""A tournament written out: as an event document, or as an archive with what only the site knows; and the log that came
with one, a page at a time."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import UTC
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Case, QuerySet, When

from scoring.documents.document import Event
from scoring.documents.writing import event_text, write_event
from tournaments.domain.access import Action
from tournaments.domain.register import known
from tournaments.imports.archive import ARCHIVE, quoted
from tournaments.models import Entry, GameRecord, HistoryLine, LogEntry, PrizeRule, Round, Table, Tournament
from tournaments.models.prize import CONDITIONS, RULE
from tournaments.selectors.events.events import event_of
from tournaments.selectors.log import Line, Names, what_happened, who_acted
from tournaments.selectors.standings.prizes import lists_of


def document_text(tournament: Tournament) -> str:
    """Return the event document. The same tournament always gives the same bytes. Seven queries."""
    return event_text(consecutive(event_of(tournament)))


def archive_text(tournament: Tournament, *, by: Any, records: bool = False, log: bool = False) -> str:
    """Write the archive, with the game records if ``records``, the log of changes if ``log``, and the years of birth
    that ``by`` may know. The same tournament always gives the same person the same bytes."""
    event = event_of(tournament)
    former = list(tournament.former_addresses.order_by("slug").values_list("slug", flat=True))
    new = _new_numbers(event)
    rounds = Round.objects.filter(tournament=tournament, state__in=Round.SHOWN).order_by("number")
    reasons: dict[int, dict[str, Any]] = {}
    for number, table, reason in (
        Table.objects.filter(reason__isnull=False, round__in=rounds)
        .order_by("round__number", "number")
        .values_list("round__number", "number", "reason")
    ):
        reasons.setdefault(number, {})[str(table)] = reason.document()
    people = (
        Entry.objects.filter(tournament=tournament)
        .annotate(year=Case(When(known(by, Action.KEEP, "player__"), then="player__birth_year")))
        .exclude(year=None, marks="")
        .order_by("number")
        .values_list("number", "year", "marks")
    )
    archive: dict[str, Any] = {
        "format": ARCHIVE,
        "event": write_event(consecutive(event)),
        "tournament": {
            "slug": tournament.slug,
            "venue": tournament.venue,
            "published": tournament.published,
            **({"former_slugs": former} if former else {}),
        },
        "players": [_player(new.get(number, number), *more) for number, *more in people],
        "rounds": [{"number": r.number, "state": r.state, "reasons": reasons.get(r.number, {})} for r in rounds],
    }
    if prizes := _prizes(tournament):
        archive["prizes"] = prizes
    if records:
        kept = (
            GameRecord.objects.filter(table__round__in=rounds)
            .order_by("table__round__number", "table__number", "id")
            .values_list("table__round__number", "table__number", "text")
        )
        archive["records"] = [{"round": number, "table": table, "quoted": quoted(text)} for number, table, text in kept]
    if log:
        archive["log"] = [
            *(_line(line, who=line.who, row=line.row) for line in tournament.history.order_by("position")),
            *(_line(entry, who=entry.actor, row=entry.row_id) for entry in own_log(tournament)),
        ]
    return json.dumps(archive, ensure_ascii=False, indent=1) + "\n"


def _prizes(tournament: Tournament) -> dict[str, Any]:
    """Return the rule and the lists of prizes; nothing where there are none."""
    rule = PrizeRule.objects.filter(tournament=tournament).first()
    lists = [
        {
            "name": row.name,
            **{name: value for name in CONDITIONS if (value := getattr(row, name)) not in (None, "")},
            **({"teams": True} if row.teams else {}),
            "winners_named": row.winners_named,
            "prizes": [{"cents": prize.cents, "thing": prize.thing, "worth": prize.worth} for prize in prizes],
        }
        for row, prizes in lists_of(tournament)
    ]
    return {**{name: getattr(rule, name) for name in RULE}, "lists": lists} if rule else {}


def _player(number: int, year: int | None, marks: str) -> dict[str, Any]:
    """Return the site's own data of a player: the year of birth and the marks."""
    own = {"birth_year": year, "marks": marks or None}
    return {"id": number, **{name: value for name, value in own.items() if value is not None}}


def own_log(tournament: Tournament) -> QuerySet[LogEntry]:
    """Return the log of a tournament here. Of a copy that brought its history along not the making of the
    copy, which is no part of the event: so the copy's archive is the archive that it was made from."""
    lines = LogEntry.objects.filter(tournament_id=tournament.pk).order_by("pk")
    if not tournament.history.exists():
        return lines
    inserts = lines.filter(kind="tournament", row_id=str(tournament.pk), action="insert")
    return lines.exclude(transaction__in=list(inserts.values_list("transaction", flat=True)))


def _line(line: LogEntry | HistoryLine, *, who: str, row: str) -> dict[str, Any]:
    """Return a line of the log. Old and new values stand as JSON within a string: they are the database's, not the
    event's."""
    values = {
        name: None if value is None else quoted(json.dumps(value, sort_keys=True))
        for name, value in (("old", line.old), ("new", line.new))
    }
    return {
        "at": line.at.astimezone(UTC).isoformat(),
        "who": _shown(who),
        "role": line.role,
        "door": line.door,
        "kind": line.kind,
        "row": row,
        "action": line.action,
        **values,
        "reason": _shown(line.reason),
    }


def _shown(text: str) -> str:
    """Replace control characters, which somebody may have typed, by spaces: a document holds none."""
    return re.sub("[\x00-\x1f\x7f-\x9f]", " ", text)


def _new_numbers(event: Event) -> dict[int, int]:
    """Return pairing numbers 1…n for an event with gaps, because players were taken out again; empty where there are
    none."""
    ids = [player.id for player in event.players]
    wanted = range(1, len(ids) + 1)
    return {} if ids == list(wanted) else dict(zip(ids, wanted, strict=True))


def consecutive(event: Event) -> Event:
    """Return the event with pairing numbers 1…n, as a document has them: before round 1 numbers may be missing."""
    new = _new_numbers(event)
    if not new:
        return event
    pairing, scoring = dict(event.pairing), dict(event.scoring)
    if pairing.get("forbidden"):
        pairing["forbidden"] = [[new[a], new[b]] for a, b in pairing["forbidden"] if a in new and b in new]
    if pairing.get("fixed_tables"):
        pairing["fixed_tables"] = {str(new[int(player)]): table for player, table in pairing["fixed_tables"].items()}
    if scoring.get("expelled_players"):
        scoring["expelled_players"] = [new[p] for p in scoring["expelled_players"] if p in new]
    rounds = tuple(
        replace(
            r,
            tables=tuple(replace(t, seats=tuple(new[p] for p in t.seats)) for t in r.tables),
            byes=tuple(replace(b, player=new[b.player]) for b in r.byes),
        )
        for r in event.rounds
    )
    players = tuple(replace(player, id=new[player.id]) for player in event.players)
    return replace(event, pairing=pairing, scoring=scoring, players=players, rounds=rounds)


PAGE = 100


def brought(tournament: Tournament) -> int:
    """Return how many lines there are."""
    return tournament.history.count()


def page(tournament: Tournament, number: str | None) -> Page[Line]:
    """Return a page of the history, the newest line first. Two queries."""
    lines = Paginator(tournament.history.order_by("-position"), PAGE).get_page(number)
    nobody = Names(())
    lines.object_list = [_worded(line, nobody) for line in lines.object_list]
    return lines


def _worded(line: HistoryLine, nobody: Names) -> Line:
    """Return a line as the log words it. Its numbers are those of another database, so they name nobody here."""
    entry = LogEntry(
        at=line.at,
        actor=line.who,
        role=line.role,
        door=line.door,
        kind=line.kind,
        row_id=line.row,
        action=line.action,
        old=line.old,
        new=line.new,
        reason=line.reason,
    )
    try:
        what = what_happened(entry, nobody)
    except (KeyError, TypeError, ValueError, AttributeError):
        # it is what somebody else's program wrote, or a hand
        what = f"{line.kind} #{line.row}: {LogEntry.Made(line.action).label}"
    return Line(entry, what, who_acted(entry) if line.who else "", "")
