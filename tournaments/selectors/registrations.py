"""Players who enter themselves: whether the form is open, how many places are left, and what became of an entry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any

from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.domain import register
from tournaments.domain.access import Action
from tournaments.models import Entry, Player, Registration, RegistrationSettings, Seat, Tournament, Waiting
from tournaments.text import same_name

KEPT_DAYS = 30
"""For so many days after the tournament, or after a refusal, what was sent is kept."""

State = Registration.State


class Phase(Enum):
    """The first sentence of the public form."""

    EARLY = "early"
    OPEN = "open"
    FULL = "full"
    CLOSED = "closed"


def open_now(tournament_ids: Iterable[int], now: datetime) -> set[int]:
    """Return those of the tournaments whose form takes entries now, in one query."""
    opened = Q(opens_at__isnull=True) | Q(opens_at__lte=now)
    rows = RegistrationSettings.objects.filter(
        opened,
        Q(closes_at__isnull=True) | Q(closes_at__gt=now),
        offered=True,
        tournament__in=list(tournament_ids),
        tournament__state=Tournament.State.PLANNED,
        tournament__published=True,
    )
    return set(rows.values_list("tournament", flat=True))


@dataclass(frozen=True, slots=True)
class Offer:
    """The form of a tournament as it stands now. ``taken`` counts the entries and those that wait to be looked at, at
    most as many as there are places; ``waiting`` the players on the waiting list, and those for whom no place is
    left."""

    settings: RegistrationSettings
    phase: Phase
    taken: int
    waiting: int

    @property
    def takes_entries(self) -> bool:
        return self.phase in (Phase.OPEN, Phase.FULL)


def phase_by_time(settings: RegistrationSettings, tournament: Tournament, now: datetime) -> Phase:
    """Return the phase without a look at the places."""
    if tournament.state != Tournament.State.PLANNED or (settings.closes_at and settings.closes_at <= now):
        return Phase.CLOSED
    return Phase.EARLY if settings.opens_at and settings.opens_at > now else Phase.OPEN


def offer(tournament: Tournament) -> Offer | None:
    """Return the form of a tournament, in four queries at most; None where it offers none."""
    settings = RegistrationSettings.objects.filter(tournament=tournament, offered=True).first()
    if settings is None:
        return None
    entries = Entry.objects.filter(tournament=tournament).count()
    pending = Registration.objects.filter(tournament=tournament, state=State.PENDING).count()
    waiting = Waiting.objects.filter(tournament=tournament).count()
    phase = phase_by_time(settings, tournament, timezone.now())
    if phase is Phase.OPEN and tournament.places and (waiting or entries + pending >= tournament.places):
        phase = Phase.FULL
    taken, beyond = entries + pending, 0
    if tournament.places:
        # more entries than places are the organiser's wish: only those who are still to be looked at have to wait
        free = max(0, tournament.places - entries)
        taken, beyond = entries + min(pending, free), max(0, pending - free)
    return Offer(settings, phase, taken, waiting + beyond)


def settings_of(tournament: Tournament) -> RegistrationSettings:
    """Return the settings of a tournament; where it has none, those of a form that is not offered."""
    settings = RegistrationSettings.objects.filter(tournament=tournament).first()
    return settings or RegistrationSettings(tournament=tournament)


@dataclass(frozen=True, slots=True)
class Standing:
    """The present state of a registration: its entry, or the place on the waiting list from 1; both 0
    where there is neither. ``may_leave``: a withdrawal needs nobody's help. ``beyond``: the entry is still to be looked
    at, and those before it take all places."""

    entry: Entry | None
    queue: int
    may_leave: bool
    may_change: bool
    beyond: bool


def standing(row: Registration, tournament: Tournament) -> Standing:
    """Return where a registration stands now."""
    settings = RegistrationSettings.objects.filter(tournament=tournament).first()
    in_time = settings is not None and phase_by_time(settings, tournament, timezone.now()) is not Phase.CLOSED
    entry, queue = None, 0
    if row.player_id is not None:
        entry = Entry.objects.filter(tournament=tournament, player=row.player_id).first()
        waiting = list(Waiting.objects.filter(tournament=tournament).values_list("player", flat=True))
        queue = waiting.index(row.player_id) + 1 if row.player_id in waiting else 0
    open_ = row.state in Registration.OPEN
    in_time_to_leave = in_time and tournament.check_in_closed_at is None
    # of a round that was put aside the program keeps the seats
    may_leave = open_ and (entry is None or (in_time_to_leave and not Seat.objects.filter(entry=entry).exists()))
    return Standing(entry, queue, may_leave, open_ and in_time, _is_beyond(row, tournament))


def _is_beyond(row: Registration, tournament: Tournament) -> bool:
    if row.state != State.PENDING or not tournament.places:
        return False
    queues = (tournament.waiting, tournament.registrations.filter(state=State.PENDING))
    before = sum(queue.filter(since__lt=row.since).count() for queue in queues)
    return tournament.entries.count() + before >= tournament.places


def usual_notice(contact: str) -> str:
    """Return what players are told about their data, in the reader's language."""
    parts = [
        _("Your name, club and results appear on this tournament’s public pages, your name as you chose above."),
        _("Only the organisers read your e-mail address, year of birth and remarks."),
        _(
            "What you send here is deleted at the latest %(days)d days after the tournament; your results stay in its "
            "standings."
        )
        % {"days": KEPT_DAYS},
        _("You may see, change and withdraw your entry with the link that you get, and have your data deleted."),
    ]
    if contact:
        parts.append(_("Questions: %(contact)s.") % {"contact": contact})
    return " ".join(parts)


def notice(settings: RegistrationSettings) -> str:
    """Return what players agree to: the organiser's own words, or the usual ones."""
    return settings.notice.strip() or usual_notice(settings.contact)


@dataclass(frozen=True, slots=True)
class Row:
    """A registration as the desk shows it. ``queue``: its place on the waiting list, from 1. ``known``: the people
    whom it can mean, with what tells them apart, where that is not decided. ``double``: somebody of this name sent
    another one, or is entered."""

    registration: Registration
    entry: Entry | None
    queue: int
    known: tuple[tuple[int, str], ...]
    double: bool


@dataclass(frozen=True, slots=True)
class Desk:
    """The registrations of a tournament: those to be looked at, those that are in, and those that are over."""

    settings: RegistrationSettings
    undecided: tuple[Row, ...]
    accepted: tuple[Row, ...]
    over: tuple[Registration, ...]
    unpaid: int
    addresses: int


def desk(tournament: Tournament, by: Any) -> Desk:
    """Return what the desk's page shows, in a number of queries that does not grow."""
    rows = list(Registration.objects.filter(tournament=tournament).select_related("player", "decided_by"))
    entries = {e.player_id: e for e in Entry.objects.filter(tournament=tournament).select_related("player")}
    waiting = Waiting.objects.filter(tournament=tournament).values_list("player", flat=True)
    queue = {player: place for place, player in enumerate(waiting, start=1)}
    undecided = [row for row in rows if row.state in (State.UNCONFIRMED, State.PENDING)]
    known = _known(undecided, tournament, by)
    names = Counter(same_name(row.name) for row in rows if row.state in Registration.OPEN)
    names.update(same_name(entry.player.name) for pk, entry in entries.items() if pk not in {r.player_id for r in rows})

    def shown(row: Registration) -> Row:
        key = same_name(row.name)
        people = known.get(key, []) if row.player_id is None else []
        # whose year of birth fits stands first, and whose year is another one last
        people = sorted(people, key=lambda known: _years_apart(row.birth_year, known.born))
        entry = entries.get(row.player_id) if row.player_id else None
        return Row(
            row, entry, queue.get(row.player_id or 0, 0), tuple((who.pk, who.label) for who in people), names[key] > 1
        )

    accepted = tuple(shown(row) for row in rows if row.state == State.ACCEPTED)
    settings = settings_of(tournament)
    return Desk(
        settings,
        tuple(shown(row) for row in undecided),
        accepted,
        tuple(row for row in reversed(rows) if row.state not in Registration.OPEN),
        sum(not row.registration.paid for row in accepted) if settings.fee else 0,
        sum(bool(row.email) for row in rows if row.state in Registration.OPEN),
    )


@dataclass(frozen=True, slots=True)
class _Namesake:
    """A known person whom a registration can mean. ``born``: their year of birth, where it may be read."""

    pk: int
    label: str
    born: int | None


def _years_apart(sent: int | None, known: int | None) -> int:
    if not sent or not known:
        return 1
    return 0 if sent == known else 2


def _known(rows: list[Registration], tournament: Tournament, by: Any) -> dict[str, list[_Namesake]]:
    """Return the known people of the names of registrations, with club, rating, year of birth where this desk may
    read it, and where they played last."""
    names = {row.name.strip().lower() for row in rows}
    people = Player.objects.annotate(lower=Lower("name")).filter(register.of_the_club(tournament), lower__in=names)
    people = list(people.order_by("name", "club", "id"))
    keys = [player.pk for player in people]
    familiar = set(Player.objects.filter(register.known(by, Action.PLAYERS), pk__in=keys).values_list("pk", flat=True))
    last = (
        Entry.objects.filter(player__in=keys, tournament__published=True)
        .exclude(tournament=tournament)
        .order_by("player", "-tournament__starts", "-tournament")
        .distinct("player")
        .values_list("player", "tournament__name")
    )
    events = dict(last)
    known: dict[str, list[_Namesake]] = {}
    for player in people:
        born = player.birth_year if player.pk in familiar else None
        year = _("born %(year)d") % {"year": born} if born else ""
        event = _("last in “%(event)s”") % {"event": events[player.pk]} if player.pk in events else ""
        label = ", ".join(filter(None, (player.name, player.club, str(player.rating or ""), year, event)))
        known.setdefault(same_name(player.name), []).append(_Namesake(player.pk, label, born))
    return known


UNDECIDED = Q(state=State.PENDING) | Q(state=State.ACCEPTED, wants_out_at__isnull=False)


def placed(tournament: Tournament) -> list[tuple[Registration, int | None, int | None]]:
    """Return the registrations, each with its pairing number or its place on the waiting list."""
    numbers = dict(Entry.objects.filter(tournament=tournament).values_list("player", "number"))
    waiting = Waiting.objects.filter(tournament=tournament).values_list("player", flat=True)
    queue = {player: place for place, player in enumerate(waiting, start=1)}
    rows = Registration.objects.filter(tournament=tournament)
    return [(row, numbers.get(row.player_id), queue.get(row.player_id)) for row in rows]


def unpaid(tournament: Tournament) -> tuple[str, list[Row]]:
    """Return the fee of a tournament, and the players who have a place and did not pay it, by pairing number; without
    a fee nobody. The desk of the check-in shows them, to whoever stands at the door."""
    fee = tournament.registration_settings.fee if hasattr(tournament, "registration_settings") else ""
    if not fee:
        return "", []
    rows = Registration.objects.filter(tournament=tournament, state=State.ACCEPTED, paid=False)
    entries = tournament.entries.filter(left__isnull=True).select_related("player")
    by_player = {entry.player_id: entry for entry in entries}
    placed_ = [Row(row, by_player[row.player_id], 0, (), False) for row in rows if row.player_id in by_player]
    return fee, sorted(placed_, key=lambda row: row.entry.number if row.entry else 0)
