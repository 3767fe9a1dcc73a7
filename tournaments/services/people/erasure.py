"""Delete-my-data: the person goes, what happened at the tables stays."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.db.models import Q
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
from tournaments.models import LogEntry as LogLine
from tournaments.selectors.games.written_records import names_for
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
    erased = _names(player, name)
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
    _out_of_records(player, erased)
    _out_of_notes(player, erased)
    _out_of_answers(erased)
    _out_of_history(player, erased)
    _out_of_mails(player, erased)
    _out_of_log(erased)
    for tournament in tournaments:
        if tournament.state == Tournament.State.FINISHED:
            bump_version(tournament)
        else:
            mark_standings_stale(tournament)
            queue.send_standings(tournament.pk)
    return player


def _names(player: Player, name: str) -> ErasedNames:
    """Return how a person was called: today, before, and as those who were merged with them. A name of before that is
    somebody else's now stays theirs."""
    merged = list(Merge.objects.filter(kept=player, taken__isnull=False).values_list("taken", flat=True))
    people = [player.pk, *(taken["pk"] for taken in merged)]
    before = {taken["fields"]["name"] for taken in merged}
    own = LogLine.objects.filter(kind="player", row_id__in=[str(pk) for pk in people])
    for values in own.values_list("old", "new"):
        before |= {line["name"] for line in values if line and line.get("name")}
    before -= {name, player.name}
    others = Player.objects.exclude(pk=player.pk)
    before = {former for former in before if not others.filter(name__iexact=former).exists()}
    return ErasedNames([name, *sorted(before)], people, player.name)


def _placeholder(player: Player) -> str:
    """Return ``Player 17``, or a similar name where somebody bears that one."""
    name = base = _("Player %(number)d") % {"number": player.pk}
    extra = 1
    while Player.objects.filter(name=name, club="", birth_year=None).exclude(pk=player.pk).exists():
        extra += 1
        name = f"{base} ({extra})"
    return name


def _out_of_records(player: Player, erased: ErasedNames) -> None:
    """Take the name out of the records of all tables that the person sat at, however it was written there."""
    records = GameRecord.objects.filter(table__seats__entry__player=player).distinct()
    for record in records.prefetch_related("table__seats"):
        seats = sorted(record.table.seats.all(), key=lambda seat: seat.position)
        entries = {entry.pk for entry in player.entries.all()}
        sitting = [(seat.entry_id, player.name if seat.entry_id in entries else "") for seat in seats]
        record.text = _text_without(record.text, erased, sitting)
        record.verdict = erased.out_of_notice(record.verdict)
        record.save(update_fields=["text", "verdict"])


def _text_without(text: str, erased: ErasedNames, sitting: list[tuple[int, str]]) -> str:
    try:
        document = json.loads(text)
        names = document["seats"]
        if not isinstance(names, list):
            raise TypeError
    except (ValueError, TypeError, KeyError, RecursionError):
        # no record that can be read, so nothing rests on its every letter
        return erased.out_of(text)
    known = names_for(sitting, len(names))
    called = {same_name(name) for name in erased.names}
    document["seats"] = (
        [
            erased.placeholder if theirs or (isinstance(old, str) and same_name(old) in called) else old
            for old, theirs in zip(names, known, strict=True)
        ]
        if any(known)
        else [None] * len(names)
    )
    return json.dumps(document, ensure_ascii=False)


def _out_of_notes(player: Player, erased: ErasedNames) -> None:
    """Take the name out of the program's notes about rounds, and out of the admin's own history."""
    for round_ in Round.objects.filter(tournament__entries__player=player).distinct():
        notes = tuple(erased.out_of_notice(note) for note in round_.notes)
        problem = erased.out_of_notice(round_.problem)
        if (notes, problem) != (round_.notes, round_.problem):
            round_.notes, round_.problem = notes, problem
            round_.save(update_fields=["notes", "problem"])
    for table in Table.objects.filter(round__tournament__entries__player=player, reason__isnull=False).distinct():
        reason = erased.out_of_notice(table.reason)
        if reason != table.reason:
            table.reason = reason
            table.save(update_fields=["reason"])
    for refused in EventImport.objects.filter(problem__isnull=False):
        problem = erased.out_of_notice(refused.problem)
        if problem != refused.problem:
            refused.problem = problem
            refused.save(update_fields=["problem"])
    # lists that wait for a yes hold the person as they were
    PlayerImport.objects.filter(tournament__entries__player=player).delete()
    people = Q(content_type=ContentType.objects.get_for_model(Player))
    own = people & Q(object_id__in=[str(pk) for pk in erased.people])
    LogEntry.objects.filter(own).update(object_repr=player.name)
    naming = Q()
    for spelling in erased.spellings():
        naming |= Q(change_message__icontains=spelling)
    for entry in LogEntry.objects.filter(naming).exclude(people & ~own):
        entry.change_message = erased.out_of(entry.change_message)
        entry.save(update_fields=["change_message"])


def _out_of_answers(erased: ErasedNames) -> None:
    """Take the names out of the stored answers to programs, which are kept a day for requests that are sent again."""
    for kept in KeptAnswer.objects.extra(
        where=["convert_from(body, 'UTF8') ~* %s"], params=["|".join(re.escape(s) for s in erased.spellings())]
    ):
        kept.body = erased.out_of(bytes(kept.body).decode()).encode()
        kept.save(update_fields=["body"])


def _out_of_history(player: Player, erased: ErasedNames) -> None:
    """Take the name out of the imported log, too, where nothing else says who it is."""
    called = {same_name(name) for name in erased.names}
    lines = list(HistoryLine.objects.filter(tournament__entries__player=player).distinct())
    rows = {
        (line.tournament_id, line.row)
        for line in lines
        if line.kind == "player"
        and any(same_name(str((values or {}).get("name", ""))) in called for values in (line.old, line.new))
    }
    changed = []
    for line in lines:
        before = (line.old, line.new, line.reason, line.who)
        if line.kind == "player" and (line.tournament_id, line.row) in rows:
            line.old, line.new = (
                values and {key: value for key, value in values.items() if key not in OWN}
                for values in (line.old, line.new)
            )
        line.old, line.new = (erased.out_of_values(values) for values in (line.old, line.new))
        line.reason = erased.out_of(line.reason)[:400]
        line.who = erased.out_of(line.who)[:200]
        if (line.old, line.new, line.reason, line.who) != before:
            changed.append(line)
    HistoryLine.objects.bulk_update(changed, ["old", "new", "reason", "who"], batch_size=500)


def _out_of_mails(player: Player, erased: ErasedNames) -> None:
    """Delete the mails to the person, and take the name out of the others of their tournaments."""
    Mail.objects.filter(entry__player=player).delete()
    TableMail.objects.filter(entry__player=player).delete()
    PushDevice.objects.filter(entry__player=player).delete()
    for mail in Mail.objects.filter(tournament__entries__player=player).distinct():
        parameters = erased.out_of_values(mail.parameters)
        if parameters != mail.parameters:
            mail.parameters = parameters
            mail.save(update_fields=["parameters"])


def _out_of_log(erased: ErasedNames) -> None:
    """Take the names out of the log, which keeps what happened; last of all, because it has noted the other steps.
    What was said of another person stays: their own values, and all about somebody of the same name."""
    people = list(erased.people)
    with connection.cursor() as cursor:
        cursor.execute("SELECT viertal_forget_person(%s)", [people])
    lines = LogLine.objects.exclude(~Q(row_id__in=[str(pk) for pk in people]), kind="player")
    if erased.namesakes:
        mine = {pk for model in (Entry, LogLine) for pk in _tournaments(model, people)}
        lines = lines.exclude(player_id__in=erased.namesakes)
        lines = lines.exclude(tournament_id__in=_tournaments(Entry, erased.namesakes) - mine)
    pattern = "|".join(re.escape(spelling) for spelling in erased.spellings())
    changed = []
    naming = lines.extra(where=["old::text ~* %s OR new::text ~* %s OR reason ~* %s"], params=[pattern] * 3)
    for line in naming.order_by().iterator():
        before = line.old, line.new, line.reason
        after = *(erased.out_of_values(values) for values in before[:2]), erased.out_of(line.reason)[:400]
        if after != before:
            changed.append(
                (line.pk, *(json.dumps(values) if values is not None else None for values in after[:2]), after[2])
            )
    with connection.cursor() as cursor:
        cursor.executemany("SELECT viertal_forget_line(%s, %s, %s, %s)", changed)


def _tournaments(model: Any, people: Collection[int]) -> set[int]:
    rows = model.objects.filter(player_id__in=people, tournament_id__isnull=False)
    return set(rows.order_by().values_list("tournament_id", flat=True).distinct())


def reasons_naming(player: Player) -> int:
    """Return how many corrections name a person in their reason, as erasing would find the name. Results are never
    overwritten, nor are these."""
    erased = _names(player, player.name)
    holding = Q()
    for name in erased.names:
        holding |= Q(reason__icontains=name)
    reasons = Result.objects.filter(holding).order_by().values_list("reason", flat=True)
    return sum(map(erased.stand_in, reasons))


_WITHOUT_SPACES = ("THAI", "LAO", "KHMER", "MYANMAR")


class ErasedNames:
    """``names``: how the person was called; ``people``: the numbers under which they are or were known, of merged
    people several; ``placeholder``: what stands in their place. A name is found as a whole: of “Jansen” and of “Jan de
    Boer” nothing goes with “Jan”, as long as Jan de Boer is known here."""

    def __init__(self, names: Iterable[str], people: Iterable[int], placeholder: str) -> None:
        self.names, self.people, self.placeholder = tuple(names), tuple(people), placeholder
        mine = {same_name(name) for name in self.names}
        holding = Q()
        for name in self.names:
            holding |= Q(name__icontains=name)
        others = Player.objects.filter(holding).exclude(pk__in=self.people).values_list("pk", "name")
        self._pattern = _any_of(self.names)
        self.namesakes = {pk for pk, name in others if same_name(name) in mine}
        longer = [name for _pk, name in others if same_name(name) not in mine and self._pattern.search(name)]
        if longer:
            self._pattern = re.compile(f"({_any_of(longer).pattern})|{self._pattern.pattern}", re.IGNORECASE)

    def stand_in(self, text: str) -> bool:
        """Return whether one of the names stands in a text."""
        return any(not found.lastindex for found in self._pattern.finditer(text))

    def out_of(self, text: str) -> str:
        """Return a text without the names, also where their letters are escaped as in JSON."""
        return self._pattern.sub(lambda found: found[0] if found.lastindex else self.placeholder, text)

    def out_of_values(self, value: Any) -> Any:
        """Return JSON values without a name in any of their texts. Names of members and codes of notices stay: somebody
        may be called the same."""
        match value:
            case str():
                return self.out_of(value)
            case list():
                return [self.out_of_values(item) for item in value]
            case {"code": str(code), "params": dict(params)} if len(value) == 2:
                return {"code": code, "params": self.out_of_values(params)}
            case dict():
                return {key: self.out_of_values(item) for key, item in value.items()}
        return value

    def out_of_notice(self, notice: Notice | None) -> Notice | None:
        """Return a notice without a name in any of its parameters."""
        return None if notice is None else notice_of(self.out_of_values(notice.document()))

    def spellings(self) -> list[str]:
        """Return what a text holds that may have one of the names in it, as it is and within JSON."""
        found = {spelling for name in self.names for spelling in _spellings(name)}
        # as text within the log's JSON, where a backslash is written twice
        found |= {json.dumps(spelling, ensure_ascii=False)[1:-1] for spelling in set(found)}
        return sorted(found)


def _spellings(name: str) -> set[str]:
    return {name, json.dumps(name)[1:-1], json.dumps(name, ensure_ascii=False)[1:-1]}


def _any_of(names: Iterable[str]) -> re.Pattern[str]:
    found = {spelling for name in names for spelling in _spellings(name)}
    return re.compile("|".join(_whole(text) for text in sorted(found, key=len, reverse=True)), re.IGNORECASE)


def _whole(text: str) -> str:
    """Return the pattern of a text as a word of its own, where its script parts words. A line end within JSON parts
    them, too."""
    before = r"(?:(?<!\w)|(?<=\\[bfnrt]))" if _parts_words(text[0]) else ""
    return before + re.escape(text) + (r"(?!\w)" if _parts_words(text[-1]) else "")


def _parts_words(letter: str) -> bool:
    wide = unicodedata.east_asian_width(letter) in "WF"
    return letter.isalnum() and not wide and not unicodedata.name(letter, "").startswith(_WITHOUT_SPACES)
