"""A page that was left open: what somebody else saved meanwhile is not overwritten in silence."""

from __future__ import annotations

import html

import pytest
from django import forms
from django.http import QueryDict
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime

from tests.tournaments import make
from tournaments.forms.options import game_name, pairing_name
from tournaments.forms.seen_values import SeenForm
from tournaments.models import (
    Appointment,
    Club,
    Entry,
    LogEntry,
    Player,
    PrizeList,
    PrizeRule,
    RegistrationSettings,
    ReportRule,
    Series,
    SeriesEvent,
    Tournament,
    Webhook,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def just_opened():
    """Nothing is added to what these tests send: they are about it."""


class Tab:
    """A page with a form, as it was when it was opened."""

    def __init__(self, client, where):
        self.client, self.where = client, where
        page = client.get(where)
        self.sent = {}
        for form in forms_of(page):
            for bound in form:
                assert bound.name != "seen" or f'name="{bound.html_name}"' in page.content.decode(), bound.html_name
                if not bound.field.disabled:
                    self.sent[bound.html_name] = bound.value()
                if bound.field.show_hidden_initial:
                    self.sent[bound.html_initial_name] = str(bound.initial)

    def __call__(self, **changed):
        fields = {
            name: value for name, value in (self.sent | changed).items() if value is not None and value is not False
        }
        answer = self.client.post(self.where, fields)
        main = next(iter(forms_of(answer)), None)
        if questions := getattr(main, "questions", ()):
            answer = self.client.post(self.where, fields | {"confirm": [q.key for q in questions]})
        return answer


def forms_of(page):
    """Return the forms of a page with those of its rows: the first is its own."""
    context = page.context or {}
    if "adminform" in context:
        sets = [inline.formset for inline in context["inline_admin_formsets"]]
        return [context["adminform"].form, *(form for rows in sets for form in (rows.management_form, *rows.forms))]
    if "rule" in context:
        return [context["rule"], context["lists"].management_form, *context["lists"].forms]
    return [context["form"]] if "form" in context else []


def errors(answer):
    assert answer.status_code in (200, 422), "it was saved"
    return html.unescape(" ".join(str(form.errors) for form in forms_of(answer)))


@pytest.fixture
def tab(signed_in, boss):
    """Open the settings of an event in a tab."""
    event = make.tournament(published=True)
    client = signed_in(boss)

    def opened():
        return Tab(client, reverse("admin:tournaments_tournament_change", args=[event.pk]))

    opened.event = event
    return opened


def test_a_tab_left_open_keeps_what_another_one_saved(tab):
    old, new = tab(), tab()
    assert new(published=None, scoring_tie_breaks="WIN LOT").status_code == 302
    answer = old(venue="Town hall")
    assert answer.status_code == 302, errors(answer)
    event = Tournament.objects.get(pk=tab.event.pk)
    assert (event.venue, event.published, event.scoring["tie_breaks"]) == ("Town hall", False, ["WIN", "LOT"])


def test_what_both_changed_is_asked_with_who_and_when_and_saving_again_decides(tab, boss):
    old, new = tab(), tab()
    assert new(venue="Library", scoring_bye="1").status_code == 302
    answer = old(venue="Town hall", scoring_bye="1/2")
    form = answer.context["adminform"].form
    change = LogEntry.objects.filter(kind="tournament", new__has_key="venue").first()
    said = f"by {boss}, {date_format(localtime(change.at), 'DATETIME_FORMAT')}."
    assert f"Meanwhile changed to “Library” {said}" in html.unescape(str(form.errors["venue"]))
    assert f"Meanwhile changed to “1” {said}" in html.unescape(str(form.errors["scoring_bye"]))
    assert form["venue"].value() == "Town hall"
    assert Tournament.objects.get(pk=tab.event.pk).venue == "Library"
    assert old(venue="Town hall", scoring_bye="1/2", seen=form["seen"].value()).status_code == 302
    assert Tournament.objects.get(pk=tab.event.pk).venue == "Town hall"


def test_whoever_sends_nothing_of_what_they_saw_is_asked_about_each_difference(tab):
    answer = tab()(venue="Town hall", seen=None)
    form = answer.context["adminform"].form
    assert list(form.errors) == ["venue"]
    assert tab()(seen="of another page").status_code == 302, "nothing differs"
    assert tab()(venue="Town hall", seen=form["seen"].value()).status_code == 302


def test_pairs_and_teams_are_compared_as_they_are_stored(signed_in, boss):
    event = make.tournament(8)
    pairs, teams = pairing_name(event.system, "forbidden"), game_name(event.game, "teams")
    old, new = (Tab(signed_in(boss), change(event)) for _ in range(2))
    assert {pairs, teams} <= old.sent.keys()
    answer = new(**{pairs: "3-4", teams: "opposite"})
    assert answer.status_code == 302, errors(answer)
    answer = old(venue="Town hall")
    assert answer.status_code == 302, errors(answer)
    event.refresh_from_db()
    assert (event.venue, event.pairing_options["forbidden"]) == ("Town hall", [[3, 4]])
    assert event.options["teams"] == [[1, 3], [2, 4]]


def change(row):
    return reverse(f"admin:tournaments_{row._meta.model_name}_change", args=[row.pk])


class Moment(SeenForm):
    at = forms.SplitDateTimeField()

    class instance:
        pk = 1
        _meta = Tournament._meta


def test_a_field_of_several_inputs_is_asked_and_never_overwritten():
    seen = Moment(initial={"at": localtime().replace(2026, 11, 28, 12, 0, 0, 0)})["seen"].value()
    now = {"at": localtime().replace(2026, 11, 28, 19, 30, 0, 0)}
    for typed in ("12:00:00", "15:00:00"):
        sent = QueryDict(mutable=True)
        sent.update({"at_0": "2026-11-28", "at_1": typed, "seen": seen})
        assert "Meanwhile changed" in str(Moment(sent, initial=now).errors["at"]), typed
    sent["seen"] = Moment(sent, initial=now)["seen"].value()
    assert Moment(sent, initial=now).is_valid()


def test_a_players_row_keeps_what_another_tab_saved(signed_in, boss):
    event = make.duel(4)
    make.published(event, boss)
    old, new = (Tab(signed_in(boss), change(event)) for _ in range(2))
    assert new(**{"entries-0-absent": "2", "entries-1-expelled": "on"}).status_code == 302
    assert old(**{"entries-0-fixed_table": "1", "entries-2-absent": "3"}).status_code == 302
    first, second, third, _fourth = Entry.objects.filter(tournament=event).order_by("number")
    assert (first.absent, first.fixed_table, third.absent) == ([2], 1, [3])
    event.refresh_from_db()
    assert event.scoring["expelled_players"] == [second.number]
    assert "Meanwhile changed to “2”" in errors(old(**{"entries-0-absent": "4"}))


def webhook():
    return Webhook.objects.create(url="https://example.org/old", tournament=make.tournament(2))


def season():
    made = Series.objects.create(name="Winter", slug="winter", club=Club.objects.get())
    SeriesEvent.objects.create(series=made, tournament=make.tournament(2))
    return made


def appointed():
    event = make.tournament(2)
    make.arbiter(event)
    return event


def of_event(name):
    return lambda event: reverse(f"admin:tournaments_{name}", args=[event.pk])


def of_player(event):
    return reverse("admin:tournaments_person", args=[event.pk, event.entries.first().pk])


PAGES = {
    # what is made, its page, the other tab's change, this one's, and what is then stored
    "a person": (
        lambda: Player.objects.create(name="Anna", register=Club.objects.get()), change,
        {"name_shown": "initial"}, {"club": "Gent"}, lambda: Player.objects.values_list("name_shown", "club"),
    ),
    "a club": (
        lambda: Club.objects.get(), change,
        {"two_person": "on"}, {"venue": "Hall"}, lambda: Club.objects.values_list("defaults", flat=True),
    ),
    "a season": (
        season, change, {"best": "3"}, {"name": "Spring"}, lambda: Series.objects.values_list("best", "name"),
    ),
    "a webhook": (
        webhook, change,
        {"active": None}, {"url": "https://example.org/new"}, lambda: Webhook.objects.values_list("active", "url"),
    ),
    "the staff": (
        appointed, change, {"appointments-0-role": "judge"}, {"appointments-0-tables": "1"},
        lambda: Appointment.objects.values_list("role", "tables"),
    ),
    "entry settings": (
        make.duel, of_event("registration_settings"),
        {"offered": "on"}, {"fee": "5"}, lambda: RegistrationSettings.objects.values_list("offered", "fee"),
    ),
    "reports": (
        make.duel, of_event("report_rule"),
        {"mode": "ask"}, {"minutes": "9"}, lambda: ReportRule.objects.values_list("mode", "minutes"),
    ),
    "a player here": (
        lambda: make.duel(1), of_player,
        {"club": "Gent"}, {"marks": "guest"}, lambda: Entry.objects.values_list("player__club", "marks"),
    ),
    "the rule of prizes": (
        make.duel, of_event("prizes"),
        {"step": "100"}, {"currency": "$"}, lambda: PrizeRule.objects.values_list("step", "currency"),
    ),
}  # fmt: skip
STORED = {
    "a person": ("initial", "Gent"),
    "a club": {"two_person": True, "venue": "Hall"},
    "a season": (3, "Spring"),
    "a webhook": (False, "https://example.org/new"),
    "the staff": ("judge", [1]),
    "entry settings": (True, "5"),
    "reports": ("ask", 9),
    "a player here": ("Gent", "guest"),
    "the rule of prizes": (100, "$"),
}


@pytest.mark.parametrize("page", PAGES)
def test_each_form_keeps_what_another_tab_saved_and_asks_where_both_changed(signed_in, boss, page):
    make_it, address, others, mine, stored = PAGES[page]
    where, client = address(make_it()), signed_in(boss)
    old, new = (Tab(client, where) for _ in range(2))
    for tab, changed in ((new, others), (old, mine)):
        answer = tab(**changed)
        assert answer.status_code == 302, errors(answer)
    assert list(stored()) == [STORED[page]]
    assert "Meanwhile changed to" in errors(new(**dict.fromkeys(mine, "7")))
    assert list(stored()) == [STORED[page]]


def test_a_list_of_prizes_that_another_tab_added_stays(signed_in, boss):
    where, client = of_event("prizes")(make.duel()), signed_in(boss)
    old, new = Tab(client, where), Tab(client, where)
    assert new(**{"lists-0-prizes": "50", "lists-0-name": "Main"}).status_code == 302
    more = Tab(client, where)
    assert more(**{"lists-1-prizes": "20", "lists-1-name": "Guests"}).status_code == 302
    assert "Meanwhile changed to “Guests”" in errors(old(currency="$"))
    assert list(PrizeList.objects.values_list("name", flat=True)) == ["Main", "Guests"]
