"""The work behind the tasks: takes ids, reads what is true now, can run twice or be killed half-way."""

from tournaments.jobs import pairing, records, reports, standings, sweep

__all__ = ["pairing", "records", "reports", "standings", "sweep"]
from tournaments.jobs import event_imports, webhooks

__all__ = ["event_imports", "pairing", "records", "standings", "sweep", "webhooks"]
from tournaments.jobs import pairing, records, seasons, standings, sweep

__all__ = ["pairing", "records", "seasons", "standings", "sweep"]
from tournaments.jobs import pairing, printing, records, standings, sweep

__all__ = ["pairing", "printing", "records", "standings", "sweep"]
