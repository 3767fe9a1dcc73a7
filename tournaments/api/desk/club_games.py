"""A club's own games for programs of its organisers: listed, declared, changed and taken away."""

from __future__ import annotations

from typing import Annotated, Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from games.core.declarations.values import in_language
from tournaments.api.core.answers import Answer, Page
from tournaments.api.core.fields import PlainObject, Strict
from tournaments.api.core.openapi import PAGES, operation
from tournaments.api.core.resource import Resource, checked, found, in_slices
from tournaments.api.core.writing import ConditionalWrite, if_unchanged
from tournaments.domain.access import Action, clubs_of
from tournaments.models import Club, ClubGame
from tournaments.services import clubs


class ClubGameIn(Strict, s.Serializer):
    declaration = PlainObject(help_text="With the key of the address.")


class ClubGameOut(Answer):
    key: str
    name: str
    declaration: Annotated[dict[str, Any], "What the program knows of the game."]
    url: str


class ClubGamesOut(Page):
    results: list[ClubGameOut]


PODS = {"key": "pods", "names": {"en": "Pods"}, "seats": [4], "entry": "points", "amounts": ["0", "1", "5"]}
A_GAME = {
    "key": "pods",
    "name": "Pods",
    "declaration": PODS,
    "url": "https://club.example/api/v1/clubs/leiden/games/pods/",
}


class OfAClub(Resource):
    """Something of a club that its organisers alone see."""

    def club(self, request: Request, slug: str) -> Club:
        """Return the club, for its organisers. Raises Http404, PermissionDenied."""
        club = found(Club.objects.filter(slug=slug), _("There is no club “%(slug)s”.") % {"slug": slug})
        if not clubs_of(request.user, Action.VIEW).filter(pk=club.pk).exists():
            raise PermissionDenied(_("Only an organiser of the club can see its games."))
        return club

    def write(self, request: Request, club: Club, game: ClubGame) -> ClubGameOut:
        return ClubGameOut.of(
            game,
            name=str(in_language(game.declaration["names"], get_language() or "en")),
            url=reverse("api:club_game", args=[club.slug, game.key], request=request),
        )


class ClubGames(OfAClub):
    """The games that a club declared itself."""

    @operation("club_games_list", "List a club's own games", more=PAGES, answered={"next": None, "results": [A_GAME]})
    def get(self, request: Request, slug: str) -> ClubGamesOut:
        """List the games that the club declared itself. Games that every club has stand under `/games/`."""
        club = self.club(request, slug)
        games = list(ClubGame.objects.filter(club=club))
        return in_slices(ClubGamesOut, request, games, lambda game: self.write(request, club, game))


class ClubGameOne(ConditionalWrite, OfAClub):
    """One of a club's own games, by its key."""

    replaces = ClubGameIn

    def stored(self, request: Request, **where: Any) -> ClubGameOut | None:
        club = self.club(request, where["slug"])
        Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        # the admin locks the row alone
        game = ClubGame.objects.select_for_update(no_key=True).filter(club=club, key=where["key"]).first()
        return None if game is None else self.write(request, club, game)

    @operation("club_games_get", "Get one of a club's own games", ClubGameOut, answered=A_GAME, seen=True)
    def get(self, request: Request, slug: str, key: str) -> Response:
        """Return the game with its declaration. To use it, give an event `"game": "declared"` and the declaration in
        its options."""
        club = self.club(request, slug)
        game = ClubGame.objects.filter(club=club, key=key).first()
        if game is None:
            raise _missing(key)
        return self.tagged(self.write(request, club, game))

    @operation(
        "club_games_put",
        "Create or change one of a club's own games",
        takes=ClubGameIn,
        sent={"declaration": PODS},
        answered=A_GAME,
        seen=True,
    )
    @if_unchanged
    def put(self, request: Request, slug: str, key: str) -> ClubGameOut:
        """Keep this declaration. Events keep the one with which they were made."""
        club = self.club(request, slug)
        values: dict[str, Any] = checked(ClubGameIn, request)
        return self.write(request, club, clubs.put_game(club, key, values["declaration"], by=request.user))

    @operation("club_games_delete", "Delete one of a club's own games", status=204)
    def delete(self, request: Request, slug: str, key: str) -> None:
        """Delete the game. No event depends on it: each keeps the declaration with which it was made."""
        if not clubs.remove_game(self.club(request, slug), key, by=request.user):
            raise _missing(key)


def _missing(key: str) -> Http404:
    return Http404(_("The club has no game “%(key)s”.") % {"key": key})
