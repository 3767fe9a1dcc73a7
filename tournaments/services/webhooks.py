"""Webhooks: who may be told, of what, and a delivery tried again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.domain import queue
from tournaments.domain.access import Action, require_installation
from tournaments.domain.errors import Refused, unless_taken
from tournaments.domain.locks import locked_tournament, require_giver
from tournaments.domain.logbook import audited
from tournaments.domain.outbound_http import NotSent, checked
from tournaments.models import Delivery, Tournament, Webhook
from tournaments.models.mail import every_event

MOST = 20


@audited
def add(tournament_id: int | None, *, by: Any, url: str, events: list[str] | None = None) -> Webhook:
    """Have an address told; of all tournaments where ``tournament_id`` is None. Raises Refused.

    The address is resolved when something is sent, not now: what it points to may change.
    """
    tournament = _allowed(tournament_id, by)
    refuse_address(url)
    if Webhook.objects.filter(tournament=tournament).count() >= MOST:
        raise Refused(_("There are already %(most)d webhooks, which is the most allowed.") % {"most": MOST})
    with unless_taken(_("This address already has a webhook.")):
        return Webhook.objects.create(
            tournament=tournament, url=url, events=sorted(set(events or every_event())), created_by=by
        )


@audited
def change(webhook_id: int, values: Mapping[str, Any], *, by: Any) -> Webhook:
    """Change ``url``, ``events`` or ``active``; a webhook that was stopped is told again once it is switched
    on. Raises Refused."""
    _allowed(Webhook.objects.values_list("tournament", flat=True).get(pk=webhook_id), by)
    hook = Webhook.objects.select_for_update(no_key=True).get(pk=webhook_id)
    if "url" in values:
        refuse_address(values["url"])
    for name, value in values.items():
        setattr(hook, name, sorted(set(value)) if name == "events" else value)
    if hook.active:
        hook.stopped_because = None
        hook.created_by = by  # whoever has it told answers for it: it ends with their right
    with unless_taken(_("This address already has a webhook.")):
        hook.save(update_fields=[*values, "stopped_because", "created_by"])
    return hook


@audited
def remove(webhook_id: int, *, by: Any) -> None:
    hook = Webhook.objects.get(pk=webhook_id)
    _allowed(hook.tournament_id, by)
    hook.delete()


@audited
def try_again(delivery_id: int, *, by: Any) -> None:
    """Tell something once more, with all its tries before it again; a webhook that was switched off is on again."""
    delivery = Delivery.objects.select_related("webhook").get(pk=delivery_id)
    _allowed(delivery.webhook.tournament_id, by)
    Webhook.objects.filter(pk=delivery.webhook_id).update(
        active=True, stopped_because=None, busy_until=None, created_by=by
    )
    Delivery.objects.filter(pk=delivery_id).update(state=Delivery.State.WAITING, next_at=timezone.now(), attempts=0)
    queue.send("deliver", delivery.webhook_id)


def refuse_address(url: str) -> None:
    """Raise Refused for an address that can never be told."""
    try:
        checked(url)
    except NotSent as error:
        raise Refused(str(error)) from error


def _allowed(tournament_id: int | None, by: Any) -> Tournament | None:
    if tournament_id is None:
        require_installation(by, _("Only an organiser of this installation can change its webhooks."))
        return None
    tournament = locked_tournament(tournament_id, by, Action.EDIT)
    require_giver(by, tournament=tournament)
    return tournament
