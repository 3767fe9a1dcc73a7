"""Ranks a knockout in which who loses plays on: double elimination, and a knockout with a consolation.

There are two brackets: the main one, which everybody begins in, and the second one of those who lost in it. The
pairing asks here which of them plays in a round (``turn``), so that both see a document in the same way.
``docs/algorithms/double-elimination.md`` and ``docs/algorithms/knockout.md`` have the rules.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction

from scoring.brackets.knockout import (
    ALIVE,
    BRACKET,
    LIVES,
    PLACE,
    ROUND,
    Fate,
    Reached,
    Rules,
    places,
    table_size,
    usual_advance,
    whole_or,
    worth_at,
)
from scoring.brackets.knockout import SYSTEM as KNOCKOUT
from scoring.documents.document import Event, Player, Round, Table

SYSTEM = "double-elimination"


class Kind(Enum):
    """Names what a second bracket is for."""

    DOUBLE = "double"
    """Its best meet the best of the main bracket in the final."""
    FEED_IN = "feed-in"
    """A consolation of all who lose before the final of the main bracket."""
    FIRST_MATCH = "first-match"
    """A consolation of those who lose their first game of the main bracket."""


CONSOLATIONS = (Kind.FIRST_MATCH, Kind.FEED_IN)


def kind_of(event: Event) -> Kind | None:
    """Return the kind of second bracket that an event has; None where who loses is out."""
    system = event.pairing.get("system")
    if system == SYSTEM:
        return Kind.DOUBLE
    consolation = event.pairing.get("consolation")
    if system != KNOCKOUT:
        return None
    return next((kind for kind in CONSOLATIONS if kind.value == consolation), None)


# --- which bracket plays


@dataclass(frozen=True, slots=True)
class Turn:
    """The play of a round: tables of the ``main`` bracket, of the ``second`` one, or the ``final`` of both.

    ``last``: the main bracket plays its own final, ``second_last`` the second bracket plays its own.
    """

    main: bool = False
    second: bool = False
    final: bool = False
    last: bool = False
    second_last: bool = False


def left_after(people: int, size: int, advance: int) -> int:
    """Return how many of a second bracket stay in after a round in which all of them play, so far as they can."""
    return min(people, advance * -(-people // size))


def next_main(people: int, size: int, advance: int) -> int:
    """Return how many of the main bracket stay unbeaten after its next round, counted back from its final."""
    if people <= size:
        return min(people, advance)
    now, following = size, size
    while following < people:
        now = following
        tables, over = divmod(now, advance)
        following = tables * size + over
    return now


def turn(kind: Kind, size: int, advance: int, main: int, second: int, coming: bool) -> Turn:
    """Return which brackets play, of ``main`` and ``second`` players still in.

    ``coming``: in a consolation, whether somebody can still lose their first game of the main bracket.
    """
    after = left_after(second, size, advance)
    if kind is Kind.FIRST_MATCH:
        last = 1 < main <= size
        joins = coming and main > size
        return Turn(
            main=main > 1, last=last, second=second > 1 and not joins, second_last=1 < second <= size and not joins
        )
    if kind is Kind.FEED_IN and main <= size:
        if second > size:
            return Turn(second=True)
        return Turn(main=main > 1, last=main > 1, second=second > 1, second_last=second > 1)
    if kind is Kind.DOUBLE and main <= advance:
        return Turn(second=True) if second > size - main else Turn(final=True)
    most = max(main - next_main(main, size, advance), size - advance)
    if after > most:
        return Turn(second=True)
    return Turn(main=True, second=second > most)


# --- how far everybody came


@dataclass(frozen=True, slots=True)
class Lives(Reached):
    """A player of a double elimination. ``beaten``: lost once, or out."""

    beaten: bool = False

    @property
    def criteria(self) -> tuple[str, ...]:
        return LIVES, ROUND, PLACE

    @property
    def lives(self) -> int:
        """Return the defeats that are left to a player."""
        return 0 if not self.alive else 1 if self.beaten else 2

    @property
    def key(self) -> tuple[int, ...]:
        return -self.lives, -self.round, self.place

    def value(self, criterion: str) -> Fraction:
        return Fraction(self.lives) if criterion == LIVES else Reached.value(self, criterion)


@dataclass(frozen=True, slots=True)
class Consoled(Reached):
    """A player of a knockout with a consolation. ``beaten``: came into the consolation."""

    beaten: bool = False

    @property
    def criteria(self) -> tuple[str, ...]:
        return BRACKET, ALIVE, ROUND, PLACE

    @property
    def key(self) -> tuple[int, ...]:
        return int(self.beaten), (0 if self.alive else 1), -self.round, self.place

    def value(self, criterion: str) -> Fraction:
        return Fraction(int(not self.beaten)) if criterion == BRACKET else Reached.value(self, criterion)


@dataclass(slots=True)
class _Brackets:
    """``main``, ``second``: who is in them. ``played``: who had a game in the main one. ``over``: it has a winner."""

    kind: Kind
    rules: Rules
    reached: dict[int, Lives | Consoled]
    main: set[int]
    second: set[int] = field(default_factory=set)
    played: set[int] = field(default_factory=set)
    over: bool = False

    def turn(self) -> Turn:
        rules = self.rules
        coming = not self.main <= self.played
        main = 0 if self.over else len(self.main)
        return turn(self.kind, rules.size, rules.advance, main, len(self.second), coming)

    def set(self, player: int, **values: object) -> None:
        self.reached[player] = replace(self.reached[player], **values)  # type: ignore[arg-type]

    def goes_on(self, player: int, number: int, place: int) -> None:
        """Let somebody go on to the next round of the bracket that they are in."""
        self.set(player, round=number + 1, place=place, fate=Fate.THROUGH)

    def loses(self, player: int, number: int, place: int, turn_: Turn) -> None:
        """Take somebody who lost out of the bracket that they are in: into the second one, or out."""
        first = player not in self.played
        drops = player in self.main and (
            self.kind is Kind.DOUBLE or (not turn_.last and (self.kind is Kind.FEED_IN or first))
        )
        self.main.discard(player)
        self.second.discard(player)
        if drops:
            self.second.add(player)
            self.set(player, round=number + 1, place=place, fate=Fate.THROUGH, beaten=True)
        else:
            beaten = self.kind is Kind.DOUBLE or self.reached[player].beaten
            self.set(player, round=number, place=place, fate=Fate.OUT, beaten=beaten)


def bracket(event: Event, kind: Kind, rounds: int | None = None) -> dict[int, Reached]:
    """Work out how far every player came after so many rounds of the document, all of them by default."""
    return _course(event, kind, rounds)[0]


def is_decided(event: Event, kind: Kind, rounds: int | None = None) -> bool:
    """Tell whether nobody is in either bracket any more."""
    return _course(event, kind, rounds)[1]


def _course(event: Event, kind: Kind, rounds: int | None) -> tuple[dict[int, Reached], bool]:
    """Work out how far every player came, and whether both brackets are over."""
    size = table_size(event)
    advance = whole_or(event.pairing.get("advance"), usual_advance(size))
    start = Lives if kind is Kind.DOUBLE else Consoled
    inside = {player.id for player in event.players if player.joined <= 1}
    now = _Brackets(
        kind,
        Rules(event, size, max(1, advance)),
        {
            player.id: start(1, 1, Fate.THROUGH) if player.id in inside else start(0, 1, Fate.OUT, True)
            for player in event.players
        },
        inside,
    )
    counted = event.rounds if rounds is None else event.rounds[:rounds]
    players = {player.id: player for player in event.players}
    for entry in counted:
        _play(now, entry, players)
        _settle(now)
    over = bool(counted) and not any(at.alive for at in now.reached.values())
    for player in event.players:
        if _gone(player, len(counted) + 1) and now.reached[player.id].fate is Fate.THROUGH:
            now.set(player.id, place=size + 1, fate=Fate.OUT)
    return dict(now.reached), over


def _gone(player: Player, number: int) -> bool:
    return player.left is not None and player.left < number


def _play(now: _Brackets, entry: Round, players: dict[int, Player]) -> None:
    """Bring the brackets from before a round to after it."""
    turn_ = now.turn()
    main, second = set(now.main), set(now.second)
    here: set[int] = set()
    for table in entry.tables:
        here.update(table.players)
        if turn_.final:
            _final(now, table, entry.number)
        elif main & set(table.players):
            _table(now, table, entry.number, turn_, ends=turn_.last)
        elif second & set(table.players):
            _table(now, table, entry.number, turn_, ends=turn_.second_last)
        else:
            for player, place in now.rules.last_places(table, entry.number)[0].items():
                now.set(player, place=place)
    for bye in entry.byes:
        player = bye.player
        if bye.kind == "zero" or player in here or not (player in main or player in second):
            continue
        here.add(player)
        if turn_.final or (turn_.last and player in main) or (turn_.second_last and player in second):
            _done(now, player, entry.number, 1)
        else:
            now.goes_on(player, entry.number, 1)
    for player in sorted((main | second) - here):
        _missed(now, players[player], entry.number, turn_, second=player in second)


def _settle(now: _Brackets) -> None:
    """Let somebody have won who alone is left in a bracket that nobody comes into any more."""
    double = now.kind is Kind.DOUBLE
    now.over = now.over or (not double and len(now.main) < 2)
    brackets = (now.main | now.second,) if double else (now.main, now.second) if now.over else ()
    for left in brackets:
        if len(left) == 1:
            (winner,) = left
            if now.reached[winner].fate is Fate.THROUGH:
                now.main.discard(winner)
                now.second.discard(winner)
                now.set(winner, place=1, fate=Fate.DONE)


def _missed(now: _Brackets, player: Player, number: int, turn_: Turn, *, second: bool) -> None:
    """Let somebody who had neither a table nor a bye lose the round, if their bracket played in it."""
    before = now.reached[player.id]
    if _gone(player, number) and before.fate is Fate.THROUGH:
        now.main.discard(player.id)
        now.second.discard(player.id)
        now.set(
            player.id,
            place=now.rules.size + 1,
            fate=Fate.OUT,
            beaten=before.beaten or now.kind is Kind.DOUBLE,
        )
    elif turn_.final or (turn_.second if second else turn_.main):
        ends = turn_.final or (turn_.second_last if second else turn_.last)
        place = now.rules.size + 1 if before.fate is Fate.THROUGH else before.place
        if ends:
            now.main.discard(player.id)
            now.second.discard(player.id)
            beaten = before.beaten or now.kind is Kind.DOUBLE
            now.set(player.id, place=place, fate=Fate.OUT, beaten=beaten)
        else:
            now.loses(player.id, number, place, turn_)
    else:
        now.goes_on(player.id, number, 1)


def _table(now: _Brackets, table: Table, number: int, turn_: Turn, *, ends: bool) -> None:
    players = [player for player in table.players if player in now.main or player in now.second]
    if not table.entered or table.points is None:
        for player in players:
            now.set(player, round=number, fate=Fate.OPEN)
        return
    if ends:
        place, level = now.rules.last_places(table, number)
        for player in players:
            if player in level:
                now.set(player, round=number, place=place[player], fate=Fate.OPEN)
            else:
                _done(now, player, number, place[player])
        return
    place = places(table)
    through, level = now.rules.goes_on(table, number)
    for player in players:
        if player in through:
            now.goes_on(player, number, place[player])
        elif player in level:
            now.set(player, round=number, place=place[player], fate=Fate.OPEN)
        else:
            now.loses(player, number, place[player], turn_)
    if was_played(table):
        now.played.update(players)


def _done(now: _Brackets, player: int, number: int, place: int) -> None:
    """Let somebody have played the last table of their bracket."""
    now.main.discard(player)
    now.second.discard(player)
    beaten = now.kind is Kind.DOUBLE or now.reached[player].beaten
    now.set(player, round=number, place=place, fate=Fate.DONE, beaten=beaten)


def _final(now: _Brackets, table: Table, number: int) -> None:
    """Play the final of a double elimination, of which there may be a second one."""
    players = [player for player in table.players if player in now.main or player in now.second]
    if not table.entered or table.points is None:
        for player in players:
            now.set(player, round=number, fate=Fate.OPEN)
        return
    place, level = now.rules.last_places(table, number)
    if level:
        for player in players:
            now.set(player, round=number, place=place[player], fate=Fate.OPEN)
        return
    again = now.main & set(players) and now.rules.event.pairing.get("reset") is not False
    if again and any(place[player] == 1 for player in now.second & set(players)):
        for player in players:
            now.main.discard(player)
            now.second.add(player)
            now.set(player, round=number + 1, place=place[player], fate=Fate.THROUGH, beaten=True)
        return
    for player in players:
        _done(now, player, number, place[player])


def was_played(table: Table) -> bool:
    """Tell whether at least two came to a table; whoever wins alone has not played."""
    return sum(worth_at(table, player)[0] for player in table.players) > 1
