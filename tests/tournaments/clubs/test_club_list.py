"""Many clubs on one site: what lists offer of them, and the page that has them all."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from tests.tournaments import make
from tournaments.models import Club
from tournaments.views.public.listing import CHIPS

pytestmark = pytest.mark.django_db


@pytest.fixture
def clubs():
    """One club more than a list offers, each with a public tournament, and one without."""
    made = [Club.objects.get(), *(make.club(f"Town{number}") for number in range(CHIPS))]
    for club in made:
        make.duel(4, club=club, published=True)
    make.duel(4, club=make.club("Secret"), published=False)
    return made


def test_few_clubs_are_offered_where_tournaments_are_listed(client, clubs):
    clubs.pop().tournaments.update(published=False)
    for page in ("index", "every"):
        text = client.get(reverse(page)).content.decode()
        assert all(f">{club.name}</a>" in text for club in clubs), page
        assert "Choose a club" not in text
        assert reverse("clubs") + '"' not in text


def test_many_clubs_are_one_click_away(client, clubs):
    for page, words in (("index", "All clubs"), ("every", "Choose a club")):
        text = client.get(reverse(page)).content.decode()
        assert f'<a href="{reverse("clubs")}">{words}</a>' in text, page
        assert f">{clubs[-1].name}</a>" not in text, page
    text = client.get(reverse("clubs")).content.decode()
    assert all(f'<a href="{reverse("club", args=[club.slug])}">{club.name}</a>' in text for club in clubs)
    assert "Secret" not in text


def test_the_page_of_all_clubs_is_searched_in_one_place_and_skips_no_heading(client, clubs):
    text = client.get(reverse("clubs")).content.decode()
    assert text.count('role="search"') == 1
    assert re.findall("<h([1-6])", text) == ["1", *["2"] * len(clubs)]


def test_clubs_stand_by_name_whatever_their_letters_are_for_a_computer(client):
    names = ["Ålborg", "amersfoort", "Town 2", "Town 10", "Zwolle"]
    for number, name in enumerate(reversed(names)):
        make.duel(4, club=Club.objects.create(name=name, slug=f"town-{number}"), published=True)
    for page in ("clubs", "index", "every"):
        text = client.get(reverse(page)).content.decode()
        assert sorted(names, key=lambda name: text.index(f">{name}</a>")) == names, page


def test_one_of_many_clubs_can_be_asked_for(client, clubs):
    chosen = clubs[0]
    text = client.get(reverse("every"), {"club": chosen.slug}).content.decode()
    assert 'aria-current="true">' + chosen.name in text
    addresses = {club: reverse("tournament", args=[club.tournaments.get().slug]) for club in clubs}
    assert [club for club, address in addresses.items() if f'href="{address}"' in text] == [chosen]
    text = client.get(reverse("every"), {"club": "secret"}).content.decode()
    assert "Secret" not in text


def test_a_club_among_many_is_found_by_its_name(client, clubs):
    last = make.club("Zutphen")  # one more than is looked at to know that there are many
    make.duel(4, club=last, published=True)
    text = client.get(reverse("every"), {"q": last.name}).content.decode()
    assert f'class="whole" href="{reverse("club", args=[last.slug])}"' in text


def test_of_one_club_the_first_page_shows_all(client):
    make.duel(4, published=True)
    for address in (reverse("clubs"), reverse("club", args=[Club.objects.get().slug])):
        assert client.get(address).headers["Location"] == reverse("index")
        assert client.get(address, {"lang": "nl"}).headers["Location"] == reverse("index") + "?lang=nl", "as was chosen"
