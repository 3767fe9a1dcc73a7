"""Reads across tables: a fixed number of queries whatever the number of players."""
