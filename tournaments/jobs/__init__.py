"""The work behind the tasks: takes ids, reads what is true now, can run twice or be killed half-way."""

from tournaments.jobs import (
    event_imports,
    lists,
    pairing,
    printing,
    records,
    reports,
    seasons,
    standings,
    sweep,
    webhooks,
)

__all__ = [
    "event_imports",
    "lists",
    "pairing",
    "printing",
    "records",
    "reports",
    "seasons",
    "standings",
    "sweep",
    "webhooks",
]
