"""The players of a round as the criteria see them: order, score with virtual points, wishes, floats; and the colours
that they wish for and get (C.04.3, articles 1.6, 1.7 and 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from tournaments.pairing.dutch.field import DutchField, DutchPlayer, Outcome

WHITE, BLACK, NEITHER = 1, -1, 0


@dataclass(frozen=True, slots=True)
class Wish:
    """A player's colour preference.

    ``colours``: of the games played, +1 white and -1 black, the first first. ``difference``: whites less
    blacks. ``colour``: the colour wished for, 0 before the first game. ``repeated``: the colour of the last two
    games, 0 where they differ.
    """

    colours: tuple[int, ...]
    difference: int
    colour: int
    repeated: int

    @property
    def absolute(self) -> bool:
        """Tell whether they had two whites or blacks too many, or the same colour twice running (1.7.1)."""
        return abs(self.difference) > 1 or self.repeated != NEITHER

    @property
    def strong(self) -> bool:
        """Tell whether they had one white or black too many, without an absolute wish (1.7.2)."""
        return self.difference != 0 and not self.absolute


def wish(colours: tuple[int, ...]) -> Wish:
    """Return the preference of a player who has had these colours."""
    difference = sum(colours)
    repeated = colours[-1] if len(colours) > 1 and colours[-1] == colours[-2] else NEITHER
    if abs(difference) > 1:
        wanted = BLACK if difference > 0 else WHITE
    elif repeated:
        wanted = -repeated
    elif difference:
        wanted = -difference
    else:
        wanted = -colours[-1] if colours else NEITHER
    return Wish(colours, difference, wanted, repeated)


def colour_of_higher(higher: Wish, lower: Wish, number: int, white_first: bool) -> int:
    """Return the colour of the higher ranked of two opponents (5.2). ``number``: their number among the
    participants."""
    if higher.colour != lower.colour or higher.colour == NEITHER:  # 5.2.1: both get what they wish
        if higher.colour or lower.colour:
            return higher.colour or -lower.colour
        return WHITE if (number % 2 == 1) == white_first else BLACK  # 5.2.5
    if higher.absolute or lower.absolute:  # 5.2.2: the stronger wish; of two absolute ones the wider difference
        widths = [abs(w.difference) if w.absolute else -1 for w in (higher, lower)]
        if widths[0] != widths[1]:
            return higher.colour if widths[0] > widths[1] else -higher.colour
    elif higher.strong != lower.strong:
        return higher.colour if higher.strong else -higher.colour
    for one, other in zip(reversed(higher.colours), reversed(lower.colours), strict=False):
        if one != other:  # 5.2.3: not again as when they last had different colours
            return other
    return higher.colour  # 5.2.4


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
    ``bye_free``: may have the bye (C2). ``played``: games played. ``rank``: their place in the order by which colours
    are given; in the Burstein system by the Index (1.8), else the same as ``place``.
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
    rank: int


def entrants(field: DutchField) -> tuple[Entrant, ...]:
    """Return the people who are there in this round, in the order of the rules (1.2)."""
    known = {p.number: p for p in field.players}
    taking_part = [p.number for p in field.players if p.present or any(g.took_part for g in p.games)]
    counts = {number: k for k, number in enumerate(taking_part, start=1)}
    last = field.rounds is not None and field.round_number >= field.rounds and not field.opposition
    order = sorted((p for p in field.players if p.present), key=lambda p: (-p.now, p.number))
    ranked = sorted(order, key=lambda p: (*(-v for v in field.opposition.get(p.number, (p.now,))), p.number))
    ranks = {player.number: k for k, player in enumerate(ranked)}
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
            ranks[player.number],
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
