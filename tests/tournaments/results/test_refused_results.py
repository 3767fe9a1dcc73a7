"""Refused results of declared games: each refusal says whose entry it is, what is wrong, and what to type."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from django.urls import reverse

from games.core import registry
from games.core.declarations.declaration import read
from games.core.declarations.declared import DeclaredGame
from games.core.declarations.entries import check_columns, check_places
from games.core.errors import ImpossiblePoints
from scoring.documents.document import DocumentError
from scoring.input.reading import event_from
from tests.games.core.test_declared import ORDER
from tests.tournaments import make
from tests.tournaments.api.programs import Program
from tests.tournaments.kinds import KINDS
from tournaments.domain.errors import Refused
from tournaments.domain.setup import options_of
from tournaments.imports.results import read_results
from tournaments.models import Entry, ReportRule, Result
from tournaments.selectors.papers.event_documents import document_text
from tournaments.services.events import event_imports
from tournaments.services.lists import lists, result_lists
from tournaments.services.results import reports, results
from tournaments.services.results.report_links import table_token

pytestmark = pytest.mark.django_db

NAMES = ("Anna", "Bert", "Cleo", "Dirk", "Eva")


@pytest.fixture
def hall(boss, signed_in, words):
    """Make a table of a game; what it returns types a result there and answers with the page's words."""

    def table_of(language="en", seats=4, **fields):
        event = make.tournament(seats, rounds_planned=2, table_size=min(seats, 4), **fields)
        for entry, name in zip(Entry.objects.order_by("number"), NAMES, strict=False):
            entry.player.name = name
            entry.player.save()
        table = make.published(event, boss).tables.get()
        client = signed_in(boss)

        def typed(*texts, **more):
            sent = {f"points{seat}": text for seat, text in enumerate(texts, start=1)} | more
            address = reverse("admin:tournaments_result", args=[event.pk, table.pk])
            answer = client.post(address, sent, headers={"accept-language": language})
            return answer.status_code, "" if answer.status_code == 302 else words(answer)

        typed.event, typed.table, typed.client = event, table, client
        typed.names = list(table.seats.order_by("position").values_list("entry__player__name", flat=True))
        return typed

    return table_of


def of(kind):
    return KINDS[kind].fields


class TestWhoseEntryItIs:
    @pytest.mark.parametrize(
        ("kind", "texts", "seat", "rule"),
        [
            ("score", ("x", "0", "0", "0"), 1, ": “x” is not a score."),
            ("score", ("25000", "", "0", "0"), 2, ": the result is missing."),
            ("score", ("25000", "25050", "25000", "24950"), 2, ": scores go in steps of 100"),
            ("places", ("1", "2", "two", "4"), 3, ": “two” is not a place."),
            ("places", ("1", "2", "1.5", "4"), 3, ": “1.5” is not a place."),
            ("points", ("5", "0", "0", "y"), 4, ": “y” is not a number of points."),
        ],
    )
    def test_at_the_desk_by_name(self, hall, kind, texts, seat, rule):
        typed = hall(**of(kind))
        status, page = typed(*texts)
        assert status == 422 and f"{typed.names[seat - 1]}{rule}" in page
        assert not Result.objects.exists()

    def test_on_a_phone_by_the_name_that_everybody_may_read(self, hall, client, words):
        typed = hall(**of("score"))
        rule = ReportRule.objects.create(tournament=typed.event, mode="accept", minutes=10)
        address = reverse("report_seat", args=[table_token(rule, typed.table.pk), 1])
        sent = {"points1": "25000", "points2": "25050", "points3": "25000", "points4": "24950"}
        for what in ("report", "weigh"):
            assert f"{typed.names[1]}: scores go in steps" in words(client.post(address, {"what": what} | sent))

    def test_a_question_names_the_player(self, hall):
        typed = hall(**of("score"))
        assert f"{typed.names[1]}: a score of 75,000 is unusually high." in typed("20000", "75000", "5000", "0")[1]

    def test_on_the_decision_page(self, hall, boss, words):
        typed = hall(**of("score"))
        results.enter(typed.table.pk, by=boss, points=make.points("25000", "25000", "25000", "25000"))
        address = reverse("admin:tournaments_decide", args=[typed.event.pk, typed.table.pk])
        sent = {"decision": "points", "points1": "25050", "points2": "24950", "points3": "25000", "points4": "25000"}
        assert f"{typed.names[0]}: scores go in steps of 100" in words(typed.client.post(address, sent))


class TestALine:
    """All seats in one line: what is wrong with the line, and nobody's result is called missing."""

    @pytest.mark.parametrize(
        ("kind", "seats", "line", "rule"),
        [
            ("points", 4, "abc", "“abc” is not a number."),
            ("points", 4, "5 black", "“black” is not a number."),
            ("score", 4, "1-0", "“1-0” is not a number."),
            ("places", 4, "1 2 3", "has 4 seats, but 3 numbers were typed."),
            ("points", 4, "5 0 0 0 x", "has 4 seats, but 5 numbers were typed."),
        ],
    )
    def test_what_it_has_that_is_none(self, hall, kind, seats, line, rule):
        status, page = hall(seats=seats, **of(kind))(keys=line)
        assert status == 422 and rule in page and "is missing" not in page

    @pytest.mark.parametrize("line", ["900 9 1; 800 9 1; 700 9 1", "900 9 1 800 9 1 700 9 1"])
    def test_lists_are_counted(self, hall, line):
        page = hall(game="skat", system="tables")(keys=line)[1]
        assert "has 4 seats, but 3 lists were entered." in page and "is not a result" not in page


class TestSkat:
    @pytest.mark.parametrize(
        ("first", "rule"),
        [
            ("98½ 1 0", ", Game points: enter a whole number, not 98½."),
            ("900 37 0", ", Won: enter 0 to 36, not 37."),
            ("99999999 1 0", ", Game points: enter −1,000,000 to 1,000,000, not 99,999,999."),
        ],
    )
    def test_a_column_says_what_it_takes(self, hall, first, rule):
        typed = hall(game="skat", system="tables")
        page = typed(first, "0 0 0", "0 0 0", "0 0 0")[1]
        assert f"{typed.names[0]}{rule}" in page and "–." not in page

    def test_in_german(self, hall):
        page = hall("de", game="skat", system="tables")("900 37 0", "0 0 0", "0 0 0", "0 0 0")[1]
        assert "Gewonnen" in page and "Won" not in page

    def test_totals_and_lists_do_not_mix(self, hall):
        page = hall(game="skat", system="tables")("900 10 0", "1140", "600 9 0", "0 0 0")[1]
        assert "Enter for every seat the score alone, or for every seat: Game points, Won, Lost." in page

    def test_nor_in_a_list_of_results(self, hall, boss):
        typed = hall(game="skat", system="tables")
        head = "Round;Table;Points 1;Points 2;Points 3;Points 4\n"
        content = f"{head}1;{typed.table.number};900 10 0;1140;600 9 0;0 0 0\n".encode()
        waiting = lists.upload("results", typed.event.pk, by=boss, filename="results.csv", content=content)
        assert "the score alone" in lists.preview(waiting).lines[0].problems[0]

    def test_a_step_that_is_not_one_is_said(self):
        document = {**registry.game_of("skat").declaration.document}
        document["columns"] = [{**document["columns"][0], "step": "5"}, *document["columns"][1:]]
        rows = [[Fraction(value) for value in row] for row in ((7, 0, 0), (0, 0, 0), (0, 0, 0))]
        with pytest.raises(ImpossiblePoints, match="Seat 1, Game points: enter steps of 5, not 7"):
            check_columns(read(document), rows)


class TestPlaces:
    @pytest.mark.parametrize(
        ("places", "rule"),
        [
            ("12234", "2 players share place 2, so the next place is 4, not 3."),
            ("11123", "3 players share place 1, so the next place is 4, not 2."),
            ("13455", "Place 2 is missing; the places of 5 players begin with 1."),
            ("23456", "Place 1 is missing"),
        ],
    )
    def test_the_place_that_is_wrong_is_said(self, places, rule):
        with pytest.raises(ImpossiblePoints) as refusal:
            check_places([Fraction(place) for place in places])
        assert refusal.value.message.startswith(rule)

    def test_a_shared_place_where_none_is_shared(self, hall):
        typed = hall(game="declared", options={"declaration": {**ORDER, "ties": "refuse"}})
        page = typed("1", "2", "2", "3")[1]
        assert f"{typed.names[1]} and {typed.names[2]} have the same result" in page

    def test_who_did_not_come_is_not_counted_among_the_seats(self):
        game = DeclaredGame(read({**KINDS["score"].declaration, "ties": "refuse"}))
        with pytest.raises(ImpossiblePoints) as refusal:
            game.check_forfeit([Fraction(100), None, Fraction(100), Fraction(300)])
        assert refusal.value.message.startswith("Seat 1 and seat 3 have the same result")

    @pytest.mark.parametrize("keys", ["2,1,4,3", "2, 1, 4, 3", "2143"])
    def test_commas_between_them_are_read(self, hall, keys):
        typed = hall(**of("places"))
        assert typed(keys=keys)[0] == 302
        assert list(Result.objects.get().game_points) == [2, 1, 4, 3]


class TestTheSignOfADraw:
    @pytest.mark.parametrize(
        ("kind", "says"), [("score", "enter the score of each seat"), ("points", "in this game nobody draws")]
    )
    def test_where_it_means_nothing(self, hall, kind, says):
        fields = of(kind)
        if kind == "points":
            fields["options"] = {"declaration": {**KINDS[kind].declaration, "tables": {"4": [["5", "0", "0", "0"]]}}}
            fields["options"]["declaration"]["seats"] = [4]
        status, page = hall(**fields)(keys="=")
        assert status == 422 and says in page

    def test_where_it_means_a_draw(self, hall):
        assert hall(**of("points"))(keys="=")[0] == 302


class TestBounds:
    def test_of_a_score(self, hall):
        typed = hall(**of("score"))
        page = typed("99999999", "0", "0", "0")[1]
        assert f"{typed.names[0]}: a score is at most 1,000,000 here, not 99,999,999." in page

    def test_of_the_points_of_a_game_with_an_engine(self, hall):
        typed = hall(game="quaro")
        assert f"{typed.names[0]}: enter at most 999,999, not 99999999." in typed("99999999", "0", "0", "0")[1]

    def test_in_a_list_of_results(self, hall, boss):
        typed = hall(game="quaro")
        head = "Round;Table;Points 1;Points 2;Points 3;Points 4\n"
        content = f"{head}1;{typed.table.number};99999999;0;0;0\n".encode()
        waiting = lists.upload("results", typed.event.pk, by=boss, filename="results.csv", content=content)
        assert "enter at most 999,999" in lists.preview(waiting).lines[0].problems[0]


class TestTheDecisionPage:
    """Its button says what it does."""

    def page(self, typed, words, *points):
        address = reverse("admin:tournaments_decide", args=[typed.event.pk, typed.table.pk])
        sent = {f"points{seat}": text for seat, text in enumerate(points, start=1)}
        return words(typed.client.post(address, {"decision": "points"} | sent))

    def test_the_result_that_stands_is_not_saved_again(self, hall, boss, words):
        typed = hall(**of("points"))
        results.enter(typed.table.pk, by=boss, points=make.points("5", "0", "0", "0"))
        same = self.page(typed, words, "5", "0", "0", "0")
        assert "there is nothing to save" in same and 'name="confirm"' not in same
        other = self.page(typed, words, "0", "5", "0", "0")
        assert "Save with these changes" in other and 'name="confirm"' in other

    def test_a_result_that_moves_nobody_is_saved_as_what_it_is(self, hall, boss, words):
        typed = hall(**of("score"), scoring={"points": "places"})
        results.enter(typed.table.pk, by=boss, points=make.points("40000", "30000", "20000", "10000"))
        page = self.page(typed, words, "40100", "29900", "20000", "10000")
        assert "Save this result" in page and "Save with these changes" not in page


class TestWhatFourSinglePlayersCannotHave:
    """QC 6.1, 6.3: 4 and 8 are shared by two colours of one player, or by partners. No door takes it from others."""

    @pytest.fixture(params=["6 6 0 2", "6 1 6 0"])
    def points(self, request):
        return request.param.split()

    @pytest.fixture
    def event(self):
        return make.tournament(4, slug="club", name="Evening", published=True)

    @pytest.fixture
    def table(self, event, boss):
        return make.published(event, boss).tables.get()

    def test_the_line_at_the_desk(self, signed_in, boss, event, table, words, points):
        address = reverse("admin:tournaments_result", args=[event.pk, table.pk])
        answer = signed_in(boss).post(address, {"keys": "".join(points)})
        assert answer.status_code == 422 and "No game gives 6, " in words(answer) and "4-4-2-0" in words(answer)

    def test_a_list_of_results(self, boss, event, table, points):
        listed = "round;table;" + ";".join(f"Points {seat}" for seat in range(1, 5)) + "\n1;1;" + ";".join(points)
        plan = result_lists.plan(event, read_results(listed.encode()))
        assert "No game gives 6, " in " ".join(plan.lines[0].problems)

    def test_a_program(self, boss, table, points):
        answer = Program(boss)("PUT", "/tournaments/club/rounds/1/tables/1/result/", {"points": points})
        assert answer.status_code == 422 and "No game gives 6, " in answer.said["detail"]

    def test_a_report_of_a_player(self, event, table, points):
        ReportRule.objects.create(tournament=event, mode="accept")
        with pytest.raises(Refused, match="No game gives 6, "):
            reports.report(table.pk, table.seats.get(position=1).entry_id, points=make.points(*points))

    def test_a_file(self, boss, event, table, points):
        results.enter(table.pk, by=boss, points=make.points("8", "4", "2", "0"))
        event.refresh_from_db()
        document = json.loads(document_text(event))
        document["rounds"][0]["tables"][0]["points"] = points
        with pytest.raises(DocumentError, match="No game gives 6, "):
            event_imports.at_once(by=boss, content=json.dumps(document).encode(), slug="again")
        # without a site the system is only a name, so the document says that nobody has a partner
        document["options"] = {"teams": None}
        with pytest.raises(DocumentError) as caught:
            event_from(document)
        assert caught.value.place == "rounds[0].tables[0].points"

    def test_a_no_show_does_not_make_it_possible(self, boss, table, points):
        with pytest.raises(Refused):
            results.enter(table.pk, by=boss, points=make.points("6", "6", "2", None), end="forfeit")

    def test_a_record_cannot_prove_it_and_others_stay_right(self, boss, table, points):
        with pytest.raises(Refused):
            results.enter(table.pk, by=boss, points=make.points(*points))
        assert results.enter(table.pk, by=boss, points=make.points("4", "4", "0", "2")).is_current


def test_two_colours_of_one_player_may_have_it(boss):
    """QC 2.2: at a table of three."""
    table = make.published(make.tournament(3), boss).tables.get()
    seats = list(table.seats.order_by("position").values_list("entry", flat=True))
    double = next(entry for entry in seats if seats.count(entry) == 2)
    others = iter("20")
    points = make.points(*("6" if entry == double else next(others) for entry in seats))
    assert results.enter(table.pk, by=boss, points=points).is_current


def test_a_draw_of_a_new_event_is_worth_half_of_the_winners_points():
    """QC 6.3."""
    assert options_of(make.tournament(4))["draw_points"] == "half"
