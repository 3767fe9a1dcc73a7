"""What is remembered: fields, database constraints and one-row logic."""

from tournaments.models.player import Entry, Player, PlayerImport, Team
from tournaments.models.printing import PrintJob
from tournaments.models.result import GameRecord, PossiblePoints, Result
from tournaments.models.round import Round, Seat, Table
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
    "PrintJob",
    "Result",
    "Round",
    "Seat",
    "Standings",
    "Table",
    "Team",
    "Tournament",
    "User",
]
