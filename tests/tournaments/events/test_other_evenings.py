"""Four whole evenings of other games, made by their cards; their standings worked out in the plainest way."""

from __future__ import annotations

import random
from collections import defaultdict
from datetime import date
from fractions import Fraction

import pytest
from django.urls import reverse

from tests.tournaments import make
from tournaments.jobs.standings import compute_standings
from tournaments.models import Standings
from tournaments.services.events.presets import OTHER_GAMES, create
from tournaments.services.rounds import rounds

pytestmark = pytest.mark.django_db


def zero_sum(chance, size, total, step):
    cuts = [total // size + step * chance.randrange(-40, 40) for _ in range(size - 1)]
    return [*cuts, total - sum(cuts)]


def riichi(chance, size):
    scores = zero_sum(chance, size, 120_000, 100)
    uma = [15, 5, -5, -15]
    points = []
    for score in scores:
        above, equal = sum(other > score for other in scores), scores.count(score)
        points.append(Fraction(score - 30_000, 1000) + Fraction(sum(uma[above : above + equal]), equal))
    return scores, points


def catan(chance, size):
    scores = [10, *(chance.randrange(3, 10) for _ in range(size - 1))]
    chance.shuffle(scores)
    return scores, [Fraction(score == 10) for score in scores]


def commander(chance, size):
    points = [1] * size if chance.random() < 0.2 else [5, *[0] * (size - 1)]
    chance.shuffle(points)
    return points, [Fraction(p) for p in points]


def doppelkopf(chance, size):
    scores = zero_sum(chance, size, 0, 1)
    return scores, [Fraction(score) for score in scores]


@pytest.mark.parametrize(
    ("key", "players", "sizes", "table"),
    [
        ("riichi", 16, {4: 4}, riichi),
        ("catan", 22, {4: 4, 3: 2}, catan),
        ("commander", 30, {4: 6, 3: 2}, commander),
        ("doppelkopf", 24, {4: 6}, doppelkopf),
    ],
)
def test_an_evening_from_its_card_to_the_last_round(boss, signed_in, key, players, sizes, table):
    card, chance, client = OTHER_GAMES[key], random.Random(key), signed_in(boss)
    (event,) = create(card, by=boss, name=key, starts=date(2026, 12, 4), game=key, rounds=card.rounds, published=True)
    make.enter(event, players)
    taken: dict[int, Fraction] = defaultdict(Fraction)
    for number in range(1, card.rounds + 1):
        round_ = make.published(event, boss)
        found: dict[int, int] = defaultdict(int)
        for at in round_.tables.order_by("number"):
            seats = list(at.seats.order_by("position").values_list("entry__number", flat=True))
            found[len(seats)] += 1
            typed, points = table(chance, len(seats))
            line = f"{at.number}:{' '.join(map(str, typed))}"
            address = reverse("admin:tournaments_quick", args=[event.pk, number])
            answer = client.post(address, {"keys": line, "sure": " ".join(map(str, typed))})
            assert answer.status_code == 302, answer.content.decode()[:3000]
            for player, worth in zip(seats, points, strict=True):
                taken[player] += worth
        assert dict(found) == sizes, number
        rounds.close(round_.pk, by=boss)
    compute_standings(event.pk)
    rows = Standings.objects.filter(tournament=event).order_by("-after_round").first().body["rows"]
    assert {row["player"]: Fraction(row["points"]) for row in rows} == taken
    assert [taken[row["player"]] for row in rows] == sorted(taken.values(), reverse=True)
