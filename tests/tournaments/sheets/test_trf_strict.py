"""Our report files, read by a strict reader of the format's tables, and by py4swiss."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from py4swiss.engines import DutchEngine

from scoring.trf import read_report
from scoring.trf.report import write_report
from tests.scoring.trf.strict import NotTheFormat, read_strictly
from tests.scoring.trf.test_files import reports
from tests.support.examples import examples
from tests.tournaments import make
from tests.tournaments.sheets.test_trf import SAMPLES, parsed
from tournaments.models import Entry, Player, Round, Team, Tournament
from tournaments.selectors.papers.event_documents import document_text
from tournaments.services.events import trf
from tournaments.services.results import results
from tournaments.services.rounds import rounds

VERSIONS = trf.VERSIONS


class TestTheReader:
    @pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
    @pytest.mark.parametrize("version", VERSIONS)
    def test_the_samples_written_by_us_keep_to_the_tables(self, path, version):
        report = read_report(path.read_bytes())
        found = read_strictly(_without_comments(write_report(report, version)), version)
        for player, cut in zip(report.players, found["001"], strict=True):
            assert (cut["name"], int(cut["number"])) == (player.name, player.number)
            assert [(g.opponent, g.colour, g.result.strip()) for g in player.games] == cut["games"]

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            ("\r\n", "\n"),
            ("0009 w 1", "009 w 1 "),
            ("001    1 m", "001   1  m"),
            ("Alyx ", "Alyx x" + " " * 40),
            ("3.5    2", "4.5    2"),
            ("0009 w 1", "0010 w 1"),
            ("XXR 5", "XXR five"),
            ("XXR 5", "142 5"),
            ("012 ", "012"),
            ("  0013 b =", "x 0013 b ="),
        ],
    )
    def test_it_is_strict(self, old, new):
        path = next(path for path in SAMPLES if path.stem == "tec-swiss")
        text = _without_comments(write_report(read_report(path.read_bytes()), "trf16")).decode()
        assert old in text
        with pytest.raises((NotTheFormat, AssertionError, KeyError)):
            read_strictly(text.replace(old, new, 1).encode(), "trf16")

    @pytest.mark.parametrize("version", VERSIONS)
    @given(report=reports())
    @settings(max_examples=examples(80))
    def test_every_report_keeps_to_the_tables(self, version, report):
        text = write_report(report, version)
        for line in text.split("\r\n"):
            if line.startswith("001"):
                assert len(line) in (89, *(99 + 10 * at for at in range(10))) or not report.players[0].games
        assert "\n" not in text.replace("\r\n", "")

    def test_who_must_not_meet_and_who_stays_away_in_the_older_programs_way(self):
        lines = [
            f"001 {n:4} m    {name:<33} 2200                             0.0 {n:4}"
            for n, name in enumerate(("Alyx", "Bruno", "Clara", "David"), 1)
        ]
        report = read_report("\r\n".join([*lines, "XXR 3", "XXP 1 2 3", "XXP    2    4", "XXZ 3 4", ""]))
        assert report.forbidden == ((1, 3, (1, 2, 3)), (1, 3, (2, 4)))
        assert report.byes == (("Z", 1, 3), ("Z", 1, 4))
        found = read_strictly(write_report(report, "trf16").encode(), "trf16")
        assert [line.split() for line in found["XXP"]] == [["1", "2"], ["1", "3"], ["2", "3"], ["2", "4"]]
        assert [line.split() for line in found["XXZ"]] == [["3", "4"]]
        new = read_strictly(write_report(report, "trf26").encode(), "trf26")
        assert [record["+"] for record in new["260"]] == [[1, 2, 3], [2, 4]]
        assert [(r["kind"], r["round"], r["+"]) for r in new["240"]] == [("Z", "001", [3, 4])]


def _without_comments(text):
    return "".join(f"{line}\r\n" for line in text.split("\r\n")[:-1] if not line.startswith("#")).encode()


def _one_bye_a_round(report):
    """The format has one bye of the pairing a round; the others were absent."""
    given_, players = set(), []
    for player in report.players:
        games = []
        for at, game in enumerate(player.games):
            games.append(replace(game, result="Z") if game.result == "U" and at in given_ else game)
            given_ |= {at} if game.result == "U" else set()
        players.append(replace(player, games=tuple(games)))
    return replace(report, players=tuple(players))


@pytest.mark.django_db
class TestWhatWeWrite:
    def both(self, made, boss, folder, *, theirs=True):
        found = {}
        for version in VERSIONS:
            content = trf.export_report(Tournament.objects.get(pk=made.pk), by=boss, version=version)
            found[version] = read_strictly(content, version)
            if theirs and version == "trf16":
                found["py4swiss"] = parsed(content, folder)
        return found

    @pytest.fixture
    def swiss(self):
        return make.tournament(
            9,
            game="quarto",
            system="swiss",
            table_size=2,
            rounds_planned=5,
            venue="Leiden",
            name="Coupe d’été",
            scoring={"tie_breaks": ["DE", "BH/C1", "LOT"]},
            pairing_options={"forbidden": [[1, 2], [3, 9]], "initial_colour": "white"},
        )

    def test_before_the_first_round_after_each_and_at_the_end(self, swiss, boss, tmp_path):
        Player.objects.filter(entries__tournament=swiss, entries__number=3).update(birth_year=2001, rating=None)
        Entry.objects.filter(tournament=swiss, number=4).update(absent=[1, 3, 4])
        Entry.objects.filter(tournament=swiss, number=5).update(absent=[3])
        at_start = self.both(swiss, boss, tmp_path)
        assert [line.split() for line in at_start["trf16"]["XXP"]] == [["1", "2"], ["3", "9"]]
        assert [line.split() for line in at_start["trf16"]["XXZ"]] == [["4"]]
        assert at_start["py4swiss"].x_section.forbidden_pairs == {(1, 2), (3, 9)}
        assert at_start["py4swiss"].x_section.zeroed_ids == {4}
        assert [(r["round"], r["+"]) for r in at_start["trf26"]["240"]] == [("001", [4]), ("003", [4, 5]), ("004", [4])]
        ends = [("1", "0"), ("1/2", "1/2"), ("0", "1")]
        for number in range(1, 6):
            round_ = make.published(swiss, boss)
            for at, table in enumerate(round_.tables.order_by("number")):
                if (number, at) == (2, 0):
                    results.enter(table.pk, by=boss, points=make.points("1", None), end="forfeit")
                elif (number, at) == (2, 1):
                    results.enter(table.pk, by=boss, points=make.points(None, None), end="forfeit")
                else:
                    results.enter(table.pk, by=boss, points=make.points(*ends[(number + at) % 3]))
            rounds.close(round_.pk, by=boss)
            found = self.both(swiss, boss, tmp_path)
            assert [len(p["games"]) for p in found["trf26"]["001"]] == [number] * 9
            theirs = {p.starting_number: p for p in found["py4swiss"].player_sections}
            for cut in found["trf16"]["001"]:
                other = theirs[int(cut["number"])]
                assert other.points_times_ten == round(10 * float(cut["points"]))
                assert (other.rank, other.name) == (int(cut["rank"]), cut["name"])
            if number < 5:
                assert DutchEngine.generate_pairings(found["py4swiss"])
        assert found["trf26"]["212"] == ["PTS,DE,BH/C1"] and found["trf26"]["152"] == ["W"]

    def test_a_round_that_is_being_played(self, swiss, boss, tmp_path):
        round_ = make.published(swiss, boss)
        table = round_.tables.order_by("number").first()
        results.enter(table.pk, by=boss, points=make.points("1", "0"))
        # py4swiss takes the blanks off the end of a line, and so a result that is not known
        found = self.both(swiss, boss, tmp_path, theirs=False)
        codes = sorted(p["games"][0][2] for p in found["trf26"]["001"])
        assert codes.count("") == 6 and set(codes) == {"", "0", "1", "U"}

    def test_teams_have_their_ranks_and_points(self, boss, tmp_path):
        made = make.tournament(8, game="quarto", system="team-berger", table_size=2, rounds_planned=3, name="Clubs")
        for at, name in enumerate(("Torens", "Éclair", "Bishops of the Long and Winding Diagonal", "X")):
            team = Team.objects.create(tournament=made, key=f"K{at}", name=name)
            for board in (1, 2):
                Entry.objects.filter(tournament=made, number=2 * at + board).update(team=team, board=board)
        round_ = make.published(made, boss)
        make.play(round_, boss, ("1", "0"))
        rounds.close(round_.pk, by=boss)
        found = self.both(made, boss, tmp_path)
        teams = found["trf26"]["310"]
        assert [team["name"] for team in teams] == ["Torens", "Éclair", "Bishops of the Long and Winding", "X"]
        assert all(team["rank"] and team["game"] for team in teams)
        assert sum(float(team["game"]) for team in teams) == 4.0
        assert [team["+"] for team in found["trf16"]["013"]] == [[1, 2], [3, 4], [5, 6], [7, 8]]
        assert found["trf26"]["082"] == ["4"] and len(found["py4swiss"].team_sections) == 4
        report = read_report(trf.export_report(made, by=boss))
        assert [(t.rank, t.game_points) for t in report.teams] == [
            (int(t["rank"]), round(10 * float(t["game"]))) for t in teams
        ]

    @pytest.mark.parametrize("options", [{}, *({"initial_colour": "lot", "seed": n} for n in range(6))])
    def test_who_begins_is_told_before_the_first_round_drawn_or_not(self, options, boss, tmp_path):
        """Without it bbpPairings pairs no first round."""
        seed = options.pop("seed", 0)
        made = make.tournament(
            4, game="quarto", system="swiss", table_size=2, rounds_planned=3, seed=seed, pairing_options=options
        )
        found = self.both(made, boss, tmp_path)
        theirs = [(p.white, p.black) for p in DutchEngine.generate_pairings(found["py4swiss"])]
        ours = make.draft(made, boss)
        seats = [tuple(s.entry.number for s in t.seats.order_by("position")) for t in ours.tables.order_by("number")]
        assert theirs == seats
        assert found["trf26"]["152"] == ["W" if 1 in (seats[0][0], seats[1][0]) else "B"]

    def test_clubs_of_players_who_play_for_themselves_are_no_teams(self, swiss, boss, tmp_path):
        """bbpPairings refuses any file with 013 or 310, and gacrux one in which not everybody has a team."""
        team = Team.objects.create(tournament=swiss, key="K", name="Torens")
        Entry.objects.filter(tournament=swiss, number__lte=2).update(team=team)
        found = self.both(swiss, boss, tmp_path)
        assert found["trf26"]["082"] == found["trf16"]["082"] == ["0"]
        assert "310" not in found["trf26"] and "013" not in found["trf16"]

    @given(report=reports())
    @settings(
        max_examples=8,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    )
    @pytest.mark.parametrize("game", ["quarto", "quaro"])
    def test_any_report_comes_in_and_goes_out_as_it_was(self, game, report, boss):
        report = _one_bye_a_round(report)
        content = write_report(report).encode()
        before = (Tournament.objects.count(), Player.objects.count(), Round.objects.count())
        try:
            made = trf.import_report(content, by=boss, game=game, system="swiss")
        except trf.Refused as refusal:
            assert refusal.message
            assert (Tournament.objects.count(), Player.objects.count(), Round.objects.count()) == before
            return
        for version in VERSIONS:
            out = trf.export_report(made, by=boss, version=version)
            read_strictly(out, version)
            after = read_report(out)
            assert [(p.name, p.rating) for p in after.players] == [(p.name, p.rating) for p in report.players]
            for one, other in zip(report.players, after.players, strict=True):
                assert [g.opponent for g in one.games] == [g.opponent for g in other.games]
        again = trf.import_report(trf.export_report(made, by=boss), by=boss, game=game, system="swiss")
        one, other = json.loads(document_text(made)), json.loads(document_text(again))
        for player in (*one["players"], *other["players"]):
            player.pop("team", None)
            player.pop("board", None)
        assert one["rounds"] == other["rounds"] and one["players"] == other["players"]
