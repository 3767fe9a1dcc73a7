"""The models: fields, database constraints and one-row logic."""

from tournaments.models.address import FormerAddress
from tournaments.models.api import ApiToken, KeptAnswer
from tournaments.models.clock import Clock, TimeCall
from tournaments.models.club import Club, ClubMember
from tournaments.models.club_game import CardDeck, ClubGame
from tournaments.models.demonstration import Demonstration
from tournaments.models.desk import CheckedIn, Confirmation, Editing, ManualPairing, PairingChange, Waiting
from tournaments.models.finals import Finalist
from tournaments.models.history import HistoryLine
from tournaments.models.imports import EventImport, ListLayout, PlayerImport
from tournaments.models.invitation import Invitation, StaffCode
from tournaments.models.links import PersonalLink
from tournaments.models.live_game import LiveGame, LivePly
from tournaments.models.log import LogEntry
from tournaments.models.mail import Mail, NoMail
from tournaments.models.name_index import EventIndex, EventWord, NameIndex
from tournaments.models.penalty import Penalty
from tournaments.models.player import Entry, Merge, PersonPage, Player, Proposal, Team
from tournaments.models.printing import PrintJob
from tournaments.models.privacy import NameShown
from tournaments.models.prize import Prize, PrizeList, PrizeRule
from tournaments.models.registration import Registration, RegistrationSettings
from tournaments.models.report import ReportEvent, ReportRule, ReportTries, TableReport
from tournaments.models.result import GameRecord, PossiblePoints, Result, SheetPhoto
from tournaments.models.round import PairingProgress, Round, Seat, Table
from tournaments.models.season import RatedEvent, Rating, RatingList, Series, SeriesEvent
from tournaments.models.standings import Standings
from tournaments.models.tournament import Appointment, Tournament
from tournaments.models.user import Passkey, ProviderAccount, RecoveryCode, User
from tournaments.models.webhook import Delivery, Webhook
from tournaments.models.wish import PushDevice, ReportWish, TableMail

__all__ = [
    "ApiToken",
    "Appointment",
    "CardDeck",
    "CheckedIn",
    "Clock",
    "Club",
    "ClubGame",
    "ClubMember",
    "Confirmation",
    "Delivery",
    "Demonstration",
    "Editing",
    "Entry",
    "EventImport",
    "EventIndex",
    "EventWord",
    "Finalist",
    "FormerAddress",
    "GameRecord",
    "HistoryLine",
    "Invitation",
    "KeptAnswer",
    "ListLayout",
    "LiveGame",
    "LivePly",
    "LogEntry",
    "Mail",
    "ManualPairing",
    "Merge",
    "NameIndex",
    "NameShown",
    "NoMail",
    "PairingChange",
    "PairingProgress",
    "Passkey",
    "Penalty",
    "PersonPage",
    "PersonalLink",
    "Player",
    "PlayerImport",
    "PossiblePoints",
    "PrintJob",
    "Prize",
    "PrizeList",
    "PrizeRule",
    "Proposal",
    "ProviderAccount",
    "PushDevice",
    "RatedEvent",
    "Rating",
    "RatingList",
    "RecoveryCode",
    "Registration",
    "RegistrationSettings",
    "ReportEvent",
    "ReportRule",
    "ReportTries",
    "ReportWish",
    "Result",
    "Round",
    "Seat",
    "Series",
    "SeriesEvent",
    "SheetPhoto",
    "StaffCode",
    "Standings",
    "Table",
    "TableMail",
    "TableReport",
    "Team",
    "TimeCall",
    "Tournament",
    "User",
    "Waiting",
    "Webhook",
]
