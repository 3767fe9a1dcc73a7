"""Other games at the club's tables: a card each, results as they are typed, and what they bring, at every entrance."""

from __future__ import annotations

import re
from datetime import date
from fractions import Fraction

import pytest
from django.db.models import F
from django.urls import reverse
from django.utils import translation

from games.core import registry
from games.core.errors import ImpossiblePoints
from tests.tournaments import make
from tests.tournaments.printing.test_documents import pdf
from tests.tournaments.printing.test_documents import words as words_of
from tests.tournaments.worlds import world
from tournaments.domain.setup import clock_of
from tournaments.forms.points import PointsForm
from tournaments.imports.points import NotTyped, read_number, read_typed
from tournaments.jobs.standings import compute_standings
from tournaments.models import Clock, PersonPage, ReportRule, Result, Table, TableReport, Tournament
from tournaments.selectors.hall.glass import glass_of
from tournaments.services.events.presets import OTHER_GAMES, PRESETS, create
from tournaments.services.games import clock
from tournaments.services.lists import lists
from tournaments.services.results import results
from tournaments.services.results.report_links import table_token
from tournaments.services.rounds import rounds

pytestmark = pytest.mark.django_db


def made_from(key, boss, players=0):
    """The event of a game's card, as it stands there, with players."""
    card = OTHER_GAMES[key]
    (event,) = create(
        card, by=boss, name="Evening", starts=date(2026, 12, 4), game=key, rounds=card.rounds, published=True
    )
    make.enter(event, players, key)
    return event


class TestCards:
    @pytest.mark.parametrize("key", registry.declared_keys())
    def test_each_game_has_one_and_its_event_can_be_paired(self, boss, key):
        event = made_from(key, boss, players=14 if registry.game_of(key).info.seats[0] < 4 else 16)
        usual = registry.game_of(key).declaration.usual
        made = {"system": event.system, "table_size": event.table_size, "rounds": event.rounds_planned}
        assert event.game == key and (made | {"tie_breaks": event.scoring["tie_breaks"]}).items() <= usual.items()
        assert make.draft(event, boss).number == 1

    def test_the_four_come_first_and_the_others_below_a_heading(self, words, desk):
        page = words(desk.get(reverse("admin:tournaments_new")))
        first, heading = page.index(str(PRESETS["club-evening"].name)), page.index("Other games")
        assert first < heading < page.index("Catan")
        text = page.replace("\xa0", " ")
        assert "uma +15, +5, −5, −15 is added" in text
        draw = "A draw brings 1 to each who is still in the game."
        assert f"5, 0, 0, 0 · 1, 1, 1, 1 · 1, 1, 1, 0 · 1, 1, 0, 0. {draw}" in text

    def test_from_the_card_to_the_event_on_one_page(self, words, desk):
        address = reverse("admin:tournaments_new_preset", args=["riichi"])
        page = desk.get(address)
        assert "A round takes about 90 minutes." in words(page)
        fields = {name: str(page.context["form"].initial.get(name)) for name in ("name", "starts", "rounds", "game")}
        done = desk.post(address, fields | {"published": "on"}, follow=True)
        assert "Riichi mahjong" in words(done)
        assert Tournament.objects.get().game == "riichi"

    def test_no_two_cards_say_the_same(self):
        said = {key: str(card.about) for key, card in OTHER_GAMES.items()}
        assert len(set(said.values())) == len(said)
        assert "oka 20" in said["riichi-oka"] and "oka" not in said["riichi"]

    def test_the_numbers_of_a_skat_list_are_named_on_its_card_and_its_page(self, client, words):
        assert "Game points, Won, Lost" in str(OTHER_GAMES["skat"].about)
        page = words(client.get(reverse("rules", args=["skat"]), headers={"accept-language": "de"}))
        assert "Spielpunkte, Gewonnen, Verloren" in page
        page = words(client.get(reverse("rules", args=["skat"])))
        for said in ("Won: each counts 50.", "Lost of others at a table of 3: each counts 40.", "together at most 48."):
            assert said in page

    @pytest.mark.parametrize("key", registry.declared_keys())
    def test_a_source_is_a_title_and_no_sentence(self, key):
        """The rest stands on the card and the page, in the reader's language."""
        declared = registry.game_of(key).declaration
        for source in (declared.source, declared.usual["source"]):
            assert ":" not in source and not re.search(r"\b(a|the|of four|rounds|points|and)\b", source), source

    def test_a_card_is_named_in_the_readers_language(self):
        with translation.override("de"):
            assert str(OTHER_GAMES["ticket-to-ride"].name) == "Zug um Zug"


class TestTyping:
    @pytest.mark.parametrize(
        ("text", "number"),
        [
            ("41200", "41200"), ("41.200", "41200"), ("41 200", "41200"), ("41,200", "41200"), ("-3400", "-3400"),
            ("−3.400", "-3400"), ("+12", "12"), ("0", "0"), ("3½", "7/2"),
        ],
    )  # fmt: skip
    def test_whole_scores_as_people_write_them(self, text, number):
        assert read_number(text, whole=True) == Fraction(number)

    def test_a_zero_in_front_is_no_thousand(self):
        assert read_number("0.500", whole=True) == Fraction(1, 2)

    def test_where_tenths_are_possible_a_point_is_a_point(self):
        assert read_number("41.2", whole=False) == Fraction("41.2")

    @pytest.mark.parametrize("text", ["", "abc", "1 2", "--3", "1e5", "٣", "1.234,567"])
    def test_anything_else_is_none(self, text):
        with pytest.raises(ValueError):
            read_number(text, whole=True)

    def test_three_numbers_of_a_skat_list_are_one_score(self):
        skat = registry.game_of("skat")
        assert read_typed(skat, ["1000 10 1", "800/8/2", "600 9 0"]) == [1530, 1140, 1170]
        assert read_typed(skat, ["1530", "1140", "1170"]) == [1530, 1140, 1170]
        with pytest.raises(NotTyped) as error:
            read_typed(skat, ["1000 10 1", "1140 2", "600 9 0"])
        assert (error.value.seat, error.value.numbers) == (2, 3)
        with pytest.raises(ImpossiblePoints):
            read_typed(skat, ["1000 10 1", "1140", "600 9 0"])

    def test_a_form_says_what_to_type(self, boss):
        event = made_from("skat", boss)
        form = PointsForm(3, {"points1": "1 2", "points2": "1", "points3": "1"}, tournament=event)
        assert not form.is_valid() and "Game points, Won, Lost" in str(form.errors)


@world
def riichi(boss):
    event = made_from("riichi", boss, players=4)
    return event, make.published(event, boss).tables.get()


RIGHT = {"points1": "41.200", "points2": "30100", "points3": "28700", "points4": "20000"}
ODD = {"points1": "160000", "points2": "20000", "points3": "-20000", "points4": "-40000"}
TAKEN = [Fraction(text) for text in ("131/5", "51/10", "-63/10", "-25")]


class TestTheDesk:
    def post(self, client, riichi, data, **more):
        _event, table = riichi
        address = reverse("admin:tournaments_result", args=[table.round.tournament_id, table.pk])
        return client.post(address, data, **more)

    def test_scores_are_kept_and_their_points_count(self, words, desk, riichi):
        event, _table = riichi
        page = words(self.post(desk, riichi, RIGHT, follow=True))
        result = Result.objects.get()
        assert list(result.points) == TAKEN and list(result.game_points) == [41200, 30100, 28700, 20000]
        assert "26.2" in page and "−25" in page
        public = desk.get(reverse("round", args=[event.slug, 1])).content.decode()
        assert "<small class=sc>41,200</small><b class=t>26.2</b>" in public

    def test_in_the_quick_line_too(self, desk, riichi):
        event, table = riichi
        address = reverse("admin:tournaments_quick", args=[event.pk, 1])
        desk.post(address, {"keys": f"{table.number}:41200 30100 28700 20000"})
        assert list(Result.objects.get().points) == TAKEN

    def test_a_wrong_total_is_refused_beside_the_fields(self, words, desk, riichi):
        answer = self.post(desk, riichi, RIGHT | {"points4": "19000"})
        assert answer.status_code == 422 and not Result.objects.exists()
        assert "add up to 120,000; these make 119,000" in words(answer)

    def test_what_it_would_bring_is_answered_before_it_is_saved(self, desk, riichi):
        answer = self.post(desk, riichi, RIGHT | {"check": "1"}, headers={"Accept": "application/json"})
        assert answer.json()["state"] == "possible" and answer.json()["makes"] == ["26.2", "5.1", "−6.3", "−25.0"]
        assert not Result.objects.exists()

    def test_an_odd_one_is_asked_about_once(self, words, desk, riichi):
        asked = self.post(desk, riichi, ODD)
        assert asked.status_code == 422 and "Is that right?" in words(asked)
        self.post(desk, riichi, ODD | {"sure": "160000 20000 -20000 -40000"})
        assert Result.objects.get().game_points[3] == -40000

    def test_a_correction_comes_with_the_scores_in_the_fields(self, desk, riichi):
        html = self.post(desk, riichi, RIGHT, follow=True).content.decode()
        assert 'value="41200"' in html and 'inputmode="text"' in html


class TestTheQuickLine:
    def table(self, boss, key, players):
        event = made_from(key, boss, players=players)
        round_ = make.published(event, boss)
        return event, Table.objects.filter(round=round_).order_by("number").first()

    def type(self, client, event, table, keys, **more):
        address = reverse("admin:tournaments_quick", args=[event.pk, 1])
        return client.post(address, {"keys": f"{table.number}:{keys}", **more})

    @pytest.mark.parametrize(
        ("key", "players", "drawn"),
        [("commander", 4, ["1"] * 4), ("commander", 3, ["1"] * 3), ("draughts", 2, ["1"] * 2), ("go", 2, ["1/2"] * 2)],
    )
    def test_one_sign_is_a_draw_by_the_rule_of_the_game(self, desk, boss, key, players, drawn):
        event, table = self.table(boss, key, players)
        page = desk.get(reverse("admin:tournaments_desk", args=[event.pk])).content.decode()
        assert "= is a draw." in page
        assert self.type(desk, event, table, "=").status_code == 302
        assert [str(value) for value in Result.objects.get().points] == drawn

    @pytest.mark.parametrize(("key", "players"), [("catan", 4), ("doppelkopf", 4), ("carcassonne", 2)])
    def test_where_scores_tell_it_is_none(self, desk, boss, key, players):
        event, table = self.table(boss, key, players)
        assert self.type(desk, event, table, "=").status_code == 422
        assert not Result.objects.exists()

    @pytest.mark.parametrize(("keys", "count"), [("10 9 8 7", 4), ("10 9", 2)])
    def test_a_line_for_another_number_of_seats_is_named(self, words, desk, boss, keys, count):
        event, table = self.table(boss, "catan", 3)
        answer = self.type(desk, event, table, keys)
        assert answer.status_code == 422
        assert f"Table 1 has 3 seats, but {count} numbers were typed." in words(answer)

    def test_each_size_of_a_table_has_its_example(self, desk, boss):
        event, _table = self.table(boss, "catan", 7)
        page = desk.get(reverse("admin:tournaments_desk", args=[event.pk])).content.decode()
        assert 'data-example3="10 8 6"' in page and 'data-example4="10 8 6 4"' in page

    def test_the_hint_is_of_the_first_table_without_a_result(self, desk, boss):
        event, _table = self.table(boss, "catan", 7)
        address = reverse("admin:tournaments_desk", args=[event.pk])
        for table in event.rounds.get().tables.order_by("number"):
            typed = ["10", "8", "6", "4"][: table.seats.count()]
            page = desk.get(address).content.decode()
            assert f'placeholder="{" ".join(typed)}"' in page and f"then Enter: {' '.join(typed)}." in page
            assert self.type(desk, event, table, " ".join(typed)).status_code == 302

    @pytest.mark.parametrize(("key", "told"), [("catan", True), ("riichi", True), ("doppelkopf", False), ("go", False)])
    def test_what_a_result_brings_is_told_where_it_is_another_number(self, desk, boss, key, told):
        event, _table = self.table(boss, key, 4)
        page = desk.get(reverse("admin:tournaments_desk", args=[event.pk])).content.decode()
        assert ("data-brings" in page) == told

    def test_what_is_odd_and_cannot_be_is_refused_at_once(self, words, desk, boss):
        event, table = self.table(boss, "doppelkopf", 4)
        answer = self.type(desk, event, table, "150 0 0 0")
        assert "these make 150" in words(answer) and "Is that right?" not in words(answer)


class TestClocksMadeOtherwise:
    @pytest.mark.parametrize(
        ("key", "time"), [("catan", "1:30:00"), ("commander", "1:25:00"), ("doppelkopf", "1:40:00")]
    )
    def test_it_is_set_to_the_usual_length_of_the_game(self, desk, boss, key, time):
        event = made_from(key, boss, players=4)
        page = desk.get(reverse("admin:tournaments_desk", args=[event.pk])).content.decode()
        assert f"stopped at {time}" in page
        clock.start(event.pk, by=boss)
        assert Clock.objects.get().seconds == registry.game_of(key).declaration.minutes * 60

    def test_the_usual_length_is_no_more_than_a_proposal(self, boss):
        event = made_from("catan", boss, players=4)
        clock.set_up(event.pk, by=boss, kind="round", seconds=1200)
        assert clock_of(event).seconds == 1200
        assert clock_of(make.tournament(4)).seconds == 3600


class TestPaper:
    @pytest.mark.parametrize(("key", "asked"), [("catan", "Score"), ("doppelkopf", "Score"), ("commander", "Points")])
    def test_a_slip_asks_for_what_is_typed(self, boss, key, asked):
        event = made_from(key, boss, players=4)
        make.published(event, boss)
        paper = words_of(pdf(event, "slips", 1))
        assert asked in paper and ({"Score", "Points"} - {asked}).pop() not in paper

    @pytest.mark.parametrize("key", registry.declared_keys())
    def test_a_score_sheet_speaks_of_no_moves(self, boss, key):
        event = made_from(key, boss, players=4)
        paper = words_of(pdf(event, "scoresheet"))
        assert "notation" not in paper and "One line holds one deal or one turn." in paper


class TestThePhone:
    def slip(self, table, position):
        return reverse("report_seat", args=[table_token(table.round.tournament.report_rule, table.pk), position])

    @pytest.fixture
    def table(self, riichi):
        event, table = riichi
        ReportRule.objects.create(tournament=event, mode="accept", minutes=10)
        return Table.objects.select_related("round__tournament").get(pk=table.pk)

    def test_points_are_shown_before_and_after_they_are_reported(self, client, words, table):
        here = self.slip(table, 1)
        page = words(client.get(here))
        assert "such as 33000 31000 29000 27000" in page and "Show the points first" in page
        looked = words(client.post(here, {"what": "weigh", **RIGHT}))
        assert "<b>26.2</b>" in looked and "<b>−25.0</b>" in looked and 'value="41.200"' in looked
        assert not TableReport.objects.exists()
        assert client.post(here, {"what": "report", **RIGHT}).status_code == 303
        assert "<b>41,200</b> <small>brings 26.2</small>" in words(client.get(self.slip(table, 2)))

    def test_a_wrong_total_is_refused_and_stays_in_the_fields(self, client, words, table):
        answer = client.post(self.slip(table, 1), {"what": "report", **RIGHT, "points4": "2000"})
        assert answer.status_code == 422 and "these make 102,000" in words(answer) and 'value="2000"' in words(answer)

    def test_an_odd_one_is_asked_about(self, client, words, table):
        assert "Is that right?" in words(client.post(self.slip(table, 1), {"what": "weigh", **ODD}))


class TestLists:
    def waiting(self, boss, riichi, last):
        event, table = riichi
        head = "Round;Table;Points 1;Points 2;Points 3;Points 4"
        content = f"{head}\n1;{table.number};90000;40000;-3400;{last}\n".encode()
        return lists.upload("results", event.pk, by=boss, filename="results.csv", content=content)

    def test_scores_come_from_a_list_and_the_preview_says_what_they_bring(self, boss, riichi):
        waiting = self.waiting(boss, riichi, -6600)
        (line,) = lists.preview(waiting).lines
        assert line.remarks == ["This brings: 75,\xa015,\xa0−38.4,\xa0−51.6"]
        lists.carry_out(waiting.pk, by=boss)
        assert list(Result.objects.get().game_points) == [90000, 40000, -3400, -6600]

    def test_a_wrong_total_is_refused_in_its_line(self, boss, riichi):
        assert "add up to 120,000" in lists.preview(self.waiting(boss, riichi, -6500)).lines[0].problems[0]


class TestTheApi:
    def test_scores_are_sent_as_they_are(self, desk, riichi):
        event, table = riichi
        address = reverse("api:result", args=[event.slug, 1, table.number])
        sent = {"points": ["90000", "40000", "-3400", "-6600"]}
        answer = desk.put(address, sent, content_type="application/json")
        assert answer.status_code in (200, 201), answer.content
        assert list(Result.objects.get().points) == [75, 15, Fraction("-38.4"), Fraction("-51.6")]


def test_a_page_has_one_style_of_numbers(boss, client, riichi):
    """29,500 and 20,000 bring a half, 41,700 and 28,800 bring tenths: all are written as decimals, on all pages."""
    event, table = riichi
    results.enter(table.pk, by=boss, points=make.points("41700", "29500", "28800", "20000"))
    compute_standings(event.pk)
    number = table.seats.get(position=2).entry.number
    for page, *more in (("round", 1), ("standings",), ("crosstable",), ("player", number), ("mine", number)):
        html = client.get(reverse(page, args=[event.slug, *more])).content.decode()
        html = html.replace("<dt>1 ½ 0</dt>", "")  # the crosstable's signs
        assert "4.5" in html and "½" not in html, page
    client.force_login(boss)
    html = client.get(reverse("admin:tournaments_desk_round", args=[event.pk, 1])).content.decode()
    assert "4.5" in html and "½" not in html
    assert "9/2" in str(client.get(f"/api/v1/tournaments/{event.slug}/standings/").json())


class TestSeatsByName:
    """East and its like are said wherever a seat is named, in the reader's language."""

    def test_at_the_sand_glass(self, riichi):
        event, table = riichi
        with translation.override("de"):
            assert [seat.looks[2] for seat in glass_of(event, table, "de").seats] == ["Ost", "Süd", "West", "Nord"]

    def test_in_the_api(self, client, riichi):
        event, table = riichi
        games = client.get("/api/v1/games/").json()["results"]
        named = {game["key"]: game["seat_names"] for game in games}
        assert named["riichi"] == ["East", "South", "West", "North"] and named["catan"] == []
        number = table.seats.get(position=2).entry.number
        own = client.get(f"/api/v1/tournaments/{event.slug}/players/{number}/").content.decode()
        assert '"South"' in own and "Seat 2" not in own

    def test_on_a_persons_page_and_in_the_figures_of_the_event(self, client, boss, words, riichi):
        event, table = riichi
        results.enter(table.pk, by=boss, points=make.points("41700", "29500", "28800", "20000"))
        compute_standings(event.pk)
        player = table.seats.get(position=2).entry.player
        PersonPage.objects.create(player=player)
        page = client.get(reverse("person", args=[player.pk]), headers={"accept-language": "de"})
        assert '<span class="v">Süd: </span>' in words(page) and "Platz 2" not in words(page)
        rounds.close(table.round_id, by=boss)
        Tournament.objects.filter(pk=event.pk).update(state=Tournament.State.FINISHED)
        page = words(client.get(reverse("tournament", args=[event.slug])))
        assert "Mean points by seat" in page and "Points by colour" not in page


def test_nothing_is_said_of_games_that_nobody_expects(client, boss, words, riichi):
    event, _table = riichi
    page = words(client.get(reverse("table", args=[event.slug, 1, 1])))
    assert "41,200" not in page and "No game of this table" not in page
    answer = client.get(f"/api/v1/tournaments/{event.slug}/rounds/1/tables/1/game/")
    assert answer.status_code == 404 and "has no engine here" in answer.content.decode()
    assert "Sizes that tables may have" not in words(client.get(reverse("about", args=[event.slug])))
    Tournament.objects.filter(pk=event.pk).update(pairing_options={"allowed_sizes": [3, 4]}, version=F("version") + 1)
    assert "Sizes that tables may have" in words(client.get(reverse("about", args=[event.slug])))


class TestTheClock:
    def form(self, client, key="riichi"):
        page = client.get(reverse("admin:tournaments_new_preset", args=[key]))
        fields = {name: str(page.context["form"].initial.get(name)) for name in ("name", "starts", "rounds", "game")}
        return page, fields

    def test_the_usual_length_stands_in_the_card_and_makes_the_clock(self, desk):
        page, fields = self.form(desk)
        assert page.context["form"].initial["minutes"] == 90 and 'name="minutes" value="90"' in page.content.decode()
        desk.post(reverse("admin:tournaments_new_preset", args=["riichi"]), fields | {"minutes": "75"})
        assert Clock.objects.get().seconds == 75 * 60 and not Clock.objects.get().running

    def test_an_empty_field_makes_none(self, desk):
        _page, fields = self.form(desk)
        desk.post(reverse("admin:tournaments_new_preset", args=["riichi"]), fields | {"minutes": ""})
        assert Tournament.objects.count() == 1 and not Clock.objects.exists()

    def test_a_card_without_a_usual_length_does_not_ask(self, desk):
        assert "minutes" not in self.form(desk, "club-evening")[0].context["form"].fields

    def test_a_program_gets_it_too(self, desk):
        made = desk.post("/api/v1/presets/riichi/", {"name": "One"}, content_type="application/json")
        assert made.status_code == 201 and Clock.objects.get().seconds == 90 * 60
        again = desk.post("/api/v1/presets/riichi/", {"name": "Two", "minutes": None}, content_type="application/json")
        assert again.status_code == 201 and Clock.objects.count() == 1
