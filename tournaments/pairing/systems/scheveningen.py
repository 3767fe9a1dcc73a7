"""Scheveningen: everybody of one team meets everybody of the other, at tables of two.

``cycles`` 2 plays it twice, with colours reversed. Where one team has fewer players, or somebody is away, who would
have met them has a bye. ``docs/algorithms/scheveningen.md``.
"""

from __future__ import annotations

from functools import partial

from games.core.notices import Notice, declare, sentences
from games.core.notices import gettext_noop as _
from tournaments.pairing.core import Bye, Event, PairingError, PairingRequest, Round, Seating
from tournaments.pairing.numbering import number_tables
from tournaments.pairing.options import PairingOption
from tournaments.pairing.registry import pairing_system
from tournaments.pairing.schedules.scheveningen import scheveningen as schedule
from tournaments.pairing.teams.bounds import tables_fixed
from tournaments.pairing.teams.tables import faults_of_the_rule, members, refuse_forbidden, round_by_round

declare(
    {
        "scheveningen-away": _("Round %(round)s: somebody is away, so these have a bye: %(players)s."),
        "scheveningen-meet": _("%(home)s %(a)s meets %(guests)s %(b)s in round %(number)s of %(whole)s."),
        "scheveningen-sizes": _(
            "The teams have %(large)s and %(small)s players: in each round some of the larger team have a bye."
        ),
        "scheveningen-seat": _("By the table player %(player)s has seat 1 here."),
        "scheveningen-teams": _("Scheveningen is for two teams; the event has %(teams)s with players."),
        "scheveningen-too-many-rounds": _("Two teams of %(size)s have %(whole)s rounds here, not %(asked)s."),
    }
)

OPTIONS = (
    PairingOption(
        "cycles",
        "integer",
        1,
        "Cycles",
        "In the second cycle everyone meets again with colours reversed.",
        choices=((1, "Once"), (2, "Twice")),
    ),
)


def _size(event: Event) -> int:
    """Return the players of the larger team. Raises PairingError unless there are two teams."""
    teams = members(event)
    if len(teams) != 2:
        raise PairingError(Notice("scheveningen-teams", teams=len(teams)))
    return max(len(team) for team in teams.values())


def _length(event: Event) -> int:
    """Return a round for each player of the larger team a cycle, or ``rounds``. Raises PairingError."""
    size = _size(event)
    whole = size * int(event.pairing["cycles"])
    asked = event.pairing.get("rounds")
    if asked is not None and asked > whole:
        raise PairingError(Notice("scheveningen-too-many-rounds", size=size, whole=whole, asked=asked))
    return int(asked or whole)


def _round(request: PairingRequest) -> Seating:
    event, number = request.event, request.first
    size = _size(event)
    names = {team.id: team.name for team in event.teams}
    (home, own), (guests, theirs) = members(event).items()
    cycle, index = divmod(number - 1, size)
    here = {player.id for player in request.players(number)}
    groups: list[tuple[int, ...]] = []
    why: dict[frozenset[int], Notice] = {}
    free: list[int] = []
    away: list[int] = []
    for first, a, b in schedule(size)[index]:
        pair = [side[k - 1].id if k <= len(side) else None for side, k in ((own, a), (theirs, b))]
        sitting = [player for player in pair if player in here and player is not None]
        if len(sitting) < 2:
            free += sitting
            away += sitting if None not in pair else []
            continue
        if (first == "B") != bool(cycle % 2):
            sitting.reverse()
        groups.append(tuple(sitting))
        why[frozenset(sitting)] = Notice(
            "scheveningen-meet", home=names[home], a=a, guests=names[guests], b=b, number=number, whole=_length(event)
        )
    tables, conflicts = number_tables(groups, request.fixed_tables)
    round_ = Round(number, tables, tuple(Bye(player) for player in sorted(free)))
    refuse_forbidden(request, [round_])
    notes = []
    if len(own) != len(theirs):
        notes.append(Notice("scheveningen-sizes", large=size, small=min(len(own), len(theirs))))
    if away:
        notes.append(Notice("scheveningen-away", round=number, players=tuple(sorted(away))))
    reasons = {(number, table.number): sentences([why[frozenset(table.seats)]]) for table in tables}
    return Seating((round_,), (*notes, *conflicts), reasons)


@pairing_system(
    "scheveningen",
    teams=True,
    name="Scheveningen (two teams)",
    help="Everybody of one team plays everybody of the other, by the published tables.",
    rounds_help="Without a number of rounds there are as many as the larger team has players, in two cycles twice as "
    "many.",
    table_sizes=(2,),
    fixed=True,
    options=OPTIONS,
    length=_length,
    check=partial(faults_of_the_rule, seat=lambda due: Notice("scheveningen-seat", player=due)),
    bound=tables_fixed,
)
def scheveningen(request: PairingRequest) -> Seating:
    """Pair everybody of one team with everybody of the other."""
    return round_by_round(request, _round)
