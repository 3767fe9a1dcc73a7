"""What a player's own link may do."""
