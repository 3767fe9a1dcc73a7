"""Pages of an event whose last round is closed while a table is adjourned."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.tournaments import make
from tests.tournaments.public.build import event
from tournaments.jobs.standings import compute_standings
from tournaments.models import Entry, Result, Table, Team, Tournament
from tournaments.selectors.events import public
from tournaments.selectors.papers.printing import prepare
from tournaments.selectors.standings.standings import standings_shown
from tournaments.services.results import results
from tournaments.services.rounds import rounds

pytestmark = pytest.mark.django_db


def test_an_event_is_not_finished_while_a_table_is_adjourned(client: Client) -> None:
    boss = make.organiser()
    made = make.duel(4, rounds_planned=1)
    round_ = make.published(made, boss)
    first, second = Table.objects.filter(round=round_).order_by("number")
    results.enter(first.pk, by=boss, points=make.points("1", "0"))
    results.enter(second.pk, by=boss, points=make.points(None, None), end=Result.End.ADJOURNED)
    rounds.close(round_.pk, by=boss)
    page = client.get(f"/t/{made.slug}/").content.decode()
    assert 'data-live-text="Adjourned"' in page and 'class="sign still"' in page, "no round is under way"
    adjourned = Result.objects.get(table=second, is_current=True)
    results.enter(second.pk, by=boss, points=make.points("0", "1"), seen_result=adjourned.pk, reason="played on")
    assert 'data-live-text="Finished"' in client.get(f"/t/{made.slug}/").content.decode()


def test_an_event_of_which_nothing_is_paired_is_upcoming_and_not_live(client: Client) -> None:
    planned = make.duel(4)
    assert 'data-live-text="Upcoming"' in client.get(f"/t/{planned.slug}/").content.decode()
    boss = make.organiser()
    round_ = make.published(planned, boss)
    assert 'data-live-text="Live"' in client.get(f"/t/{planned.slug}/").content.decode()
    for table in round_.tables.all():
        results.enter(table.pk, by=boss, points=make.points("1", "0"))
    rounds.close(round_.pk, by=boss)
    page = client.get(f"/t/{planned.slug}/").content.decode()
    assert 'data-live-text="Between rounds"' in page and 'class="sign still"' in page
    assert 'data-word="Between rounds"' in page, "what is put in place follows, too"


def test_the_end_has_final_standings_on_every_page_and_paper(client: Client) -> None:
    boss = make.organiser()
    made = make.duel(4, rounds_planned=1)
    round_ = make.published(made, boss)
    make.play(round_, boss, ("1", "0"))
    compute_standings(made.pk)
    assert "Standings after round 1 " in client.get(f"/t/{made.slug}/standings/").content.decode(), "not yet closed"
    rounds.close(round_.pk, by=boss)
    made = Tournament.objects.get(pk=made.pk)
    assert made.is_over
    for where in ("standings/", "standings/after/1/", "", "widget/", "mine/1/", "players/1/", "board/?show=standings"):
        page = client.get(f"/t/{made.slug}/{where}").content.decode()
        assert "Final standings" in page, where
        assert "Standings after round 1" not in page and "final after this round" not in page, where
    assert "<title>Final standings · " in client.get(f"/t/{made.slug}/standings/").content.decode()
    shown = standings_shown(made, public.shown_rounds(made.pk))
    assert shown is not None and shown.after_title == "Final standings", "what the share card says"
    assert prepare(made, "standings", None, "http://hall.example").head.title == "Final standings"


def test_the_crosstable_says_how_much_of_the_round_is_in(client: Client) -> None:
    boss = make.organiser()
    made = make.duel(4, rounds_planned=2)
    round_ = make.published(made, boss)
    results.enter(round_.tables.order_by("number").first().pk, by=boss, points=make.points("1", "0"))
    compute_standings(made.pk)
    assert "With 1 of 2 tables of round 1" in client.get(f"/t/{made.slug}/crosstable/").content.decode()
    results.enter(round_.tables.order_by("number").last().pk, by=boss, points=make.points("1", "0"))
    compute_standings(made.pk)
    for where in ("standings/", "crosstable/1/", "crosstable/square/"):
        page = client.get(f"/t/{made.slug}/{where}").content.decode()
        assert "chip warn" not in page and "fter round 1 of 2" in page, where


def test_the_first_page_of_a_team_event_has_the_teams_before_the_players(client: Client) -> None:
    boss = make.organiser()
    made = make.duel(4, system="team-berger", rounds_planned=1)
    for number, key in ((1, "A"), (2, "A"), (3, "B"), (4, "B")):
        team, _new = Team.objects.get_or_create(tournament=made, key=key, name=f"Team {key}")
        Entry.objects.filter(tournament=made, number=number).update(team=team, board=2 - number % 2)
    round_ = make.published(made, boss)
    for table in round_.tables.all():
        results.enter(table.pk, by=boss, points=make.points("1", "0"))
    compute_standings(made.pk)
    page = client.get(f"/t/{made.slug}/").content.decode()
    assert 0 < page.index('id="teams-title"') < page.index(">Players</h3>")


def test_after_the_end_my_table_begins_with_my_rank_and_before_it_with_my_table(client: Client) -> None:
    for slug, state, ranked_first in (("over", "finished", True), ("running", "running", False)):
        event(slug, 8, rounds=2, state=state)
        page = client.get(f"/t/{slug}/mine/1/").content.decode()
        assert (page.index("Rank ") < page.index('class="card place"')) == ranked_first, state
