"""The prizes of a tournament, and who wins them as the standings are now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from scoring import prizes as rules
from tournaments import privacy
from tournaments.models import Entry, Prize, PrizeList, PrizeRule, Tournament
from tournaments.pairing.registry import systems
from tournaments.selectors import public, shown_names
from tournaments.selectors.standings import Rank, StandingsShown, standings_shown

OWN_SCORE = "keizer"
"""The system whose list decides, whatever the points are: only those who share a rank are tied."""


@dataclass(frozen=True, slots=True)
class Winner:
    """A prize that somebody wins in a list. ``name`` is empty where it may not be shown; ``sharers``: how many shared
    the money; ``lot``: the names of those between whom a lot decides about the thing, themselves among them."""

    place: int
    number: int
    name: str
    cents: int
    money: str
    thing: str
    sharers: int
    undecided: bool = False
    lot: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ListShown:
    """A list with its winners; ``prizes``: what there is to win, in words, by place."""

    list: PrizeList
    prizes: Sequence[tuple[int, str]]
    winners: Sequence[Winner] = ()

    @property
    def left(self) -> list[tuple[int, str]]:
        """Return the prizes that nobody wins."""
        last = max((winner.place for winner in self.winners), default=0)
        return [(place, prize) for place, prize in self.prizes if place > last]


@dataclass(frozen=True, slots=True)
class PrizesShown:
    """``after``: the round after which this is so, 0 before the first; ``final``: nothing can change it any more but a
    correction."""

    rule: PrizeRule
    lists: Sequence[ListShown]
    after: int = 0
    final: bool = False

    @property
    def total(self) -> str:
        """Return all the money that is won."""
        return money(sum(winner.cents for each in self.lists for winner in each.winners), self.rule.currency)


def rule_of(tournament: Tournament) -> PrizeRule:
    """Return how the prizes are shared; the usual where nothing was chosen."""
    return PrizeRule.objects.filter(tournament=tournament).first() or PrizeRule(tournament=tournament)


def lists_of(tournament: Tournament) -> list[tuple[PrizeList, list[Prize]]]:
    """Return the lists with their prizes, in two queries."""
    rows = PrizeList.objects.filter(tournament=tournament).prefetch_related("prizes")
    return [(row, list(row.prizes.all())) for row in rows]


def money(cents: int, currency: str) -> str:
    """Return an amount of money as it is written: ``€ 12.50``, without cents where there are none."""
    amount = number_format(Decimal(cents) / 100, 2 if cents % 100 else 0, force_grouping=True)
    if not currency:
        return str(amount)
    # Translators: an amount of money with its currency, such as € 12.50
    written = _("%(currency)s %(amount)s") % {"currency": currency, "amount": amount}
    return written.replace(" ", "\u00a0")  # it does not break at the end of a line


def prize_text(prize: Prize, currency: str) -> str:
    """Return a prize in words: money, a thing, or both."""
    return " + ".join(filter(None, (money(prize.cents, currency) if prize.cents else "", prize.thing)))


def prizes_of(tournament: Tournament, name: Callable[[PrizeList, int], str] | None = None) -> PrizesShown:
    """Return the prizes and who wins them as it stands, with full names: for the desk. ``name`` gives other names, by
    list and pairing number."""
    rule, lists = rule_of(tournament), lists_of(tournament)
    standings = standings_shown(tournament, public.shown_rounds(tournament.pk)) if lists else None
    ranks = [row for row in standings.rows if _may_win(row, rule)] if standings else []
    entries = _entries(tournament) if ranks else {}
    won = rules.awards(
        [_rule(row, prizes) for row, prizes in lists],
        _people(ranks, entries, tournament.system),
        rule.sharing,
        rule.step,
        rule.several,
    )
    named = name or (lambda _list, number: entries[number].player.name)
    shown = [
        ListShown(
            row,
            [(prize.place, prize_text(prize, rule.currency)) for prize in prizes],
            [_winner(award, row, rule, named) for award in won if award.list == at],
        )
        for at, (row, prizes) in enumerate(lists)
    ]
    return PrizesShown(rule, shown, standings.after_round if standings else 0, _is_final(tournament, standings))


def public_prizes(tournament: Tournament) -> PrizesShown | None:
    """Return the prizes with the winners whom everybody may read, once all is over; None before, and without prizes.

    Everybody's list names as all public pages do. A list with conditions says something about its winners: it names
    those whose name is shown in full, and only if the organiser wants that.
    """
    if not tournament.is_over or not PrizeList.objects.filter(tournament=tournament).exists():
        return None
    people = shown_names.people(tournament.pk)
    full = _in_full(tournament)

    def name(row: PrizeList, number: int) -> str:
        if row.has_conditions and not (row.winners_named and number in full):
            return ""
        person = people.get(number)
        return person.name if person else ""

    shown = prizes_of(tournament, name)
    return shown if shown.final else None


def _in_full(tournament: Tournament) -> set[int]:
    rows = Entry.objects.filter(tournament=tournament).values_list("number", "player__name_shown", "player__birth_year")
    event, on = tournament.names_shown, tournament.starts
    return {number for number, own, born in rows if privacy.level(own, event, born, on) == privacy.FULL}


def _is_final(tournament: Tournament, standings: StandingsShown | None) -> bool:
    return bool(standings and standings.final and standings.current and tournament.is_over)


def _may_win(row: Rank, rule: PrizeRule) -> bool:
    return not row.mark or (row.mark == "withdrawn" and rule.withdrawn)


def _entries(tournament: Tournament) -> dict[int, Entry]:
    rows = Entry.objects.filter(tournament=tournament).select_related("player")
    return {row.number: row for row in rows}


def _people(ranks: Sequence[Rank], entries: Mapping[int, Entry], system: str) -> Iterable[rules.Person]:
    known = systems().get(system)
    points = [Fraction(row.points) for row in ranks]
    # in a knockout the round reached decides, as it does wherever the points are not in the order of the ranks
    by_rank = system == OWN_SCORE or known is None or not known.everyone or any(a < b for a, b in pairwise(points))
    for row, own in zip(ranks, points, strict=True):
        entry = entries[row.player]
        yield rules.Person(
            row.player,
            row.rank,
            row.rank if by_rank else own,
            entry.player.birth_year,
            entry.rating,
            entry.player.club,
            entry.marked,
        )


def _rule(row: PrizeList, prizes: Sequence[Prize]) -> rules.PrizeList:
    given = {prize.place: rules.Prize(prize.cents, prize.thing, prize.worth) for prize in prizes}
    return rules.PrizeList(
        tuple(given.get(place, rules.Prize()) for place in range(1, max(given, default=0) + 1)),
        row.born_from,
        row.born_to,
        row.rating_from,
        row.rating_to,
        row.club,
        row.mark,
    )


def _winner(award: rules.Award, row: PrizeList, rule: PrizeRule, name: Callable[[PrizeList, int], str]) -> Winner:
    return Winner(
        place=award.place + 1,
        number=award.number,
        name=name(row, award.number),
        cents=award.cents,
        money=money(award.cents, rule.currency) if award.cents else "",
        thing=", ".join(award.things),
        sharers=len(award.shared),
        undecided=bool(award.undecided),
        lot=tuple(filter(None, (name(row, number) for number in award.undecided))),
    )
