"""The closed sets in the API's answers: the type of a member, and the name of its component in the document.

The models know which values there are. A set that is sent as well bears the same name there.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from django.apps import apps

from scoring.core.history import Kind
from scoring.core.registry import Ending
from scoring.prizes import SHARINGS
from tournaments.api.core.answers import Part
from tournaments.domain.access import Action
from tournaments.domain.list_plans import STATUSES
from tournaments.domain.logbook import logged_models
from tournaments.imports.columns import RESULT_MEANINGS, ROLES, TEAM_MEANINGS
from tournaments.models import (
    ApiToken,
    Appointment,
    Clock,
    Delivery,
    EventImport,
    GameRecord,
    Mail,
    NameShown,
    PairingChange,
    PlayerImport,
    PrintJob,
    Proposal,
    RatingList,
    Registration,
    ReportRule,
    Result,
    Round,
    Seat,
    Series,
    TableReport,
    Tournament,
)
from tournaments.models.log import LogEntry
from tournaments.models.mail import Event
from tournaments.models.mail import Kind as MailKinds
from tournaments.selectors.papers.printing import KINDS

NAMES: dict[str, list[str]] = {}
"""The values by the component's name: what the generator calls ENUM_NAME_OVERRIDES."""


def one_of(name: str, values: Iterable[str]) -> Part:
    """Declare a closed set by the name of its component."""
    NAMES[name] = [str(value) for value in values]
    return Part({"enum": NAMES[name]})


def sent(name: str, values: Iterable[str]) -> list[str]:
    """Declare a closed set that is only sent, and return its values, for a ``ChoiceField``."""
    NAMES[name] = [str(value) for value in values]
    return NAMES[name]


RoundState = Annotated[str, one_of("RoundStateEnum", Round.State.values)]
RoundStep = Annotated[str, one_of("RoundStepEnum", ("reopen", "unpublish", "put_aside", "bring_back"))]
TournamentState = Annotated[str, one_of("TournamentStateEnum", Tournament.State.values)]
NameRule = Annotated[str, one_of("NameShownEnum", NameShown.values)]
Bye = Annotated[str, one_of("ByeEnum", Seat.Bye.values)]
RequestedBye = Annotated[str, one_of("RequestedByeEnum", (Seat.Bye.HALF, Seat.Bye.FULL))]
ResultEnd = Annotated[str, one_of("ResultEndEnum", Result.End.values)]
ResultSource = Annotated[str, one_of("ResultSourceEnum", Result.Source.values)]
RecordState = Annotated[str, one_of("RecordStateEnum", GameRecord.State.values)]
ReportState = Annotated[str, one_of("ReportStateEnum", TableReport.State.values)]
ReportMode = Annotated[str, one_of("ReportModeEnum", ReportRule.Mode.values)]
Role = Annotated[str, one_of("RoleEnum", Appointment.Role.values)]
Scope = Annotated[str, one_of("ScopeEnum", ApiToken.Scope.values)]
Permission = Annotated[str, one_of("PermissionEnum", sorted(action.name.lower() for action in Action))]
DeskAction = Annotated[
    str,
    one_of(
        "DeskActionEnum",
        ("import", "groups", "check_in", "pair", "wait", "end", "publish", "results", "confirm", "close"),
    ),
]
Method = Annotated[str, one_of("MethodEnum", ("GET", "POST"))]
Grade = Annotated[str, one_of("GradeEnum", PairingChange.Grade.values)]
Change = Annotated[str, one_of("PairingChangeEnum", PairingChange.What.values)]
ManualPairing = Annotated[str, one_of("ManualPairingEnum", ("none", "open", "ended"))]
PrizeSharing = Annotated[str, one_of("PrizeSharingEnum", SHARINGS)]
ClockKind = Annotated[str, one_of("ClockKindEnum", Clock.Kind.values)]
ColumnMeaning = Annotated[str, one_of("ColumnMeaningEnum", ROLES)]
OtherColumnMeaning = Annotated[str, one_of("OtherColumnMeaningEnum", (*TEAM_MEANINGS, *RESULT_MEANINGS))]
ListState = Annotated[str, one_of("ListStateEnum", PlayerImport.State.values)]
ProposalState = Annotated[str, one_of("ProposalStateEnum", Proposal.State.values)]
RegistrationState = Annotated[str, one_of("RegistrationStateEnum", Registration.State.values)]
LineStatus = Annotated[str, one_of("LineStatusEnum", STATUSES)]
ImportState = Annotated[str, one_of("ImportStateEnum", EventImport.State.values)]
PrintState = Annotated[str, one_of("PrintStateEnum", PrintJob.State.values)]
Document = Annotated[str, one_of("DocumentEnum", KINDS)]
WebhookEvent = Annotated[str, one_of("WebhookEventEnum", Event.values)]
DeliveryState = Annotated[str, one_of("DeliveryStateEnum", Delivery.State.values)]
MailKind = Annotated[str, one_of("MailKindEnum", MailKinds.values)]
MailState = Annotated[str, one_of("MailStateEnum", Mail.State.values)]
LogKind = Annotated[
    str, one_of("LogKindEnum", sorted(m._meta.model_name for m in logged_models(apps.get_app_config("tournaments"))))
]
LogAction = Annotated[str, one_of("LogActionEnum", LogEntry.Made.values)]
LogDoor = Annotated[str, one_of("LogDoorEnum", LogEntry.Door.values)]
LogRole = Annotated[str, one_of("LogRoleEnum", (*Appointment.Role.values, "superuser"))]
Unplayed = Annotated[
    str, one_of("UnplayedEnum", [kind.value for kind in Kind if kind not in (Kind.PLAYED, Kind.ADJOURNED)])
]
Meeting = Annotated[
    str, one_of("MeetingEnum", ("win", "tie", "loss", "forfeit win", "forfeit loss", "adjourned", "pending"))
]
GameOptionKind = Annotated[str, one_of("GameOptionKindEnum", ("choice", "flag", "choices", "teams", "number"))]
PairingOptionKind = Annotated[
    str, one_of("PairingOptionKindEnum", ("integer", "flag", "choice", "counts", "pairs", "sizes", "tables"))
]
Skipped = Annotated[str, one_of("SkippedEnum", ("", "not met", "not all met"))]
Gap = Annotated[str, one_of("GapEnum", ("playing", "adjourned"))]
SumEnding = Annotated[str, one_of("EndingEnum", [ending.value for ending in Ending])]
SeriesValue = Annotated[str, one_of("SeriesValueEnum", Series.Value.values)]
RatingMethod = Annotated[str, one_of("RatingMethodEnum", RatingList.Method.values)]
SeriesTies = Annotated[str, one_of("SeriesTiesEnum", Series.Ties.values)]
