"""Tournaments for tests, made by the same services as in a hall."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from fractions import Fraction
from itertools import count, permutations
from typing import Any

from django.urls import reverse
from django.utils import timezone

from scoring.documents.gamelink import why_impossible
from tests.support.waiting import until
from tournaments.domain.setup import options_of
from tournaments.jobs.pairing import pair_round
from tournaments.models import (
    Appointment,
    Club,
    ClubMember,
    Entry,
    PersonalLink,
    Player,
    Result,
    Round,
    StaffCode,
    Table,
    Tournament,
    User,
)
from tournaments.services.accounts import staff_codes
from tournaments.services.results import results
from tournaments.services.rounds import rounds

_numbers = count(1)
QC_END = ("8", "4", "2", "0")


def organiser() -> User:
    return User.objects.create_superuser(f"organiser{next(_numbers)}", password="quite long 1")


def arbiter(tournament: Tournament | None = None, role: str = Appointment.Role.ARBITER, **appointment: Any) -> User:
    """Somebody of the staff; appointed, as an arbiter or in another role, where a tournament is given."""
    user = User.objects.create_user(f"{role}{next(_numbers)}", password="quite long 1", is_staff=True)
    if tournament is not None:
        Appointment.objects.create(tournament=tournament, user=user, role=role, **appointment)
    return user


def staff_code(made: Tournament, by: User, role: str = "helper", **more: Any) -> StaffCode:
    """A code for somebody without an account, for two hours."""
    name = more.pop("name", f"Anna {next(_numbers)}")
    until = more.pop("until", timezone.now() + timedelta(hours=2))
    return staff_codes.make(made.pk, name, role, by=by, until=until, **more)


def come_in(client: Any, code: StaffCode) -> Any:
    """Scan a code with the phone of a client, and start."""
    return client.post(reverse("staff_code", args=[code.token]))


def club(name: str = "Leiden") -> Club:
    """A second club, beside the one that is always there."""
    return Club.objects.create(name=name, slug=name.lower())


def keeper(of: Club) -> User:
    """An organiser of a club."""
    user = User.objects.create_user(f"keeper{next(_numbers)}", password="quite long 1", is_staff=True)
    ClubMember.objects.create(club=of, user=user)
    return user


def tournament(players: int = 16, **fields: Any) -> Tournament:
    """A tournament with so many entries; by default a public Quatro Chess evening at tables of four."""
    number = next(_numbers)
    defaults = {
        "name": f"Evening {number}",
        "slug": f"evening-{number}",
        "game": "quatro-chess",
        "system": "tables",
        "table_size": 4,
        "rounds_planned": 5,
        "published": True,
        "club": fields.get("club") or Club.objects.order_by("pk").first(),
    }
    made = Tournament.objects.create(**(defaults | fields | {"club": defaults["club"]}))
    enter(made, players, f"Player {number}")
    return made


def enter(made: Tournament, players: int, named: str = "Player") -> None:
    """So many new players, the strongest first, in a tournament that has none."""
    people = Player.objects.bulk_create(
        Player(name=f"{named}-{i:04}", rating=2000 - i, home=made, register=made.club) for i in range(1, players + 1)
    )
    Entry.objects.bulk_create(Entry(tournament=made, player=p, number=i) for i, p in enumerate(people, start=1))


def duel(players: int = 4, **fields: Any) -> Tournament:
    """A round robin of a two-player game."""
    return tournament(
        players, **({"game": "quarto", "system": "berger", "table_size": 2, "rounds_planned": 3} | fields)
    )


def draft(made: Tournament, by: User) -> Round:
    """The next round as a draft, as the worker makes it; where one runs, by whichever of the two is first."""
    round_ = rounds.ask_for_pairing(made.pk, by=by)
    pair_round(round_.pk)
    round_.refresh_from_db()
    return drafted(round_)


def drafted(round_: Round) -> Round:
    """Return a round that is being paired once the worker has made its draft."""

    def paired() -> bool:
        round_.refresh_from_db()
        return round_.state != Round.State.PAIRING

    until(paired)
    assert round_.state == Round.State.DRAFT, round_.problem
    return round_


def published(made: Tournament, by: User) -> Round:
    return rounds.publish(draft(made, by).pk, by=by)


def own_token(entry_id: int) -> str:
    """The last part of the address of a player's own link, which is made where there is none."""
    return PersonalLink.objects.get_or_create(entry_id=entry_id)[0].token


NO_ROWS = {
    f"{rows}-{how_many}": "0" for rows in ("entries", "appointments") for how_many in ("TOTAL_FORMS", "INITIAL_FORMS")
}
"""What the form of a tournament's settings sends of the rows below it, when none is touched."""


def settings_of(made: Tournament, **more: Any) -> dict[str, Any]:
    """Return what that form sends of a tournament as it is, but for ``more``."""
    names = ("name", "slug", "starts", "game", "system", "table_size", "rounds_planned", "seed")
    return {name: str(getattr(made, name)) for name in names} | NO_ROWS | more


def points(*texts: str | None) -> list[Fraction | None]:
    return [None if text is None else Fraction(text) for text in texts]


def fitting(table: Table, end: Sequence[str | None]) -> list[Fraction | None]:
    """Return the first order of points that those at a table can have: 8 and 4 are not of two colours of one player."""
    seats = [seat.entry_id for seat in sorted(table.seats.all(), key=lambda seat: seat.position)]
    if len(set(seats)) == len(seats):
        return points(*end)
    event = table.round.tournament
    orders = map(list, permutations(points(*end)))
    return next(order for order in orders if not why_impossible(event.game, options_of(event), order, seats))


def play(round_: Round, by: User, end: tuple[str, ...] = QC_END) -> list[Result]:
    """The same result at every table."""
    tables = Table.objects.filter(round=round_).order_by("number").prefetch_related("seats")
    return [results.enter(table.pk, by=by, points=fitting(table, end)) for table in tables]


def played(made: Tournament, by: User, end: tuple[str, ...] = QC_END) -> Round:
    """The next round, with the same result at every table, closed."""
    round_ = published(made, by)
    play(round_, by, end)
    return rounds.close(round_.pk, by=by)
