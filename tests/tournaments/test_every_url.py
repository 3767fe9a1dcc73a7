"""Every address of the project, asked by every role: who gets in is declared here, and what is not declared fails."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from tests.support import clock
from tests.support.examples import THOROUGH
from tests.tournaments import make
from tests.tournaments.asking import asking
from tests.tournaments.declared import (
    ALL,
    BY_CODE,
    DECLARED,
    JUST_ABOVE,
    JUST_BELOW,
    NOBODY,
    OF_THE_CLUB,
    OUTSIDE,
    admin,
    api,
    by_code,
    desk,
)
from tests.tournaments.worlds import world
from tournaments.accounts import passwords
from tournaments.domain.access import PUBLIC_ACTIONS, ROLE_ACTIONS, Action
from tournaments.jobs.standings import compute_standings
from tournaments.models import (
    ApiToken,
    Club,
    ClubGame,
    Delivery,
    EventImport,
    GameRecord,
    Merge,
    Penalty,
    PersonalLink,
    PersonPage,
    Player,
    PlayerImport,
    PrintJob,
    Proposal,
    Rating,
    RatingList,
    Registration,
    RegistrationSettings,
    ReportRule,
    Series,
    Table,
    TableMail,
    Team,
    TimeCall,
    Tournament,
    User,
    Waiting,
    Webhook,
)
from tournaments.models.mail import hash_of, stop_token
from tournaments.selectors.site import health
from tournaments.services import mails
from tournaments.services.accounts import invitations
from tournaments.services.events.trf import TRF26
from tournaments.services.people import wishes
from tournaments.services.results import results
from tournaments.services.results.report_links import table_token

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[2]
ABSENT = {
    "year": 2026,
    "month": 11,
    "key": "x",
    "token": "x",
    "kind": "teams",
    "form": "csv",
    "username": "x",
    "digits": "1f6632",
    "part": 1,
}
"""What stands for things that are not there; numbers are 4711."""
MODELS = {"r": "tournament"}
RECORD = '{"game": "quarto", "options": {}, "seats": ["A", "B"], "setup": {}, "moves": []}'


def routes(patterns: list[Any], before: str = "") -> Iterator[str]:
    for pattern in patterns:
        assert isinstance(pattern, URLPattern | URLResolver)
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield route
        else:
            yield from routes(pattern.url_patterns, route)


def test_every_address_is_declared():
    found = list(routes(get_resolver().url_patterns))
    assert len(found) > 50
    missing = [route for route in found if route not in DECLARED]
    assert not missing, f"Say in DECLARED who gets in: {missing}"
    assert not set(DECLARED) - set(found), "DECLARED has addresses that are no more"


@world
def hall(param) -> dict[str, Any]:
    return build(make.organiser())


@pytest.fixture
def boss(hall) -> User:
    return User.objects.get(pk=hall["user"])


def build(boss: User) -> dict[str, Any]:
    """A published tournament with a round of two tables and a result, and one of everything else."""
    evening = make.duel(4)
    round_ = make.published(evening, boss)
    tables = list(Table.objects.filter(round=round_).order_by("number"))
    compute_standings(evening.pk)
    record = GameRecord.objects.create(table=tables[0], text=RECORD, state=GameRecord.State.AGREES)
    waiting = PlayerImport.objects.create(tournament=evening, uploaded_by=boss, content=b"name\nAnna\n")
    teams = PlayerImport.objects.create(tournament=evening, uploaded_by=boss, content=b"Team\nA\n", kind="teams")
    job = PrintJob.objects.create(tournament=evening, owner=boss, what="cards", language="en", site="http://x")
    documents = EventImport.objects.create(uploaded_by=boss, content=b"{}")
    entry = evening.entries.first()
    entry.team, entry.board = Team.objects.create(tournament=evening, key="A", name="A"), 1
    entry.save()
    evening.refresh_from_db()
    result = results.enter(tables[0].pk, by=boss, points=make.points("1", "0"))
    link = PersonalLink.objects.create(entry=entry)
    rule = ReportRule.objects.create(tournament=evening, mode=ReportRule.Mode.ASK, moves=True)
    RegistrationSettings.objects.create(tournament=evening, offered=True)
    sent = Registration.objects.create(
        tournament=evening, name="Zoe Later", agreed_to="yes", agreed_at=timezone.now(), language="en", code_mark="x"
    )
    own_game = ClubGame.objects.create(
        club=evening.club, key="tichu", declaration={"key": "tichu", "entry": "places", "names": {"en": "Tichu"}}
    )
    rated = RatingList.objects.create(name="Ladder", slug="ladder", published=True)
    PersonPage.objects.create(player=entry.player)
    Rating.objects.create(rating_list=rated, player=entry.player, mu=1500, sigma=90, games=1)
    series = Series.objects.create(name="Season", slug="season", published=True)
    hook = Webhook.objects.create(tournament=evening, url="https://example.org/")
    delivery = Delivery.objects.create(webhook=hook, event="round_published", payload={})
    mail = mails.send_later("link", "anna@club.example", "en", tournament=evening, entry=entry, name="Anna")
    wish = TableMail.objects.create(entry=entry, address="a@club.example", address_hash="a", language="en")
    token = ApiToken(user=boss, name="program")
    token.give_secret()
    token.save()
    penalty = Penalty.objects.create(tournament=evening, entry=entry, round=1, points="1", reason="late")
    late = Player.objects.create(name="Somebody who waits")
    waits = Waiting.objects.create(tournament=evening, player=late)
    call = TimeCall.objects.create(table=tables[0], position=1, seconds=60)
    elsewhere = make.duel(2)
    Club.objects.filter(pk=evening.club_id).update(logo=b"PNG")
    merge = Merge.objects.create(kept=late, register=evening.club, taken=None)
    code = make.staff_code(evening, boss)
    invitation = invitations.invite(evening.pk, "Berta", "arbiter", by=boss)
    to_club = invitations.invite_to_club(evening.club_id, "Carla", by=boss)
    with clock.before(10):  # a link from the future is none, and the next test begins before this moment
        password_link = passwords.path_of(make.arbiter(), passwords.HANDED).split("/")
    proposal = Proposal.objects.create(player=entry.player, tournament=elsewhere, by=boss, club="Leiden")
    return {
        "registration_id": sent.pk,
        "penalty_id": penalty.pk, "merge_id": merge.pk, "waiting_id": waits.pk, "proposal_id": proposal.pk,
        "pk": evening.pk, "slug": evening.slug, "game": evening.game, "number": 1, "after": 1,
        "round_id": round_.pk, "table_id": tables[0].pk, "record_id": record.pk, "import_id": waiting.pk,
        "tournament": evening.pk, "club": evening.club_id, "player": entry.player_id, "user": boss.pk, "id": boss.pk,
        "content_type_id": ContentType.objects.get_for_model(Tournament).pk, "app_label": "tournaments",
        "table": 1, "other": 2, "entry_id": entry.pk, "ply": 0, "seat": 1, "position": 1, "sheet": 1, "top": 8,
        "team_id": entry.team_id, "result_id": result.pk, "hook_id": hook.pk, "job_id": job.pk,
        "mail_id": mail.pk, "call_id": call.pk,
        "delivery_id": str(delivery.number),
        "version": TRF26, "list_id": waiting.pk,
        "clubgame": own_game.pk,
        "ratinglist": rated.pk, "series": series.pk, "webhook": hook.pk, "delivery": delivery.pk, "apitoken": token.pk,
        # where addresses that begin so take something else for it
        f"{admin}tournament/import-document/": {"import_id": documents.pk},
        "api/v1/imports/": {"import_id": documents.pk},
        desk + "lists/": {"import_id": teams.pk},
        api + "lists/": {"list_id": teams.pk},
        "api/v1/presets/": {"key": "club-evening"},
        f"{admin}tournament/new/": {"key": "club-evening"},
        "help/": {"key": "first-evening"},
        f"{admin}player/": {"pk": entry.player_id},
        f"{admin}club/": {"pk": evening.club_id, "invitation_id": to_club.pk},
        f"{admin}tournament/season/": {"season_id": series.pk},
        "c/": {"slug": evening.club.slug},
        "api/v1/clubs/": {"slug": evening.club.slug, "key": own_game.key},
        "people/": {"player": entry.player_id},
        "ratings/": {"slug": rated.slug, "player": entry.player_id},
        "seasons/": {"slug": series.slug},
        "series/": {"slug": series.slug},
        "api/v1/ratings/": {"slug": rated.slug, "player": entry.player_id, "event": evening.slug},
        "api/v1/series/": {"slug": series.slug, "event": evening.slug},
        "code_id": code.pk, "invitation_id": invitation.pk,
        "admin/login/code/": {"token": code.token}, "admin/login/invitation/": {"token": invitation.token},
        "admin/login/password/": {"uid": password_link[-3], "token": password_link[-2]},
        f"{admin}user/<int:pk>/": {"pk": boss.pk},
        "r/": {"token": table_token(rule, tables[0].pk)},
        "mail/confirm/": {"token": wishes.confirm_token(wish)},
        "mail/stop/": {"token": stop_token(hash_of("anna@club.example"), "message")},
        "t/<slug:slug>/me/": {"token": link.token},
        "e/": {"token": sent.token},
        "analysis/": {"text": "q.f.----_----_----_----.-.-.-", "move": "give LRTF"},
        "url": "tournaments/nothing/", "tables": tables,
    }  # fmt: skip


def address(route: str, hall: dict[str, Any]) -> str:
    def fill(found: re.Match[str]) -> str:
        name = found["name"]
        if name == "object_id":
            model = whole.removeprefix(admin).removeprefix("admin/").partition("/")[0]
            return str(hall.get(MODELS.get(model, model), 4711))
        for begins, others in hall.items():
            if isinstance(others, dict) and whole.startswith(begins) and name in others:
                return str(others[name])
        return str(hall.get(name, ABSENT.get(name, 4711)))

    whole = route
    route = re.sub(r"\^?\(\?P<(?P<name>\w+)>[^)]*\)", fill, route)
    return "/" + re.sub(r"<(?:\w+:)?(?P<name>\w+)>", fill, route).rstrip("$")


def person(role: str, evening: Tournament, boss: User) -> User | None:
    if role == "superuser":
        return boss
    if role == "public":
        return None
    if role in BY_CODE:
        return make.staff_code(evening, boss, role.removesuffix(" by code")).user
    if role == "account":
        return User.objects.create_user("account", password="quite long 1")
    if role == "elsewhere":
        return make.arbiter(make.duel(2), "organiser")
    if role == "club":
        return make.keeper(evening.club)
    if role == "another club":
        return make.keeper(make.club())
    return make.arbiter(evening, role, tables=[1])


def welcome(who: Action | frozenset[str], *, published: bool = True) -> frozenset[str]:
    """The roles that get in."""
    if not isinstance(who, Action):
        return who
    inside = {role for role, allowed in ROLE_ACTIONS.items() if who in allowed} | OF_THE_CLUB
    return frozenset(map(str, inside)) | (frozenset(OUTSIDE) if published and who in PUBLIC_ACTIONS else NOBODY)


def gets_in(role: str, route: str, who: Action | frozenset[str], published: bool) -> bool:
    roles = welcome(who, published=published)
    return by_code(role, route, who, roles) if role in BY_CODE else role in roles


ASKED_ALL = ("superuser", "public")
"""The mightiest, and nobody: they are asked everything."""
SHARE = 5
"""One in so many of the other addresses is asked by each role, not the same by each, where not all are."""


def worth_asking(role: str, at: int, route: str, who: Action | frozenset[str], published: bool) -> bool:
    """Return if a role asks the address of this place in the list: always where nobody below it gets in but it does, or
    where it is kept out and nobody above it is. Rights are those of actions, and no door knows a role. The thorough run
    asks everything as everybody."""

    def inside(one: str) -> bool:
        return gets_in(one, route, who, published)

    last = not any(map(inside, JUST_BELOW[role])) if inside(role) else all(map(inside, JUST_ABOVE[role]))
    return THOROUGH or role in ASKED_ALL or last or (at + ALL.index(role)) % SHARE == 0


def test_no_door_knows_a_role_by_its_name():
    """Doors ask for actions: so who may less than another is kept out wherever the other is."""
    rooms = [ROOT / "tournaments" / room for room in ("admin", "api", "views", "live", "web", "templatetags")]
    sources = {path: path.read_text("utf-8") for room in rooms for path in room.rglob("*.py")}
    assert len(sources) > 100
    assert [path for path, source in sources.items() if re.search(r"Appointment\.Role\.[A-Z]", source)] == []


def test_a_link_of_the_hall_works_from_the_first_moment_of_a_test(client, hall):
    """Whichever test the hall was built in, however long that took."""
    with clock.before(1):
        link = address("admin/login/password/<uid>/<token>/", hall)
        assert client.get(link, follow=True).status_code == 200


@pytest.mark.parametrize("published", [True, False], ids=["published", "unpublished"])
def test_who_may_less_gets_in_nowhere_else(published):
    wrong = [
        f"{below} gets in where {role} is kept out: {route}"
        for route, declared in DECLARED.items()
        for role, others in JUST_BELOW.items()
        for below in others
        if gets_in(below, route, declared.who, published) and not gets_in(role, route, declared.who, published)
    ]
    assert not wrong, "\n".join(wrong)


UNKNOWN: set[tuple[str, str]] = set()
"""Methods that a view does not know, by its route: so it told the superuser, and the others are not asked again."""


@pytest.mark.parametrize("published", [True, False], ids=["published", "unpublished"])
@pytest.mark.parametrize("role", ALL)
def test_who_gets_in(client, boss, hall, role, published, monkeypatch):
    """Ask each address as a role. Whoever is kept out changes nothing, nor does reading, for the mightiest either."""
    # no worker runs beside these requests, and /health/ready would say so
    monkeypatch.setattr(health, "NEEDED", ("database",))
    evening = Tournament.objects.get(pk=hall["pk"])
    Tournament.objects.filter(pk=evening.pk).update(published=published)
    user = person(role, evening, boss)
    if user:
        # a thing of its owner's alone is theirs
        PrintJob.objects.update(owner=user)
        ApiToken.objects.update(user=user)
        if role in BY_CODE:
            make.come_in(client, user.staff_code)
        else:
            client.force_login(user)
    with asking(client) as one:
        wrong = list(_wrong(client, one, hall, role, published))
    assert not wrong, "\n".join(wrong)


def _wrong(client, one, hall, role, published) -> Iterator[str]:
    cookies = {name: morsel.value for name, morsel in client.cookies.items()}
    for at, (route, declared) in enumerate(DECLARED.items()):
        if not published and declared.who is not Action.VIEW:
            continue
        if not worth_asking(role, at, route, declared.who, published):
            continue
        expected = gets_in(role, route, declared.who, published)
        besides = declared.besides and gets_in(role, route, declared.besides, published)
        # what the requests before wrote to the session was taken back; what they did to the cookies, too
        client.cookies.clear()
        client.cookies.load(cookies)
        url = address(route, hall)
        inside, status, written = one(declared.method, url, declared.data)
        if inside != expected or status >= 500:
            yield f"{declared.method} {url}: {status}, expected {'to get in' if expected else 'to be kept out'}"
        other = "post" if declared.method == "get" else "get"
        if (route, other) in UNKNOWN:
            inside, status, wrote = False, 405, 0
        else:
            inside, status, wrote = one(other, url, declared.data)
            if status == 405 and role == "superuser":
                UNKNOWN.add((route, other))
        leads_on = status in (301, 302)
        if status >= 500 or (inside and not expected and not besides and not leads_on):
            yield f"{other} {url}: {status}"
        if not expected and (written or wrote):
            yield f"{url}: kept out, and changed something"
        if written if declared.method == "get" else wrote:
            yield f"{url}: reading changed something"


class TestTableJudge:
    """Results at their own tables, and nowhere else."""

    @pytest.mark.parametrize("name", ["result", "record", "decide", "game", "report_decide"])
    def test_only_at_their_tables(self, client, hall, name):
        client.force_login(make.arbiter(Tournament.objects.get(pk=hall["pk"]), "judge", tables=[2]))
        data = {"points1": "1", "points2": "0", "text": "{}", "decision": "points"}
        addresses = [reverse(f"admin:tournaments_{name}", args=[hall["pk"], table.pk]) for table in hall["tables"]]
        with asking(client) as one:
            theirs, mine = (one("post", url, data) for url in addresses)
        assert mine[0]
        assert theirs[1:] == (403, 0)

    def test_they_have_the_slips_and_confirm_the_results_of_their_tables(self, client, hall, boss):
        evening = Tournament.objects.get(pk=hall["pk"])
        client.force_login(make.arbiter(evening, "judge", tables=[2]))
        page = client.get(reverse("admin:tournaments_slips", args=[evening.pk, 1])).content.decode()
        own, other = (table_token(evening.report_rule, table.pk) for table in reversed(hall["tables"]))
        assert own in page
        assert other not in page
        theirs = reverse("admin:tournaments_confirm", args=[evening.pk, hall["result_id"]])
        quick = reverse("admin:tournaments_quick", args=[evening.pk, 1])
        with asking(client) as one:
            assert one("post", theirs, None)[1:] == one("post", quick, {"keys": "1:1 0"})[1:] == (403, 0)

    @pytest.mark.parametrize("tables", [[2], []])
    def test_the_desk_offers_their_tables_only(self, client, hall, tables):
        client.force_login(make.arbiter(Tournament.objects.get(pk=hall["pk"]), "judge", tables=tables))
        page = client.get(f"/admin/tournaments/tournament/{hall['pk']}/desk/").content.decode()
        assert page.count('name="points1"') == len(tables)
        assert (f"/result/{hall['tables'][1].pk}/" in page) == bool(tables)
        assert "Close round" not in page


def test_the_page_of_roles_says_what_the_code_does():
    call_command("roles", check=True)


def test_the_appointment_form_offers_every_role_with_its_help(client, boss, hall, words):
    client.force_login(boss)
    page = words(client.get(f"/admin/tournaments/tournament/{hall['pk']}/change/"))
    for role in ("organiser", "chief arbiter", "arbiter", "table judge", "helper"):
        assert f">{role}</option>" in page
    assert "Table judge: results of their tables" in page
