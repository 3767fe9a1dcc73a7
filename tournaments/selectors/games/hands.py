"""A dealt game of Kwartet as one pair of eyes sees it: a player's with their hand, or everybody's with none.

All of it comes from the engine's view of that seat, so that nothing can slip through that the seat may not know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.core.replay import prepare
from games.kwartet.material import LETTERS
from tournaments.models import LiveGame, Table, Tournament
from tournaments.selectors.games.replays import live_game
from tournaments.selectors.games.written_records import sitting
from tournaments.sentences.question import asked_for

LAST = 12


@dataclass(frozen=True, slots=True)
class Card:
    """A card: its code, its name, and whether it is in the hand that is shown."""

    code: str
    name: str
    held: bool = False


@dataclass(frozen=True, slots=True)
class Quartet:
    """A quartet: its letter, its name, its cards."""

    letter: str
    name: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Holder:
    """A player at the table: how many cards they hold, and the names of the quartets that they laid down."""

    position: int
    name: str
    cards: int
    laid: tuple[str, ...]
    on_turn: bool
    mine: bool


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its answer: who asked, and the rest in words."""

    asker: str
    words: str


@dataclass(frozen=True, slots=True)
class Sight:
    """A dealt game. ``hand`` has the quartets of which the reader holds a card; ``players`` and ``wanted`` what may be
    asked for now, empty where it is not the reader's turn; ``choosing``: whether they decide about the pot."""

    game: int
    plies: int
    holders: tuple[Holder, ...]
    hand: tuple[Quartet, ...]
    players: tuple[Holder, ...]
    wanted: tuple[Quartet, ...]
    choosing: bool
    pot: int
    last: tuple[Question, ...]
    points: tuple[int, ...] | None

    @property
    def my_turn(self) -> bool:
        return self.choosing or bool(self.wanted)

    @property
    def turn(self) -> str:
        """Return who is on turn, by name."""
        return next((holder.name for holder in self.holders if holder.on_turn), "")


def running(table: Table) -> LiveGame | None:
    """Return the dealt game that is being played at a table."""
    return LiveGame.objects.filter(table=table, state=LiveGame.State.RUNNING, dealt=True).first()


def sight(tournament: Tournament, row: LiveGame, position: int | None) -> Sight:
    """Return the game as the player at ``position`` sees it; None: a helper, who sees no hand and may enter any
    question that could be asked by what lies on the table."""
    live = live_game(tournament, row)
    engine, start = prepare(live.record)
    state = engine.run(start, live.record.moves)
    view = engine.view(state, position)
    names = dict(enumerate((name for _number, name in sitting(row.table_id, tournament.pk)), 1))
    acting = view["to_act"]
    holders = tuple(
        Holder(
            seat,
            names[seat],
            place["cards"],
            tuple(_quartet_name(view["names"], letter) for letter in place["laid"]),
            seat in acting,
            seat == position,
        )
        for seat, place in enumerate(view["seats"], 1)
    )
    mine = acting and position in (None, acting[0])
    choosing = bool(mine and view["choosing"])
    hand = set(view["seats"][position - 1]["hand"] or ()) if position else set()
    asks = mine and not choosing
    letters = LETTERS[: view["quartets"]]
    if position:
        wanted = [letter for letter in letters if any(card[0] == letter for card in hand)]
    else:
        laid = {letter for place in view["seats"] for letter in place["laid"]}
        wanted = [letter for letter in letters if letter not in laid]
    outcome = engine.outcome(state)
    return Sight(
        game=row.pk,
        plies=live.plies,
        holders=holders,
        hand=tuple(
            _quartet(view["names"], letter, hand) for letter in letters if any(card[0] == letter for card in hand)
        ),
        players=tuple(h for h in holders if asks and h.cards and not h.on_turn),
        wanted=tuple(_quartet(view["names"], letter, hand) for letter in wanted) if asks else (),
        choosing=choosing,
        pot=view["pot"],
        last=tuple(
            Question(
                names[question["asker"]],
                asked_for(
                    question["asked"], question["card"], question["hit"], names[question["asked"]], view["names"]
                ),
            )
            for question in view["questions"][: -LAST - 1 : -1]
        ),
        points=None if outcome is None else tuple(map(int, outcome.points)),
    )


def _quartet_name(names: Mapping[str, Sequence[str]], letter: str) -> str:
    return names[letter][0] if letter in names else letter


def _quartet(names: Mapping[str, Sequence[str]], letter: str, hand: set[str]) -> Quartet:
    known = names.get(letter)
    cards = tuple(
        Card(f"{letter}{number}", known[number] if known else f"{letter}{number}", f"{letter}{number}" in hand)
        for number in range(1, 5)
    )
    return Quartet(letter, _quartet_name(names, letter), cards)
