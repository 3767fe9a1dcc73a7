"""Expulsions and withdrawals, by the rules of the tournament, and a correction that ranks everybody anew."""

from __future__ import annotations

import html
import re

import pytest
from django.urls import reverse

from tests.tournaments import make
from tests.tournaments.seasons.nights import page
from tests.tournaments.worlds import world
from tournaments.jobs.standings import compute_standings
from tournaments.models import Entry, Result, Standings, Table, Tournament

pytestmark = pytest.mark.django_db


@world
def running(boss):
    made = make.tournament(8, rounds_planned=3, name="Leaving", slug="leaving")
    make.play(make.published(made, boss), boss)
    make.published(made, boss)
    return made


class TestLeaving:
    """Withdrawn and expelled players: marked, by rule in or out."""

    def row(self, made, number, expelled):
        """A player's row as the form sends it."""
        entry = Entry.objects.get(tournament=made, number=number)
        sent = {"id": entry.pk, "player": entry.player_id, "joined": "1", "number": number}
        data = {f"entries-0-{name}": str(value) for name, value in sent.items()}
        data |= {"entries-TOTAL_FORMS": "1", "entries-INITIAL_FORMS": "1"}
        data["initial-entries-0-expelled"] = "False" if expelled else "True"
        return data | ({"entries-0-expelled": "on"} if expelled else {})

    def save(self, client, boss, made, *, confirmed=False, **more):
        client.force_login(boss)
        address = reverse("admin:tournaments_tournament_change", args=[made.pk])
        fields = make.settings_of(made, **({"published": "on"} | more))
        answer = client.post(address, fields)
        if confirmed:
            keys = re.findall(r'name="confirm" value="([^"]+)"', answer.content.decode())
            assert len(keys) == 1 and keys[0].startswith("scoring:")
            answer = client.post(address, fields | {"confirm": keys})
        compute_standings(made.pk)
        made.refresh_from_db()
        return html.unescape(answer.content.decode())

    def test_an_expelled_player_leaves_the_table_or_is_marked(self, client, boss, running):
        number = Table.objects.filter(round__tournament=running).first().seats.first().entry.number
        self.save(client, boss, running, **self.row(running, number, True), confirmed=True)
        assert running.scoring["expelled_players"] == [number]
        source = client.get("/t/leaving/standings/").content.decode()
        assert f"<tr id=p{number}>" not in source
        assert "Not ranked" in source and "<em>expelled</em>" in source
        assert "is not ranked" in page(client, f"/t/leaving/standings/why/{number}/").text
        self.save(client, boss, running, scoring_expelled="in", confirmed=True)
        source = client.get("/t/leaving/standings/").content.decode()
        assert f"<tr id=p{number}>" in source and "<small>expelled</small>" in source
        self.save(client, boss, running, **self.row(running, number, False), confirmed=True)
        assert "expelled_players" not in running.scoring and "expelled" not in running.scoring

    def test_a_withdrawn_player_stays_marked_or_leaves_by_rule(self, client, boss, running):
        Entry.objects.filter(tournament=running, number=5).update(left=1)
        self.save(client, boss, running)
        source = client.get("/t/leaving/standings/").content.decode()
        assert "<tr id=p5>" in source and "<small>withdrawn</small>" in source
        self.save(client, boss, running, scoring_withdrawn="out", confirmed=True)
        source = client.get("/t/leaving/standings/").content.decode()
        assert "<tr id=p5>" not in source and "<em>withdrawn</em>" in source

    def test_who_is_on_another_page_of_the_list_stays_expelled(self, client, boss, running):
        Tournament.objects.filter(pk=running.pk).update(scoring={"expelled_players": [2]})
        self.save(client, boss, running, **self.row(running, 3, True), confirmed=True)
        assert running.scoring["expelled_players"] == [2, 3]
        self.save(client, boss, running)
        assert running.scoring["expelled_players"] == [2, 3], "the list was not shown"

    def test_it_is_asked_first(self, client, boss, running):
        text = self.save(client, boss, running, **self.row(running, 3, True))
        assert 'value="scoring:' in text and "The rules for the standings change." in text
        assert not running.scoring

    def test_before_the_first_round_nobody_can_be_expelled(self, desk, boss):
        made = make.tournament(4, slug="leaving")
        address = reverse("admin:tournaments_tournament_change", args=[made.pk])
        assert "-expelled" not in desk.get(address).content.decode()
        self.save(desk, boss, made, **self.row(made, 1, True))
        assert not made.scoring

    def test_a_corrected_result_ranks_everything_after_it_anew(self, desk, boss, running):
        """Through the site: the desk corrects round 1, and the standings after rounds 1 and 2 follow."""
        second = running.rounds.get(number=2)
        make.play(second, boss)
        compute_standings(running.pk)
        before = [one.body["rows"] for one in Standings.objects.filter(tournament=running).order_by("after_round")]
        first = Result.objects.filter(table__round__tournament=running, table__round__number=1).first()
        answer = desk.post(
            reverse("admin:tournaments_decide", args=[running.pk, first.table_id]),
            {f"points{seat}": points for seat, points in enumerate("0248", start=1)}
            | {"decision": "points", "confirm": "points 0 2 4 8", "seen_result": first.pk, "reason": "slip misread"},
        )
        assert answer.status_code == 302
        assert "being recomputed" in page(desk, "/t/leaving/standings/").text
        compute_standings(running.pk)
        after = [one.body["rows"] for one in Standings.objects.filter(tournament=running).order_by("after_round")]
        for was, now in zip(before, after, strict=True):
            assert [(row["player"], row["rank"]) for row in was] != [(row["player"], row["rank"]) for row in now]
        assert "being recomputed" not in page(desk, "/t/leaving/standings/").text
