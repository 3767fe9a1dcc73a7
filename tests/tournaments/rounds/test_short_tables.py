"""The ways to share out short tables: compared before one is chosen, and kept by what began earlier."""

from __future__ import annotations

import html
import re

import pytest
from django.urls import reverse

from tests.tournaments import make

pytestmark = pytest.mark.django_db


def evening(players, rounds=5, **fields):
    return make.tournament(players, game="quatro-chess", system="tables", table_size=4, rounds_planned=rounds, **fields)


def text(client, address):
    page = html.unescape(re.sub(r"<[^>]*>", " ", client.get(address).content.decode()))
    return re.sub(r"\s+", " ", page)


def test_the_desk_and_the_settings_compare_the_ways_before_round_one(desk):
    made = evening(17)
    for name in ("tournaments_desk", "tournaments_tournament_change"):
        page = text(desk, reverse(f"admin:{name}", args=[made.pk]))
        assert "Short tables for 17 players in 5 rounds: compare" in page
        # four tables of three sit nobody else: 45 visits of 17 players are even at two and three each
        assert "Short tables, even at the end (as set) 0 2–3" in page
        assert "Short tables in turn 6" in page


@pytest.mark.parametrize(
    "made",
    [
        lambda: evening(16),
        lambda: evening(17, pairing_options={"leftover": "byes"}),
        lambda: make.tournament(9, game="quarto", system="berger", table_size=2, rounds_planned=9),
    ],
    ids=["full tables", "byes", "another system"],
)
def test_where_nothing_is_to_be_chosen_nothing_is_compared(desk, made):
    page = text(desk, reverse("admin:tournaments_desk", args=[made().pk]))
    assert "compare" not in page


def test_once_a_round_is_paired_nothing_is_compared(desk, boss):
    made = evening(17)
    make.draft(made, boss)
    page = text(desk, reverse("admin:tournaments_desk", args=[made.pk]))
    assert "Short tables for" not in page
