"""The demonstration: an evening in full swing, with invented players."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

from django.db import connection, transaction
from django.utils.translation import gettext as _

from tournaments.demo.town import PARTS, clubs
from tournaments.domain.locks import lock
from tournaments.imports.players import read_players
from tournaments.jobs.pairing import pair_round
from tournaments.jobs.standings import compute_standings
from tournaments.models import Demonstration, Table, Tournament
from tournaments.selectors.site.demonstration import EVENING
from tournaments.services.lists import lists
from tournaments.services.results import results
from tournaments.services.rounds import rounds

PLAYERS = Path(__file__).parent / "players.csv"
# Who went out when, table by table; two of them end with a stalemate or a draw for want of mating material.
ENDINGS = [
    ("8", "4", "2", "0"),
    ("2", "8", "0", "4"),
    ("0", "2", "4", "8"),
    ("4", "0", "8", "2"),
    ("4", "4", "0", "2"),
    ("8", "0", "1", "4"),
    ("4", "8", "2", "0"),
    ("0", "4", "8", "2"),
    ("2", "0", "4", "8"),
    ("8", "2", "4", "0"),
]


def load(*, by: Any) -> Tournament | None:
    """Make the demonstration event: two rounds played, the third going on. None if there ever was a tournament.

    The rest of the town is the worker's, when the pages are up (``demo.town``). What was deleted does not come back:
    the sequence of ids remembers that something was there.
    """
    with transaction.atomic():
        with connection.cursor() as cursor:
            # two starts at once: the second waits here and then finds the first one's event
            cursor.execute("LOCK TABLE tournaments_tournament IN SHARE ROW EXCLUSIVE MODE")
            cursor.execute("SELECT is_called FROM tournaments_tournament_id_seq")
            if cursor.fetchone()[0]:
                return None
        Demonstration.objects.create(missing=len(PARTS))
        tournament = Tournament.objects.create(
            name=_("Demonstration evening"),
            slug=EVENING,
            venue=_("Club room"),
            game="quatro-chess",
            system="tables",
            table_size=4,
            rounds_planned=5,
            seed=4,
            published=True,
            scoring={"tie_breaks": ["DE", "BH", "WIN", "LOT"]},
            club=clubs()[0],
        )
        lists.bring_in(lock(tournament.pk), "players", read_players(PLAYERS.read_bytes()), by=by)
        for number in (1, 2, 3):
            _play(tournament, number, by)
    compute_standings(tournament.pk)
    return tournament


def _play(tournament: Tournament, number: int, by: Any) -> None:
    round_ = rounds.ask_for_pairing(tournament.pk, by=by)
    pair_round(round_.pk)
    rounds.publish(round_.pk, by=by)
    tables = Table.objects.filter(round=round_).order_by("number")
    for table in tables[: 2 if number == 3 else None]:
        ending = ENDINGS[(4 * (number - 1) + table.number - 1) % len(ENDINGS)]
        results.enter(table.pk, by=by, points=[Fraction(p) for p in ending])
    if number < 3:
        rounds.close(round_.pk, by=by)
