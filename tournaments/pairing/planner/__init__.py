"""Formats that fit an evening: proposals, each with what it takes and how well it finds the strongest.

``docs/algorithms/planner.md`` states where each figure comes from.
"""
