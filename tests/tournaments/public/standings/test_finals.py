"""Finals and the tournaments that they were made of: each names the other, where everyone may see it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

import tournaments as tournaments_package
from tests.tournaments import make
from tests.tournaments.public.reading import Page
from tests.tournaments.worlds import world
from tournaments.jobs.standings import compute_standings
from tournaments.jobs.wishes import _lines
from tournaments.models import Finalist, NameShown, Table, Team, Tournament
from tournaments.selectors.events import public
from tournaments.selectors.papers.lists import KINDS
from tournaments.selectors.standings.current_standings import current_body, stale_rounds
from tournaments.selectors.standings.prizes import prizes_of, public_prizes
from tournaments.selectors.standings.standings import standings_shown
from tournaments.services import tournament_changes
from tournaments.services.events import tournaments
from tournaments.services.prizes import put
from tournaments.services.results import results
from tournaments.services.rounds import rounds
from tournaments.services.rounds.finals import finals

pytestmark = pytest.mark.django_db


def group(boss: Any, name: str, **fields: Any) -> Tournament:
    event = make.duel(4, rounds_planned=1, name=name, **fields)
    round_ = make.published(event, boss)
    make.play(round_, boss, ("1", "0"))
    rounds.close(round_.pk, by=boss)
    compute_standings(event.pk)
    event.refresh_from_db()
    return event


@world
def groups(boss: Any) -> list[Tournament]:
    return [group(boss, f"Cup – {letter}") for letter in "AB"]


@pytest.fixture
def final(boss: Any, groups: list[Tournament]) -> Tournament:
    return finals([one.pk for one in groups], by=boss, each=2, name="Cup – finals")


def read(client: Client, made: Tournament, where: str = "") -> str:
    answer = client.get(f"/t/{made.slug}/{where}")
    assert answer.status_code == 200
    html = answer.content.decode()
    assert Page(html).faults == []
    return html


def before(html: str) -> str:
    """The section with the groups before, as text."""
    if "groups-before-title" not in html:
        return ""
    part = html.split('id="groups-before-title"')[1].split("</section>")[0]
    return " ".join(re.sub(r"<[^>]*>", " ", part.split(">", 1)[1]).split())


def through(html: str) -> list[int]:
    """The numbers of the rows of the standings that are marked as being in the finals."""
    return [int(number) for number in re.findall(r"<tr id=p(\d+)>(?:(?!<tr).)*class=through", html, re.DOTALL)]


def test_it_is_kept_who_came_from_which_group_and_place(groups: list[Tournament], final: Tournament) -> None:
    kept = Finalist.objects.filter(entry__tournament=final).order_by("entry__number").values_list("group", "place")
    assert [group for group, _place in kept] == [groups[0].pk, groups[1].pk] * 2
    rows = {one.pk: one.standings.get().body["rows"] for one in groups}
    assert [place for _group, place in kept] == [rows[one.pk][at]["rank"] for at in (0, 1) for one in groups]
    with pytest.raises(IntegrityError), transaction.atomic():
        Finalist.objects.filter(entry__tournament=final).update(place=0)


@pytest.mark.parametrize("where", ["", "bracket/"])
def test_the_finals_name_their_groups_and_who_came_from_which_place(
    client: Client, boss: Any, groups: list[Tournament], final: Tournament, where: str
) -> None:
    html = read(client, final, where)
    assert before(html).startswith("Groups before Cup – A 1 Player ")
    for one in groups:
        assert f'href="/t/{one.slug}/standings/"' in html
        best = [row["player"] for row in one.standings.get().body["rows"][:2]]
        for entry in one.entries.filter(number__in=best).select_related("player"):
            assert entry.player.name in before(html)
    make.published(final, boss)
    assert "Cup – B" in before(read(client, final, where)), "while they are played, too"


@pytest.mark.parametrize("where", ["", "standings/"])
def test_a_group_names_its_finals_and_marks_who_is_in_them(
    client: Client, groups: list[Tournament], final: Tournament, where: str
) -> None:
    html = read(client, groups[0], where)
    assert f'Finals: <a href="/t/{final.slug}/">Cup – finals</a>' in html
    best = [row["player"] for row in groups[0].standings.get().body["rows"][:2]]
    assert through(html) == best


def test_an_event_without_groups_or_finals_says_nothing(client: Client, groups: list[Tournament], boss: Any) -> None:
    html = read(client, groups[0], "standings/")
    assert "Finals:" not in html and through(html) == []
    cup = make.tournament(4, game="quarto", system="knockout", table_size=2, rounds_planned=2)
    assert before(read(client, cup)) == ""


def test_what_is_not_public_is_not_told(client: Client, groups: list[Tournament], final: Tournament) -> None:
    Tournament.objects.filter(pk=groups[0].pk).update(published=False)
    assert "Cup – A" not in read(client, final) and "Cup – B" in before(read(client, final))
    Tournament.objects.filter(pk=final.pk).update(published=False)
    html = read(client, groups[1], "standings/")
    assert "Cup – finals" not in html and through(html) == []
    # not even to who may see the finals: the page is the same for everyone
    client.force_login(make.arbiter(final))
    assert "Cup – finals" not in read(client, groups[1], "standings/")


@pytest.mark.parametrize("hidden", ["group", "finals"])
def test_where_one_hides_names_nobody_is_told_by_the_other(
    client: Client, groups: list[Tournament], final: Tournament, hidden: str
) -> None:
    Tournament.objects.filter(pk=(groups[0] if hidden == "group" else final).pk).update(names_shown=NameShown.NUMBER)
    said = before(read(client, final))
    part = said.split("Cup – A")[1].split("Cup – B")[0].strip()
    assert part == "", "the group is linked, and says nobody's place"
    html = read(client, groups[0], "standings/")
    assert "Cup – finals" in html and through(html) == []


def test_the_finals_show_names_as_the_strictest_group_does(boss: Any) -> None:
    strict = group(boss, "Cup – A", names_shown=NameShown.INITIAL)
    made = finals([group(boss, "Cup – B").pk, strict.pk], by=boss, each=2, name="Cup – finals")
    assert made.names_shown == NameShown.INITIAL


def test_the_pages_of_the_others_are_made_anew(boss: Any, groups: list[Tournament], client: Client) -> None:
    first = client.get(f"/t/{groups[0].slug}/standings/")
    finals([one.pk for one in groups], by=boss, each=2, name="Late finals")
    again = client.get(f"/t/{groups[0].slug}/standings/", HTTP_IF_NONE_MATCH=first["ETag"])
    assert again.status_code == 200 and "Late finals" in again.content.decode()


def test_a_correction_just_before_decides_who_is_in(boss: Any, groups: list[Tournament]) -> None:
    table = Table.objects.filter(round__tournament=groups[0]).order_by("number").first()
    assert table is not None
    before = table.results.get(is_current=True)
    results.enter(table.pk, by=boss, points=make.points("0", "1"), seen_result=before.pk, reason="read wrongly")
    winner = table.seats.order_by("position").last()
    assert winner is not None and winner.entry is not None
    # no worker has counted it in
    final = finals([groups[0].pk], by=boss, each=2, name="Now")
    assert winner.entry.player in [finalist.player for finalist in final.entries.all()]


def test_what_is_given_printed_saved_and_mailed_knows_the_correction_just_before(
    boss: Any, groups: list[Tournament]
) -> None:
    event = groups[0]
    put(event.pk, by=boss, rule={}, lists=[{"prizes": [{"thing": "the cup"}]}])
    first = prizes_of(event).lists[0].winners[0].name
    for table in Table.objects.filter(round__tournament=event):
        seen = table.results.get(is_current=True)
        results.enter(table.pk, by=boss, points=make.points("0", "1"), seen_result=seen.pk, reason="read wrongly")
    # no worker has counted it in
    assert stale_rounds(event) == [1]
    now = prizes_of(event).lists[0].winners[0].name
    assert now != first
    assert KINDS["standings"].make(event, boss).rows[0][2] == now
    assert now in _lines(event)[0][0]
    # what everybody reads says no winner before it is counted in
    Tournament.objects.filter(pk=event.pk).update(state=Tournament.State.FINISHED)
    event.refresh_from_db()
    assert public_prizes(event) is None
    shown = standings_shown(event, public.shown_rounds(event.pk))
    assert shown is not None and not shown.settled


@pytest.mark.parametrize("two_person", [True, False])
def test_what_is_computed_for_a_decision_is_what_a_worker_would_keep(boss: Any, two_person: bool) -> None:
    """Also where a second person has confirmed nothing yet, and where a team has no players."""
    event = make.duel(4, rounds_planned=1, two_person=two_person)
    Team.objects.create(tournament=event, key="n", name="Nobody yet")
    round_ = make.published(event, boss)
    make.play(round_, boss, ("1", "0"))
    assert stale_rounds(event) == [1]
    now = current_body(event)
    compute_standings(event.pk)
    assert now == event.standings.get().body
    assert now["final"] is not two_person and now["teams"] == []


def test_no_decision_reads_the_standings_that_were_computed_last() -> None:
    """Services and what pairs decide: they ask `current_body`; prints, exports, mails and prizes ask `standings_now`.
    What the worker makes of stored rows, it makes anew when they change."""
    root = Path(tournaments_package.__file__).parent
    readers = {
        path.relative_to(root).as_posix()
        for floor in ("services", "domain", "pairing", "jobs", "selectors", "printing")
        for path in (root / floor).rglob("*.py")
        if re.search(r"\bStandings\.objects|standings_shown\(", path.read_text())
    }
    anew = {"jobs/standings.py", "jobs/sweep.py", "jobs/seasons.py"}
    # pages say how old what they show is; public prizes and reports of the end are silent until it is current
    pages = {
        f"selectors/{name}.py"
        for name in ("standings/standings", "standings/rank_movement", "hall/hall", "site/listed", "site/person_pages")
    }
    silent = {"selectors/standings/prizes.py", "selectors/people/mails.py", "selectors/standings/current_standings.py"}
    assert readers - anew - pages - silent == set()


@pytest.mark.django_db(transaction=True)
def test_a_change_of_the_finals_is_seen_at_the_groups_and_the_other_way(boss: Any) -> None:
    one, other = group(boss, "Late – A"), group(boss, "Late – B")
    made = finals([one.pk, other.pk], by=boss, each=2, name="Late – finals")
    versions = dict(Tournament.objects.values_list("pk", "version"))
    tournament_changes.changed(made.pk, by=boss)
    now = dict(Tournament.objects.values_list("pk", "version"))
    assert now[one.pk] > versions[one.pk] and now[other.pk] > versions[other.pk]
    tournament_changes.changed(one.pk, by=boss)
    assert Tournament.objects.get(pk=made.pk).version > now[made.pk]
    assert Tournament.objects.get(pk=other.pk).version == now[other.pk]
    tournaments.remove(made.pk, by=boss)
    assert Tournament.objects.get(pk=other.pk).version > now[other.pk] and not Finalist.objects.exists()


def test_who_is_taken_out_of_the_finals_is_not_marked_any_more(
    client: Client, groups: list[Tournament], final: Tournament
) -> None:
    final.entries.get(number=1).delete()
    best = [row["player"] for row in groups[0].standings.get().body["rows"][:2]]
    assert through(read(client, groups[0], "standings/")) == best[1:]
