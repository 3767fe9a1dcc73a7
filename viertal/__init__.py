"""Viertal as an installed package: tournament management for the games of four."""
