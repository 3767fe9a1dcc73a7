"""The prizes of a tournament or a season, and who wins them as the standings are now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from scoring import prizes as rules
from scoring.documents.gamelink import declared_of
from tournaments import privacy
from tournaments.models import Entry, Player, Prize, PrizeList, PrizeRule, Series, SeriesEvent, Team, Tournament
from tournaments.pairing.registry import systems
from tournaments.selectors.events import public
from tournaments.selectors.people import shown_names
from tournaments.selectors.people.shown_names import season_names
from tournaments.selectors.standings.standings import Rank, StandingsShown, standings_now, standings_shown

OWN_SCORE = "keizer"
"""The system whose list decides, whatever the points are: only those who share a rank are tied."""


@dataclass(frozen=True, slots=True)
class Winner:
    """A prize that somebody wins in a list. ``name`` is empty where it may not be shown; ``team`` is the short name of
    a team that wins it, whose ``number`` is 0; ``sharers``: how many shared the money; ``lot``: the names of those
    between whom a lot decides about the thing, themselves among them; ``numbered``: the number is a pairing number;
    ``first``: the place of the best of those who share their rank."""

    place: int
    number: int
    name: str
    cents: int
    money: str
    thing: str
    sharers: int
    undecided: bool = False
    lot: tuple[str, ...] = ()
    team: str = ""
    numbered: bool = True
    first: int = 0

    @property
    def called(self) -> str:
        """Return the pairing number, or the short name of a team; nothing for a player of a season."""
        return self.team or (str(self.number) if self.numbered else "")


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
    correction; ``title``: that of the standings that decide."""

    rule: PrizeRule
    lists: Sequence[ListShown]
    after: int = 0
    final: bool = False
    title: str = ""

    @property
    def total(self) -> str:
        """Return all the money that is won."""
        return money(sum(winner.cents for each in self.lists for winner in each.winners), self.rule.currency)


def owned(owner: Tournament | Series) -> dict[str, Any]:
    """Return the field and the value that say whose prizes they are."""
    return {"series" if isinstance(owner, Series) else "tournament": owner}


def rule_of(owner: Tournament | Series) -> PrizeRule:
    """Return how the prizes are shared; the usual where nothing was chosen."""
    kept = PrizeRule.objects.filter(**owned(owner)).first()
    return kept or PrizeRule(**owned(owner), sharing=usual_sharing(owner))


def usual_sharing(owner: Tournament | Series) -> str:
    """Return how prizes are shared where nobody chose: by place where a declared game has scores or places of its own,
    as its tie-breaks are then won at the tables; else equally among equal points, as is usual at open tournaments."""
    game = declared_of(owner.game, owner.options) if isinstance(owner, Tournament) else None
    by_place = game is not None and game.declaration.entry != "points"
    return rules.PLACE if by_place else rules.EQUAL


def lists_of(owner: Tournament | Series) -> list[tuple[PrizeList, list[Prize]]]:
    """Return the lists with their prizes, in two queries."""
    rows = PrizeList.objects.filter(**owned(owner)).prefetch_related("prizes")
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


def prizes_of(tournament: Tournament) -> PrizesShown:
    """Return the prizes and who wins them as it stands, with full names: for the desk."""
    return _prizes_by(
        lambda: standings_now(tournament), tournament, lambda _list, number: tournament.display_names[number]
    )


def _prizes_by(
    read: Callable[[], StandingsShown | None], tournament: Tournament, named: Callable[[PrizeList, int], str]
) -> PrizesShown:
    rule, lists = rule_of(tournament), lists_of(tournament)
    standings = read() if lists else None
    ranks = [row for row in standings.rows if _may_win(row, rule)] if standings else []
    entries = Entry.objects.filter(tournament=tournament).select_related("player") if ranks else ()
    of_players = [at for at, (row, _prizes) in enumerate(lists) if not row.teams]
    of_teams = [at for at, (row, _prizes) in enumerate(lists) if row.teams]
    teams = _teams(tournament, standings) if of_teams and standings else []
    winners: dict[int, list[Winner]] = {}
    for places, people in (
        (of_players, _people(ranks, {entry.number: entry for entry in entries}, tournament.system)),
        (of_teams, _as_people(teams, tournament.system)),
    ):
        chosen = [rule_for(*lists[at]) for at in places]
        for award in rules.awards(chosen, people, rule.sharing, rule.step, rule.several):
            at = places[award.list]
            row = lists[at][0]
            won = _of_team(award, row, rule, teams) if row.teams else winner(award, row, rule, named)
            winners.setdefault(at, []).append(won)
    shown = shown_lists(lists, rule, winners)
    final = bool(standings and standings.final and standings.current and tournament.is_over)
    if standings is None:
        return PrizesShown(rule, shown, final=final)
    return PrizesShown(rule, shown, standings.after_round, final, standings.title)


def shown_lists(
    lists: Sequence[tuple[PrizeList, Sequence[Prize]]], rule: PrizeRule, winners: Mapping[int, Sequence[Winner]]
) -> list[ListShown]:
    """Return the lists with their prizes in words; ``winners`` by the place of the list, from 0."""
    return [
        ListShown(row, [(prize.place, prize_text(prize, rule.currency)) for prize in prizes], winners.get(at, ()))
        for at, (row, prizes) in enumerate(lists)
    ]


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

    # while they are computed again they are not final, and nobody reads of a winner
    rounds = public.shown_rounds(tournament.pk)
    shown = _prizes_by(lambda: standings_shown(tournament, rounds), tournament, name)
    return shown if shown.final else None


def still_to_win(tournament: Tournament) -> PrizesShown:
    """Return what there is to win, with nobody who wins it."""
    rule = rule_of(tournament)
    return PrizesShown(rule, shown_lists(lists_of(tournament), rule, {}))


def _in_full(tournament: Tournament) -> set[int]:
    rows = Entry.objects.filter(tournament=tournament).values_list("number", "player__name_shown", "player__birth_year")
    event, on = tournament.names_shown, tournament.starts
    return {number for number, own, born in rows if privacy.level(own, event, born, on) == privacy.FULL}


def _may_win(row: Rank, rule: PrizeRule) -> bool:
    return not row.mark or (row.mark == "withdrawn" and rule.withdrawn)


@dataclass(frozen=True, slots=True)
class _Team:
    rank: int
    key: str
    name: str
    points: Fraction


def _teams(tournament: Tournament, standings: StandingsShown) -> list[_Team]:
    """Return the teams by rank."""
    names = dict(Team.objects.filter(tournament=tournament).values_list("key", "name"))
    return [
        _Team(row["rank"], row["team"], names.get(row["team"], row["team"]), Fraction(row["points"]))
        for row in standings.teams
    ]


def _as_people(teams: Sequence[_Team], system: str) -> Iterable[rules.Person]:
    """Return the teams as those who can win, numbered from 1 in their order."""
    by_rank = _decided_by_rank([team.points for team in teams], system)
    for number, team in enumerate(teams, 1):
        yield rules.Person(number, team.rank, team.rank if by_rank else team.points)


def _of_team(award: rules.Award, row: PrizeList, rule: PrizeRule, teams: Sequence[_Team]) -> Winner:
    won = winner(award, row, rule, lambda _list, number: teams[number - 1].name)
    return replace(won, number=0, team=teams[award.number - 1].key)


def _decided_by_rank(points: Sequence[Fraction], system: str) -> bool:
    """Return whether only those who share a rank are tied: in a knockout the round reached decides, as it does wherever
    the points are not in the order of the ranks."""
    known = systems().get(system)
    return system == OWN_SCORE or known is None or not known.everyone or any(a < b for a, b in pairwise(points))


def _people(ranks: Sequence[Rank], entries: Mapping[int, Entry], system: str) -> Iterable[rules.Person]:
    points = [Fraction(row.points) for row in ranks]
    by_rank = _decided_by_rank(points, system)
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


def rule_for(row: PrizeList, prizes: Sequence[Prize]) -> rules.PrizeList:
    """Return a list with its conditions as the rules of sharing know it."""
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


def winner(award: rules.Award, row: PrizeList, rule: PrizeRule, name: Callable[[PrizeList, int], str]) -> Winner:
    """Return an award of a list as it is shown."""
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
        first=award.first + 1,
    )


@dataclass(slots=True)
class _Person:
    """A player of the season: the rating is that of the newest tournament, the marks are those of all."""

    name: str
    birth_year: int | None
    club: str
    rating: int | None
    marks: set[str] = field(default_factory=set)


def prizes_of_season(series: Series, name: Callable[[PrizeList, int], str] | None = None) -> PrizesShown:
    """Return the prizes and who wins them as the table is, with full names: for organisers. Winners are numbered by
    the player's own number. ``name`` gives other names, by list and number."""
    rule, lists = rule_of(series), lists_of(series)
    body: Mapping[str, Any] = series.body or {}
    rows = body.get("rows", []) if lists else []
    people = _season_people(body) if rows else {}
    named = name or (lambda _list, number: people[number].name)
    winners: dict[int, list[Winner]] = {}
    chosen = [rule_for(row, prizes) for row, prizes in lists]
    players = [row["player"] for row in rows]
    for award in rules.awards(chosen, _ranked(rows, people), rule.sharing, rule.step, rule.several):
        row = lists[award.list][0]
        won = winner(award, row, rule, lambda list_, at: named(list_, players[at]))
        winners.setdefault(award.list, []).append(replace(won, number=players[award.number], numbered=False))
    final = rule.announced and is_played(series)
    return PrizesShown(rule, shown_lists(lists, rule, winners), len(body.get("tournaments", [])), final)


def public_season_prizes(series: Series) -> PrizesShown | None:
    """Return the prizes with the winners whom everybody may read, once the season is over and its organiser announced
    them; None before, and without prizes.

    Everybody's list names as the table does. A list with conditions says something about its winners: it names those
    whose name is shown in full, and only if the organiser wants that.
    """
    if not rule_of(series).announced or not is_played(series):
        return None
    numbers = [row["player"] for row in (series.body or {}).get("rows", [])]
    names = season_names(numbers)
    full = dict(Player.objects.filter(pk__in=numbers).values_list("pk", "name"))

    def name(row: PrizeList, number: int) -> str:
        shown = names.get(number, "")
        if row.has_conditions and not (row.winners_named and shown == full.get(number)):
            return ""
        return shown

    shown = prizes_of_season(series, name)
    return shown if shown.lists else None


def is_played(series: Series) -> bool:
    """Return whether all tournaments of a season are over and in its table, with final results."""
    body: Mapping[str, Any] = series.body or {}
    events = SeriesEvent.objects.filter(series=series).select_related("tournament")
    over = {event.tournament_id for event in events if event.tournament.is_over and event.tournament.published}
    return bool(over) and len(over) == len(events) and over == set(body.get("tournaments", [])) and all(body["final"])


def _season_people(body: Mapping[str, Any]) -> dict[int, _Person]:
    entries = (
        Entry.objects.filter(tournament__in=body["tournaments"])
        .select_related("player")
        .order_by("tournament__starts", "tournament_id")
    )
    people: dict[int, _Person] = {}
    for entry in entries:
        own = entry.player
        person = people.setdefault(own.pk, _Person(own.name, own.birth_year, own.club, entry.rating))
        person.rating = entry.rating
        person.marks |= entry.marked
    return people


def _ranked(rows: Iterable[Mapping[str, Any]], people: Mapping[int, _Person]) -> Iterable[rules.Person]:
    """Return the players of the table, numbered by their places in it, so that its order decides between equals."""
    for at, row in enumerate(rows):
        person = people.get(row["player"])
        if person is None:  # taken out of all tournaments since the table was made
            continue
        yield rules.Person(
            at,
            row["rank"],
            Fraction(row["total"]),
            person.birth_year,
            person.rating,
            person.club,
            frozenset(person.marks),
        )
