"""The planner's figures against exhaustive small cases and a second, plain count."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest

from scoring.documents.document import Round
from scoring.lots import Lots
from tournaments.pairing.planner.luck import drawn_order, game_points, ladder, seeded, table_points, weight
from tournaments.pairing.planner.proposing import figures_of
from tournaments.pairing.planner.question import read_question
from tournaments.pairing.planner.trial import Tally, Trial, prepared


class Kept(Tally):
    """A tally that keeps the events it counts."""

    events: list[tuple[Sequence[Round], Mapping[int, int], Sequence[int]]]

    def add(
        self, rounds: Sequence[Round], ranks: Mapping[int, int], strengths: Sequence[int], team_size: int = 1
    ) -> None:
        self.events = [*getattr(self, "events", []), (tuple(rounds), dict(ranks), tuple(strengths))]
        super().add(rounds, ranks, strengths, team_size)


class Marks(Lots):
    """Lots that are said beforehand."""

    def __init__(self, *marks: int) -> None:
        self.marks = iter(marks)
        self.asked: list[int] = []

    def below(self, n: int) -> int:
        self.asked.append(n)
        mark = next(self.marks)
        assert 0 <= mark < n
        return mark


def trial(system: str, players: int, game: str = "quarto", **options: object) -> Trial:
    spread = options.pop("spread", 200)
    return prepared(read_question({"game": game, "players": players, "spread": spread}), system, options)


def tried(one: Trial, times: int, *, whole: bool = False) -> Kept:
    tally = Kept(len(one.event.teams or one.event.players))
    one.run(tally, times, whole=whole)
    return tally


def beats(one: int, other: int) -> Fraction:
    return Fraction(weight(one), weight(one) + weight(other))


def test_places_are_drawn_in_proportion_to_the_weights_every_lot_tried() -> None:
    weights = (1, 2, 3)
    counted: Counter[tuple[int, ...]] = Counter()
    for first in range(6):
        # of the two left, the marks come round equally often in sixty
        probe = drawn_order(weights, Marks(first, 0))[0]
        left = 6 - weights[probe]
        for second in range(left):
            lots = Marks(first, second)
            counted[tuple(drawn_order(weights, lots))] += 60 // left
            assert lots.asked == [6, left]
    for order in itertools.permutations(range(3)):
        a, b, _c = (weights[at] for at in order)
        assert Fraction(counted[order], 360) == Fraction(a, 6) * Fraction(b, 6 - a), order


def test_two_hundred_points_more_win_76_of_100_games() -> None:
    assert round(100 * beats(200, 0)) == 76


def test_partners_share_one_place() -> None:
    points = table_points((1, 1, 1, 1), ((0, 2), (1, 3)), tuple(map(Fraction, (8, 4, 2, 0))), Marks(1))
    assert points == (1, 6, 1, 6)


def test_draws_and_wins_are_drawn_in_proportion_every_lot_tried() -> None:
    worth, drawn = (Fraction(3), Fraction(0)), Fraction(1)
    # 4 and 9: their geometric mean is 6, and a third of the games of equals is drawn where it weighs once
    counted = Counter(game_points((4, 9), worth, drawn, 33, Marks(mark)) for mark in range(18))
    assert counted == {(1, 1): 5, (3, 0): 4, (0, 3): 9}
    assert game_points((1, 1), worth, drawn, 0, Marks(1)) == (0, 3)


def points_of(system: str, **options: object) -> set[Fraction | None]:
    tally = tried(trial(system, 8, "quarto", **options), 20)
    return {own for rounds, *_rest in tally.events for r in rounds for t in r.tables for own in t.points or ()}


def test_games_of_two_are_drawn_but_where_somebody_must_win() -> None:
    half = Fraction(1, 2)
    assert half in points_of("swiss", rounds=3)
    assert half not in points_of("knockout")


def test_a_match_of_teams_is_won_by_the_sum_of_its_boards() -> None:
    question = read_question({"game": "quarto", "players": 4, "team_size": 2, "draws": 0})
    figures = figures_of(tried(prepared(question, "team-berger", {}), 800))
    a, b, c, d = ladder(4, 200)
    exact = Fraction(1)  # a and d are together as strong as b and c: whoever wins is strongest
    for one, other in (((a, b), (c, d)), ((a, c), (b, d))):  # teams by lot, the stronger of each on board 1
        first, second = beats(one[0], other[0]), beats(one[1], other[1])
        level = first * (1 - second) + second * (1 - first)
        exact += first * second + level / 2
    assert abs(figures.winner - 100 * exact / 3) <= 2 * figures.winner_error
    assert figures.games == figures.others == (1, 1)


def test_the_ladder_has_the_stated_spread_and_falls() -> None:
    strengths = ladder(100, 200)
    assert strengths == sorted(strengths, reverse=True)
    assert sum(strengths) == 0
    assert 190 < (sum(s * s for s in strengths) / 100) ** 0.5 < 200


def test_ratings_put_most_of_the_strong_on_top_and_lots_do_not() -> None:
    strengths = ladder(20, 200)

    def average_of_top(rated: bool) -> float:
        return sum(sum(seeded(strengths, rated, Lots(k, "test"))[:5]) for k in range(50)) / 250

    assert average_of_top(True) > 150
    assert abs(average_of_top(False)) < 60


def test_a_knockout_of_four_gives_the_exact_chance_within_its_error() -> None:
    a, b, c, d = ladder(4, 200)
    exact = Fraction(0)
    for mine, (one, other) in ((b, (c, d)), (c, (b, d)), (d, (b, c))):  # by lot: each opponent as likely
        final = beats(one, other) * beats(a, one) + beats(other, one) * beats(a, other)
        exact += beats(a, mine) * final / 3
    figures = figures_of(tried(trial("knockout", 4), 600))
    assert figures.winner_error <= 3
    assert abs(figures.winner - 100 * exact) <= 2 * figures.winner_error


def test_one_game_orders_two_players_as_often_as_the_stronger_wins() -> None:
    figures = figures_of(tried(trial("knockout", 2), 500))
    one, other = ladder(2, 200)
    assert figures.winner == figures.order
    assert abs(figures.winner - 100 * beats(one, other)) <= 2 * figures.winner_error


def test_equal_strengths_all_win_and_no_order_is_found() -> None:
    figures = figures_of(tried(trial("knockout", 8, spread=0), 60))
    assert figures.winner == 100  # whoever wins is as strong as anybody
    assert 40 < figures.order < 60


@pytest.mark.parametrize("players", [4, 5, 9, 12])
def test_in_a_round_robin_all_meet_once(players: int) -> None:
    figures = figures_of(tried(trial("berger", players), 3))
    assert figures.met == 100
    assert figures.again == 0
    assert figures.games == figures.others == (players - 1, players - 1)
    assert figures.rounds == players - 1 + players % 2
    assert figures.byes == players % 2


@pytest.mark.parametrize(
    ("system", "game", "players", "options"),
    [
        ("swiss", "quarto", 11, {"rounds": 4}),
        ("swiss-tables", "quatro-chess", 14, {"rounds": 4}),
        ("tables", "kwartet", 18, {"rounds": 4}),
        ("knockout", "quarto", 11, {"consolation": "feed-in"}),
        ("double-elimination", "quatro-chess", 10, {}),
        ("groups", "quarto", 12, {"groups": 2}),
    ],
)
def test_games_byes_and_repeats_are_those_of_a_plain_count(
    system: str, game: str, players: int, options: dict[str, object]
) -> None:
    tally = tried(trial(system, players, game, **options), 4)
    games, others, again, met, byes = [], [], 0, 0, 0
    for rounds, _ranks, _strengths in tally.events:
        rows = [set(table.seats) for round_ in rounds for table in round_.tables]
        for player in range(1, players + 1):
            games.append(sum(player in row for row in rows))
            others.append(len(set().union(*(row for row in rows if player in row)) - {player}))
        for pair in itertools.combinations(range(1, players + 1), 2):
            together = sum(set(pair) <= row for row in rows)
            met += together > 0
            again += together > 1
        byes = max(byes, *(len([bye for bye in r.byes if bye.kind == "pairing"]) for r in rounds))
    figures = figures_of(tally)
    assert figures.games == (min(games), max(games))
    assert figures.others == (min(others), max(others))
    assert figures.byes == byes
    assert abs(figures.met - 100 * met / (4 * players * (players - 1) / 2)) <= 0.5
    assert abs(float(figures.again) - again / 4) <= 0.05


def test_the_order_is_kendalls_correlation_counted_pair_by_pair() -> None:
    tally = tried(trial("knockout", 8), 5)
    sums = []
    for _rounds, ranks, strengths in tally.events:
        signs = [
            ((strengths[a - 1] > strengths[b - 1]) - (strengths[a - 1] < strengths[b - 1]))
            * ((ranks[a] < ranks[b]) - (ranks[a] > ranks[b]))
            for a, b in itertools.combinations(ranks, 2)
        ]
        sums.append(sum(signs) / len(signs))
    assert abs(float(figures_of(tally).kendall) - sum(sums) / 5) <= 0.01


def test_level_players_count_half() -> None:
    tally = Tally(3)
    tally.add((), {1: 1, 2: 1, 3: 3}, (10, 5, 0))
    assert tally.right == [1 + 2 + 2]
    assert tally.won == Fraction(1, 2)


@pytest.mark.parametrize(("system", "game"), [("swiss", "quarto"), ("swiss-tables", "quatro-chess")])
def test_the_short_pairing_finds_what_the_whole_one_finds(system: str, game: str) -> None:
    one = trial(system, 10, game, rounds=3)
    short, whole = figures_of(tried(one, 60)), figures_of(tried(one, 8, whole=True))
    assert short.games == whole.games
    assert short.byes == whole.byes
    assert abs(short.order - whole.order) <= 3 * (short.order_error + whole.order_error)


def test_the_same_seed_plays_the_same_events_and_another_seed_does_not() -> None:
    one, other = (prepared(read_question({"game": "quarto", "players": 8, "seed": k}), "knockout", {}) for k in (1, 2))
    assert tried(one, 5).events == tried(one, 5).events
    assert tried(one, 5).events != tried(other, 5).events
