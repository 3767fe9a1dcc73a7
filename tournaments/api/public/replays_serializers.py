"""The shapes of games: what is sent to enter one, checked, and what is answered, for the schema."""

from __future__ import annotations

from rest_framework import serializers as s

from tournaments.api.core.fields import Flag, PlainObject, Strict, Text, Whole
from tournaments.models import LivePly

AFTER = "How many moves were seen; are there more or fewer by now, the answer is 409."


class BeginIn(Strict, s.Serializer):
    setup = PlainObject(required=False, help_text="What chance decided, as in a game record; {} where nothing.")


class MoveIn(Strict, s.Serializer):
    after = Whole(min_value=0, max_value=LivePly.MOST, help_text=AFTER)
    text = Text(max_length=80, help_text="In the game's notation.")


class SeenIn(Strict, s.Serializer):
    after = Whole(min_value=0, max_value=LivePly.MOST, help_text=AFTER)


class MoveOut(s.Serializer):
    number = s.IntegerField()
    text = s.CharField()
    seat = s.IntegerField(allow_null=True, help_text="Whose move it was; null: nobody's.")
    words = s.CharField(help_text="For who listens.")


class EndOut(s.Serializer):
    termination = s.CharField()
    places = s.ListField(child=s.IntegerField())
    points = s.ListField(child=s.CharField())


class GameOut(s.Serializer):
    round = s.IntegerField()
    table = s.IntegerField()
    game = s.CharField()
    live = s.BooleanField(help_text="It is being entered now.")
    record = s.IntegerField(allow_null=True, help_text="The proven record.")
    plies = s.IntegerField()
    ply = s.IntegerField(help_text="Which one is shown: the number of moves before it.")
    seat = s.IntegerField(allow_null=True, help_text="Through whose eyes; null: a spectator's.")
    seats = s.ListField(child=s.IntegerField(), help_text="Pairing numbers, seat by seat.")
    hidden = s.BooleanField(help_text="Seats see different things; once it is over, `seat/` shows each one's view.")
    position = PlainObject(help_text="As the game writes it.")
    text = s.CharField(help_text="The position in words.")
    to_move = s.ListField(child=s.IntegerField())
    outcome = EndOut(allow_null=True)
    moves = MoveOut(many=True, help_text="A hundred at most, among them the one that led here.")
    earlier = s.CharField(allow_null=True, help_text="Where the moves before these are.")
    later = s.CharField(allow_null=True, help_text="Where the moves after these are.")
    diagram = s.CharField(help_text="The position as a picture (SVG), as a spectator sees it.")


class EnteringOut(s.Serializer):
    round = s.IntegerField()
    table = s.IntegerField()
    game = s.CharField()
    running = Flag()
    plies = s.IntegerField()
    position = PlainObject(allow_null=True, help_text="As who is on turn sees it, with what he holds.")
    text = s.CharField()
    to_move = s.ListField(child=s.IntegerField())
    legal_moves = s.ListField(child=s.CharField(), help_text="At most 400.")
    outcome = EndOut(allow_null=True)
    last_moves = MoveOut(many=True, help_text="The newest first, at most 20.")


class BoardOut(s.Serializer):
    table = s.IntegerField()
    live = s.BooleanField(help_text="It is being entered now.")
    plies = s.IntegerField()
    url = s.CharField()


class BoardsOut(s.Serializer):
    next = s.CharField(allow_null=True)
    results = BoardOut(many=True)
