"""A person's page over all their events: only with their consent, and never more than the rules of names allow."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.tournaments.public.build import event
from tests.tournaments.worlds import world
from tournaments.models import NameShown, PersonalLink, PersonPage, Player, RatedEvent, Rating, RatingList, Tournament
from tournaments.selectors.events.public import seat_colours
from tournaments.selectors.site import person_pages, site_index
from tournaments.services.people import erasure, merges
from tournaments.views.public import people

THIS_YEAR = timezone.localdate().year

pytestmark = pytest.mark.django_db

NAMES = ["Óscar Qvint", *(f"Speler {n}" for n in range(15))]


@world
def player(param: None) -> Player:
    """Return somebody who played two public events, with fifteen others."""
    first = event("first", NAMES, rounds=3, state="finished")
    second = event("second", NAMES, rounds=2)
    mine = first.entries.get(player__name=NAMES[0]).player
    people = dict(first.entries.values_list("player__name", "player"))
    for entry in second.entries.select_related("player"):
        old = entry.player
        entry.player_id = people[old.name]
        entry.save()
        if old.pk != entry.player_id:
            old.delete()
    return mine


def link(player: Player) -> str:
    made = PersonalLink.objects.create(entry=player.entries.get(tournament__slug="second"))
    return f"/t/second/me/{made.token}/person/"


def own(player: Player) -> str:
    token = PersonalLink.objects.get(entry__player=player, entry__tournament__slug="second").token
    return f"/t/second/me/{token}/person/"


def listed(client: Client, where: str = "/sitemap.xml") -> list[str]:
    text = client.get(where).content.decode()
    return [address.removeprefix("http://testserver") for address in re.findall("<loc>(.*?)</loc>", text)]


def words(client: Client, player: Player) -> str:
    answer = client.get(f"/people/{player.pk}/")
    assert answer.status_code == 200
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


def test_there_is_a_page_only_after_the_person_agreed_and_none_once_they_take_it_back(
    client: Client, player: Player
) -> None:
    own, page = link(player), f"/people/{player.pk}/"
    assert client.get(page).status_code == 404
    assert client.get(own).status_code == 200 and client.get(page).status_code == 404, "looking agrees to nothing"
    assert client.post(own, {"what": "agree"}).status_code == 303
    shown = client.get(page)
    assert shown.status_code == 200 and shown["Cache-Control"] == "no-cache"
    assert client.get(page, headers={"if-none-match": shown["ETag"]}).status_code == 304
    said = re.findall(
        r'<meta (?:name="description"|property="og:description") content="([^"]*)">', shown.content.decode()
    )
    assert len(said) == 2 and said[0] == said[1] == f"Óscar Qvint, {player.club}: 2 tournaments".replace(", :", ":")
    number = player.entries.get(tournament__slug="second").number
    assert f'href="{page}"' in client.get(f"/t/second/players/{number}/").content.decode()
    assert f'href="{page}"' in client.get(f"/t/second/standings/player/{number}/panel/").content.decode()
    assert client.post(own, {"what": "away"}).status_code == 303
    assert client.get(page, headers={"if-none-match": shown["ETag"]}).status_code == 404
    assert "/people/" not in client.get(f"/t/second/players/{number}/").content.decode()


def test_the_consent_is_kept_by_nobody_and_a_wrong_link_is_nothing(client: Client, player: Player) -> None:
    own = link(player)
    answer = client.get(own)
    assert (answer["Cache-Control"], answer["Referrer-Policy"]) == ("private, no-store", "no-referrer")
    assert client.post("/t/second/me/nobody/person/", {"what": "agree"}).status_code == 404
    assert client.post(own.replace("second", "first"), {"what": "agree"}).status_code == 404
    assert not PersonPage.objects.exists()


@pytest.mark.parametrize(
    "hidden",
    [
        {"birth_year": THIS_YEAR - 15},
        {"birth_year": THIS_YEAR - 15, "name_shown": NameShown.FULL},
        {"name_shown": NameShown.INITIAL},
        {"name_shown": NameShown.NUMBER},
    ],
    ids=["minor", "minor-in-full", "initial", "number"],
)
def test_minors_and_hidden_people_have_none_whatever_they_agreed_to(
    client: Client, player: Player, hidden: dict[str, object]
) -> None:
    PersonPage.objects.create(player=player)
    Player.objects.filter(pk=player.pk).update(**hidden)
    assert client.get(f"/people/{player.pk}/").status_code == 404
    PersonPage.objects.all().delete()
    assert client.post(link(player), {"what": "agree"}).status_code == 422
    assert not PersonPage.objects.exists()


def test_one_event_that_hides_them_hides_the_page_and_an_unpublished_one_is_not_told(
    client: Client, player: Player
) -> None:
    PersonPage.objects.create(player=player)
    assert "2 tournaments" in words(client, player)
    Tournament.objects.filter(slug="second").update(published=False)
    text = words(client, player)
    assert "1 tournament" in text and "Event second" not in text
    own = f"/t/first/players/{player.entries.get(tournament__slug='first').number}/"
    assert f'href="/people/{player.pk}/"' in client.get(own).content.decode()
    Tournament.objects.filter(slug="second").update(names_shown=NameShown.NUMBER)
    assert client.get(f"/people/{player.pk}/").status_code == 404
    Tournament.objects.filter(slug="first").update(version=99)
    assert "/people/" not in client.get(own).content.decode()


def test_it_shows_places_points_by_seat_and_whom_they_met_but_nobody_who_is_hidden(
    client: Client, player: Player
) -> None:
    PersonPage.objects.create(player=player)
    text = words(client, player)
    assert re.search(r"Event first \d+ \w+ \d{4} · Quatro Chess \d+ of 16 \S+", text) and "so far" in text
    assert "Points by seat: Quatro Chess" in text
    shown = person_pages.person(player.pk)
    assert shown is not None
    seats = sum(seat.times for seat in shown.seats["Quatro Chess", seat_colours("quatro-chess")])
    assert seats == 5 and sum(met.tables for met in shown.met) == 15
    assert all(met.tables == met.more + met.equal + met.fewer for met in shown.met)
    html = client.get(f"/people/{player.pk}/").content.decode()
    bars = re.findall(r'<meter min="0" max="100" value="(\d+)" aria-hidden="true"></meter><b>([\d.]+)</b>', html)
    assert bars and all(abs(int(bar) - float(mean) / 8 * 100) < 1.3 for bar, mean in bars), (
        "of 8 points, not of the best"
    )
    assert "A full bar: 8 points, the most at these tables." in text and " once" not in text
    over = client.get("/t/first/").content.decode().split("The event in figures")[1]
    whole = re.findall(r'<meter min="0" max="100" value="(\d+)" aria-hidden="true"></meter><b>([\d.]+)</b>', over)
    assert len(whole) == 4 and all(abs(int(bar) - float(mean) / 8 * 100) < 1.3 for bar, mean in whole)
    assert "A full bar: 8 points, the most at these tables." in over
    most = shown.met[0]
    assert most.name in text
    Player.objects.filter(pk=most.player).update(name_shown=NameShown.INITIAL)
    other = person_pages.person(player.pk)
    assert other is not None and most.player not in {met.player for met in other.met}
    assert "/people/" not in client.get(f"/people/{player.pk}/").content.decode().split("Head to head")[1]


def test_the_rating_line_is_drawn_by_the_server(client: Client, player: Player) -> None:
    PersonPage.objects.create(player=player)
    assert '<svg class="chart' not in client.get(f"/people/{player.pk}/").content.decode()
    rated = RatingList.objects.create(name="Ladder", slug="ladder", published=True)
    events = list(Tournament.objects.order_by("pk"))
    for made in events:
        RatedEvent.objects.create(rating_list=rated, tournament=made)
    steps = [[made.pk, str(1500 + 40 * at), "90", 3 * at + 3] for at, made in enumerate(events)]
    Rating.objects.create(rating_list=rated, player=player, mu=1540, sigma=90, games=6, steps=steps)
    assert '<svg class="chart' in client.get(f"/people/{player.pk}/").content.decode()
    RatingList.objects.update(published=False)
    assert '<svg class="chart' not in client.get(f"/people/{player.pk}/").content.decode()


def test_queries_do_not_grow_with_events(client: Client, player: Player) -> None:
    PersonPage.objects.create(player=player)

    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert client.get(f"/people/{player.pk}/").status_code == 200
        return len(captured)

    before = queries()
    for number in range(4):
        made = event(f"more{number}", 16, rounds=2)
        entry = made.entries.first()
        entry.player = player
        entry.save()
    assert queries() == before <= 16


def test_who_is_merged_or_erased_has_no_page_any_more(player: Player, boss: object) -> None:
    PersonPage.objects.create(player=player)
    other = Player.objects.create(name="Oscar Qvint", register=player.register)
    merges.merge(player.pk, other.pk, by=boss)
    assert not PersonPage.objects.exists(), "they agreed to a page about other events"
    PersonPage.objects.create(player=player)
    erasure.erase(player.pk, by=boss, typed=player.name)
    assert not PersonPage.objects.exists()


class TestSearchEngines:
    """Search engines are a consent of its own."""

    @pytest.fixture
    def page(self, client: Client, player: Player) -> str:
        Player.objects.filter(pk=player.pk).update(club="VSK </script> Delft")
        client.post(link(player), {"what": "agree"})
        return f"/people/{player.pk}/"

    def test_they_list_no_page_until_the_person_says_so(self, client: Client, player: Player, page: str) -> None:
        self.is_not_listed(client, page)
        client.get(f"{own(player)}?what=list")
        self.is_not_listed(client, page)

    def test_they_may_list_it_in_all_languages_and_read_whose_it_is(
        self, client: Client, player: Player, page: str
    ) -> None:
        assert "told not to list" in client.get(own(player)).content.decode()
        assert client.post(own(player), {"what": "list"}).status_code == 303
        assert "may list your page." in client.get(own(player)).content.decode()
        for asked, address in ((page, page), (f"{page}?by=name", page), (f"{page}?lang=nl", f"{page}?lang=nl")):
            answer = client.get(asked)
            html = answer.content.decode()
            assert "X-Robots-Tag" not in answer and "noindex" not in html
            assert f'<link rel="canonical" href="http://testserver{address}">' in html
            assert len(re.findall(r'rel="alternate" hreflang="[\w-]+" href="http://testserver/people/', html)) == 8
        (text,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', html)
        assert json.loads(text)["mainEntity"] == {
            "@type": "Person",
            "name": NAMES[0],
            "url": f"http://testserver{page}",
            "memberOf": {"@type": "SportsOrganization", "name": "VSK </script> Delft"},
        }
        assert page in listed(client)
        met = person_pages.person(player.pk)
        assert met is not None and not any(f"/people/{one.player}/" in listed(client) for one in met.met)

    @pytest.mark.parametrize("word", ["unlist", "away"])
    def test_they_are_told_at_once_when_it_is_taken_back(
        self, client: Client, player: Player, page: str, word: str
    ) -> None:
        client.post(own(player), {"what": "list"})
        before, pages = client.get(page)["ETag"], client.get("/sitemap.xml")["ETag"]
        client.post(own(player), {"what": word})
        assert client.get(page, headers={"if-none-match": before}).status_code == (200 if word == "unlist" else 404)
        assert client.get("/sitemap.xml", headers={"if-none-match": pages}).status_code == 200
        client.post(own(player), {"what": "agree"})
        self.is_not_listed(client, page)

    @pytest.mark.parametrize(
        "hidden",
        [{"birth_year": THIS_YEAR - 15}, {"name_shown": NameShown.INITIAL}, {"name_shown": NameShown.NUMBER}],
        ids=["minor", "initial", "number"],
    )
    def test_the_rules_of_names_stand_above_it(
        self, client: Client, player: Player, page: str, hidden: dict[str, object]
    ) -> None:
        client.post(own(player), {"what": "list"})
        Player.objects.filter(pk=player.pk).update(**hidden)
        answer = client.get(page)
        assert answer.status_code == 404 and answer["X-Robots-Tag"] == "noindex" and page not in listed(client)

    def test_nor_is_it_listed_where_nothing_of_it_is_public(self, client: Client, player: Player, page: str) -> None:
        client.post(own(player), {"what": "list"})
        Tournament.objects.update(published=False)
        assert client.get(page).status_code == 404 and page not in listed(client)

    def test_it_goes_with_a_merge_and_with_the_persons_data(
        self, client: Client, player: Player, page: str, boss: object
    ) -> None:
        client.post(own(player), {"what": "list"})
        merges.merge(player.pk, Player.objects.create(name="Oscar Qvint", register=player.register).pk, by=boss)
        assert page not in listed(client)
        PersonPage.objects.create(player=player, listed=True)
        erasure.erase(player.pk, by=boss, typed=player.name)
        assert page not in listed(client)

    def test_nobody_is_listed_without_a_page(self, client: Client, player: Player) -> None:
        assert client.post(link(player), {"what": "list"}).status_code == 303
        assert not PersonPage.objects.exists()

    def test_very_many_people_make_a_list_of_lists(
        self, client: Client, player: Player, page: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for entry in player.entries.first().tournament.entries.exclude(player=player)[:4]:
            PersonPage.objects.create(player_id=entry.player_id, listed=True)
        client.post(own(player), {"what": "list"})
        whole = [address for address in listed(client) if "/people/" in address]
        monkeypatch.setattr(site_index, "PEOPLE_PER_PART", 2)
        assert listed(client) == [f"/sitemap-{at}.xml" for at in (1, 2, 3)]
        parts = [address for at in (1, 2, 3) for address in listed(client, f"/sitemap-{at}.xml")]
        assert sorted(whole) == sorted(address for address in parts if "/people/" in address) and len(whole) == 5

    def is_not_listed(self, client: Client, page: str) -> None:
        answer = client.get(page)
        html = answer.content.decode()
        assert answer["X-Robots-Tag"] == "noindex" and '<meta name="robots" content="noindex">' in html
        assert "canonical" not in html and "alternate" not in html and "ld+json" not in html
        assert page not in listed(client)


def test_the_older_of_many_events_are_folded(client: Client, player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    PersonPage.objects.create(player=player)
    assert "<details" not in client.get(f"/people/{player.pk}/").content.decode()
    monkeypatch.setattr(people, "AT_ONCE", 1)
    seen, folded = client.get(f"/people/{player.pk}/").content.decode().split("<details")
    assert "Event second" in seen and "Event first" not in seen
    assert "1 older tournament<" in folded and "Event first" in folded


def test_days_have_their_month_in_full(client: Client, player: Player) -> None:
    PersonPage.objects.create(player=player)
    Tournament.objects.filter(slug="first").update(starts="2026-03-04")
    assert "4 March 2026 ·" in words(client, player)
    assert "4 maart 2026 ·" in client.get(f"/people/{player.pk}/?lang=nl").content.decode()
