"""Rounds: asked for, made by a worker as a draft, published, closed, discarded."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from django.db.models import Count, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.mcmahon import FLAG, WRITTEN, wins_at_the_start
from tournaments.domain import queue
from tournaments.domain.access import Action
from tournaments.domain.errors import Refused, as_refusals
from tournaments.domain.locks import bump_version, locked_round, locked_tournament, mark_standings_stale
from tournaments.domain.logbook import audited, person
from tournaments.domain.setup import MOST_ROUNDS, USUAL_ROUNDS, rounds_made
from tournaments.models import CheckedIn, Entry, ManualPairing, Result, Round, Seat, Table, Tournament
from tournaments.pairing.engine import prepare
from tournaments.pairing.numbering import BY_SEASON, pairing_numbers
from tournaments.selectors.events.events import event_of, players_of
from tournaments.selectors.people.presence import away, ladder_of_season
from tournaments.services.lists.team_lists import drop_proposed
from tournaments.services.rounds.finals import write_groups
from tournaments.services.seasons import take_ratings
from tournaments.services.tournament_changes import is_played_out


@audited
def ask_for_pairing(tournament_id: int, *, by: Any, here: Collection[int] | None = None) -> Round:
    """Ask for the next round; a worker makes it as a draft.

    Whoever was absent in the last round, or did not show up, stays absent in this one; but not those of the entries
    ``here``, or (None: nobody was asked) those who were checked in since.

    A repeated request, also from two places at once, returns the same round: while one is being paired or is a
    draft, that one is returned. A round that could not be paired is tried again.
    """
    tournament = locked_tournament(tournament_id, by, Action.PAIR)
    last = living_rounds(tournament).last()
    if last is not None and last.state in (Round.State.PAIRING, Round.State.DRAFT):
        return last
    if last is not None and last.state == Round.State.FAILED:
        if tournament.state == Tournament.State.PLANNED:
            refuse_open_check_in(tournament)
            _begin(tournament)
        settle_presence(tournament, last.number, here, by=by)
        write_groups(tournament, last.number)
        write_starts_down(tournament, last.number)
        last.state, last.problem, last.asked_at = Round.State.PAIRING, None, timezone.now()
        last.asked_by = person(by)
        last.save(update_fields=["state", "problem", "asked_at", "asked_by"])
        _send_pairing(tournament, last)
        return last
    number = last.number + 1 if last else 1
    drop_proposed(tournament)
    _refuse_unready(tournament, last, number)
    if tournament.state == Tournament.State.PLANNED:
        _begin(tournament)
    else:
        take_ratings(tournament)  # of those who came later
        settle_presence(tournament, number, here, by=by)
    write_groups(tournament, number)
    write_starts_down(tournament, number)
    round_ = Round.objects.create(tournament=tournament, number=number, asked_by=person(by), seed=tournament.seed)
    _send_pairing(tournament, round_)
    return round_


@audited
def publish(round_id: int, *, by: Any) -> Round:
    """Show a draft to everybody. Published twice it is published once."""
    tournament, round_ = locked_round(round_id, by)
    if round_.is_shown:
        return round_
    if round_.state != Round.State.DRAFT:
        raise Refused(
            _("Round %(number)d is %(state)s; only a draft can be published.")
            % {"number": round_.number, "state": round_.get_state_display()}
        )
    refuse_unfinished(round_)
    round_.state, round_.published_at = Round.State.PUBLISHED, timezone.now()
    round_.save(update_fields=["state", "published_at"])
    mark_standings_stale(tournament, round_)
    queue.send_standings(tournament.pk)
    return round_


@audited
def discard(round_id: int, *, by: Any) -> Round:
    """Put a round away that nobody has played: a draft, a failed one, or a published one without any
    result."""
    tournament, round_ = locked_round(round_id, by)
    if round_.state == Round.State.DISCARDED:
        return round_
    refuse_later(tournament, round_)
    entered = Result.objects.filter(table__round=round_, is_current=True).count()
    if entered:
        raise Refused(
            ngettext(
                "%(count)d table of this round has a result. A round with results cannot be discarded.",
                "%(count)d tables of this round have results. A round with results cannot be discarded.",
                entered,
            )
            % {"count": entered}
        )
    put_away(tournament, round_)
    if not living_rounds(tournament).exists() and not tournament.rounds.filter(tables__results__isnull=False).exists():
        # nothing was played, so everything may still be set up differently
        tournament.state = Tournament.State.PLANNED
        tournament.save(update_fields=["state"])
    return round_


@audited
def close(round_id: int, *, by: Any) -> Round:
    """Close a published round, once every table has a result. The last round closed finishes the tournament, and so
    does the final of a knockout."""
    tournament, round_ = locked_round(round_id, by)
    if round_.state == Round.State.CLOSED:
        return round_
    if round_.state != Round.State.PUBLISHED:
        raise Refused(_("Only a published round can be closed."))
    refuse_missing(round_)
    round_.state, round_.closed_at = Round.State.CLOSED, timezone.now()
    round_.save(update_fields=["state", "closed_at"])
    if is_played_out(tournament, round_):
        tournament.state = Tournament.State.FINISHED
        tournament.save(update_fields=["state"])
    bump_version(tournament)
    queue.send("compute_standings", tournament.pk)  # and with them what the tournament is part of
    return round_


def put_away(tournament: Tournament, round_: Round) -> None:
    """Take a round, the last one, out of the tournament; all that belongs to it stays as it is."""
    was_shown, before = round_.is_shown, round_.state
    keeps = before in (Round.State.DRAFT, *Round.SHOWN)
    round_.state, round_.discarded_from = Round.State.DISCARDED, before if keeps else None
    round_.save(update_fields=["state", "discarded_from"])
    tournament.standings.filter(after_round__gte=round_.number).delete()
    if was_shown:
        mark_standings_stale(tournament, living_rounds(tournament).last())
        queue.send_standings(tournament.pk)
    else:
        bump_version(tournament)


def refuse_later(tournament: Tournament, round_: Round) -> None:
    """Raise Refused where a later round stands in the way."""
    later = living_rounds(tournament).filter(number__gt=round_.number).last()
    if later is not None:
        raise Refused(_("Round %(number)d comes after it. Discard that one first.") % {"number": later.number})


def living_rounds(tournament: Tournament) -> QuerySet[Round]:
    """Return the tournament's rounds that were not discarded, in order."""
    return tournament.rounds.exclude(state=Round.State.DISCARDED).order_by("number")


def missing_tables(round_: Round) -> list[int]:
    """Return the numbers of the tables without a result."""
    with_result = Result.objects.filter(table__round=round_, is_current=True).values("table")
    return list(
        Table.objects.filter(round=round_)
        .exclude(pk__in=with_result)
        .order_by("number")
        .values_list("number", flat=True)
    )


def refuse_missing(round_: Round) -> None:
    """Raise Refused, naming them, where tables have no result."""
    missing = missing_tables(round_)
    if missing:
        raise Refused(
            ngettext(
                "Round %(round)d: table %(tables)s has no result yet.",
                "Round %(round)d: tables %(tables)s have no result yet.",
                len(missing),
            )
            % {"round": round_.number, "tables": ", ".join(map(str, missing))}
        )


def _refuse_unready(tournament: Tournament, last: Round | None, number: int) -> None:
    if tournament.state == Tournament.State.FINISHED:
        raise Refused(_("The tournament is finished; no further round can be paired."))
    if number > tournament.rounds_planned:
        raise Refused(
            _("All %(rounds)d rounds have been paired. To play more, increase the number of rounds in the settings.")
            % {"rounds": tournament.rounds_planned}
        )
    players = Entry.objects.filter(tournament=tournament).count()
    if players < 2:
        raise Refused(_("There are too few players. Enter or import at least two."))
    if last is None:
        refuse_open_check_in(tournament)
    elif not _schedule_is_fixed(tournament):
        refuse_missing(last)


def _schedule_is_fixed(tournament: Tournament) -> bool:
    """Return whether the next round does not depend on results, so that it can be paired before they are in."""
    with as_refusals():
        system, event = prepare(event_of(tournament))
        return system.is_fixed(event)


def _begin(tournament: Tournament) -> None:
    """Give out the pairing numbers 1…n, as entered, by rating, by lot, or as the ladder of the season has them; who is
    not in that comes after, by rating. They stay for the whole event."""
    how = tournament.pairing_options.get("numbering", "given")
    Entry.objects.filter(tournament=tournament).update(season_rating=None)
    if tournament.rating_list_id is not None:
        how = "rating"
        take_ratings(tournament)
    entries = list(Entry.objects.filter(tournament=tournament))
    numbers = pairing_numbers(players_of(tournament), "rating" if how == BY_SEASON else how, tournament.seed)
    if how == BY_SEASON:
        place = {person: index for index, person in enumerate(ladder_of_season(tournament))}
        ordered = sorted(entries, key=lambda e: (place.get(e.player_id, len(place)), numbers[e.number]))
        numbers = {entry.number: number for number, entry in enumerate(ordered, start=1)}
    for entry in entries:
        entry.number = numbers[entry.number]
    Entry.objects.bulk_update(entries, ["number"])
    if forbidden := tournament.pairing_options.get("forbidden"):
        # the pairs that must not meet are named by the numbers that they had
        pairs = [[numbers[a], numbers[b]] for a, b in forbidden if a in numbers and b in numbers]
        tournament.pairing_options = {**tournament.pairing_options, "forbidden": sorted(map(sorted, pairs))}
    if members := tournament.pairing_options.get("members"):
        kept = {str(numbers[int(player)]): group for player, group in members.items() if int(player) in numbers}
        tournament.pairing_options = {**tournament.pairing_options, "members": kept}
    if tournament.rounds_open:
        tournament.rounds_planned = min(rounds_made(event_of(tournament)) or USUAL_ROUNDS, MOST_ROUNDS)
    tournament.state = Tournament.State.RUNNING
    tournament.save(update_fields=["state", "pairing_options", "rounds_planned"])


def _send_pairing(tournament: Tournament, round_: Round) -> None:
    bump_version(tournament)
    queue.send("pair_round", round_.pk)


def refuse_unfinished(round_: Round) -> None:
    """Raise Refused while a draft is being changed by hand, or leaves somebody alone at a table."""
    if ManualPairing.objects.filter(round=round_, ended_at__isnull=True).exists():
        raise Refused(
            _("Round %(number)d was changed by hand. End the manual pairing first; then publish it.")
            % {"number": round_.number}
        )
    refuse_alone(round_)


def refuse_alone(round_: Round) -> None:
    """Raise Refused where a table has one player only."""
    alone = (
        Seat.objects.filter(round=round_, table__isnull=False)
        .order_by("table__number")
        .values("table__number")
        .annotate(people=Count("entry", distinct=True))
        .filter(people=1)
        .values_list("table__number", flat=True)
        .first()
    )
    if alone is not None:
        raise Refused(
            _("One player sits alone at table %(table)d. Move them to another table, or give them a bye.")
            % {"table": alone}
        )


def refuse_open_check_in(tournament: Tournament) -> None:
    """Raise Refused while players are still being checked in."""
    if tournament.check_in and tournament.check_in_closed_at is None:
        raise Refused(_("The check-in is still open. Close it first; you will be asked about the missing players."))


def write_starts_down(tournament: Tournament, number: int) -> None:
    """Keep the starting scores of all before round 1, and before a later round of those who are new: a rating that
    changes moves nobody. The tournament must be locked."""
    if not tournament.pairing_options.get(FLAG):
        return
    event = event_of(tournament, before=number)
    if number == 1:
        event = replace(event, pairing={**event.pairing, WRITTEN: {}})
    starts = {str(player): wins for player, wins in sorted(wins_at_the_start(event).items())}
    tournament.pairing_options = {**tournament.pairing_options, WRITTEN: starts}
    tournament.save(update_fields=["pairing_options"])


@audited
def settle_presence(
    tournament: Tournament, number: int, here: Collection[int] | None = None, *, by: Any
) -> list[Entry]:
    """Keep everybody out of round ``number`` who was away in the last one and is not here now; return them.

    ``here``: the entries of those who are; None where nobody was asked, so that only those who were checked in since
    are taken to be. Whoever is said to be here is checked in, so that a round that is discarded and paired again knows
    it still. The tournament must be locked.
    """
    absent = []
    for missing in away(tournament):
        entry = missing.entry
        plays = missing.here if here is None else entry.pk in here
        if plays == (number in entry.absent):
            entry.absent = sorted({*entry.absent} ^ {number})
            entry.save(update_fields=["absent"])
        if not plays:
            absent.append(entry)
        elif not missing.here:
            mark_here(entry, by=by)
    return absent


@audited
def mark_here(entry: Entry, *, by: Any) -> CheckedIn:
    """Write down that a player is here now. The tournament must be locked."""
    row = CheckedIn(entry=entry, by=person(by))  # one query, whether it is there already or not
    CheckedIn.objects.bulk_create([row], update_conflicts=True, unique_fields=["entry"], update_fields=["by", "at"])
    return row
