from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Changes are written with who made them, every table is logged once its migrations are done, and who signs
        in is written down."""
        import tournaments.tasks  # noqa: F401 — services name the work that they hand over
        from tournaments.accounts import signin
        from tournaments.domain import logbook

        logbook.begin(self)
        signin.connect()
