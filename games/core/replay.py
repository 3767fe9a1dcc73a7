"""Replay: from a record to the answer whether it is right, and what it proves.

The shape of the whole record is checked first, then the options and the number of seats, then the setup,
then move by move, at last the claim; the first fault is the answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from games.core import registry
from games.core.errors import BadRecord, ClaimMismatch, GameError, GameOver, quote
from games.core.game import Game, Outcome, S, Start
from games.core.notices import Notice, Param, either, every
from games.core.options import complete
from games.core.record import Claim, Decoded, Record, decode, shape

Answer = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Replay:
    """A record that is right: the game, how it began, where it stands, and its result if it is over."""

    game: registry.AnyGame
    record: Record
    start: Start
    state: Any
    outcome: Outcome | None


def run_plainly(game: Game[S, Any], start: Start, moves: Sequence[str]) -> S:
    """Return the position after all of ``moves``, read and played one by one.

    Raises GameError with ``index`` set to the entry that fails (None where the start fails already).
    """
    return play_on(game, game.start(start), moves, 0)


def play_on(game: Game[S, Any], state: S, moves: Sequence[str], first: int) -> S:
    """Return the position after ``moves[first:]`` from a position, read and played one by one.

    Where a game's quick replay meets anything unusual, it hands over to this, so that the two cannot
    disagree about an error. Raises GameError with ``index`` set.
    """
    for index in range(first, len(moves)):
        text = moves[index]
        try:
            if not game.to_act(state):
                raise after_the_end(text)
            state = game.play(state, game.read(text))
        except GameError as error:
            error.index = index
            raise
    return state


def after_the_end(text: str) -> GameOver:
    """Return the error for an entry that stands after the end of the game."""
    return GameOver(Notice("game-over", move=quote(text)))


def prepare(record: Record) -> tuple[registry.AnyGame, Start]:
    """Return the game of a record and its start. Raises BadRecord for the game, its options, the number of seats."""
    game = registry.get(record.game)
    info = game.info
    seats = len(record.seats)
    if seats not in info.seats:
        numbers = info.seats
        raise BadRecord(Notice("record-number-of-seats", game=info.name, numbers=either(numbers), seats=seats))
    return game, Start(seats, complete(info, record.options, seats), record.setup)


def replay(record: Record) -> Replay:
    """Replay a record and compare its claim. Raises GameError."""
    game, start = prepare(record)
    state = game.run(start, record.moves)
    outcome = game.outcome(state)
    if record.claimed is not None:
        _compare(record.claimed, outcome)
    return Replay(game, record, start, state, outcome)


def legal(record: Record) -> list[str]:
    """Return the texts of all legal next moves, sorted. Raises GameError where the record is refused."""
    done = replay(record)
    return sorted(done.game.write(move) for move in done.game.legal_moves(done.state))


def check(record: str | bytes | Record) -> Answer:
    """Return the answer to a record, or to the text of one; see the record format for the names."""
    return judged(record)[0]


def judged(record: str | bytes | Record) -> tuple[Answer, GameError | None]:
    """Return the answer to a record, or to the text of one, with the error of one that is refused."""
    if isinstance(record, Record):
        return _answer(record.game, record)
    try:
        decoded = decode(record)
    except GameError as error:
        return refusal(None, error), error
    return _answer(decoded.game, decoded)


def refusal(game: str | None, error: GameError) -> Answer:
    """Return the answer for a record that is refused. A game that does not exist is answered with null."""
    return {
        "valid": False,
        "game": game if game in registry.keys_set() else None,
        "error": {"index": error.index, "code": error.code, "rule": error.rule, "message": error.message},
    }


def result_document(outcome: Outcome) -> dict[str, Any]:
    """Return a result as JSON values: whole places, points as fractions in lowest terms, what the game adds."""
    return {
        "termination": outcome.termination,
        "places": list(outcome.places),
        "points": [str(points) for points in outcome.points],
        **outcome.extra,
    }


def _answer(game: str | None, source: Record | Decoded) -> tuple[Answer, GameError | None]:
    try:
        record = source if isinstance(source, Record) else shape(source)
        done = replay(record)
    except GameError as error:
        return refusal(game, error), error
    return {
        "valid": True,
        "game": record.game,
        "status": "in_progress" if done.outcome is None else "finished",
        "plies": len(record.moves),
        "result": None if done.outcome is None else result_document(done.outcome),
    }, None


def _compare(claimed: Claim, outcome: Outcome | None) -> None:
    if outcome is None:
        raise ClaimMismatch(Notice("claimed-too-early"))
    for what, claim, result in (
        ("places", claimed.places, outcome.places),
        ("points", claimed.points, outcome.points),
    ):
        if claim is not None and claim != result:
            notice = Notice("claimed-points", claim=_shown(claim), result=_shown(result))
            if what == "places":
                notice = Notice("claimed-places", claim=_shown(claim), result=_shown(result))
            raise ClaimMismatch(notice)


def _shown(entries: Sequence[int] | Sequence[Fraction]) -> Param:
    texts = [str(entry) for entry in entries]
    return every(text if len(text) <= 20 else text[:20] + "…" for text in texts)
