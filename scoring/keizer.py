"""Ranks an event by the Keizer system: a win brings the value of the opponent, and the value is that of their place.

Everybody has a value by their place in the list. All rounds are scored with these values; the scores make a new list,
which makes new values, and all rounds are scored again, until the list stands still. ``docs/algorithms/keizer.md`` has
the rules, the options and their sources.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from math import lcm

from games.core.notices import Notice, declare
from games.core.notices import gettext_noop as _
from scoring.core.history import History, Kind, Turn
from scoring.documents.document import Bye, Event, Player
from scoring.documents.jsontext import one_of, shown, whole

declare(
    {
        # Translators: a thing that something is not, as in “x is not a part of a value”.
        "a-part-of-a-value": _("a part of a value"),
        # Translators: a thing that something is not, as in “x is not a number for this option”.
        "a-number-for-this-option": _("a number for this option"),
        "keizer-decides": _("In the Keizer system equal scores are ranked by the points, then by the pairing number."),
    }
)

SYSTEM = "keizer"

SCORE, VALUE = "KEIZER", "VALUE"
CODES = (SCORE, VALUE)
"""The columns of a Keizer table: the score that ranks, and the value of the place."""
LABELS = {SCORE: "the Keizer score", VALUE: "the value"}
SOURCE = "Keizer system"

FRACTIONS = ("0", "1/6", "1/5", "1/4", "3/10", "1/3", "7/20", "2/5", "1/2", "3/5", "2/3", "7/10", "3/4", "1")
"""The parts of a value that a result or an absence may bring."""

MOST_PASSES = 100
"""So often all rounds are scored at most. A list that has not come to rest then counts as it is."""

BIGGEST_VALUE = 100_000


class Award(Enum):
    """Names the reasons for a part of a value; each has an option of its name and ``_value``, and its usual part."""

    WIN = ("win", "1")
    DRAW = ("draw", "1/2")
    LOSS = ("loss", "0")
    FORFEIT_WIN = ("forfeit_win", "1")
    FORFEIT_LOSS = ("forfeit_loss", "0")
    BYE = ("bye", "2/3")
    FULL_BYE = ("full_bye", "2/3")
    HALF_BYE = ("half_bye", "1/2")
    ABSENT = ("absent", "1/3")
    NO_NOTICE = ("no_notice", "0")
    LATE = ("late", "0")
    OWN = ("own", "1")
    """Not of a round: the own value, which counts once."""

    @property
    def option(self) -> str:
        """Return the key of the option that says how much it brings."""
        return f"{self.value[0]}_value"

    @property
    def usual(self) -> str:
        return self.value[1]


_OF_BYES = {Kind.PAIRING_BYE: Award.BYE, Kind.FULL_BYE: Award.FULL_BYE, Kind.HALF_BYE: Award.HALF_BYE}
_PLAYED = (Award.LOSS, Award.DRAW, Award.WIN)
_FORFEIT = (Award.FORFEIT_LOSS, Award.DRAW, Award.FORFEIT_WIN)


@dataclass(frozen=True, slots=True)
class KeizerRules:
    """The options of an event. ``top`` is the value of the first place, ``step`` what each place has less.

    ``parts``: what each award brings of the value. ``own``: whether the own value counts once.
    ``absences``: so many absences bring something, None for all.
    """

    top: int
    step: int = 1
    parts: Mapping[Award, Fraction] = field(default_factory=dict)
    own: bool = True
    absences: int | None = None

    def value(self, place: int) -> int:
        """Return the value of a place, from 1; never below 0."""
        return max(0, self.top - (place - 1) * self.step)


@dataclass(frozen=True, slots=True)
class Gain:
    """The part of a score that one round, or the own place, brings: ``part`` of the value of the player ``of``.

    ``round`` is None for the own value, which counts once. ``of`` is oneself where there was no opponent.
    """

    award: Award
    part: Fraction
    of: int
    round: int | None = None


@dataclass(frozen=True, slots=True)
class Keizer:
    """The list as it stands. ``order`` has all players of the event, also those whom a rule keeps out of the table.

    ``values`` and ``scores`` by player; a score is the sum of the parts in ``gains``, less penalties. ``passes``: how
    often all rounds were scored. ``cycle``: 1 where the list stood still; more where so many lists took turns, whose
    mean values count; 0 where neither had happened after ``MOST_PASSES``.
    """

    order: tuple[int, ...]
    values: Mapping[int, Fraction]
    scores: Mapping[int, Fraction]
    gains: Mapping[int, Sequence[Gain]]
    passes: int
    cycle: int

    def value(self, player: int, code: str) -> Fraction:
        """Return a player's number in one of ``CODES``."""
        return self.scores[player] if code == SCORE else self.values[player]


def is_keizer(event: Event) -> bool:
    """Tell whether the event is paired by the Keizer system, so that its standings are ranked by it."""
    return event.pairing.get("system") == SYSTEM


def usual_top(players: int) -> int:
    """Return the value of the first place where the event names none: half as much again as there are players."""
    return (3 * players + 1) // 2


def keizer_rules(event: Event) -> KeizerRules:
    """Return the Keizer options of an event with all defaults. Raises DocumentError."""
    options = event.pairing

    def number(key: str, least: int, most: int) -> int | None:
        value, what = options.get(key), Notice("a-number-for-this-option")
        return None if value is None else whole(value, f"pairing.{key}", least, most, what)

    own = options.get("own_value")
    if own is not None and type(own) is not bool:
        one_of(shown(own), "pairing.own_value", ("true", "false"), Notice("a-choice-here"))
    return KeizerRules(
        top=number("top_value", 1, BIGGEST_VALUE) or usual_top(len(event.players)),
        step=number("value_step", 1, 1000) or 1,
        parts={award: _part(options.get(award.option), award) for award in Award if award is not Award.OWN},
        own=own is not False,
        absences=number("absences", 0, 999),
    )


def _part(value: object, award: Award) -> Fraction:
    place = f"pairing.{award.option}"
    return Fraction(award.usual if value is None else one_of(value, place, FRACTIONS, Notice("a-part-of-a-value")))


def keizer(event: Event, history: History, rules: KeizerRules) -> Keizer:
    """Return the list after the rounds of a history: the same for the same document, whatever its order of rows.

    It begins with the pairing numbers and scores all rounds until a list comes a second time. Equal scores stand by
    the ordinary points, then by pairing number.
    """
    players = history.participants
    gains = {player: _gains(event, history, rules, player) for player in players}
    off = {p: sum((penalty.points for penalty in history.off.get(p, ())), Fraction(0)) for p in players}
    unit = lcm(
        *(gain.part.denominator for own in gains.values() for gain in own), *(x.denominator for x in off.values())
    )
    taken = {player: int(points * unit) for player, points in off.items()}
    parts = {player: [(gain.of, int(gain.part * unit)) for gain in own] for player, own in gains.items()}

    points = {player: history.total(player) for player in players}

    def scored(values: Mapping[int, int], times: int) -> dict[int, int]:
        """Return everybody's score times ``unit``; the values and penalties count ``times`` each."""
        return {
            player: sum([part * values[of] for of, part in parts[player]]) - times * taken[player] for player in players
        }

    def listed(scores: Mapping[int, int]) -> tuple[int, ...]:
        return tuple(sorted(players, key=lambda player: (-scores[player], -points[player], player)))

    lists = [tuple(players)]
    known = {lists[0]: 0}
    while True:
        following = listed(scored(_values(lists[-1], rules), 1))
        if following in known or len(lists) == MOST_PASSES:
            break
        known[following] = len(lists)
        lists.append(following)
    turns = lists[known[following] :] if following in known else lists[-1:]
    together: dict[int, int] = dict.fromkeys(players, 0)
    for ordered in turns:
        for player, value in _values(ordered, rules).items():
            together[player] += value
    scores = scored(together, len(turns))
    return Keizer(
        order=listed(scores),
        values={player: Fraction(value, len(turns)) for player, value in together.items()},
        scores={player: Fraction(score, unit * len(turns)) for player, score in scores.items()},
        gains=gains,
        passes=len(lists),
        cycle=len(turns) if following in known else 0,
    )


def _values(order: Sequence[int], rules: KeizerRules) -> dict[int, int]:
    return {player: rules.value(place) for place, player in enumerate(order, 1)}


def _gains(event: Event, history: History, rules: KeizerRules, player: int) -> tuple[Gain, ...]:
    """Return what counts for a player, the own value first, then round by round; nothing for a table without a
    result."""
    entrant = event.players[player - 1]
    gains = [Gain(Award.OWN, Fraction(1), player)] if rules.own else []
    missed = 0
    for number, turn in enumerate(history.turns[player], 1):
        if turn.not_yet:
            continue
        if turn.opponents:
            gains += _met(turn, rules, number)
            continue
        award = _OF_BYES.get(turn.kind) or _absence(entrant, number, event.rounds[number - 1].byes)
        if award is None:
            continue
        part = rules.parts[award]
        if award in (Award.ABSENT, Award.NO_NOTICE):
            missed += 1
            if rules.absences is not None and missed > rules.absences:
                part = Fraction(0)
        gains.append(Gain(award, part, player, number))
    return tuple(gains)


def _met(turn: Turn, rules: KeizerRules, number: int) -> Iterator[Gain]:
    """Yield the part of each opponent's value; at a table of more than two each counts with the others' mean."""
    for opponent, halves, played, _after in turn.meetings:
        award = (_PLAYED if played else _FORFEIT)[halves]
        yield Gain(award, rules.parts[award] / len(turn.opponents), opponent, number)


def _absence(player: Player, number: int, byes: Sequence[Bye]) -> Award | None:
    """Name the kind of a round without a table and a bye; None for who has left."""
    if number < player.joined:
        return Award.LATE
    if player.left is not None and number > player.left:
        return None
    notice = number in player.absent or any(bye.player == player.id for bye in byes)
    return Award.ABSENT if notice else Award.NO_NOTICE
