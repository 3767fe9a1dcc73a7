"""Formats for an evening: the questions on a page, proposals, and each of them as the form of a new tournament."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import parse_qs, urlparse

import pytest

from tests.tournaments import make
from tournaments.models import ClubGame, Tournament
from tournaments.pairing.planner import proposing, running
from tournaments.selectors.events import planner

pytestmark = pytest.mark.django_db
PAGE = "/admin/tournaments/tournament/new/planner/"
API = "/api/v1/planner/"
ASKED = {"game": "quarto", "players": "6", "minutes": "150", "pause": "5", "matters": "everybody", "begins": "19:30"}

OWN_GAME = {
    "key": "own-game",
    "names": {"en": "Own game"},
    "source": "The club",
    "seats": [3],
    "minutes": 25,
    "entry": "points",
    "draws": True,
    "amounts": ["0", "1", "2"],
}


@pytest.fixture(autouse=True, scope="module")
def short_work():
    """Few trials: these tests do not look at how sure a figure is. What was worked out for one stands for the next."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(proposing, "TASTE", 2_000)
        patch.setattr(proposing, "THOROUGH", 4_000)
        patch.setattr(running, "TIME", 4_000)
        planner.plans.clear()
        planner.other.clear()
        yield
        planner.plans.clear()
        planner.other.clear()


@pytest.fixture(autouse=True)
def nobody_asked():
    planner.buckets.clear()


@pytest.fixture
def keeper(client):
    person = make.keeper(make.club())
    client.force_login(person)
    return person


def links(page):
    """Return the addresses that a page of the planner leads to by their words."""
    found = re.findall(r'<a href="(\?[^"]+)"[^>]*>(?:<strong>)?([^<]+)', page.content.decode())
    return {unescape(words): PAGE + unescape(address) for address, words in found}


def fields(page):
    """Return what a browser sends of the page's own form as it stands."""
    form = page.content.decode().partition('class="v-questions">')[2]
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', form))


def test_one_question_after_the_other_leads_to_proposals_and_nothing_is_kept_but_in_the_address(client, keeper):
    page = client.get(PAGE)
    assert page.context["step"] == "game"
    page = client.get(links(page)["Quarto"])
    assert page.context["step"] == "players"
    assert not page.context["form"].errors  # nothing was answered yet
    page = client.get(PAGE, {**fields(page), "players": "6", "minutes": "150", "pause": "5"})
    assert page.context["step"] == "matters"
    assert "cards" not in page.context
    page = client.get(links(page)["Everybody meets everybody"])
    assert page.context["step"] is None
    assert page.context["cards"][0].proposal.system == "berger"


def test_an_answer_can_be_changed_and_the_others_stay(client, keeper):
    page = client.get(PAGE, {**ASKED, "table_size": "2"})
    asked_again = client.get(links(page)["Quarto"])
    assert asked_again.context["step"] == "game"
    other = client.get(links(asked_again)["Kwartet"])
    assert other.context["step"] is None
    assert other.context["form"].given == {**ASKED, "game": "kwartet"}  # tables of two were for the game before
    asked_again = client.get(links(other)["Everybody meets everybody"])
    assert asked_again.context["step"] == "matters"
    page = client.get(PAGE, {**ASKED, "ask": "players"})
    assert page.context["step"] == "players"
    assert fields(page) == {"game": "quarto", "matters": "everybody"}


def test_the_clubs_own_games_come_first(client):
    club = make.club()
    club.defaults = {"game": "quaro"}
    club.save()
    client.force_login(make.keeper(club))
    own = ClubGame.objects.create(club=club, key="own-game", declaration=OWN_GAME)
    (_heading, clubs), (_other, rest) = client.get(PAGE).context["form"].games
    assert [name for _address, name, _chosen in clubs] == [str(own), "Quaro"]
    assert "Quaro" not in {name for _address, name, _chosen in rest}


def test_the_questions_are_asked_in_the_readers_language(client, keeper):
    client.cookies["django_language"] = "de"
    text = client.get(PAGE, {"game": "quarto"}).content.decode()
    text += client.get(PAGE, {"game": "quarto", "players": "8"}).content.decode()
    for words in ("Minuten für alles", "Ein klarer Sieger"):
        assert words in text
    for words in ("Minutes for it all", "A clear winner", "Empty: as many as are needed."):
        assert words not in text


def test_it_is_offered_where_tournaments_begin_and_can_be_skipped(client, keeper):
    assert PAGE in client.get("/admin/tournaments/tournament/new/").content.decode()
    for answers in ({}, {"game": "quarto"}, {**ASKED, "ask": "matters"}, ASKED):
        text = client.get(PAGE, answers).content.decode()
        game = "?game=quarto" if answers else ""
        assert f'href="/admin/tournaments/tournament/add/{game}"' in text
        assert 'href="/admin/tournaments/tournament/new/"' in text
    form = client.get("/admin/tournaments/tournament/add/?game=quarto").context["adminform"].form
    assert form["game"].value() == "quarto"


def test_the_heading_counts_what_was_found_and_no_system_is_called_by_its_key(client, keeper):
    for answers, heading, cards in (
        ({}, "Three proposals", 3),
        ({"game": "quatro-chess", "players": "2"}, "One proposal", 1),
        ({"game": "quatro-chess", "players": "24", "team_size": "4", "minutes": "180", "pause": "8"}, "No proposal", 0),
    ):
        page = client.get(PAGE, {**ASKED, **answers})
        text = page.content.decode()
        assert f">{heading}</h2>" in text and re.search(rf"<title>\s*{heading} –", text)
        assert text.count('<ol class="v-proposals"') == (cards > 0) and len(page.context["cards"]) == cards
    assert "a round robin of teams" in text  # what would be possible, when nothing is
    assert "team-berger" not in text and "board-groups" not in text


def test_what_stands_below_a_field_is_read_out_with_it(client, keeper):
    wrong = client.get(PAGE, {"game": "quarto", "players": "999"}).content.decode()
    assert 'aria-describedby="id_players_error"' in wrong
    for path in ("", "new/team-berger/", "add/", "trf/", "log/?until=x"):
        text = client.get(f"/admin/tournaments/tournament/{path}").content.decode() if path else wrong
        told = {name for names in re.findall(r'aria-describedby="([^"]+)"', text) for name in names.split()}
        told = {name for name in told if "__prefix__" not in name}  # a column's words stand in its heading
        assert told <= set(re.findall(r'\bid="([^"]+)"', text))


def test_teams_are_planned_and_taken_as_teams(client, keeper):
    page = client.get(PAGE, {**ASKED, "players": "16", "team_size": "4"})
    cards = page.context["cards"]
    words = page.content.decode()
    assert "Of two teams, the stronger" in words and "Each team meets" in words
    assert "Of two players" not in words and "Everybody meets" not in words.partition("Two proposals</h2>")[2]
    assert {card.proposal.system for card in cards} == {"team-berger", "team-swiss"}
    for card in cards:
        assert client.get(card.take).context["adminform"].form["system"].value() == card.proposal.system


@pytest.mark.parametrize(
    ("answers", "field", "step"),
    [
        ({**ASKED, "players": "10", "team_size": "4"}, "team_size", "players"),
        ({"game": "quarto", "players": "10", "team_size": "4"}, "team_size", "players"),
        ({**ASKED, "players": "1"}, "players", "players"),
        ({**ASKED, "table_size": "5"}, "table_size", "players"),
    ],
    ids=["no whole teams", "no whole teams, and nothing else", "one player", "no such tables"],
)
def test_what_cannot_be_is_said_at_its_question(client, keeper, answers, field, step):
    page = client.get(PAGE, answers)
    assert (field in page.context["form"].errors, page.context["step"], "cards" in page.context) == (True, step, False)


def test_three_proposals_with_their_end_on_the_page_and_by_the_api(client, keeper):
    page = client.get(PAGE, ASKED)
    cards = page.context["cards"]
    assert len(cards) == 3
    assert cards[0].proposal.system == "berger"
    assert cards[0].ends == "21:30"  # five rounds of 20 minutes, with 5 between them
    assert "21:30" in page.content.decode()
    entries = {name: value for name, value in ASKED.items() if name != "begins"}
    answer = client.get(API, {**entries, "starts": "19:30"})
    assert answer.status_code == 200, answer.json()
    proposals = answer.json()["proposals"]
    assert [one["pairing"]["system"] for one in proposals] == [card.proposal.system for card in cards]
    assert proposals[0]["ends"] == "21:30"


def test_taking_one_fills_in_its_own_fields_in_the_form_of_a_new_tournament(client, keeper):
    for card in client.get(PAGE, ASKED).context["cards"]:
        own = {f"pairing__{card.proposal.system}__{key}" for key in card.proposal.options}
        query = parse_qs(urlparse(card.take).query, keep_blank_values=True)
        assert {name for name in query if name.startswith("pairing__")} <= own
        form = client.get(card.take).context["adminform"].form
        assert form["game"].value() == "quarto"
        assert form["system"].value() == card.proposal.system
        assert str(form["table_size"].value()) == "2"
        assert form["scoring_tie_breaks"].value() == "DE BH WIN LOT"
        for key, value in card.proposal.options.items():
            name = "rounds_planned" if key == "rounds" else f"pairing__{card.proposal.system}__{key}"
            assert str(form[name].value()) == str(value)


def test_what_is_taken_says_what_is_left_to_do_and_the_cursor_stands_there(client, keeper):
    card = client.get(PAGE, ASKED).context["cards"][0]
    taken, empty = (client.get(address) for address in (card.take, "/admin/tournaments/tournament/add/"))
    assert "Give it a name, and save." in taken.content.decode()
    assert "Give it a name, and save." not in empty.content.decode()
    assert all(page.context["adminform"].form.fields["name"].widget.attrs["autofocus"] for page in (taken, empty))


def test_no_number_of_players_stands_there_to_be_typed_behind(client, keeper):
    page = client.get(PAGE, {"game": "quarto"})
    assert page.context["form"]["players"].value() is None
    assert re.search(r'<input type="number" name="players"[^>]* autofocus', page.content.decode())


def test_what_is_taken_can_be_created_as_it_is(client, keeper):
    card = client.get(PAGE, ASKED).context["cards"][0]
    form = client.get(card.take).context["adminform"].form
    sent = {name: form[name].value() for name in form.fields}
    sent = {name: value for name, value in sent.items() if value is not None and value is not False and value != ""}
    sent |= {"name": "Planned", "slug": "planned"}
    answer = client.post("/admin/tournaments/tournament/add/", sent | make.NO_ROWS)
    assert answer.status_code == 302, answer.context["adminform"].form.errors
    made = Tournament.objects.get(slug="planned")
    assert (made.game, made.system, made.table_size) == ("quarto", "berger", 2)


def test_a_clubs_own_game_is_planned_with_its_own_minutes(client):
    club = make.club()
    client.force_login(make.keeper(club))
    own = ClubGame.objects.create(club=club, key="own-game", declaration=OWN_GAME)
    cards = client.get(PAGE, {**ASKED, "game": own.choice, "pause": "0"}).context["cards"]
    assert cards
    assert all(card.proposal.minutes % 25 == 0 for card in cards)
    assert client.get(cards[0].take).context["adminform"].form["game"].value() == own.choice


def test_too_many_questions_have_to_wait(client, keeper):
    planner.plans.clear()
    for pause in range(planner.AT_ONCE):
        assert "cards" in client.get(PAGE, {**ASKED, "pause": pause}).context
    assert "Too many questions" in client.get(PAGE, {**ASKED, "pause": "60"}).content.decode()
    assert "cards" in client.get(PAGE, {**ASKED, "pause": "0"}).context  # answered before: it costs no turn


def test_another_length_is_worked_out_once_until_something_changes(client, monkeypatch):
    evening = make.duel(6)
    Tournament.objects.filter(pk=evening.pk).update(system="swiss", rounds_planned=3, pairing_options={})
    boss = make.arbiter(evening, "organiser")
    worked = []
    monkeypatch.setattr(planner, "lengths", lambda event: worked.append(event) or running.lengths(event))
    evening.refresh_from_db()
    assert planner.other_lengths(evening, by=boss) == planner.other_lengths(evening, by=boss)
    assert len(worked) == 1
    assert not any(name in repr(vars(planner.other)) for name in evening.display_names.values())
    Tournament.objects.filter(pk=evening.pk).update(rounds_planned=4)
    evening.refresh_from_db()
    assert [one.rounds for one in planner.other_lengths(evening, by=boss)] == [3, 4, 5]


def test_the_api_names_what_is_wrong(client, keeper):
    answer = client.get(API, {"game": "quarto", "players": "many"})
    assert answer.status_code == 400
    assert "players" in answer.json()["errors"]


def test_the_api_tells_what_a_round_less_changes(client):
    evening = make.duel(6)
    Tournament.objects.filter(pk=evening.pk).update(system="swiss", rounds_planned=3, pairing_options={})
    client.force_login(make.arbiter(evening, "organiser"))
    answer = client.get(f"/api/v1/tournaments/{evening.slug}/lengths/")
    assert answer.status_code == 200, answer.json()
    assert [(one["rounds"], one["figures"]["games"]) for one in answer.json()["lengths"]] == [
        (rounds, [rounds, rounds]) for rounds in (2, 3, 4)
    ]
