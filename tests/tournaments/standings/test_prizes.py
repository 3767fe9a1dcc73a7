"""Prizes from the first line that is typed to the sheet of the prize-giving."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from tests.tournaments import make
from tests.tournaments.api.programs import Program
from tests.tournaments.kinds import EVERY
from tests.tournaments.kinds import KINDS as DECLARED
from tests.tournaments.printing.test_documents import pdf
from tests.tournaments.worlds import world
from tournaments.domain.errors import Refused
from tournaments.forms.prizes import PrizeRuleForm, read_prize, typed
from tournaments.imports.archive import read_archive
from tournaments.jobs.standings import compute_standings
from tournaments.models import Entry, LogEntry, Player, Prize, PrizeList, PrizeRule, Team, Tournament
from tournaments.selectors.events import public
from tournaments.selectors.papers.event_documents import archive_text
from tournaments.selectors.papers.lists import KINDS
from tournaments.selectors.standings.prizes import prizes_of, public_prizes
from tournaments.selectors.standings.standings import standings_shown
from tournaments.services.events import event_imports
from tournaments.services.events.tournaments import change
from tournaments.services.prizes import put
from tournaments.services.results import results
from tournaments.services.rounds import rounds

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_broker")]

BY_PLACE = {"sharing": "place"}
MAIN = {"prizes": [{"cents": 10000, "thing": "cup"}, {"cents": 5000}]}
UNDER_12 = {"name": "Under 12", "born_from": 2015, "prizes": [{"cents": 2000}]}
GUESTS = {"name": "Guests", "mark": "guest", "prizes": [{"thing": "a book"}]}


def playing(boss: Any, played: int = 3, kind: str = "", teams: str = "") -> Tournament:
    """A round robin of four with DE and LOT: 1 wins all, so the order is 1, then those of one point each.

    ``kind``: a table of four of that kind of declared game instead. ``teams``: the keys of teams, of two players each.
    """
    fields = {"scoring": {"tie_breaks": ["DE", "LOT"]}}
    event = make.tournament(4, rounds_planned=3, **fields, **DECLARED[kind].fields) if kind else make.duel(4, **fields)
    for at, key in enumerate(teams):
        team = Team.objects.create(tournament=event, key=key, name=f"Team {key}")
        event.entries.filter(number__in=(2 * at + 1, 2 * at + 2)).update(team=team)
    for _round in range(played):
        make.played(event, boss, DECLARED[kind].ends[0] if kind else ("1", "0"))
    compute_standings(event.pk)
    return Tournament.objects.get(pk=event.pk)


@world
def event(boss: Any) -> Tournament:
    """Of it all three rounds are played."""
    return playing(boss)


def page_of(desk: Any, event: Tournament) -> str:
    return desk.get(reverse("admin:tournaments_prizes", args=[event.pk])).content.decode()


def papers_of(event: Tournament, what: str) -> list[str]:
    return [page.extract_text() for page in pdf(event, what).pages]


def shown_of(event: Tournament) -> Any:
    """Return the prizes that everybody reads."""
    shown = public_prizes(Tournament.objects.get(pk=event.pk))
    assert shown is not None
    return shown


def sent(*lists: dict[str, str], **rule: str) -> dict[str, str]:
    fields = {"lists-TOTAL_FORMS": str(len(lists)), "lists-INITIAL_FORMS": "0"}
    fields |= {"sharing": "equal", "currency": "€", "step": "1"} | rule
    for at, values in enumerate(lists):
        fields |= {f"lists-{at}-{name}": value for name, value in values.items()}
    return fields


class TestAtTheDesk:
    @pytest.mark.parametrize("kind", EVERY)
    def test_prizes_are_typed_a_line_each_and_shown_as_it_stands_and_at_the_end(self, boss, kind, desk):
        event = playing(boss, 2, kind)
        url = reverse("admin:tournaments_prizes", args=[event.pk])
        guests = {"name": "Guests", "mark": "guest", "prizes": "A book = 15"}
        assert desk.post(url, sent({"name": "", "prizes": "100 + cup\n€ 50\n"}, guests)).status_code == 302
        page = page_of(desk, event)
        assert "Standings after round 2 of 3. Results are still missing, or rounds to come." in page
        assert "100 + cup\n50</textarea>" in page
        # at a table of a declared game some have equal points, and share
        won = "+ cup" if kind else "€\u00a0100 + cup"
        assert won in page, "what can be won, before anybody has won it for good"
        make.played(event, boss, DECLARED[kind].ends[0] if kind else ("1", "0"))
        compute_standings(event.pk)
        page = page_of(desk, event)
        assert "The winners</h2>" in page and "still missing" not in page
        assert LogEntry.objects.filter(kind="prizelist", actor=str(boss)).count() == 2

    def test_in_a_half_round_it_says_how_many_tables_are_in(self, boss, desk):
        event = playing(boss, 1)
        put(event.pk, by=boss, rule={}, lists=[MAIN])
        table = make.published(event, boss).tables.order_by("number").first()
        results.enter(table.pk, by=boss, points=make.points("1", "0"))
        compute_standings(event.pk)
        page = page_of(desk, event)
        assert "Standings after round 1, with 1 of 2 tables of round 2. Results are still missing" in page

    def test_between_whom_a_lot_decides_is_said_once_in_a_list(self, boss, desk):
        event = make.duel(4, scoring={"tie_breaks": []})
        make.play(make.published(event, boss), boss, ("1/2", "1/2"))
        compute_standings(event.pk)
        put(event.pk, by=boss, rule={}, lists=[MAIN])
        page = page_of(desk, event)
        assert page.count("shared among 4") == 4, "each of them has a line"
        assert page.count("Draw lots for the thing") == 1

    def test_what_stays_the_same_is_not_written_again_and_an_empty_list_goes(self, boss):
        event = make.duel(4)
        put(event.pk, by=boss, rule={}, lists=[MAIN, GUESTS])
        ids = list(PrizeList.objects.values_list("pk", flat=True))
        before = LogEntry.objects.filter(kind__startswith="prize").count()
        put(event.pk, by=boss, rule={}, lists=[MAIN, GUESTS])
        assert LogEntry.objects.filter(kind__startswith="prize").count() == before
        put(event.pk, by=boss, rule={}, lists=[{**GUESTS, "prizes": []}, MAIN])
        assert list(PrizeList.objects.values_list("pk", flat=True)) == ids[:1] and Prize.objects.count() == 2

    @pytest.mark.parametrize(
        ("values", "says"),
        [
            ({"prizes": "=\n"}, "“=” is not a prize"),
            ({"prizes": "5 +"}, "is not a prize"),
            ({"prizes": "5", "club": "Leiden"}, "a name, such as “Under 12”"),
            ({"name": "U", "prizes": "5", "born_from": "2015", "born_to": "2010"}, "This list is for nobody"),
        ],
    )
    def test_what_cannot_be_is_said_in_a_sentence_and_what_was_typed_stays(self, desk, values, says):
        event = make.duel(4)
        answer = desk.post(reverse("admin:tournaments_prizes", args=[event.pk]), sent(values))
        page = answer.content.decode()
        assert answer.status_code == 422 and says in page and values["prizes"].strip() in page
        assert not PrizeList.objects.exists() and not PrizeRule.objects.exists()

    def test_a_mark_is_typed_at_the_player(self, event, boss, desk):
        put(event.pk, by=boss, rule={}, lists=[GUESTS])
        entry = Entry.objects.get(tournament=event, number=3)
        url = reverse("admin:tournaments_person", args=[event.pk, entry.pk])
        fields = {"name": entry.player.name, "club": "", "rating": "1997", "marks": "new, Guest"}
        assert desk.post(url, fields).status_code == 302
        (shown,) = prizes_of(event).lists
        assert [(won.number, won.thing) for won in shown.winners] == [(3, "a book")]

    def test_a_withdrawn_player_wins_only_where_that_is_wanted(self, event, boss):
        leader = prizes_of_first(event, boss)
        Entry.objects.filter(tournament=event, number=leader).update(left=2)
        Tournament.objects.filter(pk=event.pk).update(results_version=99, version=99)
        event.rounds.update(touched=99)
        compute_standings(event.pk)
        assert prizes_of_first(event, boss) != leader
        assert prizes_of_first(event, boss, withdrawn=True) == leader


def prizes_of_first(event: Tournament, boss: Any, **rule: Any) -> int:
    put(event.pk, by=boss, rule=rule, lists=[MAIN])
    return prizes_of(event).lists[0].winners[0].number


@pytest.mark.parametrize(
    ("line", "prize", "again"),
    [
        ("100", (10000, "", 0), "100"),
        (" € 12,5 ", (1250, "", 0), "12.50"),
        ("12.50 + a cup", (1250, "a cup", 0), "12.50 + a cup"),
        ("R50", (5000, "", 0), "50"),
        ("50 €", (5000, "", 0), "50"),
        ("25,- ", (2500, "", 0), "25"),
        ("2 tickets = 30", (0, "2 tickets", 3000), "2 tickets = 30"),
        ("A book", (0, "A book", 0), "A book"),
        ("10 + book = 7.50", (1000, "book", 750), "10 + book = 7.50"),
    ],
)
def test_a_line_is_read_and_written_again(line, prize, again):
    values = read_prize(line)
    assert (values["cents"], values["thing"], values["worth"]) == prize
    assert typed(Prize(**values)) == again and read_prize(again) == values
    with override("de"):
        assert typed(Prize(**values)) == again.replace(".", ",") and read_prize(typed(Prize(**values))) == values


def test_steps_of_money_are_written_as_the_reader_does():
    for language, amount in (("en", "0.05"), ("nl", "0,05")):
        with override(language):
            assert f">{amount}<" in str(PrizeRuleForm()["step"])


class TestForEverybody:
    def test_nothing_is_shown_before_the_end(self, boss):
        event = playing(boss, 2)
        put(event.pk, by=boss, rule={}, lists=[MAIN])
        assert public_prizes(event) is None
        assert "prizes-title" not in Client().get(f"/t/{event.slug}/standings/").content.decode()
        answer = Client().get(f"/api/v1/tournaments/{event.slug}/prizes/").json()
        assert answer["lists"][0]["prizes"][0]["cents"] == 10000 and not answer["winners"] and not answer["final"]

    def test_a_list_by_year_of_birth_or_mark_names_nobody_unless_it_is_wanted_and_the_name_is_shown_in_full(
        self, event, boss
    ):
        Player.objects.filter(entries__tournament=event).update(birth_year=2016, name_shown="full")
        put(event.pk, by=boss, rule=BY_PLACE, lists=[{**UNDER_12, "prizes": [{"cents": 100}]}])
        winner = prizes_of(event).lists[0].winners[0]
        for named, level, expected in ((False, "full", ""), (True, "", ""), (True, "full", winner.name)):
            Player.objects.filter(name=winner.name).update(name_shown=level)
            lists = [{**UNDER_12, "prizes": [{"cents": 100}], "winners_named": named}]
            put(event.pk, by=boss, rule=BY_PLACE, lists=lists)
            assert shown_of(event).lists[0].winners[0].name == expected
            page = Client().get(f"/t/{event.slug}/standings/").content.decode()
            part = page[page.index("prizes-title") :]
            part = part[: part.index("</section>")]
            assert (winner.name in part) is bool(expected) and "€\u00a01" in part
            answer = Client().get(f"/api/v1/tournaments/{event.slug}/prizes/").json()
            assert answer["winners"][0]["player"] == (winner.number if expected else None)

    def test_the_main_list_names_people_as_every_public_page_does(self, event, boss):
        put(event.pk, by=boss, rule={}, lists=[MAIN])
        change(event.pk, {"names_shown": "number"}, by=boss)
        compute_standings(event.pk)
        assert {won.name for won in shown_of(event).lists[0].winners} <= {f"No. {n}" for n in range(1, 5)}


class TestOut:
    def test_as_csv_without_formulas_and_on_paper_with_full_names(self, event, boss, desk):
        put(event.pk, by=boss, rule=BY_PLACE, lists=[{"prizes": [{"cents": 1250, "thing": "@cup"}]}, GUESTS])
        answer = desk.get(reverse("admin:tournaments_list", args=[event.pk, "prizes", "csv"]))
        text = answer.content.decode("utf-8-sig")
        winner = prizes_of(event).lists[0].winners[0]
        assert f"Prizes,1,{winner.number},{winner.name},12.5,€,'@cup," in text and "Guests,1,,,,,a book," in text
        words = "\n".join(papers_of(event, "prizes"))
        assert winner.name in words and "12.50 + @cup" in words and "do not display it" in words

    def test_each_winner_has_a_certificate_with_the_name_that_everybody_reads(self, event, boss):
        child = Player.objects.filter(entries__tournament=event, entries__number=1)
        child.update(birth_year=2016, name_shown="initial")
        put(event.pk, by=boss, rule={**BY_PLACE, "several": True}, lists=[MAIN, UNDER_12])
        first, second, young = papers_of(event, "certificates")
        shown = shown_of(event)
        for text, winner in zip((first, second), shown.lists[0].winners, strict=True):
            assert winner.name in text and f"Place {winner.place}" in text and event.name in text
        assert prizes_of(event).lists[0].winners[0].name not in first  # the child's family name is told to nobody
        assert "100 + cup" in first
        # a list by year of birth tells everybody their age: it is written by hand
        assert "Under 12 · Place 1" in young and not any(w.name in young for w in shown.lists[0].winners)

    def test_certificates_can_be_printed_before_the_end_with_open_names(self, boss):
        event = playing(boss, 2)
        put(event.pk, by=boss, rule=BY_PLACE, lists=[MAIN])
        pages = papers_of(event, "certificates")
        assert [f"Place {place}" in text for place, text in enumerate(pages, 1)] == [True, True]
        assert not any(name in "".join(pages) for name in event.display_names.values())

    def test_without_prizes_there_is_nothing_to_print(self, boss):
        for kind in (lambda event: pdf(event, "certificates"), lambda event: KINDS["prizes"].make(event, boss)):
            with pytest.raises(Refused, match="no prizes yet"):
                kind(make.duel(4))

    def test_no_certificate_says_what_a_lot_still_decides_or_what_nobody_won(self, boss):
        event = make.duel(4, scoring={"tie_breaks": []}, rounds_planned=1)
        make.played(event, boss, ("1", "0"))
        compute_standings(event.pk)
        put(event.pk, by=boss, rule=BY_PLACE, lists=[{"prizes": [{"thing": "cup"}]}])
        event = Tournament.objects.get(pk=event.pk)
        shown = shown_of(event)
        assert len(shown.lists[0].winners) == 2 and shown.lists[0].winners[0].undecided
        (page,) = papers_of(event, "certificates")
        assert "cup" in page and not any(winner.name in page for winner in shown.lists[0].winners)
        put(event.pk, by=boss, rule=BY_PLACE, lists=[{"prizes": [{"cents": 100}, {"cents": 50}, {"cents": 10}]}])
        places = [re.findall(r"Place \d", paper) for paper in papers_of(event, "certificates")]
        assert places == [["Place 1"]] * 2 + [["Place 3"]] * 2, "shared"
        put(event.pk, by=boss, rule=BY_PLACE, lists=[GUESTS])
        with pytest.raises(Refused, match="Nobody won a prize"):
            pdf(event, "certificates")

    def test_an_archive_brings_the_prizes_and_marks_along(self, event, boss):
        Entry.objects.filter(tournament=event, number=2).update(marks="guest, new")
        rule = {"sharing": "hort", "step": 50, "several": True, "currency": "R", "withdrawn": True}
        put(event.pk, by=boss, rule=rule, lists=[MAIN, UNDER_12, {**GUESTS, "winners_named": True}])
        text = archive_text(event, by=boss)
        copy = event_imports.at_once(by=boss, content=text.encode())
        assert archive_text(copy, by=boss).replace(copy.slug, event.slug) == text
        assert read_archive(text.encode()).marks == {2: "guest, new"} and PrizeList.objects.count() == 6

    @pytest.mark.parametrize(
        ("where", "value"),
        [
            (["sharing"], "fair"),
            (["step"], 3),
            (["several"], "yes"),
            (["lists", 0, "prizes", 0, "cents"], -1),
            (["lists", 0, "prizes", 0, "cents"], 1.5),
            (["lists", 0, "born_from"], "2015"),
            (["lists", 0, "name"], "x" * 61),
            (["lists", 0, "place"], 1),
        ],
    )
    def test_an_archive_with_other_prizes_is_refused_with_the_place(self, boss, where, value):
        event = make.duel(4)
        put(event.pk, by=boss, rule={}, lists=[MAIN])
        archive = json.loads(archive_text(event, by=boss))
        at = archive["prizes"]
        for step in where[:-1]:
            at = at[step]
        at[where[-1]] = value
        with pytest.raises(Exception, match=r"^prizes\."):
            read_archive(json.dumps(archive).encode())


def test_a_program_sets_the_prizes_and_reads_the_winners(event, boss):
    program = Program(boss)
    at = f"/tournaments/{event.slug}/prizes/"
    body = {"sharing": "place", "lists": [MAIN, GUESTS]}
    answer = program("PUT", at, body)
    assert answer.status_code == 200, answer.said
    assert [(w["list"], w["place"], w["cents"], w["thing"]) for w in answer.said["winners"]] == [
        (1, 1, 10000, "cup"),
        (1, 2, 5000, ""),
    ]
    assert program("GET", f"{at}winners/").said == answer.said and answer.said["final"]
    assert Client().get(f"/api/v1{at}").json()["winners"] == answer.said["winners"]
    assert program("PUT", at, {"lists": [{"club": "Leiden", "prizes": [{"cents": 1}]}]}).status_code == 422
    assert program("PUT", at, {"lists": [], "step": 3}).status_code == 422
    assert program("PUT", at, {"lists": [{"prizes": [{"cents": "1"}]}]}).status_code == 400
    assert program("PUT", at, {"lists": [], "share": "equal"}).status_code == 400


def test_the_database_holds_no_prize_that_is_none():
    row = PrizeList.objects.create(tournament=make.duel(4), position=1)
    for wrong in ({"cents": 0, "thing": ""}, {"cents": 5, "worth": 5}, {"cents": 10**11 + 1}, {"cents": 5, "place": 0}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Prize.objects.create(**({"list": row, "place": 1} | wrong))


@world
def team_event(boss: Any) -> Tournament:
    """A prize for the best player and one for the better team."""
    event = playing(boss, teams="AB")
    lists = [{"prizes": [{"cents": 5000}]}, {"name": "Teams", "teams": True, "prizes": [{"thing": "shield"}]}]
    put(event.pk, by=boss, rule={}, lists=lists)
    return event


class TestForTeams:
    def test_the_best_team_wins_beside_the_best_player_on_every_page_and_sheet(self, team_event, boss, desk):
        shown = prizes_of(team_event)
        best = standings_shown(team_event, public.shown_rounds(team_event.pk)).teams[0]["team"]
        player, team = (each.winners[0] for each in shown.lists)
        assert shown.final and player.number and not player.team
        assert (team.team, team.number, team.name, team.thing) == (best, 0, f"Team {best}", "shield")
        assert f"{best} Team {best}" in page_of(desk, team_event)
        page = " ".join(Client().get(f"/t/{team_event.slug}/standings/").content.decode().split())
        assert f"<td>Team {best}</td><td>shield</td>" in page
        rows = [list(row[:4]) for row in KINDS["prizes"].make(team_event, boss).rows]
        assert ["Teams", 1, best, f"Team {best}"] in rows
        assert f"Team {best}" in "".join(papers_of(team_event, "prizes"))
        answer = Program(boss)("GET", f"/tournaments/{team_event.slug}/prizes/").json()
        assert answer["lists"][1]["teams"] is True
        assert [(won["list"], won["player"], won["team"]) for won in answer["winners"]] == [
            (at, won.number or None, won.team or None) for at in (1, 2) for won in shown.lists[at - 1].winners
        ]

    def test_a_list_for_teams_has_no_conditions_and_comes_back_from_an_archive(self, team_event, boss):
        with pytest.raises(Refused, match="is for teams, so it cannot have conditions"):
            put(team_event.pk, by=boss, rule={}, lists=[{**GUESTS, "teams": True}])
        with pytest.raises(IntegrityError, match="prize_list_teams"), transaction.atomic():
            PrizeList.objects.filter(teams=True).update(mark="guest")
        copied = event_imports.at_once(by=boss, content=archive_text(team_event, by=boss).encode(), slug="copy")
        assert list(PrizeList.objects.filter(tournament=copied).values_list("teams", flat=True)) == [False, True]


@pytest.mark.parametrize(
    ("game", "usual"), [("catan", "place"), ("riichi", "place"), ("chess", "equal"), ("quatro-chess", "equal")]
)
def test_prizes_follow_the_places_of_a_game_of_scores_unless_the_organiser_shares_them(boss, game, usual, desk):
    seats = 2 if game == "chess" else 4
    event = make.tournament(8, game=game, system="swiss" if seats == 2 else "tables", table_size=seats)
    url = reverse("admin:tournaments_prizes", args=[event.pk])
    assert desk.get(url).context["rule"]["sharing"].value() == usual
    put(event.pk, by=boss, rule={}, lists=[])
    assert not PrizeRule.objects.exists()
    put(event.pk, by=boss, rule={}, lists=[{"prizes": [{"cents": 100}]}])
    assert PrizeRule.objects.get().sharing == usual
    put(event.pk, by=boss, rule={"sharing": "hort"}, lists=[{"prizes": [{"cents": 100}]}])
    assert desk.get(url).context["rule"]["sharing"].value() == "hort"


def test_victory_points_decide_who_has_the_first_prize_of_equal_winners(boss):
    event = make.tournament(8, game="catan", rounds_planned=1, scoring={"tie_breaks": ["GP", "LOT"]})
    put(event.pk, by=boss, rule={}, lists=[{"prizes": [{"cents": 10000}, {"cents": 5000}]}])
    round_ = make.published(event, boss)
    ends = ("10", "8", "5", "4"), ("12", "8", "5", "4")
    for table, scores in zip(round_.tables.order_by("number"), ends, strict=True):
        results.enter(table.pk, by=boss, points=make.points(*scores))
    rounds.close(round_.pk, by=boss)
    compute_standings(event.pk)
    event.refresh_from_db()
    (shown,) = prizes_of(event).lists
    best = round_.tables.get(number=2).seats.get(position=1).entry.number
    assert [(won.cents, won.sharers) for won in shown.winners] == [(10000, 0), (5000, 0)]
    assert shown.winners[0].number == best
