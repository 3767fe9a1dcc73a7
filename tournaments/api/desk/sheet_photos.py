"""Photos of a table's score sheet, for those who enter results there; sent by players with their link."""

from __future__ import annotations

from typing import Annotated

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request

from tournaments.api.core.answers import Answer
from tournaments.api.core.openapi import operation
from tournaments.api.core.resource import Resource
from tournaments.api.desk.results import AtTable
from tournaments.domain.access import Action, require
from tournaments.models import SheetPhoto, Table
from tournaments.services import game_records


class SheetPhotoOut(Answer):
    id: int
    position: Annotated[int, "The seat of the player who sent it."]
    sent_at: str
    url: Annotated[str, "The picture itself (JPEG), with the same token."]


class SheetPhotosOut(Answer):
    photos: list[SheetPhotoOut]


PHOTOS = {
    "photos": [
        {
            "id": 5,
            "position": 1,
            "sent_at": "2026-11-27T20:10:00+00:00",
            "url": "https://club.example/api/v1/tournaments/club/rounds/1/tables/3/photos/5/",
        }
    ]
}


class PhotosView(AtTable, Resource):
    """The base of these: a table judge has those of their own tables."""

    def at(self, request: Request, slug: str, number: int, table: int) -> Table:
        tournament, row = self.table(request, slug, number, table)
        require(request.user, Action.RESULTS, tournament, table=table)
        return row


class Photos(PhotosView):
    """The photos of a table."""

    @operation("photos_list", "List the photos of a score sheet", answered=PHOTOS)
    def get(self, request: Request, slug: str, number: int, table: int) -> SheetPhotosOut:
        """List them, the first one sent first. A month after the event they are deleted."""
        row = self.at(request, slug, number, table)
        photos = [
            SheetPhotoOut(
                id=pk,
                position=position,
                sent_at=sent_at.isoformat(),
                url=request.build_absolute_uri(reverse("api:photo", args=[slug, number, table, pk])),
            )
            for pk, position, sent_at in row.sheet_photos.values_list("pk", "position", "sent_at")
        ]
        return SheetPhotosOut(photos=photos)


class Photo(PhotosView):
    """A photo."""

    @operation("photos_get", "Get a photo of a score sheet", OpenApiTypes.BINARY, kind="image/jpeg")
    def get(self, request: Request, slug: str, number: int, table: int, photo_id: int) -> HttpResponse:
        """Send the picture as it was drawn anew when it came in."""
        photo = SheetPhoto.objects.filter(table=self.at(request, slug, number, table), pk=photo_id).first()
        if photo is None:
            raise Http404(_("This photo has been deleted already."))
        return HttpResponse(
            bytes(photo.picture),
            content_type="image/jpeg",
            headers={"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'; sandbox"},
        )

    @operation("photos_delete", "Delete a photo of a score sheet", status=204)
    def delete(self, request: Request, slug: str, number: int, table: int, photo_id: int) -> None:
        """Delete it, as an arbiter; the log says who did."""
        game_records.delete_photo(self.at(request, slug, number, table).pk, photo_id, by=request.user)


class Featured(AtTable, Resource):
    """The choice of the game that stands first."""

    asks = Action.PAIR

    @operation("live_games_feature", "Show the game of a table first", status=204)
    def put(self, request: Request, slug: str, number: int, table: int) -> None:
        """Choose the game that stands first on the event's page and on the wall while its round is shown."""
        _tournament, row = self.table(request, slug, number, table)
        game_records.feature(row.pk, by=request.user)

    @operation("live_games_unfeature", "Let the program choose the game that stands first", status=204)
    def delete(self, request: Request, slug: str, number: int, table: int) -> None:
        """Undo the choice."""
        _tournament, row = self.table(request, slug, number, table)
        game_records.feature(row.pk, by=request.user, on=False)
