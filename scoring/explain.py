"""The reasons of a ranking: the terms that make a tie-break's value, and the step that put one player above another.

An ``Explainer`` works the event out once for as many questions as a page asks; ``explain`` and ``above`` ask
one. Everything is data; ``text`` is a short form of it for people.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.core.notices import Notice
from scoring import mcmahon
from scoring.attendance import not_in, out_after
from scoring.brackets.knockout import ALIVE, BRACKET, EVERY_CRITERION, LABELS, LIVES
from scoring.core.codes import Code, CodeError
from scoring.core.history import UNPAIRED, VOLUNTARY, History, Kind, Turn
from scoring.core.registry import Ending, Part, TieBreak, find
from scoring.core.values import parts_of, value_of
from scoring.documents.document import DocumentError, Event
from scoring.documents.jsontext import shown
from scoring.input.rules import rules_of
from scoring.keizer import CODES, SCORE, SOURCE, Gain, Keizer
from scoring.keizer import LABELS as KEIZER_LABELS
from scoring.ladder import LABELS as LADDER_LABELS
from scoring.ladder import LEVEL
from scoring.ladder import SOURCE as LADDER_SOURCE
from scoring.ranking import POINTS, dropped_because
from scoring.sections.groups import FINAL, GROUP
from scoring.sections.groups import LABELS as GROUP_LABELS
from scoring.sections.groups import SOURCE as GROUP_SOURCE
from scoring.sections.teams import team_order
from scoring.standings import order_of
from scoring.tablepoints import two_colours

_NOT_PLAYED = UNPAIRED | VOLUNTARY
_GIVEN = {LEVEL: LADDER_SOURCE, mcmahon.START: mcmahon.SOURCE, GROUP: GROUP_SOURCE, FINAL: GROUP_SOURCE}
"""The sources of what stands beside the points from the beginning: no round made it."""
_LABELS = LABELS | KEIZER_LABELS | LADDER_LABELS | GROUP_LABELS | mcmahon.LABELS


@dataclass(frozen=True, slots=True)
class Term:
    """One value that counts in a tie-break, or was cut from it.

    ``round`` and ``opponent`` say who gave it, None where nobody in particular did; ``dummy``: the round was
    not played and counts against a dummy (C.07, 16.4), with the opponent of a forfeit; ``voluntary``: the
    player was not available (16.1.2); ``limited``: the dummy has less than the own score (16.4.1, 16.4.2).
    A ``penalty`` is a negative amount with the ``reason`` of the arbiter.
    ``colours``: of the points of a round what each of two colours brought (QC 6.4), from which the amount was made.
    ``gain``: of a Keizer score what brought the amount, a part of a ``worth``: the value of the opponent, or the own.
    ``begun``: the starting score. ``worst``: the worst points of a round in which the lowest score wins, for who did
    not play. ``times``: how often it counts in a mean, less than once where a cut took a part of it.
    """

    amount: Fraction
    round: int | None = None
    opponent: int | None = None
    dummy: bool = False
    voluntary: bool = False
    reason: str = ""
    colours: tuple[Fraction, ...] = ()
    gain: Gain | None = None
    worth: Fraction | None = None
    begun: bool = False
    penalty: bool = False
    worst: bool = False
    limited: bool = False
    times: Fraction = Fraction(1)


@dataclass(frozen=True, slots=True)
class Missing:
    """A round whose table has no result yet; ``adjourned``: it will be played on."""

    round: int
    adjourned: bool


@dataclass(frozen=True, slots=True)
class Explanation:
    """The explanation of a value: the sum of its ``terms``, or their mean (``ending``); ``cut`` are left out.

    ``tied``: for a direct encounter the players among whom it counts; ``unmet``: the player met none of them, so it
    says nothing. ``missing``: the rounds that are not in the points yet.
    """

    code: str
    label: str
    source: str
    value: Fraction
    ending: Ending
    terms: tuple[Term, ...]
    cut: tuple[Term, ...] = ()
    tied: tuple[int, ...] = ()
    missing: tuple[Missing, ...] = ()
    unmet: bool = False

    @property
    def count(self) -> Fraction:
        """Return by what a mean divides: the number of its terms, those that a cut split in part."""
        return sum((term.times for term in self.terms), Fraction(0))

    @property
    def text(self) -> str:
        """Write the value as ``BH 31/2 = 6 + 4 + 11/2``; a mean as ``ARO 1820 = (1800 + 1840) : 2``; cut terms in
        brackets; at the end the rounds that are not in yet."""
        open_rounds = ", ".join(str(missing.round) for missing in self.missing)
        return f"{self._sum}, without round {open_rounds}" if open_rounds else self._sum

    @property
    def _sum(self) -> str:
        name = self.label if self.code == POINTS else self.code
        cut = "".join(f" [{term.amount}]" for term in self.cut)
        if not self.terms:
            return f"{name} {self.value}{f' = 0{cut}' if cut else ''}"
        total = " + ".join(str(term.amount) for term in self.terms).replace("+ -", "− ")
        if self.ending is Ending.SUM:
            return f"{name} {self.value} = {total}{cut}"
        sign = "≈" if self.ending is Ending.WHOLE_MEAN else "="
        return f"{name} {self.value} {sign} ({total}) : {self.count}{cut}"


@dataclass(frozen=True, slots=True)
class Above:
    """The reason why a ``higher`` player stands above a ``lower`` one: the first criterion in which they differ.

    ``code`` is ``points``, a tie-break's, or one of a knockout's criteria; None where they are equal in
    everything and share a rank.
    ``open``: those of the two who have no result in the last round yet, where that can still change who is above.
    ``code`` is then what parts them so far.
    """

    higher: int
    lower: int
    code: str | None
    label: str
    higher_value: Fraction | None
    lower_value: Fraction | None
    text: str
    open: tuple[int, ...] = ()


class Explainer:
    """The explanations of one event after a round, the last by default. Raises DocumentError."""

    def __init__(self, event: Event, after_round: int | None = None) -> None:
        self.history, self.order = order_of(event, after_round)
        self._event = event
        self._without = not_in(event, self.history, out_after(event, self.history, self.order))

    def explain(self, player: int, code: str) -> Explanation:
        """Return how a player's value in a tie-break, or in ``points``, came about. Raises DocumentError."""
        history = self._of(player)
        if code == POINTS:
            return _points_of(history, player, self._without.get(player, ()))
        if code in CODES and self.order.keizer is not None:
            return _keizer_of(self.order.keizer, history, player, code)
        if code in _GIVEN and code in self.order.values:
            return Explanation(code, _LABELS[code], _GIVEN[code], self.value(player, code), Ending.SUM, ())
        parsed, entry, history = _usable(code, lambda _code: self.history, self.order.participants)
        if entry.ranking is not None:
            return self._among_tied(player, code, entry)
        return _by_parts(entry, parsed, history, player)

    def explain_team(self, team: str, code: str) -> Explanation:
        """Return how a team's value in a tie-break, or in ``points``, came about; opponents are teams' places.

        A team's place is its position in the document, from 1. Tie-breaks among the tied have no terms.
        Raises DocumentError.
        """
        numbers = {entry.id: number for number, entry in enumerate(self._event.teams, 1)}
        if team not in numbers:
            raise DocumentError("", Notice("document-no-team", team=shown(team)))
        histories, order = team_order(self._event, self.history, rules_of(self._event))
        number = numbers[team]
        if code == POINTS:
            return _points_of(histories[None], number)
        parsed, entry, history = _usable(code, lambda of: histories[of.score], order.participants, teams=True)
        if entry.ranking is None:
            return _by_parts(entry, parsed, history, number)
        if code not in order.values:
            raise DocumentError("", Notice("document-not-of-teams", code=code))
        unmet = number in order.unmet.get(code, ())
        return Explanation(code, entry.label, entry.source, order.values[code][number], Ending.SUM, (), unmet=unmet)

    def above(self, first: int, second: int) -> Above:
        """Return the higher of two players, and the deciding criterion. Raises DocumentError for a player left out."""
        order = self.order
        for player in (first, second):
            self._of(player)
            if player not in order.ranks:
                raise DocumentError("", Notice("document-not-in-the-table", player=player))
        place = {player: index for index, player in enumerate(order.participants)}
        higher, lower = sorted((first, second), key=place.__getitem__)
        names = {player: self._event.players[player - 1].name for player in (higher, lower)}
        waiting = tuple(player for player in (higher, lower) if self.history.waits(player))
        for index, code in enumerate(order.criteria):
            if order.keys[higher][index] == order.keys[lower][index]:
                continue
            label = "points" if code == POINTS else _LABELS.get(code) or f"{find(code)[1].label} ({code})"
            values = [self.value(player, code) for player in (higher, lower)]
            text = f"{names[higher]} is above {names[lower]} by {label}: {values[0]} against {values[1]}."
            if code in (ALIVE, LIVES, BRACKET) and _settled(code, values[1], higher in waiting):
                # whoever is out does not come in again, whatever the open tables bring
                waiting = ()
                text = _of_brackets(code, values[1], names[higher], names[lower])
            elif waiting:
                text = self._unsettled(names, waiting)
            elif values[0] == values[1]:
                text = f"{names[higher]} is above {names[lower]} by {label}, among those still tied with both."
            return Above(higher, lower, code, label, values[0], values[1], text, waiting)
        text = f"{names[higher]} and {names[lower]} are equal in everything and share a rank."
        if waiting:
            text = self._unsettled(names, waiting)
        return Above(higher, lower, None, "", None, None, text, waiting)

    def _unsettled(self, names: Mapping[int, str], waiting: Sequence[int]) -> str:
        first, second = names.values()
        who = "neither has" if len(waiting) == 2 else f"{names[waiting[0]]} does not have"
        return (
            f"Whether {first} or {second} is above is not settled: {who} a result in round {self.history.rounds} yet."
        )

    def skipped(self, first: int, second: int, code: str) -> str:
        """Return the reason why a direct encounter does not part two who are tied (C.07, 6.2 and 6.3).

        ``not met`` where there are only these two and they have not met; ``not all met`` where meetings among the tied
        are missing that could change their order; empty where they are equal in it, and for all other tie-breaks.
        """
        if code in _LABELS or code not in self.order.codes or find(code)[1].ranking is None:
            return ""
        tied = self._tied(first, code)
        met = {who: self._met(who, code, tied).keys() for who in tied}
        if all(len(met[who]) == len(tied) - 1 for who in tied):
            return ""
        return "not met" if set(tied) == {first, second} else "not all met"

    def _tied(self, player: int, code: str) -> list[int]:
        """Return the players tied with a player where a tie-break is asked, including this player."""
        order = self.order
        before = order.criteria.index(code) if code in order.criteria else 1
        keys = order.keys.get(player)
        return [other for other in order.participants if keys and order.keys[other][:before] == keys[:before]]

    def _met(self, player: int, code: str, tied: Sequence[int]) -> dict[int, list[tuple[int, int]]]:
        """Return a player's half points and the rounds against each of the tied."""
        games = self.history.predetermined or find(code)[0].forfeits
        met: dict[int, list[tuple[int, int]]] = {}
        for number, turn in enumerate(self.history.turns[player], 1):
            for opponent, halves, played, _ in turn.meetings:
                if opponent in tied and (played or games):
                    met.setdefault(opponent, []).append((halves, number))
        return met

    def _of(self, player: int) -> History:
        if not 1 <= player <= len(self._event.players):
            raise DocumentError("", Notice("document-no-player", player=player))
        return self.history

    def value(self, player: int, code: str) -> Fraction:
        """Return a player's value in one of the criteria of the order."""
        if code == POINTS:
            return self.history.total(player)
        if code in EVERY_CRITERION and self.order.reached is not None:
            return self.order.reached[player].value(code)
        return self.order.values[code][player]

    def _among_tied(self, player: int, code: str, entry: TieBreak) -> Explanation:
        """Return a direct encounter: the average result against each of those tied at that point of the list."""
        tied = self._tied(player, code)
        met = self._met(player, code, tied)
        terms = tuple(
            Term(Fraction(sum(halves for halves, _ in some), 2 * len(some)), some[-1][1], opponent)
            for opponent, some in met.items()
        )
        value = sum((term.amount for term in terms), Fraction(0))
        others = tuple(sorted(set(tied) - {player}))
        return Explanation(code, entry.label, entry.source, value, Ending.SUM, terms, tied=others, unmet=not terms)


def _usable(
    code: str, history_of: Callable[[Code], History], participants: Sequence[int], *, teams: bool = False
) -> tuple[Code, TieBreak, History]:
    """Return a tie-break with the history that it counts in. Raises DocumentError where the event cannot have it."""
    try:
        parsed, entry = find(code, teams=teams)
    except CodeError as error:
        raise DocumentError("", Notice("then", first=shown(code), then=error.notice)) from None
    history = history_of(parsed)
    reason = dropped_because(entry, history, participants, parsed)
    if reason is not None:
        raise DocumentError("", reason)
    return parsed, entry, history


def _settled(code: str, lower_value: Fraction, waits: bool) -> bool:
    """Tell whether the open tables of a round can no longer change who is above; ``waits``: the higher one has one."""
    return code == ALIVE or (code == LIVES and not lower_value) or not waits


def _of_brackets(code: str, lower_value: Fraction, higher: str, lower: str) -> str:
    """Say why one player of a knockout stands above another, whatever happened at their tables."""
    if code == BRACKET:
        return f"{lower} came into the consolation, {higher} did not."
    if code == LIVES and lower_value:
        return f"{higher} has not lost yet, {lower} has lost once."
    return f"{higher} is still in, {lower} is out."


def _keizer_of(keizer: Keizer, history: History, player: int, code: str) -> Explanation:
    """Return the parts of a Keizer score: the own value, what each round brought, and penalties; a value has none."""
    terms: tuple[Term, ...] = ()
    if code == SCORE:
        terms = tuple(
            Term(
                gain.part * keizer.values[gain.of],
                gain.round,
                gain.of if gain.of != player else None,
                gain=gain,
                worth=keizer.values[gain.of],
            )
            for gain in keizer.gains[player]
        )
        terms += _penalties_of(history, player)
    missing = _missing_of(history, player) if code == SCORE else ()
    return Explanation(code, _LABELS[code], SOURCE, keizer.value(player, code), Ending.SUM, terms, missing=missing)


def _penalties_of(history: History, participant: int) -> tuple[Term, ...]:
    return tuple(
        Term(-penalty.points, penalty.round, reason=penalty.reason, penalty=True)
        for penalty in history.off.get(participant, ())
    )


def _missing_of(history: History, participant: int) -> tuple[Missing, ...]:
    return tuple(
        Missing(number, turn.kind is Kind.ADJOURNED)
        for number, turn in enumerate(history.turns[participant], 1)
        if turn.not_yet
    )


def _points_of(history: History, participant: int, without: Sequence[int] = ()) -> Explanation:
    begun = (Term(Fraction(history.began(participant), history.unit), begun=True),) if history.start else ()
    terms = begun + tuple(
        Term(
            Fraction(turn.points, history.unit),
            number,
            colours=_colours(history, turn, participant),
            worst=bool(history.options.get("costly")) and turn.kind in _NOT_PLAYED and turn.points < 0,
        )
        for number, turn in enumerate(history.turns[participant], 1)
        if (not turn.not_yet or turn.points) and number not in without
    )
    terms += _penalties_of(history, participant)
    value = history.total(participant)
    missing = _missing_of(history, participant)
    return Explanation(POINTS, "Points", "The event's rules", value, Ending.SUM, terms, missing=missing)


def _colours(history: History, turn: Turn, participant: int) -> tuple[Fraction, ...]:
    """Return the points of each of two colours; nothing for one colour, or where the amount is not the table's."""
    table = turn.table
    if table is None or table.points is None or participant not in table.two_colours:
        return ()
    own = [value or Fraction(0) for seat, value in zip(table.seats, table.points, strict=True) if seat == participant]
    points = two_colours(own, str(history.options.get("two_colours", "average")))
    return tuple(own) if points == Fraction(turn.points, history.unit) else ()


def _by_parts(entry: TieBreak, code: Code, history: History, participant: int) -> Explanation:
    kept, gone = parts_of(entry, code, history, participant)
    unit = entry.unit(history, code)
    value, terms, cut = value_of(entry, kept, unit), _terms(kept, unit), _terms(gone, unit)
    return Explanation(code.text, entry.label, entry.source, value, entry.ending, terms, cut)


def _terms(parts: Sequence[Part], unit: int) -> tuple[Term, ...]:
    return tuple(
        Term(
            Fraction(part.amount, unit),
            part.round or None,
            part.opponent,
            part.dummy,
            part.voluntary,
            limited=part.limited,
            times=Fraction(part.times),
        )
        for part in parts
    )
