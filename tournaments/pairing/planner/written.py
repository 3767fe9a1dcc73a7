"""The planner's answers as JSON values, for the command and the API: whole numbers, and fractions as strings."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from games.core.notices import Say
from tournaments.pairing.planner.proposing import Figures, Plan
from tournaments.pairing.planner.running import Length

DAY = 24 * 60


def plan_json(plan: Plan, say: Say = str) -> dict[str, Any]:
    """Return the plan; ``say`` puts its notices into words."""
    return {
        "proposals": [
            {
                "pairing": {"system": proposal.system, "table_size": plan.table_size, **proposal.options},
                "minutes": proposal.minutes,
                "ends": clock(proposal.ends),
                **figures_json(proposal.figures),
            }
            for proposal in plan.proposals
        ],
        "warnings": [say(notice) for notice in plan.warnings],
        "left_out": [{"system": system, "why": say(notice)} for system, notice in plan.left_out.items()],
    }


def lengths_json(lengths: tuple[Length, ...], say: Say = str) -> dict[str, Any]:
    """Return what an event comes to with other numbers of rounds."""
    return {
        "lengths": [
            {
                "rounds": length.rounds,
                "figures": None if length.figures is None else figures_json(length.figures),
                "why": None if length.why is None else say(length.why),
            }
            for length in lengths
        ]
    }


def figures_json(figures: Figures) -> dict[str, Any]:
    """Return the figures, a range as its least and most."""
    return {
        **asdict(figures),
        "games": list(figures.games),
        "others": list(figures.others),
        "again": str(figures.again),
        "kendall": str(figures.kendall),
    }


def clock(minutes: int | None) -> str | None:
    """Return a time of day, such as ``21:56``."""
    return None if minutes is None else f"{minutes % DAY // 60:02}:{minutes % 60:02}"
