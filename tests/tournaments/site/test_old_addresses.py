"""An address that a tournament had goes on leading to it: to every page, feed, picture and API address."""

from __future__ import annotations

import threading

import pytest
from django.db import IntegrityError, connection, transaction
from django.urls import reverse

from tests.tournaments import make
from tests.tournaments.declared import DECLARED
from tests.tournaments.test_every_url import address, build
from tournaments.domain.errors import Refused
from tournaments.models import FormerAddress, Tournament
from tournaments.selectors.papers.event_documents import document_text
from tournaments.selectors.site import addresses
from tournaments.services.events import event_imports, tournaments

pytestmark = pytest.mark.django_db

OF_A_TOURNAMENT = ("t/<slug:slug>/", "compare/<slug:slug>/", "api/v1/tournaments/<slug:slug>/")
PAGES = sorted(route for route in DECLARED if route.startswith(OF_A_TOURNAMENT))


def rename(event: Tournament, slug: str) -> None:
    Tournament.objects.filter(pk=event.pk).update(slug=slug)


def test_every_address_leads_on_with_its_path_and_query(client, boss):
    hall = build(boss)
    client.force_login(boss)
    rename(Tournament.objects.get(pk=hall["pk"]), "new-name")
    assert len(PAGES) > 90
    for route in PAGES:
        earlier = address(route, hall)
        method = DECLARED[route].method
        # the API refuses names in a query that an operation does not know
        query = "?lang=nl" if route.startswith("api/") else "?lang=nl&by=name&q=M%C3%BC%20x"
        answer = client.generic(method.upper(), earlier + query)
        now = earlier.replace(f"/{hall['slug']}/", "/new-name/", 1)
        assert (answer.status_code, answer.headers.get("Location")) == (301 if method == "get" else 308, now + query)
        assert answer["Cache-Control"] == "no-cache", "it may get its earlier address back"


class TestWhoIsSentOn:
    def test_everybody_where_it_is_public(self, client, evening):
        earlier = evening.slug
        rename(evening, "new-name")
        page = client.get(f"/t/{earlier}/", follow=True)
        assert page.redirect_chain == [("/t/new-name/", 301)]
        assert page.status_code == 200
        assert client.head(f"/t/{earlier}/").status_code == 301

    def test_over_several_names_and_back_again(self, client, evening):
        first = evening.slug
        for name in ("second", "third", first):
            rename(evening, name)
        assert set(FormerAddress.objects.values_list("slug", flat=True)) == {"second", "third"}
        assert client.get("/t/second/")["Location"] == client.get("/t/third/")["Location"] == f"/t/{first}/"
        assert client.get(f"/t/{first}/").status_code == 200

    def test_nobody_learns_of_an_unpublished_one(self, client, evening, boss):
        earlier = evening.slug
        rename(evening, "new-name")
        Tournament.objects.filter(pk=evening.pk).update(published=False)
        for path in ("t/{}/", "t/{}/standings/", "compare/{}/", "t/{}/card.png", "api/v1/tournaments/{}/"):
            nobodys, kept = (client.get("/" + path.format(slug)) for slug in ("nothing-here", earlier))
            assert (kept.status_code, kept.content.replace(earlier.encode(), b"nothing-here")) == (404, nobodys.content)
            of_the_text = {"Content-Length", "ETag", "RateLimit"}  # where the text names the address; one request more
            assert kept.headers.keys() == nobodys.headers.keys()
            assert {k: v for k, v in kept.headers.items() if k not in of_the_text} == {
                k: v for k, v in nobodys.headers.items() if k not in of_the_text
            }
        client.force_login(make.arbiter())
        assert client.get(f"/t/{earlier}/").status_code == 404
        client.force_login(make.arbiter(evening))
        assert client.get(f"/t/{earlier}/")["Location"] == "/t/new-name/"

    def test_what_is_nowhere_stays_nowhere(self, client, evening):
        earlier = evening.slug
        rename(evening, "new-name")
        assert client.get(f"/t/{earlier}/rounds/99/", follow=True).status_code == 404
        assert client.get("/t/never/").status_code == 404
        assert client.get(f"/rules/{earlier}/").status_code == 404

    def test_a_program_with_a_token_to_the_settings(self, client, evening, boss):
        earlier = evening.slug
        rename(evening, "new-name")
        client.force_login(boss)
        where = f"/api/v1/tournaments/{earlier}/"
        sent = client.patch(where, '{"venue": "Leiden"}', content_type="application/json", headers={"if-match": "*"})
        assert (sent.status_code, sent["Location"]) == (308, "/api/v1/tournaments/new-name/")
        again = client.patch(
            sent["Location"], '{"venue": "Leiden"}', content_type="application/json", headers={"if-match": "*"}
        )
        assert again.status_code == 200 and again.json()["venue"] == "Leiden"


class TestKept:
    """The database's own refusals."""

    def test_no_other_tournament_takes_it(self, evening):
        earlier = evening.slug
        rename(evening, "new-name")
        other = make.duel(2)
        for take in (lambda: make.duel(2, slug=earlier), lambda: rename(other, earlier)):
            with pytest.raises(IntegrityError, match="kept by another tournament"), transaction.atomic():
                take()

    def test_an_address_in_use_is_nobodys_earlier_one(self, evening):
        with pytest.raises(IntegrityError, match="in use"), transaction.atomic():
            FormerAddress.objects.create(slug=evening.slug, tournament=make.duel(2))

    def test_a_name_that_is_kept_is_not_given_out_again(self, evening):
        rename(evening, "club-evening")
        rename(evening, "new-name")
        assert addresses.free_slug("Club evening") == "club-evening-2"
        assert addresses.find("club-evening") == addresses.find("new-name") == evening

    def test_it_goes_with_its_tournament(self, evening, boss, client):
        from tournaments.services.events import tournaments

        earlier = evening.slug
        rename(evening, "new-name")
        tournaments.remove(evening.pk, by=boss)
        assert make.duel(2, slug=earlier).slug == earlier

    @pytest.mark.django_db(transaction=True)
    def test_two_who_want_it_at_once_do_not_both_get_it(self, evening):
        """One renames, the other takes the address in the same moment: the second waits, and is refused."""
        earlier, refused = evening.slug, []

        def take() -> None:
            try:
                make.duel(2, slug=earlier)
            except IntegrityError as error:
                refused.append(str(error))
            finally:
                connection.close()

        with transaction.atomic():
            rename(evening, "new-name")
            other = threading.Thread(target=take)
            other.start()
            other.join(0.5)
            assert other.is_alive(), "it waits for the first to end"
        other.join(10)
        assert len(refused) == 1 and "kept by another tournament" in refused[0]
        assert Tournament.objects.get(former_addresses__slug=earlier) == evening


def test_the_page_says_that_another_one_keeps_it(words, signed_in, boss, evening):
    from tests.tournaments.events.test_setup import TestSetUp

    earlier = evening.slug
    rename(evening, "new-name")
    refused = signed_in(boss).post(reverse("admin:tournaments_tournament_add"), TestSetUp().fields(slug=earlier))
    assert f"The address “{earlier}” is a former address of another tournament and still leads there." in words(refused)


def test_the_api_says_that_another_one_keeps_it(client, boss, evening):
    earlier = evening.slug
    rename(evening, "new-name")
    client.force_login(boss)
    new = {"name": "Another", "slug": earlier, "pairing": {"system": "tables"}}
    refused = client.post("/api/v1/tournaments/", new, content_type="application/json")
    assert refused.status_code == 422
    assert (
        f"The address “{earlier}” is a former address of another tournament and still leads there."
        in refused.json()["detail"]
    )


def test_an_import_to_a_kept_address_is_refused_for_what_it_is(boss):
    kept = make.tournament(4, slug="spring")
    tournaments.change(kept.pk, {"slug": "summer"}, by=boss, confirmed=["address:summer"])
    document = document_text(kept).encode()
    with pytest.raises(
        Refused, match="The address “spring” is a former address of another tournament and still leads there"
    ):
        event_imports.at_once(by=boss, content=document, slug="spring")
