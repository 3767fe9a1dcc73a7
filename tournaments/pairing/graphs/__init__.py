"""Matchings, assignments and colourings: the graphs under the pairing systems."""
