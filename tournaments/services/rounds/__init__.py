"""Rounds: paired, looked over, published, taken back, and the finals."""
