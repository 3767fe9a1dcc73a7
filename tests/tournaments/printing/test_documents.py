"""Printed documents, read back from their PDF: what stands on them, in which order, on which paper."""

from __future__ import annotations

import io
import re
from fractions import Fraction

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import translation
from pypdf import PdfReader

from tests.support.examples import THOROUGH
from tests.tournaments import make
from tests.tournaments.clubs.test_club_pages import picture
from tests.tournaments.kinds import EVERY
from tests.tournaments.printing.conftest import prized
from tests.tournaments.public.build import event
from tournaments.domain.errors import Refused
from tournaments.imports.pictures import small_png
from tournaments.jobs.standings import compute_standings
from tournaments.models import Club, Penalty, PrintJob, Result, Team, Tournament
from tournaments.printing.press import PAPERS, Press
from tournaments.selectors.papers import printed_pairings
from tournaments.selectors.papers.printing import KINDS, prepare
from tournaments.services import printing
from tournaments.services.prizes import put
from tournaments.services.results import results

pytestmark = pytest.mark.django_db

LANGUAGES = [code for code, _name in settings.LANGUAGES]
GRID = [
    (what, language, paper)
    for paper in PAPERS
    for at, what in enumerate(KINDS)
    for other, language in enumerate(LANGUAGES)
    # the language decides the words and the paper their room: each with each is for the thorough run
    if THOROUGH or language == "de" or (paper == "a4" and (at + other) % 3 == 0)
]
SITE = "http://hall.local:8000"


def pdf(tournament, what, number=None, paper="a4", language="en"):
    with translation.override(language):
        ready = prepare(tournament, what, number, SITE)
        press = Press(paper, ready.head, wide=ready.wide, bare=ready.bare)
        ready.draw(press)
        return PdfReader(io.BytesIO(press.finish()))


def words(reader):
    return " ".join(" ".join(page.extract_text() for page in reader.pages).split())


class TestWhatStandsThere:
    @pytest.mark.parametrize(("what", "language", "paper"), GRID)
    def test_each_document_in_each_language_on_each_paper(self, club, paper, what, language):
        reader = pdf(club, what, None, paper, language)
        sizes = {frozenset(round(float(side)) for side in page.mediabox[2:]) for page in reader.pages}
        assert sizes == {frozenset(map(round, PAPERS[paper]))}
        text = words(reader)
        assert text and "Our club" not in text, "one club alone is not named"
        assert not any(font for font in _fonts(reader) if "Viertal" not in font and "DejaVu" not in font)

    @pytest.mark.parametrize("what", KINDS)
    def test_it_carries_the_name_the_logo_and_the_colour_of_its_club(self, club, what):
        make.club("Elsewhere")
        Club.objects.filter(pk=club.club_id).update(name="De Toren", accent="#ffff00", logo=small_png(picture()))
        reader = pdf(Tournament.objects.get(pk=club.pk), what)
        assert words(reader).count("De Toren") >= len(reader.pages)
        page = reader.pages[0]
        assert len(page.images) > 0
        # yellow is read on paper as the olive that it is by day
        olive = " ".join(f"{part / 255:.6f}".lstrip("0") for part in (0x6E, 0x6E)) + " 0 RG"
        assert olive in page.get_contents().get_data().decode("latin-1")

    @pytest.mark.parametrize("club", EVERY, indirect=True)
    @pytest.mark.parametrize("what", ["by-table", "by-name", "standings", "schedules", "cards", "report", "prizes"])
    def test_everybody_is_on_it(self, club, what):
        text = words(pdf(club, what)).replace("- ", "-")  # a long name goes on in the next line
        if what == "by-table" and "Riichi" in text:  # or after the points and the score, which take its room
            assert "55.2 (50,200)" in text
            return
        for entry in club.entries.select_related("player"):
            assert entry.player.name in text, what

    def test_accents_and_other_scripts_are_there(self):
        names = ["Elżbieta Núñez", "Jürgen Weiß", "Đặng Thị Ánh", "Ελένη", "Юлия"]
        text = words(pdf(event("letters", [*names, "A", "B", "C"], rounds=1), "cards"))
        for name in names:
            assert name in text

    def test_pairings_by_table_have_points_once_they_are_in(self, club):
        text = words(pdf(club, "by-table", 1))
        assert "Round 1 by table" in text
        assert "Event club" in text and "De Zaal" in text and "Quatro Chess" in text

    def test_papers_name_team_and_board_at_each_seat_where_teams_win(self, boss):
        made = make.tournament(8, system="double-team", rounds_planned=6)
        for index, name in enumerate(("Alpha", "Beta")):
            team = Team.objects.create(tournament=made, key=name[0], name=name)
            for board, entry in enumerate(made.entries.order_by("number")[4 * index : 4 * index + 4], 1):
                entry.team, entry.board = team, board
                entry.save()
        make.published(made, boss)
        for what in ("by-table", "by-name", "slips"):
            text = words(pdf(made, what, 1))
            seats = [text.count(f"({team}, board {board})") for team in ("Alpha", "Beta") for board in (1, 2, 3, 4)]
            assert seats == [1] * 8, what
        assert text.count("Team-mates may not consult during the game (QC 7.5).") == 2
        # each sees themselves in its head, and two opponents and a partner below it
        assert words(pdf(made, "schedules")).count(", board ") == 8 + 8 * 3
        made.teams.filter(key="A").update(name="Schachgemeinschaft Oberpfalz-Nord Weiden und Umgebung")
        for what in ("by-table", "by-name", "slips", "schedules"):
            assert not any(map(_beyond, pdf(made, what).pages)), what
            assert "Umgebung,board1)" in words(pdf(made, what)).replace(" ", ""), what

    def test_names_are_sorted_as_on_a_wall(self):
        made = event("wall", ["Zoë", "Åke", "anna", "Özil"], rounds=1)
        text = words(pdf(made, "by-name"))
        order = [text.index(name) for name in ("Åke", "anna", "Özil", "Zoë")]
        assert order == sorted(order)

    def test_a_draft_is_never_printed(self, club):
        for what in ("by-table", "by-name", "slips"):
            with pytest.raises(Refused, match="not published"):
                pdf(club, what, 3)

    def test_a_very_long_name_stays_on_the_paper(self):
        made = prized(event("long", ["W" * 100, "B", "C", "D"], rounds=1))
        for what in KINDS:
            for page in pdf(made, what).pages:
                assert not _beyond(page), what

    def test_the_report_tells_what_was_out_of_the_ordinary(self, boss):
        made = make.duel(4)
        round_ = make.published(made, boss)
        first = make.play(round_, boss, ("1", "0"))[0]
        results.enter(first.table_id, by=boss, points=make.points("0", "1"), seen_result=first.pk, reason="wrong slip")
        made.entries.filter(number=4).update(left=1)
        text = words(pdf(made, "report"))
        assert "corrected to 0 – 1" in text and "wrong slip" in text and "withdrew after round 1" in text

    def test_the_report_tells_who_forfeited_and_what_was_played_on(self, boss):
        made = make.duel(6)
        tables = list(make.published(made, boss).tables.order_by("number"))
        for table, points in zip(tables, ((None, None), (None, "1"), (None, None)), strict=True):
            end = "forfeit" if table == tables[1] else "adjourned"
            first = results.enter(table.pk, by=boss, points=make.points(*points), end=end, reason="the bus")
        text = words(pdf(made, "report"))
        assert "Round 1, table 1: adjourned." in text and "Round 1, table 3: adjourned." in text
        assert "Round 1, table 2: forfeit (– : 1)." in text
        results.enter(
            tables[2].pk, by=boss, points=make.points("1/2", "1/2"), seen_result=first.pk, reason="after dinner"
        )
        text = words(pdf(made, "report"))
        assert "Round 1, table 3: adjourned; played on, ½ – ½. Reason: after dinner" in text
        assert "table 3: adjourned." not in text and "corrected" not in text

    def test_the_report_tells_of_penalties_of_lifted_ones_too(self, boss):
        made = event("stern", ["Anna", "B", "C", "D"], rounds=1)
        team = Team.objects.create(tournament=made, key="A", name="Alpha")
        anna = made.entries.get(player__name="Anna")
        Penalty.objects.create(tournament=made, entry=anna, round=1, points=Fraction(1, 2), reason="left the hall")
        Penalty.objects.create(tournament=made, team=team, round=1, points=1, reason="came late", lifted=True)
        text = words(pdf(made, "report"))
        assert "Penalty for Anna from round 1: −½. Reason: left the hall" in text
        assert "Penalty for Alpha from round 1: −1, lifted. Reason: came late" in text
        assert "None." not in text

    def test_the_report_names_helpers_apart_from_the_arbiters(self):
        made = event("staffed", 4, rounds=1)
        chief, helper = make.arbiter(made, "chief"), make.arbiter(made, "helper")
        text = words(pdf(made, "report"))
        assert f"Arbiters {chief}, chief arbiter Helpers {helper}" in text

    def test_in_a_half_round_all_papers_have_the_same_ranks_and_say_what_they_mean(self, boss):
        made = make.duel(8, scoring={"tie_breaks": []})
        make.play(make.published(made, boss), boss, ("1/2", "1/2"))
        compute_standings(made.pk)
        first = make.published(made, boss).tables.order_by("number").first()
        results.enter(first.pk, by=boss, points=make.points("1", "0"))
        compute_standings(made.pk)
        text = {what: words(pdf(made, what)) for what in ("standings", "crosstable", "report")}
        ranks = {}
        for what, read in text.items():
            line = re.compile(rf"(\(\d+\)|\d+) (\d+) ({'|'.join(e.player.name for e in made.entries.all())})\b")
            ranks[what] = line.findall(read)
            assert "(5): The rank by the points so far" in read, what
            assert "…: The table has no result yet" in read, what
            assert "Tie-breaks" not in read, "there are none"
        assert [rank for rank, _number, _name in ranks["standings"]].count("(2)") == 6
        assert ranks["standings"] == ranks["crosstable"] == ranks["report"][:8]
        assert "results missing: " in text["standings"] and "results missing: " in text["crosstable"]
        assert text["standings"].count("What the signs mean") == text["report"].count("What the signs mean") == 1

    def test_a_list_of_prizes_says_who_shares_and_who_draws_lots_below_itself(self, boss):
        made = make.duel(4, scoring={"tie_breaks": []})
        make.play(make.published(made, boss), boss, ("1/2", "1/2"))
        compute_standings(made.pk)
        first = {"prizes": [{"cents": 10000, "thing": "cup"}, {"cents": 5000}]}
        put(made.pk, by=boss, rule={}, lists=[first, {"name": "Under 12", "born_from": 2015, "prizes": [{"cents": 1}]}])
        text = words(pdf(made, "prizes"))
        assert "(shared among 4)" in text
        assert text.count("Draw lots for the thing") == 1
        assert text.index("cup") < text.index("Draw lots for the thing") < text.index("Under 12")

    @pytest.mark.parametrize("game", ["quarto", "quaro", "kwartet", "quatro-chess"])
    def test_each_game_has_its_score_sheet_on_one_page(self, game):
        size = 2 if game == "quarto" else 4
        made = make.tournament(4, game=game, table_size=size)
        for language in LANGUAGES:
            reader = pdf(made, "scoresheet", language=language)
            assert len(reader.pages) == 1
            assert not _beyond(reader.pages[0])

    def test_a_crosstable_of_many_is_cut_into_parts_with_every_opponent(self):
        made = event("wide", 40, rounds=2)
        reader = pdf(made, "crosstable")
        assert len(reader.pages) > 1


def _fonts(reader):
    return {
        str(font.get_object()["/BaseFont"])
        for page in reader.pages
        for font in page["/Resources"].get("/Font", {}).values()
        if "Helvetica" not in str(font.get_object()["/BaseFont"])
    }


def _beyond(page):
    """Texts that begin outside the paper."""
    found = []

    def visit(text, cm, tm, _font, _size):
        x, y = tm[4] * cm[0] + tm[5] * cm[2] + cm[4], tm[4] * cm[1] + tm[5] * cm[3] + cm[5]
        if text.strip() and not (0 <= x <= float(page.mediabox.width) and 0 <= y <= float(page.mediabox.height)):
            found.append((text, x, y))

    page.extract_text(visitor_text=visit)
    return found


class TestSlips:
    def numbers(self, page):
        """The table numbers on a sheet from above: the texts in the largest type."""
        found = []

        def visit(text, _cm, tm, _font, size):
            if text.strip().isdecimal() and size >= 20:
                found.append((-tm[5], int(text)))

        page.extract_text(visitor_text=visit)
        return [number for _y, number in sorted(found)]

    @pytest.mark.parametrize("paper", PAPERS)
    def test_a_cut_stack_of_slips_is_sorted_by_table(self, paper):
        made = event("slips", 36, rounds=1)
        sheets = [self.numbers(page) for page in pdf(made, "slips", 1, paper).pages]
        assert len(sheets) == 3
        piles = [[sheet[place] for sheet in sheets if place < len(sheet)] for place in range(4)]
        assert [number for pile in piles for number in pile] == list(range(1, 10))

    def test_the_code_leads_to_the_table_on_the_public_page(self, client):
        made = event("slips", 8, rounds=1)
        address = printed_pairings.slip_address(SITE, made, 1, 2)
        assert address == f"{SITE}/t/slips/rounds/1/#t2"
        assert "id=t2" in client.get(address.removeprefix(SITE).partition("#")[0]).content.decode()


class TestPages:
    def address(self, name, made, *more):
        return reverse(f"admin:tournaments_{name}", args=[made.pk, *more])

    def test_from_the_desk_to_the_paper(self, club, boss, signed_in, words):
        browser = signed_in(boss)
        assert self.address("outputs", club) in words(browser.get(self.address("desk", club)))
        page = words(browser.get(self.address("outputs", club)))
        assert "<iframe src=" in page and "rounds.ics" in page and "results.atom" in page
        answer = browser.post(
            self.address("print_ask", club),
            {"what": "slips", "round": "2", "paper": "letter", "language": "nl"},
            follow=True,
        )
        assert answer["Content-Type"] == "application/pdf"
        assert {"private", "no-store"} <= set(answer["Cache-Control"].split(", "))
        assert "Tafel" in "".join(p.extract_text() for p in PdfReader(io.BytesIO(answer.content)).pages)

    def test_a_long_one_shows_how_far_it_is_and_can_be_cancelled(self, club, boss, signed_in, words, monkeypatch):
        monkeypatch.setattr(printing, "AT_ONCE", 1)
        browser = signed_in(boss)
        answer = browser.post(
            self.address("print_ask", club),
            {"what": "schedules", "round": "2", "paper": "a4", "language": "en"},
            follow=True,
        )
        assert answer["Refresh"] == "1" and "<progress" in words(answer)
        job = PrintJob.objects.get()
        assert browser.get(self.address("print_file", club, job.pk)).status_code == 302
        browser.post(self.address("print_cancel", club, job.pk))
        answer = browser.get(self.address("print", club, job.pk))
        assert "Refresh" not in answer and "cancelled" in words(answer)

    def test_a_document_is_its_owners_alone(self, club, boss, signed_in):
        signed_in(boss).post(self.address("print_ask", club), {"what": "standings", "paper": "a4", "language": "en"})
        job = PrintJob.objects.get()
        other = signed_in(make.arbiter(club))
        for name in ("print", "print_file"):
            assert other.get(self.address(name, club, job.pk)).status_code == 404
        assert other.post(self.address("print_cancel", club, job.pk)).status_code == 404

    def test_who_is_not_appointed_gets_nothing(self, club, signed_in):
        stranger = signed_in(make.arbiter())
        assert stranger.get(self.address("outputs", club)).status_code == 403
        assert stranger.post(self.address("print_ask", club), {"what": "report"}).status_code == 403
        for kind in ("players", "results", "standings"):
            assert stranger.get(self.address("list", club, kind, "csv")).status_code == 403
        assert not PrintJob.objects.exists()

    def test_lists_are_downloaded_by_who_may_have_them(self, club, boss, signed_in):
        arbiter = make.arbiter(club)
        for kind in ("players", "teams", "results", "standings", "crosstable"):
            for form in ("csv", "xlsx"):
                answer = signed_in(boss).get(self.address("list", club, kind, form))
                assert answer.status_code == 200, kind
                provisional = "-provisional" if kind in ("standings", "crosstable") else ""
                assert f'filename="club-{kind}{provisional}.{form}"' in answer["Content-Disposition"]
                expected = 403 if kind == "players" else 200
                assert signed_in(arbiter).get(self.address("list", club, kind, form)).status_code == expected
        assert signed_in(boss).get(self.address("list", club, "money", "csv")).status_code == 404
        assert signed_in(boss).get(self.address("list", club, "teams", "exe")).status_code == 404

    def test_results_are_imported_from_a_file_with_a_look_before(self, boss, signed_in, words):
        made = make.tournament(4)
        make.published(made, boss)
        browser = signed_in(boss)
        file = SimpleUploadedFile("r.csv", b"Round;Table;Points 1;Points 2;Points 3;Points 4\n1;1;8;4;2;0\n")
        preview = browser.post(self.address("list_upload", made, "results"), {"file": file}, follow=True)
        assert "Import 1 line" in words(preview)
        stamp = re.search(r'name="stamp" value="(\w+)"', words(preview))[1]
        here = preview.redirect_chain[-1][0]
        assert browser.post(here, {"stamp": "x"}).status_code == 200
        assert not Result.objects.exists()
        done = browser.post(here, {"stamp": stamp}, follow=True)
        assert "1 new" in words(done)
        assert Result.objects.count() == 1
        assert "Imported: 1 new" in words(browser.get(here, follow=True))

    @pytest.mark.parametrize("kind", ["teams", "results"])
    def test_what_is_no_list_comes_back_with_the_reason(self, club, boss, signed_in, words, kind):
        answer = signed_in(boss).post(
            self.address("list_upload", club, kind), {"file": SimpleUploadedFile("x.csv", b"\xff\xfeN")}
        )
        assert answer.status_code == 422
        assert "looks like UTF-16" in words(answer)

    def test_an_arbiter_cannot_import_teams(self, club, signed_in):
        browser = signed_in(make.arbiter(club))
        assert browser.get(self.address("list_upload", club, "teams")).status_code == 403
        assert browser.get(self.address("list_upload", club, "results")).status_code == 200
        assert browser.get(self.address("list_upload", club, "money")).status_code == 404
