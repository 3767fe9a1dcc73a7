"""The page of a club with its style, its settings, and what it gives its new events and lists."""

from __future__ import annotations

import re
from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PIL import Image

from tests.support.colours import contrast, tokens
from tests.tournaments import make
from tests.tournaments.api.programs import Program
from tournaments import colours
from tournaments.forms.clubs import SITE_COLOUR
from tournaments.imports.pictures import HEIGHT, MAX_BYTES, WIDTH, small_png
from tournaments.imports.readers.lines import Unreadable
from tournaments.models import Club, ListLayout, RatingList, Series, Tournament, User
from tournaments.services import clubs as services
from tournaments.services.lists import lists

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_broker")]

ADMIN = "/admin/tournaments"


@pytest.fixture
def keeper(leiden: Club) -> User:
    return make.keeper(leiden)


def picture(size: tuple[int, int] = (800, 300), form: str = "JPEG") -> bytes:
    out = BytesIO()
    Image.new("RGB", size, "#0c5f5b").save(out, form)
    return out.getvalue()


class TestThePage:
    def test_it_has_the_clubs_public_events_and_seasons_and_no_others(self, client: Any, leiden: Club) -> None:
        make.duel(2, club=leiden, name="Open Leiden")
        make.duel(2, club=leiden, name="Hidden Leiden", published=False)
        make.duel(2, name="Evening elsewhere")
        for kind, name in ((Series, "Leiden season"), (RatingList, "Leiden ratings")):
            kind.objects.create(name=name, slug=name.replace(" ", "-"), club=leiden, published=True)
            kind.objects.create(name=f"Hidden {name}", slug=f"hidden-{name[-6:]}", club=leiden)
        page = client.get("/c/leiden/")
        text = page.content.decode()
        assert page.status_code == 200
        for name in ("Open Leiden", "Leiden season", "Leiden ratings"):
            assert name in text
        assert "Hidden" not in text and "elsewhere" not in text
        again = client.get("/c/leiden/", headers={"if-none-match": page.headers["ETag"]})
        assert again.status_code == 304

    def test_the_facts_of_an_event_lead_to_its_club_where_there_are_several(self, client: Any, leiden: Club) -> None:
        evening = make.duel(2, club=leiden, name="Open Leiden")
        address = f"/t/{evening.slug}/about/"
        assert '<a href="/c/leiden/">Leiden</a>' in client.get(address).content.decode()

    def test_the_facts_of_an_event_of_the_only_club_say_nothing_of_it(self, client: Any) -> None:
        text = client.get(f"/t/{make.duel(2).slug}/about/").content.decode()
        assert "/c/" not in text and "Our club" not in text

    def test_a_club_without_events_says_so(self, client: Any, leiden: Club) -> None:
        assert "This club has no public tournament yet" in client.get("/c/leiden/").content.decode()
        assert client.get("/c/nowhere/").status_code == 404

    def test_it_wears_the_clubs_colour_and_logo_without_inline_style(self, client: Any, leiden: Club) -> None:
        Club.objects.filter(pk=leiden.pk).update(accent="#663399", logo=small_png(picture()))
        text = client.get("/c/leiden/").content.decode()
        assert 'href="/colours/663399.css"' in text and 'src="/c/leiden/logo.png"' in text and "style=" not in text
        logo = client.get("/c/leiden/logo.png")
        assert logo.headers["Content-Type"] == "image/png"
        with Image.open(BytesIO(logo.content)) as drawn:
            assert drawn.size == (WIDTH, WIDTH * 300 // 800) and drawn.format == "PNG"
        again = client.get("/c/leiden/logo.png", headers={"if-none-match": logo.headers["ETag"]})
        assert again.status_code == 304 and "Content-Type" not in again.headers
        assert client.get("/c/club/logo.png").status_code == 404

    def test_a_link_to_it_brings_a_picture_of_its_own(self, client: Any, leiden: Club) -> None:
        assert '/c/leiden/card.png"' in client.get("/c/leiden/").content.decode()
        alone = client.get("/c/leiden/card.png")
        with Image.open(BytesIO(alone.content)) as drawn:
            assert drawn.size == (1200, 630)
        make.duel(2, club=leiden, name="Not yet public", published=False)
        assert client.get("/c/leiden/card.png").content == alone.content
        make.duel(2, club=leiden, name="Open Leiden", starts=timezone.localdate() + timedelta(days=3))
        soon = client.get("/c/leiden/card.png", headers={"if-none-match": alone.headers["ETag"]})
        assert soon.status_code == 200 and soon.content != alone.content, "it says what comes next"
        assert client.get("/c/nowhere/card.png").status_code == 404

    def test_page_and_picture_of_the_only_club_are_those_of_the_site(self, client: Any) -> None:
        for address, of_the_site in (("/c/club/", "/"), ("/c/club/card.png", "/card.png")):
            answer = client.get(address)
            assert (answer.status_code, answer.url) == (302, of_the_site)
        assert '/card.png"' in client.get("/").content.decode(), "the first page has one of the site"
        assert client.get("/card.png")["Content-Type"] == "image/png"


class TestColours:
    """Any colour of a club can be read on the site's paper and slate: 4.5 to 1, as WCAG asks."""

    @given(st.integers(0, 0xFFFFFF), st.sampled_from(["light", "dark"]))
    @settings(max_examples=60)
    @example(0xFFFF00, "light")
    @example(0x000000, "dark")
    def test_any_colour_is_read_on_the_tokens_of_the_site(self, number: int, scheme: str) -> None:
        site = tokens(scheme)
        made = colours.readable(f"#{number:06x}", colours.DAY if scheme == "light" else colours.NIGHT)
        pairs = [(made.accent, site[ground]) for ground in ("ground", "sheet")]
        pairs += [(made.accent, made.tint), (made.on, made.accent), (site["ink"], made.tint), (site["soft"], made.tint)]
        assert min(contrast(*pair) for pair in pairs) >= 4.5

    def test_a_colour_that_can_be_read_stays_as_it_is(self) -> None:
        assert colours.readable("#9c2520", colours.DAY).accent == "#9c2520"
        assert colours.readable("#ffa79f", colours.NIGHT).accent == "#ffa79f"

    def test_the_grounds_and_the_first_colour_are_those_of_the_site(self) -> None:
        for scheme, ours in (("light", colours.DAY), ("dark", colours.NIGHT)):
            site = {name: value if len(value) == 7 else f"#{value[1:] * 2}" for name, value in tokens(scheme).items()}
            assert ours.grounds == (site["sheet"], site["ground"]) and ours.inks == (site["ink"], site["soft"])
        assert tokens("light")["accent"] == SITE_COLOUR

    def test_the_style_sheet_says_it_for_day_and_night_and_stays(self, client: Any) -> None:
        answer = client.get("/colours/ffff00.css")
        text = answer.content.decode()
        assert answer.headers["Content-Type"].startswith("text/css") and "immutable" in answer.headers["Cache-Control"]
        assert re.findall(r"--accent: (#\w{6})", text) == ["#6e6e00", "#ffff00"]
        for wrong in ("FFFF00", "ffff0", "red", "ffff00%7D*%7B"):
            assert client.get(f"/colours/{wrong}.css").status_code == 404


class TestPictures:
    def test_a_picture_is_drawn_anew_and_small(self) -> None:
        for form in ("PNG", "JPEG", "WEBP", "GIF"):
            with Image.open(BytesIO(small_png(picture((900, 900), form)))) as drawn:
                assert drawn.format == "PNG" and drawn.size == (HEIGHT, HEIGHT)

    @pytest.mark.parametrize(
        "content",
        [
            b"",
            b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
            picture()[:200],
            picture(form="BMP"),
            picture((4001, 2), "PNG"),
            b"\x89PNG\r\n\x1a\n" + b"x" * MAX_BYTES,
        ],
        ids=["nothing", "svg", "cut off", "another kind", "too wide", "too long"],
    )
    def test_what_is_no_small_picture_is_refused(self, content: bytes) -> None:
        with pytest.raises(Unreadable):
            small_png(content)


class TestSettings:
    def send(self, client: Any, club: Club, **values: Any) -> Any:
        sent = {"name": club.name, "slug": club.slug, "accent": "#0b5d59", "members-TOTAL_FORMS": 0}
        return client.post(f"{ADMIN}/club/{club.pk}/change/", sent | {"members-INITIAL_FORMS": 0} | values)

    def test_an_organiser_of_the_club_sets_it_up(self, client: Any, leiden: Club, keeper: User) -> None:
        client.force_login(keeper)
        logo = SimpleUploadedFile("logo.svg.png", picture(), "image/svg+xml")
        chosen = {"venue": "De Toren", "game": "quarto", "check_in": "on"}
        answer = self.send(client, leiden, accent="#9C2520", own_colour="on", new_logo=logo, **chosen)
        assert answer.status_code == 302
        leiden.refresh_from_db()
        assert leiden.accent == "#9c2520" and bytes(leiden.logo).startswith(b"\x89PNG")
        assert leiden.defaults == {"venue": "De Toren", "game": "quarto", "check_in": True}
        page = client.get(f"{ADMIN}/club/{leiden.pk}/change/").content.decode()
        assert "De Toren" in page
        assert self.send(client, leiden, no_logo="on").status_code == 302
        leiden.refresh_from_db()
        assert not leiden.logo and leiden.defaults == {} and leiden.accent == ""

    def test_what_is_no_picture_is_told_and_nothing_changes(self, client: Any, leiden: Club, keeper: User) -> None:
        client.force_login(keeper)
        answer = self.send(client, leiden, name="Another", new_logo=SimpleUploadedFile("x.png", b"<svg/>"))
        assert answer.status_code == 200 and "This picture cannot be used" in answer.content.decode()
        leiden.refresh_from_db()
        assert leiden.name == "Leiden"

    def test_its_new_events_begin_with_its_defaults(self, client: Any, leiden: Club, keeper: User) -> None:
        leiden.defaults = {"venue": "De Toren", "game": "quarto", "names_shown": "initial", "two_person": True}
        leiden.save()
        answer = Program(keeper)("POST", "/tournaments/", {"name": "By the API"})
        assert answer.status_code == 201, answer.said
        made = Tournament.objects.get(name="By the API")
        assert (made.venue, made.game, made.names_shown, made.two_person) == ("De Toren", "quarto", "initial", True)
        Program(keeper)("POST", "/tournaments/", {"name": "Its own", "venue": "Elsewhere", "game": "quaro"})
        own = Tournament.objects.get(name="Its own")
        assert (own.venue, own.game) == ("Elsewhere", "quaro")
        client.force_login(keeper)
        form = client.get(f"{ADMIN}/tournament/new/club-evening/").context["form"]
        assert (form["venue"].value(), form["game"].value(), form["two_person"].value()) == ("De Toren", "quarto", True)
        sent = {"name": "At the desk", "starts": "2026-11-27", "game": "quarto", "rounds": "3"}
        assert client.post(f"{ADMIN}/tournament/new/club-evening/", sent).status_code == 302
        assert Tournament.objects.get(name="At the desk").names_shown == "initial"
        fields = client.get(f"{ADMIN}/tournament/add/").context["adminform"].form
        assert (fields["venue"].value(), fields["game"].value()) == ("De Toren", "quarto")


class TestColumns:
    """The meaning of a list's columns is remembered for the club, and for no other."""

    CONTENT = b"Wie;Sterk;Naam\nAnna;1500;x\n"

    def looked(self, evening: Tournament, by: User) -> Any:
        return lists.upload("players", evening.pk, by=by, filename="x.csv", content=self.CONTENT, here=True)

    def test_another_organiser_of_the_club_need_not_assign_them_again(self, leiden: Club, keeper: User) -> None:
        waiting = self.looked(make.duel(2, club=leiden), keeper)
        waiting = lists.chosen(waiting, columns={"Wie": "name", "Sterk": "rating", "Naam": ""}, by=keeper)
        lists.carry_out(waiting.pk, by=keeper, seen=lists.preview(waiting).stamp)
        assert ListLayout.objects.get().club == leiden
        plan = lists.preview(self.looked(make.duel(2, club=leiden), make.keeper(leiden)))
        assert [line.shows[:2] for line in plan.lines] == [("Anna", 1500)]
        other = make.duel(2)
        elsewhere = lists.preview(self.looked(other, make.keeper(other.club)))
        assert [line.shows[:2] for line in elsewhere.lines] != [("Anna", 1500)]


class TestWhereClubsAreNamed:
    """With a second club the lists, the search and the pages of events say whose an event is."""

    PAGES = (
        "/",
        "/tournaments/",
        "/tournaments/?q=leiden",
        "/seasons/",
        "/t/open/",
        "/t/open/about/",
        "/seasons/year/",
    )

    @pytest.fixture
    def open_(self, leiden: Club) -> Tournament:
        make.duel(2, name="Evening elsewhere")
        Series.objects.create(name="Year", slug="year", club=leiden, published=True)
        return make.duel(2, club=leiden, name="Open", slug="open")

    def test_named_and_linked(self, client: Any, open_: Tournament) -> None:
        for where in self.PAGES:
            text = client.get(where).content.decode()
            assert "Leiden" in text, where
            assert 'href="/c/leiden/"' in text or "?club=leiden" in text, where

    def test_the_only_club_is_named_nowhere(self, client: Any) -> None:
        Club.objects.update(accent="#9c2520", logo=small_png(picture()))
        make.duel(2, name="Open", slug="open")
        Series.objects.create(name="Year", slug="year", published=True)
        make.duel(2, name="Running", state="running")
        for where in (*self.PAGES, "/tournaments/?club=club", "/tournaments/?q=club", "/t/open/board/"):
            text = client.get(where).content.decode()
            for word in ("Our club", "/c/", "/colours/", "All clubs", "?club="):
                assert word not in text, (where, word)

    def test_the_list_is_narrowed_to_a_club(self, client: Any, open_: Tournament) -> None:
        text = client.get("/tournaments/?club=leiden").content.decode()
        assert ">Open<" in text and "elsewhere" not in text
        assert 'href="?club=leiden" aria-current="true"' in text
        assert "elsewhere" in client.get("/tournaments/?club=nowhere").content.decode()

    def test_a_search_finds_a_club_and_its_events(self, client: Any, open_: Tournament) -> None:
        text = client.get("/tournaments/?q=liden").content.decode()
        assert 'class="whole" href="/c/leiden/"' in text and ">Open<" in text and "elsewhere" not in text

    def test_an_events_pages_wear_its_clubs_colour_and_logo(self, client: Any, open_: Tournament) -> None:
        Club.objects.filter(slug="leiden").update(accent="#663399", logo=small_png(picture()))
        for where in ("", "about/", "standings/", "find/", "board/"):
            text = client.get(f"/t/open/{where}").content.decode()
            assert "/colours/663399.css" in text and 'src="/c/leiden/logo.png"' in text, where
            assert "style=" not in text, where

    def test_no_page_tells_an_old_name(self, client: Any, open_: Tournament, boss: User) -> None:
        def tag() -> str:
            return str(client.get("/t/open/").headers["ETag"])

        first = tag()
        services.change(open_.club_id, by=boss, name="Leiden East")
        answer = client.get("/t/open/", headers={"if-none-match": first})
        assert answer.status_code == 200 and "Leiden East" in answer.content.decode()
        second = tag()
        client.force_login(boss)
        sent = {"name": "Leiden East", "slug": "leiden", "accent": "#9c2520", "own_colour": "on"}
        page = f"{ADMIN}/club/{open_.club_id}/change/"
        assert client.post(page, sent | {"members-TOTAL_FORMS": 0, "members-INITIAL_FORMS": 0}).status_code == 302
        client.logout()
        answer = client.get("/t/open/", headers={"if-none-match": second})
        assert answer.status_code == 200 and "/colours/" in answer.content.decode()

    def test_a_second_club_is_heard_of_at_once(self, client: Any, boss: User) -> None:
        make.duel(2, slug="open")
        tag = client.get("/t/open/").headers["ETag"]
        services.add("Leiden", by=boss)
        answer = client.get("/t/open/", headers={"if-none-match": tag})
        assert answer.status_code == 200 and "Our club" in answer.content.decode()

    def test_no_page_asks_more_often_for_it(self, client: Any) -> None:
        def queries() -> int:
            with CaptureQueriesContext(connection) as captured:
                assert client.get("/t/open/").status_code == 200
            return len(captured)

        make.duel(2, slug="open")
        alone = queries()
        make.club("Leiden")
        assert queries() == alone

    def test_an_organiser_of_a_club_reads_no_heading_of_the_installation(self, client: Any, keeper: User) -> None:
        client.force_login(keeper)
        text = client.get("/admin/").content.decode()
        assert f"{ADMIN}/club/" in text and "Installation" not in text
