"""Delete my data: what was said of other people stays, and all that one person was goes together."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.admin.models import CHANGE
from django.contrib.admin.models import LogEntry as AdminLine

from games.core.notices import plain
from tests.tournaments.privacy.test_erase import everything
from tests.tournaments.public.build import event
from tests.tournaments.worlds import world
from tournaments.models import GameRecord, HistoryLine, LogEntry, Merge, Player, Round, Table, Tournament
from tournaments.services.people import erasure, merges, profile
from tournaments.services.people.erasure import ErasedNames

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_broker")]
JAN, OTHERS = "Jan", ("Jansen", "Jan de Boer", "Marie-Jan Bos", "Jannie", "janÉ")
SAID = "Jan met Jansen, Jan de Boer and Marie-Jan Bos; JAN again, and janÉ (Jan)."
LEFT = "Player {pk} met Jansen, Jan de Boer and Marie-Jan Bos; Player {pk} again, and janÉ (Player {pk})."


@world
def club() -> Tournament:
    """An event of Jan and of people with longer names that hold it."""
    return event("club", [JAN, *OTHERS, "Somebody", "Else"], rounds=1, state="finished")


def lines(**where: Any) -> list[dict[str, Any]]:
    return list(LogEntry.objects.filter(**where).order_by("id").values())


def erased(boss: Any, name: str = JAN) -> Player:
    return erasure.erase(Player.objects.get(name=name).pk, by=boss, typed=name)


class TestLongerNames:
    def test_they_stay_in_every_text(self, club, boss):
        table = Table.objects.filter(seats__entry__player__name=JAN).get()
        Round.objects.filter(tournament=club).update(notes=[plain(SAID)])
        record = json.dumps({"seats": [JAN, *OTHERS[:3]], "moves": []})
        GameRecord.objects.create(table=table, text=f"no record: {SAID}", state="refused")
        GameRecord.objects.create(table=table, text=record, state="agrees")
        line = {"tournament": club, "position": 1, "at": club.created_at, "who": SAID, "kind": "round"}
        HistoryLine.objects.create(**line, action="update", new={"text": SAID}, reason=SAID)
        someone = Player.objects.get(name="Else")
        AdminLine.objects.log_actions(boss.pk, [someone], CHANGE, [{"changed": {"name": SAID}}])
        Tournament.objects.filter(pk=club.pk).update(venue=SAID[:120])
        jan = erased(boss)
        left = LEFT.format(pk=jan.pk)
        assert str(Round.objects.get(tournament=club).notes[0]) == left
        history = HistoryLine.objects.get()
        assert (history.who, history.new, history.reason) == (left, {"text": left}, left)
        texts = set(GameRecord.objects.values_list("text", flat=True))
        assert f"no record: {left}" in texts
        assert {tuple(json.loads(text)["seats"][1:]) for text in texts - {f"no record: {left}"}} <= {
            OTHERS[:3],
            (None,) * 3,
        }
        logged = LogEntry.objects.filter(kind="tournament", new__has_key="venue").order_by("id").last()
        assert logged.new["venue"] == left

    def test_their_own_lines_of_the_log_are_the_same_bytes(self, club, boss):
        others = Player.objects.exclude(name=JAN)
        for player in others:
            profile.edit(player.entries.get().pk, by=boss, club=f"Club of {JAN}")
        own = {"kind": "player", "row_id__in": [str(player.pk) for player in others]}
        before = lines(**own)
        assert JAN in str(before)
        erased(boss)
        assert lines(**own) == before

    def test_a_namesake_keeps_what_is_theirs(self, club, boss):
        other = event("other", [JAN.upper(), "Anna", "Bert", "Cleo"], rounds=1)
        Round.objects.filter(tournament=other).update(notes=[plain(SAID)])
        Tournament.objects.filter(pk=other.pk).update(venue=SAID[:120])
        before = lines(tournament_id=other.pk)
        assert JAN in str(before)
        erased(boss)
        assert lines(tournament_id=other.pk) == before
        assert str(Round.objects.get(tournament=other).notes[0]) == SAID


class TestOnePerson:
    def test_who_was_merged_with_them_is_gone_with_them(self, boss):
        made = event("club", ["Óscar Núñez", "Anna", "Bert", "Cleo"], rounds=1, state="finished")
        away = event("away", ["Qvint, Oskar", "Dirk", "Elke", "Fred"], rounds=1, state="finished")
        kept, gone = (Player.objects.get(name=name) for name in ("Óscar Núñez", "Qvint, Oskar"))
        Round.objects.filter(tournament=away).update(notes=[plain("Qvint, Oskar had no opponent.")])
        Player.objects.filter(pk=gone.pk).update(rating=1777)
        merges.merge(kept.pk, gone.pk, by=boss)
        assert "qvint" in everything()
        erased(boss, "Óscar Núñez")
        left = everything()
        for part in ("núñez", "nu\\u00f1ez", "qvint", '"rating": 1777'):
            assert part not in left, part
        assert Merge.objects.get().taken is None
        assert {made.pk, away.pk} == set(Player.objects.get(pk=kept.pk).entries.values_list("tournament", flat=True))

    def test_taken_apart_before_the_other_stays_as_they_are(self, boss):
        event("club", ["Óscar Núñez", "Anna", "Bert", "Cleo"], rounds=1)
        event("away", ["Qvint, Oskar", "Dirk", "Elke", "Fred"], rounds=1)
        kept, gone = (Player.objects.get(name=name) for name in ("Óscar Núñez", "Qvint, Oskar"))
        merges.undo(merges.merge(kept.pk, gone.pk, by=boss).pk, by=boss)
        own = {"kind": "player", "row_id": str(gone.pk)}
        before = lines(**own)
        erased(boss, "Óscar Núñez")
        assert lines(**own) == before
        assert Player.objects.get(pk=gone.pk).name == "Qvint, Oskar"

    def test_their_name_of_before_goes_and_one_that_is_somebody_elses_now_stays(self, club, boss):
        jan = Player.objects.get(name=JAN)
        for name in ("Quirinus Old", "Else W.", "Jan"):
            profile.edit(jan.entries.get().pk, by=boss, name=name)
        Player.objects.filter(name="Else").update(name="Else W.")
        Round.objects.filter(tournament=club).update(notes=[plain("Quirinus Old met Else W. and Jan.")])
        erased(boss)
        assert str(Round.objects.get(tournament=club).notes[0]) == f"Player {jan.pk} met Else W. and Player {jan.pk}."


@pytest.mark.parametrize(
    ("name", "text", "left"),
    [
        ("王伟", "王伟和王伟强", "X和王伟强"),
        ("Jan", 'said "a\\nJan", Janus', 'said "a\\nX", Janus'),
        ("Ann (B.)", "Ann (B.) won", "X won"),
        ("علي", "علي وعليان", "X وعليان"),
        ("Óscar", '["\\u00d3scar", "\\u00d3scara"]', '["X", "\\u00d3scara"]'),
    ],
)
def test_a_name_is_whole_in_every_script_and_spelling(name, text, left):
    Player.objects.create(name="王伟强")
    assert ErasedNames([name], [0], "X").out_of(text) == left
