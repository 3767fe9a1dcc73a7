"""The shapes of what is sent to the API, checked, and of what it answers, for the schema."""

from __future__ import annotations

from rest_framework import serializers as s

from tournaments.api.core.fields import SMALL, Flag, Lines, PlainObject, Points, Strict, Text, Whole
from tournaments.models import GameRecord, Result, Round, Tournament
from tournaments.models.privacy import NameShown
from tournaments.models.tournament import Appointment
from tournaments.models.webhook import Event


class ResultIn(Strict, s.Serializer):
    points = s.ListField(child=Points(allow_null=True), min_length=2, max_length=8)
    places = Flag(default=False, help_text="The numbers are places, 1 the best.")
    end = s.ChoiceField(["played", "forfeit", "adjourned"], required=False)
    expected = Whole(
        default=0, min_value=0, max_value=SMALL, help_text="The version of the result that you saw; 0: none."
    )
    reason = Text(default="", max_length=200, allow_blank=True)


class TournamentIn(Strict, s.Serializer):
    name = Text(max_length=120)
    slug = s.RegexField(r"^[-a-zA-Z0-9_]{1,80}\Z", required=False)
    starts = s.DateField(required=False)
    venue = Text(required=False, allow_blank=True, max_length=120)
    published = Flag(required=False)
    names_shown = s.ChoiceField(NameShown.values, required=False)
    schedule = Lines(required=False, allow_blank=True, max_length=2000)
    places = Whole(required=False, min_value=2, max_value=SMALL, allow_null=True)
    check_in = Flag(required=False)
    two_person = Flag(required=False)
    half_byes = Whole(required=False, min_value=0, max_value=400, help_text="How many a player may ask for.")
    half_byes_not_last = Whole(
        required=False, min_value=0, max_value=400, help_text="In so many rounds at the end nobody has one."
    )
    rating_list = s.RegexField(
        r"^[-a-zA-Z0-9_]{1,80}\Z",
        required=False,
        allow_null=True,
        help_text="The season ratings that count here and seed the players, by their address.",
    )
    game = Text(required=False, max_length=40)
    options = PlainObject(required=False)
    pairing = PlainObject(required=False)
    scoring = PlainObject(required=False)


class SettingsIn(TournamentIn):
    """What is changed of a tournament, and what was confirmed."""

    former_slugs = s.ListField(
        child=s.RegexField(r"^[-a-zA-Z0-9_]{1,80}\Z"),
        required=False,
        max_length=1000,
        help_text="Earlier addresses that still lead here. One that is left out is let go.",
    )
    confirm = s.ListField(
        child=Text(max_length=40),
        required=False,
        max_length=40,
        help_text="The keys of what was asked (409, `confirm_needed`) and is confirmed.",
    )


class EntryIn(Strict, s.Serializer):
    name = Text()
    rating = Whole(required=False, min_value=1, max_value=4000, allow_null=True)
    club = Text(required=False, allow_blank=True)
    birth_year = Whole(required=False, min_value=1900, max_value=2100, allow_null=True)
    team = Text(required=False, max_length=20, allow_null=True)
    board = Whole(required=False, min_value=1, max_value=SMALL, allow_null=True)
    fixed_table = Whole(required=False, min_value=1, max_value=SMALL, allow_null=True)


class EntryChange(Strict, s.Serializer):
    joined = Whole(required=False, min_value=1, max_value=2000)
    left = Whole(required=False, min_value=0, max_value=2000, allow_null=True)
    absent = s.ListField(child=Whole(min_value=1, max_value=2000), required=False, max_length=400)
    team = Text(required=False, max_length=20, allow_null=True)
    board = Whole(required=False, min_value=1, max_value=SMALL, allow_null=True)
    fixed_table = Whole(required=False, min_value=1, max_value=SMALL, allow_null=True)


class TeamIn(Strict, s.Serializer):
    name = Text()


class AppointmentIn(Strict, s.Serializer):
    role = s.ChoiceField(Appointment.Role.values)
    tables = s.ListField(
        child=Whole(min_value=1, max_value=SMALL),
        required=False,
        max_length=500,
        help_text="Of a table judge: the numbers of his tables.",
    )


class WebhookIn(Strict, s.Serializer):
    url = s.CharField(max_length=500)
    events = s.ListField(child=s.ChoiceField(Event.values), required=False, min_length=1, max_length=5)


class WebhookChange(WebhookIn):
    url = s.CharField(max_length=500, required=False)
    active = Flag(required=False)


class Nothing(Strict, s.Serializer):
    """No body, or an empty object."""


# --- what is answered


class ResultOut(s.Serializer):
    version = s.IntegerField()
    points = s.ListField(child=s.CharField(allow_null=True))
    game_points = s.ListField(child=s.CharField(allow_null=True), allow_null=True)
    end = s.ChoiceField(Result.End.values)
    source = s.ChoiceField(Result.Source.values)
    reason = s.CharField()
    entered_by = s.CharField(allow_null=True)
    entered_at = s.DateTimeField()


class PairingOut(s.Serializer):
    system = s.CharField()
    rounds = s.IntegerField()
    table_size = s.IntegerField()


class TournamentOut(s.Serializer):
    slug = s.CharField()
    name = s.CharField()
    starts = s.DateField()
    venue = s.CharField()
    game = s.CharField()
    pairing = PairingOut()
    state = s.ChoiceField(Tournament.State.values)
    version = s.IntegerField()


class TournamentsOut(s.Serializer):
    next = s.CharField(allow_null=True)
    previous = s.CharField(allow_null=True)
    results = TournamentOut(many=True)


class TeamOut(s.Serializer):
    id = s.CharField()
    name = s.CharField()


class RoundLink(s.Serializer):
    number = s.IntegerField()
    state = s.ChoiceField(Round.State.values)
    url = s.CharField()


class TournamentDetailOut(TournamentOut):
    teams = TeamOut(many=True)
    players = s.CharField()
    rounds = RoundLink(many=True)
    standings = s.CharField()
    crosstable = s.CharField()
    movement = s.CharField()
    team_standings = s.CharField()
    find = s.CharField()
    rounds_calendar = s.CharField(help_text="iCalendar.")
    results_feed = s.CharField(help_text="Atom.")


class SettingsOut(TournamentOut):
    published = s.BooleanField()
    names_shown = s.CharField()
    schedule = s.CharField()
    places = s.IntegerField(allow_null=True)
    check_in = s.BooleanField()
    two_person = s.BooleanField()
    half_byes = s.IntegerField()
    half_byes_not_last = s.IntegerField()
    rating_list = s.CharField(allow_null=True)
    archived_at = s.DateTimeField(allow_null=True)
    former_slugs = s.ListField(child=s.CharField(), help_text="Earlier addresses that still lead here.")
    options = PlainObject()
    options_as_played = PlainObject(
        help_text="All options of the game as they hold here: chosen, implied by the pairing system (the partners of "
        "team games), or the game's defaults."
    )
    pairing = PlainObject()
    scoring = PlainObject()


class PlayerOut(s.Serializer):
    id = s.IntegerField()
    name = s.CharField()
    club = s.CharField(allow_null=True)
    team = s.CharField(allow_null=True)
    joined = s.IntegerField()
    left = s.IntegerField(allow_null=True)


class PlayersOut(s.Serializer):
    next = s.CharField(allow_null=True)
    results = PlayerOut(many=True)


class RequestedByeOut(s.Serializer):
    round = s.IntegerField()
    kind = s.ChoiceField(["half", "full"])


class EntryOut(PlayerOut):
    rating = s.IntegerField(allow_null=True)
    board = s.IntegerField(allow_null=True)
    absent = s.ListField(child=s.IntegerField())
    byes = RequestedByeOut(many=True, help_text="Of the rounds in `absent` those that bring points.")
    fixed_table = s.IntegerField(allow_null=True)


class TableOut(s.Serializer):
    number = s.IntegerField()
    seats = s.ListField(child=s.IntegerField())
    points = s.ListField(child=s.CharField(allow_null=True), allow_null=True)
    end = s.CharField(allow_null=True)


class ByeOut(s.Serializer):
    player = s.IntegerField()
    kind = s.CharField()


class RoundOut(s.Serializer):
    number = s.IntegerField()
    state = s.ChoiceField(Round.State.values)
    tables = TableOut(many=True)
    byes = ByeOut(many=True)


class DeskTableOut(s.Serializer):
    number = s.IntegerField()
    reason = s.CharField()
    seats = s.ListField(child=s.IntegerField())
    result = ResultOut(allow_null=True)
    confirmed = s.BooleanField()
    records = s.IntegerField()


class DeskRoundOut(s.Serializer):
    number = s.IntegerField()
    state = s.ChoiceField(Round.State.values)
    problem = s.CharField()
    quality = PlainObject(allow_null=True)
    notes = s.ListField(child=s.CharField())
    tables = DeskTableOut(many=True)
    byes = ByeOut(many=True)


class RoundHead(s.Serializer):
    number = s.IntegerField()
    state = s.ChoiceField(Round.State.values)
    problem = s.CharField()


class StepOut(s.Serializer):
    action = s.CharField()
    label = s.CharField()
    explanation = s.CharField()


class DeskOut(s.Serializer):
    state = s.ChoiceField(Tournament.State.values)
    version = s.IntegerField()
    players = s.IntegerField()
    rounds = RoundHead(many=True)
    round = DeskRoundOut(allow_null=True)
    step = StepOut(allow_null=True)
    may = s.ListField(child=s.CharField())


class TakenOffOut(s.Serializer):
    round = s.IntegerField()
    points = s.CharField()
    reason = s.CharField()


class StandingRow(s.Serializer):
    rank = s.IntegerField()
    player = s.IntegerField()
    points = s.CharField()
    tie_breaks = s.DictField(child=s.CharField())
    played = s.IntegerField()
    trail = s.ListField(
        child=s.CharField(allow_null=True),
        help_text="The points of each round, null where there is no result yet.",
    )
    withdrawn = s.BooleanField(required=False, help_text="They left the event; else missing.")
    expelled = s.BooleanField(required=False, help_text="They were sent away; else missing.")
    penalties = TakenOffOut(many=True, required=False, help_text="Already taken off `points`.")
    waits = s.BooleanField(required=False, help_text="The table of the last round has no result yet.")
    rank_before = s.IntegerField(
        required=False, allow_null=True, help_text="Of a row that waits: the rank after the round before."
    )
    unmet = s.ListField(
        required=False,
        child=s.CharField(),
        help_text="The direct encounters that say nothing of the player, who met none of those tied.",
    )
    adjourned = s.ListField(required=False, child=s.IntegerField(), help_text="The rounds that will be played on.")


class TablesEntered(s.Serializer):
    round = s.IntegerField()
    entered = s.IntegerField(help_text="So many of the tables have a result.")
    tables = s.IntegerField()


class StandingsOut(s.Serializer):
    after_round = s.IntegerField()
    final = s.BooleanField()
    current = s.BooleanField()
    tables = TablesEntered(
        required=False, help_text="While the last round has a table without a result: how much of it is in."
    )
    tie_breaks = s.ListField(child=s.CharField())
    standings = StandingRow(many=True)
    teams = s.ListField(child=PlainObject())


class RecordOut(s.Serializer):
    id = s.IntegerField()
    table = s.IntegerField()
    round = s.IntegerField()
    state = s.ChoiceField(GameRecord.State.values)
    points = s.ListField(child=s.CharField(allow_null=True), allow_null=True)
    verdict = s.CharField()
    uploaded_at = s.DateTimeField()


class RecordTextOut(RecordOut):
    text = s.CharField()


class RecordsOut(s.Serializer):
    next = s.CharField(allow_null=True)
    results = RecordOut(many=True)


class AppointmentOut(s.Serializer):
    username = s.CharField()
    name = s.CharField()
    role = s.ChoiceField(Appointment.Role.values)
    tables = s.ListField(child=s.IntegerField())


class AppointmentsOut(s.Serializer):
    results = AppointmentOut(many=True)


class LineOut(s.Serializer):
    line = s.IntegerField()
    name = s.CharField()
    status = s.CharField()
    changes = s.ListField(child=s.CharField())
    problems = s.ListField(child=s.CharField())


class ListOut(s.Serializer):
    id = s.IntegerField(allow_null=True)
    state = s.CharField(help_text="waiting, running, looked, done, refused, cancelled")
    percent = s.IntegerField()
    problem = s.CharField()
    counts = s.DictField(child=s.IntegerField())
    lines = LineOut(many=True)


class ImportOut(s.Serializer):
    id = s.IntegerField()
    state = s.CharField()
    percent = s.IntegerField()
    problem = s.CharField()
    place = s.CharField()
    tournament = s.CharField(allow_null=True)
    filename = s.CharField()
    uploaded_at = s.DateTimeField()


class ImportsOut(s.Serializer):
    next = s.CharField(allow_null=True)
    results = ImportOut(many=True)


class WebhookOut(s.Serializer):
    id = s.IntegerField()
    url = s.CharField()
    events = s.ListField(child=s.CharField())
    active = s.BooleanField()
    stopped_because = s.CharField()


class WebhookMade(WebhookOut):
    secret = s.CharField(help_text="Shown this once.")


class WebhooksOut(s.Serializer):
    next = s.CharField(allow_null=True)
    results = WebhookOut(many=True)


class DeliveryOut(s.Serializer):
    id = s.CharField()
    event = s.CharField()
    state = s.CharField()
    attempts = s.IntegerField()
    happened_at = s.DateTimeField()
    next_at = s.DateTimeField(allow_null=True)
    tries = s.ListField(child=PlainObject())


class DeliveriesOut(s.Serializer):
    next = s.CharField(allow_null=True)
    results = DeliveryOut(many=True)


class MeOut(s.Serializer):
    username = s.CharField()
    name = s.CharField()
    superuser = s.BooleanField()
    scope = s.CharField(allow_null=True)
    token = s.CharField(allow_null=True)


class HomeOut(s.Serializer):
    tournaments = s.CharField()
    ratings = s.CharField()
    series = s.CharField()
    games = s.CharField()
    systems = s.CharField()
    me = s.CharField()
    link = s.CharField()
    rounds_calendar = s.CharField(help_text="iCalendar, of the tournament with this `{slug}`.")
    results_feed = s.CharField(help_text="Atom, of the tournament with this `{slug}`.")
    schema = s.CharField()
    event_schema = s.CharField()


class ChoicesOut(s.Serializer):
    results = s.ListField(child=PlainObject())
