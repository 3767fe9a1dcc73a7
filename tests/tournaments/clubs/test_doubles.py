"""A federation finds people who stand in two registers, makes one person of them, and takes them apart again."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied

from tests.tournaments import make
from tests.tournaments.registrations.conftest import offered, sent
from tournaments.domain.errors import Refused
from tournaments.models import Club, Entry, LogEntry, Merge, Player, Proposal, Rating, RatingList, Tournament, User
from tournaments.selectors.people import people
from tournaments.services.entries import attendance, players, registration_decisions, registrations
from tournaments.services.people import erasure, merges

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_broker")]
PAGE = "/admin/tournaments/player/doubles/"


@pytest.fixture
def clubs() -> tuple[Club, Club]:
    """Two clubs that share their people, and one that does not, with the same person in it."""
    other = make.club("Leiden")
    Club.objects.update(shares_people=True)
    alone = make.club("Alone")
    Player.objects.create(name="Éva Müller", register=alone)
    return Club.objects.get(slug="club"), other


@pytest.fixture
def evenings(clubs: tuple[Club, Club], boss: User) -> tuple[Tournament, Tournament]:
    """An evening of each club with Éva in it, as each writes her name."""
    first, second = (make.duel(3, club=club) for club in clubs)
    players.enter(first.pk, {"name": "Éva Müller", "birth_year": 1980, "rating": 1600}, by=boss)
    players.enter(second.pk, {"name": "Muller, Eva", "club": "LSG", "rating": 1580}, by=boss)
    return first, second


def eva(evening: Tournament) -> Player:
    return evening.entries.order_by("-number").first().player  # type: ignore[union-attr]


class TestFinding:
    def test_the_same_name_however_it_is_written(self, evenings):
        found = people.doubles()
        assert [(pair.kept.name, pair.other.name) for pair in found] == [("Éva Müller", "Muller, Eva")]

    @pytest.mark.parametrize(
        ("first", "second"), [("Wladimir Petrow", "Петров, Владимир"), ("Jörg Öztürk", "Joerg Oztuerk")], ids=[0, 1]
    )
    def test_the_same_name_in_another_script_or_spelling(self, clubs, first, second):
        for name, club in zip((first, second), clubs, strict=True):
            Player.objects.create(name=name, register=club)
        assert [{pair.kept.name, pair.other.name} for pair in people.doubles()] == [{first, second}]

    def test_not_with_another_year_of_birth_and_not_of_who_does_not_share(self, evenings):
        Player.objects.filter(name="Muller, Eva").update(birth_year=1999)
        assert people.doubles() == []
        Player.objects.filter(name="Muller, Eva").update(birth_year=1980)
        assert len(people.doubles()) == 1
        Club.objects.filter(slug="leiden").update(shares_people=False)
        assert people.doubles() == []

    def test_not_who_plays_in_one_tournament_with_the_other(self, evenings, boss):
        first, _second = evenings
        Player.objects.create(name="Eva Müller", register=first.club)
        assert len(people.doubles()) == 3
        Entry.objects.create(tournament=first, player=Player.objects.get(name="Eva Müller"), number=90)
        assert len(people.doubles()) == 2


class TestMerging:
    def test_one_goes_on_and_has_what_both_had(self, evenings, boss):
        first, second = evenings
        kept, other = eva(first), eva(second)
        done = merges.merge(kept.pk, other.pk, by=boss)
        assert eva(second) == kept and not Player.objects.filter(pk=other.pk).exists()
        assert (kept.name, kept.register) == ("Éva Müller", first.club)
        # the club of the other goes on with her, by its own name for nobody else
        third = make.duel(2, club=second.club)
        entry = attendance.add(third.pk, by=make.keeper(second.club), name="Éva Müller")
        assert entry.player == kept
        assert done.register == second.club
        logged = LogEntry.objects.filter(kind="entry", tournament_id=second.pk, action="update").latest("id")
        assert (logged.old, logged.new) == ({"player_id": other.pk}, {"player_id": kept.pk})
        assert "taken" not in (LogEntry.objects.filter(kind="merge").latest("id").new or {})

    def test_undone_all_is_as_before(self, evenings, boss):
        first, second = evenings
        kept, other = eva(first), eva(second)
        Player.objects.filter(pk=other.pk).update(name_shown="initial")
        proposal = Proposal.objects.create(player=other, tournament=second, by=boss, club="X")
        before = list(Player.objects.order_by("pk").values())
        done = merges.merge(kept.pk, other.pk, by=boss)
        assert Player.objects.get(pk=kept.pk).name_shown == "initial", "who asked for less is shown no more"
        since = make.duel(2, club=second.club)
        Entry.objects.create(tournament=since, player=kept, number=50)
        merges.undo(done.pk, by=boss)
        assert list(Player.objects.exclude(home=since).order_by("pk").values()) == before
        assert (eva(first), eva(second), eva(since)) == (kept, other, other)
        proposal.refresh_from_db()
        assert (proposal.player, proposal.state) == (other, "lapsed")
        assert not Merge.objects.exists()
        assert len(people.doubles()) == 1

    def test_one_after_the_other_and_undone_in_any_order(self, clubs, boss):
        third = make.club("Delft")
        Club.objects.filter(pk=third.pk).update(shares_people=True)
        evenings = [make.duel(2, club=club) for club in (*clubs, third)]
        for at, evening in enumerate(evenings):
            players.enter(evening.pk, {"name": "Anna", "rating": 1500 + at}, by=boss)
        a, b, c = (eva(evening) for evening in evenings)
        one = merges.merge(b.pk, a.pk, by=boss)
        two = merges.merge(c.pk, b.pk, by=boss)
        assert [eva(evening) for evening in evenings] == [c, c, c]
        merges.undo(one.pk, by=boss)
        assert [eva(evening) for evening in evenings] == [a, c, c]
        merges.undo(two.pk, by=boss)
        assert [eva(evening) for evening in evenings] == [a, b, c]

    def test_two_who_met_are_two(self, evenings, boss):
        first, second = evenings
        twin = Player.objects.create(name="Eva Müller", register=first.club)
        Entry.objects.create(tournament=first, player=twin, number=90)
        with pytest.raises(Refused, match="so they are two people"):
            merges.merge(twin.pk, Entry.objects.get(tournament=first, player__name="Éva Müller").player_id, by=boss)
        assert Player.objects.filter(pk=twin.pk).exists() and second.entries.count() == 4

    def test_what_is_not_shared_or_was_changed_is_not_merged(self, evenings, boss):
        kept, other = map(eva, evenings)
        seen = people.mark(kept, other)
        Player.objects.filter(pk=other.pk).update(rating=1)
        with pytest.raises(Refused, match="changed meanwhile"):
            merges.merge(kept.pk, other.pk, by=boss, seen=seen)
        Club.objects.filter(slug="leiden").update(shares_people=False)
        with pytest.raises(Refused, match="does not share"):
            merges.merge(kept.pk, other.pk, by=boss)
        with pytest.raises(PermissionDenied):
            merges.merge(kept.pk, other.pk, by=make.keeper(evenings[0].club))

    def test_season_ratings_are_worked_out_anew(self, evenings, boss):
        kept, other = map(eva, evenings)
        rated = RatingList.objects.create(name="R", slug="r", club=evenings[1].club, computed_from=[1])
        Rating.objects.create(rating_list=rated, player=other, mu=1500, sigma=90, games=3)
        merges.merge(kept.pk, other.pk, by=boss)
        rated.refresh_from_db()
        assert rated.computed_from is None and not rated.ratings.exists()

    def test_who_is_erased_cannot_come_back(self, evenings, boss):
        kept, other = map(eva, evenings)
        done = merges.merge(kept.pk, other.pk, by=boss)
        erasure.erase(kept.pk, by=boss, typed="Éva Müller")
        done.refresh_from_db()
        assert done.taken is None
        with pytest.raises(Refused, match="cannot be undone"):
            merges.undo(done.pk, by=boss)

    @pytest.mark.parametrize("newcomer_kept", [True, False])
    @pytest.mark.parametrize("end", ["withdrawn", "refused"])
    def test_a_merged_newcomers_own_entry_can_be_ended(self, clubs, boss, newcomer_kept, end):
        here = offered(0, {"club": clubs[0]})
        row = sent(here, name="Éva Müller")
        row = registration_decisions.accept(here.pk, row.pk, by=boss)
        known = Player.objects.create(name="Muller, Eva", register=clubs[1])
        pair = (row.player_id, known.pk)
        merges.merge(*(pair if newcomer_kept else pair[::-1]), by=boss)  # type: ignore[arg-type]
        if end == "withdrawn":
            registrations.withdraw(row.pk)
        else:
            registration_decisions.refuse(here.pk, row.pk, by=boss)
        row.refresh_from_db()
        assert not here.entries.exists() and row.player is None
        assert Merge.objects.get().kept_id == (pair[0] if newcomer_kept else pair[1]), "the person stays"


def test_on_the_page(client, evenings, boss):
    first, second = evenings
    kept, other = eva(first), eva(second)
    client.force_login(boss)
    assert PAGE in client.get("/admin/").content.decode()
    page = client.get(PAGE).content.decode()
    assert "Muller, Eva" in page and "1980" in page and "Alone" not in page and ", None" not in page
    for word in ("Register of", "Name", "Club", "Born", "Rating"):
        assert f'<th scope="col">{word}</th>' in page, word
    sent = {"kept": kept.pk, "other": other.pk, "seen": people.mark(kept, other)}
    page = client.post(f"{PAGE}merge/", sent, follow=True).content.decode()
    assert "is one player now" in page and "Undo the merge" in page and eva(second) == kept
    page = client.post(f"{PAGE}{Merge.objects.get().pk}/undo/", follow=True).content.decode()
    assert "two players again" in page and eva(second) == other
    client.force_login(make.keeper(first.club))
    assert client.get(PAGE).status_code == 403 and PAGE not in client.get("/admin/").content.decode()
