"""Several clubs on one server: each makes its events, keeps its people, and sees nothing of the others."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction

from tests.tournaments import make
from tests.tournaments.api.programs import NEW, Program
from tournaments.domain import access, register
from tournaments.domain.access import Action
from tournaments.domain.errors import Refused
from tournaments.models import (
    Appointment,
    Club,
    ClubMember,
    Entry,
    Player,
    Proposal,
    Registration,
    Tournament,
    User,
    Waiting,
)
from tournaments.selectors import registrations as registration_selectors
from tournaments.selectors.clubs import to_choose
from tournaments.selectors.papers.event_documents import document_text
from tournaments.selectors.people import people as proposal_selectors
from tournaments.services import clubs
from tournaments.services.entries import attendance, players, registration_decisions
from tournaments.services.events import event_imports, tournaments
from tournaments.services.lists import lists
from tournaments.services.people import profile
from tournaments.services.rounds import finals

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_broker")]
ADMIN = "/admin/tournaments"
X = {"name": "X", "game": "quarto", "pairing": {"system": "berger", "rounds": 3, "table_size": 2}}
SAME = {"name": "Anna de Vries", "club": "De Toren", "birth_year": 1980}


@pytest.fixture
def here() -> Club:
    """The club that is always there, as its members call it."""
    return Club.objects.get()


@pytest.fixture
def leiden(here: Club) -> Club:
    return make.club("Leiden")


@pytest.fixture
def keeper(here: Club) -> User:
    return make.keeper(here)


@pytest.fixture
def stranger(leiden: Club) -> User:
    """An organiser of the other club."""
    return make.keeper(leiden)


@pytest.fixture
def theirs(leiden: Club) -> Tournament:
    """An evening of the other club, not public, with somebody whom the first club has too."""
    evening = make.duel(2, club=leiden, name="Hidden evening", slug="hidden", published=False)
    players.enter(evening.pk, SAME | {"rating": 1777}, by=make.organiser())
    return evening


class TestTheOnlyClub:
    def test_a_row_that_names_no_club_is_the_only_ones(self, here):
        assert Tournament.objects.create(name="A", slug="a", game="quarto", system="berger").club == here
        assert Player.objects.create(name="Anna").register == here

    def test_nobody_hears_of_clubs(self, desk, evening):
        entry = evening.entries.first()
        for page in (
            "/admin/",
            f"{ADMIN}/tournament/add/",
            f"{ADMIN}/tournament/new/club-evening/",
            f"{ADMIN}/tournament/import-document/",
            f"{ADMIN}/tournament/trf/",
            f"{ADMIN}/player/add/",
            f"{ADMIN}/tournament/{evening.pk}/desk/players/{entry.pk}/",
            f"{ADMIN}/tournament/{evening.pk}/change/",
            f"{ADMIN}/series/add/",
        ):
            text = desk.get(page).content.decode()
            assert 'name="register"' not in text and "Our club" not in text, page
            assert f"{ADMIN}/club/" not in text, page
            # a player's own word for their club is another field of that name
            assert "player" in page or 'name="club"' not in text, page
        assert b'"club"' not in desk.get(f"/api/v1/tournaments/{evening.slug}/").content

    def test_the_last_one_is_not_deleted(self, here):
        with pytest.raises(IntegrityError, match="last club stays"), transaction.atomic():
            here.delete()

    def test_who_organises_it_works_as_an_organiser_of_the_installation_does(self, keeper):
        assert tournaments.create(X, by=keeper).club == Club.objects.get()
        with pytest.raises(PermissionDenied, match="of this installation can create"):
            tournaments.create(X, by=make.arbiter())


class TestTheDatabase:
    def test_with_two_clubs_each_row_must_say_whose_it_is(self, leiden):
        for row in (Tournament(name="A", slug="a", game="quarto", system="berger"), Player(name="Anna")):
            with pytest.raises(IntegrityError), transaction.atomic():
                row.save()

    def test_nobody_plays_in_a_club_whose_register_they_are_not_in(self, leiden, evening):
        other = Player.objects.create(name="Anna", register=leiden)
        for row in (Entry(tournament=evening, player=other, number=99), Waiting(tournament=evening, player=other)):
            with pytest.raises(IntegrityError, match="register of another club"), transaction.atomic():
                row.save()

    def test_an_event_and_a_person_stay_with_their_club(self, leiden, evening):
        for rows in (Tournament.objects.filter(pk=evening.pk), Player.objects.filter(home=evening)):
            name = "club" if rows.model is Tournament else "register"
            with pytest.raises(IntegrityError, match="stays with its club"), transaction.atomic():
                rows.update(**{name: leiden})

    def test_two_clubs_may_have_the_same_person(self, here, leiden):
        for club in (here, leiden):
            Player.objects.create(**SAME, register=club)
        with pytest.raises(IntegrityError, match="player_once"), transaction.atomic():
            Player.objects.create(**SAME, register=leiden)


class TestMakingEvents:
    """An organiser of a club makes its events at every door, and none for another club."""

    def test_at_the_desk(self, client, stranger, leiden):
        client.force_login(stranger)
        assert f"{ADMIN}/tournament/new/" in client.get("/admin/").content.decode()
        sent = {"name": "Desk evening", "starts": "2026-11-27", "game": "quarto", "rounds": "3"}
        assert client.post(f"{ADMIN}/tournament/new/club-evening/", sent).status_code == 302
        assert Tournament.objects.get(name="Desk evening").club == leiden
        season = {"name": "Season", "count": "2", "every": "week", "day-0": "2026-11-27", "day-1": "2026-12-04"}
        assert client.post(f"{ADMIN}/tournament/new/season/", sent | season).status_code == 302
        assert leiden.series_set.get().tournaments.count() == 2

    def test_by_the_api(self, stranger, leiden):
        program = Program(stranger)
        assert program("POST", "/tournaments/", NEW).status_code == 201
        answer = program("POST", "/presets/club-evening/", {"name": "Another", "club": "leiden"})
        assert answer.status_code == 201, answer.said
        assert set(leiden.tournaments.values_list("slug", flat=True)) == {"club", "another"}
        assert Program(stranger, "read")("POST", "/tournaments/", NEW | {"slug": "x"}).status_code == 403

    def test_from_the_command_line_and_from_files(self, stranger, leiden, evening):
        def run(*words: str) -> str:
            out = io.StringIO()
            call_command("event", "--as", stranger.username, *words, stdout=out)
            return out.getvalue()

        assert run("new", "Typed", "--game", "quarto", "--system", "berger") == "Created typed.\n"
        content = document_text(evening).encode()
        imported = event_imports.at_once(by=stranger, content=content, slug="imported")
        assert set(leiden.tournaments.values_list("slug", flat=True)) == {"typed", "imported"}
        # the people of the document are new ones, although the other club has them all
        assert not set(imported.entries.values_list("player")) & set(evening.entries.values_list("player"))
        with pytest.raises(CommandError, match="Only an organiser of the club"):
            run("new", "Typed", "--game", "quarto", "--club", "club")
        with pytest.raises(CommandError, match="There is no club “nowhere”"):
            run("new", "Typed", "--club", "nowhere")

    def test_not_for_another_club(self, stranger, here, evening):
        program = Program(stranger)
        answer = program("POST", "/tournaments/", NEW | {"club": here.slug})
        assert answer.status_code == 403 and not Tournament.objects.filter(slug="club").exists()
        with pytest.raises(PermissionDenied):
            tournaments.remove(evening.pk, by=stranger)
        Tournament.objects.filter(pk=evening.pk).update(state="finished")
        with pytest.raises(PermissionDenied):
            finals.finals([evening.pk], by=stranger, each=2, name="Finals")

    def test_who_organises_several_says_for_which(self, desk, boss, leiden):
        with pytest.raises(Refused, match="Say which of them"):
            tournaments.create(X, by=boss)
        page = f"{ADMIN}/tournament/new/club-evening/"
        assert 'name="club"' in desk.get(page).content.decode()
        sent = {"name": "Ours", "starts": "2026-11-27", "game": "quarto", "rounds": "3"}
        assert desk.post(page, sent).status_code == 422
        assert desk.post(page, sent | {"club": leiden.pk}).status_code == 302
        assert Tournament.objects.get(name="Ours").club == leiden

    def test_in_the_admin(self, client, stranger, boss, here, leiden):
        def form(page: str) -> dict[str, Any]:
            fields = client.get(page).context["adminform"].form
            wanted = ("starts", "game", "system", "table_size", "rounds_planned", "seed")
            sent = {name: fields[name].value() for name in wanted}
            return sent | make.NO_ROWS | {"name": "Typed in", "slug": ""}

        page = f"{ADMIN}/tournament/add/"
        client.force_login(stranger)
        assert "club" not in client.get(page).context["adminform"].form.fields
        answer = client.post(page, form(page))
        assert answer.status_code == 302, answer.context["errors"]
        assert Tournament.objects.get(name="Typed in").club == leiden
        client.force_login(boss)
        assert client.post(page, form(page) | {"name": "Other", "club": here.pk}).status_code == 302
        assert Tournament.objects.get(name="Other").club == here


class TestPeople:
    """A club meets its own people only, whichever way a name comes in."""

    def test_the_same_name_is_another_person_in_another_club(self, theirs, keeper):
        other = Player.objects.get(**SAME)
        evening = make.duel(2)
        by_list = players.enter(evening.pk, {"name": SAME["name"]}, by=keeper)
        assert by_list.player_id != other.pk and by_list.player.register_id == evening.club_id
        second = make.duel(2)
        by_hand = attendance.add(second.pk, by=keeper, name=SAME["name"])
        assert isinstance(by_hand, Entry) and by_hand.player_id == by_list.player_id
        other.refresh_from_db()
        assert (other.rating, other.club) == (1777, "De Toren")

    def test_a_list_tells_nothing_of_them(self, theirs, keeper):
        evening = make.duel(2)
        content = b"Name;Rating;Club;Born\nAnna de Vries;1500;De Toren;1980\n"
        waiting = lists.upload("players", evening.pk, by=keeper, filename="x.csv", content=content, here=True)
        plan = lists.preview(waiting)
        assert [(line.status, line.known, line.people) for line in plan.lines] == [("new", "", [])]
        assert "1777" not in json.dumps([line.shows for line in plan.lines]) and "Hidden" not in str(plan.lines)

    def test_the_register_shows_and_offers_ones_own(self, client, theirs, keeper):
        other = Player.objects.get(**SAME)
        mine = Player.objects.create(name="Anna Own", register_id=keeper.clubs.get().club_id)
        client.force_login(keeper)
        search = "app_label=tournaments&model_name=entry&field_name=player&term=Anna"
        for page in (f"{ADMIN}/player/?q=Anna", f"/admin/autocomplete/?{search}", "/admin/search/?s=Anna"):
            text = client.get(page).content.decode()
            assert "Anna de Vries" not in text and "1777" not in text, page
        assert "Anna Own" in client.get(f"{ADMIN}/player/?q=Anna").content.decode()
        assert client.get(f"{ADMIN}/player/{mine.pk}/change/").status_code == 200
        for page in ("change", "history", "delete"):
            assert client.get(f"{ADMIN}/player/{other.pk}/{page}/", follow=True).content.count(b"Anna de Vries") == 0

    def test_who_keeps_a_register_adds_and_changes_its_people(self, client, stranger, leiden):
        client.force_login(stranger)
        sent = {"name": "Bert", "club": "", "rating": "", "birth_year": "1990", "name_shown": ""}
        assert client.post(f"{ADMIN}/player/add/", sent).status_code == 302
        bert = Player.objects.get(name="Bert")
        assert bert.register == leiden
        again = client.post(f"{ADMIN}/player/add/", sent)
        assert again.status_code == 200 and b"already a player with this name" in again.content
        assert client.post(f"{ADMIN}/player/{bert.pk}/change/", sent | {"rating": "1600"}).status_code == 302
        assert Player.objects.get(name="Bert").rating == 1600
        assert register.changeable(make.keeper(Club.objects.exclude(pk=leiden.pk).get()), [bert.pk]) == set()

    def test_who_enters_themselves_is_known_in_that_club_only(self, theirs, keeper):
        evening = make.duel(2)
        row = Registration(tournament=evening, **SAME)
        assert registration_decisions.namesakes(row) == []
        assert registration_selectors._known([row], evening, keeper) == {}
        own = attendance.add(evening.pk, by=keeper, name=SAME["name"])
        assert [person.pk for person in registration_decisions.namesakes(row)] == [own.player_id]
        assert list(registration_selectors._known([row], evening, keeper)) == ["anna de vries"]

    def test_proposals_stay_in_their_club(self, theirs, stranger, keeper):
        person = Player.objects.get(**SAME)
        proposal = Proposal.objects.create(player=person, tournament=theirs, by=make.organiser(), club="Other")
        assert list(proposal_selectors.to_decide(stranger)) == [proposal]
        assert not proposal_selectors.readable(keeper).exists()
        with pytest.raises(PermissionDenied):
            profile.decide(proposal.pk, by=keeper, accept=True, seen=proposal.seen)


class TestRights:
    def test_an_organiser_of_a_club_may_everything_there_and_nothing_elsewhere(self, stranger, theirs, evening):
        assert access.actions(stranger, theirs) == set(Action)
        assert access.actions(stranger, evening) == {Action.VIEW}
        assert list(access.tournaments_for(stranger, Action.WORK)) == [theirs]
        assert set(access.tournaments_for(stranger, Action.VIEW)) == {theirs, evening}
        for action in (Action.WORK, Action.LOG, Action.EDIT):
            with pytest.raises(PermissionDenied):
                access.require(stranger, action, evening)

    def test_a_closed_account_and_a_narrow_token_may_less(self, stranger, theirs):
        stranger.token_scope = "read"  # type: ignore[attr-defined]
        assert access.actions(stranger, theirs) == {Action.VIEW, Action.WORK}
        assert not access.may_create(stranger)
        del stranger.token_scope  # type: ignore[attr-defined]
        stranger.is_active = False
        assert access.actions(stranger, theirs) == set() and not access.may_create(stranger)

    def test_staff_of_a_club_may_nothing_by_that_alone(self, leiden, theirs):
        helper = make.arbiter()
        ClubMember.objects.create(club=leiden, user=helper, role="staff")
        assert access.actions(helper, theirs) == set() and not access.may_create(helper)

    def test_only_the_clubs_own_people_are_appointed(self, client, theirs, stranger, evening):
        unknown, known = make.arbiter(evening), make.arbiter()
        with pytest.raises(Refused, match="There is no user"):
            players.appoint(theirs.pk, unknown.username, "arbiter", by=stranger)
        clubs.appoint(theirs.club_id, known.username, by=stranger, role="staff")
        players.appoint(theirs.pk, known.username, "arbiter", by=stranger)
        client.force_login(stranger)
        for form in (f"{theirs.pk}/change", "add"):
            page = client.get(f"{ADMIN}/tournament/{form}/").content.decode()
            assert known.username in page and unknown.username not in page, form

    def test_the_whole_log_and_webhooks_of_everything_stay_with_the_installation(self, client, stranger):
        client.force_login(stranger)
        assert {client.get(f"{ADMIN}/{page}/").status_code for page in ("tournament/log", "user")} == {403}


class TestFounding:
    def run(self, by: User, *words: str) -> str:
        out = io.StringIO()
        call_command("club", "--as", by.username, *words, stdout=out)
        return out.getvalue()

    def test_from_the_command_line(self, boss):
        assert self.run(boss, "new", "Schaakclub Leiden") == "Added schaakclub-leiden.\n"
        self.run(boss, "rename", "club", "--name", "De Toren", "--slug", "de-toren")
        person = make.arbiter()
        self.run(boss, "appoint", "schaakclub-leiden", person.username)
        assert access.clubs_of(person).get().name == "Schaakclub Leiden"
        assert " ".join(self.run(boss, "list").split()) == "de-toren De Toren schaakclub-leiden Schaakclub Leiden"
        with pytest.raises(CommandError, match="already a club"):
            self.run(boss, "new", "De Toren")
        with pytest.raises(CommandError, match="Only an organiser of this installation"):
            self.run(person, "new", "Another")
        with pytest.raises(CommandError, match="Only an organiser of the club"):
            self.run(person, "rename", "de-toren", "--name", "Mine")

    def test_in_the_admin_each_sees_their_own(self, client, boss, stranger, leiden, here):
        client.force_login(stranger)
        text = client.get(f"{ADMIN}/club/").content.decode()
        assert "Leiden" in text and here.name not in text
        assert client.get(f"{ADMIN}/club/{here.pk}/change/").status_code in (302, 403)
        helper = make.arbiter()
        sent = {"name": "Leiden", "slug": "leiden", "members-TOTAL_FORMS": 1, "members-INITIAL_FORMS": 0}
        sent |= {"members-0-user": helper.username, "members-0-role": "staff", "members-0-club": leiden.pk}
        assert client.post(f"{ADMIN}/club/{leiden.pk}/change/", sent).status_code == 302
        assert leiden.members.get(user=helper).role == "staff"
        assert not Appointment.objects.filter(user=helper).exists()
        # saved again as the page shows it, with its members
        page = client.get(f"{ADMIN}/club/{leiden.pk}/change/")
        shown = {
            f"{form.prefix}-{field.name}": field.value()
            for form in page.context["inline_admin_formsets"][0].formset.initial_forms
            for field in form
            if field.value() is not None
        }
        assert helper.username in shown.values()
        members = leiden.members.count()
        again = {"name": "Leiden", "slug": "leiden", "members-TOTAL_FORMS": members, "members-INITIAL_FORMS": members}
        assert client.post(f"{ADMIN}/club/{leiden.pk}/change/", again | shown).status_code == 302
        # and after the account of one of them was closed
        User.objects.filter(pk=helper.pk).update(is_active=False)
        assert client.post(f"{ADMIN}/club/{leiden.pk}/change/", again | shown).status_code == 302
        assert leiden.members.filter(user=helper).exists()
        closed = make.arbiter()
        User.objects.filter(pk=closed.pk).update(is_active=False)
        name = next(key for key, value in shown.items() if value == helper.username)
        other = client.post(f"{ADMIN}/club/{leiden.pk}/change/", again | shown | {name: closed.username})
        assert "There is no user with this name." in other.content.decode()


def test_what_is_invented_says_so_in_the_api_and_in_feeds_and_calendars(client):
    town = Club.objects.create(name="Town", slug="town", demonstration=True)
    invented, real = make.duel(4, club=town, published=True), make.duel(4, published=True)
    for event, mark in ((invented, True), (real, None)):
        assert client.get(f"/api/v1/tournaments/{event.slug}/").json().get("demonstration") is mark
        listed = client.get("/api/v1/tournaments/").json()["results"]
        assert [row.get("demonstration") for row in listed if row["slug"] == event.slug] == [mark]
        for address in (f"/t/{event.slug}/results.atom", f"/t/{event.slug}/rounds.ics", "/events.atom"):
            told = client.get(address).content.decode()
            assert (f"{event.name} (Demonstration)" in told.replace(": results", "")) is bool(mark), address
    assert client.get("/api/v1/clubs/town/").json()["demonstration"] is True
    assert [row.get("demonstration") for row in client.get("/api/v1/clubs/").json()["results"]].count(True) == 1


def test_a_club_with_nothing_to_see_is_not_offered():
    first, other, empty = Club.objects.get(), make.club("Leiden"), make.club("Empty")
    assert to_choose() == []
    make.duel(4, published=True)
    make.duel(4, club=other, published=True)
    make.duel(4, club=empty, published=False)
    assert {club.id for club in to_choose()} == {first.pk, other.pk}
