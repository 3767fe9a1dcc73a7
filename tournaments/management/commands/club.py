"""Clubs from the command line: as the user whom ``--as`` names, with their permissions."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.core.validators import validate_email
from django.urls import reverse
from django.utils import timezone

from tournaments.domain.errors import Refused
from tournaments.management.acting import acting, person
from tournaments.models import Club, ClubMember
from tournaments.selectors import clubs as selectors
from tournaments.services import clubs
from tournaments.services.accounts import invitations


class Command(BaseCommand):
    help = "List clubs, add one, rename one, or make somebody an organiser of it, by user name or by invitation."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--as", dest="username", required=True, metavar="USER", help="the user who does this")
        what = parser.add_subparsers(dest="what", required=True, metavar="WHAT", parser_class=ArgumentParser)
        what.add_parser("list", help="Print the clubs.")
        new = what.add_parser("new", help="Add a club.")
        new.add_argument("name")
        new.add_argument("--slug", default="", help="its address; made from the name without it")
        rename = what.add_parser("rename", help="Give a club another name or address.")
        rename.add_argument("slug", help="the club's address")
        rename.add_argument("--name")
        rename.add_argument("--slug", dest="new_slug", metavar="ADDRESS")
        member = what.add_parser("appoint", help="Make a user an organiser of a club, or one of its staff.")
        member.add_argument("slug", help="the club's address")
        member.add_argument("user", help="the user's name")
        member.add_argument("--role", choices=ClubMember.Role.values, default=ClubMember.Role.ORGANISER)
        guest = what.add_parser("invite", help="Print a link by which somebody becomes an organiser of a club.")
        guest.add_argument("slug", help="the club's address")
        guest.add_argument("name", help="their name")
        guest.add_argument("--email", default="", help="send them the link, too")
        guest.add_argument("--role", choices=ClubMember.Role.values, default=ClubMember.Role.ORGANISER)

    def handle(self, *args: Any, **options: Any) -> None:
        by = person(options["username"])
        try:
            with acting(by):
                self.stdout.write(getattr(self, f"do_{options['what']}")(by, options))
        except (Refused, PermissionDenied) as error:
            raise CommandError(str(error)) from error

    def do_list(self, by: Any, options: dict[str, Any]) -> str:
        return "\n".join(f"{club.slug:30} {club.name}" for club in Club.objects.all())

    def do_new(self, by: Any, options: dict[str, Any]) -> str:
        club = clubs.add(options["name"], by=by, slug=options["slug"])
        return f"Added {club.slug}."

    def do_rename(self, by: Any, options: dict[str, Any]) -> str:
        given = {"name": options["name"], "slug": options["new_slug"]}
        values = {name: value for name, value in given.items() if value}
        return f"Changed {clubs.change(_club(options).pk, by=by, **values).slug}."

    def do_appoint(self, by: Any, options: dict[str, Any]) -> str:
        member = clubs.appoint(_club(options).pk, options["user"], by=by, role=options["role"])
        return f"{member.user.username} is {member.role} of {member.club.slug}."

    def do_invite(self, by: Any, options: dict[str, Any]) -> str:
        if options["email"]:
            try:
                validate_email(options["email"])
            except ValidationError as error:
                raise CommandError(" ".join(error.messages)) from error
        invitation = invitations.invite_to_club(
            _club(options).pk, options["name"], by=by, role=options["role"], email=options["email"]
        )
        path = reverse("invitation", args=[invitation.token])
        until = timezone.localtime(invitation.expires_at)
        before = "" if settings.SITE_URL else " Put the address of your site before it."
        return f"{settings.SITE_URL}{path}\nThe link works once, until {until:%Y-%m-%d %H:%M}.{before}"


def _club(options: dict[str, Any]) -> Club:
    club = selectors.named(options["slug"])
    if club is None:
        raise CommandError("Say which club.")
    return club
