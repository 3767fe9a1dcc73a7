"""The parts that all pages of the staff share: their frame, their files, a refusal that is said on the page, and the
message after a step with the way back on it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.contrib import admin, messages
from django.contrib.messages.storage.base import Message
from django.db.models import Model
from django.forms import BaseForm, BaseFormSet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournaments.domain.access import Action, actions
from tournaments.domain.errors import Refused
from tournaments.models import Appointment, Invitation, Round, StaffCode, Tournament
from tournaments.services.rounds.rollback import STEPS
from tournaments.text import browser_name, write_tables
from tournaments.web.addresses import public_root, qr_code

TAG = "undo:"


def staff_page(
    request: HttpRequest,
    template: str,
    title: str,
    more: dict[str, Any],
    *,
    of: type[Model] | None = None,
    status: int | None = None,
) -> HttpResponse:
    """Answer a page in the admin's frame, under the models like ``of`` in its menu. Where no status is named it is 422
    for a page with a form that was refused, or with a ``problem``."""
    menu = {} if of is None else {"opts": of._meta}
    if status is None:
        forms = [form for form in more.values() if isinstance(form, BaseForm | BaseFormSet) and form.is_bound]
        status = 422 if more.get("problem") or not all(form.is_valid() for form in forms) else 200
    return render(
        request, template, {**admin.site.each_context(request), "title": title, **menu, **more}, status=status
    )


def private_file(content: str | bytes, kind: str, name: str, *, inline: bool = False) -> HttpResponse:
    """Answer a file for whoever asked for it, which no cache keeps; ``inline``: to be looked at in the browser."""
    how = "inline" if inline else "attachment"
    headers = {"Content-Disposition": f'{how}; filename="{name}"', "Cache-Control": "private, no-store"}
    return HttpResponse(content, content_type=kind, headers=headers)


@contextmanager
def refusal_shown(request: HttpRequest, level: int = messages.ERROR) -> Iterator[None]:
    """Do a step; where it is refused, say why on the page that comes next, and go on after the block."""
    try:
        yield
    except Refused as error:
        messages.add_message(request, level, error.message)


@contextmanager
def refusal_in(form: BaseForm, field: str | None = None) -> Iterator[None]:
    """Do a step; where it is refused, say why at a form's field, or above the form, and go on after the block."""
    try:
        yield
    except Refused as error:
        form.add_error(field, error.message)


@dataclass(frozen=True, slots=True)
class ShownLink:
    """A code or an invitation on a page: its link in letters and as a picture."""

    row: StaffCode | Invitation
    name: str
    role: str
    tables: str
    address: str
    picture: SafeString
    is_new: bool
    phone: str = ""


def shown_link(
    request: HttpRequest, row: StaffCode | Invitation, name: str, role: Appointment | Invitation, *, new: str
) -> ShownLink:
    """Return a row's link with what it is to; ``new``: the key, as the address has it, of the row just made."""
    by_code = isinstance(row, StaffCode)
    address = public_root(request) + reverse("staff_code" if by_code else "invitation", args=[row.token])
    picture = qr_code(address, _("Code of %(name)s") % {"name": name})
    phone = browser_name(row.browser) if isinstance(row, StaffCode) else ""
    is_new = str(row.pk) == new
    return ShownLink(row, name, role.get_role_display(), write_tables(role.tables), address, picture, is_new, phone)


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


def say_done(request: HttpRequest, tournament: Tournament, text: str, back: WayBack | None = None) -> None:
    """Show that something was done, with the way back for who may go it."""
    tag = ""
    if back is not None and back.action in actions(request.user, tournament):
        tag = TAG + json.dumps([back.address, back.fields])
    messages.success(request, text, extra_tags=tag)


def read_way_back(message: Message) -> dict[str, object] | None:
    """Return the address and the fields that `say_done` put into a message; None where it has none."""
    tag = message.extra_tags or ""
    if not tag.startswith(TAG):
        return None
    address, fields = json.loads(tag.removeprefix(TAG))
    return {"address": address, "fields": fields}
