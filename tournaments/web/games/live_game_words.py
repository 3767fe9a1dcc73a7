"""Words of the page on which a game is entered by touch: what lies there, what is asked for, what went wrong.

A game without words of its own here is told by its touches.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from games.kwartet.material import LETTERS
from tournaments.web.games.move_words import ARMIES, ATTRIBUTES, PIECES, STONES

_ARMIES = {"w": "white", "r": "red", "b": "black", "g": "green"}


def looks(game: str, keys: Iterable[str]) -> dict[str, str]:
    """Return the name of everything that can lie on the board or beside it."""
    return {key: _look(game, key) for key in keys}


def _look(game: str, key: str) -> str:
    if game == "quarto":
        return ", ".join(str(names[letter]) for names, letter in zip(ATTRIBUTES, key, strict=True))
    if game == "quaro":
        return str(STONES[key])
    if game == "quatro-chess":
        words = {"colour": ARMIES[_ARMIES[key[0]]], "piece": PIECES[key[1]]}
        return (_("%(colour)s: %(piece)s, a statue") if key.endswith("#") else _("%(colour)s: %(piece)s")) % words
    return key


def first(game: str, step: str, pieces: Mapping[str, str]) -> str:
    """Return the heading of the entries that begin with a touch; empty where they need none."""
    if not step:
        return ""
    if step == "bag":
        return _("Bag")
    if step.startswith("hand:"):
        return _look(game, step.removeprefix("hand:"))
    if step in pieces:
        return f"{_look(game, pieces[step])} {step}"
    return step


def page(game: str) -> dict[str, str]:
    """Return what the script of the page says, by the names that it uses."""
    return _shared() | _GAMES.get(game, dict)()


def noted() -> dict[str, str]:
    """Return what the script says where a game is entered by its questions."""
    return {
        "asks": _("Who asks?"),
        "asked": _("Whom?"),
        "quartet": _("Which quartet?"),
        "card": _("Which card?"),
        "answer": _("{asker} asks {asked} for {card}. Is it there?"),
        "yes": _("Got it"),
        "no": _("Not there"),
        "got": _("{asker} got {card} from {asked}"),
        "vain": _("{asker} asked {asked} for {card} in vain"),
        "dealt": _("{name} was dealt all of {quartet}"),
        "remove": _("Remove the last"),
        "cancel": _("Cancel"),
        "deck": _("Enter first how many quartets the deck has."),
        "list": _("The questions so far: {count}"),
        "offline": _("No connection. The questions are kept on this device; send them when there is one."),
    }


def _shared() -> dict[str, str]:
    return {
        "turn": _("{name} to move"),
        "over": _("The game is over: {points}."),
        "none": _("No move yet."),
        "sent": _("not sent yet"),
        "unsent": _("Not sent yet: {count}. They are kept on this device and sent when the connection is back."),
        "offline": _("No connection. Go on entering: it is kept on this device."),
        "signed-out": _("You are logged out. Log in again in another tab; what you entered is kept on this device."),
        "unchecked": _("Without a connection moves are not checked. Choose the piece, then the square."),
        "wait": _("Wait until the last entry is sent."),
        "refused": _("Not accepted:"),
        "stopped": _(
            "An entry was not accepted. What was entered after it waits until you remove it or send it again."
        ),
        "held": _("waits for this"),
        "again": _("Send again from here"),
        "drop": _("Remove"),
        "drop-all": _("Remove all that is not sent"),
        "undo": _("Take the last move back"),
        "flip": _("Turn the board"),
        "draw": _("Draw arrows"),
        "large": _("Larger board"),
        "small": _("Whole board"),
        "cancel": _("Cancel"),
        "more": _("More"),
        "sure": _("Yes: {what}"),
        "hand-in": _("Hand in as the table’s result"),
        "done": _("The game has been handed in as the table’s record."),
        "by": _("entered by {name}"),
        "desk": _("the arbiter"),
        "empty": _("{cell}, empty"),
        "last": _("last move"),
        "check": _("in check"),
        "target": _("can go here"),
        "takes": _("takes {what}"),
        "entries": _("The last moves"),
        "out": _("out"),
        "points": _("points: {points}"),
        "moves": _("Choose the next move:"),
        "changed": _("The position has changed: {what}"),
    }


def _quarto() -> dict[str, str]:
    return {
        "give": _("{name} gives a piece: choose it."),
        "place": _("{name} places this piece: choose the square."),
        "given": _("To place"),
        "left": _("Pieces left"),
        "call": _("{name} calls “Quarto!”"),
        "line": _("Show the line: choose its four pieces."),
        "no-line": _("These are not four in a line. Choose again."),
    }


def _quaro() -> dict[str, str]:
    return {
        "place": _("{name} places a stone: choose it, then the square."),
        "square": _("Choose the square."),
        "again-stone": _("It scores {points}. Place another stone, or draw."),
        "draw": _("{name} draws: choose the stones that came out of the bag. Still to draw: {count}."),
        "=draw": _("No more stones: draw"),
        "=pass": _("Place nothing"),
        "=forgot": _("Forgot to draw"),
        "random": _("Draw at random"),
        "ask-forgot": _("{name} forgot to draw and plays the next turn with fewer stones. Is that what happened?"),
        "hand": _("Stones of {name}"),
        "bag": _("Bag"),
        "end": _("End the game: no more points can be scored"),
    }


def _quatro_chess() -> dict[str, str]:
    return {
        "promote": _("Choose the piece that the pawn becomes."),
        "=q": str(PIECES["Q"]),
        "=r": str(PIECES["R"]),
        "=b": str(PIECES["B"]),
        "=n": str(PIECES["N"]),
        "resign": _("{name} resigns"),
        "forfeit": _("{name} is out of time"),
        "draw50": _("Draw by the fifty-move rule"),
        "mate": _("mated"),
        "stalemate": _("stalemated"),
        "resign-note": _("resigned"),
        "forfeit-note": _("removed"),
        "no-agreement": _("A draw cannot be agreed (rule QC 5.2)."),
    }


def _kwartet() -> dict[str, str]:
    quartets = {f"quartet:{letter}": _("Quartet %(letter)s") % {"letter": letter} for letter in LETTERS}
    return quartets | {
        "turn": _("{name} asks: choose the player, the quartet and the card."),
        "ask": _("{name} asks: choose the player."),
        "which": _("Choose the quartet."),
        "card": _("Choose the card. A card of one’s own is a bluff."),
        "heard": _("{name} asked {asked} for {card}. What was the answer?"),
        "=yes": _("Got it"),
        "=laid": _("Got it: the quartet is complete"),
        "=no": _("Not there"),
        "pot": _("{name} asked in vain: draw a card from the pot?"),
        "draw": _("Draw a card"),
        "pass": _("Leave the pot"),
        "hand": _("Cards of {name}"),
        "points": _("quartets: {points}"),
        "held": _("cards: {cards}"),
    }


_GAMES = {"kwartet": _kwartet, "quarto": _quarto, "quaro": _quaro, "quatro-chess": _quatro_chess}
