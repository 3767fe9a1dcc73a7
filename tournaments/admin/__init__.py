"""The admin: what organisers set up, and the way to the desk."""

from tournaments.admin.club_games import ClubGameAdmin
from tournaments.admin.clubs import ClubAdmin
from tournaments.admin.people import PlayerAdmin, UserAdmin
from tournaments.admin.seasons import RatingListAdmin, SeriesAdmin
from tournaments.admin.tokens import ApiTokenAdmin
from tournaments.admin.tournament import TournamentAdmin
from tournaments.admin.webhooks import DeliveryAdmin, WebhookAdmin

__all__ = [
    "ApiTokenAdmin",
    "ClubAdmin",
    "ClubGameAdmin",
    "DeliveryAdmin",
    "PlayerAdmin",
    "RatingListAdmin",
    "SeriesAdmin",
    "TournamentAdmin",
    "UserAdmin",
    "WebhookAdmin",
]
