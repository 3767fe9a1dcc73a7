"""Take the second factor from somebody who lost theirs, where nobody else can."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from tournaments.management.acting import acting, person
from tournaments.services.accounts import accounts


class Command(BaseCommand):
    help = "Take app, passkeys and recovery codes from a user, and end their sessions. The password stays."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--as", dest="acting", required=True, metavar="USER", help="who does it")

    def handle(self, *args: Any, **options: Any) -> None:
        by = person(options["acting"])
        with acting(by):
            accounts.reset_second_factor(person(options["username"]), by=by)
        self.stdout.write(f"{options['username']} signs in with the password alone again.")
