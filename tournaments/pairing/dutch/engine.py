"""The engines behind the Swiss for tables of two, one for each edition of the rules.

The rules in force are paired by this program's own engine (``brackets``). The edition before, for events that
began with it, is paired by ``py4swiss`` (MIT licence), which need not be installed otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from games.core.notices import Notice
from scoring.input.rules import BURSTEIN
from tournaments.pairing.core import PairingError, PairingRequest
from tournaments.pairing.dutch.brackets import NoPairing, RoundPairing, pair_brackets
from tournaments.pairing.dutch.burstein import pair_by_index
from tournaments.pairing.dutch.field import DutchField, DutchGame, DutchPlayer, Outcome
from tournaments.pairing.dutch.people import Entrant, colour_of_higher, entrants, may_meet

EDITIONS = {
    "2026": Notice("edition-2026"),
    "2018": Notice("edition-2018"),
    BURSTEIN: Notice("edition-burstein-2026"),
}


class Unpairable(Exception):
    """No pairing keeps the absolute rules. ``bye``: it is the bye that nobody may have (C2)."""

    def __init__(self, *, bye: bool = False) -> None:
        super().__init__()
        self.bye = bye


@dataclass(frozen=True, slots=True)
class DutchPairing:
    """Pairs (white, black) of a round, the top pair first; black is 0 for the bye.

    ``entrants`` and ``brackets``: why, where the engine says so.
    """

    pairs: list[tuple[int, int]]
    entrants: tuple[Entrant, ...] = ()
    brackets: RoundPairing | None = None


class DutchEngine(Protocol):
    """Pairs a round by one edition of the rules. Raises Unpairable."""

    def __call__(self, field: DutchField) -> DutchPairing: ...


def own_engine(field: DutchField) -> DutchPairing:
    """Pair by the rules in force, of the Dutch system or of the Burstein."""
    people = entrants(field)
    try:
        pairing = (pair_by_index if field.opposition else pair_brackets)(people, may_meet(field, people))
    except NoPairing as error:
        raise Unpairable(bye=error.bye) from None
    pairs = []
    for a, b in pairing.pairs:
        high, low = sorted((people[a], people[b]), key=lambda e: e.rank)
        white = colour_of_higher(high.wish, low.wish, high.count, field.white_first) > 0
        pairs.append((high.number, low.number) if white else (low.number, high.number))
    if pairing.bye is not None:
        pairs.append((people[pairing.bye].number, 0))
    return DutchPairing(_in_order(field, pairs), people, pairing)


def _in_order(field: DutchField, pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the tables from the top: by the scores of the two without virtual points, then by number (C.04.2)."""
    points = {p.number: p.score for p in field.players}

    def key(pair: tuple[int, int]) -> tuple[int, ...]:
        if not pair[1]:
            return (1,)
        high, low = sorted(pair, key=lambda p: (-points[p], p))
        return (0, -points[high], -points[low], high)

    return sorted(pairs, key=key)


def old_engine(field: DutchField) -> DutchPairing:
    """Pair by the earlier rules, with ``py4swiss``. Raises PairingError where that is not installed.

    Its numbers are those of who takes or took part, because colours alternate over these. Scores are handed
    over as they stand, through the accelerations of its input, so that every way of giving points works.
    """
    try:
        from py4swiss.engines import DutchEngine as Engine  # type: ignore[import-untyped]
    except ImportError:
        raise PairingError(Notice("py4swiss-missing")) from None
    from py4swiss.engines.common import PairingError as EngineError  # type: ignore[import-untyped]
    from py4swiss.trf import ParsedTrf  # type: ignore[import-untyped]
    from py4swiss.trf.codes import PlayerCode  # type: ignore[import-untyped]
    from py4swiss.trf.results import ColorToken, ResultToken, RoundResult, ScoringPointSystem  # type: ignore[import-untyped]
    from py4swiss.trf.sections import PlayerSection, XSection  # type: ignore[import-untyped]
    from py4swiss.trf.sections.x_section import XSectionConfiguration  # type: ignore[import-untyped]

    tokens = {
        Outcome.PLAYED: ResultToken.DRAW,
        Outcome.FORFEIT_WIN: ResultToken.FORFEIT_WIN,
        Outcome.FORFEIT_LOSS: ResultToken.FORFEIT_LOSS,
        Outcome.PAIRING_BYE: ResultToken.PAIRING_ALLOCATED_BYE,
        Outcome.FULL_BYE: ResultToken.PAIRING_ALLOCATED_BYE,
        Outcome.ABSENT: ResultToken.ZERO_POINT_BYE,
    }

    def result(game: DutchGame) -> RoundResult:
        colour = ColorToken.WHITE if game.white else ColorToken.BLACK
        if not game.opponent:
            colour = ColorToken.BYE_OR_NOT_PAIRED
        return RoundResult(id=own.get(game.opponent, 0), color=colour, result=tokens[game.outcome])

    taking_part = [p for p in field.players if p.present or any(g.took_part for g in p.games)]
    own = {p.number: k for k, p in enumerate(taking_part, start=1)}
    theirs = {k: number for number, k in own.items()} | {0: 0}

    def section(player: DutchPlayer) -> PlayerSection:
        return PlayerSection(
            code=PlayerCode.PLAYER,
            starting_number=own[player.number],
            points_times_ten=player.score,
            rank=own[player.number],
            results=[result(game) for game in player.games],
        )

    # No result is worth anything by itself: the scores are the accelerations. The full-point bye, which
    # nobody is given here, holds the most that a round can bring, by which the engine knows the topscorers.
    worth = dict.fromkeys(ScoringPointSystem().score_dict, 0)
    worth[ResultToken.FULL_POINT_BYE, ColorToken.BYE_OR_NOT_PAIRED] = field.win
    trf = ParsedTrf(
        player_sections=[section(p) for p in taking_part],
        x_section=XSection(
            number_of_rounds=field.rounds or field.round_number + 1,
            zeroed_ids={own[p.number] for p in taking_part if not p.present},
            scoring_point_system=ScoringPointSystem(score_dict=worth),
            configuration=XSectionConfiguration(first_round_color=field.white_first),
            accelerations={own[p.number]: [p.at(k) for k in range(len(p.scores))] for p in taking_part},
            forbidden_pairs={(own[a], own[b]) for a, b in field.forbidden if a in own and b in own},
        ),
    )
    try:
        pairing = Engine.generate_pairings(trf)
    except EngineError:
        raise Unpairable from None
    return DutchPairing([(theirs[pair.white], theirs[pair.black]) for pair in pairing])


ENGINES: dict[str, DutchEngine] = {"2026": own_engine, "2018": old_engine, BURSTEIN: own_engine}


def paired(request: PairingRequest, field: DutchField) -> tuple[DutchPairing, bool]:
    """Return the pairing of a round, and whether all were kept apart that should be: if not, only those who must.

    Raises PairingError with a sentence on which rule leaves no way, and what would help.
    """
    there = sum(p.present for p in field.players)
    number = field.round_number
    if there < 2:
        raise PairingError(Notice("swiss-too-few", round=number, players=there))
    engine = ENGINES[request.options["edition"]]
    try:
        return engine(field), True
    except Unpairable as error:
        failed = error
    if field.forbidden != request.forbidden:
        field = replace(field, forbidden=request.forbidden)
        try:
            return engine(field), False
        except Unpairable as error:
            failed = error
    if failed.bye:
        raise PairingError(Notice("swiss-no-bye", round=number))
    if field.forbidden:
        raise PairingError(Notice("swiss-no-way-with-forbidden", round=number))
    raise PairingError(Notice("swiss-no-way", round=number))
