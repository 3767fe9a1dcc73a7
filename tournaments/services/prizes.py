"""The prizes of a tournament or a season are set as a whole: the rule, the lists and the prize of each place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Model
from django.utils.translation import gettext as _

from scoring.prizes import STEPS
from tournaments.domain.access import Action, require_organiser
from tournaments.domain.errors import Refused
from tournaments.domain.locks import bump_version, locked_tournament
from tournaments.domain.logbook import audited
from tournaments.models import Prize, PrizeList, PrizeRule, Series, Tournament
from tournaments.models.prize import ANNOUNCED, CONDITIONS, MOST_CENTS, MOST_LISTS, MOST_PLACES, RULE
from tournaments.selectors.standings.prizes import owned, rule_of, usual_sharing
from tournaments.text import is_visible

LIST = ("name", *CONDITIONS, "teams", "winners_named")
PRIZE = ("cents", "thing", "worth")


@audited
def put(tournament_id: int, *, by: Any, rule: Mapping[str, Any], lists: Sequence[Mapping[str, Any]]) -> None:
    """Set the prizes. ``rule`` has what differs from the usual of ``RULE``; each of the ``lists`` its ``prizes`` by
    place (``cents``, ``thing``, ``worth``) and what it has of ``LIST``. What stays the same is not written. Raises
    Refused for prizes that cannot be."""
    tournament = locked_tournament(tournament_id, by, Action.EDIT)
    if rule or any(values["prizes"] for values in lists):
        rule = {"sharing": usual_sharing(tournament), **rule}
    write(tournament, rule, lists)
    bump_version(tournament)


@audited
def put_for_season(season_id: int, *, by: Any, rule: Mapping[str, Any], lists: Sequence[Mapping[str, Any]]) -> None:
    """Set the prizes of a season, as ``put`` does; ``rule`` may have ``announced``. Raises PermissionDenied and
    Refused."""
    series = Series.objects.select_for_update(no_key=True).get(pk=season_id)
    require_organiser(by, series.club)
    if any(values.get("teams") for values in lists):
        raise Refused(_("A season has a table of players only, so it has no prizes for teams."))
    write(series, rule, lists)


def write(owner: Tournament | Series, rule: Mapping[str, Any], lists: Sequence[Mapping[str, Any]]) -> None:
    """Write the prizes of a locked tournament or season. Raises Refused."""
    wanted = [values for values in lists if values["prizes"]]
    if rule.get("step", 1) not in STEPS:
        raise Refused(_("Money is paid in steps of %(steps)s cents.") % {"steps": ", ".join(map(str, STEPS))})
    if len(wanted) > MOST_LISTS:
        raise Refused(_("A tournament can have at most %(most)d lists of prizes.") % {"most": MOST_LISTS})
    for values in wanted:
        _refuse(values)
    if rule or wanted:
        kept = rule_of(owner)
        _save(kept, {**{name: PrizeRule._meta.get_field(name).get_default() for name in (*RULE, ANNOUNCED)}, **rule})
    before = {row.position: row for row in PrizeList.objects.filter(**owned(owner))}
    for position, values in enumerate(wanted, 1):
        row = before.pop(position, None) or PrizeList(**owned(owner), position=position)
        _save(row, {name: values.get(name, PrizeList._meta.get_field(name).get_default()) for name in LIST})
        _write_prizes(row, values["prizes"])
    PrizeList.objects.filter(pk__in=[row.pk for row in before.values()]).delete()


def _write_prizes(row: PrizeList, prizes: Sequence[Mapping[str, Any]]) -> None:
    before = {prize.place: prize for prize in Prize.objects.filter(list=row)}
    for place, values in enumerate(prizes, 1):
        prize = before.pop(place, None) or Prize(list=row, place=place)
        _save(prize, {name: values.get(name, Prize._meta.get_field(name).get_default()) for name in PRIZE})
    Prize.objects.filter(pk__in=[prize.pk for prize in before.values()]).delete()


def _save(row: Model, values: Mapping[str, Any]) -> None:
    if row.pk is not None and all(getattr(row, name) == value for name, value in values.items()):
        return
    for name, value in values.items():
        setattr(row, name, value)
    row.save()


def _refuse(values: Mapping[str, Any]) -> None:
    """Raise Refused for a list that cannot be."""
    name = values.get("name", "")
    # Translators: what a list of prizes without a name is called in a sentence
    words = {"name": name or _("Prizes")}
    conditions = any(values.get(condition) not in (None, "") for condition in CONDITIONS)
    if conditions and values.get("teams"):
        raise Refused(_("“%(name)s” is for teams, so it cannot have conditions for players.") % words)
    if conditions and not name:
        raise Refused(_("Give each list of prizes that is for some players only a name, such as “Under 12”."))
    if any(text and not is_visible(text) for text in (name, values.get("club", ""), values.get("mark", ""))):
        raise Refused(_("A name must have letters, and no characters that cannot be shown."))
    for low, high in (("born_from", "born_to"), ("rating_from", "rating_to")):
        low_, high_ = values.get(low), values.get(high)
        if low_ is not None and high_ is not None and low_ > high_:
            raise Refused(_("“%(name)s” is for nobody: its lower bound is above the upper one.") % words)
    if len(values["prizes"]) > MOST_PLACES:
        raise Refused(_("“%(name)s” has too many prizes: at most %(most)d.") % {**words, "most": MOST_PLACES})
    for place, prize in enumerate(values["prizes"], 1):
        cents, thing, worth = prize.get("cents", 0), prize.get("thing", ""), prize.get("worth", 0)
        if not cents and not thing:
            raise Refused(_("“%(name)s”, place %(place)d: enter money, a thing or both.") % {**words, "place": place})
        if max(cents, worth) > MOST_CENTS or (thing and not is_visible(thing)):
            raise Refused(_("“%(name)s”, place %(place)d: this cannot be a prize.") % {**words, "place": place})
