"""The reason for a table, also for a fixed one: at the desk and on public pages, in the reader's language."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import translation
from django.utils.translation import get_language, gettext

from games.core.notices import Notice
from tests.tournaments import make
from tests.tournaments.worlds import world
from tournaments import sentences
from tournaments.jobs.pairing import pair_round
from tournaments.models import Entry, Round

pytestmark = pytest.mark.django_db


@world
def with_fixed(boss):
    """A published round of power pairing in which player 9 always sits at table 3."""
    evening = make.tournament(16, system="swiss-tables")
    Entry.objects.filter(tournament=evening, number=9).update(fixed_table=3)
    return evening, make.published(evening, boss)


def test_the_desk_marks_the_fixed_table_and_says_why_each_table_is_so(desk, words, with_fixed):
    evening, _round = with_fixed
    page = words(desk.get(reverse("admin:tournaments_desk", args=[evening.pk])))
    cards = page.split('<li class="v-table')[1:]
    assert [("v-fixed" in card) for card in cards] == [False, False, True, False]
    assert "Table 3 is fixed." in cards[2]
    assert all("Players with equal points: 0." in card for card in cards)


def test_the_desk_names_the_players_whom_a_note_means_and_the_public_reads_numbers(
    client, signed_in, boss, words, with_fixed
):
    evening, round_ = with_fixed
    Round.objects.filter(pk=round_.pk).update(notes=(Notice("fixed-table-taken", player=9, table=3),))
    round_.tables.filter(number=1).update(reason=Notice("meet-again", a=1, b=2))
    names = dict(Entry.objects.filter(tournament=evening).values_list("number", "player__name"))
    desk = signed_in(boss)
    page = words(desk.get(reverse("admin:tournaments_desk", args=[evening.pk])))
    assert f"Player {names[9]} (9) should sit at table 3" in page
    assert f"Players {names[1]} (1) and {names[2]} (2) meet again." in page
    shown = desk.get(f"/api/v1/tournaments/{evening.slug}/desk/").json()["round"]
    assert shown["notes"][0].startswith(f"Player {names[9]} (9) should sit")
    assert shown["notices"][0]["params"] == {"player": 9, "table": 3}
    seat = Entry.objects.filter(tournament=evening, seats__table__number=1).first()
    assert "Players 1 and 2 meet again." in words(client.get(reverse("player", args=[evening.slug, seat.number])))


def test_the_public_sees_which_table_is_fixed_and_not_for_whom(client, words, with_fixed):
    evening, _round = with_fixed
    page = words(client.get(reverse("round", args=[evening.slug, 1])))
    rows = page.split("<tr role=row id=t")[1:]
    assert [("fixed" in row) for row in rows] == [False, False, True, False]
    for number in range(1, 17):
        own = words(client.get(reverse("player", args=[evening.slug, number])))
        at_three = Entry.objects.filter(tournament=evening, number=number, seats__table__number=3).exists()
        assert ("Table 3 is fixed." in own) is at_three
        assert "Players with equal points: 0." in own
        assert "always sits" not in own


def test_the_reason_is_said_in_the_language_of_who_reads(client, words, with_fixed, monkeypatch):
    evening, _round = with_fixed
    dutch = {"Table %(table)s is fixed.": "Tafel %(table)s ligt vast."}
    monkeypatch.setattr(sentences, "gettext", lambda text: dutch.get(text, text) if get_language() == "nl" else text)
    seat = Entry.objects.filter(tournament=evening, seats__table__number=3).first()
    address = reverse("player", args=[evening.slug, seat.number])
    assert "Table 3 is fixed." in words(client.get(address, HTTP_ACCEPT_LANGUAGE="en"))
    assert "Tafel 3 ligt vast." in words(client.get(address, HTTP_ACCEPT_LANGUAGE="nl"))


def test_a_worker_stores_a_code_and_everyone_reads_it_at_the_desk_in_their_language(desk, words):
    evening = make.duel(1)
    round_ = Round.objects.create(tournament=evening, number=1)
    pair_round(round_.pk)
    round_.refresh_from_db()
    assert round_.problem == Notice("berger-too-few")
    address = reverse("admin:tournaments_desk", args=[evening.pk])
    english = "A round robin needs at least two players."
    assert english in words(desk.get(address, HTTP_ACCEPT_LANGUAGE="en"))
    with translation.override("en"):  # what the last page was shown in stays else
        for language in ("nl", "de", "af"):
            with translation.override(language):
                own = gettext(english)
            assert own != english
            page = words(desk.get(address, HTTP_ACCEPT_LANGUAGE=language))
            assert own in page and english not in page
