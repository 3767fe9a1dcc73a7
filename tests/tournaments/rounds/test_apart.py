"""Players who must not meet, said in the settings by name, and kept to by the draft."""

from __future__ import annotations

from itertools import combinations

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from tests.tournaments import make
from tournaments.forms.options import PairsField
from tournaments.models import Entry, Player, Seat, Tournament

pytestmark = pytest.mark.django_db
PEOPLE = {1: "Anna Jansen", 2: "Ben Bakker", 3: "Zoë O’Neill-Smith", 4: "ben bakker", 12: "Óscar Núñez"}


def field():
    made = PairsField(required=False)
    made.people = PEOPLE
    return made


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("", []),
        ("1-3", [[1, 3]]),
        ("3-1, 12-2", [[1, 3], [2, 12]]),
        ("1 - 3\r\n2-3;12-1", [[1, 3], [1, 12], [2, 3]]),
        ("Anna Jansen – Óscar Núñez", [[1, 12]]),
        ("  anna   JANSEN / zoë o’neill-smith ", [[1, 3]]),
        ("2 Ben Bakker – 4 ben bakker\n1 - 12 Óscar", [[1, 12], [2, 4]]),
        ("12. Óscar Núñez & 1", [[1, 12]]),
        ("1-3\n3-1", [[1, 3]]),
    ],
)
def test_pairs_are_read_as_people_write_them(text, pairs):
    assert field().clean(text) == pairs


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Anna Jansen", "is not a pair"),
        ("Anna Jansen –", "is not a pair"),
        ("Anna – Ben – Zoë", "is not a pair"),
        ("Anna Jansen – Nobody", "No player here is called “Nobody”"),
        ("Anna Jansen – Ben Bakker", "Several players are called"),
        ("1-99", "There is no player “99” here"),
        ("1-1", "1 Anna Jansen is in one pair twice"),
        ("Anna Jansen – 1", "in one pair twice"),
        ("<script> – 1", "No player here is called"),
    ],
)
def test_what_is_no_pair_is_refused_with_the_reason(text, said):
    with pytest.raises(ValidationError) as caught:
        field().clean(text)
    assert said in caught.value.messages[0]


def test_what_is_shown_is_read_again():
    pairs = [[1, 3], [2, 4], [1, 12]]
    shown = field().prepare_value(pairs)
    assert shown == "1 Anna Jansen – 3 Zoë O’Neill-Smith\n2 Ben Bakker – 4 ben bakker\n1 Anna Jansen – 12 Óscar Núñez"
    assert field().clean(shown) == sorted(pairs)
    assert not field().has_changed(sorted(pairs), shown)
    assert field().has_changed(sorted(pairs), "Anna")


def clubs(evening: Tournament) -> None:
    for entry in Entry.objects.filter(tournament=evening).select_related("player"):
        Player.objects.filter(pk=entry.player_id).update(club=f"Club {(entry.number - 1) // 4}")


def met(round_):
    """Return the players who sit together."""
    tables: dict[int, list[Entry]] = {}
    for seat in Seat.objects.filter(round=round_, table__isnull=False).select_related("entry__player"):
        tables.setdefault(seat.table_id, []).append(seat.entry)
    return [pair for table in tables.values() for pair in combinations(table, 2)]


def test_an_organiser_keeps_brothers_and_clubs_apart(desk, boss, words):
    evening = make.tournament(16, published=False)
    clubs(evening)
    one, other = (e.player for e in Entry.objects.filter(tournament=evening, number__in=[1, 9]))
    change = reverse("admin:tournaments_tournament_change", args=[evening.pk])
    said = {"forbidden": f"{one.name} – {other.name}", "apart_clubs": "on", "apart_rounds": "1", "numbering": "rating"}
    sent = make.settings_of(evening, **{f"pairing__tables__{name}": value for name, value in said.items()})
    answer = desk.post(change, sent)
    assert answer.status_code == 302, words(answer)
    evening.refresh_from_db()
    assert evening.pairing_options["forbidden"] == [[1, 9]]
    assert evening.pairing_options["apart_clubs"] is True
    assert evening.pairing_options["apart_rounds"] == 1
    assert f"1 {one.name} – 9 {other.name}" in words(desk.get(change))
    # the numbers are given out anew, the weakest first, and the pair stays these two people
    for entry in Entry.objects.filter(tournament=evening).select_related("player"):
        Player.objects.filter(pk=entry.player_id).update(rating=1000 + entry.number)
    round_ = make.draft(evening, boss)
    evening.refresh_from_db()
    numbers = sorted(Entry.objects.get(tournament=evening, player=p).number for p in (one, other))
    assert numbers == [8, 16]
    assert evening.pairing_options["forbidden"] == [numbers]
    for a, b in met(round_):
        assert {a.player_id, b.player_id} != {one.pk, other.pk}
        assert a.player.club != b.player.club


def test_a_pair_of_somebody_who_is_not_entered_is_refused(desk, words):
    evening = make.tournament(8, published=False)
    change = reverse("admin:tournaments_tournament_change", args=[evening.pk])
    answer = desk.post(change, make.settings_of(evening, pairing__tables__forbidden="1-99"))
    assert answer.status_code == 200
    assert "There is no player “99” here" in words(answer)
    evening.refresh_from_db()
    assert "forbidden" not in evening.pairing_options


def test_pairs_that_cannot_be_kept_apart_are_said_in_the_draft(boss):
    evening = make.tournament(8, pairing_options={"apart_clubs": True})
    Player.objects.update(club="One club")
    round_ = make.draft(evening, boss)
    assert any("kept apart" in str(note) for note in round_.notes)
