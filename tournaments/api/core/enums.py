"""The models' closed sets by the names that settings.SPECTACULAR_SETTINGS gives them in the OpenAPI document."""

from __future__ import annotations

from tournaments.models import Appointment, GameRecord, Result, Round, TableReport, Tournament

ROUND_STATE = Round.State.values
TOURNAMENT_STATE = Tournament.State.values
RECORD_STATE = GameRecord.State.values
REPORT_STATE = TableReport.State.values
RESULT_END = Result.End.values
RESULT_SOURCE = Result.Source.values
ROLE = Appointment.Role.values
