"""Tournaments set up from a preset: what organisers mostly want, with everything else filled in sensibly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core import registry as games
from games.core.declarations.declared import KEY as DECLARED
from games.core.declarations.declared import OPTION, DeclaredGame
from games.core.options import proposed
from scoring.documents.document import DocumentError, Event
from scoring.input.rules import rules_of
from tournaments.domain.access import club_to_create_in
from tournaments.domain.errors import Refused
from tournaments.domain.logbook import audited
from tournaments.domain.setup import USUAL_SYSTEMS, sizes_for
from tournaments.models import Clock, Club, ClubGame, Series, SeriesEvent, Team, Tournament
from tournaments.models.settings import names_of
from tournaments.pairing import registry as pairing
from tournaments.selectors.games.declared_games import (
    about_own,
    lazy_about,
    lazy_name,
    name_of,
    usual_games,
    usual_tie_breaks,
)
from tournaments.selectors.site.addresses import free_slug
from tournaments.sentences import sentence
from tournaments.services.games import clock
from tournaments.services.seasons import WEEK, changed, evening_name, planned_days, refuse_best

FOUR = 4
OWN_ROUNDS = 4
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Preset:
    """A preset. ``four`` and ``two`` are the pairing systems at tables of four and for two players, ``four`` empty
    where it is for two only; ``pairing`` the system's options; ``teams`` how many teams there are,
    ``most_teams`` how many there may be where that is not fixed; ``events`` whether
    several tournaments are made: evenings a week apart, or groups; ``by_system`` whether the system says how many
    rounds it takes, unless somebody asks for fewer. ``size``: the seats of a table, where it is for one game only;
    ``source``: who plays it so; ``minutes``: how long a round usually is on the clock. ``options``: those of the
    game, and ``club`` the only one that has it. ``ties``: whether it has the usual tie-breaks of its table size."""

    key: str
    name: Any
    about: Any
    four: str
    two: str | None = None
    rounds: int = 5
    teams: int = 0
    most_teams: int = 0
    events: str = ""
    count: int = 1
    check_in: bool = False
    by_system: bool = False
    only_game: str = ""
    ties: bool = False
    scoring: Mapping[str, Any] = field(default_factory=dict)
    pairing: Mapping[str, Any] = field(default_factory=dict)
    size: int = 0
    source: str = ""
    minutes: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    club: Club | None = None

    def games(self) -> list[tuple[str, str]]:
        """Return the games for this preset, as choices."""
        if self.size:
            return [(self.only_game, str(self.name))]
        keys = [
            (g.info.key, g.info.name)
            for g in games.every()
            if ((self.four and FOUR in g.info.seats) or (self.two and 2 in g.info.seats))
            and self.only_game in ("", g.info.key)
        ]
        return sorted(keys, key=lambda choice: (choice[0] != "quatro-chess", choice[1]))

    def system_for(self, game: str) -> tuple[str, int]:
        """Return the pairing system and the table size for a game."""
        if self.size:
            return self.four, self.size
        seats = games.game_of(game).info.seats
        if self.four and FOUR in seats:
            return self.four, FOUR
        return self.two or self.four, 2

    def scoring_for(self, game: str) -> dict[str, Any]:
        """Return the rules of scoring for a game. In Quatro Chess a team has its players' points (QC 6.4)."""
        summed = self.four == "team-berger" and game == "quatro-chess"
        scoring: dict[str, Any] = {"teams": {"score": "sum"}} if summed else {}
        if self.ties:
            scoring["tie_breaks"] = [*(SUMS if self.system_for(game)[1] == 2 else MEANS)]
        return {**scoring, **self.scoring}


SUMS = ("DE", "BH", "WIN", "LOT")
MEANS = ("DE", "AOS", "PLACE1", "LOT")
"""The tie-breaks of tables of two, and of larger ones, whose sizes mix: a sum would favour whoever sat at more of the
largest ones."""

PRESETS: dict[str, Preset] = {
    preset.key: preset
    for preset in (
        Preset(
            "club-evening",
            gettext_lazy("Club evening"),
            gettext_lazy("A fixed number of rounds against as many different opponents as possible. The schedule is "
                         "known in advance."),
            four="tables", two="berger", rounds=4, ties=True,
        ),
        Preset(
            "weekend-swiss",
            gettext_lazy("Weekend Swiss"),
            gettext_lazy("For many players: equal scores meet, and nobody meets twice. Players are checked in before "
                         "round 1."),
            four="swiss-tables", two="swiss", rounds=7, check_in=True, ties=True,
        ),
        Preset(
            "keizer",
            gettext_lazy("Keizer competition"),
            gettext_lazy("A club’s season for two at a table: neighbours of the list meet, a win against a higher "
                         "place counts more, and players may miss evenings."),
            four="", two="keizer", rounds=20, pairing={"numbering": "rating", "absences": 5},
        ),
        Preset(
            "levels",
            gettext_lazy("Ladder in levels"),
            gettext_lazy("Groups of four of about the same strength. After each evening the best of a group go up a "
                         "level and the last go down. Players may miss evenings."),
            four="levels", two="levels", rounds=12, pairing={"numbering": "rating"},
        ),
        Preset(
            "double-elimination",
            gettext_lazy("Double elimination"),
            gettext_lazy("A knockout with a second chance: players are out when they have lost twice. 16 players at "
                         "tables of four take six or seven rounds, at tables of two eight or nine."),
            four="double-elimination", two="double-elimination", rounds=9, by_system=True, check_in=True, ties=True,
        ),
        Preset(
            "consolation",
            gettext_lazy("Knockout with consolation"),
            gettext_lazy("Whoever loses their first game plays on in a second bracket, so everybody has at least two "
                         "games."),
            four="knockout", two="knockout", rounds=5, by_system=True, check_in=True, ties=True,
            pairing={"consolation": "first-match"},
        ),
        Preset(
            "double-team",
            gettext_lazy("Double-team challenge"),
            gettext_lazy("Two teams of four on two boards. After six rounds everything is balanced (QC 7.1)."),
            four="double-team", rounds=6, teams=2, only_game="quatro-chess",
        ),
        Preset(
            "triple-team",
            gettext_lazy("Triple-team challenge"),
            gettext_lazy("Three teams of four on three boards, pair against pair, in four rounds (QC 7.2, 7.3)."),
            four="triple-team", rounds=4, teams=3, only_game="quatro-chess",
        ),
        Preset(
            "board-groups",
            gettext_lazy("Four teams, board by board"),
            gettext_lazy("The number ones of four teams meet, the number twos, and so on; a team’s score is the sum of "
                         "its players’ points. Also for eight teams, twelve, … (QC 7.4)."),
            four="board-groups", rounds=4, teams=4, most_teams=24, pairing={"group_teams": "4"},
        ),
        Preset(
            "team-berger",
            gettext_lazy("Round robin of teams (Berger tables)"),
            gettext_lazy("Every team meets every team: board by board, or pair by pair at tables of four."),
            four="team-berger", two="team-berger", rounds=3, teams=4, most_teams=26, by_system=True,
        ),
        Preset(
            "pairs",
            gettext_lazy("Round robin of pairs"),
            gettext_lazy("Two partners sit opposite each other, as in bridge, and meet every other pair once, one "
                         "table a match (QC 2.3)."),
            four="team-berger", rounds=3, teams=4, most_teams=26, by_system=True, only_game="quatro-chess",
            pairing={"boards": 2},
        ),
        Preset(
            "team-swiss",
            gettext_lazy("Swiss for teams"),
            gettext_lazy("Teams with equal points meet, board against board, and none meet twice. By FIDE’s rules for "
                         "teams."),
            four="", two="team-swiss", rounds=5, teams=6, most_teams=26,
        ),
        Preset(
            "scheveningen",
            gettext_lazy("Scheveningen match"),
            gettext_lazy("Two teams: everybody of one plays everybody of the other, in as many rounds as a team has "
                         "players."),
            four="", two="scheveningen", rounds=4, teams=2,
        ),
        Preset(
            "season",
            gettext_lazy("Season of evenings"),
            gettext_lazy("Evenings with the same settings and one table over all of them. Whoever played before is "
                         "expected again and only needs a tick."),
            four="tables", two="berger", rounds=4, events="evenings", count=8, check_in=True, ties=True,
        ),
        Preset(
            "ladder-season",
            gettext_lazy("Season of ladder evenings"),
            gettext_lazy("Each evening is a tournament of its own. Its first groups follow from the ladder after the "
                         "evening before; one table adds all evenings up."),
            four="levels", two="levels", rounds=3, events="evenings", count=8, check_in=True,
            pairing={"numbering": "season"},
        ),
        Preset(
            "groups-finals",
            gettext_lazy("Groups and finals"),
            gettext_lazy("One tournament: players are entered once and drawn into groups. When these are played, the "
                         "best of each meet in the finals."),
            four="groups", two="groups", rounds=3, events="groups", count=4, check_in=True, ties=True,
        ),
    )
}  # fmt: skip


def _of_game(game: DeclaredGame) -> Preset:
    declared, usual = game.declaration, game.declaration.usual or {}
    return Preset(
        declared.key,
        lazy_name(declared.key),
        lazy_about(declared.key),
        four=usual["system"],
        rounds=usual.get("rounds") or 5,
        only_game=declared.key,
        scoring={"tie_breaks": usual_tie_breaks(declared), **usual.get("scoring", {})},
        pairing=usual.get("pairing", {}),
        size=usual.get("table_size") or declared.seats[-1],
        source=usual.get("source") or declared.source,
        minutes=declared.minutes,
    )


OTHER_GAMES: dict[str, Preset] = {game.declaration.key: _of_game(game) for game in usual_games()}
"""A preset for each ready-made game, with what its clubs usually play."""


def of_own_game(row: ClubGame) -> Preset:
    """Return the preset of a club's own game: what its declaration calls usual, and what fits the game beside that."""
    options = {OPTION: row.declaration}
    game = games.game_of(DECLARED, options)
    assert isinstance(game, DeclaredGame)
    declared, usual = game.declaration, game.declaration.usual or {}
    known = pairing.systems()
    # a declaration may name a system that this site does not have, or that has no tables for the game
    wanted = usual.get("system", "")
    fitting = [key for key in (wanted, *USUAL_SYSTEMS) if key in known and sizes_for(game.info, known[key])]
    system = fitting[0]
    sizes = sizes_for(game.info, known[system])
    size = usual["table_size"] if usual.get("table_size") in sizes else sizes[0]
    asked = dict(usual.get("pairing", {})) if system == wanted else {}
    if max(sizes) > size and any(option.key == "allowed_sizes" for option in known[system].options):
        # without this, tables are never larger than the usual ones
        asked.setdefault("allowed_sizes", sorted(sizes))
    return Preset(
        row.choice,
        name_of(game),
        about_own(game, size),
        four=system,
        rounds=usual.get("rounds") or OWN_ROUNDS,
        only_game=DECLARED,
        scoring={"tie_breaks": usual_tie_breaks(declared), **usual.get("scoring", {})},
        pairing=asked,
        size=size,
        source=usual.get("source") or declared.source,
        minutes=declared.minutes,
        options=options,
        club=row.club,
    )


def every() -> tuple[Preset, ...]:
    """Return all presets, those of other games last."""
    return (*PRESETS.values(), *OTHER_GAMES.values())


def preset(key: str) -> Preset:
    """Return a preset by its key, also that of another game. Raises Refused."""
    if key in OTHER_GAMES:
        return OTHER_GAMES[key]
    if key not in PRESETS:
        raise Refused(_("There is no preset “%(key)s”.") % {"key": key})
    return PRESETS[key]


def filled_in(preset: Preset, answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values for ``create``: the answers, and the preset's own where there are none. Raises Refused for a
    game that it is not for, and for teams that it has no room for."""
    own = {"count": preset.count, "check_in": preset.check_in, "published": True, "minutes": preset.minutes}
    own["rounds"] = None if preset.by_system else preset.rounds
    games_ = [key for key, _name in preset.games()]
    values = {"game": games_[0], **own, **answers}
    if values["game"] not in games_:
        raise Refused(_("This preset is not for the game “%(game)s”.") % {"game": values["game"]})
    refuse_teams(preset, values.get("teams", ()))
    return values


def refuse_teams(preset: Preset, names: Sequence[str]) -> None:
    """Raise Refused where two teams have one name, or there are more than the preset has room for."""
    if len({name.casefold() for name in names}) < len(names):
        raise Refused(_("Two teams have the same name."))
    if len(names) > (preset.most_teams or preset.teams) or any(len(name) > 100 for name in names):
        raise Refused(_("There are too many teams, or a name is too long."))


@audited
def create(
    preset: Preset,
    *,
    by: Any,
    name: str,
    starts: date,
    game: str,
    rounds: int | None,
    count: int = 1,
    teams: Sequence[str] = (),
    every: str = WEEK,
    days: Sequence[date] = (),
    best: int | None = None,
    pairing_options: Mapping[str, Any] | None = None,
    club: Club | None = None,
    minutes: int | None = None,
    **settings: Any,
) -> list[Tournament]:
    """Make the tournament of a preset, or all of its evenings or groups. Only organisers may.

    A season's evenings are on these ``days``, or else ``count`` of them, ``every`` week, fortnight or month; ``best``:
    how many results of a player its table counts, all where it is None. Raises Refused where the system cannot do so
    many rounds, or more results were to count than there are evenings. ``pairing_options``: on top of the preset's.
    ``rounds`` None: as many as the system makes. ``minutes``: a round's time on the clock; None leaves it alone.
    ``settings``: those that a preset asks for; of the others the club has its own.
    """
    club = club_to_create_in(by, preset.club or club)
    unasked = set(names_of("club")).difference(names_of("preset"))
    settings = {name: value for name, value in club.defaults.items() if name in unasked} | settings
    system, size = preset.system_for(game)
    by_system, rounds = rounds is None, preset.rounds if rounds is None else rounds
    events, planned = [], [(name, starts)]
    if preset.events == "evenings":
        days = sorted(set(days)) or planned_days(starts, every, count)
        refuse_best(best, len(days))
        planned = [(evening_name(name, number), day) for number, day in enumerate(days, start=1)]
    options = {**preset.pairing, **(pairing_options or {})}
    if preset.events == "groups":
        options = {"groups": count, **options}
    pairing_asked = {**options, "system": system, "table_size": size, "rounds": rounds}
    scoring = preset.scoring_for(game)
    played = {**proposed(games.game_of(game, preset.options).info), **preset.options}
    _refuse_unknown(Event(name="", game=game, options=played, pairing=pairing_asked, scoring=scoring))
    for index, (title, day) in enumerate(planned):
        tournament = Tournament.objects.create(
            name=title[:120],
            slug=free_slug(title),
            starts=day,
            game=game,
            options=dict(played),
            system=system,
            table_size=size,
            rounds_planned=rounds,
            seed=index,
            scoring=dict(scoring),
            rounds_by_system=by_system or preset.events == "groups",
            pairing_options=options,
            created_by=by,
            club=club,
            **settings,
        )
        named = teams[: preset.most_teams or preset.teams]
        letters = "" if named and preset.most_teams else LETTERS[len(named) : preset.teams]
        # Translators: the name of a team that got no name of its own, such as Team A
        names = [*named, *(_("Team %(letter)s") % {"letter": letter} for letter in letters)]
        Team.objects.bulk_create(
            Team(tournament=tournament, key=LETTERS[k], name=team, proposed=k >= len(teams))
            for k, team in enumerate(names)
        )
        if minutes is not None:
            clock.set_up(tournament.pk, by=by, kind=Clock.Kind.ROUND, seconds=60 * minutes)
        events.append(tournament)
    if preset.events == "evenings":
        _add_up(events, name=name, best=best, by=by)
    return events


def _add_up(evenings: Sequence[Tournament], *, name: str, best: int | None, by: Any) -> None:
    """Make a season's table from the points of all its evenings, or of everybody's best."""
    first, address = evenings[0], free_slug(name, Series)
    series = Series.objects.create(name=name[:120], slug=address, published=first.published, best=best, club=first.club)
    SeriesEvent.objects.bulk_create(SeriesEvent(series=series, tournament=evening) for evening in evenings)
    changed(series, by=by)


def _refuse_unknown(asked: Event) -> None:
    """Raise Refused where the system or the standings cannot do what is asked."""
    try:
        pairing.systems()[str(asked.pairing["system"])].complete(asked)
        rules_of(asked)
    except DocumentError as error:
        if error.place != "pairing.rounds":
            raise Refused.of(error) from error
        raise Refused(
            _("This system cannot have that many rounds: %(why)s") % {"why": sentence(error.notice)}
        ) from error
