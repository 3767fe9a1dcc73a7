"""Tournament report files: samples, columns, what is wrong and where, and the way there and back.

Samples: FIDE TEC's tie-break exercises (data/trf). An independent reader: py4swiss, the engine's own parser.
"""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from py4swiss.trf import TrfParser

from scoring.trf import TrfError, read_report, write_report
from scoring.trf.events import event_of, report_of
from scoring.trf.report import HALVES, Game, Player, Report, Team
from tests.support.examples import examples

SAMPLES = sorted((Path(__file__).parents[1] / "data" / "trf").glob("*.trf"))
VERSIONS = ["trf16", "trf26"]
LINE = "001    1 m    Alyx                              2200 FRA                         1.0    1  0002 w 1"
OTHER = "001    2 m    Bruno                             2150 FRA                         0.0    2  0001 b 0"


def by_py4swiss(text: str, folder: Path):
    file = folder / "report.trf"
    file.write_text(text, encoding="utf-8", newline="")
    return TrfParser.parse(file)


class TestSamples:
    @pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
    def test_they_are_read_written_and_read_again(self, path, tmp_path):
        report = read_report(path.read_bytes())
        assert len(report.players) == int(report.fact("062"))
        assert report.rounds == report.played
        for version in VERSIONS:
            assert read_report(write_report(report, version)) == report
        for player in report.players:
            assert 5 * sum(HALVES[game.result] for game in player.games) == player.points
        theirs = by_py4swiss(write_report(report, "trf16"), tmp_path)
        assert [section.points_times_ten for section in theirs.player_sections] == [p.points for p in report.players]

    @pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
    def test_players_stand_in_their_columns_as_they_came(self, path):
        written = write_report(read_report(path.read_bytes()), "trf16").split("\r\n")
        given_ = [line.rstrip() for line in path.read_text("utf-8").splitlines() if line.startswith("001")]
        assert [line for line in written if line.startswith("001")] == given_

    @pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
    def test_as_an_event_and_back_nothing_is_lost_that_an_event_knows(self, path):
        report = read_report(path.read_bytes())
        event = event_of(report, game="quarto")
        back = report_of(event, ranks={p.number: p.rank for p in report.players})
        for before, after in zip(report.players, back.players, strict=True):
            assert (before.number, before.name, before.rating, before.points, before.rank) == (
                after.number,
                after.name,
                after.rating,
                after.points,
                after.rank,
            )
            assert [(g.opponent, g.result) for g in before.games] == [(g.opponent, g.result) for g in after.games]
            assert [g.colour for g in before.games] == [g.colour for g in after.games]


class TestColumns:
    def test_every_field_stands_where_the_format_puts_it(self):
        player = Player(
            12,
            "Núñez, Óscar",
            "w",
            "WGM",
            2001,
            "ESP",
            "12345678901",
            "1990/01/02",
            115,
            3,
            (Game(4, "w", "1"), Game(0, "-", "H"), Game(7, "b", " ")),
        )
        line = next(line for line in write_report(Report((player,))).split("\r\n") if line.startswith("001"))
        fields = {(1, 3): "001", (5, 8): "  12", (10, 10): "w", (11, 13): "WGM", (15, 26): "Núñez, Óscar",
                  (49, 52): "2001", (54, 56): "ESP", (58, 68): "12345678901", (70, 79): "1990/01/02", (81, 84): "11.5",
                  (86, 89): "   3", (92, 95): "0004", (97, 97): "w", (99, 99): "1", (102, 105): "0000", (107, 107): "-",
                  (109, 109): "H", (112, 115): "0007", (117, 117): "b", (119, 119): " "}  # fmt: skip
        for (first, last), text in fields.items():
            assert line[first - 1 : last] == text
        covered = {column for first, last in fields for column in range(first, last + 1)}
        assert all(line[at - 1] == " " for at in range(1, len(line) + 1) if at not in covered)

    def test_what_trf26_adds(self):
        players = tuple(Player(n, f"P{n}") for n in range(1, 5))
        report = Report(
            players,
            {"012": ("Cup",), "202": ("DE,BH",)},
            7,
            ("26/11/27",),
            "B",
            {"W": 30, "D": 10},
            (Team("A", (2, 1)),),
            (("H", 3, 4),),
            ((1, 2, (1, 3)),),
        )
        lines = write_report(report).split("\r\n")
        assert "142 7" in lines and "152 B" in lines and "202 DE,BH" in lines
        assert "162  W 3.0    D 1.0" in lines
        assert "240 H 003    4" in lines
        assert "260 001 002    1    3" in lines
        assert next(line for line in lines if line.startswith("310"))[73:82] == "   2    1"
        assert read_report("\r\n".join(lines)) == report

    def test_older_programs_get_their_own_codes(self):
        text = write_report(Report((Player(1, "A"),), rounds=5, initial_colour="W"), "trf16")
        assert "XXR 5\r\n" in text and "XXC white1\r\n" in text and "142" not in text

    def test_a_long_or_odd_name_moves_nothing(self):
        for name in ("x" * 80, "A\tB\nC", "e\u0301" * 40, "\u2028x"):
            line = write_report(Report((Player(1, name, points=15, games=(Game(0, "-", "U"),)),))).split("\r\n")[0]
            assert line[80:84] == " 1.5" and line[98] == "U"


class TestWhatIsWrong:
    @pytest.mark.parametrize(
        ("text", "line", "column", "why"),
        [
            ("", 0, 0, "no player"),
            ("012 x\n", 0, 0, "no player"),
            (f"{LINE}\n{OTHER}\n{OTHER}", 3, 5, "already used in line 2"),
            (f"{LINE}\n{OTHER.replace('   2 m', '  x2 m')}", 2, 5, "starting number"),
            (f"{LINE}\n{OTHER.replace('2150', '21x0')}", 2, 49, "the rating"),
            (f"{LINE}\n{OTHER.replace(' 0.0 ', ' 0,x ')}", 2, 81, "11.5"),
            (f"{LINE}\n{OTHER.replace('b 0', 'x 0')}", 2, 97, "the colour"),
            (f"{LINE}\n{OTHER.replace('b 0', 'b ?')}", 2, 99, "not a result"),
            (f"{LINE}\n{OTHER.replace('b 0', 'b 1')}", 1, 99, "do not fit"),
            (f"{LINE}\n{OTHER.replace('b 0', 'w 0')}", 1, 97, "both players have the colour w"),
            (f"{LINE}\n{OTHER.replace('0001 b 0', '0000 - U')}", 1, 92, "says otherwise, in line 2"),
            (LINE, 1, 92, "no opponent 2"),
            (f"{LINE}\n{OTHER.replace('b 0', 'b H')}", 2, 99, "H is a bye"),
            (f"{LINE}\n{OTHER.replace('0001 b 0', '0000 - 1')}", 2, 92, "needs an opponent"),
            (f"{LINE}\n{OTHER.replace(' m ', ' q ')}", 2, 10, "m or w"),
            (f"{LINE}\n{OTHER.replace('Bruno', '     ')}", 2, 15, "name is missing"),
            (f"{LINE}\n{OTHER}\n240 X 001    1", 3, 5, "F, H or Z"),
            (f"{LINE}\n{OTHER}\n240 H 001    9", 3, 11, "no player 9"),
            (f"{LINE}\n{OTHER}\n260 001 001    1", 3, 13, "at least two"),
            (f"{LINE}\n{OTHER}\n142 many", 3, 5, "number of rounds"),
            (f"{LINE}\n{OTHER}\n152 red", 3, 5, "W or B"),
            (f"{LINE}\n{OTHER}\n162  Q 1.0", 3, 6, "must be one of"),
            (f"{LINE}\n{OTHER}\n001x", 3, 4, "a space must follow"),
            (f"{LINE}\n{OTHER}\n012 a\x00b", 3, 6, "cannot be shown"),
        ],
    )
    def test_it_is_named_with_its_line_and_column(self, text, line, column, why):
        with pytest.raises(TrfError, match=why) as caught:
            read_report(text)
        assert (caught.value.line, caught.value.column) == (line, column)
        assert not line or str(caught.value).startswith(f"line {line}, column {column}: ")

    def test_too_much_is_refused(self):
        with pytest.raises(TrfError, match="4 MiB"):
            read_report(b"x" * (4 * 1024 * 1024 + 1))
        with pytest.raises(TrfError, match="lines"):
            read_report("\n" * 30_001)

    @given(st.one_of(st.binary(max_size=300), st.text(max_size=300)))
    @settings(max_examples=examples(200))
    def test_nothing_breaks_the_reader(self, content):
        try:
            read_report(content)
        except TrfError as error:
            assert error.message

    @given(st.data())
    @settings(max_examples=examples(300))
    def test_no_damage_to_a_good_file_breaks_it(self, data):
        whole = data.draw(st.sampled_from(SAMPLES)).read_text("utf-8")
        at = data.draw(st.integers(0, len(whole) - 1))
        cut = data.draw(st.integers(0, 12))
        piece = data.draw(st.text("0123456789 wb=+-HFUZ.\n\x00é", max_size=8))
        try:
            report = read_report(whole[:at] + piece + whole[at + cut :])
        except TrfError as error:
            assert error.message
        else:
            event_of(report, game="quarto")
            assert read_report(write_report(report)).players == report.players


@st.composite
def reports(draw):
    """Whole tournaments of every kind of round, result and fact."""
    count = draw(st.integers(1, 9))
    games: list[list[Game]] = [[] for _ in range(count)]
    for _round in range(draw(st.integers(0, 5))):
        order = draw(st.permutations(range(count)))
        seated = draw(st.integers(0, count // 2)) * 2
        for a, b in zip(order[:seated:2], order[1:seated:2], strict=True):
            one, two = draw(
                st.sampled_from(
                    [
                        ("1", "0"),
                        ("0", "1"),
                        ("=", "="),
                        ("+", "-"),
                        ("-", "+"),
                        ("-", "-"),
                        (" ", " "),
                        ("W", "L"),
                        ("D", "D"),
                    ]
                )
            )
            games[a].append(Game(b + 1, "w", one))
            games[b].append(Game(a + 1, "b", two))
        for out in order[seated:]:
            games[out].append(Game(0, "-", draw(st.sampled_from("HFUZ"))))
    word = st.text(st.characters(codec="utf-8", categories=["L", "N", "P"]), min_size=1, max_size=20).filter(
        lambda text: text == unicodedata.normalize("NFC", text)
    )
    players = tuple(
        Player(
            number=at + 1,
            name=draw(word),
            sex=draw(st.sampled_from(["", "m", "w"])),
            title=draw(st.sampled_from(["", "GM", "WFM"])),
            rating=draw(st.one_of(st.none(), st.integers(1, 4000))),
            federation=draw(st.sampled_from(["", "NED"])),
            fide_id=draw(st.sampled_from(["", "1000012"])),
            born=draw(st.sampled_from(["", "1990/01/02"])),
            points=draw(st.integers(0, 999)),
            rank=draw(st.one_of(st.none(), st.integers(1, 9999))),
            games=tuple(games[at]),
        )
        for at in range(count)
    )
    facts = {code: (draw(word),) for code in draw(st.sets(st.sampled_from(["012", "022", "042", "092", "102", "202"])))}
    byes = tuple(("H", 9, n) for n in draw(st.sets(st.integers(1, count), max_size=2)))
    return Report(
        players,
        facts,
        draw(st.one_of(st.none(), st.integers(5, 30))),
        (),
        draw(st.sampled_from(["", "W", "B"])),
        draw(st.sampled_from([{}, {"W": 30, "D": 10}])),
        (Team("Rooks", (1,)),) * draw(st.integers(0, 1)),
        byes,
        ((1, 3, (1, 2)),) * (count > 1 and draw(st.booleans())),
    )


class TestThereAndBack:
    @given(reports())
    @settings(max_examples=examples(150))
    def test_a_report_is_what_it_was(self, report):
        assert read_report(write_report(report)) == report
        assert read_report(write_report(report).encode()) == report

    @given(reports())
    @settings(max_examples=examples(100))
    def test_an_event_is_what_it_was(self, report):
        event = event_of(report, game="quarto", system="swiss")
        back = event_of(read_report(write_report(report_of(event, ranks={}))), game="quarto", system="swiss")
        assert back.players == event.players
        assert back.rounds == event.rounds
        assert back.teams == event.teams
        assert back.pairing == event.pairing
