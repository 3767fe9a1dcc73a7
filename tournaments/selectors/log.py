"""The log as people read it: filtered, a page at a time, in sentences. A fixed number of queries a page."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby
from typing import Any

from django.apps import apps
from django.db import models
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext, pgettext

from tournaments.models import Appointment, Entry, LogEntry, Player, Result, Round, Seat, Table, Team, Tournament, User
from tournaments.models.fields import FractionField
from tournaments.models.log import NOT_LOGGED
from tournaments.sentences.places import labelled
from tournaments.sentences.points import readable
from tournaments.text import write_tables

PAGE = 100
FOLDED = 4
"""So many lines of one kind, made by one step, are shown as one that opens."""

LABELS = {
    "archived_at": gettext_noop("archived at"),
    "archived_by_id": gettext_noop("archived by"),
    "check_in_closed_at": gettext_noop("check-in closed at"),
    "decided_at": gettext_noop("decided at"),
    "decided_by_id": gettext_noop("decided by"),
    "end_done": gettext_noop("done at the end"),
    "end_skipped": gettext_noop("not needed at the end"),
    "moved_up_at": gettext_noop("moved up at"),
    "name_shown": gettext_noop("name on public pages"),
}
"""What columns are called that no form shows, so their fields have no name of their own."""

DETAILS = (
    Q(kind__in=["seat", "table"], action="insert")
    | Q(kind="result", action="update")
    | Q(kind__in=["playerimport", "eventimport", "printjob", "liveply"])
)
"""The kinds of lines that follow from another line: paired seats, a superseded result, single moves."""

NAMED: dict[type[models.Model], tuple[str, ...]] = {
    Tournament: ("name",),
    Round: ("number",),
    Table: ("number", "round__number"),
    Entry: ("player__name", "number"),
    Player: ("name",),
    Team: ("name",),
    User: ("first_name", "last_name", "username"),
    Result: ("points",),
}

BY_CODE = " (by code)"
"""The end of the name of somebody without an account, as the log keeps it: in English."""


@dataclass(frozen=True, slots=True)
class LogFilter:
    """The lines to show. ``tournament`` None: everything of the installation. ``before``: lines older than this id."""

    tournament: Tournament | None = None
    actor: str = ""
    kind: str = ""
    since: datetime | None = None
    until: datetime | None = None
    player: str = ""
    round: int | None = None
    table: int | None = None
    details: bool = False
    before: int | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One entry: ``what`` happened, as a sentence without who and why."""

    entry: LogEntry
    what: str
    who: str
    tournament: str

    @property
    def text(self) -> str:
        """Return the whole sentence."""
        text = _("%(what)s, by %(who)s") % {"what": self.what, "who": self.who}
        return _("%(line)s. Reason: %(why)s") % {"line": text, "why": self.entry.reason} if self.entry.reason else text


@dataclass(frozen=True, slots=True)
class Fold:
    """Lines that belong together: one, or many of a kind by one step with a sentence for them all."""

    lines: tuple[Line, ...]
    summary: str = ""

    @property
    def first(self) -> Line:
        return self.lines[0]


@dataclass(frozen=True, slots=True)
class LogPage:
    folds: tuple[Fold, ...]
    older: int | None

    @property
    def lines(self) -> tuple[Line, ...]:
        return tuple(line for fold in self.folds for line in fold.lines)


def page(wanted: LogFilter, size: int = PAGE) -> LogPage:
    """Return a page of the log, the newest line first. Nine queries at most."""
    entries = list(_found(wanted).order_by("-id")[: size + 1])
    more, entries = len(entries) > size, entries[:size]
    names = Names(entries, wanted.tournament.display_names if wanted.tournament else {})
    lines = [
        Line(entry, what_happened(entry, names), who_acted(entry), names.of(Tournament, entry.tournament_id))
        for entry in entries
    ]
    return LogPage(tuple(_fold(lines)), entries[-1].pk if more else None)


def kinds() -> list[tuple[str, str]]:
    """Return the kinds of records in the log, with their names, by name."""
    every = [model._meta for model in apps.get_app_config("tournaments").get_models()]
    named = [(meta.model_name or "", str(meta.verbose_name)) for meta in every if meta.model_name not in NOT_LOGGED]
    return sorted(named, key=lambda kind: kind[1])


def actors(tournament: Tournament | None) -> list[str]:
    """Return everybody who ever changed something here."""
    entries = LogEntry.objects.all() if tournament is None else LogEntry.objects.filter(tournament_id=tournament.pk)
    return list(entries.order_by("actor").values_list("actor", flat=True).distinct()[:500])


def _found(wanted: LogFilter) -> QuerySet[LogEntry]:
    event = wanted.tournament
    here, below = ({"tournament": event}, {"round__tournament": event}) if event else ({}, {})
    exact = {
        "tournament_id": event.pk if event else None,
        "actor": wanted.actor,
        "kind": wanted.kind,
        "at__gte": wanted.since,
        "at__lt": wanted.until,
        "pk__lt": wanted.before,
    }
    entries = LogEntry.objects.filter(**{member: value for member, value in exact.items() if value})
    if not wanted.details:
        entries = entries.exclude(DETAILS)
    if wanted.round:
        rounds = Round.objects.filter(number=wanted.round, **here)
        entries = entries.filter(round_id__in=rounds.values("pk"))
    if wanted.table:
        tables = Table.objects.filter(number=wanted.table, **below)
        entries = entries.filter(table_id__in=tables.values("pk"))
    if wanted.player:
        who = Q(player__name__icontains=wanted.player)
        if wanted.player.isdecimal() and len(wanted.player) < 6:
            who |= Q(number=int(wanted.player))
        mine = Entry.objects.filter(who, **here)
        entries = entries.filter(
            Q(entry_id__in=mine.values("pk"))
            | Q(player_id__in=mine.values("player"))
            | Q(table_id__in=Seat.objects.filter(entry__in=mine, table__isnull=False).values("table"))
        )
    return entries


class Names:
    """The names of what the lines speak of, each kind in one query; ``called``: those in the event, by number."""

    def __init__(self, entries: Iterable[LogEntry], called: Mapping[int, str] | None = None) -> None:
        self._called = called or {}
        wanted: dict[type[models.Model], set[int]] = defaultdict(set)
        for entry in entries:
            for model, key in (
                (Tournament, entry.tournament_id),
                (Round, entry.round_id),
                (Table, entry.table_id),
                (Entry, entry.entry_id),
                (Player, entry.player_id),
            ):
                wanted[model].add(key)
            for field in _fields(entry.kind).values():
                if field.related_model in NAMED:
                    for values in (entry.old, entry.new):
                        wanted[field.related_model].add((values or {}).get(field.column))
        self._known: dict[type[models.Model], dict[int, list[Any]]] = {}
        for model, keys in wanted.items():
            if keys := keys - {None}:
                rows = model.objects.filter(pk__in=keys).values_list("pk", *NAMED[model])
                self._known[model] = {pk: rest for pk, *rest in rows}

    def get(self, model: type[models.Model], key: int | None) -> Sequence[Any] | None:
        return None if key is None else self._known.get(model, {}).get(key)

    def of(self, model: type[models.Model], key: int | None) -> str:
        """Return the name of a row; the number of a row that is gone."""
        if key is None:
            return ""
        value = self.get(model, key)
        if value is None:
            return f"#{key}"
        if model is User:
            first, last, username = value
            return f"{first} {last}".strip() or username
        if model is Result:
            return _points(value[0])
        return str(self._called.get(value[1], value[0]) if model is Entry else value[0])


def _model(kind: str) -> type[models.Model] | None:
    """Return a kind's model; None for one that no longer exists."""
    return apps.get_app_config("tournaments").models.get(kind)


def _fields(kind: str) -> Mapping[str, Any]:
    model = _model(kind)
    return {field.column: field for field in model._meta.concrete_fields} if model else {}


def who_acted(entry: LogEntry) -> str:
    if entry.door == LogEntry.Door.WORKER and entry.actor_id is None:
        return _("the worker (%(task)s)") % {"task": entry.actor}
    return entry.actor if entry.actor_id is not None and not entry.actor.endswith(BY_CODE) else name_of(entry.actor)


def name_of(actor: str) -> str:
    """Write who acted, where it is no account: a door of the program, or somebody by a code."""
    if actor in LogEntry.Door.values:
        return str(LogEntry.Door(actor).label)
    if actor.endswith(BY_CODE):
        return _("%(name)s (by code)") % {"name": actor.removesuffix(BY_CODE)}
    return actor


def role_of(entry: LogEntry) -> str:
    """Return the role that somebody had at the tournament at that moment."""
    if entry.role == "superuser":
        return _("organiser of the installation")
    return str(dict(Appointment.Role.choices).get(entry.role, ""))


def what_happened(entry: LogEntry, names: Names) -> str:
    special = {"result": _result, "seat": _seat, "round": _round_state}.get(entry.kind)
    text = special(entry, names) if special else None
    if text is None:
        text = _changes(entry, names) if entry.action == "update" else _made(entry)
    return f"{labelled(_subject(entry, names))} {text}"


def _subject(entry: LogEntry, names: Names) -> str:
    at = names.get(Table, entry.table_id)
    if at is not None and entry.kind in ("result", "seat", "table", "gamerecord"):
        place = _("Table %(table)d, round %(round)d") % {"table": at[0], "round": at[1]}
        return place if entry.kind != "gamerecord" else _("%(place)s, game record") % {"place": place}
    round_ = names.get(Round, entry.round_id)
    if entry.kind in ("round", "seat") and round_ is not None:
        return _("Round %(round)d") % {"round": round_[0]}
    values = {**(entry.old or {}), **(entry.new or {})}
    if entry.kind in ("entry", "player"):
        who, key = (Entry, entry.entry_id) if names.get(Entry, entry.entry_id) else (Player, entry.player_id)
        return names.of(who, key) if names.get(who, key) else values.get("name") or _("A player")
    if entry.kind == "tournament":
        return _("Settings") if entry.action == "update" else _("Tournament")
    model = _model(entry.kind)
    label = str(model._meta.verbose_name).capitalize() if model else entry.kind
    about = names.of(User, values.get("user_id")) or names.of(Entry, entry.entry_id)
    about = about or names.of(Team, values.get("team_id")) or values.get("name") or values.get("username")
    return f"{label} {about}" if about else f"{label} #{entry.row_id}"


def _result(entry: LogEntry, names: Names) -> str | None:
    if entry.action != "insert" or entry.new is None:
        return None
    points, end, old = entry.new["points"], entry.new["end"], entry.new.get("supersedes_id")
    new = _points(points) if old is None else f"{names.of(Result, old)} → {_points(points)}"
    if end == Result.End.PLAYED:
        return _("result %(new)s") % {"new": new}
    called = _("void") if is_void(end, points) else dict(Result.End.choices).get(end, end)
    # Translators: a line of the log; “end” says how the game ended: forfeit, adjourned or void.
    return _("result %(new)s (%(end)s)") % {"new": new, "end": called}


def is_void(end: str, points: Sequence[Any]) -> bool:
    """Return whether a result says that the table does not count: nobody has points, and nobody is to play again."""
    return end == Result.End.FORFEIT and all(p is None for p in points)


def _seat(entry: LogEntry, names: Names) -> str | None:
    values = entry.new if entry.action == "insert" else entry.old if entry.action == "delete" else None
    name = names.of(Entry, entry.entry_id)
    if values is None:
        return _("%(name)s, %(changes)s") % {"name": name, "changes": _changes(entry, names)}
    bye = values.get("bye")
    place = dict(Seat.Bye.choices).get(bye, bye) if bye else _("seat %(seat)s") % {"seat": values.get("position")}
    return f"{name}, {place}" if entry.action == "insert" else _("%(line)s, removed") % {"line": f"{name}, {place}"}


def _round_state(entry: LogEntry, _names: Names) -> str | None:
    if "state" not in (entry.new or {}):
        return None
    if entry.action == "insert":
        return _("asked for")
    before, after = (dict(Round.State.choices).get((side or {}).get("state"), "") for side in (entry.old, entry.new))
    return f"{before} → {after}"


DECIMAL = re.compile(r"\d+\.\d+")
SHORT = (models.CharField, models.IntegerField, models.DateField, models.BooleanField)


def _made(entry: LogEntry) -> str:
    """Say that a row was made or deleted, with the few words and numbers that identify it."""
    text = str(LogEntry.Made(entry.action).label)
    values = entry.new or entry.old or {}
    facts = []
    for column, field in _fields(entry.kind).items():
        value = values.get(column)
        if not isinstance(field, SHORT) or isinstance(field, models.DateTimeField) or field.primary_key:
            continue
        if field.is_relation or value in (None, "", 0) or isinstance(value, bool):
            continue
        if isinstance(field.verbose_name, str) and column not in LABELS:
            continue  # without a name of its own it has an English one only
        shown = _worded(field, value)[:60]
        if shown not in (entry.reason, values.get("name"), values.get("slug")):
            facts.append(f"{_label(field.name, field)} {shown}")
    return f"{text} ({', '.join(facts[:5])})" if facts else text


def _changes(entry: LogEntry, names: Names) -> str:
    fields = _fields(entry.kind)
    changes = []
    for column, value in sorted((entry.new or {}).items()):
        field = fields.get(column)
        before = _value(field, (entry.old or {}).get(column), names)
        changes.append(f"{_label(column, field)} {before} → {_value(field, value, names)}")
    return "; ".join(changes)


def _label(column: str, field: Any) -> str:
    return _(LABELS[column]) if column in LABELS else str(field.verbose_name) if field else column


def _value(field: Any, value: Any, names: Names) -> str:
    if value is None or value in ("", []):
        return "–"
    if field is not None and field.related_model in NAMED:
        return names.of(field.related_model, value)
    if isinstance(field, models.DateTimeField | models.DateField):
        return _moment(value)
    if value is True or value is False:
        return _("yes") if value else _("no")
    if field is not None and (field.choices or isinstance(field, FractionField)):
        return _worded(field, value)
    if field is not None and (field.model, field.name) == (Appointment, "tables"):
        return write_tables(value)
    if isinstance(value, list) and all(not isinstance(v, dict | list) for v in value):
        return _points(value) if field is not None and "points" in field.name else ", ".join(map(str, value))
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False)[:300]
    return str(value)[:300]


def _worded(field: Any, value: Any) -> str:
    """Write a choice by its name, and a number as the reader's language does: ½, and 0,01 in Dutch."""
    if isinstance(field, FractionField):
        return readable(str(value))
    shown = str(dict(field.flatchoices or ()).get(value, value))
    return str(number_format(shown)) if DECIMAL.fullmatch(shown) else shown


def _moment(value: Any) -> str:
    """Write a date, or a moment by the clock of the hall; any other text stays as it is."""
    text = str(value)
    try:
        if len(text) == len("2026-11-27"):
            return date_format(date.fromisoformat(text), pgettext("date format", "j F Y"))
        moment = timezone.localtime(datetime.fromisoformat(text))
    except ValueError:
        return text[:300]
    return date_format(moment, pgettext("date format", "j F Y")) + date_format(moment, " H:i")


def _points(values: Sequence[str | None]) -> str:
    if all(value is None for value in values):
        return "–"  # adjourned or void; a cross for each would say that nobody came
    apart = ", " if any(str(value).startswith("-") for value in values) else "–"  # no stroke before a minus
    return apart.join("×" if value is None else readable(str(value)) for value in values)


def _fold(lines: Iterable[Line]) -> Iterable[Fold]:
    def step(line: Line) -> tuple[Any, ...]:
        return line.entry.transaction, line.entry.kind, line.entry.action, tuple(sorted(line.entry.new or {}))

    for (_number, kind, action, _columns), group in groupby(lines, key=step):
        together = tuple(group)
        if len(together) < FOLDED:
            yield from (Fold((line,)) for line in together)
            continue
        model = _model(kind)
        name = str(model._meta.verbose_name_plural) if model else kind
        summary = ngettext("%(count)d %(kind)s %(made)s", "%(count)d %(kind)s %(made)s", len(together)) % {
            "count": len(together),
            "kind": name,
            "made": LogEntry.Made(action).label,
        }
        yield Fold(together, summary)
