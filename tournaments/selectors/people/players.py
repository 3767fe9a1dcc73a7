"""The players as the desk shows them: entered, here, waiting, away or gone; and the byes that they asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.models import Entry, Result, Round, Seat, Team, Tournament, Waiting
from tournaments.search import Names, fold
from tournaments.selectors.people.presence import Away, Expected, away


@dataclass(frozen=True, slots=True)
class PersonRow:
    """An entry with where it is now. ``place``: its table or bye in the newest round, in words. ``unseated``: without
    a table in a round that is still open; ``was_away``: missed the last round, and is not known to be here."""

    entry: Entry
    here: bool
    status: str
    gone: bool
    absent_now: bool
    unseated: bool
    place: str
    was_away: bool = False

    @property
    def name(self) -> str:
        return self.entry.display_name


@dataclass(frozen=True, slots=True)
class People:
    """``coming``: the round that an absence is about: the newest without results, or the next one."""

    rows: tuple[PersonRow, ...]
    waiting: tuple[Waiting, ...]
    teams: tuple[Team, ...]
    newest: Round | None
    coming: int
    may_seat: bool

    @property
    def here(self) -> int:
        return sum(row.here for row in self.rows)

    @property
    def missing(self) -> list[PersonRow]:
        return [row for row in self.rows if not row.here and not row.gone]


def people(tournament: Tournament) -> People:
    """Return everybody, in nine queries at most."""
    living = tournament.rounds.exclude(state=Round.State.DISCARDED)
    newest = living.order_by("-number").first()
    coming = _coming(tournament, newest)
    seats: dict[int, Seat] = {}
    if newest is not None:
        for seat in Seat.objects.filter(round=newest).select_related("table"):
            seats.setdefault(seat.entry_id, seat)
    may_seat = newest is not None and newest.state in (Round.State.DRAFT, Round.State.PUBLISHED)
    entries = tournament.entries.select_related("player", "team", "checked_in")
    asked = newest is not None and newest.state in (Round.State.CLOSED, Round.State.FAILED)
    missed = {missing.entry.pk: missing for missing in away(tournament) if not missing.here} if asked else {}
    rows = tuple(
        _row(entry, newest, coming, seats.get(entry.pk), may_seat, missed.get(entry.pk))
        for entry in entries.order_by("number")
    )
    return People(
        rows,
        tuple(Waiting.objects.filter(tournament=tournament).select_related("player")),
        tuple(Team.objects.filter(tournament=tournament)),
        newest,
        coming,
        may_seat,
    )


def _coming(tournament: Tournament, newest: Round | None) -> int:
    if newest is None:
        return 1
    if newest.state == Round.State.CLOSED:
        return newest.number + 1
    results = Result.objects.filter(table__round=newest, is_current=True)
    begun = newest.state == Round.State.PUBLISHED and results.exists()
    return newest.number + begun


def _row(
    entry: Entry, newest: Round | None, coming: int, seat: Seat | None, may_seat: bool, missed: Away | None
) -> PersonRow:
    gone = entry.left is not None
    absent = coming in entry.absent
    if gone:
        status = _("withdrawn after round %(number)d") % {"number": entry.left} if entry.left else _("withdrawn")
    elif absent:
        bye = Seat.Bye(entry.asked_for(coming))
        status = _("absent in round %(number)d") % {"number": coming}
        if bye is not Seat.Bye.ZERO:
            status += f" ({bye.label})"
    elif newest is not None and entry.joined > newest.number:
        status = _("from round %(number)d") % {"number": entry.joined}
    elif missed is not None:
        status = missed.why
    else:
        status = ""
    if seat is None:
        place = ""
    elif seat.table is not None:
        place = _("table %(number)d") % {"number": seat.table.number}
    else:
        place = str(Seat.Bye(seat.bye).label)
    without = seat is None or seat.bye == Seat.Bye.ZERO
    unseated = may_seat and without and not gone
    here = hasattr(entry, "checked_in") and missed is None
    return PersonRow(entry, here, status, gone, absent, unseated, place, missed is not None)


def find(people_: People, text: str, also: Sequence[Expected] = ()) -> list[PersonRow | Waiting | Expected]:
    """Find the players for a typed or scanned text: a pairing number, or parts of a name in any order, with or
    without its accents, letter by letter in another script; ``also`` among these, who are not entered yet. A name
    that only sounds alike is somebody else's until a person says so: see ``near``."""
    text = " ".join(text.split())
    if text.isascii() and text.isdecimal():
        return [row for row in people_.rows if row.entry.number == int(text[:9])]
    every: list[PersonRow | Waiting | Expected] = [*people_.rows, *people_.waiting, *also]
    names = [fold(name_of(person)) for person in every]
    wanted = fold(text).split()
    if not wanted:
        return []
    # somebody's own name is theirs as well where namesakes have it: then all of them are meant
    exact = [
        person
        for person, name in zip(every, names, strict=True)
        if sorted(wanted) in (sorted(name.split()), sorted(fold(_own_name(person)).split()))
    ]
    return exact or [person for person, name in zip(every, names, strict=True) if _fits(wanted, name)]


def _fits(wanted: list[str], name: str) -> bool:
    """Return whether every word that was typed is in a name, in any order; O’Brien is also one word."""
    return all(word in name for word in wanted) or "".join(wanted) in name.replace(" ", "")


def near(people_: People, text: str, also: Sequence[Expected] = ()) -> list[PersonRow | Waiting | Expected]:
    """Find the players with a similar name: to be offered, and never taken."""
    every: list[PersonRow | Waiting | Expected] = [*people_.rows, *people_.waiting, *also]
    names = Names({at: name_of(person) for at, person in enumerate(every)})
    return [every[at] for at in names.find(text, most=3)]


def name_of(person: PersonRow | Waiting | Expected) -> str:
    return str(person.player.name) if isinstance(person, Waiting) else person.name


def _own_name(person: PersonRow | Waiting | Expected) -> str:
    return str(person.entry.player.name) if isinstance(person, PersonRow) else name_of(person)


@dataclass(frozen=True, slots=True)
class AskedBye:
    """A round that a player will miss. ``open``: the round is not paired yet, so it can be taken back."""

    entry: Entry
    round: int
    kind: Seat.Bye
    open: bool


def asked_byes(tournament: Tournament, open_rounds: range) -> list[AskedBye]:
    """List the requested byes by round and pairing number, but none of withdrawn players. One query."""
    entries = tournament.entries.filter(left__isnull=True).exclude(absent=[])
    requests = [
        AskedBye(entry, number, Seat.Bye(entry.asked_for(number)), number in open_rounds)
        for entry in entries.select_related("player")
        for number in entry.absent
    ]
    return sorted(requests, key=lambda request: (request.round, request.entry.number))
