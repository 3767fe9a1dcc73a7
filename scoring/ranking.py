"""Puts participants in order: by score, then tie-break by tie-break among those still equal (C.07, 4.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm

from games.core.notices import Notice, label
from scoring.brackets.knockout import CRITERIA, Reached
from scoring.core.codes import Code
from scoring.core.history import History
from scoring.core.registry import TieBreak, find
from scoring.core.values import column
from scoring.keizer import CODES, SCORE, Keizer
from scoring.ladder import LEVEL, PLACE, Ladder

Keys = dict[int, list[int]]

POINTS = "points"
"""The code of the score among the criteria of an order."""


@dataclass(frozen=True, slots=True)
class Order:
    """Participants in their order.

    ``ranks``: equal in everything, they share one (1, 2, 2, 4). ``values`` by code, in the order of the list.
    ``keys``: what decided, one number for each of the ``criteria`` in their order, the smaller the better: usually
    the score (``points``), then the codes; in a knockout how far one came, the codes, then the score; they say nothing
    of those who have no result at all yet and stand below. ``dropped``:
    the codes that could not be used, with the reason. ``reached``: in a knockout how far everybody came.
    ``keizer``: the list of a Keizer event, whose score decides, then the points, then the pairing number.
    ``ladder``: the ladder of an event with levels, whose places decide. ``unmet``: by
    the code of a direct encounter those who met nobody of the tied, so that it says nothing of them.
    """

    participants: tuple[int, ...]
    ranks: Mapping[int, int]
    codes: tuple[str, ...]
    values: Mapping[str, Mapping[int, Fraction]]
    keys: Mapping[int, tuple[int, ...]]
    dropped: Mapping[str, Notice]
    criteria: tuple[str, ...] = ()
    reached: Mapping[int, Reached] | None = None
    keizer: Keizer | None = None
    ladder: Ladder | None = None
    unmet: Mapping[str, frozenset[int]] = field(default_factory=dict)


def dropped_because(entry: TieBreak, history: History, players: Sequence[int], code: Code) -> Notice | None:
    """Return the reason why a tie-break cannot be used in this event; None where it can."""
    if entry.hidden_in_round_robins and history.round_robin:
        return Notice("tie-break-in-round-robin", label=label(entry.label))
    unrated = history.options.get("unrated") is None
    if entry.by_rating and unrated and any(history.ratings[player] is None for player in players):
        return Notice("tie-break-needs-ratings", label=label(entry.label))
    return entry.missing(history, code) if entry.missing is not None else None


def in_order(
    histories: Mapping[str | None, History],
    players: Sequence[int],
    codes: Sequence[str],
    *,
    teams: bool = False,
    reached: Mapping[int, Reached] | None = None,
) -> Order:
    """Return the order of some participants by score and the tie-breaks of a list.

    ``histories``: the one that decides under None; for teams also under ``MP`` and ``GP``. ``reached``: how far
    everybody came in a knockout, which comes first; the score then comes last, for who is equal in all the rest.
    Without a knockout who has no result at all yet stands below those who have one, whatever their points: nought is
    not what they have made, and in a game with points below nought it would put them above players who have played.
    """
    scores = _score_keys(histories[None], players)
    keys: Keys = (
        {player: [scores[player]] for player in players}
        if reached is None
        else {player: list(reached[player].key) for player in players}
    )
    values: dict[str, Mapping[int, Fraction]] = {}
    dropped: dict[str, Notice] = {}
    unmet: dict[str, frozenset[int]] = {}
    used: list[str] = []
    for text in codes:
        code, entry = find(text, teams=teams)
        history = histories[code.score]
        reason = dropped_because(entry, history, players, code)
        if reason is not None:
            dropped[text] = reason
            continue
        used.append(text)
        if entry.ranking is None:
            values[text] = _by_value(entry, code, history, keys)
        else:
            values[text], unmet[text] = _among_tied(entry, code, history, keys)
    if reached is not None:
        for player, key in keys.items():
            key.append(scores[player])
    history = histories[None]
    below = {player: reached is None and history.nothing_yet(player) for player in players}
    order = sorted(players, key=lambda player: (below[player], keys[player], player))
    ranks: dict[int, int] = {}
    for place, player in enumerate(order, 1):
        before = order[place - 2]
        equal = place > 1 and (below[before], keys[before]) == (below[player], keys[player])
        ranks[player] = ranks[before] if equal else place
    return Order(
        participants=tuple(order),
        ranks=ranks,
        codes=tuple(used),
        values=values,
        keys={player: tuple(key) for player, key in keys.items()},
        dropped=dropped,
        criteria=(POINTS, *used) if reached is None else (*_steps(reached), *used, POINTS),
        reached=reached,
        unmet=unmet,
    )


def _steps(reached: Mapping[int, Reached]) -> tuple[str, ...]:
    """Return the criteria of a knockout, which are those of any of its players."""
    return next((at.criteria for at in reached.values()), CRITERIA)


PAIRING_NUMBER = "TPN"


def by_keizer(keizer: Keizer, history: History, players: Sequence[int], codes: Sequence[str]) -> Order:
    """Return the order of some players by the Keizer score, then the points, then the pairing number.

    The values of the places rest on this order, so the tie-breaks of the event's list have no part in it.
    """
    scores = {player: keizer.scores[player] for player in players}
    scale = lcm(*(score.denominator for score in scores.values()))
    points = _score_keys(history, players)
    keys = {player: (-int(scores[player] * scale), points[player], player) for player in players}
    order = sorted(players, key=keys.__getitem__)
    values: dict[str, Mapping[int, Fraction]] = {
        code: {player: keizer.value(player, code) for player in players} for code in CODES
    }
    values[PAIRING_NUMBER] = {player: Fraction(player) for player in players}
    return Order(
        participants=tuple(order),
        ranks={player: place for place, player in enumerate(order, 1)},
        codes=CODES,
        values=values,
        keys=keys,
        dropped=dict.fromkeys(codes, Notice("keizer-decides")),
        criteria=(SCORE, POINTS, PAIRING_NUMBER),
        keizer=keizer,
    )


def by_ladder(ladder: Ladder, size: int, history: History, players: Sequence[int], codes: Sequence[str]) -> Order:
    """Return the order of some players by their places in the ladder; who is not in it comes last, by points.

    ``size``: the players of a level.
    """
    places = {player: place for place, player in enumerate(ladder.order, 1)}
    points = _score_keys(history, players)
    rest = sorted((p for p in players if p not in places), key=lambda player: (points[player], player))
    places |= {player: place for place, player in enumerate(rest, len(ladder.order) + 1)}
    levels = ladder.levels(size)
    order = sorted(players, key=places.__getitem__)
    return Order(
        participants=tuple(order),
        ranks={player: place for place, player in enumerate(order, 1)},
        codes=(LEVEL,),
        values={
            LEVEL: {player: Fraction(levels.get(player, 0)) for player in history.participants},
            PLACE: {player: Fraction(places[player]) for player in players},
        },
        keys={player: (places[player],) for player in players},
        dropped=dict.fromkeys(codes, Notice("ladder-decides")),
        criteria=(PLACE,),
        ladder=ladder,
    )


def _score_keys(history: History, players: Sequence[int]) -> dict[int, int]:
    """Return a number for everybody's total, the smaller the better."""
    if not history.off:
        return {player: -history.score[player] for player in players}
    totals = {player: history.total(player) for player in players}
    scale = lcm(*{total.denominator for total in totals.values()})
    return {player: -int(total * scale) for player, total in totals.items()}


def _by_value(entry: TieBreak, code: Code, history: History, keys: dict[int, list[int]]) -> dict[int, Fraction]:
    numbers, unit = column(entry, code, history)
    known: dict[int, Fraction] = {}
    values: dict[int, Fraction] = {}
    sign = 1 if entry.lower_first != code.reverse else -1
    for player, key in keys.items():
        number = numbers[player]
        key.append(sign * number)
        value = known.get(number)
        if value is None:
            value = known[number] = Fraction(number, unit)
        values[player] = value
    return values


def _among_tied(
    entry: TieBreak, code: Code, history: History, keys: dict[int, list[int]]
) -> tuple[dict[int, Fraction], frozenset[int]]:
    """Return everybody's value, and the tied players who have met none of the others."""
    assert entry.ranking is not None
    games = history.predetermined or code.forfeits
    unmet: list[int] = []
    groups: dict[tuple[int, ...], list[int]] = {}
    for player, key in keys.items():
        groups.setdefault(tuple(key), []).append(player)
    values: dict[int, Fraction] = {}
    for tied in groups.values():
        shown, order = entry.ranking(history, tied, code)
        values.update(shown)
        among = frozenset(tied)
        unmet.extend(who for who in tied if not shown[who] and not _has_met(history, who, among, games))
        for place, together in enumerate(order):
            for player in together:
                keys[player].append(place)
    return values, frozenset(unmet)


def _has_met(history: History, player: int, among: frozenset[int], games: bool) -> bool:
    """Tell whether a meeting with one of these counts; ``games``: also one that was not played."""
    return len(among) > 1 and any(
        opponent in among and (games or opponent not in turn.unplayed)
        for turn in history.turns[player]
        for opponent in turn.opponents
    )
