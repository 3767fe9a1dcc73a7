"""Fields that nobody was offered."""

from __future__ import annotations

import importlib
import pkgutil

import pytest
from django.test import Client
from rest_framework.serializers import Serializer

from tests.tournaments import make
from tournaments import api
from tournaments.api.core.fields import Strict
from tournaments.models import ApiToken, Appointment, Player, Table, Tournament, Webhook
from tournaments.services.accounts import accounts

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser(evening):
    return make.arbiter(evening, Appointment.Role.ORGANISER)


def test_what_the_form_or_resource_does_not_offer_is_not_written(client, evening, organiser, boss):
    """An organiser of one tournament sends fields that would give them more rights, or undo what is kept."""
    client.force_login(organiser)
    before = Tournament.objects.get(pk=evening.pk)
    page = f"/admin/tournaments/tournament/{evening.pk}/change/"
    shown = {
        "name": "Another name",
        "slug": evening.slug,
        "starts": "2026-11-27",
        "game": evening.game,
        "system": evening.system,
        "table_size": evening.table_size,
        "rounds_planned": evening.rounds_planned,
        "seed": evening.seed,
        "published": "on",
        "entries-TOTAL_FORMS": "0",
        "entries-INITIAL_FORMS": "0",
        "appointments-TOTAL_FORMS": "0",
        "appointments-INITIAL_FORMS": "0",
    }
    hidden = {
        "state": "finished",
        "version": "1",
        "created_by": str(organiser.pk),
        "results_version": "9",
        "archived_at": "2026-01-01",
        "id": "4711",
        "is_superuser": "on",
    }
    assert client.post(page, shown | hidden).status_code == 302
    after = Tournament.objects.get(pk=evening.pk)
    assert after.name == "Another name"
    for name in ("state", "created_by_id", "archived_at"):
        assert getattr(after, name) == getattr(before, name), name
    assert after.version > before.version

    own = {"old_password": "quite long 1", "new_password1": "lorry moss tangent", "new_password2": "lorry moss tangent"}
    client.post("/admin/password_change/", own | {"is_superuser": "on", "is_staff": "on", "username": "boss"})
    organiser.refresh_from_db()
    assert not organiser.is_superuser and organiser.username != "boss"

    client.force_login(organiser)
    token = {"name": "mine", "scope": "read", "user": str(boss.pk), "digest": "0" * 64, "hint": "x"}
    client.post("/admin/tournaments/apitoken/add/", token)
    made = ApiToken.objects.get()
    assert made.user == organiser and made.digest != "0" * 64

    hook = {"tournament": str(evening.pk), "url": "https://club.example/", "events": ["round.published"]}
    hook |= {"active": "on", "secret": "known", "created_by": str(boss.pk)}
    client.post("/admin/tournaments/webhook/add/", hook)
    found = Webhook.objects.get()
    assert found.secret != "known" and found.created_by == organiser
    client.post("/admin/tournaments/webhook/add/", hook | {"tournament": "", "url": "https://all.example/"})
    assert Webhook.objects.count() == 1  # of all tournaments: not theirs to ask for


def test_every_body_that_a_program_sends_is_read_strictly(evening, organiser):
    """A field that is not offered is refused, so that it can be neither written nor overlooked."""
    taken = set()
    for _finder, name, _is_package in pkgutil.walk_packages(api.__path__, "tournaments.api."):
        module = importlib.import_module(name)
        for thing in vars(module).values():
            own = isinstance(thing, type) and thing.__module__ == module.__name__ and issubclass(thing, Serializer)
            if own and thing.__name__.endswith(("In", "Change")) and not thing.__name__.startswith("Made"):
                assert issubclass(thing, Strict), thing
                taken.add(thing)
    assert len(taken) > 15
    _token, secret = accounts.make_token(by=organiser, name="x", scope="organise")
    program = Client(headers={"authorization": f"Bearer {secret}"})
    one = f"/api/v1/tournaments/{evening.slug}/"
    for hidden in ("state", "version", "created_by", "id", "archived_at"):
        answer = program.patch(one + "settings/", {"venue": "x", hidden: 1}, content_type="application/json")
        assert answer.status_code in (400, 405), hidden
        sent = {"venue": "x", hidden: 1}
        answer = program.patch(one, sent, content_type="application/json", headers={"if-match": "*"})
        assert answer.status_code in (400, 405), hidden


def test_people_are_changed_by_who_may_and_only_their_own(client, evening, organiser):
    """Somebody who enters players somewhere finds people; they change none of them through the admin."""
    stranger = Player.objects.create(name="Of another club", birth_year=1980)
    client.force_login(organiser)
    page = f"/admin/tournaments/player/{stranger.pk}/change/"
    client.post(page, {"name": "Taken over", "name_shown": "full"})
    stranger.refresh_from_db()
    assert stranger.name == "Of another club"


def test_a_parameter_counts_where_it_belongs(client, boss, evening):
    """A value to be written is in the body, once; in the address or a cookie it means nothing."""
    round_ = make.published(evening, boss)
    table = Table.objects.filter(round=round_).order_by("number").first()
    client.force_login(boss)
    place = f"/admin/tournaments/tournament/{evening.pk}/desk/result/{table.pk}/"
    client.cookies["points1"] = "1"
    assert client.post(f"{place}?points1=1&points2=0", {}).status_code == 422
    assert not table.results.exists()
    del client.cookies["points1"]
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(boss)
    strict.get("/admin/")
    mark = strict.cookies["csrftoken"].value if "csrftoken" in strict.cookies else "x"
    assert strict.post(f"{place}?csrfmiddlewaretoken={mark}", {"points1": "1", "points2": "0"}).status_code == 403
    assert not table.results.exists()
    assert client.post(place, {"points1": ["0", "1"], "points2": "0"}).status_code == 302
    assert [str(p) for p in table.results.get().points] == ["1", "0"]  # the last, as everywhere in Django
