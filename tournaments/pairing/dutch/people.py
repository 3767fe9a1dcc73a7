"""The players of a round as the criteria see them: order, score with virtual points, wishes, floats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from tournaments.pairing.dutch.colour import BLACK, WHITE, Wish, wish
from tournaments.pairing.dutch.field import DutchField, DutchPlayer, Outcome


class Float(Enum):
    """The ways in which a round moves a player out of the score group (1.4)."""

    NONE = ""
    DOWN = "D"
    UP = "U"


@dataclass(frozen=True, slots=True)
class Entrant:
    """A person to be paired. ``place``: in the order of score and number, from 0.

    ``count``: their number among all who take or took part, by which colours alternate at first (5.2.5).
    ``score`` has the virtual points in it, ``points`` has not. ``floats``: one and two rounds ago.
    ``bye_free``: may have the bye (C2). ``played``: games played.
    """

    place: int
    number: int
    count: int
    score: int
    points: int
    wish: Wish
    floats: tuple[Float, Float]
    bye_free: bool
    played: int
    topscorer: bool


def entrants(field: DutchField) -> tuple[Entrant, ...]:
    """Return the people who are there in this round, in the order of the rules (1.2)."""
    known = {p.number: p for p in field.players}
    taking_part = [p.number for p in field.players if p.present or any(g.took_part for g in p.games)]
    counts = {number: k for k, number in enumerate(taking_part, start=1)}
    last = field.rounds is not None and field.round_number >= field.rounds
    order = sorted((p for p in field.players if p.present), key=lambda p: (-p.now, p.number))
    return tuple(
        Entrant(
            place,
            player.number,
            counts[player.number],
            player.now,
            player.score,
            wish(colours_had(player)),
            (float_of(field, known, player, 1), float_of(field, known, player, 2)),
            bye_free(field, player),
            len(colours_had(player)),
            last and 2 * (player.now - field.top) > (field.round_number - 1) * field.win,
        )
        for place, player in enumerate(order)
    )


def colours_had(player: DutchPlayer) -> tuple[int, ...]:
    """Return the colours of the games played."""
    return tuple(WHITE if g.white else BLACK for g in player.games if g.outcome is Outcome.PLAYED)


def float_of(field: DutchField, known: dict[int, DutchPlayer], player: DutchPlayer, back: int) -> Float:
    """Return the float of so many rounds ago. Without a game, a bye or more points than a loss is a downfloat
    (1.4.3)."""
    at = len(player.games) - back
    if at < 0:
        return Float.NONE
    game = player.games[at]
    if game.outcome is not Outcome.PLAYED:
        down = game.outcome is Outcome.PAIRING_BYE or player.gained(at) > field.loss
        return Float.DOWN if down else Float.NONE
    own, other = player.at(at), known[game.opponent].at(at)
    return Float.DOWN if own > other else Float.UP if own < other else Float.NONE


def bye_free(field: DutchField, player: DutchPlayer) -> bool:
    """Return whether the player may have the bye: none before, nor a win's points in a round without a game (C2)."""
    return not any(
        game.outcome is Outcome.PAIRING_BYE or (game.outcome is not Outcome.PLAYED and player.gained(at) >= field.win)
        for at, game in enumerate(player.games)
    )


def may_meet(field: DutchField, people: Sequence[Entrant]) -> list[int]:
    """Return for each place a number with a bit for every place that it may meet (C1, C3, forbidden pairs)."""
    place = {e.number: e.place for e in people}
    everybody = (1 << len(people)) - 1
    absolute = {WHITE: 0, BLACK: 0}
    top = 0
    for e in people:
        if e.wish.absolute:
            absolute[e.wish.colour] |= 1 << e.place
        if e.topscorer:
            top |= 1 << e.place
    known = {p.number: p for p in field.players}
    meets = []
    for e in people:
        out = 1 << e.place
        for game in known[e.number].games:
            if game.outcome is Outcome.PLAYED and game.opponent in place:
                out |= 1 << place[game.opponent]
        if e.wish.absolute and not e.topscorer:
            out |= absolute[e.wish.colour] & ~top
        meets.append(everybody & ~out)
    for a, b in field.forbidden:
        if a in place and b in place:
            meets[place[a]] &= ~(1 << place[b])
            meets[place[b]] &= ~(1 << place[a])
    return meets
