"""The handbook: its words are those of the pages, its links are alive; test_first_evening.py plays what it says."""

from __future__ import annotations

import html
import io
import re
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils import translation
from PIL import Image
from pypdf import PdfReader

from tests.support.examples import THOROUGH
from tests.tournaments import make
from tests.tournaments.public.reading import Page
from tools.handbook_pictures import SHOTS
from tools.messages import messages
from tournaments.models import Result, Table
from tournaments.printing.handbook import _lines
from tournaments.views.public.site import printed
from tournaments.web import handbook
from tournaments.web.handbook import CHAPTERS, FOLDER, label

ROOT = Path(__file__).parents[3]
LANGUAGES = [code for code, _name in settings.LANGUAGES]
WRITTEN = [code for code in LANGUAGES if (FOLDER / f"{CHAPTERS[0]}.{code}.md").exists()]
BOLD = re.compile(r"\*\*(.+?)\*\*")


def source(key, language="en"):
    return (FOLDER / f"{key}.{language}.md").read_text("utf-8")


@cache
def page(key, language):
    """The answer with a chapter's page, or with the first page of the handbook."""
    return Client().get(f"/help/{key}/" if key else "/help/", {"lang": language})


@cache
def paper(language):
    """The answer with the printed handbook, its file, and the text of its pages."""
    answer = Client().get("/help/handbook.pdf", {"lang": language})
    reader = PdfReader(io.BytesIO(answer.content))
    return answer, reader, " ".join(" ".join(page.extract_text().split()) for page in reader.pages)


def written():
    """The chapters of each language that has files, but English."""
    return sorted(tuple(path.stem.split(".")) for path in FOLDER.glob("*.md") if not path.stem.endswith(".en"))


def skeleton(text):
    """A chapter without its sentences: anchors of headings, numbered steps, items, paragraphs, words, links, code."""
    lines = []
    for line in filter(None, text.splitlines()):
        kind = re.match(r"#+ |\d+\. |- |", line)[0]
        anchor = re.findall(r"\{#[a-z-]+\}$", line)
        parts = (BOLD.findall(line), re.findall(r"\]\((.+?)\)", line), re.findall(r"`[^`]+`", line))
        lines.append((kind, anchor, *(sorted(part) for part in parts)))
    return lines


class TestWords:
    @staticmethod
    @cache
    def shown():
        """The messages in the sources of pages: context, message, plural."""
        every = ((m.context or "", m.id) for m in messages() if m.id)
        return {(context, *((text, "") if isinstance(text, str) else text)) for context, text in every}

    @pytest.mark.parametrize("key", CHAPTERS)
    def test_each_word_in_bold_is_a_message_of_the_pages(self, key):
        unknown = []
        for word in BOLD.findall(source(key)):
            singular, bars, plural = word.partition("||")
            context, bar, message = word.rpartition("|")
            wanted = ("", singular, plural) if bars else (context, message if bar else word, "")
            if wanted not in self.shown():
                unknown.append(word)
        assert unknown == []

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_each_word_stands_on_the_page_in_the_readers_language(self, language):
        for key in CHAPTERS:
            shown = handbook.chapter(key, language)
            with translation.override(language):
                words = [label(word) for word in BOLD.findall(source(key, shown.language))]
            said = page(key, language).content.decode()
            marked = [html.unescape(text) for text in re.findall(r"<strong>(.+?)</strong>", said)]
            assert marked == words, key
            assert not re.search(r"%\(|%[sd]|\{#|\*\*", said), key

    def test_the_words_are_translated(self):
        with translation.override("de"):
            assert label("Publish round %d") == "Runde 1 veröffentlichen"
            assert label("sent by players|Entries") == "Anmeldungen"
            assert "16" in label("Import %(n)s line||Import all %(n)s lines")

    @pytest.mark.parametrize("key", CHAPTERS)
    def test_a_translation_has_the_same_parts_steps_words_and_links(self, key):
        for language in (language for other, language in written() if other == key):
            assert skeleton(source(key, language)) == skeleton(source(key)), language

    def test_a_language_has_all_chapters_or_none_and_no_others(self):
        by_language = {}
        for key, language in written():
            by_language.setdefault(language, set()).add(key)
        assert all(keys == set(CHAPTERS) for keys in by_language.values())
        assert {path.name.split(".")[0] for path in FOLDER.iterdir()} == set(CHAPTERS)


class TestPages:
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_each_page_is_in_its_language_small_and_kept_until_it_changes(self, client, language):
        for key in ("", *CHAPTERS):
            answer = page(key, language)
            said = answer.content.decode()
            assert answer.status_code == 200
            assert f'<html lang="{language}"' in said
            assert answer.headers["Content-Language"] == language
            assert answer.headers["Cache-Control"] == "no-cache"
            assert "Accept-Language" in answer.headers["Vary"]
            assert len(answer.content) < 24_000
            assert not answer.cookies
            assert Page(said).faults == []
            again = client.get(answer.wsgi_request.get_full_path(), headers={"if-none-match": answer.headers["ETag"]})
            assert (again.status_code, again.content) == (304, b"")

    def test_a_language_without_its_file_reads_english_and_says_so(self, client, monkeypatch, tmp_path):
        for key in CHAPTERS:
            (tmp_path / f"{key}.en.md").write_text(source(key), "utf-8")
        monkeypatch.setattr(handbook, "FOLDER", tmp_path)
        handbook.chapter.cache_clear()
        said = client.get("/help/first-evening/?lang=nl").content.decode()
        handbook.chapter.cache_clear()
        assert '<html lang="nl"' in said and 'handbook card" lang="en"' in said
        assert "First evening in ten minutes" in said and "<strong>Clubavond</strong>" in said

    def test_what_is_not_there_is_not_found(self, client):
        assert client.get("/help/nothing/").status_code == 404
        assert client.get("/help/nothing.pdf").status_code == 404

    @pytest.mark.django_db
    def test_links_are_alive(self, client):
        asked = cache(client.get)  # the pages lead to each other, and all of them to the same pages
        # a chapter has the same links in each language
        for language in LANGUAGES if THOROUGH else ("en", "de"):
            for where in ("/help/", *(f"/help/{key}/" for key in CHAPTERS)):
                shown = asked(f"{where}?lang={language}")
                main = shown.content.decode().partition("<main")[2].partition("</main>")[0]
                for link in re.findall(r'href="([^"]+)"', main):
                    address, _hash, anchor = html.unescape(link).partition("#")
                    answer = asked(shown.wsgi_request.build_absolute_uri(address))
                    assert answer.status_code == 200, link
                    assert answer.headers["Content-Language"] == language, link
                    assert not anchor or f'id="{anchor}"' in answer.content.decode(), link

    def test_files_and_commands_that_are_named_are_there(self):
        code = set(re.findall(r"`([^`]+)`", "".join(source(key) for key in CHAPTERS)))
        assert [name for name in code if name.startswith("docs/") and not (ROOT / name).exists()] == []
        targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
        assert {name.split()[1] for name in code if name.startswith("make ")} <= set(targets)
        own = (ROOT / "viertal" / "__main__.py").read_text("utf-8")
        assert all(f'"{name.split()[1]}"' in own for name in code if name.startswith("viertal "))


class TestPictures:
    @pytest.mark.parametrize("language", WRITTEN)
    def test_each_is_in_the_readers_language_with_a_description_and_loaded_late(self, language):
        shown = []
        for key in CHAPTERS:
            described = re.findall(r"^!\[(.+)\]\((.+)\)$", source(key, language), re.MULTILINE)
            tags = re.findall(r"<img (.+?)>", page(key, language).content.decode())
            images = [dict(re.findall(r'([a-z]+)="([^"]*)"', tag)) for tag in tags]
            assert [html.unescape(image["alt"]) for image in images] == [text for text, _name in described], key
            for image, (_text, name) in zip(images, described, strict=True):
                file = handbook.picture(name, language)
                assert image["src"].endswith(f"/tournaments/handbook/{file.name}")
                assert finders.find(f"tournaments/handbook/{file.name}") == str(file)
                assert image["loading"] == "lazy"
                with Image.open(file) as opened:
                    wide, high = opened.size
                assert abs(int(image["width"]) / int(image["height"]) - wide / high) < 0.01
                assert int(image["width"]) <= 760
                shown.append(file.name)
        pictures = {shot.name for shot in SHOTS}
        assert {name.partition(".")[0] for name in shown} == pictures
        assert {name.split(".")[1] for name in shown} == {language, "webp"}

    def test_no_two_languages_describe_them_in_the_same_words(self):
        for key in CHAPTERS:
            every = [re.findall(r"^!\[(.+)\]", source(key, language), re.MULTILINE) for language in WRITTEN]
            for texts in zip(*every, strict=True):
                assert len(set(texts)) == len(WRITTEN), texts

    @pytest.mark.parametrize("language", WRITTEN)
    def test_the_paper_has_them_with_their_descriptions(self, language):
        _answer, reader, text = paper(language)
        assert sum(len(page.images) for page in reader.pages) == len(SHOTS)
        described = [
            text for key in CHAPTERS for text in re.findall(r"^!\[(.+)\]", source(key, language), re.MULTILINE)
        ]
        assert [each for each in described if " ".join(each.split()) not in text] == []

    def test_a_language_without_pictures_has_those_in_english(self):
        assert handbook.picture("results", "fy").name == "results.en.webp"
        assert handbook.picture("hall", "fy").name == "hall.webp"


class TestPaper:
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_the_handbook_is_a_pdf_in_each_language(self, client, language):
        answer, _reader, text = paper(language)
        assert answer.headers["Content-Type"] == "application/pdf"
        assert answer.headers["Content-Language"] == language
        assert len(answer.content) < 300_000
        again = client.get("/help/handbook.pdf", {"lang": language}, headers={"if-none-match": answer.headers["ETag"]})
        assert again.status_code == 304
        for shown in handbook.chapters(language):
            assert shown.title in text
        with translation.override(language):
            assert label("Publish round %d") in text

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_the_page_for_the_tables_is_one_page(self, language):
        assert len(PdfReader(io.BytesIO(printed(handbook.SHEET, language))).pages) == 1

    def test_no_line_begins_with_a_mark_that_belongs_to_the_word_before(self):
        parts = [block for chapter in handbook.chapters("fr") for block in chapter.blocks]
        begun = [line[0].text for part in parts for room in (90, 200, 460) for line in _lines(part.runs, 10.5, room)]
        assert len(begun) > 1000
        assert [word for word in begun if word[0] in "?!;:»"] == []

    def test_no_line_runs_over_the_edge(self):
        for page in paper("en")[1].pages:
            wide = float(page.mediabox.width)
            ends = []
            page.extract_text(visitor_text=lambda text, cm, tm, font, size: ends.append(tm[4]))  # noqa: B023
            assert max(ends) < wide


@pytest.mark.django_db
class TestHelp:
    def test_every_page_of_the_desk_leads_to_its_part(self, client, boss):
        event = make.tournament(8, rounds_planned=2)
        round_ = make.published(event, boss)
        make.play(round_, boss)
        client.force_login(boss)
        values = {
            "pk": event.pk, "round_id": round_.pk, "number": 1, "table_id": Table.objects.first().pk,
            "entry_id": event.entries.first().pk, "result_id": Result.objects.first().pk, "key": "club-evening",
            "kind": "players", "object_id": event.pk,
        }  # fmt: skip
        shown = handbook.chapters("en")
        anchors = {f"/help/{c.key}/": set(re.findall(r' id="([a-z0-9-]+)"', c.text)) for c in shown}
        pages, missing = set(), []
        for name, where in addresses(values):
            answer = client.get(where)
            if answer.status_code != 200 or b'id="header-inner"' not in answer.content:
                continue
            pages.add(name)
            link = re.search(r'class="v-help" href="(/help/[^"]+)"', answer.content.decode())
            chapter, _sign, anchor = link[1].partition("#")
            chapter = chapter.partition("?")[0]
            if chapter not in anchors or (anchor and anchor not in anchors[chapter]):
                missing.append((name, link[1]))
        assert missing == [], missing
        assert {"tournaments_desk", "tournaments_review", "tournaments_players", "tournaments_log"} <= pages
        assert len(pages) > 25

    def test_every_part_that_the_desk_links_to_is_there(self):
        for name, to in handbook.LINKS.items():
            key, _sign, anchor = to.partition("#")
            for language in LANGUAGES:
                assert not anchor or f'id="{anchor}"' in handbook.chapter(key, language).text, (name, language)

    def test_the_names_are_those_of_addresses(self):
        names = get_resolver().namespace_dict["admin"][1].reverse_dict
        assert [name for name in handbook.LINKS if name not in names] == []

    def test_the_link_speaks_the_language_of_the_desk(self, client, boss):
        client.force_login(boss)
        page = client.get("/admin/tournaments/tournament/new/", headers={"accept-language": "de"}).content.decode()
        assert 'href="/help/events/?lang=de"' in page


def addresses(values):
    """The names and addresses of the desk's pages, as far as these values lead."""
    names = get_resolver().namespace_dict["admin"][1].reverse_dict
    for name in filter(lambda name: isinstance(name, str) and name.startswith("tournaments_"), names):
        (route, wanted), *_others = names.getlist(name)[0][0]
        if ("/desk/" in route or "tournament/new/" in route) and set(wanted) <= set(values):
            yield name, reverse(f"admin:{name}", kwargs={key: values[key] for key in wanted})
