"""An evening of Go by McMahon: seats are called Black and White everywhere, and points say what they are made of."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from django.urls import reverse
from django.utils import translation

from tests.tournaments import make
from tests.tournaments.events.test_other_games import made_from
from tests.tournaments.worlds import world
from tournaments.jobs.standings import compute_standings
from tournaments.models import Player, ReportRule, Table
from tournaments.selectors import labels
from tournaments.services.results import results

pytestmark = pytest.mark.django_db

GO = {"game": "go", "system": "swiss", "table_size": 2, "pairing_options": {"mcmahon": True, "mcmahon_floor": 1600}}


@world
def evening(boss):
    """Six players, 100 rating points apart; at table 1 of round 1 Black has won."""
    made = make.tournament(6, slug="go", rounds_planned=3, **GO)
    for entry in made.entries.select_related("player"):
        entry.player.rating = 2300 - 100 * entry.number
        entry.player.save()
    round_ = make.published(made, boss)
    results.enter(round_.tables.get(number=1).pk, by=boss, points=make.points("1", "0"))
    compute_standings(made.pk)
    return made


def signs(client, address, language):
    """The letters of the small signs before names on a page."""
    html = client.get(address, headers={"accept-language": language}).content.decode()
    return set(re.findall(r'<i class="?n"? aria-hidden="?true"?>([^<]*)</i>', html))


ADDRESSES = ["/t/go/", "/t/go/rounds/1/", "/t/go/board/", "/t/go/mine/1/", "/t/go/players/1/", "/t/go/standings/"]


class TestSeatsAreCalledByTheirNames:
    @pytest.mark.parametrize(("language", "short"), [("en", "BW"), ("de", "SW"), ("nl", "ZW"), ("fr", "NB")])
    def test_on_every_page_with_tables(self, client, evening, language, short):
        for address in ADDRESSES:
            assert signs(client, address, language) == set(short), address

    def test_in_the_panel_of_a_player(self, client, evening):
        panel = reverse("panel", args=["go", 1])
        html = client.get(panel, headers={"accept-language": "de"}).content.decode()
        assert "Schwarz" in html and set(re.findall(r"<i class=n aria-hidden=true>(.)</i>", html)) == {"S", "W"}

    def test_winds_have_theirs_and_names_that_begin_alike_have_numbers(self):
        assert labels.initials(("East", "South", "West", "North")) == ("E", "S", "W", "N")
        assert labels.initials(("Bank", "Black")) == labels.initials(("<b>", "White")) == ()
        with translation.override("en"):
            assert labels.seat(("Bank", "Black"), 2, "en") == ("n", "2", "Black")
            assert labels.seat((), 2, "en") == ("n", "2", "Seat 2")


def test_who_had_the_first_seat_is_said_to_have_had_black(client, boss, words):
    made = make.tournament(6, slug="go", rounds_planned=3, **GO)
    first = make.published(made, boss)
    make.play(first, boss, ("1", "0"))
    black = {seat.entry.number for table in first.tables.all() for seat in table.seats.filter(position=1)}
    second = make.published(made, boss)
    said = 0
    for number in range(1, 7):
        page = words(client.get(f"/t/go/players/{number}/"))
        for who, colour in re.findall(r"(\d): ([wb])", page[page.index("Colours so far") :][:40]):
            assert (colour == "b") is (int(who) in black), page
            said += 1
    assert said >= 6 and second.number == 2
    page = words(client.get("/t/go/players/1/", headers={"accept-language": "fr"}))
    first = re.search(r"Couleurs jusqu’ici\s: .*?(\d)\)?: ([a-z])", page)
    assert first and first[2] == ("n" if int(first[1]) in black else "b"), page


class TestFidesPerformanceIsOfChess:
    def panel(self, client, words, slug):
        return words(client.get(reverse("panel", args=[slug, 1])))

    def test_go_has_the_average_of_the_opponents_alone(self, client, boss, evening, words):
        page = self.panel(client, words, "go")
        assert "Average opponent" in page and "Performance" not in page and "FIDE" not in page

    def test_chess_has_it(self, client, boss, words):
        made = made_from("chess", boss, players=4)
        make.play(make.published(made, boss), boss, ("1", "0"))
        compute_standings(made.pk)
        page = self.panel(client, words, made.slug)
        assert "Average opponent" in page and "Performance" in page and "FIDE" in page


class TestReports:
    def test_the_desk_offers_no_moves_of_a_game_that_nobody_follows(self, signed_in, boss, evening, words):
        page = signed_in(boss).get(reverse("admin:tournaments_report_rule", args=[evening.pk]))
        assert "Can players report results?" in words(page) and 'name="moves"' not in page.content.decode()
        other = signed_in(boss).get(reverse("admin:tournaments_report_rule", args=[make.duel().pk]))
        assert 'name="moves"' in other.content.decode()

    def test_the_rule_is_kept_without_them(self, signed_in, boss, evening):
        address = reverse("admin:tournaments_report_rule", args=[evening.pk])
        signed_in(boss).post(address, {"mode": "ask", "minutes": "7", "moves": "on"})
        rule = ReportRule.objects.get(tournament=evening)
        assert (rule.mode, rule.minutes, rule.moves) == ("ask", 7, False)


class TestPointsSayWhatTheyAreMadeOf:
    def test_on_phones_the_players_page_the_panel_and_my_table(self, client, evening, words):
        won = Table.objects.get(round__tournament=evening, number=1).seats.get(position=1).entry.number
        panel = reverse("panel", args=["go", won])
        for address in ("/t/go/standings/", f"/t/go/mine/{won}/", f"/t/go/players/{won}/", panel):
            assert "Start 3 + rounds 1" in words(client.get(address)), address

    def test_the_start_alone_before_the_first_result(self, client, evening, words):
        page = words(client.get("/t/go/mine/6/"))
        assert "<p class=start>Start 1</p>" in page

    def test_below_the_square(self, client, evening):
        page = client.get("/t/go/crosstable/square/").content.decode()
        assert "Points also count starting scores, byes and penalties." in page

    def test_nowhere_without_starting_scores(self, client, boss, words):
        made = made_from("chess", boss, players=4)
        make.play(make.published(made, boss), boss, ("1", "0"))
        compute_standings(made.pk)
        for address in (f"/t/{made.slug}/standings/", f"/t/{made.slug}/mine/1/", f"/t/{made.slug}/players/1/"):
            assert "Start " not in words(client.get(address))


class TestTheBarOnAbout:
    def bar(self, client, words):
        page = words(client.get("/t/go/about/"))
        found = re.search(r"<dt>Bar</dt><dd>(\d+)", page)
        return found and int(found[1])

    def test_it_follows_from_the_ratings(self, client, boss, words, django_assert_max_num_queries):
        made = make.tournament(6, slug="go", rounds_planned=3, **GO)
        for entry in made.entries.select_related("player"):
            Player.objects.filter(pk=entry.player_id).update(rating=2300 - 100 * entry.number)
        # three rounds: the fourth of them, 2300 - 400
        with django_assert_max_num_queries(12):
            assert self.bar(client, words) == 1900

    def test_one_that_was_set_is_said(self, client, boss, words):
        options = {**GO["pairing_options"], "mcmahon_bar": 2050}
        make.tournament(6, slug="go", rounds_planned=3, **{**GO, "pairing_options": options})
        assert self.bar(client, words) == 2050

    def test_nothing_is_said_where_ratings_changed_after_the_starts_were_written(
        self, client, signed_in, boss, evening, words
    ):
        assert self.bar(client, words) == 1900
        fourth = evening.entries.get(number=4)
        form = {"name": fourth.player.name, "rating": "2250"}
        signed_in(boss).post(reverse("admin:tournaments_person", args=[evening.pk, fourth.pk]), form)
        assert self.bar(client, words) is None


def test_a_penalty_is_no_part_of_what_the_rounds_brought(client, boss, evening, words):
    results.give_penalty(
        evening.pk, by=boss, to=evening.entries.get(number=1), round=1, points=Fraction(1, 2), reason="came late"
    )
    compute_standings(evening.pk)
    for address in ("/t/go/mine/1/", "/t/go/players/1/", "/t/go/standings/"):
        page = words(client.get(address))
        assert re.search(r"Start \d \+ rounds [01] − penalty ½", page), address
    page = words(client.get("/t/go/mine/1/", headers={"accept-language": "de"}))
    assert "− Strafe ½" in page
