"""Knockouts: the round that everybody reached, the second bracket, and how far everybody came."""
