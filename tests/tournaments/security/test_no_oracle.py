"""A stranger is answered the same whatever is hidden: every address is asked with something hidden and without it.

``docs/security/oracles.md`` lists the addresses that strangers may open, each with what its answer depends on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.docs.test_asvs import FOLDER, NAMED, named_in
from tests.tournaments import make
from tests.tournaments.declared import DECLARED, NOBODY
from tests.tournaments.public.build import event
from tests.tournaments.test_every_url import address, build, welcome
from tournaments.accounts import signin
from tournaments.accounts.passwords import Argon2
from tournaments.api.core import resource
from tournaments.models import (
    Club,
    FormerAddress,
    NameShown,
    NoMail,
    PersonPage,
    Player,
    RatedEvent,
    Rating,
    RatingList,
    Registration,
    RegistrationSettings,
    Round,
    Seat,
    Series,
    SeriesEvent,
    Table,
    Tournament,
    User,
)
from tournaments.models.mail import hash_of
from tournaments.selectors.events import explanations
from tournaments.services.accounts import invitations, staff_codes
from tournaments.web import hall_cache

pytestmark = pytest.mark.django_db

OPEN = sorted(route for route, declared in DECLARED.items() if "public" in welcome(declared.who))
OF_THE_MACHINE = ("health/ready", "metrics", "time/")  # how full its disk is, and how late it is
CHANCE = re.compile(rb'(?<=value=")[\w:.-]{30,}(?=")|(?<=csrftoken=)\w+')
Asked = tuple[str, str, dict[str, str] | None]
PARTS = ("status", "headers", "bytes", "statements")
Answer = tuple[int, tuple[tuple[str, str], ...], bytes, int]


def forget() -> None:
    """Forget what a process remembers, and who asked how often."""
    hall_cache.HALLS = hall_cache.Halls()
    explanations._kept.clear()
    resource.buckets.clear()


def urls(values: dict[str, Any]) -> Iterator[Asked]:
    for route, declared in DECLARED.items():
        if route in OF_THE_MACHINE:
            continue
        url = address(route, values)
        yield declared.method, url, declared.data
        if route in OPEN and declared.method == "get" and not declared.data:
            yield "get", url + ("?page_size=1" if route.startswith("api/") else "?by=name&q=qvint"), None


def answers(asked: Iterable[Asked]) -> dict[str, Answer]:
    """Ask as a stranger: status, headers, bytes, and how many statements the database was given."""
    found = {}
    for method, url, data in asked:
        forget()
        with transaction.atomic(), CaptureQueriesContext(connection) as queries:
            answer = getattr(Client(), method)(url, data or {}, headers={"if-none-match": '"none"'})
            transaction.set_rollback(True)
        body = b"".join(answer) if answer.streaming else answer.content
        headers = tuple(sorted(pair for pair in answer.items() if pair[0] != "Expires"))
        found[f"{method} {url}"] = answer.status_code, headers, CHANCE.sub(b"", body), len(queries)
    return found


def beside(hall: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Hide an event, seasons, people and accounts; give what stands in the addresses of each."""
    club, boss = Club.objects.get(slug=hall["c/"]["slug"]), User.objects.get(pk=hall["user"])
    rated, summed = RatingList.objects.get(), Series.objects.get()
    made = event("secret", ["Anna Qvint", *(f"Qvint {n}" for n in range(7))], draft=True, club=club, published=False)
    RegistrationSettings.objects.create(tournament=made, offered=True)
    FormerAddress.objects.create(slug="former-secret", tournament=made)
    for player in Player.objects.filter(entries__tournament=made):
        PersonPage.objects.create(player=player, listed=True)
    RatedEvent.objects.create(rating_list=rated, tournament=made)
    SeriesEvent.objects.create(series=summed, tournament=made)
    yield {"slug": "secret", "people/": {"player": made.entries.get(number=1).player_id}}
    yield {"slug": "former-secret"}

    shown = Tournament.objects.get(pk=hall["pk"])
    rated = RatingList.objects.create(name="Qvint", slug="secret", published=False)
    RatedEvent.objects.create(rating_list=rated, tournament=shown)
    Rating.objects.create(rating_list=rated, player_id=hall["player"], mu=1500, sigma=90, games=1)
    series = Series.objects.create(name="Qvint", slug="secret", published=False)
    SeriesEvent.objects.create(series=series, tournament=shown)
    known = Player.objects.create(name="Qvint Nowhere")
    PersonPage.objects.create(player=known, listed=True)
    of_seasons = ("ratings/", "seasons/", "series/", "api/v1/ratings/", "api/v1/series/")
    yield {key: hall[key] | {"slug": "secret"} for key in of_seasons} | {"people/": {"player": known.pk}}

    anna = User.objects.create_user("anna", email="anna@club.example", password="four kites 88 high", is_staff=True)
    code, invitation = make.staff_code(shown, boss), invitations.invite(shown.pk, "Qvint", "arbiter", by=boss)
    staff_codes.end(code.pk, by=boss)
    invitations.revoke(invitation.pk, by=boss)
    NoMail.objects.create(address_hash=hash_of("anna@club.example"), kind="message")
    User.objects.filter(pk=anna.pk).update(is_active=False)


def within(hall: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Hide, of what is shown, what a name is, who entered themselves, and a round."""
    Player.objects.filter(name_shown=NameShown.NUMBER).update(
        name="Zz Qvint", club="Qvintclub", birth_year=2016, rating=2500
    )
    shown = Tournament.objects.get(pk=hall["pk"])
    Registration.objects.create(
        tournament=shown, name="Qvint", email="anna@qvint.example", birth_year=2016, agreed_to="yes",
        agreed_at=timezone.now(), language="en", form_key="qvint", code_mark="y",
    )  # fmt: skip
    # by the rows alone: the version of an event, which everybody is told, says that something changed
    drafted = Round.objects.create(tournament=shown, number=2, state=Round.State.DRAFT)
    table = Table.objects.create(round=drafted, number=1)
    for position, entry in enumerate(shown.entries.order_by("-number")[:2], 1):
        Seat.objects.create(round=drafted, table=table, entry=entry, position=position)
    yield {"number": 2}


@pytest.fixture(scope="class")
def hall(django_db_setup, django_db_blocker):
    """A tournament with one of everything, of whose people one is hidden; made once, as each test takes back what it
    hides."""
    with django_db_blocker.unblock(), transaction.atomic():
        made = build(make.organiser())
        Player.objects.filter(entries__tournament=made["pk"], entries__number=2).update(name_shown=NameShown.NUMBER)
        yield made
        transaction.set_rollback(True)


@pytest.fixture(scope="class")
def shown(hall) -> dict[str, Answer]:
    return answers(urls(hall))


class TestEveryAddress:
    @pytest.mark.parametrize("hide", [beside, within])
    def test_is_answered_the_same_with_and_without(self, hall, shown, hide: Callable[[Any], Iterator[dict[str, Any]]]):
        # an answer for which the database was asked nothing does not depend on what is in it
        read = [asked for asked in urls(hall) if shown[" ".join(asked[:2])][-1]]
        with transaction.atomic():
            more = [asked for values in hide(hall) for asked in urls(hall | values) if " ".join(asked[:2]) not in shown]
            hidden = answers([*read, *more])
            transaction.set_rollback(True)
        without = shown | answers(more)
        told = {
            url: [part for part, one, other in zip(PARTS, hidden[url], without[url], strict=True) if one != other]
            for url in hidden
        }
        assert not {url: parts for url, parts in told.items() if parts}
        assert len(shown) > len(DECLARED) and len(read) > len(OPEN)


class TestTheDoor:
    def test_a_wrong_password_is_answered_the_same_for_the_same_work(self, evening, boss, knock, settings, monkeypatch):
        settings.PASSWORD_HASHERS = [f"{Argon2.__module__}.{Argon2.__name__}"]
        known = make.arbiter(evening)
        closed = make.arbiter(evening)
        User.objects.filter(pk=closed.pk).update(is_active=False)
        provided = User.objects.create_user("provided", email="provided@club.example", is_staff=True)
        by_code = make.staff_code(evening, boss).user
        work = []
        for name in ("encode", "verify"):
            hash_ = getattr(Argon2, name)
            monkeypatch.setattr(
                Argon2, name, lambda *given, hash_=hash_, **more: work.append("hash") or hash_(*given, **more)
            )
        answers = set()
        for name in (known.username, "nobody", closed.username, provided.username, by_code.username):
            signin.buckets.clear()
            work.clear()
            with CaptureQueriesContext(connection) as queries:
                answer = knock(Client(), name, "a wrong password")
            body = CHANCE.sub(b"", answer.content).replace(name.encode(), b"")
            answers.add((answer.status_code, body, tuple(work), len(queries)))
        assert len(answers) == 1 and tuple(work) == ("hash",)


def test_the_page_names_every_address_that_strangers_may_open_once_and_its_tests_are_there():
    """Also what nobody may open in the tests' hall: some are open where a server is set, or to another game."""
    page = (FOLDER / "oracles.md").read_text(encoding="utf-8")
    rows = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("|")][2:]
    named = []
    for row in rows:
        assert len(row) == 5, row
        for cell in re.findall(r"`([^`]*)`", row[1]):
            before, _brace, pieces = cell.partition("{")
            named += [before + piece for piece in pieces.rstrip("}").split(", ")]
        tests = NAMED.findall(row[4])
        assert tests and all(name in named_in(path) for path, name in tests), row
    nobodys = {route for route, declared in DECLARED.items() if declared.who == NOBODY}
    assert sorted(named) == sorted({"/" if route == "" else route for route in (*OPEN, *nobodys, "live/<slug>")})
