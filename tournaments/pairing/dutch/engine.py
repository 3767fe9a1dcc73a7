"""The engine behind the Dutch system, in one function: ``py4swiss`` (MIT licence).

It plays by FIDE Handbook C.04.3 as it was until 31 January 2026. Scores are handed over as they stand,
through the accelerations of its input, so that every way of giving points works, not only 1, ½ and 0.
"""

from __future__ import annotations

from typing import Protocol

from tournaments.pairing.dutch.field import DutchField, DutchGame, DutchPlayer, Outcome

EDITION = "FIDE Handbook C.04.3 (Dutch system), the edition in force until 31 January 2026"


class Unpairable(Exception):
    """No pairing keeps the absolute rules C1 to C3."""


class DutchEngine(Protocol):
    """Pairs (white, black) of a round, the top pair first; black is 0 for the bye. Raises Unpairable."""

    def __call__(self, field: DutchField) -> list[tuple[int, int]]: ...


def py4swiss_engine(field: DutchField) -> list[tuple[int, int]]:
    """The pairing of ``py4swiss``."""
    from py4swiss.engines import DutchEngine as Engine  # type: ignore[import-untyped]
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
        Outcome.ABSENT: ResultToken.ZERO_POINT_BYE,
    }

    def result(game: DutchGame) -> RoundResult:
        colour = ColorToken.WHITE if game.white else ColorToken.BLACK
        if not game.opponent:
            colour = ColorToken.BYE_OR_NOT_PAIRED
        return RoundResult(id=game.opponent, color=colour, result=tokens[game.outcome])

    def section(player: DutchPlayer) -> PlayerSection:
        return PlayerSection(
            code=PlayerCode.PLAYER,
            starting_number=player.number,
            points_times_ten=player.score,
            rank=player.number,
            results=[result(game) for game in player.games],
        )

    # No result is worth anything by itself: the scores are the accelerations. The full-point bye, which
    # no player
    # is given here, holds the most that a round can bring, by which the engine knows the topscorers.
    worth = dict.fromkeys(ScoringPointSystem().score_dict, 0)
    worth[ResultToken.FULL_POINT_BYE, ColorToken.BYE_OR_NOT_PAIRED] = field.win
    trf = ParsedTrf(
        player_sections=[section(p) for p in field.players],
        x_section=XSection(
            number_of_rounds=field.rounds or field.round_number + 1,
            zeroed_ids={p.number for p in field.players if not p.present},
            scoring_point_system=ScoringPointSystem(score_dict=worth),
            configuration=XSectionConfiguration(first_round_color=field.white_first),
            accelerations={p.number: list(p.scores) for p in field.players},
            forbidden_pairs=set(field.forbidden),
        ),
    )
    try:
        return [(pair.white, pair.black) for pair in Engine.generate_pairings(trf)]
    except EngineError as error:
        raise Unpairable(str(error)) from error
