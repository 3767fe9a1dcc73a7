"""An event from the command line, as a named person."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments import make
from tournaments.management.acting import acting
from tournaments.models import LogEntry, Result, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_broker")]


def run(by: Any, *words: str) -> str:
    out = io.StringIO()
    call_command("event", "--as", by if isinstance(by, str) else by.username, *words, stdout=out)
    return out.getvalue()


def asked(by: Any, *words: str) -> Any:
    return json.loads(run(by, "--json", *words))


def test_an_evening_from_the_first_word_to_the_standings(boss: Any, tmp_path: Any) -> None:
    players = tmp_path / "players.csv"
    players.write_text("Name;Rating\nAnna;1500\nBert;1400\nChantal;1300\nDawid;1200\n", encoding="utf-8")
    made = asked(
        boss,
        "new",
        "Club evening",
        "--game",
        "quarto",
        "--system",
        "berger",
        "--rounds",
        "3",
        "--tie-breaks",
        "DE,LOT",
        "--public",
    )
    assert made == {"slug": "club-evening"}
    imported = asked(boss, "players", "club-evening", str(players))
    assert [imported[key] for key in ("new", "changed", "same", "refused", "left_out")] == [4, 0, 0, 0, []]
    assert "1500  Anna" in run(boss, "players", "club-evening")
    assert run(boss, "pair", "club-evening") == "Round 1 is a draft.\n"
    assert asked(boss, "publish", "club-evening") == {"round": 1, "state": "published"}
    tables = asked(boss, "tables", "club-evening")["tables"]
    assert [table["number"] for table in tables] == [1, 2] and tables[0]["version"] == 0
    assert asked(boss, "result", "club-evening", "1", "1", "0")["version"] == 1
    assert asked(boss, "result", "club-evening", "2", "1", "-")["points"] == ["1", None]
    with pytest.raises(CommandError, match="--correct 1"):
        run(boss, "result", "club-evening", "1", "0", "1")
    corrected = asked(boss, "result", "club-evening", "1", "½", "0.5", "--correct", "1", "--reason", "misread")
    assert corrected["points"] == ["1/2", "1/2"] and corrected["version"] == 2
    assert set(Result.objects.values_list("source", flat=True)) == {"command"}
    assert run(boss, "close", "club-evening") == "Round 1 is closed.\n"
    standings = asked(boss, "standings", "club-evening")
    assert standings["after_round"] == 1 and standings["standings"][0]["rank"] == 1
    assert "Anna" in run(boss, "standings", "club-evening", "--after", "1")


def test_a_document_goes_out_and_in(boss: Any, tmp_path: Any) -> None:
    evening = make.duel(4)
    make.play(make.published(evening, boss), boss, ("1", "0"))
    file = tmp_path / "event.json"
    run(boss, "export", evening.slug, str(file))
    assert run(boss, "export", evening.slug) == file.read_text(encoding="utf-8")
    assert asked(boss, "import", str(file), "--slug", "copy") == {"slug": "copy"}
    assert run(boss, "export", "copy") == file.read_text(encoding="utf-8")
    assert json.loads(run(boss, "export", "copy", "--records"))["format"] == "viertal-archive/1"
    assert asked(boss, "standings", "copy")["after_round"] == 1
    file.write_text('{"format": "viertal-event/1", "rounds": 3}', encoding="utf-8")
    with pytest.raises(CommandError, match="rounds: 3 is not a list"):
        run(boss, "import", str(file))


def test_nobody_does_more_than_at_the_desk(boss: Any) -> None:
    evening = make.duel(4)
    helper, stranger = make.arbiter(evening), make.arbiter()
    with pytest.raises(CommandError, match="Only an organiser"):
        run(helper, "new", "Mine")
    with pytest.raises(CommandError, match="not appointed"):
        run(stranger, "pair", evening.slug)
    for words in (("export", evening.slug, "--archive"), ("players", evening.slug, __file__)):
        with pytest.raises(CommandError):
            run(helper, *words)
    assert run(helper, "pair", evening.slug) == "Round 1 is a draft.\n"
    with pytest.raises(CommandError, match="There is no user"):
        run("nobody", "pair", evening.slug)
    boss.is_active = False
    boss.save()
    with pytest.raises(CommandError, match="There is no user"):
        run(boss, "new", "Mine")
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize(
    "words",
    [
        ("pair", "none"),
        ("publish", "{}"),
        ("publish", "{}", "7"),
        ("tables", "{}"),
        ("result", "{}", "1", "1", "0"),
        ("standings", "{}"),
        ("players", "{}", "/nowhere.csv"),
        ("import", "/nowhere.json"),
        ("new", "X", "--system", "nope"),
        ("new", "X", "--rounds", "0"),
    ],
)
def test_what_cannot_be_is_a_sentence(boss: Any, words: tuple[str, ...]) -> None:
    evening = make.duel(4)
    with pytest.raises(CommandError) as error:
        run(boss, *(word.format(evening.slug) for word in words))
    assert str(error.value).strip()


def test_what_a_command_writes_is_logged_as_a_persons_from_the_command_line(boss: Any) -> None:
    made = make.tournament(4)
    with acting(boss):
        Tournament.objects.filter(pk=made.pk).update(venue="Leiden")
    entry = LogEntry.objects.filter(tournament_id=made.pk, kind="tournament", action="update").latest("pk")
    assert (entry.actor_id, entry.actor, entry.door) == (boss.pk, str(boss), "command")


@pytest.mark.parametrize(
    ("game", "system", "players", "rounds"),
    [
        ("quarto", "berger", 6, 5),
        ("quarto", "knockout", 6, 3),
        ("quatro-chess", "whist", 8, 7),
        ("quatro-chess", "tables", 16, 5),
        ("quarto", "swiss", 6, 5),
    ],
)
def test_rounds_left_out_are_as_many_as_the_system_makes_with_the_players(
    boss: Any, tmp_path: Any, game: str, system: str, players: int, rounds: int
) -> None:
    listed = tmp_path / "players.csv"
    listed.write_text("Name\n" + "".join(f"Player {k}\n" for k in range(players)), encoding="utf-8")
    slug = asked(boss, "new", "Open", "--game", game, "--system", system, "--public")["slug"]
    made = Tournament.objects.get(slug=slug)
    assert made.rounds_open and "rounds" not in made.pairing_request
    run(boss, "players", slug, str(listed))
    run(boss, "pair", slug)
    made.refresh_from_db()
    assert made.rounds_planned == rounds and made.pairing_request["rounds"] == rounds
    run(boss, "discard", slug)
    listed.write_text("Name\nOne more\nAnd more\n", encoding="utf-8")
    made.refresh_from_db()
    assert made.rounds_open


def test_players_that_the_system_cannot_do_with_are_refused_when_paired(boss: Any, tmp_path: Any) -> None:
    listed = tmp_path / "players.csv"
    listed.write_text("Name\n" + "".join(f"Player {k}\n" for k in range(6)), encoding="utf-8")
    slug = asked(boss, "new", "Open", "--system", "whist")["slug"]
    run(boss, "players", slug, str(listed))
    with pytest.raises(CommandError, match="No whist schedule for 6 players"):
        run(boss, "pair", slug)
    assert Tournament.objects.get(slug=slug).rounds_open


LISTS = Path(__file__).parent / "data" / "lists"


def test_a_list_comes_in_as_it_is_and_says_what_was_left_out(boss: Any) -> None:
    evening = make.tournament(0)
    shown = run(boss, "players", evening.slug, str(LISTS / "2-cellen.xlsx"), "--preview", "--skip", "3")
    assert "left_out  Anna van den Berg" in shown and not evening.entries.exists()
    with pytest.raises(CommandError, match=r"Nothing was imported\.\nline 5: The same player is already in line 4"):
        run(boss, "players", evening.slug, str(LISTS / "2-cellen.xlsx"), "--strict")
    text = run(
        boss, "players", evening.slug, str(LISTS / "2-cellen.xlsx"), "--skip", "3", "--map", "Club=", "--take", "6"
    )
    assert text.splitlines()[0] == "3 new, 0 changed, 0 as they were."
    assert "Not imported: the column “Club”." in text
    assert "line 3 Anna van den Berg: left out: Left out by you." in text
    assert "line 5 Piet Jansen: left out: The same player" in text
    assert sorted(evening.entries.values_list("player__name", "player__club")) == [
        ("Jan de Vries", ""),
        ("Piet Jansen", ""),
        ("Totaal 4", ""),
    ]


def test_a_sheet_a_heading_and_columns_can_be_named(boss: Any) -> None:
    evening = make.tournament(0)
    asked(boss, "players", evening.slug, str(LISTS / "14-blad.xlsx"), "--sheet", "Reserve", "--map", "B=birth_year")
    assert list(evening.entries.values_list("player__name", "player__rating")) == [("Reserve Speler", None)]
    for words in (
        ("--map", "Elo=rating"),
        ("--map", "Naam=nick"),
        ("--sheet", "Blad9"),
        ("--heading", "0", "--strict"),
    ):
        with pytest.raises(CommandError) as error:
            run(boss, "players", evening.slug, str(LISTS / "14-blad.xlsx"), *words)
        assert str(error.value)


def test_lists_of_teams_and_results_are_assigned_and_struck_out_as_those_of_players(boss: Any, tmp_path: Any) -> None:
    event = make.duel(4)
    sent = tmp_path / "teams.csv"
    sent.write_text("Wie;Kort\nRooks;A\nTotaal;2\nBishops;B\n", encoding="utf-8")
    words = ("--heading", "1", "--map", "Wie=team", "--map", "Kort=key", "--skip", "3")
    shown = run(boss, "teams", event.slug, str(sent), *words, "--preview")
    assert "Left out by you." in shown and not event.teams.exists()
    assert run(boss, "teams", event.slug, str(sent), *words).startswith("2 new")
    assert run(boss, "teams", event.slug).split() == ["A", "Rooks", "B", "Bishops"]
    make.published(event, boss)
    sent.write_text("R;Bord;Wit;Zwart\n1;1;1;0\n9;9;1;0\n", encoding="utf-8")
    maps = [word for pair in ("R=round", "Bord=table", "Wit=points1", "Zwart=points2") for word in ("--map", pair)]
    with pytest.raises(CommandError, match=r"line 3: Round 9 is not published\."):
        run(boss, "results", event.slug, str(sent), "--heading", "1", *maps, "--strict")
    text = run(boss, "results", event.slug, str(sent), "--heading", "1", *maps)
    assert text.startswith("1 new") and "line 3 9 | 9 | 1 | 0: left out: Round 9" in text
    with pytest.raises(CommandError, match="write COLUMN=MEANING, such as Bord=table"):
        run(boss, "results", event.slug, str(sent), "--map", "Wit=rating")
