"""The links by which players report: for a table of one round, or a player's own, wherever they sit: made, mailed,
renewed.

The last part of a table's link names the table, and proves it with a code made from the program's secret and the
tournament's key. So no such link stands in the database, none can be guessed (128 bits), and a new key makes all that
were given out void.
"""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from tournaments.domain.access import Action, own_tables, require
from tournaments.domain.errors import Refused
from tournaments.domain.locks import bump_version, lock, locked_tournament
from tournaments.domain.logbook import audited
from tournaments.models import Entry, PersonalLink, ReportRule, Round, Table, Tournament
from tournaments.models.links import new_seed
from tournaments.models.mail import Kind
from tournaments.selectors.hall.desk import DeskTable, desk_tables
from tournaments.selectors.people.mails import link_mails
from tournaments.selectors.people.shown_names import for_themselves
from tournaments.services.mails import send_later

TABLE, ENTRY = "t", "e"
_TOKEN = re.compile(rf"{TABLE}([1-9][0-9]{{0,17}})-[-_A-Za-z0-9]{{22}}\Z")
_BITS = 128


@dataclass(frozen=True, slots=True)
class Sitting:
    """The seat that a link stands for. ``entry_id`` is None where it is a table's, and anybody who sits there may
    hold it; ``table`` is None where the link's player sits at no table of a shown round."""

    link: str
    tournament: Tournament
    rule: ReportRule
    table: Table | None
    entry_id: int | None


def table_token(rule: ReportRule, table_id: int) -> str:
    """Return the last part of the address for a table's slip."""
    named = f"{TABLE}{table_id}"
    digest = salted_hmac(f"viertal.report.{rule.key}", named, algorithm="sha256").digest()
    return f"{named}-{base64.urlsafe_b64encode(digest[: _BITS // 8]).decode().rstrip('=')}"


def slips(round_: Round, *, to: Any) -> list[tuple[DeskTable, str]] | None:
    """Return the tables of a round with the last part of each one's address, for somebody who enters results: for a
    table judge those of their tables. None where players do not report."""
    rule = ReportRule.objects.filter(tournament=round_.tournament).exclude(mode=ReportRule.Mode.OFF).first()
    if rule is None:
        return None
    own = own_tables(to, round_.tournament)
    return [
        (table, table_token(rule, table.row.pk))
        for table in desk_tables(round_.tournament, round_)
        if own is None or table.row.number in own
    ]


def sitting(token: str, *, moves: bool = False) -> Sitting | None:
    """Find the seat that a link stands for; None where it is none, or where players do not report (any more).

    ``moves``: for entering the moves of the table's game, which a tournament allows or not by itself.
    """
    match = _TOKEN.match(token)
    table = _tables().filter(pk=int(match[1])).first() if match else None
    own = None if match else PersonalLink.of(token)
    tournament: Tournament | None = table.round.tournament if table else None
    if own is not None:
        tournament = Tournament.objects.select_related("report_rule").filter(entries=own.entry_id).first()
    rule: ReportRule | None = getattr(tournament, "report_rule", None)
    if tournament is None or not tournament.published or rule is None:
        return None
    if not (rule.moves if moves else rule.mode != ReportRule.Mode.OFF):
        return None
    if own is None:
        proved = constant_time_compare(token, table_token(rule, table.pk))
        return Sitting(f"{TABLE}{table.pk}", tournament, rule, table, None) if proved else None
    table = _tables().filter(seats__entry=own.entry_id).order_by("-round__number").first()
    return Sitting(f"{ENTRY}{own.entry_id}", tournament, rule, table, own.entry_id)


def speaker(link: Sitting, position: int | None) -> int | None:
    """Return the entry that acts: the link's own, or the one on the seat of a table's link; None where there is
    none."""
    if link.entry_id is not None or link.table is None or position is None:
        return link.entry_id
    return link.table.seats.filter(position=position).values_list("entry", flat=True).first()


def _tables():
    return Table.objects.select_related("round__tournament__report_rule").filter(round__state__in=Round.SHOWN)


@audited
def make_missing_links(tournament_id: int, *, by: Any) -> int:
    """Give a link to everybody without one; return how many got one. Links that are out stay good."""
    tournament = locked_tournament(tournament_id, by, Action.PAIR)
    without = Entry.objects.filter(tournament=tournament, personal_link__isnull=True).order_by("number")
    links = PersonalLink.objects.bulk_create(PersonalLink(entry=entry) for entry in without)
    if links:
        bump_version(tournament)
    return len(links)


@audited
def mail_links(tournament_id: int, *, by: Any) -> int:
    """Mail their link to every player with a confirmed address who has not had it by mail; return how many are mailed.
    Pressed twice, the second finds nobody left. Raises Refused where there is nobody."""
    tournament = locked_tournament(tournament_id, by, Action.PLAYERS)
    readers = link_mails(tournament).readers
    if not readers:
        raise Refused(_("Nobody is left to whom a link can be mailed."))
    chosen = [reader.entry.pk for reader in readers]
    without = Entry.objects.filter(pk__in=chosen, personal_link__isnull=True)
    if PersonalLink.objects.bulk_create(PersonalLink(entry=entry) for entry in without):
        bump_version(tournament)
    links = PersonalLink.objects.filter(entry__in=chosen)
    links.update(mailed_at=timezone.now())
    called = for_themselves(reader.entry for reader in readers)
    for reader in readers:
        send_later(
            Kind.LINK,
            reader.address,
            reader.language,
            tournament=tournament,
            entry=reader.entry,
            asked_by=by,
            name=called[reader.entry.pk],
        )
    return len(readers)


@audited
def renew_link(entry_id: int, *, by: Any) -> PersonalLink:
    """Give somebody a new link; the old one leads nowhere from now on."""
    entry = Entry.objects.get(pk=entry_id)
    tournament = lock(entry.tournament_id)
    require(by, Action.PAIR, tournament)
    link = PersonalLink.objects.filter(entry=entry).first() or PersonalLink(entry=entry)
    link.seed, link.mailed_at = new_seed(), None
    link.save()
    bump_version(tournament)
    return link
