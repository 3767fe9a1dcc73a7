"""The organiser's side of players who enter themselves: accepting, refusing, merging with known people, the fee."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.db.models import PROTECT
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import privacy
from tournaments.domain import register
from tournaments.domain.access import Action
from tournaments.domain.errors import Refused
from tournaments.domain.locks import bump_version, locked_tournament, mark_people_changed, mark_standings_stale
from tournaments.domain.logbook import audited, person, signed
from tournaments.models import (
    Entry,
    Player,
    Rating,
    Registration,
    RegistrationSettings,
    Seat,
    Tournament,
    Waiting,
)
from tournaments.services.entries.attendance import has_place, wait
from tournaments.services.entries.check_in import enter_as_asked, fee_due, fill_places
from tournaments.services.entries.registration_mails import tell
from tournaments.services.people import profile
from tournaments.text import same_name

State = Registration.State
SETTINGS = tuple(f.name for f in RegistrationSettings._meta.concrete_fields if not f.primary_key)


class Namesakes(Refused):
    """Somebody of this name is known, and nobody said whether they are meant."""

    def __init__(self, name: str) -> None:
        super().__init__(
            _("A player called %(name)s is already known. Choose whether it is them, or enter a new player.")
            % {"name": name}
        )


@audited
def set_up(tournament_id: int, values: Mapping[str, Any], *, by: Any) -> RegistrationSettings:
    """Say whether and how players enter themselves."""
    tournament = locked_tournament(tournament_id, by, Action.EDIT)
    settings = RegistrationSettings.objects.filter(tournament=tournament).first()
    settings = settings or RegistrationSettings(tournament=tournament)
    for name in SETTINGS:
        if name in values:
            setattr(settings, name, values[name])
    settings.full_clean()
    settings.save()
    bump_version(tournament)
    return settings


@audited
def accept(
    tournament_id: int, registration_id: int, *, by: Any, player: int | None = None, new: bool = False
) -> Registration:
    """Accept an entry: as the known ``player``, as somebody ``new``, or as whom nobody can mistake. They get a place,
    or wait for one. Raises Refused, and Namesakes where it must be said who is meant."""
    tournament, row = _held(tournament_id, registration_id, by)
    if row.state == State.ACCEPTED:
        return row
    if row.state == State.WITHDRAWN:
        raise Refused(_("%(name)s has withdrawn this entry.") % {"name": row.name})
    chosen = None
    if player is not None:
        chosen = Player.objects.filter(pk__in=[p.pk for p in namesakes(row)]).filter(pk=player).first()
        if chosen is None:
            raise Refused(_("This player is not one of the players with this name."))
    elif not new:
        known = namesakes(row)
        chosen = next((other for other in known if _same(other, row)), None)
        if known and chosen is None:
            raise Namesakes(row.name)
    _admit(tournament, row, chosen, by)
    return row


@audited
def refuse(tournament_id: int, registration_id: int, *, by: Any, reason: str = "") -> Registration:
    """Refuse an entry, or take an accepted one out again before round 1. The player reads the ``reason``."""
    tournament, row = _held(tournament_id, registration_id, by)
    if row.state == State.REFUSED:
        return row
    if row.player_id and Seat.objects.filter(entry__tournament=tournament, entry__player=row.player_id).exists():
        raise Refused(_("%(name)s has already played. Withdraw them on the Players page.") % {"name": row.name})
    let_go(tournament, row, State.REFUSED, reason=reason.strip()[:200], decider=by)
    tell(row, "declined", row.reason)
    fill_places(tournament)
    return row


@signed
def take_over(tournament_id: int, registration_id: int, *, by: Any) -> Registration:
    """Change an accepted player as they changed their entry: name, club and year of birth, and the rating of somebody
    who was new. Raises Refused where they have no place yet, or belong to another tournament too."""
    with transaction.atomic():
        tournament, row = _held(tournament_id, registration_id, by)
        entry = Entry.objects.filter(tournament=tournament, player=row.player_id).first() if row.player_id else None
    if entry is None:
        raise Refused(_("%(name)s has no place yet.") % {"name": row.name})
    values = {name: getattr(row, name) for name in changed_of(row)}
    if values:
        try:
            profile.edit(entry.pk, by=by, **values)
        except PermissionDenied as error:
            raise Refused(str(error)) from None
    Registration.objects.filter(pk=row.pk, changed_at=row.changed_at).update(changed_at=None)
    row.changed_at = None
    return row


def changed_of(row: Registration) -> list[str]:
    """Return which of name, club, year of birth and rating a player changed since they were accepted."""
    if row.player is None or row.changed_at is None or (row.decided_at and row.changed_at < row.decided_at):
        return []
    asked = ["name", *(name for name in ("club", "birth_year", "rating") if getattr(row, name))]
    if not row.new_person:
        asked = [name for name in asked if name != "rating"]
    return [name for name in asked if getattr(row, name) != getattr(row.player, name)]


@audited
def mark_paid(tournament_id: int, registration_id: int, *, by: Any, paid: bool = True) -> Registration:
    """Write down that the fee was paid, or was not after all."""
    _tournament, row = _held(tournament_id, registration_id, by, Action.CHECK_IN)
    if row.paid != paid:
        row.paid = paid
        row.save(update_fields=["paid"])
    return row


def _held(
    tournament_id: int, registration_id: int, by: Any, action: Action = Action.PLAYERS
) -> tuple[Tournament, Registration]:
    tournament = locked_tournament(tournament_id, by, action)
    row = Registration.objects.select_related("player").filter(tournament=tournament, pk=registration_id).first()
    if row is None:
        raise Refused(_("This entry was deleted."))
    row.tournament = tournament
    return tournament, row


def namesakes(row: Registration) -> list[Player]:
    """Return the known people whom a registration can mean, by name."""
    people = Player.objects.filter(register.of_the_club(row.tournament), name__iexact=row.name.strip())
    people = people.order_by("name", "club", "id")[:20]
    return [other for other in people if same_name(other.name) == same_name(row.name)]


def _same(player: Player, row: Registration) -> bool:
    """Return whether club and year of birth of a namesake say that they are meant."""
    years = not row.birth_year or not player.birth_year or row.birth_year == player.birth_year
    return years and bool(row.club) and same_name(player.club) == same_name(row.club)


def admit_known(tournament: Tournament, row: Registration) -> bool:
    """Accept an entry by itself, and return whether that was possible: every namesake waits for the organiser. Whether
    club or year of birth fit decides nothing here: a stranger would learn by trying what is hidden of somebody. The
    tournament must be locked."""
    if namesakes(row):
        return False
    _admit(tournament, row, None, None)
    return True


def keep_wish(row: Registration, player: Player) -> None:
    """Show less of a player's name everywhere, where they wish it; never more."""
    if privacy.LEVELS.index(row.wish) > privacy.LEVELS.index(player.name_shown or privacy.FULL):
        Player.objects.filter(pk=player.pk).update(name_shown=row.wish)
        transaction.on_commit(lambda: mark_people_changed([player.pk]))


def _admit(tournament: Tournament, row: Registration, player: Player | None, by: Any) -> None:
    """Give an entry a place, or put it on the waiting list. The tournament must be locked."""
    if tournament.state == Tournament.State.FINISHED:
        raise Refused(_("The tournament is finished, so no more players can be entered."))
    row.new_person = player is None
    if player is None:
        player = _newcomer(tournament, row)
    elif any(model.objects.filter(tournament=tournament, player=player).exists() for model in (Entry, Waiting)):
        raise Refused(_("%(name)s is already entered.") % {"name": player.name})
    else:
        keep_wish(row, player)
    row.player, row.state, row.reason = player, State.ACCEPTED, ""
    row.decided_at, row.decided_by = timezone.now(), person(by)
    row.save()
    # those who came before them, and for whom a place became free, have it first; nobody waits for a moment
    fill_places(tournament, row.since)
    if has_place(tournament, row.since):
        enter_as_asked(tournament, row)
        tell(row, "accepted", fee_due(tournament, row))
    else:
        wait(tournament, player, row.since, by)
        tell(row, "waiting")


def _newcomer(tournament: Tournament, row: Registration) -> Player:
    shown = "" if row.wish == privacy.FULL else row.wish
    player = Player(
        name=row.name.strip(),
        club=row.club.strip(),
        rating=row.rating,
        birth_year=row.birth_year,
        name_shown=shown,
        home=tournament,
        register_id=tournament.club_id,
    )
    try:
        with transaction.atomic():
            player.save()
    except IntegrityError:
        raise Namesakes(row.name) from None
    return player


def let_go(tournament: Tournament, row: Registration, state: str, *, reason: str = "", decider: Any = None) -> None:
    """End a registration: its entry or its place on the waiting list goes, and a player who was made for it. The
    tournament must be locked."""
    player, made = row.player, row.new_person
    if player is not None:
        Waiting.objects.filter(tournament=tournament, player=player).delete()
        if Entry.objects.filter(tournament=tournament, player=player).delete()[0]:
            mark_standings_stale(tournament)
        else:
            bump_version(tournament)
    row.player, row.new_person, row.state, row.reason = None, False, state, reason
    row.wants_out_at, row.decided_at, row.decided_by = None, timezone.now(), person(decider)
    row.save()
    if player is not None and made and not _is_anywhere(player):
        player.delete()


def _is_anywhere(player: Player) -> bool:
    """Return whether a row holds on to a player: one that forbids their deletion, or is worth keeping."""
    return any(
        relation.on_delete is PROTECT or relation.related_model in (Rating, Registration)
        for relation in Player._meta.related_objects
        if relation.related_model._default_manager.filter(**{relation.field.name: player}).exists()
    )
