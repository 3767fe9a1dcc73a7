"""The schedule of all rounds: for each system that knows it beforehand, with results as they come."""

from __future__ import annotations

import io
import re

import pytest
from django.urls import reverse
from pypdf import PdfReader

from tests.tournaments import make
from tests.tournaments.games.conftest import WHOLE, golden, hand_in, table_for
from tests.tournaments.public.reading import Page
from tournaments.domain.errors import Refused
from tournaments.printing.press import Press
from tournaments.selectors.papers.printing import prepare
from tournaments.selectors.rounds.plan import knows_its_schedule, plan_of

pytestmark = pytest.mark.django_db

KNOWN = [("berger", 2, 6, 5), ("scheveningen", 2, 6, 3), ("tables", 4, 16, 5), ("whist", 4, 8, 7), ("tables", 3, 9, 4)]


def shown(client, event, *more):
    answer = client.get(reverse("plan_of" if more else "plan", args=[event.slug, *more]))
    assert answer.status_code == 200
    return answer.content.decode()


def rows(html):
    return re.findall(r"<tr[^>]*><th scope=\"row\">.*?</tr>", html, re.DOTALL)


@pytest.mark.parametrize("system", ["swiss", "keizer", "knockout", "swiss-tables", "levels"])
def test_a_system_that_pairs_by_results_has_no_schedule(client, system):
    size = 4 if system in ("swiss-tables", "levels") else 2
    event = make.tournament(8, system=system, table_size=size, game="quatro-chess" if size == 4 else "quarto")
    assert not knows_its_schedule(event)
    assert client.get(reverse("plan", args=[event.slug])).status_code == 404
    assert f"/t/{event.slug}/schedule/" not in client.get(f"/t/{event.slug}/about/").content.decode()
    with pytest.raises(Refused):
        prepare(event, "plan", None, "http://hall.local")


def test_the_berger_table_of_six_is_the_one_of_the_handbook(client):
    """FIDE Handbook C.05, annex 1: the pairings of the table for 5 or 6 players."""
    event = make.duel(6, rounds_planned=5)
    pairs = [[tuple(seat.number for seat in table.seats) for table in round_.tables] for round_ in plan_of(event)]
    assert [sorted(round_) for round_ in pairs] == [
        [(1, 6), (2, 5), (3, 4)],
        [(1, 2), (5, 3), (6, 4)],
        [(2, 6), (3, 1), (4, 5)],
        [(1, 4), (2, 3), (6, 5)],
        [(3, 6), (4, 2), (5, 1)],
    ]
    assert len(rows(shown(client, event))) == 5


@pytest.mark.parametrize(("system", "size", "players", "rounds"), KNOWN[2:])
def test_every_round_of_a_known_schedule_is_there(client, system, size, players, rounds):
    event = make.tournament(players, system=system, table_size=size, rounds_planned=rounds)
    assert knows_its_schedule(event)
    lines = rows(shown(client, event))
    assert len(lines) == rounds
    for line in lines:
        seated = [int(number) for number in re.findall(r"/schedule/(\d+)/", line)]
        assert set(seated) == set(range(1, players + 1))


def test_before_the_first_round_nobody_is_named_and_then_everybody(client, boss):
    event = make.duel(5, rounds_planned=5)
    names = list(event.entries.values_list("player__name", flat=True))
    before = Page(shown(client, event))
    assert not before.faults
    assert not [name for name in names if name in before.text]
    make.play(make.published(event, boss), boss, ("1", "0"))
    after = shown(client, event)
    assert all(name in after for name in names)
    first, second, *_rest = rows(after)
    assert first.count("<b>1</b>") == first.count("<b>0</b>") == 2
    assert "<b>" not in second and 'class="to-come"' in second
    assert 'class="free"' in first, "five players: one of them is free"


def test_ones_own_line_is_marked_in_every_round(client):
    event = make.duel(5, rounds_planned=5)
    for line in rows(shown(client, event, 3)):
        (own,) = re.findall(r'<li class="mine">(.*?)</li>', line, re.DOTALL)
        assert "/schedule/3/" in own
    assert client.get(reverse("plan_of", args=[event.slug, 6])).status_code == 404
    assert 'class="mine"' not in shown(client, event)


def test_tables_and_results_lead_to_their_game_or_their_round(client, boss):
    record = golden(WHOLE["quarto"][0])
    table = table_for(record, boss, 2)
    hand_in(table, boss, record)
    event = table.round.tournament
    first, *rest = rows(shown(client, event))
    game = reverse("table", args=[event.slug, 1, table.number])
    assert first.count(f'href="{game}"') == 3, "the table and both results"
    other = table.round.tables.exclude(pk=table.pk).get()
    assert f'class="no" href="/t/{event.slug}/rounds/1/#t{other.number}"' in first
    # a phone shows no head of the table, so that each cell says which it is
    assert all('<span class="no">Table 1</span>' in line and 'class="no" href' not in line for line in rest)


def test_it_is_a_tab_and_stands_beside_the_rounds(client, boss):
    event = make.duel(4, rounds_planned=3)
    make.published(event, boss)
    link = f'href="/t/{event.slug}/schedule/"'
    for where in ("", "standings/", "find/", "rounds/1/"):
        assert link in client.get(f"/t/{event.slug}/{where}").content.decode(), where
    assert client.get(f"/t/{event.slug}/rounds/1/").content.decode().count(link) == 2
    assert f'{link} aria-current="page"' in shown(client, event)
    swiss = make.duel(4, system="swiss", rounds_planned=3)
    assert "schedule/" not in client.get(f"/t/{swiss.slug}/").content.decode()


class TestInParts:
    """Systems that know some rounds before the results of others."""

    def test_groups_know_their_rounds_but_not_the_finals(self, client):
        event = make.duel(8, system="groups", rounds_planned=5, pairing_options={"groups": 2})
        assert knows_its_schedule(event)
        rounds = plan_of(event)
        assert [len(round_.tables) for round_ in rounds] == [4, 4, 4]
        met = {frozenset(seat.number for seat in table.seats) for round_ in rounds for table in round_.tables}
        assert len(met) == 12, "everybody meets everybody of their group once"
        assert len(rows(shown(client, event))) == 3

    def test_quads_know_the_rounds_of_the_evening_from_its_first_on(self, client, boss):
        event = make.duel(8, system="levels", rounds_planned=6)
        assert knows_its_schedule(event) and plan_of(event) == ()
        assert "There is no schedule yet" in shown(client, event)
        make.published(event, boss)
        rounds = plan_of(event)
        assert [round_.made for round_ in rounds] == [True, False, False]
        met = {frozenset(seat.number for seat in table.seats) for round_ in rounds for table in round_.tables}
        assert len(met) == 12

    def test_programs_read_the_same(self, client, boss):
        event = make.duel(4, rounds_planned=3)
        where = reverse("api:schedule", args=[event.slug])
        assert client.get(where).json()["named"] is False
        make.play(make.published(event, boss), boss, ("1", "0"))
        answer = client.get(where).json()
        assert answer["named"] is True and [round_["made"] for round_ in answer["rounds"]] == [True, False, False]
        seats = answer["rounds"][0]["tables"][0]["seats"]
        assert [seat["points"] for seat in seats] == ["1", "0"]
        page = shown(client, event)
        assert all(f"/schedule/{seat['player']}/" in page for seat in seats)
        swiss = make.duel(4, system="swiss", rounds_planned=3)
        assert client.get(reverse("api:schedule", args=[swiss.slug])).status_code == 404


def test_too_few_players_say_so(client):
    assert "It appears when there are enough players" in shown(client, make.duel(1))


def test_the_page_is_linked_and_printed_across_the_paper(client, boss):
    event = make.duel(6, rounds_planned=5)
    assert f'href="/t/{event.slug}/schedule/"' in client.get(f"/t/{event.slug}/about/").content.decode()
    make.play(make.published(event, boss), boss, ("1/2", "1/2"))
    ready = prepare(event, "plan", None, "http://hall.local")
    press = Press("a4", ready.head, wide=ready.wide, bare=ready.bare)
    ready.draw(press)
    reader = PdfReader(io.BytesIO(press.finish()))
    assert len(reader.pages) == 1
    assert reader.pages[0].mediabox.width > reader.pages[0].mediabox.height
    text = reader.pages[0].extract_text()
    assert "1 – 6  (½ : ½)" in text.replace("\xa0", " ") or "1 – 6 (½ : ½)" in text
    assert event.entries.first().player.name in text
