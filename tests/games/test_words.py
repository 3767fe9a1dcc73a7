"""The words of positions: all go through the reader's language, and players are named where they are known."""

from __future__ import annotations

import re
from random import Random

import pytest

from games.core import registry
from games.core.notices import TEXTS, Notice, worded
from games.core.registry import AnyGame
from games.core.svg import ENGLISH
from tests.games.play import play, sample_of

GAMES = registry.every()
NAMES = ("Øyvind", "Ünal", "Łucja", "Çelik", "Žofia", "Ñusta", "Åse", "Ðorđe")


def upside_down(text: str) -> str:
    """A language with a letter of its own in the place of every letter, but not in holes."""
    return "".join(part if part.startswith("%(") else re.sub(r"[A-Za-z]", "ж", part) for part in HOLES.split(text))


HOLES = re.compile(r"(%\(\w+\)s)")
WORD = re.compile(r"[A-Za-z]{3,}")
NO_WORDS = re.compile(r"[LD][RS][TS][FH]|[RGBY]+|draw50|resign|forfeit|red|white|black|green|end")


def foreign(notice: Notice) -> str:
    return worded(notice, upside_down)


def said(svg: str) -> list[str]:
    """Everything that a diagram shows or reads aloud."""
    return re.findall(r"<(?:text|title|desc)[^>]*>([^<]*)<", svg)


@pytest.mark.parametrize("game", GAMES, ids=[game.info.key for game in GAMES])
def test_no_word_of_a_position_stays_english(game: AnyGame) -> None:
    for seed in range(6):
        played = play(sample_of(game), Random(seed))
        for state in (played.states[0], played.states[len(played.states) // 2], played.states[-1]):
            for seat in (None, 1):
                shown = [*said(game.diagram(state, seat, ENGLISH, foreign)), game.text(state, seat, foreign)]
                words = {word for text in shown for word in WORD.findall(text) if not NO_WORDS.fullmatch(word)}
                assert words <= {*game.info.name.split(), "Birds", "owl", "tit", "wren", "crow"}, words


@pytest.mark.parametrize("game", GAMES, ids=[game.info.key for game in GAMES])
def test_players_are_named_where_they_are_known(game: AnyGame) -> None:
    def say(notice: Notice) -> str:
        return worded(notice, players=NAMES)

    for seed in range(6):
        state = play(sample_of(game), Random(seed)).states[-1]
        shown = " ".join([*said(game.diagram(state, None, ENGLISH, say)), game.text(state, None, say)])
        assert not re.search(r"[Ss]eat \d", shown), shown
        plain = " ".join([*said(game.diagram(state)), game.text(state)])
        seats = {int(seat) for seat in re.findall(r"[Ss]eat (\d)", plain)}
        assert {name for name in NAMES if name in shown} == {NAMES[seat - 1] for seat in seats}
        assert seats or game.info.key == "quarto"


def test_a_seat_without_a_name_stays_a_seat() -> None:
    notice = Notice("quarto-gives", player=Notice("the-seat", seat=2))
    assert worded(notice, players=("Anna",)) == worded(notice, players=("Anna", "")) == "Seat 2 gives a piece."
    assert worded(notice, players=("Anna", "%(x)s")) == "%(x)s gives a piece."
    assert "the-seat" in TEXTS


def test_an_article_of_a_seat_is_not_said_of_a_name() -> None:
    french = {
        "Seat %(seat)s": "Siège %(seat)s",
        "seat %(seat)s": "siège %(seat)s",
        TEXTS["seat-articles"]: "le=;du=de;au=à",
        TEXTS["kwartet-not-on-turn"]: "Le siège %(seat)s joue au lieu du siège %(other)s ; au siège %(seat)s.",
    }
    notice = Notice("kwartet-not-on-turn", seat=1, other=2)

    def say(*players: str) -> str:
        return worded(notice, lambda text: french.get(text, text), players=players)

    assert say("Anna", "50 % de Bert") == "Anna joue au lieu de 50 % de Bert ; à Anna."
    assert say("", "Bert") == "Le siège 1 joue au lieu de Bert ; au siège 1."
    assert say() == "Le siège 1 joue au lieu du siège 2 ; au siège 1."
