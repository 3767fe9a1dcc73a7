"""Games as people write them: what is written is read again, and what people write is understood or refused."""

from __future__ import annotations

import gettext
import io
import re
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.core import commands, registry, texts, written
from games.core.errors import GameError
from games.core.game import Start
from games.core.record import Record
from games.core.registry import AnyGame
from games.core.replay import check, prepare
from games.quatro_chess.written import ChessReader
from tests.games.play import Played, play, sample_of
from tests.support.examples import examples

GAMES = registry.every()
every_game = pytest.mark.parametrize("game", GAMES, ids=[game.info.key for game in GAMES])
PLAYERS = ("Anna", 'Bert "B" de Wit', "Cleo \\ Smit", None, "Eva", "Frank", "Gé", "Hanna")
CHESS = Record("quatro-chess", {}, ("Anna", "Bert", "Cleo", "Dirk"), {}, ())
QUARTO = Record("quarto", {}, ("Anna", "Bert"), {}, ())
QUARO = Record("quaro", {}, ("Anna", "Bert"), {"hands": ["RGBY", "RRGB"]}, ())
KWARTET = Record(
    "kwartet",
    {},
    ("Anna", "Bert", "Cleo Smit"),
    {
        "quartets": 2,
        "hands": [["A1", "A2", "B1"], ["A3", "B2", "B3"], ["A4", "B4"]],
        "names": {"A": ["Birds", "owl", "tit", "wren", "barn owl"]},
    },
    (),
)
OPENING = (*("g2g4", "b4c4", "e11e9", "k4j4", "i1h3", "a4c5", "f11f9", "k5j5", "h1g2", "a5b4", "i11i9", "k9j9"),)
DUTCH = ("d1e3", "a9c8", "e11e9", "k4j4", "d2d3", "b6c6", "f11f9", "k9j9")
KNOWN = {record.game: record for record in (CHESS, QUARTO, QUARO, KWARTET)}


def recorded(game: AnyGame, played: Played) -> Record:
    start = played.start
    return Record(game.info.key, start.options, PLAYERS[: start.seats], start.setup, tuple(played.moves))


def tidied(game: AnyGame, record: Record) -> list[str]:
    return [game.write(game.read(move)) for move in record.moves]


def outcome_of(record: Record) -> Any:
    answer = check(record)
    assert answer["valid"], answer
    return answer["result"], answer["plies"]


def test_what_is_offered_instead_of_a_move_that_means_several_is_written_as_people_do_and_accepted() -> None:
    game = registry.get("quatro-chess")
    seen: set[str] = set()
    for seed in range(examples(6, fewest=2)):
        rng = Random(seed)
        state = game.start(Start(4, {}, {}))
        for _ply in range(60):
            legal = [game.write(move) for move in game.legal_moves(state)]
            squares = {match[1] for move in legal if (match := re.fullmatch(r"[a-l]1?[0-9]([a-l]1?[0-9])", move))}
            for letter, square in product("NRPBQ", sorted(squares)):
                try:
                    ChessReader(state, written.NO_WORDS).step(letter + square)
                except GameError as error:
                    if error.notice.code != "written-several":
                        continue
                    offered = [text for text in error.notice.params["choices"] if text != "…"]
                    meant = {ChessReader(state, written.NO_WORDS).step(text) for text in offered}
                    assert len(meant) == len(offered) >= 2 and meant <= set(legal)
                    assert not set(offered) & set(legal), "coordinates alone"
                    seen |= set(offered)
            state = game.play(state, game.read(rng.choice(legal)))
    assert any(len(text) > 3 and text[0] == "N" for text in seen), "two knights are told apart by file or rank"


@every_game
@pytest.mark.parametrize("long", [False, True], ids=["short", "long"])
def test_a_random_game_comes_back_from_its_text(game: AnyGame, long: bool) -> None:
    for seed in range(examples(100)):
        record = recorded(game, play(sample_of(game), Random(seed)))
        text = texts.write(record, {"Event": "Club evening", "Round": "3"}, long=long)
        back = texts.record_of(text)
        assert tidied(game, back) == tidied(game, record), seed
        assert (back.seats, back.setup) == (record.seats, record.setup)
        assert outcome_of(back) == outcome_of(record)
        assert texts.write(back, {"Event": "Club evening", "Round": "3"}, long=long) == text


@every_game
def test_moves_alone_are_read_with_numbers_and_comments(game: AnyGame) -> None:
    for seed in range(examples(30)):
        rng = Random(seed)
        record = recorded(game, play(sample_of(game), rng, 40))
        moves = "\n".join(
            rng.choice((f"{number}. {move}", f"{number}) {move} {{so}}", f"{move} ; why not", f"({move}) {move}"))
            for number, move in enumerate(record.moves, 1)
        )
        if not record.moves:
            continue
        known = Record(record.game, record.options, record.seats, record.setup, ())
        assert tidied(game, texts.record_of(moves, known)) == tidied(game, record)


@pytest.mark.parametrize(
    ("known", "text", "moves"),
    [
        # long and short algebraic notation, with the marks that people put
        (CHESS, "g2g4 b5-d5 g11–g9 K6-i6", ["g2g4", "b5d5", "g11g9", "k6i6"]),
        (CHESS, "g4 c4 e9 j4 Nh3 Nc5 f9 j5 Bg2 Bb4 i9 j9 O-O 0-0", [*OPENING, "g1i1", "a6a4"]),
        (CHESS, "1. Ne3! b5–d5 1... g11-g9", ["d1e3", "b5d5", "g11g9"]),
        (CHESS, "g4 d5", ["g2g4", "b5d5"]),
        (CHESS, "G2-G4 B5-D5", ["g2g4", "b5d5"]),
        (CHESS, "1. g4 d5 g9 i6 2. h2h3 …", ["g2g4", "b5d5", "g11g9", "k6i6", "h2h3"]),
        (CHESS, "Ne3+ c5?! Ne10 (or Nc10) Nj8 $4", ["d1e3", "b5c5", "d12e10", "l9j8"]),
        (CHESS, "♘e3 forfeit red; gone\nresign", ["d1e3", "forfeit red", "resign"]),
        (CHESS, "♞\ufe0ePe3= resign", ["d1e3", "resign"]),
        (CHESS, "♘E3 forfeit red", ["d1e3", "forfeit red"]),
        (CHESS, "Pe3 Pc8 e9 j4 d3 c6 f9 j9 Ld2", [*DUTCH, "e1d2"]),
        (CHESS, "White\tRed\tBlack\tGreen\n1\tg2g4\tb5d5\tg11g9\n2\tk6i6", ["g2g4", "b5d5", "g11g9", "k6i6"]),
        (CHESS, "White: g2g4 Red: resign Black: g11g9", ["g2g4", "resign", "g11g9"]),
        (CHESS, "Ce3 Cc8 e9 j4 d3 c6 f9 j9 Fd2", [*DUTCH, "e1d2"]),
        (CHESS, "Ce3 Cc8 e9 j4 d3 c6 f9 j9 Ad2", [*DUTCH, "e1d2"]),
        (CHESS, "1. blanc g4 rouge abandonne noir e9 2. forfait vert", ["g2g4", "resign", "e11e9", "forfeit green"]),
        (QUARTO, "LRTF b3:DSTH c3/LSSH", ["give LRTF", "place b3", "give DSTH", "place c3", "give LSSH"]),
        (QUARTO, "1. give lrtf, B3 2. dsth", ["give LRTF", "place b3", "give DSTH"]),
        (QUARTO, "Give light, round, tall, full. Place b3", ["give LRTF", "place b3"]),
        (QUARTO, "geef licht rond hoog vol op b3", ["give LRTF", "place b3"]),
        (QUARTO, "gib hoch hell voll und rund auf b3", ["give LRTF", "place b3"]),
        (QUARTO, "gee lig rond lank hol b3", ["give LRTH", "place b3"]),
        (QUARTO, "donne la haute claire, ronde et pleine sur b3", ["give LRTF", "place b3"]),
        (QUARTO, "entrega la clara redonda, alta y hueca en b3", ["give LRTH", "place b3"]),
        (QUARTO, "dai il pezzo chiaro, tondo, alto e pieno su b3", ["give LRTF", "place b3"]),
        (QUARO, "rouge d4 pioche R\nroja d5 roba g", ["Rd4 +R", "Rd5 +G"]),
        (QUARO, "rossa d4 pesca r", ["Rd4 +R"]),
        (QUARO, "Rd4 +R Rd5 +G", ["Rd4 +R", "Rd5 +G"]),
        (QUARO, "1. rd4+r rd5 2. Gd6", ["Rd4 +R", "Rd5", "Gd6"]),
        (QUARO, "red d4 draws R\nrood d5 trekt g", ["Rd4 +R", "Rd5 +G"]),
        (KWARTET, "2>A3 3>A4", ["2>A3", "3>A4"]),
        (KWARTET, "Anna asks Bert for the wren\nCleo barn owl", ["2>A3", "3>A4"]),
        (KWARTET, "Bert>A3+ cleo: a4 ja", ["2>A3 +", "3>A4 +"]),
        (KWARTET, "Bert A3 oui\nCleo A4 sí", ["2>A3 +", "3>A4 +"]),
        (KWARTET, "posto 2 a3 sì", ["2>A3 +"]),
        (KWARTET, "2 > a3 +\n3 > a4", ["2>A3 +", "3>A4"]),
    ],
)  # fmt: skip
def test_moves_are_understood_as_people_write_them(known: Record, text: str, moves: list[str]) -> None:
    assert list(texts.record_of(text, known).moves) == moves


CATALOGUES = sorted((Path(__file__).parents[2] / "locale").glob("*/LC_MESSAGES/django.mo"))


@pytest.mark.parametrize("path", CATALOGUES, ids=[path.parts[-3] for path in CATALOGUES])
def test_what_the_site_calls_a_piece_and_a_colour_is_understood(path: Path) -> None:
    with path.open("rb") as file:
        served = gettext.GNUTranslations(file)
    say = served.gettext
    values = (("light", "dark"), ("round-shaped", "square-shaped"), ("tall", "short"), ("full", "hollow"))
    for words in product(*values):
        code = "".join(letters[sides.index(word)] for letters, sides, word in zip(LETTERS, values, words, strict=True))
        moves = texts.record_of(" ".join(map(say, reversed(words))), QUARTO).moves
        assert list(moves) == [f"give {code}"], words
    for colour in ("red", "green"):
        assert texts.record_of(f"{say(colour)} d4", QUARO).moves[0].startswith(colour[0].upper())
    for colour in ("red", "white", "black", "green"):
        moves = texts.record_of(f"forfeit {say(colour)}", CHESS).moves
        assert moves == (f"forfeit {colour}",)


LETTERS = ("LD", "RS", "TS", "FH")


@pytest.mark.parametrize(
    ("known", "text", "index", "fault"),
    [
        (CHESS, "g4 Qh4", 1, "A queen does not move from a7 to h4"),
        (CHESS, "Nf3", 0, "Possible are: f3."),
        (CHESS, "Ke5", 0, "A king does not move from g1 to e5"),
        (CHESS, "Bg2g4", 0, "names another piece than the pawn that stands on g2"),
        (CHESS, "Pe3", 0, "Write one of these: Ne3, e3"),
        (CHESS, "g2g9", 0, "A pawn of White does not move"),
        (CHESS, "g4\n\nm5", 1, "Line 3"),
        (CHESS, "O-O", 0, "cannot castle"),
        (CHESS, "c12=Q", 0, "cannot play"),
        (CHESS, "g4 " + "x" * 300, 1, "is not a move"),
        (CHESS, "{ never closed", None, "line 1"),
        (CHESS, "", None, "no moves"),
        (QUARTO, "LRTF b3 LRTF", 2, "already been given"),
        (QUARTO, "light round", 0, "describes no piece"),
        (QUARTO, "e5", 0, "Possible are: LRTF"),
        (QUARO, "Ra1", 0, "corner"),
        (QUARO, "Bx", 0, "In the hand are: RGBY"),
        (KWARTET, "Dirk A3", 0, "Seat 1 is on turn and can ask these seats: 2, 3"),
        (KWARTET, "Bert A4 yes", 0, "does not have A4"),
    ],
)  # fmt: skip
def test_a_fault_says_which_move_and_what_could_be(known: Record, text: str, index: int | None, fault: str) -> None:
    with pytest.raises(GameError) as refused:
        texts.record_of(text, known)
    assert refused.value.index == index
    assert fault in refused.value.message


JUNK = r"""( ) { } ; " [ ] \ + - =Q O-O R x 1. ½ é 9"""


@every_game
def test_a_damaged_text_is_answered(game: AnyGame) -> None:
    for seed in range(examples(150)):
        rng = Random(seed)
        text = texts.write(recorded(game, play(sample_of(game), rng, 25)))
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(text) + 1)
            text = text[:at] + rng.choice((*JUNK.split(), "\x00", "{}" * 40)) + text[at + rng.randrange(4) :]
        bare = Record(game.info.key, {}, PLAYERS[: max(game.info.seats)], {}, ())
        for known in (None, KNOWN.get(game.info.key, bare)):
            try:
                record = texts.record_of(text, known)
            except GameError as error:
                assert error.message.isprintable()
            else:
                prepare(record)


def test_a_long_text_is_read_in_time_or_refused() -> None:
    with pytest.raises(GameError, match="at most"):
        texts.record_of("x " * 200_000, CHESS)
    for text in ("(" * 200_000, '[a "' * 60_000, "1." * 100_000, "+" * 200_000, "{}" * 100_000, "a1 " * 80_000):
        with pytest.raises(GameError):
            texts.record_of(text, CHESS)


START_FEN = (
    "R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-{'dim':'12x12'}-"
    "x,x,x,x,x,x,x,x,x,x,x,x,x,x/x,x,x,yR,yN,yB,yQ,yK,yB,yN,yR,x,x,x/x,x,x,yP,yP,yP,yP,yP,yP,yP,yP,x,x,x/"
    "x,bR,bP,8,gP,gR,x/x,bN,bP,8,gP,gN,x/x,bB,bP,8,gP,gB,x/x,bQ,bP,8,gP,gQ,x/"
    "x,bK,bP,8,gP,gK,x/x,bB,bP,8,gP,gB,x/x,bN,bP,8,gP,gN,x/x,bR,bP,8,gP,gR,x/"
    "x,x,x,rP,rP,rP,rP,rP,rP,rP,rP,x,x,x/x,x,x,rR,rN,rB,rQ,rK,rB,rN,rR,x,x,x/x,x,x,x,x,x,x,x,x,x,x,x,x,x"
)
"""The start of Quatro Chess as chess.com's custom position."""


def pgn4(moves: str, fen: str | None = None, rules: str = "EnPassant") -> str:
    return (
        f'[Variant "FFA"]\n[RuleVariants "{rules}"]\n[StartFen4 "{START_FEN if fen is None else fen}"]\n'
        f'[Red "Ann"]\n[Blue "Bob"]\n[Yellow "Cy"]\n[Green "Di"]\n\n{moves}'
    )  # fmt: skip


def test_a_game_of_chess_com_on_this_board_is_read() -> None:
    record = texts.record_of(pgn4("1. h3-h5 .. c7-e7 .. h12-h10 .. l7-j7\n2. Nj2-i4 .. R .. Ne13-d11 .. T\n3. h5-h6"))
    assert record.seats == ("Ann", "Bob", "Cy", "Di")
    assert list(record.moves) == ["g2g4", "b6d6", "g11g9", "k6i6", "i1h3", "resign", "d12c10", "forfeit green", "g4g5"]
    assert check(record)["valid"]


def test_an_export_with_all_its_tags_variations_and_ends_is_read() -> None:
    """The form in which games of chess.com stand in public texts (docs/notation.md has where)."""
    tags = (
        '[GameNr "26780486"]\n[TimeControl "2+10"]\n[RedElo "1757"]\n[BlueElo "2004"]\n[YellowElo "1757"]\n'
        '[GreenElo "2499"]\n[Result "0-1"]\n[Termination "Yellow resigned. 0-1"]\n[CurrentMove "101"]\n'
        '[Site "www.chess.com/variants/4-player-chess/game/26780486"]\n'
        '[Date "Wed Apr 26 2023 04:27:04 GMT+0000 (Coordinated Universal Time)"]\n'
    )
    moves = "1. h3-h5 .. c7-e7 .. h12-h10 ( .. g12-g10 ) .. l7-j7 { Test }\n2. Nj2-i4 .. R .. R .. #"
    record = texts.record_of(tags + pgn4(moves, rules="Castling EnPassant Play4Mate Prom=11"))
    assert record.moves == ("g2g4", "b6d6", "g11g9", "k6i6", "i1h3", "resign", "resign")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (pgn4("1. h2-h3", fen="4PC"), "160 squares"),
        ('[Variant "FFA"]\n[Red "a"]\n[Blue "b"]\n[Yellow "c"]\n[Green "d"]\n\n1. h2-h3', "160 squares"),
        (pgn4("1. h3-h5", rules="DeadKingWalking EnPassant"), "DeadKingWalking"),
        (pgn4("1. h3-h5", fen=START_FEN.replace("yQ,yK", "yK,yQ")), "on f12 stands yK, and here yQ"),
        (pgn4("1. h3-h5", fen=START_FEN.replace("R-0,0", "B-0,0")), "does not begin"),
        (pgn4("1. h3-h5", fen=START_FEN.replace("yQ", "yZ")), "cannot be read"),
        (pgn4("1. h1-h5"), "outside the board"),
        (pgn4("1. h3-h6"), "does not move from g2 to g5"),
    ],
)
def test_a_game_of_chess_com_is_refused_with_the_reason(text: str, fault: str) -> None:
    with pytest.raises(GameError) as refused:
        texts.record_of(text)
    assert fault in refused.value.message


def test_a_game_without_a_reader_of_its_own_reads_the_entries_of_records() -> None:
    class Bare:
        """A game with the functions that every game must have, and no others."""

        def __getattr__(self, name: str) -> Any:
            if name in ("reader", "split_words", "write_short", "new_round", "adapt"):
                raise AttributeError(name)
            return getattr(registry.get("quaro"), name)

    game: Any = Bare()
    state = game.start(prepare(QUARO)[1])
    assert list(written.read(game, state, "Rd4 +R\n2. Rd5 +G").moves) == ["Rd4 +R", "Rd5 +G"]
    with pytest.raises(GameError):
        written.read(game, state, "Rd4 +R\nzz")


def test_the_commands_of_the_page_read_its_game_and_show_its_end(tmp_path: Path) -> None:
    """docs/notation.md, on its own example."""
    page = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```\n(\[Game .*?)^```", page, re.MULTILINE | re.DOTALL)
    assert re.findall(r"^python -m games (\w+) FILE", page, re.MULTILINE) == ["read", "text", "position", "show"]
    file = tmp_path / "file"

    def answer(name: str, given: str) -> str:
        file.write_text(given, encoding="utf-8")
        out, complaints = io.StringIO(), io.StringIO()
        assert commands.main([name, str(file)], io.BytesIO(), out, complaints) == 0, complaints.getvalue()
        return out.getvalue()

    record = answer("read", example)
    assert "1. LRTF b3 2. DSTH c3 *" in answer("text", record)
    position = answer("position", record)
    assert position.startswith("q.") and answer("show", position)
