from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the logs: of changes with their author, of every table once its migrations are done, and of
        sign-ins."""
        import tournaments.tasks  # noqa: F401 — services name the work that they hand over
        from tournaments.accounts import signin
        from tournaments.domain import logbook, register

        logbook.begin(self)
        register.begin(self)
        signin.connect()
