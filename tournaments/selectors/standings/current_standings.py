"""The standings of now, for whatever is decided by them: those that a worker computed last may be older."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from scoring.documents.document import Event
from scoring.output import standings_document
from scoring.standings import standings
from tournaments.models import Result, Round, Standings, Tournament
from tournaments.models.round import SHAPE
from tournaments.selectors.events.events import event_of


def current_body(tournament: Tournament) -> dict[str, Any] | None:
    """Return the standings after the last shown round as they are now, as `body_after`; None where no round is shown.

    What a worker computed is taken where nothing changed since; otherwise they are computed here. They stay current
    while the tournament is locked. Decisions read these; pages read what is computed and say how old it is.
    """
    last = shown_rounds_of(tournament).values_list("number", flat=True).last()
    if last is None:
        return None
    if last not in stale_rounds(tournament):
        stored: dict[str, Any] = Standings.objects.values_list("body", flat=True).get(
            tournament=tournament, after_round=last
        )
        return stored
    return body_after(event_of(tournament), last, first_unconfirmed(tournament))


def body_after(event: Event, number: int, unconfirmed: int | None) -> dict[str, Any]:
    """Return the standings of an event after a round, as they are kept.

    A team without players is left out. From the round ``unconfirmed`` on, which has a result that waits for a second
    person, nothing is final.
    """
    body = body_of(event, number)
    filled = {player.team for player in event.players}
    body["teams"] = [line for line in body["teams"] if line["team"] in filled]
    if unconfirmed is not None and number >= unconfirmed:
        body |= {"final": False, "unconfirmed": True}
    return body


def body_of(event: Event, number: int) -> dict[str, Any]:
    """Return standings after a round as they are kept: numbers are pairing numbers, fractions texts in lowest terms.

    Rows and teams are the lines of `standings_document`. ``tables``: how many of the last round have a result, and how
    many there are; ``missing``: how many tables up to that round have none.
    """
    computed = standings(event, after_round=number)
    document = standings_document(computed)
    rows = document["standings"]
    codes = list(rows[0]["tie_breaks"]) if rows else []
    return {
        "rows": rows,
        "teams": document["teams"],
        "tie_breaks": codes,
        "left_out": list(computed.left_out),
        "through": document["after_round"],
        "final": document["final"],
        "tables": list(computed.tables),
        "missing": sum(not table.entered for round_ in event.rounds[:number] for table in round_.tables),
        "still_in": 0 if computed.half else len(computed.still_in),
    }


def unconfirmed(tournament: Tournament) -> QuerySet[Result]:
    """Return the results of shown rounds that wait for a second person; none where the tournament asks for none."""
    if not tournament.two_person:
        return Result.objects.none()
    shown = {"table__round__tournament": tournament, "table__round__state__in": Round.SHOWN}
    return Result.objects.filter(**shown, is_current=True, confirmation__isnull=True)


def first_unconfirmed(tournament: Tournament) -> int | None:
    """Return the first shown round with a result that waits for a second person, where the tournament asks for one."""
    rounds = unconfirmed(tournament).order_by("table__round__number")
    return rounds.values_list("table__round__number", flat=True).first()


def stale_rounds(tournament: Tournament) -> list[int]:
    """Return the shown rounds after which the standings are missing or out of date, in order."""
    computed = dict(
        Standings.objects.filter(tournament=tournament, shape=SHAPE).values_list("after_round", "computed_for")
    )
    stale, touched = [], 0
    for number, round_touched in shown_rounds_of(tournament).values_list("number", "touched"):
        touched = max(touched, round_touched)
        if computed.get(number, -1) < touched:
            stale.append(number)
    return stale


def shown_rounds_of(tournament: Tournament) -> QuerySet[Round]:
    """Return the shown rounds, in order."""
    return Round.objects.filter(tournament=tournament, state__in=Round.SHOWN).order_by("number")
