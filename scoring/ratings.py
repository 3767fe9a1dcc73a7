"""Ratings of a season: events in their order, each table rated by a published method, what an event changed kept.

A table is the set of its pairwise meetings, as for the tie-breaks: who has more points beats who has fewer, equal
points are a tie and count half. The first method is Weng and Lin's Bradley-Terry with full pairs: R. C. Weng, C.-J.
Lin, *A Bayesian Approximation Method for Online Ranking*, Journal of Machine Learning Research 12 (2011) 267-300,
Algorithm 1. The other is Elo's: A. E. Elo, *The Rating of Chessplayers, Past and Present* (1978), with the logistic
curve that most lists use. At a table of k everybody is compared with each of the k − 1 others, and each comparison
moves K/(k − 1) at most: a table weighs as one game, whatever its size.

A strength is a real number, so points stay out of here and strengths out of the standings. The arithmetic is
decimal: 28 digits, rounded half to even, exponentials correctly rounded; a rating is cut to 6 decimals after each
table. So the same results in the same order give the same digits on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from decimal import ROUND_HALF_EVEN, Context, Decimal, localcontext
from typing import Generic, TypeVar

from scoring.core.history import Kind
from scoring.documents.document import Event
from scoring.pairwise import history_of

Who = TypeVar("Who")

MU = Decimal(1500)
"""Where everybody begins. The paper's scale (25, 25/3, 25/6, 25/300) times 60."""
SIGMA = Decimal(500)
"""How uncertain that is: a standard deviation."""
BETA = Decimal(250)
"""By how much one game varies."""
TAU = Decimal(5)
"""How much uncertainty comes back with each game, so that a rating can always follow its player."""
KAPPA = Decimal("0.0001")
"""The least part of a variance that one table can leave."""

_EXACT = Decimal("0.000001")
SCALE = Decimal(400)
"""Ten times as many points are expected of who is so far ahead."""
Person = TypeVar("Person")
Key = TypeVar("Key")


@dataclass(frozen=True, slots=True)
class Rating:
    """``mu`` the strength, ``sigma`` its uncertainty, ``games`` the rated tables behind it."""

    mu: Decimal = MU
    sigma: Decimal = SIGMA
    games: int = 0

    @property
    def shown(self) -> int:
        """Return the rating as people write it: whole, half to even."""
        return int(self.mu.to_integral_value(ROUND_HALF_EVEN))

    def margin(self, seats: int = 2) -> int:
        """Return the margin within which 19 of 20 true strengths lie, for games at tables of at most so many.

        That is two standard deviations at tables of two. The method counts each pair of a larger table as a game of
        its own, though k players show only k - 1 differences: what is known of them is k/2 times too much.
        """
        with localcontext(Context(prec=28, rounding=ROUND_HALF_EVEN)):
            return int((2 * self.sigma * (Decimal(seats) / 2).sqrt()).to_integral_value(ROUND_HALF_EVEN))


START = Rating()


def rate(table: Mapping[Who, Rating], meetings: Iterable[tuple[Who, Who, int]]) -> dict[Who, Rating]:
    """Rate a table: return its players' ratings after it.

    ``meetings``: each pair that met over the board once, with the half points of its first against its second (2 won,
    1 tied, 0 lost). A player who met nobody keeps their rating. Raises KeyError for a player who is not in ``table``.
    """
    with localcontext(Context(prec=28, rounding=ROUND_HALF_EVEN)):
        variance = {who: rating.sigma * rating.sigma + TAU * TAU for who, rating in table.items()}
        gain = dict.fromkeys(table, Decimal(0))
        known = dict.fromkeys(table, Decimal(0))
        met = set()
        for rating, other, halves in meetings:
            c = (variance[rating] + variance[other] + 2 * BETA * BETA).sqrt()
            expected = 1 / (1 + ((table[other].mu - table[rating].mu) / c).exp())
            for who, score, chance in (
                (rating, halves, expected),
                (other, 2 - halves, 1 - expected),
            ):
                part = variance[who].sqrt() / c
                gain[who] += variance[who] / c * (Decimal(score) / 2 - chance)
                known[who] += part * part * part * chance * (1 - chance)
                met.add(who)
        return {
            who: Rating(
                mu=(before.mu + gain[who]).quantize(_EXACT),
                sigma=(variance[who] * max(1 - known[who], KAPPA)).sqrt().quantize(_EXACT),
                games=before.games + 1,
            )
            if who in met
            else before
            for who, before in table.items()
        }


@dataclass(frozen=True, slots=True)
class EloRules:
    """``k``: the most that a table can move; ``k_new`` while somebody has fewer than ``new_games`` rated tables.
    ``start``: where everybody begins."""

    k: int = 20
    k_new: int = 40
    new_games: int = 30
    start: int = 1500

    @property
    def beginning(self) -> Rating:
        """Return the rating of somebody without a rated table."""
        return Rating(mu=Decimal(self.start))

    def factor(self, rating: Rating) -> int:
        """Return the K of a player."""
        return self.k_new if rating.games < self.new_games else self.k

    def rate(self, table: Mapping[Who, Rating], meetings: Iterable[tuple[Who, Who, int]]) -> dict[Who, Rating]:
        """Rate a table: return its players' ratings after it.

        ``meetings`` as in ``rate``. With one K for all, what some win is what the others lose, to the last
        digit. Raises KeyError for a player who is not in ``table``.
        """
        met = list(meetings)
        opponents = dict.fromkeys(table, 0)
        for one, other, _halves in met:
            opponents[one] += 1
            opponents[other] += 1
        gain = dict.fromkeys(table, Decimal(0))
        with localcontext(Context(prec=28, rounding=ROUND_HALF_EVEN)):
            for one, other, halves in met:
                chance = expected(table[one].mu, table[other].mu)
                surplus = Decimal(halves) / 2 - chance
                for who, own in ((one, surplus), (other, -surplus)):
                    gain[who] += (self.factor(table[who]) * own / opponents[who]).quantize(_EXACT)
            return {
                who: replace(before, mu=before.mu + gain[who], games=before.games + 1) if opponents[who] else before
                for who, before in table.items()
            }


def expected(own: Decimal, other: Decimal) -> Decimal:
    """Return the points that a player is expected to take from an opponent, from 0 to 1."""
    with localcontext(Context(prec=28, rounding=ROUND_HALF_EVEN)):
        return 1 / (1 + Decimal(10) ** ((other - own) / SCALE))


Rate = Callable[[Mapping[int, Rating], Iterable[tuple[int, int, int]]], dict[int, Rating]]


@dataclass(frozen=True, slots=True)
class Method:
    """A way to rate: where everybody begins, and what a table does."""

    start: Rating
    rate: Rate


WENG_LIN: Method = Method(START, rate)


@dataclass(frozen=True, slots=True)
class Step(Generic[Key]):
    """An event's effect on a player's rating."""

    event: Key
    before: Rating
    after: Rating


@dataclass(slots=True)
class Run(Generic[Key]):
    """Somebody's season: the rating now, and a step an event with a rated table."""

    rating: Rating = START
    steps: list[Step[Key]] = field(default_factory=list)


def rated(event: Event, ratings: Mapping[int, Rating], method: Method = WENG_LIN) -> dict[int, Rating]:
    """Return the ratings of an event's players after it, from their ``ratings`` before it; players without one begin.

    Round by round; within a round the order of tables does not matter, as nobody sits at two. What counts is what was
    played over the board: no bye, no forfeit, nothing adjourned or open. Raises DocumentError.
    """
    history = history_of(event)
    now = {player.id: ratings.get(player.id, method.start) for player in event.players}
    for index in range(history.rounds):
        seen: set[int] = set()
        for player in history.participants:
            turn = history.turns[player][index]
            if player in seen or turn.kind is not Kind.PLAYED or turn.table is None:
                continue
            sitting = turn.table.players
            seen.update(sitting)
            meetings = [
                (number, other, halves)
                for place, number in enumerate(sitting)
                for other, halves, played, _ in history.turns[number][index].meetings
                if played and other in sitting[place + 1 :]
            ]
            now.update(method.rate({who: now[who] for who in sitting}, meetings))
    return now


def season(
    events: Iterable[tuple[Key, Event, Mapping[int, Person]]], method: Method = WENG_LIN
) -> dict[Person, Run[Key]]:
    """Rate everybody's season: ``events`` in order, with whose pairing number is whose. Raises DocumentError."""
    runs: dict[Person, Run[Key]] = {}
    for key, event, people in events:
        before = {number: runs[who].rating for number, who in people.items() if who in runs}
        for number, after in rated(event, before, method).items():
            was = before.get(number, method.start)
            if after.games > was.games:
                run = runs.setdefault(people[number], Run())
                run.rating = after
                run.steps.append(Step(key, was, after))
    return runs
