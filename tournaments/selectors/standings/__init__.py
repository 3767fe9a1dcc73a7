"""Standings: those of now and those kept, groups, prizes, and the columns that are shown."""
