"""Answers about games to look at, and the one that is being entered."""

from __future__ import annotations

from typing import Annotated, Any

from tournaments.api.core.answers import Answer


class MoveOut(Answer):
    number: int
    text: str
    seat: Annotated[int | None, "Whose move it was; null: nobody's."]
    words: Annotated[str, "For who listens."]


class EndOut(Answer):
    termination: str
    places: list[int]
    points: list[str]


class GameOut(Answer):
    round: int
    table: int
    game: str
    live: Annotated[bool, "It is being entered now."]
    record: Annotated[int | None, "The proven record."]
    plies: int
    ply: Annotated[int, "Which one is shown: the number of moves before it."]
    seat: Annotated[int | None, "Through whose eyes; null: a spectator's."]
    seats: Annotated[list[int], "Pairing numbers, seat by seat."]
    hidden: Annotated[bool, "Seats see different things; once it is over, `seat/` shows each one's view."]
    position: Annotated[dict[str, Any], "As the game writes it."]
    text: Annotated[str, "The position in words."]
    to_move: list[int]
    outcome: EndOut | None
    moves: Annotated[list[MoveOut], "A hundred at most, among them the one that led here."]
    earlier: Annotated[str | None, "Where the moves before these are."]
    later: Annotated[str | None, "Where the moves after these are."]
    diagram: Annotated[str, "The position as a picture (SVG), as a spectator sees it."]


class EnteringOut(Answer):
    round: int
    table: int
    game: str
    running: bool
    plies: int
    position: Annotated[dict[str, Any] | None, "As the player on turn sees it, with what they hold."]
    text: str
    to_move: list[int]
    legal_moves: Annotated[list[str], "At most 400."]
    outcome: EndOut | None
    last_moves: Annotated[list[MoveOut], "The newest first, at most 20."]


class BoardOut(Answer):
    table: int
    live: Annotated[bool, "It is being entered now."]
    plies: int
    url: str


class BoardsOut(Answer):
    next: str | None
    results: list[BoardOut]


class GameSeatOut(Answer):
    position: int
    player: Annotated[int, "The pairing number."]
    points: Annotated[str | None, "Null: not known yet, or did not show up."]


class EventGameOut(Answer):
    round: int
    table: int
    live: Annotated[bool, "It is being entered now; its moves are at `url`."]
    plies: int
    seats: list[GameSeatOut]
    record: Annotated[int | None, "The record that proves the result."]
    options: Annotated[dict[str, Any] | None, "The options of the game that differ from the usual ones."]
    setup: Annotated[dict[str, Any] | None, "What lay ready before the first move, such as a deal."]
    moves: Annotated[list[str] | None, "Null while the game goes on."]
    url: Annotated[str, "The game move by move."]


class EventGamesOut(Answer):
    next: str | None
    results: list[EventGameOut]
