"""Set a forgotten password at the computer that runs Viertal."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from getpass import getpass
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.utils.crypto import get_random_string

from tournaments.accounts import second_factor
from tournaments.management.acting import acting
from tournaments.management.commands.ensure_organiser import LOGIN
from tournaments.models import User
from tournaments.services.accounts import accounts

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
LENGTH = 14


class Command(BaseCommand):
    help = "Set a new password for an organiser, or for the user named; without a terminal one is made up and shown."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", nargs="?", default="")

    def handle(self, *args: Any, **options: Any) -> None:
        user = _user(options["username"])
        password, made_up = get_random_string(LENGTH, LETTERS), True
        if sys.stdin.isatty():
            typed = getpass(f"New password for {user.get_username()} (leave empty to have one made up): ")
            if typed:
                if getpass("The same once more: ") != typed:
                    raise CommandError("These are two different passwords. Nothing was changed.")
                password, made_up = typed, False
        try:
            with acting(user):
                accounts.set_password(password, by=user, where="at the command line")
        except ValidationError as error:
            raise CommandError(f"{' '.join(error.messages)} Nothing was changed.") from None
        self.stdout.write(
            f"Log in as {user.get_username()} with " + (password if made_up else "the new password") + "."
        )
        self.stdout.write("Their sessions have ended in every browser. API tokens still work.")
        if second_factor.has_one(user):
            self.stdout.write(
                "A second factor is still asked for. If it is lost, too: "
                f"manage.py reset_second_factor {user.get_username()} --as {user.get_username()}"
            )


def _user(username: str) -> User:
    """Return the user of that name; without one, the only organiser. Raises CommandError with a way out."""
    active = User.objects.filter(is_active=True)
    if username:
        user = active.filter(username=username).first()
        if user is None:
            raise CommandError(f"There is no user {username!r} who may log in. {_names(active)}")
        return user
    organisers = active.filter(is_superuser=True)
    first = organisers.filter(username=LOGIN).first() or (organisers.first() if organisers.count() == 1 else None)
    if first is None:
        raise CommandError(f"Name the user: {settings.COMMANDS['password of']} {_names(organisers)}")
    return first


def _names(users: Any) -> str:
    names = list(users.order_by("username").values_list("username", flat=True)[:20])
    if names:
        return f"These may log in: {', '.join(names)}."
    return f"Nobody may log in: start Viertal first ({settings.COMMANDS['up']})."
