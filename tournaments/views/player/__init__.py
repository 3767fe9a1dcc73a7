"""The pages of a player: their table, their report."""
