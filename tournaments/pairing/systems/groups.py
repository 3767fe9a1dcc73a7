"""Groups and finals: players are drawn into groups, each plays its own rounds; the best meet in finals.

Groups, qualified players and their order are those of the standings (``scoring.sections.groups``). A group is a round
robin at tables of two and a complete schedule at larger ones; a final is a knockout, or another group.
``docs/algorithms/groups.md``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from games.core.notices import Notice, Param, declare
from games.core.notices import gettext_noop as _
from scoring.brackets.knockout import is_decided, usual_advance
from scoring.ladder import usual_table
from scoring.sections.groups import MOST_GROUPS, Stages, least_in_group
from tournaments.pairing.bracket.shape import rounds_needed
from tournaments.pairing.core import Bye, Event, PairingError, PairingRequest, Round, Seating
from tournaments.pairing.numbering import number_tables
from tournaments.pairing.options import PairingOption
from tournaments.pairing.registry import PairingSystem, pairing_system, systems
from tournaments.pairing.teams.tables import faults_of_the_results

declare(
    {
        "groups-final": _("%(final)s final."),
        "groups-group": _("Group %(group)s, round %(number)s of the groups."),
        "groups-missing": _(
            "Round %(round)s, table %(table)s has no result yet: the finals follow from all results of the groups."
        ),
        "groups-over": _("The finals are played."),
        "groups-part": _("Group %(group)s: %(why)s"),
        "groups-part-final": _("%(final)s final: %(why)s"),
        "groups-too-few": _(
            "Group %(group)s needs at least %(least)s players and has %(players)s. Make fewer groups, or put more "
            "players into it."
        ),
        "groups-finalists": _(
            "Each final needs its places from the first on, each given to one player: look at “finalists”."
        ),
        "groups-unknown": _("There is no group %(group)s; the groups are 1 to %(groups)s."),
    }
)

OPTIONS = (
    PairingOption(
        "groups",
        "integer",
        None,
        "Groups",
        "Empty: four, or fewer where four would be too small.",
        minimum=1,
        maximum=MOST_GROUPS,
    ),
    PairingOption(
        "draw",
        "choice",
        "rating",
        "How the groups are made",
        "By rating, the first group gets the first player, the next group the second, and back again from the last.",
        choices=(
            ("rating", "By rating, equally strong groups"),
            ("club", "By rating, players of one club apart"),
            ("lot", "By lot"),
            ("hand", "By hand"),
        ),
    ),
    PairingOption(
        "group_rounds",
        "integer",
        None,
        "Rounds of the groups",
        "Empty: at tables of two until everyone has met everyone in the group, at larger tables three.",
        minimum=1,
        maximum=60,
    ),
    PairingOption(
        "then",
        "choice",
        "knockout",
        "After the groups",
        choices=(("knockout", "Knockout"), ("group", "One more group"), ("none", "No finals")),
    ),
    PairingOption(
        "qualifiers",
        "integer",
        2,
        "Players qualifying from each group",
        "This many of each group go to the first final, and the same number of the next to the second final.",
        minimum=1,
        maximum=64,
    ),
    PairingOption(
        "finals",
        "integer",
        1,
        "Finals",
        "1: an A final only. 2: a B final for the next of each group, and so on.",
        minimum=1,
        maximum=MOST_GROUPS,
    ),
    PairingOption("members", "tables", {}, "The group of each player"),
    PairingOption("finalists", "tables", {}, "The finalists by their seeds"),
)
NAMED = frozenset({"a", "b", "player", "other", "free"})
"""The parameters of a part's notices that are players."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _stages(event: Event) -> Stages:
    stages = Stages(event)
    for group in stages.rules.members.values():
        if group > stages.rules.groups:
            raise PairingError(Notice("groups-unknown", group=group, groups=stages.rules.groups))
    _refuse_wrong_seeds(stages)
    return stages


def _refuse_wrong_seeds(stages: Stages) -> None:
    """Refuse finalists of whom two have one place, or who leave one before theirs to nobody."""
    rules = stages.rules
    size = len(stages.groups) * rules.qualifiers
    seeds = sorted(rules.finalists.values())
    finals = [[seed for seed in seeds if (seed - 1) // size == final] for final in range(rules.finals)]
    wanted = [final * size + place for final, own in enumerate(finals) for place in range(1, len(own) + 1)]
    if seeds != wanted:
        raise PairingError(Notice("groups-finalists"))


def _system(
    stages: Stages, key: str, options: dict[str, Any], players: Sequence[int]
) -> tuple[PairingSystem, dict[str, Any]]:
    """Return a system of a part with all its options; pairs that must not meet by their numbers there."""
    number = {player: at for at, player in enumerate(players, 1)}
    pairs = stages.event.pairing.get("forbidden") or ()
    own = [[number[a], number[b]] for a, b in pairs if a in number and b in number]
    chosen = {"system": key, "table_size": stages.rules.table, "seed": stages.rules.seed, "forbidden": own, **options}
    system = systems()[key]
    part = replace(stages.part(players, 1, 0, chosen), rounds=())
    return system, system.complete(part)


def _group_part(stages: Stages, group: Sequence[int]) -> tuple[PairingSystem, Event]:
    if stages.rules.table == 2:
        system, options = _system(stages, "berger", {}, group)
    else:
        system, options = _system(stages, "tables", {"rounds": stages.group_rounds}, group)
    return system, stages.part(group, 1, stages.group_rounds, options)


def _final_part(stages: Stages, final: Sequence[int]) -> tuple[PairingSystem, Event]:
    """Return a final, in which players of one group are apart in round 1 of a knockout."""
    begin = stages.group_rounds + 1
    if stages.rules.then == "knockout":
        more: dict[str, Any] = {"tie": "higher-seed", "apart_clubs": True, "apart_rounds": 1}
        system, options = _system(stages, "knockout", more, final)
    elif stages.rules.table == 2:
        system, options = _system(stages, "berger", {}, final)
    else:
        system, options = _system(stages, "tables", {"rounds": 3}, final)
    return system, stages.part(final, begin, None, options)


def _final_rounds(stages: Stages, people: int) -> int:
    """Return how many rounds a final of so many players has."""
    if people < 2:
        return 0
    if stages.rules.then == "knockout":
        return rounds_needed(people, stages.rules.table, usual_advance(stages.rules.table))
    return people - 1 + people % 2 if stages.rules.table == 2 else 3


def _length(event: Event) -> int:
    """Return the rounds of the groups and of the longest final; ``rounds`` where fewer are asked for."""
    stages = _stages(event)
    sizes = [len(group) for group in stages.groups]
    whole = stages.group_rounds
    if stages.rules.then != "none":
        step = stages.rules.qualifiers
        cuts = [range(final * step, (final + 1) * step) for final in range(stages.rules.finals)]
        finals = [sum(min(max(size - cut.start, 0), step) for size in sizes) for cut in cuts]
        whole += max(_final_rounds(stages, people) for people in finals)
    return min(whole, int(event.pairing.get("rounds") or whole))


@pairing_system(
    "groups",
    name="Groups and finals",
    help="Players are drawn into groups. When these are played, the best of each meet in a final.",
    table_sizes=(4, 3, 2, 5, 6),
    fixed=False,
    options=OPTIONS,
    length=_length,
    check=faults_of_the_results,
    everyone=False,
    usual_table=usual_table,
    rounds_help="As many as the groups need, and then the finals.",
)
def groups(request: PairingRequest) -> Seating:
    """Pair the round of every group, or of every final that goes on; their tables are numbered through."""
    stages = _stages(request.event)
    number = request.first
    tables: list[tuple[tuple[int, ...], Notice]] = []
    byes: list[Bye] = []
    notes: list[Notice] = []
    if number <= stages.group_rounds:
        least = least_in_group(stages.rules.table)
        for at, group in enumerate(stages.groups, 1):
            if len(group) < least:
                raise PairingError(Notice("groups-too-few", group=at, players=len(group), least=least))
            try:
                _add(
                    _group_part(stages, group),
                    group,
                    number,
                    Notice("groups-group", group=at, number=number),
                    tables,
                    byes,
                )
            except PairingError as error:
                raise PairingError(Notice("groups-part", group=at, why=_named(error.notice, group))) from error
    else:
        _refuse_missing(stages)
        if number == stages.group_rounds + 1:
            notes += stages.cut()
        going_on = False
        for final, letter in zip(stages.finals, LETTERS, strict=False):
            try:
                if len(final) > 1:
                    own = number - stages.group_rounds
                    part = _final_part(stages, final)
                    going_on |= _add(part, final, own, Notice("groups-final", final=letter), tables, byes)
            except PairingError as error:
                raise PairingError(
                    Notice("groups-part-final", final=letter, why=_named(error.notice, final))
                ) from error
        if not going_on:
            raise PairingError(Notice("groups-over"))
    numbered, conflicts = number_tables([seats for seats, _why in tables], request.fixed_tables)
    why = {frozenset(seats): reason for seats, reason in tables}
    reasons = {(number, table.number): why[frozenset(table.seats)] for table in numbered}
    round_ = Round(number, numbered, tuple(sorted(byes, key=lambda bye: bye.player)))
    return Seating((round_,), (*notes, *conflicts), reasons)


def _add(
    part: tuple[PairingSystem, Event],
    players: Sequence[int],
    number: int,
    reason: Notice,
    tables: list[tuple[tuple[int, ...], Notice]],
    byes: list[Bye],
) -> bool:
    """Add a part's tables and byes of one of its rounds by the players' own numbers; nothing where it is over.

    Return whether it goes on.
    """
    system, event = part
    length = system.length(event)
    if (length is not None and number > length) or (system.key == "knockout" and is_decided(event)):
        return False
    larger = system.key == "tables" and event.pairing["table_size"] >= 4
    least = 3 if larger and len(event.players) > 2 else 2  # a final of two in all is refused
    if sum(player.plays(number) for player in event.players) < least:
        byes += [Bye(players[player.id - 1]) for player in event.players if player.plays(number)]
        return any(player.left is None or player.left >= number for player in event.players)
    seating = system.pair(PairingRequest(event, number))
    tables += [(tuple(players[seat - 1] for seat in table.seats), reason) for table in seating.rounds[0].tables]
    byes += [replace(bye, player=players[bye.player - 1]) for bye in seating.rounds[0].byes]
    return True


def _named(notice: Notice, players: Sequence[int]) -> Notice:
    """Return what a part says, with the players by their own numbers instead of those of the part."""

    def own(key: str, value: Param) -> Param:
        if isinstance(value, Notice):
            return _named(value, players)
        if isinstance(value, tuple):
            return tuple(own("player" if key == "players" else key, entry) for entry in value)
        if key in NAMED and isinstance(value, int) and 0 < value <= len(players):
            return players[value - 1]
        return value

    return notice.with_params({key: own(key, value) for key, value in notice.params.items()})


def _refuse_missing(stages: Stages) -> None:
    for round_ in stages.event.rounds:
        for table in round_.tables:
            if round_.number <= stages.group_rounds and not table.entered:
                raise PairingError(Notice("groups-missing", round=round_.number, table=table.number))
