from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.demo import rehearsal
from tournaments.models import Tournament, User


class Command(BaseCommand):
    help = (
        "Play an evening of invented players with their phones on a site that has no events, and say how quick it was. "
        "“make rehearse” starts such a site; this is its part inside."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("address", help="the site's address, such as http://localhost:8000/")
        parser.add_argument("--players", type=int, default=40, help="how many, each with a phone (default: 40)")
        parser.add_argument("--rounds", type=int, default=2, help="how many rounds (default: 2)")

    def handle(self, *args: Any, **options: Any) -> None:
        organiser = User.objects.filter(is_superuser=True).order_by("pk").first()
        if organiser is None or Tournament.objects.exists():
            raise CommandError("A rehearsal is played on a site of its own, never on one with events: make rehearse")
        players, rounds = options["players"], options["rounds"]
        if not (4 <= players <= 400 and 1 <= rounds <= 7):
            raise CommandError("A rehearsal has 4 to 400 players and 1 to 7 rounds.")
        try:
            figures = rehearsal.play(options["address"], players, rounds, by=organiser, tell=self.stdout.write)
        except rehearsal.Unfinished as error:
            raise CommandError(
                f"{error} This computer is too slow for {players} phones, or something is wrong."
            ) from None
        for line in rehearsal.in_words(figures):
            self.stdout.write(line)
        for trouble in sorted(set(figures.troubles))[:5]:
            self.stdout.write(f"Went wrong {figures.troubles.count(trouble)} times: {trouble}")
        verdict = figures.verdict
        self.stdout.write(f"\nThis computer is {verdict} for {players} phones at once.")
        if verdict == "too slow":
            raise CommandError("Close other programs, or use a quicker computer.", returncode=1)
