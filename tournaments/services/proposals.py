"""Proposing a change of a person to who keeps them, and deciding on it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.domain import register
from tournaments.domain.access import Action, keeps_installation, may, require
from tournaments.domain.errors import Refused
from tournaments.domain.locks import lock
from tournaments.domain.logbook import audited, signed
from tournaments.models import Entry, Player, Proposal, User
from tournaments.services.tournament_changes import person_changed
from tournaments.text import is_visible

MOST_OPEN = 20
MOST_A_DAY = 60
"""How many changes one person proposes: more is for a list that who keeps the people imports."""


@audited
def propose(entry_id: int, *, by: Any, **values: Any) -> Proposal:
    """Propose another ``name``, ``club`` or ``birth_year`` of somebody who is entered; their last open proposal gives
    way. Raises Refused where nothing would change, or who asks may change the person anyway."""
    tournament = lock(Entry.objects.values_list("tournament", flat=True).get(pk=entry_id))
    require(by, Action.PLAYERS, tournament)
    register.hold(Entry.objects.filter(pk=entry_id).values("player"))
    player = Entry.objects.select_related("player").get(pk=entry_id).player
    if player.pk in register.changeable(by, [player.pk]):
        raise Refused(_("You can change this player yourself; nothing needs to be proposed."))
    # a year of birth is taken as it comes: whether it is another one is not told
    wanted = {
        key: values[key] for key in ("name", "club") if values.get(key, getattr(player, key)) != getattr(player, key)
    }
    if values.get("birth_year") is not None:
        wanted["birth_year"] = values["birth_year"]
    if not wanted:
        raise Refused(_("Nothing would change. Enter the name, the club or the year of birth as it should be."))
    if "name" in wanted and not is_visible(wanted["name"]):
        raise Refused(_("A name must have letters, and no characters that cannot be shown."))
    # in one order for everybody who proposes at this moment
    mine = Proposal.objects.filter(by=User.objects.select_for_update().get(pk=by.pk))
    mine.filter(player=player, state=Proposal.State.OPEN).delete()
    lately = mine.filter(at__gt=timezone.now() - timedelta(days=1)).count()
    if mine.filter(state=Proposal.State.OPEN).count() >= MOST_OPEN or lately >= MOST_A_DAY:
        raise Refused(_("You have proposed many changes. Wait until some of them are decided."))
    return Proposal.objects.create(player=player, tournament=tournament, by=by, **wanted)


@signed
def decide(proposal_id: int, *, by: Any, accept: bool, seen: str) -> Proposal:
    """Accept a proposal, which changes the person everywhere, or decline it. ``seen`` says in which state the
    person and the proposal were read (`Proposal.seen`).

    Where who proposed it may not any more, or the person no longer plays there, it lapses instead. Raises
    PermissionDenied, and Refused where it was decided or changed meanwhile or the person would be another's double.
    """
    with transaction.atomic():
        lock(Proposal.objects.values_list("tournament", flat=True).get(pk=proposal_id))
        register.hold(Proposal.objects.filter(pk=proposal_id).values("player"))
        proposal = (
            Proposal.objects.select_for_update(of=("self",))
            .select_related("player", "tournament", "by")
            .get(pk=proposal_id)
        )
        if not register.keeps(by, proposal.player):
            raise PermissionDenied(_("Others keep this player’s data; they decide."))
        if proposal.by_id == by.pk and not keeps_installation(by):
            raise PermissionDenied(_("You proposed this yourself; somebody else decides."))
        if proposal.state != Proposal.State.OPEN:
            raise Refused(_("This proposal has already been decided."))
        if seen != proposal.seen:
            raise Refused(_("The player or the proposal has changed meanwhile. Read it again, then decide."))
        proposal.state = Proposal.State.DECLINED
        if accept:
            proposal.state = Proposal.State.ACCEPTED if _still_stands(proposal) else Proposal.State.LAPSED
        proposal.decided_by, proposal.decided_at = by, timezone.now()
        proposal.save(update_fields=["state", "decided_by", "decided_at"])
        if proposal.state != Proposal.State.ACCEPTED:
            return proposal
        try:
            with transaction.atomic():
                Player.objects.filter(pk=proposal.player_id).update(**proposal.values)
        except IntegrityError:
            raise Refused(_("There is already a player with this name, club and year of birth.")) from None
    person_changed(proposal.player_id)
    return proposal


def _still_stands(proposal: Proposal) -> bool:
    """Return whether who proposed it still works with players there, and the person still plays there."""
    plays = Entry.objects.filter(player=proposal.player_id, tournament=proposal.tournament_id).exists()
    return plays and proposal.by.is_active and may(proposal.by, Action.PLAYERS, proposal.tournament)
