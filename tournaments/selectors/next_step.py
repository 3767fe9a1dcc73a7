"""The next sensible step of an event, where something must be settled before a round goes on."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.eliminations import SYSTEMS, is_decided
from tournaments.models import CheckedIn, Entry, ManualPairing, Result, Round, Tournament
from tournaments.pairing.core import PairingError
from tournaments.pairing.engine import pair
from tournaments.selectors.events import event_of
from tournaments.selectors.expected import expected
from tournaments.selectors.groups import finals_next
from tournaments.selectors.presence import players_of_round
from tournaments.sentences import sentence


@dataclass(frozen=True, slots=True)
class Step:
    """The next sensible step: the one big button. ``action`` is the name of its address."""

    action: str
    label: str
    explanation: str
    round: Round | None = None
    asks: bool = False
    """Whether the desk first asks which missing players are here."""


def refined(tournament: Tournament, newest: Round | None, step: Step | None) -> Step | None:
    """Return the step, or one that comes before it: check-in, the end of manual pairing, results to confirm. One query
    at most after round 1, five before it."""
    if step is None:
        return _play_off(tournament, newest) if tournament.state == Tournament.State.FINISHED else None
    begun = newest is not None and tournament.state != Tournament.State.PLANNED
    asks = not begun and not tournament.check_in_closed_at and (tournament.check_in or step.action == "import")
    if asks and (coming := len(expected(tournament))):
        return _who_comes(tournament, coming)
    if not begun and step.action == "pair" and tournament.check_in and not tournament.check_in_closed_at:
        here = CheckedIn.objects.filter(entry__tournament=tournament).count()
        return Step(
            "check_in",
            _("Check in"),
            ngettext(
                "%(count)d player is here so far. When the check-in closes, you will be asked about the missing "
                "players. Then round 1 can be paired.",
                "%(count)d players are here so far. When the check-in closes, you will be asked about the missing "
                "players. Then round 1 can be paired.",
                here,
            )
            % {"count": here},
        )
    if begun and step.action == "pair" and finals_next(tournament):
        return Step(
            "groups",
            _("Look at the finals"),
            _("All rounds of the groups are played. See who qualifies, then pair the finals."),
        )
    if not begun and step.action == "pair" and tournament.check_in and players_of_round(tournament, 1) < 2:
        return Step(
            "check_in",
            _("Go to the check-in"),
            _(
                "The check-in is closed, and fewer than two players are here, so round 1 cannot be paired. Reopen it "
                "and check players in, or mark all as here."
            ),
        )
    if step.action == "publish" and newest is not None:
        if ManualPairing.objects.filter(round=newest, ended_at__isnull=True).exists():
            return Step(
                "end",
                _("End manual pairing of round %d") % newest.number,
                _(
                    "You changed it by hand. You will see the differences from the system's pairing; then it is "
                    "published."
                ),
                newest,
            )
    elif step.action == "close" and newest is not None and tournament.two_person:
        open_ = unconfirmed(newest)
        if open_:
            return Step(
                "confirm",
                _("Confirm results of round %d") % newest.number,
                ngettext(
                    "%(count)d result waits for a second arbiter; until then it is provisional.",
                    "%(count)d results wait for a second arbiter; until then they are provisional.",
                    open_,
                )
                % {"count": open_},
                newest,
            )
    return step


def names_of(tournament: Tournament) -> dict[int, str]:
    """Return the names of all players, by pairing number."""
    return dict(Entry.objects.filter(tournament=tournament).values_list("number", "player__name"))


def _play_off(tournament: Tournament, newest: Round | None) -> Step | None:
    """Return the step of a knockout that is over but for its last table, where several share the first place."""
    if tournament.system not in SYSTEMS or is_decided(event := event_of(tournament)):
        return None
    try:
        pair(replace(event, pairing={**event.pairing, "rounds": None}))
    except PairingError as error:
        if error.notice.code == "knockout-no-winner":
            label = _("Enter who won the play-off")
            return Step("results", label, sentence(error.notice, names_of(tournament)), newest)
    return None


def _who_comes(tournament: Tournament, coming: int) -> Step:
    here = CheckedIn.objects.filter(entry__tournament=tournament).count()
    return Step(
        "check_in",
        _("Check in who comes again"),
        ngettext(
            "%(count)d player of earlier evenings is expected.",
            "%(count)d players of earlier evenings are expected.",
            coming,
        )
        % {"count": coming}
        + " "
        + ngettext(
            "%(count)d player is here so far. Only those who are checked in are paired.",
            "%(count)d players are here so far. Only those who are checked in are paired.",
            here,
        )
        % {"count": here},
    )


def unconfirmed(round_: Round) -> int:
    """Return how many results of a round nobody has confirmed."""
    return Result.objects.filter(table__round=round_, is_current=True, confirmation__isnull=True).count()
