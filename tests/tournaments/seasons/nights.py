"""Evenings of a club: what a season is made of."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from tests.tournaments import make
from tests.tournaments.kinds import EVERY
from tests.tournaments.public.reading import Page
from tournaments.jobs.standings import compute_standings
from tournaments.models import Entry, Rating, Result
from tournaments.services.results import results
from tournaments.services.rounds import rounds

DAY = date(2026, 9, 1)
ENDS = (("8", "4", "2", "0"), ("0", "2", "4", "8"), ("4", "4", "4", "4"))
every_game = pytest.mark.parametrize("three_nights", EVERY, indirect=True)


def evening(boss, people, number, end=ENDS[0], finish=True, **fields):
    """One table of four, one round, on the ``number``-th day; finished."""
    made = make.tournament(
        0,
        name=f"Night {number}",
        slug=f"night-{number}",
        rounds_planned=1,
        starts=DAY + timedelta(days=number),
        **fields,
    )
    Entry.objects.bulk_create(Entry(tournament=made, player=player, number=at) for at, player in enumerate(people, 1))
    round_ = make.published(made, boss)
    make.play(round_, boss, end)
    compute_standings(made.pk)
    if finish:
        rounds.close(round_.pk, by=boss)
    made.refresh_from_db()
    return made


def digits(of):
    return {row.player_id: (row.mu, row.sigma, row.games, row.steps) for row in Rating.objects.filter(rating_list=of)}


def correct(boss, night, end):
    current = Result.objects.get(table__round__tournament=night, is_current=True)
    results.enter(current.table_id, by=boss, points=make.points(*end), seen_result=current.pk, reason="misread")
    compute_standings(night.pk)


def page(client, path):
    answer = client.get(path)
    assert answer.status_code == 200, path
    found = Page(answer.content.decode())
    assert found.faults == []
    assert len(found.ids) == len(set(found.ids))
    return found


PATHS = ["/seasons/", "/ratings/club/", "/seasons/cup/"]
