"""Whole tournaments out and in again, without loss."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.input.reading import read_event
from tests.support.examples import examples
from tests.tournaments import make
from tests.tournaments.results.test_game_records import QUARTO
from tournaments.domain.ledger import allow
from tournaments.imports.archive import read_archive
from tournaments.models import Club, Entry, GameRecord, Player, Result, Round, Seat, Team, Tournament
from tournaments.selectors.papers.event_documents import archive_text, document_text
from tournaments.services.events import event_imports, tournaments
from tournaments.services.events.event_builder import build
from tournaments.services.games import game_records
from tournaments.services.results import results
from tournaments.services.rounds import rounds

pytestmark = pytest.mark.django_db


def again(text: str, by, **more) -> Tournament:
    return event_imports.at_once(by=by, content=text.encode(), **more)


def lived(boss, **fields) -> Tournament:
    """Two rounds played with a forfeit and a correction, a third paired and only a draft."""
    made = make.tournament(9, venue="Leiden", scoring={"tie_breaks": ["DE", "LOT"], "bye": "7/2"}, **fields)
    first = make.published(made, boss)
    entered = make.play(first, boss)
    results.enter(
        entered[0].table_id, by=boss, points=make.points("4", "8", "2", "0"), seen_result=entered[0].pk, reason="swap"
    )
    rounds.close(first.pk, by=boss)
    second = make.published(made, boss)
    table = second.tables.order_by("number").first()
    results.enter(table.pk, by=boss, points=make.points("8", "4", "2", None), end="forfeit")
    Entry.objects.filter(tournament=made, number=3).update(left=2, absent=[5, 4], fixed_table=2)
    who = Entry.objects.get(tournament=made, number=4)
    results.give_penalty(made.pk, by=boss, to=who, round=2, points=Fraction(1, 2), reason="telephone")
    Tournament.objects.filter(pk=made.pk).update(scoring={**made.scoring, "expelled_players": [9]})
    made.refresh_from_db()
    return made


@pytest.mark.parametrize(
    "write", [document_text, lambda t: archive_text(t, by=make.organiser(), records=True)], ids=["document", "archive"]
)
def test_what_comes_out_goes_in_and_comes_out_the_same(boss, write):
    made = lived(boss)
    text = write(made)
    copy = again(text, boss)
    assert copy.pk != made.pk and copy.slug != made.slug
    assert write(copy).replace(copy.slug, made.slug) == text


def test_a_copy_goes_on_being_played(boss):
    copy = again(document_text(lived(boss)), boss)
    assert [r.state for r in copy.rounds.order_by("number")] == ["closed", "published"]
    second = copy.rounds.get(number=2)
    for table in second.tables.exclude(results__is_current=True):
        results.enter(table.pk, by=boss, points=make.points(*make.QC_END))
    rounds.close(second.pk, by=boss)
    third = make.published(copy, boss)
    seated = set(Seat.objects.filter(round=third).values_list("entry__number", flat=True))
    assert seated == set(range(1, 10)) - {3}, "the one who left stays away"


def test_the_archive_keeps_what_the_document_has_no_words_for(boss):
    made = lived(boss)
    Player.objects.filter(entries__tournament=made, entries__number=1).update(birth_year=1990)
    rounds_ = made.rounds.order_by("number")
    text = archive_text(made, by=make.organiser(), records=False)
    Player.objects.filter(birth_year=1990).update(birth_year=1991)
    copy = again(text, boss)
    assert copy.venue == "Leiden" and copy.published
    assert Entry.objects.get(tournament=copy, number=1).player.birth_year == 1990
    assert [r.state for r in copy.rounds.order_by("number")] == [r.state for r in rounds_]
    reasons = list(rounds_[0].tables.order_by("number").values_list("reason", flat=True))
    assert list(copy.rounds.get(number=1).tables.order_by("number").values_list("reason", flat=True)) == reasons


def test_the_archive_keeps_former_addresses_for_a_copy_elsewhere(boss, client):
    made = make.tournament(4, slug="spring", published=True)
    tournaments.change(made.pk, {"slug": "summer"}, by=boss, confirmed=["address:summer"])
    text = archive_text(Tournament.objects.get(pk=made.pk), by=boss)
    assert json.loads(text)["tournament"]["former_slugs"] == ["spring"]
    assert not again(text, boss).former_addresses.exists()  # here the first one keeps it
    Tournament.objects.filter(slug__startswith="summer").delete()
    copy = again(text, boss)
    assert [former.slug for former in copy.former_addresses.all()] == ["spring"]
    assert client.get("/t/spring/")["Location"] == "/t/summer/"


def test_records_go_along_to_the_letter_and_are_proved_again(boss):
    made = make.duel(4)
    table = make.published(made, boss).tables.order_by("number").first()
    written = json.dumps(QUARTO, indent=2) + "\n\t"
    game_records.hand_in(table.pk, by=boss, content=written.encode())
    assert "records" not in json.loads(archive_text(made, by=make.organiser(), records=False))
    copy = again(archive_text(made, by=make.organiser(), records=True), boss)
    kept = GameRecord.objects.get(table__round__tournament=copy)
    assert (kept.text, kept.state) == (written, "waiting")


def test_the_same_people_are_found_again_and_no_others_are_made(boss):
    made = lived(boss)
    before = Player.objects.count()
    copy = again(document_text(made), boss)
    assert Player.objects.count() == before
    assert list(copy.entries.order_by("number").values_list("player", flat=True)) == list(
        made.entries.order_by("number").values_list("player", flat=True)
    )


def test_namesakes_of_one_club_are_each_found_again(boss):
    made = make.duel(0)
    for number, (year, rating) in enumerate([(1990, 1500), (2001, 1200)], 1):
        person = Player.objects.create(name="Anna", club="Leiden", birth_year=year, rating=rating)
        Entry.objects.create(tournament=made, player=person, number=number)
    copy = again(document_text(made), boss)
    assert [e.player.birth_year for e in copy.entries.order_by("number")] == [1990, 2001]


def test_a_rating_of_then_stays_what_it_was_and_changes_nobody(boss):
    made = make.duel(2)
    text = document_text(made)
    Player.objects.filter(entries__tournament=made).update(rating=1)
    copy = again(text, boss)
    assert document_text(copy) == text
    assert set(Player.objects.filter(entries__tournament=made).values_list("rating", flat=True)) == {1}


def test_numbers_with_gaps_before_the_first_round_become_one_to_n(boss):
    made = make.duel(5, pairing_options={"forbidden": [[1, 5], [2, 3]]})
    Entry.objects.filter(tournament=made, number=2).delete()
    text = document_text(made)
    event = read_event(text)
    assert [p.id for p in event.players] == [1, 2, 3, 4] and event.pairing["forbidden"] == [[1, 4]]
    assert document_text(again(text, boss)) == text


POINTS = [("8", "4", "2", "0"), ("4", "4", "0", "2"), ("4", "4", "4", "4")]
names = st.text("abcÅéß 'ł", min_size=1, max_size=12).map(lambda text: f"P{text}P")


@settings(max_examples=examples(25), suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_event_comes_out_as_it_went_in(data, boss):
    draw = data.draw
    count = draw(st.integers(4, 14))
    made = Tournament.objects.create(
        name=draw(names),
        slug=f"any-{Tournament.objects.count()}-{draw(st.integers(0, 10**9))}",
        game="quatro-chess",
        system=draw(st.sampled_from(["tables", "swiss-tables"])),
        table_size=4,
        rounds_planned=draw(st.integers(1, 6)),
        seed=draw(st.integers(0, 10**6)),
        scoring=draw(st.sampled_from([{}, {"points": "places"}, {"tie_breaks": ["BH", "LOT"], "bye": "5/2"}])),
        state="running",
    )
    teams = Team.objects.bulk_create(
        Team(tournament=made, key=f"t{n}", name=f"Team {n}") for n in range(draw(st.integers(0, 2)))
    )
    entries = []
    for number in range(1, count + 1):
        person, _ = Player.objects.get_or_create(
            name=draw(names) + str(number),
            club=draw(st.sampled_from(["", "Leiden", "Ähren"])),
            birth_year=None,
            defaults={"rating": draw(st.none() | st.integers(0, 4000))},
        )
        entries.append(
            Entry(
                tournament=made,
                player=person,
                number=number,
                team=draw(st.sampled_from([None, *teams])),
                joined=draw(st.integers(1, 2)),
                left=draw(st.none() | st.integers(2, 4)),
                absent=draw(st.lists(st.integers(1, 6), unique=True, max_size=2)),
                fixed_table=draw(st.none() | st.integers(1, 40)),
            )
        )
    Entry.objects.bulk_create(entries)
    for number in range(1, draw(st.integers(0, made.rounds_planned)) + 1):
        state = draw(st.sampled_from(["published", "draft"])) if number == made.rounds_planned else "published"
        round_ = Round.objects.create(tournament=made, number=number, state=state)
        order = draw(st.permutations(entries))
        for at in range(len(order) // 4):
            table = round_.tables.create(number=at + 1)
            Seat.objects.bulk_create(
                Seat(round=round_, table=table, entry=entry, position=position)
                for position, entry in enumerate(order[4 * at : 4 * at + 4], 1)
            )
            if draw(st.booleans()):
                points = [Fraction(p) for p in draw(st.permutations(draw(st.sampled_from(POINTS))))]
                allow(made, [(range(4), points)])
                Result.objects.create(table=table, points=points, game_points=draw(st.sampled_from([None, points])))
        kind = st.sampled_from(["pairing", "half", "full", "zero"])
        Seat.objects.bulk_create(Seat(round=round_, entry=e, bye=draw(kind)) for e in order[len(order) // 4 * 4 :])
    text = document_text(made)
    copy = build(read_archive(text.encode()), by=boss, club=Club.objects.get())
    assert document_text(copy) == text
    kept = archive_text(made, by=make.organiser(), records=True)
    assert archive_text(again(kept, boss, slug=f"{made.slug}-b"), by=make.organiser(), records=True) == kept.replace(
        made.slug, f"{made.slug}-b"
    )
