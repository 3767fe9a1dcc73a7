"""The work behind the tasks: takes ids, reads what is true now, can run twice or be killed half-way."""

from tournaments.jobs import pairing, records, reports, standings, sweep

__all__ = ["pairing", "records", "reports", "standings", "sweep"]
