"""The lists of a tournament that are looked at first and then imported, by kind."""

from __future__ import annotations

from types import ModuleType

from tournaments.services import result_lists, team_lists

LISTS: dict[str, ModuleType] = {"teams": team_lists, "results": result_lists}
"""Each has ``ACTION``, ``upload``, ``preview`` and ``carry_out``."""
