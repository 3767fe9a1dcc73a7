"""The rounds of a tournament: with those that were discarded, with all their tables, and the names of a knockout's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from scoring.sections.groups import SYSTEM as GROUPS
from tournaments.models import Result, Round, Seat, Tournament
from tournaments.pairing.bracket.drawn import Drawing
from tournaments.selectors.events.explanations import insight
from tournaments.selectors.events.public import SEAT, RoundHead, RoundShown, TableShown, got, seated


@dataclass(frozen=True, slots=True)
class RoundSteps:
    """A round and which steps back are open from where it stands; ``results``: those that are not adjourned."""

    round: Round
    tables: int
    results: int
    adjourned: int
    reopen: bool
    unpublish: bool
    put_aside: bool
    bring_back: bool

    @property
    def entered(self) -> int:
        """Return the number of tables with an entry, adjourned ones among them."""
        return self.results + self.adjourned


def every_round(tournament: Tournament) -> list[RoundSteps]:
    """Return the living rounds in order, each followed by those put away under its number. One query."""
    rows = list(
        Round.objects.filter(tournament=tournament)
        .annotate(
            table_count=Count("tables", distinct=True),
            result_count=Count("tables__results", filter=Q(tables__results__is_current=True), distinct=True),
            adjourned_count=Count(
                "tables__results",
                filter=Q(tables__results__is_current=True, tables__results__end=Result.End.ADJOURNED),
                distinct=True,
            ),
        )
        .order_by("number", "-pk")
    )
    living = [r.number for r in rows if r.state != Round.State.DISCARDED]
    last = max(living, default=0)
    begun = tournament.state != Tournament.State.PLANNED
    shown = []
    for r in sorted(rows, key=lambda r: (r.number, r.state == Round.State.DISCARDED, -r.pk)):
        newest = r.number == last and r.state != Round.State.DISCARDED
        shown.append(
            RoundSteps(
                r,
                r.table_count,
                r.result_count - r.adjourned_count,
                r.adjourned_count,
                reopen=newest and r.state == Round.State.CLOSED,
                unpublish=newest and r.state == Round.State.PUBLISHED and not r.result_count,
                put_aside=newest and r.is_shown and r.result_count > 0,
                bring_back=begun and r.discarded_from is not None and r.number == last + 1,
            )
        )
    return shown


SYSTEMS = frozenset(("knockout", "double-elimination", GROUPS))


def is_drawn(tournament: Tournament) -> bool:
    """Tell whether an event has a bracket: it is a knockout, or its groups play one after them."""
    return draws(tournament.system, tournament.pairing_options)


def draws(system: str, options: Mapping[str, Any]) -> bool:
    """Tell whether events of a pairing system with these options have a bracket."""
    return system in SYSTEMS and (system != GROUPS or options.get("then") in (None, "knockout"))


def round_names(tournament: Tournament) -> dict[int, str]:
    """Return the rounds of an event that have a name, such as "Semi-finals", by their numbers; empty where it has no
    bracket. Where two brackets call a round differently it has its number alone."""
    return names_in(drawings_of(tournament))


def drawings_of(tournament: Tournament) -> Sequence[Drawing]:
    """Return the brackets of an event as they are drawn; none where it has none."""
    event = insight(tournament.pk) if is_drawn(tournament) else None
    return event.drawings() if event else ()


def names_in(drawn: Sequence[Drawing]) -> dict[int, str]:
    """Return the names of rounds in which all brackets agree, by the numbers of the rounds."""
    found: dict[int, set[str]] = {}
    for drawing in drawn:
        for at, column in enumerate(drawing.columns):
            found.setdefault(column.round, set()).add(_from_the_end(drawing, at))
    return {number: name for number, names in found.items() if len(names) == 1 and (name := min(names))}


def round_name(number: int, names: Mapping[int, str]) -> str:
    """Return what a round is called: its name, else its number."""
    return names.get(number) or _("Round %(number)d") % {"number": number}


def round_title(drawing: Drawing, at: int) -> str:
    """Return what the round at a place of a bracket is called there. In a double elimination the rounds of both sides
    are counted by themselves, as a side does not play in every round of the event."""
    if name := _from_the_end(drawing, at):
        return name
    if not drawing.double:
        return round_name(drawing.columns[at].round, {})
    said = _("Losers’ round %(number)d") if drawing.part == "second" else _("Winners’ round %(number)d")
    return said % {"number": at + 1}


def _from_the_end(drawing: Drawing, at: int) -> str:
    """Return what a round is called from the end of its bracket; empty where that is not known, or too far off."""
    columns = drawing.columns
    column, behind = columns[at], len(columns) - 1 - at
    if has_second_final(drawing) and behind < 2:
        return _("Final") if behind else _("Second final")
    if drawing.whole and column.tables == 1 and behind == 0 and (drawing.part != "second" or not drawing.double):
        return _("Final")
    plain = drawing.whole and not drawing.double
    if plain and (behind, column.tables) == (1, 2):
        return _("Semi-finals")
    if plain and (behind, column.tables) == (2, 4):
        return _("Quarter-finals")
    return ""


def has_second_final(drawing: Drawing) -> bool:
    """Tell whether a double elimination ends with two finals of the same players, one right after the other."""
    if not drawing.double or drawing.part != "main" or len(drawing.columns) < 3:
        return False
    one, two = drawing.columns[-2:]
    sitting = [[{spot.own for spot in box.spots} for box in column.boxes] for column in (one, two)]
    return two.round == one.round + 1 and two.tables == 1 and sitting[0] == sitting[1]


def rounds_with_tables(
    tournament_id: int, heads: Sequence[RoundHead], games: Set[tuple[int, int]] = frozenset()
) -> list[RoundShown]:
    """Return the shown rounds (``heads``) in order, with tables, byes and results; ``games`` are the tables with a game
    to look at, as round and number. Two queries, however many rounds there are; none where there is no round."""
    if not heads:
        return []
    rows = list(
        Seat.objects.filter(round__tournament=tournament_id, round__number__in=[head.number for head in heads])
        .filter(round__state__in=Round.SHOWN)
        .order_by("table__number", "position", "entry__number")
        .values_list(*SEAT, "round__number", "bye")
    )
    shown = seated(
        rows,
        got(Q(table__round__tournament=tournament_id, table__round__state__in=Round.SHOWN)),
        lambda table, number, _bye: {"game": (number, table) in games},
    )
    tables: dict[int, dict[int, TableShown]] = {head.number: {} for head in heads}
    byes: dict[int, list[tuple[int, str]]] = {head.number: [] for head in heads}
    for table, _table, _position, entry, _own, number, bye in rows:
        if table is None:
            byes[number].append((entry, bye))
        else:
            tables[number][table] = shown[table]
    return [
        RoundShown(head.number, head.state, tuple(tables[head.number].values()), tuple(byes[head.number]))
        for head in heads
    ]
