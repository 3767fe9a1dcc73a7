"""A running event, changed by the command line."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tournaments.models import Tournament
from tournaments.services.events import tournaments

pytestmark = pytest.mark.django_db


class TestByTheCommandLine:
    def call(self, boss, *arguments):
        out = StringIO()
        call_command("event", "--as", boss.username, "change", *arguments, stdout=out)
        return out.getvalue().strip()

    def test_it_asks_and_takes_the_answer(self, running, boss):
        with pytest.raises(CommandError) as asked:
            self.call(boss, running.slug, "--rounds", "2", "--slug", "another")
        assert "--confirm rounds:2" in str(asked.value) and "--confirm address:another" in str(asked.value)
        printed = self.call(
            boss,
            running.slug,
            "--rounds",
            "2",
            "--slug",
            "another",
            "--confirm",
            "rounds:2",
            "--confirm",
            "address:another",
        )
        assert printed == "Changed another."
        now = Tournament.objects.get(pk=running.pk)
        assert (now.rounds_planned, now.slug, now.state) == (2, "another", Tournament.State.FINISHED)

    def test_it_finds_an_event_by_its_earlier_address(self, running, boss):
        earlier = running.slug
        tournaments.change(running.pk, {"slug": "another"}, by=boss, confirmed=["address:another"])
        assert self.call(boss, earlier, "--venue", "Leiden") == "Changed another."

    def test_it_refuses_what_is_no_date(self, running, boss):
        with pytest.raises(CommandError, match="is not a date"):
            self.call(boss, running.slug, "--date", "tomorrow")
