"""What is remembered: fields, database constraints and one-row logic."""

from tournaments.models.api import ApiToken, KeptAnswer
from tournaments.models.event_import import EventImport
from tournaments.models.player import Entry, Player, PlayerImport, Team
from tournaments.models.result import GameRecord, PossiblePoints, Result
from tournaments.models.round import Round, Seat, Table
from tournaments.models.standings import Standings
from tournaments.models.tournament import Appointment, Tournament
from tournaments.models.user import User
from tournaments.models.webhook import Delivery, Webhook

__all__ = [
    "ApiToken",
    "Appointment",
    "Delivery",
    "Entry",
    "EventImport",
    "GameRecord",
    "KeptAnswer",
    "Player",
    "PlayerImport",
    "PossiblePoints",
    "Result",
    "Round",
    "Seat",
    "Standings",
    "Table",
    "Team",
    "Tournament",
    "User",
    "Webhook",
]
