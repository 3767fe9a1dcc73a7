"""The parts that all pages of the staff share: their frame, their files, and a refusal that is said on the page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib import admin, messages
from django.db.models import Model
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.domain.errors import Refused


def staff_page(
    request: HttpRequest,
    template: str,
    title: str,
    more: dict[str, Any],
    *,
    of: type[Model] | None = None,
    status: int = 200,
) -> HttpResponse:
    """Answer a page in the admin's frame, under the models like ``of`` in its menu."""
    menu = {} if of is None else {"opts": of._meta}
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
