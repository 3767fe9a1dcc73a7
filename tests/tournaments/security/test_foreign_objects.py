"""An organiser of one tournament puts the numbers of another's things into their own addresses."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from tests.tournaments import make
from tests.tournaments.asking import asking
from tests.tournaments.declared import DECLARED, admin, api, desk
from tests.tournaments.test_every_url import address, hall  # noqa: F401
from tournaments.models import Appointment, Club, PersonalLink, Player, RatingList, Team, Tournament, User, Webhook
from tournaments.services.accounts import accounts

pytestmark = pytest.mark.django_db
# The number of a row of the whole installation; others (a round's or a table's number) mean something at each
# tournament. The admin's own pages are of a tournament alone; a photo without a reason is refused for the reason first.
ROW = re.compile(r":(?!object_id|photo_id)\w+_id>")


@pytest.fixture(params=["tournament", "club"])
def mine(hall, request) -> Tournament:  # noqa: F811
    """The attacker's own tournament, as far on as the other: of the same club, or of another one."""
    evening = make.duel(4, club=make.club() if request.param == "club" else None)
    make.published(evening, make.organiser())
    return evening


def attacks(mine: Tournament) -> User:
    """An organiser of the attacker's tournament; in another club, of that whole club."""
    if mine.club.slug == "leiden":
        return make.keeper(mine.club)
    return make.arbiter(mine, Appointment.Role.ORGANISER)


def mixed(hall, mine) -> dict[str, Any]:  # noqa: F811
    """Own tournament, others' rows."""
    own = {"pk": mine.pk, "slug": mine.slug, "tournament": mine.pk}
    return {**hall, **own}


def test_at_ones_own_tournament_nothing_of_another_is_reached(client, hall, mine):  # noqa: F811
    attacker = attacks(mine)
    client.force_login(attacker)
    tried, wrong = 0, []
    asked = [
        (method, address(route, mixed(hall, mine)), declared.data)
        for route, declared in DECLARED.items()
        if ROW.search(route) and route.startswith((desk, api, "t/<slug", admin))
        for method in {declared.method, "get", "post", "put", "delete"}
    ]
    with asking(client) as one:
        for method, url, data in asked:
            tried += 1
            inside, status, written = one(method, url, data)
            if written or status >= 500 or (inside and status not in (302, 404)):
                wrong.append(f"{method} {url}: {status}, wrote {written}")
    assert tried > 100
    assert not wrong, "\n".join(wrong)


def test_with_a_token_neither(hall, mine):  # noqa: F811
    attacker = attacks(mine)
    _token, secret = accounts.make_token(by=attacker, name="x", scope="organise")
    program = Client(headers={"authorization": f"Bearer {secret}"})
    asked = [
        (method, route, declared.data)
        for route, declared in DECLARED.items()
        if route.startswith(api) and ROW.search(route)
        for method in {declared.method, "get", "put", "delete"}
    ]
    with asking(program) as one:
        for method, route, data in asked:
            _inside, status, written = one(method, address(route, mixed(hall, mine)), data)
            assert status in (403, 404, 405, 415) and not written, (method, route, status)


def test_lists_and_filters_tell_nothing_of_another(hall, mine):  # noqa: F811
    """A list of the admin or the API holds only one's own rows, whatever its query asks for."""
    secret = "Unseen Person"
    other = Tournament.objects.get(pk=hall["pk"])
    other.slug = "unseen-evening"  # no part of another one's, as evening-2 is of evening-21
    Tournament.objects.filter(pk=other.pk).update(published=False, name="Unseen Evening", slug=other.slug)
    player = other.entries.order_by("number").first().player
    Player.objects.filter(pk=player.pk).update(name=secret)
    Webhook.objects.filter(pk=hall["hook_id"]).update(url="https://unseen.example/")
    attacker = attacks(mine)
    client = Client()
    client.force_login(attacker)
    asked = [
        f"/admin/tournaments/webhook/?tournament__id__exact={other.pk}",
        f"/admin/tournaments/webhook/?id__exact={hall['hook_id']}",
        f"/admin/tournaments/delivery/?webhook__id__exact={hall['hook_id']}",
        f"/admin/tournaments/tournament/?id__exact={other.pk}",
        f"/admin/tournaments/tournament/?q={other.slug}",
        "/admin/tournaments/apitoken/?user__username__startswith=o",
        "/api/v1/tournaments/?page_size=1000",
        f"/api/v1/tournaments/?slug={other.slug}&published=0",
        "/api/v1/series/",
        "/api/v1/ratings/",
        "/",
        "/admin/autocomplete/?app_label=tournaments&model_name=ratedevent&field_name=tournament&term=Unseen",
        "/admin/autocomplete/?app_label=tournaments&model_name=seriesevent&field_name=tournament&term=Unseen",
        "/admin/search/?s=Unseen",
    ]
    for url in asked:
        page = client.get(url).content.decode()
        page = re.sub(r"value=\"[^\"]*\"|(term|q|s|slug)=[^\"&]*", "", page)
        for word in (secret, "Unseen Evening", "unseen.example", other.slug):
            assert word not in page, (url, word)


def test_the_admins_redirects_and_choices_tell_nothing_of_another(client, hall, mine):  # noqa: F811
    """The name of a hidden tournament, and of ratings that are not public yet, appears nowhere."""
    Tournament.objects.filter(pk=hall["pk"]).update(published=False)
    RatingList.objects.create(name="Unseen ratings", slug="unseen", club=Tournament.objects.get(pk=hall["pk"]).club)
    client.force_login(attacks(mine))
    answer = client.get(f"/admin/r/{hall['content_type_id']}/{hall['pk']}/")
    assert answer.status_code == 404 and "Location" not in answer.headers
    page = f"/admin/tournaments/tournament/{mine.pk}/change/"
    assert "Unseen" not in client.get(page).content.decode()
    # before it begins there is a choice
    Tournament.objects.filter(pk=mine.pk).update(state=Tournament.State.PLANNED)
    assert "Ladder" in client.get(page).content.decode() and "Unseen" not in client.get(page).content.decode()
    Tournament.objects.filter(pk=mine.pk).update(rating_list=RatingList.objects.get(slug="unseen"))
    assert "Unseen ratings" in client.get(page).content.decode()  # their organiser gave it to them


def test_a_list_is_no_oracle_for_secrets(hall):  # noqa: F811
    """A filter that nobody offers could find a secret letter by letter."""
    other = Tournament.objects.get(pk=hall["pk"])
    attacker = make.arbiter(other, Appointment.Role.ORGANISER)
    client = Client()
    client.force_login(attacker)
    for page, field in (
        ("player", "entries__personal_link__seed__startswith"),
        ("player", "entry__personal_link__seed__startswith"),
        ("tournament", "entries__personal_link__seed__startswith"),
        ("tournament", "report_rule__key__startswith"),
        ("tournament", "webhooks__secret__startswith"),
        ("delivery", "webhook__secret__startswith"),
        ("webhook", "secret__startswith"),
        ("webhook", "secret__gte"),
        ("webhook", "created_by__password__startswith"),
        ("apitoken", "digest__startswith"),
        ("apitoken", "user__password__startswith"),
    ):
        answer = client.get(f"/admin/tournaments/{page}/?{field}=a")
        assert answer.status_code in (302, 400) and "e=1" in answer.headers.get("Location", "e=1"), (page, field)


def test_the_formsets_of_ones_own_tournament_change_no_rows_of_another(client, hall, mine):  # noqa: F811
    attacker = attacks(mine)
    client.force_login(attacker)
    other = Tournament.objects.get(pk=hall["pk"])
    appointed = Appointment.objects.create(tournament=other, user=make.arbiter(make.duel(2)), role="helper")
    team = Team.objects.create(tournament=other, key="B", name="B")
    page = f"/admin/tournaments/tournament/{mine.pk}/change/"
    data = {
        "name": mine.name,
        "slug": mine.slug,
        "starts": "2026-11-27",
        "game": mine.game,
        "system": mine.system,
        "table_size": mine.table_size,
        "rounds_planned": mine.rounds_planned,
        "seed": mine.seed,
        "entries-TOTAL_FORMS": "0",
        "entries-INITIAL_FORMS": "0",
        "appointments-TOTAL_FORMS": "1",
        "appointments-INITIAL_FORMS": "1",
        "appointments-0-id": str(appointed.pk),
        "appointments-0-tournament": str(other.pk),
        "appointments-0-user": str(attacker.pk),
        "appointments-0-role": "organiser",
        "appointments-0-tables": "",
    }
    client.post(page, data)
    appointed.refresh_from_db()
    assert appointed.role == "helper" and appointed.user_id != attacker.pk
    assert not Appointment.objects.filter(tournament=other, user=attacker).exists()
    entry = mine.entries.first()
    data |= {
        "appointments-TOTAL_FORMS": "0",
        "appointments-INITIAL_FORMS": "0",
        "entries-TOTAL_FORMS": "1",
        "entries-INITIAL_FORMS": "1",
        "entries-0-id": str(entry.pk),
        "entries-0-tournament": str(other.pk),
        "entries-0-player": str(entry.player_id),
        "entries-0-team": str(team.pk),
        "entries-0-joined": "1",
        "entries-0-board": "1",
    }
    client.post(page, data)
    entry.refresh_from_db()
    assert entry.team_id is None and entry.tournament_id == mine.pk


def test_the_links_of_a_tournament_open_no_other(client, hall, mine):  # noqa: F811
    token = PersonalLink.objects.get().token
    assert client.get(f"/t/{hall['slug']}/me/{token}/").status_code == 200
    assert client.get(f"/t/{mine.slug}/me/{token}/").status_code == 404


def test_a_rating_list_that_is_not_published_is_there_for_nobody_else(client, mine):
    unseen = RatingList.objects.create(
        name="Unseen", slug="unseen", published=False, club=Club.objects.get(slug="club")
    )
    shown = RatingList.objects.create(name="Shown", slug="shown", published=True, club=Club.objects.get(slug="club"))
    planned = make.tournament(0)
    client.force_login(make.arbiter(planned, Appointment.Role.ORGANISER))
    address = f"/api/v1/tournaments/{planned.slug}/"
    answers = [
        client.patch(address, {"rating_list": slug}, content_type="application/json", headers={"if-match": "*"})
        for slug in ("unseen", "nothere")
    ]
    assert [answer.status_code for answer in answers] == [422, 422]
    said = [
        answer.content.decode().replace(slug, "") for answer, slug in zip(answers, ("unseen", "nothere"), strict=True)
    ]
    assert said[0] == said[1], "not told from one that there is not"
    assert (
        client.patch(
            address, {"rating_list": "shown"}, content_type="application/json", headers={"if-match": "*"}
        ).status_code
        == 200
    )
    planned.refresh_from_db()
    assert planned.rating_list == shown
    for page in ("ratings/unseen/", "ratings/unseen/ratings.csv", "api/v1/ratings/unseen/"):
        assert client.get(f"/{page}").status_code == 404, page
    Tournament.objects.filter(pk=planned.pk).update(rating_list=unseen)
    kept = client.patch(address, {"rating_list": "unseen"}, content_type="application/json", headers={"if-match": "*"})
    assert kept.status_code == 200, "what an organiser of everything chose stays"
