"""The Swiss for teams at tables of two: FIDE's Swiss Team Pairing System (C.04.6), board against board.

Teams with equal match points (or board points) meet, none twice. Board k of one team meets board k of the other; who
has White on board 1 has it on the odd boards. ``docs/algorithms/team-swiss.md``.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from games.core.notices import Notice, declare, sentences
from games.core.notices import gettext_noop as _
from tournaments.pairing.core import Fault, PairingError, PairingRequest, Round, Seating
from tournaments.pairing.options import BOARDS, PairingOption
from tournaments.pairing.registry import pairing_system
from tournaments.pairing.team_swiss.engine import NoPairing, TeamPairing, pair_teams
from tournaments.pairing.team_swiss.field import SwissTeam, TeamField, boards_of, team_field
from tournaments.pairing.teams.tables import Place, squads, table_faults, team_round

declare(
    {
        "team-swiss-away": _("Round %(round)s: these teams are not here: %(teams)s."),
        "team-swiss-bye": _("Round %(round)s: %(team)s has the bye."),
        "team-swiss-bye-again": _(
            "%(team)s cannot have the bye: they had one already, or won a match without playing (C2)."
        ),
        "team-swiss-colours": _("White on board 1: %(team)s (article %(article)s)."),
        "team-swiss-equal": _("Both have the same points: %(points)s."),
        "team-swiss-float": _("%(low)s (%(less)s points) came up to %(high)s (%(more)s points)."),
        "team-swiss-has-bye": _("%(team)s has the bye; the rules give it to %(due)s."),
        "team-swiss-met": _("%(a)s and %(b)s have met before (C1)."),
        "team-swiss-no-bye": _(
            "Round %(round)s cannot be paired: every team that could have the bye had one already. Decide yourself "
            "who has the bye, or add a team."
        ),
        "team-swiss-no-way": _(
            "Round %(round)s cannot be paired: not all teams can have an opponent whom they have not met. Play fewer "
            "rounds, or take away pairs that must not meet."
        ),
        "team-swiss-not-the-pair": _("By the rules %(a)s do not meet %(b)s in this round."),
        "team-swiss-rounds": _(
            "The number of rounds is not set, so the rules for the last two rounds are not used. Set it beforehand."
        ),
        "team-swiss-table": _("By the rules %(team)s has White on board 1."),
        "team-swiss-too-few": _("Two teams are needed for a round; %(teams)s can play."),
        "team-swiss-up": _("With %(points)s points: %(teams)s came up from below."),
    }
)

OPTIONS = (
    BOARDS,
    PairingOption(
        "primary",
        "choice",
        "match",
        "Teams are paired by",
        "The points that make the score groups.",
        choices=(("match", "Match points"), ("game", "Board points")),
    ),
    PairingOption(
        "second_score",
        "flag",
        True,
        "The other points count for colours",
        "Of two teams with equal points the one with more of the other points is the first team when colours are "
        "given.",
    ),
    PairingOption(
        "colours",
        "choice",
        "a",
        "Colour preferences",
        "FIDE’s types: A looks at colours only where they are far out of balance, B also at small differences. Take "
        "none where colours do not matter.",
        choices=(("a", "Type A (simple)"), ("b", "Type B (strong and mild)"), ("none", "None")),
    ),
    PairingOption(
        "initial_colour",
        "choice",
        "white",
        "Initial colour",
        "The colour of the first team on board 1 in round 1.",
        choices=(("white", "White"), ("black", "Black"), ("lot", "By lot")),
    ),
)


def _check(request: PairingRequest, round_: Round) -> Iterator[Fault]:
    """Check C1 and C2 by the round alone, then the matches against those of the engine."""
    number = round_.number
    try:
        field = team_field(request)
    except PairingError as error:
        yield Fault(number, None, error.notice)
        return
    teams = {team.tpn: team for team in field.teams}
    names = {team.tpn: team.squad.name for team in field.teams}
    at = {player: team.tpn for team in field.teams for player in team.squad.boards if player is not None}
    boards = {p: k for team in field.teams for k, p in enumerate(team.squad.boards, 1) if p is not None}
    matches: dict[tuple[int, int], list[tuple[int, int, int]]] = {}
    for table in round_.tables:
        first, second = table.seats[0], table.seats[-1]
        one, other = at.get(first), at.get(second)
        if one is None or other is None or one == other:
            continue
        white, black = (one, other) if boards[first] % 2 else (other, one)
        matches.setdefault((white, black), []).append((table.number, first, second))
    for (white, black), tables in matches.items():
        if black in teams[white].met:
            yield Fault(number, tables[0][0], Notice("team-swiss-met", a=names[white], b=names[black]))
    try:
        expected = team_swiss(request)
    except PairingError as error:
        yield Fault(number, None, Notice("not-of-the-system", why=error.notice))
        return
    pairing = pair_teams(field)
    due, bye = {(a.tpn, b.tpn) for a, b, _article in pairing.pairs}, pairing.bye.tpn if pairing.bye else None
    paired = {tpn for match in matches for tpn in match}
    paired |= {tpn for match in due if not _share_a_board(*(teams[tpn] for tpn in match)) for tpn in match}
    free = [t for t in field.teams if t.tpn not in paired and _has_bye(t, round_)]
    for team in free:
        if team.had_bye:
            yield Fault(number, None, Notice("team-swiss-bye-again", team=team.squad.name))
    for match, tables in matches.items():
        if match not in due:
            if match[::-1] in due:
                yield Fault(number, tables[0][0], Notice("team-swiss-table", team=names[match[1]]))
            else:
                notice = Notice("team-swiss-not-the-pair", a=names[match[0]], b=names[match[1]])
                yield Fault(number, tables[0][0], notice)
    for team in free:
        if bye is not None and team.tpn != bye:
            yield Fault(number, None, Notice("team-swiss-has-bye", team=team.squad.name, due=names[bye]))
    yield from table_faults(request, round_, expected)


def _has_bye(team: SwissTeam, round_: Round) -> bool:
    return any(bye.kind == "pairing" and bye.player in team.squad.boards for bye in round_.byes)


def _share_a_board(one: SwissTeam, other: SwissTeam) -> bool:
    """Tell whether the two have somebody on the same board. Else their match has no table, and all have a bye."""
    return any(None not in pair for pair in zip(one.squad.boards, other.squad.boards, strict=True))


@pairing_system(
    "team-swiss",
    teams=True,
    name="Swiss for teams",
    help="Teams with equal points meet, none twice: FIDE Swiss Team Pairing System (C.04.6), in force since 1 February "
    "2026.",
    table_sizes=(2,),
    fixed=False,
    requested_byes=True,
    options=OPTIONS,
    check=_check,
)
def team_swiss(request: PairingRequest) -> Seating:
    """Pair teams with equal points, board by board."""
    field = team_field(request)
    if len(field.teams) < 2:
        raise PairingError(Notice("team-swiss-too-few", teams=len(field.teams)))
    try:
        pairing = pair_teams(field)
    except NoPairing as error:
        if error.bye:
            raise PairingError(Notice("team-swiss-no-bye", round=request.first)) from None
        raise PairingError(Notice("team-swiss-no-way", round=request.first)) from None
    places: list[list[Place]] = []
    why: dict[str, Notice] = {}
    for white, black, article in pairing.pairs:
        notice = _reason(field, white, black, article)
        why[white.squad.id] = why[black.squad.id] = notice
        for board in range(1, len(white.squad.boards) + 1):
            pair: list[Place] = [(white.squad, board), (black.squad, board)]
            places.append(pair if board % 2 else pair[::-1])
    free = [p for p in pairing.bye.squad.boards if p is not None] if pairing.bye else []
    seating = team_round(request, [team.squad for team in field.teams], places, free)
    team_of = {p.id: p.team for p in request.event.players}
    reasons = {
        (round_.number, table.number): sentences(
            [seating.reasons[round_.number, table.number], why[str(team_of[table.seats[0]])]]
        )
        for round_ in seating.rounds
        for table in round_.tables
    }
    notes = (*_notes(request, field, pairing), *seating.notes)
    return Seating(seating.rounds, notes, reasons)


def _points(field: TeamField, team: SwissTeam) -> Fraction:
    return Fraction(team.score, field.unit)


def _reason(field: TeamField, white: SwissTeam, black: SwissTeam, article: str) -> Notice:
    """Say whether they have equal points or one came up, and which article gives the colours."""
    high, low = sorted((white, black), key=lambda t: (-t.score, t.tpn))
    if high.score == low.score:
        score = Notice("team-swiss-equal", points=_points(field, high))
    else:
        score = Notice(
            "team-swiss-float",
            low=low.squad.name,
            less=_points(field, low),
            high=high.squad.name,
            more=_points(field, high),
        )
    return sentences([score, Notice("team-swiss-colours", team=white.squad.name, article=article)])


def _notes(request: PairingRequest, field: TeamField, pairing: TeamPairing) -> Iterator[Notice]:
    if request.options["rounds"] is None:
        yield Notice("team-swiss-rounds")
    here = {team.squad.id for team in field.teams}
    away = [squad.name for squad in squads(request, boards_of(request.event)) if squad.id not in here]
    if away:
        yield Notice("team-swiss-away", round=request.first, teams=tuple(away))
    if pairing.bye is not None:
        yield Notice("team-swiss-bye", round=request.first, team=pairing.bye.squad.name)
    for number, table in field.open_tables:
        yield Notice("counts-as-draw", round=number, table=table)
    for bracket in pairing.brackets:
        if bracket.up:
            names = tuple(team.squad.name for team in bracket.up)
            yield Notice("team-swiss-up", points=Fraction(bracket.score, field.unit), teams=names)
