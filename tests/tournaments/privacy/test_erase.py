"""Delete my data: the person goes, the results stay."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.core.exceptions import PermissionDenied
from django.db import connection

from games.core.notices import Notice, plain
from tests.tournaments import make
from tests.tournaments.public.build import event
from tests.tournaments.worlds import world
from tournaments.domain.errors import Refused
from tournaments.models import (
    EventImport,
    GameRecord,
    PersonalLink,
    Player,
    PlayerImport,
    Result,
    Round,
    Standings,
    Table,
    Tournament,
)
from tournaments.sentences import score
from tournaments.services.people import erasure
from tournaments.services.results import results

pytestmark = pytest.mark.django_db

NAME = "Óscar Núñez-Qvint"
RATING = 1641


@world
def club(boss) -> Tournament:
    """A finished event of a player who wants to be forgotten, with their name in every corner."""
    made = event("club", [NAME, *(f"Speler {n}" for n in range(15))], rounds=2, state="finished")
    player = Player.objects.get(name=NAME)
    Player.objects.filter(pk=player.pk).update(rating=RATING, birth_year=1980)
    entry = player.entries.get()
    entry.fixed_table = 3
    entry.save()
    PersonalLink.objects.create(entry=entry)
    table = Table.objects.filter(seats__entry=entry, round__number=1).get()
    Table.objects.filter(pk=table.pk).update(reason=Notice("no-team", player=f"{NAME} (5)"))
    Round.objects.filter(tournament=made, number=1).update(
        notes=[Notice("in-round", number=1, text=plain(f"{NAME} met nobody twice."))]
    )
    names = [seat.entry.player.name for seat in table.seats.order_by("position")]
    record = {"game": made.game, "options": {}, "seats": names, "setup": {}, "moves": ["resign"] * 3}
    GameRecord.objects.create(table=table, text=json.dumps(record), state="agrees")
    GameRecord.objects.create(table=table, text=f"no record at all, {NAME.upper()}", state="refused")
    GameRecord.objects.create(table=table, text=json.dumps({**record, "seats": ["Ó. Núñez", "x"]}), state="refused")
    PlayerImport.objects.create(tournament=made, uploaded_by=boss, content=f"name\n{NAME}\n".encode())
    LogEntry.objects.log_actions(boss.pk, [player], CHANGE, [{"added": {"name": "entry", "object": f"1 {NAME}"}}])
    return made


def everything() -> str:
    """All texts of the database."""
    found = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT to_jsonb(t)::text FROM "{table}" AS t')
            found += [row[0] for row in cursor.fetchall()]
        cursor.execute("SELECT convert_from(content, 'UTF8') FROM tournaments_playerimport")
        found += [row[0] for row in cursor.fetchall()]
    return "\n".join(found).casefold()


def test_nothing_of_the_person_is_left_in_the_database(club, boss):
    player = Player.objects.get(name=NAME)
    assert "núñez" in everything()
    erasure.erase(player.pk, by=boss, typed=NAME)
    left = everything()
    for part in ("núñez", "n\\u00fa\\u00f1ez", "nu\\u00f1ez", "qvint", f'"rating": {RATING}'):
        assert part not in left, part
    player.refresh_from_db()
    assert (player.name, player.club, player.rating, player.birth_year) == (f"Player {player.pk}", "", None, None)
    assert not PersonalLink.objects.filter(entry__player=player).exists()
    assert player.entries.get().fixed_table is None


@pytest.mark.parametrize("name", ['José "Pepe" Núñez', "Berger", "Points", "code"])
def test_a_notice_forgets_the_name_and_keeps_its_code(club, boss, name):
    """Also a name with quotation marks, which JSON writes in another way, and one that is a word of a code."""
    person = Player.objects.get(name=NAME)
    Player.objects.filter(pk=person.pk).update(name=name)
    table = Table.objects.filter(seats__entry__player=person, round__number=1).get()
    Table.objects.filter(pk=table.pk).update(
        reason=Notice("then", first=Notice("score-group", points=Fraction(7, 2)), then=Notice("no-team", player=name))
    )
    Round.objects.filter(tournament=club, number=1).update(problem=Notice("berger-too-few"))
    GameRecord.objects.filter(table=table).update(verdict=Notice("record-agrees", points=score([Fraction(1), None])))
    shown = Notice("document-no-text", value=json.dumps([name]), what=Notice("a-players-name"))
    refused = EventImport.objects.create(uploaded_by=boss, state="refused", problem=shown)
    erasure.erase(person.pk, by=boss, typed=name)
    refused.refresh_from_db()
    assert name not in str(refused.problem) and refused.problem.code == "document-no-text"
    assert Table.objects.get(pk=table.pk).reason == Notice(
        "then", first=Notice("score-group", points=Fraction(7, 2)), then=Notice("no-team", player=f"Player {person.pk}")
    )
    assert Round.objects.get(tournament=club, number=1).problem == Notice("berger-too-few")
    verdicts = set(GameRecord.objects.filter(table=table).values_list("verdict", flat=True))
    assert verdicts == {Notice("record-agrees", points=score([Fraction(1), None]))}


def test_results_standings_and_the_others_stay(club, boss):
    before = list(Result.objects.values()), list(Standings.objects.values("body", "computed_for"))
    others = list(Player.objects.exclude(name=NAME).values())
    erasure.erase(Player.objects.get(name=NAME).pk, by=boss, typed=NAME)
    assert before == (list(Result.objects.values()), list(Standings.objects.values("body", "computed_for")))
    assert others == list(Player.objects.exclude(name__startswith="Player").values())
    record = json.loads(GameRecord.objects.get(state="agrees").text)
    assert sum(name.startswith("Player ") for name in record["seats"]) == 1
    assert sum(name.startswith("Speler ") for name in record["seats"]) == 3
    assert record["moves"] == ["resign"] * 3


def test_the_pages_show_it_at_once(club, boss, client):
    before = client.get("/t/club/standings/")
    assert NAME in before.content.decode()
    player = Player.objects.get(name=NAME)
    erasure.erase(player.pk, by=boss, typed=NAME)
    after = client.get("/t/club/standings/", headers={"if-none-match": before["ETag"]})
    assert after.status_code == 200
    assert NAME not in after.content.decode() and f"Player {player.pk}" in after.content.decode()


def test_the_name_must_be_typed(club, boss):
    player = Player.objects.get(name=NAME)
    for typed in ("", "Óscar", "DELETE"):
        with pytest.raises(Refused, match="Type the name exactly"):
            erasure.erase(player.pk, by=boss, typed=typed)
    assert Player.objects.filter(name=NAME).exists()
    erasure.erase(player.pk, by=boss, typed=f" {NAME.lower()} ")


def test_two_placeholders_never_collide(boss):
    player = Player.objects.create(name="Somebody")
    Player.objects.create(name=f"Player {player.pk}")
    assert erasure.erase(player.pk, by=boss, typed="Somebody").name == f"Player {player.pk} (2)"


def test_it_takes_an_organiser_of_the_installation(club):
    player = Player.objects.get(name=NAME)
    for user in (None, make.arbiter(club)):
        with pytest.raises(PermissionDenied):
            erasure.erase(player.pk, by=user, typed=NAME)


def test_at_the_admin_it_is_asked_for_and_confirmed(club, boss, signed_in, words):
    client = signed_in(boss)
    player = Player.objects.get(name=NAME)
    change = words(client.get(f"/admin/tournaments/player/{player.pk}/change/"))
    assert f"/admin/tournaments/player/{player.pk}/erase/" in change
    address = f"/admin/tournaments/player/{player.pk}/erase/"
    assert "tables with their results" in words(client.get(address))
    refused = client.post(address, {"name": "no"})
    assert refused.status_code == 422 and "Nothing was deleted" in words(refused)
    assert client.post(address, {"name": NAME}).status_code == 302
    assert not Player.objects.filter(name=NAME).exists()
    assert client.get("/admin/tournaments/player/999999/erase/").status_code == 404


def test_a_running_event_is_told_and_computed_anew(boss):
    running = event("running", 8, rounds=1)
    player = running.entries.get(number=1).player
    before = running.results_version
    erasure.erase(player.pk, by=boss, typed=player.name)
    running.refresh_from_db()
    assert running.results_version == before + 1


def test_a_reason_names_somebody_by_whole_words(boss):
    evening = make.duel(4)
    for table, reason in zip(make.published(evening, boss).tables.all(), ("by JAN (5)", "by Jansen"), strict=True):
        results.enter(table.pk, by=boss, points=make.points("1", "0"), reason=reason)
    people = [Player.objects.create(name=name) for name in ("Jan", "jansen", "an")]
    assert [erasure.reasons_naming(player) for player in people] == [1, 1, 0]


def test_a_reason_that_names_somebody_with_a_longer_name_does_not_name_the_other(boss):
    evening = make.duel(2, rounds_planned=1)
    table = make.published(evening, boss).tables.get()
    results.enter(table.pk, by=boss, points=make.points("1", "0"), reason="by Anna de Boer")
    anna = Player.objects.create(name="Anna")
    Player.objects.create(name="Anna de Boer")
    assert erasure.reasons_naming(anna) == 0
