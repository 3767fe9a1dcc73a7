"""Groups, drawn or written down, and the finals of tournaments that were played as groups: a knockout of the best of
each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.documents.document import Event, Player
from scoring.sections.groups import SYSTEM, Stages
from tournaments.domain.access import Action, require, require_creator
from tournaments.domain.errors import Refused
from tournaments.domain.locks import bump_version, lock, locked_tournament
from tournaments.domain.logbook import audited
from tournaments.models import Entry, Finalist, NameShown, Tournament
from tournaments.models.settings import names_of
from tournaments.pairing import registry as pairing
from tournaments.selectors.events.events import event_of
from tournaments.selectors.rounds.next_step import MOST_NAMED, open_tables, unfinished_sentences
from tournaments.selectors.site.addresses import free_slug
from tournaments.selectors.standings.current_standings import current_body

HAND = "hand"


@audited
def finals(tournament_ids: Sequence[int], *, by: Any, each: int, name: str) -> Tournament:
    """Make a knockout of the best ``each`` of finished tournaments, seeded by place: all winners, then all seconds.

    Raises Refused where one is not finished or has a table that is adjourned or without a result, the games differ,
    somebody would play twice, or the last place that goes on is shared with somebody who would not.
    """
    groups = [lock(pk) for pk in sorted(set(tournament_ids))]
    if not groups:
        raise Refused(_("Choose the tournaments that the finalists come from."))
    for group in groups:
        # an archived group may be the source all the same: nothing in it changes
        require(by, Action.WORK, group)
        if group.state != Tournament.State.FINISHED:
            raise Refused(_("“%(name)s” is not finished.") % {"name": group})
        if open_ := open_tables(group.pk):
            raise Refused(
                _("The places of “%(name)s” are not final yet. %(tables)s Enter the results first.")
                % {"name": group, "tables": unfinished_sentences(open_)}
            )
    first = groups[0]
    require_creator(by, first.club)
    if any(group.club_id != first.club_id for group in groups):
        raise Refused(_("The groups belong to different clubs."))
    if any((g.game, g.table_size) != (first.game, first.table_size) for g in groups):
        raise Refused(_("The groups play different games, or at tables of different sizes."))
    seeded: list[tuple[int, int, int, int]] = []
    ranked: list[tuple[Tournament, Sequence[Mapping[str, Any]]]] = []
    for index, group in enumerate(groups):
        rows = [row for row in (current_body(group) or {"rows": []})["rows"] if not row.get("withdrawn")]
        players = dict(Entry.objects.filter(tournament=group).values_list("number", "player"))
        ranked.append((group, rows))
        seeded += [(at, index, players[row["player"]], int(row["rank"])) for at, row in enumerate(rows[:each])]
    seeded.sort()
    people = [player for _at, _group, player, _place in seeded]
    if len(people) < 2 or len(set(people)) < len(people):
        raise Refused(_("The finals need at least two players, and nobody can be in them twice."))
    for group, rows in ranked:
        _refuse_shared(group, rows, each)
    final = Tournament.objects.create(
        name=name[:120],
        slug=free_slug(name),
        game=first.game,
        options=first.options,
        system="knockout",
        table_size=first.table_size,
        rounds_planned=_knockout_rounds(first, len(people)),
        created_by=by,
        club=first.club,
        # nobody is shown by the finals in more detail than by their group
        names_shown=max((group.names_shown for group in groups), key=NameShown.values.index),
        **{name: getattr(first, name) for name in names_of("finals")},
    )
    entries = Entry.objects.bulk_create(
        Entry(tournament=final, player_id=player, number=number) for number, player in enumerate(people, start=1)
    )
    Finalist.objects.bulk_create(
        Finalist(entry=entry, group=groups[index], place=place)
        for entry, (_at, index, _player, place) in zip(entries, seeded, strict=True)
    )
    for group in groups:
        bump_version(group)  # their pages name the finals
    return final


def _refuse_shared(group: Tournament, rows: Sequence[Mapping[str, Any]], each: int) -> None:
    """Raise Refused where the order of the rows alone would part those who are in from somebody of the same rank."""
    ranks = [int(row["rank"]) for row in rows]
    if len(ranks) <= each or ranks[each - 1] != ranks[each]:
        return
    place = ranks[each]
    sharing = [row["player"] for row, rank in zip(rows, ranks, strict=True) if rank == place]
    names = ", ".join(group.display_names[player] for player in sharing[:MOST_NAMED])
    if (more := len(sharing) - MOST_NAMED) > 0:
        names += " " + ngettext("and %(count)d more", "and %(count)d more", more) % {"count": more}
    values = {"place": place, "name": group, "players": names, "all": sum(rank <= place for rank in ranks)}
    raise Refused(
        _(
            "Several share place %(place)d of “%(name)s”: %(players)s. Break the tie there first, or take "
            "%(all)d of each group."
        )
        % values
    )


def _knockout_rounds(like: Tournament, people: int) -> int:
    system = pairing.systems()["knockout"]
    event = Event(
        name="",
        game=like.game,
        pairing={"system": "knockout", "table_size": like.table_size},
        players=tuple(Player(i, str(i)) for i in range(1, people + 1)),
    )
    ready = {**system.complete(event)}
    length = system.length(Event(name="", game=like.game, pairing=ready, players=event.players))
    return int(length or 1)


def write_groups(tournament: Tournament, number: int) -> None:
    """Keep the groups as they are before a round of theirs, and the finalists before the first final: neither a rating
    nor a corrected result moves anybody later. The tournament must be locked."""
    if tournament.system != SYSTEM:
        return
    event = event_of(tournament, before=number)
    stages = Stages(event)
    kept: dict[str, Any] = {}
    if number <= stages.group_rounds:
        kept = {"members": _as_text(stages.group_of), "finalists": None}
    elif number == stages.group_rounds + 1:
        pairing = {**event.pairing, "finalists": {}}
        kept = {"finalists": _as_text(Stages(replace(event, pairing=pairing)).seeds)}
    if kept:
        _keep(tournament, kept)


@audited
def draw_groups(tournament_id: int, how: str, *, by: Any) -> None:
    """Draw the groups of all who are entered now; who comes later joins the smallest group. Raises Refused once
    round 1 is paired."""
    tournament = _planned(tournament_id, by)
    event = event_of(tournament)
    pairing = {**event.pairing, "draw": how, "members": {}}
    _keep(tournament, {"draw": how, "members": _as_text(Stages(replace(event, pairing=pairing)).group_of)})
    bump_version(tournament)


@audited
def put_groups(tournament_id: int, groups: Mapping[int, int], *, by: Any) -> None:
    """Put players, by pairing number, into groups by hand; the others stay where they are. Raises Refused for a group
    that there is not, and once round 1 is paired."""
    tournament = _planned(tournament_id, by)
    stages = Stages(event_of(tournament))
    known = {player.id for player in stages.event.players}
    for player, group in groups.items():
        if player not in known or not 1 <= group <= stages.rules.groups:
            raise Refused(_("Group %(group)d or player %(player)d is not there.") % {"group": group, "player": player})
    _keep(tournament, {"draw": HAND, "members": _as_text({**stages.group_of, **groups})})
    bump_version(tournament)


def _planned(tournament_id: int, by: Any) -> Tournament:
    tournament = locked_tournament(tournament_id, by, Action.PAIR)
    if tournament.system != SYSTEM:
        raise Refused(_("This tournament is not played in groups."))
    if tournament.state != Tournament.State.PLANNED:
        raise Refused(_("Round 1 is already paired. Discard it to change the groups."))
    return tournament


def _as_text(numbers: Mapping[int, int]) -> dict[str, int]:
    return {str(player): number for player, number in sorted(numbers.items())}


def _keep(tournament: Tournament, options: Mapping[str, Any]) -> None:
    merged = {**tournament.pairing_options, **options}
    tournament.pairing_options = {key: value for key, value in merged.items() if value is not None}
    tournament.save(update_fields=["pairing_options"])
