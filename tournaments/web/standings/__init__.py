"""Standings and rounds on pages: tables, crosstable, bracket, matches, and why a place is a place."""
