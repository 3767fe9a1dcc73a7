"""The next step of an evening as the desk and the API tell it: with why, and what comes of it; the tables that are
open."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.domain.setup import USUAL_ROUNDS, rounds_made
from tournaments.models import CheckedIn, Result, Round, Table, Tournament
from tournaments.models.tournament import END_STEPS
from tournaments.selectors.events.events import event_of
from tournaments.selectors.people.presence import Away, away, here_sentence, players_of_round
from tournaments.selectors.rounds.evening import Evening, Next
from tournaments.sentences import sentence

AT_THE_END = ("open", "calls", *END_STEPS, "archive")
"""The steps of a finished event, which are no steps of its rounds."""
MOST_NAMED = 6
"""As many tables as a sentence names; of more it says how many."""


@dataclass(frozen=True, slots=True)
class Step:
    """The next sensible step with its explanation. ``action`` is the name of its address."""

    action: str
    label: str
    explanation: str
    round: Round | None = None
    asks: bool = False
    """Whether the desk first asks which missing players are here."""


def explained(tournament: Tournament, evening: Evening, step: Next, newest: Round | None) -> Step | None:
    """Return the step with why it is to be done; None once the event is finished but for its archive."""
    if step.action in AT_THE_END:
        return None
    if step.action == "pair":
        return _pairing(tournament, step, newest)
    return Step(step.action, step.label, _why(tournament, evening, step), newest if step.round else None)


def _why(tournament: Tournament, evening: Evening, step: Next) -> str:
    match step.action:
        case "import":
            return _("Nobody is entered yet. Import a list (Excel or CSV), or type players one by one.")
        case "check_in":
            return _check_in(tournament, evening)
        case "groups":
            return _("All rounds of the groups are played. See who qualifies, then pair the finals.")
        case "wait":
            return _("This page will show it automatically.")
        case "publish":
            if not tournament.published:
                return _("Until then this is a draft. On phones it is seen once the tournament is public.")
            return _("Until then only arbiters see this draft. After that, every phone in the room shows it.")
        case "end":
            return _(
                "You changed it by hand. You will see the differences from the system's pairing; then it is published."
            )
        case "results":
            return _results(tournament, evening, step)
        case "confirm":
            count = evening.unconfirmed
            return ngettext(
                "%(count)d result waits for a second arbiter; until then it is provisional.",
                "%(count)d results wait for a second arbiter; until then they are provisional.",
                count,
            ) % {"count": count}
    if evening.newest is not None and evening.newest.adjourned:
        return _("All other results are in. Adjourned games are entered when they are finished.")
    return _("All results are in. After closing, they can still be corrected, with a reason.")


def _results(tournament: Tournament, evening: Evening, step: Next) -> str:
    if evening.play_off is not None:
        return sentence(evening.play_off, tournament.display_names)
    if step.table is None:
        return _("Other tables are still playing.")
    every = evening.newest.missing if evening.newest else ()
    missing = [number for number in every if evening.own is None or number in evening.own]
    said = ngettext("Table %(tables)s is still missing.", "Tables %(tables)s are still missing.", len(missing))
    return said % {"tables": ", ".join(map(str, missing))}


def _check_in(tournament: Tournament, evening: Evening) -> str:
    if evening.check_in_closed:
        return _(
            "The check-in is closed, and fewer than two players are here, so round 1 cannot be paired. Reopen it "
            "and check players in, or mark all as here."
        )
    here = CheckedIn.objects.filter(entry__tournament=tournament).count()
    if not evening.expected:
        return ngettext(
            "%(count)d player is here so far. When the check-in closes, you will be asked about the missing "
            "players. Then round 1 can be paired.",
            "%(count)d players are here so far. When the check-in closes, you will be asked about the missing "
            "players. Then round 1 can be paired.",
            here,
        ) % {"count": here}
    coming = ngettext(
        "%(count)d player of earlier evenings is expected.",
        "%(count)d players of earlier evenings are expected.",
        evening.expected,
    ) % {"count": evening.expected}
    so_far = ngettext(
        "%(count)d player is here so far. Only those who are checked in are paired.",
        "%(count)d players are here so far. Only those who are checked in are paired.",
        here,
    ) % {"count": here}
    return f"{coming} {so_far}"


def _pairing(tournament: Tournament, step: Next, newest: Round | None) -> Step:
    if newest is None:
        return Step("pair", step.label, _first_sentence(tournament))
    if newest.state == Round.State.FAILED:
        return _failed_step(tournament, step, newest)
    number = newest.number + 1
    missed = away(tournament)
    unsure = [missing.entry.pk for missing in missed if not missing.here]
    sentences = [here_sentence(tournament, players_of_round(tournament, number, but=unsure))]
    if missed:
        sentences.append(_asked(missed))
    sentences.append(
        _("Round %(number)d of %(rounds)d will be a draft. Only arbiters see it until you publish it.")
        % {"number": number, "rounds": tournament.rounds_planned}
    )
    return Step("pair", step.label, " ".join(sentences), asks=bool(missed))


def _failed_step(tournament: Tournament, step: Next, newest: Round) -> Step:
    """Return the step after a round that failed; why is said only as long as nothing was changed since."""
    why = sentence(newest.problem, tournament.display_names)
    if not newest.problem_stands:
        why = here_sentence(tournament, players_of_round(tournament, newest.number))
    return Step("pair", step.label, why, newest, asks=bool(away(tournament)))


def _asked(missed: list[Away]) -> str:
    number = missed[0].round
    said = ngettext(
        "%(count)d player missed round %(number)d: you will be asked whether they are here now.",
        "%(count)d players missed round %(number)d: you will be asked which of them are here now.",
        len(missed),
    )
    return said % {"count": len(missed), "number": number}


def _first_sentence(tournament: Tournament) -> str:
    rounds = tournament.rounds_planned
    if tournament.rounds_open:
        rounds = rounds_made(event_of(tournament)) or USUAL_ROUNDS
    return " ".join(
        (
            here_sentence(tournament, players_of_round(tournament, 1)),
            _(
                "%(rounds)d rounds. From then on the pairing numbers are fixed. Round 1 will be a draft that only "
                "arbiters see."
            )
            % {"rounds": rounds},
        )
    )


class OpenTable(NamedTuple):
    """A table of a shown round without a result, or with one that is adjourned."""

    round: int
    table: int
    adjourned: bool


def open_tables(tournament_id: int, until: int | None = None) -> list[OpenTable]:
    """Return the tables of published and closed rounds (up to ``until``, where given) whose result is missing, in
    order. One query."""
    tables = standing_open(tournament_id)
    if until is not None:
        tables = tables.filter(round__number__lte=until)
    rows = tables.values_list("round__number", "number", "end")
    return [OpenTable(round_, number, end == Result.End.ADJOURNED) for round_, number, end in rows]


def standing_open(tournament_id: int | OuterRef) -> QuerySet[Table]:
    """Return the tables of `open_tables` in order, each with the ``end`` of its result."""
    current = Result.objects.filter(table=OuterRef("pk"), is_current=True)
    return (
        # "is none of these" would leave out a table without a result, whose end is not known
        Table.objects.filter(
            ~Exists(current.filter(end__in=[Result.End.PLAYED, Result.End.FORFEIT])),
            round__tournament=tournament_id,
            round__state__in=Round.SHOWN,
        )
        .annotate(end=Subquery(current.values("end")[:1]))
        .order_by("round__number", "number")
    )


def places(tables: Iterable[OpenTable]) -> str:
    """Say where they are: “round 1, table 5; round 2, tables 3, 7”."""
    parts = []
    for number, group in groupby(tables, key=lambda table: table.round):
        numbers = [str(table.table) for table in group]
        sentence = ngettext("round %(round)d, table %(tables)s", "round %(round)d, tables %(tables)s", len(numbers))
        parts.append(sentence % {"round": number, "tables": ", ".join(numbers)})
    return "; ".join(parts)


def adjourned_sentence(tables: Sequence[OpenTable]) -> str:
    """Return how many of them are adjourned, and which; empty where none is."""
    return _named(
        [table for table in tables if table.adjourned],
        lambda n: ngettext("%(count)d table adjourned", "%(count)d tables adjourned", n),
    )


def missing_sentence(tables: Sequence[OpenTable]) -> str:
    """Return how many of them have no result at all, and which; empty where none."""
    return _named(
        [table for table in tables if not table.adjourned],
        lambda n: ngettext("%(count)d result missing", "%(count)d results missing", n),
    )


def unfinished_sentences(tables: Sequence[OpenTable]) -> str:
    """Name the adjourned tables, then the missing results; empty where there are none."""
    return " ".join(filter(None, (adjourned_sentence(tables), missing_sentence(tables))))


def _named(tables: Sequence[OpenTable], words: Callable[[int], str]) -> str:
    count = len(tables)
    if not count:
        return ""
    how_many = words(count) % {"count": count}
    if count > MOST_NAMED:
        return f"{how_many}."
    return _("%(how_many)s: %(places)s.") % {"how_many": how_many, "places": places(tables)}
