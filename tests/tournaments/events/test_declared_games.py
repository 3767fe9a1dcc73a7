"""Events of declared games: made, entered, checked by their declaration, shown; nothing of an engine appears."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.html import escape

from games.core import registry
from scoring.input.reading import event_from
from tests.games.core.test_declared import RIICHI
from tests.tournaments import make
from tests.tournaments.kinds import KINDS as DECLARED
from tests.tournaments.worlds import world
from tournaments.domain.errors import Refused
from tournaments.imports.archive import Archive
from tournaments.jobs.seasons import update_ratings, update_series
from tournaments.jobs.standings import compute_standings
from tournaments.models import Club, PersonPage, RatedEvent, RatingList, Result, Series, SeriesEvent, Standings, Table
from tournaments.selectors.games.result_words import unusual
from tournaments.selectors.papers.print_scene import Scene
from tournaments.selectors.standings.prizes import prizes_of
from tournaments.services.events import event_builder
from tournaments.services.events.trf import two_player_games
from tournaments.services.games import live_games
from tournaments.services.prizes import put as put_prizes
from tournaments.services.results import results

pytestmark = pytest.mark.django_db

KINDS = {name: (kind.declaration, kind.ends[0], kind.brought) for name, kind in DECLARED.items()}


def evening(kind: str, players: int = 8, **fields):
    return make.tournament(
        players, game="declared", options={"declaration": KINDS[kind][0]}, rounds_planned=2, **fields
    )


@pytest.fixture(params=sorted(KINDS))
def kind(request):
    return request.param


@world(params=sorted(KINDS))
def played(boss, param):
    """An evening of that kind after its first round, which ended alike at every table; and the kind."""
    event = evening(param, names_shown="number")
    make.play(make.published(event, boss), boss, KINDS[param][1])
    compute_standings(event.pk)
    return event, param


def test_a_typed_result_brings_what_the_declaration_says(played):
    event, kind = played
    _declaration, typed, brought = KINDS[kind]
    result = Result.objects.filter(table__round__tournament=event).first()
    assert [str(value) for value in result.points] == list(brought)
    assert (result.game_points is None) == (kind == "points")
    if kind != "points":
        assert [str(value) for value in result.game_points] == list(typed)
    rows = Standings.objects.get(tournament=event, after_round=1).body["rows"]
    totals = sorted((Fraction(row["points"]) for row in rows), reverse=True)
    assert totals == sorted([Fraction(value) for value in brought] * 2, reverse=True)


def test_an_impossible_result_is_refused_with_the_rule_and_by_the_database(boss, kind):
    table = make.published(evening(kind), boss).tables.first()
    wrong, rule = {
        "places": (("1", "2", "2", "3"), "2 players share place 2, so the next place is 4, not 3"),
        "points": (("5", "5", "0", "0"), "No table of 4 ends with"),
        "score": (("42300", "0", "0", "0"), "add up to 100.?000"),
        "partners": (("1", "1", "3", "3"), "Partners get the same, but seats 1 and 3 did not"),
    }[kind]
    with pytest.raises(Refused, match=rule):
        results.enter(table.pk, by=boss, points=make.points(*wrong))
    with pytest.raises(IntegrityError, match="cannot give"), transaction.atomic():
        Result.objects.create(table=table, points=make.points(*wrong))


def test_an_odd_score_is_asked_about_once(boss):
    event = evening("score")
    assert "unusually high" in unusual(event, make.points("75000", "20000", "5000", "0"))
    assert unusual(event, make.points("40000", "30000", "20000", "10000")) == ""


def test_who_did_not_come_has_nothing_and_the_others_have_their_places(boss):
    table = make.published(evening("places"), boss).tables.first()
    result = results.enter(table.pk, by=boss, points=make.points("2", None, "1", "3"), end="forfeit")
    assert [value and str(value) for value in result.points] == ["4", None, "6", "2"]


def test_points_for_places_follow_the_typed_scores(boss):
    table = make.published(evening("score", scoring={"points": "places"}), boss).tables.first()
    result = results.enter(table.pk, by=boss, points=make.points("42300", "28100", "39600", "-10000"))
    assert [str(value) for value in result.points] == ["3", "1", "2", "0"]


def test_nothing_of_an_engine_appears(boss, desk, kind):
    event = evening(kind)
    table = make.published(event, boss).tables.first()
    with pytest.raises(Refused, match="has no engine here"):
        live_games.begin(table.pk, by=boss)
    for name in ("game", "glass", "deal"):
        assert desk.get(reverse(f"admin:tournaments_{name}", args=[event.pk, table.pk])).status_code == 404
    page = desk.get(reverse("admin:tournaments_desk_round", args=[event.pk, 1])).content.decode()
    assert reverse("admin:tournaments_record", args=[event.pk, table.pk]) not in page
    handed = desk.post(reverse("admin:tournaments_record", args=[event.pk, table.pk]), {"text": "a1", "what": "record"})
    assert "has no engine here" in handed.content.decode()
    for name in ("games", "game_figures"):
        assert desk.get(reverse(name, args=[event.slug])).status_code == 404


def test_the_desk_takes_a_score_below_zero_and_a_ready_made_game(boss, desk):
    event = evening("score")
    table = make.published(event, boss).tables.first()
    values = {f"points{seat}": text for seat, text in enumerate(("42300", "28100", "39600", "-10000"), start=1)}
    desk.post(reverse("admin:tournaments_result", args=[event.pk, table.pk]), {"seen_result": "", **values})
    assert Result.objects.get(table=table).game_points[3] == -10000
    catan = make.tournament(7, game="catan", rounds_planned=2)
    round_ = make.published(catan, boss)
    sizes = sorted(table.seats.count() for table in Table.objects.filter(round=round_))
    assert sizes == [3, 4]


def test_the_event_document_goes_out_and_comes_back(played, boss, desk):
    event, kind = played
    document = desk.get(reverse("admin:tournaments_document", args=[event.pk])).content
    assert json.loads(document)["options"]["declaration"]["key"] == KINDS[kind][0]["key"]
    again = event_builder.build(Archive(event_from(json.loads(document))), by=boss, club=event.club)
    assert (again.game, again.options) == (event.game, event.options)
    result = Result.objects.filter(table__round__tournament=again).first()
    assert [str(value) for value in result.points] == list(KINDS[kind][2])


def test_a_document_may_say_of_a_forfeit_only_what_it_brings(boss):
    """As `python -m scoring` reads it: these are points, no places, and the most is 6-4-2-0."""
    table = {"seats": [1, 2, 3, 4], "points": ["6", "4", None, "2"], "end": "forfeit"}
    people = [{"id": number, "name": name} for number, name in enumerate(("Anna", "Bert", "Carla", "Dirk"), 1)]
    head = {"format": "viertal-event/1", "name": "Places", "pairing": {"system": "tables", "table_size": 4}}
    head |= DECLARED["places"].fields
    event = event_from(head | {"players": people, "rounds": [{"tables": [table]}]})
    made = event_builder.build(Archive(event), by=boss, club=Club.objects.get())
    result = Result.objects.get(table__round__tournament=made)
    assert [value if value is None else str(value) for value in result.points] == table["points"]


@pytest.mark.parametrize("key", registry.declared_keys())
def test_a_ready_made_games_page_says_how_it_counts(client, key):
    page = client.get(reverse("rules", args=[key]), headers={"accept-language": "en"})
    assert page.status_code == 200
    declared = registry.game_of(key).declaration
    assert escape(declared.source) in page.content.decode()
    assert "Its results are held against what stands above." in page.content.decode()


def test_a_game_of_an_events_own_has_its_page_by_the_event(client):
    event = evening("score")
    address = reverse("rules", args=["declared"])
    assert client.get(address).status_code == 404
    assert client.get(reverse("rules", args=["no-such-game"])).status_code == 404
    page = client.get(f"{address}?event={event.slug}", headers={"accept-language": "en"}).content.decode()
    assert "The scores of a table of 4 add up to 100000." in page.replace(",", "")
    assert "The places of a table of 4 add +15, +5, -5, -15." in page.replace("−", "-").replace("\xa0", " ")
    assert "East, South, West, North" in page


EVERYWHERE = (
    *("tournament", "about", "standings", "crosstable", "board", "card", "standings_card"),
    *("movement", "plan", "find", "widget", "feed", "rounds_calendar"),
)
API = ("", "standings/", "rounds/1/", "entries/", "crosstable/", "document/", "games/", "schedule/")


def test_everything_else_works_as_for_any_game(played, client, signed_in, boss):
    event, kind = played
    public = {name: reverse(name, args=[event.slug]) for name in EVERYWHERE}
    public |= {name: reverse(name, args=[event.slug, 1]) for name in ("why", "player", "mine")}
    staff = {f"api {part}": f"/api/v1/tournaments/{event.slug}/{part}" for part in API} | {
        f"desk {path}": reverse(f"admin:tournaments_{path}", args=[event.pk])
        for path in ("desk", "outputs", "prizes", "tournament_change", "document", "penalties")
    }
    about = client.get(public["about"], headers={"accept-language": "de"}).content.decode()
    assert {"places": "Order", "points": "Pods", "score": "Riichi-Mahjong", "partners": "Pairs"}[kind] in about
    statuses = {name: client.get(address).status_code for name, address in public.items()}
    desk = signed_in(boss)
    statuses |= {name: desk.get(address).status_code for name, address in staff.items()}
    assert {name: status for name, status in statuses.items() if status != 200} == {}


def test_a_program_makes_an_event_and_enters_its_results(boss, desk, kind):
    declaration, typed, brought = KINDS[kind]
    wanted = {
        "name": "By program",
        "starts": "2026-12-01",
        "game": "declared",
        "options": {"declaration": declaration},
        "pairing": {"system": "tables", "table_size": 4, "rounds": 2},
    }
    answer = desk.post("/api/v1/tournaments/", wanted, content_type="application/json")
    assert answer.status_code == 201, answer.content
    wrong = {**wanted, "options": {"declaration": {**declaration, "seats": [1]}}}
    refused = desk.post("/api/v1/tournaments/", wrong, content_type="application/json")
    assert refused.status_code == 422
    assert "from 2 to 6" in refused.content.decode()
    event = evening(kind)
    table = make.published(event, boss).tables.first()
    address = f"/api/v1/tournaments/{event.slug}/rounds/1/tables/{table.number}/result/"
    answer = desk.put(address, {"points": list(typed)}, content_type="application/json")
    assert answer.status_code in (200, 201), answer.content
    assert [str(value) for value in Result.objects.get(table=table).points] == list(brought)


def test_the_lists_of_games_name_the_ready_made_ones(client):
    answer = client.get("/api/v1/games/").json()["results"]
    assert [game["key"] for game in answer] == list(registry.all_keys())
    assert [game["engine"] for game in answer[:4]] == [True] * 4
    catan = next(game for game in answer if game["key"] == "catan")
    assert (catan["engine"], catan["declaration"]["entry"]) == (False, "score")


def test_the_form_for_a_report_file_names_it_in_the_readers_language():
    with translation.override("de"):
        assert (two_player_games()["chess"], two_player_games()["quarto"]) == ("Schach", "Quarto")


def test_lists_name_the_game_of_an_event(boss, client):
    event = evening("score", name="Mahjong night", starts=timezone.localdate(), state="running")
    person = event.entries.first().player
    type(person).objects.filter(pk=person.pk).update(name_shown="full")
    PersonPage.objects.create(player=person)
    seats = make.published(event, boss).tables.first()
    results.enter(seats.pk, by=boss, points=make.points(*KINDS["score"][1]))
    for address in (
        reverse("index"),
        reverse("every"),
        f"{reverse('every')}?q=riichi",
        reverse("calendar_month", args=[event.starts.year, event.starts.month]),
        reverse("person", args=[person.pk]),
        reverse("site_feed"),
    ):
        page = client.get(address, headers={"accept-language": "de"}).content.decode()
        assert "Riichi-Mahjong" in page, address
    client.force_login(boss)
    page = client.get(reverse("admin:tournaments_tournament_changelist"), headers={"accept-language": "de"})
    assert "Riichi-Mahjong" in page.content.decode()


def test_an_unpublished_events_game_has_its_page_for_the_staff_alone(boss, client):
    event = evening("score", published=False)
    address = f"{reverse('rules', args=['declared'])}?event={event.slug}"
    assert client.get(address).status_code == 404
    client.force_login(make.arbiter())
    assert client.get(address).status_code == 404
    client.force_login(make.arbiter(event))
    page = client.get(address)
    assert (page.status_code, page["Cache-Control"]) == (200, "private, no-store")


def test_tables_phones_and_slips_name_the_seats(boss, client):
    event = evening("score")
    table = make.published(event, boss).tables.first()
    page = client.get(reverse("tournament", args=[event.slug]), headers={"accept-language": "en"}).content.decode()
    assert "East" in page
    phone = client.get(reverse("mine", args=[event.slug, table.seats.first().entry.number])).content.decode()
    assert "East" in phone
    with translation.override("en"):
        scene = Scene(event, 1, "https://club.example")
        names = [seated.seat for seated in scene.tables(scene.shown())[0].seats]
    assert names == ["East", "South", "West", "North"]


def test_names_of_seats_are_text_and_nothing_else(boss, client):
    hostile = {**RIICHI, "seat_names": {"en": ["<script>x", "<b>South", "West", "North"]}}
    event = make.tournament(4, game="declared", options={"declaration": hostile}, rounds_planned=2)
    make.published(event, boss)
    for name, number in (("tournament", None), ("board", None), ("player", 1), ("mine", 1)):
        where = [event.slug, *([number] if number else [])]
        page = client.get(reverse(name, args=where), headers={"accept-language": "en"}).content.decode()
        assert "<script>x" not in page and "<b>South" not in page, name


def test_prizes_lists_seasons_and_ratings_count_it(played, boss, desk):
    event, _kind = played
    put_prizes(event.pk, by=boss, rule={}, lists=[{"prizes": [{"cents": 10000}, {"cents": 5000}]}])
    assert prizes_of(event).lists
    ladder = RatingList.objects.create(name="Ladder", slug="ladder", published=True)
    cup = Series.objects.create(name="Cup", slug="cup", published=True)
    RatedEvent.objects.create(rating_list=ladder, tournament=event)
    SeriesEvent.objects.create(series=cup, tournament=event)
    type(event).objects.filter(pk=event.pk).update(state="finished", rounds_planned=1)
    update_ratings(ladder.pk)
    update_series(cup.pk)
    cup.refresh_from_db()
    assert ladder.ratings.count() == 8
    assert len(cup.body["rows"]) == 8
    for form in ("csv", "xlsx"):
        for what in ("standings", "results", "players"):
            answer = desk.get(f"/api/v1/tournaments/{event.slug}/lists/{what}.{form}")
            assert answer.status_code == 200, (what, form)
    shown = Client().get(reverse("standings", args=[event.slug])).content.decode()
    assert not [entry.player.name for entry in event.entries.select_related("player") if entry.player.name in shown]
