"""Standings of more than one kind of participant: groups with their finals, and teams with their matches."""
