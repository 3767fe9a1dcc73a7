"""Rounds: their tables and matches, the plan, the review, and the step that comes next."""
