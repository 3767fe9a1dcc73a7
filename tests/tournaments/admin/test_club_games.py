"""A club's own games: asked for in questions, kept as a declaration, chosen for its events alone."""

from __future__ import annotations

import json
from copy import deepcopy
from datetime import date

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from tests.games.core.test_declared import PODS, RIICHI
from tests.tournaments import make
from tournaments.domain.errors import Refused
from tournaments.forms.points import offered
from tournaments.models import Club, ClubGame, LogEntry, Tournament
from tournaments.services.events.presets import create, of_own_game

pytestmark = pytest.mark.django_db

ADD = "admin:tournaments_clubgame_add"
ASKED = {
    "name": "Tichu with four",
    "seats": "4",
    "entry": "score",
    "results": "3 2 1 0",
    "draws": "on",
    "ties": "share",
    "total": "0",
    "minutes": "60",
}
EVENT = {
    "name": "Mahjong night",
    "starts": "2026-12-01",
    "system": "tables",
    "table_size": "4",
    "rounds_planned": "3",
    "names_shown": "full",
    "seed": "0",
    **make.NO_ROWS,
}


def kept(declaration=PODS, club=None):
    club = club or Club.objects.get()
    return ClubGame.objects.create(club=club, key=declaration["key"], declaration=declaration)


def errors(response):
    return " ".join(str(message) for lines in response.context["adminform"].form.errors.values() for message in lines)


def test_the_questions_make_a_declaration(boss, desk):
    response = desk.post(reverse(ADD), ASKED)
    assert response.status_code == 302, errors(response)
    game = ClubGame.objects.get()
    assert game.key == "tichu-with-four"
    assert game.declaration["score"] == {"total": {"4": "0"}}
    assert game.declaration["worth"] == {"4": ["3", "2", "1", "0"]}
    assert LogEntry.objects.filter(kind="clubgame", action="insert", actor_id=boss.pk).exists()


def test_a_name_that_is_taken_is_refused_and_other_scripts_have_keys_of_their_own(desk):
    assert desk.post(reverse(ADD), ASKED).status_code == 302
    refused = desk.post(reverse(ADD), ASKED)
    assert refused.status_code == 200 and "has a game with this name" in errors(refused)
    for name in ("Дурак", "Кункен"):
        assert desk.post(reverse(ADD), {**ASKED, "name": name}).status_code == 302
    assert set(ClubGame.objects.values_list("key", flat=True)) == {"tichu-with-four", "durak", "kunken"}


def test_amounts_are_lines_of_whole_tables(desk):
    desk.post(reverse(ADD), {**ASKED, "entry": "points", "results": "5 0 0 0\n1 1 1 1", "total": ""})
    assert ClubGame.objects.get().declaration["tables"] == {"4": [["5", "0", "0", "0"], ["1", "1", "1", "1"]]}


@pytest.mark.parametrize(("text", "seats"), [("3–5", [3, 4, 5]), ("3 - 4, 6", [3, 4, 6]), ("4 or 3", [3, 4])])
def test_numbers_of_players_are_read_as_people_write_them(desk, text, seats):
    worth = "\n".join("9 5 3 2 1 0"[: 2 * size - 1] for size in seats)
    desk.post(reverse(ADD), {**ASKED, "seats": text, "results": worth})
    assert ClubGame.objects.get().declaration["seats"] == seats


REFUSED = {
    "seats": ({"seats": "7"}, "from 2 to 6"),
    "span": ({"seats": "3-90000000"}, "from 2 to 6"),
    "number": ({"results": "3 2 x 0"}, "is not a number"),
    "line": ({"results": "3 2 1"}, "“3 2 1”: give one number for each player at a table (4)."),
    "nothing": ({"results": ""}, "The points for a table of 4 are missing"),
    "two": ({"results": "3 2 1 0\n4 2 1 0"}, "two lines for a table of 4: “3 2 1 0” and “4 2 1 0”. Keep one."),
    "total": ({"entry": "places"}, "This belongs to a score."),
    "lower": ({"entry": "points", "total": "", "lower": "on"}, "This belongs to a score."),
    "none": (
        {"entry": "points", "total": "", "results": "1 1 1 1", "draws": ""},
        "no result is possible at a table of 4",
    ),
    "taken": ({"name": "Catan"}, "There is a game with this name already"),
    "counts": ({"entry": "score-counts"}, "A score that counts as it is needs no points"),
    "falling": ({"results": "0 1 2 3"}, "“0 1 2 3”: a later place cannot bring more"),
    "steps": ({"total": "1/3"}, "⅓ cannot be reached in steps of 1"),
}
"""Answers that cannot be, and what is said of them."""


@pytest.mark.parametrize(("change", "problem"), REFUSED.values(), ids=REFUSED)
def test_an_answer_that_cannot_be_is_refused_and_nothing_is_kept(desk, change, problem):
    assert problem in errors(desk.post(reverse(ADD), ASKED | change))
    assert not ClubGame.objects.exists()


def test_a_declaration_is_changed_as_text_and_checked(desk):
    game = kept()
    page = reverse("admin:tournaments_clubgame_change", args=[game.pk]) + "?as=text"
    wrong = deepcopy(PODS)
    wrong["seats"] = [3, 9]
    assert "seats.1: This must be a whole number" in errors(desk.post(page, {"text": json.dumps(wrong)}))
    assert "This is not JSON" in errors(desk.post(page, {"text": "{"}))
    assert desk.post(page, {"text": json.dumps({**PODS, "minutes": 80})}).status_code == 302
    game.refresh_from_db()
    assert game.declaration["minutes"] == 80


@pytest.mark.parametrize(
    "declaration", [{**PODS, "key": "other"}, {**PODS, "entry": "moves"}, {}], ids=["key", "entry", "empty"]
)
def test_the_database_keeps_no_declaration_without_its_key_and_entry(boss, declaration):
    with pytest.raises(IntegrityError), transaction.atomic():
        ClubGame.objects.create(club=Club.objects.get(), key="pods", declaration=declaration)


def test_an_event_takes_the_declaration_with_it(desk):
    game = kept(RIICHI)
    values = {**EVENT, "game": game.choice}
    response = desk.post(reverse("admin:tournaments_tournament_add"), values)
    assert response.status_code == 302, errors(response)
    event = Tournament.objects.get(name="Mahjong night")
    assert (event.game, event.options) == ("declared", {"declaration": RIICHI})
    game.declaration = {**RIICHI, "minutes": 5}
    game.save()
    event.refresh_from_db()
    assert "minutes" not in event.options["declaration"]


def test_another_club_sees_and_chooses_nothing_of_it(boss, client):
    game = kept()
    client.force_login(make.keeper(make.club()))
    assert str(game) not in client.get(reverse("admin:tournaments_clubgame_changelist")).content.decode()
    assert client.get(reverse("admin:tournaments_clubgame_change", args=[game.pk])).status_code in (302, 403, 404)
    page = client.get(reverse("admin:tournaments_tournament_add")).content.decode()
    assert f"own-{game.pk}" not in page


def test_an_own_game_has_a_card_and_a_button_and_its_tournament_is_made_on_one_page(boss, desk, words):
    game = kept({**RIICHI, "seats": [4], "minutes": 75})
    page = words(desk.get(reverse("admin:tournaments_new")))
    own, others = page.index("Games of the club"), page.index("Other games")
    assert own < page.index("4 players at a table. Scores are entered; uma", own) < others
    address = reverse("admin:tournaments_new_preset", args=[game.choice])
    change = desk.get(reverse("admin:tournaments_clubgame_change", args=[game.pk])).content.decode()
    assert f'href="{address}">New tournament with this game</a>' in change
    assert f'href="{address}"' in desk.get(reverse("admin:tournaments_clubgame_changelist")).content.decode()
    form = desk.get(address).context["form"]
    fields = {name: form.initial[name] for name in ("name", "starts", "game", "rounds", "minutes")}
    assert desk.post(address, fields).status_code == 302
    event = Tournament.objects.get()
    assert (event.game, event.options) == ("declared", {"declaration": game.declaration})
    assert (event.system, event.table_size) == ("tables", 4)
    assert event.scoring["tie_breaks"] == ["PLACE1", "DIFF", "LOT"] and event.club == game.club
    make.enter(event, 8)
    round_ = make.draft(event, boss)
    assert [table.seats.count() for table in round_.tables.all()] == [4, 4]


def test_who_organises_several_clubs_sees_whose_game_a_card_is_and_makes_its_event_there(desk, words):
    theirs = make.club()
    game = kept(club=theirs)
    assert f"1, 1, 1, 1. ({theirs})" in words(desk.get(reverse("admin:tournaments_new"))).replace("\xa0", " ")
    address = reverse("admin:tournaments_new_preset", args=[game.choice])
    form = desk.get(address).context["form"]
    assert "club" not in form.fields
    desk.post(address, {name: form.initial[name] for name in ("name", "starts", "game", "rounds")})
    assert Tournament.objects.get().club == theirs


@pytest.mark.parametrize("who", ["keeper", "arbiter"])
def test_nobody_else_is_shown_a_clubs_game_or_makes_an_event_of_it(boss, client, evening, who):
    game = kept()
    client.force_login(make.keeper(make.club()) if who == "keeper" else make.arbiter(evening))
    address = reverse("admin:tournaments_new_preset", args=[game.choice])
    assert client.get(address).status_code in (403, 404)
    assert client.post(address, {"name": "X", "starts": "2026-12-01", "rounds": 2}).status_code in (403, 404)
    assert str(game) not in client.get(reverse("admin:tournaments_new")).content.decode()
    assert not Tournament.objects.filter(game="declared").exists()


@pytest.mark.parametrize(
    ("declaration", "size", "expected"),
    [
        ({"entry": "places", "seats": [6], "worth": {"6": ["5", "4", "3", "2", "1", "0"]}}, 6,
         ["PLACE1", "PLACE2", "PLACE3", "PLACE4", "PLACE5", "LOT"]),
        ({"entry": "points", "seats": [4], "amounts": ["0", "1", "5"]}, 4, ["AOS", "PLACE1", "LOT"]),
        ({"entry": "points", "seats": [2], "amounts": ["0", "1"]}, 2, ["DE", "BH", "SB", "LOT"]),
        ({"entry": "score", "seats": [4], "worth": {"4": ["3", "2", "1", "0"]}}, 4, ["PLACE1", "DIFF", "LOT"]),
        ({"entry": "score", "seats": [4], "worth": {"4": ["1", "0", "0", "0"]}}, 4, ["DIFF", "LOT"]),
        ({"entry": "score", "seats": [2], "worth": {"2": ["1", "0"]}}, 2, ["GP", "LOT"]),
        ({"entry": "score", "seats": [4], "worth": {"4": ["3", "2", "1", "0"]}, "higher_is_better": False}, 4,
         ["PLACE1", "DIFF", "LOT"]),
        ({"entry": "score", "seats": [4], "score": {"counts": "score"}}, 4, ["PLACE1", "LOT"]),
        ({**PODS, "usual": {"tie_breaks": ["WIN", "LOT"]}}, 4, ["WIN", "LOT"]),
    ],
    ids=["places", "points", "duel", "score", "one wins", "score of a duel", "lowest wins", "score counts", "said"],
)  # fmt: skip
def test_tie_breaks_follow_from_what_results_hold(boss, declaration, size, expected):
    card = of_own_game(kept({"names": {"en": "Own"}, **declaration, "key": "own"}))
    assert (card.size, card.scoring["tie_breaks"]) == (size, expected)
    (event,) = create(card, by=boss, name="E", starts=date(2026, 12, 1), game="declared", rounds=2)
    assert event.scoring["tie_breaks"] == expected


@pytest.mark.parametrize(
    ("seats", "people", "tables"),
    [([3, 4, 5], 17, [4, 4, 4, 5]), ([3, 4], 11, [3, 4, 4]), ([4, 5], 14, [4, 5, 5])],
    ids=["three to five", "three or four", "four or five"],
)
def test_tables_have_any_size_that_the_game_is_played_at(boss, seats, people, tables):
    card = of_own_game(
        kept({"key": "own", "names": {"en": "Own"}, "seats": seats, "entry": "score", "score": {"counts": "score"}})
    )
    (event,) = create(card, by=boss, name="E", starts=date(2026, 12, 1), game="declared", rounds=1)
    make.enter(event, people)
    assert sorted(table.seats.count() for table in make.draft(event, boss).tables.all()) == tables


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        ({}, ["AOS", "PLACE1", "LOT"]),
        ({"scoring_tie_breaks": "WIN LOT"}, ["WIN", "LOT"]),
        ({"scoring_tie_breaks-listed": "1"}, None),
    ],
    ids=["nothing said", "chosen", "seen to be empty"],
)
def test_a_tournament_from_scratch_gets_tie_breaks_that_fit_the_game(desk, sent, expected):
    game = kept({**PODS, "seats": [4], "tables": {"4": PODS["tables"]["4"]}})
    add = reverse("admin:tournaments_tournament_add")
    field = desk.get(add).context["adminform"].form.fields["scoring_tie_breaks"]
    assert json.loads(field.widget.attrs["data-proposals"]) == {game.choice: ["AOS", "PLACE1", "LOT"]}
    assert desk.post(add, {**EVENT, "game": game.choice, **sent}).status_code == 302
    event = Tournament.objects.get()
    assert event.scoring.get("tie_breaks") == expected
    # what is there stays as it is
    change = reverse("admin:tournaments_tournament_change", args=[event.pk])
    desk.post(change, {**EVENT, "game": "declared", "slug": event.slug, "scoring_tie_breaks": ""})
    event.refresh_from_db()
    assert "tie_breaks" not in event.scoring


def test_places_go_to_six_as_tables_do():
    codes = [row["code"] for row in offered()]
    assert [code for code in codes if code.startswith("PLACE")] == [f"PLACE{place}" for place in range(1, 7)]


def test_what_a_declaration_calls_usual_and_this_site_cannot_do_is_left_out_or_refused(boss):
    strange = {**PODS, "usual": {"system": "no-such", "table_size": 4, "tie_breaks": ["NOPE"]}}
    card = of_own_game(kept(strange))
    assert card.four == "tables"
    with pytest.raises(Refused, match="NOPE"):
        create(card, by=boss, name="E", starts=date(2026, 12, 1), game="declared", rounds=2)


def test_an_event_of_another_club_cannot_take_a_clubs_game_although_one_person_organises_both(desk):
    theirs, mine = make.club(), Club.objects.exclude(name="Leiden").get()
    game = kept(club=theirs)
    values = {**EVENT, "game": game.choice}
    refused = desk.post(reverse("admin:tournaments_tournament_add"), {**values, "club": mine.pk})
    assert "This game belongs to Leiden." in errors(refused) and not Tournament.objects.exists()
    assert desk.post(reverse("admin:tournaments_tournament_add"), {**values, "club": theirs.pk}).status_code == 302
    other = make.tournament(0, club=mine)
    page = desk.get(reverse("admin:tournaments_tournament_change", args=[other.pk])).content.decode()
    assert game.choice not in page


def test_a_declaration_that_can_no_longer_be_used_takes_no_page_down_and_offers_nothing(desk):
    game = kept({"key": "tichu", "entry": "places", "names": {"en": "Tichu"}})
    address = reverse("admin:tournaments_new_preset", args=[game.choice])
    assert desk.get(address).status_code == 404
    for page in (
        reverse("admin:tournaments_new"),
        reverse("admin:tournaments_clubgame_changelist"),
        reverse("admin:tournaments_clubgame_change", args=[game.pk]),
    ):
        shown = desk.get(page)
        assert shown.status_code == 200 and address not in shown.content.decode()
