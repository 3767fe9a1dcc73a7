"""Makes the Celery application the current one wherever Django runs, so that a task's `delay` finds the
broker."""

from django.apps import AppConfig


class WiringConfig(AppConfig):
    """The project's wiring as an app without models."""

    name = "config"
    label = "config"

    def ready(self) -> None:
        """Load config.celery."""
        from config import celery  # noqa: F401
