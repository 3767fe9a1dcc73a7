"""Delete-my-data: the person goes, what happened at the tables stays."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.utils.translation import gettext as _

from games.core.notices import Notice, notice_of
from tournaments.domain import queue
from tournaments.domain.access import require_installation
from tournaments.domain.errors import Refused
from tournaments.domain.locks import bump_version, lock, mark_standings_stale
from tournaments.domain.logbook import audited
from tournaments.models import (
    Entry,
    EventImport,
    GameRecord,
    HistoryLine,
    KeptAnswer,
    Mail,
    Merge,
    PersonalLink,
    PersonPage,
    Player,
    PlayerImport,
    Proposal,
    PushDevice,
    Registration,
    Result,
    Round,
    SheetPhoto,
    Table,
    TableMail,
    Tournament,
)
from tournaments.selectors.record_names import names_for
from tournaments.text import same_name

OWN = ("name", "club", "rating", "birth_year")


@dataclass(frozen=True, slots=True)
class Traces:
    """The stored traces of a person: their ``entries``, the ``tables`` they sat at, the ``records`` of those."""

    entries: int
    tables: int
    records: int


def require_eraser(user: Any) -> None:
    """Raise PermissionDenied where a user may not delete a person's data."""
    require_installation(user, _("Only an organiser of this installation may delete a person’s data."))


def traces(player: Player) -> Traces:
    """Find the traces of a person, for the page that asks whether to go on."""
    tables = Table.objects.filter(seats__entry__player=player).distinct()
    return Traces(player.entries.count(), tables.count(), GameRecord.objects.filter(table__in=tables).count())


@audited
def erase(player_id: int, *, by: Any, typed: str) -> Player:
    """Remove a person and keep the results: name, club, rating and year of birth go, and the name wherever the program
    wrote it. Raises Refused where ``typed`` is not the name.

    Places that stand do not move: the standings of finished events stay as they were computed.
    """
    require_eraser(by)
    # tournaments before the person, as every other step that takes both
    ids = sorted(Entry.objects.filter(player=player_id).values_list("tournament", flat=True))
    tournaments = [lock(pk) for pk in ids]
    player = Player.objects.select_for_update().get(pk=player_id)
    name = player.name
    if same_name(typed) != same_name(name):
        raise Refused(_("Nothing was deleted. Type the name exactly as shown here: “%s”.") % name)
    player.name, player.club, player.rating, player.birth_year = _placeholder(player), "", None, None
    player.name_shown = ""
    player.save()
    PersonalLink.objects.filter(entry__player=player).delete()
    PersonPage.objects.filter(player=player).delete()
    Proposal.objects.filter(player=player).delete()
    Merge.objects.filter(kept=player).update(taken=None)
    sent = Registration.objects.filter(player=player)
    Mail.objects.filter(
        parameters__path__in=[f"registration {pk}" for pk in sent.values_list("pk", flat=True)]
    ).delete()
    sent.delete()
    Entry.objects.filter(player=player).exclude(marks="").update(marks="")
    Entry.objects.filter(player=player, tournament__state=Tournament.State.FINISHED).update(fixed_table=None)
    # whose hand it is on a photo, and whose name, nobody can tell
    SheetPhoto.objects.filter(table__seats__entry__player=player).delete()
    _out_of_records(player, name)
    _out_of_notes(player, name)
    _out_of_answers(player, name)
    _out_of_history(player, name)
    _out_of_mails(player, name)
    _out_of_log(player, name)
    for tournament in tournaments:
        if tournament.state == Tournament.State.FINISHED:
            bump_version(tournament)
        else:
            mark_standings_stale(tournament)
            queue.send_standings(tournament.pk)
    return player


def _placeholder(player: Player) -> str:
    """Return ``Player 17``, or a similar name where somebody bears that one."""
    name = base = _("Player %(number)d") % {"number": player.pk}
    extra = 1
    while Player.objects.filter(name=name, club="", birth_year=None).exclude(pk=player.pk).exists():
        extra += 1
        name = f"{base} ({extra})"
    return name


def _out_of_records(player: Player, name: str) -> None:
    """Take the name out of the records of all tables that the person sat at, however it was written there."""
    records = GameRecord.objects.filter(table__seats__entry__player=player).distinct()
    for record in records.prefetch_related("table__seats"):
        seats = sorted(record.table.seats.all(), key=lambda seat: seat.position)
        entries = {entry.pk for entry in player.entries.all()}
        sitting = [(seat.entry_id, player.name if seat.entry_id in entries else "") for seat in seats]
        record.text = _text_without(record.text, name, player.name, sitting)
        record.verdict = _said_without(record.verdict, name, player.name)
        record.save(update_fields=["text", "verdict"])


def _text_without(text: str, name: str, placeholder: str, sitting: list[tuple[int, str]]) -> str:
    try:
        document = json.loads(text)
        names = document["seats"]
        if not isinstance(names, list):
            raise TypeError
    except (ValueError, TypeError, KeyError, RecursionError):
        # no record that can be read, so nothing rests on its every letter
        return _without(text, name, placeholder)
    known = names_for(sitting, len(names))
    document["seats"] = (
        [
            placeholder if theirs or (isinstance(old, str) and _without(old, name, "") != old) else old
            for old, theirs in zip(names, known, strict=True)
        ]
        if any(known)
        else [None] * len(names)
    )
    return json.dumps(document, ensure_ascii=False)


def _without(text: str, name: str, placeholder: str) -> str:
    """Return a text without a name, also where its letters are escaped as in JSON."""
    for spelling in (name, json.dumps(name)[1:-1]):
        text = re.sub(re.escape(spelling), lambda _match: placeholder, text, flags=re.IGNORECASE)
    return text


def _values_without(value: Any, name: str, placeholder: str) -> Any:
    """Return JSON values without a name in any of their texts. Names of members and codes of notices stay: somebody may
    be called the same."""
    match value:
        case str():
            return _without(value, name, placeholder)
        case list():
            return [_values_without(item, name, placeholder) for item in value]
        case {"code": str(code), "params": dict(params)} if len(value) == 2:
            return {"code": code, "params": _values_without(params, name, placeholder)}
        case dict():
            return {key: _values_without(item, name, placeholder) for key, item in value.items()}
    return value


def _said_without(notice: Notice | None, name: str, placeholder: str) -> Notice | None:
    """Return a notice without a name in any of its parameters."""
    return None if notice is None else notice_of(_values_without(notice.document(), name, placeholder))


def _out_of_notes(player: Player, name: str) -> None:
    """Take the name out of the program's notes about rounds, and out of the admin's own history."""
    for round_ in Round.objects.filter(tournament__entries__player=player).distinct():
        notes = tuple(_said_without(note, name, player.name) for note in round_.notes)
        problem = _said_without(round_.problem, name, player.name)
        if (notes, problem) != (round_.notes, round_.problem):
            round_.notes, round_.problem = notes, problem
            round_.save(update_fields=["notes", "problem"])
    for table in Table.objects.filter(round__tournament__entries__player=player, reason__isnull=False).distinct():
        reason = _said_without(table.reason, name, player.name)
        if reason != table.reason:
            table.reason = reason
            table.save(update_fields=["reason"])
    for refused in EventImport.objects.filter(problem__isnull=False):
        problem = _said_without(refused.problem, name, player.name)
        if problem != refused.problem:
            refused.problem = problem
            refused.save(update_fields=["problem"])
    # lists that wait for a yes hold the person as they were
    PlayerImport.objects.filter(tournament__entries__player=player).delete()
    people = ContentType.objects.get_for_model(Player)
    LogEntry.objects.filter(content_type=people, object_id=str(player.pk)).update(object_repr=player.name)
    for entry in LogEntry.objects.filter(change_message__icontains=json.dumps(name)[1:-1]) | (
        LogEntry.objects.filter(change_message__icontains=name)
    ):
        entry.change_message = _without(entry.change_message, name, player.name)
        entry.save(update_fields=["change_message"])


def _out_of_answers(player: Player, name: str) -> None:
    """Delete the stored answers to programs, which are kept a day for requests that are sent again."""
    shown = json.dumps(name, ensure_ascii=False)[1:-1]
    for kept in KeptAnswer.objects.extra(where=["position(%s in body) > 0"], params=[shown.encode()]):
        kept.body = bytes(kept.body).decode().replace(shown, player.name).encode()
        kept.save(update_fields=["body"])


def _out_of_history(player: Player, name: str) -> None:
    """Take the name out of the imported log, too, where nothing else says who it is."""
    lines = list(HistoryLine.objects.filter(tournament__entries__player=player).distinct())
    rows = {
        (line.tournament_id, line.row)
        for line in lines
        if line.kind == "player"
        and any(same_name(str((values or {}).get("name", ""))) == same_name(name) for values in (line.old, line.new))
    }
    changed = []
    for line in lines:
        before = (line.old, line.new, line.reason, line.who)
        if line.kind == "player" and (line.tournament_id, line.row) in rows:
            line.old, line.new = (
                values and {key: value for key, value in values.items() if key not in OWN}
                for values in (line.old, line.new)
            )
        line.old, line.new = (_values_without(values, name, player.name) for values in (line.old, line.new))
        line.reason = _without(line.reason, name, player.name)[:400]
        line.who = _without(line.who, name, player.name)[:200]
        if (line.old, line.new, line.reason, line.who) != before:
            changed.append(line)
    HistoryLine.objects.bulk_update(changed, ["old", "new", "reason", "who"], batch_size=500)


def _out_of_mails(player: Player, name: str) -> None:
    """Delete the mails to the person, and take the name out of the others of their tournaments."""
    Mail.objects.filter(entry__player=player).delete()
    TableMail.objects.filter(entry__player=player).delete()
    PushDevice.objects.filter(entry__player=player).delete()
    for mail in Mail.objects.filter(tournament__entries__player=player).distinct():
        parameters = _values_without(mail.parameters, name, player.name)
        if parameters != mail.parameters:
            mail.parameters = parameters
            mail.save(update_fields=["parameters"])


def _out_of_log(player: Player, name: str) -> None:
    """Take the name out of the log, which keeps what happened; last of all, because it has noted the other steps."""
    spellings = {name, json.dumps(name)[1:-1], json.dumps(name, ensure_ascii=False)[1:-1]}
    # as text within the log's JSON, where a backslash is written twice
    spellings |= {json.dumps(spelling, ensure_ascii=False)[1:-1] for spelling in set(spellings)}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT viertal_forget(%s, %s, %s)",
            [
                player.pk,
                [_pattern(spelling) for spelling in sorted(spellings, key=len, reverse=True)],
                player.name,
            ],
        )


def _pattern(text: str) -> str:
    """Return a regular expression of PostgreSQL that matches a text literally."""
    return "".join(c if c.isalnum() or c == " " else f"\\{c}" for c in text)


def reasons_naming(name: str) -> int:
    """Return how many corrections name a person in their reason. Results are never overwritten, nor are these."""
    return Result.objects.filter(reason__icontains=name).count()
