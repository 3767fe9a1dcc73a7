"""A message after a step, with the way back on it: after a slip people look there, not for another page."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib import messages
from django.contrib.messages.storage.base import Message
from django.http import HttpRequest
from django.urls import reverse

from tournaments.domain.access import Action, actions
from tournaments.models import Round, Tournament
from tournaments.services.rollback import STEPS

TAG = "undo:"


@dataclass(frozen=True, slots=True)
class WayBack:
    """The way back from a step: a form that is sent to ``address`` with ``fields``. It asks and refuses as it does
    where it stands otherwise; who may not do ``action`` is not shown it."""

    action: Action
    address: str
    fields: tuple[tuple[str, str], ...] = ()


def way_back(
    name: str, tournament: Tournament, action: Action, *keys: int, fields: Iterable[tuple[str, str]] = ()
) -> WayBack:
    """Return the way back by the page ``name`` of a tournament's desk."""
    return WayBack(action, reverse(f"admin:tournaments_{name}", args=[tournament.pk, *keys]), tuple(fields))


def from_round(tournament: Tournament, round_: Round, step: str) -> WayBack | None:
    """Return the way back from a step of a round; None where there is none."""
    back = "discard" if step == "pair" else STEPS[step].back
    if back == "bring_back":
        state = Tournament.objects.values_list("state", flat=True).get(pk=tournament.pk)
        if round_.discarded_from is None or state == Tournament.State.PLANNED:
            return None
    return way_back(back, tournament, STEPS[back].right, round_.pk) if back else None


def say(request: HttpRequest, tournament: Tournament, text: str, back: WayBack | None = None) -> None:
    """Show that something was done, with the way back for who may go it."""
    tag = ""
    if back is not None and back.action in actions(request.user, tournament):
        tag = TAG + json.dumps([back.address, back.fields])
    messages.success(request, text, extra_tags=tag)


def read(message: Message) -> dict[str, object] | None:
    """Return the address and the fields that `say` put into a message; None where it has none."""
    tag = message.extra_tags or ""
    if not tag.startswith(TAG):
        return None
    address, fields = json.loads(tag.removeprefix(TAG))
    return {"address": address, "fields": fields}
