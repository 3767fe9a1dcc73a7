"""Exact points as a person reads them: see ``tournaments.sentences.points``."""

from __future__ import annotations

from tournaments.sentences.points import GLYPHS, parts, readable

__all__ = ["GLYPHS", "parts", "readable"]
