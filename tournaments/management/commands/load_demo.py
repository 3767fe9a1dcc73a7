from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments import demo
from tournaments.models import User


class Command(BaseCommand):
    help = "Load the demonstration event, unless this database has ever had a tournament."

    def handle(self, *args: Any, **options: Any) -> None:
        organiser = User.objects.filter(is_superuser=True).order_by("pk").first()
        if organiser is None:
            raise CommandError("There is no organiser yet; run ensure_organiser first.")
        tournament = demo.load(by=organiser)
        self.stdout.write("Loaded the demonstration event." if tournament else "Nothing to load.")
