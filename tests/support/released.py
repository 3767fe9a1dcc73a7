"""Databases as released versions left them, for the test that brings each to the newest schema.

`python -m tests.support.released FILE` writes one more, as the present code makes it: three events with invented names,
and what they must show afterwards. It fills an empty, migrated database at DATABASE_URL; where none is named, one that
it makes and throws away. Run it before a release whose schema is to be kept, and put the file beside the others,
`xz -9e`, with the number of its newest migration as its name.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

CHECKOUT = Path(__file__).resolve().parents[2]
FOLDER = CHECKOUT / "tests" / "tournaments" / "data" / "released"
EXPECTED = FOLDER / "expected.json"
NAMES = ("Aafke Zwaan", "Bram Uil", "Cato Meeuw", "Daan Reiger", "Elin Specht", "Finn Valk", "Gijs Lijster",
         "Hanna Merel", "Ivo Kraai", "Jet Ekster")  # fmt: skip
TWO = ("1", "0"), ("1/2", "1/2"), ("0", "1")
THREE_ROUNDS = ("1", "0"), ("0", "1"), ("1/2", "1/2")


def fill() -> None:
    """Play a finished round robin with a correction, a running Swiss, and an evening of which a draft waits."""
    from tests.tournaments import make
    from tournaments.jobs.standings import compute_standings
    from tournaments.models import Result, User
    from tournaments.services import results, rounds

    boss = make.organiser()
    User.objects.filter(pk=boss.pk).update(username="organiser")

    def enter(table: Any, ends: tuple[tuple[str, str], ...], which: int) -> None:
        results.enter(table.pk, by=boss, points=make.points(*ends[which % 3]))

    def tables(round_: Any) -> Any:
        return round_.tables.order_by("number")

    cup = make.duel(5, name="Spring cup", slug="spring-cup", rounds_planned=5)
    _name(cup, 0, "")
    for number in range(1, 6):
        round_ = make.published(cup, boss)
        for table in tables(round_):
            enter(table, TWO, number + table.number)
        if number == 2:
            seen = Result.objects.get(table=tables(round_)[0], is_current=True)
            results.enter(seen.table_id, by=boss, points=make.points("0", "1"), seen_result=seen.pk,
                          reason="the slip was misread")  # fmt: skip
        rounds.close(round_.pk, by=boss)
    swiss = make.tournament(
        8, name="Club championship", slug="championship", game="quarto", system="swiss", table_size=2
    )
    _name(swiss, 2, " jr.")
    for number in range(1, 4):
        round_ = make.published(swiss, boss)
        for table in tables(round_)[: None if number < 3 else 2]:
            enter(table, THREE_ROUNDS, table.number + 2 * number)
        if number < 3:
            rounds.close(round_.pk, by=boss)
    evening = make.tournament(7, name="Quatro evening", slug="quatro-evening", rounds_planned=3)
    _name(evening, 5, " sr.")
    round_ = make.published(evening, boss)
    for table in tables(round_):
        results.enter(table.pk, by=boss, points=make.points(*make.QC_END[: table.seats.count()]))
    rounds.close(round_.pk, by=boss)
    make.draft(evening, boss)
    for event in (cup, swiss, evening):
        compute_standings(event.pk)


def _name(event: Any, first: int, suffix: str) -> None:
    """Give the people of an event names, clubs and ratings that nobody has."""
    for entry in event.entries.select_related("player").order_by("number"):
        which = (entry.number - 1 + first) % len(NAMES)
        person = entry.player
        person.name, person.club = NAMES[which] + suffix, ("Leiden", "Haarlem", "")[which % 3]
        person.rating, person.birth_year = 1900 - 37 * which, 1950 + 5 * which if which % 4 else None
        person.save()


def shown() -> dict[str, Any]:
    """Return what stands in the database, by names: standings, results, byes, corrections and people."""
    from tournaments.models import Player, Result, Seat, Standings, Tournament

    events = {}
    for event in Tournament.objects.order_by("pk"):
        names = dict(event.entries.values_list("number", "player__name"))
        newest = Standings.objects.filter(tournament=event).latest("after_round")
        entered = Result.objects.filter(table__round__tournament=event)
        events[event.slug] = {
            "name": event.name,
            "state": event.state,
            "after_round": newest.after_round,
            "standings": [[row["rank"], names[row["player"]], row["points"]] for row in newest.body["rows"]],
            "results": [
                [
                    result.table.round.number,
                    result.table.number,
                    list(result.table.seats.order_by("position").values_list("entry__player__name", flat=True)),
                    str(result),
                ]
                for result in entered.filter(is_current=True).order_by("table__round__number", "table__number")
            ],
            "superseded": entered.filter(is_current=False).count(),
            "byes": sorted(
                map(
                    list,
                    Seat.objects.filter(round__tournament=event, table=None).values_list(
                        "round__number", "entry__player__name", "bye"
                    ),
                )
            ),
        }
    return {"tournaments": events, "people": sorted(map(list, Player.objects.values_list("name", "club", "rating")))}


PAGES = (
    "/", "/t/{slug}/", "/t/{slug}/standings/", "/t/{slug}/crosstable/", "/t/{slug}/rounds/1/", "/t/{slug}/players/1/",
    "/t/{slug}/standings/why/1/", "/t/{slug}/results.atom", "/api/v1/tournaments/{slug}/",
    "/api/v1/tournaments/{slug}/standings/", "/api/v1/tournaments/{slug}/rounds/1/", "/api/v1/tournaments/{slug}/log/",
    "/admin/tournaments/tournament/{pk}/desk/", "/admin/tournaments/tournament/{pk}/document/?archive=1",
)  # fmt: skip


def carried() -> dict[str, Any]:
    """Bring the database to the newest schema as a start does, and return what is in it and what its pages answer."""
    from launcher import prepare
    from tournaments.jobs.standings import compute_standings
    from tournaments.models import LogEntry, Round, Tournament

    answer: dict[str, Any] = {"migrated": prepare.migrate(), "as_it_was": shown(), "first": pages()}
    for event in Tournament.objects.all():
        compute_standings(event.pk)
    notes = [note for round_ in Round.objects.all() for note in round_.notes]
    answer |= {
        "computed_again": shown(),
        "then": pages(),
        "log": LogEntry.objects.filter(actor="organiser").count(),
        "notes": [note.code for note in notes],
        "again": prepare.migrate(),
    }
    return answer


def pages() -> dict[str, tuple[int, str]]:
    """Return how each page answers who organises the installation, with its text."""
    from django.test import Client

    from tournaments.models import Tournament, User

    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    client.force_login(User.objects.get(username="organiser"))
    answers = {}
    for event in Tournament.objects.all():
        for form in PAGES:
            page = form.format(slug=event.slug, pk=event.pk)
            answer = client.get(page)
            body = b"".join(answer) if answer.streaming else answer.content
            answers[page] = (answer.status_code, body.decode())
    return answers


def _in_a_database_of_its_own(*arguments: str) -> None:
    """Do the same once more, with a database that lasts as long."""
    from config.data_folder import DataFolder
    from launcher.supervisor import Supervisor

    with tempfile.TemporaryDirectory(prefix="viertal-released-") as name:
        folder = DataFolder(Path(name) / "data")

        def go_on(address: str) -> None:
            known = os.environ | {"DATABASE_URL": address, "DATABASE_POOL": "0", "VIERTAL_DATA": str(folder.root)}
            for command in (("manage.py", "migrate", "--verbosity=0"), ("-m", "tests.support.released", *arguments)):
                done = subprocess.run([sys.executable, *command], env=known, cwd=CHECKOUT, check=False)
                if done.returncode:
                    raise SystemExit(done.returncode)

        Supervisor(folder, os.environ, demo=False, tell=lambda _line: None).with_database(go_on)


def main(*arguments: str) -> None:
    """Fill the database, compare it with what the others hold, and write it down; or with `--carry`, look at it."""
    if not os.environ.get("DATABASE_URL"):
        _in_a_database_of_its_own(*arguments)
        return
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from config.celery import app
    from launcher import dumps

    app.conf.task_always_eager = True
    if arguments == ("--carry",):
        print(json.dumps(carried()))  # noqa: T201
        return
    (file,) = arguments
    fill()
    if shown() != json.loads(EXPECTED.read_text(encoding="utf-8")):
        raise SystemExit("This code makes other events of the same results: see what has changed.")
    dumps._run("pg_dump", "--format=custom", "--compress=none", "--no-password", f"--file={file}",
               address=os.environ["DATABASE_URL"])  # fmt: skip


if __name__ == "__main__":
    main(*sys.argv[1:])
