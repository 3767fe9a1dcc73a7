"""Games are found: from results, tables, players, the crosstable, my table, a list to choose from, the first page and
the wall."""

from __future__ import annotations

import re

import pytest
from django.db import IntegrityError, transaction
from django.db.models import F
from django.urls import reverse

from tests.tournaments import make
from tests.tournaments.games.conftest import WHOLE, golden, hand_in, table_for
from tests.tournaments.games.test_films import at
from tests.tournaments.public.reading import Page
from tests.tournaments.worlds import world
from tournaments.jobs.game_records import count_figures
from tournaments.jobs.standings import compute_standings
from tournaments.models import GameRecord, LogEntry, Player, Round, Table, Tournament
from tournaments.services.games import live_games

pytestmark = pytest.mark.django_db


@world
def table(boss):
    record = golden(WHOLE["quarto"][0])
    made = table_for(record, boss, 2)
    hand_in(made, boss, record)
    compute_standings(made.round.tournament_id)
    return made


def links(client, where):
    answer = client.get(where)
    assert answer.status_code == 200, where
    return re.findall(r'<a [^>]*href="([^"]+)"', answer.content.decode().replace("&amp;", "&"))


def test_tables_results_players_crosstable_and_my_table_lead_to_the_game(client, table):
    slug, game = table.round.tournament.slug, at(table, "table")
    number = table.seats.get(position=2).entry.number
    for where in (
        f"/t/{slug}/rounds/1/",
        f"/t/{slug}/rounds/1/?by=name",
        f"/t/{slug}/",
        f"/t/{slug}/crosstable/square/",
        f"/t/{slug}/crosstable/1/",
        f"/t/{slug}/games/",
    ):
        assert game in links(client, where), where
    # a result leads to the game as seen from that seat; one's own pages from one's own
    assert {f"{game}?seat=1", f"{game}?seat=2"} <= set(links(client, f"/t/{slug}/rounds/1/"))
    for where in (f"/t/{slug}/players/{number}/", f"/t/{slug}/mine/{number}/"):
        assert f"{game}?seat=2" in links(client, where), where
    assert f"{game}?seat=2&lang=nl" in links(client, f"/t/{slug}/mine/{number}/?lang=nl")


def test_the_points_of_a_round_in_the_standings_lead_to_the_game_from_that_seat(client, table):
    slug, game = table.round.tournament.slug, at(table, "table")
    for where in (f"/t/{slug}/standings/", f"/t/{slug}/"):
        assert {f"{game}?seat=1", f"{game}?seat=2"} <= set(links(client, where)), where
    assert f"{game}?seat=1&lang=nl" in links(client, f"/t/{slug}/standings/?lang=nl")
    html = client.get(f"/t/{slug}/standings/").content.decode()
    other = Table.objects.filter(round=table.round).exclude(pk=table.pk).get()
    assert at(other, "table") not in html


def test_a_table_without_a_game_leads_nowhere(client, table):
    other = Table.objects.filter(round=table.round).exclude(pk=table.pk).get()
    slug = table.round.tournament.slug
    for where in (f"/t/{slug}/rounds/1/", f"/t/{slug}/crosstable/square/", f"/t/{slug}/games/"):
        assert not [link for link in links(client, where) if link.startswith(at(other, "table"))]


def test_the_tab_is_there_as_soon_as_there_is_a_game(client, table, boss):
    slug = table.round.tournament.slug
    number = table.seats.get(position=1).entry.number
    for where in ("", "standings/", "about/", "find/", f"mine/{number}/"):
        assert reverse("games", args=[slug]) in links(client, f"/t/{slug}/{where}"), where
    empty = make.duel(4, slug="empty")
    make.published(empty, boss)
    assert reverse("games", args=["empty"]) not in links(client, "/t/empty/")
    assert "No game has been recorded yet" in client.get("/t/empty/games/").content.decode()


class TestList:
    def shown(self, client, table, **query):
        page = client.get(reverse("games", args=[table.round.tournament.slug]), query)
        assert page.status_code == 200 and Page(page.content.decode()).faults == []
        return at(table, "table") in page.content.decode()

    def test_it_is_chosen_by_player_round_result_and_length(self, client, table):
        inside = table.seats.get(position=1).entry.number
        outside = table.round.tournament.entries.exclude(seats__table=table).first().number
        assert self.shown(client, table, player=inside) and not self.shown(client, table, player=outside)
        assert self.shown(client, table, round=1) and not self.shown(client, table, round=2)
        assert self.shown(client, table, result="decided") and not self.shown(client, table, result="drawn")
        assert self.shown(client, table, length="short") and not self.shown(client, table, length="long")
        assert self.shown(client, table, player="x" * 300, round="-1", result="nonsense", length="nonsense")

    def test_each_choice_has_a_tag_of_its_own_and_nothing_is_asked_twice(self, client, table):
        where = reverse("games", args=[table.round.tournament.slug])
        first = client.get(where, {"round": 1})
        assert client.get(where, {"round": 1}, headers={"if-none-match": first["ETag"]}).status_code == 304
        assert client.get(where, {"round": 2}, headers={"if-none-match": first["ETag"]}).status_code == 200

    def test_its_queries_are_the_same_for_any_number_of_games(self, client, boss, django_assert_max_num_queries):
        record = golden(WHOLE["quarto"][0])
        evening = make.duel(12, rounds_planned=11)
        round_ = make.published(evening, boss)
        for table in Table.objects.filter(round=round_):
            hand_in(table, boss, record)
            with django_assert_max_num_queries(10):
                client.get(reverse("games", args=[evening.slug]))

    def test_hidden_names_are_hidden_in_list_choice_and_figures(self, client, table):
        hidden = Player.objects.filter(entries__seats__table=table).first()
        Player.objects.filter(pk=hidden.pk).update(name="Qvintøx Wendelmoet", name_shown="number")
        slug = table.round.tournament.slug
        for where in ("games/", "games/figures/", ""):
            assert "Qvint" not in client.get(f"/t/{slug}/{where}").content.decode(), where

    def test_a_game_of_a_draft_is_not_there(self, client, table):
        slug = table.round.tournament.slug
        Round.objects.update(state="draft")
        assert at(table, "table") not in client.get(f"/t/{slug}/games/").content.decode()


class TestChosen:
    """The game that stands first: the furthest that is being entered, or the one that an arbiter chose."""

    @pytest.fixture
    def two(self, boss, table):
        """A proven game, and one beside it that is being entered."""
        other = Table.objects.filter(round=table.round).exclude(pk=table.pk).get()
        live = live_games.begin(other.pk, by=boss, setup={})
        live_games.enter(live.pk, by=boss, after=0, text="give LRTF")
        return table, other

    @staticmethod
    def first(client, table):
        html = client.get(f"/t/{table.round.tournament.slug}/").content.decode()
        return re.search(r'<a class="featured-board" href="([^"?]+)', html)[1]

    @staticmethod
    def desk(table):
        return reverse("admin:tournaments_game", args=[table.round.tournament_id, table.pk])

    def test_an_arbiter_chooses_and_lets_the_program_choose_again(self, client, boss, two, signed_in):
        proven, entered = two
        assert self.first(client, proven) == at(entered, "table")
        desk = signed_in(boss)
        assert "Show this game first" in desk.get(self.desk(proven)).content.decode()
        assert desk.post(self.desk(proven), {"what": "feature"}).status_code == 302
        assert self.first(client, proven) == at(proven, "table")
        assert "the newest game" not in client.get(f"/t/{proven.round.tournament.slug}/").content.decode()
        line = LogEntry.objects.filter(kind="table", table_id=proven.pk, action="update").latest("id")
        assert (line.actor_id, line.new) == (boss.pk, {"featured": True})
        # another choice takes its place
        desk.post(self.desk(entered), {"what": "feature"})
        assert list(Table.objects.filter(featured=True)) == [entered]
        desk.post(self.desk(entered), {"what": "unfeature"})
        assert self.first(client, proven) == at(entered, "table") and not Table.objects.filter(featured=True)

    def test_programs_choose_too_and_helpers_do_not(self, client, boss, two):
        proven, entered = two
        slug = proven.round.tournament.slug
        where = f"/api/v1/tournaments/{slug}/rounds/1/tables/{proven.number}/featured/"
        client.force_login(make.arbiter(proven.round.tournament, role="helper"))
        assert client.put(where).status_code == 403
        client.force_login(boss)
        assert client.put(where).status_code == 204 and self.first(client, proven) == at(proven, "table")
        assert client.delete(where).status_code == 204 and self.first(client, proven) == at(entered, "table")

    def test_the_database_holds_one_choice_a_round(self, two):
        proven, entered = two
        Table.objects.filter(pk=proven.pk).update(featured=True)
        with pytest.raises(IntegrityError), transaction.atomic():
            Table.objects.filter(pk=entered.pk).update(featured=True)


class TestForPrograms:
    """All games of an event, to take home."""

    def test_the_tab_leads_to_all_games_as_text_and_as_json(self, client, table):
        slug = table.round.tournament.slug
        offered = links(client, f"/t/{slug}/games/")
        assert reverse("games_text", args=[slug]) in offered
        assert client.get(reverse("api:event_games", args=[slug])).status_code == 200
        assert reverse("api:event_games", args=[slug]) in offered

    def test_the_answer_holds_seats_points_and_moves_and_nobodys_name(self, client, table):
        record = golden(WHOLE["quarto"][0])
        slug = table.round.tournament.slug
        answer = client.get(reverse("api:event_games", args=[slug]))
        game = answer.json()["results"][0]
        assert game["moves"] == record["moves"] and game["plies"] == len(record["moves"])
        assert (game["round"], game["table"], game["live"]) == (1, table.number, False)
        assert [seat["points"] for seat in game["seats"]] == ["1", "0"]
        for player in Player.objects.filter(entries__tournament__slug=slug):
            assert player.name not in answer.content.decode()

    def test_of_a_game_that_goes_on_there_are_no_moves(self, client, boss, table):
        other = Table.objects.filter(round=table.round).exclude(pk=table.pk).get()
        live = live_games.begin(other.pk, by=boss, setup={})
        live_games.enter(live.pk, by=boss, after=0, text="give LRTF")
        first = client.get(reverse("api:event_games", args=[table.round.tournament.slug])).json()["results"][0]
        assert (first["live"], first["moves"], first["setup"], first["plies"]) == (True, None, None, 1)


class TestFigures:
    def test_points_by_colour_who_went_out_first_and_captures_are_counted(self, client, boss):
        record = golden(WHOLE["quatro-chess"][0])
        table = table_for(record, boss, 4)
        made = hand_in(table, boss, record)
        colours = made.answer["result"]["colours"]
        page = Page(client.get(reverse("game_figures", args=[table.round.tournament.slug])).content.decode())
        assert page.faults == []
        for name, colour in colours.items():
            assert f"{name.capitalize()} {colour['points']}" in page.text or colour["points"] in page.text
        first = next(name for name, colour in colours.items() if colour["place"] == 4)
        assert re.search(rf"{first.capitalize()}\s*1", page.text)
        assert "The longest has 426 moves" in page.text
        assert "Pieces taken in a game, on average:" in page.text
        assert at(table, "table") in links(client, reverse("game_figures", args=[table.round.tournament.slug]))

    def test_a_club_has_the_figures_of_its_public_events(self, client, table):
        club = table.round.tournament.club
        page = client.get(reverse("club_figures", args=[club.slug]))
        assert "1 proven game." in page.content.decode() and Page(page.content.decode()).faults == []
        Tournament.objects.update(published=False)
        assert "1 proven game." not in client.get(reverse("club_figures", args=[club.slug])).content.decode()
        assert client.get(reverse("club_figures", args=["none"])).status_code == 404

    def test_every_game_counts_and_older_records_are_counted_by_the_worker(self, client, boss, table):
        slug = table.round.tournament.slug
        kept = GameRecord.objects.get(table=table)
        assert kept.figures["plies"] == kept.answer["plies"] and kept.figures["points"] == ["1", "0"]
        copies = [
            GameRecord(table=other, text=kept.text, state="agrees", answer=kept.answer, points=kept.points)
            for other in self.more_tables(table, 120)
        ]
        GameRecord.objects.bulk_create(copies)
        figures = reverse("game_figures", args=[slug])
        assert "1 proven game. 120 older ones are still being counted." in self.state(client, figures)
        assert [count_figures() for _run in range(4)] == [50, 50, 20, 0]
        Tournament.objects.update(version=F("version") + 1)
        assert "121 proven games." in self.state(client, figures)
        assert "still being counted" not in self.state(client, figures)
        # a record that does not replay is looked at once
        GameRecord.objects.filter(pk=copies[0].pk).update(figures=None, text="{}")
        assert [count_figures() for _run in range(2)] == [1, 0]
        Tournament.objects.update(version=F("version") + 1)
        assert "120 proven games." in self.state(client, figures)

    @staticmethod
    def state(client, where):
        return " ".join(re.search(r'<p class="state">(.*?)<a ', client.get(where).content.decode(), re.S)[1].split())

    @staticmethod
    def more_tables(table, count):
        number = table.round.tables.count()
        return Table.objects.bulk_create(Table(round=table.round, number=number + more) for more in range(1, count + 1))

    def test_an_event_costs_the_same_queries_whatever_its_games(self, client, boss, django_assert_max_num_queries):
        record = golden(WHOLE["quarto"][0])
        evening = make.duel(6, rounds_planned=5)
        for table in Table.objects.filter(round=make.published(evening, boss)):
            hand_in(table, boss, record)
            with django_assert_max_num_queries(7):
                client.get(reverse("game_figures", args=[evening.slug]))


class TestFeatured:
    def test_the_first_page_shows_the_live_game_else_the_newest(self, client, table, boss):
        slug = table.round.tournament.slug
        other = Table.objects.filter(round=table.round).exclude(pk=table.pk).get()

        def board():
            return re.search(
                r'class="featured-board"[^>]*data-film="([^"]+)"', client.get(f"/t/{slug}/").content.decode()
            )

        assert board()[1] == at(table)
        live_games.begin(other.pk, by=boss)
        assert board()[1] == at(other)

    def test_the_wall_shows_the_game_that_is_being_entered(self, client, table, boss):
        slug = table.round.tournament.slug
        other = Table.objects.filter(round=table.round).exclude(pk=table.pk).get()
        assert "diagram/" not in client.get(f"/t/{slug}/board/").content.decode()
        row = live_games.begin(other.pk, by=boss)
        live_games.enter(row.pk, by=boss, after=0, text="give LRTF")
        assert f'src="{at(other, "table_diagram", ply=1)}' in client.get(f"/t/{slug}/board/").content.decode()

    def test_no_hand_of_kwartet_is_on_the_first_page_or_the_wall(self, client, boss):
        record = golden(WHOLE["kwartet"][0])
        table = table_for(record, boss, 4)
        live_games.begin(table.pk, by=boss, setup=record["setup"])
        slug = table.round.tournament.slug
        for where in (f"/t/{slug}/", f"/t/{slug}/board/", at(table), at(table, "table_diagram", ply=0)):
            body = client.get(where).content.decode()
            assert not re.findall(r"\b[A-F][1-4]\b", body), where


def test_only_filters_that_change_something_are_shown(client, table):
    where = f"/t/{table.round.tournament.slug}/games/"
    assert "<select" not in client.get(where).content.decode(), "there is one game"
    chosen = client.get(f"{where}?round=9").content.decode()
    assert chosen.count("<select") == 1 and '<select name="round">' in chosen, "a choice can be taken back"
