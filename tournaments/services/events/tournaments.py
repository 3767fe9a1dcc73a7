"""Tournaments are founded, set up, archived so that nothing in them changes any more, and taken away again."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from copy import copy
from dataclasses import replace
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import ProtectedError
from django.utils import timezone
from django.utils.translation import gettext as _

from games.core.notices import Notice, either
from scoring.documents.document import DocumentError, Event
from tournaments.domain.access import Action, club_to_create_in, may_create, require, require_creator
from tournaments.domain.errors import Refused, unless_taken
from tournaments.domain.locks import bump_version, lock, locked_tournament
from tournaments.domain.logbook import audited, person
from tournaments.domain.setup import fields_of, filled_in, name_of
from tournaments.models import Club, RatingList, Tournament
from tournaments.models.settings import names_of
from tournaments.selectors.events.events import event_of, pairing_of
from tournaments.selectors.rounds.next_step import open_tables, unfinished_sentences
from tournaments.selectors.site import addresses
from tournaments.services.entries.check_in import fill_places
from tournaments.services.events.running import make_sure
from tournaments.services.tournament_changes import changed, show_in_finals_and_groups
from tournaments.text import SLUG

DOCUMENT = ("name", "game", "options", "pairing", "scoring")
"""What the event document knows of a tournament."""
_SLUG = re.compile(SLUG)


@audited
def create(values: Mapping[str, Any], *, by: Any, club: Club | None = None) -> Tournament:
    """Make a tournament. ``values`` are the event document's ``name``, ``game``, ``options``, ``pairing`` and
    ``scoring``, and ``slug``, ``starts``, the settings, a
    ``rating_list`` by its address. Only the name is needed; and the ``club``, where who makes it organises several.
    Raises DocumentError, with the place, and Refused.
    """
    club = club_to_create_in(by, club)
    values = filled_in({**club.defaults, **values})
    event = Event(**{name: values[name] for name in DOCUMENT if name in values})
    slug = values.get("slug") or addresses.free_slug(event.name)
    tournament = Tournament(**fields_of(event), created_by=by, slug=slug, club=club)
    _site_values(tournament, values, by)
    _save(tournament)
    return tournament


@audited
def change(tournament_id: int, values: Mapping[str, Any], *, by: Any, confirmed: Collection[str] = ()) -> Tournament:
    """Change the settings that are given; ``options``, ``pairing`` and ``scoring`` each as a whole; of
    ``former_slugs`` those that are left out are let go.

    Once round 1 is paired, what its rounds rest on stays as it is, and what touches a running event is asked first:
    ``confirmed`` are the keys of the questions that were answered with yes. Raises DocumentError, Refused, Unconfirmed.
    """
    tournament = locked_tournament(tournament_id, by, Action.EDIT)
    before = copy(tournament)
    event = event_of(tournament)
    wanted = replace(event, **{name: values[name] for name in DOCUMENT if name in values})
    fields = fields_of(wanted)
    fixed = values.get("pairing", {}).get("fixed_tables") or {}
    if "pairing" in values and fixed != pairing_of(tournament).get("fixed_tables", {}):
        raise DocumentError("pairing.fixed_tables", Notice("event-fixed-tables"))
    if tournament.state != Tournament.State.PLANNED:
        for name in ("game", "options", "system", "table_size", "seed", "pairing_options"):
            if fields[name] != getattr(tournament, name):
                raise Refused(_("The tournament has begun, so its game, options and pairing cannot be changed."))
        if any(fields["scoring"].get(name) != tournament.scoring.get(name) for name in ("points", "smaller_tables")):
            raise Refused(_("The tournament has begun, so the points of its results cannot be changed."))
        if any(name in values and values[name] != getattr(tournament, name) for name in names_of("fixed")):
            raise Refused(_("The tournament has begun: this can no longer be changed."))
        if "rating_list" in values and _rating_list(values["rating_list"], by, tournament) != tournament.rating_list:
            raise Refused(_("The tournament has begun, so its ratings cannot be changed."))
    for name, value in fields.items():
        setattr(tournament, name, value)
    _site_values(tournament, values, by)
    kept = set(tournament.former_addresses.values_list("slug", flat=True))
    let_go = kept - set(values.get("former_slugs", kept))
    if unknown := set(values.get("former_slugs", ())) - kept:
        raise DocumentError("former_slugs", Notice("event-address-never-had", slug=min(unknown)))
    make_sure(before, tournament, confirmed, let_go)
    let_addresses_go(tournament, let_go)
    _save(tournament)
    if tournament.places != before.places and tournament.state == Tournament.State.PLANNED:
        fill_places(tournament)
    changed(tournament.pk, by=by)
    tournament.refresh_from_db()
    return tournament


@audited
def remove(tournament_id: int, *, by: Any) -> None:
    """Take a tournament away that has not begun."""
    tournament = lock(tournament_id)
    require_creator(by, tournament.club)
    if tournament.state != Tournament.State.PLANNED:
        raise Refused(_("Only a tournament that has not begun can be deleted."))
    show_in_finals_and_groups(tournament_id)
    try:
        with transaction.atomic():
            tournament.delete()
    except ProtectedError:
        raise Refused(_("This tournament has rounds that were put aside, so it cannot be deleted.")) from None


def _site_values(tournament: Tournament, values: Mapping[str, Any], by: Any) -> None:
    if "slug" in values and not _SLUG.fullmatch(values["slug"]):
        raise DocumentError("slug", Notice("event-no-address"))
    if values.get("venue"):
        name_of(values["venue"], "venue", 120)
    for name in (*names_of(), "slug", "starts"):
        if name in values:
            setattr(tournament, name, values[name])
    if values.get("language") and values["language"] not in dict(settings.LANGUAGES):
        raise DocumentError("language", Notice("event-no-language", languages=either(dict(settings.LANGUAGES))))
    if "rating_list" in values:
        tournament.rating_list = _rating_list(values["rating_list"], by, tournament)
    if tournament.starts is None:
        tournament.starts = timezone.localdate()


def _rating_list(slug: str | None, by: Any, tournament: Tournament) -> RatingList | None:
    """Return the rating list of an address. An unpublished one is there for organisers of the installation, and for the
    tournament that has it already. Raises DocumentError where there is none."""
    if slug is None:
        return None
    rating_list = RatingList.objects.filter(slug=slug).first()
    if rating_list is None or not (
        rating_list.published or rating_list.pk == tournament.rating_list_id or may_create(by, rating_list.club)
    ):
        raise DocumentError("rating_list", Notice("event-no-rating-list", slug=slug))
    return rating_list


def let_addresses_go(tournament: Tournament, slugs: Collection[str]) -> None:
    """Give earlier addresses up. Nothing leads from them any more, and others may take them."""
    tournament.former_addresses.filter(slug__in=slugs).delete()


def refuse_kept(slug: str, tournament_id: int | None) -> None:
    """Raise Refused for an address that another tournament had, and keeps."""
    if addresses.is_kept(slug, by_others_than=tournament_id):
        raise Refused(
            _(
                "The address “%(slug)s” is a former address of another tournament and still leads there. Choose "
                "another one, or give it up in that tournament's settings first."
            )
            % {"slug": slug}
        )


def _save(tournament: Tournament) -> None:
    refuse_kept(tournament.slug, tournament.pk)
    with unless_taken(_("There is already a tournament “%(slug)s”.") % {"slug": tournament.slug}):
        tournament.save()


@audited
def archive(tournament_id: int, *, by: Any) -> Tournament:
    """Lock a finished tournament. Locked twice it is locked once. Raises Refused, naming them, while results are
    missing or adjourned."""
    tournament = lock(tournament_id)
    if tournament.archived_at is not None:
        require(by, Action.REOPEN, tournament)
        return tournament
    require(by, Action.EDIT, tournament)
    if tournament.state != Tournament.State.FINISHED:
        raise Refused(_("Only a finished tournament can be archived. Close its last round first."))
    refuse_open(tournament)
    tournament.archived_at = timezone.now()
    tournament.archived_by = person(by)
    tournament.save(update_fields=["archived_at", "archived_by"])
    bump_version(tournament)
    return tournament


@audited
def reopen(tournament_id: int, *, by: Any) -> Tournament:
    """Let results be corrected again."""
    tournament = locked_tournament(tournament_id, by, Action.REOPEN)
    if tournament.archived_at is not None:
        tournament.archived_at = tournament.archived_by = None
        tournament.save(update_fields=["archived_at", "archived_by"])
        bump_version(tournament)
    return tournament


def refuse_open(tournament: Tournament) -> None:
    """Raise Refused, naming them, while results are missing or adjourned."""
    if open_ := open_tables(tournament.pk):
        raise Refused(
            _("%(open)s Enter the missing results first; then the tournament can be archived.")
            % {"open": unfinished_sentences(open_)}
        )
