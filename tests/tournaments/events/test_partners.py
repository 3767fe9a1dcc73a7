"""Team games: systems that make partnerships play Quatro Chess with partners, on the site as in the rules."""

from __future__ import annotations

import html
import json
import re

import pytest
from django.urls import reverse

from scoring.input.rules import WITH_PARTNERS
from tests.tournaments import make
from tournaments.domain.errors import Refused
from tournaments.domain.setup import options_at, options_of
from tournaments.imports.archive import read_archive
from tournaments.jobs.game_records import check_record
from tournaments.models import Club, Entry, GameRecord, Result, Table, Team, Tournament
from tournaments.pairing.registry import systems
from tournaments.services.events import tournaments
from tournaments.services.events.event_builder import build
from tournaments.services.games import game_records, live_games
from tournaments.services.results import results

pytestmark = pytest.mark.django_db

PARTNERS = ((1, 3), (2, 4))
# Red and Green resign: White and Black are left, who are partners.
TEAM_GAME = {
    "game": "quatro-chess",
    "options": {"teams": [[1, 3], [2, 4]]},
    "seats": [None] * 4,
    "setup": {},
    "moves": ["e2e3", "resign", "e11e10", "resign"],
}
LAST_ONE = {"moves": ["resign", "resign", "resign"], "options": {}}


def team_event(system: str, count: int = 2, size: int = 4, **fields) -> Tournament:
    made = make.tournament(4 * count, system=system, table_size=size, **({"rounds_planned": 3} | fields))
    teams = [Team.objects.create(tournament=made, key=key, name=f"Team {key}") for key in "ABCDEFGH"[:count]]
    for entry in Entry.objects.filter(tournament=made):
        entry.team, entry.board = teams[(entry.number - 1) // 4], (entry.number - 1) % 4 + 1
        entry.save()
    return made


def first_table(made, boss):
    return Table.objects.filter(round=make.published(made, boss)).order_by("number").first()


def hand_in(table, boss, **change):
    made = game_records.hand_in(table.pk, by=boss, content=json.dumps(TEAM_GAME | change).encode())
    check_record(made.pk)
    made.refresh_from_db()
    return made


@pytest.mark.parametrize(
    ("system", "size", "partners"),
    [
        ("double-team", 4, PARTNERS),
        ("triple-team", 4, PARTNERS),
        ("whist", 4, PARTNERS),
        ("team-berger", 4, PARTNERS),
        ("team-berger", 2, None),
        ("board-groups", 4, None),
        ("tables", 4, None),
        ("swiss-tables", 4, None),
    ],
)
def test_systems_with_partners_imply_them(system, size, partners):
    """QC 2.2, QC 7.5."""
    made = Tournament(game="quatro-chess", system=system, table_size=size)
    assert options_of(made)["teams"] == partners
    assert made.options == {}


def test_scoring_knows_which_systems_seat_partners():
    assert {key for key, system in systems().items() if system.partners} == set(WITH_PARTNERS)


def test_what_the_settings_say_counts_more_than_what_the_system_implies():
    made = Tournament(game="quatro-chess", system="double-team", table_size=4, options={"teams": None})
    assert options_of(made)["teams"] is None
    made = Tournament(game="quatro-chess", system="tables", table_size=4, options={"teams": [[1, 3], [2, 4]]})
    assert options_of(made)["teams"] == PARTNERS


def test_other_games_know_no_partners():
    assert "teams" not in options_of(Tournament(game="kwartet", system="whist", table_size=4))


def test_a_challenge_made_by_the_api_with_no_options_is_a_team_game(boss):
    made = tournaments.create(
        {"name": "Challenge", "game": "quatro-chess", "options": {}, "pairing": {"system": "triple-team"}}, by=boss
    )
    made.refresh_from_db()
    assert made.options == {}
    assert options_of(made)["teams"] == PARTNERS


def test_a_partnership_game_that_ended_with_one_team_left_is_proven(boss):
    table = first_table(team_event("double-team"), boss)
    record = hand_in(table, boss)
    assert (record.state, str(record.verdict)) == ("agrees", "The result follows from the record: 6 – 0 – 6 – 2.")
    assert Result.objects.get(table=table).points == make.points("6", "0", "6", "2")


@pytest.mark.parametrize(
    ("teams", "colours"), [([[2, 4], [3, 1]], None), ([[1, 2], [3, 4]], {"white": 1, "red": 3, "black": 2, "green": 4})]
)
def test_the_same_partners_in_another_order_are_the_same(boss, teams, colours):
    table = first_table(team_event("triple-team", 3), boss)
    setup = {"colours": colours} if colours else {}
    assert hand_in(table, boss, options={"teams": teams}, setup=setup).state == "agrees"


def test_a_record_without_partners_is_refused_with_what_would_be_right(boss):
    table = first_table(team_event("double-team"), boss)
    record = hand_in(table, boss, **LAST_ONE)
    assert record.state == GameRecord.State.REFUSED
    assert str(record.verdict) == (
        'At this table partners play together: white + black against red + green. Add “"teams": [[1, 3], '
        "[2, 4]]” to the options of the record."
    )
    assert not Result.objects.exists()


def test_a_record_with_partners_is_refused_where_everyone_plays_for_themselves(boss):
    table = first_table(team_event("board-groups", 4), boss)
    record = hand_in(table, boss)
    assert record.state == GameRecord.State.REFUSED
    assert "at this table everyone plays for themselves" in str(record.verdict)


def test_points_that_partners_cannot_have_are_refused_at_the_desk(boss):
    table = first_table(team_event("double-team"), boss)
    with pytest.raises(Refused, match="only one player or team is left"):
        results.enter(table.pk, by=boss, points=make.points("8", "2", "4", "0"))
    assert results.enter(table.pk, by=boss, points=make.points("6", "2", "6", "0"))


@pytest.mark.parametrize("options", [{}, {"teams": [[1, 3], [2, 4]]}])
def test_at_a_table_of_three_everyone_plays_for_themselves_and_it_can_be_proven(boss, options):
    made = team_event("double-team", options=options)
    Entry.objects.filter(tournament=made, number=8).update(absent=[1])
    round_ = make.published(made, boss)
    [short] = [t for t in Table.objects.filter(round=round_) if len(set(seats(t))) == 3]
    assert options_at(made, 3)["teams"] is None
    who = list(dict.fromkeys(seats(short)))
    owners = dict(zip(("white", "red", "black", "green"), (who.index(e) + 1 for e in seats(short)), strict=True))
    record = hand_in(short, boss, options={}, seats=[None] * 3, setup={"colours": owners}, moves=["resign"] * 3)
    assert record.state == "agrees", record.verdict


def seats(table):
    return list(table.seats.order_by("position").values_list("entry", flat=True))


def test_points_of_a_table_of_three_are_those_of_everyone_for_themselves(boss):
    made = team_event("double-team", options={"teams": [[1, 3], [2, 4]]})
    Entry.objects.filter(tournament=made, number=8).update(absent=[1])
    round_ = make.published(made, boss)
    [short] = [t for t in Table.objects.filter(round=round_) if len(set(seats(t))) == 3]
    # white and black are left last, and are two players
    assert results.enter(short.pk, by=boss, points=make.points("8", "2", "4", "0"))


def test_a_game_entered_move_by_move_has_its_partners(boss):
    table = first_table(team_event("whist", 2), boss)
    game = live_games.begin(table.pk, by=boss)
    for number, move in enumerate(TEAM_GAME["moves"]):
        live_games.enter(game.pk, by=boss, after=number, text=move)
    record = live_games.hand_in(game.pk, by=boss, after=4)
    check_record(record.pk)
    record.refresh_from_db()
    assert record.state == "agrees", record.verdict
    assert json.loads(record.text)["options"] == {"teams": [[1, 3], [2, 4]]}


def document(points) -> bytes:
    players = [{"id": i + 1, "name": f"P{i}", "team": "AB"[i // 4], "board": i % 4 + 1} for i in range(8)]
    tables = [
        {"number": 1, "seats": [1, 6, 4, 7], "points": points, "end": "played"},
        {"number": 2, "seats": [2, 5, 3, 8]},
    ]
    return json.dumps(
        {
            "format": "viertal-event/1",
            "name": "Kept",
            "game": "quatro-chess",
            "pairing": {"system": "double-team"},
            "teams": [{"id": "A", "name": "A"}, {"id": "B", "name": "B"}],
            "players": players,
            "rounds": [{"number": 1, "tables": tables}],
        }
    ).encode()


def test_an_event_played_without_partners_is_imported_as_it_was(boss):
    made = build(read_archive(document(["8", "2", "4", "0"])), by=boss, club=Club.objects.get())
    assert made.options == {"teams": None}
    assert options_of(made)["teams"] is None


def test_an_event_that_partners_can_have_played_is_imported_as_a_team_game(boss):
    made = build(read_archive(document(["6", "2", "6", "0"])), by=boss, club=Club.objects.get())
    assert made.options == {}
    assert options_of(made)["teams"] == PARTNERS


def sent(client, made, **more):
    """The answer to the tournament's settings, saved with these."""
    address = reverse("admin:tournaments_tournament_change", args=[made.pk])
    return client.post(address, make.settings_of(made, published="on", **more))


def saved(client, made, **more):
    response = sent(client, made, **more)
    assert response.status_code == 302, html.unescape(response.content.decode())
    made.refresh_from_db()
    return made.options


class TestSettings:
    @pytest.mark.parametrize(
        ("chosen", "kept"), [("", {}), ("each", {"teams": None}), ("opposite", {"teams": [[1, 3], [2, 4]]})]
    )
    def test_partners_are_the_systems_or_chosen(self, signed_in, boss, chosen, kept):
        made = team_event("double-team")
        assert saved(signed_in(boss), made, **{"game__quatro-chess__teams": chosen}) == kept
        assert saved(signed_in(boss), made, **{"game__quatro-chess__teams": chosen}) == kept

    @pytest.mark.parametrize("options", [{}, {"teams": None}, {"teams": [[1, 3], [2, 4]]}])
    def test_saved_again_the_settings_of_an_event_that_began_keep_their_partners(self, desk, boss, options):
        made = team_event("double-team", options=options)
        make.published(made, boss)
        made.refresh_from_db()
        assert saved(desk, made) == options

    def test_the_page_of_settings_shows_what_was_chosen(self, desk):
        made = team_event("double-team", options={"teams": None})
        page = desk.get(reverse("admin:tournaments_tournament_change", args=[made.pk]))
        assert '<option value="each" selected>' in page.content.decode()


class TestTold:
    def about(self, client, made):
        return html.unescape(client.get(f"/t/{made.slug}/about/").content.decode())

    def test_about_says_that_it_is_a_team_game(self, client, boss):
        page = self.about(client, team_event("triple-team", 3))
        assert "partners opposite: seats 1 and 3, 2 and 4" in page
        assert "where one is missing, everyone for themselves" in page

    def test_about_says_that_an_event_is_played_by_everyone_for_themselves(self, client, boss):
        assert "partners opposite" not in self.about(client, team_event("board-groups", 4))
        assert "partners opposite" not in self.about(client, team_event("whist", options={"teams": None}))

    def test_the_api_says_what_is_chosen_and_what_is_played(self, desk):
        made = team_event("triple-team", 3)
        settings = desk.get(f"/api/v1/tournaments/{made.slug}/settings/").json()
        assert settings["options"] == {}
        assert settings["options_as_played"]["teams"] == [[1, 3], [2, 4]]


class TestBoardGroups:
    NAME = "pairing__board-groups__group_teams"

    def shown(self, client, address):
        page = html.unescape(client.get(address).content.decode())
        field = page[page.index(f'name="{self.NAME}"') :]
        return re.search(r'value="([^"]*)" selected', field[: field.index("</select>")])[1]

    def test_a_new_tournament_is_offered_groups_of_four_teams_first(self, desk):
        assert self.shown(desk, reverse("admin:tournaments_tournament_add")) == "4"

    def test_an_event_that_says_nothing_has_one_group_of_all_teams_and_keeps_it(self, desk):
        made = team_event("board-groups", 8)
        assert self.shown(desk, reverse("admin:tournaments_tournament_change", args=[made.pk])) == "all"
        saved(desk, made, **{self.NAME: "4"})
        assert made.pairing_options == {"group_teams": "4"}
        saved(desk, made, **{self.NAME: "all"})
        assert made.pairing_options == {}
