"""A seat for somebody who is here and has none: which are free in the round that is paired, and what each costs; and
the first round that late players can play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.db.models import Max
from django.utils.translation import gettext as _

from scoring.documents.document import Bye, DocumentError
from tournaments.domain.errors import Refused
from tournaments.models import Entry, Round, Seat, Tournament
from tournaments.models.player import MOST_NUMBER
from tournaments.pairing.core import PairingError, distinct
from tournaments.pairing.registry import systems
from tournaments.pairing.review import NEW_TABLE, Kind, Review
from tournaments.selectors.rounds.review import Loaded, loaded, sentence

OPEN = (Round.State.DRAFT, Round.State.PUBLISHED)


@dataclass(frozen=True, slots=True)
class FreeSeat:
    """A seat at a table without a result. ``partner``: the pairing number of somebody with a bye, who would play at
    this new table; None where others sit there already. ``names``: of those. ``costs``: what it makes worse."""

    table: int
    partner: int | None
    names: tuple[str, ...]
    costs: tuple[str, ...]

    def moves(self, player: int) -> Iterator[tuple[int, int]]:
        """Say in order which player moves to which table."""
        if self.partner is None:
            yield player, self.table
        else:
            yield self.partner, NEW_TABLE
            yield player, self.table


@dataclass(frozen=True, slots=True)
class Offer:
    """The free seats of the round that is paired for a player without a table, the best first; without any they
    play from the round ``next`` on, where there is one."""

    entry: Entry
    round: Round
    seats: tuple[FreeSeat, ...]
    next: int | None

    @property
    def best(self) -> FreeSeat | None:
        return self.seats[0] if self.seats else None


def unseated(tournament: Tournament) -> list[Entry]:
    """List the checked-in players without a table in the newest round, while it is open: by pairing number, until
    they are seated, or it is said that they miss it. Two queries."""
    round_ = _newest_open(tournament)
    if round_ is None:
        return []
    placed = Seat.objects.filter(round=round_).exclude(bye=Seat.Bye.ZERO)
    here = tournament.entries.filter(checked_in__isnull=False, left__isnull=True)
    here = here.exclude(absent__contains=[round_.number]).exclude(pk__in=placed.values("entry"))
    return list(here.select_related("player").order_by("number"))


def _newest_open(tournament: Tournament) -> Round | None:
    if tournament.state == Tournament.State.PLANNED:
        return None
    round_: Round | None = tournament.rounds.exclude(state=Round.State.DISCARDED).order_by("-number").first()
    return round_ if round_ is not None and round_.state in OPEN else None


def offer(tournament: Tournament, entry: Entry) -> Offer | None:
    """Find a seat for a player without a table in the newest round; None where they have one, have left, or
    no round is open. Teams are put together by an arbiter, so there no seat is offered."""
    round_ = _newest_open(tournament)
    if round_ is None or entry.left is not None:
        return None
    if Seat.objects.filter(round=round_, entry=entry, table__isnull=False).exists():
        return None
    coming = round_.number + 1 if round_.number < tournament.rounds_planned else None
    seats: list[FreeSeat] = []
    if not systems()[tournament.system].teams:
        try:
            seats = list(_seats(loaded(tournament, round_), entry.number))
        except (PairingError, DocumentError):
            # a round that cannot be read so is changed by hand
            seats = []
    return Offer(entry, round_, tuple(sorted(seats, key=lambda s: (len(s.costs), s.table))), coming)


def _seats(current: Loaded, number: int) -> Iterator[FreeSeat]:
    review = current.review
    if number not in review.byes:
        review = _with(review, number)
    current = replace(current, review=review)
    for table in review.tables.values():
        if table.number in current.played or not review.has_room(table.number):
            continue
        names = tuple(current.name(p) for p in distinct(table.seats))
        findings = review.move(number, table.number).findings
        # that they were not here is known
        worse = [sentence(finding, current.name) for finding in findings if finding.kind is not Kind.AWAY]
        yield FreeSeat(table.number, None, names, tuple(worse))
    new = max(review.tables, default=0) + 1
    for partner in _partners(review, number):
        yield FreeSeat(new, partner, (current.name(partner),), ())


def _partners(review: Review, number: int) -> list[int]:
    """List the players with a bye who could play the latecomer. Where the schedule is fixed, only whom it sets against
    them: that is known where everybody has an opponent, and one alone is without."""
    if review.size != 2:
        return []
    free = [b.player for b in review.byes.values() if b.kind == "pairing" and b.player != number]
    if review.system.is_fixed(review.event) and (len(free) > 1 or len(review.players) % 2):
        return []
    return free


def _with(review: Review, number: int) -> Review:
    """Return the round with one more player in it, on a bye."""
    rounds = tuple(
        replace(r, byes=(*r.byes, Bye(number, "zero"))) if r.number == review.number else r for r in review.event.rounds
    )
    return Review(replace(review.event, rounds=rounds), review.number)


class Latecomers:
    """Gives new entries of a tournament their numbers and the first round that they can play.

    Raises Refused where there are no numbers for so many ``more``.
    """

    def __init__(self, tournament: Tournament, more: int = 1) -> None:
        self._last = Entry.objects.filter(tournament=tournament).aggregate(last=Max("number"))["last"] or 0
        self._joined = next_round(tournament)
        if self._last + more > MOST_NUMBER:
            raise Refused(_("Pairing numbers go up to %(most)d.") % {"most": MOST_NUMBER})

    def place(self, entry: Entry) -> Entry:
        """Give a new entry a number and a first round, unless it was given others by hand."""
        if entry.number is None:
            self._last += 1
            entry.number = self._last
        if entry.pk is None and entry.joined == 1:
            entry.joined = self._joined
        return entry


def next_round(tournament: Tournament) -> int:
    """Return the first round that a player entered now can play."""
    paired = tournament.rounds.exclude(state__in=[Round.State.DISCARDED, Round.State.PAIRING, Round.State.FAILED])
    last: int | None = paired.aggregate(last=Max("number"))["last"]
    return (last or 0) + 1
