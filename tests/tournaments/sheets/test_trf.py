"""Tournament report files make tournaments, and tournaments make report files that others read."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from py4swiss.engines import DutchEngine
from py4swiss.trf import TrfParser

from scoring.trf import read_report
from tests.support.examples import examples
from tests.tournaments import make
from tournaments.domain.errors import Refused
from tournaments.jobs.pairing import pair_round
from tournaments.jobs.standings import compute_standings
from tournaments.models import Player, Result, Round, Standings, Tournament
from tournaments.services.events import trf
from tournaments.services.rounds import rounds

pytestmark = pytest.mark.django_db
SAMPLES = sorted((Path(__file__).parents[2] / "scoring" / "data" / "trf").glob("*.trf"))
SWISS = next(path for path in SAMPLES if path.stem == "tec-swiss")


def parsed(content, folder):
    file = folder / "out.trf"
    file.write_bytes(content)
    return TrfParser.parse(file)


class TestIn:
    @pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
    @pytest.mark.parametrize("game", ["quarto", "quaro", "kwartet"])
    def test_a_sample_becomes_a_tournament_with_the_points_of_the_file(self, path, game, boss):
        report = read_report(path.read_bytes())
        made = trf.import_report(path.read_bytes(), by=boss, game=game)
        assert not made.published
        assert made.entries.count() == len(report.players)
        assert {r.state for r in made.rounds.all()} == {Round.State.CLOSED}
        assert made.state == Tournament.State.FINISHED
        compute_standings(made.pk)
        body = Standings.objects.get(tournament=made, after_round=report.rounds).body
        counted = {row["player"]: row["points"] for row in body["rows"]}
        for player in report.players:
            if player.number in counted and "Z" not in {g.result for g in player.games}:
                whole, half = divmod(player.points, 10)
                assert counted[player.number] == (f"{2 * whole + 1}/2" if half else str(whole))

    def test_the_next_round_can_be_paired(self, boss):
        text = SWISS.read_text("utf-8").replace("XXR 5", "XXR 7")
        made = trf.import_report(text.encode(), by=boss, game="quarto")
        assert made.state == Tournament.State.RUNNING
        round_ = rounds.ask_for_pairing(made.pk, by=boss)
        pair_round(round_.pk)
        round_.refresh_from_db()
        assert (round_.state, round_.number) == (Round.State.DRAFT, 6), round_.problem

    def test_a_round_without_results_waits_for_them(self, boss):
        lines = [
            "001    1 m    Alyx                              2200 FRA                         0.0    1  0002 w  ",
            "001    2 m    Bruno                             2150 FRA                         0.0    2  0001 b  ",
        ]
        made = trf.import_report("\n".join(lines).encode(), by=boss, game="quarto")
        assert made.rounds.get().state == Round.State.PUBLISHED
        assert not Result.objects.exists()

    def test_people_are_found_again(self, boss):
        for _time in (1, 2):
            trf.import_report(SWISS.read_bytes(), by=boss, game="quarto")
        assert Player.objects.count() == 16
        assert set(Tournament.objects.values_list("slug", flat=True)) == {"tec-swiss", "tec-swiss-2"}

    @pytest.mark.parametrize(
        ("change", "why"),
        [
            (("0009 w 1", "0009 w ?"), "Line 5, column 99: "),
            (("    Bruno", "    Alyx "), "Add a year of birth to tell them apart"),
            (("Bruno", "B\u202en\u202eo"), "cannot be shown"),
            (("0009 w 1  0013 b =", "0009 w    0013 b ="), "do not fit"),
        ],
    )
    def test_a_bad_file_makes_nothing_and_says_where(self, boss, change, why):
        text = SWISS.read_text("utf-8").replace(*change, 1)
        with pytest.raises(Refused, match=why):
            trf.import_report(text.encode(), by=boss, game="quarto")
        assert not Tournament.objects.exists() and not Player.objects.exists()

    @pytest.mark.parametrize(
        ("game", "system"), [("quatro-chess", ""), ("backgammon", ""), ("quarto", "tables"), ("", "")]
    )
    def test_a_game_for_more_and_an_unknown_system_are_refused(self, boss, game, system):
        with pytest.raises(Refused, match="game for two"):
            trf.import_report(SWISS.read_bytes(), by=boss, game=game, system=system)

    def test_only_an_organiser_of_the_installation_brings_in(self):
        with pytest.raises(PermissionDenied):
            trf.import_report(SWISS.read_bytes(), by=make.arbiter(make.duel(4)), game="quarto")

    @given(st.data())
    @settings(max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
    def test_no_damaged_file_is_half_saved(self, boss, data):
        whole = data.draw(st.sampled_from(SAMPLES)).read_text("utf-8")
        at = data.draw(st.integers(0, len(whole) - 1))
        piece = data.draw(st.text("0123456789 wb=+-HFUZ.\n\x00é\u202e", max_size=6))
        text = whole[:at] + piece + whole[at + data.draw(st.integers(0, 8)) :]
        before = (Tournament.objects.count(), Player.objects.count(), Result.objects.count())
        try:
            trf.import_report(text.encode(), by=boss, game="quarto")
        except Refused as refusal:
            assert refusal.message
            assert (Tournament.objects.count(), Player.objects.count(), Result.objects.count()) == before


class TestOut:
    @pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
    @pytest.mark.parametrize("version", trf.VERSIONS)
    def test_what_came_in_goes_out(self, path, version, boss, tmp_path):
        before = read_report(path.read_bytes())
        made = trf.import_report(path.read_bytes(), by=boss, game="quarto")
        content = trf.export_report(made, by=boss, version=version)
        after = read_report(content)
        assert after.rounds == before.rounds
        for one, other in zip(before.players, after.players, strict=True):
            assert (one.number, one.name, one.rating, one.points, one.games) == (
                other.number,
                other.name,
                other.rating,
                other.points,
                other.games,
            )
        if version == "trf16":
            theirs = parsed(content, tmp_path)
            assert len(theirs.player_sections) == len(before.players)

    def test_another_engine_pairs_the_next_round_from_our_file(self, boss, tmp_path):
        made = make.tournament(9, game="quarto", system="swiss", table_size=2, rounds_planned=5)
        for _round in range(2):
            round_ = make.published(made, boss)
            make.play(round_, boss, ("1", "0"))
            rounds.close(round_.pk, by=boss)
        pairs = DutchEngine.generate_pairings(parsed(trf.export_report(made, by=boss, version="trf16"), tmp_path))
        assert len(pairs) == 5

    def test_forfeits_byes_teams_and_the_facts_of_the_event(self, boss):
        made = make.tournament(
            5,
            game="quarto",
            system="swiss",
            table_size=2,
            rounds_planned=4,
            venue="Leiden",
            name="Cup",
            scoring={"tie_breaks": ["DE", "BH", "LOT"]},
        )
        from tournaments.services.results import results

        tables = make.published(made, boss).tables.order_by("number")
        results.enter(tables[0].pk, by=boss, points=make.points("1", None), end="forfeit")
        results.enter(tables[1].pk, by=boss, points=make.points(None, None), end="forfeit")
        report = read_report(trf.export_report(made, by=boss))
        assert sorted(p.games[0].result for p in report.players) == ["+", "-", "-", "-", "U"]
        assert (report.fact("012"), report.fact("022"), report.fact("062"), report.rounds) == ("Cup", "Leiden", "5", 4)
        assert report.fact("212").startswith("PTS,DE,BH") and "LOT" not in report.fact("212")

    def test_years_of_birth_are_for_who_may_see_the_players(self, boss):
        made = make.duel(4)
        Player.objects.update(birth_year=2012)
        assert b"2012/00/00" in trf.export_report(made, by=boss)
        assert b"2012" not in trf.export_report(made, by=make.arbiter(made))

    def test_tables_of_four_have_no_report_file(self, boss):
        made = make.tournament(8)
        make.published(made, boss)
        with pytest.raises(Refused, match="tables of two only"):
            trf.export_report(made, by=boss)

    def test_who_is_not_appointed_gets_none(self):
        with pytest.raises(PermissionDenied):
            trf.export_report(make.duel(4), by=make.arbiter())


class TestPages:
    def test_in_and_out_at_the_desk(self, boss, signed_in, words):
        browser = signed_in(boss)
        where = reverse("admin:tournaments_trf_upload")
        assert browser.get(where).status_code == 200
        bad = browser.post(where, {"file": SimpleUploadedFile("x.trf", b"001 x"), "game": "quarto"})
        assert bad.status_code == 422 and "Line 1, column 5" in words(bad)
        answer = browser.post(
            where, {"file": SimpleUploadedFile("x.trf", SWISS.read_bytes()), "game": "quarto"}, follow=True
        )
        assert "tec-swiss" in words(answer)
        made = Tournament.objects.get()
        for version in trf.VERSIONS:
            file = browser.get(reverse("admin:tournaments_trf", args=[made.pk, version]))
            assert file["Content-Disposition"] == f'attachment; filename="tec-swiss.{version}"'
            assert len(read_report(file.content).players) == 16
        assert browser.get(reverse("admin:tournaments_trf", args=[made.pk, "trf99"])).status_code == 404

    def test_an_arbiter_does_not_find_the_import(self, signed_in):
        assert signed_in(make.arbiter(make.duel(4))).get(reverse("admin:tournaments_trf_upload")).status_code == 404
