"""The admin: what organisers set up, and the way to the desk."""

from tournaments.admin.people import PlayerAdmin, UserAdmin
from tournaments.admin.seasons import RatingListAdmin, SeriesAdmin
from tournaments.admin.tournament import TournamentAdmin

__all__ = ["PlayerAdmin", "RatingListAdmin", "SeriesAdmin", "TournamentAdmin", "UserAdmin"]
