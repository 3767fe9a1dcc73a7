"""Answers about photos of score sheets."""

from __future__ import annotations

from typing import Annotated

from tournaments.api.core.answers import Answer


class SheetPhotoOut(Answer):
    id: int
    position: Annotated[int, "The seat of the player who sent it."]
    sent_at: str
    url: Annotated[str, "The picture itself (JPEG), with the same token."]


class SheetPhotosOut(Answer):
    photos: list[SheetPhotoOut]
