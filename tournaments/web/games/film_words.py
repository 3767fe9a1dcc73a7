"""The words in which a script tells a film: the sentences of `move_words` with their gaps, and those of the page."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.kwartet.table import asked_for
from tournaments.sentences import speaker
from tournaments.web.games.move_words import ARMIES, ATTRIBUTES, LETTERS, OUT, PIECES, STONES


def words(game: str) -> dict[str, object]:
    """Return every sentence that a film of this game needs, in the active language; gaps are ``%(name)s``."""
    return _page() | sharing() | GAMES[game]()


def sharing() -> dict[str, object]:
    """Return what is said where a position is shared or played on from."""
    return {
        "share": _("Share"),
        "address": _("Address of this position"),
        "picture": _("Picture of this position"),
        "text": _("Position as text"),
        "copy": _("Copy"),
        "copied": _("Copied."),
        "close": _("Close"),
        "offline": _("Other moves can be tried as soon as the site can be reached again."),
    }


def _page() -> dict[str, object]:
    return {
        "start": _("The start"),
        "after": _("Position after move %(ply)s"),
        "at": _("%(ply)s of %(plies)s"),
        "to_move": _("To move: %(who)s"),
        "over": _("The game is over: %(points)s."),
        "controls": pgettext("moves", "Step through the game"),
        "moves": _("Moves"),
        "round": _("Round"),
        "first": _("First"),
        "back": _("Back one move"),
        "on": _("Forward one move"),
        "last": _("Last"),
        "play": _("Play"),
        "pause": _("Pause"),
        "turn": _("Turn the board to the next seat"),
        "speed": _("Seconds per move"),
        "words": _("The position in words"),
        "result": _("Show the result"),
        "to_live": _("To the newest move"),
        "variation": _("You are trying other moves from move %(ply)s on."),
        "return": _("Back to the game"),
        "draw": _("Draw arrows"),
        "attempt": _("Try other moves"),
        "analyse": _("Open in the analysis board"),
        "embed": _("To show the game on another site"),
        "taken": _("taken: %(pieces)s"),
        "on_turn": _("on turn"),
        "points": _("points so far"),
        "open": _("All cards"),
        "spectator": _("Spectator"),
        "as": _("View as"),
    }


def _quarto() -> dict[str, object]:
    return {
        "attributes": [{letter: str(word) for letter, word in names.items()} for names in ATTRIBUTES],
        "give": _("gives %(piece)s (%(words)s)"),
        "place": _("places it on %(square)s"),
        "call": _("calls “Quarto!”"),
        "call_line": _("calls “Quarto!” with the line %(squares)s"),
        "left": _("Left: %(pieces)s"),
        "given": _("To be placed: %(piece)s"),
        "kinds": {"call": [_("Next call"), "!"]},
    }


def _quaro() -> dict[str, object]:
    return {
        "stones": {letter: str(word) for letter, word in STONES.items()},
        "nothing": _("places nothing"),
        "draws": _("draws %(stones)s"),
        "stone": _("%(stone)s on %(square)s"),
        "scores": _("scores %(points)d").replace("%(points)d", "%(points)s"),
        "ends": _("ends the game: no more points can be scored"),
        "bag": _("In the bag: %(stones)s"),
        "chances": _("Most points in one turn"),
        "chance": _("%(player)s can score %(points)s: %(stones)s"),
        "no_chance": _("%(player)s can score nothing"),
        "kinds": {"score": [_("Next points"), "+1"]},
    }


def _kwartet() -> dict[str, object]:
    return {
        "asks": {
            f"{card}{answer}": _asks(hit=answer == "yes", by_name=bool(card))
            for card in ("", "card-")
            for answer in ("yes", "no")
        },
        "laid": _("lays down quartet %(letter)s"),
        "draws_pot": _("draws from the pot"),
        "leaves_pot": _("leaves the pot"),
        "cards": _("cards: %(count)s"),
        "quartets": _("quartets: %(quartets)s"),
        "pot": _("Pot: %(count)s"),
        "all_know": _("What everyone could know"),
        "player_knows": _("What %(player)s could know"),
        "sure": _("the place of %(sure)s of %(cards)s cards"),
        "since": _("since move %(ply)s"),
        "some_know": _("could know: %(who)s"),
        "in_pot": pgettext("place of a card", "pot"),
        "how_known": _(
            "What follows from questions, answers and the number of cards in each hand; a player also sees their own "
            "cards. Guesses do not count."
        ),
        "kinds": {"hit": [_("Next card that changes hands"), "✓"], "quartet": [_("Next quartet"), "4"]},
    }


def _asks(*, hit: bool, by_name: bool) -> list[str]:
    """Return a question of Kwartet with a gap for the seat asked, and with one for the player's name."""
    code, names = ("A1", {"A": ("%(quartet)s", "%(card)s")}) if by_name else ("%(card)s", {})
    return [
        speaker()(asked_for("%(seat)s", code, hit, names)),
        speaker(["%(name)s"])(asked_for(1, code, hit, names)),
    ]


def _quatro_chess() -> dict[str, object]:
    return {
        "pieces": {letter: str(word) for letter, word in PIECES.items()},
        "letters": {key: str(letter) for key, letter in LETTERS.items()},
        "colours": {key: str(word) for key, word in ARMIES.items()},
        "moves_to": _("%(piece)s from %(origin)s to %(target)s"),
        "takes": _("%(piece)s from %(origin)s takes on %(target)s"),
        "castles": _("castles: king from %(origin)s to %(target)s"),
        "becomes": _(", becomes a %(piece)s"),
        "outs": _("; out: %(colours)s"),
        "check": _("check: %(colours)s"),
        "resign": _("resigns"),
        "draw50": _("claims a draw by the fifty-move rule"),
        "forfeit": _("is removed by the arbiter"),
        "reasons": {reason: str(word) for reason, word in OUT.items()},
        "out_place": _("out, place %(place)s: %(reason)s"),
        "statues": _("%(colour)s, statues"),
        "kinds": {
            "capture": [_("Next capture"), "×"],
            "check": [_("Next check"), "+"],
            "out": [_("Next to go out"), "♚\N{VARIATION SELECTOR-15}"],
        },
    }


GAMES = {"quarto": _quarto, "quaro": _quaro, "kwartet": _kwartet, "quatro-chess": _quatro_chess}
