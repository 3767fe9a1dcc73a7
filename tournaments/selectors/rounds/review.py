"""A paired round as an arbiter looks it over: its places, what each change would cost, what was changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.core import registry as games
from scoring.documents import document as doc
from tournaments.models import ManualPairing, PairingChange, Result, Round, Seat, Table, Tournament
from tournaments.pairing.core import Quality, distinct
from tournaments.pairing.desk import Grade
from tournaments.pairing.quality import quality
from tournaments.pairing.review import NEW_TABLE, Effect, Finding, Kind, Review
from tournaments.selectors.events.events import event_of
from tournaments.sentences.points import readable
from tournaments.text import told_apart


@dataclass(frozen=True, slots=True)
class Loaded:
    """A round with everything that a change of it is decided on. ``entries``: pairing number → entry id.

    ``played``: the tables that have a result, whose players stay; ``later``: whether rounds follow it; ``called``:
    everybody's name in this event.
    """

    tournament: Tournament
    round: Round
    review: Review
    tables: Mapping[int, Table]
    entries: Mapping[int, int]
    played: frozenset[int]
    later: bool
    manual: ManualPairing | None
    last_change: int
    called: Mapping[int, str]

    def name(self, number: int) -> str:
        return self.called[number]

    @property
    def system_round(self) -> doc.Round:
        """Return the round as the system made it, as far as its people are still entered."""
        return made_round(self.manual, self.entries, self.round.number) if self.manual else self.review.round


def loaded(
    tournament: Tournament, round_: Round, *, only: Iterable[int] | None = None, to: int | None = None
) -> Loaded:
    """Load a round for review, in eleven queries whatever the size. Hold the tournament's lock to decide on it.

    ``only``: what came before is read only of these players, of who sits with them, and at the table ``to``:
    enough to weigh a change of theirs.
    """
    rows = Table.objects.filter(round=round_).annotate(played=Exists(Result.objects.filter(table=OuterRef("pk"))))
    tables = {t.number: t for t in rows.order_by("number")}
    table_numbers = {t.pk: t.number for t in tables.values()}
    seats: dict[int, list[int]] = {number: [] for number in tables}
    byes: list[doc.Bye] = []
    for table, bye, number in (
        Seat.objects.filter(round=round_)
        .order_by("position", "entry__number")
        .values_list("table_id", "bye", "entry__number")
    ):
        if table is None:
            byes.append(doc.Bye(number, bye))
        else:
            seats[table_numbers[table]].append(number)
    this = doc.Round(
        round_.number,
        tuple(doc.Table(n, tuple(s)) for n, s in seats.items() if s),
        tuple(sorted(byes, key=lambda b: b.player)),
    )
    around = None
    if only is not None:
        own = set(only)
        around = own | {p for n, s in seats.items() if n == to or own & set(s) for p in s}
    event = event_of(tournament, before=round_.number, around=around)
    event = replace(event, rounds=(*event.rounds, this))
    names = {player.id: player.name for player in event.players}
    living = tournament.rounds.exclude(state=Round.State.DISCARDED)
    manual = ManualPairing.objects.filter(round=round_).first()
    last = manual.changes.order_by("-number").values_list("number", flat=True).first() if manual else None
    return Loaded(
        tournament=tournament,
        round=round_,
        review=Review(event, round_.number),
        tables=tables,
        entries=dict(tournament.entries.values_list("number", "pk")),
        played=frozenset(number for number, table in tables.items() if table.played),
        later=living.filter(number__gt=round_.number).exists(),
        manual=manual,
        last_change=last or 0,
        called=names | told_apart((player.id, player.name, player.club or "") for player in event.players),
    )


def made_round(manual: ManualPairing, entries: Mapping[int, int], number: int) -> doc.Round:
    """Return the system's own round, from the stored copy."""
    numbers = {pk: n for n, pk in entries.items()}
    tables = tuple(doc.Table(t["number"], tuple(numbers[e] for e in t["seats"])) for t in manual.made["tables"])
    byes = tuple(doc.Bye(numbers[b["entry"]], b["kind"]) for b in manual.made["byes"])
    return doc.Round(number, tables, tuple(sorted(byes, key=lambda b: b.player)))


@dataclass(frozen=True, slots=True)
class Act:
    """An arbiter's change of a round: exchange, move, anew or reset. ``to``: a table's number, NEW_TABLE, or None
    for a bye."""

    what: str
    player: int = 0
    other: int = 0
    to: int | None = None
    tables: tuple[int, ...] = ()

    def effect(self, current: Loaded) -> Effect:
        """Raise PairingError where it cannot be."""
        match self.what:
            case PairingChange.What.EXCHANGE:
                return current.review.exchange(self.player, self.other)
            case PairingChange.What.MOVE:
                return current.review.move(self.player, self.to)
            case PairingChange.What.ANEW:
                return current.review.pair_anew(self.tables)
            case _:
                return current.review.turned_into(current.system_round)

    @property
    def only(self) -> tuple[int, ...] | None:
        """Return the players that the change is about, None where it is about everybody."""
        if self.what in (PairingChange.What.EXCHANGE, PairingChange.What.MOVE):
            return tuple(p for p in (self.player, self.other) if p)
        return None

    @property
    def fields(self) -> dict[str, str]:
        """Return the change as an address or a form says it."""
        match self.what:
            case PairingChange.What.EXCHANGE:
                return {"pick": str(self.player), "with": str(self.other)}
            case PairingChange.What.MOVE:
                to = "bye" if self.to is None else "new" if self.to == NEW_TABLE else str(self.to)
                return {"pick": str(self.player), "to": to}
            case PairingChange.What.ANEW:
                return {"anew": ",".join(map(str, self.tables))}
            case _:
                return {"reset": "1"}


@dataclass(frozen=True, slots=True)
class Cost:
    """A change, graded, in words. ``short`` is a few words for a place in a crowded page."""

    grade: str
    sentences: tuple[str, ...]
    short: str


@dataclass(slots=True)
class Place:
    """A player's place in the review: a seat of a table, or out of it. ``cost``: of an exchange with the selected
    player."""

    number: int
    name: str
    label: str = ""
    sign: str = ""
    cost: Cost | None = None
    picked: bool = False
    stays: bool = False


@dataclass(slots=True)
class PlaceTable:
    number: int
    places: list[Place]
    played: bool
    room: Cost | None = None
    chosen: bool = False
    changed: bool = False


@dataclass(frozen=True, slots=True)
class Difference:
    """A table that is not as the system made it. Names in seat order; empty: there was or is none."""

    number: int
    made: tuple[str, ...]
    now: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReviewPage:
    current: Loaded
    tables: list[PlaceTable]
    out: list[Place]
    picked: Place | None
    bye: Cost | None
    new_table: Cost | None
    figures: Quality
    differences: tuple[Difference, ...]
    changes: list[PairingChange] = field(default_factory=list)

    @property
    def open(self) -> bool:
        """Return whether manual pairing was begun and not ended."""
        return self.current.manual is not None and self.current.manual.ended_at is None


def review_page(current: Loaded, picked: int | None = None, chosen: Iterable[int] = ()) -> ReviewPage:
    """Return every place, with the cost of each change for the ``picked`` player weighed. One query more."""
    review = current.review
    signs = games.game_of(current.tournament.game, current.tournament.options).info.seat_names
    if picked is not None and (picked not in review.at and picked not in review.byes):
        picked = None
    if picked is not None and review.at.get(picked) in current.played:
        picked = None
    differing = differences(current)
    changed = {d.number for d in differing}
    picked_place: Place | None = None

    def place(number: int, stays: bool) -> Place:
        nonlocal picked_place
        place_ = Place(number, current.name(number), stays=stays)
        if number == picked:
            place_.picked, picked_place = True, place_
        elif picked is not None and not stays and not (number in review.byes and picked in review.byes):
            place_.cost = cost(current, review.exchange(picked, number))
        return place_

    tables = []
    for number, table in review.tables.items():
        played = number in current.played
        places = []
        known: dict[int, Place] = {}
        for seat, player in enumerate(table.seats):
            own = known.setdefault(player, place(player, played)) if player not in known else known[player]
            sign = signs[seat] if seat < len(signs) else ""
            label = _(sign) if sign else str(seat + 1)
            places.append(replace(own, label=label, sign=sign))
        room = None
        if picked is not None and not played and review.at.get(picked) != number and review.has_room(number):
            room = cost(current, review.move(picked, number))
        chosen_here = number in set(chosen)
        tables.append(PlaceTable(number, places, played, room, chosen_here, number in changed))
    out = []
    for number, bye in review.byes.items():
        own = place(number, False)
        own.label = str(Seat.Bye(bye.kind).label)
        out.append(own)
    seated = picked is not None and picked in review.at
    return ReviewPage(
        current,
        tables,
        out,
        picked_place,
        cost(current, review.move(picked, None)) if seated and picked is not None else None,
        cost(current, review.move(picked, NEW_TABLE)) if picked is not None else None,
        quality(review.event),
        differing,
        list(current.manual.changes.select_related("by")) if current.manual else [],
    )


def cost(current: Loaded, effect: Effect) -> Cost:
    """Return the cost of a change, also for its circumstances: a published round, or one that others follow."""
    sentences = [*around(current), *(sentence(finding, current.name) for finding in effect.findings)]
    short = ", ".join(dict.fromkeys(SHORT[finding.kind]() for finding in effect.findings))
    grade = Grade.CONFIRM if around(current) else effect.grade
    return Cost(grade.value, tuple(sentences), short)


def around(current: Loaded) -> list[str]:
    """Say why any change of this round is to be confirmed."""
    notes = []
    if current.round.is_shown:
        notes.append(_("The round is published: the players have seen where they sit."))
    if current.later:
        notes.append(_("A later round is already paired and stays as it is."))
    return notes


def differences(current: Loaded) -> tuple[Difference, ...]:
    """Return the tables that are not as the system made them."""
    return tuple(_differences(current)) if current.manual else ()


def _differences(current: Loaded) -> Iterable[Difference]:
    system_seats = {t.number: t.seats for t in current.system_round.tables}
    now = {t.number: t.seats for t in current.review.round.tables}
    for number in sorted(system_seats.keys() | now.keys()):
        before, after = system_seats.get(number, ()), now.get(number, ())
        if before != after:
            yield Difference(
                number,
                tuple(current.name(p) for p in distinct(before)),
                tuple(current.name(p) for p in distinct(after)),
            )


SHORT: Mapping[Kind, Any] = {
    Kind.FORBIDDEN: lambda: _("must not meet"),
    Kind.REPEAT: lambda: _("met before"),
    Kind.CLUB: lambda: _("same club"),
    Kind.TEAM: lambda: _("same team"),
    Kind.SEATS: lambda: _("seats uneven"),
    Kind.SHORT: lambda: _("short table again"),
    Kind.SCORE: lambda: _("points apart"),
    Kind.FIXED: lambda: _("fixed table"),
    Kind.ALONE: lambda: _("a player left alone"),
    Kind.BYE: lambda: _("a bye"),
    Kind.AWAY: lambda: _("is away"),
}


def sentence(finding: Finding, name: Any) -> str:
    """Say in a sentence with names how a change makes the round worse."""
    a = name(finding.players[0])
    b = name(finding.players[1]) if len(finding.players) > 1 else ""
    numbers = [int(n) for n in finding.amount if n.denominator == 1]
    listed = ", ".join(map(str, numbers))
    words = {"a": a, "b": b, "list": listed, "n": numbers[0] if numbers else 0}
    match finding.kind:
        case Kind.FORBIDDEN:
            text = _("%(a)s and %(b)s must not meet.")
        case Kind.REPEAT:
            text = ngettext(
                "%(a)s and %(b)s already met in round %(list)s.",
                "%(a)s and %(b)s already met in rounds %(list)s.",
                len(numbers),
            )
        case Kind.CLUB:
            text = _("%(a)s and %(b)s are in the same club.")
        case Kind.TEAM:
            text = _("%(a)s and %(b)s are in the same team.")
        case Kind.SEATS:
            text = _("%(a)s will then have had each seat this often: %(list)s.")
        case Kind.SHORT:
            text = ngettext(
                "%(a)s has already been at a short table %(n)d time.",
                "%(a)s has already been at a short table %(n)d times.",
                words["n"],
            )
        case Kind.SCORE:
            words["gap"] = readable(str(finding.amount[0]))
            text = _("%(a)s and %(b)s are %(gap)s points apart.")
        case Kind.FIXED:
            text = _("%(a)s should sit at table %(n)d.")
        case Kind.ALONE:
            text = _("%(a)s sits alone.")
        case Kind.BYE:
            if words["n"]:
                text = ngettext(
                    "%(a)s has a bye and has already had %(n)d.",
                    "%(a)s has a bye and has already had %(n)d.",
                    words["n"],
                )
            else:
                text = _("%(a)s has a bye.")
        case Kind.AWAY:
            text = _("%(a)s is not playing in this round yet. With this change they are.")
    text = text % words
    if finding.table is not None:
        return _("Table %(table)d: %(what)s") % {"table": finding.table, "what": text}
    return text
