"""What is remembered: fields, database constraints and one-row logic."""

from tournaments.models.player import Entry, Player, PlayerImport, Team
from tournaments.models.result import GameRecord, PossiblePoints, Result
from tournaments.models.round import Round, Seat, Table
from tournaments.models.season import RatedEvent, Rating, RatingList, Series, SeriesEvent
from tournaments.models.standings import Standings
from tournaments.models.tournament import Appointment, Tournament
from tournaments.models.user import User

__all__ = [
    "Appointment",
    "Entry",
    "GameRecord",
    "Player",
    "PlayerImport",
    "PossiblePoints",
    "RatedEvent",
    "Rating",
    "RatingList",
    "Result",
    "Round",
    "Seat",
    "Series",
    "SeriesEvent",
    "Standings",
    "Table",
    "Team",
    "Tournament",
    "User",
]
