"""A tournament's settings, checked as a whole: game, options, pairing and scoring must fit each other; and its
hall's clock, also while nobody has touched it yet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.core import registry
from games.core import registry as games
from games.core.declarations.declaration import BadDeclaration, Declaration
from games.core.errors import GameError
from games.core.game import GameInfo
from games.core.notices import Notice, either
from games.core.options import at_table, complete, proposed
from scoring.core.codes import CodeError
from scoring.core.registry import find
from scoring.documents.document import DocumentError, Event
from scoring.documents.gamelink import check_game, complete_options, why_impossible
from scoring.documents.jsontext import shown
from scoring.input.rules import rules_of
from tournaments.domain.errors import Refused
from tournaments.models import Clock, Tournament
from tournaments.pairing.core import PairingError
from tournaments.pairing.registry import PairingSystem, Partners, system_of, systems
from tournaments.sentences import sentence
from tournaments.text import is_visible

MOST_ROUNDS = 400
USUAL_ROUNDS = 5
USUAL_GAME = "quatro-chess"
USUAL_SYSTEMS = ("tables", "berger")
"""The system of a new event that names none: the first that the game can be played in."""
OWN_COLUMNS = ("system", "rounds", "table_size", "seed", "fixed_tables")
MOST_SEED = 10**15 - 1


def check_usual(declared: Declaration) -> Declaration:
    """Return a declaration whose usual system and tie-breaks this site knows, which its reader cannot tell. Raises
    BadDeclaration with the member that is wrong."""
    usual = declared.usual or {}
    system = usual.get("system")
    if system is not None and system not in systems():
        raise BadDeclaration("usual.system", Notice("no-system", key=shown(system), systems=tuple(systems())))
    for index, code in enumerate(usual.get("tie_breaks", ())):
        try:
            find(code)
        except CodeError as error:
            why = Notice("then", first=shown(code), then=error.notice)
            raise BadDeclaration(f"usual.tie_breaks.{index}", why) from None
    return declared


def filled_in(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a new event, as ``fields_of`` wants them in an event, with a game, a system and a table size
    that fit each other where they name none. What they name stays, also where it is wrong."""
    game = values.get("game", USUAL_GAME)
    pairing = dict(values.get("pairing", {}))
    info = _info_of(game, values.get("options", {}))
    if info is not None:
        if options := proposed(info):
            values = {**values, "options": {**options, **values.get("options", {})}}
        if pairing.get("system") is None:
            pairing["system"] = next(key for key in USUAL_SYSTEMS if sizes_for(info, systems()[key]))
        system = systems().get(pairing["system"]) if isinstance(pairing["system"], str) else None
        if system and pairing.get("table_size") is None and (sizes := sizes_for(info, system)):
            pairing["table_size"] = sizes[0]
    return {**values, "game": game, "pairing": pairing}


def _info_of(game: object, options: object) -> GameInfo | None:
    """Return what is known of a game, None for one that the checks will refuse."""
    if not isinstance(game, str) or not isinstance(options, Mapping):
        return None
    try:
        return games.game_of(game, options).info
    except GameError:
        return None


def sizes_for(info: GameInfo, system: PairingSystem) -> tuple[int, ...]:
    """Return the sizes of tables that a system makes and a game is played at, the usual one first."""
    return tuple(size for size in system.table_sizes if size in info.seats)


def fields_of(event: Event) -> dict[str, Any]:
    """Return the fields of ``Tournament`` from an event document's objects. Raises DocumentError with the place."""
    name_of(event.name, "name", 120)
    check_game(event.game, event.options, "game")
    complete_options(event.game, event.options, "options")
    system = system_of(event)
    info = games.game_of(event.game, event.options).info
    if not sizes_for(info, system):
        fitting = tuple(key for key, other in systems().items() if sizes_for(info, other))
        sizes, seats = either(system.table_sizes), either(info.seats)
        raise DocumentError(
            "pairing.system",
            Notice("event-no-tables", system=system.key, sizes=sizes, seats=seats, systems=fitting),
        )
    pairing = system.complete(event)
    size = pairing["table_size"]
    if size not in info.seats:
        raise DocumentError("pairing.table_size", Notice("event-game-not-by", size=size))
    for other in pairing.get("allowed_sizes", ()):
        if other not in info.seats:
            raise DocumentError("pairing.allowed_sizes", Notice("event-game-not-by", size=other))
    rounds = pairing["rounds"] or rounds_made(event) or len(event.rounds) or USUAL_ROUNDS
    if rounds > MOST_ROUNDS:
        raise DocumentError("pairing.rounds", Notice("event-too-many-rounds", most=MOST_ROUNDS))
    seed = pairing["seed"]
    if not 0 <= seed <= MOST_SEED:
        raise DocumentError("pairing.seed", Notice("event-seed"))
    rules_of(event)
    return {
        "name": event.name,
        "game": event.game,
        "options": dict(event.options),
        "system": system.key,
        "table_size": size,
        "rounds_planned": rounds,
        "rounds_by_system": pairing["rounds"] is None and not event.rounds,
        "seed": seed,
        "pairing_options": {k: v for k, v in event.pairing.items() if k not in OWN_COLUMNS},
        "scoring": dict(event.scoring),
    }


def refuse_without_engine(tournament: Tournament) -> None:
    """Raise Refused for a declared game: nobody can follow its moves."""
    if not tournament.has_engine:
        info = games.game_of(tournament.game, tournament.options).info
        notice = Notice("no-engine", game=info.name)
        raise Refused(sentence(notice), notice=notice)


def rounds_made(event: Event, asked: int | None = None) -> int | None:
    """Return how many rounds the system makes with the players who are there; of ``asked``, how many it can make.

    None where nothing limits them, or the players are too few or too many for the system.
    """
    system = system_of(event)
    pairing = {**system.complete(event), "rounds": asked}
    try:
        return system.length(replace(event, pairing=pairing))
    except PairingError:
        return None if asked is None else rounds_made(event)


def options_of(tournament: Tournament) -> dict[str, Any]:
    """Return all options of the game as this tournament plays it.

    Those chosen, the defaults of those left out; but where the pairing system makes partnerships and the
    settings say nothing of teams, the partners that it makes.
    """
    info = games.game_of(tournament.game, tournament.options).info
    chosen = {**implied(info, tournament.system, tournament.table_size), **tournament.options}
    return complete(info, chosen, event=True)


def options_at(tournament: Tournament, players: int) -> dict[str, Any]:
    """Return the options as they hold at a table with so many players: partners only where nobody is missing."""
    return at_table(games.game_of(tournament.game, tournament.options).info, options_of(tournament), players)


def implied(info: GameInfo, system: str, table_size: int) -> dict[str, Partners]:
    """Return the options of a game that a pairing system implies: the teams of its partners."""
    known = systems().get(system)
    partners = known.partners_at(table_size) if known else None
    return {option.key: partners for option in info.options if option.kind == "teams" and partners}


def options_played(event: Event) -> dict[str, Any]:
    """Return the options to keep of an event that comes with its results.

    An event whose system implies partners, but which has a result that partners cannot have, was played by
    everyone for themselves: that is then written down.
    """
    info = games.game_of(event.game, event.options).info
    pairing = system_of(event).complete(event)
    silent = {
        key: partners
        for key, partners in implied(info, pairing["system"], pairing["table_size"]).items()
        if key not in event.options
    }
    if silent and not _possible(event, {**event.options, **silent}):
        return {**event.options, **dict.fromkeys(silent)}
    return dict(event.options)


def _possible(event: Event, options: dict[str, Any]) -> bool:
    """Return whether the game with these options can give every result of the event that is there whole."""
    ready = complete_options(event.game, options, "options")
    for entry in event.rounds:
        for table in entry.tables:
            tally = table.points if table.game_points is None else table.game_points
            points = [value for value in tally or () if value is not None]
            if table.end != "played" or len(points) < len(table.seats):
                continue
            if why_impossible(event.game, ready, points, table.seats) is not None:
                return False
    return True


def name_of(text: str, place: str, most: int) -> str:
    """Return a name that can be shown and kept. Raises DocumentError for any other."""
    if len(text) > most:
        raise DocumentError(
            place,
            Notice("event-name-too-long", given=len(text), most=most),
        )
    if not is_visible(text):
        raise DocumentError(place, Notice("event-name-invisible"))
    return text


def clock_of(tournament: Tournament) -> Clock:
    """Return the clock, or a new one that is not saved: as long as a game takes at most, by its source, or an hour.
    One query."""
    return Clock.objects.filter(tournament=tournament).first() or new_clock(tournament)


def new_clock(tournament: Tournament) -> Clock:
    """Return the clock of a tournament where nobody has touched it. No query."""
    clock = Clock(tournament=tournament)
    if minutes := registry.game_of(tournament.game, tournament.options).info.minutes:
        clock.seconds = minutes[-1] * 60
        clock.left_ms = clock.seconds * 1000
    return clock
