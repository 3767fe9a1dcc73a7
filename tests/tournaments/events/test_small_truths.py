"""Small corrections: archives, new tournaments, empty teams."""

from __future__ import annotations

import json
import re

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils import timezone

from scoring.input.reading import event_from
from tests.scoring.documents import explain
from tests.scoring.test_explanations import LIMITED
from tests.scoring.test_standings import document
from tests.tournaments import make
from tests.tournaments.public.build import event
from tests.tournaments.worlds import world
from tournaments.domain.access import Action, may
from tournaments.forms.accounts import TablesField
from tournaments.jobs.standings import compute_standings
from tournaments.models import CheckedIn, Entry, Player, Table, Team, Tournament
from tournaments.selectors.papers import lists as sheets
from tournaments.selectors.papers import print_scene, printed_report
from tournaments.selectors.people import shown_names
from tournaments.services.entries import players
from tournaments.services.events import tournaments
from tournaments.services.events.presets import PRESETS, create
from tournaments.services.lists import lists
from tournaments.services.results import results
from tournaments.services.rounds import rounds
from tournaments.web.standings.explanations import sum_of_value

pytestmark = pytest.mark.django_db


@world
def archived(boss):
    made = make.duel(2, rounds_planned=1)
    make.played(made, boss, ("1", "0"))
    return tournaments.archive(made.pk, by=boss)


class TestArchive:
    @pytest.mark.parametrize("query", ["archive=1", "records=1", "log=1"])
    def test_an_archived_event_gives_its_archive(self, signed_in, boss, archived, query):
        organiser = make.arbiter(archived, "organiser")
        for who in (boss, organiser):
            client = signed_in(who)
            page = client.get(reverse("admin:tournaments_document", args=[archived.pk]) + f"?{query}")
            assert page.status_code == 200
            program = client.get(reverse("api:document", args=[archived.slug]) + f"?{query}")
            assert json.loads(program.content) == json.loads(page.content)

    def test_nobody_gets_it_who_did_not_before(self, signed_in, archived):
        for role in ("chief", "arbiter", "judge", "helper"):
            client = signed_in(make.arbiter(archived, role))
            page = client.get(reverse("admin:tournaments_document", args=[archived.pk]) + "?archive=1")
            assert page.status_code in (403, 404)

    def test_and_nothing_in_it_changes(self, boss, archived):
        assert not may(boss, Action.EDIT, archived)


def test_a_tournament_made_by_hand_lands_on_its_desk(desk):
    url = reverse("admin:tournaments_tournament_add")
    data = _as_sent(desk.get(url)) | {
        "name": "By hand",
        "slug": "by-hand",
        "game": "quarto",
        "system": "berger",
        "table_size": "2",
        "rounds_planned": "3",
    }
    answer = desk.post(url, data)
    assert answer.status_code == 302, answer.context and answer.context["errors"]
    made = Tournament.objects.get(slug="by-hand")
    assert answer.url == reverse("admin:tournaments_desk", args=[made.pk])


@world
def made(boss):
    """A match whose teams were proposed."""
    preset = next(p for p in PRESETS.values() if p.teams)
    (made, *_more) = create(
        preset, by=boss, name="Match", starts=timezone.localdate(), game="quatro-chess", rounds=2, published=True
    )
    return made


class TestEmptyTeams:
    LIST = b"Name;Team;Board\n" + b"".join(
        f"{team}{n};{team};{n}\n".encode() for team in ("Alpha", "Beta") for n in (1, 2, 3, 4)
    )

    def names(self, made):
        return set(Team.objects.filter(tournament=made).values_list("name", flat=True))

    def bring(self, made, kind, content, by):
        waiting = lists.upload(kind, made.pk, by=by, content=content)
        lists.carry_out(waiting.pk, by=by, seen=lists.preview(waiting).stamp)

    @pytest.mark.parametrize(
        ("kind", "content", "left"),
        [
            ("players", LIST, {"Alpha", "Beta"}),
            ("teams", b"Short name;Team\nX;Xerxes\n", {"Xerxes"}),
            ("players", LIST.replace(b"Alpha", b"Team A"), {"Team A", "Beta"}),
        ],
        ids=["players", "teams", "one got players"],
    )
    def test_an_imported_list_takes_their_place(self, made, boss, kind, content, left):
        assert {"Team A", "Team B"} <= self.names(made)
        self.bring(made, kind, content, boss)
        assert self.names(made) == left

    def test_a_name_that_somebody_gave_is_not_lost(self, made, boss):
        key = Team.objects.get(tournament=made, name="Team A").key
        players.save_team(made.pk, key, "Late ones", by=boss)
        self.bring(made, "players", self.LIST, boss)
        assert self.names(made) == {"Alpha", "Beta", "Late ones"}

    def test_what_is_left_goes_when_a_round_is_paired(self, made, boss):
        for number, team in enumerate(("Alpha", "Beta")):
            row = Team.objects.create(tournament=made, key=f"Z{number}", name=team)
            for board in range(1, 5):
                players.enter(made.pk, {"name": f"{team} {board}", "team": row.key, "board": board}, by=boss)
        make.draft(made, boss)
        assert self.names(made) == {"Alpha", "Beta"}

    def test_a_team_without_members_stands_nowhere_public(self, client, boss, words):
        made = make.duel(4, published=True)
        full = Team.objects.create(tournament=made, key="F", name="The full one")
        Team.objects.create(tournament=made, key="E", name="The empty one")
        Entry.objects.filter(tournament=made).update(team=full)
        make.play(make.published(made, boss), boss, ("1", "0"))
        compute_standings(made.pk)
        base = reverse("tournament", args=[made.slug])
        empty = Team.objects.get(key="E").pk
        for where in ("", "standings/", "teams/"):
            page = words(client.get(base + where))
            assert "The empty one" not in page, where
        assert "The full one" in words(client.get(f"{base}teams/"))
        assert client.get(f"{base}teams/{empty}/").status_code == 404
        api = reverse("api:tournament", args=[made.slug])
        for where in ("", "standings/", "teams/"):
            text = client.get(api + where).content.decode()
            assert '"E"' not in text, where


class TestHisTables:
    @pytest.mark.parametrize(
        ("text", "numbers"),
        [
            ("1-3, 7", [1, 2, 3, 7]),
            ("1 3", [1, 3]),
            ("1,2,3", [1, 2, 3]),
            ("7 – 8;2", [2, 7, 8]),
            ("", []),
            ("12", [12]),
            ("3, 3", [3]),
        ],
    )
    def test_a_list_of_tables_as_people_write_it(self, text, numbers):
        assert TablesField(required=False).clean(text) == numbers

    @pytest.mark.parametrize(
        ("text", "part"),
        [
            *((text, text) for text in ("a", "3-1", "0", "1-", "1--3", "1-9999", "1.5", "5001")),
            ("1-3, seven", "seven"),
            ("1; 9-4; 2", "9-4"),
            ("2, 0", "0"),
        ],
    )
    def test_what_is_none_is_refused_in_a_sentence_that_names_the_part(self, text, part):
        with pytest.raises(ValidationError, match=f"“{part}” is not a table number.*such as 1-3, 7"):
            TablesField(required=False).clean(text)

    def test_the_log_shows_them_so(self, desk, boss):
        made = make.duel(2)
        judge = make.arbiter(made, "judge", tables=[1])
        players.appoint(made.pk, judge, by=boss, role="judge", tables=[3, 1, 2, 7])
        page = desk.get(reverse("admin:tournaments_log", args=[made.pk])).content.decode()
        assert "1 → 1-3, 7" in page

    def test_it_is_shown_as_it_is_written(self):
        assert TablesField().prepare_value([1, 2, 3, 7, 9, 10]) == "1-3, 7, 9-10"

    def test_in_the_settings(self, desk):
        made = make.duel(2)
        judge = make.arbiter(made, "judge", tables=[1])
        url = reverse("admin:tournaments_tournament_change", args=[made.pk])
        form = desk.get(url)
        data = _as_sent(form)
        (name,) = (key for key in data if key.startswith("appointments-0") and key.endswith("-tables"))
        data[name] = "1-3, 7"
        answer = desk.post(url, data)
        assert answer.status_code == 302, answer.context["errors"]
        assert made.appointments.get(user=judge).tables == [1, 2, 3, 7]


def _as_sent(response):
    """Return the fields that the browser sends of a form of the admin that nobody changed."""
    context = response.context
    forms = [context["adminform"].form]
    data = {}
    for inline in context["inline_admin_formsets"]:
        forms += [inline.formset.management_form, *inline.formset.initial_forms]
    for form in forms:
        for bound in form:
            value = bound.field.prepare_value(bound.value()) if bound.value() is not None else ""
            if value is not False and value != "":
                data[bound.html_name] = ",".join(map(str, value)) if isinstance(value, list) else value
    return data


class TestDeleting:
    def test_a_player_with_games_stays_and_it_is_said_what_to_do(self, desk, words):
        made = make.duel(2, name="Spring cup")
        player = Entry.objects.filter(tournament=made).first().player
        url = reverse("admin:tournaments_player_delete", args=[player.pk])
        for answer in (desk.get(url, follow=True), desk.post(url, {"post": "yes"}, follow=True)):
            page = words(answer)
            assert f"{player.name} takes part in Spring cup and cannot be deleted" in page
            assert "protected related objects" not in page
        several = {"action": "delete_chosen", "_selected_action": [player.pk]}
        page = words(desk.post(reverse("admin:tournaments_player_changelist"), several, follow=True))
        assert f"{player.name} takes part in Spring cup and cannot be deleted" in page
        player.refresh_from_db()

    def test_one_who_never_took_part_goes(self, desk):
        lonely = Player.objects.create(name="Never Played")
        url = reverse("admin:tournaments_player_delete", args=[lonely.pk])
        assert desk.post(url, {"post": "yes"}).status_code == 302
        assert not Player.objects.filter(pk=lonely.pk).exists()

    def test_a_row_of_the_settings_that_has_a_seat(self, desk, boss, words):
        made = make.duel(4)
        rounds.discard(make.draft(made, boss).pk, by=boss)
        made.refresh_from_db()
        assert made.state == Tournament.State.PLANNED
        url = reverse("admin:tournaments_tournament_change", args=[made.pk])
        answer = desk.post(url, _as_sent(desk.get(url)) | {"entries-0-DELETE": "on"})
        page = words(answer)
        assert "stays in its results. Withdraw them on the Players page instead of deleting them." in page
        assert "protected related objects" not in page


@world
def evening(boss):
    made = make.tournament(0, check_in=True)
    for name in ("Kok, Mark", "Özdemir, Ayşe", "Seán O’Brien", "Jean Petit", "Anna Kokosky"):
        players.enter(made.pk, {"name": name}, by=boss)
    return made


class TestCheckInByName:
    @pytest.mark.parametrize(
        ("text", "name"),
        [
            ("Mark Kok", "Kok, Mark"),
            ("ozdemir", "Özdemir, Ayşe"),
            ("obrien", "Seán O’Brien"),
            ("sean", "Seán O’Brien"),
            ("o'brien", "Seán O’Brien"),
            ("kok mark", "Kok, Mark"),
            ("petit j", "Jean Petit"),
        ],
    )
    def test_it_is_found(self, desk, evening, text, name):
        url = reverse("admin:tournaments_check_in_mark", args=[evening.pk])
        assert desk.post(url, {"text": text}).status_code == 302
        assert CheckedIn.objects.get().entry.player.name == name

    def test_a_slip_is_offered_and_not_taken(self, desk, evening, words):
        url = reverse("admin:tournaments_check_in_mark", args=[evening.pk])
        answer = desk.post(url, {"text": "petti"})
        assert answer.status_code == 422
        assert "Did you mean 4 Jean Petit?" in words(answer)
        assert not CheckedIn.objects.exists()

    def test_the_list_by_name(self, desk, evening, words):
        url = reverse("admin:tournaments_check_in", args=[evening.pk])
        page = words(desk.get(url + "?order=name"))
        names = ["Anna Kokosky", "Jean Petit", "Kok, Mark", "Özdemir, Ayşe", "Seán O’Brien"]
        rows = page[page.index('<ol class="v-rows">') :]
        assert [rows.index(name) for name in names] == sorted(rows.index(name) for name in names)
        assert "?order=number" in page


class TestPapers:
    def test_the_report_names_the_system_and_leaves_out_what_is_empty(self, boss):
        made = make.tournament(4)
        make.published(made, boss)
        facts = dict(printed_report._facts(print_scene.Scene(made, None, ""), 4))
        assert facts["Pairing system"] == "Complete schedule at tables"
        assert "Arbiters" not in facts
        assert "Venue" not in facts

    def test_a_document_opens_beside_the_desk(self, desk, boss, words):
        made = make.duel(4)
        make.published(made, boss)
        page = words(desk.get(reverse("admin:tournaments_outputs", args=[made.pk])))
        assert re.search(r'<form method="post" action="[^"]*print/" class="v-choose" target="_blank">', page)


class TestJudge:
    def test_only_the_own_tables_are_asked_for(self, signed_in, boss, words):
        made = make.duel(8)
        judge = make.arbiter(made, "judge", tables=[2, 3])
        round_ = make.published(made, boss)
        desk = reverse("admin:tournaments_desk", args=[made.pk])
        page = words(signed_in(judge).get(desk))
        assert "Tables 2, 3 are still missing." in page
        for table in Table.objects.filter(round=round_, number__in=[2, 3]):
            results.enter(table.pk, by=judge, points=make.points("1", "0"))
        page = words(signed_in(judge).get(desk))
        assert "All your tables in round 1 have results" in page
        assert "Tables 1, 4 are still missing." in words(signed_in(boss).get(desk))


def test_who_has_no_button_for_the_next_step_reads_whose_it_is(boss, signed_in, words):
    event = make.duel(4)
    desk = reverse("admin:tournaments_desk", args=[event.pk])
    for role, theirs in (("arbiter", True), ("helper", False), ("judge", False)):
        page = words(signed_in(make.arbiter(event, role, tables=[1])).get(desk))
        assert ("The next step is for the arbiters: Pair round 1." in page) is not theirs, role
        assert (">Pair round 1</button>" in page) is theirs, role
    make.published(event, boss)
    judge = words(signed_in(make.arbiter(event, "judge", tables=[1])).get(desk))
    helper = words(signed_in(make.arbiter(event, "helper")).get(desk))
    assert "for the arbiters" in helper and "for the arbiters" not in judge


def test_figures_in_names_are_numbers_where_names_are_in_order():
    assert sorted(["Zoë 10", "Zoe 2", "zoë 1", "Anna"], key=shown_names.sort_key) == [
        "Anna",
        "zoë 1",
        "Zoe 2",
        "Zoë 10",
    ]
    made = make.duel(4)
    for key, entry in zip(("10", "2", "1", "A"), made.entries.all(), strict=True):
        entry.team = Team.objects.create(tournament=made, key=key, name=f"Team {key}")
        entry.save()
    assert [key for key, _name in shown_names.teams(made.pk)] == ["1", "2", "10", "A"]
    assert [row[0] for row in sheets.teams(made).rows] == ["1", "2", "10", "A"]


def test_a_program_is_told_the_source_of_a_tie_break_only_where_a_rule_book_has_it(client):
    made = event("sources", tie_breaks=("BH", "PLACE1"), rounds=2)
    values = client.get(f"/api/v1/tournaments/{made.slug}/standings/why/1/").json()["values"]
    assert [(value["code"], value["source"] != "") for value in values if value["code"] != "points"] == [
        ("BH", True),
        ("PLACE1", False),
    ]


def test_a_sum_says_of_whose_score_an_unplayed_round_counts():
    event = event_from(document(LIMITED, 3, scoring={"tie_breaks": ["BH"]}))
    first, second = (sum_of_value(explain(event, player, "BH"), "No. {}".format).terms for player in (1, 2))
    assert first == [
        ("1", "No. 2, round 1, not played: counts with the opponent’s score, which is less than the player’s own"),
        ("1", "No. 3, round 2"),
        ("1½", "round 3, not played: counts as draws in all rounds, which is less than the player’s own score"),
    ]
    assert second[1] == ("1", "round 2, not played: counts with the player’s own score")
