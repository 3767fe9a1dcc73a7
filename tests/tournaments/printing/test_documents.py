"""Printed documents, read back from their PDF: what stands on them, in which order, on which paper."""

from __future__ import annotations

import io
import re
from datetime import timedelta
from fractions import Fraction

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import timezone, translation
from pypdf import PdfReader

from games.core.notices import Notice, plain
from tests.tournaments import make
from tests.tournaments.kinds import EVERY
from tests.tournaments.public.build import event
from tests.tournaments.test_club_pages import picture
from tournaments.domain.errors import Refused
from tournaments.imports.pictures import small_png
from tournaments.jobs.standings import compute_standings
from tournaments.models import Club, Penalty, PlayerImport, PrintJob, Prize, PrizeList, Result, Team, Tournament
from tournaments.printing.press import PAPERS, Press, Stopped
from tournaments.selectors import printed_pairings
from tournaments.selectors.printing import KINDS, prepare
from tournaments.services import print_jobs, printing, results
from tournaments.services.prizes import put

pytestmark = pytest.mark.django_db

LANGUAGES = [code for code, _name in settings.LANGUAGES]
SITE = "http://hall.local:8000"


def pdf(tournament, what, number=None, paper="a4", language="en"):
    with translation.override(language):
        ready = prepare(tournament, what, number, SITE)
        press = Press(paper, ready.head, wide=ready.wide, bare=ready.bare)
        ready.draw(press)
        return PdfReader(io.BytesIO(press.finish()))


def words(reader):
    return " ".join(" ".join(page.extract_text() for page in reader.pages).split())


def prized(made):
    """The same event with a prize for everybody."""
    row = PrizeList.objects.create(tournament=made, position=1)
    players = range(1, made.entries.count() + 1)
    Prize.objects.bulk_create(Prize(list=row, place=place, cents=1000, thing="cup") for place in players)
    return made


@pytest.fixture
def club(request):
    """With a parameter it is of that kind of declared game."""
    kind = getattr(request, "param", "")
    return prized(event("club", rounds=2, draft=True, missing=1, venue="De Zaal", kind=kind))


class TestWhatStandsThere:
    @pytest.mark.parametrize("paper", PAPERS)
    @pytest.mark.parametrize("what", KINDS)
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_each_document_in_each_language_on_each_paper(self, club, paper, what, language):
        reader = pdf(club, what, None, paper, language)
        sizes = {
            tuple(sorted((round(float(page.mediabox.width)), round(float(page.mediabox.height)))))
            for page in reader.pages
        }
        assert sizes == {tuple(sorted(round(side) for side in PAPERS[paper]))}
        assert words(reader)
        assert not any(font for font in _fonts(reader) if "Viertal" not in font and "DejaVu" not in font)

    @pytest.mark.parametrize("what", KINDS)
    def test_it_carries_the_name_the_logo_and_the_colour_of_its_club(self, club, what):
        assert "Our club" not in words(pdf(club, what)), "one club alone is not named"
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

    def test_pairings_by_table_name_the_teams_where_teams_win(self, boss):
        made = make.tournament(8, system="double-team", rounds_planned=6)
        for index, name in enumerate(("Alpha", "Beta")):
            team = Team.objects.create(tournament=made, key=name[0], name=name)
            for board, entry in enumerate(made.entries.order_by("number")[4 * index : 4 * index + 4], 1):
                entry.team, entry.board = team, board
                entry.save()
        make.published(made, boss)
        text = words(pdf(made, "by-table", 1))
        assert text.count("(Alpha)") == text.count("(Beta)") == 4

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
            assert "(5): The rank after the previous round" in read, what
            assert "…: The table has no result yet" in read, what
            assert "Tie-breaks" not in read, "there are none"
        assert [rank for rank, _number, _name in ranks["standings"]].count("(1)") == 6
        assert ranks["standings"] == ranks["crosstable"] == ranks["report"][:8]
        assert "Provisional: " in text["standings"] and "Provisional: " in text["crosstable"]
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


class TestAsking:
    def ask(self, made, user, what="standings", **more):
        given = {"number": None, "paper": "a4", "language": "en", "site": SITE}
        return print_jobs.ask(made.pk, by=user, what=what, **(given | more))

    def test_a_short_document_is_ready_at_once(self, club, boss):
        job = self.ask(club, boss)
        assert job.state == PrintJob.State.DONE
        assert bytes(job.content).startswith(b"%PDF")

    def test_a_long_one_is_made_by_a_worker(self, club, boss, monkeypatch, django_capture_on_commit_callbacks):
        monkeypatch.setattr(print_jobs, "AT_ONCE", 1)
        with django_capture_on_commit_callbacks() as callbacks:
            job = self.ask(club, boss, "schedules")
        assert job.state == PrintJob.State.WAITING
        assert len(callbacks) == 1
        printing.make_print(job.pk)
        printing.make_print(job.pk)
        job.refresh_from_db()
        assert (job.state, job.attempts) == (PrintJob.State.DONE, 1)

    def test_what_is_cancelled_is_not_made_and_stops_under_way(self, club, boss, monkeypatch):
        monkeypatch.setattr(print_jobs, "AT_ONCE", 1)
        monkeypatch.setattr(printing, "SAY_EVERY", 0)
        before, under_way = self.ask(club, boss, "schedules"), self.ask(club, boss, "schedules")
        print_jobs.cancel(before.pk, by=boss)
        printing.make_print(before.pk)
        seen = []
        real = printing.Press

        class Watched(real):
            def done(self, part, whole):
                if not seen:
                    print_jobs.cancel(under_way.pk, by=boss)
                seen.append(part)
                super().done(part, whole)

        monkeypatch.setattr(printing, "Press", Watched)
        printing.make_print(under_way.pk)
        for job in (before, under_way):
            job.refresh_from_db()
            assert job.state == PrintJob.State.CANCELLED and job.content is None
        assert len(seen) == 1

    def test_the_press_stops_when_told(self):
        def step(part, whole):
            raise Stopped

        made = event("stop", 60, rounds=1)
        ready = prepare(made, "by-name", 1, SITE)
        with pytest.raises(Stopped):
            ready.draw(Press("a4", ready.head, step=step))

    def test_nothing_to_print_is_said(self, boss):
        job = self.ask(make.tournament(4), boss)
        assert (job.state, job.problem) == ("failed", plain("There are no standings yet."))

    @pytest.mark.parametrize(
        "more", [{"what": "money"}, {"paper": "a0"}, {"language": "xx"}, {"what": "", "paper": ""}]
    )
    def test_what_there_is_not_is_refused(self, club, boss, more):
        with pytest.raises(Refused, match="This document does not exist"):
            self.ask(club, boss, **more)

    def test_nobody_fills_the_queue_alone(self, club, boss, monkeypatch):
        monkeypatch.setattr(print_jobs, "AT_ONCE", 1)
        for _time in range(print_jobs.MOST_OPEN):
            self.ask(club, boss, "schedules")
        with pytest.raises(Refused, match="Wait for them"):
            self.ask(club, boss, "schedules")

    def test_a_lost_worker_is_found_and_after_three_the_job_is_given_up(self, club, boss, monkeypatch):
        monkeypatch.setattr(print_jobs, "AT_ONCE", 1)
        job = self.ask(club, boss, "schedules")
        long_ago = timezone.now() - timedelta(hours=1)
        for attempt in (1, 2, 3):
            PrintJob.objects.update(state="working", begun_at=long_ago, asked_at=long_ago, attempts=attempt)
            assert printing.left_undone() == ([job.pk] if attempt < 3 else [])
        job.refresh_from_db()
        assert (job.state, job.problem) == ("failed", Notice("print-three-times"))

    def test_a_fault_of_the_program_is_kept_as_a_code_and_shown_in_the_readers_language(
        self, client, club, boss, monkeypatch
    ):
        monkeypatch.setattr(printing, "prepare", lambda *_more: 1 / 0)
        job = self.ask(club, boss)
        assert (job.state, job.problem) == ("failed", Notice("print-failed"))
        client.force_login(boss)
        page = client.get(reverse("admin:tournaments_print", args=[club.pk, job.pk]), headers={"accept-language": "de"})
        assert "konnte wegen eines Fehlers im Programm" in page.content.decode()

    def test_after_a_day_it_is_thrown_away(self, club, boss):
        self.ask(club, boss)
        PlayerImport.objects.create(tournament=club, uploaded_by=boss, content=b"x")
        printing.throw_away()
        assert PrintJob.objects.count() == PlayerImport.objects.count() == 1
        yesterday = timezone.now() - timedelta(days=1, minutes=1)
        PrintJob.objects.update(asked_at=yesterday)
        PlayerImport.objects.update(uploaded_at=yesterday)
        printing.throw_away()
        assert PrintJob.objects.count() == PlayerImport.objects.count() == 0

    def test_queries_do_not_grow_with_the_event(self, django_assert_max_num_queries):
        for players in (8, 80):
            made = prized(event(f"size{players}", players, rounds=2))
            for what in KINDS:
                with django_assert_max_num_queries(22):
                    prepare(made, what, None, SITE)


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
        monkeypatch.setattr(print_jobs, "AT_ONCE", 1)
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
                assert re.search(rf'filename="club-{kind}\.{form}"', answer["Content-Disposition"])
                expected = 403 if kind == "players" else 200
                assert signed_in(arbiter).get(self.address("list", club, kind, form)).status_code == expected
        assert signed_in(boss).get(self.address("list", club, "money", "csv")).status_code == 404
        assert signed_in(boss).get(self.address("list", club, "teams", "exe")).status_code == 404

    def test_results_are_imported_from_a_file_with_a_look_before(self, boss, signed_in, words):
        from django.core.files.uploadedfile import SimpleUploadedFile

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
        from django.core.files.uploadedfile import SimpleUploadedFile

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


class TestReadFromAfar:
    def sizes(self, reader, wanted):
        """The sizes of the type in which texts that hold ``wanted`` are set."""
        found = []

        def visit(text, _cm, tm, _font, size):
            if wanted in text:
                found.append(size * tm[3])

        for page in reader.pages:
            page.extract_text(visitor_text=visit)
        return found

    @pytest.mark.parametrize(("make_one", "end"), [(make.tournament, make.QC_END), (make.duel, ("1", "0"))])
    def test_few_tables_are_set_in_large_type_on_one_page(self, boss, make_one, end):
        made = make_one(24 if make_one is make.tournament else 12, rounds_planned=3)
        round_ = make.published(made, boss)
        for again in (False, True):
            reader = pdf(made, "by-table", 1)
            assert len(reader.pages) == 1
            names = self.sizes(reader, "Player")
            assert len(names) == made.entries.count()
            assert min(names) >= 15, "a long name may be narrower, not small"
            if not again:
                make.play(round_, boss, end)

    def test_many_are_set_as_a_table(self, boss):
        made = make.tournament(160)
        make.published(made, boss)
        reader = pdf(made, "by-table", 1)
        assert len(self.sizes(reader, "Player")) == 160
        assert max(self.sizes(reader, "Player")) < 15

    LONG = ("Marijke van Oosterhout-Vermeulen", "Elżbieta Wiśniewska-Brzęczyszczykiewicz")

    @pytest.mark.parametrize("players", [40, 100])
    def test_no_name_is_cut_where_the_sheet_has_room(self, players):
        made = event(f"names{players}", [*self.LONG, *(f"Speler Nummer{n}" for n in range(3, players + 1))], rounds=1)
        for what in ("by-table", "by-name"):
            text = words(pdf(made, what, 1)).replace(" ", "")  # a name may stand in two lines
            assert all(name.replace(" ", "") in text for name in self.LONG) and "…" not in text, what

    def test_forty_fill_two_columns_of_equal_length_and_sixteen_one_in_large_type(self):
        forty = pdf(event("forty", [f"Speler {n:02}" for n in range(40)], rounds=1), "by-name", 1)
        at = []
        forty.pages[0].extract_text(visitor_text=lambda text, _cm, tm, _f, _s: at.append((text.strip(), tm[4])))
        places = [round(x) for text, x in at if text.startswith("Speler")]
        assert len(forty.pages) == 1 and {places.count(x) for x in places} == {20}
        sixteen = pdf(event("sixteen", [f"Speler {n:02}" for n in range(16)], rounds=1), "by-name", 1)
        assert min(self.sizes(sixteen, "Speler")) >= 18
