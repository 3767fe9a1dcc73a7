"""The first evening of the handbook can be played as it is written."""

from __future__ import annotations

import html
import re

import pytest
from django.urls import reverse
from django.utils import translation

from tests.tournaments import make
from tests.tournaments.site.test_handbook import BOLD, LANGUAGES, source
from tournaments.jobs.pairing import pair_round
from tournaments.models import Round, Table, Tournament
from tournaments.web.handbook import label


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_played_as_it_is_written(client, boss, language):
    """The steps of the chapter, one after the other, each with the words that it names on the page in front of us."""
    steps = re.findall(r"^\d+\. (.+)$", source("first-evening"), re.MULTILINE)
    evening = FirstEvening(client, boss, language)
    doings = evening.doings()
    assert len(steps) == len(doings)
    for step, doing in zip(steps, doings, strict=True):
        words = BOLD.findall(step)
        with translation.override(language):
            evening.wanted = [label(word) for word in words]
        evening.look()
        doing()
        assert evening.wanted == [], step
    event = Tournament.objects.get()
    assert event.archived_at is not None
    assert event.entries.count() == 16
    assert {r.state for r in event.rounds.all()} == {Round.State.CLOSED}


class FirstEvening:
    """A browser that ticks off each word that a step names as soon as a page shows it, and presses what it says."""

    def __init__(self, client, boss, language):
        self.client, self.boss, self.language = client, boss, language
        self.wanted = []
        self.asked = {"headers": {"accept-language": language}}
        self.text = ""

    def doings(self):
        return [
            lambda: None, self.log_in, self.create, self.choose, self.fill_in,
            self.open_import, self.preview, self.bring_in,
            self.pair, self.publish, self.show, self.type_a_result, self.close, self.play_on,
            self.read_out, self.archive, lambda: None,
        ]  # fmt: skip

    def see(self, answer):
        assert answer.status_code == 200, answer
        raw = answer.content.decode()
        self.text = html.unescape(raw)
        self.look()
        return raw

    def look(self):
        """Tick off what the page in front of us says."""
        seen = " ".join(self.text.split())
        self.wanted = [word for word in self.wanted if word not in seen]

    def get(self, where):
        return self.see(self.client.get(where, **self.asked))

    def post(self, where, **sent):
        return self.see(self.client.post(where, sent, follow=True, **self.asked))

    def link(self, words):
        """The address of the link that says these words."""
        with translation.override(self.language):
            wanted = re.escape(label(words))
        return re.search(rf'href="([^"]+)"[^>]*>(?:<strong>)?{wanted}<', self.text)[1]

    def button(self, words):
        """The address of the form whose button says these words."""
        with translation.override(self.language):
            wanted = re.escape(label(words))
        forms = re.findall(r"<form[^>]*>.*?</form>", self.text, re.DOTALL)
        (form,) = {form for form in forms if re.search(rf"<button[^>]*>{wanted}</button>", form)}
        return re.search(r'action="([^"]+)"', form)[1]

    @property
    def event(self):
        return Tournament.objects.get()

    @property
    def desk(self):
        return reverse("admin:tournaments_desk", args=[self.event.pk])

    def log_in(self):
        self.get("/")
        self.client.force_login(self.boss)

    def create(self):
        self.get("/admin/")
        new = self.link("Create the first tournament")
        make.tournament(0, name="Before").refresh_from_db()
        self.get("/admin/")
        Tournament.objects.all().delete()
        self.get(new)

    def choose(self):
        self.get(self.link("Club evening"))

    def fill_in(self):
        where = reverse("admin:tournaments_new_preset", args=["club-evening"])
        sent = {"name": "First", "starts": "2026-12-04", "game": "quatro-chess", "rounds": "2", "published": "on"}
        self.post(where, **sent)
        assert self.event.name == "First"

    def open_import(self):
        self.get(self.link("Import players"))

    def preview(self):
        where = reverse("admin:tournaments_list_upload", args=[self.event.pk, "players"])
        answer = self.client.post(where, {"text": "\n".join(f"Speler Nummer{n}" for n in range(16))}, **self.asked)
        self.import_address = answer.url
        self.get(answer.url)

    def bring_in(self):
        stamp = re.search(r'name="stamp" value="(\w+)"', self.text)[1]
        self.post(self.import_address, stamp=stamp)
        self.get(self.desk)

    def pair(self):
        self.post(self.button("Pair round 1"))
        pair_round(Round.objects.latest("pk").pk)
        self.get(self.desk)

    def publish(self):
        self.post(self.button("Publish round %d"))

    def show(self):
        self.get(self.link("Personal links"))
        self.get(self.event.get_absolute_url())
        self.get(self.desk)

    def type_a_result(self):
        for table in Table.objects.filter(round__state=Round.State.PUBLISHED):
            where = reverse("admin:tournaments_result", args=[self.event.pk, table.pk])
            self.post(where, points1="8", points2="4", points3="2", points4="0")

    def close(self):
        self.post(self.button("Close round %d"))

    def play_on(self):
        round_ = make.published(self.event, self.boss)
        make.play(round_, self.boss)
        self.post(reverse("admin:tournaments_close", args=[self.event.pk, round_.pk]))

    def read_out(self):
        self.get(reverse("admin:tournaments_outputs", args=[self.event.pk]))
        self.get(reverse("standings", args=[self.event.slug]))

    def archive(self):
        self.get(self.desk)
        self.post(self.button("Lock and archive"))
