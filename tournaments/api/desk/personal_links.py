"""The players' personal links."""

from __future__ import annotations

from typing import Annotated

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.core.answers import Answer, Page
from tournaments.api.core.fields import Nothing
from tournaments.api.core.openapi import operation
from tournaments.api.core.resource import Resource, TournamentResource, by_version, in_slices
from tournaments.api.desk.players import loaded_entry
from tournaments.api.public.tournaments import NAME_HERE
from tournaments.domain.access import Action
from tournaments.models import Entry, PersonalLink
from tournaments.services import personal_links
from tournaments.web.addresses import public_root


class PersonalLinkOut(Answer):
    player: int
    name: str
    display_name: Annotated[str, NAME_HERE]
    url: str | None


class PersonalLinksOut(Page):
    results: list[PersonalLinkOut]


class LinksMade(Answer):
    made: int


class LinksMailed(Answer):
    mailed: int


LINK = {"player": 3, "name": "Chantal", "display_name": "Chantal", "url": "https://club.example/t/club/me/x7Kq…/"}


def _link(request: Request, slug: str, entry: Entry, link: PersonalLink | None) -> PersonalLinkOut:
    url = public_root(request._request) + reverse("personal", args=[slug, link.token]) if link else None
    name = entry.player.name
    return PersonalLinkOut(player=entry.number, name=name, display_name=entry.display_name, url=url)


class Links(TournamentResource, Resource):
    """The players' personal links. Whoever holds one is taken for the player."""

    asks = Action.PAIR

    @operation("links_list", "List the personal links", PersonalLinksOut, pages=True)
    def get(self, request: Request, slug: str) -> Response:
        """List them by pairing number; null for a player without one yet."""
        tournament = self.tournament(request, slug)

        def make() -> PersonalLinksOut:
            rows = list(tournament.entries.select_related("player", "personal_link").order_by("number"))
            return in_slices(
                PersonalLinksOut,
                request,
                rows,
                lambda entry: _link(request, slug, entry, getattr(entry, "personal_link", None)),
            )

        return by_version(request, tournament, make)

    @operation("links_create", "Create the personal links that are missing", takes=Nothing, answered={"made": 16})
    def post(self, request: Request, slug: str) -> LinksMade:
        """Make a link for everybody without one. Links that are out stay good."""
        tournament = self.tournament(request, slug)
        return LinksMade(made=personal_links.make_missing(tournament.pk, by=request.user))


class LinkMails(TournamentResource, Resource):
    """Personal links by mail."""

    asks = Action.PLAYERS

    @operation("links_mail", "Mail the players their personal links", takes=Nothing, answered={"mailed": 12})
    def post(self, request: Request, slug: str) -> LinksMailed:
        """Mail everybody with a confirmed address who has not had their link by mail. Without a mail server the mails
        wait at the desk, to be sent by hand."""
        tournament = self.tournament(request, slug)
        return LinksMailed(mailed=personal_links.mail_links(tournament.pk, by=request.user))


class LinkNew(TournamentResource, Resource):
    """One player's link."""

    asks = Action.PAIR

    @operation("links_renew", "Give a player a new personal link", takes=Nothing, answered=LINK)
    def post(self, request: Request, slug: str, number: int) -> PersonalLinkOut:
        """Replace the player's link; the old one leads nowhere from now on."""
        entry = loaded_entry(self.tournament(request, slug).pk, number)
        return _link(request, slug, entry, personal_links.renew(entry.pk, by=request.user))
