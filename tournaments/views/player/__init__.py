"""What a player sees and sends: their table, their report."""
