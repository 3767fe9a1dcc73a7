"""Players, teams and results come into a tournament from a list: looked at first, then carried out as a whole.

A short list is read and carried out while one waits. A long one (`AT_ONCE`) goes to a worker, for either.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.core.notices import Notice
from tournaments.domain import queue
from tournaments.domain.access import require
from tournaments.domain.errors import Refused, as_refusals
from tournaments.domain.list_plans import ListPlan, refuse_changed, refuse_lines
from tournaments.domain.locks import lock
from tournaments.domain.logbook import audited
from tournaments.imports.choices import Choices, choices_of, columns_assigned, letter
from tournaments.imports.columns import MEANINGS_OF
from tournaments.imports.readers.lines import MAX_BYTES, Unreadable
from tournaments.imports.readers.spreadsheet import about_lines
from tournaments.models import PlayerImport, Tournament
from tournaments.services.lists import list_imports
from tournaments.services.lists.import_runs import ask_to_stop
from tournaments.services.lists.list_imports import KINDS
from tournaments.services.tournament_changes import people_changed

AT_ONCE = 400
"""Lines of a list that is read and carried out while the person waits: about half a second."""

MOST_DRAFTS = 5
MOST_CHOSEN = 512 * 1024

State = PlayerImport.State


@audited
def upload(
    kind: str,
    tournament_id: int,
    *,
    by: Any,
    filename: str = "",
    content: bytes,
    choices: Mapping[str, Any] | None = None,
    here: bool = False,
) -> PlayerImport:
    """Keep a list until it was looked at; a long one is read by a worker first, but ``here`` if so wanted.

    Raises Refused where a short one cannot be read at all, or where one of the same person's is being carried out.
    """
    tournament = Tournament.objects.get(pk=tournament_id)
    require(by, KINDS[kind].action, tournament)
    if len(content) > MAX_BYTES:
        raise Refused.of(Unreadable(Notice("list-large")))
    long = not here and about_lines(content) > AT_ONCE
    if not long:
        with as_refusals():
            list_imports.read_content(kind, content, choices_of(choices or {}), tournament)
    mine = PlayerImport.objects.filter(tournament=tournament, uploaded_by=by, kind=kind)
    if mine.filter(state__in=PlayerImport.OPEN, agreed_by__isnull=False).exists():
        raise Refused(_("Your last list is still being imported. Wait for it, or cancel it."))
    # another window may still be at an older list
    newest = mine.order_by("-pk").values_list("pk", flat=True)[: MOST_DRAFTS - 1]
    mine.exclude(pk__in=list(newest)).delete()
    waiting = PlayerImport.objects.create(
        tournament=tournament,
        kind=kind,
        uploaded_by=by,
        filename=filename[:200],
        content=content,
        choices=dict(choices or {}),
        language=get_language() or settings.LANGUAGE_CODE,
        state=State.WAITING if long else State.LOOKED,
    )
    if long:
        queue.send("import_list", waiting.pk)
    return waiting


def preview(waiting: PlayerImport) -> ListPlan:
    """Plan a list: a short one now, a long one when a worker has read it."""
    if waiting.plan is not None and "lines" in waiting.plan:
        return ListPlan.of(waiting.plan, waiting.stamp)
    return list_imports.look(waiting)


@audited
def choose(import_id: int, change: Callable[[Choices], Choices], *, by: Any) -> PlayerImport:
    """Change what is chosen in a preview: the sheet, its columns, lines left out, cells mended. A short list is ready
    to be looked at again, a long one is read anew by a worker.

    Raises Refused where the file cannot be read like that; then the choices stay as they were.
    """
    waiting, _tournament = _take(import_id, by=by)
    with as_refusals():
        choices = change(choices_of(waiting.choices)).document()
    if len(json.dumps(choices)) > MOST_CHOSEN:
        raise Refused(_("This is more than can be changed here. Change it in the file and upload it again."))
    waiting.choices = choices
    if waiting.plan is None:
        with as_refusals():
            list_imports.read_list(waiting)
    else:
        waiting.plan, waiting.stamp, waiting.state = None, "", State.WAITING
        waiting.language = get_language() or settings.LANGUAGE_CODE
        waiting.attempts = waiting.done = waiting.total = 0
        queue.send("import_list", waiting.pk)
    waiting.save(update_fields=["choices", "plan", "stamp", "state", "language", "attempts", "done", "total"])
    return waiting


def chosen(
    waiting: PlayerImport,
    *,
    sheet: str | None = None,
    heading: int | None = None,
    columns: Mapping[str, str] | None = None,
    skip: Iterable[int] = (),
    take: Iterable[int] = (),
    cells: Mapping[int, Mapping[str, str]] | None = None,
    people: Mapping[int, str] | None = None,
    by: Any,
) -> PlayerImport:
    """Change what is chosen as a program asks for it: columns by their heading or letter. What is not named stays as
    it is. Raises Refused for a sheet or a column that there is not."""

    def change(choices: Choices) -> Choices:
        if sheet is not None or heading is not None:
            choices = choices.of_sheet(sheet if sheet is not None else choices.sheet, heading)
        if columns:
            if unknown := sorted({*columns.values()} - {"", *MEANINGS_OF[waiting.kind]}):
                meanings = ", ".join(MEANINGS_OF[waiting.kind])
                raise Refused(
                    _("“%(meaning)s” is not a column of this list; the columns are: %(meanings)s.")
                    % {"meaning": unknown[0], "meanings": meanings}
                )
            read = list_imports.read_choices(waiting, choices)
            try:
                assigned = columns_assigned(read.headings, read.roles, columns)
            except ValueError as error:
                raise Refused(_no_column(str(error), read.headings)) from None
            choices = replace(choices, columns=assigned, remembered=False)
        for line in skip:
            choices = choices.without(line)
        for line in take:
            choices = choices.with_line(line)
        for line, mended in (cells or {}).items():
            choices = choices.mended(line, mended)
        for line, person in (people or {}).items():
            choices = choices.of_person(line, person)
        return choices

    return choose(waiting.pk, change, by=by)


def _no_column(name: str, headings: Sequence[str]) -> str:
    return _("There is no column “%(column)s”; there are: %(columns)s.") % {
        "column": name,
        "columns": ", ".join(heading or letter(at) for at, heading in enumerate(headings)),
    }


@audited
def carry_out(import_id: int, *, by: Any, seen: str | None = None, rest: bool = False) -> ListPlan | None:
    """Carry out the preview with the stamp ``seen``, all of it or nothing. Raises Refused if any line is refused,
    or if it would do something else by now. With ``rest`` the other lines come in.

    What was done; None where a worker does it: then the row tells how far it is. Carried out twice, by two people or
    two clicks, the second finds nothing left to do.
    """
    waiting, tournament = _take(import_id, by=by)
    if waiting.plan is not None:
        refuse_changed(waiting.stamp, seen)
        if rest:
            waiting.choices = {**waiting.choices, "rest": True}
        else:
            refuse_lines(waiting.plan["counts"]["refused"])
        waiting.state, waiting.agreed_by, waiting.problem = State.WAITING, by, None
        waiting.attempts = waiting.done = waiting.total = 0
        waiting.language = get_language() or settings.LANGUAGE_CODE
        waiting.save(
            update_fields=["state", "agreed_by", "attempts", "done", "total", "language", "problem", "choices"]
        )
        queue.send("import_list", waiting.pk)
        return None
    with as_refusals():
        read = list_imports.read_list(waiting)
    done = bring_in(tournament, waiting.kind, read, by=by, filename=waiting.filename, seen=seen, rest=rest)
    # what became of it stays to be looked at, for a day
    list_imports.remember_columns(waiting, read)
    waiting.state, waiting.agreed_by, waiting.content, waiting.choices = State.DONE, by, b"", {}
    waiting.plan = list_imports.told(waiting.kind, done)
    waiting.save(update_fields=["state", "agreed_by", "content", "choices", "plan"])
    return done


@audited
def bring_in(
    tournament: Tournament,
    kind: str,
    read: Any,
    *,
    by: Any,
    filename: str = "",
    seen: str | None = None,
    rest: bool = False,
) -> ListPlan:
    """Carry out what was read of a list, here and now. The tournament must be locked. Raises Refused."""
    done = list_imports.write(tournament, kind, read, by=by, filename=filename, seen=seen, rest=rest)
    queue.send_standings(tournament.pk)
    if done.people:
        # a year of birth can hide a name, so it must reach the pages of their other tournaments too
        transaction.on_commit(lambda: people_changed(done.people, besides=tournament.pk))
    return done.plan


@audited
def cancel(import_id: int, *, by: Any) -> PlayerImport:
    """Stop a list. Of one that is being carried out nothing is kept; one that is over stays as it is."""
    waiting = PlayerImport.objects.select_related("tournament").get(pk=import_id)
    require(by, KINDS[waiting.kind].action, waiting.tournament)
    return ask_to_stop(waiting, State.LOOKED, plan=None)


def _take(import_id: int, *, by: Any) -> tuple[PlayerImport, Tournament]:
    """Lock a list that waits for a yes, and its tournament. Raises Refused where somebody else was quicker."""
    waiting = PlayerImport.objects.filter(pk=import_id).first()
    if waiting is not None:
        tournament = lock(waiting.tournament_id)
        require(by, KINDS[waiting.kind].action, tournament)
        rows = PlayerImport.objects.select_for_update(of=("self",)).select_related("uploaded_by")
        waiting = rows.filter(pk=import_id, state=State.LOOKED).first()
    if waiting is None:
        raise Refused(_("This list has already been imported, or another one has replaced it."))
    return waiting, tournament
