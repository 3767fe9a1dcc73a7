"""A game that is being entered: as data for the page that enters it by touch, in parts for a page without script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.text import slugify
from django.utils.translation import gettext as _

from games.core import surface
from games.core.errors import GameError
from games.core.registry import AnyGame, get
from games.quaro.material import HAND
from tournaments.domain.errors import Refused
from tournaments.domain.setup import options_at
from tournaments.models import LiveGame, Table, Tournament
from tournaments.selectors import labels
from tournaments.selectors.events import public
from tournaments.selectors.games import replays
from tournaments.selectors.people import shown_names
from tournaments.sentences import speaker_at
from tournaments.sentences.points import readable
from tournaments.web.games import live_game_words, move_words

SHOWN = 30


@dataclass(frozen=True, slots=True)
class Place:
    """A position at the table: its number, who sits there, and the sign that it bears."""

    position: int
    entry_id: int
    name: str
    style: str
    letter: str
    colour: str


def places(tournament: Tournament, table: Table, language: str, *, real: bool) -> list[Place]:
    """Return the positions of a table; ``real``: with the names as the desk knows them, else as the public does."""
    rows = list(table.seats.order_by("position").values_list("position", "entry_id", "entry__number"))
    people = {} if real else shown_names.people(tournament.pk, only=[number for _p, _e, number in rows])
    names = tournament.display_names if real else {number: person.name for number, person in people.items()}
    colours = public.seat_colours(tournament.game)
    return [
        Place(position, entry, names[number], *labels.seat(colours, position, language))
        for position, entry, number in rows
    ]


def board(engine: AnyGame, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return what stays the same through a game: its board, the looks of its pieces, and their names."""
    made = surface.layout(engine, options)
    return {
        "game": engine.info.key,
        "columns": made.columns,
        "rows": made.rows,
        "cells": [[cell.key, cell.column, cell.row] for cell in made.cells],
        "looks": dict(made.looks),
        "lines": made.lines,
        "names": live_game_words.looks(engine.info.key, made.looks),
        "words": live_game_words.page(engine.info.key),
        **made.more,
    }


def touched(engine: AnyGame, state: Any, seat: int | None) -> dict[str, Any]:
    """Return a position to touch as that seat sees it; None: as the player on turn does, who may enter."""
    acting = engine.to_act(state)
    shown = surface.surface(engine, state, seat if seat is not None else (acting[0] if acting else None))
    turn = move_words.on_turn(engine, state) if shown.turn else ()
    return shown.plain() | {"turn": list(turn)}


def stones(tournament: Tournament) -> dict[str, Any] | None:
    """Return the stones of which the first hands are put together by touch; None where a game has no such."""
    if tournament.game != "quaro":
        return None
    looks = dict(surface.layout(get("quaro"), {}).looks)
    return {
        "looks": looks,
        "names": live_game_words.looks("quaro", looks),
        "hand": HAND,
        "clear": _("Remove the last stone"),
    }


def noted(
    tournament: Tournament, seated: Sequence[Place], store: str, sent: Mapping[str, str]
) -> dict[str, Any] | None:
    """Return what the page needs where a game of Kwartet is entered by its questions, without the hands; None where
    these do not follow from them. ``store`` is the name under which the device keeps what waits."""
    if tournament.game != "kwartet" or len(seated) < 3:
        return None
    deck = options_at(tournament, len(seated)).get("quartets")
    return {
        "questions": sent.get("questions", ""),
        "quartets": sent.get("quartets", "") or deck or "",
        "refused": sent.get("what") == "noted",
        "config": {
            "store": store,
            "places": [{"position": place.position, "name": place.name} for place in seated],
            "words": live_game_words.noted(),
        },
    }


def state(
    tournament: Tournament, row: LiveGame | None, table: Table, seated: Sequence[Place], seat: int | None
) -> dict[str, Any]:
    """Return the game as it stands, as data: what lies where, what may be entered, what was entered last.

    ``seat`` is the player who looks on; None for a helper, who sees what the player on turn sees.
    """
    if row is None:
        handed_in = LiveGame.objects.filter(table=table, state=LiveGame.State.DONE).exists()
        return {"game": None, "done": handed_in, "plies": 0}
    live = replays.live_game(tournament, row)
    now = replays.moment(live, live.plies)
    assert now is not None
    entered = _entered_by(row, seated, helpers=seat is None)
    names = [place.name for place in seated]
    entries = []
    for played in now.moves[: -SHOWN - 1 : -1]:
        position, words = move_words.describe(now.engine, played, names)
        entries.append([played.number, played.text, position, words, entered.get(played.number, "")])
    return {
        "game": row.pk,
        "plies": live.plies,
        "position": touched(now.engine, now.state, seat),
        "entries": entries,
        "over": None if now.outcome is None else [readable(str(points)) for points in now.outcome.points],
    }


def shown(
    tournament: Tournament,
    row: LiveGame,
    state: Mapping[str, Any],
    seated: Sequence[Place],
    mine: Sequence[int],
    seat: int | None,
    begun: str = "",
) -> dict[str, Any]:
    """Return what the page shows of a running game: the parts for a page without script, and all that the script
    needs (``config``). ``mine`` are the reader's positions at the table; empty for a helper. ``begun``: the parts of an
    entry chosen so far without script."""
    live = replays.live_game(tournament, row)
    now = replays.moment(live, live.plies)
    assert now is not None
    acting = now.engine.to_act(now.state)
    eyes = seat if seat is not None else (acting[0] if acting else None)
    players = replays.players_of(now, [place.name for place in seated])
    turn = set(state["position"]["turn"])
    options = options_at(tournament, len({place.entry_id for place in seated}))
    config = {
        # the deck of Kwartet is in the setup: a page has the cards of that deck and no others
        "board": board(now.engine, {**options, **live.record.setup}),
        "state": state,
        "places": [
            {"position": p.position, "name": p.name, "style": p.style, "letter": p.letter, "colour": p.colour}
            for p in seated
        ],
        "mine": list(mine),
        "glass": f"{tournament.pk}.{row.table_id}",
    }
    return {
        "config": config,
        "seats": [(place, place.position in turn) for place in seated],
        "groups": groups(now.engine, now.state, eyes, begun),
        "acts": acts(tournament.game, state, seated),
        "begun": begun,
        # who enters a game with hidden hands has typed them, and must see the hand of the player on turn
        "diagram": mark_safe(replays.picture(now, eyes, players)),  # noqa: S308
        "text": replays.in_words(now, eyes, players),
    }


def acts(game: str, data: Mapping[str, Any], seated: Sequence[Place]) -> list[tuple[str, str]]:
    """Return the entries that are no touch of the board, each with its text and its words."""
    words = live_game_words.page(game)
    names = {place.position: place.name for place in seated}
    return [
        (act["text"], words.get(act["kind"], act["text"]).replace("{name}", names.get(act["seat"], "")))
        for act in data["position"]["acts"]
    ]


def _entered_by(row: LiveGame, seated: Sequence[Place], *, helpers: bool) -> dict[int, str]:
    """Return who entered each of the last entries: a player by name, a helper by theirs where ``helpers`` look on."""
    names = {place.entry_id: place.name for place in seated}
    last = row.plies.select_related("entered_by").order_by("-number")[:SHOWN]
    return {
        ply.number: names.get(ply.player_id, "") if ply.player_id else str(ply.entered_by or "") * helpers
        for ply in last
    }


def groups(engine: AnyGame, state: Any, seat: int | None, begun: str) -> list[tuple[str, list[tuple[str, str, bool]]]]:
    """Return what may be entered on a page without script, as that seat sees it: by its touch, each with its text, its
    words, and whether it is a whole entry. What goes on from parts that cannot be is what begins."""
    game = engine.info.key
    shown = surface.surface(engine, state, seat)
    try:
        parts = surface.parts(engine, state, shown, begun)
    except GameError:
        parts = surface.parts(engine, state, shown)
    words = live_game_words.page(game)
    groups: dict[str, list[tuple[str, str, bool]]] = {}
    for part in parts:
        said = words.get(part.step) if part.step.startswith("=") else None
        heading = "" if said else live_game_words.first(game, part.step, shown.pieces)
        groups.setdefault(heading, []).append((part.text, f"{part.text} ({said})" if said else part.text, part.whole))
    return list(groups.items())


def message(error: Refused, game: str, names: Sequence[str]) -> str:
    """Return what was refused, with the names of those at the table, seat by seat, in the place of seats."""
    return speaker_at(game, names)(error.notice) if error.notice else error.message


def problem(error: Refused, game: str, names: Sequence[str]) -> dict[str, str]:
    """Return what was refused, with the rule and where it stands."""
    rule = error.rule or ""
    told = {"problem": message(error, game, names)}
    if rule:
        told |= {"rule": rule, "rules": reverse("rules", args=[game]) + f"#{slugify(rule)}"}
    return told
