"""The Swiss system for tables of two: FIDE Dutch.

Requested byes and absences, late entries, withdrawals and forbidden pairs are part of it; a game without a
result counts as a draw. ``docs/algorithms/swiss.md``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tournaments.pairing.core import Bye, Fault, PairingError, PairingRequest, Round, Seating, distinct
from tournaments.pairing.dutch.engine import EDITION, DutchEngine, Unpairable, py4swiss_engine
from tournaments.pairing.dutch.field import DutchField, DutchPlayer, Outcome, colours, dutch_field
from tournaments.pairing.numbering import number_tables
from tournaments.pairing.options import APART, PairingOption
from tournaments.pairing.registry import pairing_system

ENGINE: DutchEngine = py4swiss_engine

OPTIONS = (
    *APART,
    PairingOption(
        "initial_colour",
        "choice",
        "white",
        "Initial colour",
        "Who of the top pair has seat 1 in round 1: the higher, the lower, or by lot.",
        choices=(("white", "The higher has seat 1"), ("black", "The lower has seat 1"), ("lot", "By lot")),
    ),
)


def _paired(request: PairingRequest) -> tuple[DutchField, list[tuple[int, int]], bool]:
    """The field, its pairs, and whether all were kept apart that should be: if not, only those who must."""
    field = dutch_field(request)
    if field.forbidden == request.forbidden:
        return field, _pairs(field), True
    try:
        return field, _pairs(field), True
    except PairingError:
        field = replace(field, forbidden=request.forbidden)
        return field, _pairs(field), False


def _pairs(field: DutchField) -> list[tuple[int, int]]:
    """The engine's answer. Raises PairingError with a sentence on what would help."""
    there = sum(p.present for p in field.players)
    number = field.round_number
    if there < 2:
        raise PairingError(f"Round {number} has {there} players; a Swiss round needs two at least.")
    try:
        return ENGINE(field)
    except Unpairable:
        raise PairingError(
            f"Round {number} cannot be paired: no two may meet again, nobody may have two byes, and the "
            f"colours{' and the forbidden pairs' if field.forbidden else ''} leave no way. "
            "Play fewer rounds, bring more players in"
            f"{', take a pair out of pairing.forbidden' if field.forbidden else ''}, or pair it by hand."
        ) from None


def _check(request: PairingRequest, round_: Round) -> Iterator[Fault]:
    """The absolute rules C1 to C3 by name, then whatever differs from the Dutch pairing of the same
    history.
    """
    number = round_.number
    players = {p.number: p for p in dutch_field(request).players}
    try:
        _field, due, _kept = _paired(request)
    except PairingError as error:
        yield Fault(number, None, f"This round is not one of the system: {error}")
        due = []
    expected = {frozenset(pair): pair for pair in due if pair[1]}
    bye_due = [white for white, black in due if not black]
    for table in round_.tables:
        pair = distinct(table.seats)
        if len(pair) != 2 or not set(pair) <= players.keys():
            continue
        met = _met_in(players[pair[0]], pair[1])
        right = expected.get(frozenset(pair))
        if met:
            rounds = ", ".join(map(str, met))
            text = f"Players {pair[0]} and {pair[1]} met in round {rounds} already (rule C1)."
            yield Fault(number, table.number, text)
        elif right == pair:
            continue
        elif right:
            text = f"Seats out of balance: by the colour rules player {right[0]} has seat 1, not {right[1]}."
            yield Fault(number, table.number, text)
        elif expected:
            yield Fault(number, table.number, _instead(pair, due))
    given = [b.player for b in round_.byes if b.kind == "pairing"]
    for player in given:
        if player in players and _had_bye(players[player]):
            text = f"Player {player} had a bye or a forfeit win already, so no bye now (rule C2)."
            yield Fault(number, None, text)
        elif due and player not in bye_due:
            whose = f"the bye is due to player {bye_due[0]}" if bye_due else "no bye is needed"
            yield Fault(number, None, f"Player {player} has the bye, but {whose}.")


def _instead(pair: tuple[int, ...], due: list[tuple[int, int]]) -> str:
    """What the Dutch system pairs in place of a pair."""
    names = []
    for white, black in due:
        if {white, black} & set(pair):
            names.append(f"{white} and {black}" if black else f"a bye for {white}")
    return (
        f"Players {pair[0]} and {pair[1]} are no pair of this round by the Dutch system, as the results now "
        f"stand; it makes {', '.join(names) or 'other pairs'}."
    )


def _met_in(player: DutchPlayer, opponent: int) -> list[int]:
    return [
        k for k, g in enumerate(player.games, 1) if g.opponent == opponent and g.outcome is Outcome.PLAYED
    ]


def _had_bye(player: DutchPlayer) -> bool:
    return any(g.outcome in (Outcome.PAIRING_BYE, Outcome.FORFEIT_WIN) for g in player.games)


@pairing_system(
    "swiss",
    name="Swiss (FIDE Dutch)",
    help=f"Equal scores meet, nobody twice, colours balanced: {EDITION}.",
    table_sizes=(2,),
    fixed=False,
    requested_byes=True,
    options=OPTIONS,
    check=_check,
)
def swiss(request: PairingRequest) -> Seating:
    """Equal scores meet, nobody twice, colours balanced."""
    field, pairs, kept = _paired(request)
    tables, conflicts = number_tables([pair for pair in pairs if pair[1]], request.fixed_tables)
    byes = tuple(Bye(white) for white, black in pairs if not black)
    notes = [f"Paired by {EDITION}."]
    if not kept:
        notes.append(f"Round {request.first}: players of one club could not be kept apart.")
    for number, table in field.open_tables:
        notes.append(f"Round {number}, table {table} has no result yet; it counts as a draw here.")
    round_ = Round(request.first, tables, byes)
    return Seating((round_,), (*notes, *conflicts), _reasons(request, field, round_))


def _reasons(request: PairingRequest, field: DutchField, round_: Round) -> dict[tuple[int, int], str]:
    """The score group or who floated, and the colours that the two have had."""
    players = {p.number: p for p in field.players}
    out = {}
    for table in round_.tables:
        one, other = (players[p] for p in distinct(table.seats))
        high, low = sorted((one, other), key=lambda p: (-p.score, p.number))
        if one.score == other.score:
            said = [f"Score group {one.score / field.unit}."]
        else:
            said = [
                f"Player {high.number} with {high.score / field.unit} floated down to "
                f"player {low.number} with {low.score / field.unit}."
            ]
        had = [f"{p.number}: {colours(p.games)}" for p in (one, other) if colours(p.games)]
        if had:
            said.append(f"Colours so far {'; '.join(had)}.")
        if table.number in (request.fixed_tables.get(one.number), request.fixed_tables.get(other.number)):
            said.append(f"Table {table.number} is fixed.")
        out[round_.number, table.number] = " ".join(said)
    return out
