"""A paired round changed by hand: places exchanged, players moved, tables paired anew; ended, or taken back.

The first change begins the manual pairing and keeps what the system made; an arbiter ends it before the round
is published. In a published round each change is confirmed by itself, and only tables without a result change.
"""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from games.core.notices import Notice, notice_of
from scoring.documents import document as doc
from tournaments.domain import queue
from tournaments.domain.access import Action, require
from tournaments.domain.errors import Refused, as_refusals
from tournaments.domain.locks import bump_version, locked_round, mark_standings_stale
from tournaments.domain.logbook import audited, person
from tournaments.models import Entry, GameRecord, ManualPairing, PairingChange, Round, Seat, Table, Tournament
from tournaments.pairing.review import Effect, Kind
from tournaments.selectors.rounds.effects import Preview, preview_change
from tournaments.selectors.rounds.review import Act, Cost, Loaded, cost, loaded
from tournaments.services.rounds.rounds import refuse_alone

OPEN = (Round.State.DRAFT, Round.State.PUBLISHED)


class Unsure(Refused):
    """The change is to be confirmed; asked with ``sure`` it is made. ``cost`` says what it costs."""

    def __init__(self, cost: Cost) -> None:
        super().__init__(" ".join(cost.sentences))
        self.cost = cost


@audited
def change(round_id: int, act: Act, *, by: Any, seen_change: int, sure: bool = False) -> PairingChange:
    """Make a change by hand. ``seen_change``: the number of the last change that the person saw.

    Raises Unsure where the change is to be confirmed and ``sure`` is not said; Refused where the round was
    changed by somebody else meanwhile, or the change cannot be.
    """
    tournament, round_ = locked_round(round_id, by)
    current = _load(tournament, round_, act)
    if current.last_change != seen_change:
        raise Refused(_("Somebody changed this round in the meantime. Check it again."))
    with as_refusals():
        effect = act.effect(current)
    judged = cost(current, effect)
    if judged.grade == PairingChange.Grade.CONFIRM and not sure:
        raise Unsure(judged)
    return carry_out(current, effect, act.what, by=by, judged=judged)


@audited
def carry_out(current: Loaded, effect: Effect, what: str, *, by: Any, judged: Cost | None = None) -> PairingChange:
    """Write a change that was decided on. The tournament must be locked. Raises Refused for what cannot be."""
    judged = judged or cost(current, effect)
    _refuse_played(current, effect)
    if not effect.tables and effect.byes == current.review.round.byes:
        raise Refused(_("This changes nothing."))
    manual = current.manual or ManualPairing.objects.create(
        round=current.round, made=_as_made(current), begun_by=person(by)
    )
    if what == PairingChange.What.RESET and current.manual is None:
        raise Refused(_("This changes nothing."))
    _bring_in(current, effect)
    before, after = _places(current.review.round), _places(_round_after(current, effect))
    change = PairingChange.objects.create(
        manual=manual,
        number=current.last_change + 1,
        what=what,
        grade=judged.grade,
        moves=[
            {"player": player, "from": before.get(player), "to": after.get(player)}
            for player in sorted(before.keys() | after.keys())
            if before.get(player) != after.get(player)
        ],
        findings=list(judged.sentences),
        by=person(by),
    )
    _write(current, effect, manual, what)
    _leave_open(current, manual, by)
    _forget_figures(current, manual, what)
    if current.round.is_shown:
        mark_standings_stale(current.tournament, current.round)
        queue.send_standings(current.tournament.pk)
    else:
        bump_version(current.tournament)
    return change


def look(round_: Round, *, by: Any) -> Loaded:
    """Read a round with everything that its review shows. Raises Refused where it is not open to changes any more."""
    require(by, Action.PAIR, round_.tournament)
    return _load(round_.tournament, round_, None)


def weigh(round_: Round, act: Act, *, by: Any) -> tuple[Preview, int]:
    """Return the effect of a change, and the number of the last change that was made; nothing is written. Raises
    Refused where it cannot be."""
    require(by, Action.PAIR, round_.tournament)
    current = _load(round_.tournament, round_, act)
    with as_refusals():
        return preview_change(current, act), current.last_change


@audited
def end(round_id: int, *, by: Any) -> Round:
    """Say that the round is as it shall be. Ended twice it is ended once. Raises Refused while a table has
    one player only."""
    tournament, round_ = locked_round(round_id, by)
    manual = ManualPairing.objects.filter(round=round_, ended_at__isnull=True).first()
    if manual is None:
        return round_
    refuse_alone(round_)
    manual.ended_at, manual.ended_by = timezone.now(), person(by)
    manual.save(update_fields=["ended_at", "ended_by"])
    bump_version(tournament)
    return round_


def _refuse_played(current: Loaded, effect: Effect) -> None:
    for table in effect.tables:
        if table.number in current.played:
            raise Refused(
                _("Table %(table)d has a result, so its players stay. Correct the result instead.")
                % {"table": table.number}
            )
    gone = [current.tables[t.number].pk for t in effect.tables if not t.seats and t.number in current.tables]
    if GameRecord.objects.filter(table__in=gone).exists():
        raise Refused(_("A game record has been handed in for this table, so its players stay."))


def _bring_in(current: Loaded, effect: Effect) -> None:
    """Make seated players take part, even those with a bye or a later first round."""
    number = current.round.number
    for finding in effect.findings:
        if finding.kind is not Kind.AWAY:
            continue
        entry = Entry.objects.select_related("player").get(pk=current.entries[finding.players[0]])
        if entry.left is not None and entry.left < number:
            raise Refused(_("%(name)s has withdrawn. Bring them back first.") % {"name": entry.display_name})
        entry.absent = [n for n in entry.absent if n != number]
        entry.joined = min(entry.joined, number)
        entry.save(update_fields=["absent", "joined"])


def _write(current: Loaded, effect: Effect, manual: ManualPairing, what: str) -> None:
    made = manual.made["tables"] if what == PairingChange.What.RESET else ()
    reasons = {t["number"]: None if t["reason"] is None else notice_of(t["reason"]) for t in made}
    rows = {t.number: current.tables[t.number] for t in effect.tables if t.number in current.tables}
    was_out, is_out = current.review.byes, {b.player: b for b in effect.byes}
    moved = [p for p in was_out.keys() | is_out.keys() if was_out.get(p) != is_out.get(p)]
    Seat.objects.filter(table__in=[row.pk for row in rows.values()]).delete()
    Seat.objects.filter(round=current.round, table__isnull=True, entry__in=[current.entries[p] for p in moved]).delete()
    Table.objects.filter(pk__in=[rows[t.number].pk for t in effect.tables if not t.seats]).delete()
    seats = []
    for table in effect.tables:
        if not table.seats:
            continue
        row = rows.get(table.number) or Table(round=current.round, number=table.number)
        row.reason = reasons.get(table.number, Notice("changed-by-hand"))
        row.save()
        seats += [
            Seat(round=current.round, table=row, position=position, entry_id=current.entries[player])
            for position, player in enumerate(table.seats, start=1)
        ]
    seats += [
        Seat(round=current.round, bye=is_out[p].kind, entry_id=current.entries[p]) for p in sorted(moved) if p in is_out
    ]
    Seat.objects.bulk_create(seats)


def _leave_open(current: Loaded, manual: ManualPairing, by: Any) -> None:
    """Open until it is ended; in a published round each change stands as it is made."""
    ended = current.round.is_shown
    manual.ended_at = timezone.now() if ended else None
    manual.ended_by = person(by) if ended else None
    manual.save(update_fields=["ended_at", "ended_by"])


def _forget_figures(current: Loaded, manual: ManualPairing, what: str) -> None:
    """Drop the system's figures of a changed round, for which the review counts its own; a reset brings them back."""
    own = manual.made.get("quality") if what == PairingChange.What.RESET else None
    if current.round.quality != own:
        current.round.quality = own
        current.round.save(update_fields=["quality"])


def _round_after(current: Loaded, effect: Effect) -> doc.Round:
    tables = {**current.review.tables, **{t.number: t for t in effect.tables}}
    seated = tuple(t for _n, t in sorted(tables.items()) if t.seats)
    return doc.Round(current.round.number, seated, effect.byes)


def _places(round_: doc.Round) -> dict[int, Any]:
    """Return everybody's place: table and seats, or the kind of bye."""
    places: dict[int, Any] = {b.player: b.kind for b in round_.byes}
    for table in round_.tables:
        for seat, player in enumerate(table.seats, start=1):
            places.setdefault(player, [table.number]).append(seat)
    return places


def _as_made(current: Loaded) -> dict[str, Any]:
    return {
        "tables": [
            {
                "number": t.number,
                "reason": reason.document() if (reason := current.tables[t.number].reason) else None,
                "seats": [current.entries[p] for p in t.seats],
            }
            for t in current.review.round.tables
        ],
        "byes": [{"entry": current.entries[b.player], "kind": b.kind} for b in current.review.round.byes],
        "quality": current.round.quality,
    }


def _load(tournament: Tournament, round_: Round, act: Act | None) -> Loaded:
    if round_.state not in OPEN:
        raise Refused(
            _("Round %(number)d is %(state)s; only a draft or a published round can be changed.")
            % {"number": round_.number, "state": round_.get_state_display()}
        )
    with as_refusals():
        return loaded(tournament, round_, only=act.only if act else None, to=act.to if act else None)
