"""The models: fields, database constraints and one-row logic."""

from tournaments.models.club import CardDeck, Club, ClubGame, ClubMember, ListLayout
from tournaments.models.desk import (
    AtDesk,
    CheckedIn,
    Confirmation,
    Editing,
    ManualPairing,
    PairingChange,
    Proposal,
    Waiting,
    Wallboard,
)
from tournaments.models.jobs import EventImport, PlayerImport, PrintJob, Work
from tournaments.models.links import Invitation, PersonalLink, StaffCode
from tournaments.models.log import LogEntry
from tournaments.models.mail import Delivery, Mail, NoMail, PushDevice, ReportWish, TableMail, Webhook
from tournaments.models.player import Entry, EventIndex, EventWord, Merge, NameIndex, PersonPage, Player, Team
from tournaments.models.prize import Finalist, Prize, PrizeList, PrizeRule
from tournaments.models.registration import Registration, RegistrationSettings
from tournaments.models.report import ReportEvent, ReportRule, ReportTries, TableReport
from tournaments.models.result import GameRecord, LiveGame, LivePly, Penalty, PossiblePoints, Result, SheetPhoto
from tournaments.models.round import Clock, PairingProgress, Round, Seat, Standings, Table, TimeCall
from tournaments.models.season import RatedEvent, Rating, RatingList, Series, SeriesEvent
from tournaments.models.settings import NameShown
from tournaments.models.tournament import Appointment, Demonstration, FormerAddress, HistoryLine, Tournament
from tournaments.models.user import ApiToken, KeptAnswer, Passkey, ProviderAccount, RecoveryCode, User

__all__ = [
    "ApiToken",
    "Appointment",
    "AtDesk",
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
    "Wallboard",
    "Webhook",
    "Work",
]
