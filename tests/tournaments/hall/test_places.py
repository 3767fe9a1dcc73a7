"""My table says everything at once: how far it is to the next place, who sits where, the game, what comes next."""

from __future__ import annotations

import re
from datetime import date
from fractions import Fraction

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from tests.tournaments.public.build import event
from tests.tournaments.worlds import world
from tournaments.models import Seat, Standings, Tournament
from tournaments.sentences import places

LANGUAGES = [code for code, _name in settings.LANGUAGES]


@pytest.mark.parametrize(
    ("number", "word"),
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (12, "12th"),
        (13, "13th"),
        (21, "21st"),
        (112, "112th"),
    ],
)
def test_places_are_said_as_people_say_them(number: int, word: str) -> None:
    assert places.ordinal(number) == word


ORDER = [
    (1, Fraction(20)),
    (2, Fraction(18)),
    (2, Fraction(18)),
    (4, Fraction(35, 2)),
    (5, Fraction(35, 2)),
    (6, Fraction(33, 2)),
]


@pytest.mark.parametrize(
    ("at", "words"),
    [
        (0, "You are 1st with 20 points, 2 points ahead of 2nd."),
        (1, "You are 2nd with 18 points, 2 points behind 1st."),
        (2, "You are 2nd with 18 points, 2 points behind 1st."),
        (3, "You are 4th with 17½ points, ½ point behind 2nd."),
        (4, "You are 5th with 17½ points, as many points as 4th."),
        (5, "You are 6th with 16½ points, 1 point behind 5th."),
    ],
)
def test_the_distance_to_the_next_place_is_said(at: int, words: str) -> None:
    assert places.yours(ORDER, at) == words


def test_the_only_player_and_a_shared_lead() -> None:
    assert [places.counted(Fraction(number)) for number in ("0", "1/6", "2/3", "1", "3/2")] == [
        "0 points",
        "⅙ point",
        "⅔ point",
        "1 point",
        "1½ points",
    ]
    with translation.override("fr"):
        said = [places.counted(points) for points in (Fraction(0), Fraction(1, 3), Fraction(3, 2), Fraction(2))]
        assert said == ["0 point", "⅓ point", "1½ point", "2 points"], "in French the plural begins at two"
    assert places.yours([(1, Fraction(1))], 0) == "You are 1st with 1 point."
    assert places.yours([(1, Fraction(4)), (1, Fraction(4))], 0) == "You are 1st with 4 points, shared with others."


@world
def evening() -> Tournament:
    made = event("evening", rounds=2, missing=2)
    Tournament.objects.filter(pk=made.pk).update(schedule="19:00 Round 2\n20:15 Round 3", version=made.version + 1)
    return made


@pytest.mark.django_db
def test_everybody_sees_the_table_from_their_own_seat(client: Client, evening: Tournament) -> None:
    seats = Seat.objects.filter(round__tournament=evening, round__number=2, table__number=1).select_related(
        "entry__player"
    )
    ring = "SWNE"
    for own in seats:
        page = client.get(f"/t/evening/mine/{own.entry.number}/").content.decode()
        drawn = re.findall(r'<li class="?([SWNE])( me)?"?>.*?players/(\d+)/', page)
        assert {int(number): side for side, _me, number in drawn} == {
            seat.entry.number: ring[(seat.position - own.position) % 4] for seat in seats
        }
        assert [int(number) for side, me, number in drawn if me] == [own.entry.number]


@pytest.mark.django_db
def test_it_says_the_distance_the_next_round_and_leads_to_the_calendar(client: Client, evening: Tournament) -> None:
    newest = Standings.objects.filter(tournament=evening).latest("after_round")
    waiting = {row["player"] for row in newest.body["rows"][3:7]}
    for row in newest.body["rows"][3:7]:
        row["waits"] = True
    newest.save()
    for number in range(1, 17):
        page = client.get(f"/t/evening/mine/{number}/").content.decode()
        said = re.search(r'data-place="You are \d+\w\w with [^"]+\."', page)
        assert (said is None) == (number in waiting), "the place of somebody whose table is playing is not known"
    assert "20:15" in page and "Round 3" in page and 'href="/t/evening/rounds.ics"' in page


@pytest.mark.django_db
def test_what_is_next_has_its_date_and_place_before_the_event(client: Client) -> None:
    event("soon", 8, rounds=0, state="planned", venue="De Toren", schedule="13:30 Round 1", starts=date(2026, 11, 29))
    page = client.get("/t/soon/mine/1/").content.decode()
    assert "<p>Sunday 29 November 2026, De Toren</p>" in page
    assert "data-until=" in page and 'data-past-text="Round 1 was planned for 13:30."' in page


@pytest.mark.django_db
def test_a_distance_is_measured_to_the_next_rank_even_if_its_table_is_playing(
    client: Client, evening: Tournament
) -> None:
    newest = Standings.objects.filter(tournament=evening).latest("after_round")
    rows = newest.body["rows"]
    for at, row in enumerate(rows):
        before = 16 if at in (1, 2) else None
        row |= {"rank": at + 1, "points": str(40 - at), "waits": at in (1, 2), "rank_before": before}
    newest.save()
    where = f"/t/evening/mine/{rows[3]['player']}/", f"/t/evening/standings/player/{rows[3]['player']}/"
    own, panel = (client.get(address).content.decode() for address in where)
    assert "You are 4th with 37 points, 1 point behind 3rd." in own
    assert "4th with 37 points, 1 point behind 3rd." in panel
    waits = f"/t/evening/mine/{rows[2]['player']}/", f"/t/evening/standings/player/{rows[2]['player']}/"
    own, panel = (client.get(address).content.decode() for address in waits)
    assert "<i class=wait>Rank 3</i>" in own and "1 point behind 2nd" in own.lower()
    assert "data-place" not in own, "nothing new was heard from their own table"
    assert "3rd with 38 points, 1 point behind 2nd. The table has no result yet." in panel
    first = client.get("/t/evening/").content.decode()
    assert "Grey rank: this player is still playing." in first


@pytest.mark.django_db
@pytest.mark.parametrize("system", ["knockout", "keizer", "levels", "groups"])
def test_where_points_do_not_decide_no_distance_is_said(client: Client, evening: Tournament, system: str) -> None:
    Tournament.objects.filter(pk=evening.pk).update(system=system, version=evening.version + 2)
    assert "data-place" not in client.get("/t/evening/mine/1/").content.decode()
    said = said_of(client, "/t/evening/mine/1/")
    assert "Rank " in said and not re.search("You are|behind|ahead", said)


def said_of(client: Client, where: str) -> str:
    found = re.search(r'data-(?:place|known)="([^"]*)"', client.get(where).content.decode())
    assert found is not None
    return found[1]


@pytest.mark.django_db
def test_before_a_result_it_is_said_what_is_known(client: Client, evening: Tournament) -> None:
    event("soon", 8, rounds=0, state="planned")
    assert said_of(client, "/t/soon/mine/1/") == "Not ranked yet."
    first = event("first", 8, rounds=1, missing=1)
    seat = Seat.objects.get(round__tournament=first, table__number=2, position=4)
    wait(first, seat.entry.number, nothing=True)
    assert said_of(client, f"/t/first/mine/{seat.entry.number}/") == "Not ranked yet. You sit at table 2: Green."
    open_ = Seat.objects.filter(round__tournament=evening, round__number=2, table__results=None).first()
    assert open_ is not None
    rank = wait(evening, open_.entry.number)
    colour = ("White", "Red", "Black", "Green")[open_.position - 1]
    words = f"Rank {rank}. You sit at table {open_.table.number}: {colour}."
    assert said_of(client, f"/t/evening/mine/{open_.entry.number}/") == words


def wait(made: Tournament, number: int, *, nothing: bool = False) -> int:
    """Let a player's table be without a result in the newest standings; return the rank by the points so far."""
    newest = Standings.objects.filter(tournament=made).latest("after_round")
    row = next(row for row in newest.body["rows"] if row["player"] == number)
    row["waits"] = True
    if nothing:
        row["trail"] = [None]
    newest.save()
    return int(row["rank"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_script_says_every_place_as_it_is_said_here(language: str) -> None:
    with translation.override(language):
        sentence, one, many, *patterns = places.to_say()
        assert {"{who}", "{place}", "{points}"} <= set(re.findall(r"{\w+}", sentence)) and not sentence.endswith(".")
        assert [one.replace("#", "1"), many.replace("#", "14⅔")] == [
            places.counted(Fraction(1)),
            places.counted(Fraction(44, 3)),
        ]
        for number in range(1, 130):
            last = number % 10 if number % 100 not in places.TEENS else 4
            pattern = patterns[0] if number == 1 else patterns[min(last or 4, 4)]
            assert pattern.replace("#", str(number)) == places.ordinal(number), number
