"""What was mended beside the way: archives, new tournaments, empty teams."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournaments import make
from tournaments.access import Action, may
from tournaments.jobs.standings import compute_standings
from tournaments.models import Entry, Team, Tournament
from tournaments.services import archive, lists, people, rounds
from tournaments.services.presets import PRESETS, create

pytestmark = pytest.mark.django_db


@pytest.fixture
def archived(boss):
    made = make.duel(2, rounds_planned=1)
    round_ = make.published(made, boss)
    make.play(round_, boss, ("1", "0"))
    rounds.close(round_.pk, by=boss)
    return archive.archive(made.pk, by=boss)


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
            assert client.get(
                reverse("admin:tournaments_document", args=[archived.pk]) + "?archive=1"
            ).status_code in (403, 404)

    def test_and_nothing_in_it_changes(self, boss, archived):
        assert not may(boss, Action.EDIT, archived)


def test_a_tournament_made_by_hand_lands_on_its_desk(signed_in, boss):
    client = signed_in(boss)
    url = reverse("admin:tournaments_tournament_add")
    form = client.get(url).context["adminform"].form
    data = {
        name: "" if value is None else value
        for name, value in ((f.name, form[f.name].value()) for f in form.visible_fields())
        if value is not False
    }
    data |= {"name": "By hand", "slug": "by-hand", "game": "quarto", "system": "berger", "table_size": "2",
             "rounds_planned": "3", "starts": timezone.localdate().isoformat()}  # fmt: skip
    for inline in client.get(url).context["inline_admin_formsets"]:
        management = inline.formset.management_form
        data |= {management.add_prefix(name): 0 for name in ("TOTAL_FORMS", "INITIAL_FORMS")}
    answer = client.post(url, data)
    assert answer.status_code == 302, answer.context and answer.context["errors"]
    made = Tournament.objects.get(slug="by-hand")
    assert answer.url == reverse("admin:tournaments_desk", args=[made.pk])


class TestEmptyTeams:
    LIST = b"Name;Team;Board\n" + b"".join(
        f"{team}{n};{team};{n}\n".encode() for team in ("Alpha", "Beta") for n in (1, 2, 3, 4)
    )

    @pytest.fixture
    def made(self, boss):
        preset = next(p for p in PRESETS.values() if p.teams)
        (made, *_more) = create(
            preset, by=boss, name="Match", starts=timezone.localdate(), game="quatro-chess", rounds=2,
            published=True,
        )  # fmt: skip
        return made

    def names(self, made):
        return set(Team.objects.filter(tournament=made).values_list("name", flat=True))

    def bring(self, made, kind, content, by):
        waiting = lists.upload(kind, made.pk, by=by, content=content)
        lists.carry_out(waiting.pk, by=by, seen=lists.preview(waiting).stamp)

    def test_an_imported_list_takes_their_place(self, made, boss):
        assert {"Team A", "Team B"} <= self.names(made)
        self.bring(made, "players", self.LIST, boss)
        assert self.names(made) == {"Alpha", "Beta"}

    def test_so_does_a_list_of_teams(self, made, boss):
        self.bring(made, "teams", b"Short name;Team\nX;Xerxes\n", boss)
        assert self.names(made) == {"Xerxes"}

    def test_one_that_got_players_stays(self, made, boss):
        content = self.LIST.replace(b"Alpha", b"Team A")
        self.bring(made, "players", content, boss)
        assert self.names(made) == {"Team A", "Beta"}

    def test_a_name_that_somebody_gave_is_not_lost(self, made, boss):
        key = Team.objects.get(tournament=made, name="Team A").key
        people.save_team(made.pk, key, "Late ones", by=boss)
        self.bring(made, "players", self.LIST, boss)
        assert self.names(made) == {"Alpha", "Beta", "Late ones"}

    def test_what_is_left_goes_when_a_round_is_paired(self, made, boss):
        for number, team in enumerate(("Alpha", "Beta")):
            row = Team.objects.create(tournament=made, key=f"Z{number}", name=team)
            for board in range(1, 5):
                people.enter(made.pk, {"name": f"{team} {board}", "team": row.key, "board": board}, by=boss)
        make.draft(made, boss)
        assert self.names(made) == {"Alpha", "Beta"}

    def test_a_team_without_members_stands_nowhere_public(self, client, boss, words):
        made = make.duel(4, published=True)
        full = Team.objects.create(tournament=made, key="F", name="The full one")
        Team.objects.create(tournament=made, key="E", name="The empty one")
        Entry.objects.filter(tournament=made).update(team=full)
        round_ = make.published(made, boss)
        make.play(round_, boss, ("1", "0"))
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
