"""The page of a club with its style, its settings, and what it gives its new events and lists."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from tests.tournaments import make
from tests.tournaments.api.programs import Program
from tournaments.imports.pictures import HEIGHT, MAX_BYTES, WIDTH, small_png
from tournaments.models import Club, ListLayout, RatingList, Series, Tournament, User
from tournaments.models.club import Accent
from tournaments.services import lists

ADMIN = "/admin/tournaments"
STATIC = Path(__file__).parents[2] / "tournaments" / "static" / "tournaments"


@pytest.fixture(autouse=True)
def _no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.domain.queue.send", lambda *_args, **_more: None)


@pytest.fixture
def leiden(db: Any) -> Club:
    return make.club("Leiden")


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

    @pytest.mark.django_db
    def test_the_facts_of_an_event_of_the_only_club_say_nothing_of_it(self, client: Any) -> None:
        text = client.get(f"/t/{make.duel(2).slug}/about/").content.decode()
        assert "/c/" not in text and "Our club" not in text

    def test_a_club_without_events_says_so(self, client: Any, leiden: Club) -> None:
        assert "This club has no public tournament yet" in client.get("/c/leiden/").content.decode()
        assert client.get("/c/nowhere/").status_code == 404

    @pytest.mark.django_db
    def test_the_only_club_is_the_first_page(self, client: Any) -> None:
        answer = client.get("/c/club/")
        assert (answer.status_code, answer.url) == (302, "/")

    def test_it_wears_the_clubs_colour_and_logo_without_inline_style(self, client: Any, leiden: Club) -> None:
        Club.objects.filter(pk=leiden.pk).update(accent="purple", logo=small_png(picture()))
        text = client.get("/c/leiden/").content.decode()
        assert 'class="club-purple"' in text and 'src="/c/leiden/logo.png"' in text and "style=" not in text
        logo = client.get("/c/leiden/logo.png")
        assert logo.headers["Content-Type"] == "image/png"
        with Image.open(BytesIO(logo.content)) as drawn:
            assert drawn.size == (WIDTH, WIDTH * 300 // 800) and drawn.format == "PNG"
        again = client.get("/c/leiden/logo.png", headers={"if-none-match": logo.headers["ETag"]})
        assert again.status_code == 304
        assert client.get("/c/club/logo.png").status_code == 404


class TestColours:
    """Each colour can be read on the site's paper and slate: 4.5 to 1, as WCAG asks."""

    def blocks(self, name: str) -> list[str]:
        text = (STATIC / name).read_text("utf-8")
        light, _media, dark = text.partition("prefers-color-scheme: dark")
        return [light, dark]

    def contrast(self, first: str, second: str) -> float:
        def light(colour: str) -> float:
            digits = colour.lstrip("#")
            digits = "".join(c * 2 for c in digits) if len(digits) == 3 else digits
            parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
            parts = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
            return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

        lights = sorted((light(first), light(second)), reverse=True)
        return (lights[0] + 0.05) / (lights[1] + 0.05)

    @pytest.mark.parametrize("accent", [value for value in Accent.values if value])
    @pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
    def test_it_is_read_on_the_tokens_of_the_site(self, accent: str, scheme: int) -> None:
        said = re.findall(r"--([\w-]+): (#\w+)", self.blocks("site.css")[scheme])
        site = dict(reversed(said))  # the first of each: what comes after is for other media
        rule = re.search(rf"\.club-{accent} \{{(.*?)\}}", self.blocks("clubs.css")[scheme])
        assert rule is not None
        own = dict(re.findall(r"--([\w-]+): (#\w+)", rule[1]))
        assert set(own) == {"accent", "on-accent", "tint"}
        pairs = [(own["accent"], site[ground]) for ground in ("ground", "sheet")]
        pairs += [(own["accent"], own["tint"]), (own["on-accent"], own["accent"]), (site["ink"], own["tint"])]
        assert min(self.contrast(*pair) for pair in pairs) >= 4.5


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
        with pytest.raises(ValueError):
            small_png(content)


class TestSettings:
    def send(self, client: Any, club: Club, **values: Any) -> Any:
        sent = {"name": club.name, "slug": club.slug, "accent": "", "members-TOTAL_FORMS": 0}
        return client.post(f"{ADMIN}/club/{club.pk}/change/", sent | {"members-INITIAL_FORMS": 0} | values)

    def test_an_organiser_of_the_club_sets_it_up(self, client: Any, leiden: Club, keeper: User) -> None:
        client.force_login(keeper)
        logo = SimpleUploadedFile("logo.svg.png", picture(), "image/svg+xml")
        answer = self.send(client, leiden, accent="red", new_logo=logo, venue="De Toren", game="quarto", check_in="on")
        assert answer.status_code == 302
        leiden.refresh_from_db()
        assert leiden.accent == "red" and bytes(leiden.logo).startswith(b"\x89PNG")
        assert leiden.defaults == {"venue": "De Toren", "game": "quarto", "check_in": True}
        page = client.get(f"{ADMIN}/club/{leiden.pk}/change/").content.decode()
        assert "De Toren" in page
        assert self.send(client, leiden, no_logo="on").status_code == 302
        leiden.refresh_from_db()
        assert not leiden.logo and leiden.defaults == {}

    def test_what_is_no_picture_is_told_and_nothing_changes(self, client: Any, leiden: Club, keeper: User) -> None:
        client.force_login(keeper)
        answer = self.send(client, leiden, name="Another", new_logo=SimpleUploadedFile("x.png", b"<svg/>"))
        assert answer.status_code == 200 and "no picture that can be used" in answer.content.decode()
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
