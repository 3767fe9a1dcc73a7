"""An event with everything on it that makes a page wide or makes it jump: for tests that look at pages in a browser."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

from django.utils import timezone

from tests.tournaments.public.build import event, names
from tournaments.models import Clock, LiveGame, LivePly, PersonalLink, Standings, Table, Team, Tournament

LONG = "Wolfeschlegelsteinhausenbergerdorff Maximilianopolous"
POINTS = {1: "869/12", 2: "1/2", 3: "13/6", 4: "10"}
"""What some players have in the standings, by number: 72 5⁄12, ½ alone, 2⅙, 10."""
PLIES = 51
GOLDEN = Path(__file__).parents[3] / "games/quatro_chess/golden/last-standing.json"


def full(slug: str, *, minutes: int = 50, seconds: int = 3600) -> Tournament:
    """Sixteen players, a game that is being entered, a running clock, fractions, teams and a very long name."""
    record = json.loads(GOLDEN.read_text("utf-8"))["record"]
    made = event(
        slug,
        [LONG, *names(15)],
        rounds=3,
        missing=2,
        venue="Leiden",
        options=record["options"],
        schedule="19:30 Round 1",
        tie_breaks=("DE", "BH", "SB"),
    )
    Clock.objects.create(
        tournament=made,
        seconds=seconds,
        left_ms=seconds * 1000,
        round=3,
        started_at=timezone.now() - timedelta(seconds=seconds - minutes * 60),
    )
    table = Table.objects.filter(round__tournament=made, round__number=3).order_by("-number")[0]
    game = LiveGame.objects.create(table=table, setup=record["setup"])
    LivePly.objects.bulk_create(
        LivePly(game=game, number=number, text=text) for number, text in enumerate(record["moves"][:PLIES], 1)
    )
    teams = [Team.objects.create(tournament=made, key=key, name=name) for key, name in (("A", LONG), ("B", "Delft"))]
    for entry in made.entries.all():
        entry.team, entry.board = teams[entry.number % 2], (entry.number + 1) // 2
        entry.save()
        PersonalLink.objects.create(entry=entry)
    newest = Standings.objects.get(tournament=made, after_round=3)
    for row in newest.body["rows"]:
        row["points"] = POINTS.get(row["player"], row["points"])
    newest.body["rows"].sort(key=lambda row: row["player"] not in POINTS)
    newest.save()
    return made
