"""Ratings of a season: strengths from results at tables of any size, by a published method, the same
everywhere."""
