"""The edition of the Swiss rules by which a tournament is paired."""

from __future__ import annotations

import html
import re

import pytest
from django.urls import reverse

from tests.tournaments import make
from tests.tournaments.events.test_partners import saved, sent
from tournaments.models import Tournament
from tournaments.services.events import running, trf
from tournaments.services.rounds import rounds

pytestmark = pytest.mark.django_db


def swiss(rounds=5, **options):
    """Eight players of a game for two, paired by these options."""
    return make.duel(8, system="swiss", rounds_planned=rounds, pairing_options=options)


def chosen(client, address, option):
    page = html.unescape(client.get(address).content.decode())
    field = page[page.index(f'name="pairing__swiss__{option}"') :]
    return re.search(r'value="([^"]*)" selected', field[: field.index("</select>")])[1]


def test_a_new_tournament_is_offered_the_rules_in_force_and_no_acceleration(desk):
    address = reverse("admin:tournaments_tournament_add")
    assert chosen(desk, address, "edition") == "2026"
    assert chosen(desk, address, "acceleration") == "none"


def test_an_event_of_the_edition_before_shows_it_and_keeps_it_when_saved(desk):
    made = swiss(edition="2018")
    assert chosen(desk, reverse("admin:tournaments_tournament_change", args=[made.pk]), "edition") == "2018"
    saved(desk, made, pairing__swiss__edition="2018", pairing__swiss__acceleration="baku")
    made.refresh_from_db()
    assert made.pairing_options == {"edition": "2018", "acceleration": "baku"}


def test_the_published_round_says_by_which_rules_it_was_paired(boss):
    made = swiss()
    assert "in force since 1 February 2026" in str(make.published(made, boss).notes[0])
    before = swiss(edition="2018")
    assert "until 31 January 2026" in str(make.published(before, boss).notes[0])


def test_burstein_is_chosen_in_the_form_paired_and_told_in_the_report(desk, boss):
    made = swiss(3)
    saved(desk, made, pairing__swiss__edition="burstein-2026", pairing__swiss__acceleration="none")
    assert chosen(desk, reverse("admin:tournaments_tournament_change", args=[made.pk]), "edition") == "burstein-2026"
    first = make.published(made, boss)
    assert any("The Burstein system begins with round 2" in str(note) for note in first.notes)
    make.play(first, boss, ("1", "0"))
    rounds.close(first.pk, by=boss)
    second = make.published(made, boss)
    assert "C.04.4.2 (Burstein system)" in str(second.notes[0])
    assert "Buchholz / Sonneborn-Berger" in str(second.tables.first().reason)
    report = trf.export_report(made, by=boss).decode()
    assert "092 Individual: Swiss-System (Burstein)" in report and "192 FIDE_BURSTEIN\r\n" in report
    again = trf.import_report(report.encode(), by=boss, game="quarto")
    assert again.pairing_options["edition"] == "burstein-2026"


@pytest.mark.parametrize(
    ("edition", "rules"), [("2018", "Dutch, until 31 January 2026"), ("burstein-2026", "Burstein, in force since")]
)
def test_the_page_for_everybody_names_the_rules_of_this_event_and_no_others(client, edition, rules):
    made = swiss(edition=edition)
    page = html.unescape(client.get(reverse("about", args=[made.slug])).content.decode())
    assert rules in page
    assert "Dutch system" not in page and "Dutch, in force" not in page


def test_other_rounds_that_move_the_beginning_of_burstein_are_asked_about(boss):
    made = swiss(4, edition="burstein-2026")
    first = make.published(made, boss)

    def asked(rounds_planned):
        before, after = Tournament.objects.get(pk=made.pk), Tournament.objects.get(pk=made.pk)
        after.rounds_planned = rounds_planned
        (question,) = running.questions(before, after)
        return question.sentence

    assert "Burstein" not in asked(3)  # round 1 is a seeding round then, too
    make.play(first, boss, ("1", "0"))
    rounds.close(first.pk, by=boss)
    make.published(made, boss)
    assert "The Burstein system then begins with round 2 instead of 3" in asked(3)
    assert "Burstein" not in asked(5)
    Tournament.objects.filter(pk=made.pk).update(pairing_options={})
    assert "Burstein" not in asked(3)


def test_burstein_without_a_number_of_rounds_is_refused_in_the_form(desk):
    made = swiss(3)
    answer = sent(desk, made, rounds_planned="", pairing__swiss__edition="burstein-2026")
    assert "The Burstein system needs to know how many rounds the event has" in html.unescape(answer.content.decode())
    made.refresh_from_db()
    assert "edition" not in made.pairing_options
