"""A report as the event document's values, and the other way round."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

from scoring.documents import document as doc
from scoring.input.rules import BURSTEIN, rules_of
from scoring.keizer import is_keizer
from scoring.trf.report import HALVES, LETTER_OF, USUAL, Game, Player, Report
from scoring.trf.report import Team as TrfTeam

BYE_OF = {"U": "pairing", "F": "full", "H": "half", "Z": "zero", " ": "zero", "+": "full", "-": "zero"}
CODE_OF = {"pairing": "U", "full": "F", "half": "H", "zero": "Z"}
IN_FORCE = 2026
"""The year of the Swiss rules that are in force, as a report's code has it."""
FIRST_NAMED = 2025
"""The year that codes gave these rules while they were to come; earlier ones mean the edition before."""
ONE, HALF, NOTHING = Fraction(1), Fraction(1, 2), Fraction(0)
_WORTH = {2: ONE, 1: HALF, 0: NOTHING}


BYE_LETTERS = {"half": "H", "full": "F", "zero": "Z"}
BURSTEIN_KIND = "Individual: Swiss-System (Burstein)"
KEIZER_KIND = "Individual: Keizer system (ranks by the Keizer score)"


class NotForTwo(Exception):
    """A report is for tables of two only."""


def event_of(report: Report, *, game: str, system: str | None = None) -> doc.Event:
    """Make the event of a report, as far as a document knows it.

    Players keep their order and are numbered 1…n. Tables stand by the better score before the round, then by the
    smaller number. Results that the format allows and a game does not give (0 against 0, ½ against 0) are forfeits
    of who got nothing.
    """
    ids = {player.number: at for at, player in enumerate(report.players, 1)}
    team_of = {number: f"T{at}" for at, team in enumerate(report.teams, 1) for number in team.players}
    board_of = {number: at for team in report.teams for at, number in enumerate(team.players, 1)}
    away = {p.number: _rounds_off(report, p) for p in report.players}
    players = tuple(
        doc.Player(
            id=ids[p.number],
            name=p.name,
            rating=p.rating,
            club=None,
            team=team_of.get(p.number),
            board=board_of.get(p.number),
            absent=frozenset(away[p.number]),
            half_byes=frozenset(r for r, kind in away[p.number].items() if kind == "half"),
            full_byes=frozenset(r for r, kind in away[p.number].items() if kind == "full"),
        )
        for p in report.players
    )
    rounds = report.rounds or max(report.played, 1)
    pairing: dict[str, object] = {
        "system": system or _system(report),
        "rounds": max(rounds, report.played, 1),
        "table_size": 2,
    }
    if pairing["system"] == "swiss":
        code = report.fact("192").upper()
        if code.endswith("_BAKU"):
            pairing["acceleration"] = "baku"
        year = re.search(r"DUTCH_(\d{4})", code)
        if year is not None and int(year[1]) < FIRST_NAMED:
            pairing["edition"] = "2018"
        elif "BURSTEIN" in f"{report.fact('092')} {code}".upper():
            pairing["edition"] = BURSTEIN
        colour = report.initial_colour or _colour_of_first_round(report)
        if colour:
            pairing["initial_colour"] = "white" if colour == "W" else "black"
        pairs = [
            [ids[a], ids[b]]
            for _first, _last, some in report.forbidden
            for at, a in enumerate(some)
            for b in some[at + 1 :]
        ]
        if pairs:
            pairing["forbidden"] = pairs
            ends = {last for _first, last, _some in report.forbidden}
            if len(ends) == 1 and (last := ends.pop()) < rounds:
                pairing["forbidden_rounds"] = last
    return doc.Event(
        name=report.fact("012") or "TRF",
        game=game,
        starts=_day(report.fact("042")),
        pairing=pairing,
        scoring={},
        teams=tuple(doc.Team(f"T{at}", team.name) for at, team in enumerate(report.teams, 1)),
        players=players,
        rounds=_rounds(report, ids),
    )


def _rounds_off(report: Report, player: Player) -> dict[int, str]:
    """Return the rounds that a player missed or will miss, each with the kind of bye; the pairing's own are none."""
    games = (*player.games, *[Game()] * report.played)[: report.played]
    past = {r: BYE_OF[game.result] for r, game in enumerate(games, 1) if not game.opponent}
    asked = sorted(report.byes, key=lambda bye: "ZFH".index(bye[0]))  # of two for one round, the one with points
    to_come = {r: BYE_OF[kind] for kind, r, n in asked if n == player.number and r > report.played}
    return {r: kind for r, kind in (past | to_come).items() if kind != "pairing"}


def _colour_of_first_round(report: Report) -> str:
    """Return the initial colour, ``W`` or ``B``, that the first round shows; empty where it has no colours.

    The higher of two who meet has it where their number among those who take part is odd (C.04.3 5.2.5).
    """
    first = [p.games[0] for p in report.players if p.games and (p.games[0].opponent or p.games[0].result == "U")]
    for number, game in enumerate(first, 1):
        if game.colour != "-":
            return "W" if (game.colour == "w") == (number % 2 == 1) else "B"
    return ""


def _system(report: Report) -> str:
    kind = f"{report.fact('092')} {report.fact('192')}".lower().replace("-", " ").replace("_", " ")
    return "berger" if "round robin" in kind or "berger" in kind or "roundrobin" in kind else "swiss"


def _day(text: str) -> str | None:
    parts = text.replace("-", "/").replace(".", "/").split("/")
    if len(parts) == 3 and all(part.isascii() and part.isdecimal() for part in parts) and len(parts[0]) == 4:
        return "-".join((parts[0], parts[1].zfill(2), parts[2].zfill(2)))
    return None


def _rounds(report: Report, ids: Mapping[int, int]) -> tuple[doc.Round, ...]:
    rounds = []
    score = dict.fromkeys(ids, 0)
    for at in range(report.played):
        games = {p.number: p.games[at] if at < len(p.games) else Game() for p in report.players}
        tables, byes = [], []
        for number, game in games.items():
            if not game.opponent:
                byes.append(doc.Bye(ids[number], BYE_OF[game.result]))
            elif _first(number, game, games):
                tables.append((number, game.opponent))
        tables.sort(key=lambda pair: (-max(score[pair[0]], score[pair[1]]), min(pair)))
        rounds.append(
            doc.Round(
                at + 1,
                tuple(_table(place, pair, games, ids) for place, pair in enumerate(tables, 1)),
                tuple(sorted(byes, key=lambda bye: bye.player)),
            )
        )
        for number, game in games.items():
            score[number] += HALVES[game.result]
    return tuple(rounds)


def _first(number: int, game: Game, games: Mapping[int, Game]) -> bool:
    """Return whether a player has seat 1 of their table; without a colour the smaller number has it."""
    other = games[game.opponent].colour
    if game.colour == "w" or (game.colour == "-" and other == "b"):
        return True
    if game.colour == "b" or other == "w":
        return False
    return number < game.opponent


def _table(place: int, pair: tuple[int, int], games: Mapping[int, Game], ids: Mapping[int, int]) -> doc.Table:
    codes = [games[number].result for number in pair]
    seats = tuple(ids[number] for number in pair)
    if codes[0] == " ":
        return doc.Table(place, seats)
    if set(codes) <= {"+", "-"}:
        points: tuple[Fraction | None, ...] = tuple(ONE if code == "+" else None for code in codes)
        return doc.Table(place, seats, points, end="forfeit")
    worths = tuple(_WORTH[HALVES[code]] for code in codes)
    if sum(worths) != 1:
        # no game gives both less than it has: who got nothing lost by the arbiter's word
        return doc.Table(place, seats, tuple(p or None for p in worths), end="forfeit")
    return doc.Table(place, seats, worths, end="played")


def report_of(
    event: doc.Event,
    *,
    ranks: Mapping[int, int],
    facts: Mapping[str, Sequence[str]] | None = None,
    born: Mapping[int, str] | None = None,
    team_ranks: Mapping[str, tuple[int, int | None]] | None = None,
) -> Report:
    """Make the report of an event at tables of two. Raises NotForTwo for another one.

    ``team_ranks``: the rank of each team and its match points in tenths, where it plays matches.

    A win counts one and a tie a half, also where the game has points without an upper end; so do the points in the
    players' records. Where the event declares other points, for a bye too, both are told: who pairs or checks by the
    file must know the score groups.
    """
    if any(len(table.seats) != 2 for round_ in event.rounds for table in round_.tables):
        raise NotForTwo
    games: dict[int, list[Game]] = {player.id: [] for player in event.players}
    for round_ in event.rounds:
        round_games = dict.fromkeys(games, Game(0, "-", "Z"))
        for table in round_.tables:
            round_games.update(_games(table))
        for bye in round_.byes:
            round_games[bye.player] = Game(0, "-", CODE_OF[bye.kind])
        for number, game in round_games.items():
            games[number].append(game)
    points = declared_points(event)
    worth = points or USUAL
    players = tuple(
        Player(
            number=p.id,
            name=p.name,
            rating=p.rating,
            born=(born or {}).get(p.id, ""),
            points=sum(worth[LETTER_OF[game.result]] for game in games[p.id]),
            rank=ranks.get(p.id),
            games=tuple(games[p.id]),
        )
        for p in event.players
    )
    planned = event.pairing.get("rounds")
    last = planned if isinstance(planned, int) else len(event.rounds)
    forbidden = event.pairing.get("forbidden")
    pairs = forbidden if isinstance(forbidden, (list, tuple)) else ()
    until = doc.forbidden_until(event.pairing)
    apart = last if until is None else min(until, last)
    members = {team.id: [p for p in event.players if p.team == team.id] for team in event.teams}
    scored = {p.number: p.points for p in players}
    placed = team_ranks or {}
    return Report(
        players=players,
        facts={code: tuple(lines) for code, lines in {**_kind(event), **(facts or {})}.items()},
        rounds=max(last, len(event.rounds), 1),
        initial_colour=_initial_colour(event),
        points=points,
        teams=tuple(
            TrfTeam(
                team.name,
                tuple(p.id for p in sorted(members[team.id], key=lambda p: (p.board or 9999, p.id))),
                rank=placed[team.id][0] if team.id in placed else None,
                match_points=placed[team.id][1] if team.id in placed else None,
                game_points=sum(scored[p.id] for p in members[team.id]) if team.id in placed else None,
            )
            for team in event.teams
            if members[team.id]
        ),
        byes=tuple(
            (BYE_LETTERS[p.asked_for(round_)] if round_ in p.absent else "Z", round_, p.id)
            for round_ in range(len(event.rounds) + 1, max(last, *(r for p in event.players for r in p.absent), 0) + 1)
            for p in sorted(event.players, key=lambda p: p.id)
            if not p.plays(round_) and (round_ <= last or round_ in p.absent)
        ),
        forbidden=tuple((1, max(apart, 1), tuple(pair)) for pair in pairs),
    )


def by_burstein(event: doc.Event) -> bool:
    """Tell whether an event is paired by FIDE's Burstein system."""
    return event.pairing.get("system") == "swiss" and event.pairing.get("edition") == BURSTEIN


def _kind(event: doc.Event) -> dict[str, list[str]]:
    """Give the record ``192`` of an accelerated Swiss, from which another program knows the virtual points, or of
    one by Burstein, and the ``092`` of these and of a Keizer event, whose ranks are not those of the points.

    An event that is paired by an earlier edition has none: the code would name rules that its rounds do not keep.
    """
    pairing = event.pairing
    if is_keizer(event):
        return {"092": [KEIZER_KIND]}
    accelerated = pairing.get("system") == "swiss" and pairing.get("acceleration") == "baku"
    if by_burstein(event):
        return {"092": [BURSTEIN_KIND], "192": ["FIDE_BURSTEIN_BAKU" if accelerated else "FIDE_BURSTEIN"]}
    in_force = pairing.get("edition", "2026") == "2026"
    return {"192": [f"FIDE_DUTCH_{IN_FORCE}_BAKU"]} if accelerated and in_force else {}


def _initial_colour(event: doc.Event) -> str:
    """Return ``W`` or ``B`` where the event says it, or its first round shows how the lot fell; else empty."""
    chosen = event.pairing.get("initial_colour")
    if chosen == "lot":
        first = [table.seats for round_ in event.rounds if round_.number == 1 for table in round_.tables]
        top = min((player for seats in first for player in seats), default=None)
        return "" if top is None else "W" if any(seats[0] == top for seats in first) else "B"
    return {"white": "W", "black": "B"}.get(str(chosen), "")


def declared_points(event: doc.Event) -> dict[str, int]:
    """Return tenths by the letters of ``162`` where they are not the usual ones; empty too where no letters can tell
    them: points without an upper end, two colours a player, other fractions than tenths, more than 99.9."""
    rules = rules_of(event)
    if rules.win is None or rules.seats != 2:
        return {}
    worth = {
        "W": rules.win,
        "D": rules.draw,
        "L": 2 * rules.draw - rules.win,
        "A": rules.byes["zero"],
        "P": rules.byes["pairing"],
    }
    tenths = {letter: 10 * points for letter, points in worth.items()}
    if any(value.denominator != 1 or not 0 <= value <= 999 for value in tenths.values()):
        return {}
    values = {letter: int(value) for letter, value in tenths.items()}
    return {} if values == USUAL else values


def _games(table: doc.Table) -> dict[int, Game]:
    first, second = table.seats
    if table.points is None or table.end is None or table.end == "adjourned":
        return {first: Game(second, "w"), second: Game(first, "b")}
    a, b = table.points
    if table.end == "forfeit":
        codes = ["-" if p is None else "+" for p in (a, b)]
        if codes == ["+", "+"]:
            codes = ["-", "-"]
    else:
        assert a is not None and b is not None
        codes = ["=", "="] if a == b else ["1", "0"] if a > b else ["0", "1"]
    return {first: Game(second, "w", codes[0]), second: Game(first, "b", codes[1])}
