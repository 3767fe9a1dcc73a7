"""Kwartet's rules: who may ask whom for what, and what follows (K 2 to K 4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import games.kwartet.sentences  # noqa: F401 (its notices are put into words by this table)
from games.core.errors import IllegalMove, ImpossiblePoints
from games.core.game import Choice, GameInfo, Option, Outcome, Players, Seat, Start
from games.core.notices import Notice
from games.core.options import complete
from games.core.replay import after_the_end
from games.core.surface import Layout
from games.core.written import Pasted, PlainReader, Reader
from games.kwartet import deal, material, picture, position_text, quick, table, written
from games.kwartet.material import CARDS, LETTERS, QUARTET, Ask, Move, Pot, cards
from games.kwartet.state import Question, State, lay_down, next_with_cards, stops

INFO = GameInfo(
    key="kwartet",
    name="Kwartet",
    prefix="K",
    seats=(2, 3, 4, 5, 6, 7, 8),
    rules_version="1",
    options=(
        Option(
            key="empty_hand",
            kind="choice",
            default="next",
            label="On turn without cards",
            help="Decides whose turn it is when the player on turn has laid down their last cards and the pot is "
            "empty.",
            rule="K 3.3",
            choices=(
                Choice("next", "The next player with cards"),
                Choice("asked", "The player asked last, if they have cards"),
            ),
        ),
        Option(
            key="two_left",
            kind="choice",
            default="play_on",
            label="Two players left",
            help="Decides whether the game stops when only two of three or more players hold cards and two or "
            "more quartets are unfinished. Those quartets then count for nobody.",
            rule="K 4.2",
            choices=(Choice("play_on", "They play on"), Choice("stop", "The game stops")),
        ),
        Option(
            key="pot_draw",
            kind="choice",
            default="must",
            label="Drawing from the pot",
            help="Decides whether one of two players who asked in vain has to draw the first card of the pot.",
            rule="K 2.6",
            choices=(Choice("must", "They draw it"), Choice("may", "They may leave it")),
            proposed="may",
            players=(2,),
        ),
        Option(
            key="quartets",
            kind="number",
            default=None,
            label="Quartets in the deck",
            help="If you enter it, the quartets of each table must add up to it. A game record contains it already.",
            rule="K 1.1",
            bounds=(deal.FEWEST, deal.MOST),
            event=True,
        ),
    ),
    terminations=("all-quartets", "two-left"),
)


class Kwartet:
    """The game on the common interface; see `games.core.game.Game` for what each function promises."""

    info = INFO
    read = staticmethod(material.read)
    write = staticmethod(material.write)
    read_position = staticmethod(partial(position_text.read, INFO))
    write_position = staticmethod(partial(position_text.write, INFO))
    write_short = staticmethod(written.write)
    new_round = staticmethod(written.new_round)
    view = staticmethod(table.view)
    text = staticmethod(table.text)
    diagram = staticmethod(picture.diagram)
    surface = staticmethod(table.surface)

    def start(self, start: Start) -> State:
        return deal.dealt(start, complete(INFO, start.options))

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return () if state.over else (state.turn,)

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        if state.over:
            return ()
        if state.choosing:
            return (Pot.DRAW, Pot.PASS)
        wanted = [card for card in range(4 * state.quartets) if state.hands[state.turn - 1] & QUARTET << card // 4 * 4]
        return tuple(
            Ask(seat, card)
            for seat, hand in enumerate(state.hands, 1)
            if hand and seat != state.turn
            for card in wanted
        )

    def play(self, state: State, move: Move) -> State:
        if state.over:
            raise after_the_end(material.write(move))
        if isinstance(move, Pot):
            return _chosen(state, move)
        if state.choosing:
            raise IllegalMove(Notice("kwartet-choose-first", seat=state.turn), rule="K 2.8")
        _check_question(state, move)
        hit = bool(state.hands[move.seat - 1] >> move.card & 1)
        if move.hit not in (None, hit):
            notice = Notice("kwartet-has-not", seat=move.seat, card=CARDS[move.card])
            if hit:
                notice = Notice("kwartet-has", seat=move.seat, card=CARDS[move.card])
            raise IllegalMove(notice, rule="K 2.7")
        return _asked(state, move, hit)

    def outcome(self, state: State) -> Outcome | None:
        if not state.over:
            return None
        tally = [len(quartets) for quartets in state.laid]
        places = tuple(1 + sum(other > mine for other in tally) for mine in tally)
        points = tuple(Fraction(mine) for mine in tally)
        return Outcome("two-left" if state.stopped else "all-quartets", places, points)

    def reader(self, state: State, names: Sequence[str | None], pasted: Pasted) -> Reader:
        return PlainReader(self, state, written.Names(state, names).interpret)

    def run(self, start: Start, moves: Sequence[str]) -> State:
        return quick.run(self, self.start(start), moves)

    def check_points(self, options: Mapping[str, Any], points: Sequence[Fraction], players: Players = ()) -> None:
        """Check the sum against the deck where the event declares it, else against 2 to 26 quartets."""
        chosen = complete(INFO, options, event=True)
        if len(points) not in INFO.seats:
            raise ImpossiblePoints(Notice("kwartet-players", players=len(points)), rule="K 1.3")
        for seat, mine in enumerate(points, 1):
            if mine < 0 or mine.denominator != 1:
                raise ImpossiblePoints(Notice("kwartet-no-whole-quartets", seat=seat, points=mine), rule="K 4.1")
        total, deck = sum(points), chosen["quartets"]
        if total > (deck or deal.MOST):
            if deck:
                raise ImpossiblePoints(Notice("kwartet-beyond-deck", total=total, deck=deck), rule="K 1.1")
            raise ImpossiblePoints(Notice("kwartet-beyond-most", total=total, most=deal.MOST), rule="K 1.1")
        may_stop = chosen["two_left"] == "stop" and len(points) > 2
        if may_stop:
            if deck and total == deck - 1:
                raise ImpossiblePoints(
                    Notice("kwartet-stops-with-two", total=total, deck=deck),
                    rule="K 4.2",
                )
        elif total < (deck or deal.FEWEST):
            if deck:
                raise ImpossiblePoints(Notice("kwartet-all-of-deck", total=total, deck=deck), rule="K 4.1")
            raise ImpossiblePoints(Notice("kwartet-too-few", total=total, least=deal.FEWEST), rule="K 4.1")

    def example(self, options: Mapping[str, Any], seats: int) -> tuple[Fraction, ...]:
        deck = options.get("quartets") or deal.MOST // 2
        others = [Fraction(deck // (seats + at)) for at in range(seats - 1)]
        return (Fraction(deck) - sum(others), *others)

    def draw(self, options: Mapping[str, Any], seats: int) -> Fraction | None:
        return None

    def layout(self, options: Mapping[str, Any]) -> Layout:
        return table.layout(options.get("quartets") or deal.MOST)


def _check_question(state: State, move: Ask) -> None:
    if move.seat > len(state.hands):
        raise IllegalMove(Notice("kwartet-no-seat", seat=move.seat, seats=len(state.hands)), rule="K 2.1")
    if move.card >= 4 * state.quartets:
        last = LETTERS[state.quartets - 1]
        raise IllegalMove(Notice("kwartet-not-in-deck", card=CARDS[move.card], last=last), rule="K 1.1")
    if move.seat == state.turn:
        raise IllegalMove(Notice("kwartet-asks-themselves", seat=move.seat), rule="K 2.1")
    if not state.hands[move.seat - 1]:
        raise IllegalMove(Notice("kwartet-asked-without-cards", seat=move.seat), rule="K 2.5")
    if not state.hands[state.turn - 1] & QUARTET << move.card // 4 * 4:
        held = sorted({LETTERS[card // 4] for card in cards(state.hands[state.turn - 1])})
        raise IllegalMove(
            Notice(
                "kwartet-no-card-of-it",
                seat=state.turn,
                quartet=LETTERS[move.card // 4],
                card=CARDS[move.card],
                held=tuple(held),
            ),
            rule="K 2.2",
        )


def _chosen(state: State, move: Pot) -> State:
    """Return the position after the first card of the pot was drawn, or left, by choice (K 2.8, then K 3.4)."""
    if not state.choosing:
        rule = "K 2.8" if state.may_leave else "K 2.6"
        raise IllegalMove(Notice("kwartet-nothing-to-choose", move=move.value, seat=state.turn), rule=rule)
    asker, asked = state.turn - 1, 2 - state.turn
    hands, laid, drawn = list(state.hands), list(state.laid), state.drawn
    if move is Pot.DRAW:
        hands[asker] |= 1 << state.pot[drawn]
        drawn += 1
        hands[asker], laid[asker] = lay_down(hands[asker], laid[asker])
        if not hands[asker] and drawn < len(state.pot):
            hands[asker] = 1 << state.pot[drawn]
            drawn += 1
    return replace(
        state, hands=tuple(hands), laid=tuple(laid), drawn=drawn, turn=asked + 1, choosing=False, chose=move.value
    )


def _asked(state: State, move: Ask, hit: bool) -> State:
    """Return the position after a question, in the order of K 3.4."""
    asker, asked = state.turn - 1, move.seat - 1
    log = state.log.after(Question(state.turn, move.seat, move.card, hit))
    if not hit and state.may_leave and state.drawn < len(state.pot):
        return replace(state, choosing=True, chose="", log=log)
    hands, laid, drawn = list(state.hands), list(state.laid), state.drawn
    if hit:
        hands[asked] ^= 1 << move.card
        hands[asker] |= 1 << move.card
    elif drawn < len(state.pot):
        hands[asker] |= 1 << state.pot[drawn]
        drawn += 1
    hands[asker], laid[asker] = lay_down(hands[asker], laid[asker])
    for player in (asked, asker):
        if not hands[player] and drawn < len(state.pot):
            hands[player] = 1 << state.pot[drawn]
            drawn += 1
    turn = state.turn if hit else move.seat
    if not hands[turn - 1]:
        turn = move.seat if state.to_asked and hands[asked] else next_with_cards(turn, hands)
    return replace(
        state,
        hands=tuple(hands),
        laid=tuple(laid),
        drawn=drawn,
        turn=turn,
        stopped=state.stop_at_two and stops(hands, state.quartets - sum(map(len, laid))),
        chose="",
        log=log,
    )
