"""The site as search engines read it: one address a page, its translations, the list of all pages, data in heads."""

from __future__ import annotations

import json
import re
from datetime import date
from typing import Any
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournaments import make
from tests.tournaments.public.build import event
from tests.tournaments.public.full import full
from tests.tournaments.public.reading import Page
from tournaments import urls
from tournaments.models import Club, Player, RegistrationSettings, Tournament
from tournaments.selectors.site import site_index
from tournaments.web.search_engines import LISTED, LISTED_ELSEWHERE, price, script

pytestmark = pytest.mark.django_db
HOST = "http://testserver"
SPACE = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
LANGUAGES = [code for code, _name in settings.LANGUAGES]


def links(client: Client, where: str) -> list[dict[str, str | None]]:
    answer = client.get(where)
    assert answer.status_code == 200, where
    return [dict(at) for tag, at in Page(answer.content.decode()).tags if tag == "link"]


def data(client: Client, where: str) -> list[dict[str, Any]]:
    html = client.get(where).content.decode()
    return [json.loads(text) for text in re.findall(r'<script type="application/ld\+json">(.*?)</script>', html)]


def listed(client: Client, where: str = "/sitemap.xml") -> list[str]:
    root = ElementTree.fromstring(client.get(where).content)
    return [(at.text or "").removeprefix(HOST) for at in root.iter(f"{SPACE}loc")]


class TestAddresses:
    def test_a_page_has_one_address_and_one_in_each_language(self, client: Client) -> None:
        event("club", rounds=1)
        for where in ("/", "/t/club/", "/t/club/standings/", "/calendar/2027/5/", "/rules/quarto/"):
            for asked, own in ((where, where), (f"{where}?by=name", where), (f"{where}?lang=nl", f"{where}?lang=nl")):
                heads = links(client, asked)
                assert [at["href"] for at in heads if at.get("rel") == "canonical"] == [f"{HOST}{own}"]
                spoken = {at["hreflang"]: at["href"] for at in heads if at.get("hreflang")}
                each = {code: f"{HOST}{where}?lang={code}" for code in LANGUAGES}
                assert spoken == each | {"x-default": f"{HOST}{where}"}

    def test_every_other_page_says_that_it_is_not_to_be_listed(self, client: Client) -> None:
        made = full("full")
        arguments = {
            "slug": "full", "number": 3, "table": 4, "ply": 2, "after": 2, "other": 2, "top": 8, "sheet": 1, "seat": 1,
            "team_id": made.teams.get_or_create(key="A", defaults={"name": "A"})[0].pk, "year": 2026, "month": 5,
            "token": made.entries.first().personal_link.token, "game": "quarto",
        }  # fmt: skip
        open_, closed = set(), set()
        for pattern in urls.urlpatterns:
            name, wanted = getattr(pattern, "name", None), re.findall(r"<\w+:(\w+)>", str(pattern.pattern))
            if not name or not set(wanted) <= set(arguments):
                continue
            answer = client.get(reverse(name, kwargs={key: arguments[key] for key in wanted}))
            if answer.status_code != 200 or not answer["Content-Type"].startswith("text/html"):
                continue
            canonical = 'rel="canonical"' in answer.content.decode()
            assert canonical == (name in LISTED) != ("noindex" in answer.get("X-Robots-Tag", "")), name
            (open_ if canonical else closed).add(name)
        assert {"index", "tournament", "standings", "player", "team", "games"} <= open_
        assert {"personal", "mine", "find", "why", "board", "widget", "style_sheet", "hand"} <= closed

    def test_a_game_has_the_address_of_its_first_page(self, client: Client) -> None:
        full("full")
        for where in ("/t/full/rounds/3/tables/4/", "/t/full/rounds/3/tables/4/ply/9/"):
            answer = client.get(where)
            own = [at["href"] for at in links(client, where) if at.get("rel") == "canonical"]
            assert own == [f"{HOST}/t/full/rounds/3/tables/4/"] and "X-Robots-Tag" not in answer

    def test_the_desk_is_not_listed(self, client: Client) -> None:
        made = event("club", rounds=1)
        client.force_login(make.arbiter(made))
        for where in ("/admin/login/", f"/admin/tournaments/tournament/{made.pk}/desk/"):
            assert client.get(where, follow=True)["X-Robots-Tag"] == "noindex"

    def test_staff_of_an_unpublished_tournament_are_told_no_address_of_it(self, client: Client) -> None:
        made = event("club", rounds=1, published=False)
        client.force_login(make.arbiter(made))
        assert data(client, "/t/club/") == []


class TestSitemap:
    def test_it_lists_what_is_public_and_nothing_else(self, client: Client) -> None:
        event("club", rounds=2, missing=1)
        event("coming", rounds=0, state="planned")
        event("secret", rounds=1, published=False)
        addresses = listed(client)
        assert {"/", "/tournaments/", "/rules/quarto/", "/t/club/", "/t/club/rounds/2/", "/t/club/standings/"} <= {
            *addresses
        }
        assert "/t/coming/" in addresses and "/t/coming/standings/" not in addresses
        assert not any("secret" in address or "players" in address for address in addresses)
        assert len(addresses) == len(set(addresses))
        for address in addresses:
            answer = client.get(address)
            assert answer.status_code == 200 and "X-Robots-Tag" not in answer, address

    def test_it_lists_the_bracket_of_a_knockout_that_has_begun(self, client: Client) -> None:
        event("club", rounds=1)
        cups = {"system": "knockout", "table_size": 2, "game": "quarto", "slug": "cup", "rounds_planned": 3}
        made = make.tournament(8, **cups)
        make.tournament(8, **cups | {"slug": "coming-cup"})
        make.published(made, make.organiser())
        brackets = [address for address in listed(client) if address.endswith("/bracket/")]
        assert brackets == ["/t/cup/bracket/"] and client.get(brackets[0]).status_code == 200

    def test_robots_are_led_to_it(self, client: Client) -> None:
        assert f"Sitemap: {HOST}/sitemap.xml" in client.get("/robots.txt").content.decode()

    def test_nobody_is_kept_from_reading_that_a_page_is_not_to_be_listed(self, client: Client) -> None:
        lines = client.get("/robots.txt").content.decode().splitlines()
        assert "Disallow: /t/*/me/" not in lines and "Disallow: /r/" not in lines

    def test_of_very_many_it_lists_the_lists(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        for number in range(5):
            event(f"e{number}", 4, rounds=0, state="planned")
        whole = set(listed(client))
        assert set(listed(client, "/sitemap-1.xml")) == whole and client.get("/sitemap-0.xml").status_code == 404
        monkeypatch.setattr(site_index, "PER_PART", 2)
        assert listed(client) == [f"/sitemap-{at}.xml" for at in (1, 2, 3)]
        parts = [listed(client, f"/sitemap-{at}.xml") for at in (1, 2, 3)]
        assert set().union(*parts) == whole and sum(map(len, parts)) == len(whole)
        assert client.get("/sitemap-4.xml").status_code == 404

    def test_it_changes_its_tag_with_what_it_lists(self, client: Client) -> None:
        made = event("club", rounds=1)
        tag = client.get("/sitemap.xml")["ETag"]
        assert client.get("/sitemap.xml", headers={"if-none-match": tag}).status_code == 304
        Tournament.objects.filter(pk=made.pk).update(published=False)
        assert client.get("/sitemap.xml", headers={"if-none-match": tag}).status_code == 200


class TestData:
    def test_an_event_says_when_where_by_whom_and_for_how_much(self, client: Client) -> None:
        made = event(
            "club", 4, rounds=0, state="planned", starts=date(2027, 5, 14), venue="Leiden",
            schedule="19:30 Round 1\n23:00 Prizes", name="A & </script><b>",
        )  # fmt: skip
        make.club("Other")
        RegistrationSettings.objects.create(tournament=made, offered=True, fee="€ 5,50")
        (about,) = data(client, "/t/club/")
        assert about["@type"] == "SportsEvent" and about["name"] == "A & </script><b>"
        assert about["startDate"].startswith("2027-05-14T19:30:00+") and about["endDate"].startswith("2027-05-14T23:00")
        assert about["location"] == {"@type": "Place", "name": "Leiden", "address": "Leiden"}
        assert about["organizer"]["name"] == Club.objects.get(pk=made.club_id).name
        assert about["offers"]["url"] == f"{HOST}/t/club/enter/"
        assert (about["offers"]["price"], about["offers"]["priceCurrency"]) == ("5.50", "EUR")
        assert about["url"] == f"{HOST}/t/club/" and about["eventStatus"].endswith("EventScheduled")

    def test_a_place_is_told_from_its_address(self, client: Client) -> None:
        event("club", 4, rounds=0, state="planned", venue="Café De Vier, Markt 1, Delft")
        (about,) = data(client, "/t/club/")
        assert about["location"] == {"@type": "Place", "name": "Café De Vier", "address": "Markt 1, Delft"}

    def test_who_won_is_named_where_the_page_names_them_in_full(self, client: Client) -> None:
        event("club", ["Anna de Wit", "Bert Smit", "Carla Nowak", "Dirk Bos"], rounds=1, state="finished")
        named = {person["name"] for person in data(client, "/t/club/")[0]["competitor"]}
        assert named and named <= {"Anna de Wit", "Bert Smit", "Carla Nowak", "Dirk Bos"}
        for change in ({"name_shown": "initial"}, {"name_shown": "", "birth_year": timezone.localdate().year - 9}):
            Player.objects.update(**change)
            Tournament.objects.update(version=Tournament.objects.get().version + 1)
            assert "competitor" not in data(client, "/t/club/")[0]

    def test_a_player_is_a_person_where_the_name_is_shown_in_full(self, client: Client) -> None:
        event("club", ["Anna de Wit", "Bert Smit", "Carla Nowak", "Dirk Bos"], rounds=1)
        Player.objects.filter(name="Bert Smit").update(name_shown="initial")
        (about,) = data(client, "/t/club/players/1/")
        assert about["mainEntity"]["name"] == "Anna de Wit" and about["mainEntity"]["@type"] == "Person"
        assert data(client, "/t/club/players/2/") == []

    @pytest.mark.parametrize(
        ("fee", "known"),
        [("€ 5", ("5", "EUR")), ("7,50 EUR", ("7.50", "EUR")), ("R 120", ("120", "ZAR")), ("5,-", ()), ("free", ()),
         ("€ 5, juniors € 3", ()), ("", ())],
    )  # fmt: skip
    def test_a_fee_is_a_number_only_where_it_is_one(self, fee: str, known: tuple[str, ...]) -> None:
        assert tuple(price(fee).values()) == known

    def test_no_text_ends_the_data_early(self) -> None:
        written = script({"name": "</script><!-- \u2028 &amp; <b>"})
        assert written.count("</script>") == 1 and "<!--" not in written and "\u2028" not in written


def test_every_name_of_the_lists_is_an_address() -> None:
    names = {getattr(one, "name", "") for at in urls.urlpatterns for one in [at, *getattr(at, "url_patterns", [])]}
    assert names >= LISTED | LISTED_ELSEWHERE
