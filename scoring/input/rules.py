"""The document's ``scoring`` object, read: how points, byes, tie-breaks and teams count in this event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from games.core.notices import Notice
from scoring.core.codes import CodeError
from scoring.core.registry import find
from scoring.documents.document import BYE_KINDS, DocumentError, Event
from scoring.documents.jsontext import a_list, an_object, fraction, one_of, shown, text, whole
from scoring.keizer import KeizerRules, is_keizer, keizer_rules
from scoring.penalties import Penalty, read_penalties
from scoring.points import DEFAULT, FITS, fitted, fixes_points, lowest_score_counts, place_points, seats_are_colours

TWO_COLOURS = ("average", "sum", "best")
EDITIONS = ("2026", "2024")
IN_OR_OUT = ("in", "out")
UNDER_HALF = ("count", "annul")
TEAM_SCORES = ("sum", "match")
MISSING = ("zero", "average", "draw")

ENTRIES = (
    "points",
    "smaller_tables",
    "two_colours",
    "bye",
    "tie_breaks",
    "edition",
    "unrated",
    "withdrawn",
    "expelled",
    "expelled_players",
    "under_half",
    "teams",
    "penalties",
)
TEAM_ENTRIES = ("score", "match_points", "bye", "tie_breaks", "size", "best", "missing")

MAX_TIE_BREAKS = 100

TEAM_SWISS = "team-swiss"

BURSTEIN = "burstein-2026"
"""The edition of a Swiss for two that is paired by FIDE's Burstein system (C.04.4.2)."""

_TABLE_SIZES = {
    "berger": 2,
    "keizer": 2,
    "scheveningen": 2,
    "swiss": 2,
    "team-swiss": 2,
    "whist": 4,
    "double-team": 4,
    "triple-team": 4,
    "board-groups": 4,
}
WITH_PARTNERS = ("whist", "double-team", "triple-team", "team-berger")
"""Systems that seat partners opposite each other at a table of four."""

_PREDETERMINED = frozenset(
    {"berger", "tables", "whist", "double-team", "triple-team", "board-groups", "team-berger", "scheveningen"}
)
_ROUND_ROBINS = frozenset({"berger", "team-berger"})
_WITHOUT_BYE_POINTS = _ROUND_ROBINS | {"scheveningen"}
_WITHOUT_COSTS = frozenset({"knockout", "double-elimination"})
"""Ranked by how far one came: who is out has no rounds to pay for."""


@dataclass(frozen=True, slots=True)
class TeamRules:
    """The rules by which teams score.

    ``score``: ``sum`` of their players' points (QC 4.1 of team events, 7.1) or ``match`` points.
    ``match_points``: for a match won, drawn, lost. ``bye``: match points and board points of a round without
    a match; None for those of a match drawn, in the Swiss for teams. ``size``: players a round that a team should
    have, None for its number of members; ``best``: how many of them count, None for all; ``missing``: what a missing
    player's place brings.
    """

    score: str = "sum"
    match_points: tuple[Fraction, Fraction, Fraction] = (Fraction(2), Fraction(1), Fraction(0))
    bye: tuple[Fraction, Fraction] | None = (Fraction(0), Fraction(0))
    tie_breaks: tuple[str, ...] = ()
    size: int | None = None
    best: int | None = None
    missing: str = "zero"


@dataclass(frozen=True, slots=True)
class ScoringRules:
    """The rules of one event, complete.

    ``points``: ``game`` or ``places``; ``worth``: the declared points for places by number of seats.
    ``seats`` and ``players``: the usual numbers at a table, which differ where players hold two colours;
    ``win`` and ``draw``: what these are worth there, ``win`` None where the game's points have no upper
    end. ``byes``: by kind; ``costly``: the lowest score wins, so that byes and forfeits bring no more than the worst
    result of their round. ``keizer``: the options of the Keizer system, where it ranks;
    ``options``: those of the game. The rest as in the document.
    """

    game: str
    points: str
    worth: Mapping[int, tuple[Fraction, ...]]
    smaller_tables: str
    two_colours: str
    seats: int
    players: int
    win: Fraction | None
    draw: Fraction
    byes: Mapping[str, Fraction]
    costly: bool = False
    tie_breaks: tuple[str, ...] = ()
    capped: bool = True
    unrated: int | None = None
    withdrawn: str = "in"
    expelled: str = "out"
    expelled_players: frozenset[int] = frozenset()
    annul_under_half: bool = False
    teams: TeamRules = field(default_factory=TeamRules)
    penalties: tuple[Penalty, ...] = ()
    predetermined: bool = False
    round_robin: bool = False
    final_round: int | None = None
    seed: int = 0
    keizer: KeizerRules | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    def places(self, seats: int) -> tuple[Fraction, ...]:
        """Return the points for the places at a table with so many seats."""
        return places_at(seats, self.worth, self.smaller_tables)

    def draw_at(self, seats: int) -> Fraction:
        """Return what each seat takes where all at a table tie."""
        places = place_points(self.game, self.options, seats) if self.points == "game" else self.places(seats)
        return self.draw if places is None else sum(places, Fraction(0)) / len(places)


def places_at(seats: int, worth: Mapping[int, tuple[Fraction, ...]], smaller: str) -> tuple[Fraction, ...]:
    """Return the points for places at a table: declared for its size, fitted from a larger list, or the default."""
    if seats in worth:
        return worth[seats]
    larger = min((size for size in worth if size > seats), default=None)
    return DEFAULT[seats] if larger is None else fitted(worth[larger], seats, smaller)


def rules_of(event: Event) -> ScoringRules:
    """Return the rules in ``event.scoring`` with all defaults. Raises DocumentError."""
    entries = an_object(event.scoring, "scoring", ENTRIES)
    system = event.pairing.get("system")
    system = system if isinstance(system, str) else ""
    points, worth = _points(entries, event)
    smaller = one_of(
        entries.get("smaller_tables", "average"), "scoring.smaller_tables", FITS, Notice("a-rule-for-them")
    )
    players = _usual_players(event, system)
    seats = 4 if seats_are_colours(event.game) else players
    _check_list_reaches(event, worth, points)
    two_colours = _choice(entries, "two_colours", TWO_COLOURS)
    places = place_points(event.game, event.options, seats) if points == "game" else places_at(seats, worth, smaller)
    win, draw = _win_and_draw(places, players, two_colours)
    byes = _byes(entries.get("bye"), win, draw, players, free=system in _WITHOUT_BYE_POINTS)
    expelled = a_list(entries.get("expelled_players", []), "scoring.expelled_players", 20_000, Notice("things-players"))
    return ScoringRules(
        game=event.game,
        points=points,
        worth=worth,
        smaller_tables=smaller,
        two_colours=two_colours,
        seats=seats,
        players=players,
        win=win,
        draw=draw,
        byes=byes,
        costly=points == "game" and system not in _WITHOUT_COSTS and lowest_score_counts(event.game, event.options),
        tie_breaks=_tie_breaks(entries.get("tie_breaks", []), "scoring.tie_breaks", teams=False),
        capped=_choice(entries, "edition", EDITIONS) == "2026",
        unrated=_unrated(entries.get("unrated")),
        withdrawn=_choice(entries, "withdrawn", IN_OR_OUT),
        expelled=one_of(
            entries.get("expelled", "out"), "scoring.expelled", IN_OR_OUT, Notice("in-or-out-of-the-table")
        ),
        expelled_players=frozenset(
            whole(entry, f"scoring.expelled_players[{index}]", 1, len(event.players), Notice("a-players-id"))
            for index, entry in enumerate(expelled)
        ),
        annul_under_half=_choice(entries, "under_half", UNDER_HALF) == "annul",
        teams=_team_rules(entries.get("teams", {}), system),
        penalties=read_penalties(entries.get("penalties", []), event),
        predetermined=system in _PREDETERMINED,
        round_robin=system in _ROUND_ROBINS,
        final_round=_final_round(event, system),
        seed=event.pairing.get("seed", 0),
        keizer=keizer_rules(event) if is_keizer(event) else None,
        options=event.options,
    )


def _choice(entries: Mapping[str, Any], name: str, choices: tuple[str, ...]) -> str:
    return one_of(entries.get(name, choices[0]), f"scoring.{name}", choices, Notice("a-choice-here"))


def _points(entries: Mapping[str, Any], event: Event) -> tuple[str, dict[int, tuple[Fraction, ...]]]:
    value = entries.get("points", "game" if fixes_points(event.game) else "places")
    if not isinstance(value, dict):
        return one_of(value, "scoring.points", ("game", "places"), Notice("a-rule-for-points")), {}
    an_object(value, "scoring.points", ("places",))
    if "places" not in value:
        raise DocumentError("scoring.points.places", Notice("places-missing"))
    lists = value["places"]
    if not isinstance(lists, dict):
        worth = _worth(lists, "scoring.points.places")
        return "places", {len(worth): worth}
    by_seats: dict[int, tuple[Fraction, ...]] = {}
    for name, entry in an_object(lists, "scoring.points.places", map(str, range(2, 9))).items():
        worth = _worth(entry, f"scoring.points.places.{name}")
        if len(worth) != int(name):
            raise DocumentError(
                f"scoring.points.places.{name}",
                Notice("places-for-places", entries=len(worth), places=name),
            )
        by_seats[int(name)] = worth
    return "places", by_seats


def _worth(value: object, place: str) -> tuple[Fraction, ...]:
    entries = a_list(value, place, 8, Notice("things-places"))
    if len(entries) < 2:
        raise DocumentError(place, Notice("places-too-few"))
    worth = tuple(fraction(entry, f"{place}[{index}]") for index, entry in enumerate(entries))
    for index in range(1, len(worth)):
        if worth[index] > worth[index - 1]:
            raise DocumentError(
                f"{place}[{index}]",
                Notice("places-rising", points=worth[index]),
            )
    return worth


def _usual_players(event: Event, system: str) -> int:
    """Return the number of players at the event's tables: declared, the system's, the largest that there is."""
    declared = event.pairing.get("table_size")
    if type(declared) is int and 2 <= declared <= 8:
        return declared
    if system in _TABLE_SIZES:
        return _TABLE_SIZES[system]
    sizes = [len(set(table.seats)) for entry in event.rounds for table in entry.tables]
    return max(sizes, default=4 if seats_are_colours(event.game) else 2)


def _check_list_reaches(event: Event, worth: Mapping[int, tuple[Fraction, ...]], points: str) -> None:
    """Check that a list of points for places has an entry for each seat of the largest table."""
    if points != "places" or not worth:
        return
    longest = max(worth)
    for number, entry in enumerate(event.rounds):
        for index, table in enumerate(entry.tables):
            if len(table.seats) > longest:
                raise DocumentError(
                    "scoring.points.places",
                    Notice(
                        "places-do-not-reach",
                        places=longest,
                        table=f"rounds[{number}].tables[{index}]",
                        seats=len(table.seats),
                    ),
                )


def _win_and_draw(
    places: tuple[Fraction, ...] | None, players: int, two_colours: str
) -> tuple[Fraction | None, Fraction]:
    """Return what a win and a tie of all are worth at a usual table; ``places``: the points of its places.

    Two players with two colours each take what two places give.
    """
    if places is None:
        return None, Fraction(0)
    win, draw = places[0], sum(places, Fraction(0)) / len(places)
    if players == 2 and len(places) == 4:
        if two_colours == "sum":
            return places[0] + places[1], 2 * draw
        if two_colours == "average":
            return (places[0] + places[1]) / 2, draw
    return win, draw


def _byes(value: object, win: Fraction | None, draw: Fraction, players: int, *, free: bool) -> dict[str, Fraction]:
    """Return the points of each kind of bye; by default a win at tables of two, else what a tie of all is worth."""
    best = win if win is not None else Fraction(0)
    pairing = Fraction(0) if free else best if players == 2 else draw
    byes = {"pairing": pairing, "half": draw, "full": best, "zero": Fraction(0)}
    if isinstance(value, dict):
        for name, entry in an_object(value, "scoring.bye", BYE_KINDS).items():
            byes[name] = _bye(entry, f"scoring.bye.{name}", win)
    elif value is not None:
        byes["pairing"] = _bye(value, "scoring.bye", win)
    return byes


def _bye(value: object, place: str, win: Fraction | None) -> Fraction:
    points = fraction(value, place, Notice("the-points-of-a-bye"))
    if win is not None and points > win:
        raise DocumentError(place, Notice("bye-above-a-win", points=points, win=win))
    return points


def _tie_breaks(value: object, place: str, *, teams: bool) -> tuple[str, ...]:
    codes: list[str] = []
    for index, entry in enumerate(a_list(value, place, MAX_TIE_BREAKS, Notice("things-tie-breaks"))):
        where = f"{place}[{index}]"
        code = text(entry, where, Notice("the-code-of-a-tie-break"))
        try:
            find(code, teams=teams)
        except CodeError as error:
            raise DocumentError(where, Notice("then", first=shown(code), then=error.notice)) from None
        if code in codes:
            raise DocumentError(where, Notice("tie-break-twice", code=shown(code)))
        codes.append(code)
    return tuple(codes)


def _unrated(value: object) -> int | None:
    return None if value is None else whole(value, "scoring.unrated", 0, 10_000, Notice("a-rating-for-the-unrated"))


def _team_rules(value: object, system: str) -> TeamRules:
    place = "scoring.teams"
    entries = an_object(value, place, TEAM_ENTRIES)
    usual = "match" if system in ("team-berger", TEAM_SWISS) else "sum"
    score = one_of(entries.get("score", usual), f"{place}.score", TEAM_SCORES, Notice("a-score-of-teams"))
    board_points = ["MPvGP"] if score == "match" else []
    won, drawn, lost = _fractions(entries.get("match_points", ["2", "1", "0"]), f"{place}.match_points", 3)
    if not won >= drawn >= lost or 2 * drawn > won + lost:
        raise DocumentError(
            f"{place}.match_points",
            Notice("match-points"),
        )
    bye = None
    if system != TEAM_SWISS or "bye" in entries:
        match_bye, board_bye = _fractions(entries.get("bye", ["0", "0"]), f"{place}.bye", 2)
        if match_bye > won:
            raise DocumentError(f"{place}.bye[0]", Notice("match-bye-above-a-win", points=match_bye, win=won))
        bye = match_bye, board_bye
    return TeamRules(
        score=score,
        match_points=(won, drawn, lost),
        bye=bye,
        tie_breaks=_tie_breaks(entries.get("tie_breaks", board_points), f"{place}.tie_breaks", teams=True),
        size=_count(entries.get("size"), f"{place}.size"),
        best=_count(entries.get("best"), f"{place}.best"),
        missing=one_of(
            entries.get("missing", "zero"), f"{place}.missing", MISSING, Notice("a-rule-for-missing-players")
        ),
    )


def _fractions(value: object, place: str, count: int) -> list[Fraction]:
    entries = a_list(value, place, count, Notice("things-numbers"))
    if len(entries) != count:
        raise DocumentError(place, Notice("document-entries", entries=len(entries), needed=count))
    return [fraction(entry, f"{place}[{index}]") for index, entry in enumerate(entries)]


def _count(value: object, place: str) -> int | None:
    return None if value is None else whole(value, place, 1, 1000, Notice("a-number-of-players"))


def _final_round(event: Event, system: str) -> int | None:
    """Return the number of the event's last round: declared, or fixed by the schedule; None while unknown."""
    declared = event.pairing.get("rounds")
    if type(declared) is int and declared > 0:
        return declared
    players = len(event.players)
    if system in ("berger", "team-berger"):
        entrants = players if system == "berger" else len(event.teams)
        cycles = event.pairing.get("cycles", 1)
        cycles = cycles if type(cycles) is int and cycles > 0 else 1
        return (entrants - 1 + entrants % 2) * cycles if entrants > 1 else None
    if system == "whist" and players > 3:
        return players if players % 4 == 1 else players - 1
    return None
